/**
 * The second judge of the case files: the same programs in this Node, so that what they expect is JavaScript and not a
 * habit of ours. A first line `// node: 22` keeps a case from older versions.
 */
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "vitest"

const folder = join(import.meta.dirname ?? __dirname, "../../crates/interpreter/tests/cases")
const AsyncFunction = (async () => {}).constructor as new (body: string) => () => Promise<unknown>
const prelude = readFileSync(join(folder, "prelude.js"), "utf8")
const version = Number(process.versions.node.split(".")[0])

describe("case files", () => {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".js") || name === "prelude.js") continue
    const source = readFileSync(join(folder, name), "utf8")
    const needed = Number(/^\/\/ node: (\d+)/.exec(source)?.[1] ?? 0)
    test.skipIf(version < needed)(name, async () => {
      await new AsyncFunction(`"use strict";\n${prelude}${source}`)()
    })
  }
})
