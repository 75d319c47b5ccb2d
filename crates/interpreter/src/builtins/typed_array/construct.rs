//! ### [23.2.5 The TypedArray Constructors](https://tc39.es/ecma262/#sec-typedarray-constructors)

use super::super::Intrinsic;
use super::super::array_buffer::index_argument;
use crate::heap::ObjectId;
use crate::object::{ElementType, Internal, Kind, ViewData};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

impl ElementType {
    pub(crate) const ALL: [ElementType; 12] = [
        ElementType::Int8,
        ElementType::Uint8,
        ElementType::Uint8Clamped,
        ElementType::Int16,
        ElementType::Uint16,
        ElementType::Int32,
        ElementType::Uint32,
        ElementType::BigInt64,
        ElementType::BigUint64,
        ElementType::Float16,
        ElementType::Float32,
        ElementType::Float64,
    ];
    pub(crate) fn name(self) -> &'static str {
        match self {
            ElementType::Int8 => "Int8Array",
            ElementType::Uint8 => "Uint8Array",
            ElementType::Uint8Clamped => "Uint8ClampedArray",
            ElementType::Int16 => "Int16Array",
            ElementType::Uint16 => "Uint16Array",
            ElementType::Int32 => "Int32Array",
            ElementType::Uint32 => "Uint32Array",
            ElementType::BigInt64 => "BigInt64Array",
            ElementType::BigUint64 => "BigUint64Array",
            ElementType::Float16 => "Float16Array",
            ElementType::Float32 => "Float32Array",
            ElementType::Float64 => "Float64Array",
        }
    }
    /// Constructor and prototype.
    pub(crate) fn intrinsics(self) -> (Intrinsic, Intrinsic) {
        match self {
            ElementType::Int8 => (Intrinsic::Int8Array, Intrinsic::Int8ArrayPrototype),
            ElementType::Uint8 => (Intrinsic::Uint8Array, Intrinsic::Uint8ArrayPrototype),
            ElementType::Uint8Clamped => {
                (Intrinsic::Uint8ClampedArray, Intrinsic::Uint8ClampedArrayPrototype)
            }
            ElementType::Int16 => (Intrinsic::Int16Array, Intrinsic::Int16ArrayPrototype),
            ElementType::Uint16 => (Intrinsic::Uint16Array, Intrinsic::Uint16ArrayPrototype),
            ElementType::Int32 => (Intrinsic::Int32Array, Intrinsic::Int32ArrayPrototype),
            ElementType::Uint32 => (Intrinsic::Uint32Array, Intrinsic::Uint32ArrayPrototype),
            ElementType::BigInt64 => (Intrinsic::BigInt64Array, Intrinsic::BigInt64ArrayPrototype),
            ElementType::BigUint64 => {
                (Intrinsic::BigUint64Array, Intrinsic::BigUint64ArrayPrototype)
            }
            ElementType::Float16 => (Intrinsic::Float16Array, Intrinsic::Float16ArrayPrototype),
            ElementType::Float32 => (Intrinsic::Float32Array, Intrinsic::Float32ArrayPrototype),
            ElementType::Float64 => (Intrinsic::Float64Array, Intrinsic::Float64ArrayPrototype),
        }
    }
    /// The self-hosted constructor from iterables and array-likes.
    fn from_object(self) -> &'static str {
        match self {
            ElementType::Int8 => "newInt8Array",
            ElementType::Uint8 => "newUint8Array",
            ElementType::Uint8Clamped => "newUint8ClampedArray",
            ElementType::Int16 => "newInt16Array",
            ElementType::Uint16 => "newUint16Array",
            ElementType::Int32 => "newInt32Array",
            ElementType::Uint32 => "newUint32Array",
            ElementType::BigInt64 => "newBigInt64Array",
            ElementType::BigUint64 => "newBigUint64Array",
            ElementType::Float16 => "newFloat16Array",
            ElementType::Float32 => "newFloat32Array",
            ElementType::Float64 => "newFloat64Array",
        }
    }
}

pub(super) fn abstract_constructor(vm: &mut Vm, _args: Args) -> Completion {
    Err(vm.type_error("Abstract class TypedArray not directly constructable"))
}
pub(super) fn int8(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Int8)
}
pub(super) fn uint8(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Uint8)
}
pub(super) fn uint8_clamped(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Uint8Clamped)
}
pub(super) fn int16(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Int16)
}
pub(super) fn uint16(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Uint16)
}
pub(super) fn int32(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Int32)
}
pub(super) fn uint32(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Uint32)
}
pub(super) fn big_int64(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::BigInt64)
}
pub(super) fn big_uint64(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::BigUint64)
}
pub(super) fn float16(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Float16)
}
pub(super) fn float32(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Float32)
}
pub(super) fn float64(vm: &mut Vm, args: Args) -> Completion {
    construct(vm, args, ElementType::Float64)
}

/// ### [23.2.5.1 TypedArray](https://tc39.es/ecma262/#sec-typedarray)
fn construct(vm: &mut Vm, args: Args, element: ElementType) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error(&format!("Constructor {} requires 'new'", element.name())));
    }
    let first = args.get(vm, 0);
    let Some(source) = first.as_object() else {
        let message = format!("Invalid typed array length: {}", plain(vm, first));
        let length = index_argument(vm, &args, 0, &message)?;
        let proto = vm.prototype_of_constructor(args.new_target, element.intrinsics().1)?;
        return Ok(vm.new_typed_array(element, proto, length)?.into());
    };
    match vm.heap.object(source).kind {
        Kind::ArrayBuffer => over_buffer(vm, args, element, source),
        Kind::TypedArray => {
            let proto = vm.prototype_of_constructor(args.new_target, element.intrinsics().1)?;
            from_typed_array(vm, element, source, proto)
        }
        _ => Err(vm.delegate(element.from_object())),
    }
}

fn plain(vm: &mut Vm, value: Value) -> String {
    let text = vm.describe(value);
    text.trim_matches('"').to_string()
}

/// ### [23.2.5.1.3 InitializeTypedArrayFromArrayBuffer](https://tc39.es/ecma262/#sec-initializetypedarrayfromarraybuffer)
fn over_buffer(vm: &mut Vm, args: Args, element: ElementType, buffer: ObjectId) -> Completion {
    let (size, name) = (element.size() as u64, element.name());
    let proto = vm.prototype_of_constructor(args.new_target, element.intrinsics().1)?;
    let offset = index_argument(vm, &args, 1, "Start offset is too large:")?;
    if offset % size != 0 {
        return Err(
            vm.range_error(&format!("start offset of {name} should be a multiple of {size}"))
        );
    }
    let asked = match args.get(vm, 2).is_undefined() {
        true => None,
        false => Some(index_argument(vm, &args, 2, "Invalid typed array length")?),
    };
    let Some((detached, bytes, resizable)) =
        vm.buffer(buffer).map(|b| (b.detached, b.bytes.len() as u64, b.max_length.is_some()))
    else {
        return Ok(Value::UNDEFINED);
    };
    if detached {
        return Err(vm.detached_error("Construct"));
    }
    let length = match asked {
        None if resizable => {
            if offset > bytes {
                return Err(vm.range_error(&format!(
                    "Start offset {offset} is outside the bounds of the buffer"
                )));
            }
            None
        }
        None => {
            if bytes % size != 0 {
                return Err(vm.range_error(&format!(
                    "byte length of {name} should be a multiple of {size}"
                )));
            }
            if offset > bytes {
                return Err(vm.range_error(&format!(
                    "Start offset {offset} is outside the bounds of the buffer"
                )));
            }
            Some((bytes - offset) / size)
        }
        Some(n) => {
            if n.saturating_mul(size).saturating_add(offset) > bytes {
                return Err(vm.range_error(&format!("Invalid typed array length: {n}")));
            }
            Some(n)
        }
    };
    let view =
        ViewData { buffer, element, offset: offset as usize, length: length.map(|n| n as usize) };
    Ok(vm.new_view(proto, view).into())
}

/// ### [23.2.5.1.2 InitializeTypedArrayFromTypedArray](https://tc39.es/ecma262/#sec-initializetypedarrayfromtypedarray)
fn from_typed_array(
    vm: &mut Vm,
    element: ElementType,
    source: ObjectId,
    proto: ObjectId,
) -> Completion {
    let (Some(n), Some(view)) = (vm.typed_array_length(source), vm.view(source)) else {
        return Err(vm.detached_error("Construct"));
    };
    if view.element.is_bigint() != element.is_bigint() {
        return Err(vm.type_error("Cannot mix BigInt and other types, use explicit conversions"));
    }
    let target = vm.new_typed_array(element, proto, n as u64)?;
    vm.copy_elements(target, 0, source, 0, n)?;
    Ok(target.into())
}

impl Vm {
    pub(crate) fn new_view(&mut self, proto: ObjectId, view: ViewData) -> ObjectId {
        self.heap.new_exotic(Some(proto), Kind::TypedArray, Internal::View(Box::new(view)))
    }
    /// ### [23.2.5.1.6 AllocateTypedArrayBuffer](https://tc39.es/ecma262/#sec-allocatetypedarraybuffer)
    pub(crate) fn new_typed_array(
        &mut self,
        element: ElementType,
        proto: ObjectId,
        length: u64,
    ) -> Completion<ObjectId> {
        if length > 1 << 32 {
            return Err(self.range_error(&format!("Invalid typed array length: {length}")));
        }
        let buffer_proto = self.intrinsic(Intrinsic::ArrayBufferPrototype);
        let buffer = self.allocate_buffer(buffer_proto, length * element.size() as u64, None)?;
        let view = ViewData { buffer, element, offset: 0, length: Some(length as usize) };
        Ok(self.new_view(proto, view))
    }
    /// Copies elements between typed arrays of the same content type, converting where the element types differ.
    pub(crate) fn copy_elements(
        &mut self,
        target: ObjectId,
        to: usize,
        source: ObjectId,
        from: usize,
        count: usize,
    ) -> Completion<()> {
        let (Some(t), Some(s)) = (self.view(target), self.view(source)) else { return Ok(()) };
        let (ts, ss) = (t.element.size(), s.element.size());
        self.charge(count as u64 * ss as u64 / 64 + 1)?;
        self.charge_memory(count * ss)?;
        let start = s.offset + from * ss;
        let bytes = match self.buffer(s.buffer) {
            Some(b) => b.bytes.get(start..start + count * ss).unwrap_or_default().to_vec(),
            None => return Ok(()),
        };
        let start = t.offset + to * ts;
        let same = t.element == s.element
            || matches!(
                (t.element, s.element),
                (ElementType::Int8, ElementType::Uint8)
                    | (ElementType::Uint8, ElementType::Int8 | ElementType::Uint8Clamped)
                    | (ElementType::Uint8Clamped, ElementType::Uint8)
            );
        if same {
            if let Some(part) =
                self.buffer_mut(t.buffer).and_then(|b| b.bytes.get_mut(start..start + bytes.len()))
            {
                part.copy_from_slice(&bytes);
            }
            return Ok(());
        }
        self.charge(count as u64)?;
        for (i, chunk) in bytes.chunks_exact(ss).enumerate() {
            let converted = self.convert_bytes(s.element, chunk, t.element);
            let at = start + i * ts;
            if let Some(part) = self.buffer_mut(t.buffer).and_then(|b| b.bytes.get_mut(at..at + ts))
            {
                part.copy_from_slice(&converted[..ts]);
            }
        }
        Ok(())
    }
    /// Bytes of one element as another element type.
    fn convert_bytes(&mut self, from: ElementType, bytes: &[u8], to: ElementType) -> [u8; 8] {
        if to.is_bigint() {
            let mut out = [0; 8];
            out.copy_from_slice(bytes);
            return out;
        }
        let n = super::number_of(from, bytes);
        self.element_bytes(to, Value::double(n))
    }
}
