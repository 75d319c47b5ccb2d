// node: 22
// Iterator.prototype methods.
function* naturals() { let n = 1; try { while (true) yield n++; } finally { closed++; } }
let closed = 0;
equal(naturals().filter((n) => n % 2).map((n) => n * n).take(3).toArray(), [1, 9, 25]);
same(closed, 1);
equal([naturals().drop(2).take(2).toArray(), naturals().flatMap((n) => [n, n]).take(3).toArray(), naturals().take(4).reduce((a, b) => a + b), naturals().some((n) => n > 3), naturals().take(3).every((n) => n < 9), naturals().find((n) => n > 5)], [[3, 4], [1, 1, 2], 10, true, true, 6]);
const seen = [];
naturals().take(2).forEach((n, i) => seen.push([n, i]));
equal(seen, [[1, 0], [2, 1]]);
equal([[...Iterator.from({ next: () => ({ done: true }) })], new Map([["a", 1]]).entries().map(([k, v]) => k + v).toArray(), [1, 2].values().map((n) => n + 1).toArray()], [[], ["a1"], [2, 3]]);
throws("RangeError", () => naturals().take(-1));
throws("TypeError", () => naturals().map(1));
