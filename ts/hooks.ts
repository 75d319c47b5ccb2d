/**
 * Observers: what a host may watch of a run.
 *
 * An observer can be slow, asynchronous or broken; it never changes a run. Errors go to the logger.
 */

import type { RunEvent } from "./native.js"

/** An admitted call that begins to run; `input` is the decoded value. */
export interface ToolCallStarted {
  /** Position in `toolCalls`, from 0. */
  readonly index: number
  /** Dotted path of the tool. */
  readonly name: string
  readonly input: unknown
}

/** A call that came to its end. */
export interface ToolCallEnded extends ToolCallStarted {
  readonly durationMs: number
  readonly outcome: "success" | "failure" | "interrupted"
  /** Only with `outcome: "failure"`. */
  readonly message?: string
}

/** One phase of one call, in the style of the orchestration preset. */
export interface CallEvent {
  readonly runId: number
  /** Order of starting within the run, from 1. */
  readonly seq: number
  /** Position in `toolCalls`, from 0. */
  readonly index: number
  /** Name of the tool: the last segment of its path. */
  readonly tool: string
  /** Dotted path. */
  readonly path: string
  /** The argument as JSON text. */
  readonly args: string
  readonly input: unknown
  readonly phase: "start" | "done" | "error"
  readonly durationMs?: number
  readonly outcome?: "success" | "failure" | "interrupted"
  /** Message of a failure. */
  readonly error?: string
}

/** A program that is about to run. */
export interface ProgramEvent {
  readonly code: string
  readonly description?: string
}

/** Live progress of a run, for a user interface. */
export type ProgressEvent = RunEvent & { readonly runId: number; readonly name?: string }

/** Where the library writes what must not be lost and must not disturb. */
export interface Logger {
  warn(message: string, fields: Readonly<Record<string, unknown>>, context: unknown): void
}

/** Observers of a runtime; each also gets what the caller passed to `execute` as `context`. */
export interface Hooks {
  /** A call begins; a returned promise is awaited before the tool runs. */
  readonly onToolCallStart?: (event: ToolCallStarted, context: unknown) => unknown
  /** A call ended; a returned promise is awaited before the program goes on. */
  readonly onToolCallEnd?: (event: ToolCallEnded, context: unknown) => unknown
  /** Both in one function. */
  readonly onCall?: (event: CallEvent, context: unknown) => void
  /** Queued, started and ended calls, searches and console lines, numbered per run. */
  readonly onEvent?: (event: ProgressEvent, context: unknown) => void
}

/** Calls an observer; its failure is logged. Returns its promise, guarded, when it has one. */
export function notify<E>(
  observer: ((event: E, context: unknown) => unknown) | undefined,
  event: E,
  name: string,
  logger: Logger | undefined,
  context: unknown,
): Promise<void> | undefined {
  if (observer === undefined) return undefined
  const failed = (error: unknown): void => {
    try {
      logger?.warn(`${name} failed`, { error }, context)
    } catch {
      // A logger that fails has nowhere to report to.
    }
  }
  try {
    const returned = observer(event, context)
    return returned instanceof Promise ? returned.then(() => undefined, failed) : undefined
  } catch (error) {
    failed(error)
    return undefined
  }
}
