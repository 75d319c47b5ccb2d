//! Own properties of objects, raw: no validation, no guest code, no proxies.
//!
//! The essential internal methods in `operations/` build on these.

use super::{Heap, ObjectId};
use crate::object::property::NameKey;
use crate::object::shape::MAX_SHARED;
use crate::object::{Attributes, Internal, Kind, PropertyKey, Slot, flags};
use crate::value::Value;

/// An array may be filled densely up to its length when that is at most this.
const MAX_PREFILL: u32 = 4 << 20;
/// Gap beyond the dense elements that is filled with holes.
const MAX_GAP: u32 = 1024;

impl Heap {
    /// Own property as stored (`LAZY` marks unresolved). Virtual properties of arrays and string
    /// wrappers included; typed array elements are not handled here.
    pub fn get_own(&mut self, id: ObjectId, key: PropertyKey) -> Option<Slot> {
        match key {
            PropertyKey::Index(i) => self.get_own_index(id, i),
            PropertyKey::String(s) => {
                let object = self.object(id);
                if object.kind == Kind::Array && self.is_length(s) {
                    let writable = !object.has(flags::LENGTH_READONLY);
                    return Some(Slot::Data {
                        value: Value::number(object.length as f64),
                        attributes: Attributes::from_bits(writable, false, false),
                    });
                }
                if object.kind == Kind::String && self.is_length(s) {
                    let n = self.wrapped_string(id).map_or(0, |s| self.string_len(s));
                    return Some(Slot::Data {
                        value: Value::number(n as f64),
                        attributes: Attributes::NONE,
                    });
                }
                self.get_own_name(id, NameKey::string(s))
            }
            PropertyKey::Symbol(s) => self.get_own_name(id, NameKey::symbol(s)),
        }
    }
    /// Is this the interned string `length`?
    pub fn is_length(&self, id: super::StringId) -> bool {
        self.string_len(id) == 6 && self.view_flat(id).equals_str("length")
    }
    pub(crate) fn wrapped_string(&self, id: ObjectId) -> Option<super::StringId> {
        match (&self.object(id).kind, &self.object(id).internal) {
            (Kind::String, Internal::Primitive(v)) => v.as_string(),
            _ => None,
        }
    }
    pub fn get_own_name(&mut self, id: ObjectId, key: NameKey) -> Option<Slot> {
        let (index, attributes) = self.find_in_shape(self.object(id).shape, key)?;
        Some(self.slot_at(id, index, attributes))
    }
    /// The property in a slot.
    pub fn slot_at(&self, id: ObjectId, index: usize, attributes: Attributes) -> Slot {
        self.make_slot(self.object(id).slot(index), attributes)
    }
    fn make_slot(&self, value: Value, attributes: Attributes) -> Slot {
        if attributes.is_accessor() {
            if let Some(pair) = value.as_object() {
                let pair = self.object(pair);
                return Slot::Accessor { get: pair.inline[0], set: pair.inline[1], attributes };
            }
        }
        Slot::Data { value, attributes }
    }
    pub fn get_own_index(&mut self, id: ObjectId, i: u32) -> Option<Slot> {
        let object = self.object(id);
        if let Some(&value) = object.elements.get(i as usize) {
            if !value.is_hole() {
                return Some(Slot::Data { value, attributes: object.element_attributes() });
            }
        }
        if object.has(flags::HAS_SPARSE) {
            if let Some(&(value, attributes)) = self.sparse.get(&id).and_then(|m| m.get(&i)) {
                return Some(self.make_slot(value, attributes));
            }
        }
        if self.object(id).kind == Kind::String {
            let s = self.wrapped_string(id)?;
            if (i as usize) < self.string_len(s) {
                let unit = self.substring(s, i as usize, i as usize + 1);
                return Some(Slot::Data {
                    value: Value::string(unit),
                    attributes: Attributes::ENUMERABLE,
                });
            }
        }
        None
    }
    /// Makes the hidden object that holds a getter and a setter.
    pub fn new_accessor(&mut self, get: Value, set: Value) -> Value {
        let shape = self.root_shape(None);
        let mut pair = crate::object::Object::new(shape, Kind::Accessor);
        pair.inline[0] = get;
        pair.inline[1] = set;
        Value::object(self.alloc(pair))
    }
    /// Creates or replaces an own property with exactly this content.
    pub fn put_own(&mut self, id: ObjectId, key: PropertyKey, slot: Slot) {
        let (value, attributes) = match slot {
            Slot::Data { value, attributes } => (value, attributes.without(Attributes::ACCESSOR)),
            Slot::Accessor { get, set, attributes } => (
                self.new_accessor(get, set),
                attributes.without(Attributes::WRITABLE) | Attributes::ACCESSOR,
            ),
        };
        match key.name() {
            None => {
                if let PropertyKey::Index(i) = key {
                    self.put_index(id, i, value, attributes);
                }
            }
            Some(name) => self.put_name(id, name, value, attributes),
        }
    }
    /// Data property with default attributes (writable, enumerable, configurable).
    pub fn put(&mut self, id: ObjectId, key: PropertyKey, value: Value) {
        self.put_own(id, key, Slot::Data { value, attributes: Attributes::ALL });
    }
    /// Data property named by a text known at compile time.
    pub fn put_named(&mut self, id: ObjectId, name: &str, value: Value) {
        let key = self.key(name);
        self.put(id, key, value);
    }
    pub fn put_name(&mut self, id: ObjectId, name: NameKey, value: Value, attributes: Attributes) {
        let shape = self.object(id).shape;
        match self.find_in_shape(shape, name) {
            Some((index, old)) => {
                if old != attributes {
                    self.change_attributes(id, index, attributes);
                }
                let grown = self.object_mut(id).set_slot(index, value);
                self.bytes += grown;
            }
            None => self.add_name(id, name, value, attributes),
        }
    }
    /// Adds a named property known to be absent.
    #[inline]
    pub fn add_name(&mut self, id: ObjectId, name: NameKey, value: Value, attributes: Attributes) {
        self.note_layout_change(id);
        let mut shape = self.object(id).shape;
        if !self.shape(shape).dictionary && self.shape(shape).count as usize >= MAX_SHARED {
            self.make_dictionary(id, false);
            shape = self.object(id).shape;
        }
        let index = if self.shape(shape).dictionary {
            let table = self.dictionary_mut(shape);
            if table.deleted as usize > 16 && table.deleted as usize * 2 > table.entries.len() {
                self.compact_dictionary(id);
            }
            let table = self.dictionary_mut(shape);
            let before = table.bytes();
            let index = table.push(name, attributes);
            let grown = table.bytes().saturating_sub(before);
            self.bytes += grown;
            self.shapes[shape.index()].count += 1;
            index
        } else {
            let index = self.shape(shape).count as usize;
            let to = self.add_to_shape(shape, name, attributes);
            self.object_mut(id).shape = to;
            index
        };
        let grown = self.object_mut(id).set_slot(index, value);
        self.bytes += grown;
    }
    fn compact_dictionary(&mut self, id: ObjectId) {
        let shape = self.object(id).shape;
        let kept = self.dictionary_mut(shape).compact();
        let values: Vec<Value> = kept.iter().map(|&i| self.object(id).slot(i)).collect();
        self.shapes[shape.index()].count = values.len() as u32;
        let object = self.object_mut(id);
        for (i, &v) in values.iter().enumerate() {
            object.set_slot(i, v);
        }
        if let Some(more) = &mut object.more {
            more.truncate(values.len().saturating_sub(crate::object::INLINE_SLOTS));
        }
        self.renew_dictionary_shape(id);
    }
    /// After slots moved or attributes changed in place: caches of the old shape must not match.
    fn renew_dictionary_shape(&mut self, id: ObjectId) {
        let old = self.object(id).shape;
        if !self.shape(old).cacheable {
            return;
        }
        let mut shape = self.shape(old).clone();
        shape.cacheable = false;
        self.shapes[old.index()].table = None;
        let new = self.alloc_shape(shape);
        self.object_mut(id).shape = new;
    }
    fn change_attributes(&mut self, id: ObjectId, index: usize, attributes: Attributes) {
        self.note_layout_change(id);
        self.make_dictionary(id, false);
        let shape = self.object(id).shape;
        self.dictionary_mut(shape).set_attributes(index, attributes);
        self.renew_dictionary_shape(id);
    }
    /// Element with these attributes, dense where possible.
    pub fn put_index(&mut self, id: ObjectId, i: u32, value: Value, attributes: Attributes) {
        self.note_layout_change(id);
        let object = self.object_mut(id);
        if object.kind == Kind::Array && i >= object.length {
            object.length = i + 1;
        }
        let in_sparse = object.has(flags::HAS_SPARSE);
        let default = object.element_attributes();
        if attributes == default {
            let len = object.elements.len() as u32;
            if i < len {
                if let Some(slot) = object.elements.get_mut(i as usize) {
                    *slot = value;
                }
                if in_sparse {
                    self.remove_sparse(id, i);
                }
                return;
            }
            let prefill =
                object.kind == Kind::Array && object.length <= MAX_PREFILL && object.length > i;
            if !in_sparse
                && attributes == Attributes::ALL
                && (i <= len.saturating_add(MAX_GAP)
                    || (prefill && i < len.saturating_mul(2).max(MAX_PREFILL)))
            {
                let before = object.elements.capacity();
                if i > len {
                    if prefill && object.length > i {
                        let want = (object.length as usize).min(MAX_PREFILL as usize);
                        if want > object.elements.capacity() && i > len + MAX_GAP {
                            object.elements.reserve_exact(want - object.elements.len());
                        }
                    }
                    object.elements.resize(i as usize, Value::HOLE);
                }
                object.elements.push(value);
                let grown = (object.elements.capacity() - before) * 8;
                self.bytes += grown;
                return;
            }
        }
        if let Some(slot) = object.elements.get_mut(i as usize) {
            *slot = Value::HOLE;
        }
        object.flags |= flags::HAS_SPARSE;
        self.bytes += 48;
        self.sparse.entry(id).or_default().insert(i, (value, attributes));
    }
    fn remove_sparse(&mut self, id: ObjectId, i: u32) {
        if let Some(map) = self.sparse.get_mut(&id) {
            map.remove(&i);
            if map.is_empty() {
                self.sparse.remove(&id);
                self.object_mut(id).set(flags::HAS_SPARSE, false);
            }
        }
    }
    /// Removes an own property (which must be configurable); absent ones are fine.
    pub fn remove_own(&mut self, id: ObjectId, key: PropertyKey) {
        self.note_layout_change(id);
        match key.name() {
            None => {
                if let PropertyKey::Index(i) = key {
                    let object = self.object_mut(id);
                    let len = object.elements.len();
                    if let Some(slot) = object.elements.get_mut(i as usize) {
                        *slot = Value::HOLE;
                        if i as usize + 1 == len {
                            while object.elements.last().is_some_and(|v| v.is_hole()) {
                                object.elements.pop();
                            }
                        }
                    }
                    if object.has(flags::HAS_SPARSE) {
                        self.remove_sparse(id, i);
                    }
                }
            }
            Some(name) => {
                let shape = self.object(id).shape;
                let Some((index, _)) = self.find_in_shape(shape, name) else { return };
                let last = self.shape(shape);
                // Removing the newest property goes back to the parent shape.
                if !last.dictionary && index + 1 == last.count as usize {
                    if let Some(parent) = last.parent {
                        let object = self.object_mut(id);
                        object.shape = parent;
                        object.set_slot(index, Value::UNDEFINED);
                        return;
                    }
                }
                self.make_dictionary(id, false);
                let shape = self.object(id).shape;
                self.dictionary_mut(shape).delete(index);
                self.object_mut(id).set_slot(index, Value::UNDEFINED);
                self.renew_dictionary_shape(id);
            }
        }
    }
    /// Own keys in specification order: indices ascending, strings, symbols. Private names left out.
    pub fn own_keys(&mut self, id: ObjectId) -> Vec<PropertyKey> {
        let mut keys: Vec<PropertyKey> =
            self.own_indices(id).into_iter().map(PropertyKey::Index).collect();
        if matches!(self.object(id).kind, Kind::Array | Kind::String) {
            keys.push(self.key("length"));
        }
        let names = self.shape_keys(self.object(id).shape);
        keys.extend(names.iter().filter(|k| !k.0.is_symbol()).map(|k| k.0.key()));
        for (name, _) in names {
            if let PropertyKey::Symbol(s) = name.key() {
                if !self.is_private(s) {
                    keys.push(PropertyKey::Symbol(s));
                }
            }
        }
        keys
    }
    /// Own indices, ascending (typed arrays not included).
    pub fn own_indices(&mut self, id: ObjectId) -> Vec<u32> {
        let mut out = Vec::new();
        if let Some(s) = self.wrapped_string(id) {
            out.extend(0..self.string_len(s) as u32);
        }
        let object = self.object(id);
        out.extend(
            object.elements.iter().enumerate().filter(|(_, v)| !v.is_hole()).map(|(i, _)| i as u32),
        );
        if object.has(flags::HAS_SPARSE) {
            let dense = out.len();
            if let Some(map) = self.sparse.get(&id) {
                out.extend(map.keys().copied());
            }
            if dense > 0 {
                out.sort_unstable();
            }
        }
        out
    }
    /// Cuts the elements of an array from `len` on, stopping before a non-configurable one; returns the length reached.
    pub fn truncate_elements(&mut self, id: ObjectId, len: u32) -> u32 {
        let mut reached = len;
        if self.object(id).has(flags::HAS_SPARSE) {
            if let Some(map) = self.sparse.get_mut(&id) {
                while let Some((&i, &(_, attributes))) = map.last_key_value() {
                    if i < len {
                        break;
                    }
                    if !attributes.configurable() {
                        reached = i + 1;
                        break;
                    }
                    map.pop_last();
                }
                if map.is_empty() {
                    self.sparse.remove(&id);
                    self.object_mut(id).set(flags::HAS_SPARSE, false);
                }
            }
        }
        let object = self.object_mut(id);
        if object.flags & (flags::FROZEN | flags::SEALED) != 0 {
            // No dense element may go.
            let last = object.elements.iter().rposition(|v| !v.is_hole());
            if let Some(last) = last {
                reached = reached.max(last as u32 + 1);
            }
        }
        if (reached as usize) < object.elements.len() {
            object.elements.truncate(reached as usize);
            if object.elements.capacity() > 64
                && object.elements.len() * 4 < object.elements.capacity()
            {
                object.elements.shrink_to_fit();
            }
        }
        reached
    }
}

impl Heap {
    /// Gives an object that nothing has seen yet its prototype.
    pub fn set_fresh_proto(&mut self, id: ObjectId, proto: ObjectId) {
        let shape = self.root_shape(Some(proto));
        self.object_mut(id).shape = shape;
    }
    /// Changes the prototype of an object.
    pub fn set_proto(&mut self, id: ObjectId, proto: Option<ObjectId>) {
        self.note_layout_change(id);
        // Instances reached through this object look further up another chain now.
        self.proto_epoch = self.proto_epoch.wrapping_add(1);
        if let Some(p) = proto {
            self.object_mut(p).flags |= flags::IS_PROTO;
        }
        let shape = self.object(id).shape;
        if self.shape(shape).dictionary {
            self.shapes[shape.index()].proto = proto.unwrap_or(ObjectId::NONE);
            self.renew_dictionary_shape(id);
            return;
        }
        // Rebuild the layout below the root of the new prototype.
        let keys = self.shape_keys(shape);
        let mut to = self.root_shape(proto);
        for (key, attributes) in keys {
            to = self.add_to_shape(to, key, attributes);
        }
        self.object_mut(id).shape = to;
    }
}
