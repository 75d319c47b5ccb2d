//! The subject in its two representations.
//!
//! The matcher is compiled once for each, so the representation costs nothing per character.

use crate::char_set::CharSet;

/// A subject text. Positions count UTF-16 code units in both forms.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// One byte a unit, U+0000 to U+00FF.
    Latin1(&'a [u8]),
    Utf16(&'a [u16]),
}

impl Input<'_> {
    pub fn len(&self) -> usize {
        match self {
            Input::Latin1(text) => text.len(),
            Input::Utf16(text) => text.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reading by position, monomorphised per representation.
pub(crate) trait Subject: Copy {
    fn len(self) -> usize;
    fn get(self, at: usize) -> Option<u16>;

    /// First position in `from..to` whose unit is outside `set`, or `to`.
    fn run_end(self, set: &CharSet, from: usize, to: usize) -> usize;

    /// First position at or after `from` whose unit is in `set`.
    fn find_in(self, set: &CharSet, from: usize) -> Option<usize>;

    /// First occurrence of `needle` at or after `from`.
    fn find_literal(self, needle: &crate::search::Literal, from: usize) -> Option<usize>;

    fn starts_with(self, at: usize, units: &[u16]) -> bool;

    /// Whether the text in `a` equals that starting at `b`, for a back-reference.
    fn same(self, a: std::ops::Range<usize>, b: usize) -> bool;

    /// The code point that starts at `at`, with its width.
    fn code_point(self, at: usize) -> Option<(u32, usize)>;

    /// The code point that ends at `at`, with its width.
    fn code_point_before(self, at: usize) -> Option<(u32, usize)>;
}

impl Subject for &[u8] {
    #[inline(always)]
    fn len(self) -> usize {
        <[u8]>::len(self)
    }

    #[inline(always)]
    fn get(self, at: usize) -> Option<u16> {
        <[u8]>::get(self, at).map(|&unit| u16::from(unit))
    }

    #[inline]
    fn run_end(self, set: &CharSet, from: usize, to: usize) -> usize {
        let Some(window) = <[u8]>::get(self, from..to) else { return from };
        let stop = match set.absent_latin1() {
            Some([]) => None,
            Some(&[a]) if window.len() > 16 => memchr::memchr(a, window),
            Some(&[a, b]) if window.len() > 16 => memchr::memchr2(a, b, window),
            Some(&[a, b, c]) if window.len() > 16 => memchr::memchr3(a, b, c, window),
            _ => window.iter().position(|&unit| !set.contains_latin1(unit)),
        };
        stop.map_or(to, |offset| from + offset)
    }

    #[inline]
    fn find_in(self, set: &CharSet, from: usize) -> Option<usize> {
        let window = <[u8]>::get(self, from..)?;
        let found = match set.present_latin1() {
            Some([]) => None,
            Some(&[a]) => memchr::memchr(a, window),
            Some(&[a, b]) => memchr::memchr2(a, b, window),
            Some(&[a, b, c]) => memchr::memchr3(a, b, c, window),
            _ => window.iter().position(|&unit| set.contains_latin1(unit)),
        };
        found.map(|offset| from + offset)
    }

    fn find_literal(self, needle: &crate::search::Literal, from: usize) -> Option<usize> {
        needle.find_latin1(self, from)
    }

    #[inline]
    fn starts_with(self, at: usize, units: &[u16]) -> bool {
        let Some(window) = at.checked_add(units.len()).and_then(|end| <[u8]>::get(self, at..end))
        else {
            return false;
        };
        window.iter().zip(units).all(|(&a, &b)| u16::from(a) == b)
    }

    fn same(self, a: std::ops::Range<usize>, b: usize) -> bool {
        let end = b.saturating_add(a.len());
        matches!((<[u8]>::get(self, a), <[u8]>::get(self, b..end)), (Some(x), Some(y)) if x == y)
    }

    #[inline(always)]
    fn code_point(self, at: usize) -> Option<(u32, usize)> {
        <[u8]>::get(self, at).map(|&unit| (u32::from(unit), 1))
    }

    #[inline(always)]
    fn code_point_before(self, at: usize) -> Option<(u32, usize)> {
        <[u8]>::get(self, at.wrapping_sub(1)).map(|&unit| (u32::from(unit), 1))
    }
}

impl Subject for &[u16] {
    #[inline(always)]
    fn len(self) -> usize {
        <[u16]>::len(self)
    }

    #[inline(always)]
    fn get(self, at: usize) -> Option<u16> {
        <[u16]>::get(self, at).copied()
    }

    #[inline]
    fn run_end(self, set: &CharSet, from: usize, to: usize) -> usize {
        let Some(window) = <[u16]>::get(self, from..to) else { return from };
        let stop = window.iter().position(|&unit| !set.contains(u32::from(unit)));
        stop.map_or(to, |offset| from + offset)
    }

    #[inline]
    fn find_in(self, set: &CharSet, from: usize) -> Option<usize> {
        let window = <[u16]>::get(self, from..)?;
        window.iter().position(|&unit| set.contains(u32::from(unit))).map(|offset| from + offset)
    }

    fn find_literal(self, needle: &crate::search::Literal, from: usize) -> Option<usize> {
        needle.find_utf16(self, from)
    }

    #[inline]
    fn starts_with(self, at: usize, units: &[u16]) -> bool {
        at.checked_add(units.len()).and_then(|end| <[u16]>::get(self, at..end)) == Some(units)
    }

    fn same(self, a: std::ops::Range<usize>, b: usize) -> bool {
        let end = b.saturating_add(a.len());
        matches!((<[u16]>::get(self, a), <[u16]>::get(self, b..end)), (Some(x), Some(y)) if x == y)
    }

    #[inline]
    fn code_point(self, at: usize) -> Option<(u32, usize)> {
        let first = *<[u16]>::get(self, at)?;
        if is_lead(first) {
            if let Some(&second) = <[u16]>::get(self, at + 1) {
                if is_trail(second) {
                    return Some((join(first, second), 2));
                }
            }
        }
        Some((u32::from(first), 1))
    }

    #[inline]
    fn code_point_before(self, at: usize) -> Option<(u32, usize)> {
        let last = *<[u16]>::get(self, at.wrapping_sub(1))?;
        if is_trail(last) && at >= 2 {
            if let Some(&first) = <[u16]>::get(self, at - 2) {
                if is_lead(first) {
                    return Some((join(first, last), 2));
                }
            }
        }
        Some((u32::from(last), 1))
    }
}

#[inline(always)]
pub(crate) fn is_lead(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

#[inline(always)]
pub(crate) fn is_trail(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

#[inline(always)]
pub(crate) fn join(lead: u16, trail: u16) -> u32 {
    0x10000 + ((u32::from(lead) & 0x3FF) << 10) + (u32::from(trail) & 0x3FF)
}

/// The two halves of an astral code point.
pub(crate) fn split(code_point: u32) -> (u16, u16) {
    let rest = code_point.wrapping_sub(0x10000);
    (0xD800 | ((rest >> 10) & 0x3FF) as u16, 0xDC00 | (rest & 0x3FF) as u16)
}
