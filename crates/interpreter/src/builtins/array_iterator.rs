//! ### [23.1.5 Array Iterator Objects](https://tc39.es/ecma262/#sec-array-iterator-objects)
//!
//! Hidden slots: object (`undefined` when exhausted), next index, kind.

use super::table::{Spec, Table, method, tag};
use super::{Intrinsic, tags};
use crate::heap::ObjectId;
use crate::object::{Internal, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const KEYS: i32 = 0;
pub(crate) const VALUES: i32 = 1;
pub(crate) const ENTRIES: i32 = 2;

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::ArrayIteratorPrototype,
    spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
    items: &[method("next", 0, next), tag("Array Iterator")],
}];

/// ### [23.1.5.2.1 %ArrayIteratorPrototype%.next](https://tc39.es/ecma262/#sec-%arrayiteratorprototype%.next)
fn next(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let (Some((object, index, kind)), Some(id)) = (vm.array_iterator(this), this.as_object())
    else {
        return Err(vm.delegate("arrayIteratorNext"));
    };
    let Some(array) = object.as_object() else { return Ok(vm.iter_result(Value::UNDEFINED, true)) };
    let o = vm.heap.object(array);
    if o.kind != Kind::Array {
        return Err(vm.delegate("arrayIteratorNext"));
    }
    if index >= o.length as usize {
        vm.set_array_iterator(id, 0, Value::UNDEFINED);
        return Ok(vm.iter_result(Value::UNDEFINED, true));
    }
    let value = o.elements.get(index).copied().unwrap_or(Value::HOLE);
    if value.is_hole() && kind != KEYS {
        return Err(vm.delegate("arrayIteratorNext"));
    }
    let at = Value::number(index as f64);
    vm.set_array_iterator(id, 1, Value::number(index as f64 + 1.0));
    let result = match kind {
        KEYS => at,
        VALUES => value,
        _ => vm.new_array(vec![at, value]).into(),
    };
    Ok(vm.iter_result(result, false))
}

impl Vm {
    /// ### [23.1.5.1 CreateArrayIterator](https://tc39.es/ecma262/#sec-createarrayiterator)
    pub(crate) fn new_array_iterator(&mut self, object: ObjectId, kind: i32) -> Value {
        let proto = self.intrinsic(Intrinsic::ArrayIteratorPrototype);
        let slots = vec![Value::object(object), Value::int(0), Value::int(kind)];
        self.new_slots(tags::ARRAY_ITERATOR, Some(proto), slots).into()
    }
    /// Object, index and kind of an array iterator.
    pub(crate) fn array_iterator(&self, value: Value) -> Option<(Value, usize, i32)> {
        match &self.heap.object(value.as_object()?).internal {
            Internal::Slots(s) if s.tag == tags::ARRAY_ITERATOR => match s.values[..] {
                [object, index, kind] => {
                    Some((object, index.as_number()? as usize, kind.as_int()?))
                }
                _ => None,
            },
            _ => None,
        }
    }
    fn set_array_iterator(&mut self, id: ObjectId, slot: usize, value: Value) {
        if let Internal::Slots(s) = &mut self.heap.object_mut(id).internal {
            if let Some(at) = s.values.get_mut(slot) {
                *at = value;
            }
        }
    }
}
