/** What is left of runs: nothing. And when the process may end: as soon as nothing is awaited. */

import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { CodeMode, Tool } from "codemode-native"
import { expect, test } from "vitest"

const DIST = new URL("../../dist/index.js", import.meta.url).href

async function child(body: string): Promise<{ code: number | null; out: string; err: string }> {
  const source = `import { CodeMode, Tool } from ${JSON.stringify(DIST)}\n${body}`
  const running = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "pipe"] })
  let out = ""
  let err = ""
  running.stdout.on("data", (chunk) => (out += String(chunk)))
  running.stderr.on("data", (chunk) => (err += String(chunk)))
  const code = await new Promise<number | null>((resolve) => running.on("exit", resolve))
  return { code, out, err }
}

test("a busy program keeps the process alive until its result is there, and no longer", async () => {
  const { code, out, err } = await child(`
    CodeMode.execute({ code: "let n = 0; while (n < 500000) n++; return n" }).then((result) => console.log(result.value))
  `)
  expect({ code, out, err }).toEqual({ code: 0, out: "500000\n", err: "" })
})

test("a timer of the program keeps the process alive", async () => {
  const { code, out } = await child(`
    CodeMode.execute({ code: "await sleep(50); return 'slept'", semantics: { sleep: true } }).then((result) => console.log(result.value))
  `)
  expect({ code, out }).toEqual({ code: 0, out: "slept\n" })
})

test("a time limit is kept although the tool never answers", async () => {
  const { code, out } = await child(`
    const never = Tool.make({ name: "never", description: "", execute: () => new Promise(() => {}) })
    CodeMode.execute({ code: "await tools.never({})", tools: [never], limits: { timeoutMs: 30 } }).then((result) => console.log(result.error.kind))
  `)
  expect({ code, out }).toEqual({ code: 0, out: "TimeoutExceeded\n" })
})

test("the process may end while a program runs", async () => {
  const { code } = await child(`
    void CodeMode.execute({ code: "for (;;) {}" })
    setTimeout(() => process.exit(7), 20)
  `)
  expect(code).toBe(7)
})

test("runs leave no thread, handle or listener", async () => {
  const tool = Tool.make({ name: "t", description: "", output: {}, execute: async () => 1 })
  const runtime = CodeMode.make({ tools: [tool], limits: { timeoutMs: 60_000 } })
  const { signal } = new AbortController()
  const some = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const result = await runtime.execute(i % 100 === 0 ? "let n = 0; while (n < 200000) n++; return 1" : "return await tools.t({})", { signal })
      expect(result.ok).toBe(true)
    }
  }
  // As many threads as there will ever be.
  await Promise.all(Array.from({ length: 4 * availableParallelism() }, () => runtime.execute("let n = 0; while (n < 500000) n++; return 1")))
  await some(200)
  const threads = readdirSync("/proc/self/task").length
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
  const before = timers()
  await some(5_000)
  expect(readdirSync("/proc/self/task").length).toBeLessThanOrEqual(threads)
  expect(timers()).toBeLessThanOrEqual(before)
}, 60_000)
