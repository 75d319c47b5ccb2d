/**
 * Responses: bytes read within bounds, and decoded as what they say they are.
 *
 * A declared type only chose what was asked for. JSON becomes data, text becomes a string, anything else a file value;
 * nothing is turned into text that is none.
 */

import type { DataValue } from "../result.js"

/** A body was larger than the host allows. */
export class TooLarge extends Error {}

/** JSON that does not parse. */
export class Malformed extends Error {}

/** Reads a body up to `limit` bytes. */
export async function readBytes(response: Response, limit: number): Promise<Uint8Array> {
  const declared = response.headers.get("content-length")
  if (declared !== null && Number(declared) > limit) {
    await response.body?.cancel().catch(() => undefined)
    throw new TooLarge()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream(response)) {
    size += chunk.byteLength
    if (size > limit) throw new TooLarge()
    chunks.push(chunk)
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

async function* stream(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  let finished = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        finished = true
        return
      }
      yield value as Uint8Array
    }
  } finally {
    // Whoever stops early must not leave the connection reading.
    if (!finished) await reader.cancel().catch(() => undefined)
  }
}

const TEXT = /^(text\/.*|.*\+xml|.*\+yaml|application\/(xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|toml|x-www-form-urlencoded|x-sh))$/
const SEQUENCE = /^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json-seq|stream\+json)$/

/** Families of content types. */
export type Family = "json" | "text" | "events" | "sequence" | "bytes" | "none"

/** The family of a `Content-Type` header. */
export function family(header: string | null): Family {
  const type = essence(header)
  if (type === "") return "none"
  if (SEQUENCE.test(type)) return "sequence"
  if (type === "text/event-stream") return "events"
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) return "json"
  return TEXT.test(type) ? "text" : "bytes"
}

function essence(header: string | null): string {
  return (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""
}

/** A file value for the program. */
export interface FileValue {
  readonly [key: string]: DataValue
}

/** A decoded body: data, or bytes that are a file. */
export type Decoded = { readonly data: DataValue } | { readonly file: Uint8Array }

/** Decodes a whole body. */
export function decode(bytes: Uint8Array, header: string | null): Decoded {
  if (bytes.byteLength === 0) return { data: null }
  switch (family(header)) {
    case "json": {
      const text = textOf(bytes, header)
      try {
        return { data: JSON.parse(text) as DataValue }
      } catch {
        throw new Malformed()
      }
    }
    case "text":
    case "events":
    case "sequence":
      return { data: textOf(bytes, header) }
    case "none": {
      const text = strictText(bytes)
      return text === undefined ? { file: bytes } : { data: text }
    }
    default:
      return { file: bytes }
  }
}

/** Bytes as text in the charset of the header; unknown charsets count as UTF-8. */
export function textOf(bytes: Uint8Array, header: string | null): string {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(header ?? "")?.[1] ?? "utf-8"
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Text, if the bytes are UTF-8. */
function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The file name that a response suggests. */
export function filenameOf(header: string | null): string | undefined {
  if (header === null) return undefined
  const extended = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(header)?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // Falls back to the plain name.
    }
  }
  return /filename\s*=\s*"([^"]*)"/.exec(header)?.[1] ?? /filename\s*=\s*([^;"\s]+)/.exec(header)?.[1]
}

/** Bounds of a collected stream. */
export interface StreamBounds {
  readonly maxItems: number
  readonly maxMs: number
  readonly maxBytes: number
}

/** Collects server-sent events or JSON lines until the stream ends or a bound is reached. */
export async function collect(response: Response, kind: "events" | "sequence", bounds: StreamBounds): Promise<DataValue> {
  const items: DataValue[] = []
  const push = (item: DataValue | undefined): void => {
    if (item !== undefined) items.push(item)
  }
  const parser = kind === "events" ? new EventParser(push) : new LineParser(push)
  const decoder = new TextDecoder()
  let size = 0
  let truncated = false
  let expired = false
  const source = stream(response)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<undefined>((resolve) => {
    if (Number.isFinite(bounds.maxMs)) timer = setTimeout(() => ((expired = true), resolve(undefined)), bounds.maxMs)
  })
  try {
    for (;;) {
      const step = source.next()
      const next = await Promise.race([step, deadline])
      if (next === undefined) {
        truncated = true
        step.catch(() => undefined)
        break
      }
      if (next.done === true) {
        parser.feed(decoder.decode())
        parser.end()
        break
      }
      size += next.value.byteLength
      parser.feed(decoder.decode(next.value, { stream: true }))
      if (size > bounds.maxBytes || items.length > bounds.maxItems) {
        truncated = true
        break
      }
    }
  } finally {
    clearTimeout(timer)
    // A read that is still waiting would keep `return` waiting too.
    if (expired) void source.return(undefined).catch(() => undefined)
    else await source.return(undefined).catch(() => undefined)
  }
  if (items.length > bounds.maxItems) {
    items.length = bounds.maxItems
    truncated = true
  }
  return kind === "events" ? { events: items, truncated } : { items, truncated }
}

/** Splits text into lines that end in CR, LF or both. */
class Lines {
  #rest = ""
  readonly #line: (text: string) => void
  constructor(line: (text: string) => void) {
    this.#line = line
  }
  feed(text: string): void {
    const all = this.#rest + text
    // A CR at the very end may be half of a CRLF.
    const lines = all.split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ""
    for (const line of lines) this.#line(line)
  }
  end(): void {
    if (this.#rest !== "") this.#line(this.#rest.replace(/\r$/, ""))
    this.#rest = ""
  }
}

class EventParser {
  #event: string | undefined
  #id: string | undefined
  #data: string[] = []
  readonly #lines = new Lines((line) => this.#line(line))
  readonly #push: (item: DataValue | undefined) => void
  constructor(push: (item: DataValue | undefined) => void) {
    this.#push = push
  }
  feed(text: string): void {
    this.#lines.feed(text)
  }
  end(): void {
    this.#lines.end()
    this.#dispatch()
  }
  #line(line: string): void {
    if (line === "") return this.#dispatch()
    if (line.startsWith(":")) return
    const colon = line.indexOf(":")
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "data") this.#data.push(value)
    else if (field === "event") this.#event = value
    else if (field === "id") this.#id = value
  }
  #dispatch(): void {
    if (this.#data.length > 0) {
      const text = this.#data.join("\n")
      this.#push({
        ...(this.#event === undefined ? {} : { event: this.#event }),
        ...(this.#id === undefined ? {} : { id: this.#id }),
        data: parsed(text),
      })
    }
    this.#event = undefined
    this.#data = []
  }
}

class LineParser {
  readonly #lines: Lines
  constructor(push: (item: DataValue | undefined) => void) {
    this.#lines = new Lines((line) => {
      const text = (line.startsWith("\u001e") ? line.slice(1) : line).trim()
      push(text === "" ? undefined : parsed(text))
    })
  }
  feed(text: string): void {
    this.#lines.feed(text)
  }
  end(): void {
    this.#lines.end()
  }
}

/** JSON where it is JSON, else the text. */
function parsed(text: string): DataValue {
  try {
    return JSON.parse(text) as DataValue
  } catch {
    return text
  }
}
