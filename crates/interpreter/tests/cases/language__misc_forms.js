// Comma, void, in, exponent, new.target, getters as values, unusual but legal shapes.
let n = 0;
for (let i = 0, j = 10; i < j; i += 3, j -= 1) n++;
equal([(n, "last"), void n, -(2 ** 2), (-2) ** 2, 2 ** -1, typeof typeof 1, !!function () {}, +!!"x"], ["last", undefined, -4, 4, 0.5, "string", true, 1]);
equal([[1, 2, 3][1], "abc"[1], { a: { b: [5] } }.a.b[0], [[1], [2]][1][0], (() => [7])()[0], new Date(0)["getTime"](), [..."ab"].map((c) => c + c)[1]], [2, "b", 5, 2, 7, 0, "bb"]);
const o = { if: 1, class: 2, "a-b": 3, [`k${1}`]: 4, 0.5: 5, 1e3: 6, async: 7, get: 8, set: 9, static: 10, await: 11 };
equal([o.if, o.class, o["a-b"], o.k1, o[0.5], o[1000], o.async, o.get, o.set, o.static, o.await], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
const iife = (function (a) { return a * 2; })(4) + (() => 1)() + (async () => {})().constructor.name.length;
same(iife, 8 + 1 + 7);
same(new (class { constructor(v) { this.v = v; } })(3).v, 3);
same(new Map().set("a", 1).set("b", 2).get("b"), 2);
if (n) { ; } else { same(1, 2); }
;;;
{ }
const chained = [5, 1, 4].filter((x) => x > 1).map((x) => x * 2).sort((a, b) => a - b).join("|");
same(chained, "8|10");
const deep = { a: [{ b: { c: [1, [2, { d: "deep" }]] } }] };
same(deep.a[0].b.c[1][1].d, "deep");
const { a: [{ b: { c: [, [, { d }]] } }] } = deep;
same(d, "deep");
const pick = (object, ...keys) => Object.fromEntries(keys.filter((k) => k in object).map((k) => [k, object[k]]));
equal(pick({ x: 1, y: 2, z: 3 }, "x", "z", "q"), { x: 1, z: 3 });
const pipeline = [(x) => x + 1, (x) => x * 2].reduce((f, g) => (x) => g(f(x)));
same(pipeline(3), 8);
const conditional = (x) => x < 0 ? "neg" : x === 0 ? "zero" : x > 100 ? "big" : "pos";
equal([-1, 0, 1, 101].map(conditional), ["neg", "zero", "pos", "big"]);
var undef = undefined ?? (null || (0 && 1) || "end");
same(undef, "end");
const text = `${[1, 2].map((x) => `<${x > 1 ? `b${x}` : x}>`).join("")}`;
same(text, "<1><b2>");
let a = 1, b = 2, c = (a++, b += a, a * b);
equal([a, b, c], [2, 4, 8]);
debugger;
same(((x, { y = x, ...z } = {}, ...[w]) => [x, y, z, w])(1, { q: 2 }, 3).length, 4);
