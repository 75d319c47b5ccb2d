// The locale methods outside Intl.
equal([(1234567.891).toLocaleString(), (1234567.891).toLocaleString("de-DE"), 12345n.toLocaleString("en-US"), NaN.toLocaleString(), (0.256).toLocaleString("en-US", { style: "percent" })], ["1,234,567.891", "1.234.567,891", "12,345", "NaN", "26%"]);
equal([[1234.5, null, new Date(0)].toLocaleString("de-DE", { timeZone: "UTC" }), [1.5, 2].toLocaleString("de")], ["1.234,5,,1.1.1970, 00:00:00", "1,5,2"]);
const date = new Date(Date.UTC(2026, 2, 31, 22, 15, 9));
const utc = { timeZone: "UTC" };
const plain = (text) => text.replaceAll("\u202f", " ");
equal([plain(date.toLocaleString("en-US", utc)), date.toLocaleDateString("en-US", utc), plain(date.toLocaleTimeString("en-US", utc)), date.toLocaleDateString("de-DE", { ...utc, dateStyle: "long" }), date.toLocaleString("en-GB", { ...utc, timeZone: "Asia/Tokyo" })],
  ["3/31/2026, 10:15:09 PM", "3/31/2026", "10:15:09 PM", "31. März 2026", "01/04/2026, 07:15:09"]);
same(new Date(NaN).toLocaleString(), "Invalid Date");
throws("TypeError", () => date.toLocaleDateString("en", { timeStyle: "short" }), "Invalid option : timeStyle");
equal(["b", "a", "B", "A", "ä", "_", "1"].sort((x, y) => x.localeCompare(y)), ["_", "1", "a", "A", "ä", "b", "B"]);
equal(["a".localeCompare("á", "en", { sensitivity: "base" }), "10".localeCompare("9", undefined, { numeric: true }), "a".localeCompare("a"), "z".localeCompare("ä", "sv")], [0, 1, 0, -1]);
equal(["i".toLocaleUpperCase("tr"), "I".toLocaleLowerCase(["tr"]), "ß".toLocaleUpperCase(), "I".toLocaleLowerCase("en")], ["İ", "ı", "SS", "i"]);
throws("RangeError", () => "a".toLocaleUpperCase("x_y"), "Incorrect locale information provided");
