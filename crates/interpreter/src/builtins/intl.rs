//! ### [8 The Intl Object](https://tc39.es/ecma402/#intl-object)
//!
//! The guest side of `codemode_intl`: options are read here in the order of ECMA-402, formatting is that
//! crate's. Formatters are no heap data: `IntlState` keeps each once, objects hold its number in a hidden slot.

pub(crate) mod collator;
pub(crate) mod date_time_format;
pub(crate) mod display_names;
pub(crate) mod duration_format;
pub(crate) mod list_format;
pub(crate) mod locale;
pub(crate) mod number_format;
pub(crate) mod options;
pub(crate) mod plural_rules;
pub(crate) mod relative_time_format;
pub(crate) mod segmenter;
pub(crate) mod state;
pub(crate) mod to_locale;

use super::Intrinsic;
use super::table::{Spec, Table, link, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{SupportedKey, supported_values_of};

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::Intl,
    spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
    items: &[
        tag("Intl"),
        method("getCanonicalLocales", 1, get_canonical_locales),
        method("supportedValuesOf", 1, supported_values),
        link("Collator", Intrinsic::IntlCollator),
        link("DateTimeFormat", Intrinsic::IntlDateTimeFormat),
        link("DisplayNames", Intrinsic::IntlDisplayNames),
        link("DurationFormat", Intrinsic::IntlDurationFormat),
        link("ListFormat", Intrinsic::IntlListFormat),
        link("Locale", Intrinsic::IntlLocale),
        link("NumberFormat", Intrinsic::IntlNumberFormat),
        link("PluralRules", Intrinsic::IntlPluralRules),
        link("RelativeTimeFormat", Intrinsic::IntlRelativeTimeFormat),
        link("Segmenter", Intrinsic::IntlSegmenter),
    ],
}];

/// ### [8.3.1 Intl.getCanonicalLocales](https://tc39.es/ecma402/#sec-intl.getcanonicallocales)
fn get_canonical_locales(vm: &mut Vm, args: Args) -> Completion {
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let texts: Vec<String> = tags.iter().map(ToString::to_string).collect();
    Ok(vm.string_array(texts))
}

/// ### [8.3.2 Intl.supportedValuesOf](https://tc39.es/ecma402/#sec-intl.supportedvaluesof)
fn supported_values(vm: &mut Vm, args: Args) -> Completion {
    let key = args.string(vm, 0)?;
    let key = vm.heap.text(key);
    let Some(key) = SupportedKey::parse(&key) else {
        return Err(vm.range_error(&format!("Invalid key : {key}")));
    };
    vm.charge(2_000)?;
    Ok(vm.string_array(supported_values_of(key)))
}

/// Constructor of a service: what all of them have in common.
const fn service(
    name: &'static str,
    id: Intrinsic,
    prototype: Intrinsic,
    length: u8,
    code: super::table::NativeFn,
    items: &'static [super::table::Item],
) -> Table {
    Table {
        id,
        spec: Spec::Constructor {
            name,
            length,
            code: super::table::Code::Native(code),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(prototype),
        },
        items,
    }
}

/// The one static method of services.
const SUPPORTED_LOCALES_OF: super::table::Item =
    method("supportedLocalesOf", 1, supported_locales_of);

/// ### [9.2.9 FilterLocales](https://tc39.es/ecma402/#sec-filterlocales); all services offer the same locales
fn supported_locales_of(vm: &mut Vm, args: Args) -> Completion {
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let options = options::Options::coerce(vm, args.get(vm, 1), "Intl")?;
    options.locale_matcher(vm)?;
    let texts: Vec<String> =
        codemode_intl::supported_locales(&tags).iter().map(ToString::to_string).collect();
    Ok(vm.string_array(texts))
}

impl Vm {
    /// Array of these texts.
    pub(crate) fn string_array<T: AsRef<str>>(
        &mut self,
        texts: impl IntoIterator<Item = T>,
    ) -> Value {
        let list =
            texts.into_iter().map(|t| Value::string(self.heap.new_string(t.as_ref()))).collect();
        self.new_array(list).into()
    }
    /// `text` as a value.
    pub(crate) fn text_value(&mut self, text: &str) -> Value {
        self.heap.new_string(text).into()
    }
}
