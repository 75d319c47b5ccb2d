/**
 * Behaviour cases of the API we follow: a program, and the whole of what it comes to. Where we differ, the difference
 * stands in `docs/differences/opencode.md`.
 */

import type { CodeMode } from "codemode-native"
import { describe, expect, test } from "vitest"
import { runKit } from "../kit.js"

interface Expectation {
  readonly value?: unknown
  /** Kind of the error. */
  readonly error?: string
  readonly message?: string | RegExp
  readonly calls?: string[]
  readonly logs?: string[]
  readonly warnings?: Array<{ kind: string; message: string }>
  readonly at?: { line: number; column: number }
  readonly seen?: unknown[]
  readonly limits?: CodeMode.Limits
  readonly truncated?: boolean
  readonly suggestions?: number
}

function nested(depth: number, core: unknown): unknown {
  let value = core
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

const cases: Record<string, Record<string, readonly [program: string, expected: Expectation]>> = {
  "program value": {
    A1: ["40 + 2", { value: 42 }],
    A2: ["let a = 1; a = 9", { value: 9 }],
    A3: ["const only = 1", { value: null }],
    A4: ["if (true) { 7 }", { value: 7 }],
    A5: ["for (const x of [1, 2]) { x * 10 }", { value: 20 }],
    A6: ["return", { value: null }],
    A7: ["// nothing here", { value: null }],
    A8: ["return { gone: undefined, list: [undefined, , 4] }", { value: { list: [null, null, 4] } }],
    A9: ["return [0 / 0, -1 / 0, -0]", { value: [null, null, 0] }],
    A10: ["return new Date(86400000)", { value: "1970-01-02T00:00:00.000Z" }],
    A11: ["return new Date('nope')", { value: null }],
    A12: ["return { m: new Map([['k', 1]]), r: /ab/g }", { value: { m: {}, r: {} } }],
    A13: ["return new Set([3, 3, 4])", { value: {} }],
    A14: ["return new URLSearchParams('a=1&b=2')", { value: "a=1&b=2" }],
    A15: ["return [new URL('https://h.test/p?q=1#f')]", { value: ["https://h.test/p?q=1#f"] }],
    A16: ["return (x) => x", { error: "InvalidDataValue", message: /must contain plain objects only/ }],
    A17: ["return { n: 1, f: (x) => x }", { error: "InvalidDataValue" }],
    A18: ["const s = { q: 1 }; return [s, s]", { value: [{ q: 1 }, { q: 1 }] }],
    A19: ["const o = {}; o.me = o; return o", { error: "InvalidDataValue", message: /contains a circular value/ }],
    A20: ["let v = 'x'; for (let i = 0; i < 32; i++) v = [v]; return v", { value: nested(32, "x") }],
    A21: ["let v = 'x'; for (let i = 0; i < 33; i++) v = [v]; return v", { error: "InvalidDataValue", message: /exceeds the maximum value depth of 32/ }],
    A22: ["return new RangeError('far')", { value: { name: "RangeError", message: "far" } }],
    A24: ["return { b: 1, a: 2, 10: 'x', 2: 'y' }", { value: { 2: "y", 10: "x", b: 1, a: 2 } }],
    A25: ["return { hasOwnProperty: 2, toString: 3 }", { value: { hasOwnProperty: 2, toString: 3 } }],
    A26: ["return [await 5, await null]", { value: [5, null] }],
    A27: ["async function f() { return 3 } return f()", { value: 3 }],
    A28: ["return tools.kit.sum({ a: 20, b: 22 })", { value: 42, calls: ["kit.sum"] }],
    A29: ["return { p: tools.kit.sum({ a: 1, b: 1 }) }", { error: "InvalidDataValue", message: /un-awaited Promise/, calls: ["kit.sum"] }],
    A30: ["const { promise } = { promise: Promise.resolve(1) }; return [promise]", { error: "InvalidDataValue" }],
  },
  diagnostics: {
    "B1 empty": ["", { error: "ParseError", message: /^Code cannot be empty\./ }],
    "B1 blank": ["  \n\t ", { error: "ParseError", message: /^Code cannot be empty\./ }],
    B2: ["return 3 +", { error: "ParseError" }],
    B3: ["import fs from 'fs'", { error: "UnsupportedSyntax" }],
    B5: ["if (false) { class A {} } return 'skipped'", { value: "skipped" }],
    B7: ["nosuch.thing", { error: "ExecutionFailure", at: { line: 1, column: 1 } }],
    "B7 caught": ["try { nosuch } catch (e) { return e.name }", { value: "ReferenceError" }],
    B8: ["const k = 1; try { k = 2 } catch (e) { return e.name }", { value: "TypeError" }],
    B9: ["const n: number = 5; return n", { value: 5 }],
    B10: ["throw 'plain'", { error: "ExecutionFailure", message: /^Uncaught: plain/ }],
    B11: ["throw { code: 5 }", { error: "ExecutionFailure", message: /^Uncaught: \{"code":5\}/ }],
    B12: ["throw null", { error: "ExecutionFailure", message: /^Uncaught: null/ }],
    B13: ["throw () => 1", { error: "ExecutionFailure", message: /^Uncaught: a non-data value/ }],
    B14: ["throw new Error('boom')", { error: "ExecutionFailure", message: /^Uncaught: boom/ }],
    B16: ["try { throw new Error('q') } finally { console.log('fin') }", { error: "ExecutionFailure", message: /^Uncaught: q/, logs: ["fin"] }],
    B17: ["const a = 1\nconst b = 2\n  return a.b.c", { error: "ExecutionFailure" }],
    B18: ["\n\n  foo()", { error: "ExecutionFailure", at: { line: 3, column: 3 } }],
    B20: ["return typeof process + typeof fetch", { value: "undefinedundefined" }],
    "B20 fetch": ["fetch('x')", { error: "ExecutionFailure" }],
    "B20 eval": ["eval('1')", { error: "ExecutionFailure" }],
    B21: ["try { JSON.parse('{bad') } catch (e) { return e.name }", { value: "SyntaxError" }],
  },
  "calling tools": {
    C1: ["return await tools.kit.sum({ a: 1, b: 2 })", { value: 3, calls: ["kit.sum"] }],
    C2: ["return await tools.kit.sum({ a: 1 })", { error: "InvalidToolInput", message: /^Invalid input for tool 'kit.sum': /, calls: [], suggestions: 1 }],
    C3: ["return await tools.kit.sum({ a: 1, b: '2' })", { error: "InvalidToolInput", calls: [] }],
    C4: ["await tools.kit.echo({ v: 1, extra: 2 }); return 1", { value: 1, seen: [{ v: 1 }] }],
    C5: ["return await tools.kit.sum(1, 2)", { error: "InvalidToolInput", calls: [], suggestions: 0 }],
    C6: ["return await tools.kit.sum()", { error: "InvalidToolInput", message: /expects exactly one input object/, calls: [], suggestions: 0 }],
    C7: ["return await tools.kit.nosuch({})", { error: "UnknownTool", message: /^Unknown tool 'kit.nosuch'\./, calls: [] }],
    C8: ["return await tools.ghost.x({})", { error: "UnknownTool", message: /^Unknown tool 'ghost.x'\./ }],
    C9: ["return await tools.kit({})", { error: "UnknownTool", message: /^Tool 'kit' is not callable\./, suggestions: 0 }],
    C10: ["return await tools({})", { error: "UnknownTool" }],
    C11: ["return await tools['kit']['odd-name']({})", { value: "odd ok", calls: ["kit.odd-name"] }],
    C12: ["const f = tools.kit.sum; return await f({ a: 1, b: 2 })", { value: 3 }],
    C13: ["return [typeof tools, typeof tools.kit, typeof tools.kit.sum, typeof tools.ghost.deep]", { value: ["object", "function", "function", "function"] }],
    C14: ["return Object.keys(tools.kit.sum)", { value: [] }],
    C15: ["return Object.keys(tools.ghost)", { error: "UnknownTool", message: /^Unknown tool namespace 'ghost'\./ }],
    C16: ["let n = 0; for (const k in tools.kit) n++; return n", { value: 12 }],
    C17: ["return Object.entries(tools.kit)", { error: "InvalidDataValue" }],
    C18: ["return [1, 2].map(tools.kit.sum)", { error: "InvalidDataValue", message: /un-awaited Promise/ }],
    C19: ["return await tools?.nothing?.here?.({})", { error: "UnknownTool" }],
    C20: [
      "return await tools.kit.rich({})",
      { value: { when: "1970-01-01T00:00:00.000Z", map: {}, set: {}, url: "https://h.test/p", re: {}, nan: null } },
    ],
    C21: ["const r = await tools.kit.rich({}); return [typeof r.when, Number.isNaN(r.nan), 'gone' in r]", { value: ["string", true, true] }],
    C22: ["return await tools.kit.inst({})", { error: "InvalidToolOutput", message: /^Invalid output from tool 'kit.inst'/, calls: ["kit.inst"] }],
    C23: ["return await tools.kit.big({})", { error: "InvalidToolOutput" }],
    C24: ["return await tools.kit.wrong({})", { error: "InvalidToolOutput", message: /^Invalid output from tool 'kit.wrong': n: / }],
    C25: ["const src = { y: 1 }; const p = tools.kit.echo({ v: src }); src.y = 2; return await p", { value: { y: 1 } }],
    C26: ["const o = await tools.kit.echo({ v: { x: 1 } }); o.x = 2; return o", { value: { x: 2 } }],
    C27: [
      "await tools.kit.raw({ u: undefined, n: NaN, d: new Date(0), h: [1, , 2], s: new Set([1]), e: new TypeError('t') }); return 'sent'",
      { value: "sent", seen: [{ n: null, d: "1970-01-01T00:00:00.000Z", h: [1, null, 2], s: {}, e: { name: "TypeError", message: "t" } }] },
    ],
    C28: ["await tools.kit.raw({ f: () => 1 })", { error: "InvalidDataValue", message: /^Arguments for tool 'kit.raw'/, calls: [] }],
    C29: ["await tools.kit.raw({ inner: { p: tools.kit.nap({ ms: 1 }) } })", { error: "InvalidDataValue", calls: ["kit.nap"] }],
    C30: ["return await tools.kit.raw({ id: 42 })", { value: null }],
    C31: ["await tools.nosuch.at.all({ f: () => 1 })", { error: "InvalidDataValue", message: /^Arguments for tool 'nosuch.at.all'/ }],
    C32: ["return await tools.kit.refuse({})", { error: "ToolFailure", message: /^not today/, calls: ["kit.refuse"] }],
    C33: [
      "try { await tools.kit.refuse({}) } catch (e) { return [e.message, e instanceof Error, e instanceof TypeError] }",
      { value: ["not today", true, false] },
    ],
    C34: ["return await tools.kit.crash({})", { error: "ToolFailure", message: /^wires crossed/ }],
    C35: ["try { await tools.kit.nosuch({}) } catch (e) { return e.message }", { value: /^Unknown tool 'kit.nosuch'\./ }],
    C37: ["try { await tools.kit.wrong({}) } catch (e) { return e instanceof Error }", { value: true }],
  },
  "promises and program end": {
    D1: [
      "tools.kit.refuse({}); await tools.kit.nap({ ms: 1 }); return 'done'",
      { value: "done", warnings: [{ kind: "ToolFailure", message: "Unhandled rejection from an un-awaited promise: not today" }] },
    ],
    D2: [
      "Promise.reject(new Error('lost')); return 'done'",
      { value: "done", warnings: [{ kind: "ExecutionFailure", message: "Unhandled rejection from an un-awaited promise: Uncaught: lost" }] },
    ],
    D3: ["tools.kit.hang({}); return 'done'", { value: "done", calls: ["kit.hang"] }],
    D4: ["tools.kit.hang({}); throw new Error('stop')", { error: "ExecutionFailure", message: /^Uncaught: stop/, calls: ["kit.hang"] }],
    D7: ["Promise.reject('x').catch(() => 1); await null; return 0", { value: 0 }],
    D9: ["const p = tools.kit.sum({ a: 2, b: 3 }); return [await p, await p]", { value: [5, 5], calls: ["kit.sum"] }],
    D10: ["return await Promise.all([tools.kit.nap({ ms: 9 }), 'mid', tools.kit.nap({ ms: 1 })])", { value: [9, "mid", 1] }],
    D12: ["return await Promise.race([tools.kit.nap({ ms: 80 }), tools.kit.nap({ ms: 5 })])", { value: 5, calls: ["kit.nap", "kit.nap"] }],
    D13: ["return await Promise.race(['w', tools.kit.refuse({})])", { value: "w" }],
    D16: [
      "try { await Promise.any([tools.kit.refuse({}), Promise.reject('p')]) } catch (e) { return [e.name, e.errors.length, e.errors[1]] }",
      { value: ["AggregateError", 2, "p"] },
    ],
    D17: ["return tools.kit.sum({ a: 1, b: 1 }).then((x) => x + 1)", { value: 3 }],
    D20: ["if (tools.kit.sum({ a: 1, b: 1 })) return 'truthy'", { value: "truthy" }],
    D21: ["return await Promise.race([Promise.all(['slow']), Promise.resolve('fast')])", { value: "fast" }],
    D23: ["let n = 0; await Promise.all([1, 2, 3].map(async (i) => { n += await tools.kit.sum({ a: i, b: 0 }) })); return n", { value: 3 }],
  },
  "limits and truncation": {
    E1: ["return await tools.kit.hang({})", { limits: { timeoutMs: 40 }, error: "TimeoutExceeded", message: /^Execution timed out after 40ms\./, calls: ["kit.hang"] }],
    E2: ["console.log('before'); for (;;) {}", { limits: { timeoutMs: 40 }, error: "TimeoutExceeded", logs: ["before"] }],
    E5: [
      "await tools.kit.sum({ a: 1, b: 1 }); await tools.kit.sum({ a: 1, b: 1 })",
      { limits: { maxToolCalls: 1 }, error: "ToolCallLimitExceeded", message: /^Execution exceeded its tool-call limit of 1\./, calls: ["kit.sum"] },
    ],
    E7: ["return await tools.kit.sum({ a: 1 })", { limits: { maxToolCalls: 0 }, error: "InvalidToolInput" }],
    "E9 fits": ["return 'abcdefghij'", { limits: { maxOutputBytes: 12 }, value: "abcdefghij" }],
    E9: [
      "return 'abcdefghij'",
      { limits: { maxOutputBytes: 11 }, value: '"abcdefghij [result truncated: 12 bytes exceeds the 11-byte output limit; return a smaller value]', truncated: true },
    ],
    E10: [
      "return 'ééé'",
      { limits: { maxOutputBytes: 4 }, value: '"é [result truncated: 8 bytes exceeds the 4-byte output limit; return a smaller value]', truncated: true },
    ],
    E12: [
      "console.log('1234'); console.log('56'); console.log('7'); return 0",
      { limits: { maxOutputBytes: 8 }, value: 0, logs: ["1234", "[logs truncated: showing 1 of 3 lines]"], truncated: true },
    ],
    E14: [
      "console.log('long line'); throw new Error('a much longer message than the limit')",
      {
        limits: { maxOutputBytes: 4 },
        error: "ExecutionFailure",
        message: /^Uncaught: a much longer message than the limit/,
        logs: ["[logs truncated: showing 0 of 1 lines]"],
        truncated: true,
      },
    ],
  },
  console: {
    F1: ["console.log('n', 1, null, undefined, NaN)", { value: null, logs: ["n 1 null undefined NaN"] }],
    F2: ["console.log({ u: undefined, s: 'q', d: new Date(0), n: [NaN] })", { value: null, logs: ['{"u":null,"s":"q","d":1970-01-01T00:00:00.000Z,"n":[NaN]}'] }],
    F3: ["console.warn('w'); console.error('e'); console.debug('d'); console.info('i')", { value: null, logs: ["w", "e", "d", "i"] }],
    F5: ["console.log(new Map([['k', new Set([1])]]))", { value: null, logs: ['Map(1) [["k",Set(1) [1]]]'] }],
    F6: ["console.log('%s!', 'x')", { value: null, logs: ["%s! x"] }],
    F7: ["console.log((x) => x, tools.kit)", { value: null, logs: ["[opaque reference] [opaque reference]"] }],
    F8: ["console.log(Promise.resolve(1))", { value: null, logs: ["[Promise (await it to get its value)]"] }],
    F9: ["const a = new Map(); a.set('a', a); console.log(a)", { value: null, logs: ['Map(1) [["a",[Circular]]]'] }],
    F11: [
      "console.table([{ id: 1, ok: true }, { id: 2, note: 'n' }])",
      { value: null, logs: ["(index)\tid\tok\tnote\n0\t1\ttrue\t\n1\t2\t\tn"] },
    ],
    F13: ["console.dir('text'); console.dir()", { value: null, logs: ["text", "undefined"] }],
    F15: ["return console.log('v')", { value: null, logs: ["v"] }],
    F16: ["console.log('/Users/x/a.txt')", { value: null, logs: ["/Users/x/a.txt"] }],
  },
}

function matches(actual: unknown, expected: unknown): void {
  if (expected instanceof RegExp) expect(actual).toMatch(expected)
  else expect(actual).toEqual(expected)
}

for (const [area, group] of Object.entries(cases))
  describe(area, () => {
    for (const [name, [program, expected]] of Object.entries(group))
      test(`${name}: ${JSON.stringify(program).slice(0, 80)}`, async () => {
        const { result, seen } = await runKit(program, expected.limits)
        expect(JSON.parse(JSON.stringify(result))).toEqual(result)
        if (expected.error === undefined) {
          if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`)
          matches(result.value, expected.value)
          expect(result.warnings?.map(({ kind, message }) => ({ kind, message }))).toEqual(expected.warnings)
        } else {
          if (result.ok) throw new Error(`expected ${expected.error}, got the value ${JSON.stringify(result.value)}`)
          expect(result.error.kind).toBe(expected.error)
          if (expected.message !== undefined) matches(result.error.message, expected.message)
          if (expected.at !== undefined) expect(result.error.location).toEqual(expected.at)
          if (expected.suggestions !== undefined) expect(result.error.suggestions?.length ?? 0).toBe(expected.suggestions)
        }
        expect(result.logs).toEqual(expected.logs)
        expect(result.truncated).toBe(expected.truncated)
        if (expected.calls !== undefined) expect(result.toolCalls.map((call) => call.name)).toEqual(expected.calls)
        if (expected.seen !== undefined) expect(seen).toEqual(expected.seen)
      })
  })
