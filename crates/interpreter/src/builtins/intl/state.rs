//! Formatters of one run.
//!
//! A formatter is made once for a resolved locale and options and never changes: programs that make
//! the same one in a loop share it. What is kept counts as guest memory.

use crate::builtins::tags::INTL;
use crate::heap::{ObjectId, SymbolId};
use crate::object::Internal;
use crate::value::Value;
use crate::vm::{Abrupt, Completion, Vm};
use codemode_intl::{
    Collator, DateTimeFormat, DisplayNames, DurationFormat, Error, ErrorKind, LanguageTag,
    ListFormat, NumberFormat, RelativeTimeFormat, Resolved, Segmenter, resolve,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What an Intl object stands for.
#[derive(Clone, Debug)]
pub(crate) enum Formatter {
    Collator(Arc<Collator>),
    DateTime(Arc<DateTimeFormat>),
    Names(Arc<DisplayNames>),
    Duration(Arc<DurationFormat>),
    List(Arc<ListFormat>),
    Locale(Arc<LanguageTag>),
    Number(Arc<NumberFormat>),
    Plural(Arc<super::plural_rules::Rules>),
    Relative(Arc<RelativeTimeFormat>),
    Segmenter(Arc<Segmenter>),
}

/// Bytes that a formatter with its key counts for.
const FORMATTER_BYTES: usize = 2_048;
/// Work of making a formatter.
const MAKING_COST: u64 = 1_500;
/// Work of formatting one value.
const FORMATTING_COST: u64 = 60;

#[derive(Debug, Default)]
pub(crate) struct IntlState {
    formatters: Vec<Formatter>,
    /// By service, locale and options.
    made: FxHashMap<String, u32>,
    /// What formatters and keys count for.
    kept: usize,
    default_tag: Option<Arc<LanguageTag>>,
    /// `%Intl%.[[FallbackSymbol]]`
    fallback_symbol: Option<SymbolId>,
    /// Formatters of the methods outside Intl, for calls without locale and options.
    pub(crate) default_number: Option<Arc<NumberFormat>>,
    pub(crate) default_collator: Option<Arc<Collator>>,
    /// For dates with time, dates, times.
    pub(crate) default_dates: [Option<Arc<DateTimeFormat>>; 3],
}

impl IntlState {
    /// Bytes kept outside the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.kept
    }
    pub(crate) fn trace(&self, marker: &mut crate::heap::collect::Marker) {
        if let Some(symbol) = self.fallback_symbol {
            marker.value(Value::symbol(symbol));
        }
    }
}

impl Vm {
    /// The formatter of an Intl object.
    pub(crate) fn formatter(&self, value: Value) -> Option<&Formatter> {
        let id = value.as_object()?;
        let Internal::Slots(slots) = &self.heap.object(id).internal else { return None };
        if slots.tag != INTL {
            return None;
        }
        let number = slots.values.first()?.as_int()?;
        self.intl.formatters.get(usize::try_from(number).ok()?)
    }
    /// The formatter made before under the key, else a new one.
    pub(crate) fn shared_formatter(
        &mut self,
        key: String,
        make: impl FnOnce(&mut Vm) -> Result<Formatter, Error>,
    ) -> Completion<u32> {
        if let Some(found) = self.intl.made.get(&key) {
            return Ok(*found);
        }
        self.charge(MAKING_COST)?;
        let bytes = FORMATTER_BYTES + key.len() * 4;
        self.charge_memory(bytes)?;
        let made = match make(self) {
            Ok(made) => made,
            Err(error) => return Err(self.intl_error(&error)),
        };
        let number = self.intl.formatters.len() as u32;
        self.intl.formatters.push(made);
        self.intl.made.insert(key, number);
        self.heap.bytes += bytes;
        self.intl.kept += bytes;
        Ok(number)
    }
    /// The same for a call with a locale as text and without options, by that text.
    pub(crate) fn formatter_of_text(
        &mut self,
        kind: &str,
        locales: Value,
        options: Value,
        make: impl FnOnce(&mut Vm) -> Completion<u32>,
    ) -> Completion<u32> {
        const LONGEST: usize = 64;
        let text = match locales.as_string() {
            Some(s) if options.is_undefined() && self.heap.string_len(s) <= LONGEST => s,
            _ => return make(self),
        };
        let key = format!("{kind}:{}", self.heap.text(text));
        if let Some(found) = self.intl.made.get(&key) {
            return Ok(*found);
        }
        let number = make(self)?;
        let bytes = key.len() * 4;
        self.charge_memory(bytes)?;
        self.heap.bytes += bytes;
        self.intl.kept += bytes;
        self.intl.made.insert(key, number);
        Ok(number)
    }
    pub(crate) fn formatter_at(&self, number: u32) -> Option<&Formatter> {
        self.intl.formatters.get(number as usize)
    }
    /// Object of a service; the second slot is for a bound function.
    pub(crate) fn new_intl_object(&mut self, proto: ObjectId, formatter: u32) -> Value {
        let values = vec![Value::int(formatter as i32), Value::UNDEFINED];
        self.new_slots(INTL, Some(proto), values).into()
    }
    pub(crate) fn intl_error(&mut self, error: &Error) -> Abrupt {
        match error.kind {
            ErrorKind::Range => self.range_error(&error.message),
            ErrorKind::Type => self.type_error(&error.message),
        }
    }
    pub(crate) fn intl_result<T>(&mut self, result: Result<T, Error>) -> Completion<T> {
        result.map_err(|error| self.intl_error(&error))
    }
    /// Pays for formatting, by the length of what goes in.
    pub(crate) fn charge_formatting(&mut self, input: usize) -> Completion<()> {
        self.charge(FORMATTING_COST + input as u64 / 4)?;
        self.charge_memory(input.saturating_mul(8))
    }
    /// The locale of the run.
    pub(crate) fn default_tag(&mut self) -> Arc<LanguageTag> {
        if let Some(tag) = &self.intl.default_tag {
            return tag.clone();
        }
        let tag = LanguageTag::parse(&self.options.locale)
            .or_else(|_| LanguageTag::parse("en-US"))
            .unwrap_or_default();
        let tag = Arc::new(tag);
        self.intl.default_tag = Some(tag.clone());
        tag
    }
    /// ### [9.2.7 ResolveLocale](https://tc39.es/ecma402/#sec-resolvelocale)
    pub(crate) fn resolve_locale(&mut self, requested: &[LanguageTag]) -> Resolved {
        let default = self.default_tag();
        resolve(requested, &default)
    }
    /// "Method Intl.X.prototype.y called on incompatible receiver z"
    pub(crate) fn incompatible(&mut self, method: &str, this: Value) -> Abrupt {
        let text = self.describe(this);
        let text = text.trim_matches('"');
        self.type_error(&format!("Method {method} called on incompatible receiver {text}"))
    }
    /// The second slot of an Intl object: its bound function, made on first use.
    pub(crate) fn bound_function(&mut self, id: ObjectId, helper: &'static str) -> Value {
        if let Internal::Slots(slots) = &self.heap.object(id).internal {
            if let Some(f) = slots.values.get(1).copied().filter(|f| f.is_object()) {
                return f;
            }
        }
        let function = self.new_data_function(helper, Value::object(id));
        if let Some(f) = function.as_object() {
            let (key, empty) = (self.realm.names.name, self.heap.empty_string());
            let attributes = crate::object::Attributes::CONFIGURABLE;
            self.heap.put_own(
                f,
                key,
                crate::object::Slot::Data { value: empty.into(), attributes },
            );
        }
        if let Internal::Slots(slots) = &mut self.heap.object_mut(id).internal {
            if let Some(slot) = slots.values.get_mut(1) {
                *slot = function;
            }
        }
        function
    }
    /// `%Intl%.[[FallbackSymbol]]`
    pub(crate) fn intl_fallback_symbol(&mut self) -> SymbolId {
        if let Some(symbol) = self.intl.fallback_symbol {
            return symbol;
        }
        let description = self.heap.new_string("IntlLegacyConstructedSymbol");
        let symbol = self.heap.new_symbol(Some(description), crate::heap::SymbolKind::Plain);
        self.intl.fallback_symbol = Some(symbol);
        symbol
    }
}
