/** The packed package in an empty folder: ESM, CommonJS, TypeScript under `node16` and `bundler`, and no binary at all. */

import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"

// The compiler and npm need their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const top = join(import.meta.dirname, "../..")
const manifest = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { name: string; version: string }
let folder = ""

/** Runs a command in the consumer's folder; its output, or its error output as an error. */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync(command, args, { cwd: folder, encoding: "utf8", timeout: 110_000, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } })
}

/** Packs a folder without running its scripts and unpacks it where an installation would. */
function install(source: string, name: string): void {
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: source, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  ) as Record<string, { filename: string }> | Array<{ filename: string }>
  const file = Object.values(packed)[0]?.filename ?? ""
  const target = join(folder, "node_modules", name)
  mkdirSync(target, { recursive: true })
  execFileSync("tar", ["-xzf", join(folder, file), "-C", target, "--strip-components=1"])
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codemode-consumer-"))
  execFileSync(process.execPath, [join(top, "scripts/platform-package.mjs")], { cwd: top })
  install(top, manifest.name)
  for (const platform of readdirSync(join(top, "npm"))) install(join(top, "npm", platform), `${manifest.name}-${platform}`)
  // The registry's share of an installation, from this checkout.
  for (const name of ["@standard-schema", "@types/node", "undici-types", "effect"])
    if (existsSync(join(top, "node_modules", name))) {
      mkdirSync(join(folder, "node_modules", name, ".."), { recursive: true })
      symlinkSync(join(top, "node_modules", name), join(folder, "node_modules", name))
    }
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true }\n')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = "return (await tools.n.twice({ x: 21 })).y"
const body = `
const twice = Tool.make({ name: "twice", description: "Doubles", input: {}, output: {}, execute: async (input) => ({ y: input.x * 2 }) })
const runtime = CodeMode.make({ tools: [Namespace.make({ name: "n", tools: [twice] })] })
runtime.execute(${JSON.stringify(program)}).then((result) => console.log(JSON.stringify(result)))
`
const answer = '{"ok":true,"value":42,"toolCalls":[{"name":"n.twice"}]}\n'

test("the tarball holds the build and nothing else", () => {
  const files = readdirSync(join(folder, "node_modules", manifest.name)).sort()
  expect(files).toEqual(["LICENSE", "README.md", "dist", "native", "package.json"])
  expect(readdirSync(join(folder, "node_modules", manifest.name, "native")).sort()).toEqual(["index.cjs", "index.d.ts"])
})

test("there is no install script", () => {
  const packed = JSON.parse(readFileSync(join(folder, "node_modules", manifest.name, "package.json"), "utf8")) as { scripts: Record<string, string> }
  expect(["preinstall", "install", "postinstall"].filter((name) => name in packed.scripts)).toEqual([])
})

test("ESM", () => {
  writeFileSync(join(folder, "esm.mjs"), `import { CodeMode, Namespace, Tool } from "${manifest.name}"${body}`)
  expect(run(process.execPath, ["esm.mjs"])).toBe(answer)
})

test("CommonJS", () => {
  writeFileSync(join(folder, "cjs.cjs"), `const { CodeMode, Namespace, Tool } = require("${manifest.name}")${body}`)
  expect(run(process.execPath, ["cjs.cjs"])).toBe(answer)
})

test("both in one process share the addon", () => {
  const code = `import { createRequire } from "node:module"; import * as esm from "${manifest.name}"
const cjs = createRequire(import.meta.url)("${manifest.name}")
const tool = cjs.Tool.make({ name: "t", description: "", input: {}, output: {}, execute: () => { throw new cjs.ToolError("no") } })
console.log(JSON.stringify(await esm.CodeMode.execute({ tools: [tool], code: "return await tools.t({}).catch((e) => e.message)" })))`
  writeFileSync(join(folder, "both.mjs"), code)
  expect(run(process.execPath, ["both.mjs"])).toBe('{"ok":true,"value":"no","toolCalls":[{"name":"t"}]}\n')
})

describe("TypeScript", () => {
  const source = `import { CodeMode, Namespace, Tool, type DataValue } from "${manifest.name}"
const tool = Tool.make({ name: "t", description: "", input: {}, output: {}, execute: async (_input, { signal }) => signal.aborted })
const runtime: CodeMode.Runtime = CodeMode.make({ tools: [Namespace.make({ name: "n", tools: [tool] })] })
export const value: Promise<DataValue | undefined> = runtime.execute("1").then((result) => (result.ok ? result.value : undefined))
`
  const effectSource = `import { CodeMode } from "${manifest.name}/effect"
export const catalog: ReadonlyArray<{ readonly path: string }> = CodeMode.make({}).catalog()
`
  const tsc = join(top, "node_modules/typescript/bin/tsc")
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2023", "--types", "node"]

  beforeAll(() => {
    for (const name of ["a.mts", "a.cts", "a.ts"]) writeFileSync(join(folder, name), source)
    writeFileSync(join(folder, "b.mts"), effectSource)
  })

  test("node16, from ESM and from CommonJS", () => {
    expect(run(process.execPath, [tsc, ...flags, "--module", "node16", "--moduleResolution", "node16", "a.mts", "a.cts"])).toBe("")
  })

  test("bundler", () => {
    expect(run(process.execPath, [tsc, ...flags, "--module", "esnext", "--moduleResolution", "bundler", "a.ts"])).toBe("")
  })

  test("the Effect flavour", () => {
    expect(run(process.execPath, [tsc, ...flags, "--skipLibCheck", "--module", "node16", "--moduleResolution", "node16", "b.mts"])).toBe("")
  })
})

describe("without a binary", () => {
  test("the error says what to do", () => {
    const lonely = mkdtempSync(join(tmpdir(), "codemode-lonely-"))
    const target = join(lonely, "node_modules", manifest.name)
    cpSync(join(folder, "node_modules", manifest.name), target, { recursive: true })
    const load = (prelude: string): string =>
      execFileSync(process.execPath, ["-e", `${prelude}; try { require("${manifest.name}") } catch (error) { console.log(error.message) }`], {
        cwd: lonely,
        encoding: "utf8",
      })
    const foreign = load(`Object.defineProperty(process, "platform", { value: "sunos" }); Object.defineProperty(process, "arch", { value: "mips" })`)
    const missing = load("")
    rmSync(lonely, { recursive: true, force: true })
    expect(foreign).toContain(`${manifest.name}: there is no prebuilt addon for sunos-mips (prebuilt: linux-x64-gnu).`)
    expect(foreign).toContain('run "npm ci"')
    if (process.platform === "linux" && process.arch === "x64") {
      expect(missing).toContain(`${manifest.name}: the addon for linux-x64-gnu could not be loaded.`)
      expect(missing).toContain(`Is the optional package ${manifest.name}-linux-x64-gnu installed?`)
    }
  })
})
