/**
 * The contract with the addon, stated by hand: what crosses, in which encoding, and who does what.
 *
 * Who does what
 * - Rust decides everything: admission, order, limits, truncation, failure texts, when a run ends.
 * - TypeScript starts tools, runs validators and key functions, fires hooks, and holds ONE timer per run.
 * - A run is a number chosen by the caller (unique within its runtime, for example a counter).
 *
 * One run, step by step
 * 1. `start(run, source, options)` runs a first slice on this thread and returns a turn (text, see `parseTurn`).
 * 2. On every turn, in this order:
 *    a. `events`: hand them to observers.
 *    b. `offer`: calls of tools flagged `validates` or `keys`. Validate each (and compute its keys on the
 *       validated copy), then call `admit` ONCE with all of them. An offer whose validator is asynchronous
 *       is left out of that batch and admitted later by a call of its own. `admit` returns the next turn.
 *    c. `start`: calls that may run now. Fire the start hook, call the tool, and `reply` when it settles.
 *       Replies that become ready in the same microtask drain should go out as one `replies`.
 *    d. `wake`: call `tick(run)` after that many milliseconds (replace the run's previous timer; absent = no
 *       timer; the timer must keep the process alive, since the run's promise settles by it).
 *    e. `t`: "wait" nothing more to do until a tool settles or the timer fires; "busy" the program is computing
 *       on another thread and its next turn arrives through `notify`; "queued" waiting for a run slot, the first
 *       turn arrives through `notify`; "describe" call `describe(run, ...)`, which returns the next turn;
 *       "cleanup" the program is over or out of time: abort the signals of running calls now, keep answering
 *       turns, the end comes when the calls have settled or the time is up; "done" the run is over and its number is forgotten.
 * 3. "done": clear the timer, abort the signals of calls still running (`interrupted` lists them: their end
 *    hook says "interrupted"), settle the promise: with `reject: true` reject with the signal's reason,
 *    otherwise resolve with `result`. Later replies for the run are ignored by the addon.
 *
 * Abort: on the caller's signal call `abort(run, text)`; it returns a turn like every other method and works at
 * any time, also while "busy" or "queued" (then it returns "busy" and "done" arrives through `notify`, soon).
 *
 * `notify(batch)` is called on this thread from the event loop, never from inside another method, with a flat
 * array `[run, turn, run, turn, ...]`. While a run is "busy" the addon keeps the process and `notify` alive;
 * otherwise it holds `notify` weakly, so the caller must keep it where it keeps the runtime.
 */

/** Kinds of a payload that goes into the addon. */
export const Kind = {
  /** No value; the payload is ignored. */
  Undefined: 0,
  /** A well-formed string, raw (`isWellFormed()`; others go as Json, which escapes lone surrogates). */
  Text: 1,
  /** JSON text. */
  Json: 2,
  /** A Uint8Array (or Buffer). */
  Bytes: 3,
  /** JSON text of a `Failure`. */
  Failure: 4,
} as const
export type Kind = (typeof Kind)[keyof typeof Kind]

/** Verdicts of `admit`. */
export const Verdict = {
  /** The call may be scheduled; the payload is JSON text of its conflict keys (`string[]`) or undefined. */
  Admit: 0,
  /** The input is refused before admission (not counted, not recorded); the payload is JSON text of a `Failure`. */
  Refuse: 1,
} as const
export type Verdict = (typeof Verdict)[keyof typeof Verdict]

/** How the input of an offered or started call is carried. */
export const Carrier = {
  /** There is no input (`undefined`). */
  None: 0,
  /** The value itself. */
  Inline: 1,
  /** Bytes: fetch them with `takeBytes(run, id)` before calling any other method. */
  Bytes: 2,
  /** A long string: fetch it with `takeText(run, id)` before calling any other method. */
  Text: 3,
  /** The value is the input as JSON text (tools flagged `rawInput`). */
  Raw: 4,
} as const
export type Carrier = (typeof Carrier)[keyof typeof Carrier]

/** What a failed call rejects with inside the program. */
export interface Failure {
  /** A diagnostic kind: ToolFailure, InvalidToolInput, InvalidToolOutput, UnknownTool, ... */
  kind: string
  message: string
  /** `error.name` inside the program; default "ToolCallError". */
  name?: string
  /** Own properties of the error inside the program. */
  data?: Record<string, unknown>
  suggestions?: string[]
}

/** `[call, tool, carrier, value]`: `tool` is the index in declaration order (depth first over the tree). */
export type Offer = [id: number, tool: number, carrier: Carrier, value?: unknown]

/** `[call, tool, index, carrier, value]`: `index` is the position in `toolCalls`. Input of a call that was offered is not sent again (carrier 0). */
export type Start = [id: number, tool: number, index: number, carrier: Carrier, value?: unknown]

/** What happened, for observers; only with `observe: true`. `seq` counts from 1 in each run. */
export type RunEvent =
  | { seq: number; type: "queued"; id: number; tool: number; index: number }
  | { seq: number; type: "started"; id: number; tool: number; index: number; queuedMs: number }
  | { seq: number; type: "ended"; id: number; tool: number; index: number; durationMs: number; outcome: "success" | "failure" | "interrupted"; resultBytes: number; message?: string }
  | { seq: number; type: "search"; index: number; input: unknown; durationMs: number; outcome: "success" | "failure"; message?: string }
  | { seq: number; type: "log"; level: "log" | "info" | "debug" | "warn" | "error"; text: string }

export interface Location {
  line: number
  column: number
}

export interface NativeDiagnostic {
  kind: string
  /** Failure class of the orchestration taxonomy; only with `failureClass: true` in the configuration. */
  failure?: string
  message: string
  location?: Location
  suggestions?: string[]
}

/** Keys stand in exactly this order; optional keys are absent, never empty. */
export type NativeResult =
  | {
      ok: true
      value: unknown
      /** Only where `emptyResult` is "absent". */
      hasValue?: boolean
      /** Only where `emptyResult` is "absent" and there is a value: the exact text in program key order. */
      json?: string
      warnings?: NativeDiagnostic[]
      logs?: string[]
      truncated?: boolean
      toolCalls: Array<{ name: string }>
    }
  | { ok: false; error: NativeDiagnostic; logs?: string[]; truncated?: boolean; toolCalls: Array<{ name: string }> }

interface TurnParts {
  events?: RunEvent[]
  offer?: Offer[]
  start?: Start[]
  wake?: number
}

export type Turn =
  | ({ t: "wait" } & TurnParts)
  | ({ t: "busy" } & TurnParts)
  | ({ t: "queued" } & TurnParts)
  | ({ t: "describe" } & TurnParts)
  | ({ t: "cleanup" } & TurnParts)
  | { t: "done"; events?: RunEvent[]; interrupted?: number[]; reject?: boolean; result: NativeResult }

/** Node of the tool tree: a namespace has `tools`, a tool has not. */
export type TreeEntry = ToolEntry | NamespaceEntry
export interface NamespaceEntry {
  name: string
  tools: TreeEntry[]
}
export interface ToolEntry {
  name: string
  /** Blocked: calls fail with this reason. */
  blocked?: string
  /** Writes something that outlives the call. */
  mutating?: boolean
  /** Calls are offered before admission because the input is validated or transformed. */
  validates?: boolean
  /** Calls are offered before admission because conflict keys are computed from the input. */
  keys?: boolean
  /** Deliver the input as JSON text (text-in tools). */
  rawInput?: boolean
  /** The end of a run waits for this tool to settle after its signal fired (within the time limit). */
  awaitCleanup?: boolean
  /** The name may contain dots. */
  dots?: boolean
}

/** Descriptions are supplied lazily, in the order of the tree's tools; `namespaces` maps dotted path to description. */
export interface Descriptions {
  tools: Array<{
    description: string
    input?: unknown
    output?: unknown
    /** API and tool whose generated schema is the input; it does not cross. */
    inputOf?: readonly [api: number, tool: number]
    outputOf?: readonly [api: number, tool: number]
  }>
  namespaces: Record<string, string>
}

export interface RuntimeConfig {
  preset?: "opencode" | "orchestrator"
  /** From `encodeLimits`. */
  limits?: Record<string, unknown>
  /** Bad limit values mean "the preset's value" instead of a RangeError. */
  lenient?: boolean
  semantics?: Record<string, unknown>
  scheduling?: { mode?: "keyed" | "drain"; scope?: "run" | "runTool" }
  maxConcurrentRuns?: number
  tools: TreeEntry[]
  /** Emit events. */
  observe?: boolean
  /** Put `failure` into diagnostics. */
  failureClass?: boolean
  timeZone?: string
  locale?: string
}

/** Per-run settings of `start`, all optional. */
export interface StartOptions {
  /** From `encodeLimits`; wins over the runtime's. */
  limits?: Record<string, unknown>
  /** Seed of Math.random and crypto; default random. */
  seed?: number
  /** Runs that this run is nested in (through a tool of theirs): prevents waiting for a slot held by an ancestor. */
  ancestors?: number[]
}

/** One runtime: settings, tools, compiled programs. */
export interface NativeRuntime {
  start(run: number, source: string, options?: string): string
  /** Flat `[call, verdict, payload, ...]`. */
  admit(run: number, batch: Array<number | string | undefined>): string
  /** One reply; payload as `kind` says. */
  reply(run: number, call: number, kind: Kind, payload?: string | Uint8Array): string
  /** Flat `[call, kind, payload, ...]`. */
  replies(run: number, batch: Array<number | string | Uint8Array | undefined>): string
  tick(run: number): string
  abort(run: number, reason: string): string
  /** Answers a "describe" turn; `run` is undefined when called before any run (for `catalog()` and the like). */
  describe(run: number | undefined, descriptions: string): string
  takeBytes(run: number, call: number): Uint8Array
  takeText(run: number, call: number): string

  /** True once `describe` was called; the methods below need it. */
  described(): boolean
  /** JSON text of `[{ path, description, signature }]`. */
  catalog(): string
  /** JSON text of `[{ path, description? }]`. */
  namespaces(): string
  /** JSON text in and out, as the program's `search(input)`. */
  search(input: string): string
  /** One `.d.ts` text; options as JSON text: `{ search? }`. */
  declarations(options?: string): string
  /** Text for the system prompt; options as JSON text: `{ limits?, typescript?, listing?: "none" | "namespaces" | { tokens: n } | { bytes: n } }`. */
  instructions(options?: string): string
  /** Section of the system prompt that explains the run tool; options as JSON text: `{ toolName?, returnShapes?, limits? }`. */
  runToolPrompt(options?: string): string
}

/** The addon. Constructor and functions throw RangeError or TypeError on misuse. */
export interface NativeBinding {
  NativeRuntime: new (config: string, notify: (batch: Array<number | string>) => void) => NativeRuntime
  /** Checks data (JSON text) against a JSON Schema (JSON text): `null`, or one line that names path, rule and value. */
  NativeValidator: new (schema: string) => { check(data: string): string | null }
  version(): string
  /** The limit table as JSON text: `[{ name, unit, opencode, orchestrator, kind }]`. */
  limitTable(): string
  /** First problem of a limits object (JSON text of `encodeLimits`), or undefined. Never throws. */
  validateLimits(limits: string): string | undefined
  searchSignature(): string
  toolExpression(path: string): string
  /** Description of a run tool; options as JSON text: `{ blocked?: string[], catalog?: boolean }`. */
  describeRunTool(name: string, options?: string): string
  /** Options: `{ maxLength?, maxDepth?, wholeMembers? }` as JSON text. */
  returnShape(schema: string, options?: string): string
  /** Failure text for the model, with the log tail; "" for a success. */
  toFailureText(result: string, logTailBytes?: number): string
  /** `{"logs":[...],"result":...}` text of a success. */
  toEnvelope(result: string): string
  /** Logs as JSON text of `string[]`. */
  tailLogs(logs: string, budgetBytes: number): string
}

/** Limits as the addon reads them: finite numbers as they are, Infinity as a word, all else marked as bad. */
export function encodeLimits(limits: object | undefined): Record<string, unknown> | undefined {
  if (limits === undefined) return undefined
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue
    if (typeof value === "number" && Number.isFinite(value)) out[name] = value
    else if (value === Infinity) out[name] = "Infinity"
    else out[name] = { bad: describeValue(value) }
  }
  return out
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object"
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`
  return String(value)
}

/** Reads a turn. Keys named `__proto__` are dropped so that no receiver can merge them into a prototype. */
export function parseTurn(text: string): Turn {
  return text.includes("__proto__") ? JSON.parse(text, dropPrototype) : JSON.parse(text)
}

function dropPrototype(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value
}
