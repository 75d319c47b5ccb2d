/**
 * Tools as a host lists them, turned into the tree of names that the addon mounts.
 *
 * Invariant: the flat list stands in the order in which the addon numbers tools, depth first over the tree.
 */

import type { TreeEntry } from "./native.js"
import { isNamespace, type Entry, type Namespace, type ToolRecord, type Tools } from "./namespace.js"
import { isBinding, type Binding } from "./binding-tool.js"
import { assertSchema, validatorOf, type Validator } from "./schema.js"
import { isTool, type Tool } from "./tool.js"

/** A tool with all that a call of it needs. */
export interface Mounted {
  /** Dotted path. */
  readonly path: string
  readonly tool: Tool | undefined
  readonly binding: Binding | undefined
  readonly validateInput: Validator | undefined
  readonly validateOutput: Validator | undefined
  readonly conflictKeys: boolean
}

/** A name that programs may not call. */
export interface Blocked {
  /** Dotted path. */
  readonly name: string
  /** What the program is told. */
  readonly reason?: string
}

/** The result of {@link mount}. */
export interface Mount {
  readonly tree: TreeEntry[]
  readonly tools: Mounted[]
  /** Dotted path to description. */
  readonly namespaces: Record<string, string>
}

/** The reason a program is given when the host gave none. */
export function defaultReason(name: string): string {
  return `'${name}' cannot be called from a program. Call it directly, outside the program.`
}

/**
 * Checks names and schemas and lays the tree out.
 * @throws TypeError naming the entry and the rule
 */
export function mount(tools: Tools | undefined, blocked: ReadonlyArray<Blocked> = []): Mount {
  const reasons = new Map<string, string>()
  for (const { name, reason } of blocked) {
    if (reasons.has(name)) throw new TypeError(`Duplicate blocked tool '${name}'.`)
    reasons.set(name, reason ?? defaultReason(name))
  }
  const result: Mount = { tree: [], tools: [], namespaces: Object.create(null) as Record<string, string> }
  addLevel(normalise(tools ?? []), "", result.tree, result, reasons)
  for (const [name, reason] of reasons) {
    addBlocked(name, reason, result)
  }
  return result
}

type Named = { readonly name: string; readonly entry: Entry | Level }
interface Level {
  readonly level: Named[]
}

/** Both forms of a list of tools as one: names with what they stand for. */
function normalise(tools: Tools): Named[] {
  if (Array.isArray(tools)) {
    return (tools as ReadonlyArray<Entry>).map((entry) => {
      if (!isTool(entry) && !isNamespace(entry) && !isBinding(entry))
        throw new TypeError("tools may hold only what Tool.make, Namespace.make and Binding.make return.")
      return { name: entry.name, entry }
    })
  }
  if (typeof tools !== "object" || tools === null) throw new TypeError("tools must be an array or a record.")
  const level: Named[] = []
  for (const [key, value] of Object.entries(tools as ToolRecord)) {
    const leaf = isTool(value) || isNamespace(value) || isBinding(value)
    if (!leaf && (typeof value !== "object" || value === null))
      throw new TypeError(`tools['${key}'] is neither a tool nor a namespace.`)
    const segments = key.split(".")
    if (segments.includes("") && key !== "") throw new TypeError(`Name '${key}' has an empty segment.`)
    const entry = leaf ? value : { level: normalise(value) }
    place(level, segments, entry)
  }
  return level
}

/** Puts `entry` below the groups that a dotted key names. */
function place(level: Named[], segments: string[], entry: Entry | Level): void {
  const [head = "", ...rest] = segments
  if (rest.length === 0) {
    level.push({ name: head, entry })
    return
  }
  const group = level.find((named) => named.name === head && "level" in named.entry)?.entry as Level | undefined
  const target: Level = group ?? { level: [] }
  if (group === undefined) level.push({ name: head, entry: target })
  place(target.level, rest, entry)
}

function addLevel(level: Named[], prefix: string, into: TreeEntry[], result: Mount, reasons: Map<string, string>): void {
  const seen = new Set<string>()
  for (const { name, entry } of level) {
    const binding = !("level" in entry) && isBinding(entry)
    checkName(name, binding)
    const path = prefix === "" ? name : `${prefix}.${name}`
    if (seen.has(name)) throw new TypeError(`Duplicate tool path '${path}'.`)
    seen.add(name)
    if ("level" in entry) {
      const children: TreeEntry[] = []
      into.push({ name, tools: children })
      addLevel(entry.level, path, children, result, reasons)
    } else if (isNamespace(entry)) {
      const children: TreeEntry[] = []
      into.push({ name, tools: children })
      if (entry.description !== undefined) result.namespaces[path] = entry.description
      addLevel(normalise((entry as Namespace).tools), path, children, result, reasons)
    } else {
      const reason = reasons.get(path) ?? (isTool(entry) ? entry.blocked : undefined)
      reasons.delete(path)
      into.push(isTool(entry) ? addTool(name, path, entry, reason, result) : addBinding(name, path, entry, reason, result))
    }
  }
}

function checkName(name: unknown, dots: boolean): asserts name is string {
  if (typeof name !== "string") throw new TypeError(`A tool's name must be a string, not ${name === null ? "null" : typeof name}.`)
  if (name === "") throw new TypeError("Name cannot be empty.")
  if (!dots && name.includes(".")) throw new TypeError(`Name '${name}' cannot contain '.'.`)
}

function addTool(name: string, path: string, tool: Tool, reason: string | undefined, result: Mount): TreeEntry {
  assertSchema(tool.input, `The input of tool '${path}'`)
  assertSchema(tool.output, `The output of tool '${path}'`)
  if (typeof tool.execute !== "function") throw new TypeError(`Tool '${path}' has no execute function.`)
  if (tool.description !== undefined && typeof tool.description !== "string")
    throw new TypeError(`The description of tool '${path}' must be a string.`)
  const validateInput = validatorOf(tool.input, tool.validate === true)
  result.tools.push({
    path,
    tool,
    binding: undefined,
    validateInput,
    validateOutput: validatorOf(tool.output, tool.validate === true),
    conflictKeys: tool.conflictKeys !== undefined,
  })
  return {
    name,
    ...(reason === undefined ? {} : { blocked: reason }),
    ...(tool.mutating === true ? { mutating: true } : {}),
    ...(validateInput === undefined ? {} : { validates: true }),
    ...(tool.conflictKeys === undefined ? {} : { keys: true }),
    ...(tool.awaitCleanup === true ? { awaitCleanup: true } : {}),
  }
}

function addBinding(name: string, path: string, binding: Binding, reason: string | undefined, result: Mount): TreeEntry {
  if (typeof binding.invoke !== "function") throw new TypeError(`Binding '${path}' has no invoke function.`)
  result.tools.push({
    path,
    tool: undefined,
    binding,
    validateInput: undefined,
    validateOutput: undefined,
    conflictKeys: binding.conflictKeys !== undefined,
  })
  return {
    name,
    rawInput: true,
    ...(name.includes(".") ? { dots: true } : {}),
    ...(reason === undefined ? {} : { blocked: reason }),
    ...(binding.mutating === true ? { mutating: true } : {}),
    ...(binding.conflictKeys === undefined ? {} : { keys: true }),
  }
}

/** A blocked name that no tool has: it exists only to give its reason. */
function addBlocked(name: string, reason: string, result: Mount): void {
  checkName(name, true)
  if (result.tree.some((entry) => entry.name === name)) throw new TypeError(`Duplicate tool path '${name}'.`)
  result.tools.push({
    path: name,
    tool: undefined,
    binding: undefined,
    validateInput: undefined,
    validateOutput: undefined,
    conflictKeys: false,
  })
  result.tree.push({ name, blocked: reason, ...(name.includes(".") ? { dots: true } : {}) })
}
