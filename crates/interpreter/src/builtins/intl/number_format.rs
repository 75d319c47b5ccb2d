//! ### [16 NumberFormat Objects](https://tc39.es/ecma402/#numberformat-objects)

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, getter, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    CompactDisplay, CurrencyDisplay, CurrencySign, Digits, LanguageTag, Notation, Number,
    NumberFormat, NumberFormatOptions, NumberStyle, SignDisplay, UnitDisplay, UseGrouping,
    is_well_formed_currency, is_well_formed_unit,
};
use std::sync::Arc;

const NAME: &str = "Intl.NumberFormat";

pub(crate) const TABLES: &[Table] = &[
    service(
        "NumberFormat",
        Intrinsic::IntlNumberFormat,
        Intrinsic::IntlNumberFormatPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlNumberFormatPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            getter("format", |vm, args| {
                let (this, _) =
                    unwrapped(vm, args.this(vm), "get Intl.NumberFormat.prototype.format")?;
                Ok(match this.as_object() {
                    Some(id) => vm.bound_function(id, "intlNumberFormat"),
                    None => Value::UNDEFINED,
                })
            }),
            method("formatRange", 2, |vm, args| {
                let (format, start, end) =
                    range(vm, args, "Intl.NumberFormat.prototype.formatRange")?;
                let text = vm.intl_result(format.format_range(&start, &end))?;
                Ok(vm.text_value(&text))
            }),
            method("formatRangeToParts", 2, |vm, args| {
                let (format, start, end) =
                    range(vm, args, "Intl.NumberFormat.prototype.formatRangeToParts")?;
                let parts = vm.intl_result(format.format_range_to_parts(&start, &end))?;
                vm.parts_array(&parts, true, None)
            }),
            method("formatToParts", 1, |vm, args| {
                let format = this(vm, args.this(vm), "Intl.NumberFormat.prototype.formatToParts")?;
                let number = vm.to_intl_number(args.get(vm, 0))?;
                vm.charge_formatting(0)?;
                vm.parts_array(&format.format_to_parts(&number), false, None)
            }),
            tag("Intl.NumberFormat"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<NumberFormat>> {
    match vm.formatter(value) {
        Some(Formatter::Number(format)) => Ok(format.clone()),
        _ => Err(vm.incompatible(method, value)),
    }
}

/// ### [16.5.8 UnwrapNumberFormat](https://tc39.es/ecma402/#sec-unwrapnumberformat)
fn unwrapped(vm: &mut Vm, value: Value, method: &str) -> Completion<(Value, Arc<NumberFormat>)> {
    let inner = vm.unwrap_legacy(value, Intrinsic::IntlNumberFormat)?;
    Ok((inner, this(vm, inner, method)?))
}

/// The function that `format` gives: formats with the NumberFormat it was read from.
pub(crate) fn bound_format(vm: &mut Vm, args: Args) -> Completion {
    let format = vm.function_data(args.callee);
    let format = this(vm, format, NAME)?;
    let value = args.get(vm, 0);
    format_value(vm, &format, value)
}

pub(super) fn format_value(vm: &mut Vm, format: &NumberFormat, value: Value) -> Completion {
    let number = match value.as_number() {
        Some(n) => Number::from(n),
        None => vm.to_intl_number(value)?,
    };
    vm.charge_formatting(0)?;
    let text = format.format(&number);
    vm.charge(text.len() as u64)?;
    vm.charge_memory(text.len())?;
    Ok(vm.text_value(&text))
}

fn range(vm: &mut Vm, args: Args, method: &str) -> Completion<(Arc<NumberFormat>, Number, Number)> {
    let format = this(vm, args.this(vm), method)?;
    let (start, end) = (args.get(vm, 0), args.get(vm, 1));
    for (name, value) in [("start", start), ("end", end)] {
        if value.is_undefined() {
            return Err(vm.type_error(&format!("Invalid {name} : undefined")));
        }
    }
    let start = vm.to_intl_number(start)?;
    let end = vm.to_intl_number(end)?;
    for (name, number) in [("start", &start), ("end", &end)] {
        if matches!(number, Number::NotANumber) {
            return Err(vm.range_error(&format!("Invalid {name} : NaN")));
        }
    }
    vm.charge_formatting(0)?;
    Ok((format, start, end))
}

/// ### [16.1.1 Intl.NumberFormat](https://tc39.es/ecma402/#sec-intl.numberformat)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let target = if args.is_construct() { args.new_target } else { Value::object(args.callee) };
    let proto = vm.prototype_of_constructor(target, Intrinsic::IntlNumberFormatPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let formatter = make(vm, &tags, args.get(vm, 1))?;
    let object = vm.new_intl_object(proto, formatter);
    if args.is_construct() {
        return Ok(object);
    }
    vm.chain_legacy(args.this(vm), object, Intrinsic::IntlNumberFormat)
}

/// The formatter for locales and an options argument.
pub(super) fn make(vm: &mut Vm, tags: &[LanguageTag], options: Value) -> Completion<u32> {
    let options = read(vm, options)?;
    let locale = vm.resolve_locale(tags);
    vm.shared_formatter(format!("number{locale:?}{options:?}"), |_| {
        Ok(Formatter::Number(Arc::new(NumberFormat::new(&locale, &options)?)))
    })
}

fn read(vm: &mut Vm, options: Value) -> Completion<NumberFormatOptions> {
    let o = Options::coerce(vm, options, NAME)?;
    let mut out = NumberFormatOptions::default();
    if options.is_undefined() {
        return Ok(out);
    }
    o.locale_matcher(vm)?;
    out.numbering_system = o.keyword(vm, "numberingSystem")?;
    out.style = o.choice(vm, "style", NumberStyle::parse)?.unwrap_or(out.style);
    out.currency = o.text(vm, "currency")?;
    match &out.currency {
        None if out.style == NumberStyle::Currency => {
            return Err(vm.type_error("Currency code is required with currency style."));
        }
        Some(code) if !is_well_formed_currency(code) => {
            return Err(vm.range_error(&format!("Invalid currency code : {code}")));
        }
        _ => {}
    }
    out.currency_display =
        o.choice(vm, "currencyDisplay", CurrencyDisplay::parse)?.unwrap_or(out.currency_display);
    out.currency_sign =
        o.choice(vm, "currencySign", CurrencySign::parse)?.unwrap_or(out.currency_sign);
    out.unit = o.text(vm, "unit")?;
    match &out.unit {
        None if out.style == NumberStyle::Unit => {
            return Err(vm.type_error("Invalid unit argument for Intl.NumberFormat() ''"));
        }
        Some(unit) if !is_well_formed_unit(unit) => {
            return Err(
                vm.range_error(&format!("Invalid unit argument for Intl.NumberFormat() '{unit}'"))
            );
        }
        _ => {}
    }
    out.unit_display = o.choice(vm, "unitDisplay", UnitDisplay::parse)?.unwrap_or(out.unit_display);
    out.notation = o.choice(vm, "notation", Notation::parse)?.unwrap_or(out.notation);
    out.digits = o.digits(vm)?;
    out.compact_display =
        o.choice(vm, "compactDisplay", CompactDisplay::parse)?.unwrap_or(out.compact_display);
    out.use_grouping = grouping(vm, &o)?;
    out.sign_display = o.choice(vm, "signDisplay", SignDisplay::parse)?.unwrap_or(out.sign_display);
    Ok(out)
}

/// ### [9.2.13 GetBooleanOrStringNumberFormatOption](https://tc39.es/ecma402/#sec-getbooleanorstringnumberformatoption)
fn grouping(vm: &mut Vm, options: &Options) -> Completion<Option<UseGrouping>> {
    let value = options.get(vm, "useGrouping")?;
    if value.is_undefined() {
        return Ok(None);
    }
    if value == Value::TRUE {
        return Ok(Some(UseGrouping::Always));
    }
    if !vm.to_boolean(value) {
        return Ok(Some(UseGrouping::Never));
    }
    let s = vm.to_string(value)?;
    let text = vm.heap.text(s);
    match text.as_str() {
        "true" | "false" => Ok(None),
        "min2" => Ok(Some(UseGrouping::Min2)),
        "auto" => Ok(Some(UseGrouping::Auto)),
        "always" => Ok(Some(UseGrouping::Always)),
        _ => Err(options.out_of_range(vm, "useGrouping", &text)),
    }
}

/// The digit options in force, as `resolvedOptions` shows them: the first ones, then the last ones.
pub(super) fn digit_fields(
    digits: &Digits,
) -> (Vec<(&'static str, Field<'static>)>, [(&'static str, Field<'static>); 4]) {
    let mut first = vec![("minimumIntegerDigits", Field::Number(digits.minimum_integer))];
    if let Some((least, most)) = digits.fraction {
        first.push(("minimumFractionDigits", Field::Number(least)));
        first.push(("maximumFractionDigits", Field::Number(most)));
    }
    if let Some((least, most)) = digits.significant {
        first.push(("minimumSignificantDigits", Field::Number(least)));
        first.push(("maximumSignificantDigits", Field::Number(most)));
    }
    let last = [
        ("roundingIncrement", Field::Number(digits.increment)),
        ("roundingMode", Field::Text(digits.mode.as_str())),
        ("roundingPriority", Field::Text(digits.priority.as_str())),
        ("trailingZeroDisplay", Field::Text(digits.trailing_zeros.as_str())),
    ];
    (first, last)
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let (_, format) = unwrapped(vm, args.this(vm), "Intl.NumberFormat.prototype.resolvedOptions")?;
    let r = format.resolved();
    let money = r.style == NumberStyle::Currency;
    let mut fields = vec![
        ("locale", Field::Text(&r.locale)),
        ("numberingSystem", Field::Text(&r.numbering_system)),
        ("style", Field::Text(r.style.as_str())),
        ("currency", Field::Maybe(r.currency.as_deref())),
        ("currencyDisplay", Field::Maybe(money.then_some(r.currency_display.as_str()))),
        ("currencySign", Field::Maybe(money.then_some(r.currency_sign.as_str()))),
        ("unit", Field::Maybe(r.unit.as_deref())),
        (
            "unitDisplay",
            Field::Maybe((r.style == NumberStyle::Unit).then_some(r.unit_display.as_str())),
        ),
    ];
    let (first, last) = digit_fields(&r.digits);
    fields.extend(first);
    fields.push((
        "useGrouping",
        match r.use_grouping {
            UseGrouping::Never => Field::Bool(false),
            other => Field::Text(other.as_str()),
        },
    ));
    fields.push(("notation", Field::Text(r.notation.as_str())));
    let compact = r.notation == Notation::Compact;
    fields.push(("compactDisplay", Field::Maybe(compact.then_some(r.compact_display.as_str()))));
    fields.push(("signDisplay", Field::Text(r.sign_display.as_str())));
    fields.extend(last);
    Ok(vm.record(&fields))
}

impl Vm {
    /// What a legacy object made by a call without `new` stands for.
    pub(super) fn unwrap_legacy(&mut self, value: Value, constructor: Intrinsic) -> Completion {
        let Some(id) = value.as_object().filter(|_| self.formatter(value).is_none()) else {
            return Ok(value);
        };
        if !self.is_instance_of(value, constructor)? {
            return Ok(value);
        }
        let symbol = self.intl_fallback_symbol();
        self.get(id, crate::object::PropertyKey::Symbol(symbol))
    }
    /// Services called without `new` on an instance put the new object on it.
    pub(super) fn chain_legacy(
        &mut self,
        this: Value,
        object: Value,
        constructor: Intrinsic,
    ) -> Completion {
        let Some(id) = this.as_object() else { return Ok(object) };
        if !self.is_instance_of(this, constructor)? {
            return Ok(object);
        }
        let symbol = self.intl_fallback_symbol();
        let descriptor = crate::object::Descriptor::data(object, crate::object::Attributes::NONE);
        self.define_property_or_throw(id, crate::object::PropertyKey::Symbol(symbol), &descriptor)?;
        Ok(this)
    }
    /// ### [7.3.22 OrdinaryHasInstance](https://tc39.es/ecma262/#sec-ordinaryhasinstance) of an intrinsic constructor
    fn is_instance_of(&mut self, value: Value, constructor: Intrinsic) -> Completion<bool> {
        let Some(mut at) = value.as_object() else { return Ok(false) };
        let key = self.realm.names.prototype;
        let constructor = self.intrinsic(constructor);
        let prototype = self.get(constructor, key)?.as_object();
        while let Some(next) = self.get_prototype_of(at)? {
            self.charge(1)?;
            if Some(next) == prototype {
                return Ok(true);
            }
            at = next;
        }
        Ok(false)
    }
}
