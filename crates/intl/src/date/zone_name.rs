//! Names of time zones: `z` specific, `v` generic, `O` as an offset from GMT.
//!
//! A name is the zone's own, or that of the metazone it belongs to at the instant; where the locale has none, the place's
//! name stands in (generic names) or the offset.

use crate::data::{Section, Table, World};
use crate::number::Symbols;
use crate::resolve::Resolved;
use crate::zone::{Zone, table_name};

/// Days within which a change to daylight saving time makes a zone one that keeps it.
const NEAR_MS: i64 = 184 * 86_400_000;

struct Names<'a> {
    table: &'static Table,
    locale: &'a Resolved,
    symbols: &'a Symbols,
    zone: &'a Zone,
    /// The zone's name in the tables.
    id: String,
    at: i64,
}

pub(super) fn name(
    locale: &Resolved,
    symbols: &Symbols,
    zone: &Zone,
    letter: char,
    length: usize,
    at: i64,
) -> String {
    let names = Names {
        table: Table::of(locale.data, Section::Zones),
        locale,
        symbols,
        zone,
        id: table_name(zone.name()).to_owned(),
        at,
    };
    let long = length >= 4;
    let found = match letter {
        'z' if !zone.is_offset() => names.specific(long),
        'v' if !zone.is_offset() => names.generic(long),
        _ => None,
    };
    found.unwrap_or_else(|| names.offset(long))
}

impl Names<'_> {
    fn specific(&self, long: bool) -> Option<String> {
        let (_, dst) = self.zone.info(self.at);
        self.named(long, if dst { 2 } else { 1 }).map(str::to_owned)
    }

    /// Name by kind: 0 generic, 1 standard, 2 daylight.
    fn named(&self, long: bool, kind: usize) -> Option<&'static str> {
        self.cell(&format!("z.{}", self.id), long, kind)
            .or_else(|| self.cell(&format!("m.{}", self.metazone()?), long, kind))
    }

    fn cell(&self, key: &str, long: bool, kind: usize) -> Option<&'static str> {
        let row = self.table.get(&format!("{key}.{}", if long { "l" } else { "s" }))?;
        row.split('|').nth(kind).filter(|n| !n.is_empty())
    }

    /// The metazone that the zone belongs to at the instant; none before 1970.
    fn metazone(&self) -> Option<&'static str> {
        let row = World::Zones.get(&format!("m.{}", self.id))?;
        row.split('|').find_map(|span| {
            let mut cells = span.split(',');
            let name = cells.next()?;
            let (from, to) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
            let inside =
                self.at >= instant(from).unwrap_or(0) && instant(to).is_none_or(|t| self.at < t);
            inside.then_some(name)
        })
    }

    fn generic(&self, long: bool) -> Option<String> {
        if let Some(own) = self.cell(&format!("z.{}", self.id), long, 0) {
            return Some(own.to_owned());
        }
        if let Some(metazone) = self.metazone() {
            let meta = self.cell(&format!("m.{metazone}"), long, 0);
            if !self.zone.observes_dst_near(self.at, NEAR_MS)
                && let Some(standard) = self.named(long, 1)
                && meta.is_none_or(|m| !m.eq_ignore_ascii_case(standard))
            {
                return Some(standard.to_owned());
            }
            if let Some(meta) = meta {
                return Some(self.with_place(metazone, meta));
            }
        }
        self.location()
    }

    /// The metazone's name, with the place when the zone differs now from what the name stands for.
    fn with_place(&self, metazone: &str, name: &str) -> String {
        let region = self.locale.region();
        let golden = World::Zones
            .get(&format!("g.{metazone}.{region}"))
            .or_else(|| World::Zones.get(&format!("g.{metazone}.001")));
        let same = golden.is_none_or(|g| {
            g == self.id || Zone::find(g).is_none_or(|z| z.info(self.at) == self.zone.info(self.at))
        });
        if same {
            return name.to_owned();
        }
        let country = self.country();
        let place = match country {
            Some(c)
                if World::Zones
                    .under(&format!("g.{metazone}.{c}"))
                    .any(|(rest, zone)| rest.is_empty() && zone == self.id) =>
            {
                self.region_name(c)
            }
            _ => self.city(),
        };
        self.format(6).replace("{1}", name).replace("{0}", &place)
    }

    /// `Los Angeles Time`, or the country's when it has one zone.
    fn location(&self) -> Option<String> {
        let country = self.country()?;
        let primary = World::Zones.get(&format!("p.{country}")) == Some(self.id.as_str());
        let single = || {
            World::Zones
                .under("z.")
                .filter(|(_, row)| row.split('|').nth(1) == Some(country))
                .count()
                == 1
        };
        let place = if primary || single() { self.region_name(country) } else { self.city() };
        Some(self.format(3).replace("{0}", &place))
    }

    fn country(&self) -> Option<&'static str> {
        World::Zones
            .get(&format!("z.{}", self.id))?
            .split('|')
            .nth(1)
            .filter(|c| c.len() == 2 && *c != "UT" && *c != "GM" && !self.id.starts_with("Etc/"))
    }

    fn region_name(&self, region: &str) -> String {
        Table::of(self.locale.data, Section::Names)
            .get(&format!("r.{region}"))
            .unwrap_or(region)
            .to_owned()
    }

    fn city(&self) -> String {
        match self.table.get(&format!("c.{}", self.id)) {
            Some(city) => city.to_owned(),
            None => self.id.rsplit('/').next().unwrap_or(&self.id).replace('_', " "),
        }
    }

    fn format(&self, cell: usize) -> &'static str {
        self.table.get("format").and_then(|row| row.split('|').nth(cell)).unwrap_or("{0}")
    }

    /// `GMT-8`, or `GMT-08:00`.
    fn offset(&self, long: bool) -> String {
        let (seconds, _) = self.zone.info(self.at);
        let hours = self.format(0);
        let (plus, minus) = hours.split_once(';').unwrap_or((hours, hours));
        let pattern = if seconds < 0 { minus } else { plus };
        let size = seconds.unsigned_abs();
        let (h, m, s) = (size / 3600, size / 60 % 60, size % 60);
        let (begin, rest) = pattern.split_once('H').unwrap_or((pattern, ""));
        let separator = rest.trim_start_matches('H').split('m').next().unwrap_or(":");
        let after = rest.rsplit('m').next().unwrap_or("");
        let two = |n: u64| self.symbols.integer(n, 2);
        let mut text = format!("{begin}{}", self.symbols.integer(h, if long { 2 } else { 1 }));
        if long || m > 0 || s > 0 {
            text += &format!("{separator}{}", two(m));
        }
        if s > 0 {
            text += &format!("{separator}{}", two(s));
        }
        text += after;
        self.format(1).replace("{0}", &text)
    }
}

/// Milliseconds of `YYYY-MM-DD hh:mm` in UTC.
fn instant(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(' ')?;
    let time: jiff::civil::DateTime = format!("{date}T{time}").parse().ok()?;
    Some(jiff::tz::TimeZone::UTC.to_timestamp(time).ok()?.as_millisecond())
}
