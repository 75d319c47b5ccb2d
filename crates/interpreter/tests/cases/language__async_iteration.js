// Async generators and for-await.
async function* pages(n) { try { for (let i = 1; i <= n; i++) { await null; yield i; } return "end"; } finally { log.push("closed"); } }
const log = [];
const got = [];
for await (const page of pages(3)) got.push(page);
equal([got, log.splice(0)], [[1, 2, 3], ["closed"]]);
for await (const page of pages(3)) { if (page === 2) break; }
equal(log.splice(0), ["closed"]);
await rejects("Error", (async () => { for await (const page of pages(2)) throw new Error("body"); })(), "body");
equal(log.splice(0), ["closed"]);

const mixed = [];
for await (const value of [Promise.resolve("p"), "v", Promise.resolve(1)]) mixed.push(value);
equal(mixed, ["p", "v", 1]);
await rejects("RangeError", (async () => { for await (const v of [Promise.reject(new RangeError("r"))]); })(), "r");

const g = pages(2);
equal(await Promise.all([g.next(), g.next(), g.next(), g.next()]), [{ value: 1, done: false }, { value: 2, done: false }, { value: "end", done: true }, { value: undefined, done: true }]);
const r = pages(5);
await r.next();
equal([await r.return("stopped"), await r.next()], [{ value: "stopped", done: true }, { value: undefined, done: true }]);
const t = pages(5);
await t.next();
await rejects("Error", t.throw(new Error("thrown in")), "thrown in");

async function* delegating() { const result = yield* pages(1); yield result; yield* [Promise.resolve("sync inner")]; }
const all = [];
for await (const value of delegating()) all.push(value);
equal(all, [1, "end", "sync inner"]);
const custom = { [Symbol.asyncIterator]() { let n = 0; return { next: async () => ({ value: n, done: n++ >= 2 }) }; } };
const fromCustom = [];
for await (const n of custom) fromCustom.push(n);
equal(fromCustom, [0, 1]);
async function* awaitsYielded() { yield Promise.resolve("unwrapped"); }
equal(await awaitsYielded().next(), { value: "unwrapped", done: false });
const objects = { async *[Symbol.asyncIterator]() { yield* [1, 2]; } };
let sum = 0;
for await (const n of objects) sum += n;
same(sum, 3);
same(g[Symbol.asyncIterator]() === g, true);
await rejects("TypeError", (async () => { for await (const n of 5); })());
outer: for (const x of [1, 2]) { for await (const y of [1, 2]) { if (y === 1) continue outer; same(1, 2); } }
