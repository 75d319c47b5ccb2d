//! ### [11 DateTimeFormat Objects](https://tc39.es/ecma402/#datetimeformat-objects)

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, getter, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    DateStyle, DateTimeDefaults, DateTimeFormat, DateTimeFormatOptions, DateTimeRequired,
    HourCycle, LanguageTag, Month, NumericStyle, TextStyle, TimeZoneNameStyle, Zone,
};
use std::sync::Arc;

const NAME: &str = "Intl.DateTimeFormat";

pub(crate) const TABLES: &[Table] = &[
    service(
        "DateTimeFormat",
        Intrinsic::IntlDateTimeFormat,
        Intrinsic::IntlDateTimeFormatPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlDateTimeFormatPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            getter("format", |vm, args| {
                let (this, _) =
                    unwrapped(vm, args.this(vm), "get Intl.DateTimeFormat.prototype.format")?;
                Ok(match this.as_object() {
                    Some(id) => vm.bound_function(id, "intlDateTimeFormat"),
                    None => Value::UNDEFINED,
                })
            }),
            method("formatRange", 2, |vm, args| {
                let (format, start, end) =
                    range(vm, args, "Intl.DateTimeFormat.prototype.formatRange")?;
                let text = vm.intl_result(format.format_range(start, end))?;
                Ok(vm.text_value(&text))
            }),
            method("formatRangeToParts", 2, |vm, args| {
                let (format, start, end) =
                    range(vm, args, "Intl.DateTimeFormat.prototype.formatRangeToParts")?;
                let parts = vm.intl_result(format.format_range_to_parts(start, end))?;
                vm.parts_array(&parts, true, None)
            }),
            method("formatToParts", 1, |vm, args| {
                let format =
                    this(vm, args.this(vm), "Intl.DateTimeFormat.prototype.formatToParts")?;
                let time = time_of(vm, args.get(vm, 0))?;
                vm.charge_formatting(0)?;
                let parts = vm.intl_result(format.format_to_parts(time))?;
                vm.parts_array(&parts, false, None)
            }),
            tag("Intl.DateTimeFormat"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<DateTimeFormat>> {
    match vm.formatter(value) {
        Some(Formatter::DateTime(format)) => Ok(format.clone()),
        _ => Err(vm.incompatible(method, value)),
    }
}

/// ### [11.5.13 UnwrapDateTimeFormat](https://tc39.es/ecma402/#sec-unwrapdatetimeformat)
fn unwrapped(vm: &mut Vm, value: Value, method: &str) -> Completion<(Value, Arc<DateTimeFormat>)> {
    let inner = vm.unwrap_legacy(value, Intrinsic::IntlDateTimeFormat)?;
    Ok((inner, this(vm, inner, method)?))
}

/// The time value of an argument; undefined is now.
fn time_of(vm: &mut Vm, value: Value) -> Completion<f64> {
    if value.is_undefined() { Ok(vm.now.epoch_ms.floor()) } else { vm.to_number(value) }
}

/// The function that `format` gives: formats with the DateTimeFormat it was read from.
pub(crate) fn bound_format(vm: &mut Vm, args: Args) -> Completion {
    let format = vm.function_data(args.callee);
    let format = this(vm, format, NAME)?;
    let time = time_of(vm, args.get(vm, 0))?;
    format_time(vm, &format, time)
}

pub(super) fn format_time(vm: &mut Vm, format: &DateTimeFormat, time: f64) -> Completion {
    vm.charge_formatting(0)?;
    let text = vm.intl_result(format.format(time))?;
    Ok(vm.text_value(&text))
}

fn range(vm: &mut Vm, args: Args, method: &str) -> Completion<(Arc<DateTimeFormat>, f64, f64)> {
    let format = this(vm, args.this(vm), method)?;
    let (start, end) = (args.get(vm, 0), args.get(vm, 1));
    if start.is_undefined() || end.is_undefined() {
        return Err(vm.type_error("Invalid time value"));
    }
    let start = vm.to_number(start)?;
    let end = vm.to_number(end)?;
    vm.charge_formatting(0)?;
    Ok((format, start, end))
}

/// ### [11.1.1 Intl.DateTimeFormat](https://tc39.es/ecma402/#sec-intl.datetimeformat)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let target = if args.is_construct() { args.new_target } else { Value::object(args.callee) };
    let proto = vm.prototype_of_constructor(target, Intrinsic::IntlDateTimeFormatPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let formatter =
        make(vm, &tags, args.get(vm, 1), DateTimeRequired::Any, DateTimeDefaults::Date)?;
    let object = vm.new_intl_object(proto, formatter);
    if args.is_construct() {
        return Ok(object);
    }
    vm.chain_legacy(args.this(vm), object, Intrinsic::IntlDateTimeFormat)
}

/// The formatter for locales and an options argument.
pub(super) fn make(
    vm: &mut Vm,
    tags: &[LanguageTag],
    options: Value,
    required: DateTimeRequired,
    defaults: DateTimeDefaults,
) -> Completion<u32> {
    let mut options = read(vm, options)?;
    options.required = required;
    options.defaults = defaults;
    let locale = vm.resolve_locale(tags);
    vm.shared_formatter(format!("date{locale:?}{options:?}"), |vm| {
        let format = DateTimeFormat::new(&locale, &options, vm.zone())?;
        Ok(Formatter::DateTime(Arc::new(format)))
    })
}

/// ### [11.1.2 CreateDateTimeFormat](https://tc39.es/ecma402/#sec-createdatetimeformat), the reading part
fn read(vm: &mut Vm, options: Value) -> Completion<DateTimeFormatOptions> {
    let o = Options::coerce(vm, options, NAME)?;
    let mut out = DateTimeFormatOptions::default();
    if options.is_undefined() {
        return Ok(out);
    }
    o.locale_matcher(vm)?;
    out.calendar = o.keyword(vm, "calendar")?;
    out.numbering_system = o.keyword(vm, "numberingSystem")?;
    out.hour12 = o.boolean(vm, "hour12")?;
    out.hour_cycle = o.choice(vm, "hourCycle", HourCycle::parse)?;
    out.time_zone = o.text(vm, "timeZone")?;
    if let Some(name) = &out.time_zone {
        if Zone::find(name).is_none() {
            return Err(vm.range_error(&format!("Invalid time zone specified: {name}")));
        }
    }
    out.weekday = o.choice(vm, "weekday", TextStyle::parse)?;
    out.era = o.choice(vm, "era", TextStyle::parse)?;
    out.year = o.choice(vm, "year", NumericStyle::parse)?;
    out.month = o.choice(vm, "month", Month::parse)?;
    out.day = o.choice(vm, "day", NumericStyle::parse)?;
    out.day_period = o.choice(vm, "dayPeriod", TextStyle::parse)?;
    out.hour = o.choice(vm, "hour", NumericStyle::parse)?;
    out.minute = o.choice(vm, "minute", NumericStyle::parse)?;
    out.second = o.choice(vm, "second", NumericStyle::parse)?;
    out.fractional_second_digits =
        o.number(vm, "fractionalSecondDigits", 1.0, 3.0)?.map(|n| n as u8);
    out.time_zone_name = o.choice(vm, "timeZoneName", TimeZoneNameStyle::parse)?;
    o.choice(vm, "formatMatcher", |t| matches!(t, "basic" | "best fit").then_some(()))?;
    out.date_style = o.choice(vm, "dateStyle", DateStyle::parse)?;
    out.time_style = o.choice(vm, "timeStyle", DateStyle::parse)?;
    Ok(out)
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let (_, format) =
        unwrapped(vm, args.this(vm), "Intl.DateTimeFormat.prototype.resolvedOptions")?;
    let r = format.resolved();
    let mut fields = vec![
        ("locale", Field::Text(&r.locale)),
        ("calendar", Field::Text(&r.calendar)),
        ("numberingSystem", Field::Text(&r.numbering_system)),
        ("timeZone", Field::Text(&r.time_zone)),
    ];
    if let Some(cycle) = r.hour_cycle {
        fields.push(("hourCycle", Field::Text(cycle.as_str())));
        fields.push(("hour12", Field::Bool(matches!(cycle, HourCycle::H11 | HourCycle::H12))));
    }
    fields.extend([
        ("weekday", Field::Maybe(r.weekday.map(TextStyle::as_str))),
        ("era", Field::Maybe(r.era.map(TextStyle::as_str))),
        ("year", Field::Maybe(r.year.map(NumericStyle::as_str))),
        ("month", Field::Maybe(r.month.map(Month::as_str))),
        ("day", Field::Maybe(r.day.map(NumericStyle::as_str))),
        ("dayPeriod", Field::Maybe(r.day_period.map(TextStyle::as_str))),
        ("hour", Field::Maybe(r.hour.map(NumericStyle::as_str))),
        ("minute", Field::Maybe(r.minute.map(NumericStyle::as_str))),
        ("second", Field::Maybe(r.second.map(NumericStyle::as_str))),
    ]);
    if let Some(digits) = r.fractional_second_digits {
        fields.push(("fractionalSecondDigits", Field::Number(u32::from(digits))));
    }
    fields.push(("timeZoneName", Field::Maybe(r.time_zone_name.map(TimeZoneNameStyle::as_str))));
    fields.push(("dateStyle", Field::Maybe(r.date_style.map(DateStyle::as_str))));
    fields.push(("timeStyle", Field::Maybe(r.time_style.map(DateStyle::as_str))));
    Ok(vm.record(&fields))
}
