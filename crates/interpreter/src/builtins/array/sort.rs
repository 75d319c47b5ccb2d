//! Sorting without a comparator: by text, as SortCompare orders.

use crate::heap::StringId;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

/// `$sortPrimitives(list)`: sorts an internal list of primitives in place; false, and nothing done,
/// if it holds objects or symbols.
pub(super) fn sort_primitives(vm: &mut Vm, args: Args) -> Completion {
    let Some(id) = args.get(vm, 0).as_object() else { return Ok(Value::FALSE) };
    let n = vm.heap.object(id).elements.len();
    vm.charge(1 + n as u64 * (n as u64 + 1).ilog2() as u64 / 4)?;
    vm.charge_memory(n * 40)?;
    if vm.heap.object(id).elements.iter().any(|v| v.is_object() || v.is_symbol()) {
        return Ok(Value::FALSE);
    }
    let mut list = vm.heap.object(id).elements.clone();
    if list.iter().all(|v| v.as_int().is_some_and(|i| (0..10).contains(&i))) {
        list.sort_by_key(|v| v.as_int());
    } else {
        let mut keyed: Vec<(StringId, Value)> = Vec::with_capacity(n);
        for v in list {
            keyed.push((vm.to_string(v)?, v));
        }
        for &(s, _) in &keyed {
            vm.heap.flatten(s);
        }
        keyed.sort_by(|a, b| vm.heap.view_flat(a.0).compare(&vm.heap.view_flat(b.0)));
        list = keyed.into_iter().map(|k| k.1).collect();
    }
    vm.heap.object_mut(id).elements = list;
    Ok(Value::TRUE)
}

/// `$sortByTexts(list, texts)`: sorts an internal list by the texts of its values.
pub(super) fn sort_by_texts(vm: &mut Vm, args: Args) -> Completion {
    let (Some(id), Some(keys)) = (args.get(vm, 0).as_object(), args.get(vm, 1).as_object()) else {
        return Ok(Value::UNDEFINED);
    };
    let n = vm.heap.object(id).elements.len();
    vm.charge(1 + n as u64 * (n as u64 + 1).ilog2() as u64 / 4)?;
    vm.charge_memory(n * 40)?;
    let texts: Vec<StringId> =
        vm.heap.object(keys).elements.iter().filter_map(|v| v.as_string()).collect();
    for &s in &texts {
        vm.heap.flatten(s);
    }
    let list = vm.heap.object(id).elements.clone();
    let mut keyed: Vec<(StringId, Value)> = texts.into_iter().zip(list).collect();
    keyed.sort_by(|a, b| vm.heap.view_flat(a.0).compare(&vm.heap.view_flat(b.0)));
    vm.heap.object_mut(id).elements = keyed.into_iter().map(|k| k.1).collect();
    Ok(Value::UNDEFINED)
}
