// The main job on real input: file tools over this repository, and a program as a model would write it.
//
//   npm start                          runs examples/programs/survey.js
//   npm start -- --program FILE        runs another program
//   npm start -- --plain               no colours and no live redrawing
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { CodeMode, recommendedLimits } from "codemode-native"
import { fileTools } from "./file-tools.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const argv = process.argv.slice(2)
const flag = (name) => argv.includes(name)
const value = (name) => (flag(name) ? argv[argv.indexOf(name) + 1] : undefined)
const programFile = value("--program") ?? join(root, "examples/programs/survey.js")
const colours = process.stdout.isTTY && !flag("--plain") && !process.env.NO_COLOR
const paint = (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
const [bold, dim, red, green, cyan] = ["1", "2", "31", "32", "36"].map(paint)
const heading = (text) => console.log(`\n${bold(text)}`)
const bytes = (n) => (n < 10_000 ? `${n} B` : n < 10_000_000 ? `${(n / 1024).toFixed(1)} KiB` : `${(n / 1024 / 1024).toFixed(1)} MiB`)
const ms = (n) => (n < 10 ? `${n.toFixed(2)} ms` : `${n.toFixed(0)} ms`)

const program = await readFile(programFile, "utf8").catch((error) => {
  console.error(red(`Cannot read the program ${programFile}: ${error.message}`))
  process.exit(2)
})
const workspace = await mkdtemp(join(tmpdir(), "codemode-demo-"))
const { tools, stats } = fileTools({ root, output: workspace })

heading(`Program (${relative(process.cwd(), programFile) || programFile})`)
for (const [index, text] of program.trimEnd().split("\n").entries()) console.log(`${dim(String(index + 1).padStart(3))}  ${text}`)

// Calls of one tool that overlap fold into one wave with a line for its start and one for its end, so that a fan-out over
// hundreds of files stays readable; the terminal additionally shows what is in flight.
heading("Tool calls")
let began = 0
const waves = new Map()
const clock = () => dim(`${(performance.now() - began).toFixed(1).padStart(9)} ms`)
const clearStatus = () => colours && process.stdout.write("\r\u001b[2K")
const status = () => {
  if (!colours) return
  clearStatus()
  const open = [...waves].map(([name, wave]) => `${name} ${wave.live}`)
  if (open.length > 0) process.stdout.write(dim(`             in flight: ${open.join(", ")}`))
}
const line = (text) => {
  clearStatus()
  console.log(`${clock()}  ${text}`)
}
const brief = (input) => {
  const text = JSON.stringify(input)
  return text.length <= 70 ? text : `${text.slice(0, 69)}…`
}
const runtime = CodeMode.make({
  tools,
  // Two calls for each file of the repository are more than the recommended number.
  limits: { ...recommendedLimits, maxToolCalls: 10_000 },
  onToolCallStart({ name, input }) {
    if (!waves.has(name)) {
      waves.set(name, { calls: 0, live: 0, failed: [], busy: 0 })
      line(`${cyan("▶")} ${name.padEnd(12)} ${brief(input)}`)
    }
    const wave = waves.get(name)
    wave.calls++
    wave.live++
    status()
  },
  onToolCallEnd({ name, input, durationMs, outcome, message }) {
    const wave = waves.get(name)
    wave.live--
    wave.busy += durationMs
    if (outcome !== "success") wave.failed.push(`${brief(input)} ${message ?? outcome}`)
    if (wave.live === 0) {
      waves.delete(name)
      const what = wave.calls === 1 ? `1 call, ${ms(wave.busy)}` : `${wave.calls} calls overlapping, ${ms(wave.busy / wave.calls)} each on average`
      line(`${wave.failed.length === 0 ? green("✓") : red("✗")} ${name.padEnd(12)} ${what}${wave.failed.length === 0 ? "" : red(`, ${wave.failed.length} failed: ${wave.failed[0]}`)}`)
    }
    status()
  },
})

began = performance.now()
const result = await runtime.execute(program)
const took = performance.now() - began
clearStatus()
if (result.toolCalls.length === 0) console.log(dim("none"))

heading("Console")
for (const text of result.logs ?? [dim("nothing printed")]) console.log(`  ${text}`)

heading("Result")
if (result.ok) console.log(JSON.stringify(result.value, null, 2))
else {
  const { kind, message, location, suggestions = [] } = result.error
  console.log(red(`${kind}: ${message}`))
  if (location) console.log(dim(`  at line ${location.line}, column ${location.column}`))
  for (const suggestion of suggestions) console.log(dim(`  ${suggestion}`))
}
for (const warning of (result.ok && result.warnings) || []) console.log(red(`warning ${warning.kind}: ${warning.message}`))

heading("Balance")
const returned = Buffer.byteLength(JSON.stringify(result.ok ? result.value : result.error))
const logged = (result.logs ?? []).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
console.log(`  ${result.toolCalls.length} tool calls returned ${bytes(stats.bytesReturned)} to the program`)
console.log(`  ${bytes(returned + logged)} came back to the model (${bytes(returned)} result, ${bytes(logged)} console)`)
if (returned + logged > 0 && stats.bytesReturned > 0)
  console.log(`  ${Math.round(stats.bytesReturned / (returned + logged)).toLocaleString("en-US")} times less than passing every result through the conversation`)
console.log(`  ${stats.written.length} file(s) written${stats.written.length > 0 ? ` (${stats.written.join(", ")})` : ""}, ${ms(took)} in all`)

await rm(workspace, { recursive: true, force: true })
process.exitCode = result.ok ? 0 : 1
