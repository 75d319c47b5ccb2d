//! ### [20 Locale Sensitive Functions of the ECMAScript Language Specification](https://tc39.es/ecma402/#locale-sensitive-functions)
//!
//! Calls without locale and options use formatters that are made once a run.

use super::state::Formatter;
use super::{collator, date_time_format, number_format};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    Collator, CollatorOptions, DateTimeDefaults, DateTimeFormat, DateTimeFormatOptions,
    DateTimeRequired, NumberFormat, NumberFormatOptions,
};
use std::sync::Arc;

fn no_arguments(vm: &Vm, args: Args, first: usize) -> bool {
    args.get(vm, first).is_undefined() && args.get(vm, first + 1).is_undefined()
}

fn number_formatter(vm: &mut Vm, args: Args) -> Completion<Arc<NumberFormat>> {
    if no_arguments(vm, args, 0) {
        if let Some(format) = &vm.intl.default_number {
            return Ok(format.clone());
        }
        let locale = vm.resolve_locale(&[]);
        let made = NumberFormat::new(&locale, &NumberFormatOptions::default());
        let format = Arc::new(vm.intl_result(made)?);
        vm.intl.default_number = Some(format.clone());
        return Ok(format);
    }
    let (locales, options) = (args.get(vm, 0), args.get(vm, 1));
    let number = vm.formatter_of_text("number", locales, options, |vm| {
        let tags = vm.canonical_locales(locales)?;
        number_format::make(vm, &tags, options)
    })?;
    match vm.formatter_at(number) {
        Some(Formatter::Number(format)) => Ok(format.clone()),
        _ => Err(vm.type_error("Internal error. Icu error.")),
    }
}

/// ### [20.2.1 Number.prototype.toLocaleString](https://tc39.es/ecma402/#sup-number.prototype.tolocalestring)
pub(crate) fn number(vm: &mut Vm, args: Args) -> Completion {
    let n = crate::builtins::number::this_number(vm, args, "toLocaleString")?;
    let format = number_formatter(vm, args)?;
    number_format::format_value(vm, &format, Value::number(n))
}

/// ### [20.3.1 BigInt.prototype.toLocaleString](https://tc39.es/ecma402/#sup-bigint.prototype.tolocalestring)
pub(crate) fn bigint(vm: &mut Vm, args: Args) -> Completion {
    let n = crate::builtins::number::this_bigint(vm, args, "toLocaleString")?;
    let format = number_formatter(vm, args)?;
    let value = vm.bigint_value(n)?;
    number_format::format_value(vm, &format, value)
}

/// ### [20.4.1 to 20.4.3 Date.prototype.toLocaleString, …DateString, …TimeString](https://tc39.es/ecma402/#sup-date.prototype.tolocalestring)
pub(crate) fn date(
    vm: &mut Vm,
    args: Args,
    method: &str,
    required: DateTimeRequired,
    defaults: DateTimeDefaults,
) -> Completion {
    let this = args.this(vm);
    let time = match this.as_object() {
        Some(id) if vm.heap.object(id).kind == crate::object::Kind::Date => vm.date_value(id),
        _ => return Err(vm.incompatible(&format!("Date.prototype.{method}"), this)),
    };
    if time.is_nan() {
        return Ok(vm.text_value("Invalid Date"));
    }
    let format = date_formatter(vm, args, required, defaults)?;
    date_time_format::format_time(vm, &format, time)
}

fn date_formatter(
    vm: &mut Vm,
    args: Args,
    required: DateTimeRequired,
    defaults: DateTimeDefaults,
) -> Completion<Arc<DateTimeFormat>> {
    if no_arguments(vm, args, 0) {
        let place = required as usize;
        if let Some(Some(format)) = vm.intl.default_dates.get(place) {
            return Ok(format.clone());
        }
        let locale = vm.resolve_locale(&[]);
        let options =
            DateTimeFormatOptions { required, defaults, ..DateTimeFormatOptions::default() };
        let made = DateTimeFormat::new(&locale, &options, vm.zone());
        let format = Arc::new(vm.intl_result(made)?);
        if let Some(slot) = vm.intl.default_dates.get_mut(place) {
            *slot = Some(format.clone());
        }
        return Ok(format);
    }
    let (locales, options) = (args.get(vm, 0), args.get(vm, 1));
    let number = vm.formatter_of_text(required.as_str(), locales, options, |vm| {
        let tags = vm.canonical_locales(locales)?;
        date_time_format::make(vm, &tags, options, required, defaults)
    })?;
    match vm.formatter_at(number) {
        Some(Formatter::DateTime(format)) => Ok(format.clone()),
        _ => Err(vm.type_error("Internal error. Icu error.")),
    }
}

/// ### [20.1.1 String.prototype.localeCompare](https://tc39.es/ecma402/#sup-String.prototype.localeCompare)
pub(crate) fn locale_compare(vm: &mut Vm, args: Args) -> Completion {
    let left = args.this_string(vm, "String.prototype.localeCompare")?;
    let right = args.string(vm, 0)?;
    let collator = collator_for(vm, args)?;
    collator::compare(vm, &collator, left, right)
}

fn collator_for(vm: &mut Vm, args: Args) -> Completion<Arc<Collator>> {
    if no_arguments(vm, args, 1) {
        if let Some(collator) = &vm.intl.default_collator {
            return Ok(collator.clone());
        }
        let locale = vm.resolve_locale(&[]);
        let made = Collator::new(&locale, &CollatorOptions::default());
        let collator = Arc::new(vm.intl_result(made)?);
        vm.intl.default_collator = Some(collator.clone());
        return Ok(collator);
    }
    let (locales, options) = (args.get(vm, 1), args.get(vm, 2));
    let number = vm.formatter_of_text("collator", locales, options, |vm| {
        let tags = vm.canonical_locales(locales)?;
        collator::make(vm, &tags, options)
    })?;
    match vm.formatter_at(number) {
        Some(Formatter::Collator(collator)) => Ok(collator.clone()),
        _ => Err(vm.type_error("Internal error. Icu error.")),
    }
}

/// ### [20.1.2 String.prototype.toLocaleLowerCase](https://tc39.es/ecma402/#sup-string.prototype.tolocalelowercase) and …UpperCase
pub(crate) fn change_case(vm: &mut Vm, args: Args, upper: bool, method: &str) -> Completion {
    let s = args.this_string(vm, &format!("String.prototype.{method}"))?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let language = match tags.first() {
        Some(tag) => tag.language.clone(),
        None => vm.default_tag().language.clone(),
    };
    if !matches!(language.as_str(), "tr" | "az" | "lt" | "el" | "hy") {
        return crate::builtins::string::change_case_of(vm, s, upper);
    }
    let len = vm.heap.string_len(s);
    vm.charge(len as u64 / 4 + 5)?;
    vm.charge_memory(len * 6)?;
    let units = mapped_by_language(&vm.heap.view(s).to_units(), upper, &language);
    Ok(vm.heap.string_from_units(&units).into())
}

/// Case mapping for languages with rules of their own; lone surrogates stay.
fn mapped_by_language(units: &[u16], upper: bool, language: &str) -> Vec<u16> {
    use icu_locale_core::LanguageIdentifier;
    let locale = LanguageIdentifier::try_from_str(language).unwrap_or(LanguageIdentifier::UNKNOWN);
    let mapper = icu_casemap::CaseMapper::new();
    let mut out = Vec::with_capacity(units.len());
    let mut run = String::new();
    let flush = |run: &mut String, out: &mut Vec<u16>| {
        if !run.is_empty() {
            let text = if upper {
                mapper.uppercase_to_string(run, &locale)
            } else {
                mapper.lowercase_to_string(run, &locale)
            };
            out.extend(text.encode_utf16());
            run.clear();
        }
    };
    for c in char::decode_utf16(units.iter().copied()) {
        match c {
            Ok(c) => run.push(c),
            Err(lone) => {
                flush(&mut run, &mut out);
                out.push(lone.unpaired_surrogate());
            }
        }
    }
    flush(&mut run, &mut out);
    out
}
