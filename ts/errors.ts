/**
 * Errors of the public API, recognised by brand instead of identity.
 *
 * The ESM and the CommonJS build (or two versions of the package) may meet in one process, so `instanceof` would lie:
 * every class carries a `Symbol.for` brand and offers `isInstance`.
 */

import type { DataObject, Diagnostic, Result } from "./result.js"

const TOOL_ERROR = Symbol.for("codemode-native.ToolError")
const RUN_TOOL_ERROR = Symbol.for("codemode-native.RunToolError")
const ABORT_ERROR = Symbol.for("codemode-native.RunAborted")

function branded(value: unknown, brand: symbol): boolean {
  try {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[brand] === true
  } catch {
    return false
  }
}

/** Options of {@link ToolError}. */
export interface ToolErrorOptions {
  /** What led to the refusal; its name and message are shown, its stack is not. */
  readonly cause?: unknown
  /** Facts the program may read: members become own properties of the error it catches. */
  readonly data?: DataObject
}

/**
 * A refusal on purpose: its message reaches the program and the model unchanged.
 *
 * @example
 * ```ts
 * throw new ToolError("Order is locked", { data: { retryAfter: 30 } })
 * ```
 */
export class ToolError extends Error {
  override readonly name: string = "ToolError"
  readonly _tag = "ToolError" as const
  /** Facts the program may read. */
  readonly data: DataObject | undefined

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined)
    this.data = options.data
    Object.defineProperty(this, TOOL_ERROR, { value: true })
  }

  /** Whether `value` is a `ToolError` of any copy of this package. */
  static isInstance(value: unknown): value is ToolError {
    return branded(value, TOOL_ERROR)
  }
}

/** Makes a {@link ToolError}; `cause` is reported behind the message. */
export function toolError(message: string, cause?: unknown): ToolError {
  return new ToolError(message, cause === undefined ? {} : { cause })
}

/** What `RunTool.call` throws: the whole text for the model, and the result it came from. */
export class RunToolError extends Error {
  override readonly name: string = "RunToolError"
  /** The failed run; absent when the arguments were refused before a run. */
  readonly result: Extract<Result, { ok: false }> | undefined

  constructor(message: string, result?: Extract<Result, { ok: false }>) {
    super(message)
    this.result = result
    Object.defineProperty(this, RUN_TOOL_ERROR, { value: true })
  }

  /** Whether `value` is a `RunToolError` of any copy of this package. */
  static isInstance(value: unknown): value is RunToolError {
    return branded(value, RUN_TOOL_ERROR)
  }
}

/** What an aborted `execute` rejects with when the signal carries no reason of its own. */
export class RunAbortedError extends Error {
  override readonly name: string = "AbortError"
  /** What was known of the run when it was stopped. */
  readonly diagnostic: Diagnostic | undefined

  constructor(message: string, diagnostic?: Diagnostic) {
    super(message)
    this.diagnostic = diagnostic
    Object.defineProperty(this, ABORT_ERROR, { value: true })
  }

  /** Whether `value` is a `RunAbortedError` of any copy of this package. */
  static isInstance(value: unknown): value is RunAbortedError {
    return branded(value, ABORT_ERROR)
  }
}
