//! Sorting in one go where no guest code can tell: primitives without a comparator, and
//! comparators that only subtract numbers.

use crate::bytecode::{FunctionKind, Op};
use crate::heap::StringId;
use crate::object::property::NameKey;
use crate::object::{Internal, Kind, PropertyKey};
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

/// What a comparator that only subtracts does: its arguments or a property of them, ascending or not.
struct Difference {
    property: Option<NameKey>,
    ascending: bool,
}

impl Vm {
    /// Recognises `(a, b) => a - b`, `(a, b) => b.key - a.key` and the like.
    fn difference(&mut self, compare: Value) -> Option<Difference> {
        let Internal::Function(f) = &self.heap.object(compare.as_object()?).internal else {
            return None;
        };
        let block = self.block(f.code);
        if !matches!(block.kind, FunctionKind::Arrow | FunctionKind::Normal | FunctionKind::Method)
            || block.param_count != 2
            || block.flags.self_hosted
        {
            return None;
        }
        match block.ops[..] {
            [Op::Sub { dst, a, b }, Op::Return { src }, ..] if src == dst => {
                let ascending = order(a, b)?;
                Some(Difference { property: None, ascending })
            }
            [
                Op::GetProp { dst: x, obj: a, ic: first },
                Op::GetProp { dst: y, obj: b, ic: second },
                Op::Sub { dst, a: left, b: right },
                Op::Return { src },
                ..,
            ] if left == x && right == y && src == dst && x > 2 && y > 2 && x != y => {
                let ascending = order(a, b)?;
                let (first, second) =
                    (block.ics.get(first as usize)?.key, block.ics.get(second as usize)?.key);
                let text = match (
                    block.constants.get(first as usize)?,
                    block.constants.get(second as usize)?,
                ) {
                    (
                        crate::bytecode::Constant::String(p),
                        crate::bytecode::Constant::String(q),
                    ) if p == q => std::sync::Arc::clone(p),
                    _ => return None,
                };
                let id = self.heap.string_from_units(&text);
                let key = self.heap.key_of_string(id);
                if matches!(key, PropertyKey::Index(_)) {
                    return None;
                }
                Some(Difference { property: Some(key.name()?), ascending })
            }
            _ => None,
        }
    }
    /// The number a recognised comparator takes of an element, if reading it runs no guest code.
    fn sort_key(&mut self, value: Value, property: Option<NameKey>) -> Option<f64> {
        let number = match property {
            None => value,
            Some(key) => {
                let id = value.as_object()?;
                if self.heap.object(id).kind != Kind::Ordinary {
                    return None;
                }
                let (slot, attributes) =
                    self.heap.find_in_shape(self.heap.object(id).shape, key)?;
                if attributes.is_accessor() {
                    return None;
                }
                self.heap.object(id).slot(slot)
            }
        };
        number.as_number().filter(|n| !n.is_nan())
    }
}

/// Are the operands the first and the second parameter, in this order or the other?
fn order(a: u8, b: u8) -> Option<bool> {
    match (a, b) {
        (1, 2) => Some(true),
        (2, 1) => Some(false),
        _ => None,
    }
}

/// `$sortByDifference(list, comparator)`: sorts an internal list in place if the comparator only
/// subtracts numbers; false, and nothing done, otherwise.
pub(super) fn sort_by_difference(vm: &mut Vm, args: Args) -> Completion {
    let Some(id) = args.get(vm, 0).as_object() else { return Ok(Value::FALSE) };
    let Some(difference) = vm.difference(args.get(vm, 1)) else { return Ok(Value::FALSE) };
    let n = vm.heap.object(id).elements.len();
    vm.charge(1 + n as u64 * (n as u64 + 1).ilog2() as u64 / 2)?;
    vm.charge_memory(n * 32)?;
    let mut keyed: Vec<(f64, Value)> = Vec::with_capacity(n);
    for i in 0..n {
        let value = vm.heap.object(id).elements.get(i).copied().unwrap_or_default();
        match vm.sort_key(value, difference.property) {
            Some(key) => keyed.push((if difference.ascending { key } else { -key }, value)),
            None => return Ok(Value::FALSE),
        }
    }
    keyed.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
    vm.heap.object_mut(id).elements = keyed.into_iter().map(|k| k.1).collect();
    Ok(Value::TRUE)
}
