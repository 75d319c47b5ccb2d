// Deep copies with identity.
const source = { date: new Date(5), map: new Map([["k", new Set([1])]]), re: /x/gi, nested: { list: [1, , 3] }, bytes: new Uint8Array([1, 2]), big: 5n, error: new RangeError("r"), nothing: undefined };
source.self = source;
source.alias = source.nested;
const copy = structuredClone(source);
equal([copy !== source, copy.self === copy, copy.alias === copy.nested, copy.nested === source.nested, copy.date.getTime(), copy.map.get("k").has(1), String(copy.re), copy.nested.list, [...copy.bytes], copy.big, copy.error.name + copy.error.message, "nothing" in copy], [true, true, true, false, 5, true, "/x/gi", [1, , 3], [1, 2], 5n, "RangeErrorr", true]);
for (const bad of [() => 1, Symbol("s"), { f() {} }]) throws("DataCloneError", () => structuredClone(bad));
class Point { constructor() { this.x = 1; } }
equal([structuredClone(new Point()) instanceof Point, structuredClone(new Point()), structuredClone("s"), structuredClone(null)], [false, { x: 1 }, "s", null]);
equal(Object.keys(structuredClone({ get computed() { return 3; }, b: 1 })), ["computed", "b"]);
