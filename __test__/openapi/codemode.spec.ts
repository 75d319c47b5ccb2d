/** Generated tools inside a runtime: signatures, search, mounting, programs. */

import { CodeMode, Namespace, OpenAPI } from "codemode-native"
import { describe, expect, test } from "vitest"
import { document, lab, ok } from "./lab.js"

const server = await lab()
const spec = document(
  {
    "/orders/{id}": {
      put: {
        operationId: "orders.replace",
        description: "Replaces an order",
        parameters: [
          { name: "id", in: "path", required: true, description: "Order key", schema: { type: "string", format: "uuid" } },
          { name: "dryRun", in: "query", deprecated: true, schema: { type: "boolean", default: false } },
        ],
        requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
        responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } } },
      },
    },
    "/orders": { get: { operationId: "orders.list", summary: "Lists orders", responses: ok } },
  },
  {
    components: {
      schemas: {
        Order: {
          type: "object",
          properties: {
            id: { type: "string", readOnly: true },
            secret: { type: "string", writeOnly: true },
            lines: { type: "array", minItems: 1, items: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] } },
          },
          required: ["id", "lines"],
        },
      },
    },
  },
)
const { tools } = OpenAPI.fromSpec({ spec, baseUrl: server.url })

describe("what the model reads", () => {
  test("signatures show each direction", () => {
    const runtime = CodeMode.make({ tools: [Namespace.make({ name: "shop", tools })] })
    const [list, replace] = runtime.catalog()
    expect([list?.path, list?.description, replace?.path]).toEqual(["shop.orders.list", "Lists orders", "shop.orders.replace"])
    expect(replace?.signature).toMatchInlineSnapshot(`
      "tools.shop.orders.replace(input: {
        /**
         * Order key
         * @format uuid
         */
        id: string,
        /**
         * @deprecated
         * @default false
         */
        dryRun?: boolean,
        body: {
          secret?: string,
          /** @minItems 1 */
          lines: Array<{
              sku: string,
            }>,
        },
      }): Promise<{
        id: string,
        /** @minItems 1 */
        lines: Array<{
            sku: string,
          }>,
      }>"
    `)
  })

  test("search finds generated tools", () => {
    const runtime = CodeMode.make({ tools: { shop: tools } })
    expect(runtime.search({ query: "replace order" }).items.map((item) => item.path)[0]).toBe("tools.shop.orders.replace")
    expect(runtime.namespaces()).toEqual([{ path: "shop" }, { path: "shop.orders" }])
  })

  test("schemas read like any object", () => {
    const orders = tools[0] as Namespace.Namespace
    const replace = (orders.tools as OpenAPI.Tools)[0] as { input: Record<string, unknown>; output: unknown }
    expect(Object.keys(replace.input)).toEqual(["type", "properties", "required", "$defs"])
    expect(JSON.parse(JSON.stringify(replace.output))).toEqual({
      $ref: "#/$defs/Order",
      $defs: {
        Order: {
          type: "object",
          properties: {
            id: { type: "string", readOnly: true },
            lines: { type: "array", minItems: 1, items: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] } },
          },
          required: ["id", "lines"],
        },
      },
    })
  })
})

describe("programs", () => {
  test("call generated tools and catch their failures", async () => {
    const runtime = CodeMode.make({ tools: { shop: tools } })
    server.answer = (request, response) => {
      response.statusCode = request.line.startsWith("PUT") ? 409 : 200
      response.setHeader("content-type", "application/json")
      response.end(request.line.startsWith("PUT") ? '{"code":"stale"}' : '[{"id":"o1"}]')
    }
    const result = await runtime.execute(`
      const [order] = await tools.shop.orders.list({})
      try { await tools.shop.orders.replace({ id: order.id, body: { lines: [{ sku: "a" }] } }) }
      catch (error) { return [order.id, error.message, error.status, error.body.code] }
    `)
    expect(result).toEqual({
      ok: true,
      value: ["o1", 'PUT /orders/{id} failed with HTTP 409: {"code":"stale"}', 409, "stale"],
      toolCalls: [{ name: "shop.orders.list" }, { name: "shop.orders.replace" }],
    })
  })

  test("a run that ends aborts its requests", async () => {
    let closed: (() => void) | undefined
    const gone = new Promise<void>((resolve) => (closed = resolve))
    server.answer = (_, response) => void response.on("close", () => closed?.())
    const result = await CodeMode.execute({ tools: { shop: tools }, limits: { timeoutMs: 100 }, code: "return await tools.shop.orders.list({})" })
    expect(result).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    await gone
  })
})
