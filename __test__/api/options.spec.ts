/** What `CodeMode.make` refuses, and how it says so. */

import { Binding, CodeMode, lenientLimits, Limits, Namespace, Tool, validateLimits } from "codemode-native"
import { Schema } from "effect"
import { describe, expect, test } from "vitest"

const tool = (name: string): Tool.Tool => Tool.make({ name, description: name, input: {}, output: {}, execute: () => name })
const box = (name: string, ...tools: Namespace.Entry[]): Namespace.Namespace => Namespace.make({ name, tools })

describe("names", () => {
  const refused: Array<[string, Namespace.Tools, string]> = [
    ["an empty name", [tool("")], "Name cannot be empty."],
    ["a dot", [tool("a.b")], "Name 'a.b' cannot contain '.'."],
    ["an empty namespace name", [box("")], "Name cannot be empty."],
    ["a dot in a nested name", [box("a", box("b.c"))], "Name 'b.c' cannot contain '.'."],
    ["two tools", [tool("x"), tool("x")], "Duplicate tool path 'x'."],
    ["two tools in a namespace", [box("n", tool("x"), tool("x"))], "Duplicate tool path 'n.x'."],
    ["a tool and a namespace", [box("home", tool("box"), box("box", tool("a")))], "Duplicate tool path 'home.box'."],
    ["two namespaces", [box("n", tool("a")), box("n", tool("b"))], "Duplicate tool path 'n'."],
    ["an empty segment in a record", { "a..b": tool("x") }, "Name 'a..b' has an empty segment."],
    ["something else in the array", [{} as Tool.Tool], "tools may hold only what Tool.make, Namespace.make and Binding.make return."],
    ["something else in the record", { a: 5 as unknown as Tool.Tool }, "tools['a'] is neither a tool nor a namespace."],
    ["no list at all", "x" as unknown as Namespace.Tools, "tools must be an array or a record."],
    ["a tool without body", [Tool.make({ name: "a", execute: undefined as never })], "Tool 'a' has no execute function."],
    ["a number as name", [tool(5 as never)], "A tool's name must be a string, not number."],
  ]
  test.each(refused)("%s", (_title, tools, message) => {
    expect(() => CodeMode.make({ tools })).toThrow(new TypeError(message))
    expect(() => CodeMode.execute({ tools, code: "1" })).toThrow(new TypeError(message))
  })

  test("every other name is legal", () => {
    const names = ["with-hyphen", "with space", "constructor", "prototype", "__proto__", "search", "then", "ünï"]
    expect(
      CodeMode.make({ tools: names.map(tool) })
        .catalog()
        .map((entry) => entry.path),
    ).toEqual([...names].sort())
  })

  test("a wrapped Effect Schema is fine, a bare one is explained", () => {
    const bare = Schema.Struct({ a: Schema.String })
    expect(() => CodeMode.make({ tools: [Tool.make({ name: "e", input: bare as never, execute: () => {} })] })).toThrow(
      new TypeError(`The input of tool 'e' is an Effect Schema. Wrap it with Schema.toStandardSchemaV1, or use Tool.make of "codemode-native/effect".`),
    )
    CodeMode.make({ tools: [Tool.make({ name: "e", input: Schema.toStandardSchemaV1(bare), execute: () => {} })] })
  })
})

describe("limits", () => {
  const refused: Array<[keyof CodeMode.Limits, unknown, string]> = [
    ["timeoutMs", 0, "timeoutMs must be a safe integer greater than or equal to 1."],
    ["timeoutMs", 1.5, "timeoutMs must be a safe integer greater than or equal to 1."],
    ["timeoutMs", "5", "timeoutMs must be a safe integer greater than or equal to 1."],
    ["maxToolCalls", -1, "maxToolCalls must be a safe integer greater than or equal to 0."],
    ["maxOutputBytes", Number.NaN, "maxOutputBytes must be a safe integer greater than or equal to 0."],
    ["memoryBytes", null, "memoryBytes must be a safe integer greater than or equal to 1."],
  ]
  test.each(refused)("%s: %s", (name, value, message) => {
    const limits = { [name]: value } as CodeMode.Limits
    expect(() => CodeMode.make({ limits })).toThrow(RangeError)
    expect(() => CodeMode.make({ limits })).toThrow(message)
    expect(() => CodeMode.execute({ limits, code: "1" })).toThrow(message)
    expect(validateLimits(limits)).toBe(message)
  })

  test("a bad limit wins over a bad name", () => {
    expect(() => CodeMode.make({ limits: { timeoutMs: 0 }, tools: [tool("")] })).toThrow(RangeError)
  })

  test("zero calls, zero bytes and Infinity are values", () => {
    expect(validateLimits({ maxToolCalls: 0, maxOutputBytes: 0, memoryBytes: Number.POSITIVE_INFINITY })).toBeUndefined()
    expect(validateLimits(Limits.recommended)).toBeUndefined()
  })

  test("lenientLimits drops what would be refused", () => {
    expect(lenientLimits({ timeoutMs: 0, maxToolCalls: -3, memoryBytes: "x", callDepth: 50, graceMs: 1.5 })).toEqual({ callDepth: 50 })
  })
})

describe("what a model reads", () => {
  const runtime = CodeMode.make({
    tools: [
      box("b", tool("z")),
      box("B", tool("a")),
      box("a", tool("c")),
      Namespace.make({ name: "hr", description: "People", tools: [tool("find"), Namespace.make({ name: "pay", description: "Salaries", tools: [tool("x")] })] }),
      box("e"),
      box("f", box("g")),
    ],
  })

  test("the catalog is sorted by code units", () => {
    expect(runtime.catalog().map((entry) => entry.path)).toEqual(["B.a", "a.c", "b.z", "hr.find", "hr.pay.x"])
    expect(Object.keys(runtime.catalog()[0] ?? {})).toEqual(["path", "description", "signature"])
  })

  test("namespaces without a tool below them are left out", () => {
    expect(runtime.namespaces()).toEqual([
      { path: "B" },
      { path: "a" },
      { path: "b" },
      { path: "hr", description: "People" },
      { path: "hr.pay", description: "Salaries" },
    ])
  })

  test("expressions", () => {
    expect(["shop.order", "docs.find-page", "a-b.x y", "class.new"].map(CodeMode.toolExpression)).toEqual([
      "tools.shop.order",
      'tools.docs["find-page"]',
      'tools["a-b"]["x y"]',
      "tools.class.new",
    ])
  })

  test("the signature of search", () => {
    expect(CodeMode.searchSignature).toBe(`search(input: {
  query?: string,
  namespace?: string,
  limit?: number,
  offset?: number,
}): {
  items: Array<{
      path: string,
      description: string,
      signature: string,
    }>,
  remaining: number,
  next: {
      offset: number,
    } | null,
}`)
  })

  test("the host can search too", () => {
    const found = runtime.search({ query: "salaries" })
    expect(found.items.map((item) => item.path)).toEqual(["tools.hr.pay.x"])
    expect(found).toMatchObject({ remaining: 0, next: null })
  })

  test("the record form is the array form", () => {
    const array = CodeMode.make({ tools: [box("n", tool("a"), box("m", tool("b")))] })
    const record = CodeMode.make({ tools: { n: { a: tool("other"), m: { b: tool("b") } } } })
    const dotted = CodeMode.make({ tools: { "n.a": tool("a"), "n.m.b": tool("b") } })
    const paths = (made: CodeMode.Runtime): string[] => made.catalog().map((entry) => entry.path)
    expect(paths(record)).toEqual(paths(array))
    expect(paths(dotted)).toEqual(paths(array))
  })

  test("bindings stand beside tools", () => {
    const mixed = CodeMode.make({ tools: [tool("a"), Binding.make({ name: "b.c", description: "Text in", invoke: () => "" })] })
    expect(mixed.catalog().map(({ path, description }) => [path, description])).toEqual([
      ["a", "a"],
      ["b.c", "Text in"],
    ])
  })
})

test("isTool, isNamespace and isBinding demand an own tag", () => {
  expect(Tool.isTool(tool("a"))).toBe(true)
  expect(Tool.isTool(Object.create(tool("a")))).toBe(false)
  expect(Namespace.isNamespace(box("a"))).toBe(true)
  expect(Namespace.isNamespace(tool("a"))).toBe(false)
  expect(Binding.isBinding(Binding.make({ name: "b", invoke: () => "" }))).toBe(true)
  expect("description" in Namespace.make({ name: "a", tools: [] })).toBe(false)
})

test("fileKey spells one path in one way", () => {
  const spellings = ["out/a.jpg", "./out/a.jpg", "out//a.jpg", "out/x/../a.jpg", "out\\a.jpg"]
  expect(new Set(spellings.map(Binding.fileKey))).toEqual(new Set(["file:out/a.jpg"]))
  expect(Binding.fileKey("/a/../../b")).toBe("file:/b")
  expect(Binding.fileKey("../a")).toBe("file:../a")
  expect(Binding.key("deck", 7)).toBe("deck:7")
})

test("a program must be a string", async () => {
  await expect(CodeMode.make().execute(5 as never)).rejects.toThrow(new TypeError("The program must be a string, not number."))
})
