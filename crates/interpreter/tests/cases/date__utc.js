// Construction, parts, arithmetic, text; UTC only, so that every zone agrees.
const d = new Date(Date.UTC(2024, 1, 29, 12, 30, 15, 250));
equal([d.toISOString(), d.getTime(), +d, JSON.stringify({ d }), d.toJSON()], ["2024-02-29T12:30:15.250Z", 1709209815250, 1709209815250, '{"d":"2024-02-29T12:30:15.250Z"}', "2024-02-29T12:30:15.250Z"]);
equal([d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCDay(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds(), d.getUTCMilliseconds()], [2024, 1, 29, 4, 12, 30, 15, 250]);
equal([Date.parse("2024-01-15"), Date.parse("2024-01-15T10:00:00Z"), Date.parse("2024-01-15T10:00:00+02:00"), Date.parse("2024-01-15T10:00:00.123456Z"), Date.parse("nope"), Date.parse("2024-13-01")],
  [1705276800000, 1705312800000, 1705305600000, 1705312800123, NaN, NaN]);
equal([Date.parse("Thu, 01 Jan 1970 00:00:00 GMT"), new Date("2024").toISOString(), new Date("2024-06").toISOString()], [0, "2024-01-01T00:00:00.000Z", "2024-06-01T00:00:00.000Z"]);
const month = new Date(Date.UTC(2024, 0, 31));
month.setUTCMonth(1);
same(month.toISOString(), "2024-03-02T00:00:00.000Z");
month.setUTCDate(0);
same(month.toISOString(), "2024-02-29T00:00:00.000Z");
month.setUTCHours(25, 61);
same(month.toISOString(), "2024-03-01T02:01:00.000Z");
month.setTime(0);
same(month.setUTCFullYear(2000, 5, 15), 961027200000);
equal([new Date(2024, 0, 1) - new Date(2023, 0, 1), new Date(5) < new Date(6), new Date(5) > 4, Math.round((Date.UTC(2024, 11, 25) - Date.UTC(2024, 0, 1)) / 86400000)], [31536000000, true, true, 359]);
const invalid = new Date("invalid");
equal([invalid.getTime(), Number.isNaN(invalid.getUTCDate()), String(invalid), JSON.stringify(invalid), isNaN(invalid)], [NaN, true, "Invalid Date", "null", true]);
throws("RangeError", () => invalid.toISOString(), "Invalid time value");
equal([new Date(8.64e15).toISOString(), new Date(8.64e15 + 1).getTime(), new Date(-1).toISOString(), new Date(-62198755200000).toISOString()], ["+275760-09-13T00:00:00.000Z", NaN, "1969-12-31T23:59:59.999Z", "-000001-01-01T00:00:00.000Z"]);
equal([Date.UTC(99, 0), Date.UTC(2024), new Date(2024, 5).getMonth(), new Date(d).getTime() === d.getTime(), new Date(1.9).getTime(), typeof Date(), typeof Date.now(), new Date(undefined).getTime(), new Date(null).getTime()], [915148800000, 1704067200000, 5, true, 1, "string", "number", NaN, 0]);
same(new Date(0).toUTCString(), "Thu, 01 Jan 1970 00:00:00 GMT");
equal([d.toISOString().slice(0, 10), d.toISOString().split("T")[1]], ["2024-02-29", "12:30:15.250Z"]);
equal([d.toLocaleDateString("en-US", { timeZone: "UTC" }), d.toLocaleDateString("en-US", { timeZone: "UTC", month: "short", day: "numeric", year: "numeric" }), d.toLocaleTimeString("en-US", { timeZone: "UTC" }).replace("\u202f", " ")], ["2/29/2024", "Feb 29, 2024", "12:30:15 PM"]);
const local = new Date(2024, 6, 4, 10, 20, 30, 40);
equal([local.getFullYear(), local.getMonth(), local.getDate(), local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds(), local.getDay()], [2024, 6, 4, 10, 20, 30, 40, 4]);
local.setDate(local.getDate() + 30);
equal([local.getMonth(), local.getDate()], [7, 3]);
