// async functions and await; the order of turns.
const log = [];
const later = async (name, fail) => { log.push("start " + name); await null; log.push("end " + name); if (fail) throw new Error(name); return name; };
const pending = later("a");
log.push("sync");
same(await pending, "a");
equal(log.splice(0), ["start a", "sync", "end a"]);

same(await 5, 5);
same(await Promise.resolve("p"), "p");
same(await { then: (resolve) => resolve("thenable") }, "thenable");
equal([await later("x"), await later("y")], ["x", "y"]);
equal(log.splice(0), ["start x", "end x", "start y", "end y"]);
equal(await Promise.all([later("p"), later("q")]), ["p", "q"]);
equal(log.splice(0), ["start p", "start q", "end p", "end q"]);

await rejects("Error", later("bad", true), "bad");
try { await later("caught", true); same(1, 2); } catch (error) { same(error.message, "caught"); } finally { log.length = 0; }
const inFinally = async () => { try { return await later("f"); } finally { await null; log.push("cleanup"); } };
same(await inFinally(), "f");
same(log.pop(), "cleanup");
same(await (async () => { try { await Promise.reject(1); } catch (reason) { return "got " + reason; } })(), "got 1");
await rejects("TypeError", (async () => { null.x; })());
await rejects("TypeError", (async ({ a }) => a)());
same((await (async () => {})()), undefined);
same((async () => {})() instanceof Promise, true);

const order = [];
const turn = (name) => Promise.resolve().then(() => order.push(name));
(async () => { order.push("s1"); await null; order.push("a1"); await null; order.push("a2"); })();
turn("t1").then(() => order.push("t2"));
order.push("s2");
await new Promise((resolve) => setTimeout(resolve, 1));
equal(order, ["s1", "s2", "a1", "t1", "a2", "t2"]);

const nestedReturn = async () => Promise.resolve("inner promise");
same(await nestedReturn(), "inner promise");
let total = 0;
for (const n of [1, 2, 3]) total += await Promise.resolve(n);
same(total, 6);
same((await Promise.resolve({ deep: [1] })).deep[0], 1);
const object = { async method() { return this.v; }, v: 3, arrow: async (x) => x * 2 };
equal([await object.method(), await object.arrow(4)], [3, 8]);
equal(await Promise.all([1, 2, 3].map(async (n) => { await null; return n * n; })), [1, 4, 9]);
class Service { static async create() { return new Service(await Promise.resolve(7)); } constructor(n) { this.n = n; } async *items() { yield this.n; } }
same((await Service.create()).n, 7);
let n = 0;
await Promise.all([1, 2, 3].map(async (i) => { n += await Promise.resolve(i); }));
same(n, 3);
if (await Promise.resolve(true)) n = "if"; else n = "else";
same(n, "if");
const cond = (await 1) + (await 2) * (await 3);
same(cond, 7);
same(await (await (async () => async () => "double")())(), "double");
