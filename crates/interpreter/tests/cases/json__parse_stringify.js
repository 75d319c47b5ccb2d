// Both directions, with indent, replacer, reviver, toJSON and errors.
equal([JSON.stringify({ a: [1, "x", null, true], b: { c: undefined, d: () => 1, e: NaN, f: -0 } }), JSON.stringify([undefined, () => 1, Symbol()]), JSON.stringify(undefined), JSON.stringify("q\"\n\u2028\ud800")],
  ['{"a":[1,"x",null,true],"b":{"e":null,"f":0}}', "[null,null,null]", undefined, '"q\\"\\n\u2028\\ud800"']);
same(JSON.stringify({ a: 1, b: [1, { c: 2 }], e: [], o: {} }, null, 2), '{\n  "a": 1,\n  "b": [\n    1,\n    {\n      "c": 2\n    }\n  ],\n  "e": [],\n  "o": {}\n}');
same(JSON.stringify([1, 2], null, "--"), "[\n--1,\n--2\n]");
equal([JSON.stringify({ a: 1, b: 2, c: 3 }, ["c", "a"]), JSON.stringify({ a: 1, b: "s" }, (k, v) => (typeof v === "number" ? v * 2 : v)), JSON.stringify({ a: 1, b: 2 }, (k, v) => (k === "a" ? undefined : v))], ['{"c":3,"a":1}', '{"a":2,"b":"s"}', '{"b":2}']);
equal([JSON.stringify(new Date(0)), JSON.stringify({ toJSON(key) { return "key:" + key; } }), JSON.stringify({ k: { toJSON: (key) => key } }), JSON.stringify(new Map([[1, 2]])), JSON.stringify(Object(1)), JSON.stringify([new Number(2), new String("s"), new Boolean(false)])],
  ['"1970-01-01T00:00:00.000Z"', '"key:"', '{"k":"k"}', "{}", "1", '[2,"s",false]']);
const cyclic = {};
cyclic.self = cyclic;
throws("TypeError", () => JSON.stringify(cyclic));
throws("TypeError", () => JSON.stringify(10n), "Do not know how to serialize a BigInt");
equal([JSON.stringify(Object.create({ inherited: 1 })), JSON.stringify({ 2: "b", 1: "a", z: 1 })], ["{}", '{"1":"a","2":"b","z":1}']);

equal(JSON.parse(' {"a": [1, -2.5e3, "\\u0041\\n", true, null], "b": {}} '), { a: [1, -2500, "A\n", true, null], b: {} });
equal([JSON.parse("5"), JSON.parse('"s"'), JSON.parse("null"), JSON.parse("[]"), JSON.parse('{"a":1,"a":2}'), JSON.parse('{"__proto__":1}').__proto__, JSON.parse("-0")], [5, "s", null, [], { a: 2 }, 1, -0]);
equal(JSON.parse('{"a":[1,2],"d":"x"}', (key, value) => (typeof value === "number" ? value + 1 : value)), { a: [2, 3], d: "x" });
const visited = [];
JSON.parse('{"a":{"b":1},"c":[2]}', (key, value) => { visited.push(key); return value; });
equal(visited, ["b", "a", "0", "c", ""]);
equal(JSON.parse('{"keep":1,"drop":2}', (key, value) => (key === "drop" ? undefined : value)), { keep: 1 });
for (const bad of ["", "{", "{bad", "[1,]", "{'a':1}", "undefined", "01", "1.", "nul", '"\n"', '{"a":1}x', "NaN", "\\"]) throws("SyntaxError", () => JSON.parse(bad));
throws("SyntaxError", () => JSON.parse(undefined));
const data = { list: Array.from({ length: 50 }, (_, i) => ({ id: i, tags: ["a", String(i)], nested: { deep: { n: i / 3 } } })) };
equal(JSON.parse(JSON.stringify(data)), data);
same(JSON.stringify(JSON.parse(JSON.stringify(data))), JSON.stringify(data));
same(JSON.stringify({ date: new Date(NaN) }), '{"date":null}');
equal([JSON.stringify(null), JSON.stringify(1e21), JSON.stringify(Infinity), JSON.stringify("é😀")], ["null", "1e+21", "null", '"é😀"']);
