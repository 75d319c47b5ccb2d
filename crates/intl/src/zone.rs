//! Time zones: names, and how far they are from UTC at an instant or at a local time.
//!
//! The rules come from jiff's bundled database, never from the machine. Instants outside jiff's years are mapped into
//! them by whole Gregorian cycles of 400 years, over which weekdays and rules repeat.

use crate::data::World;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// A time zone that dates are shown in.
#[derive(Debug, Clone)]
pub struct Zone {
    name: String,
    rules: Rules,
}

#[derive(Debug, Clone)]
enum Rules {
    Fixed { seconds: i32 },
    Named(TimeZone),
}

const CYCLE_MS: i64 = 146_097 * 86_400_000;
/// Instants that jiff can hold, with room for any offset.
const FIRST_MS: i64 = -377_000_000_000_000;
const LAST_MS: i64 = 253_000_000_000_000;

impl Zone {
    pub fn utc() -> Zone {
        Zone { name: "UTC".to_owned(), rules: Rules::Fixed { seconds: 0 } }
    }

    /// A zone by IANA name in any letter case, or by offset like `+05:30`, `-0800` or `+01`.
    pub fn find(name: &str) -> Option<Zone> {
        if name.starts_with(['+', '-']) {
            return offset_zone(name);
        }
        let name = available().get(&name.to_ascii_lowercase())?;
        if matches!(*name, "UTC" | "Etc/UTC" | "GMT" | "Etc/GMT") {
            let name = (*name).to_owned();
            return Some(Zone { name, rules: Rules::Fixed { seconds: 0 } });
        }
        Some(Zone { name: (*name).to_owned(), rules: Rules::Named(rules(name)?) })
    }

    /// Name in the usual letter case, or the offset as `±hh:mm`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_offset(&self) -> bool {
        self.name.starts_with(['+', '-'])
    }

    /// Milliseconds that local time is ahead of UTC at an instant.
    pub fn offset_ms_at(&self, epoch_ms: i64) -> i64 {
        self.info(epoch_ms).0 * 1000
    }

    /// Milliseconds that local time is ahead of UTC at a local time; of two answers the earlier instant's, and in a gap the offset
    /// before it.
    pub fn offset_ms_at_local(&self, local_ms: i64) -> i64 {
        let Rules::Named(zone) = &self.rules else {
            return self.offset_ms_at(local_ms);
        };
        let ms = within(local_ms);
        let Ok(utc) = Timestamp::from_millisecond(ms) else { return 0 };
        let local: DateTime = TimeZone::UTC.to_datetime(utc);
        match zone.to_ambiguous_timestamp(local).offset() {
            jiff::tz::AmbiguousOffset::Unambiguous { offset } => i64::from(offset.seconds()) * 1000,
            jiff::tz::AmbiguousOffset::Gap { before, .. }
            | jiff::tz::AmbiguousOffset::Fold { before, .. } => i64::from(before.seconds()) * 1000,
        }
    }

    /// Seconds ahead of UTC, and whether that is daylight saving time.
    pub(crate) fn info(&self, epoch_ms: i64) -> (i64, bool) {
        match &self.rules {
            Rules::Fixed { seconds } => (i64::from(*seconds), false),
            Rules::Named(zone) => {
                let ms = within(epoch_ms);
                match Timestamp::from_millisecond(ms) {
                    Ok(t) => {
                        let info = zone.to_offset_info(t);
                        (i64::from(info.offset().seconds()), info.dst().is_dst())
                    }
                    Err(_) => (0, false),
                }
            }
        }
    }

    /// Whether daylight saving time is kept within so many milliseconds of the instant.
    pub(crate) fn observes_dst_near(&self, epoch_ms: i64, range_ms: i64) -> bool {
        let Rules::Named(zone) = &self.rules else { return false };
        let ms = within(epoch_ms);
        let Ok(t) = Timestamp::from_millisecond(ms) else { return false };
        if zone.to_offset_info(t).dst().is_dst() {
            return true;
        }
        let near = |at: Timestamp| (at.as_millisecond() - ms).abs() < range_ms;
        let before = zone.preceding(t).next().filter(|x| near(x.timestamp()));
        if before.is_some_and(|x| {
            Timestamp::from_millisecond(x.timestamp().as_millisecond() - 1)
                .is_ok_and(|p| zone.to_offset_info(p).dst().is_dst())
        }) {
            return true;
        }
        zone.following(t).next().is_some_and(|x| near(x.timestamp()) && x.dst().is_dst())
    }
}

/// Milliseconds that the zone is ahead of UTC at an instant, or (`is_local`) at a local time.
pub fn offset_ms(zone: &Zone, ms: i64, is_local: bool) -> i64 {
    if is_local { zone.offset_ms_at_local(ms) } else { zone.offset_ms_at(ms) }
}

/// A zone's name in its usual letter case, when there is such a zone; offsets as `±hh:mm`.
pub fn canonical_zone_name(name: &str) -> Option<String> {
    Zone::find(name).map(|z| z.name)
}

/// Names of zones that are not links to others, sorted.
pub fn primary_zone_names() -> Vec<&'static str> {
    let known = available();
    let mut out: Vec<&'static str> = World::Zones
        .under("z.")
        .filter_map(|(_, row)| row.split('|').nth(2))
        .filter(|name| {
            !name.starts_with("Etc/") || name.len() > "Etc/GMT".len() && name.starts_with("Etc/GMT")
        })
        .filter(|name| *name != "UTC" && *name != "GMT")
        .filter_map(|name| known.get(&name.to_ascii_lowercase()).copied())
        .collect();
    out.push("UTC");
    out.sort_unstable();
    out.dedup();
    out
}

/// The CLDR's name of a zone, which its tables use.
pub(crate) fn table_name(name: &str) -> &str {
    if name == "UTC" {
        return "Etc/UTC";
    }
    World::Zones.get(&format!("a.{name}")).unwrap_or(name)
}

/// The instant moved by whole cycles into the database's years.
fn within(ms: i64) -> i64 {
    let moved = if ms > LAST_MS {
        ms.saturating_sub(((ms - LAST_MS) / CYCLE_MS + 1) * CYCLE_MS)
    } else if ms < FIRST_MS {
        ms.saturating_add((FIRST_MS.saturating_sub(ms) / CYCLE_MS + 1).saturating_mul(CYCLE_MS))
    } else {
        ms
    };
    moved.clamp(FIRST_MS, LAST_MS)
}

fn database() -> &'static TimeZoneDatabase {
    static DATABASE: OnceLock<TimeZoneDatabase> = OnceLock::new();
    DATABASE.get_or_init(TimeZoneDatabase::bundled)
}

/// Names by their lower-case form.
fn available() -> &'static HashMap<String, &'static str> {
    static NAMES: OnceLock<HashMap<String, &'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names: Vec<String> =
            database().available().map(|n| n.as_str().to_owned()).collect();
        names.sort_unstable();
        // The names live as long as the process, like the database that they come from.
        let text: &'static str = Box::leak(names.join("\n").into_boxed_str());
        text.lines()
            .filter(|n| *n != "Etc/Unknown" && *n != "Factory")
            .map(|n| (n.to_ascii_lowercase(), n))
            .collect()
    })
}

fn rules(name: &str) -> Option<TimeZone> {
    static CACHE: OnceLock<Mutex<HashMap<String, TimeZone>>> = OnceLock::new();
    let mut cache = CACHE.get_or_init(Mutex::default).lock().ok()?;
    if let Some(found) = cache.get(name) {
        return Some(found.clone());
    }
    let zone = database().get(name).ok()?;
    cache.insert(name.to_owned(), zone.clone());
    Some(zone)
}

fn offset_zone(text: &str) -> Option<Zone> {
    let (sign, rest) = text.split_at_checked(1)?;
    let number = |t: &str| {
        if t.len() == 2 && t.bytes().all(|b| b.is_ascii_digit()) {
            t.parse::<i32>().ok()
        } else {
            None
        }
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some((h, m)) => (number(h)?, number(m)?),
        None if rest.len() == 4 => (number(rest.get(..2)?)?, number(rest.get(2..)?)?),
        None => (number(rest)?, 0),
    };
    if hours > 23 || minutes > 59 {
        return None;
    }
    let seconds = (hours * 60 + minutes) * 60 * if sign == "-" { -1 } else { 1 };
    let sign = if seconds == 0 { "+" } else { sign };
    Some(Zone { name: format!("{sign}{hours:02}:{minutes:02}"), rules: Rules::Fixed { seconds } })
}
