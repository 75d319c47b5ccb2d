// Spread in arrays, calls and objects.
const list = [1, 2];
equal([0, ...list, ...[3], ...""], [0, 1, 2, 3]);
equal([..."añ😀"], ["a", "ñ", "😀"]);
equal([...new Set([1, 1, 2]), ...new Map([["k", 1]])], [1, 2, ["k", 1]]);
equal([...list.entries()], [[0, 1], [1, 2]]);
equal([...[, 1]], [undefined, 1]);
same(Math.max(...list, ...[9, 3]), 9);
const collect = (...all) => all;
equal(collect(0, ...list, 3, ...[]), [0, 1, 2, 3]);
equal(new Array(...[1, 2, 3]), [1, 2, 3]);
equal([].concat(...[[1], [2, [3]]]), [1, 2, [3]]);

equal({ ...{ a: 1, b: 2 }, b: 3, ...{ c: 4 } }, { a: 1, b: 3, c: 4 });
equal({ ...null, ...undefined, ...1, ...true, ..."hi", ...[9] }, { 0: 9, 1: "i" });
const withGetter = { get now() { return "value"; } };
const copied = { ...withGetter };
same(Object.getOwnPropertyDescriptor(copied, "now").value, "value");
const symbol = Symbol("s");
same({ ...{ [symbol]: 1 } }[symbol], 1);
equal({ ...Object.create({ inherited: 1 }) }, {});
const shallow = { nested: { n: 1 } };
const clone = { ...shallow };
clone.nested.n = 2;
same(shallow.nested.n, 2);
equal(Object.keys({ b: 1, ...{ a: 2, 1: 3 } }), ["1", "b", "a"]);

throws("TypeError", () => [...1]);
throws("TypeError", () => [...{}]);
throws("TypeError", () => collect(...undefined));
throws("TypeError", () => [...null]);
