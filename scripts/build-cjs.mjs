#!/usr/bin/env node
// Writes the CommonJS twin of each module in dist: `x.js` also as `x.cjs`, `x.d.ts` also as `x.d.cts`.
//
// Both builds share dist/binding.cjs and so one addon, and every brand is a `Symbol.for`, so a process that loads both
// still agrees on what a tool or a `ToolError` is. Subpaths whose peer is ESM only stay out.
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const ESM_ONLY = new Set(["effect"])
const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist")

/** Relative imports of `.js` modules, in code and in declarations, point to their twins. */
const toTwins = (text) => text.replaceAll(/((?:from|import)\s*\(?\s*")(\.[^"]*)\.js"/g, '$1$2.cjs"')

for (const name of readdirSync(dist, { recursive: true })) {
  if (ESM_ONLY.has(name.split(/[.-]/)[0])) continue
  const text = () => toTwins(readFileSync(join(dist, name), "utf8"))
  if (name.endsWith(".d.ts")) writeFileSync(join(dist, name.replace(/\.d\.ts$/, ".d.cts")), text())
  else if (name.endsWith(".js"))
    writeFileSync(
      join(dist, name.replace(/\.js$/, ".cjs")),
      ts.transpileModule(text(), {
        fileName: name,
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
      }).outputText,
    )
}
