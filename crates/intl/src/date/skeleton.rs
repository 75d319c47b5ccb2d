//! From the fields that are wanted to a pattern: the best of a locale's patterns, adjusted and completed.
//!
//! The rules are those of the CLDR's "availableFormats" matching as ICU carries them out: a distance by field type, the
//! nearest pattern with its fields widened, and missing fields appended.

use crate::data::{Section, Table};

/// Fields in the order that decides which is appended first.
pub(super) const FIELDS: usize = 16;
const MONTH: usize = 3;
const WEEKDAY: usize = 6;
const DAY_PERIOD: usize = 10;
const HOUR: usize = 11;
const MINUTE: usize = 12;
const SECOND: usize = 13;
const FRACTION: usize = 14;

const DATE_MASK: u32 = (1 << DAY_PERIOD) - 1;
const TIME_MASK: u32 = ((1 << FIELDS) - 1) & !DATE_MASK;

const NARROW: i32 = -0x101;
const SHORTER: i32 = -0x102;
const SHORT: i32 = -0x103;
const LONG: i32 = -0x104;
const NUMERIC: i32 = 0x100;
const DELTA: i32 = 0x10;
const EXTRA: i32 = 0x10000;
const MISSING: i32 = 0x1000;

/// Letter, field, kind (positive for numbers), least length.
const KINDS: &[(char, usize, i32, u32)] = &[
    ('G', 0, SHORT, 1),
    ('G', 0, LONG, 4),
    ('G', 0, NARROW, 5),
    ('y', 1, NUMERIC, 1),
    ('Y', 1, NUMERIC + DELTA, 1),
    ('u', 1, NUMERIC + 2 * DELTA, 1),
    ('r', 1, NUMERIC + 3 * DELTA, 1),
    ('U', 1, SHORT, 1),
    ('U', 1, LONG, 4),
    ('U', 1, NARROW, 5),
    ('Q', 2, NUMERIC, 1),
    ('Q', 2, SHORT, 3),
    ('Q', 2, LONG, 4),
    ('Q', 2, NARROW, 5),
    ('q', 2, NUMERIC + DELTA, 1),
    ('q', 2, SHORT - DELTA, 3),
    ('q', 2, LONG - DELTA, 4),
    ('q', 2, NARROW - DELTA, 5),
    ('M', 3, NUMERIC, 1),
    ('M', 3, SHORT, 3),
    ('M', 3, LONG, 4),
    ('M', 3, NARROW, 5),
    ('L', 3, NUMERIC + DELTA, 1),
    ('L', 3, SHORT - DELTA, 3),
    ('L', 3, LONG - DELTA, 4),
    ('L', 3, NARROW - DELTA, 5),
    ('w', 4, NUMERIC, 1),
    ('W', 5, NUMERIC, 1),
    ('E', 6, SHORT, 1),
    ('E', 6, LONG, 4),
    ('E', 6, NARROW, 5),
    ('E', 6, SHORTER, 6),
    ('c', 6, NUMERIC + 2 * DELTA, 1),
    ('c', 6, SHORT - 2 * DELTA, 3),
    ('c', 6, LONG - 2 * DELTA, 4),
    ('c', 6, NARROW - 2 * DELTA, 5),
    ('c', 6, SHORTER - 2 * DELTA, 6),
    ('e', 6, NUMERIC + DELTA, 1),
    ('e', 6, SHORT - DELTA, 3),
    ('e', 6, LONG - DELTA, 4),
    ('e', 6, NARROW - DELTA, 5),
    ('e', 6, SHORTER - DELTA, 6),
    ('D', 7, NUMERIC, 1),
    ('F', 8, NUMERIC, 1),
    ('d', 9, NUMERIC, 1),
    ('g', 9, NUMERIC + DELTA, 1),
    ('a', 10, SHORT, 1),
    ('a', 10, LONG, 4),
    ('a', 10, NARROW, 5),
    ('b', 10, SHORT - DELTA, 1),
    ('b', 10, LONG - DELTA, 4),
    ('b', 10, NARROW - DELTA, 5),
    ('B', 10, SHORT - 3 * DELTA, 1),
    ('B', 10, LONG - 3 * DELTA, 4),
    ('B', 10, NARROW - 3 * DELTA, 5),
    ('H', 11, NUMERIC + 10 * DELTA, 1),
    ('k', 11, NUMERIC + 11 * DELTA, 1),
    ('h', 11, NUMERIC, 1),
    ('K', 11, NUMERIC + DELTA, 1),
    ('m', 12, NUMERIC, 1),
    ('s', 13, NUMERIC, 1),
    ('A', 13, NUMERIC + DELTA, 1),
    ('S', 14, NUMERIC, 1),
    ('v', 15, SHORT - 2 * DELTA, 1),
    ('v', 15, LONG - 2 * DELTA, 4),
    ('z', 15, SHORT, 1),
    ('z', 15, LONG, 4),
    ('Z', 15, NARROW - DELTA, 1),
    ('Z', 15, LONG - DELTA, 4),
    ('Z', 15, SHORT - DELTA, 5),
    ('O', 15, SHORT - DELTA, 1),
    ('O', 15, LONG - DELTA, 4),
    ('V', 15, SHORT - DELTA, 1),
    ('V', 15, LONG - DELTA, 2),
    ('X', 15, NARROW - DELTA, 1),
    ('X', 15, SHORT - DELTA, 2),
    ('X', 15, LONG - DELTA, 4),
    ('x', 15, NARROW - DELTA, 1),
    ('x', 15, SHORT - DELTA, 2),
    ('x', 15, LONG - DELTA, 4),
];

fn kind_of(letter: char, length: u32) -> Option<(usize, i32, u32)> {
    KINDS.iter().rfind(|k| k.0 == letter && k.3 <= length).map(|k| (k.1, k.2, k.3))
}

/// A piece of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    Field(char, u32),
    Text(String),
}

/// Splits a pattern into fields and texts.
pub(crate) fn items(pattern: &str) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    let mut quoted = false;
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\'' {
            if chars.peek() == Some(&'\'') {
                chars.next();
            } else {
                quoted = !quoted;
                continue;
            }
        } else if !quoted && c.is_ascii_alphabetic() {
            match out.last_mut() {
                Some(Item::Field(letter, length)) if *letter == c => *length += 1,
                _ => out.push(Item::Field(c, 1)),
            }
            continue;
        }
        match out.last_mut() {
            Some(Item::Text(text)) => text.push(c),
            _ => out.push(Item::Text(c.to_string())),
        }
    }
    out
}

fn write(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        match item {
            Item::Field(letter, length) => {
                out.extend(std::iter::repeat_n(*letter, *length as usize))
            }
            Item::Text(text) => quote(text, &mut out),
        }
    }
    out
}

fn quote(text: &str, out: &mut String) {
    let needed = text.contains(|c: char| c.is_ascii_alphabetic());
    if needed {
        out.push('\'');
    }
    out.push_str(&text.replace('\'', "''"));
    if needed {
        out.push('\'');
    }
}

/// The fields of a pattern or request: kind (zero for none), and letter and length as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Skeleton {
    kinds: [i32; FIELDS],
    fields: [(char, u32); FIELDS],
}

impl Skeleton {
    pub(crate) fn read(pattern: &str) -> Skeleton {
        let mut out = Skeleton { kinds: [0; FIELDS], fields: [('\0', 0); FIELDS] };
        for item in items(pattern) {
            if let Item::Field(letter, length) = item {
                out.add(letter, length);
            }
        }
        if out.length(MINUTE) > 0 && out.length(FRACTION) > 0 && out.length(SECOND) == 0 {
            out.add('s', 1);
        }
        if out.length(HOUR) > 0 {
            if matches!(out.letter(HOUR), 'h' | 'K') {
                if out.length(DAY_PERIOD) == 0 {
                    out.add('a', 1);
                }
            } else {
                out.kinds[DAY_PERIOD] = 0;
                out.fields[DAY_PERIOD] = ('\0', 0);
            }
        }
        out
    }

    /// The fields of a pattern in their order, without its texts.
    pub(crate) fn text_of(pattern: &[Item]) -> String {
        let has_period = pattern.iter().any(|i| matches!(i, Item::Field('a' | 'b' | 'B', _)));
        let skeleton = Skeleton::read(&write(pattern));
        let mut out = String::new();
        for (field, (letter, length)) in skeleton.fields.iter().enumerate() {
            if field != DAY_PERIOD || has_period {
                out.extend(std::iter::repeat_n(*letter, *length as usize));
            }
        }
        out
    }

    fn add(&mut self, letter: char, length: u32) {
        if let Some((field, kind, _)) = kind_of(letter, length)
            && let (Some(k), Some(f)) = (self.kinds.get_mut(field), self.fields.get_mut(field))
        {
            *k = if kind > 0 { kind + length as i32 } else { kind };
            *f = (letter, length);
        }
    }

    fn letter(&self, field: usize) -> char {
        self.fields.get(field).map_or('\0', |f| f.0)
    }

    pub(crate) fn length(&self, field: usize) -> u32 {
        self.fields.get(field).map_or(0, |f| f.1)
    }

    fn kind(&self, field: usize) -> i32 {
        self.kinds.get(field).copied().unwrap_or(0)
    }

    fn mask(&self) -> u32 {
        self.kinds.iter().enumerate().filter(|(_, k)| **k != 0).fold(0, |m, (i, _)| m | 1 << i)
    }

    /// What identifies patterns for the same fields: kinds, but not the lengths of numbers.
    fn base(&self) -> Vec<(char, u32)> {
        self.fields
            .iter()
            .filter(|f| f.1 > 0)
            .filter_map(|&(letter, length)| kind_of(letter, length).map(|k| (letter, k.2)))
            .collect()
    }
}

#[derive(Debug, Clone)]
struct Known {
    skeleton: Skeleton,
    pattern: String,
    /// The skeleton is the table's, not read off the pattern.
    given: bool,
}

#[derive(Debug, Clone, Copy)]
struct Distance {
    missing: u32,
    extra: u32,
}

/// The patterns of a locale for one calendar.
#[derive(Debug, Clone)]
pub(crate) struct Generator {
    known: Vec<Known>,
    data: &'static str,
    /// Letter of the locale's usual hour.
    hour: char,
    decimal: &'static str,
    both: [String; 4],
}

impl Generator {
    /// `dates` are the calendar's date and time patterns by style, `prefixes` the keys of its patterns by skeleton, the first winning.
    pub(crate) fn new(
        data: &'static str,
        prefixes: &[&str],
        dates: &[&str],
        both: [String; 4],
        hour: char,
        decimal: &'static str,
    ) -> Generator {
        let mut out = Generator { known: Vec::new(), data, hour, decimal, both };
        for letter in
            ["G", "y", "Q", "M", "w", "W", "E", "d", "D", "F", "a", "H", "m", "s", "S", "v"]
        {
            out.add(letter, None);
        }
        for pattern in dates {
            out.add(pattern, None);
        }
        for prefix in prefixes {
            for (skeleton, pattern) in Table::of(data, Section::Dates).own_first(prefix) {
                out.add(pattern, Some(skeleton));
            }
        }
        // Ties go to the pattern that comes first by its first letter.
        out.known.sort_by_key(|k| k.skeleton.base().first().map_or('\0', |f| f.0));
        out
    }

    fn add(&mut self, pattern: &str, skeleton: Option<&str>) {
        let given = skeleton.is_some();
        let skeleton = Skeleton::read(skeleton.unwrap_or(pattern));
        let base = skeleton.base();
        let pattern = pattern.to_owned();
        if !given {
            if !self.known.iter().any(|k| k.skeleton.base() == base || k.skeleton == skeleton) {
                self.known.push(Known { skeleton, pattern, given });
            }
            return;
        }
        match self.known.iter_mut().find(|k| k.skeleton.kinds == skeleton.kinds) {
            Some(known) if known.given => {}
            Some(known) => *known = Known { skeleton, pattern, given },
            None => self.known.push(Known { skeleton, pattern, given }),
        }
    }

    /// The pattern for a request; the hour keeps the length of the found pattern unless `hour_length`.
    pub(crate) fn best(&self, skeleton: &str, hour_length: bool) -> String {
        let wanted = Skeleton::read(skeleton);
        if let Some((known, distance)) = self.nearest(&wanted, u32::MAX)
            && distance.missing == 0
            && distance.extra == 0
        {
            return self.adjust(
                &wanted,
                &known.pattern,
                known.given.then_some(&known.skeleton),
                hour_length,
                false,
            );
        }
        let mask = wanted.mask();
        let date = self.appended(&wanted, mask & DATE_MASK, hour_length);
        let time = self.appended(&wanted, mask & TIME_MASK, hour_length);
        match (date, time) {
            (Some(date), Some(time)) => {
                let style = match wanted.length(MONTH) {
                    4 if wanted.length(WEEKDAY) > 0 => 0,
                    4 => 1,
                    3 => 2,
                    _ => 3,
                };
                let glue = self.both.get(style).map_or("{1} {0}", String::as_str);
                glue.replace("{1}", &date).replace("{0}", &time)
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => String::new(),
        }
    }

    fn appended(&self, wanted: &Skeleton, fields: u32, hour_length: bool) -> Option<String> {
        if fields == 0 {
            return None;
        }
        let (known, mut distance) = self.nearest(wanted, fields)?;
        let mut given = known.given.then_some(&known.skeleton);
        let mut result = self.adjust(wanted, &known.pattern, given, hour_length, false);
        let mut last = 0;
        while distance.missing != 0 && distance.missing != last {
            let seconds = 1 << SECOND | 1 << FRACTION;
            if distance.missing & seconds == 1 << FRACTION && fields & seconds == seconds {
                result = self.adjust(wanted, &result, given, hour_length, true);
                distance.missing &= !(1 << FRACTION);
                continue;
            }
            let before = distance.missing;
            let (known, next) = self.nearest(wanted, before)?;
            given = known.given.then_some(&known.skeleton);
            let piece = self.adjust(wanted, &known.pattern, given, hour_length, false);
            let found = before & !next.missing;
            let top = 31u32.saturating_sub(found.leading_zeros());
            result = self.append(&result, &piece, top as usize);
            // One piece is appended, as ICU does, even if fields stay missing.
            last = next.missing;
            distance = next;
        }
        Some(result)
    }

    fn append(&self, result: &str, piece: &str, field: usize) -> String {
        const ITEMS: [(&str, &str); FIELDS] = [
            ("Era", "era"),
            ("Year", "year"),
            ("Quarter", "quarter"),
            ("Month", "month"),
            ("Week", "week"),
            ("Week", "weekOfMonth"),
            ("Day-Of-Week", "weekday"),
            ("Day", "dayOfYear"),
            ("Day-Of-Week", "weekdayOfMonth"),
            ("Day", "day"),
            ("", "dayperiod"),
            ("Hour", "hour"),
            ("Minute", "minute"),
            ("Second", "second"),
            ("", "fraction"),
            ("Timezone", "zone"),
        ];
        let table = Table::of(self.data, Section::Dates);
        let (item, name) = ITEMS.get(field).copied().unwrap_or(("", ""));
        let format = table.get(&format!("a.{item}")).unwrap_or("{0} \u{251c}{2}: {1}\u{2524}");
        let name = table.get(&format!("n.{name}.w")).unwrap_or(name);
        // The name may hold braces of its own, so it goes in last.
        format.replace("{0}", result).replace("{1}", piece).replace("{2}", &format!("'{name}'"))
    }

    fn nearest(&self, wanted: &Skeleton, include: u32) -> Option<(&Known, Distance)> {
        let mut best: Option<(&Known, i32, Distance)> = None;
        for known in &self.known {
            let mut total = 0;
            let mut distance = Distance { missing: 0, extra: 0 };
            for field in 0..FIELDS {
                let mine = if include & 1 << field == 0 { 0 } else { wanted.kind(field) };
                let other = known.skeleton.kind(field);
                if mine == other {
                    continue;
                }
                if mine == 0 {
                    total += EXTRA;
                    distance.extra |= 1 << field;
                } else if other == 0 {
                    total += MISSING;
                    distance.missing |= 1 << field;
                } else {
                    total += (mine - other).abs();
                }
            }
            if best.is_none_or(|(_, least, d)| {
                total < least || total == least && d.missing < distance.missing
            }) {
                best = Some((known, total, distance));
            }
        }
        best.map(|(k, _, d)| (k, d))
    }

    /// Widens or narrows the fields of a found pattern to those that are wanted.
    fn adjust(
        &self,
        wanted: &Skeleton,
        pattern: &str,
        given: Option<&Skeleton>,
        hour_length: bool,
        add_fraction: bool,
    ) -> String {
        let mut found = items(pattern);
        let mut at = 0;
        while at < found.len() {
            let Some(Item::Field(letter, length)) = found.get(at).cloned() else {
                at += 1;
                continue;
            };
            let Some((field, kind, _)) = kind_of(letter, length) else {
                at += 1;
                continue;
            };
            if add_fraction && field == SECOND {
                found.insert(at + 1, Item::Text(self.decimal.to_owned()));
                found.insert(at + 2, Item::Field('S', wanted.length(FRACTION)));
                at += 3;
                continue;
            }
            if wanted.kind(field) != 0 {
                let asked = wanted.letter(field);
                let mut asked_length = wanted.length(field);
                if asked == 'E' && asked_length < 3 {
                    asked_length = 3;
                }
                let mut new_length = asked_length;
                if matches!(field, MINUTE | SECOND) || field == HOUR && !hour_length {
                    new_length = length;
                } else if let Some(given) = given
                    && !matches!(asked, 'c' | 'e')
                {
                    let numeric = given.kind(field) > 0;
                    if given.length(field) == asked_length || (kind > 0) != numeric {
                        new_length = length;
                    }
                }
                let keeps = matches!(field, HOUR | MONTH | WEEKDAY) || field == 1 && asked != 'Y';
                let mut new_letter = if keeps { letter } else { asked };
                if new_letter == 'E' && new_length < 3 {
                    new_letter = 'e';
                }
                if field == HOUR {
                    new_letter = match (asked, self.hour) {
                        (a, h) if a == h => h,
                        ('h', 'K') => 'K',
                        ('H', 'k') => 'k',
                        ('k', 'H') => 'H',
                        ('K', 'h') => 'h',
                        _ => new_letter,
                    };
                }
                if let Some(item) = found.get_mut(at) {
                    *item = Item::Field(new_letter, new_length);
                }
            }
            at += 1;
        }
        write(&found)
    }
}
