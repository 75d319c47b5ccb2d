/**
 * The code blocks of the README and of the guides are programs that run.
 *
 * A `ts` block is a module of its own; a `text` block right behind it is what it prints. All of them are compiled with
 * the project's own settings first.
 */

import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import ts from "typescript"
import { afterAll, beforeAll, expect, test } from "vitest"

const top = join(import.meta.dirname, "../..")
const work = join(top, "__test__/package/.snippets")

interface Snippet {
  readonly title: string
  readonly file: string
  readonly code: string
  readonly output: string | undefined
}

const pages = ["README.md", ...readdirSync(join(top, "docs/guide")).map((name) => `docs/guide/${name}`)]
const snippets: Snippet[] = pages.flatMap((page) =>
  [...readFileSync(join(top, page), "utf8").matchAll(/```ts\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g)].map(
    ([, code = "", output], index): Snippet => ({
      title: `${page} #${index + 1}`,
      file: join(work, `${page.replaceAll(/\W+/g, "-")}-${index + 1}`),
      code,
      output,
    }),
  ),
)

beforeAll(() => {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  for (const { file, code } of snippets) writeFileSync(`${file}.ts`, `${code}\nexport {}\n`)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

test("there are snippets", () => {
  expect(snippets.length).toBeGreaterThan(8)
})

test("the limits table of the README is the one of the addon", () => {
  const addon = (createRequire(import.meta.url)("../../dist/binding.cjs") as () => { limitTable(): string })()
  const rows = JSON.parse(addon.limitTable()) as Array<Record<"name" | "unit" | "kind", string> & Record<"opencode" | "orchestrator" | "recommended", number | null>>
  const cell = (value: number | null): string => (value === null ? "none" : value.toLocaleString("en-US"))
  const lines = rows.map((row) => `| \`${row.name}\` | ${cell(row.opencode)} | ${cell(row.orchestrator)} | ${cell(row.recommended)} | ${row.unit} | \`${row.kind}\` |`)
  expect(readFileSync(join(top, "README.md"), "utf8").match(/^\| `\w+` \| [\dn].*\|$/gm)).toEqual(lines)
})

test("all of them compile", { timeout: 120_000 }, () => {
  const { config } = ts.readConfigFile(join(top, "tsconfig.json"), ts.sys.readFile) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, top)
  const program = ts.createProgram({ rootNames: snippets.map(({ file }) => `${file}.ts`), options })
  const found = ts.getPreEmitDiagnostics(program)
  expect(ts.formatDiagnostics(found, { getCanonicalFileName: (name) => name, getCurrentDirectory: () => top, getNewLine: () => "\n" })).toBe("")
})

test.each(snippets)("$title prints what it says", ({ file, code, output }) => {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
  writeFileSync(`${file}.mjs`, outputText)
  const printed = execFileSync(process.execPath, [`${file}.mjs`], { cwd: top, encoding: "utf8", timeout: 20_000 })
  if (output !== undefined) expect(printed).toBe(output)
})
