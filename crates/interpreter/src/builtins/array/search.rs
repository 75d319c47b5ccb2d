//! Methods that look at elements: `at`, `indexOf`, `lastIndexOf`, `includes`, `join`.

use crate::heap::{MAX_STRING_LENGTH, StringBuilder, StringId};
use crate::value::{Unpacked, Value};
use crate::vm::{Args, Completion, Vm};

/// ### [23.1.3.1 Array.prototype.at](https://tc39.es/ecma262/#sec-array.prototype.at)
pub(super) fn at(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.plain_array(this).filter(|_| !args.get(vm, 0).is_object()) else {
        return Err(vm.delegate("arrayAt"));
    };
    let n = args.integer(vm, 0)?;
    let o = vm.heap.object(id);
    let i = if n < 0.0 { o.length as f64 + n } else { n };
    if i < 0.0 || i >= o.length as f64 {
        return Ok(Value::UNDEFINED);
    }
    Ok(o.elements.get(i as usize).copied().unwrap_or_default().or_undefined())
}

impl Vm {
    /// First position from `from` on that holds a value strictly equal to the target.
    fn position_of(&mut self, list: &[Value], target: Value, from: usize) -> Option<usize> {
        let rest = list.get(from..)?;
        let found = if let Some(n) = target.as_number() {
            rest.iter().position(|v| v.as_number() == Some(n))
        } else if target.is_string() || target.is_bigint() {
            rest.iter().position(|&v| v == target || self.strict_equals(v, target))
        } else {
            rest.iter().position(|&v| v == target)
        };
        found.map(|i| i + from)
    }
}

/// ### [23.1.3.17 Array.prototype.indexOf](https://tc39.es/ecma262/#sec-array.prototype.indexof)
pub(super) fn index_of(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.plain_array(this).filter(|_| !args.get(vm, 1).is_object()) else {
        return Err(vm.delegate("arrayIndexOf"));
    };
    let length = vm.heap.object(id).length as f64;
    if length == 0.0 {
        return Ok(Value::int(-1));
    }
    let from = args.relative_index(vm, 1, length, 0.0)? as usize;
    let n = vm.heap.object(id).elements.len();
    vm.charge(n.saturating_sub(from) as u64 / 4)?;
    let list = std::mem::take(&mut vm.heap.object_mut(id).elements);
    let found = vm.position_of(&list, args.get(vm, 0), from);
    vm.heap.object_mut(id).elements = list;
    Ok(found.map_or(Value::int(-1), |i| Value::number(i as f64)))
}

/// ### [23.1.3.20 Array.prototype.lastIndexOf](https://tc39.es/ecma262/#sec-array.prototype.lastindexof)
pub(super) fn last_index_of(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.plain_array(this).filter(|_| !args.get(vm, 1).is_object()) else {
        return Err(vm.delegate("arrayLastIndexOf"));
    };
    let length = vm.heap.object(id).length as f64;
    if length == 0.0 {
        return Ok(Value::int(-1));
    }
    let n = if args.len() > 1 { args.integer(vm, 1)? } else { length - 1.0 };
    let last = if n < 0.0 { length + n } else { n.min(length - 1.0) };
    if last < 0.0 {
        return Ok(Value::int(-1));
    }
    let target = args.get(vm, 0);
    let dense = vm.heap.object(id).elements.len();
    let end = (last as usize + 1).min(dense);
    vm.charge(end as u64 / 4)?;
    let list = std::mem::take(&mut vm.heap.object_mut(id).elements);
    let found = list
        .get(..end)
        .and_then(|part| part.iter().rposition(|&v| !v.is_hole() && vm.strict_equals(v, target)));
    vm.heap.object_mut(id).elements = list;
    Ok(found.map_or(Value::int(-1), |i| Value::number(i as f64)))
}

/// ### [23.1.3.16 Array.prototype.includes](https://tc39.es/ecma262/#sec-array.prototype.includes)
pub(super) fn includes(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = vm.plain_array(this).filter(|_| !args.get(vm, 1).is_object()) else {
        return Err(vm.delegate("arrayIncludes"));
    };
    let length = vm.heap.object(id).length as f64;
    if length == 0.0 {
        return Ok(Value::FALSE);
    }
    let from = args.relative_index(vm, 1, length, 0.0)? as usize;
    let target = args.get(vm, 0);
    let dense = vm.heap.object(id).elements.len();
    vm.charge(dense.saturating_sub(from) as u64 / 4)?;
    let list = std::mem::take(&mut vm.heap.object_mut(id).elements);
    let found = if target.is_undefined() {
        // Holes read as undefined.
        ((from.max(dense)) as f64) < length
            || list
                .get(from..)
                .is_some_and(|rest| rest.iter().any(|v| v.is_undefined() || v.is_hole()))
    } else if target.as_number().is_some_and(f64::is_nan) {
        list.get(from..)
            .is_some_and(|rest| rest.iter().any(|v| v.as_number().is_some_and(f64::is_nan)))
    } else {
        vm.position_of(&list, target, from).is_some()
    };
    vm.heap.object_mut(id).elements = list;
    Ok(found.into())
}

/// ### [23.1.3.18 Array.prototype.join](https://tc39.es/ecma262/#sec-array.prototype.join)
pub(super) fn join(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let separator = args.get(vm, 0);
    let Some(id) = vm.full_array(this) else { return Err(vm.delegate("arrayJoin")) };
    // Anything whose text the program decides, or that throws, is for the general form.
    let simple = |v: &Value| !v.is_object() && !v.is_symbol();
    if !simple(&separator) || !vm.heap.object(id).elements.iter().all(simple) {
        return Err(vm.delegate("arrayJoin"));
    }
    let between =
        if separator.is_undefined() { vm.heap.unit_string(b',') } else { vm.to_string(separator)? };
    let n = vm.heap.object(id).elements.len();
    vm.charge(n as u64)?;
    if n == 1 {
        let only = vm.heap.object(id).elements.first().copied().unwrap_or_default();
        return match only.is_nullish() || only.is_hole() {
            true => Ok(vm.heap.empty_string().into()),
            false => Ok(vm.to_string(only)?.into()),
        };
    }
    let mut joined = Joined::new(between);
    for i in 0..n {
        let value = vm.heap.object(id).elements.get(i).copied().unwrap_or_default();
        joined.add(vm, value, i > 0)?;
    }
    joined.finish(vm)
}

/// `$joinTexts(list, separator)`: an internal list of strings.
pub(super) fn join_texts(vm: &mut Vm, args: Args) -> Completion {
    let Some(id) = args.get(vm, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let between = args.string(vm, 1)?;
    let n = vm.heap.object(id).elements.len();
    vm.charge(n as u64)?;
    let mut joined = Joined::new(between);
    for i in 0..n {
        let value = vm.heap.object(id).elements.get(i).copied().unwrap_or_default();
        joined.add(vm, value, i > 0)?;
    }
    joined.finish(vm)
}

/// A text under construction, charged as it grows.
struct Joined {
    out: StringBuilder,
    between: StringId,
    charged: usize,
}

impl Joined {
    fn new(between: StringId) -> Joined {
        Joined { out: StringBuilder::new(), between, charged: 0 }
    }
    fn add(&mut self, vm: &mut Vm, value: Value, separated: bool) -> Completion<()> {
        if separated {
            let view = vm.heap.view(self.between);
            self.out.push_view(&view);
        }
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Null | Unpacked::Internal => {}
            Unpacked::String(s) => {
                let view = vm.heap.view(s);
                self.out.push_view(&view);
            }
            Unpacked::Number(n) if value.is_int() => push_int(&mut self.out, n as i64),
            Unpacked::Number(n) => self.out.push_str(&crate::operations::number::to_text(n)),
            Unpacked::Bool(b) => self.out.push_str(if b { "true" } else { "false" }),
            _ => {
                let s = vm.to_string(value)?;
                let view = vm.heap.view(s);
                self.out.push_view(&view);
            }
        }
        if self.out.len() > self.charged + 4096 {
            vm.charge((self.out.len() - self.charged) as u64 / 16)?;
            self.charged = self.out.len();
            vm.charge_memory(self.charged * 2)?;
            if self.charged > MAX_STRING_LENGTH as usize {
                return Err(vm.range_error("Invalid string length"));
            }
        }
        Ok(())
    }
    fn finish(self, vm: &mut Vm) -> Completion {
        if self.out.len() > MAX_STRING_LENGTH as usize {
            return Err(vm.range_error("Invalid string length"));
        }
        Ok(vm.heap.build(self.out).into())
    }
}

fn push_int(out: &mut StringBuilder, n: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut m = n.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (m % 10) as u8;
        m /= 10;
        if m == 0 {
            break;
        }
    }
    if n < 0 {
        out.push(u16::from(b'-'));
    }
    for &d in &digits[at..] {
        out.push(u16::from(d));
    }
}
