// Order, stability, comparators, holes and undefined.
equal([10, 9, 1, 100].sort(), [1, 10, 100, 9]);
equal([10, 9, 1, 100].sort((a, b) => a - b), [1, 9, 10, 100]);
equal(["b", undefined, "a", , "c"].sort(), ["a", "b", "c", undefined, ,]);
equal([3, undefined, 1].sort((a, b) => b - a), [3, 1, undefined]);
const rows = [];
for (let i = 0; i < 300; i++) rows.push({ group: i % 7, order: i });
rows.sort((a, b) => a.group - b.group);
let stable = true;
for (let i = 1; i < rows.length; i++) {
  const [a, b] = [rows[i - 1], rows[i]];
  if (a.group > b.group || (a.group === b.group && a.order > b.order)) stable = false;
}
same(stable, true);
equal(["é", "z", "a", "Z"].sort(), ["Z", "a", "z", "é"]);
equal(["é", "z", "a", "Z"].sort((a, b) => a.localeCompare(b)), ["a", "é", "z", "Z"]);
const people = [{ n: "B", a: 2 }, { n: "A", a: 2 }, { n: "C", a: 1 }];
equal(people.sort((x, y) => x.a - y.a || x.n.localeCompare(y.n)).map((p) => p.n), ["C", "A", "B"]);
equal([true, false, "x", 1, null].sort(), [1, false, null, true, "x"]);
equal([2, 1].sort(undefined), [1, 2]);
throws("TypeError", () => [1, 2].sort(null));
throws("TypeError", () => [1, 2].sort("desc"));
throws("Error", () => [1, 2].sort(() => { throw new Error("compare"); }), "compare");
equal([[3, 1, 2].sort(() => 0), [2, 1].sort((a, b) => NaN), [1, 2, 3].sort((a, b) => b > a)], [[3, 1, 2], [2, 1], [1, 2, 3]]);
const same_ = [5, 4];
same(same_.sort(), same_);
let s = 7;
const random = Array.from({ length: 2000 }, () => (s = (s * 16807) % 2147483647));
const sorted = [...random].sort((a, b) => a - b);
let ascending = true;
for (let i = 1; i < sorted.length; i++) if (sorted[i - 1] > sorted[i]) ascending = false;
equal([ascending, sorted.length, sorted.reduce((a, b) => a + b) === random.reduce((a, b) => a + b)], [true, 2000, true]);
