//! Which choices have failed where.
//!
//! What follows a choice depends on its [`MemoPoint`] and the position alone, so a choice that failed
//! once fails whenever the same state returns, from whatever start the search came. That turns
//! exponential back-tracking into time linear in the subject. A point under no counter and few loops
//! has one bit per position; other states go to a hash set.
//!
//! Invariants: only complete failures are recorded (a choice abandoned because its look-around
//! succeeded is not); losing a record costs time, never an answer.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::program::{MemoPoint, NONE};

/// Loops a point may depend on and still use bitmaps, one per combination.
const MAX_PLANES_LOG2: usize = 3;
/// Assumed bytes per hashed state.
const STATE_BYTES: usize = 40;

#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) on: bool,
    /// Per point: planes of bits, one plane per combination of loop starts; empty until used.
    bits: Vec<Vec<u64>>,
    states: HashSet<(u16, u32, u64), BuildHasherDefault<StateHasher>>,
    /// Per run: a stretch of members `low..high` known to end at `high`.
    stretches: Vec<(u32, u32)>,
    bytes: usize,
    limit: usize,
}

enum Slot {
    Bit { plane: usize },
    State(u64),
    Unknown,
}

impl Memo {
    pub(crate) fn start(&mut self, points: usize, runs: usize, limit: usize) {
        self.on = true;
        self.bits.resize_with(points, Vec::new);
        self.stretches.resize(runs, (u32::MAX, 0));
        self.limit = limit;
    }

    pub(crate) fn clear(&mut self) {
        *self = Memo::default();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.bits.len() * size_of::<Vec<u64>>() + self.stretches.len() * 8
    }

    fn slot(point: &MemoPoint, registers: &[u32], at: u32) -> Slot {
        let mut context = 0u64;
        for (index, &register) in point.starts.iter().enumerate() {
            if registers.get(register as usize) == Some(&at) {
                context |= 1 << index;
            }
        }
        if point.counters.is_empty() && point.starts.len() <= MAX_PLANES_LOG2 {
            return Slot::Bit { plane: context as usize };
        }
        for &register in &point.counters {
            match registers.get(register as usize) {
                Some(&count) if count < 1 << 24 => context = (context << 24) | u64::from(count),
                _ => return Slot::Unknown,
            }
        }
        Slot::State(context)
    }

    /// Whether the choice has failed in this state before.
    pub(crate) fn failed(
        &self,
        id: u16,
        points: &[MemoPoint],
        registers: &[u32],
        at: u32,
        length: usize,
    ) -> bool {
        let Some(point) = points.get(usize::from(id)) else { return false };
        match Memo::slot(point, registers, at) {
            Slot::Bit { plane } => self.bits.get(usize::from(id)).is_some_and(|bits| {
                let word = plane * words(length) + at as usize / 64;
                bits.get(word).is_some_and(|word| word >> (at % 64) & 1 == 1)
            }),
            Slot::State(context) => self.states.contains(&(id, at, context)),
            Slot::Unknown => false,
        }
    }

    /// Records that the choice has failed in this state.
    pub(crate) fn mark(
        &mut self,
        id: u16,
        points: &[MemoPoint],
        registers: &[u32],
        at: u32,
        length: usize,
    ) {
        let Some(point) = points.get(usize::from(id)) else { return };
        match Memo::slot(point, registers, at) {
            Slot::Bit { plane } => {
                let Some(bits) = self.bits.get_mut(usize::from(id)) else { return };
                if bits.is_empty() {
                    let size = words(length) << point.starts.len();
                    if self.bytes.saturating_add(size * 8) > self.limit
                        || bits.try_reserve_exact(size).is_err()
                    {
                        return;
                    }
                    bits.resize(size, 0);
                    self.bytes += size * 8;
                }
                if let Some(word) = bits.get_mut(plane * words(length) + at as usize / 64) {
                    *word |= 1 << (at % 64);
                }
            }
            Slot::State(context) => {
                if self.bytes.saturating_add(STATE_BYTES) <= self.limit
                    && self.states.insert((id, at, context))
                {
                    self.bytes += STATE_BYTES;
                }
            }
            Slot::Unknown => {}
        }
    }

    /// The highest position in `low..=at` that has not failed, where bits alone tell; the answer is a
    /// position to look at again, as loop starts may still decide there.
    pub(crate) fn last_open(
        &self,
        id: u16,
        points: &[MemoPoint],
        registers: &[u32],
        low: u32,
        at: u32,
    ) -> Option<u32> {
        let Some(point) = points.get(usize::from(id)) else { return Some(at) };
        let Some(bits) = self.bits.get(usize::from(id)).filter(|bits| !bits.is_empty()) else {
            return Some(at);
        };
        // At and before the latest loop start another plane may count.
        let starts = point.starts.iter().filter_map(|&register| registers.get(register as usize));
        let floor = starts
            .filter(|&&start| start != u32::MAX)
            .max()
            .map_or(low, |&start| low.max(start.saturating_add(1)));
        if at < floor {
            return Some(at);
        }
        let mut index = at / 64;
        let mut open =
            !bits.get(index as usize).copied().unwrap_or(0) & (u64::MAX >> (63 - at % 64));
        loop {
            if open != 0 {
                let found = index * 64 + 63 - open.leading_zeros();
                return if found >= floor {
                    Some(found)
                } else {
                    floor.checked_sub(1).filter(|&below| below >= low)
                };
            }
            if index * 64 <= floor {
                return floor.checked_sub(1).filter(|&below| below >= low);
            }
            index -= 1;
            open = !bits.get(index as usize).copied().unwrap_or(0);
        }
    }

    pub(crate) fn stretch(&self, run: u32) -> (u32, u32) {
        self.stretches.get(run as usize).copied().unwrap_or((u32::MAX, 0))
    }

    pub(crate) fn set_stretch(&mut self, run: u32, stretch: (u32, u32)) {
        if let Some(slot) = self.stretches.get_mut(run as usize) {
            *slot = stretch;
        }
    }

    /// Whether this point keeps its records as bits.
    pub(crate) fn is_bitmap(point: &MemoPoint) -> bool {
        point.counters.is_empty() && point.starts.len() <= MAX_PLANES_LOG2
    }
}

/// Whether a memo can say anything of this point.
pub(crate) fn known(id: u16) -> bool {
    id != NONE
}

fn words(length: usize) -> usize {
    length / 64 + 1
}

/// Mixes the three small integers of a state; the keys are positions, not guest text.
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
