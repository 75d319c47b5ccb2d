// Object and array patterns in declarations, parameters, assignments and loops.
const { a, b: renamed, c = 3, d: { e, f = "deep" } = { e: 5 }, ...others } = { a: 1, b: 2, x: 10, y: 20 };
equal([a, renamed, c, e, f, others], [1, 2, 3, 5, "deep", { x: 10, y: 20 }]);

const [first, , third = "default", [inner] = [7], ...tail] = [1, 2, undefined, undefined, 5, 6];
equal([first, third, inner, tail], [1, "default", 7, [5, 6]]);
const [missing, alsoMissing = 1] = [];
equal([missing, alsoMissing], [undefined, 1]);
const { n = "kept" } = { n: null };
same(n, null);

const key = "dynamic";
const { [key]: computed, [`${key}2`]: second = 2 } = { dynamic: 1 };
equal([computed, second], [1, 2]);

let x = 1, y = 2;
[x, y] = [y, x];
equal([x, y], [2, 1]);
const target = { list: [] };
[target.first, target["second"], ...target.list] = "abcd";
equal(target, { list: ["c", "d"], first: "a", second: "b" });
({ p: target.p, q: [target.q] = [9] } = { p: 8 });
equal([target.p, target.q], [8, 9]);
const source = { z: 1 };
let z;
same(({ z } = source), source);
same(z, 1);

const describe = ({ name, tags: [main = "none"] = [] }) => `${name}:${main}`;
equal([describe({ name: "a", tags: ["t"] }), describe({ name: "b" })], ["a:t", "b:none"]);
const sums = [];
for (const [k, { v }] of Object.entries({ one: { v: 1 }, two: { v: 2 } })) sums.push(k + v);
equal(sums, ["one1", "two2"]);
for (const { length } of ["abc"]) same(length, 3);

const { length } = "word";
same(length, 4);
const [h, i] = "hi";
equal([h, i], ["h", "i"]);
const [[mapKey, mapValue]] = new Map([["k", "v"]]);
equal([mapKey, mapValue], ["k", "v"]);
const [s1, ...sRest] = new Set([1, 2, 3]);
equal([s1, sRest], [1, [2, 3]]);

throws("TypeError", () => { const { q } = null; });
throws("TypeError", () => { const { q } = undefined; });
throws("TypeError", () => { const [q] = {}; });
throws("TypeError", () => { const [q] = null; });
throws("TypeError", () => { (({ q }) => q)(); });

let evaluated = 0;
const { present = evaluated++ } = { present: 1 };
same(evaluated, 0);
const { fn = () => {} } = {};
same(fn.name, "fn");
const order = [];
const traced = { get one() { order.push("one"); }, get two() { order.push("two"); return 2; } };
const { two, one = order.push("default") } = traced;
equal(order, ["two", "one", "default"]);
const own = Object.create({ inherited: 1 });
own.mine = 2;
const { inherited, ...rest } = own;
equal([inherited, rest], [1, { mine: 2 }]);
