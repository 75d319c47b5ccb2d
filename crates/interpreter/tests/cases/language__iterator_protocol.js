// Objects that plug into iteration.
const range = (from, to) => ({ [Symbol.iterator]: () => { let n = from; return { next: () => (n <= to ? { value: n++, done: false } : { value: undefined, done: true }) }; } });
equal([[...range(1, 3)], Array.from(range(1, 3), (n) => n * 2), new Set(range(1, 2)).size, Math.max(...range(1, 5))], [[1, 2, 3], [2, 4, 6], 2, 5]);
equal(Object.fromEntries(new Map([["a", 1]])), { a: 1 });
equal([...new Map(range(1, 2)[Symbol.iterator] ? [[1, 2]] : [])], [[1, 2]]);
class Chain { constructor(value, next) { this.value = value; this.next = next; } *[Symbol.iterator]() { for (let node = this; node; node = node.next) yield node.value; } }
equal([...new Chain(1, new Chain(2))], [1, 2]);
const iterator = [1, 2, 3][Symbol.iterator]();
equal([iterator.next(), [...iterator], iterator.next()], [{ value: 1, done: false }, [2, 3], { value: undefined, done: true }]);
const shared = [1, 2, 3, 4].entries();
const taken = [];
for (const [i] of shared) { taken.push(i); if (i === 1) break; }
for (const [i] of shared) taken.push(i);
equal(taken, [0, 1, 2, 3]);
const map = new Map([["a", 1], ["b", 2]]);
const mapKeys = map.keys();
mapKeys.next();
map.set("c", 3);
equal([...mapKeys], ["b", "c"]);
const set = new Set([1, 2, 3]);
const visited = [];
for (const n of set) { visited.push(n); set.delete(n); if (n < 3) set.add(n + 10); }
equal(visited, [1, 2, 3, 11, 12]);
throws("TypeError", () => { for (const x of { [Symbol.iterator]: () => ({ next: () => 5 }) }); });
equal([String([][Symbol.iterator]()), String(new Map().entries()), String(""[Symbol.iterator]())], ["[object Array Iterator]", "[object Map Iterator]", "[object String Iterator]"]);
