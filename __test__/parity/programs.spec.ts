/**
 * The whole programs of the engine's tests, in this Node with the same scripted tools: what they expect is JavaScript.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface Rule {
  when?: Json
  times?: number
  afterMs?: number
  answer?: Json
  fail?: { message: string; name?: string; [key: string]: Json | undefined }
}
interface Expected {
  title: string
  shape?: "script"
  node?: number
  value: Json
  logs?: string[]
  calls: Record<string, number>
}

const root = join(import.meta.dirname ?? __dirname, "../../crates/engine/tests/programs")
const version = Number(process.versions.node.split(".")[0])
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...args: unknown[]) => Promise<unknown>
const zone = process.env["TZ"]

function matches(pattern: Json, value: Json | undefined): boolean {
  if (pattern === null || typeof pattern !== "object") return Object.is(pattern, value)
  if (value === null || typeof value !== "object") return false
  if (Array.isArray(pattern))
    return Array.isArray(value) && pattern.length === value.length && pattern.every((part, i) => matches(part, value[i]))
  return !Array.isArray(value) && Object.entries(pattern).every(([key, part]) => matches(part, value[key]))
}

function scripted(tools: Record<string, Rule[]>, calls: Record<string, number>): object {
  const tree: Record<string, unknown> = {}
  for (const [path, rules] of Object.entries(tools)) {
    const left = rules.map((rule) => rule.times ?? Infinity)
    const call = async (input: unknown) => {
      calls[path] = (calls[path] ?? 0) + 1
      const given = input === undefined ? null : (JSON.parse(JSON.stringify(input)) as Json)
      const index = rules.findIndex((rule, i) => left[i]! > 0 && (rule.when === undefined || matches(rule.when, given)))
      if (index < 0) throw new Error(`no mock rule for ${path}`)
      left[index]!--
      const { afterMs, fail, answer } = rules[index]!
      if (afterMs !== undefined) await new Promise((done) => setTimeout(done, afterMs))
      if (fail !== undefined) {
        const { message, name = "Error", ...data } = fail
        throw Object.assign(Object.defineProperty(new Error(message), "name", { value: name }), data)
      }
      return answer === undefined ? undefined : structuredClone(answer)
    }
    const keys = path.split(".")
    let node = tree
    for (const key of keys.slice(0, -1)) node = (node[key] ??= {}) as Record<string, unknown>
    node[keys.at(-1)!] = call
  }
  return tree
}

function captured(logs: string[]): object {
  const text = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)))
  const method = (prefix: string) => (...args: unknown[]) => void logs.push(prefix + args.map(text).join(" "))
  return { log: method(""), info: method(""), warn: method(""), error: method(""), debug: method("") }
}

async function run(source: string, expected: Expected, tools: object, console: object): Promise<unknown> {
  if (expected.shape === undefined) return new AsyncFunction("tools", "console", source)(tools, console)
  const scope = globalThis as unknown as { tools?: object; console: object }
  const before = scope.console
  Object.assign(scope, { tools, console })
  try {
    const value: unknown = await new Script(source).runInThisContext()
    return typeof value === "function" ? await (value as () => unknown)() : value
  } finally {
    delete scope.tools
    scope.console = before
  }
}

describe("whole programs", () => {
  beforeAll(() => void (process.env["TZ"] = "UTC"))
  afterAll(() => {
    if (zone === undefined) delete process.env["TZ"]
    else process.env["TZ"] = zone
  })
  for (const name of readdirSync(root)) {
    const folder = join(root, name)
    if (!existsSync(join(folder, "expected.json"))) continue
    const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as T
    const expected = read<Expected>("expected.json")
    const typescript = existsSync(join(folder, "program.ts"))
    test.skipIf(version < (expected.node ?? 0))(`${name}: ${expected.title}`, async () => {
      let source = readFileSync(join(folder, typescript ? "program.ts" : "program.js"), "utf8")
      if (typescript) {
        const { default: ts } = await import("typescript")
        source = ts.transpile(source, { target: ts.ScriptTarget.ESNext })
      }
      const calls: Record<string, number> = {}
      const logs: string[] = []
      const value = await run(source, expected, scripted(read("tools.json"), calls), captured(logs))
      expect(JSON.parse(JSON.stringify(value) ?? "null")).toEqual(expected.value)
      expect(logs).toEqual(expected.logs ?? [])
      expect(calls).toEqual(expected.calls)
    })
  }
})
