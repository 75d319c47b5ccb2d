// Real file tools for the demo: list, read and search a folder, write into another one.
//
// Paths are confined to the folders given; authorization belongs into `execute`, not into the description.
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises"
import { dirname, join, relative, resolve, sep } from "node:path"
import { Namespace, Tool, ToolError } from "codemode-native"

const SKIPPED = new Set([".git", "node_modules", "target", "dist", "native"])
const TOO_LARGE = 400_000

/**
 * @param {{ root: string, output: string }} folders
 * @returns {{ tools: import("codemode-native").Namespace.Namespace[], stats: { bytesReturned: number, written: string[] } }}
 */
export function fileTools({ root, output }) {
  const stats = { bytesReturned: 0, written: [] }
  const counted = (value) => {
    stats.bytesReturned += Buffer.byteLength(JSON.stringify(value))
    return value
  }
  const within = (base, path) => {
    const full = resolve(base, path)
    if (full !== base && !full.startsWith(base + sep)) throw new ToolError(`'${path}' lies outside of the folder`)
    return full
  }
  const walk = async (folder) => {
    const found = []
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue
      const full = join(folder, entry.name)
      if (entry.isDirectory()) found.push(...(await walk(full)))
      else if (entry.isFile()) found.push({ path: relative(root, full).replaceAll(sep, "/"), bytes: (await stat(full)).size })
    }
    return found
  }
  const text = async (path) => {
    const full = within(root, path)
    const info = await stat(full).catch(() => undefined)
    if (!info?.isFile()) throw new ToolError(`There is no file '${path}'`)
    if (info.size > TOO_LARGE) throw new ToolError(`'${path}' is too large (${info.size} bytes)`, { data: { bytes: info.size } })
    return readFile(full, "utf8")
  }

  const list = Tool.make({
    name: "list",
    description: "Lists the files below a folder, with their sizes",
    input: { type: "object", properties: { folder: { type: "string", description: "Relative folder, default the root" } } },
    output: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, bytes: { type: "integer" } }, required: ["path", "bytes"] },
    },
    execute: async ({ folder = "." }) => counted((await walk(within(root, folder))).sort((a, b) => (a.path < b.path ? -1 : 1))),
  })
  const read = Tool.make({
    name: "read",
    description: "Reads a text file",
    input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    output: { type: "string" },
    execute: async ({ path }) => counted(await text(path)),
  })
  const grep = Tool.make({
    name: "grep",
    description: "Finds the lines of a file that match a regular expression",
    input: {
      type: "object",
      properties: { path: { type: "string" }, pattern: { type: "string" } },
      required: ["path", "pattern"],
    },
    output: {
      type: "array",
      items: { type: "object", properties: { line: { type: "integer" }, text: { type: "string" } }, required: ["line", "text"] },
    },
    execute: async ({ path, pattern }) => {
      const expression = new RegExp(pattern)
      const lines = (await text(path)).split("\n")
      return counted(lines.flatMap((line, index) => (expression.test(line) ? [{ line: index + 1, text: line.trim() }] : [])))
    },
  })
  const write = Tool.make({
    name: "write",
    description: "Writes a text file into the output folder",
    input: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
    },
    output: { type: "object", properties: { bytes: { type: "integer" } }, required: ["bytes"] },
    mutating: true,
    conflictKeys: ({ path }) => [`file:${path}`],
    execute: async ({ path, content }) => {
      const full = within(output, path)
      await mkdir(dirname(full), { recursive: true })
      await writeFile(full, content)
      stats.written.push(path)
      return counted({ bytes: Buffer.byteLength(content) })
    },
  })
  return { tools: [Namespace.make({ name: "files", description: "Files of the repository", tools: [list, read, grep, write] })], stats }
}
