/** A loopback server that records raw requests, and short ways to state a document and call its tools. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { OpenAPI, Tool, ToolError, type Namespace } from "codemode-native"
import { afterAll } from "vitest"

/** A request as it arrived. */
export interface Recorded {
  /** `METHOD target`. */
  readonly line: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export type Answer = (request: Recorded, response: ServerResponse) => void

export interface Lab {
  readonly url: string
  readonly seen: Recorded[]
  answer: Answer
  /** The newest request. */
  readonly last: Recorded
}

export const json = (value: unknown): Answer => (_, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify(value))
}

/** Starts a server that lives as long as the test file. */
export async function lab(answer: Answer = json({ ok: true })): Promise<Lab> {
  const seen: Recorded[] = []
  const state = { answer }
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const recorded = { line: `${request.method} ${request.url}`, headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) }
      seen.push(recorded)
      state.answer(recorded, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterAll(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get answer() {
      return state.answer
    },
    set answer(next) {
      state.answer = next
    },
    get last() {
      return seen.at(-1) as Recorded
    },
  }
}

/** A 200 response with a JSON object. */
export const ok = { 200: { description: "ok", content: { "application/json": { schema: { type: "object" } } } } }

/** A 3.1 document of these paths. */
export const document = (paths: object, extra: object = {}): object => ({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...extra })

/** A document with one operation `t`. */
export const one = (path: string, method: string, operation: object, extra: object = {}): object =>
  document({ [path]: { [method]: { operationId: "t", responses: ok, ...operation } } }, extra)

/** The tool at a dotted path. */
export function at(tools: OpenAPI.Tools, path: string): Tool.Tool {
  const [head, ...rest] = path.split(".")
  const found = tools.find((entry) => entry.name === head)
  if (found === undefined) throw new Error(`no tool ${path}`)
  return rest.length === 0 ? (found as Tool.Tool) : at((found as Namespace.Namespace).tools as OpenAPI.Tools, rest.join("."))
}

/** Calls a tool as a session would. */
export async function call(tools: OpenAPI.Tools, input: unknown, path = "t", signal = new AbortController().signal): Promise<unknown> {
  const context = { signal, callId: 0, path, runId: 0, context: undefined }
  return at(tools, path).execute(input as never, context)
}

/** What a call is refused with: its message, and its data when there is some. */
export async function refusal(promise: Promise<unknown>): Promise<{ message: string; data?: unknown }> {
  try {
    await promise
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error
    return { message: error.message, ...(error.data === undefined ? {} : { data: error.data }) }
  }
  throw new Error("the call succeeded")
}
