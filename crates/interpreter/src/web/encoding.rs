//! `atob`, `btoa`, `TextEncoder`, `TextDecoder`.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Spec, Table, getter, method, tag};
use crate::builtins::tags;
use crate::heap::{ObjectId, StrView, StringBuilder};
use crate::object::{Internal, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Atob,
        spec: Spec::Function { name: "atob", length: 1, code: Code::Native(atob) },
        items: &[],
    },
    Table {
        id: Intrinsic::Btoa,
        spec: Spec::Function { name: "btoa", length: 1, code: Code::Native(btoa) },
        items: &[],
    },
    Table {
        id: Intrinsic::TextEncoder,
        spec: Spec::Constructor {
            name: "TextEncoder",
            length: 0,
            code: Code::Native(|vm, a| {
                if !a.is_construct() {
                    return Err(vm.type_error("Class constructor TextEncoder cannot be invoked without 'new'"));
                }
                let proto = vm.prototype_of_constructor(a.new_target, Intrinsic::TextEncoderPrototype)?;
                Ok(vm.new_slots(tags::TEXT_ENCODER, Some(proto), Vec::new()).into())
            }),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::TextEncoderPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::TextEncoderPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("encode", 0, encode),
            method("encodeInto", 2, encode_into),
            getter("encoding", |vm, _| Ok(vm.heap.new_string("utf-8").into())),
            tag("TextEncoder"),
        ],
    },
    Table {
        id: Intrinsic::TextDecoder,
        spec: Spec::Constructor {
            name: "TextDecoder",
            length: 0,
            code: Code::Native(text_decoder),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::TextDecoderPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::TextDecoderPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("decode", 0, decode),
            getter("encoding", |vm, a| decoder_slot(vm, a, 0)),
            getter("fatal", |vm, a| decoder_slot(vm, a, 1)),
            getter("ignoreBOM", |vm, a| decoder_slot(vm, a, 2)),
            tag("TextDecoder"),
        ],
    },
];

/// Base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let n = (chunk[0] as u32) << 16
            | (chunk.get(1).copied().unwrap_or(0) as u32) << 8
            | chunk.get(2).copied().unwrap_or(0) as u32;
        for i in 0..4 {
            if i <= chunk.len() {
                out.push(ALPHABET[(n >> (18 - 6 * i)) as usize & 63] as char);
            } else {
                out.push('=');
            }
        }
    }
    out
}

fn btoa(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let len = vm.heap.string_len(s);
    vm.charge(len as u64 / 8)?;
    vm.charge_memory(len * 2)?;
    match vm.heap.view(s) {
        StrView::Latin1(b) => {
            let text = base64(b);
            Ok(vm.heap.new_string(&text).into())
        }
        StrView::Utf16(_) => Err(vm.dom_exception(
            "InvalidCharacterError",
            "The string to be encoded contains characters outside of the Latin1 range.",
        )),
    }
}

fn atob(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    vm.charge(vm.heap.string_len(s) as u64 / 8)?;
    vm.charge_memory(vm.heap.string_len(s))?;
    let units: Vec<u16> =
        vm.heap.view(s).iter().filter(|u| !matches!(u, 9 | 10 | 12 | 13 | 32)).collect();
    let mut end = units.len();
    if end % 4 == 0 {
        for _ in 0..2 {
            if end > 0 && units[end - 1] == b'=' as u16 {
                end -= 1;
            }
        }
    }
    let mut out = Vec::with_capacity(end * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    let mut bad = end % 4 == 1;
    for u in &units[..end] {
        let Some(v) = u8::try_from(*u).ok().and_then(|b| ALPHABET.iter().position(|a| *a == b)) else {
            bad = true;
            break;
        };
        bits = bits << 6 | v as u32;
        count += 1;
        if count == 4 {
            out.extend([(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]);
            (bits, count) = (0, 0);
        }
    }
    if bad {
        return Err(vm.dom_exception("InvalidCharacterError", "The string to be decoded is not correctly encoded."));
    }
    match count {
        2 => out.push((bits >> 4) as u8),
        3 => out.extend([(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => {}
    }
    Ok(vm.heap.string_from_latin1_vec(out).into())
}

fn encode(vm: &mut Vm, args: Args) -> Completion {
    if args.get(vm, 0).is_undefined() {
        return Ok(vm.new_bytes(Vec::new()).into());
    }
    let s = args.string(vm, 0)?;
    let len = vm.heap.string_len(s);
    vm.charge(len as u64 / 8)?;
    vm.charge_memory(len * 3)?;
    let text = vm.heap.text(s);
    Ok(vm.new_bytes(text.into_bytes()).into())
}

fn encode_into(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let target = args.get(vm, 1);
    let Some(view) = target.as_object().and_then(|o| vm.view(o)) else {
        return Err(vm.type_error("The \"dest\" argument must be an instance of Uint8Array"));
    };
    let room = target.as_object().and_then(|o| vm.typed_array_length(o)).unwrap_or(0);
    let text = vm.heap.text(s);
    vm.charge(text.len() as u64 / 8)?;
    let (mut read, mut written) = (0, 0);
    for c in text.chars() {
        if written + c.len_utf8() > room {
            break;
        }
        read += c.len_utf16();
        written += c.len_utf8();
    }
    if let Some(buffer) = vm.buffer_mut(view.buffer) {
        if let Some(to) = buffer.bytes.get_mut(view.offset..view.offset + written) {
            to.copy_from_slice(&text.as_bytes()[..written]);
        }
    }
    let result = vm.new_object();
    vm.put_fresh(result, "read", Value::number(read as f64));
    vm.put_fresh(result, "written", Value::number(written as f64));
    Ok(result.into())
}

fn text_decoder(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Class constructor TextDecoder cannot be invoked without 'new'"));
    }
    let label = if args.get(vm, 0).is_undefined() {
        "utf-8".to_string()
    } else {
        let s = args.string(vm, 0)?;
        vm.heap.text(s).trim().to_ascii_lowercase()
    };
    let encoding = match label.as_str() {
        "utf-8" | "utf8" | "unicode-1-1-utf-8" => "utf-8",
        "utf-16le" | "utf-16" | "ucs-2" | "unicode" => "utf-16le",
        "latin1" | "iso-8859-1" | "windows-1252" | "ascii" | "us-ascii" | "l1" => "windows-1252",
        _ => {
            return Err(vm.range_error(&format!("The \"{label}\" encoding is not supported")));
        }
    };
    let (mut fatal, mut ignore_bom) = (false, false);
    if let Some(o) = args.get(vm, 1).as_object() {
        let v = vm.get_named(o, "fatal")?;
        fatal = vm.to_boolean(v);
        let v = vm.get_named(o, "ignoreBOM")?;
        ignore_bom = vm.to_boolean(v);
    }
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::TextDecoderPrototype)?;
    let encoding = vm.heap.new_string(encoding);
    let values = vec![encoding.into(), fatal.into(), ignore_bom.into(), Value::UNDEFINED];
    Ok(vm.new_slots(tags::TEXT_DECODER, Some(proto), values).into())
}

fn decoder_slot(vm: &mut Vm, args: Args, i: usize) -> Completion {
    let this = args.this(vm);
    if vm.has_slots_tag(this, tags::TEXT_DECODER) {
        if let Some(Internal::Slots(s)) = this.as_object().map(|o| &vm.heap.object(o).internal) {
            return Ok(s.values.get(i).copied().unwrap_or_default());
        }
    }
    Err(vm.type_error("Illegal invocation"))
}

impl Vm {
    /// Bytes of an ArrayBuffer, typed array or DataView.
    pub(crate) fn bytes_of(&self, id: ObjectId) -> Option<Vec<u8>> {
        match self.heap.object(id).kind {
            Kind::ArrayBuffer => self.buffer(id).map(|b| b.bytes.clone()),
            Kind::TypedArray | Kind::DataView => {
                let view = self.view(id)?;
                let buffer = self.buffer(view.buffer)?;
                let size = if self.heap.object(id).kind == Kind::DataView { 1 } else { view.element.size() };
                let end = match view.length {
                    Some(n) => view.offset + n * size,
                    None => buffer.bytes.len(),
                };
                buffer.bytes.get(view.offset..end).map(<[u8]>::to_vec)
            }
            _ => None,
        }
    }
}

fn decode(vm: &mut Vm, args: Args) -> Completion {
    let encoding = decoder_slot(vm, args, 0)?;
    let encoding = encoding.as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
    let fatal = decoder_slot(vm, args, 1)? == Value::TRUE;
    let ignore_bom = decoder_slot(vm, args, 2)? == Value::TRUE;
    let input = args.get(vm, 0);
    let mut bytes = if input.is_undefined() {
        Vec::new()
    } else {
        match input.as_object().and_then(|o| vm.bytes_of(o)) {
            Some(b) => b,
            None => {
                return Err(vm.type_error(
                    "The \"list\" argument must be an instance of ArrayBuffer or ArrayBufferView.",
                ));
            }
        }
    };
    let mut stream = false;
    if let Some(o) = args.get(vm, 1).as_object() {
        let v = vm.get_named(o, "stream")?;
        stream = vm.to_boolean(v);
    }
    // Bytes of an unfinished character wait in slot 3.
    let waiting = decoder_slot(vm, args, 3)?;
    if let Some(s) = waiting.as_string() {
        let mut all: Vec<u8> = vm.heap.view(s).iter().map(|u| u as u8).collect();
        all.extend(bytes);
        bytes = all;
    }
    vm.charge(bytes.len() as u64 / 8)?;
    vm.charge_memory(bytes.len() * 2)?;
    let mut rest = Vec::new();
    if stream && encoding == "utf-8" {
        let keep = unfinished_utf8(&bytes);
        rest = bytes.split_off(bytes.len() - keep);
    }
    let rest = if rest.is_empty() { Value::UNDEFINED } else { vm.heap.string_from_latin1(&rest).into() };
    if let Some(o) = args.this(vm).as_object() {
        if let Internal::Slots(s) = &mut vm.heap.object_mut(o).internal {
            if let Some(slot) = s.values.get_mut(3) {
                *slot = rest;
            }
        }
    }
    match encoding.as_str() {
        "utf-16le" => {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|c| u16::from_le_bytes([c[0], c[1]])).collect();
            let text = String::from_utf16_lossy(&units);
            Ok(vm.heap.new_string(text.trim_start_matches('\u{FEFF}')).into())
        }
        "windows-1252" => {
            const HIGH: [u16; 32] = [
                0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
                0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A,
                0x153, 0x9D, 0x17E, 0x178,
            ];
            let mut out = StringBuilder::with_capacity(bytes.len());
            for b in bytes {
                out.push(if (0x80..0xA0).contains(&b) { HIGH[b as usize - 0x80] } else { b as u16 });
            }
            Ok(vm.heap.build(out).into())
        }
        _ => {
            if fatal && std::str::from_utf8(&bytes).is_err() {
                return Err(vm.type_error("The encoded data was not valid for encoding utf-8"));
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = if ignore_bom { &text[..] } else { text.strip_prefix('\u{FEFF}').unwrap_or(&text) };
            Ok(vm.heap.new_string(text).into())
        }
    }
}

/// Length of an unfinished UTF-8 sequence at the end.
fn unfinished_utf8(bytes: &[u8]) -> usize {
    for back in 1..=bytes.len().min(3) {
        let b = bytes[bytes.len() - back];
        if b >= 0xC0 {
            let need = if b >= 0xF0 { 4 } else if b >= 0xE0 { 3 } else { 2 };
            return if need > back { back } else { 0 };
        }
        if b < 0x80 {
            return 0;
        }
    }
    0
}
