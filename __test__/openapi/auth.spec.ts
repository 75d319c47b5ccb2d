/** Credentials: which, where, and that they stay the host's. */

import { OpenAPI, ToolError } from "codemode-native"
import { describe, expect, test } from "vitest"
import { call, lab, one, refusal } from "./lab.js"

const server = await lab()
const other = await lab()

const securitySchemes = {
  b: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  kh: { type: "apiKey", in: "header", name: "X-Key" },
  kq: { type: "apiKey", in: "query", name: "key" },
  kc: { type: "apiKey", in: "cookie", name: "sid" },
  oa: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://id.example/token", scopes: {} } } },
}
const spec = (security: unknown, operation: object = {}): object => one("/t", "get", { security, ...operation }, { components: { securitySchemes } })

type Given = Partial<Record<keyof typeof securitySchemes, OpenAPI.Credential>>
function from(document: object, given: Given, options: Partial<OpenAPI.Options> = {}): { tools: OpenAPI.Tools; asked: OpenAPI.CredentialRequest[] } {
  const asked: OpenAPI.CredentialRequest[] = []
  const resolve = async (request: OpenAPI.CredentialRequest): Promise<OpenAPI.Credential | undefined> => {
    asked.push(request)
    return given[request.name as keyof Given]
  }
  return { tools: OpenAPI.fromSpec({ spec: document, baseUrl: server.url, auth: { resolve }, ...options }).tools, asked }
}
const bearer = { type: "bearer", token: "T-0123456789" } as const
const key = { type: "apiKey", value: "S K-0123456789" } as const

describe("places", () => {
  test("bearer, with what the resolver is told", async () => {
    const { tools, asked } = from(spec([{ b: ["x"] }]), { b: bearer })
    await call(tools, {})
    expect(server.last.headers["authorization"]).toBe("Bearer T-0123456789")
    const { signal, ...told } = asked[0] as OpenAPI.CredentialRequest
    expect(told).toEqual({
      name: "b",
      definition: { type: "http", scheme: "bearer" },
      scopes: ["x"],
      origin: server.url,
      operation: { method: "GET", path: "/t", operationId: "t", summary: undefined, description: "GET /t" },
    })
    expect(signal).toBeInstanceOf(AbortSignal)
  })

  test("basic in UTF-8", async () => {
    await call(from(spec([{ basic: [] }]), { basic: { type: "basic", username: "ü", password: "p:w" } }).tools, {})
    expect(server.last.headers["authorization"]).toBe("Basic w7w6cDp3")
  })

  test("keys in header, query and cookie replace what a program sends there", async () => {
    const parameters = [
      { name: "key", in: "query", schema: {} },
      { name: "x-key", in: "header", schema: {} },
      { name: "sid", in: "cookie", schema: {} },
    ]
    const { tools } = from(spec([{ kh: [], kq: [], kc: [] }], { parameters }), { kh: key, kq: key, kc: { type: "apiKey", value: "c" } })
    await call(tools, { key: "model", "x-key": "model", sid: "model" })
    expect(server.last.line).toBe("GET /t?key=S+K-0123456789")
    expect(server.last.headers).toMatchObject({ "x-key": "S K-0123456789", cookie: "sid=c" })
  })

  test("headers of any name, and tokens for oauth2", async () => {
    const { tools, asked } = from(spec([{ oa: ["read"] }]), { oa: { type: "header", name: "X-Token", value: "v" } })
    await call(tools, {})
    expect(server.last.headers["x-token"]).toBe("v")
    expect(asked[0]?.definition).toEqual(securitySchemes.oa)
  })
})

describe("alternatives", () => {
  test("all of one", async () => {
    const { tools, asked } = from(spec([{ b: [], kq: [] }]), { b: bearer })
    const before = server.seen.length
    expect(await refusal(call(tools, {}))).toEqual({ message: "GET /t requires authentication; no credential available for: kq." })
    expect([asked.map((request) => request.name), server.seen.length]).toEqual([["b", "kq"], before])
  })

  test("one of all", async () => {
    await call(from(spec([{ b: [] }, { kh: [] }]), { kh: key }).tools, {})
    expect([server.last.headers["x-key"], server.last.headers["authorization"]]).toEqual(["S K-0123456789", undefined])
  })

  test("none at all", async () => {
    await call(from(spec([{ b: [] }, {}]), {}).tools, {})
    const { tools, asked } = from(spec([{}, { b: [] }]), { b: bearer })
    await call(tools, {})
    expect([asked, server.last.headers["authorization"]]).toEqual([[], undefined])
    const bare = OpenAPI.fromSpec({ spec: spec([{ b: [] }]), baseUrl: server.url }).tools
    expect(await refusal(call(bare, {}))).toEqual({ message: "GET /t requires authentication; no credential available for: b." })
  })

  test("wrong credentials", async () => {
    const both = from(spec([{ b: [], basic: [] }]), { b: bearer, basic: { type: "basic", username: "u", password: "p" } })
    expect(await refusal(call(both.tools, {}))).toEqual({ message: "Authentication resolves multiple credentials for header 'authorization'." })
    expect(await refusal(call(from(spec([{ b: [] }]), { b: key }).tools, {}))).toEqual({
      message: "Security scheme 'b' is not an apiKey scheme; resolve a bearer, basic, or header credential for it.",
    })
    expect(await refusal(call(from(spec([{ b: [] }]), { b: { type: "bearer" } as never }).tools, {}))).toEqual({
      message: "Security scheme 'b': the host supplied an incomplete credential.",
    })
  })

  test("values are checked before a credential is asked for", async () => {
    const { tools, asked } = from(spec([{ b: [] }], { parameters: [{ name: "q", in: "query", required: true, schema: {} }] }), { b: bearer })
    expect(await refusal(call(tools, {}))).toEqual({ message: "Missing required query parameter 'q'." })
    expect(asked).toEqual([])
  })
})

describe("secrecy", () => {
  test("a resolver that fails tells the host, not the program", async () => {
    const problems: OpenAPI.Problem[] = []
    const fail = (error: unknown): OpenAPI.Tools =>
      OpenAPI.fromSpec({
        spec: spec([{ b: [] }, {}]),
        baseUrl: server.url,
        auth: { resolve: () => Promise.reject(error) },
        onProblem: (problem) => problems.push(problem),
      }).tools
    const secret = new Error("refresh token T-0123456789 expired")
    expect(await refusal(call(fail(secret), {}))).toEqual({ message: "GET /t: authentication failed." })
    expect(problems.map(({ stage, error }) => [stage, error])).toEqual([["auth", secret]])
    expect(await refusal(call(fail(new ToolError("Sign in first")), {}))).toEqual({ message: "Sign in first" })
  })

  test("a malformed credential is not quoted", async () => {
    const { tools } = from(spec([{ b: [] }]), { b: { type: "bearer", token: "bad\ntoken-0123" } })
    expect(await refusal(call(tools, {}))).toEqual({ message: "GET /t failed: transport error" })
  })

  test("what the other side echoes is redacted", async () => {
    server.answer = (request, response) => {
      response.statusCode = request.line.includes("fail") ? 400 : 200
      response.setHeader("content-type", "application/json")
      response.setHeader("x-request-id", request.headers["authorization"] ?? "")
      response.end(JSON.stringify({ sent: request.headers["authorization"] }))
    }
    const { tools } = from(spec([{ b: [] }], { parameters: [{ name: "m", in: "query", schema: {} }] }), { b: bearer }, { response: "full" })
    expect(await call(tools, {})).toMatchObject({ headers: { "x-request-id": "[redacted]" }, data: { sent: "[redacted]" } })
    const refused = await refusal(call(tools, { m: "fail" }))
    expect(JSON.stringify(refused)).not.toContain("0123456789")
    expect(refused.message).toBe('GET /t failed with HTTP 400: {"sent":"[redacted]"}')
  })

  test("origins that credentials may go to", async () => {
    server.answer = (_, response) => void response.end()
    const elsewhere = from(spec([{ b: [] }]), { b: bearer }, { baseUrl: other.url })
    await call(elsewhere.tools, {})
    expect(elsewhere.asked[0]?.origin).toBe(other.url)
    const limited = OpenAPI.fromSpec({ spec: spec([{ b: [] }]), baseUrl: other.url, auth: { resolve: () => bearer, origins: [server.url] } }).tools
    expect(await refusal(call(limited, {}))).toEqual({ message: "GET /t requires authentication; no credential available for: b." })
  })
})

describe("redirects", () => {
  const to = (status: number, location: string) => {
    server.answer = (request, response) => {
      if (request.line.includes("/t")) response.writeHead(status, { location }).end()
      else {
        response.setHeader("content-type", "application/json")
        response.end('"there"')
      }
    }
  }
  const secured = (options: Partial<OpenAPI.Options> = {}): OpenAPI.Tools =>
    from(spec([{ b: [], kh: [], kc: [] }]), { b: bearer, kh: key, kc: key }, { headers: { "X-Static": "host-secret" }, ...options }).tools

  test("on the same origin they go on as they were", async () => {
    to(302, "/next?a=1")
    expect(await call(secured(), {})).toBe("there")
    expect(server.last.line).toBe("GET /next?a=1")
    expect(server.last.headers).toMatchObject({ authorization: "Bearer T-0123456789", "x-key": "S K-0123456789", "x-static": "host-secret" })
  })

  test("across origins nothing of the host goes along, on no later hop", async () => {
    to(302, `${other.url}/there`)
    other.answer = (_, response) => void response.writeHead(302, { location: `${server.url}/back` }).end()
    expect(await call(secured(), {})).toBe("there")
    for (const { headers } of [other.last, server.last]) {
      expect(headers["accept"]).toBe("application/json")
      expect([headers["authorization"], headers["x-key"], headers["x-static"], headers["cookie"]]).toEqual([undefined, undefined, undefined, undefined])
    }
    expect(await refusal(call(secured({ redirects: "same-origin" }), {}))).toEqual({ message: "GET /t failed: redirected to another origin." })
    expect((await refusal(call(secured({ redirects: "none" }), {}))).message).toBe("GET /t failed with HTTP 302: no response body")
  })

  test("bodies stay on their origin, POST becomes GET where fetch says so", async () => {
    const post = OpenAPI.fromSpec({
      spec: one("/t", "post", { requestBody: { required: true, content: { "application/json": { schema: {} } } } }),
      baseUrl: server.url,
    }).tools
    to(307, "/kept")
    await call(post, { body: { a: 1 } })
    expect([server.last.line, server.last.body.toString()]).toEqual(["POST /kept", '{"a":1}'])
    to(303, "/seen")
    await call(post, { body: { a: 1 } })
    expect([server.last.line, server.last.body.length]).toEqual(["GET /seen", 0])
    to(308, `${other.url}/there`)
    expect(await refusal(call(post, { body: {} }))).toEqual({ message: "POST /t failed: redirected to another origin, where its body may not go." })
  })

  test("loops and other schemes end", async () => {
    to(302, "/t")
    expect(await refusal(call(secured(), {}))).toEqual({ message: "GET /t failed: too many redirects." })
    to(302, "file:///etc/passwd")
    expect(await refusal(call(secured(), {}))).toEqual({ message: "GET /t failed: redirected to an insecure address." })
  })
})
