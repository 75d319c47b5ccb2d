#!/usr/bin/env node
// Builds the addon (napi build) and the TypeScript side (tsc) of a checkout.
//
//   node scripts/prepare.mjs              what `npm ci` runs: build whatever is stale
//   node scripts/prepare.mjs --if-stale   the same, silent when nothing is to be done (prestart, pretest)
//   node scripts/prepare.mjs --force      build even when nothing changed
//   node scripts/prepare.mjs --only ts    only one of `native` and `ts`
//
// Environment: CODEMODE_SKIP_BUILD=1 does nothing; CODEMODE_PROFILE names the cargo profile (default `release`).
// Users of the published package never run this: it has no install script and ships built files.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const argv = process.argv.slice(2)
const force = argv.includes("--force")
const quiet = argv.includes("--if-stale")
const only = argv.includes("--only") ? argv[argv.indexOf("--only") + 1] : undefined
/** Without a wish, an addon of any profile counts as built. */
const wanted = process.env.CODEMODE_PROFILE || undefined
const profile = wanted ?? "release"

/** Newest modification time below `path`; `skip` names folders that do not count. */
function newest(path, skip = new Set()) {
  const full = join(root, path)
  if (!existsSync(full)) return 0
  const stat = statSync(full)
  if (!stat.isDirectory()) return stat.mtimeMs
  let latest = 0
  for (const entry of readdirSync(full)) {
    if (skip.has(entry)) continue
    latest = Math.max(latest, newest(join(path, entry), skip))
  }
  return latest
}

const NATIVE_STAMP = "native/.built.json"
const TS_STAMP = "dist/.built.json"

function stamp(path) {
  try {
    return { ...JSON.parse(readFileSync(join(root, path), "utf8")), time: statSync(join(root, path)).mtimeMs }
  } catch {
    return undefined
  }
}

function nativeIsStale() {
  const built = stamp(NATIVE_STAMP)
  const binary = existsSync(join(root, "native")) && readdirSync(join(root, "native")).some((name) => name.endsWith(".node"))
  if (!built || !binary || (wanted !== undefined && built.profile !== wanted)) return true
  const aside = new Set(["tests", "benches", "examples", "conformance"])
  return Math.max(newest("crates", aside), newest("Cargo.toml"), newest("Cargo.lock")) > built.time
}

function tsIsStale() {
  const built = stamp(TS_STAMP)
  if (!built || !existsSync(join(root, "dist/index.js"))) return true
  return Math.max(newest("ts"), newest("tsconfig.json"), newest("tsconfig.build.json"), newest("scripts/build-cjs.mjs")) > built.time
}

function fail(lines) {
  console.error(`\ncodemode-native: ${lines.join("\n  ")}\n`)
  process.exit(1)
}

function run(title, command, args) {
  console.log(`codemode-native: ${title}`)
  const began = Date.now()
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  if (done.error) fail([`${title} could not start: ${done.error.message}`])
  if (done.status !== 0) fail([`${title} failed (exit status ${done.status ?? done.signal}). The output above says why.`])
  console.log(`codemode-native: ${title} took ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

function tool(name, file) {
  try {
    return createRequire(join(root, "package.json")).resolve(`${name}/package.json`).replace(/package\.json$/, file)
  } catch {
    return join(root, "node_modules", name, file)
  }
}

function buildNative() {
  const cargo = spawnSync("cargo", ["--version"], { encoding: "utf8" })
  if (cargo.error || cargo.status !== 0)
    fail([
      "building from source needs Rust (cargo), which was not found.",
      "Install it from https://rustup.rs (the rust-version of Cargo.toml or newer) and run the command again,",
      "or set CODEMODE_SKIP_BUILD=1 to install without building.",
    ])
  mkdirSync(join(root, "native"), { recursive: true })
  run(`building the addon (cargo profile "${profile}"; the first time takes some minutes)`, process.execPath, [
    tool("@napi-rs/cli", "dist/cli.js"),
    "build",
    "--platform",
    "--profile",
    profile,
    "--manifest-path",
    "crates/node/Cargo.toml",
    "--package-json-path",
    "package.json",
    "--output-dir",
    "native",
    "--js",
    "index.cjs",
    "--dts",
    "index.d.ts",
  ])
  writeFileSync(join(root, NATIVE_STAMP), JSON.stringify({ profile }) + "\n")
}

function buildTs() {
  const tsc = tool("typescript", "bin/tsc")
  rmSync(join(root, "dist"), { recursive: true, force: true })
  run("compiling TypeScript", process.execPath, [tsc, "-p", "tsconfig.build.json"])
  run("writing the CommonJS build", process.execPath, [join("scripts", "build-cjs.mjs")])
  writeFileSync(join(root, TS_STAMP), "{}\n")
}

function main() {
  if (process.env.CODEMODE_SKIP_BUILD === "1") return
  if (!existsSync(join(root, "crates/node/Cargo.toml"))) return
  if (!existsSync(tool("typescript", "bin/tsc")) || !existsSync(tool("@napi-rs/cli", "dist/cli.js"))) {
    console.log("codemode-native: development dependencies are not installed, nothing is built")
    return
  }
  const native = only !== "ts" && (force || nativeIsStale())
  const ts = only !== "native" && (force || tsIsStale())
  if (native) buildNative()
  if (ts) buildTs()
  if (!native && !ts && !quiet) console.log("codemode-native: everything is up to date")
}

main()
