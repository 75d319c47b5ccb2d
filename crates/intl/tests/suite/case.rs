//! Runs one case: `f` formatter, `l` locale, `o` options, `i` inputs, `e` expected results.

use codemode_intl::*;
use serde_json::{Value, json};

pub fn run(case: &Value) -> Vec<(Value, Value, Value)> {
    let inputs = case["i"].as_array().cloned().unwrap_or_default();
    let expected = case["e"].as_array().cloned().unwrap_or_default();
    let found = results(
        case["f"].as_str().unwrap_or(""),
        case["l"].as_str().unwrap_or("en-US"),
        &case["o"],
        &inputs,
    );
    let found = found.unwrap_or_else(|e| vec![json!(format!("error: {e}")); inputs.len()]);
    inputs.into_iter().zip(expected).zip(found).map(|((i, e), f)| (i, e, f)).collect()
}

fn locale(tag: &str) -> Resolved {
    let default = LanguageTag::parse("en-US").expect("tag");
    resolve(&[LanguageTag::parse(tag).expect("tag")], &default)
}

fn number(value: &Value) -> Number {
    match value {
        Value::String(s) if s == "NaN" => Number::NotANumber,
        Value::String(s) => Number::from_text(s).expect("number"),
        other => Number::from(other.as_f64().expect("number")),
    }
}

fn text<'a>(o: &'a Value, key: &str) -> Option<&'a str> {
    o[key].as_str()
}

fn utf16(value: &Value) -> Vec<u16> {
    value.as_str().unwrap_or("").encode_utf16().collect()
}

fn parts(list: &[Part]) -> Value {
    list.iter()
        .map(|p| {
            if p.source == Source::Shared {
                json!([p.kind, p.value])
            } else {
                json!([p.kind, p.value, p.source.as_str()])
            }
        })
        .collect()
}

fn range_parts(list: &[Part]) -> Value {
    list.iter().map(|p| json!([p.kind, p.value, p.source.as_str()])).collect()
}

fn digits(o: &Value) -> DigitOptions {
    DigitOptions {
        minimum_integer_digits: o["minimumIntegerDigits"].as_f64(),
        minimum_fraction_digits: o["minimumFractionDigits"].as_f64(),
        maximum_fraction_digits: o["maximumFractionDigits"].as_f64(),
        minimum_significant_digits: o["minimumSignificantDigits"].as_f64(),
        maximum_significant_digits: o["maximumSignificantDigits"].as_f64(),
        rounding_increment: o["roundingIncrement"].as_f64(),
        rounding_mode: text(o, "roundingMode").and_then(RoundingMode::parse),
        rounding_priority: text(o, "roundingPriority").and_then(RoundingPriority::parse),
        trailing_zero_display: text(o, "trailingZeroDisplay").and_then(TrailingZeroDisplay::parse),
    }
}

macro_rules! word {
    ($o:expr, $key:literal, $kind:ident) => {
        text($o, $key).map(|t| $kind::parse(t).expect($key))
    };
}

fn number_options(o: &Value) -> NumberFormatOptions {
    let d = NumberFormatOptions::default();
    NumberFormatOptions {
        numbering_system: text(o, "numberingSystem").map(str::to_owned),
        style: word!(o, "style", NumberStyle).unwrap_or(d.style),
        currency: text(o, "currency").map(str::to_owned),
        currency_display: word!(o, "currencyDisplay", CurrencyDisplay)
            .unwrap_or(d.currency_display),
        currency_sign: word!(o, "currencySign", CurrencySign).unwrap_or(d.currency_sign),
        unit: text(o, "unit").map(str::to_owned),
        unit_display: word!(o, "unitDisplay", UnitDisplay).unwrap_or(d.unit_display),
        digits: digits(o),
        notation: word!(o, "notation", Notation).unwrap_or(d.notation),
        compact_display: word!(o, "compactDisplay", CompactDisplay).unwrap_or(d.compact_display),
        use_grouping: if o["useGrouping"] == json!(false) {
            Some(UseGrouping::Never)
        } else {
            word!(o, "useGrouping", UseGrouping)
        },
        sign_display: word!(o, "signDisplay", SignDisplay).unwrap_or(d.sign_display),
    }
}

fn date_options(o: &Value) -> DateTimeFormatOptions {
    DateTimeFormatOptions {
        calendar: text(o, "calendar").map(str::to_owned),
        numbering_system: text(o, "numberingSystem").map(str::to_owned),
        hour12: o["hour12"].as_bool(),
        hour_cycle: word!(o, "hourCycle", HourCycle),
        time_zone: text(o, "timeZone").map(str::to_owned),
        weekday: word!(o, "weekday", TextStyle),
        era: word!(o, "era", TextStyle),
        year: word!(o, "year", NumericStyle),
        month: word!(o, "month", Month),
        day: word!(o, "day", NumericStyle),
        day_period: word!(o, "dayPeriod", TextStyle),
        hour: word!(o, "hour", NumericStyle),
        minute: word!(o, "minute", NumericStyle),
        second: word!(o, "second", NumericStyle),
        fractional_second_digits: o["fractionalSecondDigits"].as_u64().map(|n| n as u8),
        time_zone_name: word!(o, "timeZoneName", TimeZoneNameStyle),
        date_style: word!(o, "dateStyle", DateStyle),
        time_style: word!(o, "timeStyle", DateStyle),
        ..DateTimeFormatOptions::default()
    }
}

fn results(kind: &str, tag: &str, o: &Value, inputs: &[Value]) -> Result<Vec<Value>, Error> {
    Ok(match kind {
        "NumberFormat" => {
            let f = NumberFormat::new(&locale(tag), &number_options(o))?;
            inputs.iter().map(|i| parts(&f.format_to_parts(&number(i)))).collect()
        }
        "NumberRange" => {
            let f = NumberFormat::new(&locale(tag), &number_options(o))?;
            inputs
                .iter()
                .map(|i| {
                    f.format_range(&number(&i[0]), &number(&i[1]))
                        .map_or_else(|e| json!(e.message), |t| json!(t))
                })
                .collect()
        }
        "PluralRules" => {
            let options = PluralRulesOptions {
                kind: word!(o, "type", PluralType).unwrap_or(PluralType::Cardinal),
                digits: digits(o),
                ..PluralRulesOptions::default()
            };
            let f = PluralRules::new(&locale(tag), &options)?;
            inputs
                .iter()
                .map(|i| {
                    if i.is_array() {
                        json!(
                            f.select_range(&number(&i[0]), &number(&i[1]))
                                .map_or("error", |c| c.as_str())
                        )
                    } else {
                        json!(f.select(&number(i)).as_str())
                    }
                })
                .collect()
        }
        "DateTimeFormat" => {
            let f = DateTimeFormat::new(&locale(tag), &date_options(o), &Zone::utc())?;
            inputs
                .iter()
                .map(|i| {
                    f.format_to_parts(i.as_f64().unwrap_or(f64::NAN))
                        .map_or_else(|e| json!(e.message), |p| parts(&p))
                })
                .collect()
        }
        "DateTimeRange" => {
            let f = DateTimeFormat::new(&locale(tag), &date_options(o), &Zone::utc())?;
            let ms = |v: &Value| v.as_f64().unwrap_or(f64::NAN);
            inputs
                .iter()
                .map(|i| {
                    f.format_range_to_parts(ms(&i[0]), ms(&i[1]))
                        .map_or_else(|e| json!(e.message), |p| range_parts(&p))
                })
                .collect()
        }
        "RelativeTimeFormat" => {
            let f = RelativeTimeFormat::new(
                &locale(tag),
                word!(o, "style", TextStyle).unwrap_or(TextStyle::Long),
                word!(o, "numeric", RelativeNumeric).unwrap_or(RelativeNumeric::Always),
                None,
            )?;
            let unit =
                |v: &Value| RelativeUnit::parse_either(v.as_str().unwrap_or("")).expect("unit");
            inputs
                .iter()
                .map(|i| {
                    f.format_to_parts(&number(&i[0]), unit(&i[1]))
                        .map_or_else(|e| json!(e.message), |p| parts(&p))
                })
                .collect()
        }
        "ListFormat" => {
            let f = ListFormat::new(
                &locale(tag),
                word!(o, "type", ListType).unwrap_or(ListType::Conjunction),
                word!(o, "style", TextStyle).unwrap_or(TextStyle::Long),
            );
            inputs
                .iter()
                .map(|i| {
                    let texts: Vec<Vec<u16>> =
                        i.as_array().into_iter().flatten().map(utf16).collect();
                    let slices: Vec<&[u16]> = texts.iter().map(Vec::as_slice).collect();
                    let part = |p: ListPart| match p {
                        ListPart::Literal(text) => json!(["literal", text]),
                        ListPart::Element(n) => json!(["element", i[n]]),
                    };
                    f.format_to_parts(&slices).into_iter().map(part).collect()
                })
                .collect()
        }
        "DisplayNames" => {
            let f = DisplayNames::new(
                &locale(tag),
                word!(o, "type", DisplayNamesType).expect("type"),
                word!(o, "style", TextStyle).unwrap_or(TextStyle::Long),
                word!(o, "fallback", DisplayNamesFallback).unwrap_or(DisplayNamesFallback::Code),
                word!(o, "languageDisplay", LanguageDisplay).unwrap_or(LanguageDisplay::Dialect),
            );
            inputs
                .iter()
                .map(|i| {
                    f.of(i.as_str().unwrap_or("")).map_or_else(|e| json!(e.message), |n| json!(n))
                })
                .collect()
        }
        "Collator" => {
            let options = CollatorOptions {
                usage: word!(o, "usage", CollatorUsage).unwrap_or(CollatorUsage::Sort),
                collation: text(o, "collation").map(str::to_owned),
                numeric: o["numeric"].as_bool(),
                case_first: word!(o, "caseFirst", CaseFirst),
                sensitivity: word!(o, "sensitivity", Sensitivity),
                ignore_punctuation: o["ignorePunctuation"].as_bool(),
            };
            let f = Collator::new(&locale(tag), &options)?;
            inputs.iter().map(|i| json!(f.compare(&utf16(&i[0]), &utf16(&i[1])) as i32)).collect()
        }
        "Segmenter" => {
            let f = Segmenter::new(
                &locale(tag),
                word!(o, "granularity", Granularity).unwrap_or(Granularity::Grapheme),
            );
            inputs
                .iter()
                .map(|i| {
                    let units = utf16(i);
                    f.segments(&units)
                        .map(|s| {
                            if let Some(word) = s.is_word_like {
                                json!([s.start, s.end, word])
                            } else {
                                json!([s.start, s.end])
                            }
                        })
                        .collect()
                })
                .collect()
        }
        "LocaleInfo" => inputs
            .iter()
            .map(|i| {
                let info =
                    LocaleInfo::new(&LanguageTag::parse(i.as_str().unwrap_or("")).expect("tag"));
                let week = info.week();
                json!([
                    week.first_day,
                    week.weekend,
                    week.minimal_days,
                    if info.is_right_to_left() { "rtl" } else { "ltr" },
                    info.hour_cycles()
                ])
            })
            .collect(),
        "Offset" => {
            let zone = Zone::find(text(o, "timeZone").unwrap_or("UTC")).expect("zone");
            inputs
                .iter()
                .map(|i| json!(offset_ms(&zone, i.as_i64().unwrap_or(0), false) / 60_000))
                .collect()
        }
        "Tag" => inputs
            .iter()
            .map(|i| match LanguageTag::parse(i.as_str().unwrap_or("")) {
                Err(e) => json!(e.message),
                Ok(t) => {
                    let (mut max, mut min) = (t.clone(), t.clone());
                    max.maximize();
                    min.minimize();
                    json!([t.to_string(), max.to_string(), min.to_string()])
                }
            })
            .collect(),
        "Resolve" => inputs
            .iter()
            .map(|i| json!(locale(i.as_str().unwrap_or("")).locale.to_string()))
            .collect(),
        other => panic!("unknown formatter {other}"),
    })
}
