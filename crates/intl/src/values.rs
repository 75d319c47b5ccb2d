//! What is supported (`Intl.supportedValuesOf`), and what a locale prefers (the `get…` methods of `Intl.Locale`).

use crate::choice::choice;
use crate::collator::collations;
use crate::data::{Section, Table, World};
use crate::date::{CALENDARS, HourCycle};
use crate::number::UNITS;
use crate::resolve::resolve;
use crate::tag::LanguageTag;
use crate::zone::primary_zone_names;

choice! {
    SupportedKey { Calendar = "calendar", Collation = "collation", Currency = "currency", NumberingSystem = "numberingSystem", TimeZone = "timeZone", Unit = "unit" }
}

/// The values of a key, sorted.
pub fn supported_values_of(key: SupportedKey) -> Vec<&'static str> {
    match key {
        SupportedKey::Calendar => CALENDARS.to_vec(),
        SupportedKey::Collation => vec![
            "compat", "emoji", "eor", "phonebk", "pinyin", "stroke", "trad", "unihan", "zhuyin",
        ],
        SupportedKey::Currency => Table::of("en", Section::Currencies)
            .under("")
            .filter_map(|(key, _)| key.strip_suffix(".n"))
            .collect(),
        SupportedKey::NumberingSystem => {
            World::Regions.under("nu.").map(|(name, _)| name).collect()
        }
        SupportedKey::TimeZone => primary_zone_names(),
        SupportedKey::Unit => UNITS.to_vec(),
    }
}

/// First day of the week, the weekend's days (1 is Monday, 7 Sunday), and the fewest days of a first week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeekInfo {
    pub first_day: u8,
    pub weekend: Vec<u8>,
    pub minimal_days: u8,
}

/// What a locale prefers; keywords of the tag come first.
#[derive(Debug, Clone)]
pub struct LocaleInfo {
    tag: LanguageTag,
    region: String,
}

impl LocaleInfo {
    pub fn new(tag: &LanguageTag) -> LocaleInfo {
        let mut full = tag.clone();
        full.maximize();
        let override_region =
            tag.keyword("rg").and_then(|r| r.get(..2)).map(str::to_ascii_uppercase);
        LocaleInfo {
            tag: tag.clone(),
            region: override_region.or(full.region).unwrap_or_else(|| "001".to_owned()),
        }
    }

    pub fn calendars(&self) -> Vec<String> {
        if let Some(ca) = self.tag.keyword("ca").filter(|c| !c.is_empty()) {
            return vec![ca.to_owned()];
        }
        let row = World::Regions
            .get(&format!("ca.{}", self.region))
            .or_else(|| World::Regions.get("ca.001"))
            .unwrap_or("gregorian");
        row.split('|').map(|c| if c == "gregorian" { "gregory" } else { c }.to_owned()).collect()
    }

    pub fn collations(&self) -> Vec<String> {
        match self.tag.keyword("co").filter(|c| !matches!(*c, "" | "standard" | "search")) {
            Some(co) => vec![co.to_owned()],
            None => collations(&self.tag.language).iter().map(|c| (*c).to_owned()).collect(),
        }
    }

    pub fn hour_cycles(&self) -> Vec<String> {
        if let Some(hc) = self.tag.keyword("hc").filter(|c| !c.is_empty()) {
            return vec![hc.to_owned()];
        }
        let by = |key: &str| World::Regions.get(&format!("hc.{key}"));
        let row = by(&format!("{}-{}", self.tag.language, self.region))
            .or_else(|| by(&self.region))
            .or_else(|| by("001"))
            .unwrap_or("H|H");
        let cycle = match row.chars().next() {
            Some('h') => HourCycle::H12,
            Some('K') => HourCycle::H11,
            Some('k') => HourCycle::H24,
            _ => HourCycle::H23,
        };
        vec![cycle.as_str().to_owned()]
    }

    pub fn numbering_systems(&self) -> Vec<String> {
        if let Some(nu) = self.tag.keyword("nu").filter(|c| !c.is_empty()) {
            return vec![nu.to_owned()];
        }
        let english = LanguageTag { language: "en".to_owned(), ..LanguageTag::default() };
        let found = resolve(std::slice::from_ref(&self.tag), &english);
        vec![Table::of(found.data, Section::Numbers).get("ns").unwrap_or("latn").to_owned()]
    }

    /// Zones of the tag's region; none when it has no region.
    pub fn time_zones(&self) -> Option<Vec<&'static str>> {
        let region = self.tag.region.as_deref()?;
        let known = primary_zone_names();
        let mut out: Vec<&'static str> = World::Zones
            .under("z.")
            .filter_map(|(_, row)| {
                let mut cells = row.split('|').skip(1);
                (cells.next() == Some(region)).then(|| cells.next())?
            })
            .filter(|z| known.contains(z))
            .collect();
        out.sort_unstable();
        Some(out)
    }

    /// Whether the script runs from right to left.
    pub fn is_right_to_left(&self) -> bool {
        let mut full = self.tag.clone();
        full.maximize();
        matches!(
            full.script.as_deref(),
            Some(
                "Adlm"
                    | "Arab"
                    | "Aran"
                    | "Armi"
                    | "Hebr"
                    | "Mand"
                    | "Mend"
                    | "Nkoo"
                    | "Rohg"
                    | "Samr"
                    | "Syrc"
                    | "Thaa"
                    | "Yezi"
            )
        )
    }

    pub fn week(&self) -> WeekInfo {
        let day = |key: &str| {
            let row = World::Regions
                .get(&format!("wk.{key}.{}", self.region))
                .or_else(|| World::Regions.get(&format!("wk.{key}.001")));
            let index: u8 = row.and_then(|r| r.parse().ok()).unwrap_or(1);
            if index == 0 { 7 } else { index }
        };
        let first_day = self
            .tag
            .keyword("fw")
            .and_then(|f| {
                ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().position(|d| *d == f)
            })
            .map_or_else(|| day("firstDay"), |i| i as u8 + 1);
        let (start, end) = (day("weekendStart"), day("weekendEnd"));
        let mut weekend = vec![start];
        let mut at = start;
        while at != end && weekend.len() < 7 {
            at = at % 7 + 1;
            weekend.push(at);
        }
        weekend.sort_unstable();
        let minimal = World::Regions
            .get(&format!("wk.min.{}", self.region))
            .or_else(|| World::Regions.get("wk.min.001"))
            .and_then(|m| m.parse().ok())
            .unwrap_or(1);
        WeekInfo { first_day, weekend, minimal_days: minimal }
    }
}
