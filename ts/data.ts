/**
 * Tool results, read once and as data.
 *
 * The text that crosses is JSON with four more tokens (`undefined`, `NaN`, `Infinity`, `-Infinity`), because a program
 * sees these as the tool gave them. Nothing of a host object survives: accessors, proxies, functions, class instances,
 * cycles and excessive depth are refused, whatever they would answer when asked.
 *
 * The common case is one walk that proves a value to be plain JSON, then the engine's own `JSON.stringify`; only values
 * that JSON cannot carry are written by hand.
 */

import { types } from "node:util"
import { Kind } from "./native.js"

/** A value on its way into the addon. */
export type Payload = readonly [kind: Kind, payload?: string | Uint8Array]

/** A value that is no data: what is wrong and where. */
export class NotData extends Error {
  override readonly name = "NotData"
}

/** Nesting that no result may exceed even where the limit is lifted: the walk uses the native stack. */
const DEEPEST = 2_000

/**
 * Reads `value` as data.
 * @param label what the value is called in errors, for example `Result from tool 'a.b'`
 * @param maxDepth levels below the root; `undefined` for the widest that is safe
 * @throws NotData
 */
export function toPayload(value: unknown, label: string, maxDepth: number | undefined): Payload {
  if (typeof value === "string") return value.isWellFormed() ? [Kind.Text, value] : [Kind.Json, JSON.stringify(value)]
  if (value === undefined) return [Kind.Undefined]
  if (types.isUint8Array(value) && !types.isProxy(value)) return [Kind.Bytes, value]
  const walk = new Walk(label, Math.min(maxDepth ?? DEEPEST, DEEPEST))
  try {
    if (walk.isPlain(value, 0)) return [Kind.Json, JSON.stringify(value)]
    return [Kind.Json, walk.write(value, 0, "")]
  } catch (error) {
    if (error instanceof NotData) throw error
    if (error instanceof RangeError) throw new NotData(`${label} exceeds the maximum value depth of ${walk.maxDepth}.`)
    throw new NotData(`${label} could not be read: ${safeString(error)}.`)
  }
}

function safeString(value: unknown): string {
  try {
    return value instanceof Error ? value.message : String(value)
  } catch {
    return "unknown error"
  }
}

class Walk {
  readonly #label: string
  readonly maxDepth: number
  /** Objects that are open on this branch, to find cycles. */
  readonly #open = new Set<object>()

  constructor(label: string, maxDepth: number) {
    this.#label = label
    this.maxDepth = maxDepth
  }

  /** Whether `JSON.stringify` would write exactly this value; false for anything that needs a closer look. */
  isPlain(value: unknown, depth: number): boolean {
    if (depth > this.maxDepth) return false
    switch (typeof value) {
      case "string":
      case "boolean":
        return true
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0)
      case "object":
        break
      default:
        return false
    }
    if (value === null) return true
    if (types.isProxy(value)) return false
    if (Array.isArray(value)) {
      if (Object.getPrototypeOf(value) !== Array.prototype) return false
      for (let i = 0; i < value.length; i++) if (!this.isPlain(value[i], depth + 1)) return false
      return true
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const key of Object.keys(value)) {
      if (key === "__proto__" || key === "toJSON") return false
      const property = Object.getOwnPropertyDescriptor(value, key)
      if (property === undefined || property.get !== undefined || property.set !== undefined) return false
      if (!this.isPlain(property.value, depth + 1)) return false
    }
    return true
  }

  /** The text of a value, or `NotData`. */
  write(value: unknown, depth: number, at: string): string {
    if (depth > this.maxDepth) throw new NotData(`${this.#label} exceeds the maximum value depth of ${this.maxDepth}.`)
    switch (typeof value) {
      case "string":
        return JSON.stringify(value)
      case "boolean":
        return value ? "true" : "false"
      case "number":
        return Object.is(value, -0) ? "-0" : String(value)
      case "undefined":
        return "undefined"
      case "object":
        return value === null ? "null" : this.#object(value, depth, at)
      default:
        throw new NotData(`${this.#label} must contain data only. Found a ${typeof value}${place(at)}.`)
    }
  }

  #object(value: object, depth: number, at: string): string {
    if (types.isProxy(value)) throw new NotData(`${this.#label} must contain plain objects only. Found a Proxy${place(at)}.`)
    if (this.#open.has(value)) throw new NotData(`${this.#label} contains a circular value${place(at)}.`)
    if (types.isDate(value)) {
      const time = Date.prototype.getTime.call(value)
      return Number.isNaN(time) ? "null" : JSON.stringify(new Date(time).toISOString())
    }
    if (value instanceof URL) return JSON.stringify(value.href)
    if (types.isMap(value) || types.isSet(value) || types.isRegExp(value) || value instanceof URLSearchParams) return "{}"
    this.#open.add(value)
    const text = Array.isArray(value) ? this.#array(value, depth, at) : this.#record(value, depth, at)
    this.#open.delete(value)
    return text
  }

  #array(value: unknown[], depth: number, at: string): string {
    if (Object.getPrototypeOf(value) !== Array.prototype) throw this.#instance(value, at)
    let text = "["
    for (let i = 0; i < value.length; i++) {
      const property = Object.getOwnPropertyDescriptor(value, i)
      if (property !== undefined && (property.get !== undefined || property.set !== undefined)) throw this.#accessor(`${at}[${i}]`)
      text += `${i === 0 ? "" : ","}${this.write(property?.value, depth + 1, `${at}[${i}]`)}`
    }
    return `${text}]`
  }

  #record(value: object, depth: number, at: string): string {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) throw this.#instance(value, at)
    let text = "{"
    for (const key of Object.keys(value)) {
      if (key === "__proto__") throw new NotData(`${this.#label} contains blocked property '__proto__'${place(at)}.`)
      const where = at === "" ? key : `${at}.${key}`
      const property = Object.getOwnPropertyDescriptor(value, key)
      if (property === undefined) continue
      if (property.get !== undefined || property.set !== undefined) throw this.#accessor(where)
      text += `${text === "{" ? "" : ","}${JSON.stringify(key)}:${this.write(property.value, depth + 1, where)}`
    }
    return `${text}}`
  }

  #instance(value: object, at: string): NotData {
    return new NotData(`${this.#label} must contain plain objects only. Found ${article(className(value))}${place(at)}.`)
  }

  #accessor(at: string): NotData {
    return new NotData(`${this.#label} must contain data only. Found an accessor${place(at)}.`)
  }
}

function place(at: string): string {
  if (at === "") return ""
  return ` at ${at.length > 120 ? `${at.slice(0, 120)}…` : at}`
}

function className(value: object): string {
  for (let prototype = Object.getPrototypeOf(value) as object | null; prototype !== null; prototype = Object.getPrototypeOf(prototype) as object | null) {
    const made: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value
    if (typeof made !== "function") continue
    const name: unknown = Object.getOwnPropertyDescriptor(made, "name")?.value
    if (typeof name === "string" && name !== "") return name.slice(0, 60)
  }
  return "class instance"
}

function article(noun: string): string {
  return `${/^(?!Ui|UR)[AEIOU]/i.test(noun) ? "an" : "a"} ${noun}`
}
