//! `crypto`: random values from the machine's seed, digests.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Item, Spec, Table, operation, tag};
use crate::object::{Attributes, BufferData, ElementType, Internal, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Crypto,
        spec: Spec::Plain { proto: Some(Intrinsic::CryptoPrototype) },
        items: &[],
    },
    Table {
        id: Intrinsic::CryptoPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            operation("getRandomValues", 1, get_random_values),
            operation("randomUUID", 0, random_uuid),
            Item::Link { name: "subtle", to: Intrinsic::SubtleCrypto, attributes: Attributes::ALL },
            tag("Crypto"),
        ],
    },
    Table {
        id: Intrinsic::SubtleCrypto,
        spec: Spec::Plain { proto: Some(Intrinsic::SubtleCryptoPrototype) },
        items: &[],
    },
    Table {
        id: Intrinsic::SubtleCryptoPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[operation("digest", 2, digest), tag("SubtleCrypto")],
    },
];

fn random_bytes(vm: &mut Vm, n: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(n + 8);
    while out.len() < n {
        out.extend(vm.next_random().to_le_bytes());
    }
    out.truncate(n);
    out
}

fn get_random_values(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    let view = value
        .as_object()
        .filter(|&o| vm.heap.object(o).kind == Kind::TypedArray)
        .and_then(|o| vm.view(o).map(|v| (o, v)));
    let Some((id, view)) = view.filter(|(_, v)| {
        !matches!(v.element, ElementType::Float16 | ElementType::Float32 | ElementType::Float64)
    }) else {
        return Err(vm.dom_exception(
            "TypeMismatchError",
            "The data argument must be an integer-type TypedArray",
        ));
    };
    let n = vm.typed_array_length(id).unwrap_or(0) * view.element.size();
    if n > 65_536 {
        return Err(vm.dom_exception(
            "QuotaExceededError",
            &format!("The requested length exceeds 65,536 bytes: {n}"),
        ));
    }
    let bytes = random_bytes(vm, n);
    if let Some(target) =
        vm.buffer_mut(view.buffer).and_then(|b| b.bytes.get_mut(view.offset..view.offset + n))
    {
        target.copy_from_slice(&bytes);
    }
    Ok(value)
}

fn random_uuid(vm: &mut Vm, _args: Args) -> Completion {
    let mut b = random_bytes(vm, 16);
    b[6] = (b[6] & 0x0F) | 0x40;
    b[8] = (b[8] & 0x3F) | 0x80;
    let hex: String = b.iter().map(|x| format!("{x:02x}")).collect();
    let text =
        format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    Ok(vm.heap.new_string(&text).into())
}

/// `crypto.subtle.digest(algorithm, data)`: a promise of an ArrayBuffer.
fn digest(vm: &mut Vm, args: Args) -> Completion {
    let promise = vm.new_promise();
    let algorithm = args.get(vm, 0);
    let name = match algorithm.as_object() {
        Some(o) => vm.get_named(o, "name")?,
        None => algorithm,
    };
    let name = name.as_string().map(|s| vm.heap.text(s).to_ascii_uppercase()).unwrap_or_default();
    let data = args.get(vm, 1).as_object().and_then(|o| vm.bytes_of(o));
    let result = match data {
        None => {
            Err(vm.type_error("The data argument must be an ArrayBuffer or an ArrayBufferView"))
        }
        Some(data) => {
            vm.charge(data.len() as u64 / 4 + 1)?;
            match name.as_str() {
                "SHA-1" => Ok(Sha1::digest(&data).to_vec()),
                "SHA-256" => Ok(Sha256::digest(&data).to_vec()),
                "SHA-384" => Ok(Sha384::digest(&data).to_vec()),
                "SHA-512" => Ok(Sha512::digest(&data).to_vec()),
                _ => Err(vm.dom_exception("NotSupportedError", "Unrecognized algorithm name")),
            }
        }
    };
    match result {
        Ok(bytes) => {
            let proto = vm.intrinsic(Intrinsic::ArrayBufferPrototype);
            let data = BufferData { bytes, detached: false, max_length: None };
            let buffer = vm.heap.new_exotic(
                Some(proto),
                Kind::ArrayBuffer,
                Internal::Buffer(Box::new(data)),
            );
            vm.fulfill_promise(promise, buffer.into());
        }
        Err(crate::vm::Abrupt::Throw(e)) => vm.reject_promise(promise, e),
        Err(other) => return Err(other),
    }
    Ok(Value::object(promise))
}
