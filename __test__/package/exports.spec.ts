/** The public names of each entry, and what the entries reach. */

import { execFileSync } from "node:child_process"
import { readFileSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join, posix } from "node:path"
import * as root from "codemode-native"
import * as effect from "codemode-native/effect"
import * as openapi from "codemode-native/openapi"
import { describe, expect, test } from "vitest"

const top = join(import.meta.dirname, "../..")
const names = (module: object): string[] => Object.keys(module).sort()

describe("names", () => {
  test("root", () => {
    expect(names(root)).toMatchInlineSnapshot(`
      [
        "Binding",
        "CodeMode",
        "Limits",
        "Namespace",
        "OpenAPI",
        "RunAbortedError",
        "RunTool",
        "RunToolError",
        "Tool",
        "ToolError",
        "lenientLimits",
        "recommendedLimits",
        "searchSignature",
        "toolError",
        "toolExpression",
        "validateLimits",
      ]
    `)
    expect(names(root.CodeMode)).toEqual(["execute", "make", "searchSignature", "toolExpression"])
    expect(names(root.Tool)).toEqual(["isTool", "make"])
    expect(names(root.Namespace)).toEqual(["isNamespace", "make"])
    expect(names(root.OpenAPI)).toEqual(["fromSpec", "load"])
    expect(names(openapi)).toEqual(names(root.OpenAPI))
    expect(names(root.Binding)).toEqual(["fileKey", "isBinding", "key", "make"])
    expect(names(root.RunTool)).toEqual(["describe", "make", "prompt", "returnShape", "run", "tailLogs", "toEnvelope", "toFailureText", "withReturnShape"])
  })

  test("effect", () => {
    expect(names(effect)).toEqual(["CodeMode", "Namespace", "Tool", "ToolError", "searchSignature", "toolError", "toolExpression"])
    expect(names(effect.CodeMode)).toEqual(["Diagnostic", "DiagnosticKind", "Failure", "Input", "Result", "Success", "execute", "make", "searchSignature", "toolExpression"])
  })

  test("CommonJS has the same", () => {
    const cjs = createRequire(import.meta.url)("../../dist/index.cjs") as typeof root
    expect(names(cjs)).toEqual(names(root))
    const error = cjs.toolError("x")
    expect([root.ToolError.isInstance(error), error instanceof root.ToolError]).toEqual([true, false])
    expect(root.Tool.isTool(cjs.Tool.make({ name: "a", execute: () => {} }))).toBe(true)
  })
})

/** Modules that `file` reaches by static imports: relative ones as paths below `dist`, others as they are written. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  for (const [, specifier = ""] of readFileSync(join(top, "dist", file), "utf8").matchAll(/(?:from|import)\s*"([^"]+)"/g)) {
    const found = specifier.startsWith(".") ? `./${posix.join(posix.dirname(file), specifier)}` : specifier
    if (seen.has(found)) continue
    seen.add(found)
    if (found.startsWith("./") && found.endsWith(".js")) reach(found.slice(2), seen)
  }
  return seen
}

test("the root entry reaches nothing optional", () => {
  expect([...reach("index.js")].filter((name) => !name.startsWith("./")).sort()).toEqual([
    "node:async_hooks",
    "node:crypto",
    "node:fs/promises",
    "node:path",
    "node:url",
    "node:util",
  ])
})

test("subpaths reach only their own peer", () => {
  expect([...reach("effect.js")].filter((name) => !name.startsWith("./")).sort()).toEqual(["effect", "node:async_hooks", "node:util"])
})

test("no declaration uses a name that a consumer lacks", () => {
  const manifest = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { dependencies: object; peerDependencies: object }
  const known = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)])
  for (const file of readdirSync(join(top, "dist")).filter((name) => /\.d\.c?ts$/.test(name)))
    for (const [, specifier = ""] of readFileSync(join(top, "dist", file), "utf8").matchAll(/from "([^".][^"]*)"/g))
      expect(known.has(specifier), `${file} imports ${specifier}`).toBe(true)
})

test("a process that only runs a program exits by itself", () => {
  const code = `import { CodeMode } from "codemode-native"; const r = await CodeMode.execute({ code: "return 1" }); process.stdout.write(String(r.ok))`
  expect(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: top, encoding: "utf8", timeout: 20_000 })).toBe("true")
})
