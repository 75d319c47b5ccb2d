//! Plural categories: the CLDR's rules, read as written there and evaluated on a rounded number.
//!
//! Rules are short expressions like `v = 0 and i % 10 = 2..4 and i % 100 != 12..14`; they come from our own tables.

use crate::choice::choice;
use crate::data::World;
use crate::decimal::{Decimal, Number};
use crate::digits::{DigitOptions, Digits, Rounded};
use crate::error::Error;
use crate::number::{CompactDisplay, Notation, NumberFormat, NumberFormatOptions};
use crate::resolve::Resolved;

choice! {
    /// Category of a number in a language.
    PluralCategory { Zero = "zero", One = "one", Two = "two", Few = "few", Many = "many", Other = "other" }
}

choice! {
    /// Counting or ordering.
    PluralType { Cardinal = "cardinal", Ordinal = "ordinal" }
}

/// `Intl.PluralRules`.
#[derive(Debug, Clone)]
pub struct PluralRules {
    rules: Rules,
    format: NumberFormat,
    pub locale: String,
    pub kind: PluralType,
}

#[derive(Debug, Clone)]
pub struct PluralRulesOptions {
    pub kind: PluralType,
    pub notation: Notation,
    pub compact_display: CompactDisplay,
    pub digits: DigitOptions,
}

impl Default for PluralRulesOptions {
    fn default() -> Self {
        PluralRulesOptions {
            kind: PluralType::Cardinal,
            notation: Notation::Standard,
            compact_display: CompactDisplay::Short,
            digits: DigitOptions::default(),
        }
    }
}

impl PluralRules {
    pub fn new(locale: &Resolved, options: &PluralRulesOptions) -> Result<PluralRules, Error> {
        let number = NumberFormatOptions {
            digits: options.digits.clone(),
            notation: options.notation,
            compact_display: options.compact_display,
            ..NumberFormatOptions::default()
        };
        Ok(PluralRules {
            rules: Rules::of(locale, options.kind),
            format: NumberFormat::new(locale, &number)?,
            locale: locale.with_keywords(&[]),
            kind: options.kind,
        })
    }

    pub fn select(&self, value: &Number) -> PluralCategory {
        match value {
            Number::Finite(decimal) => {
                let (rounded, exponent) = self.format.rounded(decimal);
                self.rules.select(&rounded, exponent)
            }
            _ => PluralCategory::Other,
        }
    }

    /// Category of a range; an error when an end is not a number.
    pub fn select_range(&self, start: &Number, end: &Number) -> Result<PluralCategory, Error> {
        if matches!(start, Number::NotANumber) || matches!(end, Number::NotANumber) {
            return Err(Error::range("Invalid number value: NaN"));
        }
        Ok(self.rules.range(self.select(start), self.select(end)))
    }

    /// Categories that the language has, in the order of the CLDR, `other` last.
    pub fn categories(&self) -> Vec<PluralCategory> {
        let mut out: Vec<PluralCategory> = self.rules.rules.iter().map(|r| r.0).collect();
        out.push(PluralCategory::Other);
        out
    }

    pub fn digits(&self) -> &Digits {
        &self.format.resolved().digits
    }
}

/// Rules of one language.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    rules: Vec<(PluralCategory, &'static str)>,
    ranges: &'static str,
}

impl Rules {
    pub(crate) fn of(locale: &Resolved, kind: PluralType) -> Rules {
        let prefix = if kind == PluralType::Cardinal { "c" } else { "o" };
        let base = locale.locale.base_name();
        let find = |prefix: &str| {
            World::Plurals
                .get(&format!("{prefix}.{base}"))
                .or_else(|| World::Plurals.get(&format!("{prefix}.{}", locale.language())))
        };
        let rules = find(prefix)
            .unwrap_or("")
            .split('|')
            .filter_map(|r| r.split_once(':'))
            .filter_map(|(c, r)| Some((PluralCategory::parse(c)?, r)))
            .collect();
        Rules { rules, ranges: find("r").unwrap_or("") }
    }

    pub(crate) fn select(&self, number: &Rounded, exponent: i32) -> PluralCategory {
        self.rules
            .iter()
            .find(|(_, rule)| holds(rule, number, exponent))
            .map_or(PluralCategory::Other, |(c, _)| *c)
    }

    pub(crate) fn range(&self, start: PluralCategory, end: PluralCategory) -> PluralCategory {
        let wanted = format!("{},{}:", start.as_str(), end.as_str());
        self.ranges
            .split('|')
            .find_map(|r| PluralCategory::parse(r.strip_prefix(&*wanted)?))
            .unwrap_or(PluralCategory::Other)
    }
}

fn holds(rule: &str, number: &Rounded, exponent: i32) -> bool {
    rule.split(" or ").any(|all| {
        all.split(" and ")
            .all(|relation| relation_holds(relation, number, exponent).unwrap_or(false))
    })
}

fn relation_holds(relation: &str, number: &Rounded, exponent: i32) -> Option<bool> {
    let (left, right, equal) = match relation.split_once("!=") {
        Some((l, r)) => (l, r, false),
        None => relation.split_once('=').map(|(l, r)| (l, r, true))?,
    };
    let (operand, modulus) = match left.split_once('%') {
        Some((o, m)) => (o.trim(), Some(m.trim().parse::<u64>().ok()?)),
        None => (left.trim(), None),
    };
    let value = operand_value(operand, number, exponent, modulus);
    let inside = value.is_some_and(|value| {
        right.trim().split(',').any(|range| {
            let (low, high) = range.split_once("..").unwrap_or((range, range));
            let bound = |t: &str| t.trim().parse::<u64>().ok();
            bound(low).zip(bound(high)).is_some_and(|(low, high)| (low..=high).contains(&value))
        })
    });
    Some(inside == equal)
}

/// The operand, when it is an integer, reduced by the modulus (or capped, which no rule can tell from larger values).
fn operand_value(
    operand: &str,
    number: &Rounded,
    exponent: i32,
    modulus: Option<u64>,
) -> Option<u64> {
    let value = &number.value;
    let shown = number.fraction_shown() as i32;
    let reduce = |digits: &mut dyn Iterator<Item = u8>| {
        digits.fold(0u64, |n, d| {
            let next = n.saturating_mul(10).saturating_add(u64::from(d));
            modulus.filter(|&m| m > 0).map_or(next, |m| next % m)
        })
    };
    let shift = exponent;
    let whole = |value: &Decimal| {
        reduce(&mut (0..(value.point + shift).max(0)).rev().map(|p| value.digit(p - shift)))
    };
    let fraction_end = (shown - shift).max(0);
    match operand {
        "n" if -value.lowest() - shift > 0 && !value.is_zero() => None,
        "n" | "i" => Some(whole(value)),
        "v" => Some(fraction_end as u64),
        "w" => Some((-value.lowest() - shift).max(0) as u64),
        "f" => Some(reduce(&mut (1..=fraction_end).map(|p| value.digit(-p - shift)))),
        "t" => Some(reduce(
            &mut (1..=(-value.lowest() - shift).max(0)).map(|p| value.digit(-p - shift)),
        )),
        "c" | "e" => u64::try_from(exponent).ok(),
        _ => None,
    }
}
