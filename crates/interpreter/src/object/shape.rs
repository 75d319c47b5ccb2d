//! Shapes: the layout that objects share.
//!
//! A shape is a node of a transition tree: parent plus one property. The prototype belongs to the
//! shape, so one comparison tells layout and prototype. Objects with many or deleted properties
//! own a *dictionary* shape that is changed in place.
//!
//! Invariants: slot `i` belongs to entry `i` of the table; a shared shape never changes; a
//! dictionary shape belongs to exactly one object.

use super::property::{Attributes, NameKey};
use crate::heap::{ObjectId, ShapeId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Properties beyond which an object gets a dictionary shape.
pub const MAX_SHARED: usize = 128;
/// Tables up to this size are searched linearly.
const LINEAR: usize = 8;

/// Keys in slot order, with a map when there are many.
#[derive(Clone, Debug, Default)]
pub struct PropertyTable {
    pub entries: Vec<(NameKey, Attributes)>,
    map: Option<FxHashMap<NameKey, u32>>,
    pub deleted: u32,
}

impl PropertyTable {
    #[inline]
    pub fn find(&self, key: NameKey) -> Option<(usize, Attributes)> {
        if let Some(map) = &self.map {
            let &i = map.get(&key)?;
            return self.entries.get(i as usize).map(|e| (i as usize, e.1));
        }
        self.entries.iter().position(|e| e.0 == key).map(|i| (i, self.entries[i].1))
    }
    pub fn push(&mut self, key: NameKey, attributes: Attributes) -> usize {
        let i = self.entries.len();
        self.entries.push((key, attributes));
        if let Some(map) = &mut self.map {
            map.insert(key, i as u32);
        } else if i >= LINEAR {
            self.map =
                Some(self.entries.iter().enumerate().map(|(i, e)| (e.0, i as u32)).collect());
        }
        i
    }
    pub fn set_attributes(&mut self, index: usize, attributes: Attributes) {
        if let Some(e) = self.entries.get_mut(index) {
            e.1 = attributes;
        }
    }
    /// Leaves a tombstone.
    pub fn delete(&mut self, index: usize) {
        if let Some(e) = self.entries.get_mut(index) {
            if let Some(map) = &mut self.map {
                map.remove(&e.0);
            }
            e.0 = NameKey::DELETED;
            self.deleted += 1;
        }
    }
    /// Drops tombstones; returns the old slot of each remaining entry.
    pub fn compact(&mut self) -> Vec<usize> {
        let kept: Vec<usize> =
            (0..self.entries.len()).filter(|&i| self.entries[i].0 != NameKey::DELETED).collect();
        self.entries.retain(|e| e.0 != NameKey::DELETED);
        self.deleted = 0;
        self.map = (self.entries.len() > LINEAR)
            .then(|| self.entries.iter().enumerate().map(|(i, e)| (e.0, i as u32)).collect());
        kept
    }
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * 8 + self.map.as_ref().map_or(0, |m| m.capacity() * 10)
    }
}

/// A node of the transition tree, or a dictionary.
#[derive(Clone, Debug)]
pub struct Shape {
    pub proto: ObjectId,
    pub parent: Option<ShapeId>,
    /// The property this shape adds to its parent.
    pub key: NameKey,
    pub attributes: Attributes,
    /// Number of slots.
    pub count: u32,
    pub dictionary: bool,
    /// Dictionary of a builtin object, whose own properties may be cached inline.
    pub cacheable: bool,
    pub mark: bool,
    pub free: bool,
    pub transitions: Vec<(NameKey, Attributes, ShapeId)>,
    pub transition_map: Option<Box<FxHashMap<(NameKey, u8), ShapeId>>>,
    /// Shared by the clones of a template heap until it is changed.
    pub table: Option<Arc<PropertyTable>>,
}

impl Shape {
    /// An empty layout with this prototype.
    pub fn root(proto: ObjectId) -> Shape {
        Shape {
            proto,
            parent: None,
            key: NameKey::DELETED,
            attributes: Attributes::NONE,
            count: 0,
            dictionary: false,
            cacheable: true,
            mark: false,
            free: false,
            transitions: Vec::new(),
            transition_map: None,
            table: Some(Arc::default()),
        }
    }
    /// The shape reached by adding a property, if it exists already.
    #[inline]
    pub fn transition(&self, key: NameKey, attributes: Attributes) -> Option<ShapeId> {
        if let Some(map) = &self.transition_map {
            return map.get(&(key, attributes.0)).copied();
        }
        self.transitions.iter().find(|t| t.0 == key && t.1 == attributes).map(|t| t.2)
    }
    pub fn add_transition(&mut self, key: NameKey, attributes: Attributes, to: ShapeId) {
        if let Some(map) = &mut self.transition_map {
            map.insert((key, attributes.0), to);
            return;
        }
        self.transitions.push((key, attributes, to));
        if self.transitions.len() > 8 {
            self.transition_map =
                Some(Box::new(self.transitions.drain(..).map(|t| ((t.0, t.1.0), t.2)).collect()));
        }
    }
    /// Drops transitions to shapes that `keep` refuses.
    pub fn retain_transitions(&mut self, keep: impl Fn(ShapeId) -> bool) {
        self.transitions.retain(|t| keep(t.2));
        if let Some(map) = &mut self.transition_map {
            map.retain(|_, t| keep(*t));
        }
    }
}
