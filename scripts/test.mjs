#!/usr/bin/env node
// All tests in one command: Rust (nextest when present, else cargo test), then TypeScript (tsc over the type tests, vitest).
//
//   npm test                        everything
//   npm test -- --only rust         one side: `rust` or `ts`
//   npm test -- --only ts session   further words go to the runner as filters
//
// The last lines are the totals; the exit status is 0 only when both sides pass.
// Rust tests use the cargo profile `quick` (CODEMODE_PROFILE names another): optimised like a release, but incremental.
// With CODEMODE_PROFILE=quick the addon is built from the same artifacts, which is what CI does.
import { spawn, spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const argv = process.argv.slice(2)
let only
if (argv.includes("--only")) only = argv.splice(argv.indexOf("--only"), 2)[1]
const profile = process.env.CODEMODE_PROFILE || "quick"

/** Runs a command, passes its output on, and gives it back as text. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } })
    let text = ""
    const pass = (stream) => (chunk) => {
      text += chunk
      stream.write(chunk)
    }
    child.stdout.on("data", pass(process.stdout))
    child.stderr.on("data", pass(process.stderr))
    child.on("error", (error) => resolve({ ok: false, text: String(error) }))
    child.on("close", (status) => resolve({ ok: status === 0, text }))
  })
}

// eslint-disable-next-line no-control-regex
const plain = (text) => text.replaceAll(/\u001b\[[0-9;]*m/g, "")
const sum = (text, pattern) => [...plain(text).matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0)

async function rust() {
  const nextest = spawnSync("cargo", ["nextest", "--version"], { stdio: "ignore" }).status === 0
  if (nextest) {
    const done = await run("cargo", ["nextest", "run", "--workspace", "--cargo-profile", profile, "--no-tests=pass", "--no-fail-fast", "--status-level", "fail", "--final-status-level", "fail", ...argv])
    const summary = plain(done.text).match(/^ *Summary .*$/m)?.[0] ?? ""
    // nextest runs no doc tests.
    const docs = await run("cargo", ["test", "--workspace", "--doc", "--profile", profile])
    return {
      ok: done.ok && docs.ok,
      passed: sum(summary, /(\d+) passed/g) + sum(docs.text, /(\d+) passed;/g),
      failed: sum(summary, /(\d+) (?:failed|timed out)/g) + sum(docs.text, /(\d+) failed;/g),
    }
  }
  const done = await run("cargo", ["test", "--workspace", "--profile", profile, ...argv])
  return { ...done, passed: sum(done.text, /(\d+) passed;/g), failed: sum(done.text, /(\d+) failed;/g) }
}

async function typescript() {
  const types = await run(join(root, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.json"])
  if (types.ok) console.log("types: every file and every type test compiles")
  const done = await run(join(root, "node_modules", ".bin", "vitest"), ["run", ...argv])
  const line = plain(done.text).match(/Tests\s+(.*)\(\d+\)/)?.[1] ?? ""
  return { ok: types.ok && done.ok, passed: sum(line, /(\d+) passed/g), failed: sum(line, /(\d+) failed/g) + (types.ok ? 0 : 1) }
}

const totals = []
if (only !== "ts") {
  console.log("== Rust tests ==")
  totals.push(["rust", await rust()])
}
if (only !== "rust") {
  console.log("\n== TypeScript tests ==")
  totals.push(["typescript", await typescript()])
}
console.log("")
for (const [name, result] of totals) console.log(`${name}: ${result.passed} passed, ${result.failed} failed${result.ok ? "" : "  <-- FAILED"}`)
const ok = totals.every(([, result]) => result.ok)
console.log(`tests: ${totals.reduce((n, [, r]) => n + r.passed, 0)} passed, ${totals.reduce((n, [, r]) => n + r.failed, 0)} failed`)
process.exitCode = ok ? 0 : 1
