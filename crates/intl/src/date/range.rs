//! Ranges of dates: what both ends share is written once.
//!
//! For each field that may be the largest one that differs there is an interval pattern of the CLDR (found by the
//! nearest skeleton, its fields widened as asked), or a whole pattern written twice. The steps are those of ICU.

use super::civil::Civil;
use super::skeleton::{Generator, Item, Skeleton, items};
use super::{DateTimeFormat, generator, time_clip};
use crate::data::{Section, Table};
use crate::error::Error;
use crate::part::{self, Part, Source};
use std::sync::Arc;

/// Fields by size; the largest that differs chooses the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Era,
    Year,
    Month,
    Day,
    Half,
    Hour,
    Minute,
    Second,
    Millisecond,
}

impl Unit {
    fn of_letter(letter: char) -> Option<Unit> {
        Some(match letter {
            'G' => Unit::Era,
            'y' => Unit::Year,
            'M' => Unit::Month,
            'd' => Unit::Day,
            'a' | 'B' => Unit::Half,
            'h' | 'H' | 'k' | 'K' => Unit::Hour,
            'm' => Unit::Minute,
            _ => return None,
        })
    }

    /// Whether a pattern shows nothing as small as the field.
    fn is_ignored_by<'a>(self, letters: impl Iterator<Item = &'a Item>) -> bool {
        let level = self as u32 * 10;
        !letters
            .into_iter()
            .any(|item| matches!(item, Item::Field(letter, _) if level_of(*letter) >= level))
    }
}

/// Size of a field; larger numbers are smaller fields.
fn level_of(letter: char) -> u32 {
    match letter {
        'y' | 'Y' | 'u' | 'r' | 'U' => 10,
        'M' | 'L' | 'Q' | 'q' | 'D' | 'w' => 20,
        'd' | 'E' | 'c' | 'e' | 'F' | 'W' => 30,
        'a' => 40,
        'h' | 'H' | 'k' | 'K' => 50,
        'm' => 60,
        's' => 70,
        'S' | 'A' => 80,
        _ => 0,
    }
}

#[derive(Debug, Clone)]
enum Choice {
    /// Written for the start, then for the end.
    Interval(Vec<Item>, Vec<Item>),
    /// Written twice with the locale's glue between.
    Twice(Vec<Item>),
}

/// The patterns of a formatter's ranges.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranges {
    /// All fields, as the locale writes them (styles and hour lengths do not count here).
    whole: Vec<Item>,
    choices: Vec<(Unit, Choice)>,
    /// Date, time and glue, for ranges within a day that have no pattern of their own.
    within_day: Option<(Vec<Item>, Vec<Item>, &'static str)>,
}

/// A piece and the letter of its field.
type Lettered = (char, Part);

impl DateTimeFormat {
    pub fn format_range(&self, start: f64, end: f64) -> Result<String, Error> {
        Ok(part::text(&self.format_range_to_parts(start, end)?))
    }

    pub fn format_range_to_parts(&self, start: f64, end: f64) -> Result<Vec<Part>, Error> {
        let (start, end) = (time_clip(start)?, time_clip(end)?);
        let ranges = self.ranges.get_or_init(|| self.make_ranges());
        let Some(unit) = self.largest_difference(start, end) else {
            return Ok(part::merged(self.fill(&self.pattern, start)));
        };
        let choice = ranges.choices.iter().find(|(u, _)| *u == unit).map(|(_, c)| c);
        let pieces = match choice {
            Some(Choice::Interval(first, second)) => {
                let mut out = self.fill_lettered(first, start);
                out.extend(self.fill_lettered(second, end));
                out
            }
            Some(Choice::Twice(pattern)) => self.twice(pattern, start, end),
            None if unit.is_ignored_by(ranges.whole.iter()) => {
                return Ok(part::merged(self.fill(&self.pattern, start)));
            }
            None => match &ranges.within_day {
                Some((date, time, glue)) if unit >= Unit::Half => {
                    self.glued(glue, |slot| match slot {
                        0 => self.twice(time, start, end),
                        _ => self.fill_lettered(date, start),
                    })
                }
                _ => self.twice(&ranges.whole, start, end),
            },
        };
        Ok(sourced(pieces))
    }

    fn twice(&self, pattern: &[Item], start: i64, end: i64) -> Vec<Lettered> {
        let table = Table::of(self.locale.data, Section::Dates);
        let glue = table.get("i").unwrap_or("{0} – {1}");
        self.glued(glue, |slot| self.fill_lettered(pattern, if slot == 0 { start } else { end }))
    }

    fn glued(&self, glue: &str, fill: impl Fn(u32) -> Vec<Lettered>) -> Vec<Lettered> {
        let mut out = Vec::new();
        let mut rest = glue;
        while let Some((text, tail)) = rest.split_once('{') {
            out.push(('\0', Part::literal(unquoted(text))));
            out.extend(fill(u32::from(!tail.starts_with('0'))));
            rest = tail.get(2..).unwrap_or("");
        }
        out.push(('\0', Part::literal(unquoted(rest))));
        out
    }

    fn fill_lettered(&self, pattern: &[Item], at: i64) -> Vec<Lettered> {
        let mut out = Vec::new();
        for item in pattern {
            let letter = if let Item::Field(letter, _) = item { *letter } else { '\0' };
            let parts = match item {
                Item::Text(text) => vec![Part::literal(text.clone())],
                Item::Field(letter, length) => self.fill_field(pattern, *letter, *length, at),
            };
            out.extend(
                parts.into_iter().map(|p| (if p.kind == "literal" { '\0' } else { letter }, p)),
            );
        }
        out
    }

    fn largest_difference(&self, start: i64, end: i64) -> Option<Unit> {
        let (a, b) = (Civil::at(start, &self.zone), Civil::at(end, &self.zone));
        let days = |c: &Civil| self.calendar_date(c);
        let ((era_a, year_a, month_a, day_a), (era_b, year_b, month_b, day_b)) =
            (days(&a), days(&b));
        [
            (Unit::Era, era_a != era_b),
            (Unit::Year, year_a != year_b),
            (Unit::Month, month_a != month_b),
            (Unit::Day, day_a != day_b),
            (Unit::Half, a.hour / 12 != b.hour / 12),
            (Unit::Hour, a.hour != b.hour),
            (Unit::Minute, a.minute != b.minute),
            (Unit::Second, a.second != b.second),
            (Unit::Millisecond, a.millisecond != b.millisecond),
        ]
        .into_iter()
        .find_map(|(unit, differs)| differs.then_some(unit))
    }

    fn make_ranges(&self) -> Ranges {
        let maker = generator(&self.locale, &self.resolved, &self.symbols);
        let whole = Skeleton::text_of(&self.pattern);
        Builder {
            format: self,
            maker,
            table: Table::of(self.locale.data, Section::Dates),
            out: Ranges::default(),
        }
        .build(&whole)
    }
}

struct Builder<'a> {
    format: &'a DateTimeFormat,
    maker: Arc<Generator>,
    table: &'static Table,
    out: Ranges,
}

/// How a found skeleton differs from the one that was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    Widths,
    Letters,
    Fields,
}

impl Builder<'_> {
    fn build(mut self, skeleton: &str) -> Ranges {
        self.out.whole = items(&self.best(skeleton));
        let halves = Halves::of(skeleton);
        let wanted = if halves.time.is_empty() {
            halves.plain_date.clone()
        } else {
            halves.plain_time.clone()
        };
        let found = self.best_skeleton(&wanted);
        let glue =
            self.table.get("both").and_then(|row| row.split('|').nth(2)).unwrap_or("{1}, {0}");
        if found.is_some() && !halves.date.is_empty() && !halves.time.is_empty() {
            let date = items(&self.best(&halves.plain_date));
            let time = items(&self.best(&halves.plain_time));
            self.out.within_day = Some((date, time, glue));
        }
        let usable = match found {
            Some((best, difference)) if difference != Difference::Fields => {
                if halves.time.is_empty() {
                    self.date_intervals(&wanted, &best, difference);
                } else {
                    for unit in [Unit::Minute, Unit::Hour, Unit::Half] {
                        self.interval(unit, &wanted, &best, difference, None);
                    }
                }
                true
            }
            _ => false,
        };
        if halves.time.is_empty() {
            return self.out;
        }
        if halves.date.is_empty() {
            let dated = format!("yMd{}", halves.time);
            let pattern = self.best(&dated);
            for unit in [Unit::Day, Unit::Month, Unit::Year] {
                self.twice(unit, &pattern);
            }
            let pattern = self.best(&format!("G{dated}"));
            self.twice(Unit::Era, &pattern);
        } else if usable {
            let mut longer = skeleton.to_owned();
            for (unit, letter) in
                [(Unit::Day, 'd'), (Unit::Month, 'M'), (Unit::Year, 'y'), (Unit::Era, 'G')]
            {
                let there = halves.date.contains(letter);
                if !there {
                    longer.insert(0, letter);
                    let pattern = self.best(&longer);
                    self.twice(unit, &pattern);
                }
            }
            let date = self.best(&halves.date);
            for unit in [Unit::Half, Unit::Hour, Unit::Minute] {
                let Some((_, Choice::Interval(first, second))) =
                    self.out.choices.iter_mut().find(|c| c.0 == unit)
                else {
                    continue;
                };
                let date = items(&date);
                let (before, after) = glue.split_once("{0}").unwrap_or(("", ""));
                let expand = |text: &str| -> Vec<Item> {
                    let mut out = Vec::new();
                    let (head, tail) = text.split_once("{1}").unwrap_or((text, ""));
                    out.push(Item::Text(unquoted(head)));
                    if text.contains("{1}") {
                        out.extend(date.clone());
                        out.push(Item::Text(unquoted(tail)));
                    }
                    out
                };
                let mut start = expand(before);
                start.append(first);
                *first = start;
                second.extend(expand(after));
            }
        }
        self.out
    }

    fn best(&self, skeleton: &str) -> String {
        let pattern = self.maker.best(skeleton, false);
        match self.format.resolved.hour_cycle {
            Some(cycle) => super::options::with_cycle(&pattern, cycle),
            None => pattern,
        }
    }

    fn twice(&mut self, unit: Unit, pattern: &str) {
        self.set(unit, Choice::Twice(items(pattern)));
    }

    fn set(&mut self, unit: Unit, choice: Choice) {
        self.out.choices.retain(|c| c.0 != unit);
        self.out.choices.push((unit, choice));
    }

    fn date_intervals(&mut self, wanted: &str, best: &str, difference: Difference) {
        let mut wanted = wanted.to_owned();
        let mut best = best.to_owned();
        let mut longer = None;
        self.interval(Unit::Day, &wanted, &best, difference, Some(&mut longer));
        for unit in [Unit::Month, Unit::Year, Unit::Era] {
            let extended = self.interval(unit, &wanted, &best, difference, Some(&mut longer));
            if extended
                && unit == Unit::Month
                && let Some((w, b)) = longer.clone()
            {
                (wanted, best) = (w, b);
            }
        }
    }

    /// Takes the table's pattern for a unit; says whether it is that of a longer skeleton.
    fn interval(
        &mut self,
        unit: Unit,
        wanted: &str,
        best: &str,
        difference: Difference,
        longer: Option<&mut Option<(String, String)>>,
    ) -> bool {
        let mut difference = difference;
        let mut best = best.to_owned();
        let mut pattern = self.pattern(&best, unit);
        let extends = longer.is_some();
        let mut extended = false;
        if pattern.is_none() {
            if unit.is_ignored_by(items(&best).iter()) {
                return false;
            }
            if unit == Unit::Half {
                if let Some(pattern) = self.pattern(&best, Unit::Hour) {
                    self.set_interval(unit, wanted, &best, pattern, difference);
                }
                return false;
            }
            let letter = match unit {
                Unit::Era => 'G',
                Unit::Year => 'y',
                Unit::Month => 'M',
                _ => 'd',
            };
            if extends {
                let long_wanted = format!("{letter}{wanted}");
                let long_best = format!("{letter}{best}");
                pattern = self.pattern(&long_best, unit);
                if pattern.is_none()
                    && difference == Difference::None
                    && let Some((other, d)) = self.best_skeleton(&long_best)
                {
                    difference = d;
                    if d != Difference::Fields {
                        pattern = self.pattern(&other, unit);
                        best = other;
                    }
                }
                if let Some(slot) = longer {
                    *slot = Some((long_wanted, long_best));
                }
                extended = true;
            }
        }
        match pattern {
            Some(pattern) => {
                self.set_interval(unit, wanted, &best, pattern, difference);
                extended
            }
            None => false,
        }
    }

    fn set_interval(
        &mut self,
        unit: Unit,
        wanted: &str,
        best: &str,
        pattern: &str,
        difference: Difference,
    ) {
        let mut found = items(pattern);
        if difference != Difference::None {
            widen(&mut found, wanted, best, difference);
        }
        let split = repeated_at(&found);
        let second = found.split_off(split.min(found.len()));
        self.set(unit, Choice::Interval(found, second));
    }

    fn pattern(&self, skeleton: &str, unit: Unit) -> Option<&'static str> {
        let row = self.table.get(&format!("i.{skeleton}"))?;
        row.split('|').find_map(|cell| {
            let (letter, pattern) = cell.split_once(':')?;
            (letter.chars().next().and_then(Unit::of_letter) == Some(unit)).then_some(pattern)
        })
    }

    fn best_skeleton(&self, wanted: &str) -> Option<(String, Difference)> {
        let replaced = wanted.contains(['z', 'k', 'K', 'a', 'b']);
        let plain: String = wanted
            .chars()
            .filter(|c| !matches!(c, 'a' | 'b'))
            .map(|c| match c {
                'z' => 'v',
                'k' => 'H',
                'K' => 'h',
                c => c,
            })
            .collect();
        let mine = widths(&plain);
        let mut best: Option<(&str, u32, Difference)> = None;
        for (skeleton, _) in self.table.under("i.") {
            let other = widths(skeleton);
            let mut distance = 0;
            let mut difference = Difference::Widths;
            for letter in letters(&mine, &other) {
                let (a, b) = (width(&mine, letter), width(&other, letter));
                if a == b {
                    continue;
                }
                if a == 0 || b == 0 {
                    difference = Difference::Fields;
                    distance += 0x1000;
                } else if letter == 'M' && (a <= 2) != (b <= 2) {
                    distance += 0x100;
                } else {
                    distance += a.abs_diff(b);
                }
            }
            if best.is_none_or(|(_, least, _)| distance < least) {
                best = Some((
                    skeleton,
                    distance,
                    if distance == 0 { Difference::None } else { difference },
                ));
            }
        }
        best.map(|(skeleton, _, difference)| {
            let difference = if replaced && difference != Difference::Fields {
                Difference::Letters
            } else {
                difference
            };
            (skeleton.to_owned(), difference)
        })
    }
}

/// The date and time fields of a skeleton, as written and in the plain form that tables use.
#[derive(Debug, Default)]
struct Halves {
    date: String,
    time: String,
    plain_date: String,
    plain_time: String,
}

impl Halves {
    fn of(skeleton: &str) -> Halves {
        let mut out = Halves::default();
        let (mut y, mut m, mut e, mut d) = (0usize, 0usize, 0usize, false);
        let (mut hour, mut minute, mut zone) = (None, false, None);
        for c in skeleton.chars() {
            match c {
                'y' => y += 1,
                'M' => m += 1,
                'E' => e += 1,
                'd' => d = true,
                'G' | 'Y' | 'u' | 'Q' | 'q' | 'L' | 'l' | 'W' | 'w' | 'D' | 'F' | 'g' | 'e'
                | 'c' | 'U' | 'r' => out.plain_date.push(c),
                // Offsets have no place in intervals.
                'O' => continue,
                'a' => {}
                'h' | 'H' | 'k' | 'K' => hour = Some(c),
                'm' => minute = true,
                'z' | 'v' => zone = Some(c),
                _ => out.plain_time.push(c),
            }
            let half =
                if "GyYuQqMLlWwDFgEecUrd".contains(c) { &mut out.date } else { &mut out.time };
            half.push(c);
        }
        out.plain_date.extend(std::iter::repeat_n('y', y));
        out.plain_date.extend(std::iter::repeat_n('M', if m < 3 { m.min(1) } else { m.min(5) }));
        out.plain_date.extend(std::iter::repeat_n('E', if e <= 3 { e.min(1) } else { e.min(5) }));
        out.plain_date.extend(d.then_some('d'));
        out.plain_time.extend(hour);
        out.plain_time.extend(minute.then_some('m'));
        out.plain_time.extend(zone);
        out
    }
}

fn widths(skeleton: &str) -> Vec<(char, u32)> {
    let mut out: Vec<(char, u32)> = Vec::new();
    for c in skeleton.chars() {
        match out.iter_mut().find(|w| w.0 == c) {
            Some(found) => found.1 += 1,
            None => out.push((c, 1)),
        }
    }
    out
}

fn width(widths: &[(char, u32)], letter: char) -> u32 {
    widths.iter().find(|w| w.0 == letter).map_or(0, |w| w.1)
}

fn letters(a: &[(char, u32)], b: &[(char, u32)]) -> Vec<char> {
    let mut out: Vec<char> = a.iter().chain(b).map(|w| w.0).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Widens the fields of a pattern from those of its skeleton to those that are wanted.
fn widen(pattern: &mut [Item], wanted: &str, best: &str, difference: Difference) {
    let (mine, mut other) = (widths(wanted), widths(best));
    for item in pattern.iter_mut() {
        let Item::Field(letter, length) = item else { continue };
        if difference == Difference::Letters {
            *letter = match *letter {
                'v' if wanted.contains('z') => 'z',
                'H' if wanted.contains('k') => 'k',
                'h' if wanted.contains('K') => 'K',
                'a' if wanted.contains('b') => 'b',
                other => other,
            };
        }
        if *letter == 'a' && width(&other, 'a') == 0 {
            other.push(('a', 1));
        }
        let key = if *letter == 'L' { 'M' } else { *letter };
        let (has, wants) = (width(&other, key), width(&mine, key));
        if has == *length && wants > has {
            *length = wants;
        }
    }
}

/// Where the first field that occurred before occurs again.
fn repeated_at(pattern: &[Item]) -> usize {
    let mut seen = Vec::new();
    for (i, item) in pattern.iter().enumerate() {
        if let Item::Field(letter, _) = item {
            if seen.contains(letter) {
                return i;
            }
            seen.push(*letter);
        }
    }
    pattern.len()
}

/// Marks what lies between the first and last fields that occur twice as belonging to the start and the end.
fn sourced(pieces: Vec<Lettered>) -> Vec<Part> {
    let mut start: Option<(usize, usize)> = None;
    let mut end: Option<(usize, usize)> = None;
    let widen = |span: &mut Option<(usize, usize)>, i: usize| {
        *span = Some(span.map_or((i, i), |(a, b)| (a.min(i), b.max(i))));
    };
    for (i, (letter, _)) in pieces.iter().enumerate() {
        if *letter == '\0' {
            continue;
        }
        let again = pieces.iter().enumerate().skip(i + 1).find(|(_, (l, _))| l == letter);
        if let Some((j, _)) = again {
            widen(&mut start, i);
            widen(&mut end, j);
        }
    }
    let inside =
        |span: Option<(usize, usize)>, i: usize| span.is_some_and(|(a, b)| (a..=b).contains(&i));
    part::merged(pieces.into_iter().enumerate().map(|(i, (_, part))| {
        let source = if inside(start, i) {
            Source::StartRange
        } else if inside(end, i) {
            Source::EndRange
        } else {
            Source::Shared
        };
        Part { source, ..part }
    }))
}

fn unquoted(text: &str) -> String {
    items(text)
        .into_iter()
        .map(|item| match item {
            Item::Text(text) => text,
            Item::Field(letter, length) => {
                String::from_iter(std::iter::repeat_n(letter, length as usize))
            }
        })
        .collect()
}
