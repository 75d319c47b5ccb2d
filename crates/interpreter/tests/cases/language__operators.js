// Arithmetic, comparison, logic, bits, and the conversions they make.
equal([7 % 3, -7 % 3, 7 % -3, 5.5 % 2], [1, -1, 1, 1.5]);
same(-4 % 2, -0);
equal([2 ** 10, 2 ** -1, (-2) ** 3, 2 ** 3 ** 2], [1024, 0.5, -8, 512]);
equal([1 / 0, -1 / 0, 0 / 0], [Infinity, -Infinity, NaN]);
equal(["3" * "4", "10" / 4, "5" - 2, "5" + 2, 5 + "2", 1 + true, 1 + null, 1 + undefined], [12, 2.5, 3, "52", "52", 2, 1, NaN]);
equal([[] + [], [] + {}, [1] + 1, [1, 2] + ""], ["", "[object Object]", "11", "1,2"]);
equal([+"", +" 12 ", +"1e3", +"0x1f", +"0b101", +"1_000", +[], +[5], +{}, +null], [0, 12, 1000, 31, 5, NaN, 0, 5, NaN, 0]);
equal([0.1 + 0.2, 1e21, 1e-7, 123456789012345680000], [0.30000000000000004, 1e21, 1e-7, 123456789012345680000]);
same(String(1e21) + String(1e-7) + String(-1.5e-9), "1e+211e-7-1.5e-9");

equal([1 == "1", null == undefined, null == 0, "" == 0, "0" == false, [1] == 1, NaN == NaN], [true, true, false, true, true, true, false]);
equal([1 === 1, "a" === "a", NaN === NaN, 0 === -0, null === undefined], [true, true, false, true, false]);
equal(["a" < "b", "10" < "9", "10" < 9, null >= 0, undefined >= 0, NaN < 1, "b" > "a"], [true, true, false, true, false, false, true]);
equal([1 < 2 < 3, 3 > 2 > 1], [true, false]);
equal([{ valueOf: () => 2 } > 1, new Date(5) - new Date(2), [2] > 1], [true, 3, true]);

equal([0 || "x", "" || null, 1 && 2, 0 && 2, null ?? "d", 0 ?? "d", undefined ?? null ?? 3], ["x", null, 2, 0, "d", 0, 3]);
equal([!0, !"", !"0", !!NaN, !![], !null], [true, true, false, false, true, true]);
let calls = 0;
const touch = () => { calls++; return true; };
false && touch();
true || touch();
1 ?? touch();
same(calls, 0);

equal([5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 31, 1 << 32, -1 >>> 0, -1 >> 1, -8 >>> 28], [1, 7, 6, -6, -2147483648, 1, 4294967295, -1, 15]);
equal([2 ** 32 | 0, 2 ** 31 | 0, 1.9 | 0, -1.9 | 0, NaN | 0, 1e20 | 0], [0, -2147483648, 1, -1, 0, 1661992960]);

let n = 5;
equal([n++, n, ++n, n--, --n], [5, 6, 7, 7, 5]);
let text = "7";
text++;
same(text, 8);
n += 2; n -= 1; n *= 3; n /= 2; n %= 5; n **= 2; n <<= 1; n |= 1; n &= 7; n ^= 2; n >>= 1; n >>>= 0;
same(n, ((((((((((((5 + 2) - 1) * 3) / 2) % 5) ** 2) << 1) | 1) & 7) ^ 2) >> 1) >>> 0));

let empty = null, zero = 0, full = "set";
empty ??= "filled"; zero ||= "or"; full &&= "and";
zero ??= touch(); empty ||= touch();
equal([empty, zero, full, calls], ["filled", "or", "and", 0]);
const holder = { count: 1 };
holder.count += 2; holder.list ??= []; holder.list.push(1); holder["key" + 1] ||= 5;
equal(holder, { count: 3, list: [1], key1: 5 });
let lazily; lazily ??= () => {};
same(lazily.name, "lazily");

equal([typeof 1, typeof "", typeof true, typeof undefined, typeof null, typeof {}, typeof [], typeof (() => {}), typeof Symbol(), typeof 1n],
  ["number", "string", "boolean", "undefined", "object", "object", "object", "function", "symbol", "bigint"]);
same(void 0, undefined);
same((1, 2, 3), 3);
same(true ? "yes" : "no", "yes");
same(false ? 1 : null ? 2 : 3, 3);
equal(["a" in { a: 1 }, "toString" in {}, 1 in [0], 0 in [0], "b" in { a: 1 }], [true, true, false, true, false]);
throws("TypeError", () => "a" in "abc");
const removable = { a: 1, b: 2 };
equal([delete removable.a, delete removable.none, Object.keys(removable)], [true, true, ["b"]]);
equal([[] instanceof Array, {} instanceof Object, (() => {}) instanceof Function, 1 instanceof Number], [true, true, true, false]);
throws("TypeError", () => 1 instanceof 1);
