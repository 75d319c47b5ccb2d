//! Fills a pattern with the fields of an instant.

use super::civil::Civil;
use super::skeleton::Item;
use super::{DateTimeFormat, zone_name};
use crate::data::{Section, Table, World};
use crate::part::Part;

impl DateTimeFormat {
    pub(super) fn fill(&self, pattern: &[Item], epoch_ms: i64) -> Vec<Part> {
        pattern
            .iter()
            .flat_map(|item| match item {
                Item::Text(text) => vec![Part::literal(text.clone())],
                Item::Field(letter, length) => self.fill_field(pattern, *letter, *length, epoch_ms),
            })
            .collect()
    }

    pub(super) fn fill_field(
        &self,
        pattern: &[Item],
        letter: char,
        length: u32,
        epoch_ms: i64,
    ) -> Vec<Part> {
        let civil = Civil::at(epoch_ms, &self.zone);
        let has =
            |letter: char| pattern.iter().any(|i| matches!(i, Item::Field(c, _) if *c == letter));
        self.field(letter, length as usize, &civil, epoch_ms, (has('m'), has('s')))
    }

    /// Era, year, month and day in the calendar.
    pub(super) fn calendar_date(&self, civil: &Civil) -> (String, i64, u32, u32) {
        let (month, day) = if self.resolved.calendar == "persian" {
            let (_, m, d) = persian(civil);
            (m, d)
        } else {
            (civil.month, civil.day)
        };
        (self.era(civil, "a"), self.calendar_year(civil, false), month, day)
    }

    fn field(
        &self,
        letter: char,
        length: usize,
        civil: &Civil,
        epoch_ms: i64,
        has: (bool, bool),
    ) -> Vec<Part> {
        let number = |kind: &'static str, value: u64, width: usize| {
            vec![Part::new(kind, self.symbols.integer(value, width))]
        };
        let width = match length {
            4 => "w",
            5 => "n",
            6 => "s",
            _ => "a",
        };
        let (month, day) = if self.resolved.calendar == "persian" {
            let (_, m, d) = persian(civil);
            (m, d)
        } else {
            (civil.month, civil.day)
        };
        match letter {
            'G' => vec![Part::new("era", self.era(civil, width))],
            'y' | 'Y' | 'u' | 'r' | 'U' => {
                let year = self.calendar_year(civil, letter == 'u' || letter == 'r');
                let negative = year < 0;
                let size = year.unsigned_abs();
                let text = if length == 2 {
                    self.symbols.integer(size % 100, 2)
                } else {
                    self.symbols.integer(size, length)
                };
                vec![Part::new("year", if negative { format!("-{text}") } else { text })]
            }
            'M' | 'L' if length < 3 => number("month", u64::from(month), length),
            'M' => vec![Part::new("month", self.name('M', "f", width, month - 1))],
            'L' => vec![Part::new("month", self.name('M', "s", width, month - 1))],
            'd' => number("day", u64::from(day), length),
            'D' => number("day", u64::from(civil.day_of_year), length),
            'E' => vec![Part::new("weekday", self.name('E', "f", width, civil.weekday))],
            'c' | 'e' => vec![Part::new(
                "weekday",
                self.name('E', if letter == 'c' { "s" } else { "f" }, width, civil.weekday),
            )],
            'Q' | 'q' if length < 3 => {
                number("quarter", u64::from((civil.month - 1) / 3 + 1), length)
            }
            'Q' | 'q' => vec![Part::new(
                "quarter",
                self.name('Q', if letter == 'Q' { "f" } else { "s" }, width, (civil.month - 1) / 3),
            )],
            'h' => number(
                "hour",
                u64::from(if civil.hour.is_multiple_of(12) { 12 } else { civil.hour % 12 }),
                length,
            ),
            'H' => number("hour", u64::from(civil.hour), length),
            'K' => number("hour", u64::from(civil.hour % 12), length),
            'k' => number("hour", u64::from(if civil.hour == 0 { 24 } else { civil.hour }), length),
            'm' => number("minute", u64::from(civil.minute), length),
            's' => number("second", u64::from(civil.second), length),
            'S' => {
                let digits: String =
                    format!("{:03}", civil.millisecond).chars().take(length).collect();
                number("fractionalSecond", digits.parse().unwrap_or(0), digits.len())
            }
            'a' => vec![Part::new(
                "dayPeriod",
                self.day_period(if civil.hour < 12 { "am" } else { "pm" }, width),
            )],
            'b' | 'B' => {
                vec![Part::new("dayPeriod", self.flexible_period(letter, civil, width, has))]
            }
            'z' | 'Z' | 'O' | 'v' | 'V' | 'X' | 'x' => vec![Part::new(
                "timeZoneName",
                zone_name::name(&self.locale, &self.symbols, &self.zone, letter, length, epoch_ms),
            )],
            _ => Vec::new(),
        }
    }

    /// Year within the era, or the Gregorian year.
    fn calendar_year(&self, civil: &Civil, related: bool) -> i64 {
        if related {
            return civil.year;
        }
        match self.resolved.calendar.as_str() {
            "buddhist" => civil.year + 543,
            "persian" => persian(civil).0,
            "roc" => {
                if civil.year > 1911 {
                    civil.year - 1911
                } else {
                    1912 - civil.year
                }
            }
            "japanese" => match japanese_era(civil) {
                Some((_, first)) => civil.year - first + 1,
                None => {
                    if civil.year > 0 {
                        civil.year
                    } else {
                        1 - civil.year
                    }
                }
            },
            _ => {
                if civil.year > 0 {
                    civil.year
                } else {
                    1 - civil.year
                }
            }
        }
    }

    fn era(&self, civil: &Civil, width: &str) -> String {
        let table = Table::of(self.locale.data, Section::Dates);
        let cell = |key: &str, index: usize| {
            table
                .get(&format!("{key}.{width}"))
                .or_else(|| Table::of("en", Section::Dates).get(&format!("{key}.{width}")))
                .and_then(|row| row.split('|').nth(index))
                .unwrap_or("")
                .to_owned()
        };
        match self.resolved.calendar.as_str() {
            "buddhist" => cell("G.buddhist", 0),
            "persian" => cell("G.persian", 0),
            "roc" => cell("G.roc", usize::from(civil.year > 1911)),
            "japanese" => match japanese_era(civil) {
                Some((index, _)) => cell("G.japanese", index),
                None => cell("G", usize::from(civil.year > 0)),
            },
            _ => cell("G", usize::from(civil.year > 0)),
        }
    }

    fn name(&self, field: char, context: &str, width: &str, index: u32) -> String {
        let table = Table::of(self.locale.data, Section::Dates);
        let persian = || {
            if field == 'M' && self.resolved.calendar == "persian" {
                table.get(&format!("M.persian.{width}"))
            } else {
                None
            }
        };
        let row =
            persian().or_else(|| table.get(&format!("{field}.{context}.{width}"))).unwrap_or("");
        row.split('|').nth(index as usize).unwrap_or("").to_owned()
    }

    fn day_period(&self, period: &str, width: &str) -> String {
        self.period_name(period, width).unwrap_or(period).to_owned()
    }

    fn period_name(&self, period: &str, width: &str) -> Option<&'static str> {
        let row = Table::of(self.locale.data, Section::Dates).get(&format!("B.f.{width}"))?;
        row.split('|').find_map(|cell| cell.strip_prefix(period)?.strip_prefix(':'))
    }

    /// Period of the day by the language's rules; exact noon where it has a name.
    fn flexible_period(
        &self,
        letter: char,
        civil: &Civil,
        width: &str,
        (has_minute, has_second): (bool, bool),
    ) -> String {
        let plain = if civil.hour < 12 { "am" } else { "pm" };
        let exact = (!has_minute || civil.minute == 0) && (!has_second || civil.second == 0);
        let rules = World::Regions
            .get(&format!("dp.{}", self.locale.locale.base_name()))
            .or_else(|| World::Regions.get(&format!("dp.{}", self.locale.language())));
        let Some(rules) = rules else { return self.day_period(plain, width) };
        let has_rule =
            |name: &str| rules.split('|').any(|r| r.split_once(':').is_some_and(|r| r.0 == name));
        if exact
            && civil.hour == 12
            && has_rule("noon")
            && let Some(text) = self.period_name("noon", width)
        {
            return text.to_owned();
        }
        if letter == 'b' {
            return self.day_period(plain, width);
        }
        let period = rules.split('|').find_map(|rule| {
            let (name, span) = rule.split_once(':')?;
            let (from, before) = span.split_once('-')?;
            let hour = |t: &str| t.split(':').next().and_then(|h| h.parse::<u32>().ok());
            let (from, before) = (hour(from)?, hour(before)?);
            let inside = if from < before {
                (from..before).contains(&civil.hour)
            } else {
                civil.hour >= from || civil.hour < before
            };
            inside.then_some(name)
        });
        match period.and_then(|p| self.period_name(p, width)) {
            Some(text) => text.to_owned(),
            None => self.day_period(plain, width),
        }
    }
}

/// Year, month and day of the Solar Hijri calendar, by its cycle of 33 years.
fn persian(civil: &Civil) -> (i64, u32, u32) {
    const EPOCH: i64 = -492_268;
    // First day of a year, counted from 1970-01-01.
    let new_year = |year: i64| EPOCH + 365 * (year - 1) + (8 * year + 21).div_euclid(33);
    let days = civil.days();
    let mut year = 1 + (33 * (days - EPOCH) + 3).div_euclid(12_053);
    if days < new_year(year) {
        year -= 1;
    } else if days >= new_year(year + 1) {
        year += 1;
    }
    let day = (days - new_year(year)).max(0);
    let (month, first) = if day < 216 {
        (day / 31, day / 31 * 31)
    } else {
        ((day - 6) / 30, (day - 6) / 30 * 30 + 6)
    };
    (year, month as u32 + 1, (day - first) as u32 + 1)
}

/// Place of the modern era in our table, and its first year.
fn japanese_era(civil: &Civil) -> Option<(usize, i64)> {
    const ERAS: [(i64, u32, u32); 5] =
        [(1868, 9, 8), (1912, 7, 30), (1926, 12, 25), (1989, 1, 8), (2019, 5, 1)];
    let date = (civil.year, civil.month, civil.day);
    ERAS.iter().rposition(|era| date >= *era).and_then(|i| ERAS.get(i).map(|era| (i, era.0)))
}
