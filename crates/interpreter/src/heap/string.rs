//! String cells: Latin-1 or UTF-16, inline when short, ropes for concatenation.
//!
//! Invariants: a string whose units are all below 256 is never stored as UTF-16; a rope is
//! flattened (without recursion) before its units are read.

use super::StringId;

pub(crate) const INLINE_MAX: usize = 22;
/// Concatenations up to this many units are copied at once instead of making a rope.
pub(crate) const ROPE_MIN: u32 = 24;
/// Longest string, as in V8 on 64 bit.
pub const MAX_STRING_LENGTH: u32 = (1 << 29) - 24;

#[derive(Clone, Debug)]
pub(crate) enum Repr {
    Inline { len: u8, bytes: [u8; INLINE_MAX] },
    Latin1(Box<[u8]>),
    Utf16(Box<[u16]>),
    Rope { left: StringId, right: StringId },
    Free,
}

#[derive(Clone, Debug)]
pub(crate) struct StringCell {
    pub(crate) repr: Repr,
    /// Length in UTF-16 units.
    pub(crate) len: u32,
    /// 0: not computed.
    pub(crate) hash: u32,
    /// Is the canonical string of its text, entered in the intern table.
    pub(crate) interned: bool,
    /// All units below 256.
    pub(crate) latin1: bool,
    pub(crate) mark: bool,
}

/// Borrowed units of a flat string.
#[derive(Clone, Copy, Debug)]
pub enum StrView<'a> {
    Latin1(&'a [u8]),
    Utf16(&'a [u16]),
}

impl<'a> StrView<'a> {
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            StrView::Latin1(b) => b.len(),
            StrView::Utf16(u) => u.len(),
        }
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The unit at `i`; 0 when out of range.
    #[inline]
    pub fn at(&self, i: usize) -> u16 {
        match self {
            StrView::Latin1(b) => b.get(i).copied().unwrap_or(0) as u16,
            StrView::Utf16(u) => u.get(i).copied().unwrap_or(0),
        }
    }
    /// The units `start..end`, clamped to the string.
    pub fn slice(&self, start: usize, end: usize) -> StrView<'a> {
        let end = end.min(self.len());
        let start = start.min(end);
        match self {
            StrView::Latin1(b) => StrView::Latin1(b.get(start..end).unwrap_or(&[])),
            StrView::Utf16(u) => StrView::Utf16(u.get(start..end).unwrap_or(&[])),
        }
    }
    pub fn iter(&self) -> impl Iterator<Item = u16> + 'a {
        let (a, b): (&'a [u8], &'a [u16]) = match *self {
            StrView::Latin1(a) => (a, &[]),
            StrView::Utf16(b) => (&[], b),
        };
        a.iter().map(|&x| x as u16).chain(b.iter().copied())
    }
    pub fn to_units(&self) -> Vec<u16> {
        self.iter().collect()
    }
    /// UTF-8 text; lone surrogates become U+FFFD.
    pub fn to_text(&self) -> String {
        match self {
            StrView::Latin1(b) => {
                if b.is_ascii() {
                    String::from_utf8_lossy(b).into_owned()
                } else {
                    b.iter().map(|&c| c as char).collect()
                }
            }
            StrView::Utf16(u) => String::from_utf16_lossy(u),
        }
    }
    /// The code point at `i` and its number of units (lone surrogates count as themselves).
    pub fn code_point_at(&self, i: usize) -> (u32, usize) {
        let first = self.at(i) as u32;
        if (0xD800..0xDC00).contains(&first) && i + 1 < self.len() {
            let second = self.at(i + 1) as u32;
            if (0xDC00..0xE000).contains(&second) {
                return (0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), 2);
            }
        }
        (first, 1)
    }
    pub fn equals(&self, other: &StrView<'_>) -> bool {
        match (self, other) {
            (StrView::Latin1(a), StrView::Latin1(b)) => a == b,
            (StrView::Utf16(a), StrView::Utf16(b)) => a == b,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
    pub fn equals_str(&self, text: &str) -> bool {
        match self {
            StrView::Latin1(b) if text.is_ascii() => *b == text.as_bytes(),
            _ => self.iter().eq(text.encode_utf16()),
        }
    }
    /// Order by UTF-16 units.
    pub fn compare(&self, other: &StrView<'_>) -> std::cmp::Ordering {
        match (self, other) {
            (StrView::Latin1(a), StrView::Latin1(b)) => a.cmp(b),
            (StrView::Utf16(a), StrView::Utf16(b)) => a.cmp(b),
            _ => self.iter().cmp(other.iter()),
        }
    }
    /// First index at or after `from` where `needle` stands.
    pub fn find(&self, needle: &StrView<'_>, from: usize) -> Option<usize> {
        let n = needle.len();
        if n == 0 {
            return (from <= self.len()).then_some(from);
        }
        if from >= self.len() || n > self.len() - from {
            return None;
        }
        match (self, needle) {
            (StrView::Latin1(h), StrView::Latin1(n)) => {
                memchr::memmem::find(h.get(from..)?, n).map(|i| i + from)
            }
            (StrView::Latin1(_), StrView::Utf16(_)) => None,
            _ => {
                let first = needle.at(0);
                let last = self.len() - n;
                (from..=last).find(|&i| {
                    self.at(i) == first && (1..n).all(|j| self.at(i + j) == needle.at(j))
                })
            }
        }
    }
    /// Last index at or before `from` where `needle` stands.
    pub fn rfind(&self, needle: &StrView<'_>, from: usize) -> Option<usize> {
        let n = needle.len();
        if n > self.len() {
            return None;
        }
        let start = from.min(self.len() - n);
        (0..=start).rev().find(|&i| (0..n).all(|j| self.at(i + j) == needle.at(j)))
    }
    /// The array index this text stands for in canonical form (0 ..= 2^32 - 2).
    pub fn as_array_index(&self) -> Option<u32> {
        let len = self.len();
        if len == 0 || len > 10 {
            return None;
        }
        let first = self.at(0);
        if first == 48 {
            return (len == 1).then_some(0);
        }
        let mut n: u64 = 0;
        for i in 0..len {
            let c = self.at(i);
            if !(48..=57).contains(&c) {
                return None;
            }
            n = n * 10 + (c - 48) as u64;
        }
        (n < u32::MAX as u64).then_some(n as u32)
    }
}

/// Builds a string unit by unit; Latin-1 until a wider unit comes.
#[derive(Debug, Default)]
pub struct StringBuilder {
    pub(crate) narrow: Vec<u8>,
    pub(crate) wide: Vec<u16>,
    pub(crate) is_wide: bool,
}

impl StringBuilder {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn with_capacity(n: usize) -> Self {
        StringBuilder { narrow: Vec::with_capacity(n), wide: Vec::new(), is_wide: false }
    }
    pub fn len(&self) -> usize {
        if self.is_wide { self.wide.len() } else { self.narrow.len() }
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn widen(&mut self) {
        self.wide.reserve(self.narrow.capacity());
        self.wide.extend(self.narrow.iter().map(|&b| b as u16));
        self.narrow = Vec::new();
        self.is_wide = true;
    }
    #[inline]
    pub fn push(&mut self, unit: u16) {
        if self.is_wide {
            self.wide.push(unit);
        } else if unit < 256 {
            self.narrow.push(unit as u8);
        } else {
            self.widen();
            self.wide.push(unit);
        }
    }
    pub fn push_code_point(&mut self, cp: u32) {
        if cp < 0x10000 {
            self.push(cp as u16);
        } else {
            let c = cp - 0x10000;
            self.push(0xD800 + (c >> 10) as u16);
            self.push(0xDC00 + (c & 0x3FF) as u16);
        }
    }
    pub fn push_str(&mut self, text: &str) {
        if text.is_ascii() {
            if self.is_wide {
                self.wide.extend(text.bytes().map(|b| b as u16));
            } else {
                self.narrow.extend_from_slice(text.as_bytes());
            }
        } else {
            for unit in text.encode_utf16() {
                self.push(unit);
            }
        }
    }
    pub fn push_view(&mut self, view: &StrView<'_>) {
        match view {
            StrView::Latin1(b) => {
                if self.is_wide {
                    self.wide.extend(b.iter().map(|&x| x as u16));
                } else {
                    self.narrow.extend_from_slice(b);
                }
            }
            StrView::Utf16(u) => {
                if !self.is_wide {
                    self.widen();
                }
                self.wide.extend_from_slice(u);
            }
        }
    }
    pub fn units(&self) -> Vec<u16> {
        if self.is_wide {
            self.wide.clone()
        } else {
            self.narrow.iter().map(|&b| b as u16).collect()
        }
    }
}
