//! The intern table: one canonical string per text used as a property name.
//!
//! Weak: the collector drops entries whose string is not marked. Hashes are seeded per heap.

use super::{Heap, StringId};
use crate::heap::string::{Repr, StrView};
use crate::object::PropertyKey;

/// Open-addressing set of canonical strings, by cached hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct InternTable {
    slots: Vec<u32>,
    live: usize,
    used: usize,
}

const EMPTY: u32 = u32::MAX;
const GONE: u32 = u32::MAX - 1;

impl Heap {
    /// Hash of a text: seeded, so that programs cannot precompute collisions.
    pub(crate) fn hash_view(&self, view: &StrView<'_>) -> u32 {
        let mut h = self.seed ^ (view.len() as u64).wrapping_mul(0xA076_1D64_78BD_642F);
        let mut fold = |word: u64| {
            let m = ((h ^ word) as u128).wrapping_mul(0xE703_7ED1_A0B4_28DB);
            h = (m as u64) ^ ((m >> 64) as u64);
        };
        match view {
            StrView::Latin1(bytes) => {
                let mut chunks = bytes.chunks_exact(8);
                for c in &mut chunks {
                    let mut w = [0u8; 8];
                    w.copy_from_slice(c);
                    fold(u64::from_le_bytes(w));
                }
                let mut w = [0u8; 8];
                for (i, &b) in chunks.remainder().iter().enumerate() {
                    w[i] = b;
                }
                fold(u64::from_le_bytes(w));
            }
            StrView::Utf16(units) => {
                for c in units.chunks(4) {
                    let mut w = 0u64;
                    for &u in c {
                        w = (w << 16) | u as u64;
                    }
                    fold(w);
                }
            }
        }
        fold(0x8EBC_6AF0_9C88_C6E3);
        let h = (h ^ (h >> 32)) as u32;
        if h == 0 { 1 } else { h }
    }
    /// Cached hash of a string (flattens it).
    #[inline]
    pub fn string_hash(&mut self, id: StringId) -> u32 {
        let h = self.strings[id.index()].hash;
        if h != 0 {
            return h;
        }
        self.flatten(id);
        let h = self.hash_view(&self.view_flat(id));
        self.strings[id.index()].hash = h;
        h
    }
    /// The canonical string of the same text.
    #[inline]
    pub fn intern(&mut self, id: StringId) -> StringId {
        if self.strings[id.index()].interned {
            return id;
        }
        self.intern_slow(id)
    }
    fn intern_slow(&mut self, id: StringId) -> StringId {
        let hash = self.string_hash(id);
        if self.intern_table.used * 4 >= self.intern_table.slots.len() * 3 {
            self.grow_intern_table();
        }
        let mask = self.intern_table.slots.len() - 1;
        let mut i = hash as usize & mask;
        let mut free = None;
        loop {
            match self.intern_table.slots[i] {
                EMPTY => break,
                GONE => free = free.or(Some(i)),
                other => {
                    let other = StringId(other);
                    if self.strings[other.index()].hash == hash
                        && self.view_flat(other).equals(&self.view_flat(id))
                    {
                        return other;
                    }
                }
            }
            i = (i + 1) & mask;
        }
        if free.is_none() {
            self.intern_table.used += 1;
        }
        self.intern_table.slots[free.unwrap_or(i)] = id.0;
        self.intern_table.live += 1;
        self.strings[id.index()].interned = true;
        id
    }
    fn grow_intern_table(&mut self) {
        let n = (self.intern_table.live * 4).next_power_of_two().max(1024);
        self.bytes += n * 4;
        let old = std::mem::replace(&mut self.intern_table.slots, vec![EMPTY; n]);
        self.bytes = self.bytes.saturating_sub(old.len() * 4);
        self.intern_table.used = self.intern_table.live;
        for s in old {
            if s < GONE {
                let mut i = self.strings[s as usize].hash as usize & (n - 1);
                while self.intern_table.slots[i] != EMPTY {
                    i = (i + 1) & (n - 1);
                }
                self.intern_table.slots[i] = s;
            }
        }
    }
    /// Called by the collector before unmarked strings are freed.
    pub(crate) fn sweep_intern_table(&mut self) {
        for slot in &mut self.intern_table.slots {
            if *slot < GONE && !self.strings[*slot as usize].mark {
                *slot = GONE;
                self.intern_table.live -= 1;
            }
        }
    }
    /// The property key of a string.
    #[inline]
    pub fn key_of_string(&mut self, id: StringId) -> PropertyKey {
        if self.strings[id.index()].interned {
            // Interned strings may still be indices ("0" as a unit string).
            let cell = &self.strings[id.index()];
            if cell.len <= 10 {
                if let Repr::Inline { len, bytes } = &cell.repr {
                    let first = bytes[0];
                    if *len > 0 && first.is_ascii_digit() {
                        if let Some(i) = self.view_flat(id).as_array_index() {
                            return PropertyKey::Index(i);
                        }
                    }
                }
            }
            return PropertyKey::String(id);
        }
        self.flatten(id);
        if let Some(i) = self.view_flat(id).as_array_index() {
            return PropertyKey::Index(i);
        }
        PropertyKey::String(self.intern(id))
    }
    /// The property key of a text known at compile time.
    pub fn key(&mut self, text: &str) -> PropertyKey {
        let id = self.new_string(text);
        self.key_of_string(id)
    }
}
