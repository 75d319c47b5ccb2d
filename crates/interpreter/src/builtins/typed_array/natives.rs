//! Accessors of `%TypedArray%.prototype` and the natives of `selfhost/typed_array.js`.

use super::super::array_iterator;
use super::super::table::NativeFn;
use crate::heap::ObjectId;
use crate::object::{ElementType, Kind, ViewData};
use crate::value::Value;
use crate::vm::{Args, Completion, Hint, Vm};

impl Vm {
    fn this_typed(&mut self, args: &Args, name: &str) -> Completion<(ObjectId, ViewData)> {
        let this = args.this(self);
        if let Some(id) = this.as_object().filter(|_| self.is_typed_array(this)) {
            if let Some(view) = self.view(id) {
                return Ok((id, view));
            }
        }
        Err(self.incompatible_receiver(this, name))
    }
    /// ### [23.2.4.4 ValidateTypedArray](https://tc39.es/ecma262/#sec-validatetypedarray)
    fn validate_typed_array(&mut self, value: Value, name: &str) -> Completion<ObjectId> {
        match value.as_object().filter(|_| self.is_typed_array(value)) {
            None => Err(self.type_error("this is not a typed array.")),
            Some(id) if self.typed_array_length(id).is_none() => Err(self.detached_error(name)),
            Some(id) => Ok(id),
        }
    }
    /// The bytes of elements `from..to` of a typed array.
    fn element_range(&self, id: ObjectId, from: usize, to: usize) -> Option<&[u8]> {
        let view = self.view(id)?;
        let size = view.element.size();
        self.buffer(view.buffer)?.bytes.get(view.offset + from * size..view.offset + to * size)
    }
    fn element_range_mut(&mut self, id: ObjectId, from: usize, to: usize) -> Option<&mut [u8]> {
        let view = self.view(id)?;
        let size = view.element.size();
        let range = view.offset + from * size..view.offset + to * size;
        self.buffer_mut(view.buffer)?.bytes.get_mut(range)
    }
}

/// ### [23.2.3.2 get %TypedArray%.prototype.buffer](https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.buffer)
pub(super) fn buffer(vm: &mut Vm, args: Args) -> Completion {
    let (_, view) = vm.this_typed(&args, "get TypedArray.prototype.buffer")?;
    Ok(view.buffer.into())
}
/// ### [23.2.3.3 get %TypedArray%.prototype.byteLength](https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.bytelength)
pub(super) fn byte_length(vm: &mut Vm, args: Args) -> Completion {
    let (id, view) = vm.this_typed(&args, "get TypedArray.prototype.byteLength")?;
    let n = vm.typed_array_length(id).unwrap_or(0) * view.element.size();
    Ok(Value::number(n as f64))
}
/// ### [23.2.3.4 get %TypedArray%.prototype.byteOffset](https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.byteoffset)
pub(super) fn byte_offset(vm: &mut Vm, args: Args) -> Completion {
    let (id, view) = vm.this_typed(&args, "get TypedArray.prototype.byteOffset")?;
    let n = if vm.typed_array_length(id).is_some() { view.offset } else { 0 };
    Ok(Value::number(n as f64))
}
/// ### [23.2.3.21 get %TypedArray%.prototype.length](https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.length)
pub(super) fn length(vm: &mut Vm, args: Args) -> Completion {
    let (id, _) = vm.this_typed(&args, "get TypedArray.prototype.length")?;
    Ok(Value::number(vm.typed_array_length(id).unwrap_or(0) as f64))
}
/// ### [23.2.3.38 get %TypedArray%.prototype\[@@toStringTag\]](https://tc39.es/ecma262/#sec-get-%typedarray%.prototype-@@tostringtag)
pub(super) fn to_string_tag(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    match this.as_object().filter(|_| vm.is_typed_array(this)).and_then(|id| vm.view(id)) {
        Some(view) => Ok(vm.heap.new_string(view.element.name()).into()),
        None => Ok(Value::UNDEFINED),
    }
}
pub(super) fn entries(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let id = vm.validate_typed_array(this, "%TypedArray%.prototype.entries")?;
    Ok(vm.new_array_iterator(id, array_iterator::ENTRIES))
}
pub(super) fn keys(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let id = vm.validate_typed_array(this, "%TypedArray%.prototype.keys")?;
    Ok(vm.new_array_iterator(id, array_iterator::KEYS))
}
pub(super) fn values(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let id = vm.validate_typed_array(this, "%TypedArray%.prototype.values")?;
    Ok(vm.new_array_iterator(id, array_iterator::VALUES))
}

fn typed(vm: &Vm, a: Args, i: usize) -> Option<(ObjectId, ViewData)> {
    let id = a.get(vm, i).as_object()?;
    Some((id, vm.view(id)?))
}
fn index(vm: &Vm, a: Args, i: usize) -> usize {
    a.get(vm, i).as_number().unwrap_or(0.0) as usize
}

/// Natives behind the `$` names of `selfhost/typed_array.js`.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] = &[
    // $typedThis(value, method): ValidateTypedArray
    ("typedThis", |vm, a| {
        let v = a.get(vm, 0);
        let name = match vm.is_typed_array(v) {
            true => a.get(vm, 1).as_string().map(|s| vm.heap.text(s)).unwrap_or_default(),
            false => String::new(),
        };
        Ok(vm.validate_typed_array(v, &name)?.into())
    }),
    ("isTyped", |vm, a| {
        let v = a.get(vm, 0);
        Ok(vm.is_typed_array(v).into())
    }),
    // Elements in bounds now.
    ("typedLength", |vm, a| {
        let n = typed(vm, a, 0).and_then(|(id, _)| vm.typed_array_length(id)).unwrap_or(0);
        Ok(Value::number(n as f64))
    }),
    ("typedIsBigInt", |vm, a| {
        Ok(typed(vm, a, 0).is_some_and(|(_, view)| view.element.is_bigint()).into())
    }),
    ("typedBuffer", |vm, a| {
        Ok(typed(vm, a, 0).map_or(Value::UNDEFINED, |(_, view)| view.buffer.into()))
    }),
    // Does the length follow a resizable buffer?
    ("typedTracks", |vm, a| {
        Ok(typed(vm, a, 0).is_some_and(|(_, view)| view.length.is_none()).into())
    }),
    // Byte offset in the buffer of an element.
    ("typedOffset", |vm, a| {
        let i = index(vm, a, 1);
        let at = typed(vm, a, 0).map_or(0, |(_, view)| view.offset + i * view.element.size());
        Ok(Value::number(at as f64))
    }),
    ("typedConstructor", |vm, a| {
        let element = typed(vm, a, 0).map_or(ElementType::Uint8, |(_, view)| view.element);
        Ok(vm.intrinsic(element.intrinsics().0).into())
    }),
    // $typedPrototype(kind, newTarget)
    ("typedPrototype", |vm, a| {
        let element = kind(vm, a);
        Ok(vm.prototype_of_constructor(a.get(vm, 1), element.intrinsics().1)?.into())
    }),
    // $typedNew(kind, prototype, length)
    ("typedNew", |vm, a| {
        let element = kind(vm, a);
        let proto = super::super::helpers::object(vm, a, 1)?;
        let n = a.get(vm, 2).as_number().unwrap_or(0.0);
        Ok(vm.new_typed_array(element, proto, n as u64)?.into())
    }),
    // Array of the same type and a length.
    ("typedSame", |vm, a| {
        let element = typed(vm, a, 0).map_or(ElementType::Uint8, |(_, view)| view.element);
        let proto = vm.intrinsic(element.intrinsics().1);
        let n = index(vm, a, 1);
        Ok(vm.new_typed_array(element, proto, n as u64)?.into())
    }),
    // A value converted for the elements of an array.
    ("typedElement", |vm, a| {
        if typed(vm, a, 0).is_some_and(|(_, view)| view.element.is_bigint()) {
            let p = a.primitive(vm, 1, Hint::Number)?;
            let n = vm.to_bigint(p)?;
            return vm.bigint_value(n);
        }
        Ok(Value::number(a.number(vm, 1)?))
    }),
    // $typedFillRange(array, converted value, from, to) within bounds
    ("typedFillRange", |vm, a| {
        let Some((id, view)) = typed(vm, a, 0) else { return Ok(Value::UNDEFINED) };
        let (from, to) = (index(vm, a, 2), index(vm, a, 3));
        let size = view.element.size();
        vm.charge((to.saturating_sub(from) * size) as u64 / 64)?;
        let value = a.get(vm, 1);
        let bytes = vm.element_bytes(view.element, value);
        if let Some(range) = vm.element_range_mut(id, from, to) {
            for chunk in range.chunks_exact_mut(size) {
                chunk.copy_from_slice(&bytes[..size]);
            }
        }
        Ok(Value::UNDEFINED)
    }),
    // $typedMove(array, to, from, count) within bounds
    ("typedMove", |vm, a| {
        let Some((id, view)) = typed(vm, a, 0) else { return Ok(Value::UNDEFINED) };
        let (to, from, count) = (index(vm, a, 1), index(vm, a, 2), index(vm, a, 3));
        let size = view.element.size();
        vm.charge((count * size) as u64 / 64)?;
        let n = vm.typed_array_length(id).unwrap_or(0);
        if let Some(all) = vm.element_range_mut(id, 0, n) {
            let source = from * size..(from + count) * size;
            if source.end <= all.len() && (to + count) * size <= all.len() {
                all.copy_within(source, to * size);
            }
        }
        Ok(Value::UNDEFINED)
    }),
    ("typedReverseAll", |vm, a| {
        let Some((id, view)) = typed(vm, a, 0) else { return Ok(Value::UNDEFINED) };
        let n = vm.typed_array_length(id).unwrap_or(0);
        vm.charge(n as u64 / 8)?;
        let size = view.element.size();
        if let Some(all) = vm.element_range_mut(id, 0, n) {
            all.reverse();
            for chunk in all.chunks_exact_mut(size) {
                chunk.reverse();
            }
        }
        Ok(Value::UNDEFINED)
    }),
    ("typedSortAll", |vm, a| {
        let Some((id, view)) = typed(vm, a, 0) else { return Ok(Value::UNDEFINED) };
        sort(vm, id, view)?;
        Ok(Value::UNDEFINED)
    }),
    // The elements as an internal list.
    ("typedList", |vm, a| {
        let Some((id, view)) = typed(vm, a, 0) else { return Ok(Value::UNDEFINED) };
        let n = vm.typed_array_length(id).unwrap_or(0);
        vm.charge(n as u64)?;
        vm.charge_memory(n * 8)?;
        let size = view.element.size();
        let mut list = Vec::with_capacity(n);
        for i in 0..n {
            list.push(vm.read_element(view.buffer, view.element, view.offset + i * size, true));
        }
        Ok(vm.new_array(list).into())
    }),
    // $typedSetTyped(target, source, offset): bounds and content types were checked
    ("typedSetTyped", |vm, a| {
        let (Some((target, _)), Some((source, _))) = (typed(vm, a, 0), typed(vm, a, 1)) else {
            return Ok(Value::UNDEFINED);
        };
        let to = index(vm, a, 2);
        let n = vm.typed_array_length(source).unwrap_or(0);
        vm.copy_elements(target, to, source, 0, n)?;
        Ok(Value::UNDEFINED)
    }),
    // $typedCopySame(target, source, from, to): copies bytes upwards if the element types are the same, else false
    ("typedCopySame", |vm, a| {
        let (Some((target, t)), Some((source, s))) = (typed(vm, a, 0), typed(vm, a, 1)) else {
            return Ok(Value::FALSE);
        };
        if t.element != s.element {
            return Ok(Value::FALSE);
        }
        let (from, to) = (index(vm, a, 2), index(vm, a, 3));
        let count = to.saturating_sub(from).min(vm.typed_array_length(target).unwrap_or(0));
        let size = s.element.size();
        vm.charge((count * size) as u64 / 64)?;
        if s.buffer == t.buffer {
            // One byte after the other, as the specification copies.
            let (start, end) = (s.offset + from * size, s.offset + (from + count) * size);
            if let Some(b) = vm.buffer_mut(s.buffer) {
                for (k, at) in (start..end.min(b.bytes.len())).enumerate() {
                    let byte = b.bytes[at];
                    if let Some(slot) = b.bytes.get_mut(t.offset + k) {
                        *slot = byte;
                    }
                }
            }
            return Ok(Value::TRUE);
        }
        vm.charge_memory(count * size)?;
        let bytes = vm.element_range(source, from, from + count).unwrap_or_default().to_vec();
        if let Some(range) = vm.element_range_mut(target, 0, count) {
            if range.len() == bytes.len() {
                range.copy_from_slice(&bytes);
            }
        }
        Ok(Value::TRUE)
    }),
];

fn kind(vm: &Vm, a: Args) -> ElementType {
    let i = a.get(vm, 0).as_int().unwrap_or(0) as usize;
    ElementType::ALL.get(i).copied().unwrap_or(ElementType::Uint8)
}

/// Numeric order: -0 before 0, NaN last.
fn sort(vm: &mut Vm, id: ObjectId, view: ViewData) -> Completion<()> {
    let n = vm.typed_array_length(id).unwrap_or(0);
    let size = view.element.size();
    vm.charge(1 + n as u64 * (n as u64 + 1).ilog2() as u64 / 8)?;
    vm.charge_memory(n * 8)?;
    let bytes = vm.element_range(id, 0, n).unwrap_or_default().to_vec();
    let mut out = Vec::with_capacity(bytes.len());
    let word = |chunk: &[u8]| {
        let mut b = [0u8; 8];
        b.copy_from_slice(chunk);
        b
    };
    match view.element {
        ElementType::BigInt64 => {
            let mut list: Vec<i64> =
                bytes.chunks_exact(8).map(|c| i64::from_le_bytes(word(c))).collect();
            list.sort_unstable();
            out.extend(list.iter().flat_map(|v| v.to_le_bytes()));
        }
        ElementType::BigUint64 => {
            let mut list: Vec<u64> =
                bytes.chunks_exact(8).map(|c| u64::from_le_bytes(word(c))).collect();
            list.sort_unstable();
            out.extend(list.iter().flat_map(|v| v.to_le_bytes()));
        }
        element => {
            let mut list: Vec<f64> =
                bytes.chunks_exact(size).map(|c| super::number_of(element, c)).collect();
            list.sort_unstable_by(|a, b| match (a.is_nan(), b.is_nan()) {
                (false, false) => a.total_cmp(b),
                (a, b) => a.cmp(&b),
            });
            for v in list {
                let b = vm.element_bytes(element, Value::double(v));
                out.extend_from_slice(&b[..size]);
            }
        }
    }
    if let Some(range) = vm.element_range_mut(id, 0, n) {
        if range.len() == out.len() {
            range.copy_from_slice(&out);
        }
    }
    Ok(())
}

/// Receiver of the base64 and hex methods: a Uint8Array, its length not looked at yet.
pub(super) fn this_uint8(vm: &mut Vm, args: &Args, name: &str) -> Completion<ObjectId> {
    let this = args.this(vm);
    if let Some(id) = this.as_object().filter(|&id| vm.heap.object(id).kind == Kind::TypedArray) {
        if vm.view(id).is_some_and(|view| view.element == ElementType::Uint8) {
            return Ok(id);
        }
    }
    Err(vm.incompatible_receiver(this, name))
}
/// The bytes of a Uint8Array; the TypeError when it is out of bounds.
pub(super) fn uint8_bytes(vm: &mut Vm, id: ObjectId, name: &str) -> Completion<Vec<u8>> {
    let Some(n) = vm.typed_array_length(id) else { return Err(vm.detached_error(name)) };
    vm.charge(n as u64 / 16)?;
    vm.charge_memory(n * 2)?;
    Ok(vm.element_range(id, 0, n).unwrap_or_default().to_vec())
}
/// Writes bytes to the start of a Uint8Array.
pub(super) fn write_uint8(vm: &mut Vm, id: ObjectId, bytes: &[u8]) {
    if let Some(range) = vm.element_range_mut(id, 0, bytes.len()) {
        range.copy_from_slice(bytes);
    }
}
