//! The tables behind Map, Set, WeakMap and WeakSet as builtins use them, their iterators, and the
//! natives of `selfhost/collections.js`.

use super::table::NativeFn;
use super::{Intrinsic, tags};
use crate::heap::{ObjectId, SymbolKind};
use crate::object::collection::{Entry, OrderedTable};
use crate::object::{Internal, Kind};
use crate::value::{Unpacked, Value};
use crate::vm::{Args, Completion, Vm};

pub(crate) const KEYS: i32 = 0;
pub(crate) const VALUES: i32 = 1;
pub(crate) const ENTRIES: i32 = 2;

/// Natives behind the `$` names of `selfhost/collections.js`.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] = &[
    // $newTable(kind, newTarget): 0 Map, 1 Set, 2 WeakMap, 3 WeakSet; newTarget undefined for the intrinsic prototype
    ("newTable", |vm, a| {
        let (kind, proto) = match a.get(vm, 0).as_int() {
            Some(0) => (Kind::Map, Intrinsic::MapPrototype),
            Some(1) => (Kind::Set, Intrinsic::SetPrototype),
            Some(2) => (Kind::WeakMap, Intrinsic::WeakMapPrototype),
            _ => (Kind::WeakSet, Intrinsic::WeakSetPrototype),
        };
        let proto = vm.prototype_of_constructor(a.get(vm, 1), proto)?;
        Ok(vm.new_table(kind, proto).into())
    }),
    ("mapThis", |vm, a| this_of(vm, a, Kind::Map)),
    ("setThis", |vm, a| this_of(vm, a, Kind::Set)),
    ("weakMapThis", |vm, a| this_of(vm, a, Kind::WeakMap)),
    ("tableSize", |vm, a| {
        let n = a.get(vm, 0).as_object().and_then(|id| vm.table(id)).map_or(0, OrderedTable::len);
        Ok(Value::number(n as f64))
    }),
    ("tableHas", |vm, a| {
        let key = a.get(vm, 1);
        match a.get(vm, 0).as_object() {
            Some(id) => Ok(vm.table_find(id, key).is_some().into()),
            None => Ok(Value::FALSE),
        }
    }),
    ("tableGet", |vm, a| {
        let key = a.get(vm, 1);
        match a.get(vm, 0).as_object() {
            Some(id) => Ok(vm.table_get(id, key)),
            None => Ok(Value::UNDEFINED),
        }
    }),
    ("tableSet", |vm, a| {
        let (key, value) = (a.get(vm, 1), a.get(vm, 2));
        if let Some(id) = a.get(vm, 0).as_object() {
            vm.table_set(id, key, value)?;
        }
        Ok(Value::UNDEFINED)
    }),
    ("tableDelete", |vm, a| {
        let key = a.get(vm, 1);
        match a.get(vm, 0).as_object() {
            Some(id) => Ok(vm.table_delete(id, key).into()),
            None => Ok(Value::FALSE),
        }
    }),
    // A new Set with the values of another.
    ("setCopy", |vm, a| {
        let table = a.get(vm, 0).as_object().and_then(|id| vm.table(id));
        let (bytes, n) = table.map_or((0, 0), |t| (t.bytes(), t.len()));
        vm.charge(n as u64)?;
        vm.charge_memory(bytes)?;
        let mut copy = OrderedTable::default();
        if let Some(t) = a.get(vm, 0).as_object().and_then(|id| vm.table(id)) {
            for e in t.entries.iter().filter(|e| !e.key.is_hole()) {
                copy.insert_new(e.key, e.value, e.hash);
            }
        }
        let proto = vm.intrinsic(Intrinsic::SetPrototype);
        Ok(vm.heap.new_exotic(Some(proto), Kind::Set, Internal::Table(Box::new(copy))).into())
    }),
    // A position in a live table.
    ("tableCursor", |vm, a| {
        let table = a.get(vm, 0);
        let slots = vec![table, Value::int(0), Value::int(ENTRIES)];
        Ok(vm.new_slots(tags::TABLE_ITERATOR, None, slots).into())
    }),
    // To the next entry; false at the end.
    ("cursorStep", |vm, a| {
        let Some(id) = a.get(vm, 0).as_object() else { return Ok(Value::FALSE) };
        Ok(vm.step_table_iterator(id).is_some().into())
    }),
    ("cursorKey", |vm, a| Ok(cursor_entry(vm, a).map_or(Value::UNDEFINED, |e| e.key))),
    ("cursorValue", |vm, a| Ok(cursor_entry(vm, a).map_or(Value::UNDEFINED, |e| e.value))),
    ("canBeHeldWeakly", |vm, a| {
        let v = a.get(vm, 0);
        Ok(vm.can_be_held_weakly(v).into())
    }),
];

/// The entry that `cursorStep` went to; nothing ran in between.
fn cursor_entry(vm: &mut Vm, a: Args) -> Option<Entry> {
    let id = a.get(vm, 0).as_object()?;
    let (table, position, _) = vm.table_iterator(id)?;
    vm.table(table.as_object()?)?.entries.get(position.checked_sub(1)?).copied()
}

fn this_of(vm: &mut Vm, a: Args, kind: Kind) -> Completion {
    let this = a.get(vm, 0);
    let name = a.get(vm, 1).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
    vm.this_table(this, kind, &name).map(Value::object)
}

impl Vm {
    pub(crate) fn new_table(&mut self, kind: Kind, proto: ObjectId) -> ObjectId {
        let mut table = OrderedTable::default();
        table.weak = matches!(kind, Kind::WeakMap | Kind::WeakSet | Kind::FinalizationRegistry);
        self.heap.new_exotic(Some(proto), kind, Internal::Table(Box::new(table)))
    }
    /// The receiver of a method of `kind`, or the TypeError.
    #[inline]
    pub(crate) fn this_table(
        &mut self,
        this: Value,
        kind: Kind,
        method: &str,
    ) -> Completion<ObjectId> {
        match this.as_object() {
            Some(id) if self.heap.object(id).kind == kind => Ok(id),
            _ => Err(self.incompatible_receiver(this, method)),
        }
    }
    #[cold]
    pub(crate) fn incompatible_receiver(&mut self, this: Value, method: &str) -> crate::vm::Abrupt {
        let what = self.describe(this);
        self.type_error(&format!("Method {method} called on incompatible receiver {what}"))
    }
    #[inline]
    pub(crate) fn table(&self, id: ObjectId) -> Option<&OrderedTable> {
        match &self.heap.object(id).internal {
            Internal::Table(t) => Some(t),
            _ => None,
        }
    }
    #[inline]
    pub(crate) fn table_mut(&mut self, id: ObjectId) -> Option<&mut OrderedTable> {
        match &mut self.heap.object_mut(id).internal {
            Internal::Table(t) => Some(t),
            _ => None,
        }
    }
    /// A key as tables store it: numbers in one form, texts flat; and its hash.
    #[inline]
    fn table_key(&mut self, key: Value) -> (Value, u32) {
        let key = match key.as_number() {
            // Normal form; -0 becomes 0.
            Some(n) => Value::number(n + 0.0),
            None => key,
        };
        if let Some(s) = key.as_string() {
            self.heap.flatten(s);
        }
        (key, self.hash_value(key))
    }
    #[inline]
    fn table_position(&self, id: ObjectId, key: Value, hash: u32) -> Option<usize> {
        let table = self.table(id)?;
        match key.unpack() {
            Unpacked::String(s) => table.find(hash, |k| {
                k == key
                    || k.as_string()
                        .is_some_and(|k| self.heap.view_flat(k).equals(&self.heap.view_flat(s)))
            }),
            Unpacked::BigInt(b) => table.find(hash, |k| {
                k.as_bigint().is_some_and(|k| self.heap.bigint(k) == self.heap.bigint(b))
            }),
            _ => table.find(hash, |k| k == key),
        }
    }
    /// Position of the entry of a key.
    #[inline]
    pub(crate) fn table_find(&mut self, id: ObjectId, key: Value) -> Option<usize> {
        let (key, hash) = self.table_key(key);
        self.table_position(id, key, hash)
    }
    /// Value of a key, `undefined` when absent.
    #[inline]
    pub(crate) fn table_get(&mut self, id: ObjectId, key: Value) -> Value {
        let position = self.table_find(id, key);
        match (self.table(id), position) {
            (Some(t), Some(at)) => t.entries.get(at).map_or(Value::UNDEFINED, |e| e.value),
            _ => Value::UNDEFINED,
        }
    }
    /// Sets the value of a key, new keys at the end.
    pub(crate) fn table_set(&mut self, id: ObjectId, key: Value, value: Value) -> Completion<()> {
        let (key, hash) = self.table_key(key);
        if let Some(at) = self.table_position(id, key, hash) {
            if let Some(e) = self.table_mut(id).and_then(|t| t.entries.get_mut(at)) {
                e.value = value;
            }
            return Ok(());
        }
        let growth = self.table(id).map_or(0, OrderedTable::growth);
        if growth > 0 {
            self.charge_memory(growth)?;
        }
        if let Some(t) = self.table_mut(id) {
            let before = t.bytes();
            t.insert_new(key, value, hash);
            let grown = t.bytes() - before;
            self.heap.bytes += grown;
        }
        Ok(())
    }
    /// Removes a key; was it there?
    pub(crate) fn table_delete(&mut self, id: ObjectId, key: Value) -> bool {
        let Some(at) = self.table_find(id, key) else { return false };
        if let Some(t) = self.table_mut(id) {
            t.remove_at(at);
        }
        true
    }
    /// Iterator object over a table.
    pub(crate) fn new_table_iterator(
        &mut self,
        table: ObjectId,
        kind: i32,
        proto: Intrinsic,
    ) -> Value {
        let proto = self.intrinsic(proto);
        let slots = vec![Value::object(table), Value::int(0), Value::int(kind)];
        self.new_slots(tags::TABLE_ITERATOR, Some(proto), slots).into()
    }
    /// Table (`undefined` when exhausted), position and kind of a table iterator.
    pub(crate) fn table_iterator(&self, id: ObjectId) -> Option<(Value, usize, i32)> {
        match &self.heap.object(id).internal {
            Internal::Slots(s) if s.tag == tags::TABLE_ITERATOR => match s.values[..] {
                [table, position, kind] => {
                    Some((table, position.as_int()? as usize, kind.as_int()?))
                }
                _ => None,
            },
            _ => None,
        }
    }
    /// Takes a table iterator to its next live entry.
    pub(crate) fn step_table_iterator(&mut self, id: ObjectId) -> Option<Entry> {
        let (table, mut position, _) = self.table_iterator(id)?;
        let t = self.table(table.as_object()?)?;
        let mut found = None;
        while let Some(e) = t.entries.get(position) {
            position += 1;
            if !e.key.is_hole() {
                found = Some(*e);
                break;
            }
        }
        if let Internal::Slots(s) = &mut self.heap.object_mut(id).internal {
            if let [table, at, _] = &mut s.values[..] {
                *at = Value::int(position as i32);
                if found.is_none() {
                    *table = Value::UNDEFINED;
                }
            }
        }
        found
    }
    /// `next` of Map and Set iterators over tables of `kind`.
    pub(crate) fn table_iterator_next(
        &mut self,
        this: Value,
        proto: Intrinsic,
        method: &str,
    ) -> Completion {
        let is_set = proto == Intrinsic::SetIteratorPrototype;
        let iterator = this.as_object().filter(|&id| {
            self.table_iterator(id).is_some_and(|(_, _, kind)| (kind >= SET_KINDS) == is_set)
        });
        let Some(id) = iterator else { return Err(self.incompatible_receiver(this, method)) };
        let kind = self.table_iterator(id).map_or(0, |i| i.2) % SET_KINDS;
        match self.step_table_iterator(id) {
            None => Ok(self.iter_result(Value::UNDEFINED, true)),
            Some(e) => {
                let value = match kind {
                    KEYS => e.key,
                    VALUES => e.value,
                    _ => self.new_array(vec![e.key, if is_set { e.key } else { e.value }]).into(),
                };
                Ok(self.iter_result(value, false))
            }
        }
    }
    /// ### [9.14 CanBeHeldWeakly](https://tc39.es/ecma262/#sec-canbeheldweakly)
    pub(crate) fn can_be_held_weakly(&self, value: Value) -> bool {
        match value.unpack() {
            Unpacked::Object(_) => true,
            Unpacked::Symbol(s) => self.heap.symbol(s).kind != SymbolKind::Registered,
            _ => false,
        }
    }
}

/// Added to the kind of iterators over Sets.
pub(crate) const SET_KINDS: i32 = 8;
