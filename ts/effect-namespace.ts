/** Namespaces of tools whose bodies are Effects. */

import type { Tool } from "./effect-tool.js"

/** A namespace, as {@link make} returns it; `R` are the services of all tools below it. */
export interface Namespace<out R = never> {
  readonly _tag: "CodeModeNamespace"
  readonly name: string
  readonly description?: string
  readonly tools: ReadonlyArray<Tool<R> | Namespace<R>>
}

/** The services that tools and namespaces need. */
export type Services<Entry> = Entry extends Tool<infer R> | Namespace<infer R> ? R : never

/** Options of {@link make}. */
export interface Options<Entry extends Tool<unknown> | Namespace<unknown>> {
  readonly name: string
  readonly description?: string
  readonly tools: ReadonlyArray<Entry>
}

/** Makes a namespace; namespaces may nest and may omit the description. */
export function make<Entry extends Tool<unknown> | Namespace<unknown>>(options: Options<Entry>): Namespace<Services<Entry>> {
  const { name, description, tools } = options
  return {
    _tag: "CodeModeNamespace",
    name,
    ...(description === undefined ? {} : { description }),
    tools: tools as unknown as ReadonlyArray<Tool<Services<Entry>> | Namespace<Services<Entry>>>,
  }
}

/** Whether `value` is a namespace; the tag must be its own. */
export { isNamespace } from "./namespace.js"
