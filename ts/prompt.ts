/**
 * What the orchestration preset tells the model: the description of the run tool and the section of the system prompt.
 */

import type { Blocked } from "./tree.js"

/**
 * The description of a run tool: what it is, which tools a program may call (as a relation to the model's own list, so
 * that nothing is listed twice), and when a program pays.
 */
export function describe(name: string, blocked: ReadonlyArray<Blocked> = []): string {
  const excluded = [name, ...blocked.map((entry) => entry.name).filter((entry) => entry !== name)]
  return (
    "Runs one JavaScript program that makes many tool calls; only what it prints and returns enters the conversation. " +
    `A program can call exactly the tools of your current tool list except: ${excluded.join(", ")}. ` +
    "Use it when each next step can be computed from the results before it: searching in parallel, chaining and branching on " +
    "results, retrying, or reducing much data to little. Make a single isolated call directly instead."
  )
}

/** Options of the prompt section. */
export interface PromptOptions {
  /** @defaultValue "run_code" */
  readonly toolName?: string
  /**
   * Whether tool descriptions end with a return shape, which is then explained.
   * @defaultValue false
   */
  readonly returnShapes?: boolean
  /**
   * Whether programs have the built-in `search`.
   * @defaultValue false
   */
  readonly search?: boolean
}

const SHAPES =
  " A tool's description may end with the shape of its result: a bare member is a string, others are written `name: type` " +
  "(`num`, `bool`, `timestamp`, `[...]` a list, `{key: ...}` a dictionary), `?` marks one that may be absent, `…` something unspecified."

const SEARCH = " `search({ query })` finds tools with their signatures; it answers at once, without `await`."

/** The section of the system prompt that teaches writing programs. */
export function promptSection(options: PromptOptions): string {
  const name = options.toolName ?? "run_code"
  return `# Programs with \`${name}\`

\`${name}\` runs a JavaScript program that you write: the body of an async function, with \`await\` and \`return\` at its top level. Call a tool with \`await tools.name({...})\`, one object that fits its parameters. Put calls that do not depend on each other into \`Promise.all\`. Everything else is ordinary JavaScript.${options.search === true ? SEARCH : ""}

A call resolves to what you would have received by calling the tool directly: read its fields and pass them on.${options.returnShapes === true ? SHAPES : ""}

A failed call rejects with a \`ToolCallError\` whose \`toolName\` says which tool it was; catch it and go on with the rest. Calls that only read overlap; calls that write one resource run one after the other, in the order you made them. A call without \`await\` still runs, and if it fails you find a line in the output.

A program has the JavaScript built-ins and \`tools\`, \`ToolCallError\`, \`console\` (log, info, warn, error, debug) and \`sleep(ms)\`, which is the way to wait. It has no files, no network, no imports. Only the returned value and console output come back to you, so return what the next step needs, and no more.

A program is control flow, not a list of commands: chain calls, branch on what they return, retry with growing pauses, keep state, map a function of your own over a list. What can be computed from data at hand belongs into the program. What needs judgment about content belongs into the conversation: return the evidence and decide in your next turn, for inside a program you cannot look at anything.

\`\`\`js
const found = await tools.search_notes({ query: "invoice overdue" })
let notes = found.notes
if (notes.length < 3) {
  const more = await tools.search_notes({ query: "payment reminder" })
  notes = [...notes, ...more.notes]
}
const bodies = await Promise.all(notes.map((note) => tools.read_note({ id: note.id })))
const lines = bodies.filter((body) => body.amount > 500).map((body) => \`- \${body.customer}: \${body.amount}\`)
await tools.write_file({ path: "overdue.md", content: lines.join("\\n") })
return { overdue: lines.length, looked: notes.length }
\`\`\``
}
