/**
 * `CodeMode.make` and `CodeMode.execute`: a runtime over the host's tools, and one program run by it.
 */

import { addon } from "./addon.js"
import { thrownText } from "./failure.js"
import { generatedBy } from "./generated.js"
import type { CallEvent, Hooks, Logger, ProgramEvent, ProgressEvent, ToolCallEnded, ToolCallStarted } from "./hooks.js"
import type { Limits } from "./limits.js"
import type { Namespace, Tools } from "./namespace.js"
import { encodeLimits, type Descriptions, type NativeRuntime, type RuntimeConfig, type StartOptions } from "./native.js"
import type { DataObject, DataValue, Diagnostic, DiagnosticKind, Failure, FailureKind, Location, Result, Success, ToolCall } from "./result.js"
import { jsonSchemaOf } from "./schema.js"
import { ancestry, Session, type Shared } from "./session.js"
import type { Tool } from "./tool.js"
import { mount, type Blocked, type Mount } from "./tree.js"

export type {
  Blocked,
  CallEvent,
  DataObject,
  DataValue,
  Diagnostic,
  DiagnosticKind,
  Failure,
  FailureKind,
  Hooks,
  Limits,
  Limits as ExecutionLimits,
  Location,
  Logger,
  Namespace,
  ProgramEvent,
  ProgressEvent,
  Result,
  Success,
  Tool,
  ToolCall,
  ToolCallEnded,
  ToolCallStarted,
  Tools,
}

/** Single behaviours, each its own option; a preset is nothing but default values. */
export interface Semantics {
  /** Value of a program without `return`. */
  readonly completion?: "last-expression" | "return"
  /** What a program that returns nothing comes to. */
  readonly emptyResult?: "null" | "absent"
  /** Whether a returned value must be plain data or is what `JSON.stringify` makes of it. */
  readonly resultData?: "plain" | "json"
  readonly outputOverflow?: "truncate" | "fail"
  readonly truncateLogs?: "keep-first" | "keep-last"
  /** Whether text that a binding returns is parsed where it is JSON. */
  readonly textResults?: "verbatim" | "json" | ((text: string, tool: string) => unknown)
  /** What a tool called without argument gets. */
  readonly missingArgs?: "schema" | "empty-object"
  /** Whether programs have `sleep(ms)`. */
  readonly sleep?: boolean
  /** Whether programs have `search(...)`. */
  readonly search?: boolean
  readonly unhandledRejections?: "warnings" | "logs" | "both"
  /** Whether an aborted `execute` rejects with the signal's reason or gives a failed result. */
  readonly onAbort?: "reject" | "result"
  /** Whether the result waits for interrupted tools to finish their own clean-up. */
  readonly cleanup?: "await" | "detach"
  readonly emptySource?: "error" | "allow"
}

/** Options of {@link make}. */
export interface Options extends Hooks {
  /** What programs may call. */
  readonly tools?: Tools
  /** Tools that the model has but programs may not call. */
  readonly blocked?: ReadonlyArray<Blocked>
  readonly limits?: Limits
  /**
   * Named default values.
   * @defaultValue "opencode"
   */
  readonly preset?: "opencode" | "orchestrator"
  readonly semantics?: Semantics
  readonly scheduling?: {
    /** `keyed`: only calls that share a key wait for each other. `drain`: such a call waits for all and runs alone. */
    readonly mode?: "keyed" | "drain"
    readonly scope?: "run" | "runTool"
  }
  /** Runs at once; more wait their turn. @defaultValue unlimited */
  readonly maxConcurrentRuns?: number
  readonly logger?: Logger
  /** IANA time zone of programs. @defaultValue "UTC" */
  readonly timeZone?: string
  /** BCP 47 locale of programs. @defaultValue "en-US" */
  readonly locale?: string
}

/** Options of {@link execute}. */
export interface ExecuteOptions extends Options, RunOptions {
  /** The program. */
  readonly code: string
}

/** Options of one run. */
export interface RunOptions {
  /** Ends the run; tools see it through their own signal. */
  readonly signal?: AbortSignal
  /** Handed to every tool call as `context.context`. */
  readonly context?: unknown
  /** Seed of `Math.random` and `crypto` inside the program. @defaultValue random */
  readonly seed?: number
}

/** What the model reads about one tool. */
export interface ToolDescription {
  /** Dotted path. */
  readonly path: string
  readonly description: string
  /** The callable form in TypeScript. */
  readonly signature: string
}

/** What the model reads about one namespace. */
export interface NamespaceDescription {
  readonly path: string
  readonly description?: string
}

/** Input of `search`. */
export interface SearchInput {
  readonly query?: string
  readonly namespace?: string
  readonly limit?: number
  readonly offset?: number
}

/** Output of `search`. */
export interface SearchOutput {
  readonly items: ReadonlyArray<ToolDescription>
  readonly remaining: number
  readonly next: { readonly offset: number } | null
}

/** Options of `declarations`. */
export interface DeclarationsOptions {
  /** Declare the built-in `search` too. */
  readonly search?: boolean
}

/** Options of `instructions`. */
export interface InstructionsOptions {
  /** State the limits in force. @defaultValue false */
  readonly limits?: boolean
  /** Say that TypeScript is accepted. */
  readonly typescript?: boolean
  /** Which tools to list, and how much room to take; what was left out is said. */
  readonly listing?: "none" | "namespaces" | { readonly tokens: number } | { readonly bytes: number }
}

/** Options of `runToolPrompt` and of `RunTool`'s `prompt`. */
export interface PromptOptions {
  /** @defaultValue "run_code" */
  readonly toolName?: string
  /** Explain the return shapes that tool descriptions end with. @defaultValue false */
  readonly returnShapes?: boolean
  /** State the limits in force. @defaultValue false */
  readonly limits?: boolean
}

/** A reusable runtime. */
export interface Runtime {
  /** Path, description and signature of every visible tool, sorted by path. */
  catalog(): ReadonlyArray<ToolDescription>
  /** Every namespace that has a tool below it, sorted by path. */
  namespaces(): ReadonlyArray<NamespaceDescription>
  /** The built-in search, for the host. */
  search(input?: SearchInput): SearchOutput
  /** All tools as one `.d.ts` text that the compiler accepts. */
  declarations(options?: DeclarationsOptions): string
  /** Text for the system prompt: what a program is, what exists, how to call. */
  instructions(options?: InstructionsOptions): string
  /** Section of the system prompt for a model that has a run tool beside its own tools, see `RunTool`. */
  runToolPrompt(options?: PromptOptions): string
  /** Runs one program in a fresh realm. */
  execute(code: string, options?: RunOptions): Promise<Result>
}

const PRESET_DEPTH = { opencode: 32, orchestrator: undefined } as const

/**
 * Makes a reusable runtime.
 *
 * @example
 * ```ts
 * const runtime = CodeMode.make({ tools: [lookup], limits: { timeoutMs: 30_000 } })
 * const result = await runtime.execute("return await tools.lookup({ id: 'a' })", { signal })
 * ```
 * @throws RangeError for a limit that means nothing, TypeError for a wrong tool or name
 */
export function make(options: Options = {}): Runtime {
  const problem = options.limits === undefined ? undefined : addon.validateLimits(JSON.stringify(encodeLimits(options.limits)))
  if (problem !== undefined) throw new RangeError(problem)
  return new HostRuntime(options, mount(options.tools, options.blocked))
}

/** Runs one program; the same as making a runtime for it. Misuse throws synchronously, as `make` does. */
export function execute(options: ExecuteOptions): Promise<Result> {
  const { code, signal, context, seed, ...rest } = options
  return make(rest).execute(code, { ...(signal === undefined ? {} : { signal }), context, ...(seed === undefined ? {} : { seed }) })
}

/** TypeScript signature of the built-in `search`. */
export const searchSignature: string = addon.searchSignature()

/** The callable form of a dotted path, for example `tools.docs["find-page"]`. */
export function toolExpression(path: string): string {
  return addon.toolExpression(path)
}

class HostRuntime implements Runtime {
  readonly #native: NativeRuntime
  readonly #shared: Shared
  readonly #mount: Mount
  readonly #sessions = new Map<number, Session>()
  readonly #onAbort: "reject" | "result"
  readonly #failureClass: boolean
  #runs = 0

  constructor(options: Options, mounted: Mount) {
    const preset = options.preset ?? "opencode"
    const { textResults, ...semantics } = options.semantics ?? {}
    const convert = typeof textResults === "function" ? textResults : undefined
    this.#mount = mounted
    this.#onAbort = semantics.onAbort ?? (preset === "opencode" ? "reject" : "result")
    this.#failureClass = preset === "orchestrator"
    const hooks = options
    const config: RuntimeConfig = {
      preset,
      tools: mounted.tree,
      semantics: { ...semantics, ...(textResults === undefined ? {} : { textResults: convert === undefined ? textResults : "verbatim" }) },
      observe: hooks.onToolCallStart !== undefined || hooks.onToolCallEnd !== undefined || hooks.onEvent !== undefined,
      failureClass: this.#failureClass,
      ...(options.scheduling === undefined ? {} : { scheduling: { ...options.scheduling } }),
      ...(options.maxConcurrentRuns === undefined ? {} : { maxConcurrentRuns: options.maxConcurrentRuns }),
      ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
      ...(options.locale === undefined ? {} : { locale: options.locale }),
    }
    const limits = encodeLimits(options.limits)
    if (limits !== undefined) config.limits = limits
    const sessions = this.#sessions
    const notify = (batch: Array<number | string>): void => {
      for (let i = 0; i + 1 < batch.length; i += 2) sessions.get(batch[i] as number)?.receive(batch[i + 1] as string)
    }
    this.#native = new addon.NativeRuntime(JSON.stringify(config), notify)
    const depth = options.limits?.maxDataDepth ?? PRESET_DEPTH[preset]
    this.#shared = {
      native: this.#native,
      notify,
      tools: mounted.tools,
      hooks,
      logger: options.logger,
      maxDataDepth: depth === Number.POSITIVE_INFINITY ? undefined : depth,
      textResults: convert,
      describe: (run) => this.#native.describe(run, JSON.stringify(this.#descriptions())),
      onOver: (run) => sessions.delete(run),
      trackAncestors: options.maxConcurrentRuns !== undefined,
    }
  }

  catalog(): ReadonlyArray<ToolDescription> {
    return JSON.parse(this.#described().catalog()) as ToolDescription[]
  }

  namespaces(): ReadonlyArray<NamespaceDescription> {
    return JSON.parse(this.#described().namespaces()) as NamespaceDescription[]
  }

  search(input: SearchInput = {}): SearchOutput {
    return JSON.parse(this.#described().search(JSON.stringify(input))) as SearchOutput
  }

  declarations(options: DeclarationsOptions = {}): string {
    return this.#described().declarations(JSON.stringify(options))
  }

  instructions(options: InstructionsOptions = {}): string {
    return this.#described().instructions(JSON.stringify(options))
  }

  runToolPrompt(options: PromptOptions = {}): string {
    return this.#described().runToolPrompt(JSON.stringify(options))
  }

  execute(code: string, options: RunOptions = {}): Promise<Result> {
    if (typeof code !== "string") return Promise.reject(new TypeError(`The program must be a string, not ${code === null ? "null" : typeof code}.`))
    const { signal, context, seed } = options
    if (signal?.aborted === true) return this.#abortedEarly(signal)
    const run = ++this.#runs
    return new Promise((resolve, reject) => {
      const session = new Session(this.#shared, run, signal, context, resolve, reject)
      this.#sessions.set(run, session)
      session.begin(code, this.#startOptions(seed))
    })
  }

  #startOptions(seed: number | undefined): string | undefined {
    const ancestors = this.#shared.trackAncestors
      ? ancestry.getStore()?.filter((step) => step.shared === this.#shared).map((step) => step.run)
      : undefined
    if (seed === undefined && (ancestors === undefined || ancestors.length === 0)) return undefined
    const options: StartOptions = {
      ...(seed === undefined ? {} : { seed }),
      ...(ancestors === undefined || ancestors.length === 0 ? {} : { ancestors }),
    }
    return JSON.stringify(options)
  }

  #abortedEarly(signal: AbortSignal): Promise<Result> {
    if (this.#onAbort === "reject") return Promise.reject(signal.reason)
    const message = `The caller aborted the run before it started: ${thrownText(signal.reason)}`
    return Promise.resolve({
      ok: false,
      error: { kind: "Aborted", ...(this.#failureClass ? { failure: "aborted" } : {}), message },
      toolCalls: [],
    })
  }

  #described(): NativeRuntime {
    if (!this.#native.described()) this.#shared.describe(undefined)
    return this.#native
  }

  /** Descriptions and JSON Schemas, in the addon's order of tools; made when first asked for. */
  #descriptions(): Descriptions {
    return {
      tools: this.#mount.tools.map(({ tool, binding }) => {
        const description = tool?.description ?? binding?.description ?? ""
        const inputOf = generatedBy(tool?.input)
        const outputOf = generatedBy(tool?.output)
        if (inputOf !== undefined && outputOf !== undefined) return { description, inputOf, outputOf }
        const input = jsonSchemaOf(tool?.input, "input")
        const output = tool === undefined ? true : jsonSchemaOf(tool.output, "output")
        return {
          description,
          ...(input === undefined ? {} : { input }),
          ...(output === undefined ? {} : { output }),
        }
      }),
      namespaces: this.#mount.namespaces,
    }
  }
}
