// Writes cases with Node's results: node cases.mjs FOLDER [SIZE]. SIZE "small" makes the golden files of the tests.
import fs from "node:fs"
import path from "node:path"

const folder = process.argv[2]
const small = process.argv[3] !== "large"
fs.mkdirSync(folder, { recursive: true })

// A fixed sequence, so that the files do not change from run to run.
let seed = 12345
const random = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 2 ** 32 }
const pick = (list) => list[Math.floor(random() * list.length)]
const LOCALES = ("en-US en-GB en-AU en-CA en-IN de de-AT de-CH fr fr-CA fr-CH es es-MX es-AR it it-CH pt-BR pt-PT nl nl-BE sv da nb fi pl cs sk hu ro bg hr sl lt lv et el ru uk tr ja zh-CN zh-TW zh-HK ko ar ar-EG ar-SA he fa hi bn ta te ur id ms fil vi th ca eu gl sr sw af").split(" ")
const locale = () => (random() < 0.35 ? "en-US" : pick(LOCALES))

function file(name, cases) {
  const text = cases.map((c) => JSON.stringify(c) + "\n").join("")
  fs.writeFileSync(path.join(folder, name), text)
}
const parts = (list) => list.map((p) => (p.source && p.source !== "shared" ? [p.type, p.value, p.source] : [p.type, p.value]))
const attempt = (f) => { try { return f() } catch (e) { return e.message } }
const CURRENCIES = ["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "INR", "BRL", "KWD", "CNY", "SEK", "PLN", "XAF", "AUD", "MXN", "KRW", "ILS", "TRY", "RUB", "THB"]
const UNITS = Intl.supportedValuesOf("unit")
const NUMBERS = [0, -0, 1, -1, 2, 3, 5, 11, 21, 42, 99.5, 100, 999, 1000, 1234.5, -1234.567, 9999, 9999.99, 12345, 99999, 123456.789, 999999, 1e6, 1234567.891, -987654321, 1e9, 1.5e10, 1e12, 2.5e13, 1e15, 1.005, 0.1, 0.05, 0.00123, 0.5, 1.5, 2.5, -0.4, 1e21, 1e-7, 1.01, 10.6, "NaN", "Infinity", "-Infinity", "12345678901234567890.123"]
const value = (v) => (typeof v !== "string" ? v : v === "NaN" ? NaN : v.endsWith("Infinity") ? Number(v) : v)
const jsonValue = (v) => (Object.is(v, -0) ? "-0" : v)

function numberOptions() {
  const o = {}
  const style = pick(["decimal", "decimal", "percent", "currency", "currency", "unit"])
  if (style !== "decimal") o.style = style
  if (style === "currency") {
    o.currency = pick(CURRENCIES)
    if (random() < 0.5) o.currencyDisplay = pick(["code", "symbol", "narrowSymbol", "name"])
    if (random() < 0.3) o.currencySign = "accounting"
  }
  if (style === "unit") {
    o.unit = random() < 0.75 ? pick(UNITS) : `${pick(UNITS)}-per-${pick(["second", "hour", "day", "kilometer", "liter", "year", "gallon", "percent"])}`
    if (random() < 0.7) o.unitDisplay = pick(["short", "narrow", "long"])
  }
  if (random() < 0.4) { o.notation = pick(["compact", "compact", "compact", "scientific", "engineering"]); if (random() < 0.5) o.compactDisplay = pick(["short", "long"]) }
  if (random() < 0.25) o.signDisplay = pick(["auto", "never", "always", "exceptZero", "negative"])
  if (random() < 0.15) o.useGrouping = pick(["always", "auto", "min2", false])
  const kind = random()
  if (kind < 0.15) { o.minimumFractionDigits = pick([0, 1, 2]); o.maximumFractionDigits = pick([2, 3, 5]) }
  else if (kind < 0.25) o.maximumFractionDigits = pick([0, 1, 2])
  else if (kind < 0.35) o.maximumSignificantDigits = pick([1, 2, 3, 5])
  else if (kind < 0.4) { o.minimumSignificantDigits = pick([1, 2, 3]); o.maximumSignificantDigits = pick([3, 4, 6]) }
  else if (kind < 0.45) { o.maximumFractionDigits = 2; o.maximumSignificantDigits = 3; o.roundingPriority = pick(["morePrecision", "lessPrecision"]) }
  else if (kind < 0.5 && !o.notation) { o.minimumFractionDigits = o.maximumFractionDigits = pick([0, 1, 2]); o.roundingIncrement = pick([5, 10, 25, 50, 100]) }
  // Fraction digits of a currency outside the standard notation follow an older edition in Node 20.
  if (o.currency && o.notation) {
    for (const key of ["maximumSignificantDigits", "roundingPriority"]) if (o.roundingPriority || key !== "roundingPriority") delete o[key]
    delete o.minimumSignificantDigits
    if (o.notation !== "compact" || o.maximumFractionDigits !== undefined || random() < 0.2) { o.minimumFractionDigits = 0; o.maximumFractionDigits = 2 }
  }
  if (random() < 0.1) o.minimumIntegerDigits = pick([2, 3, 6])
  if (random() < 0.15) o.roundingMode = pick(["ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfExpand", "halfTrunc", "halfEven"])
  if (random() < 0.1) o.trailingZeroDisplay = "stripIfInteger"
  if (random() < 0.05) o.numberingSystem = pick(["latn", "arab", "deva", "thai", "hanidec", "fullwide"])
  return o
}

function numbers(count) {
  const out = []
  while (out.length < count) {
    const [l, o] = [locale(), numberOptions()]
    let f
    try { f = new Intl.NumberFormat(l, o) } catch { continue }
    if (random() < 0.85) {
      const i = Array.from({ length: 5 }, () => pick(NUMBERS))
      out.push({ f: "NumberFormat", l, o, i: i.map(jsonValue), e: i.map((v) => parts(f.formatToParts(value(v)))) })
    } else {
      const i = Array.from({ length: 3 }, () => [pick(NUMBERS), pick(NUMBERS)]).filter((p) => !p.includes("NaN"))
      out.push({ f: "NumberRange", l, o, i: i.map((p) => p.map(jsonValue)), e: i.map(([a, b]) => attempt(() => f.formatRange(value(a), value(b)))) })
    }
  }
  return out
}

function plurals(count) {
  const out = []
  for (const l of LOCALES) for (const type of ["cardinal", "ordinal"]) {
    const f = new Intl.PluralRules(l, { type })
    const i = [...Array.from({ length: small ? 32 : 130 }, (_, n) => n), 0.5, 1.5, 1.1, 2.3, 100.1, 1000, 1e6, 1234567, [1, 2], [0, 1], [1, 5], [2, 3], [5, 21]]
    out.push({ f: "PluralRules", l, o: { type }, i, e: i.map((v) => (Array.isArray(v) ? f.selectRange(...v) : f.select(v))) })
  }
  for (const l of ["en", "fr", "ar", "ru"]) {
    const o = { minimumFractionDigits: 1 }
    const f = new Intl.PluralRules(l, o)
    const i = [0, 1, 2, 5, 1.25]
    out.push({ f: "PluralRules", l, o, i, e: i.map((v) => f.select(v)) })
  }
  return out
}

function tags() {
  const i = ("en EN-us en-latn-us de-DE-1996 zh-cmn zh-cmn-Hans-CN art-lojban cel-gaulish zh-guoyu zh-xiang sgn-GR sgn-BR hy-arevela hy-arevmda no-bok no-nynorsk aa-saaho sh cnr mo iw in ji jw prs tl bh " +
    "ru-SU sr-YU und-NT hy-SU und-Armn-SU en-u-ca-gregory-nu-latn en-u-nu-latn-ca-gregory en-u-kn-true en-u-kn en-u-kn-yes en-u-ca-ethiopic-amete-alem en-u-ca-islamicc en-u-ms-imperial en-u-tz-cnckg en-u-rg-uszzzz en-u-sd-frl en-u-va-posix " +
    "en-u-ks-primary en-u-foo-bar-ca-buddhist en-t-es-419 en-t-iw-latn-m0-und en-t-m0-true en-a-foo-b-bar en-b-bar-a-foo en-x-private en-u-ca-buddhist-x-y-z ja-Latn-hepburn-heploc ja-latn-heploc el-polytoni und-aaland de-u-co-phonebook de-u-co-standard " +
    "x-foo en_US e en-USA-foo i-klingon en-GB-oed zh-min en--US en- -en en-a en-u en-t en-u-c en-a-b en-u-ca-gregory-u-nu-latn de-1996-1996 sl-rozaj-biske-1994 en-t-en-t-es abcdefghi en-12 en-1234 root und a1 de-419-DE cmn en-t-d0-accents en-u-ka-noignore-kb-yes " +
    "zh-TW zh-Hant zh-HK sr-RS sr-ME uz-AF pa-PK az-IR und-US und-Latn und-Cyrl-RU und-150 und-419 es-419 en-150 th-TH-u-nu-thai ff-Adlm ku sd-IN ks-Deva mn-CN yue en-Shaw und-Qaai qaa-Qaaa-QM hbs swc drw zz gmh und-419-x-a de-u-attr en-u-cu-usd en-u-em-emoji en-u-tz-utc en-u-tz-gaza").split(" ")
  const one = (tag) => attempt(() => { const l = new Intl.Locale(tag); return [l.toString(), l.maximize().toString(), l.minimize().toString()] })
  const offered = ["en", "en-US", "de-DE", "de-XX", "zh-CN", "zh-TW", "zh-Hant-TW", "zh-Hans-CN", "sr-RS", "sr-Latn-RS", "pt-BR", "fr-SN", "es-HN", "en-DE", "no", "nb-NO", "xx", "in", "iw", "de-Latn-DE", "en-Latn-US", "zh-SG", "zh-MO"]
  return [
    { f: "Tag", i, e: i.map(one) },
    { f: "Resolve", i: offered, e: offered.map((l) => new Intl.NumberFormat(l).resolvedOptions().locale) },
  ]
}

const ZONES = ["UTC", "UTC", "America/New_York", "America/Los_Angeles", "Europe/London", "Europe/Berlin", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "Asia/Shanghai", "Africa/Johannesburg", "Asia/Kathmandu", "America/St_Johns", "America/Phoenix", "Europe/Istanbul", "Pacific/Auckland", "Asia/Dubai", "America/Mexico_City", "Asia/Riyadh"]
const INSTANTS = [0, 1e12, 1711922400000, 1774995300000, Date.UTC(2024, 1, 29, 12), Date.UTC(2023, 11, 31, 23, 59, 59, 999), Date.UTC(2025, 6, 4, 0, 5, 9, 45), Date.UTC(2026, 2, 8, 9, 30), Date.UTC(1999, 0, 1, 6), Date.UTC(2026, 10, 30, 21, 3, 41), Date.UTC(2020, 4, 15, 18, 20, 30, 123), Date.UTC(1950, 5, 5, 5, 5, 5), Date.UTC(2045, 8, 9, 15, 0, 0), Date.UTC(2025, 9, 6, 12, 0, 0), Date.UTC(2025, 3, 7, 4, 0, 0)]
function dateOptions() {
  const o = {}
  const kind = random()
  if (kind < 0.3) {
    if (random() < 0.75) o.dateStyle = pick(["full", "long", "medium", "short"])
    if (!o.dateStyle || random() < 0.6) o.timeStyle = pick(["full", "long", "medium", "short"])
  } else if (kind > 0.36) {
    if (random() < 0.4) o.weekday = pick(["long", "short", "narrow"])
    if (random() < 0.08) o.era = pick(["long", "short", "narrow"])
    if (random() < 0.6) o.year = pick(["numeric", "numeric", "2-digit"])
    if (random() < 0.65) o.month = pick(["numeric", "2-digit", "long", "short", "narrow"])
    if (random() < 0.6) o.day = pick(["numeric", "2-digit"])
    if (random() < 0.45) {
      o.hour = pick(["numeric", "2-digit"])
      if (random() < 0.8) { o.minute = pick(["numeric", "2-digit"]); if (random() < 0.5) { o.second = pick(["numeric", "2-digit"]); if (random() < 0.3) o.fractionalSecondDigits = pick([1, 2, 3]) } }
      if (random() < 0.12) o.dayPeriod = pick(["long", "short", "narrow"])
    }
    if (random() < 0.15) o.timeZoneName = pick(["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"])
  }
  if (random() < 0.15) o.hour12 = random() < 0.5
  else if (random() < 0.1) o.hourCycle = pick(["h11", "h12", "h23", "h24"])
  if (random() < 0.6) o.timeZone = pick(ZONES)
  if (random() < 0.02) o.calendar = pick(["buddhist", "roc", "japanese"])
  if (random() < 0.03) o.numberingSystem = pick(["arab", "deva", "thai"])
  return o
}
// Node 20 takes h11 for hour12 where the locale's habit is h23; later editions of ECMA-402 do not.
const outdated = (l, o) => o.hour12 === true && ["h11", "h23"].includes(new Intl.DateTimeFormat(l, { hour: "numeric" }).resolvedOptions().hourCycle)
function dates(count) {
  const out = []
  while (out.length < count) {
    const [l, o] = [locale(), dateOptions()]
    if (outdated(l, o) || o.calendar && l === "gl") continue
    const f = new Intl.DateTimeFormat(l, { timeZone: "UTC", ...o })
    const i = Array.from({ length: 4 }, () => pick(INSTANTS))
    out.push({ f: "DateTimeFormat", l, o, i, e: i.map((v) => parts(f.formatToParts(v))) })
  }
  return out
}
const DELTAS = [1, 999, 60000, 3600e3, 5 * 3600e3, 86400e3, 3 * 86400e3, 40 * 86400e3, 400 * 86400e3, 0]
function dateRanges(count) {
  const out = []
  while (out.length < count) {
    const [l, o] = [locale(), dateOptions()]
    if (outdated(l, o) || o.calendar && l === "gl") continue
    const f = new Intl.DateTimeFormat(l, { timeZone: "UTC", ...o })
    const i = Array.from({ length: 3 }, () => pick(INSTANTS)).map((a) => [a, a + pick(DELTAS)])
    out.push({ f: "DateTimeRange", l, o, i, e: i.map(([a, b]) => f.formatRangeToParts(a, b).map((p) => [p.type, p.value, p.source])) })
  }
  return out
}

const UNIT_NAMES = ["second", "minute", "hours", "day", "week", "months", "quarter", "year"]
function relative() {
  const out = []
  for (const l of LOCALES) for (const style of ["long", "short", "narrow"]) for (const numeric of ["always", "auto"]) {
    if (small && random() < 0.8) continue
    const f = new Intl.RelativeTimeFormat(l, { style, numeric })
    const i = UNIT_NAMES.flatMap((unit) => [-1, 0, 1, 2, -2, 5, "-0", 1.5, 1000, 21].filter(() => !small || random() < 0.3).map((v) => [v, unit]))
    out.push({ f: "RelativeTimeFormat", l, o: { style, numeric }, i, e: i.map(([v, u]) => parts(f.formatToParts(Number(v), u))) })
  }
  return out
}
const LISTS = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"], ["x", "Irene"], ["x", "hielo"], ["x", "Hilda"], ["x", "oso"], ["uno", "8"], ["uno", "11"], ["a", "ab", "אבג"], ["ב", "א"]]
function lists() {
  const out = []
  for (const l of LOCALES) for (const style of ["long", "short", "narrow"]) for (const type of ["conjunction", "disjunction", "unit"]) {
    const f = new Intl.ListFormat(l, { style, type })
    out.push({ f: "ListFormat", l, o: { style, type }, i: LISTS, e: LISTS.map((v) => parts(f.formatToParts(v))) })
  }
  return small ? out.filter((c) => c.l.startsWith("en-US") || /^(es|he)/.test(c.l) || random() < 0.1) : out
}
const CODES = {
  language: ["en", "en-US", "en-GB", "fr-CA", "zh-Hans", "zh-Hant-TW", "pt-BR", "de-AT", "es-419", "sr-Latn", "sr-Cyrl-BA", "tlh", "xx", "nb", "ar-001", "zh-Hans-CN", "sl-rozaj", "yue", "en-Latn-US"],
  region: ["US", "DE", "GB", "419", "001", "HK", "ZZ", "XX", "BA", "CD"],
  script: ["Latn", "Cyrl", "Hans", "Hant", "Arab", "Zzzz", "Abcd"],
  currency: ["USD", "EUR", "JPY", "XXX", "ABC", "CHF", "BRL"],
  calendar: ["gregory", "buddhist", "japanese", "roc", "iso8601", "islamic-civil"],
  dateTimeField: ["era", "year", "quarter", "month", "weekOfYear", "weekday", "day", "dayPeriod", "hour", "minute", "second", "timeZoneName"],
}
function names() {
  const out = []
  for (const l of LOCALES) for (const [type, i] of Object.entries(CODES)) for (const style of ["long", "short", "narrow"]) for (const languageDisplay of type === "language" ? ["dialect", "standard"] : [undefined]) {
    const o = { type, style, languageDisplay, fallback: random() < 0.2 ? "none" : undefined }
    const f = new Intl.DisplayNames(l, o)
    out.push({ f: "DisplayNames", l, o, i, e: i.map((c) => f.of(c) ?? null) })
  }
  return small ? out.filter((c) => c.l === "en-US" || random() < 0.08) : out
}
const WORDS = ["a", "A", "á", "Á", "b", "B", "ab", "aB", "Ab", "a b", "a-b", "ab1", "ab10", "ab2", "z", "Z", "ä", "ö", "o", "ø", "å", "aa", "æ", "ae", "ñ", "n", "ch", "c", "d", "ll", "l", "ß", "ss", "é", "e", "è", "co-op", "coop", "co op", "résumé", "resume", "Resume", "", "1", "10", "2", "_a", "-a", "$1", "日本", "中文", "か", "カ", "が", "ı", "i", "İ", "š", "s", "я", "а", "Ж", "한", "가", "👍", "ﬀ", "v1.10.0", "v1.9", "Zoë", "Åse", "ẞ"]
function collation(count) {
  const out = []
  while (out.length < count) {
    const l = locale()
    const o = {}
    if (random() < 0.5) o.sensitivity = pick(["base", "accent", "case", "variant"])
    if (random() < 0.3) o.numeric = true
    if (random() < 0.15) o.caseFirst = pick(["upper", "lower", "false"])
    if (random() < 0.15) o.ignorePunctuation = true
    if (random() < 0.1) o.usage = "search"
    if (random() < 0.1 && l.startsWith("de")) o.collation = "phonebk"
    const f = new Intl.Collator(l, o)
    const i = Array.from({ length: 12 }, () => [pick(WORDS), pick(WORDS)])
    out.push({ f: "Collator", l, o, i, e: i.map(([a, b]) => f.compare(a, b)) })
  }
  return out
}
const TEXTS = ["", "Hello, world! It's 3.14 today.", "Mr. Smith went home. He slept? Yes! \"Fine.\" OK", "naïve café e\u0301", "👨‍👩‍👧‍👦🇩🇪🇺🇸👍🏽x", "a\r\nb\n", "can't won't 1,000.50 foo_bar a.b", "Привет, мир. Как дела?", "שלום עולם", "नमस्ते दुनिया", "한국어 문장입니다. 둘째.", "e.g. this is. not", "x\u200dy  z", "v1.2.3-rc.1 user@example.com http://a.b/c?d=e"]
function segments() {
  const out = []
  for (const l of ["en", "de", "fr"]) for (const granularity of ["grapheme", "word", "sentence"]) {
    const f = new Intl.Segmenter(l, { granularity })
    out.push({ f: "Segmenter", l, o: { granularity }, i: TEXTS, e: TEXTS.map((t) => [...f.segment(t)].map((s) => [s.index, s.index + s.segment.length, ...(s.isWordLike === undefined ? [] : [s.isWordLike])])) })
  }
  return out
}
function regions() {
  const i = [...LOCALES, "en-AE", "ar-DZ", "fa-IR", "en-u-rg-gbzzzz", "en-u-hc-h23"]
  const out = [{ f: "LocaleInfo", i, e: i.map((l) => { const t = new Intl.Locale(l); const w = t.weekInfo; return [w.firstDay, w.weekend, w.minimalDays, t.textInfo.direction, t.hourCycles] }) }]
  for (const timeZone of ZONES) {
    const wall = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" })
    const i = INSTANTS.filter((t) => t > 0)
    const offset = (t) => { const p = Object.fromEntries(wall.formatToParts(t).map((x) => [x.type, Number(x.value)])); return (Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - Math.floor(t / 1000) * 1000) / 60000 }
    out.push({ f: "Offset", o: { timeZone }, i, e: i.map(offset) })
  }
  return out
}

file("relative.jsonl", relative())
file("lists.jsonl", lists())
file("names.jsonl", names())
file("collation.jsonl", collation(small ? 150 : 1500))
file("segments.jsonl", segments())
file("regions.jsonl", regions())
file("dates.jsonl", dates(small ? 400 : 8000))
file("ranges.jsonl", dateRanges(small ? 200 : 3000))
file("numbers.jsonl", numbers(small ? 400 : 8000))
file("plurals.jsonl", plurals())
file("tags.jsonl", tags())
