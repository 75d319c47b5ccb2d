/** The crossing itself: batches, large and odd inputs, offers, queueing, abort, programs on other threads. */

import { CodeMode, Namespace, RunTool, Tool } from "codemode-native"
import { expect, test } from "vitest"
import * as z from "zod"

const echo = Tool.make({ name: "echo", description: "Gives back its input", input: { type: "object" }, output: {}, execute: async (input) => input })

test("a thousand calls side by side", async () => {
  const runtime = CodeMode.make({ tools: [echo] })
  const result = await runtime.execute("const all = await Promise.all(Array.from({ length: 1000 }, (_, n) => tools.echo({ n }))); return all.map((x) => x.n).reduce((a, b) => a + b)")
  expect(result).toMatchObject({ ok: true, value: 499_500 })
  expect(result.toolCalls.length).toBe(1000)
})

test("long strings cross raw in both directions", async () => {
  const tool = Tool.make({ name: "shout", description: "", input: { type: "string" }, output: { type: "string" }, execute: async (text: unknown) => `${String(text).length}:${"é\n\"".repeat(50_000)}` })
  const result = await CodeMode.execute({ code: `const s = await tools.shout("ü\\n".repeat(30000)); return [s.length, s.slice(0, 9)]`, tools: [tool] })
  expect(result).toMatchObject({ ok: true, value: [150_006, "60000:é\n\""] })
})

test("a program that computes on another thread sends its calls at once and gets its replies", async () => {
  let started = 0
  const early = Tool.make({ name: "early", description: "", output: {}, execute: async () => ++started })
  const runtime = CodeMode.make({ tools: [early] })
  const result = await runtime.execute(`
    let n = 0; while (n < 300000) n++;
    const first = tools.early({});
    while (n < 900000) n++;
    return [await first, await tools.early({}), n]
  `)
  expect(result).toMatchObject({ ok: true, value: [1, 2, 900_000] })
})

test("busy programs do not stand in each other's way", async () => {
  const runtime = CodeMode.make()
  const all = await Promise.all(Array.from({ length: 8 }, (_, i) => runtime.execute(`let n = 0; while (n < 200000 + ${i}) n++; return n`)))
  expect(all.map((result) => (result.ok ? result.value : result.error))).toEqual(Array.from({ length: 8 }, (_, i) => 200_000 + i))
})

test("an asynchronous validator admits its call later, others do not wait for it", async () => {
  const order: string[] = []
  const slow = Tool.make({
    name: "slow",
    description: "",
    input: z.object({ v: z.number() }).refine(async () => (await new Promise((resolve) => setTimeout(resolve, 20)), true)),
    output: {},
    execute: async ({ v }) => (order.push("slow"), v),
  })
  const quick = Tool.make({ name: "quick", description: "", input: z.object({}), output: {}, execute: async () => (order.push("quick"), 1) })
  const result = await CodeMode.execute({ code: "return await Promise.all([tools.slow({ v: 3 }), tools.quick({})])", tools: [slow, quick] })
  expect(result).toMatchObject({ ok: true, value: [3, 1] })
  expect(order).toEqual(["quick", "slow"])
})

test("abort reaches a waiting, a busy and a queued run", async () => {
  const never = Tool.make({ name: "never", description: "", execute: () => new Promise(() => {}) })
  const runtime = CodeMode.make({ tools: [never], maxConcurrentRuns: 2 })
  const controllers = [new AbortController(), new AbortController(), new AbortController()]
  const runs = ["await tools.never({})", "for (;;) {}", "return 1"].map((code, i) => runtime.execute(code, { signal: controllers[i]!.signal }))
  const settled = Promise.allSettled(runs)
  for (const [i, controller] of controllers.toReversed().entries()) setTimeout(() => controller.abort(new Error(`stop ${i}`)), 5 + 5 * i)
  expect((await settled).map((run) => run.status === "rejected" && String(run.reason))).toEqual(["Error: stop 2", "Error: stop 1", "Error: stop 0"])
})

test("runs wait for a slot in order", async () => {
  const order: number[] = []
  const step = Tool.make({ name: "step", description: "", input: { type: "object" }, output: {}, execute: async (input) => {
    const { n } = input as { n: number }
    order.push(n)
    await new Promise((resolve) => setTimeout(resolve, 2))
    return n
  } })
  const runtime = CodeMode.make({ tools: [step], maxConcurrentRuns: 1 })
  const all = await Promise.all([1, 2, 3, 4, 5].map((n) => runtime.execute(`await tools.step({ n: ${n} }); return await tools.step({ n: ${n} })`)))
  expect(all.map((result) => result.ok && result.value)).toEqual([1, 2, 3, 4, 5])
  expect(order).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
})

test("a run nested in the holder of the only slot fails instead of waiting for ever", async () => {
  const tool: RunTool.RunTool = RunTool.make({
    maxConcurrentRuns: 1,
    tools: [Tool.make({ name: "again", description: "", output: {}, execute: () => tool.call({ code: "return 1" }) })],
  })
  const result = await tool.run("try { return await tools.again({}) } catch (error) { return error.message }")
  expect(result.ok && String(result.value)).toContain("can never begin")
})

test("conflicting calls of two runs wait for each other where the scope says so", async () => {
  let inside = 0
  let most = 0
  const write = Tool.make({
    name: "write",
    description: "",
    input: { type: "object" },
    output: {},
    mutating: true,
    conflictKeys: () => ["file"],
    execute: async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 5))
      inside--
    },
  })
  const both = async (scope: "run" | "runTool"): Promise<number> => {
    most = 0
    const runtime = CodeMode.make({ tools: [write], scheduling: { scope } })
    const all = await Promise.all([1, 2, 3].map(() => runtime.execute("await tools.write({}); return await tools.write({})")))
    expect(all.every((result) => result.ok)).toBe(true)
    return most
  }
  expect(await both("run")).toBe(3)
  expect(await both("runTool")).toBe(1)
})

test("search is answered without describing tools before", async () => {
  const runtime = CodeMode.make({ tools: [Namespace.make({ name: "kit", tools: [echo] })] })
  const result = await runtime.execute("return search({ query: 'echo' }).items.map((item) => item.path)")
  expect(result).toMatchObject({ ok: true, value: ["tools.kit.echo"], toolCalls: [{ name: "search" }] })
})

test("one runtime, many programs: each starts from nothing", async () => {
  const runtime = CodeMode.make()
  for (let i = 0; i < 50; i++) expect(await runtime.execute("globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n")).toMatchObject({ ok: true, value: 1 })
})
