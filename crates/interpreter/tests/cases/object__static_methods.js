// keys, values, entries, assign, freeze, define and friends.
const o = { b: 1, a: { n: 2 }, 1: "one" };
equal([Object.keys(o), Object.values(o), Object.entries(o), Object.fromEntries([["x", 1], ["y", 2]]), Object.keys("ab"), Object.values("ab"), Object.entries([7]), Object.keys(5)],
  [["1", "b", "a"], ["one", 1, { n: 2 }], [["1", "one"], ["b", 1], ["a", { n: 2 }]], { x: 1, y: 2 }, ["0", "1"], ["a", "b"], [["0", 7]], []]);
throws("TypeError", () => Object.keys(null), "Cannot convert undefined or null to object");
const target = { a: 1 };
same(Object.assign(target, null, { b: 2 }, undefined, { a: 3, c: 4 }, "x"), target);
equal(target, { 0: "x", a: 3, b: 2, c: 4 });
equal([Object.is(NaN, NaN), Object.is(0, -0), Object.hasOwn({ k: 1 }, "k"), Object.hasOwn({}, "toString")], [true, false, true, false]);
const frozen = Object.freeze({ n: { m: 1 } });
frozen.n.m = 2;
equal([Object.isFrozen(frozen), Object.isSealed(frozen), Object.isExtensible(frozen), frozen.n.m, Object.isFrozen(1)], [true, true, false, 2, true]);
const sealed = Object.seal({ k: 1 });
sealed.k = 2;
throws("TypeError", () => { delete sealed.k; });
same(sealed.k, 2);
const defined = Object.defineProperty({}, "hidden", { value: 1 });
equal([Object.keys(defined), defined.hidden, Object.getOwnPropertyDescriptor(defined, "hidden"), Object.getOwnPropertyNames(defined)], [[], 1, { value: 1, writable: false, enumerable: false, configurable: false }, ["hidden"]]);
throws("TypeError", () => { defined.hidden = 2; });
throws("TypeError", () => Object.defineProperty(defined, "hidden", { value: 2 }), "Cannot redefine property: hidden");
let stored = 0;
const accessor = Object.defineProperties({}, { value: { get: () => stored, set: (v) => { stored = v * 2; }, enumerable: true, configurable: true }, plain: { value: 1, writable: true } });
accessor.value = 5;
accessor.plain = 2;
equal([accessor.value, accessor.plain, JSON.stringify(accessor)], [10, 2, '{"value":10}']);
throws("TypeError", () => Object.defineProperty({}, "x", { get() {}, value: 1 }));
const proto = { hello() { return "hi " + this.n; } };
const child = Object.create(proto, { n: { value: "x", enumerable: true } });
equal([child.hello(), Object.getPrototypeOf(child) === proto, proto.isPrototypeOf(child), Object.keys(child), child.propertyIsEnumerable("n")], ["hi x", true, true, ["n"], true]);
Object.setPrototypeOf(child, null);
same(child.hello, undefined);
equal([Object.getOwnPropertySymbols({ [Symbol.iterator]: 1, a: 1 }).length, Object.entries(Object.getOwnPropertyDescriptors({ a: 1 }))], [1, [["a", { value: 1, writable: true, enumerable: true, configurable: true }]]]);
equal([String({}), `${{ toString() { return "own"; } }}`, {}.toString.call([]), {}.toString.call(null), {}.toString.call(new Date(0)), {}.toString.call({ [Symbol.toStringTag]: "Tag" }), {}.toString.call(() => {})],
  ["[object Object]", "own", "[object Array]", "[object Null]", "[object Date]", "[object Tag]", "[object Function]"]);
equal([Object(1) instanceof Number, Object("s").length, Object(null), new Object({ same: 1 }).same], [true, 1, {}, 1]);
const sorted = Object.fromEntries(Object.entries({ z: 1, y: 2, x: 3 }).sort(([a], [b]) => (a < b ? -1 : 1)));
equal(Object.keys(sorted), ["x", "y", "z"]);
