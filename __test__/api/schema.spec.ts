/** Schemas of four libraries and plain JSON Schema: validation, transformation, signatures. */

import { CodeMode, Tool } from "codemode-native"
import { toStandardJsonSchema } from "@valibot/to-json-schema"
import { type } from "arktype"
import { Schema } from "effect"
import * as v from "valibot"
import { describe, expect, test } from "vitest"
import * as z from "zod"

function tool(input: Tool.SchemaType, output: Tool.SchemaType, execute: (input: never) => unknown, more: Partial<Tool.Tool> = {}): Tool.Tool {
  return { ...Tool.make({ name: "t", description: "", input, output, execute: execute as never }), ...more }
}

async function run(made: Tool.Tool, argument: string): Promise<unknown> {
  const result = await CodeMode.execute({ tools: [made], code: `return await tools.t(${argument})` })
  return result.ok ? result.value : `${result.error.kind}: ${result.error.message}`
}

/** The signature without the comments that only some libraries' schemas give. */
const signature = (made: Tool.Tool): string | undefined => CodeMode.make({ tools: [made] }).catalog()[0]?.signature.replaceAll(/ *\/\*\*.*?\*\/\n/g, "")

const effect = Schema.Struct({ n: Schema.NumberFromString, tag: Schema.optionalKey(Schema.String) })
const libraries: Array<[string, Tool.SchemaType, signature: string]> = [
  ["Zod", z.object({ n: z.string().transform(Number).pipe(z.number().int()), tag: z.string().optional() }), "n: string,\n  tag?: string,"],
  ["Valibot", v.object({ n: v.pipe(v.string(), v.transform(Number), v.integer()), tag: v.optional(v.string()) }), "n: string,\n  tag?: string,"],
  ["Valibot with Standard JSON Schema", toStandardJsonSchema(v.object({ n: v.pipe(v.string(), v.transform(Number)), tag: v.optional(v.string()) })), "n: string,\n  tag?: string,"],
  ["ArkType", type({ n: "string.numeric.parse", "tag?": "string" }) as unknown as Tool.SchemaType, "n: string,\n  tag?: string,"],
  ["Effect", Schema.toStandardSchemaV1(effect) as unknown as Tool.SchemaType, ""],
]

describe.each(libraries)("%s", (_name, schema, fields) => {
  test("decodes the input before execute", async () => {
    const seen: unknown[] = []
    const made = tool(schema, {}, (input: { n: number }) => {
      seen.push(input)
      return input.n + 1
    })
    expect(await run(made, `{ n: "41", tag: "x" }`)).toBe(42)
    expect(seen).toEqual([{ n: 41, tag: "x" }])
  })

  test("refuses what does not fit, naming the place", async () => {
    const made = tool(schema, {}, () => "not called")
    expect(await run(made, `{ n: 42 }`)).toMatch(/^InvalidToolInput: Invalid input for tool 't': .*\bn\b/s)
    expect(await run(made, `{}`)).toMatch(/^InvalidToolInput: Invalid input for tool 't': .*\bn\b/s)
  })

  test("decodes the output before the program sees it", async () => {
    const made = tool({}, schema, () => ({ n: "7" }))
    expect(await run(made, "{}")).toEqual({ n: 7 })
    expect(await run(tool({}, schema, () => ({ n: 7 })), "{}")).toMatch(/^InvalidToolOutput: Invalid output from tool 't': .*\bn\b/s)
  })

  test("shapes the signature by its encoded side", () => {
    if (fields !== "") expect(signature(tool(schema, {}, () => 1))).toBe(`tools.t(input: {\n  ${fields}\n}): Promise<unknown>`)
  })
})

test("what a library cannot express is shown as anything", () => {
  expect(signature(tool(z.object({ a: z.date(), b: z.bigint() }), z.string(), () => ""))).toBe("tools.t(input: {\n  a: unknown,\n  b: unknown,\n}): Promise<string>")
})

test("no output schema is void, an empty one is unknown", () => {
  expect(signature(Tool.make({ name: "t", description: "", input: {}, execute: () => {} }))).toBe("tools.t(input: unknown): Promise<void>")
  expect(signature(tool({}, {}, () => 1))).toBe("tools.t(input: unknown): Promise<unknown>")
})

test("an asynchronous validator", async () => {
  const later = z.object({ id: z.string() }).refine(async ({ id }) => id !== "taken", "taken")
  expect(await run(tool(later, {}, ({ id }: { id: string }) => id), `{ id: "free" }`)).toBe("free")
  expect(await run(tool(later, {}, ({ id }: { id: string }) => id), `{ id: "taken" }`)).toMatch(/^InvalidToolInput: .*taken/)
})

test("a validator that throws refuses", async () => {
  const broken: Tool.SchemaType = {
    "~standard": {
      version: 1,
      vendor: "own",
      validate: () => {
        throw new Error("validator broke")
      },
    },
  }
  expect(await run(tool(broken, {}, () => 1), "{}")).toMatch(/^InvalidToolInput: Invalid input for tool 't': validator broke/)
  expect(await run(tool({}, broken, () => 1), "{}")).toMatch(/^InvalidToolOutput: Invalid output from tool 't': validator broke/)
})

describe("plain JSON Schema", () => {
  const schema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] } as const

  test("only shapes the signature", async () => {
    expect(await run(tool(schema, {}, (input) => input), "{ id: 42 }")).toEqual({ id: 42 })
    expect(signature(tool(schema, { type: "array", items: { type: "integer" } }, () => []))).toBe("tools.t(input: {\n  id: string,\n}): Promise<Array<number>>")
  })

  test("is checked on request, both ways", async () => {
    const checked = { validate: true }
    expect(await run(tool(schema, {}, () => "ok", checked), `{ id: "a" }`)).toBe("ok")
    expect(await run(tool(schema, {}, () => "ok", checked), "{ id: 42 }")).toMatch(/^InvalidToolInput: Invalid input for tool 't': .*id/)
    expect(await run(tool({}, { type: "string" }, () => 5, checked), "{}")).toMatch(/^InvalidToolOutput: Invalid output from tool 't': .*string/)
  })
})

test("many issues are cut to the first few", async () => {
  const fields = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`f${i}`, z.string()]))
  expect(await run(tool(z.object(fields), {}, () => 1), "{}")).toMatch(/f0: .*f4: [^;]*; and 7 more/)
})
