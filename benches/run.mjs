#!/usr/bin/env node
// The benchmark: our package end to end, our interpreter natively, QuickJS and Boa, side by side.
//
//   npm run bench -- [--only b01,b02] [--engines package,codemode,quickjs,boa] [--rounds 5] [--json FILE] [--no-build]
//
// Every (round, program, engine) is a process of its own; a round runs all engines on a program before the next program.
// The figure of a process is the median of its iterations, the figure in a table the median of its processes.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const here = dirname(fileURLToPath(import.meta.url))
const native = join(here, "native")
const binary = (name) => join(native, "target", "release", name + (process.platform === "win32" ? ".exe" : ""))
const engines = {
  package: [process.execPath, join(here, "package.mjs")],
  codemode: [binary("bench-engines"), "codemode"],
  quickjs: [binary("bench-engines"), "quickjs"],
  boa: [binary("bench-boa"), "boa"],
}
const reference = "quickjs"

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    engines: { type: "string", default: Object.keys(engines).join(",") },
    rounds: { type: "string", default: "5" },
    json: { type: "string" },
    "no-build": { type: "boolean", default: false },
  },
})
const chosen = options.engines.split(",").filter((name) => {
  if (!(name in engines)) throw new Error(`unknown engine ${name}; known: ${Object.keys(engines).join(", ")}`)
  return true
})
const rounds = Number(options.rounds)
const wanted = options.only.split(",").filter(Boolean)
const expected = JSON.parse(readFileSync(join(here, "programs", "expected.json"), "utf8")).programs
const programs = readdirSync(join(here, "programs"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => name.slice(0, -3))
  .filter((name) => wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix)))
  .sort()

if (!options["no-build"]) build()

function build() {
  const cargo = (folder, names) => {
    if (!names.some((name) => chosen.includes(name))) return
    console.error(`building ${names.join(" and ")} (the first time takes some minutes)`)
    execFileSync("cargo", ["build", "--release"], { cwd: join(native, folder), stdio: ["ignore", "inherit", "inherit"] })
  }
  cargo(".", ["codemode", "quickjs"])
  cargo("boa", ["boa"])
}

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
const geometricMean = (numbers) => Math.exp(numbers.reduce((sum, n) => sum + Math.log(n), 0) / numbers.length)

function measure(engine, program, more = []) {
  const [command, ...first] = engines[engine]
  const runs = expected[program]?.concurrentRuns ?? 1
  const args = [...first, join(here, "programs", `${program}.js`), "--runs", String(runs), ...more]
  const child = spawnSync(command, args, { encoding: "utf8", timeout: 120_000, maxBuffer: 1 << 28 })
  if (child.status !== 0) return { error: (child.stderr || String(child.error ?? child.signal)).trim().split("\n").at(-1) }
  return JSON.parse(child.stdout)
}

const results = new Map()
const record = (engine, program, sample) => {
  const key = `${engine}/${program}`
  const entry = results.get(key) ?? { times: [], teardowns: [], error: undefined }
  results.set(key, entry)
  if (sample.error !== undefined) entry.error = sample.error
  else if (JSON.stringify(sample.value) !== JSON.stringify(expected[program].value)) entry.error = "wrong value"
  else {
    entry.times.push(median(sample.samples))
    if (sample.teardowns) entry.teardowns.push(median(sample.teardowns))
  }
}
const waiting = new Map(chosen.map((engine) => [engine, []]))

for (let round = 0; round < rounds; round++) {
  for (const program of programs) {
    console.error(`round ${round + 1} of ${rounds}: ${program}`)
    const startup = program.startsWith("a1") || program.startsWith("a2")
    const more = startup ? ["--warm", "30", "--min-ms", "2000", "--max", "1000"] : []
    for (const engine of chosen) {
      if (results.get(`${engine}/${program}`)?.error === undefined) record(engine, program, measure(engine, program, more))
    }
  }
  if (wanted.length === 0) {
    for (const engine of chosen) {
      const kb = measure(engine, "a2_add", ["--waiting"]).waitingKb
      if (kb !== undefined) waiting.get(engine).push(kb)
    }
  }
}

const time = (engine, program) => {
  const entry = results.get(`${engine}/${program}`)
  return entry?.times.length ? median(entry.times) : undefined
}
const showTime = (us) => (us === undefined ? "-" : us >= 1000 ? `${(us / 1000).toPrecision(3)} ms` : `${us.toPrecision(3)} µs`)
const showRatio = (ratio) => (ratio === undefined ? "-" : ratio.toFixed(2))
const ratio = (engine, program) => {
  const [own, other] = [time(engine, program), time(reference, program)]
  return own === undefined || other === undefined ? undefined : own / other
}

function programTable() {
  const compared = chosen.includes(reference) ? chosen.filter((engine) => engine !== reference) : []
  const header = ["program", ...chosen, ...compared.map((engine) => `${engine} / ${reference}`)]
  const lines = [`| ${header.join(" | ")} |`, `|---|${"--:|".repeat(header.length - 1)}`]
  for (const program of programs) {
    const times = chosen.map((engine) => results.get(`${engine}/${program}`)?.error ?? showTime(time(engine, program)))
    lines.push(`| ${[program, ...times, ...compared.map((engine) => showRatio(ratio(engine, program)))].join(" | ")} |`)
  }
  return lines.join("\n")
}

function groupTable() {
  const lines = ["| group | " + chosen.join(" | ") + " |", `|---|${"--:|".repeat(chosen.length)}`]
  for (const group of ["startup", "compute", "agent", "tools"]) {
    const members = programs.filter((program) => expected[program].group === group)
    if (members.length === 0) continue
    const cells = chosen.map((engine) => {
      const ratios = members.map((program) => ratio(engine, program)).filter((r) => r !== undefined)
      if (ratios.length === 0) return "-"
      const partial = ratios.length < members.length ? ` (${ratios.length}/${members.length})` : ""
      return geometricMean(ratios).toFixed(2) + partial
    })
    lines.push(`| ${group} | ${cells.join(" | ")} |`)
  }
  return lines.join("\n")
}

function mainTable() {
  const perCall = (engine, program, calls) => {
    const [all, empty] = [time(engine, program), time(engine, "a2_add")]
    return all === undefined || empty === undefined ? undefined : (all - empty) / calls
  }
  const rows = [
    ["cold start (a2_add)", (engine) => showTime(time(engine, "a2_add"))],
    ["tool call, sequential", (engine) => showTime(perCall(engine, "d3_seq100", 100))],
    ["tool call, parallel", (engine) => showTime(perCall(engine, "d4_par1000", 1000))],
    ["1 MB result", (engine) => showTime(time(engine, "d5_big1mb"))],
    ["KB per waiting run", (engine) => (waiting.get(engine).length ? median(waiting.get(engine)).toFixed(0) : "-")],
  ]
  const lines = ["| | " + chosen.join(" | ") + " |", `|---|${"--:|".repeat(chosen.length)}`]
  for (const [label, cell] of rows) lines.push(`| ${label} | ${chosen.map(cell).join(" | ")} |`)
  return lines.join("\n")
}

console.log(`\nMedians of ${rounds} rounds.\n\n${programTable()}\n`)
console.log(`Geometric means of time / time of ${reference} (below 1 is faster):\n\n${groupTable()}\n`)
if (programs.includes("a2_add")) console.log(`${mainTable()}\n`)

if (options.json) {
  const entries = [...results].map(([key, entry]) => [key, { ...entry, median: entry.times.length ? median(entry.times) : null }])
  const report = { rounds, node: process.version, results: Object.fromEntries(entries), waitingKb: Object.fromEntries(waiting) }
  writeFileSync(options.json, JSON.stringify(report, null, 1))
}
if (!existsSync(join(here, "..", "dist", "index.js")) && chosen.includes("package")) {
  console.error("dist/index.js is missing: run npm run build to measure the package")
}
