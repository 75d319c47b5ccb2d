/**
 * `CodeMode` for Effect: the same runtime, its tools run as fibers with the services of the caller.
 *
 * The execution Effect is re-runnable, never fails (a failing program is data) and turns interruption of the fiber into an
 * abort of the run; it ends only when the interrupted tools have finished their own finalizers.
 */

import { Cause, Context, Effect, Exit, Schema } from "effect"
import * as Core from "./codemode.js"
import { ToolError } from "./errors.js"
import { thrownText } from "./failure.js"
import type { ToolCallEnded, ToolCallStarted } from "./hooks.js"
import type { Limits } from "./limits.js"
import type { Namespace, Services } from "./effect-namespace.js"
import type { SchemaType, Tool } from "./effect-tool.js"
import { isNamespace, type Entry as CoreEntry } from "./namespace.js"
import type { Result as CoreResult } from "./result.js"
import type { JsonSchema, SchemaType as CoreSchema } from "./schema.js"
import { isTool, type ToolContext } from "./tool.js"

export { searchSignature, toolExpression } from "./codemode.js"
export type { DataValue, NamespaceDescription, ToolCall, ToolCallEnded, ToolCallStarted, ToolDescription } from "./codemode.js"
export type { Limits as ExecutionLimits } from "./limits.js"

/** What a host hands over to have a program run. */
export const Input = Schema.Struct({ code: Schema.String })
export type Input = typeof Input.Type

/** The closed set of diagnostic kinds. */
export const DiagnosticKind = Schema.Literals([
  "ParseError",
  "UnsupportedSyntax",
  "UnknownTool",
  "InvalidToolInput",
  "InvalidToolOutput",
  "InvalidDataValue",
  "ToolCallLimitExceeded",
  "TimeoutExceeded",
  "ToolFailure",
  "ExecutionFailure",
  "Truncated",
  "ComputeLimitExceeded",
  "MemoryLimitExceeded",
  "ToolResultLimitExceeded",
  "OutputLimitExceeded",
  "CallDepthExceeded",
  "Deadlock",
  "Aborted",
  "Internal",
])
export type DiagnosticKind = typeof DiagnosticKind.Type

const Place = Schema.Struct({ line: Schema.Number, column: Schema.Number })

/** One problem, phrased for the model. */
export const Diagnostic = Schema.Struct({
  kind: DiagnosticKind,
  message: Schema.String,
  failure: Schema.optionalKey(Schema.String),
  location: Schema.optionalKey(Place),
  suggestions: Schema.optionalKey(Schema.Array(Schema.String)),
  stack: Schema.optionalKey(Schema.String),
})
export type Diagnostic = typeof Diagnostic.Type

const Called = Schema.Struct({ name: Schema.String })

/** A run that ended with a value. */
export const Success = Schema.Struct({
  ok: Schema.Literal(true),
  value: Schema.Json,
  hasValue: Schema.optionalKey(Schema.Boolean),
  warnings: Schema.optionalKey(Schema.Array(Diagnostic)),
  logs: Schema.optionalKey(Schema.Array(Schema.String)),
  truncated: Schema.optionalKey(Schema.Boolean),
  toolCalls: Schema.Array(Called),
})
export type Success = typeof Success.Type

/** A run that failed. */
export const Failure = Schema.Struct({
  ok: Schema.Literal(false),
  error: Diagnostic,
  logs: Schema.optionalKey(Schema.Array(Schema.String)),
  truncated: Schema.optionalKey(Schema.Boolean),
  toolCalls: Schema.Array(Called),
})
export type Failure = typeof Failure.Type

/** How a run ended. */
export const Result = Schema.Union([Success, Failure])
export type Result = typeof Result.Type

/** Observers of tool calls; they return Effects and must not fail. */
export interface ToolCallHooks<R = never> {
  /** An admitted call, with decoded input. */
  readonly onToolCallStart?: (event: ToolCallStarted) => Effect.Effect<void, never, R>
  /** A settled call, with its outcome and duration. */
  readonly onToolCallEnd?: (event: ToolCallEnded) => Effect.Effect<void, never, R>
}

/** Options of {@link make}. */
export interface Options<Entry extends Tool<unknown> | Namespace<unknown> = never, R = never> extends ToolCallHooks<R> {
  readonly tools?: ReadonlyArray<Entry>
  readonly limits?: Limits
}

/** Options of {@link execute}. */
export interface ExecuteOptions<Entry extends Tool<unknown> | Namespace<unknown> = never, R = never> extends Options<Entry, R> {
  readonly code: string
}

/** A reusable runtime. */
export interface Runtime<R = never> {
  /** Path, description and signature of every visible tool, sorted by path. */
  catalog(): ReadonlyArray<Core.ToolDescription>
  /** Every namespace that has a tool below it, sorted by path. */
  namespaces(): ReadonlyArray<Core.NamespaceDescription>
  /** Runs one program in a fresh realm. */
  execute(code: string): Effect.Effect<Result, never, R>
}

/** Makes a reusable runtime; the environment of `execute` is inferred from the tools. */
export function make<Entry extends Tool<unknown> | Namespace<unknown> = never, R = never>(
  options: Options<Entry, R> = {},
): Runtime<Services<Entry> | R> {
  const { tools, limits, onToolCallStart, onToolCallEnd } = options
  const core = Core.make({
    tools: (tools ?? []).map(toCore),
    // The end of an interrupted run is waited for, finalizers included; its result is dropped.
    semantics: { onAbort: "result" },
    ...(limits === undefined ? {} : { limits }),
    ...(onToolCallStart === undefined ? {} : { onToolCallStart: observe(onToolCallStart as Observer<ToolCallStarted>) }),
    ...(onToolCallEnd === undefined ? {} : { onToolCallEnd: observe(onToolCallEnd as Observer<ToolCallEnded>) }),
  })
  return {
    catalog: () => core.catalog(),
    namespaces: () => core.namespaces(),
    execute: (code) => Effect.flatMap(Effect.context<Services<Entry> | R>(), (services) => run(core, code, services)),
  }
}

/** Runs one program; the same as making a runtime for it. */
export function execute<Entry extends Tool<unknown> | Namespace<unknown> = never, R = never>(
  options: ExecuteOptions<Entry, R>,
): Effect.Effect<Result, never, Services<Entry> | R> {
  const { code, ...rest } = options
  return make<Entry, R>(rest).execute(code)
}

type Observer<E> = (event: E) => Effect.Effect<void, never, unknown>
type Services_ = Context.Context<unknown>

/** What a run hands to its tools and observers. */
interface RunContext {
  readonly services: Services_
  /** Failure texts of tools that interrupted themselves. */
  readonly interrupted: Set<string>
}

function run<R>(core: Core.Runtime, code: string, services: Context.Context<R>): Effect.Effect<Result> {
  // A tool may lead to the interruption of this very fiber while the run starts, so the finalizer stands before the start.
  return Effect.uninterruptibleMask((restore) => {
    const context: RunContext = { services: services as unknown as Services_, interrupted: new Set() }
    const controller = new AbortController()
    const promise = core.execute(code, { signal: controller.signal, context })
    const settled = promise.then(
      () => undefined,
      () => undefined,
    )
    const wait = Effect.callback<CoreResult>((resume) => {
      promise.then(
        (result) => resume(Effect.succeed(result)),
        (error: unknown) => resume(Effect.die(error)),
      )
    })
    const stop = (): Effect.Effect<void> => {
      controller.abort(new ToolError("The run was interrupted."))
      return Effect.promise(() => settled)
    }
    return Effect.flatMap(Effect.onInterrupt(restore(wait), stop), (result) => withoutSelfInterruption(result, context.interrupted))
  })
}

/** A tool that interrupted itself interrupts the run that awaited it, and leaves no warning where nobody did. */
function withoutSelfInterruption(result: CoreResult, interrupted: Set<string>): Effect.Effect<Result> {
  if (interrupted.size === 0) return Effect.succeed(result as Result)
  const isOne = (message: string): boolean => [...interrupted].some((text) => message.endsWith(text))
  if (!result.ok) return isOne(result.error.message) ? Effect.interrupt : Effect.succeed(result as Result)
  if (result.warnings === undefined) return Effect.succeed(result as Result)
  const { warnings, ...rest } = result
  const kept = warnings.filter((warning) => !isOne(warning.message))
  return Effect.succeed((kept.length === 0 ? rest : { ...rest, warnings: kept }) as Result)
}

/** Runs an Effect with the services of a run: its exit at once where it needs no waiting, else a promise of it. */
function start<A, E>(effect: Effect.Effect<A, E, unknown>, services: Services_, signal?: AbortSignal): Exit.Exit<A, E> | Promise<Exit.Exit<A, E>> {
  const fiber = Effect.runForkWith(services)(effect, signal === undefined ? {} : { signal })
  return fiber.pollUnsafe() ?? new Promise((resolve) => fiber.addObserver(resolve))
}

function then<A, B>(value: A | Promise<A>, next: (value: A) => B): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}

function observe<E>(observer: Observer<E>): (event: E, context: unknown) => unknown {
  return (event, context) => {
    const exit = start(observer(event), (context as RunContext).services)
    return exit instanceof Promise ? exit : undefined
  }
}

function toCore(entry: Tool<unknown> | Namespace<unknown>): CoreEntry {
  if (isNamespace(entry))
    return { ...entry, tools: (entry.tools as unknown as ReadonlyArray<Tool<unknown> | Namespace<unknown>>).map(toCore) }
  if (!isTool(entry)) return entry as never
  const tool = entry as unknown as Tool<unknown>
  return {
    _tag: "CodeModeTool",
    name: tool.name,
    description: tool.description,
    input: toCoreSchema(tool.input),
    output: toCoreSchema(tool.output),
    awaitCleanup: true,
    execute: (input, context) => body(tool, input, context),
  }
}

function body(tool: Tool<unknown>, input: unknown, context: ToolContext): unknown {
  const run = context.context as RunContext
  const effect = Effect.suspend(() => tool.execute(input as never, context))
  return then(start(effect, run.services, context.signal), (exit) => {
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause) && !context.signal.aborted) {
      const text = `Tool '${context.path}' interrupted itself.`
      run.interrupted.add(text)
      throw new ToolError(text)
    }
    throw failureOf(exit.cause)
  })
}

/** One thing to throw for a cause: its only failure as it is, several as one text. */
function failureOf(cause: Cause.Cause<unknown>): unknown {
  const failures = cause.reasons.flatMap((reason) =>
    reason._tag === "Fail" ? [reason.error] : reason._tag === "Die" ? [reason.defect] : [],
  )
  if (failures.length === 1) return failures[0]
  return new ToolError(failures.map(thrownText).join("\n"))
}

/** An Effect Schema as the Standard Schema that the core works with. */
function toCoreSchema(schema: SchemaType | undefined): CoreSchema | undefined {
  if (schema === undefined || !Schema.isSchema(schema)) return schema as JsonSchema | undefined
  const decode = Schema.decodeUnknownEffect(schema as Schema.Top)
  const document = (side: Schema.Top): Record<string, unknown> => {
    const { schema: root, definitions } = Schema.toJsonSchemaDocument(side)
    return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
  }
  return {
    "~standard": {
      version: 1,
      vendor: "effect",
      validate: (value: unknown) =>
        then(start(decode(value) as Effect.Effect<unknown, unknown, unknown>, Context.empty() as Services_), (exit) =>
          Exit.isSuccess(exit) ? { value: exit.value } : { issues: [{ message: String(Cause.squash(exit.cause)) }] },
        ),
      jsonSchema: {
        input: () => document(schema as Schema.Top),
        output: () => document(Schema.toType(schema as Schema.Top)),
      },
    },
  } as CoreSchema
}
