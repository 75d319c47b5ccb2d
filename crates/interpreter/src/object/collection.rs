//! The ordered hash table behind Map and Set (and, with weak keys, WeakMap and WeakSet).
//!
//! Entries stay in insertion order; deletion leaves a tombstone so that live iterators keep their
//! place. Hashes come from the heap (seeded for strings), so keys chosen by a program cannot
//! make it slow.
//!
//! Invariants: `index` maps hash to entry positions; `epoch` counts compactions, and `shift`
//! records them so that iterators can move their position.

use crate::value::Value;

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub key: Value,
    pub value: Value,
    pub hash: u32,
    /// Next entry with the same bucket, `u32::MAX` at the end.
    next: u32,
}

/// Insertion-ordered table keyed by SameValueZero.
#[derive(Clone, Debug, Default)]
pub struct OrderedTable {
    pub entries: Vec<Entry>,
    buckets: Vec<u32>,
    live: usize,
    /// Counts `clear` and compaction; iterators that see another epoch must re-find their place.
    pub epoch: u32,
    /// For the last compaction: number of live entries before each old position is found by scan
    /// in iterators; they keep the count of entries visited instead.
    pub weak: bool,
}

const END: u32 = u32::MAX;

impl OrderedTable {
    pub fn len(&self) -> usize {
        self.live
    }
    pub fn bytes(&self) -> usize {
        64 + self.entries.capacity() * size_of::<Entry>() + self.buckets.capacity() * 4
    }
    /// Bytes that inserting one more entry may add.
    pub fn growth(&self) -> usize {
        if self.entries.len() == self.entries.capacity() { self.bytes().max(128) } else { 0 }
    }
    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len().wrapping_sub(1))
    }
    /// Position of the entry whose key satisfies `same`.
    pub fn find(&self, hash: u32, mut same: impl FnMut(Value) -> bool) -> Option<usize> {
        if self.buckets.is_empty() {
            return None;
        }
        let mut i = *self.buckets.get(self.bucket(hash))?;
        while i != END {
            let e = self.entries.get(i as usize)?;
            if e.hash == hash && !e.key.is_hole() && same(e.key) {
                return Some(i as usize);
            }
            i = e.next;
        }
        None
    }
    /// Appends an entry whose key is known to be absent.
    pub fn insert_new(&mut self, key: Value, value: Value, hash: u32) {
        if self.entries.len() >= self.buckets.len() {
            self.rehash();
        }
        let b = self.bucket(hash);
        if let Some(head) = self.buckets.get_mut(b) {
            let next = *head;
            *head = self.entries.len() as u32;
            self.entries.push(Entry { key, value, hash, next });
            self.live += 1;
        }
    }
    fn rehash(&mut self) {
        // Tombstones are kept: positions held by live iterators stay valid. They are dropped only by `compact`.
        let n = (self.entries.len() * 2).next_power_of_two().max(8);
        self.buckets.clear();
        self.buckets.resize(n, END);
        let mask = n - 1;
        for (i, e) in self.entries.iter_mut().enumerate() {
            if e.key.is_hole() {
                continue;
            }
            if let Some(head) = self.buckets.get_mut(e.hash as usize & mask) {
                e.next = *head;
                *head = i as u32;
            }
        }
    }
    /// Removes the entry at `position`.
    pub fn remove_at(&mut self, position: usize) {
        if let Some(e) = self.entries.get_mut(position) {
            if !e.key.is_hole() {
                e.key = Value::HOLE;
                e.value = Value::UNDEFINED;
                self.live -= 1;
            }
        }
    }
    /// More than half of a large table is tombstones.
    pub fn wants_compaction(&self) -> bool {
        self.entries.len() > 32 && self.live * 2 < self.entries.len()
    }
    /// Drops tombstones; returns for each old position the new one (len+1 entries).
    pub fn compact(&mut self) -> Vec<u32> {
        let mut moved = Vec::with_capacity(self.entries.len() + 1);
        let mut n = 0;
        for e in &self.entries {
            moved.push(n);
            if !e.key.is_hole() {
                n += 1;
            }
        }
        moved.push(n);
        self.entries.retain(|e| !e.key.is_hole());
        self.epoch = self.epoch.wrapping_add(1);
        self.buckets.clear();
        self.rehash();
        moved
    }
    pub fn clear(&mut self) {
        for e in &mut self.entries {
            e.key = Value::HOLE;
            e.value = Value::UNDEFINED;
        }
        self.live = 0;
        let n = self.buckets.len();
        self.buckets.clear();
        self.buckets.resize(n, END);
        for e in &mut self.entries {
            e.next = END;
        }
    }
}
