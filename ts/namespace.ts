/** Namespaces: named groups of tools and of further namespaces. */

import type { Tool } from "./tool.js"
import type { Binding } from "./binding-tool.js"

/** What a list of tools may hold. */
export type Entry = Tool | Namespace | Binding

/** The record form: the key is the name, a nested record or list is a namespace, a dot in a key nests. */
export interface ToolRecord {
  readonly [name: string]: Tool | Namespace | Binding | ToolRecord | ReadonlyArray<Entry>
}

/** The array form or the record form. */
export type Tools = ReadonlyArray<Entry> | ToolRecord

/** A namespace, as `Namespace.make` returns it. */
export interface Namespace {
  readonly _tag: "CodeModeNamespace"
  readonly name: string
  readonly description?: string
  readonly tools: Tools
}

/** Options of {@link make}. */
export interface Options {
  /** What a program writes; a dot is refused. */
  readonly name: string
  /** Found by search, and shown by `namespaces()`. */
  readonly description?: string
  readonly tools: Tools
}

/**
 * Makes a namespace.
 *
 * @example
 * ```ts
 * Namespace.make({ name: "orders", description: "Purchases and shipments", tools: [lookup] })
 * ```
 */
export function make(options: Options): Namespace {
  const { name, description, tools } = options
  return { _tag: "CodeModeNamespace", name, ...(description === undefined ? {} : { description }), tools }
}

/** Whether `value` is a namespace; the tag must be its own. */
export function isNamespace(value: unknown): value is Namespace {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "_tag") && (value as { _tag: unknown })._tag === "CodeModeNamespace"
}
