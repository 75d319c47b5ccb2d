//! Long names around a number: units of measurement and spelled-out currencies.

use super::options::{CurrencyDisplay, Notation, NumberStyle, ResolvedNumberFormat, UnitDisplay};
use super::{NumberFormat, Pieces, counted};
use crate::data::{Section, Table};
use crate::part;
use crate::plural::PluralCategory;

/// Units that ECMA-402 permits; pairs are written with `-per-`.
pub const UNITS: [&str; 45] = [
    "acre",
    "bit",
    "byte",
    "celsius",
    "centimeter",
    "day",
    "degree",
    "fahrenheit",
    "fluid-ounce",
    "foot",
    "gallon",
    "gigabit",
    "gigabyte",
    "gram",
    "hectare",
    "hour",
    "inch",
    "kilobit",
    "kilobyte",
    "kilogram",
    "kilometer",
    "liter",
    "megabit",
    "megabyte",
    "meter",
    "microsecond",
    "mile",
    "mile-scandinavian",
    "milliliter",
    "millimeter",
    "millisecond",
    "minute",
    "month",
    "nanosecond",
    "ounce",
    "percent",
    "petabyte",
    "pound",
    "second",
    "stone",
    "terabit",
    "terabyte",
    "week",
    "yard",
    "year",
];

pub fn is_well_formed_unit(unit: &str) -> bool {
    let simple = |u: &str| UNITS.contains(&u);
    simple(unit) || unit.split_once("-per-").is_some_and(|(a, b)| simple(a) && simple(b))
}

/// Whether the number is written with the percent pattern: not when spelled out, nor in compact notation, where percent
/// is a unit like others.
pub(super) fn has_percent_pattern(resolved: &ResolvedNumberFormat) -> bool {
    let percent = resolved.style == NumberStyle::Percent
        || resolved.unit.as_deref() == Some("percent")
            && resolved.unit_display != UnitDisplay::Long;
    percent && resolved.notation != Notation::Compact
}

impl NumberFormat {
    pub(super) fn wrap(&self, pieces: &mut Pieces, category: PluralCategory) {
        let (kind, pattern) = match self.resolved.style {
            NumberStyle::Currency if self.resolved.currency_display == CurrencyDisplay::Name => {
                ("currency", self.currency_pattern(category))
            }
            NumberStyle::Unit | NumberStyle::Percent if !has_percent_pattern(&self.resolved) => {
                ("unit", self.unit_pattern(category))
            }
            _ => return,
        };
        match pattern.split_once("{0}") {
            Some((before, after)) => {
                pieces.outer = (part::trimmed(kind, before), part::trimmed(kind, after));
            }
            None => {
                pieces.outer = (part::trimmed(kind, &pattern), Vec::new());
                pieces.replaced = true;
            }
        }
    }

    fn currency_pattern(&self, category: PluralCategory) -> String {
        let code = self.resolved.currency.as_deref().unwrap_or("");
        let numbers = Table::of(self.locale.data, Section::Numbers);
        let pattern = numbers
            .get(&format!("unit.{}", self.resolved.numbering_system))
            .or_else(|| numbers.get("unit.latn"))
            .unwrap_or("{0} {1}");
        let names = Table::of(self.locale.data, Section::Currencies);
        let name = names
            .get(&format!("{code}.p"))
            .map(|row| counted(row, category))
            .or_else(|| names.get(&format!("{code}.n")))
            .unwrap_or(code);
        counted(pattern, category).replace("{1}", name)
    }

    fn unit_pattern(&self, category: PluralCategory) -> String {
        let unit = if self.resolved.style == NumberStyle::Percent {
            "percent"
        } else {
            self.resolved.unit.as_deref().unwrap_or("")
        };
        let width = match self.resolved.unit_display {
            UnitDisplay::Long => "l",
            UnitDisplay::Short => "s",
            UnitDisplay::Narrow => "n",
        };
        let table = Table::of(self.locale.data, Section::Units);
        let get = |unit: &str| table.get(&format!("{unit}.{width}"));
        if let Some(row) = get(unit) {
            return counted(row, category).to_owned();
        }
        let Some((of, per)) = unit.split_once("-per-") else { return "{0}".to_owned() };
        let first = get(of).map_or("{0}", |row| counted(row, category));
        if let Some(pattern) = table.get(&format!("{per}.{width}.per")) {
            return pattern.replace("{0}", first);
        }
        let second =
            get(per).map_or("", |row| counted(row, PluralCategory::One)).replace("{0}", "");
        let compound = table.get(&format!("per.{width}")).unwrap_or("{0}/{1}");
        compound.replace("{1}", second.trim()).replace("{0}", first)
    }
}
