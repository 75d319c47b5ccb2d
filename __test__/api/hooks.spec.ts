/** Observers: what fires, with what, and that they cannot harm a run. */

import { CodeMode, Namespace, Tool, toolError } from "codemode-native"
import { expect, test } from "vitest"
import * as z from "zod"
import { kit } from "../kit.js"

interface Seen {
  readonly events: unknown[]
  readonly hooks: CodeMode.Hooks
}

function recorder(): Seen {
  const events: unknown[] = []
  return {
    events,
    hooks: {
      onToolCallStart: (event) => void events.push(["start", event]),
      onToolCallEnd: ({ durationMs, ...event }) => {
        expect(durationMs).toBeGreaterThanOrEqual(0)
        events.push(["end", event])
      },
    },
  }
}

test("a refusal that the program catches", async () => {
  const { events, hooks } = recorder()
  const refusing = Tool.make({
    name: "a",
    description: "",
    input: z.object({ v: z.coerce.number() }),
    output: z.string(),
    execute: () => {
      throw toolError("too big")
    },
  })
  await CodeMode.execute({
    tools: [Namespace.make({ name: "n", tools: [refusing] })],
    code: `try { await tools.n.a({ v: "9" }) } catch {}`,
    ...hooks,
  })
  expect(events).toEqual([
    ["start", { index: 0, name: "n.a", input: { v: 9 } }],
    ["end", { index: 0, name: "n.a", input: { v: 9 }, outcome: "failure", message: "too big" }],
  ])
})

test.each([
  "await tools.kit.sum({ a: 1 })",
  "await tools.kit.sum(1, 2)",
  "await tools.kit.nosuch({})",
  "await tools.kit.raw({ f: () => 1 })",
])("no hook fires for a call that is refused before admission: %s", async (program) => {
  const { events, hooks } = recorder()
  const result = await CodeMode.execute({ tools: [kit().namespace], code: program, ...hooks })
  expect([result.ok, result.toolCalls, events]).toEqual([false, [], []])
})

test("a call that is still running at the end is interrupted", async () => {
  const { events, hooks } = recorder()
  const result = await CodeMode.execute({ tools: [kit().namespace], code: "tools.kit.hang({}); await null; return 'done'", ...hooks })
  expect(result).toEqual({ ok: true, value: "done", toolCalls: [{ name: "kit.hang" }] })
  expect(events).toEqual([
    ["start", { index: 0, name: "kit.hang", input: {} }],
    ["end", { index: 0, name: "kit.hang", input: {}, outcome: "interrupted" }],
  ])
})

test("invalid output is a failure", async () => {
  const { events, hooks } = recorder()
  await CodeMode.execute({ tools: [kit().namespace], code: "await tools.kit.inst({}).catch(() => 1)", ...hooks })
  expect(events[1]).toEqual([
    "end",
    {
      index: 0,
      name: "kit.inst",
      input: {},
      outcome: "failure",
      message: "Invalid output from tool 'kit.inst': Result from tool 'kit.inst' must contain plain objects only. Found an Instance.",
    },
  ])
})

test("search is observed like a tool", async () => {
  const { events, hooks } = recorder()
  const result = await CodeMode.execute({ tools: [kit().namespace], code: "search({ query: 'sum' }).items.length; return 1", ...hooks })
  expect(result.toolCalls).toEqual([{ name: "search" }])
  expect(events).toEqual([
    ["start", { index: 0, name: "search", input: { query: "sum" } }],
    ["end", { index: 0, name: "search", input: { query: "sum" }, outcome: "success" }],
  ])
})

test("an asynchronous hook is awaited", async () => {
  const order: string[] = []
  const later = (text: string) => () =>
    new Promise<void>((resolve) =>
      setTimeout(() => {
        order.push(text)
        resolve()
      }, 5),
    )
  const step = Tool.make({ name: "step", description: "", input: {}, output: {}, execute: () => void order.push("tool") })
  await CodeMode.execute({
    tools: [step],
    code: "await tools.step({}); await tools.step({})",
    onToolCallStart: later("before"),
    onToolCallEnd: later("after"),
  })
  expect(order).toEqual(["before", "tool", "after", "before", "tool", "after"])
})

test("a broken observer is reported and changes nothing", async () => {
  const warnings: string[] = []
  const result = await CodeMode.execute({
    tools: [kit().namespace],
    code: "return await tools.kit.sum({ a: 1, b: 2 })",
    logger: { warn: (message) => void warnings.push(message) },
    onToolCallStart: () => {
      throw new Error("observer")
    },
    onToolCallEnd: () => Promise.reject(new Error("observer")),
    onCall: () => {
      throw new Error("observer")
    },
  })
  expect(result).toEqual({ ok: true, value: 3, toolCalls: [{ name: "kit.sum" }] })
  expect(warnings).toEqual(["onCall failed", "onToolCallStart failed", "onCall failed", "onToolCallEnd failed"])
})

test("onCall tells both phases, numbered per run", async () => {
  const events: unknown[] = []
  const runtime = CodeMode.make({
    tools: [kit().namespace],
    onCall: ({ durationMs: _duration, ...event }) => void events.push(event),
  })
  for (let run = 1; run <= 2; run++) {
    events.length = 0
    await runtime.execute("await tools.kit.sum({ a: 1, b: 2 }); await tools.kit.refuse({}).catch(() => 0)")
    const sum = { runId: run, seq: 1, index: 0, tool: "sum", path: "kit.sum", args: '{"a":1,"b":2}', input: { a: 1, b: 2 } }
    const refuse = { runId: run, seq: 2, index: 1, tool: "refuse", path: "kit.refuse", args: "{}", input: {} }
    expect(events).toEqual([
      { ...sum, phase: "start" },
      { ...sum, phase: "done", outcome: "success" },
      { ...refuse, phase: "start" },
      { ...refuse, phase: "error", outcome: "failure", error: "not today" },
    ])
  }
})

test("onEvent is one numbered stream", async () => {
  const events: CodeMode.ProgressEvent[] = []
  await CodeMode.execute({
    tools: [kit().namespace],
    limits: { maxParallelToolCalls: 1 },
    code: "console.log('hello'); await Promise.all([tools.kit.sum({ a: 1, b: 2 }), tools.kit.sum({ a: 3, b: 4 })])",
    onEvent: (event) => void events.push(event),
  })
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.filter((event) => event.type === "log").map((event) => (event.type === "log" ? event.text : ""))).toEqual(["hello"])
  expect(events.filter((event) => event.type === "ended").map((event) => event.name)).toEqual(["kit.sum", "kit.sum"])
})

test("the context of a run reaches tools and observers", async () => {
  const seen: unknown[] = []
  const runtime = CodeMode.make({
    tools: [Tool.make({ name: "who", description: "", input: {}, output: {}, execute: (_input, { context, path }) => [context, path] })],
    onToolCallStart: (_event, context) => void seen.push(context),
  })
  const result = await runtime.execute("return await tools.who({})", { context: "request 7" })
  expect(result.ok && result.value).toEqual(["request 7", "who"])
  expect(seen).toEqual(["request 7"])
})
