// Writes ../data/locales.bin from the Unicode CLDR's JSON packages.
//
//   npm install --legacy-peer-deps --prefix DIR cldr-core@48.1.0 cldr-numbers-full@48.1.0 cldr-dates-full@48.1.0 \
//     cldr-units-full@48.2.0 cldr-localenames-full@48.1.0 cldr-misc-full@48.1.0 cldr-bcp47@48.2.0
//   node generate.mjs DIR/node_modules
//
// The output holds one deflated text per locale and section, and one of the keys of each section. A locale that has a
// base (see BASES) holds only what differs from it. `src/data.rs` reads the container.
import fs from "node:fs"
import path from "node:path"
import zlib from "node:zlib"

const root = process.argv[2]
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"))
const main = (pkg, locale, file) => {
  const p = path.join(root, `cldr-${pkg}-full/main/${locale}/${file}.json`)
  return fs.existsSync(p) ? JSON.parse(fs.readFileSync(p, "utf8")).main[locale] : undefined
}

// Locale in the CLDR's spelling, and the locale it is a difference of.
const FULL = ("af ar bg bn ca cs da de el en es et eu fa fi fil fr gl gu he hi hr hu id is it ja ko lt lv mr ms nb nl " +
  "pl pt ro ru sk sl sr sv sw ta te th tr uk ur vi zh zh-Hant").split(" ")
const BASES = {
  "en-001": "en", "en-GB": "en-001", "en-AU": "en-001", "en-CA": "en-001", "en-IN": "en-001", "en-IE": "en-001", "en-NZ": "en-001", "en-ZA": "en-001",
  "en-SG": "en-001", "en-HK": "en-001", "en-150": "en-001", "en-BE": "en-001", "en-NL": "en-001", "en-DE": "en-001", "en-CH": "en-001", "en-SE": "en-001", "en-DK": "en-001", "en-FI": "en-001",
  "en-AT": "en-001", "en-IL": "en-001", "en-AE": "en-001", "en-NG": "en-001", "en-KE": "en-001", "en-MY": "en-001", "en-PH": "en", "en-PK": "en-001",
  "de-AT": "de", "de-CH": "de", "de-LI": "de", "de-LU": "de", "de-BE": "de", "de-IT": "de", "fr-CA": "fr", "fr-CH": "fr", "fr-BE": "fr", "fr-LU": "fr", "fr-MA": "fr",
  "es-419": "es", "es-MX": "es-419", "es-AR": "es-419", "es-US": "es-419", "es-CO": "es-419", "es-CL": "es-419", "es-PE": "es-419", "es-VE": "es-419", "es-EC": "es-419", "es-UY": "es-419",
  "es-CR": "es-419", "es-GT": "es-419", "es-DO": "es-419", "es-PR": "es-419", "es-BO": "es-419", "es-PY": "es-419", "es-PA": "es-419",
  "it-CH": "it", "nl-BE": "nl", "pt-PT": "pt", "sv-FI": "sv", "ar-EG": "ar", "ar-SA": "ar", "ar-AE": "ar", "ar-MA": "ar", "ar-DZ": "ar", "ar-TN": "ar", "ar-LB": "ar", "ar-JO": "ar", "ar-IQ": "ar", "ar-KW": "ar", "ar-QA": "ar",
  "ro-MD": "ro", "ru-UA": "ru", "ru-KZ": "ru", "sr-Latn": undefined, "ur-IN": "ur", "bn-IN": "bn", "ms-SG": "ms", "ta-SG": "ta", "zh-Hans-SG": "zh", "zh-Hans-HK": "zh", "zh-Hant-HK": "zh-Hant", "zh-Hant-MO": "zh-Hant",
  "da-GL": "da", "el-CY": "el", "tr-CY": "tr", "sw-KE": "sw", "no": "nb",
}

const clean = (v) => {
  if (/[\n\t]/.test(v)) throw new Error(`unusable value ${JSON.stringify(v)}`)
  return v
}
const join = (list) => {
  for (const item of list) if (item.includes("|")) throw new Error(`unusable item ${JSON.stringify(item)}`)
  return list.join("|")
}
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
// Values by plural category: `other` first, then `category:value` for those that differ from it.
const counted = (source, prefix) => {
  const other = source[`${prefix}other`]
  if (other === undefined) return undefined
  const rest = CATEGORIES.slice(0, 5).filter((c) => source[`${prefix}${c}`] !== undefined && source[`${prefix}${c}`] !== other)
  const exact = ["0", "1"].filter((c) => source[`${prefix}${c}`] !== undefined)
  return join([other, ...[...rest, ...exact].map((c) => `${c}:${source[`${prefix}${c}`]}`)])
}

function numbers(locale, out) {
  const n = main("numbers", locale, "numbers").numbers
  out("ns", n.defaultNumberingSystem)
  out("ns.native", n.otherNumberingSystems.native)
  out("mg", n.minimumGroupingDigits)
  for (const key of Object.keys(n)) {
    const nu = /^symbols-numberSystem-(\w+)$/.exec(key)?.[1]
    if (!nu) continue
    const s = n[key]
    out(`sym.${nu}`, join([s.decimal, s.group, s.percentSign, s.plusSign, s.minusSign, s.exponential, s.superscriptingExponent, s.perMille, s.infinity, s.nan, s.timeSeparator ?? ":", s.currencyDecimal ?? "", s.currencyGroup ?? "", s.approximatelySign ?? "~"]))
    const cur = n[`currencyFormats-numberSystem-${nu}`]
    out(`pat.${nu}`, join([n[`decimalFormats-numberSystem-${nu}`].standard, n[`percentFormats-numberSystem-${nu}`].standard, n[`scientificFormats-numberSystem-${nu}`].standard, cur.standard, cur.accounting]))
    const space = cur.currencySpacing
    out(`sp.${nu}`, join([space.beforeCurrency.currencyMatch, space.beforeCurrency.insertBetween, space.afterCurrency.insertBetween]))
    out(`unit.${nu}`, counted(cur, "unitPattern-count-"))
    out(`range.${nu}`, join([n[`miscPatterns-numberSystem-${nu}`].range, n[`miscPatterns-numberSystem-${nu}`].approximately]))
    for (const width of ["short", "long"]) {
      const f = n[`decimalFormats-numberSystem-${nu}`][width]?.decimalFormat
      for (let e = 3; f && e < 20; e++) out(`compact.${nu}.${width}.${e}`, counted(f, `1${"0".repeat(e)}-count-`))
    }
    const money = cur.short?.standard
    for (let e = 3; money && e < 20; e++) out(`money.${nu}.${e}`, counted(money, `1${"0".repeat(e)}-count-`))
  }
  const lists = main("misc", locale, "listPatterns").listPatterns
  for (const [key, l] of Object.entries(lists)) out(`list.${key.slice("listPattern-type-".length)}`, join([l.start, l.middle, l.end, l["2"]]))
  const fields = main("dates", locale, "dateFields").dates.fields
  for (const unit of ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]) {
    for (const [suffix, short] of [["", "l"], ["-short", "s"], ["-narrow", "n"]]) {
      const f = fields[unit + suffix]
      const exact = Object.entries(f).filter(([k]) => k.startsWith("relative-type-")).map(([k, v]) => `${k.slice("relative-type-".length)}:${v}`)
      if (exact.length) out(`rel.${unit}.${short}.x`, join(exact))
      out(`rel.${unit}.${short}.f`, counted(f["relativeTime-type-future"], "relativeTimePattern-count-"))
      out(`rel.${unit}.${short}.p`, counted(f["relativeTime-type-past"], "relativeTimePattern-count-"))
    }
  }
}

const UNITS = ("acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile " +
  "mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year").split(" ")
const PAIRS = ["kilometer-per-hour", "mile-per-hour", "meter-per-second", "liter-per-kilometer", "mile-per-gallon"]
function units(locale, out) {
  const u = main("units", locale, "units").units
  for (const [width, short] of [["long", "l"], ["short", "s"], ["narrow", "n"]]) {
    const byName = Object.fromEntries(Object.entries(u[width]).map(([k, v]) => [k.replace(/^[a-z]+-/, ""), v]))
    for (const unit of [...UNITS, ...PAIRS]) {
      const f = byName[unit]
      if (!f) { if (locale === "en" && UNITS.includes(unit)) throw new Error(unit); continue }
      out(`${unit}.${short}`, counted(f, "unitPattern-count-"))
      if (f.perUnitPattern) out(`${unit}.${short}.per`, f.perUnitPattern)
    }
    out(`per.${short}`, u[width].per.compoundUnitPattern)
  }
  for (const kind of ["hm", "hms", "ms"]) out(`duration.${kind}`, u[`durationUnit-type-${kind}`].durationUnitPattern)
}

function currencies(locale, out) {
  const c = main("numbers", locale, "currencies").numbers.currencies
  for (const [code, v] of Object.entries(c)) {
    if (v.symbol && v.symbol !== code) out(`${code}.s`, v.symbol)
    const narrow = v["symbol-alt-narrow"]
    if (narrow && narrow !== (v.symbol ?? code)) out(`${code}.w`, narrow)
    if (v.displayName) out(`${code}.n`, v.displayName)
    const plural = counted(v, "displayName-count-")
    if (plural && plural !== v.displayName) out(`${code}.p`, plural)
  }
}

const NAME_WIDTHS = [["wide", "w"], ["abbreviated", "a"], ["narrow", "n"], ["short", "s"]]
function dates(locale, out) {
  const g = main("dates", locale, "ca-gregorian").dates.calendars.gregorian
  for (const [kind, prefix] of [["months", "M"], ["days", "E"], ["quarters", "Q"]]) {
    for (const [context, c] of [["format", "f"], ["stand-alone", "s"]]) {
      for (const [width, w] of NAME_WIDTHS) {
        const names = g[kind][context][width]
        if (names) out(`${prefix}.${c}.${w}`, join(Object.values(names)))
      }
    }
  }
  for (const [context, c] of [["format", "f"], ["stand-alone", "s"]]) {
    for (const [width, w] of NAME_WIDTHS) {
      const names = g.dayPeriods[context][width]
      if (names) out(`B.${c}.${w}`, join(Object.entries(names).filter(([k]) => !k.includes("-alt")).map(([k, v]) => `${k}:${v}`)))
    }
  }
  for (const [width, w] of [["eraNames", "w"], ["eraAbbr", "a"], ["eraNarrow", "n"]]) out(`G.${w}`, join([g.eras[width]["0"], g.eras[width]["1"]]))
  const styles = ["full", "long", "medium", "short"]
  const text = (v) => (typeof v === "string" ? v : v._value)
  out("date", join(styles.map((s) => text(g.dateFormats[s]))))
  out("time", join(styles.map((s) => text(g.timeFormats[s]))))
  out("both", join(styles.map((s) => text(g.dateTimeFormats[s]))))
  const at = g["dateTimeFormats-atTime"]?.standard
  out("at", join(styles.map((s) => text(at?.[s] ?? g.dateTimeFormats[s]))))
  for (const [k, v] of Object.entries(g.dateTimeFormats.availableFormats)) if (!k.includes("-")) out(`f.${k}`, text(v))
  for (const [k, v] of Object.entries(g.dateTimeFormats.intervalFormats)) {
    if (k === "intervalFormatFallback") out("i", v)
    else if (!k.includes("-")) out(`i.${k}`, join(Object.entries(v).filter(([f]) => !f.includes("-alt")).map(([f, p]) => `${f}:${p}`)))
  }
  for (const [k, v] of Object.entries(g.dateTimeFormats.appendItems)) out(`a.${k}`, v)
  const fields = main("dates", locale, "dateFields").dates.fields
  for (const f of ["era", "year", "quarter", "month", "week", "weekOfMonth", "weekday", "dayOfYear", "weekdayOfMonth", "day", "dayperiod", "hour", "minute", "second", "zone"])
    for (const [suffix, w] of [["", "w"], ["-short", "a"], ["-narrow", "n"]]) if (fields[f + suffix]?.displayName) out(`n.${f}.${w}`, fields[f + suffix].displayName)
  const generic = main("dates", locale, "ca-generic").dates.calendars.generic
  out("g.date", join(styles.map((s) => text(generic.dateFormats[s]))))
  out("g.both", join(styles.map((s) => text(generic["dateTimeFormats-atTime"]?.standard[s] ?? generic.dateTimeFormats[s]))))
  calendars(locale, out, styles.map((s) => text(generic.dateFormats[s])))
  for (const [k, v] of Object.entries(generic.dateTimeFormats.availableFormats)) if (!k.includes("-")) out(`g.f.${k}`, text(v))
}

// Eras, months and date styles of other calendars, which current JSON packages leave out, as Node writes them.
const CALENDARS = { buddhist: [1e12], roc: [Date.UTC(1900, 5, 5), 1e12], japanese: [1880, 1920, 1950, 2000, 2024].map((y) => Date.UTC(y, 5, 5)), persian: [1e12] }
const CALENDAR_LANGUAGES = new Set("en de fr es it pt nl sv da nb fi pl cs ru uk tr ja zh ko ar he hi id vi th el hu ro bg fa ca".split(" "))
function calendars(locale, out, generic) {
  // Node 20 ends itself on some languages' patterns of these calendars, as on Galician.
  if (!CALENDAR_LANGUAGES.has(locale.split("-")[0])) return
  const part = (o, at, type) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...o }).formatToParts(at).find((p) => p.type === type)?.value ?? ""
  const widths = [["long", "w"], ["short", "a"], ["narrow", "n"]]
  for (const [calendar, instants] of Object.entries(CALENDARS)) {
    for (const [era, w] of widths) out(`G.${calendar}.${w}`, join(instants.map((at) => part({ calendar, era, year: "numeric", month: "numeric", day: "numeric" }, at, "era"))))
    const styles = ["full", "long", "medium", "short"].map((dateStyle) => stylePattern(locale, calendar, dateStyle))
    if (styles.every(Boolean) && join(styles) !== join(generic)) out(`date.${calendar}`, join(styles))
  }
  const own = { "th": "buddhist", "fa": "persian" }[locale]
  if (own) {
    for (const [skeleton, o] of OWN_SKELETONS) {
      const pattern = partsPattern(locale, own, o)
      if (pattern) out(`own.${skeleton}`, pattern)
    }
    const glue = new Intl.DateTimeFormat(locale, { calendar: own, month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", timeZone: "UTC" }).formatToParts(1e12)
    out("own-glue", `{1}${glue[glue.findIndex((p) => p.type === "hour") - 1].value}{0}`)
  }
  const firsts = Array.from({ length: 12 }, (_, i) => Date.UTC(2023, 3, 5) + i * 30.4 * 864e5)
  for (const [month, w] of widths) out(`M.persian.${w}`, join(firsts.map((at) => part({ calendar: "persian", month, day: "numeric", numberingSystem: "latn" }, at, "month"))))
}
const OWN_SKELETONS = (() => {
  const year = { y: "numeric" }, month = { M: "numeric", MMM: "short", MMMM: "long" }, day = { d: "numeric" }, weekday = { E: "short", EEEE: "long" }, era = { G: "short" }
  const out = []
  for (const G of ["", ...Object.keys(era)]) for (const y of ["", ...Object.keys(year)]) for (const M of ["", ...Object.keys(month)]) for (const E of ["", ...Object.keys(weekday)]) for (const d of ["", ...Object.keys(day)]) {
    if (G && !y || !(y + M + E + d) || y && !M && (E || d)) continue
    out.push([`${G}${y}${M}${E}${d}`, { era: era[G], year: year[y], month: month[M], weekday: weekday[E], day: day[d] }])
  }
  return out
})()
const stylePattern = (locale, calendar, dateStyle) => partsPattern(locale, calendar, { dateStyle })
function partsPattern(locale, calendar, options) {
  const at = Date.UTC(2023, 2, 5)
  const parts = (o) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", calendar, numberingSystem: "latn", ...o }).formatToParts(at)
  const value = (o, type) => parts({ year: "numeric", month: "long", day: "numeric", ...o }).find((p) => p.type === type)?.value
  const choices = {
    year: [[value({}, "year"), "y"], [value({ year: "2-digit" }, "year"), "yy"]],
    month: [["3", "M"], ["12", "M"], ["03", "MM"], [value({}, "month"), "MMMM"], [value({ month: "short" }, "month"), "MMM"], [value({ day: undefined, month: "long" }, "month"), "LLLL"]],
    day: [["5", "d"], ["14", "d"], ["05", "dd"]],
    weekday: [[value({ weekday: "long" }, "weekday"), "EEEE"], [value({ weekday: "short" }, "weekday"), "E"]],
    era: [[value({ era: "long" }, "era"), "GGGG"], [value({ era: "narrow" }, "era"), "GGGGG"], [value({ era: "short" }, "era"), "G"]],
  }
  let out = ""
  for (const p of parts(Object.assign({ year: undefined, month: undefined, day: undefined }, options))) {
    if (p.type === "literal") { out += /[a-z]/i.test(p.value) ? `'${p.value}'` : p.value; continue }
    const found = choices[p.type]?.filter(([text]) => text === p.value)
    if (!found?.length) return undefined
    out += p.type === "era" ? found.at(-1)[1] : found[0][1]
  }
  return out
}

function zones(locale, out) {
  const z = main("dates", locale, "timeZoneNames").dates.timeZoneNames
  out("format", join([z.hourFormat, z.gmtFormat, z.gmtZeroFormat, z.regionFormat, z["regionFormat-type-standard"], z["regionFormat-type-daylight"], z.fallbackFormat]))
  const names = (key, v) => {
    for (const [width, w] of [["long", "l"], ["short", "s"]]) {
      const t = v[width]
      if (t) out(`${key}.${w}`, join([t.generic ?? "", t.standard ?? "", t.daylight ?? ""]))
    }
  }
  const walk = (node, id) => {
    if (node._type === "zone" || node.exemplarCity || node.long || node.short) {
      if (node.exemplarCity) out(`c.${id}`, node.exemplarCity)
      names(`z.${id}`, node)
      return
    }
    for (const [k, v] of Object.entries(node)) walk(v, id ? `${id}/${k}` : k)
  }
  walk(z.zone, "")
  for (const [k, v] of Object.entries(z.metazone ?? {})) names(`m.${k}`, v)
}

function names(locale, out) {
  const l = main("localenames", locale, "languages").localeDisplayNames.languages
  for (const [k, v] of Object.entries(l)) {
    const m = /^(.*?)(-alt-(short|long|menu|variant|core|extension))?$/.exec(k)
    if (m[2] && m[3] !== "short") continue
    if (v === m[1]) continue
    out(m[2] ? `l.${m[1]}.s` : `l.${k}`, v)
  }
  const t = main("localenames", locale, "territories").localeDisplayNames.territories
  for (const [k, v] of Object.entries(t)) if (v !== k) { if (!k.includes("-alt")) out(`r.${k}`, v); else if (k.endsWith("-alt-short")) out(`r.${k.slice(0, -10)}.s`, v) }
  const s = main("localenames", locale, "scripts").localeDisplayNames.scripts
  for (const [k, v] of Object.entries(s)) if (v !== k) { if (!k.includes("-alt")) out(`s.${k}`, v) }
  const v = main("localenames", locale, "variants")?.localeDisplayNames.variants ?? {}
  for (const [k, name] of Object.entries(v)) if (name !== k && !k.includes("-alt")) out(`v.${k.toLowerCase()}`, name)
  const d = main("localenames", locale, "localeDisplayNames").localeDisplayNames
  out("pattern", join([d.localeDisplayPattern.localePattern, d.localeDisplayPattern.localeSeparator, d.localeDisplayPattern.localeKeyTypePattern]))
  for (const [k, name] of Object.entries(d.types.calendar ?? {})) if (!k.includes("-alt") && !k.includes("-menu") && !k.includes("-core")) out(`c.${k}`, name)
}

// What belongs to no locale.
const supplemental = (file) => read(`cldr-core/supplemental/${file}.json`).supplemental
function plurals(out) {
  for (const [file, key, prefix] of [["plurals", "plurals-type-cardinal", "c"], ["ordinals", "plurals-type-ordinal", "o"]])
    for (const [locale, rules] of Object.entries(supplemental(file)[key]))
      out(`${prefix}.${locale}`, Object.entries(rules).map(([k, v]) => [k.slice("pluralRule-count-".length), v.split("@")[0].trim()]).filter(([, v]) => v).map(([k, v]) => `${k}:${v}`).join("|"))
  for (const [locale, ranges] of Object.entries(supplemental("pluralRanges").plurals))
    out(`r.${locale}`, join(Object.entries(ranges).map(([k, v]) => k.replace(/^pluralRange-start-(\w+)-end-(\w+)$/, "$1,$2") + ":" + v)))
}
function canonical(out) {
  const alias = supplemental("aliases").metadata.alias
  for (const [key, prefix] of [["languageAlias", "l"], ["scriptAlias", "s"], ["territoryAlias", "r"], ["subdivisionAlias", "sd"], ["variantAlias", "v"]])
    for (const [k, v] of Object.entries(alias[key])) out(`${prefix}.${k.replaceAll("_", "-").toLowerCase()}`, v._replacement.replaceAll("_", "-"))
  for (const [k, v] of Object.entries(supplemental("likelySubtags").likelySubtags)) out(`m.${k}`, v)
  for (const file of fs.readdirSync(path.join(root, "cldr-bcp47/bcp47"))) {
    const { keyword = {} } = read(`cldr-bcp47/bcp47/${file}`)
    for (const [space, keys] of Object.entries(keyword))
      for (const [key, types] of Object.entries(keys))
        for (const [type, v] of Object.entries(types)) {
          if (type.startsWith("_") || v._deprecated !== undefined && !v._preferred) continue
          if (v._preferred) out(`${space}.${key}.${type}`, v._preferred)
          for (const a of (v._alias ?? "").toLowerCase().split(" ")) if (a && a !== type && /^[a-z0-9-]{3,}$/.test(a)) out(`${space}.${key}.${a}`, v._preferred ?? type)
        }
  }
  for (const [k, v] of Object.entries(supplemental("parentLocales").parentLocales.parentLocale)) out(`p.${k}`, v)
}
function world(out) {
  const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  const week = supplemental("weekData").weekData
  for (const [k, v] of Object.entries(week.minDays)) out(`wk.min.${k}`, v)
  for (const key of ["firstDay", "weekendStart", "weekendEnd"]) for (const [k, v] of Object.entries(week[key])) if (!k.includes("-alt")) out(`wk.${key}.${k}`, String(days.indexOf(v)))
  for (const [k, v] of Object.entries(supplemental("timeData").timeData)) out(`hc.${k.replaceAll("_", "-")}`, join([v._preferred, v._allowed]))
  for (const [k, v] of Object.entries(supplemental("calendarPreferenceData").calendarPreferenceData)) out(`ca.${k}`, join(v))
  const rules = supplemental("dayPeriods").dayPeriodRuleSet
  for (const [locale, r] of Object.entries(rules)) out(`dp.${locale}`, join(Object.entries(r).map(([k, v]) => `${k}:${v._at ?? `${v._from}-${v._before}`}`)))
  const fractions = supplemental("currencyData").currencyData.fractions
  for (const [k, v] of Object.entries(fractions)) if (v._digits !== "2" || k === "DEFAULT") out(`cd.${k}`, v._digits)
  for (const [k, v] of Object.entries(supplemental("numberingSystems").numberingSystems)) if (v._type === "numeric") out(`nu.${k}`, v._digits)
}
function worldZones(out) {
  const info = supplemental("metaZones").metaZones
  const walk = (node, id) => {
    if (Array.isArray(node)) out(`m.${id}`, join(node.map(({ usesMetazone: u }) => [u._mzone, u._from ?? "", u._to ?? ""].join(","))))
    else for (const [k, v] of Object.entries(node)) walk(v, id ? `${id}/${k}` : k)
  }
  walk(info.metazoneInfo.timezone, "")
  for (const { mapZone: z } of info.metazones) out(`g.${z._other}.${z._territory}`, z._type)
  const tz = read("cldr-bcp47/bcp47/timezone.json").keyword.u.tz
  for (const [id, v] of Object.entries(tz)) {
    if (id.startsWith("_") || v._deprecated !== undefined && v._preferred) continue
    const [canonical, ...rest] = (v._alias ?? "").split(" ")
    if (!canonical) continue
    out(`z.${canonical}`, join([id, v._region ?? (id.length === 5 ? id.slice(0, 2).toUpperCase() : ""), v._iana ?? canonical]))
    for (const a of rest) out(`a.${a}`, canonical)
  }
  for (const [k, v] of Object.entries(supplemental("primaryZones").primaryZones)) out(`p.${k}`, v)
}

// Every locale offered (the CLDR's of our languages, also without a script that is implied) and where its texts are.
function available(out) {
  const all = [...read("cldr-core/availableLocales.json").availableLocales.full, ...read("cldr-core/defaultContent.json").defaultContent]
  const parents = supplemental("parentLocales").parentLocales.parentLocale
  const data = new Set([...FULL, ...Object.keys(BASES)])
  const source = (locale) => {
    for (let l = locale; l && l !== "root" && l !== "und"; l = parents[l] ?? l.replace(/-?[^-]+$/, "")) if (data.has(l)) return l
    const m = new Intl.Locale(locale).maximize()
    for (const l of [`${m.language}-${m.script}-${m.region}`, `${m.language}-${m.script}`]) if (data.has(l)) return l
  }
  const offered = (l) => Intl.NumberFormat.supportedLocalesOf([l])[0] === l && new Intl.NumberFormat(l).resolvedOptions().locale === l
  for (const locale of all) {
    const s = source(locale)
    if (!s) continue
    if (offered(locale)) out(locale, s)
    const short = locale.replace(/^([a-z]+)-[A-Z][a-z]{3}-([A-Z0-9]+)$/, "$1-$2")
    if (short !== locale && !all.includes(short) && offered(short)) out(short, s)
  }
}

const texts = new Map()
function section(locale, name, fill) {
  const lines = new Map()
  fill((key, value) => { if (value !== undefined) lines.set(key, clean(String(value))) })
  texts.set(`${locale}/${name}`, lines)
}
const SECTIONS = [["n", numbers], ["u", units], ["c", currencies], ["d", dates], ["z", zones], ["l", names]]
for (const locale of [...FULL, ...Object.keys(BASES)]) for (const [name, fill] of SECTIONS) section(locale, name, (out) => fill(locale, out))
section("und", "n", (out) => numbers("und", out))
// The root's own symbols of two numbering systems, which the JSON packages leave out.
const ROOT_SYMBOLS = { arab: "٫|٬|٪\u061c|\u061c+|\u061c-|اس|×|؉|∞|NaN|:|||~", arabext: "٫|٬|٪|\u200e+\u200e|\u200e-\u200e|×۱۰^|×|؉|∞|NaN|٫|||~" }
for (const [nu, row] of Object.entries(ROOT_SYMBOLS)) texts.get("und/n").set(`sym.${nu}`, row).set(`pat.${nu}`, "#,##0.###|#,##0%|#E0|#,##0.00\u00a0¤|#,##0.00\u00a0¤||")
section("und", "u", (out) => units("und", out))
section("und", "c", (out) => currencies("und", out))
section("und", "d", (out) => dates("und", out))
section("und", "z", (out) => zones("und", out))
section("", "p", plurals)
section("", "k", canonical)
section("", "w", world)
section("", "z", worldZones)
section("", "a", available)

// Keys of a section, in order, are kept once; a locale has only its values, one a line. An empty line stands for the
// base's value (or for none), NUL for none.
const compare = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const blobs = []
const sizes = {}
function pack(locale, name, base, lines) {
  const raw = Buffer.from(lines.join("\n"))
  const packed = zlib.deflateRawSync(raw, { level: 9, memLevel: 9 })
  blobs.push({ row: [locale, name, base, raw.length, packed.length].join("\t") + "\n", packed })
  sizes[name] = (sizes[name] ?? 0) + packed.length
}
for (const name of ["n", "u", "c", "d", "z", "l"]) {
  const held = [...texts].filter(([key]) => key.endsWith(`/${name}`) && !key.startsWith("/"))
  const keys = [...new Set(held.flatMap(([, lines]) => [...lines.keys()]))].sort(compare)
  pack("", name.toUpperCase(), "", keys)
  for (const [key, lines] of held) {
    const locale = key.split("/")[0]
    const base = BASES[locale] ? texts.get(`${BASES[locale]}/${name}`) : undefined
    pack(locale, name, BASES[locale] ?? "", keys.map((k) => {
      const value = lines.get(k)
      if (value === "") throw new Error(`empty value of ${k}`)
      if (!base) return value ?? ""
      return value === base.get(k) ? "" : value ?? "\u0000"
    }))
  }
}
for (const name of ["p", "k", "w", "z", "a"]) {
  const lines = texts.get(`/${name}`)
  pack("", `${name}s`, "", [...lines.keys()].sort(compare).map((k) => `${k}\t${lines.get(k)}`))
}
const index = blobs.map((b) => b.row).join("")
const head = Buffer.alloc(4)
head.writeUInt32LE(Buffer.byteLength(index))
const file = Buffer.concat([head, Buffer.from(index), ...blobs.map((b) => b.packed)])
fs.writeFileSync(new URL("../data/locales.bin", import.meta.url), file)
console.log(file.length, sizes)
