// Formatting that reports use.
const number = (options, locale = "en-US") => new Intl.NumberFormat(locale, options);
equal([number({ style: "currency", currency: "USD" }).format(1234.5), number({ style: "currency", currency: "EUR" }, "de-DE").format(1234.5).replace("\u00a0", " "), number({ maximumFractionDigits: 1 }).format(2.345), number({ style: "percent", minimumFractionDigits: 1 }).format(0.1234), number({ notation: "compact" }).format(1234567), number({ minimumIntegerDigits: 2 }).format(5)],
  ["$1,234.50", "1.234,50 €", "2.3", "12.3%", "1.2M", "05"]);
equal([(1e6).toLocaleString("en-US"), (1234.5).toLocaleString("de-DE"), (12).toLocaleString("en-US", { style: "unit", unit: "kilometer" })], ["1,000,000", "1.234,5", "12 km"]);
const date = new Date(Date.UTC(2026, 2, 5, 14, 7));
const format = (options, locale = "en-US") => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(date).replaceAll("\u202f", " ");
equal([format({}), format({ dateStyle: "medium" }), format({ weekday: "long" }), format({ month: "long", day: "numeric", year: "numeric" }), format({ hour: "2-digit", minute: "2-digit", hour12: false }), format({ hour: "numeric", minute: "2-digit" }), format({ dateStyle: "long" }, "en-GB")],
  ["3/5/2026", "Mar 5, 2026", "Thursday", "March 5, 2026", "14:07", "2:07 PM", "5 March 2026"]);
same(new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "numeric", minute: "2-digit", hourCycle: "h23" }).format(date), "09:07");
equal([new Intl.PluralRules("en-US").select(1), new Intl.PluralRules("en-US").select(2), new Intl.PluralRules("en-US", { type: "ordinal" }).select(22)], ["one", "other", "two"]);
equal([new Intl.ListFormat("en", { style: "long", type: "conjunction" }).format(["a", "b", "c"]), new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day"), new Intl.RelativeTimeFormat("en").format(3, "hour")], ["a, b, and c", "yesterday", "in 3 hours"]);
equal([["z", "ä", "a"].sort(new Intl.Collator("de").compare), ["10", "9", "2"].sort(new Intl.Collator(undefined, { numeric: true }).compare), new Intl.Collator("en", { sensitivity: "base" }).compare("a", "Á")], [["a", "ä", "z"], ["2", "9", "10"], 0]);
equal([...new Intl.Segmenter("en", { granularity: "grapheme" }).segment("a👨‍👩‍👧é")].map((part) => part.segment), ["a", "👨‍👩‍👧", "é"]);
