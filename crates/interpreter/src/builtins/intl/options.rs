//! Reading options and locale lists: the abstract operations of
//! [ECMA-402 9.2](https://tc39.es/ecma402/#sec-abstract-operations) that run guest code.

use super::state::Formatter;
use crate::heap::ObjectId;
use crate::object::PropertyKey;
use crate::value::{Unpacked, Value};
use crate::vm::{Completion, Hint, Vm};
use codemode_intl::{
    DigitOptions, LanguageTag, Number, RoundingMode, RoundingPriority, TrailingZeroDisplay,
};

/// An options argument; reading from absent options finds nothing.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    object: Option<ObjectId>,
    /// Whose options these are, for messages.
    owner: &'static str,
}

impl Options {
    /// ### [9.2.11 CoerceOptionsToObject](https://tc39.es/ecma402/#sec-coerceoptionstoobject)
    pub(crate) fn coerce(vm: &mut Vm, value: Value, owner: &'static str) -> Completion<Options> {
        if value.is_undefined() {
            return Ok(Options { object: None, owner });
        }
        if value.is_null() {
            return Err(vm.type_error(&format!("{owner} called on null or undefined")));
        }
        Ok(Options { object: Some(vm.to_object(value)?), owner })
    }
    /// ### [9.2.10 GetOptionsObject](https://tc39.es/ecma402/#sec-getoptionsobject)
    pub(crate) fn object(vm: &mut Vm, value: Value, owner: &'static str) -> Completion<Options> {
        match value.as_object() {
            Some(id) => Ok(Options { object: Some(id), owner }),
            None if value.is_undefined() => Ok(Options { object: None, owner }),
            None => Err(vm.type_error("invalid_argument")),
        }
    }
    /// The option as it is.
    pub(crate) fn get(&self, vm: &mut Vm, name: &str) -> Completion {
        match self.object {
            Some(id) => vm.get_named(id, name),
            None => Ok(Value::UNDEFINED),
        }
    }
    pub(crate) fn text(&self, vm: &mut Vm, name: &str) -> Completion<Option<String>> {
        let value = self.get(vm, name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        let s = vm.to_string(value)?;
        let text = vm.heap.text(s);
        vm.charge(text.len() as u64 / 8)?;
        Ok(Some(text))
    }
    /// ### [9.2.12 GetOption](https://tc39.es/ecma402/#sec-getoption) of a word
    pub(crate) fn choice<T>(
        &self,
        vm: &mut Vm,
        name: &str,
        parse: fn(&str) -> Option<T>,
    ) -> Completion<Option<T>> {
        match self.text(vm, name)? {
            None => Ok(None),
            Some(text) => match parse(&text) {
                Some(value) => Ok(Some(value)),
                None => Err(self.out_of_range(vm, name, &text)),
            },
        }
    }
    pub(crate) fn out_of_range(&self, vm: &mut Vm, name: &str, text: &str) -> crate::vm::Abrupt {
        let owner = self.owner;
        vm.range_error(&format!("Value {text} out of range for {owner} options property {name}"))
    }
    pub(crate) fn boolean(&self, vm: &mut Vm, name: &str) -> Completion<Option<bool>> {
        let value = self.get(vm, name)?;
        Ok(if value.is_undefined() { None } else { Some(vm.to_boolean(value)) })
    }
    /// ### [9.2.15 GetNumberOption](https://tc39.es/ecma402/#sec-getnumberoption)
    pub(crate) fn number(
        &self,
        vm: &mut Vm,
        name: &str,
        least: f64,
        most: f64,
    ) -> Completion<Option<f64>> {
        let value = self.get(vm, name)?;
        default_number(vm, value, name, least, most)
    }
    pub(crate) fn locale_matcher(&self, vm: &mut Vm) -> Completion<()> {
        let known = |text: &str| matches!(text, "lookup" | "best fit").then_some(());
        self.choice(vm, "localeMatcher", known).map(|_| ())
    }
    /// A keyword's value such as `numberingSystem`: must be well-formed, need not be known.
    pub(crate) fn keyword(&self, vm: &mut Vm, name: &str) -> Completion<Option<String>> {
        match self.text(vm, name)? {
            Some(text) if !codemode_intl::is_type(&text) => {
                Err(vm.range_error(&format!("Invalid {name} : {text}")))
            }
            other => Ok(other),
        }
    }
    /// ### [16.1.3 SetNumberFormatDigitOptions](https://tc39.es/ecma402/#sec-setnfdigitoptions), the reading part
    pub(crate) fn digits(&self, vm: &mut Vm) -> Completion<DigitOptions> {
        let mut out = DigitOptions {
            minimum_integer_digits: self.number(vm, "minimumIntegerDigits", 1.0, 21.0)?,
            ..DigitOptions::default()
        };
        let least_fraction = self.get(vm, "minimumFractionDigits")?;
        let most_fraction = self.get(vm, "maximumFractionDigits")?;
        let least_significant = self.get(vm, "minimumSignificantDigits")?;
        let most_significant = self.get(vm, "maximumSignificantDigits")?;
        out.rounding_increment = self.number(vm, "roundingIncrement", 1.0, 5000.0)?;
        if let Some(increment) = out.rounding_increment {
            let known = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];
            if !known.contains(&(increment as i32)) {
                return Err(vm.range_error("roundingIncrement value is out of range."));
            }
        }
        out.rounding_mode = self.choice(vm, "roundingMode", RoundingMode::parse)?;
        out.rounding_priority = self.choice(vm, "roundingPriority", RoundingPriority::parse)?;
        out.trailing_zero_display =
            self.choice(vm, "trailingZeroDisplay", TrailingZeroDisplay::parse)?;
        let has_significant =
            !(least_significant.is_undefined() && most_significant.is_undefined());
        let has_fraction = !(least_fraction.is_undefined() && most_fraction.is_undefined());
        let automatic = out.rounding_priority.is_none_or(|p| p == RoundingPriority::Auto);
        if has_significant {
            out.minimum_significant_digits =
                default_number(vm, least_significant, "minimumSignificantDigits", 1.0, 21.0)?;
            let least = out.minimum_significant_digits.unwrap_or(1.0);
            out.maximum_significant_digits =
                default_number(vm, most_significant, "maximumSignificantDigits", least, 21.0)?;
            if out.minimum_significant_digits.is_none() && out.maximum_significant_digits.is_none()
            {
                out.minimum_significant_digits = Some(1.0);
            }
        }
        if has_fraction && !(automatic && has_significant) {
            out.minimum_fraction_digits =
                default_number(vm, least_fraction, "minimumFractionDigits", 0.0, 100.0)?;
            out.maximum_fraction_digits =
                default_number(vm, most_fraction, "maximumFractionDigits", 0.0, 100.0)?;
        }
        Ok(out)
    }
}

/// ### [9.2.14 DefaultNumberOption](https://tc39.es/ecma402/#sec-defaultnumberoption)
fn default_number(
    vm: &mut Vm,
    value: Value,
    name: &str,
    least: f64,
    most: f64,
) -> Completion<Option<f64>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let n = vm.to_number(value)?;
    if n.is_nan() || n < least || n > most {
        return Err(vm.range_error(&format!("{name} value is out of range.")));
    }
    Ok(Some(n.floor()))
}

impl Vm {
    /// ### [9.2.1 CanonicalizeLocaleList](https://tc39.es/ecma402/#sec-canonicalizelocalelist)
    pub(crate) fn canonical_locales(&mut self, locales: Value) -> Completion<Vec<LanguageTag>> {
        if locales.is_undefined() {
            return Ok(Vec::new());
        }
        if locales.as_string().is_some()
            || matches!(self.formatter(locales), Some(Formatter::Locale(_)))
        {
            return Ok(vec![self.locale_element(locales)?]);
        }
        let list = self.to_object(locales)?;
        let length = self.length_of(list)?;
        let mut seen = Vec::new();
        let mut i = 0.0;
        while i < length {
            self.charge(1)?;
            let index = self.to_property_key(Value::number(i))?;
            if self.has_property(list, index)? {
                let element = self.get(list, index)?;
                if element.as_string().is_none() && !element.is_object() {
                    return Err(self.type_error("Language ID should be string or object."));
                }
                let tag = self.locale_element(element)?;
                self.charge(seen.len() as u64)?;
                if !seen.contains(&tag) {
                    self.charge_memory(size_of::<LanguageTag>() * (seen.len() + 1))?;
                    seen.push(tag);
                }
            }
            i += 1.0;
        }
        Ok(seen)
    }
    fn locale_element(&mut self, value: Value) -> Completion<LanguageTag> {
        if let Some(Formatter::Locale(tag)) = self.formatter(value) {
            return Ok(LanguageTag::clone(tag));
        }
        let s = self.to_string(value)?;
        let text = self.heap.text(s);
        self.charge(20 + text.len() as u64)?;
        self.intl_result(LanguageTag::parse(&text))
    }
    /// ### [16.5.16 ToIntlMathematicalValue](https://tc39.es/ecma402/#sec-tointlmathematicalvalue)
    pub(crate) fn to_intl_number(&mut self, value: Value) -> Completion<Number> {
        let value = self.to_primitive(value, Hint::Number)?;
        match value.unpack() {
            Unpacked::Number(n) => Ok(Number::from(n)),
            Unpacked::BigInt(b) => {
                let bits = self.heap.bigint(b).bits();
                self.charge(bits / 16 + bits * bits / 4_000_000)?;
                self.charge_memory(bits as usize)?;
                let text = self.heap.bigint(b).to_string();
                Ok(Number::from_text(&text).unwrap_or(Number::NotANumber))
            }
            Unpacked::String(s) => {
                let near = self.string_to_number(s);
                // Exact where a double would neither overflow nor vanish.
                if near.is_finite() && near != 0.0 {
                    let text = self.heap.text(s);
                    self.charge(text.len() as u64)?;
                    let text = text.trim_matches(|c: char| {
                        u16::try_from(u32::from(c)).is_ok_and(crate::operations::number::is_space)
                    });
                    if let Some(exact) = Number::from_text(text) {
                        return Ok(exact);
                    }
                }
                Ok(Number::from(near))
            }
            _ => Ok(Number::from(self.to_number(value)?)),
        }
    }
    /// Array of `{ type, value }` and what else `more` puts on each.
    pub(crate) fn parts_array(
        &mut self,
        parts: &[codemode_intl::Part],
        has_source: bool,
        unit: Option<&str>,
    ) -> Completion {
        self.charge(parts.len() as u64 * 8)?;
        let mut list = Vec::with_capacity(parts.len());
        for part in parts {
            let object = self.new_object();
            let kind = self.text_value(part.kind);
            self.heap.put_named(object, "type", kind);
            let value = self.text_value(&part.value);
            self.heap.put_named(object, "value", value);
            if has_source {
                let source = self.text_value(part.source.as_str());
                self.heap.put_named(object, "source", source);
            }
            if let Some(unit) = unit.filter(|_| part.kind != "literal") {
                let unit = self.text_value(unit);
                self.heap.put_named(object, "unit", unit);
            }
            list.push(Value::object(object));
        }
        self.charge_memory(list.len() * 100)?;
        Ok(self.new_array(list).into())
    }
    /// Object with these properties, in order; undefined ones are left out.
    pub(crate) fn record(&mut self, properties: &[(&str, Field<'_>)]) -> Value {
        let object = self.new_object();
        for (name, field) in properties {
            let value = match *field {
                Field::Text(text) => self.text_value(text),
                Field::Maybe(Some(text)) => self.text_value(text),
                Field::Bool(b) => b.into(),
                Field::Number(n) => Value::number(f64::from(n)),
                Field::Value(value) => value,
                Field::Maybe(None) => continue,
            };
            let key: PropertyKey = self.heap.key(name);
            self.heap.put(object, key, value);
        }
        object.into()
    }
}

/// A property of a record.
#[derive(Clone, Copy)]
pub(crate) enum Field<'a> {
    Text(&'a str),
    Maybe(Option<&'a str>),
    Bool(bool),
    Number(u32),
    Value(Value),
}
