//! Locale data and formatting as plain functions: what the `Intl` builtins and the `toLocale*` methods stand on.
//!
//! Nothing here knows guest values. A formatter is made from a resolved locale and an options struct, and turns numbers,
//! instants or texts into text, or into [`Part`]s (`kind` is the `type` of `formatToParts`, `source` is set in ranges):
//!
//! ```
//! use codemode_intl::*;
//!
//! let default = LanguageTag::parse("en-US").unwrap();
//! let locale = resolve(&[LanguageTag::parse("de-DE").unwrap()], &default);
//! let euros = NumberFormatOptions { style: NumberStyle::Currency, currency: Some("EUR".into()), ..Default::default() };
//! assert_eq!(NumberFormat::new(&locale, &euros).unwrap().format(&Number::from(1234.5)), "1.234,50\u{a0}€");
//! ```
//!
//! - Tags: [`canonicalize`] (`getCanonicalLocales`), [`LanguageTag`] (`Intl.Locale`: parse, `maximize`, `minimize`, keywords).
//! - Resolution: [`resolve`] and [`supported_locales`]; `lookup` and `best fit` are the same.
//! - Options that are words are enums with `parse`, `as_str` and `ALL`; `resolved()` is what `resolvedOptions` shows.
//! - [`Number`] is made from an `f64`, an `i64`, or decimal text of any length (BigInt, numeric strings).
//! - [`Zone`] and [`offset_ms`] serve `Date`'s local time; instants are milliseconds since 1970.
//! - Errors say which JavaScript error to throw and carry V8's message.
//!
//! The locale tables are the Unicode CLDR's, written by `scripts/generate.mjs`; `tests/golden` holds what Node writes.
//! Invariants: no function panics or reads the machine's state; output is bounded by the length of the input.
#![forbid(unsafe_code)]

mod choice;
mod collator;
mod data;
mod date;
mod decimal;
mod digits;
mod duration;
mod error;
mod list;
mod names;
mod number;
mod part;
mod plural;
mod relative;
mod resolve;
mod segment;
mod tag;
mod values;
mod zone;

pub use collator::{CaseFirst, Collator, CollatorOptions, CollatorUsage, Sensitivity};
pub use date::{
    DateStyle, DateTimeDefaults, DateTimeFormat, DateTimeFormatOptions, DateTimeRequired, Era,
    HourCycle, Month, NumericStyle, ResolvedDateTimeFormat, TextStyle, TimeZoneNameStyle,
};
pub use decimal::{Decimal, Number, RoundingMode};
pub use digits::{DigitOptions, Digits, RoundingPriority, TrailingZeroDisplay};
pub use duration::{
    DurationDisplay, DurationFormat, DurationFormatOptions, DurationPart, DurationStyle,
    DurationUnit, DurationUnitStyle,
};
pub use error::{Error, ErrorKind};
pub use list::{ListFormat, ListPart, ListType};
pub use names::{DisplayNames, DisplayNamesFallback, DisplayNamesType, LanguageDisplay};
pub use number::{
    CompactDisplay, CurrencyDisplay, CurrencySign, Notation, NumberFormat, NumberFormatOptions,
    NumberStyle, ResolvedNumberFormat, SignDisplay, UnitDisplay, UseGrouping,
    is_well_formed_currency, is_well_formed_unit,
};
pub use part::{Part, Source};
pub use plural::{PluralCategory, PluralRules, PluralRulesOptions, PluralType};
pub use relative::{RelativeNumeric, RelativeTimeFormat, RelativeUnit};
pub use resolve::{Resolved, available_locales, resolve, supported_locales};
pub use segment::{Granularity, Segment, Segmenter};
pub use tag::{LanguageTag, LocaleOptions, Transform, canonicalize, is_type};
pub use values::{LocaleInfo, SupportedKey, WeekInfo, supported_values_of};
pub use zone::{Zone, canonical_zone_name, offset_ms, primary_zone_names};
