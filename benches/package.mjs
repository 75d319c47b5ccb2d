// One process of the end-to-end benchmark: the package under Node, one program, several iterations.
//
//   node benches/package.mjs PROGRAM.js [--runs N] [--warm N] [--min-ms N] [--max N] [--waiting]
//
// Prints one line of JSON in the format of the native drivers: value, samples in microseconds.
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { makeTools } from "./tools.mjs"

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "1" },
    warm: { type: "string", default: "1" },
    "min-ms": { type: "string", default: "250" },
    max: { type: "string", default: "1000" },
    waiting: { type: "boolean", default: false },
  },
})
const beforeLoad = performance.now()
const codemode = await import("../dist/index.js")
const runtime = codemode.CodeMode.make({ tools: makeTools(codemode) })
const load = (performance.now() - beforeLoad) * 1000

async function run(code) {
  const result = await runtime.execute(code)
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
  return result.value
}

async function waitingKb() {
  const K = 200
  const stop = new AbortController()
  const resident = () => process.memoryUsage.rss() / 1024
  const waiting = []
  let atHalf = 0
  for (let i = 0; i < (K * 3) / 2; i++) {
    if (i === K / 2) atHalf = resident()
    waiting.push(runtime.execute("await tools.never({});\nreturn 1", { signal: stop.signal }).catch(() => undefined))
    await new Promise((done) => setImmediate(done))
  }
  await new Promise((done) => setTimeout(done, 100))
  const kb = (resident() - atHalf) / K
  stop.abort()
  await Promise.all(waiting)
  return kb
}

async function measure(source) {
  const runs = Number(options.runs)
  const samples = []
  let spent = 0
  let value
  for (let iteration = 0; ; iteration++) {
    const code = `${source}\n// ${iteration}`
    const started = performance.now()
    const results = await Promise.all(Array.from({ length: runs }, () => run(code)))
    const time = performance.now() - started
    value = results[0]
    if (iteration < Number(options.warm)) continue
    samples.push(time * 1000)
    spent += time
    if (samples.length >= Number(options.max)) break
    if (samples.length >= 3 && spent >= Number(options["min-ms"])) break
  }
  return { load, value, samples }
}

const report = options.waiting ? { waitingKb: await waitingKb() } : await measure(readFileSync(positionals[0], "utf8"))
console.log(JSON.stringify(report))
