//! `Intl.DateTimeFormat`: from an instant and options to text, in parts.
//!
//! Options become a pattern of the CLDR (by style, or by the nearest of the locale's patterns), and the pattern is filled
//! with the fields of the instant in the zone.

mod civil;
mod field;
mod options;
mod range;
mod skeleton;
mod zone_name;

pub(crate) use options::CALENDARS;
pub use options::{
    DateStyle, DateTimeDefaults, DateTimeFormatOptions, DateTimeRequired, Era, HourCycle, Month,
    NumericStyle, ResolvedDateTimeFormat, TextStyle, TimeZoneNameStyle,
};

use crate::data::{Section, Table};
use crate::error::Error;
use crate::number::Symbols;
use crate::part::{self, Part};
use crate::resolve::Resolved;
use crate::zone::Zone;
use skeleton::{Generator, Item};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Instants that JavaScript dates can hold.
const FARTHEST_MS: f64 = 8.64e15;

/// `Intl.DateTimeFormat`.
#[derive(Debug, Clone)]
pub struct DateTimeFormat {
    resolved: ResolvedDateTimeFormat,
    locale: Resolved,
    zone: Zone,
    symbols: Symbols,
    pattern: Vec<Item>,
    /// Made when a range is first formatted.
    ranges: OnceLock<range::Ranges>,
}

impl DateTimeFormat {
    /// `default_zone` is taken when the options name none.
    pub fn new(
        locale: &Resolved,
        options: &DateTimeFormatOptions,
        default_zone: &Zone,
    ) -> Result<DateTimeFormat, Error> {
        let (resolved, zone, plan) = options::resolve(locale, options, default_zone)?;
        let symbols = Symbols::of(locale.data, &resolved.numbering_system);
        let pattern = skeleton::items(&plan.pattern(&generator(locale, &resolved, &symbols)));
        let mut resolved = resolved;
        options::show_fields(&mut resolved, &pattern);
        if !pattern.iter().any(|i| matches!(i, Item::Field('h' | 'H' | 'k' | 'K', _))) {
            resolved.hour_cycle = None;
        }
        Ok(DateTimeFormat {
            resolved,
            locale: locale.clone(),
            zone,
            symbols,
            pattern,
            ranges: OnceLock::new(),
        })
    }

    pub fn resolved(&self) -> &ResolvedDateTimeFormat {
        &self.resolved
    }

    /// The text for an instant in milliseconds since 1970; an error when it is not a time.
    pub fn format(&self, epoch_ms: f64) -> Result<String, Error> {
        Ok(part::text(&self.format_to_parts(epoch_ms)?))
    }

    pub fn format_to_parts(&self, epoch_ms: f64) -> Result<Vec<Part>, Error> {
        let ms = time_clip(epoch_ms)?;
        Ok(part::merged(self.fill(&self.pattern, ms)))
    }
}

fn time_clip(epoch_ms: f64) -> Result<i64, Error> {
    if epoch_ms.is_nan() || epoch_ms.abs() > FARTHEST_MS {
        return Err(Error::range("Invalid time value"));
    }
    Ok(epoch_ms.trunc() as i64)
}

/// The locale's patterns for the calendar; made once for each of the few kinds, for that takes a while.
fn generator(
    locale: &Resolved,
    resolved: &ResolvedDateTimeFormat,
    symbols: &Symbols,
) -> Arc<Generator> {
    type Kind = (&'static str, bool, bool, char, &'static str);
    static MADE: Mutex<BTreeMap<Kind, Arc<Generator>>> = Mutex::new(BTreeMap::new());
    let table = Table::of(locale.data, Section::Dates);
    let generic = resolved.calendar_is_generic();
    // The language's own calendar, when that is not the Gregorian, has patterns of its own.
    let own = table
        .get("own-glue")
        .filter(|_| generic && options::usual_calendar(locale) == resolved.calendar);
    let hour = options::usual_hour_letter(locale);
    let kind = (locale.data, generic, own.is_some(), hour, symbols.decimal);
    if let Some(found) = MADE.lock().ok().and_then(|made| made.get(&kind).cloned()) {
        return found;
    }
    let row = |key: &str| table.get(key).unwrap_or("").split('|').collect::<Vec<_>>();
    let (mut dates, glue, prefixes): (_, _, &[&str]) = match own {
        Some(glue) => (Vec::new(), vec![glue; 4], &["own.", "f."]),
        None if generic => (row("g.date"), row("g.both"), &["g.f."]),
        None => (row("date"), row("at"), &["f."]),
    };
    dates.extend(row("time"));
    let mut both = [const { String::new() }; 4];
    for (slot, text) in both.iter_mut().zip(glue) {
        *slot = text.to_owned();
    }
    let made = Arc::new(Generator::new(locale.data, prefixes, &dates, both, hour, symbols.decimal));
    if let Ok(mut all) = MADE.lock() {
        all.insert(kind, made.clone());
    }
    made
}
