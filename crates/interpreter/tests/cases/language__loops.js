// for, while, do, for-in, break and continue.
let sum = 0;
for (let i = 0, n = 5; i < n; i++) { if (i === 1) continue; if (i === 4) break; sum += i; }
same(sum, 5);
let count = 0;
while (true) { if (++count > 9) break; }
same(count, 10);
do { count--; } while (count > 3);
same(count, 3);
do count = 100; while (false);
same(count, 100);
for (;;) { break; }
let k = 0;
for (; k < 3;) k++;
same(k, 3);
for (let i = 3; i--;) sum += i;
same(sum, 8);

const keys = [];
for (const key in { b: 1, a: 2, 1: 3, 0: 4 }) keys.push(key);
equal(keys, ["0", "1", "b", "a"]);
const inherited = [];
const child = Object.create({ parent: 1, shadowed: 1 });
child.own = 1;
child.shadowed = 2;
for (const key in child) inherited.push(key);
equal(inherited, ["own", "shadowed", "parent"]);
const indices = [];
for (const index in ["x", , "z"]) indices.push(index);
equal(indices, ["0", "2"]);
for (const key in null) same(key, "never");
for (const key in undefined) same(key, "never");
const characters = [];
for (const index in "ab") characters.push(index);
equal(characters, ["0", "1"]);
const shrinking = { a: 1, b: 2, c: 3 };
const visited = [];
for (const key in shrinking) { visited.push(key); delete shrinking.b; }
equal(visited, ["a", "c"]);
const hidden = Object.defineProperty({ shown: 1 }, "hidden", { value: 1, enumerable: false });
for (const key in hidden) same(key, "shown");
const target = {};
for (target.last in { p: 1, q: 2 });
same(target.last, "q");

const nested = [];
for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) break; nested.push([i, j]); } }
equal(nested, [[0, 0], [1, 0], [2, 0]]);
let a = 0;
for (let i = 0, j = 10; i < j; i++, j--) a++;
same(a, 5);
