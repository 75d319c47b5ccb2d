/** What programs get, from a server that answers in many ways. */

import { createGzip, brotliCompressSync } from "node:zlib"
import { OpenAPI } from "codemode-native"
import { describe, expect, test } from "vitest"
import { call, lab, one, refusal } from "./lab.js"

const server = await lab()
const from = (options: Partial<OpenAPI.Options> = {}, operation: object = {}): OpenAPI.Tools =>
  OpenAPI.fromSpec({ spec: one("/t", "get", operation), baseUrl: server.url, ...options }).tools

function reply(body: string | Buffer, headers: Record<string, string | string[]> = {}, status = 200): void {
  server.answer = (_, response) => void response.writeHead(status, headers).end(body)
}
const jsonType = { "content-type": "application/json" }

describe("decoding follows the response's own type", () => {
  test.each<[string, string | Buffer, Record<string, string>, unknown]>([
    ["JSON", '{"a":1}', jsonType, { a: 1 }],
    ["a suffix", '{"a":1}', { "content-type": "application/vnd.x+json; charset=utf-8" }, { a: 1 }],
    ["no type", '{"a":1}', {}, '{"a":1}'],
    ["text", "hé", { "content-type": "text/plain" }, "hé"],
    ["Latin-1", Buffer.from([0x68, 0xe9]), { "content-type": "text/plain; charset=iso-8859-1" }, "hé"],
    ["XML", "<a/>", { "content-type": "application/xml" }, "<a/>"],
    ["a byte order mark", "\ufeff[1]", jsonType, [1]],
    ["nothing", "", jsonType, null],
    ["foreign names", '{"constructor":"Ferrari","__proto__":1}', jsonType, JSON.parse('{"constructor":"Ferrari","__proto__":1}')],
    [
      "bytes",
      Buffer.from([0xff, 0, 1]),
      { "content-type": "application/pdf", "content-disposition": 'attachment; filename="a.pdf"' },
      { contentType: "application/pdf", size: 3, filename: "a.pdf", base64: "/wAB" },
    ],
    ["bytes without a type", Buffer.from([0xff, 0]), {}, { contentType: "application/octet-stream", size: 2, base64: "/wA=" }],
  ])("%s", async (_, body, headers, value) => {
    reply(body, headers)
    expect(await call(from(), {})).toEqual(value)
  })

  test("204, and malformed JSON", async () => {
    reply("", {}, 204)
    expect(await call(from(), {})).toBe(null)
    reply("{", jsonType)
    expect(await refusal(call(from(), {}))).toEqual({ message: "GET /t returned malformed JSON." })
  })

  test("compressed and chunked", async () => {
    const value = { list: Array.from({ length: 2000 }, (_, index) => `item ${index}`) }
    server.answer = (_, response) => {
      response.writeHead(200, { ...jsonType, "content-encoding": "gzip" })
      const gzip = createGzip()
      gzip.pipe(response)
      const text = JSON.stringify(value)
      for (let at = 0; at < text.length; at += 1000) gzip.write(text.slice(at, at + 1000))
      gzip.end()
    }
    expect(await call(from(), {})).toEqual(value)
    reply(brotliCompressSync(JSON.stringify(value)), { ...jsonType, "content-encoding": "br" })
    expect(await call(from(), {})).toEqual(value)
  })

  test("files are kept by the host if it likes", async () => {
    reply(Buffer.from([1, 2]), { "content-type": "image/png", "content-disposition": "inline; filename*=UTF-8''%C3%A9.png" })
    const kept: OpenAPI.ReceivedFile[] = []
    const tools = from({ storeFile: (file) => `file-${kept.push(file)}` })
    expect(await call(tools, {})).toEqual({ contentType: "image/png", size: 2, filename: "é.png", ref: "file-1" })
    expect([...(kept[0]?.data ?? [])]).toEqual([1, 2])
  })
})

describe("failures", () => {
  test("status, headers of interest and body", async () => {
    reply('{"m":"no"}', { ...jsonType, "retry-after": "7", link: "</2>; rel=next", "x-ratelimit-remaining": "0", "set-cookie": "s=1", server: "x" }, 404)
    expect(await refusal(call(from(), {}))).toEqual({
      message: 'GET /t failed with HTTP 404: {"m":"no"}',
      data: {
        status: 404,
        headers: { "content-type": "application/json", "retry-after": "7", link: "</2>; rel=next", "x-ratelimit-remaining": "0" },
        body: { m: "no" },
      },
    })
  })

  test("empty, text, malformed, long and binary bodies", async () => {
    const message = async (): Promise<string> => (await refusal(call(from(), {}))).message
    reply("", {}, 404)
    expect(await message()).toBe("GET /t failed with HTTP 404: no response body")
    reply("null", jsonType, 500)
    expect(await message()).toBe("GET /t failed with HTTP 500: no response body")
    reply("{oops", jsonType, 500)
    expect(await message()).toBe("GET /t failed with HTTP 500: {oops")
    reply("x".repeat(2000), { "content-type": "text/plain" }, 500)
    expect(await message()).toBe(`GET /t failed with HTTP 500: ${"x".repeat(1024)}...`)
    reply(Buffer.alloc(3), { "content-type": "image/png" }, 500)
    expect(await message()).toBe("GET /t failed with HTTP 500: 3 bytes of image/png")
    reply("", {}, 304)
    expect(await message()).toBe("GET /t failed with HTTP 304: no response body")
  })

  test("bodies beyond the bound, declared or not", async () => {
    const message = "GET /t response exceeds 1000 bytes."
    reply("x".repeat(2000), { "content-length": "2000" })
    expect(await refusal(call(from({ maxResponseBytes: 1000 }), {}))).toEqual({ message })
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/plain" })
      for (let at = 0; at < 20; at++) response.write("x".repeat(100))
      response.end()
    }
    expect(await refusal(call(from({ maxResponseBytes: 1000 }), {}))).toEqual({ message })
    expect(await call(from({ maxResponseBytes: 2000 }), {})).toBe("x".repeat(2000))
    reply("", { "content-length": String(60 * 1024 * 1024) })
    expect(await refusal(call(from(), {}))).toEqual({ message: "GET /t response exceeds 50 MiB." })
  })

  test("a connection that breaks", async () => {
    const problems: string[] = []
    const tools = from({ onProblem: ({ stage }) => problems.push(stage) })
    server.answer = (_, response) => void response.socket?.destroy()
    expect(await refusal(call(tools, {}))).toEqual({ message: "GET /t failed: transport error" })
    server.answer = (_, response) => {
      response.writeHead(200, { "content-length": "10" })
      response.write("x")
      setImmediate(() => response.socket?.destroy())
    }
    expect(await refusal(call(tools, {}))).toEqual({ message: "GET /t failed while reading the response body." })
    expect(problems).toEqual(["transport", "body"])
  })
})

describe("envelopes and streams", () => {
  test("status, headers and data", async () => {
    reply("[1]", { ...jsonType, link: "</2>; rel=next", "set-cookie": "s=secret" }, 201)
    const value = (await call(from({ response: "full" }), {})) as { headers: Record<string, string> }
    expect(value).toMatchObject({ status: 201, headers: { link: "</2>; rel=next" }, data: [1] })
    expect(value.headers["set-cookie"]).toBe(undefined)
    const mapped = from({ mapResponse: ({ data, status }) => [status, data] })
    expect(await call(mapped, {})).toEqual([201, [1]])
  })

  const events = { responses: { 200: { content: { "text/event-stream": {} } } } }
  test("server-sent events are collected", async () => {
    reply('event: a\nid: 1\ndata: {"n":1}\n\n: comment\r\ndata: x\r\ndata: y\r\n\r\ndata: last', { "content-type": "text/event-stream" })
    expect(await call(from({}, events), {})).toEqual({
      events: [{ event: "a", id: "1", data: { n: 1 } }, { id: "1", data: "x\ny" }, { id: "1", data: "last" }],
      truncated: false,
    })
    expect(server.last.headers["accept"]).toBe("text/event-stream")
  })

  test("streams are bounded in number and time", async () => {
    let closed: (() => void) | undefined
    const gone = new Promise<void>((resolve) => (closed = resolve))
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write("data: 1\n\ndata: 2\n\ndata: 3\n\n")
      response.on("close", () => closed?.())
    }
    expect(await call(from({ stream: { maxItems: 2 } }, events), {})).toEqual({ events: [{ data: 1 }, { data: 2 }], truncated: true })
    await gone
    expect(await call(from({ stream: { maxMs: 50 } }, events), {})).toEqual({ events: [{ data: 1 }, { data: 2 }, { data: 3 }], truncated: true })
  })

  test("JSON lines", async () => {
    reply('{"a":1}\n\n[2]\n', { "content-type": "application/x-ndjson" })
    expect(await call(from(), {})).toEqual({ items: [{ a: 1 }, [2]], truncated: false })
  })
})

describe("time", () => {
  test("a call that is aborted ends at the server too", async () => {
    let closed: (() => void) | undefined
    const gone = new Promise<void>((resolve) => (closed = resolve))
    const controller = new AbortController()
    server.answer = (_, response) => {
      response.on("close", () => closed?.())
      controller.abort(new Error("enough"))
    }
    await expect(call(from(), {}, "t", controller.signal)).rejects.toThrow("enough")
    await gone
    await expect(call(from(), {}, "t", controller.signal)).rejects.toThrow("enough")
  })

  test("a call that takes too long", async () => {
    server.answer = () => undefined
    expect(await refusal(call(from({ timeoutMs: 50 }), {}))).toEqual({ message: "GET /t timed out after 50 ms." })
  })

  test("retries, when the host wants them", async () => {
    const script = (...statuses: number[]): void => {
      server.answer = (_, response) => {
        const status = statuses.shift() ?? 200
        if (status === 0) response.socket?.destroy()
        else response.writeHead(status, status === 429 ? { "retry-after": "0" } : jsonType).end(status === 200 ? "1" : "")
      }
    }
    const count = async (tools: OpenAPI.Tools): Promise<[unknown, number]> => {
      const before = server.seen.length
      const outcome = await call(tools, {}).catch((error: Error) => error.message)
      return [outcome, server.seen.length - before]
    }
    const retry = { delayMs: 1 }
    script(503, 0, 200)
    expect(await count(from({ retry }))).toEqual([1, 3])
    script(503, 503, 503, 200)
    expect(await count(from({ retry }))).toEqual(["GET /t failed with HTTP 503: no response body", 3])
    script(503, 200)
    expect(await count(from())).toEqual(["GET /t failed with HTTP 503: no response body", 1])
    const post = (): OpenAPI.Tools => OpenAPI.fromSpec({ spec: one("/t", "post", {}), baseUrl: server.url, retry }).tools
    script(503, 200)
    expect(await count(post())).toEqual(["POST /t failed with HTTP 503: no response body", 1])
    script(429, 200)
    expect(await count(post())).toEqual([1, 2])
    script(0, 200)
    expect(await count(post())).toEqual(["POST /t failed: transport error", 1])
    server.answer = (_, response) => void response.writeHead(429, { "retry-after": "3600" }).end()
    expect(await count(from({ retry }))).toEqual(["GET /t failed with HTTP 429: no response body", 1])
  })

  test("the host's own fetch", async () => {
    const urls: string[] = []
    const fetch = (async (url: string) => (urls.push(url), new Response("[]", { headers: jsonType }))) as typeof globalThis.fetch
    expect(await call(from({ fetch }), {})).toEqual([])
    expect(urls).toEqual([`${server.url}/t`])
  })
})
