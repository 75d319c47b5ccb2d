//! Guest memory: typed arenas addressed by 32-bit handles, and the account of their bytes.
//!
//! Non-moving; collected by mark and sweep (`collect.rs`) at safe points of the loop only.
//! Every growth is added to `bytes`; large growth must be announced first with
//! `Vm::charge_memory`, small fixed-size cells are checked at the next safe point.

pub mod collect;
pub mod ids;
pub mod intern;
pub mod properties;
pub mod string;
pub mod text;

use crate::object::property::NameKey;
use crate::object::shape::{PropertyTable, Shape};
use crate::object::{Attributes, Internal, Kind, Object, flags};
use crate::value::Value;
pub use ids::{BigIntId, EnvId, ObjectId, ShapeId, StringId, SymbolId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use string::StringCell;
pub use string::{MAX_STRING_LENGTH, StrView, StringBuilder};

/// Slots of an environment stored in the cell.
const INLINE_ENV: usize = 4;
/// Collections start when this many bytes were added since the last one.
const MIN_GC_STEP: usize = 4 << 20;

#[derive(Clone, Debug)]
pub(crate) struct EnvCell {
    pub(crate) parent: u32,
    pub(crate) inline: [Value; INLINE_ENV],
    pub(crate) more: Option<Box<[Value]>>,
    pub(crate) mark: bool,
    pub(crate) free: bool,
}

/// What sort of symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    Plain,
    WellKnown,
    /// In the registry of `Symbol.for`.
    Registered,
    /// A class's private name; skipped by reflection.
    Private,
}

#[derive(Clone, Debug)]
pub struct SymbolCell {
    pub description: Option<StringId>,
    pub kind: SymbolKind,
    pub(crate) mark: bool,
    pub(crate) free: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct BigIntCell {
    pub(crate) value: BigInt,
    pub(crate) mark: bool,
    pub(crate) free: bool,
}

/// Elements of one object that do not fit its dense vector.
pub type SparseElements = BTreeMap<u32, (Value, Attributes)>;

/// One program's memory.
#[derive(Clone, Debug)]
pub struct Heap {
    pub(crate) objects: Vec<Object>,
    free_objects: Vec<u32>,
    pub(crate) strings: Vec<StringCell>,
    free_strings: Vec<u32>,
    pub(crate) symbols: Vec<SymbolCell>,
    free_symbols: Vec<u32>,
    pub(crate) bigints: Vec<BigIntCell>,
    free_bigints: Vec<u32>,
    pub(crate) envs: Vec<EnvCell>,
    free_envs: Vec<u32>,
    pub(crate) shapes: Vec<Shape>,
    free_shapes: Vec<u32>,
    root_shapes: FxHashMap<ObjectId, ShapeId>,
    pub(crate) intern_table: intern::InternTable,
    pub(crate) sparse: FxHashMap<ObjectId, SparseElements>,
    /// Symbols of `Symbol.for` by key.
    pub(crate) symbol_registry: FxHashMap<StringId, SymbolId>,
    /// One-unit Latin-1 strings.
    units: Vec<StringId>,
    /// Bytes accounted now.
    pub bytes: usize,
    /// Value of `bytes` at which the next collection is due.
    pub gc_at: usize,
    /// Counts layout changes of objects that serve as prototypes.
    pub proto_epoch: u32,
    /// Counts swept shapes, so that inline caches naming them are dropped.
    pub shape_sweeps: u32,
    /// While a native runs: what it allocated, kept alive.
    pub(crate) native_log: Vec<Value>,
    pub(crate) logging: bool,
    pub(crate) seed: u64,
}

impl Default for Heap {
    fn default() -> Self {
        Heap::new()
    }
}

impl Heap {
    pub fn new() -> Heap {
        let mut heap = Heap {
            objects: Vec::new(),
            free_objects: Vec::new(),
            strings: Vec::new(),
            free_strings: Vec::new(),
            symbols: Vec::new(),
            free_symbols: Vec::new(),
            bigints: Vec::new(),
            free_bigints: Vec::new(),
            envs: Vec::new(),
            free_envs: Vec::new(),
            shapes: Vec::new(),
            free_shapes: Vec::new(),
            root_shapes: FxHashMap::default(),
            intern_table: intern::InternTable::default(),
            sparse: FxHashMap::default(),
            symbol_registry: FxHashMap::default(),
            units: Vec::new(),
            bytes: 0,
            gc_at: MIN_GC_STEP,
            proto_epoch: 0,
            shape_sweeps: 0,
            native_log: Vec::new(),
            logging: false,
            seed: 0x9E37_79B9_7F4A_7C15,
        };
        heap.init_strings();
        for c in 0..=255u8 {
            let id = heap.alloc_latin1(&[c]);
            let id = heap.intern(id);
            heap.units.push(id);
        }
        heap
    }

    // ---- objects

    #[inline]
    pub fn alloc(&mut self, object: Object) -> ObjectId {
        self.bytes += size_of::<Object>();
        let id = if let Some(i) = self.free_objects.pop() {
            self.objects[i as usize] = object;
            ObjectId(i)
        } else {
            self.objects.push(object);
            ObjectId(self.objects.len() as u32 - 1)
        };
        if self.logging {
            self.native_log.push(Value::object(id));
        }
        id
    }
    /// Plain object with this prototype.
    pub fn new_object(&mut self, proto: Option<ObjectId>) -> ObjectId {
        let shape = self.root_shape(proto);
        self.alloc(Object::new(shape, Kind::Ordinary))
    }
    /// Object of a kind with this prototype and internal data.
    pub fn new_exotic(
        &mut self,
        proto: Option<ObjectId>,
        kind: Kind,
        internal: Internal,
    ) -> ObjectId {
        let shape = self.root_shape(proto);
        let mut object = Object::new(shape, kind);
        object.internal = internal;
        self.bytes += object.extra_bytes();
        self.alloc(object)
    }
    #[inline(always)]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }
    #[inline(always)]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id.0 as usize]
    }
    pub(crate) fn release_object(&mut self, i: u32) {
        self.free_objects.push(i);
    }

    // ---- environments

    #[inline]
    pub fn new_env(&mut self, parent: u32, len: u32) -> EnvId {
        self.bytes += size_of::<EnvCell>();
        let more = if len as usize > INLINE_ENV {
            self.bytes += (len as usize - INLINE_ENV) * 8;
            Some(vec![Value::HOLE; len as usize - INLINE_ENV].into_boxed_slice())
        } else {
            None
        };
        let cell =
            EnvCell { parent, inline: [Value::HOLE; INLINE_ENV], more, mark: false, free: false };
        if let Some(i) = self.free_envs.pop() {
            self.envs[i as usize] = cell;
            EnvId(i)
        } else {
            self.envs.push(cell);
            EnvId(self.envs.len() as u32 - 1)
        }
    }
    pub fn copy_env(&mut self, id: EnvId) -> EnvId {
        let cell = self.envs[id.index()].clone();
        self.bytes += size_of::<EnvCell>() + cell.more.as_ref().map_or(0, |m| m.len() * 8);
        if let Some(i) = self.free_envs.pop() {
            self.envs[i as usize] = cell;
            EnvId(i)
        } else {
            self.envs.push(cell);
            EnvId(self.envs.len() as u32 - 1)
        }
    }
    #[inline(always)]
    pub fn env_up(&self, mut id: EnvId, hops: u8) -> EnvId {
        for _ in 0..hops {
            id = EnvId(self.envs[id.index()].parent);
        }
        id
    }
    #[inline(always)]
    pub fn env_slot(&self, id: EnvId, slot: usize) -> Value {
        let cell = &self.envs[id.index()];
        if slot < INLINE_ENV {
            cell.inline[slot]
        } else {
            cell.more
                .as_ref()
                .and_then(|m| m.get(slot - INLINE_ENV).copied())
                .unwrap_or(Value::HOLE)
        }
    }
    #[inline(always)]
    pub fn set_env_slot(&mut self, id: EnvId, slot: usize, value: Value) {
        let cell = &mut self.envs[id.index()];
        if slot < INLINE_ENV {
            cell.inline[slot] = value;
        } else if let Some(s) = cell.more.as_mut().and_then(|m| m.get_mut(slot - INLINE_ENV)) {
            *s = value;
        }
    }
    pub(crate) fn release_env(&mut self, i: u32) {
        self.free_envs.push(i);
    }

    // ---- symbols and BigInts

    pub fn new_symbol(&mut self, description: Option<StringId>, kind: SymbolKind) -> SymbolId {
        self.bytes += size_of::<SymbolCell>();
        let cell = SymbolCell { description, kind, mark: false, free: false };
        let id = if let Some(i) = self.free_symbols.pop() {
            self.symbols[i as usize] = cell;
            SymbolId(i)
        } else {
            self.symbols.push(cell);
            SymbolId(self.symbols.len() as u32 - 1)
        };
        if self.logging {
            self.native_log.push(Value::symbol(id));
        }
        id
    }
    pub fn symbol(&self, id: SymbolId) -> &SymbolCell {
        &self.symbols[id.index()]
    }
    pub fn is_private(&self, id: SymbolId) -> bool {
        self.symbols[id.index()].kind == SymbolKind::Private
    }
    pub(crate) fn release_symbol(&mut self, i: u32) {
        self.free_symbols.push(i);
    }
    pub fn new_bigint(&mut self, value: BigInt) -> BigIntId {
        self.bytes += size_of::<BigIntCell>() + (value.bits() / 8) as usize + 8;
        let cell = BigIntCell { value, mark: false, free: false };
        let id = if let Some(i) = self.free_bigints.pop() {
            self.bigints[i as usize] = cell;
            BigIntId(i)
        } else {
            self.bigints.push(cell);
            BigIntId(self.bigints.len() as u32 - 1)
        };
        if self.logging {
            self.native_log.push(Value::bigint(id));
        }
        id
    }
    pub fn bigint(&self, id: BigIntId) -> &BigInt {
        &self.bigints[id.index()].value
    }
    pub(crate) fn release_bigint(&mut self, i: u32) {
        self.free_bigints.push(i);
    }

    // ---- strings (cells; text operations are in `text.rs`)

    pub(crate) fn alloc_string(&mut self, cell: StringCell) -> StringId {
        let id = if let Some(i) = self.free_strings.pop() {
            self.strings[i as usize] = cell;
            StringId(i)
        } else {
            self.strings.push(cell);
            StringId(self.strings.len() as u32 - 1)
        };
        if self.logging {
            self.native_log.push(Value::string(id));
        }
        id
    }
    pub(crate) fn release_string(&mut self, i: u32) {
        self.free_strings.push(i);
    }
    /// The one-unit string of a Latin-1 unit.
    #[inline]
    pub fn unit_string(&self, unit: u8) -> StringId {
        self.units[unit as usize]
    }
    pub fn empty_string(&self) -> StringId {
        StringId(0)
    }

    // ---- shapes

    /// The empty layout for objects with this prototype.
    #[inline]
    pub fn root_shape(&mut self, proto: Option<ObjectId>) -> ShapeId {
        let proto = proto.unwrap_or(ObjectId::NONE);
        if let Some(&id) = self.root_shapes.get(&proto) {
            return id;
        }
        let id = self.alloc_shape(Shape::root(proto));
        self.root_shapes.insert(proto, id);
        if proto != ObjectId::NONE {
            self.object_mut(proto).flags |= flags::IS_PROTO;
        }
        id
    }
    pub(crate) fn drop_dead_roots(&mut self) {
        let shapes = &self.shapes;
        self.root_shapes.retain(|_, id| !shapes[id.index()].free);
    }
    pub(crate) fn alloc_shape(&mut self, shape: Shape) -> ShapeId {
        self.bytes += size_of::<Shape>();
        if let Some(i) = self.free_shapes.pop() {
            self.shapes[i as usize] = shape;
            ShapeId(i)
        } else {
            self.shapes.push(shape);
            ShapeId(self.shapes.len() as u32 - 1)
        }
    }
    pub(crate) fn release_shape(&mut self, i: u32) {
        self.free_shapes.push(i);
    }
    #[inline(always)]
    pub fn shape(&self, id: ShapeId) -> &Shape {
        &self.shapes[id.index()]
    }
    #[inline(always)]
    pub fn proto_of(&self, id: ObjectId) -> Option<ObjectId> {
        self.shapes[self.objects[id.index()].shape.index()].proto.some()
    }
    /// The table of a shape, built from its parents when it has none yet.
    fn shape_table(&mut self, id: ShapeId) -> &PropertyTable {
        if self.shapes[id.index()].table.is_none() {
            let mut chain = Vec::new();
            let mut at = id;
            let mut table = loop {
                let shape = &self.shapes[at.index()];
                if let Some(table) = &shape.table {
                    break (**table).clone();
                }
                chain.push((shape.key, shape.attributes));
                match shape.parent {
                    Some(parent) => at = parent,
                    None => break PropertyTable::default(),
                }
            };
            for &(key, attributes) in chain.iter().rev() {
                table.push(key, attributes);
            }
            self.bytes += table.bytes();
            self.shapes[id.index()].table = Some(Arc::new(table));
        }
        self.shapes[id.index()].table.get_or_insert_default()
    }
    /// Slot and attributes of an own named property in this layout.
    #[inline]
    pub fn find_in_shape(&mut self, id: ShapeId, key: NameKey) -> Option<(usize, Attributes)> {
        if let Some(table) = &self.shapes[id.index()].table {
            return table.find(key);
        }
        // Short chains are cheaper to walk than to tabulate.
        let shape = &self.shapes[id.index()];
        if shape.count <= 6 {
            let mut at = shape;
            loop {
                if at.key == key {
                    return Some((at.count as usize - 1, at.attributes));
                }
                if let Some(table) = &at.table {
                    return table.find(key);
                }
                at = &self.shapes[at.parent?.index()];
            }
        }
        self.shape_table(id).find(key)
    }
    /// The shape after adding a property; makes the transition when there is none.
    pub fn add_to_shape(&mut self, id: ShapeId, key: NameKey, attributes: Attributes) -> ShapeId {
        if let Some(to) = self.shapes[id.index()].transition(key, attributes) {
            return to;
        }
        let from = &self.shapes[id.index()];
        let shape = Shape {
            proto: from.proto,
            parent: Some(id),
            key,
            attributes,
            count: from.count + 1,
            dictionary: false,
            cacheable: true,
            mark: false,
            free: false,
            transitions: Vec::new(),
            transition_map: None,
            table: None,
        };
        let to = self.alloc_shape(shape);
        self.bytes += 12;
        self.shapes[id.index()].add_transition(key, attributes, to);
        to
    }
    /// Gives the object a dictionary shape of its own.
    pub fn make_dictionary(&mut self, id: ObjectId, cacheable: bool) {
        let old = self.object(id).shape;
        if self.shape(old).dictionary {
            return;
        }
        let table = self.shape_table(old).clone();
        self.bytes += table.bytes();
        let from = self.shape(old);
        let shape = Shape {
            proto: from.proto,
            parent: None,
            key: NameKey::DELETED,
            attributes: Attributes::NONE,
            count: from.count,
            dictionary: true,
            cacheable,
            mark: false,
            free: false,
            transitions: Vec::new(),
            transition_map: None,
            table: Some(Arc::new(table)),
        };
        let new = self.alloc_shape(shape);
        self.object_mut(id).shape = new;
    }
    /// Table of a dictionary shape.
    pub(crate) fn dictionary_mut(&mut self, id: ShapeId) -> &mut PropertyTable {
        Arc::make_mut(self.shapes[id.index()].table.get_or_insert_default())
    }
    /// Names of an own layout in slot order (strings and symbols, tombstones left out).
    pub fn shape_keys(&mut self, id: ShapeId) -> Vec<(NameKey, Attributes)> {
        self.shape_table(id).entries.iter().filter(|e| e.0 != NameKey::DELETED).copied().collect()
    }
    /// An object that serves as prototype changed its layout.
    #[inline]
    pub fn note_layout_change(&mut self, id: ObjectId) {
        if self.object(id).has(flags::IS_PROTO) {
            self.proto_epoch = self.proto_epoch.wrapping_add(1);
        }
    }
    /// Bytes since the last collection have reached the threshold.
    #[inline(always)]
    pub fn gc_due(&self) -> bool {
        self.bytes >= self.gc_at
    }
}
