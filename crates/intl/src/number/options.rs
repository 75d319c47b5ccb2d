//! Options of `Intl.NumberFormat` and what they resolve to.

use super::symbols::is_numbering_system;
use super::unit::is_well_formed_unit;
use crate::choice::choice;
use crate::data::{Section, Table, World};
use crate::digits::{DigitOptions, Digits};
use crate::error::Error;
use crate::resolve::Resolved;
use crate::tag::is_type;

choice! { NumberStyle { Decimal = "decimal", Percent = "percent", Currency = "currency", Unit = "unit" } }
choice! { CurrencyDisplay { Code = "code", Symbol = "symbol", NarrowSymbol = "narrowSymbol", Name = "name" } }
choice! { CurrencySign { Standard = "standard", Accounting = "accounting" } }
choice! { UnitDisplay { Short = "short", Narrow = "narrow", Long = "long" } }
choice! { Notation { Standard = "standard", Scientific = "scientific", Engineering = "engineering", Compact = "compact" } }
choice! { CompactDisplay { Short = "short", Long = "long" } }
choice! { SignDisplay { Auto = "auto", Never = "never", Always = "always", ExceptZero = "exceptZero", Negative = "negative" } }
choice! {
    /// `useGrouping`; `Never` is the boolean false.
    UseGrouping { Min2 = "min2", Auto = "auto", Always = "always", Never = "false" }
}

#[derive(Debug, Clone)]
pub struct NumberFormatOptions {
    pub numbering_system: Option<String>,
    pub style: NumberStyle,
    /// In any letter case; needed for the currency style.
    pub currency: Option<String>,
    pub currency_display: CurrencyDisplay,
    pub currency_sign: CurrencySign,
    /// Needed for the unit style.
    pub unit: Option<String>,
    pub unit_display: UnitDisplay,
    pub digits: DigitOptions,
    pub notation: Notation,
    pub compact_display: CompactDisplay,
    /// None takes the notation's default.
    pub use_grouping: Option<UseGrouping>,
    pub sign_display: SignDisplay,
}

impl Default for NumberFormatOptions {
    fn default() -> Self {
        NumberFormatOptions {
            numbering_system: None,
            style: NumberStyle::Decimal,
            currency: None,
            currency_display: CurrencyDisplay::Symbol,
            currency_sign: CurrencySign::Standard,
            unit: None,
            unit_display: UnitDisplay::Short,
            digits: DigitOptions::default(),
            notation: Notation::Standard,
            compact_display: CompactDisplay::Short,
            use_grouping: None,
            sign_display: SignDisplay::Auto,
        }
    }
}

/// Options in force, as `resolvedOptions` shows them.
#[derive(Debug, Clone)]
pub struct ResolvedNumberFormat {
    pub locale: String,
    pub numbering_system: String,
    pub style: NumberStyle,
    pub currency: Option<String>,
    pub currency_display: CurrencyDisplay,
    pub currency_sign: CurrencySign,
    pub unit: Option<String>,
    pub unit_display: UnitDisplay,
    pub digits: Digits,
    pub notation: Notation,
    pub compact_display: CompactDisplay,
    pub use_grouping: UseGrouping,
    pub sign_display: SignDisplay,
}

pub(super) fn resolve(
    locale: &Resolved,
    options: &NumberFormatOptions,
) -> Result<ResolvedNumberFormat, Error> {
    let (numbering_system, tag) = numbering(locale, options.numbering_system.as_deref())?;
    let currency = match &options.currency {
        Some(code) if !is_well_formed_currency(code) => {
            return Err(Error::range(format!("Invalid currency code : {code}")));
        }
        Some(code) => Some(code.to_ascii_uppercase()),
        None if options.style == NumberStyle::Currency => {
            return Err(Error::type_error("Currency code is required with currency style."));
        }
        None => None,
    };
    match &options.unit {
        Some(unit) if !is_well_formed_unit(unit) => {
            return Err(Error::range(format!(
                "Invalid unit argument for Intl.NumberFormat() '{unit}'"
            )));
        }
        None if options.style == NumberStyle::Unit => {
            return Err(Error::type_error("Unit is required with unit style."));
        }
        _ => {}
    }
    let compact = options.notation == Notation::Compact;
    let usual = match (options.style, &currency) {
        (NumberStyle::Currency, Some(code)) if options.notation == Notation::Standard => {
            let digits = currency_digits(code);
            (digits, digits)
        }
        (NumberStyle::Percent, _) => (0, 0),
        _ => (0, 3),
    };
    let digits = options.digits.resolve(usual, compact)?;
    Ok(ResolvedNumberFormat {
        locale: tag,
        numbering_system,
        style: options.style,
        currency: currency.filter(|_| options.style == NumberStyle::Currency),
        currency_display: options.currency_display,
        currency_sign: options.currency_sign,
        unit: options.unit.clone().filter(|_| options.style == NumberStyle::Unit),
        unit_display: options.unit_display,
        digits,
        notation: options.notation,
        compact_display: options.compact_display,
        use_grouping: options.use_grouping.unwrap_or(if compact {
            UseGrouping::Min2
        } else {
            UseGrouping::Auto
        }),
        sign_display: options.sign_display,
    })
}

/// Numbering system in force, and the tag that shows it.
pub(crate) fn numbering(
    locale: &Resolved,
    option: Option<&str>,
) -> Result<(String, String), Error> {
    if let Some(name) = option
        && !is_type(name)
    {
        return Err(Error::range(format!("Invalid numberingSystem : {name}")));
    }
    let option = option.map(str::to_ascii_lowercase).filter(|o| is_numbering_system(o));
    let wanted = locale.keyword("nu").filter(|k| is_numbering_system(k));
    Ok(match (option, wanted) {
        (Some(option), Some(wanted)) if option == wanted => {
            (option.clone(), locale.with_keywords(&[("nu", &option)]))
        }
        (Some(option), _) => (option, locale.with_keywords(&[])),
        (None, Some(wanted)) => (wanted.to_owned(), locale.with_keywords(&[("nu", wanted)])),
        (None, None) => (
            Table::of(locale.data, Section::Numbers).get("ns").unwrap_or("latn").to_owned(),
            locale.with_keywords(&[]),
        ),
    })
}

/// Three letters.
pub fn is_well_formed_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Digits after the decimal separator that the currency has.
pub fn currency_digits(code: &str) -> u32 {
    World::Regions.get(&format!("cd.{code}")).and_then(|d| d.parse().ok()).unwrap_or(2)
}
