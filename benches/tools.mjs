// The host's tools of the benchmark, as an embedder of the package would write them.
const rows = Array.from({ length: 7400 }, (_, i) => ({
  id: i,
  name: `User number ${i}`,
  email: `user${i}@example.com`,
  score: (i * 37) % 1000,
  active: i % 3 === 0,
  team: `team-${i % 20}`,
  note: "moved from plan two",
}))

const object = (properties) => ({ type: "object", properties })
const number = { type: "number" }

/** The five tools, given the package. */
export function makeTools({ Tool }) {
  const tool = (name, properties, execute) =>
    Tool.make({ name, description: name, input: object(properties), output: {}, execute })
  return [
    tool("echo", { i: number, text: { type: "string" } }, async ({ i }) => ({ i, ok: true })),
    tool("add", { a: number, b: number }, async ({ a, b }) => ({ sum: a + b })),
    tool("big", { page: number }, async () => ({ page: 1, rows })),
    tool("slow", { i: number, ms: number }, ({ i, ms }) => new Promise((done) => setTimeout(done, ms, { i }))),
    tool("never", {}, () => new Promise(() => {})),
  ]
}
