//! `Intl.RelativeTimeFormat`: "yesterday", "in 3 weeks".

use crate::choice::choice;
use crate::data::{Section, Table};
use crate::date::TextStyle;
use crate::decimal::Number;
use crate::error::Error;
use crate::number::{NumberFormat, NumberFormatOptions, counted};
use crate::part::{self, Part};
use crate::resolve::Resolved;

choice! {
    /// Whether words like "tomorrow" are used.
    RelativeNumeric { Always = "always", Auto = "auto" }
}

choice! {
    RelativeUnit { Second = "second", Minute = "minute", Hour = "hour", Day = "day", Week = "week", Month = "month", Quarter = "quarter", Year = "year" }
}

impl RelativeUnit {
    /// A unit in the singular or plural.
    pub fn parse_either(text: &str) -> Option<RelativeUnit> {
        RelativeUnit::parse(text.strip_suffix('s').unwrap_or(text))
    }
}

/// `Intl.RelativeTimeFormat`.
#[derive(Debug, Clone)]
pub struct RelativeTimeFormat {
    pub locale: String,
    pub numbering_system: String,
    pub style: TextStyle,
    pub numeric: RelativeNumeric,
    table: &'static str,
    numbers: NumberFormat,
}

impl RelativeTimeFormat {
    pub fn new(
        locale: &Resolved,
        style: TextStyle,
        numeric: RelativeNumeric,
        numbering_system: Option<&str>,
    ) -> Result<RelativeTimeFormat, Error> {
        let options = NumberFormatOptions {
            numbering_system: numbering_system.map(str::to_owned),
            ..NumberFormatOptions::default()
        };
        let numbers = NumberFormat::new(locale, &options)?;
        Ok(RelativeTimeFormat {
            locale: numbers.resolved().locale.clone(),
            numbering_system: numbers.resolved().numbering_system.clone(),
            style,
            numeric,
            table: locale.data,
            numbers,
        })
    }

    pub fn format(&self, value: &Number, unit: RelativeUnit) -> Result<String, Error> {
        Ok(part::text(&self.format_to_parts(value, unit)?))
    }

    /// In `formatToParts` every part that is not a literal carries the unit, too.
    pub fn format_to_parts(&self, value: &Number, unit: RelativeUnit) -> Result<Vec<Part>, Error> {
        if !matches!(value, Number::Finite(_)) {
            return Err(Error::range("Invalid number value: Infinity"));
        }
        let table = Table::of(self.table, Section::Numbers);
        let width = match self.style {
            TextStyle::Long => "l",
            TextStyle::Short => "s",
            TextStyle::Narrow => "n",
        };
        let key = format!("rel.{}.{width}", unit.as_str());
        if self.numeric == RelativeNumeric::Auto
            && let Some(word) = word_for(table.get(&format!("{key}.x")).unwrap_or(""), value)
        {
            return Ok(vec![Part::literal(word)]);
        }
        let past = value.is_negative();
        let size = if past { value.clone().negated() } else { value.clone() };
        let row = table.get(&format!("{key}.{}", if past { "p" } else { "f" })).unwrap_or("{0}");
        let pattern = counted(row, self.numbers.category(&size));
        let (before, after) = pattern.split_once("{0}").unwrap_or((pattern, ""));
        let mut out = vec![Part::literal(before)];
        if pattern.contains("{0}") {
            out.extend(self.numbers.format_to_parts(&size));
        }
        out.push(Part::literal(after));
        Ok(part::merged(out))
    }
}

fn word_for(row: &'static str, value: &Number) -> Option<&'static str> {
    let Number::Finite(decimal) = value else { return None };
    if decimal.lowest() < 0 || decimal.magnitude() > 0 {
        return None;
    }
    let digit = decimal.digit(0);
    let wanted =
        if decimal.negative && digit > 0 { format!("-{digit}:") } else { format!("{digit}:") };
    row.split('|').find_map(|cell| cell.strip_prefix(wanted.as_str()))
}
