/**
 * Limits as a host writes them: their checks and the recommended set.
 *
 * What a limit means and which values it takes is decided in Rust, in one table; here are its TypeScript face and the
 * conveniences around it.
 */

import { addon } from "./addon.js"
import { encodeLimits } from "./native.js"

/** Limits of a run. Absent: the preset's default. `Infinity`: none. */
export interface Limits {
  /**
   * Total wall-clock time of a run, in milliseconds.
   * @defaultValue none (`RunTool`: 600_000)
   */
  readonly timeoutMs?: number
  /**
   * Time a waiting program may still use after the deadline, in milliseconds.
   * @defaultValue 0 (`RunTool`: 5_000)
   */
  readonly graceMs?: number
  /**
   * Time spent running the program itself, in milliseconds; waiting for tools is free.
   * @defaultValue none (`RunTool`: 120_000)
   */
  readonly computeMs?: number
  /**
   * Bytes the program may hold.
   * @defaultValue 536_870_912 (`RunTool`: 268_435_456)
   */
  readonly memoryBytes?: number
  /**
   * Nested calls inside the program.
   * @defaultValue 10_000 (`RunTool`: 8_192)
   */
  readonly callDepth?: number
  /**
   * Admitted tool calls.
   * @defaultValue none (`RunTool`: 200)
   */
  readonly maxToolCalls?: number
  /**
   * Tool calls in flight at once; more wait.
   * @defaultValue none (`RunTool`: 8)
   */
  readonly maxParallelToolCalls?: number
  /**
   * Sum of the sizes of all tool results, in bytes.
   * @defaultValue none (`RunTool`: 67_108_864)
   */
  readonly toolResultBytes?: number
  /**
   * Retained result value and logs, in bytes.
   * @defaultValue none
   */
  readonly maxOutputBytes?: number
  /**
   * Console output in all, in bytes.
   * @defaultValue none (`RunTool`: 200_000)
   */
  readonly logBytes?: number
  /**
   * Console lines.
   * @defaultValue none (`RunTool`: 2_000)
   */
  readonly logLines?: number
  /**
   * Characters of one console line; the rest is cut.
   * @defaultValue none (`RunTool`: 4_000)
   */
  readonly logLineChars?: number
  /**
   * Nesting of data that crosses the boundary.
   * @defaultValue 32 (`RunTool`: none)
   */
  readonly maxDataDepth?: number
  /**
   * Size of one call's argument, in bytes.
   * @defaultValue none
   */
  readonly argumentBytes?: number
  /**
   * Size of the program text, in bytes.
   * @defaultValue 5_242_880
   */
  readonly sourceBytes?: number
  /**
   * Timers pending at once.
   * @defaultValue 10_000
   */
  readonly maxTimers?: number
  /**
   * Promises pending at once that the program waits on.
   * @defaultValue none
   */
  readonly maxPendingPromises?: number
}

/** The first problem of `limits` in documentation order, or `undefined`. Never throws. */
export function validateLimits(limits: unknown): string | undefined {
  if (limits === undefined) return undefined
  if (typeof limits !== "object" || limits === null || Array.isArray(limits)) return "limits must be an object."
  return addon.validateLimits(JSON.stringify(encodeLimits(limits)))
}

/** A copy in which every value that would be refused or is not positive counts as absent, for values out of a configuration file. */
export function lenientLimits(limits: Readonly<Record<string, unknown>>): Limits {
  const kept: Record<string, number> = {}
  for (const [name, value] of Object.entries(limits))
    if (typeof value === "number" && value > 0 && validateLimits({ [name]: value }) === undefined) kept[name] = value
  return kept as Limits
}

/** One row of the limit table. */
interface LimitRow {
  readonly name: keyof Limits
  readonly recommended: number | null
}

/** Limits that protect a host from a program that nobody has read, without getting in the way of an honest one. */
export const recommendedLimits: Limits = Object.freeze(
  Object.fromEntries(
    (JSON.parse(addon.limitTable()) as LimitRow[]).flatMap(({ name, recommended }) => (recommended === null ? [] : [[name, recommended]])),
  ),
)

/** `Limits` as a value: the recommended set and the checks. */
export const Limits = Object.freeze({
  recommended: recommendedLimits,
  validate: validateLimits,
  lenient: lenientLimits,
})
