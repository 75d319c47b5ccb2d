#!/usr/bin/env node
// Converts real API descriptions and says what became of their operations.
//
//   npm run report:openapi                     the documents of the development dependencies
//   npm run report:openapi -- FOLDER|FILE...   JSON and YAML documents of your own, also split ones
//   npm run report:openapi -- --github         GitHub's description too; downloads 29 MB through npm into a temporary folder
//   npm run report:openapi -- --json           one JSON line for each document
//
// For each document: version, operations, tools, skips with their reasons, CPU time of `fromSpec` and of
// `CodeMode.make`, growth of memory, the first and a later search, and the largest signature. Each is measured in a
// process of its own.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const self = fileURLToPath(import.meta.url)
const root = join(dirname(self), "..")
const GITHUB = "@octokit/openapi@23.0.2"

function packaged(name) {
  const require = createRequire(join(root, "package.json"))
  const manifest = require.resolve.paths(name)?.map((path) => join(path, name)).find((path) => existsSync(path))
  return manifest === undefined ? [] : documents(manifest)
}

/** JSON and YAML files that look like descriptions. */
function documents(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules")
    .flatMap((entry) => {
      const full = join(path, entry.name)
      if (entry.isDirectory()) return documents(full)
      if (!/\.(json|ya?ml)$/.test(entry.name)) return []
      const head = readFileSync(full, "utf8").slice(0, 4000)
      return /^\s*["']?(openapi|swagger)["']?\s*:/m.test(head) || /"(openapi|swagger)"\s*:/.test(head) ? [full] : []
    })
    .sort()
}

function github() {
  const folder = join(tmpdir(), "codemode-openapi-report")
  const file = join(folder, "package/generated/api.github.com.json")
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const packed = execFileSync("npm", ["pack", GITHUB, "--silent"], { cwd: folder, encoding: "utf8" }).trim()
    execFileSync("tar", ["xzf", packed, "package/generated/api.github.com.json"], { cwd: folder })
  }
  return [file]
}

/** Measures one document; runs in its own process. */
async function measure(file) {
  const { CodeMode, OpenAPI } = await import(new URL("../dist/index.js", import.meta.url).href)
  const cpu = () => process.cpuUsage()
  const spent = (since) => (({ user, system }) => (user + system) / 1000)(process.cpuUsage(since))
  const bytes = readFileSync(file)
  const text = bytes.toString()
  const multiple = /"?\$ref"?\s*:\s*["']?[^#"'\s]/.test(text)
  const spec = file.endsWith(".json") ? JSON.parse(text) : text
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const start = cpu()
  const options = { baseUrl: "https://api.example.test" }
  const api = multiple ? await OpenAPI.load(file, options) : OpenAPI.fromSpec({ spec, ...options })
  const converted = spent(start)
  const runtime = CodeMode.make({ tools: { api: api.tools } })
  const made = spent(start)
  globalThis.gc?.()
  const growth = process.memoryUsage.rss() - before
  const search = (query) => {
    const since = cpu()
    runtime.search({ query })
    return spent(since)
  }
  const first = search("list items")
  const later = search("create an item")
  const catalog = runtime.catalog()
  const count = (tools) => tools.reduce((sum, entry) => sum + (entry._tag === "CodeModeTool" ? 1 : count(entry.tools)), 0)
  const reasons = {}
  for (const { reason } of api.skipped) reasons[reason] = (reasons[reason] ?? 0) + 1
  return {
    version: /["']?(?:openapi|swagger)["']?\s*:\s*["']?([\d.]+)/.exec(text)?.[1] ?? "?",
    bytes: bytes.length,
    operations: count(api.tools) + api.skipped.length,
    tools: count(api.tools),
    skipped: reasons,
    fromSpecMs: Math.round(converted),
    withMakeMs: Math.round(made),
    growthMB: Math.round(growth / 1e6),
    firstSearchMs: Math.round(first),
    laterSearchMs: Math.round(later * 10) / 10,
    largestSignature: Math.max(0, ...catalog.map(({ signature }) => signature.length)),
  }
}

async function main() {
  const argv = process.argv.slice(2)
  if (argv[0] === "--measure") {
    console.log(JSON.stringify(await measure(argv[1])))
    return
  }
  const asJson = argv.includes("--json")
  const paths = argv.filter((word) => !word.startsWith("--"))
  const files = paths.length > 0 ? paths.flatMap(documents) : [...packaged("@readme/oas-examples"), ...packaged("@figma/rest-api-spec")]
  if (argv.includes("--github")) files.push(...github())
  if (files.length === 0) {
    console.error("No documents found.")
    process.exitCode = 1
    return
  }
  const total = { operations: 0, tools: 0, failed: 0 }
  for (const file of files) {
    const name = relative(process.cwd(), file).replace(/^.*node_modules\//, "")
    const done = spawnSync(process.execPath, ["--expose-gc", self, "--measure", file], { encoding: "utf8", maxBuffer: 1 << 26 })
    if (done.status !== 0) {
      total.failed++
      console.log(`${name}: failed\n  ${done.stderr.trim().split("\n").find((line) => /Error/.test(line)) ?? done.stderr.trim()}`)
      continue
    }
    const report = JSON.parse(done.stdout)
    total.operations += report.operations
    total.tools += report.tools
    if (asJson) {
      console.log(JSON.stringify({ name, ...report }))
      continue
    }
    console.log(
      `${name}: ${report.version}, ${(report.bytes / 1e6).toFixed(2)} MB, ${report.tools} of ${report.operations} operations; ` +
        `CPU ${report.fromSpecMs} ms, ${report.withMakeMs} ms with make; +${report.growthMB} MB; ` +
        `search ${report.firstSearchMs} ms, then ${report.laterSearchMs} ms; largest signature ${report.largestSignature}`,
    )
    for (const [reason, count] of Object.entries(report.skipped)) console.log(`  skipped ${count}: ${reason}`)
  }
  console.log(`${files.length} documents, ${total.tools} of ${total.operations} operations are tools${total.failed > 0 ? `, ${total.failed} failed` : ""}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

await main()
