//! ### [13 DurationFormat Objects](https://tc39.es/ecma402/#durationformat-objects)

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    DurationDisplay, DurationFormat, DurationFormatOptions, DurationStyle, DurationUnit,
    DurationUnitStyle,
};
use std::sync::Arc;

const NAME: &str = "Intl.DurationFormat";

pub(crate) const TABLES: &[Table] = &[
    service(
        "DurationFormat",
        Intrinsic::IntlDurationFormat,
        Intrinsic::IntlDurationFormatPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlDurationFormatPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            method("format", 1, |vm, args| {
                let format = this(vm, args.this(vm), "format")?;
                let values = to_duration(vm, args.get(vm, 0))?;
                vm.charge_formatting(40)?;
                let text = vm.intl_result(format.format(&values))?;
                Ok(vm.text_value(&text))
            }),
            method("formatToParts", 1, format_to_parts),
            tag("Intl.DurationFormat"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<DurationFormat>> {
    match vm.formatter(value) {
        Some(Formatter::Duration(format)) => Ok(format.clone()),
        _ => Err(vm.incompatible(&format!("{NAME}.prototype.{method}"), value)),
    }
}

/// ### [13.1.1 Intl.DurationFormat](https://tc39.es/ecma402/#sec-Intl.DurationFormat)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlDurationFormatPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let o = Options::object(vm, args.get(vm, 1), NAME)?;
    let mut options = DurationFormatOptions::default();
    o.locale_matcher(vm)?;
    options.numbering_system = o.keyword(vm, "numberingSystem")?;
    options.style = o.choice(vm, "style", DurationStyle::parse)?.unwrap_or(options.style);
    for (i, unit) in DurationUnit::ALL.iter().enumerate() {
        let name = unit.as_str();
        let style = o.choice(
            vm,
            name,
            match i {
                0..=3 => |t: &str| {
                    DurationUnitStyle::parse(t).filter(|s| {
                        matches!(
                            s,
                            DurationUnitStyle::Long
                                | DurationUnitStyle::Short
                                | DurationUnitStyle::Narrow
                        )
                    })
                },
                4..=6 => |t: &str| {
                    DurationUnitStyle::parse(t).filter(|s| *s != DurationUnitStyle::Fractional)
                },
                _ => |t: &str| {
                    DurationUnitStyle::parse(t).filter(|s| {
                        !matches!(s, DurationUnitStyle::Fractional | DurationUnitStyle::TwoDigit)
                    })
                },
            },
        )?;
        let display = o.choice(vm, &format!("{name}Display"), DurationDisplay::parse)?;
        if let Some(slot) = options.units.get_mut(i) {
            *slot = (style, display);
        }
    }
    options.fractional_digits = o.number(vm, "fractionalDigits", 0.0, 9.0)?.map(|n| n as u8);
    let locale = vm.resolve_locale(&tags);
    let formatter = vm.shared_formatter(format!("duration{locale:?}{options:?}"), |_| {
        Ok(Formatter::Duration(Arc::new(DurationFormat::new(&locale, &options)?)))
    })?;
    Ok(vm.new_intl_object(proto, formatter))
}

/// ### [13.5.5 ToDurationRecord](https://tc39.es/ecma402/#sec-todurationrecord)
fn to_duration(vm: &mut Vm, value: Value) -> Completion<[f64; 10]> {
    let Some(id) = value.as_object() else {
        if let Some(s) = value.as_string() {
            let text = vm.heap.text(s);
            return match iso_duration(&text).filter(valid) {
                Some(values) => Ok(values),
                None => Err(vm.range_error(&format!("Invalid duration: {text}"))),
            };
        }
        let text = vm.describe(value);
        return Err(vm.type_error(&format!("{text} is not a duration")));
    };
    let mut order: Vec<(usize, &'static str)> =
        DurationUnit::ALL.iter().map(|u| u.as_str()).enumerate().collect();
    order.sort_unstable_by_key(|o| o.1);
    let mut values = [0.0; 10];
    let mut any = false;
    for (i, name) in order {
        let value = vm.get_named(id, name)?;
        if value.is_undefined() {
            continue;
        }
        any = true;
        let n = vm.to_number(value)?;
        if !n.is_finite() || n.trunc() != n {
            return Err(vm.range_error(&format!("Invalid value for duration property {name}")));
        }
        if let Some(slot) = values.get_mut(i) {
            *slot = n + 0.0;
        }
    }
    if !any {
        return Err(vm.type_error("A duration needs at least one unit"));
    }
    if !valid(&values) {
        return Err(vm.range_error("Invalid duration"));
    }
    Ok(values)
}

/// ### [13.5.6 IsValidDuration](https://tc39.es/ecma402/#sec-isvalidduration)
fn valid(values: &[f64; 10]) -> bool {
    if values.iter().any(|v| *v > 0.0) && values.iter().any(|v| *v < 0.0) {
        return false;
    }
    let [
        years,
        months,
        weeks,
        days,
        hours,
        minutes,
        seconds,
        milliseconds,
        microseconds,
        nanoseconds,
    ] = *values;
    if [years, months, weeks].iter().any(|v| v.abs() >= 4_294_967_296.0) {
        return false;
    }
    // In nanoseconds, exactly: doubles that are integers below this bound fit.
    const MOST: f64 = 1e26;
    let parts = [
        (days, 86_400_000_000_000i128),
        (hours, 3_600_000_000_000),
        (minutes, 60_000_000_000),
        (seconds, 1_000_000_000),
        (milliseconds, 1_000_000),
        (microseconds, 1_000),
        (nanoseconds, 1),
    ];
    if parts.iter().any(|(v, _)| v.abs() >= MOST) {
        return false;
    }
    let total: i128 = parts
        .iter()
        .map(|(v, scale)| (*v as i128).saturating_mul(*scale))
        .fold(0, i128::saturating_add);
    total.abs() < 9_007_199_254_740_992i128 * 1_000_000_000
}

/// A duration as text (`P1Y2M3DT4H5M6.7S`), by unit.
fn iso_duration(text: &str) -> Option<[f64; 10]> {
    let (sign, rest) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let rest = rest.strip_prefix(['P', 'p'])?;
    let mut out = [0.0f64; 10];
    let (mut time, mut next, mut any) = (false, 0usize, false);
    let mut digits = String::new();
    let mut fraction: Option<String> = None;
    for c in rest.chars() {
        match c {
            '0'..='9' => match &mut fraction {
                Some(f) => f.push(c),
                None => digits.push(c),
            },
            '.' | ',' if !digits.is_empty() && fraction.is_none() => fraction = Some(String::new()),
            'T' | 't' if !time && digits.is_empty() => {
                time = true;
                next = 4;
                any = false;
            }
            _ => {
                let place = match (time, c.to_ascii_uppercase()) {
                    (false, 'Y') => 0,
                    (false, 'M') => 1,
                    (false, 'W') => 2,
                    (false, 'D') => 3,
                    (true, 'H') => 4,
                    (true, 'M') => 5,
                    (true, 'S') => 6,
                    _ => return None,
                };
                if place < next || digits.is_empty() || fraction.as_ref().is_some_and(|_| place < 4)
                {
                    return None;
                }
                *out.get_mut(place)? = sign * digits.parse::<f64>().ok()?;
                if let Some(f) = fraction.take() {
                    if f.is_empty() || f.len() > 9 {
                        return None;
                    }
                    let unit: i64 = [3_600_000_000_000i64, 60_000_000_000, 1_000_000_000]
                        .get(place - 4)
                        .copied()?;
                    let nanoseconds = i128::from(f.parse::<i64>().ok()?) * i128::from(unit)
                        / 10i128.pow(u32::try_from(f.len()).ok()?);
                    let mut left = i64::try_from(nanoseconds).ok()?;
                    for (slot, scale) in [
                        (5, 60_000_000_000),
                        (6, 1_000_000_000),
                        (7, 1_000_000),
                        (8, 1_000),
                        (9, 1),
                    ] {
                        if slot > place {
                            *out.get_mut(slot)? = sign * (left / scale) as f64;
                            left %= scale;
                        }
                    }
                    next = 10;
                } else {
                    next = place + 1;
                }
                digits.clear();
                any = true;
            }
        }
    }
    (any && digits.is_empty() && fraction.is_none()).then_some(out.map(|v| v + 0.0))
}

fn format_to_parts(vm: &mut Vm, args: Args) -> Completion {
    let format = this(vm, args.this(vm), "formatToParts")?;
    let values = to_duration(vm, args.get(vm, 0))?;
    vm.charge_formatting(40)?;
    let parts = vm.intl_result(format.format_to_parts(&values))?;
    let mut list = Vec::with_capacity(parts.len());
    for p in &parts {
        list.push(vm.record(&[
            ("type", Field::Text(p.part.kind)),
            ("value", Field::Text(&p.part.value)),
            ("unit", Field::Maybe(p.unit.map(DurationUnit::singular))),
        ]));
    }
    Ok(vm.new_array(list).into())
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let f = this(vm, args.this(vm), "resolvedOptions")?;
    let displays: Vec<String> =
        DurationUnit::ALL.iter().map(|u| format!("{}Display", u.as_str())).collect();
    let mut fields = vec![
        ("locale", Field::Text(&f.locale)),
        ("numberingSystem", Field::Text(&f.numbering_system)),
        ("style", Field::Text(f.style.as_str())),
    ];
    for ((unit, (style, display)), name) in DurationUnit::ALL.iter().zip(&f.units).zip(&displays) {
        let style = if *style == DurationUnitStyle::Fractional {
            DurationUnitStyle::Numeric
        } else {
            *style
        };
        fields.push((unit.as_str(), Field::Text(style.as_str())));
        fields.push((name, Field::Text(display.as_str())));
    }
    if let Some(digits) = f.fractional_digits {
        fields.push(("fractionalDigits", Field::Number(u32::from(digits))));
    }
    Ok(vm.record(&fields))
}
