/**
 * The tool a model is handed: one program that calls the host's other tools.
 *
 * Mounting it is additive: the model's tool list stays as it is and gains this one.
 */

import { addon } from "./addon.js"
import type { Binding } from "./binding-tool.js"
import * as CodeMode from "./codemode.js"
import { RunToolError } from "./errors.js"
import { thrownText } from "./failure.js"
import { notify } from "./hooks.js"
import { isNamespace, type Namespace, type Tools } from "./namespace.js"
import type { DataValue, Result } from "./result.js"
import { jsonSchemaOf, type SchemaType } from "./schema.js"
import type { Tool } from "./tool.js"
import type { Blocked } from "./tree.js"

export type PromptOptions = CodeMode.PromptOptions

/** How arguments are read and parameters are written; `JSON` by default. */
export interface Codec {
  parse(text: string): unknown
  stringify(value: unknown): string
}

/** Options of {@link make}. */
export interface Options extends CodeMode.Options {
  /** @defaultValue "run_code" */
  readonly name?: string
  /** Replaces the generated description; it is not checked against the tools. */
  readonly description?: string
  /** The same as `tools`, for lists of bindings. */
  readonly bindings?: Tools
  /**
   * Programs of this tool at once; more wait in order.
   * @defaultValue 4
   */
  readonly maxConcurrentRuns?: number
  /**
   * Console output attached to a failure, in bytes.
   * @defaultValue 8_000
   */
  readonly logTailBytes?: number
  /**
   * `additive`: the tools are in the model's own list too, and the description says so. `catalog`: they are not, and the
   * description lists them.
   * @defaultValue "additive"
   */
  readonly mounting?: "additive" | "catalog"
  /** Names in the model's tool list; a difference to what programs may call is logged. */
  readonly mounted?: ReadonlyArray<string>
  /** Fires once per `call`, after its arguments were checked and before it waits for its turn. */
  readonly onProgram?: (event: CodeMode.ProgramEvent) => void
  readonly codec?: Codec
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly context?: unknown
}

/** JSON Schema of the tool's arguments. */
export interface Parameters {
  readonly type: "object"
  readonly properties: { readonly [name: string]: { readonly type: "string"; readonly description: string } }
  readonly required: ReadonlyArray<string>
}

/** The tool a model is handed. */
export interface RunTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments; a fresh object each time. */
  readonly parameters: Parameters
  /** The same as text. */
  readonly parametersJson: string
  readonly runtime: CodeMode.Runtime
  /** Runs what the model sent; the envelope text. Throws {@link RunToolError} with the full text of a failure. */
  call(args: string | { readonly code?: unknown; readonly description?: unknown }, options?: CallOptions): Promise<string>
  /** The same without throwing, for frameworks that want a failure as text. */
  callText(args: string | { readonly code?: unknown; readonly description?: unknown }, options?: CallOptions): Promise<{ readonly text: string; readonly isError: boolean }>
  /** Runs a program and gives the structured result. */
  run(code: string, options?: CallOptions): Promise<Result>
  /** The section of the system prompt that teaches writing programs. */
  prompt(options?: PromptOptions): string
}

const DEFAULT_LOG_TAIL = 8_000

/**
 * Makes the run tool.
 *
 * @example
 * ```ts
 * const tool = RunTool.make({ bindings, blocked: [{ name: "ask_user", reason: "ask before you start the program" }] })
 * const text = await tool.call(argumentsFromTheModel, { signal })
 * ```
 * @throws TypeError for a name twice in the tools, twice in `blocked`, or in both
 */
export function make(options: Options): RunTool {
  return new HostRunTool(options)
}

/** Runs one program over bindings or tools, with the orchestration defaults. */
export function run(
  code: string,
  bindings: Tools,
  limits?: CodeMode.Limits,
  options: Omit<CodeMode.Options, "tools" | "limits"> & CodeMode.RunOptions = {},
): Promise<Result> {
  return CodeMode.execute({ preset: "orchestrator", ...options, tools: bindings, ...(limits === undefined ? {} : { limits }), code })
}

/** The section of the system prompt that teaches writing programs, for hosts without a run tool of their own. */
export function prompt(options: PromptOptions = {}): string {
  return CodeMode.make({ preset: "orchestrator" }).runToolPrompt(options)
}

/** The generated description of a run tool: which tools a program may call, as a relation to the model's own list. */
export function describe(name: string, blocked: ReadonlyArray<Blocked> = []): string {
  return addon.describeRunTool(name, JSON.stringify({ blocked: blocked.map((entry) => entry.name) }))
}

/** Options of {@link returnShape}. */
export interface ReturnShapeOptions {
  /** @defaultValue 240 */
  readonly maxLength?: number
  /** @defaultValue 3 */
  readonly maxDepth?: number
}

/** A short text that sketches what a schema describes, for the end of a tool's description; empty when there is nothing to say. */
export function returnShape(schema: SchemaType, options: ReturnShapeOptions = {}): string {
  return addon.returnShape(JSON.stringify(jsonSchemaOf(schema, "output")), JSON.stringify(options))
}

/** The same tool with its return shape as the last line of the description. */
export function withReturnShape<T extends Tool>(tool: T, options: ReturnShapeOptions = {}): T {
  const shape = tool.output === undefined ? "" : returnShape(tool.output, options)
  return shape === "" ? tool : { ...tool, description: `${tool.description}\nReturns ${shape}` }
}

/** `{"logs":[...],"result":...}` of a success, the program's own JSON unchanged. */
export function toEnvelope(result: Result): string {
  return addon.toEnvelope(JSON.stringify(result))
}

/** The text of a failure for the model: cause, what to change, the end of what was printed. Empty for a success. */
export function toFailureText(result: Result, options: { readonly logTailBytes?: number } = {}): string {
  return addon.toFailureText(JSON.stringify(result), options.logTailBytes ?? DEFAULT_LOG_TAIL)
}

/** The last whole lines that fit into `budgetBytes`, with a first line that says so when something was left out. */
export function tailLogs(lines: ReadonlyArray<string>, budgetBytes: number): string {
  return addon.tailLogs(JSON.stringify(lines), budgetBytes)
}

class HostRunTool implements RunTool {
  readonly name: string
  readonly description: string
  readonly runtime: CodeMode.Runtime
  readonly #options: Options
  readonly #codec: Codec

  constructor(options: Options) {
    this.#options = options
    this.name = options.name ?? "run_code"
    this.#codec = options.codec ?? JSON
    const tools = options.tools ?? options.bindings ?? []
    const blocked = options.blocked ?? []
    refuseOverlap(tools, blocked, this.name)
    this.runtime = CodeMode.make({
      preset: "orchestrator",
      maxConcurrentRuns: 4,
      ...options,
      tools,
      blocked: blocked.some((entry) => entry.name === this.name)
        ? blocked
        : [...blocked, { name: this.name, reason: `'${this.name}' cannot be called from a program: programs do not nest.` }],
    })
    this.description =
      options.description ?? (options.mounting === "catalog" ? this.#catalogDescription() : describe(this.name, blocked))
    if (options.mounted !== undefined) this.#compareMounted(tools, blocked, options.mounted)
  }

  get parameters(): Parameters {
    return {
      type: "object",
      properties: {
        code: {
          type: "string",
          description:
            "The program: the body of an async JavaScript function. Use await at the top level, call tools as await tools.name({...}), " +
            "and return the data you need.",
        },
        description: {
          type: "string",
          description:
            'What the program does, for the user to read: active voice, five to ten words. Examples: "Compare prices of twelve suppliers", ' +
            '"Collect open issues and group them by owner".',
        },
      },
      required: ["code", "description"],
    }
  }

  get parametersJson(): string {
    return this.#codec.stringify(this.parameters)
  }

  async call(args: string | { readonly code?: unknown; readonly description?: unknown }, options: CallOptions = {}): Promise<string> {
    const { code, description } = this.#arguments(args)
    notify(
      this.#options.onProgram as ((event: CodeMode.ProgramEvent) => unknown) | undefined,
      { code, ...(description === undefined ? {} : { description }) },
      "onProgram",
      this.#options.logger,
      options.context,
    )
    const result = await this.run(code, options)
    if (result.ok) return toEnvelope(result)
    throw new RunToolError(toFailureText(result, { logTailBytes: this.#options.logTailBytes ?? DEFAULT_LOG_TAIL }), result)
  }

  async callText(args: string | { readonly code?: unknown; readonly description?: unknown }, options: CallOptions = {}): Promise<{ text: string; isError: boolean }> {
    try {
      return { text: await this.call(args, options), isError: false }
    } catch (error) {
      return { text: thrownText(error), isError: true }
    }
  }

  run(code: string, options: CallOptions = {}): Promise<Result> {
    return this.runtime.execute(code, options)
  }

  prompt(options: PromptOptions = {}): string {
    return this.runtime.runToolPrompt({ toolName: this.name, ...options })
  }

  #arguments(args: unknown): { readonly code: string; readonly description: string | undefined } {
    let parsed: unknown = args
    if (typeof args === "string") {
      try {
        parsed = this.#codec.parse(args)
      } catch (error) {
        throw new RunToolError(`Invalid arguments for '${this.name}': not JSON (${thrownText(error)}).`)
      }
    }
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
      throw new RunToolError(`Invalid arguments for '${this.name}': an object with the member "code" is expected.`)
    const { code, description } = parsed as { code?: DataValue; description?: DataValue }
    if (code !== undefined && typeof code !== "string")
      throw new RunToolError(`Invalid arguments for '${this.name}': "code" must be a string.`)
    if (description !== undefined && description !== null && typeof description !== "string")
      throw new RunToolError(`Invalid arguments for '${this.name}': "description" must be a string.`)
    if (code === undefined || code.trim() === "")
      throw new RunToolError(`Invalid arguments for '${this.name}': "code" is required and must not be blank.`)
    return { code, description: description ?? undefined }
  }

  #catalogDescription(): string {
    const listed = this.runtime.catalog().filter((entry) => entry.path !== this.name)
    return [
      addon.describeRunTool(this.name, JSON.stringify({ catalog: true })),
      ...listed.map((entry) => `${entry.description === "" ? "" : `/** ${entry.description.replaceAll("*/", "* /")} */\n`}${entry.signature}`),
    ].join("\n\n")
  }

  #compareMounted(tools: Tools, blocked: ReadonlyArray<Blocked>, mounted: ReadonlyArray<string>): void {
    const callable = new Set(topLevelNames(tools))
    const promised = new Set(mounted)
    promised.delete(this.name)
    for (const { name } of blocked) promised.delete(name)
    const missing = [...promised].filter((name) => !callable.has(name))
    const hidden = [...callable].filter((name) => !promised.has(name))
    if (missing.length > 0 || hidden.length > 0)
      this.#options.logger?.warn("the mounted tool list differs from what programs may call", { missing, hidden }, undefined)
  }
}

function topLevelNames(tools: Tools): string[] {
  return Array.isArray(tools) ? (tools as ReadonlyArray<Tool | Namespace | Binding>).map((entry) => entry.name) : Object.keys(tools)
}

function refuseOverlap(tools: Tools, blocked: ReadonlyArray<Blocked>, own: string): void {
  const names = new Set<string>()
  const visit = (list: Tools, prefix: string): void => {
    if (!Array.isArray(list)) {
      for (const key of Object.keys(list)) names.add(prefix + key)
      return
    }
    for (const entry of list as ReadonlyArray<Tool | Namespace | Binding>) {
      names.add(prefix + entry.name)
      if (isNamespace(entry)) visit(entry.tools, `${prefix}${entry.name}.`)
    }
  }
  visit(tools, "")
  const twice = blocked.find(({ name }) => name !== own && names.has(name))
  if (twice !== undefined) throw new TypeError(`Tool '${twice.name}' is both callable and blocked.`)
}

