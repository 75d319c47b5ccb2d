/** The run tool and its conveniences. */

import { Binding, CodeMode, Namespace, RunTool, RunToolError, Tool } from "codemode-native"
import { describe, expect, test } from "vitest"
import * as z from "zod"

const echo = Binding.make({ name: "echo", invoke: (args) => args })
const text = (name: string, answer: string): Binding.Binding => Binding.make({ name, invoke: () => answer })

describe("RunTool.make", () => {
  test("names", () => {
    const tool = RunTool.make({ bindings: [echo] })
    expect([tool.name, RunTool.make({ bindings: [], name: "program" }).name]).toEqual(["run_code", "program"])
    expect(tool.description).toBe(RunTool.describe("run_code"))
    expect(tool.description).toContain("run_code")
    expect(RunTool.make({ bindings: [], description: "mine" }).description).toBe("mine")
    expect(tool.prompt()).toContain("`run_code`")
    expect(RunTool.prompt({ toolName: "program" })).toContain("`program`")
  })

  test("the description excludes its own name first, then what is blocked", () => {
    const description = RunTool.describe("run", [{ name: "ask" }, { name: "run" }, { name: "spawn" }])
    expect(description.match(/`[a-z]+`/g)?.join()).toBe("`run`,`ask`,`spawn`")
  })

  test("parameters are fresh each time", () => {
    const tool = RunTool.make({ bindings: [] })
    const first = tool.parameters as unknown as { required: string[] }
    first.required.push("more")
    expect(tool.parameters.required).toEqual(["code", "description"])
    expect(JSON.parse(tool.parametersJson)).toEqual(tool.parameters)
  })

  test.each([
    ["twice in the tools", { bindings: [echo, echo] }, "Duplicate tool path 'echo'."],
    ["twice in blocked", { bindings: [], blocked: [{ name: "a" }, { name: "a" }] }, "Duplicate blocked tool 'a'."],
    ["in both", { bindings: [echo], blocked: [{ name: "echo" }] }, "Tool 'echo' is both callable and blocked."],
  ] as Array<[string, RunTool.Options, string]>)("a name %s is refused", (_title, options, message) => {
    expect(() => RunTool.make(options)).toThrow(new TypeError(message))
  })

  test("the catalog wiring lists the tools", () => {
    const tool = RunTool.make({
      mounting: "catalog",
      tools: [Tool.make({ name: "find", description: "Finds */ things", input: z.object({ q: z.string() }), output: z.number(), execute: () => 1 })],
    })
    expect(tool.description).toContain("tools.find(input: {\n  q: string,\n}): Promise<number>")
    expect(tool.description).toContain("/** Finds * / things */")
    expect(tool.description).not.toContain("run_code(")
  })

  test("a list that differs from what is mounted is reported", () => {
    const seen: unknown[] = []
    RunTool.make({
      bindings: [echo],
      blocked: [{ name: "ask" }],
      mounted: ["ask", "other", "run_code"],
      logger: { warn: (_message, fields) => void seen.push(fields) },
    })
    expect(seen).toEqual([{ missing: ["other"], hidden: ["echo"] }])
  })
})

describe("call", () => {
  const tool = RunTool.make({
    bindings: [echo, text("json", '{"n":1}'), text("plain", "not json"), text("empty", "")],
    blocked: [{ name: "ask", reason: "ask before you start the program" }],
  })

  test("the envelope carries the program's own JSON", async () => {
    expect(await tool.call({ code: "console.log('hi'); return { b: 1, a: '<&>', 2: null }" })).toBe('{"logs":["hi"],"result":{"2":null,"b":1,"a":"<&>"}}')
    expect(await tool.call({ code: "const x = 1" })).toBe('{"logs":[]}')
    expect(await tool.call({ code: "return null" })).toBe('{"logs":[],"result":null}')
    expect(await tool.call('{"code":"return 1","description":"x","more":true}')).toBe('{"logs":[],"result":1}')
  })

  test("text results are parsed where they are JSON", async () => {
    expect(await tool.call({ code: "return [await tools.json(), await tools.plain(), await tools.empty(), await tools.echo({ a: 1 })]" })).toBe(
      '{"logs":[],"result":[{"n":1},"not json","",{"a":1}]}',
    )
  })

  test("text results stay text on request", async () => {
    const verbatim = RunTool.make({ bindings: [text("json", "12345678901234567890")], semantics: { textResults: "verbatim" } })
    expect(await verbatim.call({ code: "return await tools.json()" })).toBe('{"logs":[],"result":"12345678901234567890"}')
    const own = RunTool.make({ bindings: [text("json", "7")], semantics: { textResults: (got, name) => `${name}:${got}` } })
    expect(await own.call({ code: "return await tools.json()" })).toBe('{"logs":[],"result":"json:7"}')
  })

  test.each([
    ["not json", "Invalid arguments for 'run_code': not JSON"],
    ["[1]", `Invalid arguments for 'run_code': an object with the member "code" is expected.`],
    ['{"code":5}', `Invalid arguments for 'run_code': "code" must be a string.`],
    ['{"code":"1","description":5}', `Invalid arguments for 'run_code': "description" must be a string.`],
    ["{}", `Invalid arguments for 'run_code': "code" is required and must not be blank.`],
    ['{"code":" "}', `Invalid arguments for 'run_code': "code" is required and must not be blank.`],
  ])("bad arguments: %s", async (args, message) => {
    const seen: unknown[] = []
    const watched = RunTool.make({ bindings: [], onProgram: (event) => void seen.push(event) })
    await expect(watched.call(args)).rejects.toThrow(message)
    const { text: told, isError } = await watched.callText(args)
    expect([told.startsWith(message), isError, seen]).toEqual([true, true, []])
  })

  test("a failure is text for the model, with the end of the output", async () => {
    const error: unknown = await tool.call({ code: "console.log('before'); throw new Error('boom')" }).catch((thrown: unknown) => thrown)
    if (!RunToolError.isInstance(error)) throw new Error("expected a RunToolError")
    expect(error.message).toContain("exception")
    expect(error.message).toContain("boom")
    expect(error.message).toContain("before")
    expect(error.result?.error).toMatchObject({ kind: "ExecutionFailure", failure: "exception" })
    expect(RunTool.toFailureText(error.result as CodeMode.Result)).toBe(error.message)
  })

  test("a blocked tool gives its reason, and so does the tool itself", async () => {
    const reasons = "const why = async (f) => { try { await f() } catch (e) { return [e.name, e.message, e.toolName] } }\n"
    expect(JSON.parse(await tool.call({ code: `${reasons}return [await why(() => tools.ask({})), await why(() => tools.run_code({}))]` }))).toEqual({
      logs: [],
      result: [
        ["ToolCallError", "ask before you start the program", "ask"],
        ["ToolCallError", "'run_code' cannot be called from a program: programs do not nest.", "run_code"],
      ],
    })
  })

  test("onProgram fires once per call", async () => {
    const seen: unknown[] = []
    const watched = RunTool.make({ bindings: [], onProgram: (event) => void seen.push(event) })
    await watched.call({ code: "return 1", description: "Counts" })
    await watched.run("return 2")
    expect(seen).toEqual([{ code: "return 1", description: "Counts" }])
  })

  test("at most maxConcurrentRuns programs run at once", async () => {
    let live = 0
    let peak = 0
    const step = Binding.make({
      name: "step",
      invoke: async () => {
        peak = Math.max(peak, ++live)
        await new Promise((resolve) => setTimeout(resolve, 5))
        live--
        return "1"
      },
    })
    const limited = RunTool.make({ bindings: [step], maxConcurrentRuns: 2 })
    const results = await Promise.all(Array.from({ length: 6 }, () => limited.run("return await tools.step()")))
    expect([results.every((result) => result.ok), peak]).toEqual([true, 2])
  })
})

test("RunTool.run takes bindings, tools and namespaces", async () => {
  const result = await RunTool.run(
    "return [await tools.echo({ a: 1 }), await tools.n.two({})]",
    [echo, Namespace.make({ name: "n", tools: [Tool.make({ name: "two", description: "", input: {}, output: {}, execute: () => 2 })] })],
    { maxToolCalls: 2 },
  )
  expect(result).toMatchObject({ ok: true, value: [{ a: 1 }, 2], hasValue: true })
})

test("conflict keys see the arguments and their text", async () => {
  const seen: unknown[] = []
  await RunTool.run("await tools.w({ path: 'a' })", [
    Binding.make({
      name: "w",
      mutating: true,
      invoke: () => "",
      conflictKeys: (args, raw) => {
        seen.push(args, raw)
        return ["k"]
      },
    }),
  ])
  expect(seen).toEqual([{ path: "a" }, '{"path":"a"}'])
})

test("a key function that throws is reported, the call runs", async () => {
  const warnings: unknown[] = []
  const result = await CodeMode.execute({
    preset: "orchestrator",
    logger: { warn: (message, { tool }) => void warnings.push([message, tool]) },
    code: "return await tools.w({})",
    tools: [
      Binding.make({
        name: "w",
        invoke: () => "1",
        conflictKeys: () => {
          throw new Error("keys")
        },
      }),
    ],
  })
  expect([result.ok && result.value, warnings]).toEqual([1, [["conflictKeys failed, the call is scheduled without keys", "w"]]])
})

test("return shapes come from any schema", () => {
  const shape = z.object({ id: z.string(), items: z.array(z.object({ sku: z.string(), qty: z.int() })), paid: z.boolean(), note: z.string().optional() })
  expect(RunTool.returnShape(shape)).toBe("{id, items: [{sku, qty: num}], paid: bool, note?}")
  const tool = Tool.make({ name: "order", description: "Reads an order", input: {}, output: shape, execute: () => ({}) as never })
  expect(RunTool.withReturnShape(tool).description).toBe("Reads an order\nReturns {id, items: [{sku, qty: num}], paid: bool, note?}")
  expect(RunTool.returnShape({})).toBe("")
})

test("tailLogs keeps whole lines from the end", () => {
  expect(RunTool.tailLogs(["a", "b", "c", "d"], 1000)).toBe("a\nb\nc\nd")
  expect(RunTool.tailLogs(["a", "b", "c", "d"], 4).split("\n").slice(1)).toEqual(["c", "d"])
  expect(RunTool.tailLogs([], 10)).toBe("")
})
