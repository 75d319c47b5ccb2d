// Search, cut, pad, case, split, replace.
const s = "Hello, World";
equal([s.length, s[0], s.at(-1), s.charAt(4), s.charAt(99), s.charCodeAt(0), s.codePointAt(0), s[99]], [12, "H", "d", "o", "", 72, 72, undefined]);
equal([s.includes("World"), s.startsWith("Hell"), s.startsWith("World", 7), s.endsWith("ld"), s.endsWith("Hello", 5), s.indexOf("o"), s.indexOf("o", 5), s.lastIndexOf("o"), s.indexOf("zz"), s.indexOf("")],
  [true, true, true, true, true, 4, 8, 8, -1, 0]);
equal([s.slice(0, 5), s.slice(-5), s.slice(7), s.substring(5, 0), s.substring(-1, 2), s.substr(-5, 3), s.slice(3, 1)], ["Hello", "World", "World", "Hello", "He", "Wor", ""]);
equal([s.toUpperCase(), s.toLowerCase(), "ß".toUpperCase(), "İ".toLowerCase().length, "ΑΣ".toLowerCase()], ["HELLO, WORLD", "hello, world", "SS", 2, "ας"]);
equal(["  x\t\n ".trim(), " x ".trimStart(), " x ".trimEnd(), "\ufeff\u00a0x".trim()], ["x", "x ", " x", "x"]);
equal(["5".padStart(3, "0"), "5".padEnd(3), "abc".padStart(2), "x".padStart(6, "ab"), "x".padEnd(3, "")], ["005", "5  ", "abc", "ababax", "x"]);
equal(["ab".repeat(3), "x".repeat(0), "".repeat(1000)], ["ababab", "", ""]);
throws("RangeError", () => "x".repeat(-1), "Invalid count value: -1");
throws("RangeError", () => "x".repeat(Infinity));
equal(["a,b,,c".split(","), "abc".split(""), "a,b,c".split(",", 2), "abc".split(), "".split(","), "".split(""), "a1b22c".split(/\d+/), "a1b2".split(/(\d)/)],
  [["a", "b", "", "c"], ["a", "b", "c"], ["a", "b"], ["abc"], [""], [], ["a", "b", "c"], ["a", "1", "b", "2", ""]]);
equal(["a-b-c".replace("-", "+"), "a-b-c".replaceAll("-", "+"), "abc".replace("b", "[$&$`$'$$]"), "abc".replace("b", (m, at, all) => `${m}${at}${all}`), "aaa".replaceAll("a", (m, at) => at), "x".replaceAll("", "-")],
  ["a+b-c", "a+b+c", "a[bac$]c", "ab1abcc", "012", "-x-"]);
equal(["a".concat("b", 1, null), "abc".at(), "😀é".length, [..."😀é"].length, "😀".codePointAt(0), String.fromCodePoint(128512), String.fromCharCode(72, 105)], ["ab1null", "a", 3, 2, 128512, "😀", "Hi"]);
equal(["a" < "B", "a".localeCompare("b"), "a".localeCompare("a"), "10".localeCompare("9", undefined, { numeric: true })], [false, -1, 0, 1]);
equal(["\u0041\u030a".normalize() === "Å", "é".normalize("NFD").length], [true, 2]);
throws("RangeError", () => "x".normalize("nope"));
equal([String(null), String(undefined), String(1.0), String([1]), String({}), String(Symbol("d")), String(-0), String(10n)], ["null", "undefined", "1", "1", "[object Object]", "Symbol(d)", "0", "10"]);
equal(["ab".isWellFormed(), "\ud800".isWellFormed(), "\ud800x".toWellFormed()], [true, false, "\ufffdx"]);
throws("TypeError", () => "abc".startsWith(/a/));
throws("TypeError", () => "a".replaceAll(/a/, "b"));
throws("TypeError", () => String.prototype.trim.call(null));
let built = "";
for (let i = 0; i < 1000; i++) built += i;
equal([built.length, built.slice(0, 12), built.indexOf("500")], [2890, "012345678910", 1390]);
equal(["title case words".split(" ").map((w) => w[0].toUpperCase() + w.slice(1)).join(" "), "camelCaseName".replace(/[A-Z]/g, (c) => "_" + c.toLowerCase())], ["Title Case Words", "camel_case_name"]);
