//! Methods that copy or fill runs of elements: `slice`, `concat`, `fill`, `reverse`.

use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

/// ### [23.1.3.28 Array.prototype.slice](https://tc39.es/ecma262/#sec-array.prototype.slice)
pub(super) fn slice(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.full_array(this).filter(|&id| vm.species_untouched(id)) else {
        return Err(vm.delegate("arraySlice"));
    };
    if args.get(vm, 0).is_object() || args.get(vm, 1).is_object() {
        return Err(vm.delegate("arraySlice"));
    }
    let length = vm.heap.object(id).length as f64;
    let from = args.relative_index(vm, 0, length, 0.0)? as usize;
    let to = args.relative_index(vm, 1, length, length)? as usize;
    let n = to.saturating_sub(from);
    vm.charge(n as u64 / 8)?;
    vm.charge_memory(n * 8)?;
    let list =
        vm.heap.object(id).elements.get(from..from + n).map(<[Value]>::to_vec).unwrap_or_default();
    Ok(vm.new_array(list).into())
}

/// ### [23.1.3.2 Array.prototype.concat](https://tc39.es/ecma262/#sec-array.prototype.concat)
pub(super) fn concat(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(first) = vm.full_array(this).filter(|&id| vm.species_untouched(id)) else {
        return Err(vm.delegate("arrayConcat"));
    };
    if !vm.spreadable_untouched() {
        return Err(vm.delegate("arrayConcat"));
    }
    let mut total = vm.heap.object(first).elements.len();
    for i in 0..args.len() {
        let item = args.get(vm, i);
        total += match item.as_object() {
            None => 1,
            Some(id) => match vm.full_array(item) {
                Some(_) if vm.heap.object(id).shape == vm.realm.array_shape => {
                    vm.heap.object(id).elements.len()
                }
                _ => return Err(vm.delegate("arrayConcat")),
            },
        };
    }
    if total > u32::MAX as usize {
        return Err(vm.delegate("arrayConcat"));
    }
    vm.charge(total as u64 / 8)?;
    vm.charge_memory(total * 8)?;
    let mut list = Vec::with_capacity(total);
    list.extend_from_slice(&vm.heap.object(first).elements);
    for i in 0..args.len() {
        let item = args.get(vm, i);
        match item.as_object() {
            Some(id) => list.extend_from_slice(&vm.heap.object(id).elements),
            None => list.push(item),
        }
    }
    Ok(vm.new_array(list).into())
}

/// ### [23.1.3.7 Array.prototype.fill](https://tc39.es/ecma262/#sec-array.prototype.fill)
pub(super) fn fill(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.plain_array(this) else { return Err(vm.delegate("arrayFill")) };
    if args.get(vm, 1).is_object() || args.get(vm, 2).is_object() {
        return Err(vm.delegate("arrayFill"));
    }
    let length = vm.heap.object(id).length as f64;
    let from = args.relative_index(vm, 1, length, 0.0)? as usize;
    let to = args.relative_index(vm, 2, length, length)? as usize;
    let value = args.get(vm, 0);
    if from >= to {
        return Ok(this);
    }
    let dense = vm.heap.object(id).elements.len();
    if from > dense || (to > dense && to > dense.saturating_mul(2).max(4 << 20)) {
        return Err(vm.delegate("arrayFill"));
    }
    vm.charge((to - from) as u64 / 8)?;
    if to > dense {
        vm.reserve_elements(id, to - dense)?;
        vm.heap.object_mut(id).elements.resize(to, value);
    }
    if let Some(range) = vm.heap.object_mut(id).elements.get_mut(from..to) {
        range.fill(value);
    }
    Ok(this)
}

/// ### [23.1.3.26 Array.prototype.reverse](https://tc39.es/ecma262/#sec-array.prototype.reverse)
pub(super) fn reverse(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id): Option<ObjectId> = vm.full_array(this) else {
        return Err(vm.delegate("arrayReverse"));
    };
    let n = vm.heap.object(id).elements.len();
    vm.charge(n as u64 / 8)?;
    vm.heap.object_mut(id).elements.reverse();
    Ok(this)
}
