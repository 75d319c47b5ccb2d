//! ### [25.1 ArrayBuffer Objects](https://tc39.es/ecma262/#sec-arraybuffer-objects)

use super::Intrinsic;
use super::table::{Code, Spec, Table, getter, js_getter, method, tag};
use crate::heap::ObjectId;
use crate::object::{BufferData, Internal, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::ArrayBuffer,
        spec: Spec::Constructor {
            name: "ArrayBuffer",
            length: 1,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::ArrayBufferPrototype),
        },
        items: &[method("isView", 1, is_view), js_getter("@@species", "speciesGetter")],
    },
    Table {
        id: Intrinsic::ArrayBufferPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            getter("byteLength", byte_length),
            getter("detached", detached),
            getter("maxByteLength", max_byte_length),
            getter("resizable", resizable),
            method("resize", 1, resize),
            method("slice", 2, slice),
            method("transfer", 0, transfer),
            method("transferToFixedLength", 0, transfer_to_fixed_length),
            tag("ArrayBuffer"),
        ],
    },
];

/// Bytes of one buffer at most.
const MAX_BYTES: u64 = 1 << 31;

impl Vm {
    /// A buffer of zeros.
    pub(crate) fn allocate_buffer(
        &mut self,
        proto: ObjectId,
        length: u64,
        max: Option<u64>,
    ) -> Completion<ObjectId> {
        if length > MAX_BYTES || max.is_some_and(|m| m > MAX_BYTES) {
            return Err(self.range_error("Array buffer allocation failed"));
        }
        let length = length as usize;
        self.charge(length as u64 / 64)?;
        self.charge_memory(length)?;
        let data = BufferData {
            bytes: vec![0; length],
            detached: false,
            max_length: max.map(|m| m as usize),
        };
        Ok(self.heap.new_exotic(Some(proto), Kind::ArrayBuffer, Internal::Buffer(Box::new(data))))
    }
    /// A fixed buffer of these bytes with the intrinsic prototype.
    pub(crate) fn buffer_of(&mut self, bytes: Vec<u8>) -> ObjectId {
        let proto = self.intrinsic(Intrinsic::ArrayBufferPrototype);
        let data = BufferData { bytes, detached: false, max_length: None };
        self.heap.new_exotic(Some(proto), Kind::ArrayBuffer, Internal::Buffer(Box::new(data)))
    }
    fn this_buffer(&mut self, args: &Args, name: &str) -> Completion<ObjectId> {
        let this = args.this(self);
        match this.as_object() {
            Some(id) if self.heap.object(id).kind == Kind::ArrayBuffer => Ok(id),
            _ => Err(self.incompatible_receiver(this, name)),
        }
    }
    pub(crate) fn detached_error(&mut self, name: &str) -> crate::vm::Abrupt {
        self.type_error(&format!("Cannot perform {name} on a detached ArrayBuffer"))
    }
    fn is_detached(&self, id: ObjectId) -> bool {
        self.buffer(id).is_none_or(|b| b.detached)
    }
    /// Takes the bytes out of a buffer and detaches it.
    fn detach_buffer(&mut self, id: ObjectId) -> Vec<u8> {
        match self.buffer_mut(id) {
            Some(b) => {
                b.detached = true;
                std::mem::take(&mut b.bytes)
            }
            None => Vec::new(),
        }
    }
}

/// ToIndex of argument `i`, with the RangeError's text.
pub(crate) fn index_argument(vm: &mut Vm, args: &Args, i: usize, message: &str) -> Completion<u64> {
    let n = args.integer(vm, i)?;
    if !(0.0..=9_007_199_254_740_991.0).contains(&n) {
        return Err(vm.range_error(message));
    }
    Ok(n as u64)
}

/// ### [25.1.4.1 ArrayBuffer](https://tc39.es/ecma262/#sec-arraybuffer-length)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Constructor ArrayBuffer requires 'new'"));
    }
    let length = index_argument(vm, &args, 0, "Invalid array buffer length")?;
    let mut max = None;
    if let Some(options) = args.get(vm, 1).as_object() {
        let v = vm.get_named(options, "maxByteLength")?;
        if !v.is_undefined() {
            max = Some(vm.to_index(v, "Invalid array buffer max length")?);
        }
    }
    if max.is_some_and(|m| length > m) {
        return Err(vm.range_error("Invalid array buffer max length"));
    }
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::ArrayBufferPrototype)?;
    Ok(vm.allocate_buffer(proto, length, max)?.into())
}
/// ### [25.1.5.1 ArrayBuffer.isView](https://tc39.es/ecma262/#sec-arraybuffer.isview)
fn is_view(vm: &mut Vm, args: Args) -> Completion {
    let v = args.get(vm, 0);
    Ok((vm.is_kind(v, Kind::TypedArray) || vm.is_kind(v, Kind::DataView)).into())
}
/// ### [25.1.6.1 get ArrayBuffer.prototype.byteLength](https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.bytelength)
fn byte_length(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_buffer(&args, "ArrayBuffer.prototype.byteLength")?;
    Ok(Value::number(vm.buffer(id).map_or(0, |b| b.bytes.len()) as f64))
}
/// ### [25.1.6.3 get ArrayBuffer.prototype.detached](https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.detached)
fn detached(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_buffer(&args, "ArrayBuffer.prototype.detached")?;
    Ok(vm.is_detached(id).into())
}
/// ### [25.1.6.4 get ArrayBuffer.prototype.maxByteLength](https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.maxbytelength)
fn max_byte_length(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_buffer(&args, "ArrayBuffer.prototype.maxByteLength")?;
    let n = vm
        .buffer(id)
        .map_or(0, |b| if b.detached { 0 } else { b.max_length.unwrap_or(b.bytes.len()) });
    Ok(Value::number(n as f64))
}
/// ### [25.1.6.5 get ArrayBuffer.prototype.resizable](https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.resizable)
fn resizable(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_buffer(&args, "ArrayBuffer.prototype.resizable")?;
    Ok(vm.buffer(id).is_some_and(|b| b.max_length.is_some()).into())
}
/// ### [25.1.6.6 ArrayBuffer.prototype.resize](https://tc39.es/ecma262/#sec-arraybuffer.prototype.resize)
fn resize(vm: &mut Vm, args: Args) -> Completion {
    const NAME: &str = "ArrayBuffer.prototype.resize";
    let id = vm.this_buffer(&args, NAME)?;
    let Some(max) = vm.buffer(id).and_then(|b| b.max_length) else {
        let this = args.this(vm);
        return Err(vm.incompatible_receiver(this, NAME));
    };
    let message = "ArrayBuffer.prototype.resize: Invalid length parameter";
    let n = index_argument(vm, &args, 0, message)?;
    if vm.is_detached(id) {
        return Err(vm.detached_error(NAME));
    }
    if n > max as u64 {
        return Err(vm.range_error(message));
    }
    let n = n as usize;
    let old = vm.buffer(id).map_or(0, |b| b.bytes.capacity());
    vm.charge(n as u64 / 64)?;
    vm.charge_memory(n.saturating_sub(old))?;
    if let Some(b) = vm.buffer_mut(id) {
        if n > b.bytes.capacity() {
            b.bytes.reserve_exact(n - b.bytes.len());
        }
        b.bytes.resize(n, 0);
        let grown = b.bytes.capacity().saturating_sub(old);
        vm.heap.bytes += grown;
    }
    Ok(Value::UNDEFINED)
}
/// ### [25.1.6.7 ArrayBuffer.prototype.slice](https://tc39.es/ecma262/#sec-arraybuffer.prototype.slice)
fn slice(vm: &mut Vm, args: Args) -> Completion {
    const NAME: &str = "ArrayBuffer.prototype.slice";
    let id = vm.this_buffer(&args, NAME)?;
    if vm.is_detached(id) {
        return Err(vm.detached_error(NAME));
    }
    let length = vm.buffer(id).map_or(0, |b| b.bytes.len()) as f64;
    let first = args.relative_index(vm, 0, length, 0.0)?;
    let last = args.relative_index(vm, 1, length, length)?;
    let count = (last - first).max(0.0);
    let default = vm.intrinsic(Intrinsic::ArrayBuffer);
    let c = vm.species_constructor(id, default)?;
    let new = vm.construct(c, &[Value::number(count)], c)?;
    let Some(target) = new.as_object().filter(|&n| vm.heap.object(n).kind == Kind::ArrayBuffer)
    else {
        return Err(vm.incompatible_receiver(new, NAME));
    };
    if vm.is_detached(target) || vm.is_detached(id) {
        return Err(vm.detached_error(NAME));
    }
    if target == id {
        return Err(vm.type_error("ArrayBuffer subclass returned this from species constructor"));
    }
    if (vm.buffer(target).map_or(0, |b| b.bytes.len()) as f64) < count {
        return Err(vm.type_error("Species constructor returned a too small ArrayBuffer"));
    }
    vm.charge(count as u64 / 64)?;
    vm.charge_memory(count as usize)?;
    let first = first as usize;
    let bytes = match vm.buffer(id) {
        Some(b) if first < b.bytes.len() => b
            .bytes
            .get(first..(first + count as usize).min(b.bytes.len()))
            .unwrap_or_default()
            .to_vec(),
        _ => Vec::new(),
    };
    if let Some(part) = vm.buffer_mut(target).and_then(|b| b.bytes.get_mut(..bytes.len())) {
        part.copy_from_slice(&bytes);
    }
    Ok(new)
}
/// ### [25.1.6.8 ArrayBuffer.prototype.transfer](https://tc39.es/ecma262/#sec-arraybuffer.prototype.transfer)
fn transfer(vm: &mut Vm, args: Args) -> Completion {
    copy_and_detach(vm, args, true, "ArrayBuffer.prototype.transfer")
}
/// ### [25.1.6.9 ArrayBuffer.prototype.transferToFixedLength](https://tc39.es/ecma262/#sec-arraybuffer.prototype.transfertofixedlength)
fn transfer_to_fixed_length(vm: &mut Vm, args: Args) -> Completion {
    copy_and_detach(vm, args, false, "ArrayBuffer.prototype.transferToFixedLength")
}
/// ### [25.1.3.5 ArrayBufferCopyAndDetach](https://tc39.es/ecma262/#sec-arraybuffercopyanddetach)
fn copy_and_detach(vm: &mut Vm, args: Args, preserve: bool, name: &str) -> Completion {
    let id = vm.this_buffer(&args, name)?;
    let length = if args.get(vm, 0).is_undefined() {
        vm.buffer(id).map_or(0, |b| b.bytes.len()) as u64
    } else {
        index_argument(vm, &args, 0, "Invalid array buffer length")?
    };
    if vm.is_detached(id) {
        return Err(vm.detached_error(name));
    }
    let max = if preserve { vm.buffer(id).and_then(|b| b.max_length) } else { None };
    if max.is_some_and(|m| length > m as u64) {
        return Err(vm.range_error("Invalid array buffer length"));
    }
    let proto = vm.intrinsic(Intrinsic::ArrayBufferPrototype);
    if length > MAX_BYTES {
        return Err(vm.range_error("Array buffer allocation failed"));
    }
    vm.charge(length / 64)?;
    vm.charge_memory(length as usize)?;
    let mut bytes = vm.detach_buffer(id);
    bytes.resize(length as usize, 0);
    let data = BufferData { bytes, detached: false, max_length: max };
    Ok(vm.heap.new_exotic(Some(proto), Kind::ArrayBuffer, Internal::Buffer(Box::new(data))).into())
}
