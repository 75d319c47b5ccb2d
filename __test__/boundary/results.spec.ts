/** Every kind of value that a tool may answer with, and what the program gets. */

import { CodeMode, Tool, ToolError } from "codemode-native"
import { describe, expect, test } from "vitest"

async function call(execute: () => unknown, code = "return await tools.t({})", limits: CodeMode.Limits = {}): Promise<CodeMode.Result> {
  return CodeMode.execute({ tools: [Tool.make({ name: "t", description: "", input: {}, output: {}, execute })], code, limits })
}

class Point {
  x = 1
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { a: [1] }
  value["me"] = { inner: value }
  return value
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

const shared = { x: 1 }
const accepted: Array<[string, () => unknown, unknown]> = [
  ["text", () => "plain", "plain"],
  ["text that looks like JSON stays text", () => '{"a":1}', '{"a":1}'],
  ["a lone surrogate", () => "a\ud800b", "a\ud800b"],
  ["NUL", () => "a\0b", "a\0b"],
  ["numbers", () => [0, -1.5, 1e300, 5e-324, 9007199254740991], [0, -1.5, 1e300, 5e-324, 9007199254740991]],
  ["booleans and null", () => [true, false, null], [true, false, null]],
  ["key order", () => ({ b: 1, a: 2, 10: 3, 2: 4 }), { 2: 4, 10: 3, b: 1, a: 2 }],
  ["ordinary keys with odd names", () => ({ constructor: 1, prototype: 2, toString: 3, hasOwnProperty: 4 }), { constructor: 1, prototype: 2, toString: 3, hasOwnProperty: 4 }],
  ["a null prototype", () => Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ["a date", () => new Date(86_400_000), "1970-01-02T00:00:00.000Z"],
  ["an invalid date", () => [new Date(Number.NaN)], [null]],
  ["a URL", () => new URL("https://h.test/p?q=1"), "https://h.test/p?q=1"],
  ["map, set, regular expression, query", () => [new Map([[1, 2]]), new Set([1]), /x/, new URLSearchParams("a=1")], [{}, {}, {}, {}]],
  ["a shared reference is copied twice", () => [shared, shared], [{ x: 1 }, { x: 1 }]],
  ["32 levels", () => deep(32), deep(32)],
  ["extra properties of an array are dropped", () => Object.assign([1], { extra: 2 }), [1]],
  ["symbol keys are dropped", () => ({ a: 1, [Symbol("s")]: 2 }), { a: 1 }],
  ["a settled promise", () => Promise.resolve(5), 5],
  ["a thenable", () => ({ then: (resolve: (value: unknown) => void) => resolve(6) }), 6],
  ["a thenable that settles twice", () => ({ then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => (resolve(7), reject(8), resolve(9)) }), 7],
]

describe("accepted", () => {
  test.each(accepted)("%s", async (_title, execute, value) => {
    expect(await call(execute)).toEqual({ ok: true, value, toolCalls: [{ name: "t" }] })
  })

  test("undefined, NaN and infinities reach the program as they are", async () => {
    const result = await call(
      () => ({ gone: undefined, nan: Number.NaN, list: [undefined, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] }),
      "const r = await tools.t({}); return ['gone' in r, r.gone === undefined, Number.isNaN(r.nan), r.list[0] === undefined, r.list[1], 1 / r.list[2]].map(String)",
    )
    expect(result.ok && result.value).toEqual(["true", "true", "true", "true", "Infinity", "0"])
  })

  test("minus zero", async () => {
    const result = await call(() => [-0, 0], "return (await tools.t({})).map((x) => String(1 / x))")
    expect(result.ok && result.value).toEqual(["-Infinity", "Infinity"])
  })

  test("holes are undefined", async () => {
    // oxlint-disable-next-line no-sparse-arrays
    const result = await call(() => [1, , 3], "const r = await tools.t({}); return [r.length, r[1] === undefined]")
    expect(result.ok && result.value).toEqual([3, true])
  })

  test("bytes", async () => {
    const result = await call(() => Buffer.from([1, 2, 255]), "const b = await tools.t({}); return [b instanceof Uint8Array, b.length, b[2]]")
    expect(result.ok && result.value).toEqual([true, 3, 255])
  })

  test("a result is a copy", async () => {
    const kept = { list: [1] }
    const result = await call(() => kept, "const r = await tools.t({}); r.list.push(2); r.more = 1; return r")
    expect([result.ok && result.value, kept]).toEqual([{ list: [1, 2], more: 1 }, { list: [1] }])
  })

  test("without an output schema the value is dropped", async () => {
    const result = await CodeMode.execute({
      tools: [Tool.make({ name: "t", description: "", input: {}, execute: (() => 5) as never })],
      code: "return (await tools.t({})) === undefined",
    })
    expect(result.ok && result.value).toBe(true)
  })

  test("a large text", async () => {
    const result = await call(() => "x".repeat(5_000_000), "return (await tools.t({})).length")
    expect(result.ok && result.value).toBe(5_000_000)
  })
})

const R = "Result from tool 't'"
const refused: Array<[string, () => unknown, string]> = [
  ["a class instance", () => new Point(), `${R} must contain plain objects only. Found a Point.`],
  ["a nested class instance", () => ({ rows: [{ at: new Point() }] }), `${R} must contain plain objects only. Found a Point at rows[0].at.`],
  ["an error", () => new Error("x"), `${R} must contain plain objects only. Found an Error.`],
  ["a function", () => () => 1, `${R} must contain data only. Found a function.`],
  ["a symbol", () => ({ s: Symbol("s") }), `${R} must contain data only. Found a symbol at s.`],
  ["a big integer", () => [10n], `${R} must contain data only. Found a bigint at [0].`],
  ["a cycle", cyclic, `${R} contains a circular value at me.inner.`],
  ["33 levels", () => deep(33), `${R} exceeds the maximum value depth of 32.`],
  ["100,000 levels", () => deep(100_000), `${R} exceeds the maximum value depth of 32.`],
  ["an accessor", () => ({ get a() { return 1 } }), `${R} must contain data only. Found an accessor at a.`],
  ["an accessor that throws", () => ({ get a(): never { throw new Error("x") } }), `${R} must contain data only. Found an accessor at a.`],
  ["a proxy", () => ({ p: new Proxy({}, {}) }), `${R} must contain plain objects only. Found a Proxy at p.`],
  ["a hostile proxy", () => new Proxy({}, { get() { throw new Error("x") } }), `${R} must contain plain objects only. Found a Proxy.`],
  ["a revoked proxy", () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return [proxy] }, `${R} must contain plain objects only. Found a Proxy at [0].`],
  ["toJSON", () => ({ toJSON: () => 1 }), `${R} must contain data only. Found a function at toJSON.`],
  ["the key __proto__", () => JSON.parse('{"a":{"__proto__":1}}') as unknown, `${R} contains blocked property '__proto__' at a.`],
  ["nested bytes", () => ({ b: new Uint8Array(1) }), `${R} must contain plain objects only. Found a Uint8Array at b.`],
  ["a stream", () => new ReadableStream(), `${R} must contain plain objects only. Found a ReadableStream.`],
  ["a subclass of Array", () => new (class Rows extends Array {})(), `${R} must contain plain objects only. Found a Rows.`],
]

describe("refused", () => {
  test.each(refused)("%s", async (_title, execute, message) => {
    const result = await call(execute)
    expect(result).toMatchObject({ ok: false, toolCalls: [{ name: "t" }] })
    expect(result.ok ? undefined : [result.error.kind, result.error.message]).toEqual(["InvalidToolOutput", `Invalid output from tool 't': ${message}`])
  })
})

const tagged = Object.assign(Object.create(null) as object, { _tag: "Denied", message: "no access" })
const hostile = { get message(): never { throw new Error("x") } }
const failures: Array<[string, () => unknown, string]> = [
  ["an error", () => { throw new Error("wires crossed") }, "wires crossed"],
  ["a rejection", () => Promise.reject(new TypeError("bad")), "bad"],
  ["an error without message", () => { throw new RangeError() }, "RangeError"],
  ["a text", () => { throw "just text" }, "just text"],
  ["an object", () => { throw { code: 5 } }, '{"code":5}'],
  ["a tagged error", () => Promise.reject(tagged), "no access"],
  ["undefined", () => Promise.reject(undefined), "The tool failed without a reason (it threw undefined)."],
  ["null", () => { throw null }, "The tool failed without a reason (it threw null)."],
  ["a frozen error", () => { throw Object.freeze(new Error("cold")) }, "cold"],
  ["an error whose message throws", () => { throw hostile }, "The tool failed with a value that cannot be read."],
  ["a proxy that throws", () => { throw new Proxy({}, { get() { throw new Error("x") } }) }, "The tool failed with a value that cannot be read."],
  ["a ToolError", () => { throw new ToolError("not today") }, "not today"],
  ["a ToolError with a cause", () => { throw new ToolError("Upload failed", { cause: new Error("disk full") }) }, "ToolError: Upload failed (cause: Error: disk full)"],
  ["causes of an error", () => { throw new Error("a", { cause: new TypeError("b", { cause: "c" }) }) }, "Error: a (cause: TypeError: b) (cause: c)"],
  ["several errors", () => { throw new AggregateError([new Error("one"), "two"]) }, "one\ntwo"],
]

describe("failures", () => {
  test.each(failures)("%s", async (_title, execute, message) => {
    const caught = await call(execute, "try { await tools.t({}) } catch (e) { return [e instanceof Error, e instanceof ToolCallError, e.message, e.toolName, e.stack?.includes('boundary') ?? false] }")
    expect(caught.ok && caught.value).toEqual([true, true, message, "t", false])
    const uncaught = await call(execute)
    expect(uncaught.ok ? "" : uncaught.error.kind).toBe("ToolFailure")
    expect(uncaught.ok ? "" : uncaught.error.message.startsWith(message)).toBe(true)
  })

  test("public data becomes members of the error", async () => {
    const result = await call(
      () => {
        throw new ToolError("later", { data: { retryAfter: 30, message: "not this" } })
      },
      "try { await tools.t({}) } catch (e) { return [e.message, e.retryAfter] }",
    )
    expect(result.ok && result.value).toEqual(["later", 30])
  })

  test("own facts of an error can be read, nothing else", async () => {
    const result = await call(
      () => {
        throw Object.assign(new Error("busy"), { code: "EBUSY", status: 503, retry: true, secret: { token: "x" }, long: "x".repeat(501), message2: undefined })
      },
      "try { await tools.t({}) } catch (e) { return [Object.keys(e), e.code, e.status, e.retry] }",
    )
    expect(result.ok && result.value).toEqual([["code", "status", "retry"], "EBUSY", 503, true])
  })
})
