#!/usr/bin/env node
// Every static check of the repository, in the order of their cost. Runs all of them, then says which failed.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const bin = (name) => join(root, "node_modules", ".bin", name)
const checks = [
  ["oxlint", bin("oxlint"), ["--deny-warnings"]],
  ["tsc", bin("tsc"), ["-p", "tsconfig.json"]],
  ["publint", bin("publint"), ["--strict"]],
  ["cargo fmt", "cargo", ["fmt", "--all", "--check"]],
  ["cargo clippy", "cargo", ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]],
]
const only = process.argv.slice(2)
const failed = []
for (const [name, command, args] of checks) {
  if (only.length > 0 && !only.includes(name)) continue
  if (command !== "cargo" && !existsSync(command)) {
    failed.push(`${name} (not installed)`)
    continue
  }
  console.log(`\n== ${name} ==`)
  if (spawnSync(command, args, { cwd: root, stdio: "inherit" }).status !== 0) failed.push(name)
}
console.log(failed.length === 0 ? "\nlint: clean" : `\nlint: failed: ${failed.join(", ")}`)
process.exitCode = failed.length === 0 ? 0 : 1
