/**
 * Bindings: tools without schemas, JSON text in and text or data out.
 *
 * For registries that already speak that way; everything that takes tools takes bindings too.
 */

import type { ToolContext } from "./tool.js"

/** A binding, as {@link make} returns it. */
export interface Binding {
  readonly _tag: "CodeModeBinding"
  readonly name: string
  readonly description?: string
  readonly invoke: (args: string, context: ToolContext) => unknown
  readonly mutating?: boolean
  readonly conflictKeys?: (args: Record<string, unknown>, raw: string) => Iterable<string> | undefined
}

/** Options of {@link make}. */
export interface Options {
  /** What a program writes after `tools.`; any text, `tools["a.b"]` where it is no identifier. */
  readonly name: string
  /** What the catalog shows. */
  readonly description?: string
  /** Does the work: the argument as JSON text, answered by a value or by text (which is parsed where it is JSON). */
  readonly invoke: (args: string, context: ToolContext) => unknown
  /**
   * Whether a call writes something that outlives it; matters together with `conflictKeys`.
   * @defaultValue false
   */
  readonly mutating?: boolean
  /** Names the resources that this very call touches, from the parsed argument and its text. */
  readonly conflictKeys?: (args: Record<string, unknown>, raw: string) => Iterable<string> | undefined
}

/**
 * Makes a binding.
 *
 * @example
 * ```ts
 * Binding.make({ name: "read_file", invoke: (args) => readFile(JSON.parse(args).path, "utf8"), conflictKeys: (args) => [`file:${args.path}`] })
 * ```
 */
export function make(options: Options): Binding {
  const { name, description, invoke, mutating, conflictKeys } = options
  return {
    _tag: "CodeModeBinding",
    name,
    ...(description === undefined ? {} : { description }),
    invoke,
    ...(mutating === undefined ? {} : { mutating }),
    ...(conflictKeys === undefined ? {} : { conflictKeys }),
  }
}

/** Whether `value` is a binding; the tag must be its own. */
export function isBinding(value: unknown): value is Binding {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "_tag") && (value as { _tag: unknown })._tag === "CodeModeBinding"
}

/** A conflict key for a file: the path with `/` as separator and without `.`, `..` and doubled separators. */
export function fileKey(path: string): string {
  const absolute = /^[\\/]/.test(path)
  const kept: string[] = []
  for (const segment of path.split(/[\\/]+/)) {
    if (segment === "" || segment === ".") continue
    if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop()
    else if (segment !== ".." || !absolute) kept.push(segment)
  }
  return `file:${absolute ? "/" : ""}${kept.join("/")}`
}

/** A conflict key for one resource of a kind. */
export function key(prefix: string, id: string | number): string {
  return `${prefix}:${id}`
}
