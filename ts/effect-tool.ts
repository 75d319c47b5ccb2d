/** Tools whose schemas are Effect Schemas and whose bodies are Effects. */

import type { Effect, Schema } from "effect"
import type { JsonSchema } from "./schema.js"
import type { ToolContext } from "./tool.js"

export type { JsonSchema }

/** What `input` and `output` accept: an Effect Schema (validates) or a JSON Schema document (shapes the signature). */
export type SchemaType = Schema.Top | JsonSchema

/** What a tool body sees for input schema `S`. */
export type Decoded<S> = S extends { readonly Type: infer T; readonly ast: unknown } ? T : unknown

/** What a tool body answers for output schema `S`. */
export type Encoded<S> = [S] extends [undefined] ? void : S extends { readonly Encoded: infer E; readonly ast: unknown } ? E : unknown

/** A tool, as {@link make} returns it; `R` are the services its body needs. */
export interface Tool<out R = never> {
  readonly _tag: "CodeModeTool"
  readonly name: string
  readonly description: string
  readonly input: SchemaType
  readonly output: SchemaType | undefined
  readonly execute: (input: never, context: ToolContext) => Effect.Effect<unknown, unknown, R>
}

/** Options of {@link make}. */
export interface Options<I extends SchemaType, O extends SchemaType | undefined, E, R> {
  /** What a program writes; a dot is refused. */
  readonly name: string
  /** What the model reads. */
  readonly description: string
  /** Effect Schema: decoded before `execute`. JSON Schema: shapes the signature only. */
  readonly input: I
  /** The same for the result. Without it the program receives `undefined`. */
  readonly output?: O
  /** Does the work: the decoded input in, an Effect of the encoded output. */
  readonly execute: (input: Decoded<I>, context: ToolContext) => Effect.Effect<Encoded<O>, E, R>
}

/**
 * Makes a tool.
 *
 * @example
 * ```ts
 * const lookup = Tool.make({
 *   name: "lookup",
 *   description: "Look up an order by ID",
 *   input: Schema.Struct({ id: Schema.String }),
 *   output: Schema.Struct({ id: Schema.String, status: Schema.String }),
 *   execute: ({ id }) => Effect.succeed({ id, status: "open" }),
 * })
 * ```
 */
export function make<const I extends SchemaType, const O extends SchemaType | undefined = undefined, E = never, R = never>(
  options: Options<I, O, E, R>,
): Tool<R> {
  const { name, description, input, output, execute } = options
  return { _tag: "CodeModeTool", name, description, input, output, execute }
}

/** Whether `value` is a tool; the tag must be its own. */
export { isTool } from "./tool.js"
