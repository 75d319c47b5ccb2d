// Code units, code points, ropes and slices.
const flag = "👨‍👩‍👧";
equal([flag.length, [...flag].length, flag.charCodeAt(0), flag.codePointAt(0), flag[0].length, flag.at(-1).charCodeAt(0)], [8, 5, 55357, 128104, 1, 56423]);
equal(["é" === "e\u0301", "é" === "e\u0301".normalize(), "ﬁ".normalize("NFKC"), "\ud83d" + "\ude00" === "😀"], [false, true, "fi", true]);
equal(["aé😀".split(""), "aé😀".slice(1, 2), "日本語".indexOf("語"), "日本語".padEnd(5, "*"), "ÀÉ".toLowerCase(), "straße".toUpperCase(), "Ǆ".toLowerCase()], [["a", "é", "\ud83d", "\ude00"], "é", 2, "日本語**", "àé", "STRASSE", "ǆ"]);
let text = "";
for (let i = 0; i < 500; i++) text = (i % 2 ? "x" : "é") + text + i;
equal([text.length, text[0], text.at(-1), text.indexOf("0123"), text.includes("499")], [500 + 10 + 180 + 1200, "x", "9", 500, true]);
const parts = [];
for (let i = 0; i < text.length; i += 100) parts.push(text.slice(i, i + 100));
same(parts.join("") === text, true);
const keys = {};
keys["a" + "b"] = 1;
keys[`${"a"}b`] += 1;
equal(keys, { ab: 2 });
equal(["a\0b".length, "\u2028".length, "\x00" < "\x01", "Z" < "a", "a" < "á", "10" < "2", "" < "a"], [3, 1, true, true, true, true, true]);
equal([JSON.stringify("\u0007\u007f\ud800"), encodeURIComponent("ß"), "İ".length, "x".codePointAt(5), String.fromCharCode(0x1f600).charCodeAt(0), "abc".localeCompare("ABD")], ['"\\u0007\u007f\\ud800"', "%C3%9F", 1, undefined, 0xf600, -1]);
equal(["résumé".normalize("NFD").replace(/[\u0300-\u036f]/g, ""), "ab".split("").map((c) => c.charCodeAt(0)), "tEST".charAt(0).toUpperCase() + "tEST".slice(1).toLowerCase()], ["resume", [97, 98], "Test"]);
throws("RangeError", () => String.fromCodePoint(0x110000), "Invalid code point 1114112");
