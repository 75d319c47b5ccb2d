/**
 * `OpenAPI.fromSpec`: an API description to tools that perform its operations.
 *
 * The addon reads the document, decides what is a tool, names it, shows its types, and plans each request; this side
 * adds credentials and sends it with the host's `fetch`.
 */

import { lazySchema } from "./generated.js"
import { make as makeNamespace, type Namespace } from "./namespace.js"
import { Call, type Caller } from "./openapi/call.js"
import { addFiles, readMain, type LoadOptions } from "./openapi/load.js"
import { bytes, openDocument, type NativeDocument, type PlannedTool, type Text } from "./openapi/native.js"
import type { OperationInfo, Options, Skipped, TransportOptions } from "./openapi/options.js"
import type { Tool } from "./tool.js"

export type { LoadOptions } from "./openapi/load.js"
export type {
  AuthResolver,
  Credential,
  CredentialRequest,
  DecodedResponse,
  Document,
  FileContent,
  Filter,
  Operation,
  OperationInfo,
  Options,
  Problem,
  ReceivedFile,
  Retry,
  SecurityScheme,
  Skipped,
  TransportOptions,
} from "./openapi/options.js"

/** Tools of an API: a list for `CodeMode.make`, `Namespace.make`, or a record. */
export type Tools = ReadonlyArray<Tool | Namespace>

/** The outcome of {@link fromSpec}. */
export interface Result {
  readonly tools: Tools
  /** Operations that are not tools, in document order. */
  readonly skipped: ReadonlyArray<Skipped>
  /** Operations that the host's options left out. */
  readonly filtered: ReadonlyArray<OperationInfo>
}

/**
 * Converts a document. Nothing is fetched; what cannot be performed exactly is in `skipped` with a reason.
 *
 * @example
 * ```ts
 * const api = OpenAPI.fromSpec({ spec, auth: { resolve: () => ({ type: "bearer", token }) } })
 * const runtime = CodeMode.make({ tools: [Namespace.make({ name: "petstore", tools: api.tools })] })
 * ```
 * @throws TypeError for a spec that is no document, Error for text that does not parse
 */
export function fromSpec(options: Options): Result {
  const document = openDocument(textOf(options.spec, "spec"), options.documentUrl, options.maxDocumentBytes)
  for (const [address, file] of Object.entries(options.documents ?? {})) document.add(address, bytes(textOf(file, `documents['${address}']`)))
  return convert(document, options)
}

/**
 * Reads a document from a path or a URL, with the files it refers to, and converts it.
 *
 * Files are read below the folder of the document only; other hosts than the document's own are asked only when
 * `allow` says so.
 *
 * @example
 * ```ts
 * const api = await OpenAPI.load("./specs/api.yaml", { baseUrl: "https://api.example.com" })
 * ```
 */
export async function load(pathOrUrl: string | URL, options: LoadOptions = {}): Promise<Result> {
  const { text, address } = await readMain(pathOrUrl, options)
  const document = openDocument(bytes(text), address, options.maxDocumentBytes)
  for (const [name, file] of Object.entries(options.documents ?? {})) document.add(name, bytes(textOf(file, `documents['${name}']`)))
  await addFiles(document, address, options)
  const remote = address.startsWith("http:") || address.startsWith("https:")
  return convert(document, { ...(remote ? { documentUrl: address } : {}), ...options })
}

function textOf(value: unknown, name: string): Text {
  if (typeof value === "string" || value instanceof Uint8Array) return value
  if (value === null || typeof value !== "object") throw new TypeError(`${name} must be a document: an object, its text, or its bytes.`)
  return JSON.stringify(value) ?? "{}"
}

type ConvertOptions = Omit<Options, "spec">

interface Decision {
  omit?: boolean
  path?: string[]
  description?: string
  response?: "body" | "full"
}

function convert(document: NativeDocument, options: ConvertOptions): Result {
  const { baseUrl, documentUrl, server, serverVariables, include, exclude, readOnly, namespace, bind, multiSegment, nestedArrays, maxDescription } = options
  const settings = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(documentUrl === undefined ? {} : { documentUrl }),
    ...(server === undefined ? {} : { server }),
    ...(serverVariables === undefined ? {} : { serverVariables }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(bind === undefined ? {} : { bind }),
    ...(multiSegment === undefined ? {} : { multiSegment }),
    ...(nestedArrays === undefined ? {} : { nestedArrays }),
    ...(maxDescription === undefined ? {} : { maxDescription }),
    ...(typeof options.response === "string" ? { response: options.response } : {}),
    decisions: decide(document, options),
  }
  const api = document.build(JSON.stringify(settings))
  const caller: Caller = { api, options: transport(options) }
  const root: Group = { entries: [], groups: new Map() }
  const planned = JSON.parse(api.tools()) as PlannedTool[]
  planned.forEach((plan, index) => place(root, plan, toolOf(caller, index, plan)))
  return {
    tools: root.entries,
    skipped: JSON.parse(api.skipped()) as Skipped[],
    filtered: JSON.parse(api.filtered()) as OperationInfo[],
  }
}

/** The host's functions, asked once for each operation. */
function decide(document: NativeDocument, options: ConvertOptions): Record<string, Decision> {
  const { select, rename, describe, response } = options
  const shape = typeof response === "function" ? response : undefined
  const decisions: Record<string, Decision> = Object.create(null) as Record<string, Decision>
  if (select === undefined && rename === undefined && describe === undefined && shape === undefined) return decisions
  for (const operation of JSON.parse(document.operations()) as OperationInfo[]) {
    const decision: Decision = {}
    if (select !== undefined && !select(operation)) decision.omit = true
    else {
      const path = rename?.(operation)
      const description = describe?.(operation)
      if (path !== undefined) decision.path = typeof path === "string" ? path.split(".") : [...path]
      if (decision.path?.some((name) => name === "" || name.includes(".")) === true)
        throw new TypeError(`rename gave ${operation.method} ${operation.path} an empty or dotted name.`)
      if (description !== undefined) decision.description = description
      if (shape !== undefined) decision.response = shape(operation)
    }
    decisions[`${operation.method} ${operation.path}`] = decision
  }
  return decisions
}

function transport(options: ConvertOptions): TransportOptions {
  const { auth, headers, fetch, timeoutMs, maxResponseBytes, stream, retry, redirects, readFile, storeFile, mapResponse, onProblem } = options
  return {
    ...(auth === undefined ? {} : { auth }),
    ...(headers === undefined ? {} : { headers }),
    ...(fetch === undefined ? {} : { fetch }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
    ...(stream === undefined ? {} : { stream }),
    ...(retry === undefined ? {} : { retry }),
    ...(redirects === undefined ? {} : { redirects }),
    ...(readFile === undefined ? {} : { readFile }),
    ...(storeFile === undefined ? {} : { storeFile }),
    ...(mapResponse === undefined ? {} : { mapResponse }),
    ...(onProblem === undefined ? {} : { onProblem }),
  }
}

interface Group {
  readonly entries: Array<Tool | Namespace>
  readonly groups: Map<string, Group>
}

function place(root: Group, plan: PlannedTool, tool: Tool): void {
  let group = root
  for (const name of plan.tool.slice(0, -1)) {
    let next = group.groups.get(name)
    if (next === undefined) {
      next = { entries: [], groups: new Map() }
      group.groups.set(name, next)
      group.entries.push(makeNamespace({ name, tools: next.entries }))
    }
    group = next
  }
  group.entries.push(tool)
}

function toolOf(caller: Caller, index: number, plan: PlannedTool): Tool {
  const { api } = caller
  let call: Call | undefined
  const execute: Tool["execute"] = (input, context) => (call ??= new Call(caller, index, plan)).run(input, context)
  return {
    _tag: "CodeModeTool",
    name: plan.tool.at(-1) ?? "operation",
    description: plan.description,
    input: lazySchema([api.id, index], () => api.inputSchema(index)),
    output: lazySchema([api.id, index], () => api.outputSchema(index)),
    execute,
    ...(["GET", "HEAD", "OPTIONS", "QUERY"].includes(plan.method) ? {} : { mutating: true }),
  }
}
