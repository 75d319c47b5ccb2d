/** The tools that the behaviour cases are written against. */

import { CodeMode, Namespace, Tool, toolError } from "codemode-native"
import * as z from "zod"

export class Instance {
  x = 1
}

export interface Kit {
  readonly namespace: Namespace.Namespace
  /** What `raw` and `echo` were given. */
  readonly seen: unknown[]
}

const tool = <I extends Tool.SchemaType, O extends Tool.SchemaType>(name: string, input: I, output: O, execute: (input: never, context: Tool.ToolContext) => unknown): Tool.Tool =>
  Tool.make({ name, description: `Tool ${name}`, input, output, execute: execute as never })

export function kit(): Kit {
  const seen: unknown[] = []
  const empty = z.object({})
  const namespace = Namespace.make({
    name: "kit",
    tools: [
      tool("sum", z.object({ a: z.number(), b: z.number() }), z.number(), ({ a, b }: { a: number; b: number }) => a + b),
      tool("echo", z.object({ v: z.unknown() }), {}, (input: { v: unknown }) => {
        seen.push(input)
        return input.v
      }),
      tool("refuse", empty, z.string(), () => {
        throw toolError("not today")
      }),
      tool("crash", empty, z.string(), async () => {
        throw new Error("wires crossed")
      }),
      tool("wrong", empty, z.object({ n: z.number() }), () => ({ n: "x" })),
      tool("hang", empty, z.string(), () => new Promise(() => {})),
      tool("nap", z.object({ ms: z.number() }), z.number(), ({ ms }: { ms: number }) => new Promise((resolve) => setTimeout(resolve, ms, ms))),
      Tool.make({
        name: "raw",
        description: "Tool raw",
        input: { type: "object" },
        execute: (input) => {
          seen.push(input)
        },
      }),
      tool("rich", empty, {}, () => ({
        when: new Date(0),
        map: new Map([[1, 2]]),
        set: new Set([1]),
        url: new URL("https://h.test/p"),
        re: /z/,
        nan: Number.NaN,
        gone: undefined,
      })),
      tool("inst", empty, {}, () => new Instance()),
      tool("big", empty, {}, () => 10n),
      tool("odd-name", empty, z.string(), async () => "odd ok"),
    ],
  })
  return { namespace, seen }
}

/** Runs one program over a fresh kit. */
export async function runKit(code: string, limits?: CodeMode.Limits): Promise<{ result: CodeMode.Result; seen: unknown[] }> {
  const { namespace, seen } = kit()
  const result = await CodeMode.execute({ tools: [namespace], code, ...(limits === undefined ? {} : { limits }) })
  return { result, seen }
}
