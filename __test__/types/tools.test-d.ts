/** What the compiler infers from a schema and what it refuses; compiling this file is the test. */

import { CodeMode, Namespace, RunTool, Tool } from "codemode-native"
import { type } from "arktype"
import { Schema } from "effect"
import * as v from "valibot"
import * as z from "zod"

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(..._proof: Equal<A, B> extends true ? [] : ["the types differ", A, B]): void => {}

// Zod: the body sees the decoded side, and answers the encoded side.
Tool.make({
  name: "zod",
  input: z.object({ n: z.string().transform(Number), tag: z.string().optional() }),
  output: z.string().transform((text) => text.length),
  execute: (input, context) => {
    same<typeof input, { n: number; tag?: string | undefined }>()
    same<typeof context.signal, AbortSignal>()
    return "text"
  },
})

// Valibot and ArkType and a wrapped Effect Schema.
Tool.make({ name: "valibot", input: v.object({ id: v.string() }), output: v.number(), execute: async ({ id }) => id.length })
Tool.make({ name: "arktype", input: type({ id: "string" }), output: type("number"), execute: async ({ id }) => id.length })
Tool.make({ name: "effect", input: Schema.toStandardSchemaV1(Schema.Struct({ n: Schema.NumberFromString })), execute: ({ n }) => void (n + 1) })

// JSON Schema says nothing to the compiler; no output means nothing to return.
Tool.make({
  name: "json",
  input: { type: "object" },
  output: {},
  execute: (input) => {
    same<typeof input, unknown>()
    return { anything: true }
  },
})
Tool.make({ name: "void", input: { type: "object" }, execute: () => {} })
Tool.make({ name: "void", input: { type: "object" }, execute: async () => {} })

Tool.make({
  name: "wrong output",
  input: z.object({}),
  output: z.object({ count: z.number() }),
  // @ts-expect-error the schema says number
  execute: () => ({ count: "many" }),
})

Tool.make({
  name: "wrong input",
  input: z.object({ id: z.string() }),
  output: z.string(),
  // @ts-expect-error there is no such member
  execute: ({ name }) => String(name),
})

Tool.make({
  name: "dropped",
  input: z.object({}),
  // @ts-expect-error without an output schema the value would be dropped
  execute: () => 5,
})

// @ts-expect-error a tool needs a body
Tool.make({ name: "no body", input: {} })

Tool.make({
  name: "keys",
  input: z.object({ path: z.string() }),
  mutating: true,
  conflictKeys: ({ path }) => [`file:${path}`],
  execute: () => {},
})

const tool = Tool.make({ name: "a", input: z.object({ id: z.string() }), output: z.string(), execute: ({ id }) => id })
const runtime = CodeMode.make({ tools: [tool, Namespace.make({ name: "n", tools: [tool] })], limits: { timeoutMs: 5 } })
CodeMode.make({ tools: { a: tool, n: { b: tool } } })
RunTool.make({ tools: [tool] })

// @ts-expect-error there is no such limit
CodeMode.make({ limits: { timeout: 5 } })
// @ts-expect-error a plain function is no tool
CodeMode.make({ tools: [() => 1] })

const result: CodeMode.Result = await runtime.execute("1", { signal: new AbortController().signal })
if (result.ok) same<typeof result.value, CodeMode.DataValue>()
else same<typeof result.error, CodeMode.Diagnostic>()
// @ts-expect-error a failed run has no value
export const unchecked = result.value
