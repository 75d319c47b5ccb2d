/** What goes over the wire, read back by a server. */

import { OpenAPI } from "codemode-native"
import { describe, expect, test } from "vitest"
import { call, document, lab, ok, one, refusal } from "./lab.js"

const server = await lab()
const from = (spec: object, options: Partial<OpenAPI.Options> = {}): OpenAPI.Tools => OpenAPI.fromSpec({ spec, baseUrl: server.url, ...options }).tools

describe("request line", () => {
  const parameter = (name: string, place: string, extra: object = {}): object => ({ name, in: place, required: place === "path", schema: {}, ...extra })
  const cases: Array<[title: string, path: string, parameters: object[], input: object, line: string]> = [
    ["path and query", "/users/{id}", [parameter("id", "path"), parameter("verbose", "query")], { id: "a/b c", verbose: true }, "GET /users/a%2Fb%20c?verbose=true"],
    ["null in a path", "/users/{id}", [parameter("id", "path")], { id: null }, "GET /users/null"],
    ["escaped dots stay escaped", "/users/{id}", [parameter("id", "path")], { id: "%2e%2e" }, "GET /users/%252e%252e"],
    ["replacement patterns mean nothing", "/t/{id}/x/{id}", [parameter("id", "path")], { id: "$&" }, "GET /t/%24%26/x/%24%26"],
    [
      "path values",
      "/t/{a}/{o}/{ox}",
      [parameter("a", "path"), parameter("o", "path"), parameter("ox", "path", { explode: true })],
      { a: ["a", "b/c"], o: { k: "v", y: 1 }, ox: { k: "v", y: 1 } },
      "GET /t/a,b%2Fc/k,v,y,1/k=v,y=1",
    ],
    ["label and matrix", "/t/{l}/{m}", [parameter("l", "path", { style: "label", explode: true }), parameter("m", "path", { style: "matrix" })], { l: [1, 2], m: [3, 4] }, "GET /t/.1.2/;m=3,4"],
    [
      "query forms",
      "/t",
      [parameter("tags", "query"), parameter("csv", "query", { explode: false }), parameter("obj", "query"), parameter("obj2", "query", { explode: false })],
      { tags: ["a b", "c&d"], csv: ["x", "y,z"], obj: { s: 1, t: "q r" }, obj2: { s: 1, t: "u" } },
      "GET /t?tags=a+b&tags=c%26d&csv=x%2Cy%2Cz&s=1&t=q+r&obj2=s%2C1%2Ct%2Cu",
    ],
    ["deep object", "/t", [parameter("filter", "query", { style: "deepObject" })], { filter: { a: "1", b: null } }, "GET /t?filter%5Ba%5D=1&filter%5Bb%5D=null"],
    ["path with a query of its own", "/search?type=a", [parameter("q", "query")], { q: "z" }, "GET /search?type=a&q=z"],
    ["foreign names", "/t", [parameter("constructor", "query"), parameter("toString", "query")], { constructor: "a", toString: "b" }, "GET /t?constructor=a&toString=b"],
    ["reserved characters", "/t", [parameter("q", "query", { allowReserved: true })], { q: "a/b:c&d" }, "GET /t?q=a/b:c%26d"],
  ]
  test.each(cases)("%s", async (_, path, parameters, input, line) => {
    expect(await call(from(one(path, "get", { parameters })), input)).toEqual({ ok: true })
    expect(server.last.line).toBe(line)
  })

  test("nothing is sent when a value is missing or wrong", async () => {
    const tools = from(one("/users/{id}", "get", { parameters: [parameter("id", "path")] }))
    const before = server.seen.length
    expect(await refusal(call(tools, {}))).toEqual({ message: "Missing required path parameter 'id'." })
    expect(await refusal(call(tools, { id: ".." }))).toEqual({ message: "Invalid path parameter 'id'." })
    expect(await refusal(call(tools, { id: "" }))).toEqual({ message: "Invalid path parameter 'id'." })
    expect(server.seen.length).toBe(before)
  })
})

describe("headers", () => {
  test("the host's, then the call's; none of our own but Accept", async () => {
    const parameters = [
      { name: "X-Trace", in: "header", schema: { type: "string" } },
      { name: "X-Obj", in: "header", schema: {} },
      { name: "X-Objx", in: "header", explode: true, schema: {} },
      { name: "sid", in: "cookie", schema: { type: "string" } },
    ]
    const tools = from(one("/t", "get", { parameters }), { headers: { "x-trace": "host", "X-Static": "1", Cookie: "a=b" } })
    await call(tools, { "X-Trace": "t1", "X-Obj": { k: "v", z: 2 }, "X-Objx": { k: "v", z: 2 }, sid: "s 1" })
    expect(server.last.headers).toMatchObject({
      "x-trace": "t1",
      "x-static": "1",
      "x-obj": "k,v,z,2",
      "x-objx": "k=v,z=2",
      cookie: "a=b; sid=s%201",
      accept: "application/json",
    })
    expect(Object.keys(server.last.headers).filter((name) => /trace|b3|baggage|authorization/.test(name))).toEqual(["x-trace"])
    expect(await refusal(call(tools, { "X-Trace": "a\r\nx-evil: 1" }))).toEqual({ message: "Invalid header parameter 'X-Trace'." })
  })
})

describe("bodies", () => {
  const post = (content: object, required = true): OpenAPI.Tools => from(one("/t", "post", { requestBody: { required, content } }))

  test("JSON", async () => {
    const schema = { type: "object", additionalProperties: false, properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name"] }
    const tools = post({ "application/json": { schema } })
    await call(tools, { name: "A", age: 3, extra: 1 })
    expect([server.last.headers["content-type"], server.last.body.toString()]).toEqual(["application/json", '{"name":"A","age":3}'])
    expect(await refusal(call(tools, { age: 3 }))).toEqual({ message: "Missing required body field 'name'." })
    const optional = post({ "application/json": { schema } }, false)
    await call(optional, {})
    expect([server.last.headers["content-type"], server.last.body.length]).toEqual([undefined, 0])
    await call(optional, { body: null })
    expect(server.last.body.toString()).toBe("null")
  })

  test("a body that is no data", async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic["self"] = cyclic
    const tools = post({ "application/json": { schema: {} } })
    expect(await refusal(call(tools, { body: cyclic }))).toEqual({ message: "Invalid JSON body for POST /t." })
  })

  test("forms as payment APIs document them", async () => {
    const deep = { style: "deepObject", explode: true }
    const tools = post({
      "application/x-www-form-urlencoded": {
        schema: { type: "object", properties: { line_items: { type: "array" }, metadata: { type: "object" }, expand: { type: "array" } } },
        encoding: { line_items: deep, metadata: deep, expand: deep },
      },
    })
    await call(tools, {
      body: {
        mode: "payment",
        line_items: [{ price: "price_1", quantity: 2 }, { price_data: { currency: "eur", product_data: { name: "T-shirt" } }, quantity: 1 }],
        metadata: { order_id: "6735" },
        expand: ["customer", "invoice.subscription"],
      },
    })
    expect(server.last.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    expect([...new URLSearchParams(server.last.body.toString())].map(([name, value]) => `${name}=${value}`)).toEqual([
      "mode=payment",
      "line_items[0][price]=price_1",
      "line_items[0][quantity]=2",
      "line_items[1][price_data][currency]=eur",
      "line_items[1][price_data][product_data][name]=T-shirt",
      "line_items[1][quantity]=1",
      "metadata[order_id]=6735",
      "expand[]=customer",
      "expand[]=invoice.subscription",
    ])
  })

  test("multipart is read back intact", async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => (index * 7) % 256))
    const binary = { type: "string", format: "binary" }
    const tools = post({ "multipart/form-data": { schema: { type: "object", properties: { file: binary, more: { type: "array", items: binary }, meta: { type: "object" }, note: { type: "string" } } } } })
    await call(tools, {
      body: {
        file: { base64: bytes.toString("base64"), filename: 'we"ird.bin', contentType: "application/x-thing" },
        more: [{ text: "één" }, bytes],
        meta: { k: [1] },
        note: "--line\r\nbreak",
      },
    })
    const { headers, body } = server.last
    const form = await new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } }).formData()
    const file = form.get("file") as File
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect([file.name, file.type]).toEqual(['we"ird.bin', "application/x-thing"])
    const more = form.getAll("more") as File[]
    expect(await more[0]?.text()).toBe("één")
    expect(Buffer.from((await more[1]?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(bytes)).toBe(true)
    expect([form.get("meta"), form.get("note")]).toEqual(['{"k":[1]}', "--line\r\nbreak"])
  })

  test("bytes, text, and a type of the program's choice", async () => {
    const octets = post({ "application/octet-stream": { schema: { type: "string", format: "binary" } } })
    await call(octets, { body: { base64: "AAEC/w==" } })
    expect([server.last.headers["content-type"], [...server.last.body]]).toEqual(["application/octet-stream", [0, 1, 2, 255]])
    await call(post({ "text/plain": { schema: { type: "string" } } }), { body: "hé" })
    expect(server.last.body.toString()).toBe("hé")
    const patch = from(one("/t", "patch", { requestBody: { required: true, content: { "application/json-patch+json": {}, "application/merge-patch+json": {} } } }))
    await call(patch, { body: { a: null } })
    expect([server.last.line, server.last.headers["content-type"]]).toEqual(["PATCH /t", "application/merge-patch+json"])
    await call(patch, { body: [], contentType: "application/json-patch+json" })
    expect(server.last.headers["content-type"]).toBe("application/json-patch+json")
  })

  test("files by reference are read by the host or refused", async () => {
    const content = { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
    const spec = one("/t", "post", { requestBody: { required: true, content } })
    expect(await refusal(call(from(spec), { body: { ref: "f1" } }))).toEqual({ message: "Files by reference are not available; send base64 or text." })
    const problems: unknown[] = []
    const tools = from(spec, {
      readFile: async (reference) => {
        if (reference !== "f1") throw new Error("/home/secret/path is missing")
        return { data: new Uint8Array([1, 2]), contentType: "image/gif" }
      },
      onProblem: ({ stage, error }) => problems.push([stage, (error as Error).message]),
    })
    await call(tools, { body: { ref: "f1" } })
    expect([server.last.headers["content-type"], [...server.last.body]]).toEqual(["image/gif", [1, 2]])
    expect(await refusal(call(tools, { body: { ref: "f2" } }))).toEqual({ message: "The file could not be read." })
    expect(problems).toEqual([["file", "/home/secret/path is missing"]])
  })
})

describe("choices of the host", () => {
  const spec = document({
    "/repos/{owner}": { get: { operationId: "repos/get", tags: ["repos"], parameters: [{ name: "owner", in: "path", required: true, schema: {} }], responses: ok } },
    "/admin": { delete: { operationId: "admin/purge", tags: ["admin"], deprecated: true, responses: ok } },
  })
  const names = (result: OpenAPI.Result): string[] => result.tools.map((tool) => tool.name)

  test("select, rename, describe, bind, namespaces", async () => {
    const result = OpenAPI.fromSpec({
      spec,
      baseUrl: server.url,
      select: (operation) => !operation.deprecated,
      rename: (operation) => (operation.operationId === "repos/get" ? "github.repo" : undefined),
      describe: (operation) => `${operation.method} it`,
      bind: { path: { owner: "me" } },
    })
    expect([names(result), result.filtered.map((operation) => operation.operationId)]).toEqual([["github"], ["admin/purge"]])
    expect(await call(result.tools, {}, "github.repo")).toEqual({ ok: true })
    expect(server.last.line).toBe("GET /repos/me")
    expect(names(OpenAPI.fromSpec({ spec, baseUrl: server.url, namespace: "slashes" }))).toEqual(["repos", "admin"])
    expect(names(OpenAPI.fromSpec({ spec, baseUrl: server.url, exclude: { tags: ["admin"] } }))).toEqual(["repos_get"])
    expect(() => OpenAPI.fromSpec({ spec, rename: () => "a..b" })).toThrow(new TypeError("rename gave GET /repos/{owner} an empty or dotted name."))
  })

  test("text, bytes and wrong specs", () => {
    const text = JSON.stringify(spec)
    const yaml = "openapi: 3.1.0\npaths:\n  /x:\n    get: { operationId: x, responses: {} }\n"
    for (const form of [text, Buffer.from(text), new TextEncoder().encode(text)]) expect(names(OpenAPI.fromSpec({ spec: form, baseUrl: server.url }))).toEqual(["repos_get", "admin_purge"])
    expect(names(OpenAPI.fromSpec({ spec: yaml, baseUrl: server.url }))).toEqual(["x"])
    expect(() => OpenAPI.fromSpec({ spec: null as never })).toThrow(new TypeError("spec must be a document: an object, its text, or its bytes."))
    expect(() => OpenAPI.fromSpec({ spec: "{" })).toThrow("expected a member name at line 1, column 2")
  })
})
