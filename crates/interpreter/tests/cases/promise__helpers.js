// node: 24
// withResolvers, try, Array.fromAsync.
const { promise, resolve, reject } = Promise.withResolvers();
resolve(1);
reject(2);
equal([await promise, typeof reject], [1, "function"]);
same(await Promise.try((a, b) => a + b, 1, 2), 3);
await rejects("Error", Promise.try(() => { throw new Error("sync"); }), "sync");
equal(await Array.fromAsync((async function* () { yield 1; yield 2; })(), (n) => n * 2), [2, 4]);
equal(await Array.fromAsync([Promise.resolve(1), 2]), [1, 2]);
