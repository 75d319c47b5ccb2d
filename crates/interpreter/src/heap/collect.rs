//! Mark and sweep, with an explicit stack.
//!
//! Runs at safe points only; the roots are handed in by the machine. Weak tables (WeakMap) are
//! ephemerons: a value lives only while its key does. Tombstones of Map and Set are compacted here,
//! and the positions of live iterators moved with them.

use super::string::Repr;
use super::{EnvId, Heap, ObjectId, ShapeId, StringId, SymbolId};
use crate::object::property::NameKey;
use crate::object::{Internal, Kind, Object, flags};
use crate::value::{Unpacked, Value};
use rustc_hash::FxHashMap;

/// Collects values to mark; handed to the owner of the roots.
#[derive(Debug, Default)]
pub struct Marker {
    stack: Vec<Value>,
    envs: Vec<u32>,
    strings: Vec<StringId>,
    shapes: Vec<ShapeId>,
    weak_tables: Vec<ObjectId>,
}

impl Marker {
    #[inline]
    pub fn value(&mut self, value: Value) {
        if value.is_object() || value.is_string() || value.is_symbol() || value.is_bigint() {
            self.stack.push(value);
        } else if let Some(env) = value.as_env() {
            self.envs.push(env.0);
        }
    }
    pub fn values(&mut self, values: &[Value]) {
        for &v in values {
            self.value(v);
        }
    }
    pub fn object(&mut self, id: ObjectId) {
        if id != ObjectId::NONE {
            self.stack.push(Value::object(id));
        }
    }
    pub fn env(&mut self, id: u32) {
        if id != u32::MAX {
            self.envs.push(id);
        }
    }
    pub fn shape(&mut self, id: ShapeId) {
        self.shapes.push(id);
    }
}

impl Heap {
    /// Frees everything not reachable from the marked roots. `memory_limit` bounds the next threshold.
    pub fn collect(&mut self, mut marker: Marker, memory_limit: Option<usize>) {
        let log = std::mem::take(&mut self.native_log);
        marker.values(&log);
        self.native_log = log;
        let registry: Vec<SymbolId> = self.symbol_registry.values().copied().collect();
        for id in registry {
            marker.value(Value::symbol(id));
        }
        for i in 0..self.units.len() {
            marker.value(Value::string(self.units[i]));
        }
        marker.value(Value::string(StringId(0)));
        self.trace(&mut marker);
        self.trace_ephemerons(&mut marker);
        self.compact_tables();
        self.sweep();
        let live = self.bytes;
        let step = live.max(super::MIN_GC_STEP);
        self.gc_at = live + step;
        if let Some(limit) = memory_limit {
            // Near the ceiling collect more often, so that garbage is not taken for use.
            let room = limit.saturating_sub(live);
            self.gc_at = self.gc_at.min(live + (room / 2).max(1 << 20));
        }
    }
    fn trace(&mut self, marker: &mut Marker) {
        loop {
            if let Some(value) = marker.stack.pop() {
                match value.unpack() {
                    Unpacked::Object(id) => self.trace_object(id, marker),
                    Unpacked::String(id) => self.trace_string(id, marker),
                    Unpacked::Symbol(id) => {
                        if let Some(cell) = self.symbols.get_mut(id.index()) {
                            if !cell.mark {
                                cell.mark = true;
                                if let Some(d) = cell.description {
                                    marker.strings.push(d);
                                }
                            }
                        }
                    }
                    Unpacked::BigInt(id) => {
                        if let Some(cell) = self.bigints.get_mut(id.index()) {
                            cell.mark = true;
                        }
                    }
                    _ => {}
                }
            } else if let Some(id) = marker.strings.pop() {
                self.trace_string(id, marker);
            } else if let Some(id) = marker.envs.pop() {
                self.trace_env(EnvId(id), marker);
            } else if let Some(id) = marker.shapes.pop() {
                self.trace_shape(id, marker);
            } else {
                return;
            }
        }
    }
    fn trace_string(&mut self, id: StringId, marker: &mut Marker) {
        let Some(cell) = self.strings.get_mut(id.index()) else { return };
        if cell.mark {
            return;
        }
        cell.mark = true;
        if let Repr::Rope { left, right } = cell.repr {
            marker.strings.push(left);
            marker.strings.push(right);
        }
    }
    fn trace_env(&mut self, id: EnvId, marker: &mut Marker) {
        let Some(cell) = self.envs.get_mut(id.index()) else { return };
        if cell.mark || cell.free {
            return;
        }
        cell.mark = true;
        marker.env(cell.parent);
        let inline = cell.inline;
        if let Some(more) = &cell.more {
            marker.values(more);
        }
        marker.values(&inline);
    }
    fn trace_shape(&mut self, id: ShapeId, marker: &mut Marker) {
        let mut at = id;
        loop {
            let Some(shape) = self.shapes.get_mut(at.index()) else { return };
            if shape.mark || shape.free {
                return;
            }
            shape.mark = true;
            marker.object(shape.proto);
            let mark_key = |key: NameKey, marker: &mut Marker| {
                if key != NameKey::DELETED {
                    match key.key() {
                        crate::object::PropertyKey::String(s) => marker.strings.push(s),
                        crate::object::PropertyKey::Symbol(s) => marker.value(Value::symbol(s)),
                        crate::object::PropertyKey::Index(_) => {}
                    }
                }
            };
            mark_key(shape.key, marker);
            if shape.dictionary || shape.parent.is_none() {
                if let Some(table) = &shape.table {
                    for e in &table.entries {
                        mark_key(e.0, marker);
                    }
                }
            }
            match shape.parent {
                Some(parent) => at = parent,
                None => return,
            }
        }
    }
    fn trace_object(&mut self, id: ObjectId, marker: &mut Marker) {
        let Some(object) = self.objects.get_mut(id.index()) else { return };
        if object.mark || object.kind == Kind::Free {
            return;
        }
        object.mark = true;
        marker.shapes.push(object.shape);
        for v in object.inline {
            marker.value(v);
        }
        if let Some(more) = &object.more {
            marker.values(more);
        }
        marker.values(&object.elements);
        match &object.internal {
            Internal::None | Internal::Native(_) | Internal::Tool(_) | Internal::Buffer(_) => {}
            Internal::Function(f) => {
                marker.env(f.env);
                marker.object(f.home);
                marker.object(f.fields);
            }
            Internal::Bound(b) => {
                marker.value(b.target);
                marker.value(b.this);
                marker.values(&b.args);
            }
            Internal::Primitive(v) => marker.value(*v),
            Internal::Proxy { target, handler } => {
                marker.value(*target);
                marker.value(*handler);
            }
            Internal::Table(t) => {
                if t.weak {
                    marker.weak_tables.push(id);
                } else {
                    for e in &t.entries {
                        marker.value(e.key);
                        marker.value(e.value);
                    }
                }
            }
            Internal::Promise(p) => p.trace(marker),
            Internal::Generator(g) => g.trace(marker),
            Internal::RegExp(r) => {
                marker.value(r.source);
                marker.value(r.flags);
            }
            Internal::View(v) => marker.object(v.buffer),
            Internal::Slots(s) => marker.values(&s.values),
            Internal::Mapped { env, .. } => marker.env(*env),
            Internal::Enumerator(e) => {
                marker.value(e.object);
                marker.values(&e.keys);
            }
        }
        if object.has(flags::HAS_SPARSE) {
            if let Some(map) = self.sparse.get(&id) {
                for (v, _) in map.values() {
                    marker.value(*v);
                }
            }
        }
    }
    /// Is a value that can be held weakly still marked?
    fn is_marked(&self, value: Value) -> bool {
        match value.unpack() {
            Unpacked::Object(id) => self.objects.get(id.index()).is_some_and(|o| o.mark),
            Unpacked::Symbol(id) => self.symbols.get(id.index()).is_some_and(|s| s.mark),
            _ => true,
        }
    }
    fn trace_ephemerons(&mut self, marker: &mut Marker) {
        let mut tables: Vec<ObjectId> = Vec::new();
        loop {
            tables.append(&mut marker.weak_tables);
            let mut found = Vec::new();
            for &id in &tables {
                if let Internal::Table(t) = &self.object(id).internal {
                    for e in &t.entries {
                        if !e.key.is_hole() && self.is_marked(e.key) && !self.value_marked(e.value)
                        {
                            found.push(e.value);
                        }
                    }
                }
            }
            if found.is_empty() && marker.weak_tables.is_empty() {
                break;
            }
            marker.values(&found);
            self.trace(marker);
        }
        for id in tables {
            let dead: Vec<usize> = match &self.object(id).internal {
                Internal::Table(t) => t
                    .entries
                    .iter()
                    .enumerate()
                    .filter(|(_, e)| !e.key.is_hole() && !self.is_marked(e.key))
                    .map(|(i, _)| i)
                    .collect(),
                _ => Vec::new(),
            };
            if let Internal::Table(t) = &mut self.object_mut(id).internal {
                for i in dead {
                    t.remove_at(i);
                }
            }
        }
    }
    fn value_marked(&self, value: Value) -> bool {
        match value.unpack() {
            Unpacked::String(id) => self.strings.get(id.index()).is_some_and(|s| s.mark),
            Unpacked::BigInt(id) => self.bigints.get(id.index()).is_some_and(|s| s.mark),
            _ => self.is_marked(value),
        }
    }
    fn compact_tables(&mut self) {
        let mut moved: FxHashMap<ObjectId, Vec<u32>> = FxHashMap::default();
        for (i, object) in self.objects.iter_mut().enumerate() {
            if !object.mark {
                continue;
            }
            if let Internal::Table(t) = &mut object.internal {
                if t.wants_compaction() {
                    moved.insert(ObjectId(i as u32), t.compact());
                }
            }
        }
        if moved.is_empty() {
            return;
        }
        for object in &mut self.objects {
            if let Internal::Slots(s) = &mut object.internal {
                if s.tag != crate::builtins::tags::TABLE_ITERATOR {
                    continue;
                }
                let table = s.values.first().and_then(|v| v.as_object());
                if let (Some(moves), Some(at)) =
                    (table.and_then(|t| moved.get(&t)), s.values.get_mut(1))
                {
                    if let Some(old) = at.as_int() {
                        let old = (old as usize).min(moves.len().saturating_sub(1));
                        *at = Value::int(moves.get(old).copied().unwrap_or(0) as i32);
                    }
                }
            }
        }
    }
    fn sweep(&mut self) {
        let mut bytes = 0;
        for i in 0..self.objects.len() {
            let object = &mut self.objects[i];
            if object.mark {
                object.mark = false;
                bytes += size_of::<Object>() + object.extra_bytes();
            } else if object.kind != Kind::Free {
                let had_sparse = object.has(flags::HAS_SPARSE);
                object.kind = Kind::Free;
                object.internal = Internal::None;
                object.more = None;
                object.elements = Vec::new();
                if had_sparse {
                    self.sparse.remove(&ObjectId(i as u32));
                }
                self.release_object(i as u32);
            }
        }
        bytes += self.sparse.values().map(|m| m.len() * 48).sum::<usize>();
        for i in 0..self.envs.len() {
            let cell = &mut self.envs[i];
            if cell.mark {
                cell.mark = false;
                bytes +=
                    size_of::<super::EnvCell>() + cell.more.as_ref().map_or(0, |m| m.len() * 8);
            } else if !cell.free {
                cell.free = true;
                cell.more = None;
                self.release_env(i as u32);
            }
        }
        for i in 0..self.symbols.len() {
            let cell = &mut self.symbols[i];
            if cell.mark || cell.kind == super::SymbolKind::WellKnown {
                cell.mark = false;
                bytes += size_of::<super::SymbolCell>();
            } else if !cell.free {
                cell.free = true;
                self.release_symbol(i as u32);
            }
        }
        for i in 0..self.bigints.len() {
            let cell = &mut self.bigints[i];
            if cell.mark {
                cell.mark = false;
                bytes += size_of::<super::BigIntCell>() + (cell.value.bits() / 8) as usize + 8;
            } else if !cell.free {
                cell.free = true;
                cell.value = num_bigint::BigInt::ZERO;
                self.release_bigint(i as u32);
            }
        }
        let mut swept_shapes = false;
        for i in 0..self.shapes.len() {
            let shape = &mut self.shapes[i];
            if shape.mark {
                bytes += size_of::<crate::object::shape::Shape>()
                    + shape.table.as_ref().map_or(0, |t| t.bytes());
            } else if !shape.free {
                shape.free = true;
                shape.table = None;
                shape.transitions = Vec::new();
                shape.transition_map = None;
                self.release_shape(i as u32);
                swept_shapes = true;
            }
        }
        if swept_shapes {
            self.shape_sweeps += 1;
            self.drop_dead_roots();
            let free: Vec<bool> = self.shapes.iter().map(|s| s.free).collect();
            for shape in &mut self.shapes {
                if !shape.free {
                    shape.retain_transitions(|t| !free.get(t.index()).copied().unwrap_or(true));
                }
            }
        }
        for shape in &mut self.shapes {
            shape.mark = false;
        }
        self.sweep_intern_table();
        for i in 0..self.strings.len() {
            let cell = &mut self.strings[i];
            if cell.mark {
                cell.mark = false;
                bytes += size_of::<super::StringCell>()
                    + match &cell.repr {
                        Repr::Latin1(b) => b.len(),
                        Repr::Utf16(u) => u.len() * 2,
                        _ => 0,
                    };
            } else if !matches!(cell.repr, Repr::Free) {
                cell.repr = Repr::Free;
                cell.interned = false;
                cell.hash = 0;
                self.release_string(i as u32);
            }
        }
        self.bytes = bytes;
    }
}
