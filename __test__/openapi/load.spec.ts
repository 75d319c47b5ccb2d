/** Documents of several files, from a folder and from a server. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { OpenAPI } from "codemode-native"
import { afterAll, describe, expect, test } from "vitest"
import { at, call, lab, one } from "./lab.js"

const server = await lab()
const folder = await mkdtemp(join(tmpdir(), "codemode-openapi-"))
afterAll(() => rm(folder, { recursive: true }))

const main = one("/t", "get", {
  parameters: [{ $ref: "parts/parameters.yaml#/limit" }],
  responses: { 200: { content: { "application/json": { schema: { $ref: "parts/item.json" } } } } },
})
const parameters = "limit: { name: limit, in: query, schema: { type: integer } }"
const item = { type: "object", properties: { parent: { $ref: "#" }, far: { $ref: "../../outside.json" } } }

await mkdir(join(folder, "api", "parts"), { recursive: true })
await writeFile(join(folder, "api", "main.json"), JSON.stringify(main))
await writeFile(join(folder, "api", "parts", "parameters.yaml"), parameters)
await writeFile(join(folder, "api", "parts", "item.json"), JSON.stringify(item))
await writeFile(join(folder, "outside.json"), '{ "type": "string" }')

describe("files", () => {
  test("references are followed below the folder only", async () => {
    const { tools, skipped } = await OpenAPI.load(join(folder, "api", "main.json"), { baseUrl: server.url })
    expect(skipped).toEqual([])
    await call(tools, { limit: 3 })
    expect(server.last.line).toBe("GET /t?limit=3")
    expect(at(tools, "t").output).toEqual({ $ref: "#/$defs/item", $defs: { item: { type: "object", properties: { parent: { $ref: "#/$defs/item" }, far: {} } } } })
    const wide = await OpenAPI.load(join(folder, "api", "main.json"), { baseUrl: server.url, root: folder })
    expect(at(wide.tools, "t").output).toMatchObject({ $defs: { outside: { type: "string" } } })
  })

  test("a link does not lead out", async () => {
    await symlink(join(folder, "outside.json"), join(folder, "api", "linked.json"))
    await writeFile(join(folder, "api", "evil.json"), JSON.stringify(one("/t", "get", { parameters: [{ $ref: "linked.json" }] })))
    const { skipped } = await OpenAPI.load(join(folder, "api", "evil.json"), { baseUrl: server.url })
    expect(skipped).toEqual([
      { method: "GET", path: "/t", operationId: "t", reason: "parameter declaration is invalid or unresolved: reference 'linked.json' is unresolved" },
    ])
  })

  test("nothing is fetched for a file unless the host allows it", async () => {
    const elsewhere = one("/t", "get", { parameters: [{ $ref: `${server.url}/p.json` }] })
    await writeFile(join(folder, "api", "remote.json"), JSON.stringify(elsewhere))
    server.answer = (_, response) => void response.end('{"name":"x","in":"query","schema":{}}')
    const before = server.seen.length
    const closed = await OpenAPI.load(join(folder, "api", "remote.json"), { baseUrl: server.url })
    expect([closed.skipped.length, server.seen.length]).toEqual([1, before])
    const open = await OpenAPI.load(join(folder, "api", "remote.json"), { baseUrl: server.url, allow: (url) => url.origin === server.url })
    expect([open.skipped.length, server.last.line]).toEqual([0, "GET /p.json"])
  })

  test("too many or too large", async () => {
    await expect(OpenAPI.load(join(folder, "api", "main.json"), { maxDocuments: 1 })).rejects.toThrow("The document refers to more than 1 files.")
    await expect(OpenAPI.load(join(folder, "api", "main.json"), { maxDocumentBytes: 10 })).rejects.toThrow("exceeds 10 bytes")
  })
})

test("a URL resolves its own references and servers", async () => {
  server.answer = ({ line }, response) => {
    const path = line.replace("GET ", "")
    const files: Record<string, string> = {
      "/specs/main.json": JSON.stringify({ ...main, servers: [{ url: "../v1" }] }),
      "/specs/parts/parameters.yaml": parameters,
      "/specs/parts/item.json": JSON.stringify(item),
    }
    response.statusCode = path in files || path.startsWith("/v1") || path === "/outside.json" ? 200 : 404
    response.end(files[path] ?? "{}")
  }
  const { tools, skipped } = await OpenAPI.load(`${server.url}/specs/main.json`)
  expect(skipped).toEqual([])
  await call(tools, {})
  expect(server.last.line).toBe("GET /v1/t")
})

test("files may be handed over instead", () => {
  const { skipped } = OpenAPI.fromSpec({
    spec: main,
    baseUrl: server.url,
    documents: { "parts/parameters.yaml": parameters, "parts/item.json": item },
  })
  expect(skipped).toEqual([])
})
