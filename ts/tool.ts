/**
 * Tools: a name, a contract the model reads, and the function that does the work.
 *
 * Making a tool checks nothing; `CodeMode.make` does, so that a list of tools can be put together freely.
 */

import type { Decoded, Encoded, JsonSchema, SchemaType } from "./schema.js"

export type { JsonSchema, SchemaType }

/** What a running call knows about itself. */
export interface ToolContext<C = unknown> {
  /** Fires when the run ends for whatever reason: finished, failed, timed out, limited, aborted. */
  readonly signal: AbortSignal
  /** Number of the call within its run, from 0. */
  readonly callId: number
  /** Dotted path of the tool. */
  readonly path: string
  /** Number of the run within its runtime. */
  readonly runId: number
  /** What the caller passed to `execute` as `context`. */
  readonly context: C
}

/** A tool, as `Tool.make` returns it. */
export interface Tool<in In = never, out Out = unknown> {
  readonly _tag: "CodeModeTool"
  readonly name: string
  readonly description: string
  readonly input: SchemaType | undefined
  readonly output: SchemaType | undefined
  readonly execute: (input: In, context: ToolContext) => Out | PromiseLike<Out>
  readonly mutating?: boolean
  readonly conflictKeys?: (input: In) => Iterable<string> | undefined
  readonly validate?: boolean
  readonly blocked?: string
  readonly awaitCleanup?: boolean
}

/** Options of {@link make}. */
export interface Options<I extends SchemaType | undefined = undefined, O extends SchemaType | undefined = undefined> {
  /** What a program writes; a dot is refused. */
  readonly name: string
  /** What the model reads. */
  readonly description?: string
  /** Standard Schema (validates and transforms) or JSON Schema (shapes the signature only). */
  readonly input?: I
  /** The same for the result. Without it the program receives `undefined`; `{}` means any value. */
  readonly output?: O
  /** Does the work. Receives the decoded input, returns the encoded output. */
  readonly execute: (input: Decoded<I>, context: ToolContext) => Encoded<O> | PromiseLike<Encoded<O>>
  /**
   * Whether the tool writes something that outlives the call; matters together with `conflictKeys`.
   * @defaultValue false
   */
  readonly mutating?: boolean
  /** Names the resources that this very call touches. Calls that share one never overlap when either of them mutates. */
  readonly conflictKeys?: (input: Decoded<I>) => Iterable<string> | undefined
  /**
   * Whether plain JSON Schemas are checked as well.
   * @defaultValue false
   */
  readonly validate?: boolean
  /** Keeps programs from calling the tool; the text is the reason they are given. */
  readonly blocked?: string
  /**
   * Whether the end of a run waits, within its time limit, until an interrupted call of this tool has settled.
   * @defaultValue false
   */
  readonly awaitCleanup?: boolean
}

/**
 * Makes a tool.
 *
 * @example
 * ```ts
 * const lookup = Tool.make({
 *   name: "lookup",
 *   description: "Look up an order by ID",
 *   input: z.object({ id: z.string() }),
 *   output: z.object({ id: z.string(), status: z.string() }),
 *   execute: async ({ id }) => ({ id, status: "open" }),
 * })
 * ```
 */
export function make<const I extends SchemaType | undefined = undefined, const O extends SchemaType | undefined = undefined>(
  options: Options<I, O>,
): Tool<Decoded<I>, Encoded<O>> {
  const { name, description = "", input, output, execute, mutating, conflictKeys, validate, blocked, awaitCleanup } = options
  return {
    _tag: "CodeModeTool",
    name,
    description,
    input,
    output,
    execute,
    ...(mutating === undefined ? {} : { mutating }),
    ...(conflictKeys === undefined ? {} : { conflictKeys }),
    ...(validate === undefined ? {} : { validate }),
    ...(blocked === undefined ? {} : { blocked }),
    ...(awaitCleanup === undefined ? {} : { awaitCleanup }),
  }
}

/** Whether `value` is a tool; the tag must be its own. */
export function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "_tag") && (value as { _tag: unknown })._tag === "CodeModeTool"
}
