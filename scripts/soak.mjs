#!/usr/bin/env node
// Many runs at once with tools of random latency, failures and aborts, for a while; then checks that every
// promise has settled, that every call is accounted for, and that memory, threads and handles are as before.
//
//   node --expose-gc scripts/soak.mjs [--seconds 60] [--runs 200]
import { readdirSync } from "node:fs"
import { CodeMode, Namespace, Tool, toolError } from "../dist/index.js"

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const seconds = option("seconds", 60)
const width = option("runs", 200)
const CALLS = 50

let state = 12345
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648

const counts = { admitted: 0, started: 0, success: 0, failure: 0, interrupted: 0, notStarted: 0 }
const ended = { ok: 0, failed: 0, aborted: 0, timedOut: 0 }

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const tools = [
  Namespace.make({
    name: "work",
    tools: [
      Tool.make({ name: "read", description: "Reads", input: { type: "object" }, output: {}, execute: async ({ n }) => (await sleep(random() * 20), { n, text: "x".repeat(n) }) }),
      Tool.make({
        name: "write",
        description: "Writes",
        input: { type: "object" },
        output: {},
        mutating: true,
        conflictKeys: ({ key }) => [key],
        execute: async () => (await sleep(random() * 5), null),
      }),
      Tool.make({
        name: "flaky",
        description: "Fails now and then",
        input: { type: "object" },
        output: {},
        execute: async () => {
          await sleep(random() * 10)
          if (random() < 0.5) throw toolError("not now")
          return 1
        },
      }),
    ],
  }),
]

const runtime = CodeMode.make({
  tools,
  limits: { timeoutMs: 2_000, memoryBytes: 64 << 20, maxParallelToolCalls: 8 },
  onToolCallStart: () => void counts.started++,
  onToolCallEnd: ({ outcome }) => void counts[outcome]++,
})

const programs = [
  `const out = await Promise.allSettled(Array.from({ length: ${CALLS} }, (_, n) => tools.work.read({ n })));
   return out.length`,
  `let ok = 0;
   for (let i = 0; i < ${CALLS}; i++) { try { await tools.work.flaky({ i }); ok++ } catch (error) { console.log(error.message) } }
   return ok`,
  `await Promise.all(Array.from({ length: ${CALLS} }, (_, i) => tools.work.write({ key: "k" + (i % 5) })));
   return "written"`,
  `for (let i = 0; i < ${CALLS}; i++) tools.work.read({ n: i });
   let sum = 0; for (let i = 0; i < 200000; i++) sum += i;
   return sum`,
  `const all = []; for (let i = 0; i < ${CALLS}; i++) all.push(tools.work.flaky({ i }));
   return await Promise.all(all)`,
]

async function lane(until) {
  while (performance.now() < until) {
    const controller = new AbortController()
    const timer = random() < 0.3 ? setTimeout(() => controller.abort(new Error("enough")), random() * 100) : undefined
    const code = programs[Math.floor(random() * programs.length)]
    try {
      const result = await runtime.execute(code, { signal: controller.signal })
      counts.admitted += result.toolCalls.length
      if (result.ok) ended.ok++
      else if (result.error.kind === "TimeoutExceeded") ended.timedOut++
      else ended.failed++
    } catch (error) {
      if (error?.message !== "enough") throw error
      ended.aborted++
    } finally {
      clearTimeout(timer)
    }
  }
}

const settle = async () => {
  await sleep(2_500)
  globalThis.gc?.()
  await sleep(100)
  globalThis.gc?.()
}
const look = () => ({ rssMiB: Math.round(process.memoryUsage().rss / 1048576), threads: readdirSync("/proc/self/task").length, handles: process.getActiveResourcesInfo().length })

await lane(performance.now() + 500)
await settle()
const before = look()
await Promise.all(Array.from({ length: width }, () => lane(performance.now() + seconds * 1000)))
const busiest = look()
await settle()
const after = look()
console.log(JSON.stringify({ ended, counts, before, busiest, after }, null, 2))
const problems = []
if (counts.started !== counts.success + counts.failure + counts.interrupted) problems.push("a started call has no end, or more than one")
if (after.threads > before.threads) problems.push("threads are left")
if (after.handles > before.handles) problems.push("handles are left")
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
