//! `Intl.NumberFormat`: from a value and options to text, in parts.
//!
//! The order of work is that of ICU: scale, round (choosing a compact or scientific power), write the digits, wrap them
//! in the pattern's affixes, wrap those in a unit's or currency's long name.

mod affix;
mod options;
mod pattern;
mod range;
mod symbols;
mod unit;

pub use options::is_well_formed_currency;
pub(crate) use options::numbering;
pub use options::{
    CompactDisplay, CurrencyDisplay, CurrencySign, Notation, NumberFormatOptions, NumberStyle,
    ResolvedNumberFormat, SignDisplay, UnitDisplay, UseGrouping,
};
pub(crate) use symbols::Symbols;
pub(crate) use unit::UNITS;
pub use unit::is_well_formed_unit;

use crate::data::{Section, Table};
use crate::decimal::{Decimal, Number};
use crate::digits::Rounded;
use crate::error::Error;
use crate::part::{self, Part};
use crate::plural::{PluralCategory, PluralType, Rules};
use crate::resolve::Resolved;
use pattern::{Pattern, ShownSign};
use std::borrow::Cow;

/// `Intl.NumberFormat`.
#[derive(Debug, Clone)]
pub struct NumberFormat {
    resolved: ResolvedNumberFormat,
    locale: Resolved,
    pub(crate) symbols: Symbols,
    pattern: Pattern,
    minimum_grouping: u32,
    rules: Rules,
    currency_text: String,
    /// Patterns of the compact notation from 10^3 on.
    compact: Vec<&'static str>,
}

/// A formatted number before it is joined: texts outside and inside the affixes, and the digits.
#[derive(Debug, Clone, Default)]
struct Pieces {
    outer: (Vec<Part>, Vec<Part>),
    middle: (Vec<Part>, Vec<Part>),
    inner: Vec<Part>,
    /// The unit's name stands for the number too.
    replaced: bool,
}

impl Pieces {
    fn into_parts(self) -> Vec<Part> {
        let Pieces { outer, middle, inner, replaced } = self;
        if replaced {
            return part::merged(outer.0);
        }
        part::merged(
            outer.0.into_iter().chain(middle.0).chain(inner).chain(middle.1).chain(outer.1),
        )
    }
}

/// A number after rounding, with the power of ten that was taken out of it.
struct Scaled {
    number: Rounded,
    exponent: i32,
    /// Pattern of the compact notation.
    compact: Option<Pattern>,
}

impl NumberFormat {
    pub fn new(locale: &Resolved, options: &NumberFormatOptions) -> Result<NumberFormat, Error> {
        let resolved = options::resolve(locale, options)?;
        let table = Table::of(locale.data, Section::Numbers);
        let numbering = resolved.numbering_system.as_str();
        let row = table
            .get(&format!("pat.{numbering}"))
            .or_else(|| Table::of("und", Section::Numbers).get(&format!("pat.{numbering}")))
            .or_else(|| table.get("pat.latn"))
            .unwrap_or("#,##0.###|#,##0%|#E0|¤#,##0.00|¤#,##0.00");
        let cell = match (resolved.style, resolved.currency_display, resolved.currency_sign) {
            _ if unit::has_percent_pattern(&resolved) => 1,
            (NumberStyle::Currency, CurrencyDisplay::Name, _) => 0,
            (NumberStyle::Currency, _, CurrencySign::Standard) => 3,
            (NumberStyle::Currency, _, CurrencySign::Accounting) => 4,
            _ => 0,
        };
        let pattern = Pattern::read(row.split('|').nth(cell).unwrap_or("#,##0.###"));
        let minimum_grouping = match resolved.use_grouping {
            UseGrouping::Always => 1,
            UseGrouping::Auto if resolved.notation == Notation::Compact => 2,
            UseGrouping::Auto => table.get("mg").and_then(|m| m.parse().ok()).unwrap_or(1),
            UseGrouping::Min2 => 2,
            UseGrouping::Never => u32::MAX,
        };
        let symbols = Symbols::of(locale.data, numbering);
        let currency_text = affix::currency_text(locale.data, &resolved);
        let compact = compact_rows(table, &resolved);
        Ok(NumberFormat {
            symbols,
            pattern,
            minimum_grouping,
            rules: Rules::of(locale, PluralType::Cardinal),
            currency_text,
            compact,
            resolved,
            locale: locale.clone(),
        })
    }

    /// The options in force.
    pub fn resolved(&self) -> &ResolvedNumberFormat {
        &self.resolved
    }

    pub fn format(&self, value: &Number) -> String {
        part::text(&self.format_to_parts(value))
    }

    pub fn format_to_parts(&self, value: &Number) -> Vec<Part> {
        self.pieces(value, false).into_parts()
    }

    /// The number as rounded and the power of ten that the notation takes out of it.
    pub(crate) fn rounded(&self, value: &Decimal) -> (Rounded, i32) {
        let scaled = self.scale(value);
        (scaled.number, scaled.exponent)
    }

    /// Plural category of the number as written.
    pub(crate) fn category(&self, value: &Number) -> PluralCategory {
        match value {
            Number::Finite(decimal) => {
                let (number, exponent) = self.rounded(decimal);
                self.rules.select(&number, exponent)
            }
            _ => PluralCategory::Other,
        }
    }

    fn pieces(&self, value: &Number, approximately: bool) -> Pieces {
        let percent = self.resolved.style == NumberStyle::Percent;
        let mut out = Pieces::default();
        let mut scaled = None;
        let mut zero = false;
        match value {
            Number::Finite(decimal) => {
                let mut decimal = decimal.clone();
                if percent {
                    decimal.shift(2);
                }
                let found = self.scale(&decimal);
                zero = found.number.value.is_zero();
                out.inner = self.digits(&found);
                scaled = Some(found);
            }
            Number::Infinity { .. } => {
                out.inner = vec![Part::new("infinity", self.symbols.infinity)]
            }
            Number::NotANumber => out.inner = vec![Part::new("nan", self.symbols.nan)],
        }
        let negative = value.is_negative();
        let not_a_number = matches!(value, Number::NotANumber);
        let shown = match self.resolved.sign_display {
            SignDisplay::Never => ShownSign::None,
            SignDisplay::Auto if negative => ShownSign::Minus,
            SignDisplay::Auto => ShownSign::None,
            SignDisplay::Always if negative => ShownSign::Minus,
            SignDisplay::Always => ShownSign::Plus,
            SignDisplay::ExceptZero if zero || not_a_number => ShownSign::None,
            SignDisplay::ExceptZero if negative => ShownSign::Minus,
            SignDisplay::ExceptZero => ShownSign::Plus,
            SignDisplay::Negative if negative && !zero => ShownSign::Minus,
            SignDisplay::Negative => ShownSign::None,
        };
        let compact = scaled.as_ref().and_then(|s| s.compact.as_ref());
        out.middle = self.affixes(compact, shown, approximately);
        self.space_currency(&mut out);
        let category = match &scaled {
            Some(s) => self.rules.select(&s.number, s.exponent),
            None => PluralCategory::Other,
        };
        self.wrap(&mut out, category);
        out
    }

    fn scale(&self, value: &Decimal) -> Scaled {
        let digits = &self.resolved.digits;
        match self.resolved.notation {
            Notation::Standard => {
                Scaled { number: digits.round(value), exponent: 0, compact: None }
            }
            Notation::Scientific | Notation::Engineering => {
                let step = if self.resolved.notation == Notation::Engineering { 3 } else { 1 };
                let at = |magnitude: i32| {
                    let exponent = magnitude.div_euclid(step) * step;
                    let mut mantissa = value.clone();
                    mantissa.shift(-exponent);
                    (digits.round(&mantissa), exponent)
                };
                let (mut number, mut exponent) = at(value.magnitude());
                if !number.value.is_zero() && number.value.magnitude() >= step {
                    (number, exponent) = at(number.value.magnitude() + exponent);
                }
                Scaled { number, exponent, compact: None }
            }
            Notation::Compact => self.scale_compact(value),
        }
    }

    fn scale_compact(&self, value: &Decimal) -> Scaled {
        let digits = &self.resolved.digits;
        let mut magnitude = value.magnitude();
        let mut exponent = self.compact_exponent(magnitude);
        let round = |exponent: i32| {
            let mut mantissa = value.clone();
            mantissa.shift(-exponent);
            digits.round(&mantissa)
        };
        let mut number = round(exponent);
        if !number.value.is_zero() && number.value.magnitude() + exponent > magnitude {
            magnitude = number.value.magnitude() + exponent;
            let next = self.compact_exponent(magnitude);
            if next != exponent {
                exponent = next;
                number = round(exponent);
            }
        }
        let compact = self.compact_pattern(magnitude, Some(&number)).map(|p| Pattern::read(&p));
        Scaled { number, exponent, compact }
    }

    fn compact_exponent(&self, magnitude: i32) -> i32 {
        let Some(pattern) = self.compact_pattern(magnitude, None) else { return 0 };
        let zeros = Pattern::read(&pattern).zeros as i32;
        magnitude.min(self.compact.len() as i32 + 2) - (zeros - 1).max(0)
    }

    /// The pattern for numbers of the magnitude; none when they are written in full.
    fn compact_pattern(
        &self,
        magnitude: i32,
        number: Option<&Rounded>,
    ) -> Option<Cow<'static, str>> {
        let index = usize::try_from(magnitude.checked_sub(3)?).ok()?;
        let row = self.compact.get(index).or(self.compact.last()).copied()?;
        let exact = number
            .filter(|n| n.value.lowest() >= 0 && n.value.magnitude() == 0)
            .map(|n| n.value.digit(0))
            .filter(|d| *d < 2);
        let by_value = exact.and_then(|d| {
            row.split('|').skip(1).find_map(|c| c.strip_prefix(if d == 0 { "0:" } else { "1:" }))
        });
        let category = number.map_or(PluralCategory::Other, |n| self.rules.select(n, 0));
        let pattern = by_value.unwrap_or_else(|| counted(row, category));
        if !pattern.contains(|c: char| !matches!(c, '0' | '¤' | ' ' | '\u{a0}')) {
            return None;
        }
        // Where there are no patterns for money, its affixes go around the plain one.
        if self.resolved.style == NumberStyle::Currency
            && self.resolved.currency_display != CurrencyDisplay::Name
            && !pattern.contains('¤')
        {
            let row = Table::of(self.locale.data, Section::Numbers).get("pat.latn").unwrap_or("");
            let standard = row.split('|').nth(3).unwrap_or("¤#,##0.00");
            let first = standard.find(['#', '0'])?;
            let last = standard.rfind(['#', '0'])? + 1;
            return Some(Cow::Owned(format!(
                "{}{pattern}{}",
                standard.get(..first)?,
                standard.get(last..)?
            )));
        }
        Some(Cow::Borrowed(pattern))
    }

    /// The digits with their separators and the exponent.
    fn digits(&self, scaled: &Scaled) -> Vec<Part> {
        let money = self.resolved.style == NumberStyle::Currency;
        let (decimal, group) = if money {
            (self.symbols.currency_decimal, self.symbols.currency_group)
        } else {
            (self.symbols.decimal, self.symbols.group)
        };
        let number = &scaled.number;
        let value = &number.value;
        let whole = (value.magnitude() + 1).max(self.resolved.digits.minimum_integer as i32).max(1);
        let (first, other) = match self.pattern.groups {
            (0, _) => (u32::MAX, u32::MAX),
            groups => groups,
        };
        let grouped = self.minimum_grouping != u32::MAX
            && i64::from(whole) - i64::from(first) >= i64::from(self.minimum_grouping);
        let mut out = Vec::new();
        let mut run = String::new();
        for power in (0..whole).rev() {
            run.push(self.symbols.digit(value.digit(power)));
            let power = power as u32;
            if grouped && power >= first && (power - first).is_multiple_of(other.max(1)) {
                out.push(Part::new("integer", std::mem::take(&mut run)));
                out.push(Part::new("group", group));
            }
        }
        out.push(Part::new("integer", run));
        let fraction = number.fraction_shown() as i32;
        if fraction > 0 {
            out.push(Part::new("decimal", decimal));
            out.push(Part::new(
                "fraction",
                (1..=fraction).map(|p| self.symbols.digit(value.digit(-p))).collect::<String>(),
            ));
        }
        if matches!(self.resolved.notation, Notation::Scientific | Notation::Engineering) {
            out.push(Part::new("exponentSeparator", self.symbols.exponential));
            if scaled.exponent < 0 {
                out.extend(part::trimmed("exponentMinusSign", self.symbols.minus));
            }
            out.push(Part::new(
                "exponentInteger",
                self.symbols.integer(u64::from(scaled.exponent.unsigned_abs()), 1),
            ));
        }
        out
    }
}

fn compact_rows(table: &'static Table, resolved: &ResolvedNumberFormat) -> Vec<&'static str> {
    if resolved.notation != Notation::Compact {
        return Vec::new();
    }
    let money = resolved.style == NumberStyle::Currency
        && resolved.currency_display != CurrencyDisplay::Name;
    let display = resolved.compact_display.as_str();
    let numbering = resolved.numbering_system.as_str();
    let plain = |numbering: &str| format!("compact.{numbering}.{display}.");
    let mut prefixes = vec![plain(numbering), plain("latn")];
    if money {
        prefixes.splice(0..0, [format!("money.{numbering}."), "money.latn.".to_owned()]);
    }
    let rows = |prefix: &String| {
        (3..20).map_while(|e| table.get(&format!("{prefix}{e}"))).collect::<Vec<_>>()
    };
    prefixes.iter().map(rows).find(|r| !r.is_empty()).unwrap_or_default()
}

/// The text of a row `other|category:text…` for a category.
pub(crate) fn counted(row: &'static str, category: PluralCategory) -> &'static str {
    let mut cells = row.split('|');
    let other = cells.next().unwrap_or("");
    cells.find_map(|cell| cell.strip_prefix(category.as_str())?.strip_prefix(':')).unwrap_or(other)
}
