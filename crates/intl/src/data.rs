//! The locale tables: one container of deflated texts, inflated a section of a locale at a time when it is first read.
//!
//! `scripts/generate.mjs` writes the container. It begins with the length of an index (four bytes, little endian); a row
//! of the index is `locale TAB section TAB base TAB bytes TAB deflated bytes`, and the texts follow in the same order. The
//! keys of a section, sorted, stand once under the section's capital letter; a locale has one value a line in that order,
//! an empty line standing for its base's value and NUL for none. Sections of the empty locale hold `key TAB value` lines.
//!
//! Invariants: what was inflated is kept for the life of the process (all of it together is about 9 MB), and is read only;
//! a damaged container reads as empty tables, never as a panic.

use std::collections::HashMap;
use std::sync::OnceLock;

static CONTAINER: &[u8] = include_bytes!("../data/locales.bin");

/// Part of a locale's data that is inflated as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    /// Numbers, lists and relative time.
    Numbers,
    Units,
    Currencies,
    Dates,
    Zones,
    /// Names of languages, regions, scripts and variants.
    Names,
}

impl Section {
    fn letters(self) -> (&'static str, &'static str) {
        match self {
            Section::Numbers => ("n", "N"),
            Section::Units => ("u", "U"),
            Section::Currencies => ("c", "C"),
            Section::Dates => ("d", "D"),
            Section::Zones => ("z", "Z"),
            Section::Names => ("l", "L"),
        }
    }
}

/// Values of one section of one locale.
pub(crate) struct Table {
    keys: &'static Lines,
    values: Lines,
    base: Option<&'static Table>,
}

impl Table {
    /// The section of the data locale (not of a language tag: see `resolve`); empty when there is none.
    pub(crate) fn of(locale: &'static str, section: Section) -> &'static Table {
        static NONE: Table = Table { keys: &NO_LINES, values: Lines::EMPTY, base: None };
        let (letter, capital) = section.letters();
        let Some(entry) = entries().get(&(locale, letter)) else {
            return &NONE;
        };
        entry.table.get_or_init(|| Table {
            keys: lines("", capital),
            values: Lines::new(entry.inflate()),
            base: (!entry.base.is_empty()).then(|| Table::of(entry.base, section)),
        })
    }

    pub(crate) fn get(&'static self, key: &str) -> Option<&'static str> {
        self.at(self.keys.find(key)?)
    }

    fn at(&'static self, index: usize) -> Option<&'static str> {
        match self.values.line(index) {
            "" => self.base?.at(index),
            "\0" => None,
            value => Some(value),
        }
    }

    /// As `under`, but what the locale has of its own comes before what it has from its base.
    pub(crate) fn own_first(&'static self, prefix: &str) -> Vec<(&'static str, &'static str)> {
        let own = |key: &str| {
            self.keys
                .find(&format!("{prefix}{key}"))
                .is_some_and(|i| !self.values.line(i).is_empty())
        };
        let (mut first, rest): (Vec<_>, Vec<_>) = self.under(prefix).partition(|(key, _)| own(key));
        if let Some(base) = self.base.filter(|_| !rest.is_empty()) {
            let order = base.own_first(prefix);
            first.extend(order.into_iter().filter(|(key, _)| rest.iter().any(|(k, _)| k == key)));
        } else {
            first.extend(rest);
        }
        first
    }

    /// Keys that begin with `prefix`, without it, and their values, in byte order.
    pub(crate) fn under(
        &'static self,
        prefix: &str,
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        let first = self.keys.first_not_below(prefix);
        let prefix = prefix.to_owned();
        (first..self.keys.len())
            .map_while(move |i| self.keys.line(i).strip_prefix(&*prefix).map(|k| (i, k)))
            .filter_map(|(i, k)| Some((k, self.at(i)?)))
    }
}

/// Data that belongs to no locale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum World {
    Plurals,
    Canonical,
    Regions,
    Zones,
    /// Locales that are offered, each with the data locale that serves it.
    Locales,
}

impl World {
    fn lines(self) -> &'static Lines {
        lines(
            "",
            match self {
                World::Plurals => "ps",
                World::Canonical => "ks",
                World::Regions => "ws",
                World::Zones => "zs",
                World::Locales => "as",
            },
        )
    }

    pub(crate) fn get(self, key: &str) -> Option<&'static str> {
        let lines = self.lines();
        let line = lines.line(lines.first_not_below(key));
        let (found, value) = line.split_once('\t')?;
        (found == key).then_some(value)
    }

    pub(crate) fn under(self, prefix: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = self.lines();
        let first = lines.first_not_below(prefix);
        let prefix = prefix.to_owned();
        (first..lines.len())
            .map_while(move |i| lines.line(i).strip_prefix(&*prefix)?.split_once('\t'))
    }
}

struct Entry {
    base: &'static str,
    packed: &'static [u8],
    bytes: usize,
    lines: OnceLock<Lines>,
    table: OnceLock<Table>,
}

impl Entry {
    fn inflate(&self) -> String {
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(self.packed, self.bytes)
            .unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

fn lines(locale: &'static str, section: &'static str) -> &'static Lines {
    match entries().get(&(locale, section)) {
        Some(entry) => entry.lines.get_or_init(|| Lines::new(entry.inflate())),
        None => &NO_LINES,
    }
}

fn entries() -> &'static HashMap<(&'static str, &'static str), Entry> {
    static ENTRIES: OnceLock<HashMap<(&'static str, &'static str), Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| read_index(CONTAINER).unwrap_or_default())
}

fn read_index(container: &'static [u8]) -> Option<HashMap<(&'static str, &'static str), Entry>> {
    let (length, rest) = container.split_first_chunk::<4>()?;
    let (index, mut texts) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let mut entries = HashMap::new();
    for row in std::str::from_utf8(index).ok()?.lines() {
        let mut cells = row.split('\t');
        let mut cell = || cells.next();
        let (locale, section, base) = (cell()?, cell()?, cell()?);
        let (bytes, packed) = (cell()?.parse().ok()?, cell()?.parse().ok()?);
        let (text, rest) = texts.split_at_checked(packed)?;
        texts = rest;
        entries.insert(
            (locale, section),
            Entry { base, packed: text, bytes, lines: OnceLock::new(), table: OnceLock::new() },
        );
    }
    Some(entries)
}

/// A text and where its lines begin.
struct Lines {
    text: String,
    starts: Vec<u32>,
}

static NO_LINES: Lines = Lines::EMPTY;

impl Lines {
    const EMPTY: Lines = Lines { text: String::new(), starts: Vec::new() };

    fn new(text: String) -> Lines {
        let mut starts = vec![0];
        starts.extend(
            text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1),
        );
        Lines { text, starts }
    }

    fn len(&self) -> usize {
        self.starts.len()
    }

    fn line(&self, index: usize) -> &str {
        let Some(&start) = self.starts.get(index) else {
            return "";
        };
        let end = self.starts.get(index + 1).map_or(self.text.len(), |&next| next as usize - 1);
        self.text.get(start as usize..end).unwrap_or("")
    }

    fn first_not_below(&self, key: &str) -> usize {
        let key_of = |start: &u32| {
            let rest = self.text.get(*start as usize..).unwrap_or("");
            let end = rest.find(['\t', '\n']).unwrap_or(rest.len());
            rest.get(..end).unwrap_or("")
        };
        self.starts.partition_point(|start| key_of(start) < key)
    }

    fn find(&self, key: &str) -> Option<usize> {
        let index = self.first_not_below(key);
        (self.line(index) == key).then_some(index)
    }
}
