//! Methods that add and remove elements: `push`, `pop`, `shift`, `unshift`, `splice`.

use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

/// ### [23.1.3.23 Array.prototype.push](https://tc39.es/ecma262/#sec-array.prototype.push)
pub(super) fn push(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.full_array(this) else { return Err(vm.delegate("arrayPush")) };
    let n = args.len();
    let length = vm.heap.object(id).length as usize + n;
    if length > u32::MAX as usize {
        return Err(vm.delegate("arrayPush"));
    }
    if n == 1 {
        let value = args.get(vm, 0);
        vm.push_element(id, value)?;
    } else {
        vm.reserve_elements(id, n)?;
        for i in 0..n {
            let value = args.get(vm, i);
            vm.heap.object_mut(id).elements.push(value);
        }
        vm.heap.object_mut(id).length = length as u32;
    }
    Ok(Value::number(length as f64))
}

/// ### [23.1.3.22 Array.prototype.pop](https://tc39.es/ecma262/#sec-array.prototype.pop)
pub(super) fn pop(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.full_array(this) else { return Err(vm.delegate("arrayPop")) };
    let o = vm.heap.object_mut(id);
    let last = o.elements.pop();
    o.length = o.elements.len() as u32;
    Ok(last.map_or(Value::UNDEFINED, Value::or_undefined))
}

/// ### [23.1.3.27 Array.prototype.shift](https://tc39.es/ecma262/#sec-array.prototype.shift)
pub(super) fn shift(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.full_array(this) else { return Err(vm.delegate("arrayShift")) };
    let n = vm.heap.object(id).elements.len();
    vm.charge(n as u64 / 64)?;
    let o = vm.heap.object_mut(id);
    if o.elements.is_empty() {
        return Ok(Value::UNDEFINED);
    }
    let first = o.elements.remove(0);
    o.length = o.elements.len() as u32;
    Ok(first.or_undefined())
}

/// ### [23.1.3.37 Array.prototype.unshift](https://tc39.es/ecma262/#sec-array.prototype.unshift)
pub(super) fn unshift(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.full_array(this) else { return Err(vm.delegate("arrayUnshift")) };
    let n = args.len();
    let length = vm.heap.object(id).length as usize + n;
    if length > u32::MAX as usize {
        return Err(vm.delegate("arrayUnshift"));
    }
    vm.charge(length as u64 / 64)?;
    vm.reserve_elements(id, n)?;
    let items = args.rest(vm, 0);
    let o = vm.heap.object_mut(id);
    o.elements.splice(0..0, items);
    o.length = length as u32;
    Ok(Value::number(length as f64))
}

/// ### [23.1.3.31 Array.prototype.splice](https://tc39.es/ecma262/#sec-array.prototype.splice)
pub(super) fn splice(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.full_array(this).filter(|&id| vm.species_untouched(id)) else {
        return Err(vm.delegate("arraySplice"));
    };
    if args.get(vm, 0).is_object() || args.get(vm, 1).is_object() {
        return Err(vm.delegate("arraySplice"));
    }
    let length = vm.heap.object(id).length as f64;
    let start = args.relative_index(vm, 0, length, 0.0)?;
    let count = match args.len() {
        0 => 0.0,
        1 => length - start,
        _ => args.integer(vm, 1)?.clamp(0.0, length - start),
    };
    let items = args.rest(vm, 2);
    if length - count + items.len() as f64 > u32::MAX as f64 {
        return Err(vm.delegate("arraySplice"));
    }
    let (start, count) = (start as usize, count as usize);
    vm.charge((length as u64 - start as u64) / 64 + count as u64 / 8 + items.len() as u64 / 8)?;
    vm.charge_memory(count * 8)?;
    if items.len() > count {
        vm.reserve_elements(id, items.len() - count)?;
    }
    let o = vm.heap.object_mut(id);
    let removed: Vec<Value> = o.elements.splice(start..start + count, items).collect();
    o.length = o.elements.len() as u32;
    let o = &mut o.elements;
    if o.capacity() > 64 && o.len() * 4 < o.capacity() {
        o.shrink_to_fit();
    }
    Ok(vm.new_array(removed).into())
}
