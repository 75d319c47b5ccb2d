/**
 * What a tool threw, turned into words for the program.
 *
 * The message, the causes' messages and short own facts such as `code` or `status` are shown; stacks and everything else
 * stay on the host side. A thrown value may be anything, hostile getters included, so every read is guarded.
 */

import { ToolError } from "./errors.js"
import type { Failure } from "./native.js"

const MAX_CHARS = 10_000
const MAX_CAUSES = 5

/** The failure of a call whose tool threw or rejected with `thrown`. */
export function toolFailure(thrown: unknown): Failure {
  const message = cut(guard(() => messageOf(thrown), "The tool failed with a value that cannot be read."))
  const data = guard(() => (ToolError.isInstance(thrown) ? publicData(thrown) : ownFacts(thrown)), undefined)
  return data === undefined ? { kind: "ToolFailure", message } : { kind: "ToolFailure", message, data }
}

/** The text of a thrown value, as reported to hosts and models. */
export function thrownText(thrown: unknown): string {
  return cut(guard(() => messageOf(thrown), "a value that cannot be read"))
}

function guard<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function cut(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}…`
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown
  if (thrown === undefined || thrown === null) return `The tool failed without a reason (it threw ${String(thrown)}).`
  if (typeof thrown !== "object" && typeof thrown !== "function") return String(thrown)
  if (thrown instanceof AggregateError && thrown.errors.length > 0 && thrown.message === "")
    return thrown.errors.map((error) => guard(() => messageOf(error), "unreadable error")).join("\n")
  if (isErrorLike(thrown)) {
    const causes = causesOf(thrown)
    if (causes.length === 0) return thrown.message === "" ? nameOf(thrown) : thrown.message
    return `${nameOf(thrown)}: ${thrown.message} ${causes.map((cause) => `(cause: ${cause})`).join(" ")}`
  }
  return JSON.stringify(thrown) ?? "The tool failed with a function."
}

function isErrorLike(value: object): value is { readonly name?: unknown; readonly message: string; readonly cause?: unknown } {
  return typeof (value as { message?: unknown }).message === "string"
}

function nameOf(error: { readonly name?: unknown }): string {
  return typeof error.name === "string" && error.name !== "" ? error.name : "Error"
}

function causesOf(error: { readonly cause?: unknown }): string[] {
  const causes: string[] = []
  let at: unknown = error.cause
  while (at !== undefined && at !== null && causes.length < MAX_CAUSES) {
    if (typeof at === "object" && isErrorLike(at)) {
      causes.push(`${nameOf(at)}: ${at.message}`)
      at = at.cause
    } else {
      causes.push(typeof at === "string" ? at : (JSON.stringify(at) ?? String(at)))
      at = undefined
    }
  }
  return causes
}

function publicData(error: ToolError): Record<string, unknown> | undefined {
  if (error.data === undefined) return undefined
  const copy: unknown = JSON.parse(JSON.stringify(error.data))
  return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? (copy as Record<string, unknown>) : undefined
}

const MAX_FACTS = 16
const MAX_FACT_CHARS = 500

/** Own enumerable texts, numbers and booleans of an error: what programs branch on when they retry. */
function ownFacts(thrown: unknown): Record<string, unknown> | undefined {
  if (!(thrown instanceof Error)) return undefined
  const facts: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(thrown))) {
    if (property.enumerable !== true || key === "__proto__" || Object.keys(facts).length >= MAX_FACTS) continue
    const value: unknown = property.value
    const short = typeof value === "string" && value.length <= MAX_FACT_CHARS && value.isWellFormed()
    if (short || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) facts[key] = value
  }
  return Object.keys(facts).length === 0 ? undefined : facts
}
