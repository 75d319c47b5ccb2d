//! Which choices have failed where.
//!
//! What follows a choice depends on its [`MemoPoint`] and the position alone, so a choice that failed
//! once fails whenever the same state returns, from whatever start the search came. That turns
//! exponential back-tracking into time linear in the subject.
//!
//! Records are bits, in pages by position; a page belongs to one choice in one context (which of the
//! enclosing loops began at the position itself, and the values of enclosing counters). Pages of the
//! empty context lie in a table per choice, others in a hash table.
//!
//! Invariants: only complete failures are recorded (a choice abandoned because its look-around
//! succeeded is not); losing a record costs time, never an answer.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::program::{MemoPoint, NONE};

/// Positions of a page; a `Page` has as many bits.
const PAGE: u32 = 512;
type Page = [u64; 8];
/// What a page in the hash table costs, about.
const HASHED_PAGE: usize = size_of::<Page>() + 48;

#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) on: bool,
    /// Per choice, pages of the empty context by position; `NO_PAGE` where nothing has failed.
    plain: Vec<Vec<u32>>,
    pages: Vec<Page>,
    contexts: HashMap<(u16, u32, u64), Page, BuildHasherDefault<StateHasher>>,
    stretches: Vec<Stretch>,
    bytes: usize,
    limit: usize,
}

const NO_PAGE: u32 = u32::MAX;

/// What is known of the last members a run has read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    /// `low..high` are members, and none follows.
    pub(crate) low: u32,
    pub(crate) high: u32,
    /// Ends from here to `high` have failed in the empty context.
    pub(crate) failed_from: u32,
}

const NO_STRETCH: Stretch = Stretch { low: u32::MAX, high: 0, failed_from: u32::MAX };

impl Memo {
    /// Sets how many bytes records may take from now on.
    pub(crate) fn allow(&mut self, limit: usize) {
        self.limit = limit;
    }

    pub(crate) fn start(&mut self, points: usize, runs: usize) {
        self.on = true;
        self.plain.resize_with(points, Vec::new);
        self.stretches.resize(runs, NO_STRETCH);
    }

    pub(crate) fn clear(&mut self) {
        *self = Memo { limit: self.limit, ..Memo::default() };
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
            + self.plain.len() * size_of::<Vec<u32>>()
            + self.stretches.len() * size_of::<Stretch>()
    }

    /// The state besides the position, as a number; `None` where it does not fit one.
    fn context(point: &MemoPoint, registers: &[u32], at: u32) -> Option<u64> {
        let mut context = 0u64;
        for (index, &register) in point.starts.iter().enumerate() {
            if registers.get(register as usize) == Some(&at) {
                context |= 1 << index;
            }
        }
        for &register in &point.counters {
            let count = registers.get(register as usize).filter(|&&count| count < 1 << 24)?;
            context = (context << 24) | u64::from(*count);
        }
        Some(context)
    }

    /// Whether the choice has failed in this state before.
    pub(crate) fn failed(&self, id: u16, points: &[MemoPoint], registers: &[u32], at: u32) -> bool {
        let Some(point) = points.get(usize::from(id)) else { return false };
        let page = match Memo::context(point, registers, at) {
            None => return false,
            Some(0) => self.plain_page(id, at / PAGE),
            Some(context) => self.contexts.get(&(id, at / PAGE, context)),
        };
        page.and_then(|page| page.get((at % PAGE) as usize / 64))
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Records that the choice has failed in this state.
    pub(crate) fn mark(&mut self, id: u16, points: &[MemoPoint], registers: &[u32], at: u32) {
        let Some(point) = points.get(usize::from(id)) else { return };
        let page = match Memo::context(point, registers, at) {
            None => None,
            Some(0) => self.plain_page_for(id, at / PAGE),
            Some(context) => self.hashed_page_for((id, at / PAGE, context)),
        };
        if let Some(word) = page.and_then(|page| page.get_mut((at % PAGE) as usize / 64)) {
            *word |= 1 << (at % 64);
        }
    }

    fn plain_page(&self, id: u16, number: u32) -> Option<&Page> {
        let index = *self.plain.get(usize::from(id))?.get(number as usize)?;
        self.pages.get(index as usize)
    }

    fn plain_page_for(&mut self, id: u16, number: u32) -> Option<&mut Page> {
        let table = self.plain.get_mut(usize::from(id))?;
        let missing = (number as usize + 1).saturating_sub(table.len());
        if missing > 0 {
            if self.bytes.saturating_add(missing * 4) > self.limit
                || table.try_reserve(missing).is_err()
            {
                return None;
            }
            table.resize(number as usize + 1, NO_PAGE);
            self.bytes += missing * 4;
        }
        let slot = table.get_mut(number as usize)?;
        if *slot == NO_PAGE {
            if self.bytes.saturating_add(size_of::<Page>()) > self.limit
                || self.pages.try_reserve(1).is_err()
            {
                return None;
            }
            *slot = self.pages.len() as u32;
            self.pages.push(Page::default());
            self.bytes += size_of::<Page>();
        }
        self.pages.get_mut(*slot as usize)
    }

    fn hashed_page_for(&mut self, key: (u16, u32, u64)) -> Option<&mut Page> {
        if !self.contexts.contains_key(&key) {
            if self.bytes.saturating_add(HASHED_PAGE) > self.limit
                || self.contexts.try_reserve(1).is_err()
            {
                return None;
            }
            self.bytes += HASHED_PAGE;
        }
        Some(self.contexts.entry(key).or_default())
    }

    /// From where on the point's context is surely empty, if it counts nothing.
    pub(crate) fn plain_from(point: &MemoPoint, registers: &[u32]) -> usize {
        let starts = point.starts.iter().filter_map(|&register| registers.get(register as usize));
        starts.filter(|&&start| start != u32::MAX).max().map_or(0, |&start| start as usize + 1)
    }

    /// The highest position in `low..=at` without a failure in the empty context.
    pub(crate) fn open_before(&self, id: u16, at: u32, low: u32, work: &mut usize) -> Option<u32> {
        let mut at = at;
        loop {
            let Some(page) = self.plain_page(id, at / PAGE) else { return Some(at) };
            *work += 2;
            let word = page.get((at % PAGE) as usize / 64).copied().unwrap_or(0);
            let open = !word & (u64::MAX >> (63 - at % 64));
            let base = at - at % 64;
            if open != 0 {
                return Some(base + 63 - open.leading_zeros()).filter(|&open| open >= low);
            }
            at = base.checked_sub(1).filter(|&below| below >= low)?;
        }
    }

    /// The lowest position from `at` up without a failure in the empty context, at most `high`.
    pub(crate) fn open_after(&self, id: u16, at: u32, high: u32, work: &mut usize) -> u32 {
        let mut at = at;
        while at < high {
            let Some(page) = self.plain_page(id, at / PAGE) else { return at };
            *work += 2;
            let word = page.get((at % PAGE) as usize / 64).copied().unwrap_or(0);
            let open = !word & (u64::MAX << (at % 64));
            let base = at - at % 64;
            if open != 0 {
                return high.min(base + open.trailing_zeros());
            }
            at = base + 64;
        }
        high
    }

    pub(crate) fn stretch(&self, run: u32) -> Stretch {
        self.stretches.get(run as usize).copied().unwrap_or(NO_STRETCH)
    }

    pub(crate) fn set_stretch(&mut self, run: u32, stretch: Stretch) {
        if let Some(slot) = self.stretches.get_mut(run as usize) {
            *slot = stretch;
        }
    }
}

/// Whether a memo can say anything of this point.
pub(crate) fn known(id: u16) -> bool {
    id != NONE
}

/// Mixes the three small integers of a key; they are positions, not guest text.
#[derive(Default)]
struct StateHasher(u64);

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
