// slice, concat, join, indexOf, includes, at, toSorted and the other copying methods.
const list = [1, 2, 3, 4];
equal([list.slice(1, 3), list.slice(-2), list.slice(2), list.slice(), list.slice(5), list.slice(2, 1)], [[2, 3], [3, 4], [3, 4], [1, 2, 3, 4], [], []]);
equal([[1].concat(2, [3, [4]]), [].concat([], "x")], [[1, 2, 3, [4]], ["x"]]);
equal([[1, null, undefined, "a", [2, 3]].join("-"), [1, 2].join(), [].join(), [1, 2].join("")], ["1---a-2,3", "1,2", "", "12"]);
equal([list.indexOf(3), list.indexOf(9), list.lastIndexOf(4), [1, 1].indexOf(1, 1), [NaN].indexOf(NaN)], [2, -1, 3, 1, -1]);
equal([list.includes(2), [NaN].includes(NaN), [, 1].includes(undefined), ["1"].includes(1), list.includes(1, 1)], [true, true, true, false, false]);
equal([list.at(0), list.at(-1), list.at(9), list.at()], [1, 4, undefined, 1]);
const source = [3, 1, 2];
equal([source.toSorted(), source.toReversed(), source.toSpliced(1, 1, "x", "y"), source.with(0, 9), source], [[1, 2, 3], [2, 1, 3], [3, "x", "y", 2], [9, 1, 2], [3, 1, 2]]);
throws("RangeError", () => source.with(5, 1));
equal([[...list.keys()], [...list.values()], [...["a"].entries()]], [[0, 1, 2, 3], [1, 2, 3, 4], [[0, "a"]]]);
equal([Array.isArray([]), Array.isArray({ length: 0 }), Array.isArray("a"), Array.of(7), Array.of(1, 2), Array(3).length, Array(1, 2)], [true, false, false, [7], [1, 2], 3, [1, 2]]);
equal([Array.from("abc"), Array.from({ length: 3 }, (_, i) => i * i), Array.from(new Set([1, 1])), Array.from(new Map([["k", 1]])), Array.from({ length: 2, 0: "a" }), Array.from([1, 2], function (n) { return n + this.add; }, { add: 10 })],
  [["a", "b", "c"], [0, 1, 4], [1], [["k", 1]], ["a", undefined], [11, 12]]);
equal([String([1, [2, 3]]), [1, 2] + "", [null] + "", [undefined] + "", String([])], ["1,2,3", "1,2", "", "", ""]);
const cyclic = [1];
cyclic.push(cyclic);
same(cyclic.join(), "1,");
equal([...Array(3).keys()], [0, 1, 2]);
equal([[1, 2, 3].toString(), [1.5, 1234.5].toLocaleString("en-US")], ["1,2,3", "1.5,1,234.5"]);
equal(Object.entries(["x", "y"]), [["0", "x"], ["1", "y"]]);
