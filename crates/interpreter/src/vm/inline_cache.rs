//! What one instruction remembers of its last lookup.

use crate::heap::{ObjectId, ShapeId};
use crate::object::PropertyKey;

/// What a hit gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheKind {
    Empty,
    /// Own data property in `slot`.
    Own,
    /// Data property in `slot` of `holder` up the prototype chain; valid while `epoch` holds.
    Proto,
    /// Assignment that adds the property: the shape becomes `next`; valid while `epoch` holds.
    Add,
}

/// One inline-cache entry, two ways.
#[derive(Clone, Copy, Debug)]
pub struct Cache {
    pub key: PropertyKey,
    pub kind: CacheKind,
    pub shape: ShapeId,
    pub slot: u32,
    pub holder: ObjectId,
    pub epoch: u32,
    pub next: ShapeId,
    /// Second way: own property only.
    pub shape2: ShapeId,
    pub slot2: u32,
}

impl Cache {
    pub fn new(key: PropertyKey) -> Cache {
        Cache {
            key,
            kind: CacheKind::Empty,
            shape: ShapeId(u32::MAX),
            slot: 0,
            holder: ObjectId::NONE,
            epoch: 0,
            next: ShapeId(u32::MAX),
            shape2: ShapeId(u32::MAX),
            slot2: 0,
        }
    }
    pub fn reset(&mut self) {
        *self = Cache::new(self.key);
    }
}
