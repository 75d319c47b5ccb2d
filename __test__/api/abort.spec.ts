/** Cancellation before, during and after a run, and what tools see of it. */

import { CodeMode, Tool } from "codemode-native"
import { getEventListeners } from "node:events"
import { expect, test } from "vitest"

interface Watched {
  readonly tool: Tool.Tool
  readonly reasons: unknown[]
  readonly started: Promise<void>
}

/** A tool that waits for its signal. */
function watched(): Watched {
  const reasons: unknown[] = []
  let start = (): void => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const tool = Tool.make({
    name: "wait",
    description: "",
    input: {},
    output: {},
    execute: (_input, { signal }) => {
      start()
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        })
      })
    },
  })
  return { tool, reasons, started }
}

test("aborted before the start: nothing runs", async () => {
  const { tool, reasons } = watched()
  const reason = new Error("too late")
  const options = { tools: [tool], code: "await tools.wait({})", signal: AbortSignal.abort(reason) }
  await expect(CodeMode.execute(options)).rejects.toBe(reason)
  expect(await CodeMode.execute({ ...options, semantics: { onAbort: "result" } })).toEqual({
    ok: false,
    error: { kind: "Aborted", message: "The caller aborted the run before it started: too late" },
    toolCalls: [],
  })
  expect(reasons).toEqual([])
})

test("aborted while a tool runs: the signal's reason on both sides, no listener left", async () => {
  const { tool, reasons, started } = watched()
  const controller = new AbortController()
  const run = CodeMode.execute({ tools: [tool], code: "await tools.wait({})", signal: controller.signal })
  await started
  const reason = new Error("the user left")
  controller.abort(reason)
  await expect(run).rejects.toBe(reason)
  expect(reasons).toEqual([reason])
  expect(getEventListeners(controller.signal, "abort")).toEqual([])
})

test("aborted while the program computes", async () => {
  const controller = new AbortController()
  const run = CodeMode.execute({ code: "for (;;) {}", signal: controller.signal })
  setTimeout(() => controller.abort("stop"), 20)
  await expect(run).rejects.toBe("stop")
})

test("aborted as a result", async () => {
  const { tool, started } = watched()
  const controller = new AbortController()
  const run = CodeMode.execute({
    tools: [tool],
    code: "console.log('kept'); try { await tools.wait({}) } finally { console.log('never') }",
    signal: controller.signal,
    semantics: { onAbort: "result" },
  })
  await started
  controller.abort("enough")
  const result = await run
  expect(result).toMatchObject({ ok: false, error: { kind: "Aborted" }, logs: ["kept"], toolCalls: [{ name: "wait" }] })
})

test("aborting after the end changes nothing", async () => {
  const controller = new AbortController()
  const result = await CodeMode.execute({ code: "return 1", signal: controller.signal })
  controller.abort()
  expect(result).toEqual({ ok: true, value: 1, toolCalls: [] })
  expect(getEventListeners(controller.signal, "abort")).toEqual([])
})

test.each([
  ["the program returns", "tools.wait({}); await null; return 1", {}],
  ["the program throws", "tools.wait({}); await null; throw 1", {}],
  ["the time is up", "await tools.wait({})", { timeoutMs: 30 }],
  ["a limit is hit", "tools.wait({}); await tools.step({}); await tools.step({})", { maxToolCalls: 2 }],
] as Array<[string, string, CodeMode.Limits]>)("a running tool is told when %s", async (_title, code, limits) => {
  const { tool, reasons } = watched()
  const step = Tool.make({ name: "step", description: "", input: {}, execute: () => {} })
  await CodeMode.execute({ tools: [tool, step], code, limits })
  expect(reasons).toHaveLength(1)
  expect((reasons[0] as Error).name).toBe("AbortError")
})

test("a tool that ignores the signal delays nothing", async () => {
  const deaf = Tool.make({ name: "deaf", description: "", input: {}, output: {}, execute: () => new Promise(() => {}) })
  const result = await CodeMode.execute({ tools: [deaf], code: "await tools.deaf({})", limits: { timeoutMs: 30 } })
  expect(result).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
})

test("the host's timers keep ticking while a program computes", async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const result = await CodeMode.execute({ code: "for (;;) {}", limits: { timeoutMs: 150 } })
  clearInterval(timer)
  expect(result.ok).toBe(false)
  expect(ticks).toBeGreaterThan(3)
})

test("tools that answer at once do not starve the event loop", async () => {
  const now = Tool.make({ name: "now", description: "", input: {}, output: {}, execute: () => 1 })
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const result = await CodeMode.execute({ tools: [now], code: "for (;;) await tools.now({})", limits: { timeoutMs: 150 } })
  clearInterval(timer)
  expect(result.ok).toBe(false)
  expect(ticks).toBeGreaterThan(3)
})
