//! `Blob` ([File API](https://w3c.github.io/FileAPI/#blob-section)): immutable bytes with a type.
//! Its constructor is in `web.js`.

use crate::builtins::table::{Code, Spec, Table, attribute, interface, operation, tag};
use crate::builtins::{Intrinsic, tags};
use crate::heap::ObjectId;
use crate::object::{BufferData, Internal, Kind};
use crate::value::Value;
use crate::vm::{Abrupt, Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::Blob,
        "Blob",
        0,
        Code::Js("blobConstructor"),
        Intrinsic::BlobPrototype,
        &[],
    ),
    Table {
        id: Intrinsic::BlobPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            attribute("size", |vm, a| {
                let id = this(vm, a)?;
                Ok(Value::number(bytes(vm, id).len() as f64))
            }),
            attribute("type", |vm, a| {
                let id = this(vm, a)?;
                Ok(vm.slot(id, 1))
            }),
            operation("slice", 0, slice),
            operation("text", 0, |vm, a| {
                promised(vm, a, |vm, bytes| {
                    let text = String::from_utf8_lossy(&bytes);
                    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
                    vm.heap.new_string(text).into()
                })
            }),
            operation("arrayBuffer", 0, |vm, a| {
                promised(vm, a, |vm, bytes| new_buffer(vm, bytes).into())
            }),
            operation("bytes", 0, |vm, a| promised(vm, a, |vm, bytes| vm.new_bytes(bytes).into())),
            tag("Blob"),
        ],
    },
];

/// Bytes of a Blob.
pub(crate) fn bytes(vm: &Vm, id: ObjectId) -> &[u8] {
    match vm.slot(id, 0).as_object().and_then(|b| vm.buffer(b)) {
        Some(buffer) => &buffer.bytes,
        None => &[],
    }
}

/// `$blobPart(value)`: bytes and blobs as they are, anything else as text.
pub(crate) fn part(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    if let Some(id) = value.as_object() {
        let binary = matches!(
            vm.heap.object(id).kind,
            Kind::ArrayBuffer | Kind::TypedArray | Kind::DataView
        );
        if binary || vm.slots_tag(id) == Some(tags::BLOB) {
            return Ok(value);
        }
    }
    Ok(args.string(vm, 0)?.into())
}

/// `$newBlob(newTarget, parts, type)`: parts of `$blobPart`.
pub(crate) fn create(vm: &mut Vm, args: Args) -> Completion {
    let target = args.get(vm, 0);
    let proto = vm.prototype_of_constructor(target, Intrinsic::BlobPrototype)?;
    let parts =
        args.get(vm, 1).as_object().map(|l| vm.heap.object(l).elements.clone()).unwrap_or_default();
    let mut all = Vec::new();
    for part in parts {
        let piece = match (part.as_string(), part.as_object()) {
            (Some(s), _) => {
                vm.charge_memory(all.len() + vm.heap.string_len(s) * 3)?;
                vm.heap.text(s).into_bytes()
            }
            (_, Some(id)) if vm.slots_tag(id) == Some(tags::BLOB) => bytes(vm, id).to_vec(),
            (_, Some(id)) => vm.bytes_of(id).unwrap_or_default(),
            _ => Vec::new(),
        };
        vm.charge(1 + piece.len() as u64 / 16)?;
        vm.charge_memory(all.len() + piece.len())?;
        all.extend(piece);
    }
    let kind = args.get(vm, 2).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
    Ok(new_blob(vm, proto, all, &kind).into())
}

fn new_buffer(vm: &mut Vm, bytes: Vec<u8>) -> ObjectId {
    vm.heap.bytes += bytes.capacity();
    let proto = vm.intrinsic(Intrinsic::ArrayBufferPrototype);
    let data = BufferData { bytes, detached: false, max_length: None };
    vm.heap.new_exotic(Some(proto), Kind::ArrayBuffer, Internal::Buffer(Box::new(data)))
}

fn new_blob(vm: &mut Vm, proto: ObjectId, bytes: Vec<u8>, kind: &str) -> ObjectId {
    let kind = if kind.bytes().all(|b| (0x20..=0x7E).contains(&b)) {
        kind.to_ascii_lowercase()
    } else {
        String::new()
    };
    let buffer = new_buffer(vm, bytes);
    let kind = vm.heap.new_string(&kind);
    vm.new_slots(tags::BLOB, Some(proto), vec![buffer.into(), kind.into()])
}

fn this(vm: &mut Vm, args: Args) -> Completion<ObjectId> {
    vm.this_interface(args, tags::BLOB, "Blob")
}

/// A promise of what `make` gives for a copy of the bytes; rejected for a wrong receiver.
fn promised(vm: &mut Vm, args: Args, make: fn(&mut Vm, Vec<u8>) -> Value) -> Completion {
    let promise = vm.new_promise();
    match this(vm, args) {
        Ok(id) => {
            let len = bytes(vm, id).len();
            vm.charge(1 + len as u64 / 16)?;
            vm.charge_memory(len * 2)?;
            let copy = bytes(vm, id).to_vec();
            let value = make(vm, copy);
            vm.fulfill_promise(promise, value);
        }
        Err(Abrupt::Throw(error)) => vm.reject_promise(promise, error),
        Err(other) => return Err(other),
    }
    Ok(promise.into())
}

fn slice(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    let len = bytes(vm, id).len();
    let start = args.relative_index(vm, 0, len as f64, 0.0)? as usize;
    let end = args.relative_index(vm, 1, len as f64, len as f64)? as usize;
    let kind =
        if args.get(vm, 2).is_undefined() { String::new() } else { vm.scalar_string(args, 2)? };
    vm.charge_memory(len)?;
    let part = bytes(vm, id).get(start..end.max(start)).unwrap_or_default().to_vec();
    vm.charge(1 + part.len() as u64 / 16)?;
    let proto = vm.intrinsic(Intrinsic::BlobPrototype);
    Ok(new_blob(vm, proto, part, &kind).into())
}
