// node: 21
// Object.groupBy and Map.groupBy.
const people = [{ n: "a", t: 1 }, { n: "b", t: 2 }, { n: "c", t: 1 }];
const groups = Object.groupBy(people, (p) => "t" + p.t);
equal([groups, Object.getPrototypeOf(groups)], [{ t1: [people[0], people[2]], t2: [people[1]] }, null]);
equal(Object.groupBy([1, 2, 3], (n, i) => (i % 2 ? "odd" : "even")), { even: [1, 3], odd: [2] });
const key = {};
const map = Map.groupBy([1, 2, 3], (n) => (n > 1 ? key : "small"));
equal([map.get(key), map.get("small"), map.size], [[2, 3], [1], 2]);
equal(Object.groupBy("aab", (c) => c), { a: ["a", "a"], b: ["b"] });
throws("TypeError", () => Object.groupBy(null, () => 1));
