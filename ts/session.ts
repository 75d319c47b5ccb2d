/**
 * One run, seen from the host: answers the addon's turns.
 *
 * Rust decides admission, order, limits and the end; this file validates inputs, starts tools, delivers what they
 * answer, fires observers and holds the run's one timer. See `native.ts` for the contract.
 *
 * Invariants: a call is replied to at most once; nothing is delivered after "done"; replies that become ready in one
 * microtask drain cross together; a chain of tools that answer at once yields to the event loop regularly.
 */

import { AsyncLocalStorage } from "node:async_hooks"
import { toPayload, NotData, type Payload } from "./data.js"
import { RunAbortedError } from "./errors.js"
import { thrownText, toolFailure } from "./failure.js"
import { notify, type Hooks, type Logger, type ProgressEvent } from "./hooks.js"
import { Carrier, Kind, parseTurn, Verdict, type Failure, type NativeRuntime, type Offer, type Start, type Turn } from "./native.js"
import type { Result } from "./result.js"
import type { Validation } from "./schema.js"
import type { ToolContext } from "./tool.js"
import type { Mounted } from "./tree.js"

/** What all runs of one runtime share. */
export interface Shared {
  readonly native: NativeRuntime
  /** Held here because the addon holds it weakly: it must live as long as any run. */
  readonly notify: (batch: Array<number | string>) => void
  readonly tools: ReadonlyArray<Mounted>
  readonly hooks: Hooks
  readonly logger: Logger | undefined
  readonly maxDataDepth: number | undefined
  readonly textResults: ((text: string, tool: string) => unknown) | undefined
  /** Hands descriptions and schemas to the addon. */
  readonly describe: (run: number | undefined) => string
  readonly onOver: (run: number) => void
  readonly trackAncestors: boolean
}

/** Runs that the current asynchronous context is nested in. @internal */
export const ancestry = new AsyncLocalStorage<ReadonlyArray<{ readonly shared: Shared; readonly run: number }>>()

/** How long microtasks may chain before other work of the process gets its turn. */
const YIELD_AFTER_MS = 8
let chainBegan: number | undefined

/** Whether the current chain of microtasks has run long enough. */
function mustYield(): boolean {
  const now = performance.now()
  if (chainBegan === undefined) {
    chainBegan = now
    setImmediate(endChain)
    return false
  }
  return now - chainBegan > YIELD_AFTER_MS
}
function endChain(): void {
  chainBegan = undefined
}

const MAX_TIMER_MS = 2_147_483_647
const NOTHING: unknown = undefined

interface Call {
  readonly id: number
  readonly tool: Mounted
  readonly index: number
  readonly seq: number
  readonly input: unknown
  readonly raw: string | undefined
  readonly began: number
}

export class Session {
  readonly #shared: Shared
  readonly run: number
  readonly #context: unknown
  readonly #resolve: (result: Result) => void
  readonly #reject: (reason: unknown) => void
  readonly #signal: AbortSignal | undefined
  #onAbort: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #controller: AbortController | undefined
  #over = false
  #cleanup = false
  #flushing = false
  #started = 0
  /** Validated inputs of offered calls, until they start. */
  readonly #offered = new Map<number, { readonly value: unknown; readonly raw: string | undefined }>()
  readonly #running = new Map<number, Call>()
  /** Flat `[call, kind, payload, ...]`, ready to cross. */
  #ready: Array<number | string | Uint8Array | undefined> = []
  /** Flat `[call, verdict, payload, ...]` of asynchronous validators. */
  #admissions: Array<number | string | undefined> = []

  constructor(
    shared: Shared,
    run: number,
    signal: AbortSignal | undefined,
    context: unknown,
    resolve: (result: Result) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#shared = shared
    this.run = run
    this.#signal = signal
    this.#context = context
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Starts the program; an aborted signal must have been seen to before. */
  begin(source: string, options: string | undefined): void {
    const signal = this.#signal
    if (signal !== undefined) {
      this.#onAbort = () => this.#guarded(() => this.#shared.native.abort(this.run, thrownText(signal.reason)))
      signal.addEventListener("abort", this.#onAbort, { once: true })
    }
    this.#guarded(() =>
      options === undefined ? this.#shared.native.start(this.run, source) : this.#shared.native.start(this.run, source, options),
    )
  }

  /** Takes the turn that `enter` gets from the addon; a misbehaving addon ends this run, never the process. */
  #guarded(enter: () => string | undefined): void {
    try {
      const text = enter()
      if (text !== undefined) this.#apply(text)
    } catch (error) {
      this.#crash(error)
    }
  }

  /** Takes a turn that arrived from another thread. */
  receive(text: string): void {
    this.#guarded(() => text)
  }

  /** Takes turns until there is nothing to answer at once. */
  #apply(text: string): void {
    let next: string | undefined = text
    while (next !== undefined && !this.#over) next = this.#turn(parseTurn(next))
  }

  #turn(turn: Turn): string | undefined {
    if (turn.events !== undefined) for (const event of turn.events) this.#observe(event)
    if (turn.t === "done") {
      this.#end(turn)
      return undefined
    }
    const admitted = turn.offer === undefined ? undefined : this.#offer(turn.offer)
    if (turn.start !== undefined) for (const start of turn.start) this.#start(start)
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#timer = turn.wake === undefined ? undefined : setTimeout(this.#tick, Math.min(turn.wake, MAX_TIMER_MS))
    if (turn.t === "cleanup" && !this.#cleanup) {
      this.#cleanup = true
      this.#controller?.abort(new RunAbortedError("The run is over."))
    }
    if (turn.t === "describe") return this.#shared.describe(this.run)
    return admitted ?? this.#deliverNow()
  }

  readonly #tick = (): void => {
    this.#timer = undefined
    this.#guarded(() => this.#shared.native.tick(this.run))
  }

  /* Offers: validation and conflict keys, before admission. */

  #offer(offers: Offer[]): string | undefined {
    const batch: Array<number | string | undefined> = []
    for (const offer of offers) {
      const [id, index, carrier, value] = offer
      const mounted = this.#shared.tools[index]
      if (mounted === undefined) continue
      const input = this.#take(id, carrier, value)
      const verdict = this.#validate(id, mounted, input, carrier === Carrier.Raw)
      if (Array.isArray(verdict)) batch.push(...verdict)
      else void verdict.then((late) => this.#admitLate(late))
    }
    return batch.length === 0 ? undefined : this.#shared.native.admit(this.run, batch)
  }

  #validate(id: number, mounted: Mounted, input: unknown, raw: boolean): Array<number | string | undefined> | Promise<Array<number | string | undefined>> {
    if (mounted.validateInput === undefined) return this.#verdict(id, mounted, { ok: true, value: input }, raw)
    try {
      const outcome = mounted.validateInput(input)
      if (!(outcome instanceof Promise)) return this.#verdict(id, mounted, outcome, raw)
      return outcome.then(
        (settled) => this.#verdict(id, mounted, settled, raw),
        (error: unknown) => this.#verdict(id, mounted, { ok: false, error: thrownText(error) }, raw),
      )
    } catch (error) {
      return this.#verdict(id, mounted, { ok: false, error: thrownText(error) }, raw)
    }
  }

  #verdict(id: number, mounted: Mounted, outcome: Validation, raw: boolean): Array<number | string | undefined> {
    if (!outcome.ok) {
      const failure: Failure = {
        kind: "InvalidToolInput",
        message: `Invalid input for tool '${mounted.path}': ${outcome.error}`,
        suggestions: [`The signature may have changed: search({ query: ${JSON.stringify(mounted.path)} }) shows the current one.`],
      }
      return [id, Verdict.Refuse, JSON.stringify(failure)]
    }
    this.#offered.set(id, { value: outcome.value, raw: raw ? String(outcome.value) : undefined })
    return [id, Verdict.Admit, mounted.conflictKeys ? this.#keys(mounted, outcome.value, raw) : undefined]
  }

  /** Conflict keys as JSON text; a key function that fails counts as naming none. */
  #keys(mounted: Mounted, input: unknown, raw: boolean): string | undefined {
    try {
      const keys = raw
        ? mounted.binding?.conflictKeys?.(parseObject(String(input)), String(input))
        : mounted.tool?.conflictKeys?.(input as never)
      if (keys === undefined) return undefined
      const texts = [...new Set(typeof keys === "string" ? [keys] : keys)].filter((key) => typeof key === "string" && key !== "")
      return texts.length === 0 ? undefined : JSON.stringify(texts)
    } catch (error) {
      this.#shared.logger?.warn("conflictKeys failed, the call is scheduled without keys", { tool: mounted.path, error }, this.#context)
      return undefined
    }
  }

  #admitLate(verdict: Array<number | string | undefined>): void {
    if (this.#over) return
    this.#admissions.push(...verdict)
    this.#schedule()
  }

  /* Calls. */

  #take(id: number, carrier: Carrier, value: unknown): unknown {
    switch (carrier) {
      case Carrier.Bytes:
        return this.#shared.native.takeBytes(this.run, id)
      case Carrier.Text:
        return this.#shared.native.takeText(this.run, id)
      case Carrier.Inline:
      case Carrier.Raw:
        return value
      default:
        return NOTHING
    }
  }

  #start(start: Start): void {
    const [id, index, position, carrier, value] = start
    const mounted = this.#shared.tools[index]
    if (mounted === undefined) return
    const offered = this.#offered.get(id)
    if (offered !== undefined) this.#offered.delete(id)
    const input = offered === undefined ? this.#take(id, carrier, value) : offered.value
    const raw = offered === undefined ? (carrier === Carrier.Raw ? String(value) : undefined) : offered.raw
    const call: Call = {
      id,
      tool: mounted,
      index: position,
      seq: ++this.#started,
      input: raw !== undefined && mounted.binding !== undefined ? raw : input,
      raw,
      began: performance.now(),
    }
    this.#running.set(id, call)
    const waiting = this.#observeStart(call)
    if (waiting === undefined) this.#invoke(call)
    else void waiting.then(() => (this.#running.has(id) ? this.#invoke(call) : undefined))
  }

  #invoke(call: Call): void {
    const { tool, binding } = call.tool
    const context = new CallContext(this, call.id, call.tool.path, this.run, this.#context)
    let returned: unknown
    try {
      if (this.#shared.trackAncestors) {
        const chain = [...(ancestry.getStore() ?? []), { shared: this.#shared, run: this.run }]
        returned = ancestry.run(chain, () => invoke(tool, binding, call.input, context))
      } else returned = invoke(tool, binding, call.input, context)
      if (isThenable(returned)) {
        Promise.resolve(returned).then(
          (value) => this.#succeed(call, value),
          (error: unknown) => this.#fail(call, toolFailure(error)),
        )
        return
      }
    } catch (error) {
      this.#fail(call, toolFailure(error))
      return
    }
    this.#succeed(call, returned)
  }

  #succeed(call: Call, value: unknown): void {
    if (this.#over || !this.#running.has(call.id)) return
    const { tool, binding, validateOutput, path } = call.tool
    if (binding !== undefined) {
      const convert = this.#shared.textResults
      if (convert === undefined || typeof value !== "string") return this.#answer(call, value)
      try {
        return this.#answer(call, convert(value, path))
      } catch (error) {
        return this.#fail(call, toolFailure(error))
      }
    }
    if (tool?.output === undefined) return this.#reply(call, [Kind.Undefined])
    if (validateOutput === undefined) return this.#answer(call, value)
    const settle = (outcome: Validation): void =>
      outcome.ok ? this.#answer(call, outcome.value) : this.#fail(call, invalidOutput(path, outcome.error))
    try {
      const outcome = validateOutput(value)
      if (outcome instanceof Promise)
        outcome.then(settle, (error: unknown) => this.#fail(call, invalidOutput(path, thrownText(error))))
      else settle(outcome)
    } catch (error) {
      this.#fail(call, invalidOutput(path, thrownText(error)))
    }
  }

  #answer(call: Call, value: unknown): void {
    if (this.#over) return
    const { path } = call.tool
    let payload: Payload
    try {
      payload = toPayload(value, `Result from tool '${path}'`, this.#shared.maxDataDepth)
    } catch (error) {
      this.#fail(call, invalidOutput(path, error instanceof NotData ? error.message : thrownText(error)))
      return
    }
    this.#reply(call, payload)
  }

  #fail(call: Call, failure: Failure): void {
    if (this.#over || !this.#running.has(call.id)) return
    this.#reply(call, [Kind.Failure, JSON.stringify(failure)], failure.message)
  }

  #reply(call: Call, [kind, payload]: Payload | readonly [Kind, string], failure?: string): void {
    if (!this.#running.delete(call.id)) return
    const waiting = this.#observeEnd(call, failure === undefined ? "success" : "failure", failure)
    const push = (): void => {
      if (this.#over) return
      this.#ready.push(call.id, kind, payload)
      this.#schedule()
    }
    if (waiting === undefined) push()
    else void waiting.then(push)
  }

  /* Delivery. */

  #schedule(): void {
    if (this.#flushing) return
    this.#flushing = true
    if (mustYield()) setImmediate(this.#flush)
    else queueMicrotask(this.#flush)
  }

  readonly #flush = (): void => {
    this.#flushing = false
    if (!this.#over) this.#guarded(() => this.#deliverNow())
  }

  /** Sends what is ready, unless a flush is about to do so. */
  #deliverNow(): string | undefined {
    if (this.#flushing || this.#over) return undefined
    if (this.#admissions.length > 0) {
      const batch = this.#admissions
      this.#admissions = []
      if (this.#ready.length > 0) this.#schedule()
      return this.#shared.native.admit(this.run, batch)
    }
    const ready = this.#ready
    if (ready.length === 0) return undefined
    this.#ready = []
    if (ready.length === 3)
      return this.#shared.native.reply(this.run, ready[0] as number, ready[1] as Kind, ready[2] as string | Uint8Array | undefined)
    return this.#shared.native.replies(this.run, ready)
  }

  /* Observers. */

  #observeStart(call: Call): Promise<void> | undefined {
    const { onToolCallStart, onCall } = this.#shared.hooks
    if (onCall !== undefined) this.#notify(onCall, this.#callEvent(call, { phase: "start" }), "onCall")
    if (onToolCallStart === undefined) return undefined
    return this.#notify(onToolCallStart, { index: call.index, name: call.tool.path, input: call.input }, "onToolCallStart")
  }

  #observeEnd(call: Call, outcome: "success" | "failure" | "interrupted", message?: string): Promise<void> | undefined {
    const { onToolCallEnd, onCall } = this.#shared.hooks
    if (onToolCallEnd === undefined && onCall === undefined) return undefined
    const durationMs = performance.now() - call.began
    if (onCall !== undefined) {
      const error = outcome === "success" ? {} : { error: message ?? "interrupted: the run ended" }
      this.#notify(onCall, this.#callEvent(call, { phase: outcome === "success" ? "done" : "error", durationMs, outcome, ...error }), "onCall")
    }
    return this.#notify(
      onToolCallEnd,
      { index: call.index, name: call.tool.path, input: call.input, durationMs, outcome, ...(outcome === "failure" ? { message: message ?? "" } : {}) },
      "onToolCallEnd",
    )
  }

  #callEvent<P extends object>(call: Call, phase: P) {
    const path = call.tool.path
    return {
      runId: this.run,
      seq: call.seq,
      index: call.index,
      tool: call.tool.tool?.name ?? call.tool.binding?.name ?? path,
      path,
      args: call.raw ?? argumentText(call.input),
      input: call.input,
      ...phase,
    }
  }

  #observe(event: NonNullable<Turn["events"]>[number]): void {
    const { onToolCallStart, onToolCallEnd, onEvent } = this.#shared.hooks
    if (event.type === "search") {
      const { index, input, durationMs, outcome, message } = event
      this.#notify(onToolCallStart, { index, name: "search", input }, "onToolCallStart")
      this.#notify(
        onToolCallEnd,
        { index, name: "search", input, durationMs, outcome, ...(outcome === "failure" ? { message: message ?? "" } : {}) },
        "onToolCallEnd",
      )
    }
    if (onEvent !== undefined) {
      const name = "tool" in event ? this.#shared.tools[event.tool]?.path : undefined
      this.#notify(onEvent, { ...event, runId: this.run, ...(name === undefined ? {} : { name }) } as ProgressEvent, "onEvent")
    }
  }

  #notify<E>(observer: ((event: E, context: unknown) => unknown) | undefined, event: E, name: string): Promise<void> | undefined {
    return notify(observer, event, name, this.#shared.logger, this.#context)
  }

  /* The end. */

  /** The signal that tools of this run get; made when the first of them asks. */
  get toolSignal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#over || this.#cleanup) this.#controller.abort(new RunAbortedError("The run is over."))
    }
    return this.#controller.signal
  }

  #end(turn: Extract<Turn, { t: "done" }>): void {
    this.#over = true
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener("abort", this.#onAbort)
    this.#shared.onOver(this.run)
    const reason = endReason(turn, this.#signal)
    for (const call of this.#running.values()) this.#observeEnd(call, "interrupted")
    this.#running.clear()
    this.#offered.clear()
    this.#controller?.abort(reason)
    if (turn.reject === true) this.#reject(this.#signal?.aborted === true ? this.#signal.reason : reason)
    else this.#resolve(turn.result as Result)
  }

  /** Ends the run from outside the contract: the addon itself failed. */
  #crash(error: unknown): void {
    if (this.#over) return
    this.#over = true
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener("abort", this.#onAbort)
    this.#shared.onOver(this.run)
    this.#controller?.abort(error)
    this.#reject(error)
  }
}

function endReason(turn: Extract<Turn, { t: "done" }>, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason
  return turn.result.ok
    ? new RunAbortedError("The run is over: the program returned.")
    : new RunAbortedError(`The run is over: ${turn.result.error.message}`, turn.result.error as RunAbortedError["diagnostic"])
}

class CallContext implements ToolContext {
  readonly #session: Session
  readonly callId: number
  readonly path: string
  readonly runId: number
  readonly context: unknown

  constructor(session: Session, callId: number, path: string, runId: number, context: unknown) {
    this.#session = session
    this.callId = callId
    this.path = path
    this.runId = runId
    this.context = context
  }

  get signal(): AbortSignal {
    return this.#session.toolSignal
  }
}

function invoke(tool: Mounted["tool"], binding: Mounted["binding"], input: unknown, context: ToolContext): unknown {
  if (tool !== undefined) return tool.execute(input as never, context)
  return binding?.invoke(input as string, context)
}

/** Whether to wait for `value`; an object that refuses to answer is no promise, and is refused as data later. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== "object" || value === null) return false
  try {
    return typeof (value as { then?: unknown }).then === "function"
  } catch {
    return false
  }
}

function invalidOutput(path: string, error: string): Failure {
  return { kind: "InvalidToolOutput", message: `Invalid output from tool '${path}': ${error}` }
}

function parseObject(text: string): Record<string, unknown> {
  const value: unknown = text === "" ? {} : JSON.parse(text)
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}

function argumentText(input: unknown): string {
  try {
    return JSON.stringify(input) ?? ""
  } catch {
    return ""
  }
}
