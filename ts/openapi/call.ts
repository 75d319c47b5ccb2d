/**
 * One call of a generated tool: plan, credentials, request, redirects, retries, result.
 *
 * Invariants: credentials go to the origin they were resolved for and nowhere else, on no hop; they are in no message,
 * no error and no result; every failure that a program sees is a `ToolError` made here.
 */

import { ToolError } from "../errors.js"
import type { DataObject, DataValue } from "../result.js"
import type { ToolContext } from "../tool.js"
import { authorise, type Secrets } from "./auth.js"
import { assemble, type Body } from "./body.js"
import type { NativeApi, PlannedRequest, PlannedTool, SchemeUse } from "./native.js"
import type { Operation, Problem, TransportOptions } from "./options.js"
import { collect, decode, family, filenameOf, Malformed, readBytes, textOf, TooLarge } from "./response.js"

const MIB = 1024 * 1024
const DEFAULT_RESPONSE_BYTES = 50 * MIB
const MAX_REDIRECTS = 10
/** Characters of an error body in the message. */
const SUMMARY_CHARS = 1024
/** Characters of an error body that programs may read as data. */
const ERROR_BODY_CHARS = 64 * 1024
const SAFE_TO_REPEAT = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "PUT", "DELETE"])
const PASSING = new Set([429, 502, 503, 504])
/** Headers of an error response that tell what to do next. */
const INTERESTING = /^(content-type|retry-after|link|location|etag|last-modified|www-authenticate|allow|(x-)?request-id|x-correlation-id|x-github-request-id|(x-)?rate-?limit.*)$/
/** What a secret must have at least to be worth hiding in foreign text. */
const SECRET_CHARS = 6

/** What calls of one API share. */
export interface Caller {
  readonly api: NativeApi
  readonly options: TransportOptions
}

/** One tool's calls. */
export class Call {
  readonly #caller: Caller
  readonly #index: number
  readonly #operation: Operation
  readonly #full: boolean
  #security: SchemeUse[][] | undefined

  constructor(caller: Caller, index: number, planned: PlannedTool) {
    this.#caller = caller
    this.#index = index
    this.#full = planned.full === true
    this.#operation = {
      method: planned.method,
      path: planned.path,
      operationId: planned.operationId,
      summary: planned.summary,
      description: planned.description,
    }
  }

  /** Performs a call. */
  async run(input: unknown, context: Pick<ToolContext, "signal">): Promise<DataValue> {
    const planned = this.#plan(input)
    const { timeoutMs } = this.#caller.options
    const over = new AbortController()
    const stop = (): void => over.abort(context.signal.reason)
    if (context.signal.aborted) stop()
    else context.signal.addEventListener("abort", stop, { once: true })
    let late = false
    const timer =
      timeoutMs === undefined || !Number.isFinite(timeoutMs)
        ? undefined
        : setTimeout(() => ((late = true), over.abort(new Error("timeout"))), timeoutMs)
    try {
      return await this.#perform(planned, over.signal)
    } catch (error) {
      if (late) throw new ToolError(`${this.#name} timed out after ${timeoutMs} ms.`)
      if (context.signal.aborted) throw context.signal.reason
      throw error
    } finally {
      clearTimeout(timer)
      context.signal.removeEventListener("abort", stop)
      // Whatever is still being read of this call ends with it.
      over.abort()
    }
  }

  get #name(): string {
    return `${this.#operation.method} ${this.#operation.path}`
  }

  #problem(stage: Problem["stage"], error: unknown): void {
    try {
      this.#caller.options.onProblem?.({ operation: this.#operation, stage, error })
    } catch {
      // An observer cannot change the outcome.
    }
  }

  #plan(input: unknown): PlannedRequest {
    let text: string
    try {
      text = JSON.stringify(input ?? {}, fileBytes) ?? "{}"
      text = text.isWellFormed() ? text : text.toWellFormed()
    } catch {
      throw new ToolError(`Invalid JSON body for ${this.#name}.`)
    }
    const answer = JSON.parse(this.#caller.api.request(this.#index, text)) as { request: PlannedRequest } | { error: string }
    if ("error" in answer) throw new ToolError(answer.error)
    return answer.request
  }

  async #perform(planned: PlannedRequest, signal: AbortSignal): Promise<DataValue> {
    const { options, api } = this.#caller
    const read = options.readFile
    const body =
      planned.body === undefined
        ? undefined
        : await assemble(
            planned.body,
            read === undefined
              ? undefined
              : async (reference) => {
                  try {
                    return await read(reference, this.#operation)
                  } catch (error) {
                    this.#problem("file", error)
                    throw new ToolError(ToolError.isInstance(error) ? error.message : "The file could not be read.")
                  }
                },
          )
    let url: URL
    try {
      url = new URL(planned.url)
    } catch {
      throw new ToolError(`${this.#name} failed: the URL is not valid.`)
    }
    this.#security ??= JSON.parse(api.security(this.#index)) as SchemeUse[][]
    const secrets = await authorise(this.#security, options.auth, this.#operation, url.origin, signal, (error) => this.#problem("auth", error))
    const query = planned.query.filter(([name]) => !secrets.query.has(name)).map(([, pair]) => pair)
    for (const [name, value] of secrets.query) query.push(new URLSearchParams([[name, value]]).toString())
    // The text is set as it was planned: assigning to `search` would escape it again.
    const target = query.length === 0 ? planned.url : `${planned.url}?${query.join("&")}`
    const response = await this.#attempts(target, planned, body, secrets, signal)
    return this.#result(response, planned.method, secrets, signal)
  }

  /* Sending. */

  async #attempts(target: string, planned: PlannedRequest, body: Body | undefined, secrets: Secrets, signal: AbortSignal): Promise<Response> {
    const { retry } = this.#caller.options
    const { attempts = 3, delayMs = 500, maxDelayMs = 30_000 } = typeof retry === "object" ? retry : {}
    const limit = retry === undefined || retry === false ? 1 : attempts
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= limit
      let wait = Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs)
      try {
        const response = await this.#hops(target, planned, body, secrets, signal)
        if (last || !PASSING.has(response.status)) return response
        const asked = retryAfter(response.headers.get("retry-after"))
        // A request that may have had an effect is repeated only when the server says when.
        if (!SAFE_TO_REPEAT.has(planned.method) && asked === undefined) return response
        if (asked !== undefined && asked > maxDelayMs) return response
        wait = asked ?? wait
        await response.body?.cancel().catch(() => undefined)
      } catch (error) {
        if (last || signal.aborted || ToolError.isInstance(error) || !SAFE_TO_REPEAT.has(planned.method)) throw this.#transport(error, signal)
      }
      await sleep(wait, signal)
    }
  }

  #transport(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted || ToolError.isInstance(error)) return error
    this.#problem("transport", error)
    return new ToolError(`${this.#name} failed: transport error`)
  }

  /** One request and the redirects it leads to. */
  async #hops(target: string, planned: PlannedRequest, body: Body | undefined, secrets: Secrets, signal: AbortSignal): Promise<Response> {
    const { options } = this.#caller
    const send = options.fetch ?? globalThis.fetch
    const policy = options.redirects ?? "follow"
    const origin = new URL(target).origin
    let { method } = planned
    let sent = body
    let url = target
    let trusted = true
    for (let hop = 0; ; hop++) {
      const headers = trusted ? this.#headers(planned, sent, secrets) : new Headers({ accept: planned.accept })
      const response = await send(url, {
        method,
        headers,
        redirect: "manual",
        signal,
        ...(sent === undefined ? {} : { body: sent.data as NonNullable<RequestInit["body"]> }),
      })
      const location = response.headers.get("location")
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null || policy === "none") return response
      await response.body?.cancel().catch(() => undefined)
      if (hop >= MAX_REDIRECTS) throw new ToolError(`${this.#name} failed: too many redirects.`)
      const next = this.#target(location, url)
      if (response.status === 303 ? method !== "HEAD" && method !== "GET" : response.status < 303 && method === "POST") {
        method = "GET"
        sent = undefined
      }
      if (next.origin !== origin) {
        if (policy === "same-origin") throw new ToolError(`${this.#name} failed: redirected to another origin.`)
        if (sent !== undefined || (method !== "GET" && method !== "HEAD"))
          throw new ToolError(`${this.#name} failed: redirected to another origin, where its body may not go.`)
        trusted = false
      }
      url = next.href
    }
  }

  #target(location: string, from: string): URL {
    let next: URL
    try {
      next = new URL(location, from)
    } catch {
      throw new ToolError(`${this.#name} failed: redirected to an invalid address.`)
    }
    if (next.protocol !== "https:" && (next.protocol !== "http:" || from.startsWith("https:")))
      throw new ToolError(`${this.#name} failed: redirected to an insecure address.`)
    next.username = ""
    next.password = ""
    return next
  }

  /** The host's headers, then the call's, then credentials. */
  #headers(planned: PlannedRequest, body: Body | undefined, secrets: Secrets): Headers {
    const headers = new Headers({ accept: planned.accept })
    for (const [name, value] of Object.entries(this.#caller.options.headers ?? {})) headers.set(name, value)
    for (const [name, value] of planned.headers) if (name.toLowerCase() !== "cookie") headers.set(name, value)
    const cookies = planned.cookies.filter(([name]) => !secrets.cookies.has(name)).map(([, pair]) => pair)
    for (const [name, value] of secrets.cookies) cookies.push(`${name}=${value}`)
    if (cookies.length > 0) {
      const own = headers.get("cookie")
      headers.set("cookie", [...(own === null ? [] : [own]), ...cookies].join("; "))
    }
    if (body !== undefined) headers.set("content-type", body.contentType)
    for (const [name, value] of secrets.headers) headers.set(name, value)
    return headers
  }

  /* Results. */

  async #result(response: Response, method: string, secrets: Secrets, signal: AbortSignal): Promise<DataValue> {
    const { options } = this.#caller
    const limit = options.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES
    const ok = response.status >= 200 && response.status < 300
    const type = response.headers.get("content-type")
    const kind = family(type)
    if (ok && method !== "HEAD" && (kind === "events" || kind === "sequence")) {
      const { maxItems = 1000, maxMs = 30_000 } = options.stream ?? {}
      try {
        return this.#shaped(response, hide(await collect(response, kind, { maxItems, maxMs, maxBytes: limit }), secrets), secrets)
      } catch (error) {
        throw this.#unreadable(error, limit, signal)
      }
    }
    let bytes: Uint8Array
    try {
      bytes = await readBytes(response, limit)
    } catch (error) {
      throw this.#unreadable(error, limit, signal)
    }
    if (!ok) throw this.#refused(response, bytes, secrets)
    let decoded
    try {
      decoded = decode(bytes, type)
    } catch (error) {
      if (error instanceof Malformed) throw new ToolError(`${this.#name} returned malformed JSON.`)
      throw error
    }
    const data = "data" in decoded ? hide(decoded.data, secrets) : await this.#file(decoded.file, response)
    return this.#shaped(response, data, secrets)
  }

  #unreadable(error: unknown, limit: number, signal: AbortSignal): unknown {
    if (error instanceof TooLarge) return new ToolError(`${this.#name} response exceeds ${size(limit)}.`)
    if (signal.aborted || ToolError.isInstance(error)) return error
    this.#problem("body", error)
    return new ToolError(`${this.#name} failed while reading the response body.`)
  }

  #shaped(response: Response, data: DataValue, secrets: Secrets): DataValue {
    const { mapResponse } = this.#caller.options
    const headers = headersOf(response.headers, (name) => name !== "set-cookie", secrets)
    const mapped = mapResponse === undefined ? data : mapResponse({ status: response.status, headers, data }, this.#operation)
    return this.#full ? { status: response.status, headers, data: mapped } : mapped
  }

  async #file(data: Uint8Array, response: Response): Promise<DataValue> {
    const contentType = response.headers.get("content-type") ?? "application/octet-stream"
    const filename = filenameOf(response.headers.get("content-disposition"))
    const about: DataObject = { contentType, size: data.byteLength, ...(filename === undefined ? {} : { filename }) }
    const { storeFile } = this.#caller.options
    if (storeFile !== undefined) {
      try {
        const reference = await storeFile({ data, contentType, filename }, this.#operation)
        if (reference !== undefined) return { ...about, ref: reference }
      } catch (error) {
        this.#problem("file", error)
        throw new ToolError(`${this.#name} returned a file that could not be stored.`)
      }
    }
    return { ...about, base64: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64") }
  }

  #refused(response: Response, bytes: Uint8Array, secrets: Secrets): ToolError {
    const type = response.headers.get("content-type")
    let body: DataValue = null
    let summary = ""
    if (bytes.byteLength > 0) {
      if (family(type) === "bytes") summary = `${bytes.byteLength} bytes of ${type}`
      else {
        const text = hide(textOf(bytes, type), secrets) as string
        body = text.length <= ERROR_BODY_CHARS ? text : `${text.slice(0, ERROR_BODY_CHARS)}...`
        summary = text
        if (family(type) === "json" && text.length <= ERROR_BODY_CHARS) {
          try {
            body = JSON.parse(text) as DataValue
            summary = body === null ? "" : typeof body === "string" ? body : JSON.stringify(body)
          } catch {
            // What claims to be JSON and is not is shown as it came.
          }
        }
      }
    }
    if (summary.length > SUMMARY_CHARS) summary = `${summary.slice(0, SUMMARY_CHARS)}...`
    const headers = headersOf(response.headers, (name) => INTERESTING.test(name), secrets)
    return new ToolError(`${this.#name} failed with HTTP ${response.status}: ${summary === "" ? "no response body" : summary}`, {
      data: { status: response.status, headers, body },
    })
  }
}

/** Bytes inside an input travel as file values. */
function fileBytes(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") }
  if (value instanceof ArrayBuffer) return { base64: Buffer.from(value).toString("base64") }
  // `Buffer` has been through its own `toJSON` by now.
  if (isBufferJson(value)) return { base64: Buffer.from(value.data).toString("base64") }
  return value
}

function isBufferJson(value: unknown): value is { readonly data: number[] } {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as { type?: unknown }).type === "Buffer" &&
    Array.isArray((value as { data?: unknown }).data) &&
    Object.keys(value).length === 2
  )
}

function size(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`
}

function headersOf(headers: Headers, wanted: (name: string) => boolean, secrets: Secrets): Record<string, string> {
  const out: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (wanted(name) && name !== "__proto__") out[name] = hide(value, secrets) as string
  })
  return out
}

/** Data without the credentials of this call, should the other side have sent them back. */
function hide(data: DataValue, secrets: Secrets): DataValue {
  const texts = secrets.texts.filter((text) => text.length >= SECRET_CHARS)
  if (texts.length === 0) return data
  const clean = (text: string): string => texts.reduce((at, secret) => at.replaceAll(secret, "[redacted]"), text)
  if (typeof data === "string") return clean(data)
  if (typeof data !== "object" || data === null) return data
  const json = JSON.stringify(data)
  // Inside JSON text a secret may be escaped.
  const escaped = texts.map((text) => JSON.stringify(text).slice(1, -1))
  if (!escaped.some((text) => json.includes(text))) return data
  return JSON.parse(escaped.reduce((at, secret) => at.replaceAll(secret, "[redacted]"), json)) as DataValue
}

/** Milliseconds that a `Retry-After` header asks for. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, ms)
    signal.addEventListener("abort", stop, { once: true })
  })
}
