// node: 22
// union, intersection, difference and the tests.
const a = new Set([1, 2, 3]);
const b = new Set([3, 4]);
equal([[...a.union(b)], [...a.intersection(b)], [...a.difference(b)], [...a.symmetricDifference(b)]], [[1, 2, 3, 4], [3], [1, 2], [1, 2, 4]]);
equal([new Set([1]).isSubsetOf(a), a.isSupersetOf(new Set([1])), a.isDisjointFrom(new Set([9])), a.isDisjointFrom(b)], [true, true, true, false]);
equal([...a.intersection(new Map([[2, "x"]]))], [2]);
throws("TypeError", () => a.union([1]));
