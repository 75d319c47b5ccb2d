/** The Effect flavour: the seed's API with its exact signatures. */

import { CodeMode, Namespace, Tool, ToolError, toolError } from "codemode-native/effect"
import { Context, Data, Deferred, Effect, Exit, Fiber, Schema } from "effect"
import { describe, expect, test } from "vitest"

class Orders extends Context.Service<Orders, { readonly status: (id: string) => string }>()("Orders") {}

const half = Tool.make({
  name: "half",
  description: "Halves",
  input: Schema.Struct({ n: Schema.NumberFromString }),
  output: Schema.NumberFromString,
  execute: ({ n }) => Effect.succeed(String(n / 2)),
})

const run = (tools: Array<Tool.Tool>, code: string): Promise<CodeMode.Result> => Effect.runPromise(CodeMode.execute({ tools, code }))
const failing = (effect: Effect.Effect<never, unknown>): Tool.Tool =>
  Tool.make({ name: "t", description: "", input: Schema.Struct({}), output: Schema.String, execute: () => effect })

describe("schemas", () => {
  test("decode inputs and outputs", async () => {
    expect(await run([half], `return await tools.half({ n: "42" })`)).toEqual({ ok: true, value: 21, toolCalls: [{ name: "half" }] })
    const refused = await run([half], "return await tools.half({ n: 42 })")
    expect(refused.ok ? "" : refused.error.kind).toBe("InvalidToolInput")
    expect(refused.toolCalls).toEqual([])
  })

  test("excess keys are dropped", async () => {
    const seen: unknown[] = []
    const tool = Tool.make({
      name: "t",
      description: "",
      input: Schema.Struct({ v: Schema.Unknown }),
      output: Schema.Void,
      execute: (input) => Effect.sync(() => void seen.push(input)),
    })
    await run([tool], "await tools.t({ v: 1, extra: 2 })")
    expect(seen).toEqual([{ v: 1 }])
  })

  test("the error text is the schema's", async () => {
    const tool = Tool.make({ name: "t", description: "", input: Schema.Struct({ b: Schema.Number }), execute: () => Effect.void })
    const result = await run([tool], "await tools.t({})")
    expect(result.ok ? "" : result.error.message).toMatch(/^Invalid input for tool 't': SchemaError\(Missing key\n {2}at \["b"\]\)/)
  })

  test("signatures show the encoded input and the decoded output", () => {
    const runtime = CodeMode.make({ tools: [Namespace.make({ name: "calc", tools: [half] })] })
    expect(runtime.catalog()).toEqual([{ path: "calc.half", description: "Halves", signature: "tools.calc.half(input: {\n  n: string,\n}): Promise<number>" }])
    expect(runtime.namespaces()).toEqual([{ path: "calc" }])
  })

  test("JSON Schema documents shape the signature only", async () => {
    const tool = Tool.make({ name: "t", description: "", input: { type: "object" }, output: {}, execute: (input) => Effect.succeed(input) })
    expect(await run([tool], "return await tools.t({ id: 42 })")).toMatchObject({ ok: true, value: { id: 42 } })
  })
})

describe("services", () => {
  const lookup = Tool.make({
    name: "lookup",
    description: "Look up an order",
    input: Schema.Struct({ id: Schema.String }),
    output: Schema.Struct({ id: Schema.String, status: Schema.String }),
    execute: ({ id }) => Effect.map(Orders, (orders) => ({ id, status: orders.status(id) })),
  })

  test("the environment is inferred from nested tools and provided by the caller", async () => {
    const runtime = CodeMode.make({ tools: [Namespace.make({ name: "a", tools: [Namespace.make({ name: "b", tools: [lookup] })] })] })
    const program: Effect.Effect<CodeMode.Result, never, Orders> = runtime.execute(`return (await tools.a.b.lookup({ id: "7" })).status`)
    const result = await Effect.runPromise(Effect.provideService(program, Orders, { status: (id) => `open ${id}` }))
    expect(result).toEqual({ ok: true, value: "open 7", toolCalls: [{ name: "a.b.lookup" }] })
  })

  test("hooks are Effects with services of their own", async () => {
    const seen: unknown[] = []
    const program = CodeMode.execute({
      tools: [half],
      code: `return await tools.half({ n: "2" })`,
      onToolCallStart: ({ index, name, input }) => Effect.map(Orders, (orders) => void seen.push([orders.status("s"), index, name, input])),
      onToolCallEnd: ({ outcome }) => Effect.sync(() => void seen.push(outcome)),
    })
    await Effect.runPromise(Effect.provideService(program, Orders, { status: (id) => id }))
    expect(seen).toEqual([["s", 0, "half", { n: 2 }], "success"])
  })
})

describe("failures", () => {
  class Denied extends Data.TaggedError("Denied")<{ readonly message: string }> {}
  test.each([
    ["ToolError", failing(Effect.fail(toolError("no"))), "no"],
    ["ToolError with a cause", failing(Effect.fail(toolError("Upload failed", new Error("disk full")))), "ToolError: Upload failed (cause: Error: disk full)"],
    ["a tagged error", failing(Effect.fail(new Denied({ message: "no access" }))), "no access"],
    ["a text", failing(Effect.fail("just text")), "just text"],
    ["an object", failing(Effect.fail({ code: 5 })), '{"code":5}'],
    ["a defect", failing(Effect.die(new Error("wires crossed"))), "wires crossed"],
    ["a body that throws", failing(Effect.suspend(() => { throw new Error("thrown") })), "thrown"],
  ])("%s", async (_title, tool, message) => {
    const result = await run([tool], "return await tools.t({})")
    expect(result.ok ? [] : [result.error.kind, result.error.message.startsWith(message)]).toEqual(["ToolFailure", true])
  })

  test("ToolError is the same class in both flavours", () => {
    expect(ToolError.isInstance(toolError("x"))).toBe(true)
  })
})

describe("interruption", () => {
  test("interrupting the fiber interrupts the tools and waits for their finalizers", async () => {
    const events: string[] = []
    const program = Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const tool = Tool.make({
        name: "t",
        description: "",
        input: Schema.Struct({}),
        execute: () =>
          Effect.onInterrupt(
            Effect.andThen(Deferred.succeed(started, undefined), Effect.never),
            () => Effect.andThen(Effect.sleep(20), Effect.sync(() => void events.push("cleaned"))),
          ),
      })
      const fiber = yield* Effect.forkChild(CodeMode.execute({ tools: [tool], code: "await tools.t({})" }))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
      events.push("interrupted")
    })
    await Effect.runPromise(program as Effect.Effect<void>)
    expect(events).toEqual(["cleaned", "interrupted"])
  })

  test("a tool that interrupts itself interrupts the run that awaited it", async () => {
    const tool = failing(Effect.interrupt)
    const exit = await Effect.runPromiseExit(CodeMode.execute({ tools: [tool], code: "await tools.t({})" }))
    expect(Exit.hasInterrupts(exit)).toBe(true)
    expect(await run([tool], "tools.t({}); await null; await null; return 1")).toEqual({ ok: true, value: 1, toolCalls: [{ name: "t" }] })
  })
})

test("an execution Effect is re-runnable", async () => {
  const effect = CodeMode.execute({ tools: [half], limits: { maxToolCalls: 1 }, code: `console.log("x"); return await tools.half({ n: "4" })` })
  const first = await Effect.runPromise(effect)
  expect(await Effect.runPromise(effect)).toEqual(first)
  expect(first).toEqual({ ok: true, value: 2, logs: ["x"], toolCalls: [{ name: "half" }] })
})

test("every result decodes with CodeMode.Result", async () => {
  for (const code of ["return { a: [1, null] }", "throw 1", "return 3 +", "Promise.reject(1); return 0"]) {
    const result = await run([], code)
    expect(Schema.decodeUnknownSync(CodeMode.Result)(JSON.parse(JSON.stringify(result)))).toEqual(result)
  }
})
