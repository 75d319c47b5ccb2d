//! `atob`, `btoa`, `TextEncoder`, `TextDecoder`.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Spec, Table, attribute, operation, tag};
use crate::builtins::tags;
use crate::heap::{ObjectId, StrView, StringBuilder};
use crate::object::{ElementType, Kind};
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
                    return Err(vm.type_error(
                        "Class constructor TextEncoder cannot be invoked without 'new'",
                    ));
                }
                let proto =
                    vm.prototype_of_constructor(a.new_target, Intrinsic::TextEncoderPrototype)?;
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
            operation("encode", 0, encode),
            operation("encodeInto", 2, encode_into),
            attribute("encoding", |vm, a| {
                vm.this_interface(a, tags::TEXT_ENCODER, "TextEncoder")?;
                Ok(vm.heap.new_string("utf-8").into())
            }),
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
            operation("decode", 0, decode),
            attribute("encoding", |vm, a| decoder_slot(vm, a, 0)),
            attribute("fatal", |vm, a| decoder_slot(vm, a, 1)),
            attribute("ignoreBOM", |vm, a| decoder_slot(vm, a, 2)),
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
        let Some(v) = u8::try_from(*u).ok().and_then(|b| ALPHABET.iter().position(|a| *a == b))
        else {
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
        return Err(vm.dom_exception(
            "InvalidCharacterError",
            "The string to be decoded is not correctly encoded.",
        ));
    }
    match count {
        2 => out.push((bits >> 4) as u8),
        3 => out.extend([(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => {}
    }
    Ok(vm.heap.string_from_latin1_vec(out).into())
}

fn encode(vm: &mut Vm, args: Args) -> Completion {
    vm.this_interface(args, tags::TEXT_ENCODER, "TextEncoder")?;
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
    vm.this_interface(args, tags::TEXT_ENCODER, "TextEncoder")?;
    let s = args.string(vm, 0)?;
    let target = args.get(vm, 1);
    let view = target.as_object().filter(|&o| vm.heap.object(o).kind == Kind::TypedArray);
    let view = view.and_then(|o| vm.view(o)).filter(|v| v.element == ElementType::Uint8);
    let Some(view) = view else {
        return Err(vm.type_error("The \"dest\" argument must be an instance of Uint8Array"));
    };
    vm.charge_memory(vm.heap.string_len(s) * 3)?;
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
        vm.heap.text(s).trim_matches(['\t', '\n', '\u{C}', '\r', ' ']).to_ascii_lowercase()
    };
    let encoding = match label.as_str() {
        "utf-8" | "utf8" | "unicode-1-1-utf-8" | "unicode11utf8" | "unicode20utf8"
        | "x-unicode20utf8" => "utf-8",
        "utf-16le" | "utf-16" | "ucs-2" | "iso-10646-ucs-2" | "unicode" | "unicodefeff"
        | "csunicode" => "utf-16le",
        "utf-16be" | "unicodefffe" => "utf-16be",
        "latin1" | "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "windows-1252" | "cp1252"
        | "ascii" | "us-ascii" | "l1" => "windows-1252",
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
    let values =
        vec![encoding.into(), fatal.into(), ignore_bom.into(), Value::UNDEFINED, Value::FALSE];
    Ok(vm.new_slots(tags::TEXT_DECODER, Some(proto), values).into())
}

fn decoder_slot(vm: &mut Vm, args: Args, i: usize) -> Completion {
    let id = vm.this_interface(args, tags::TEXT_DECODER, "TextDecoder")?;
    Ok(vm.slot(id, i))
}

impl Vm {
    /// Bytes of an ArrayBuffer, typed array or DataView.
    pub(crate) fn bytes_of(&self, id: ObjectId) -> Option<Vec<u8>> {
        match self.heap.object(id).kind {
            Kind::ArrayBuffer => self.buffer(id).map(|b| b.bytes.clone()),
            Kind::TypedArray | Kind::DataView => {
                let view = self.view(id)?;
                let buffer = self.buffer(view.buffer)?;
                let size = if self.heap.object(id).kind == Kind::DataView {
                    1
                } else {
                    view.element.size()
                };
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
    let id = vm.this_interface(args, tags::TEXT_DECODER, "TextDecoder")?;
    // Bytes of an unfinished character wait in slot 3; slot 4 says whether the stream has begun.
    if let Some(s) = vm.slot(id, 3).as_string() {
        let mut all: Vec<u8> = vm.heap.view(s).iter().map(|u| u as u8).collect();
        all.extend(bytes);
        bytes = all;
    }
    let begun = vm.slot(id, 4) == Value::TRUE;
    vm.charge(bytes.len() as u64 / 8)?;
    vm.charge_memory(bytes.len() * 2)?;
    let mut rest = Vec::new();
    if stream {
        let keep = match encoding.as_str() {
            "utf-8" => unfinished_utf8(&bytes),
            "utf-16le" => unfinished_utf16(&bytes, u16::from_le_bytes),
            "utf-16be" => unfinished_utf16(&bytes, u16::from_be_bytes),
            _ => 0,
        };
        rest = bytes.split_off(bytes.len() - keep);
    }
    let begins = stream && (begun || !bytes.is_empty());
    let rest =
        if rest.is_empty() { Value::UNDEFINED } else { vm.heap.string_from_latin1(&rest).into() };
    vm.set_slot(id, 3, rest);
    vm.set_slot(id, 4, begins.into());
    let decoded = match encoding.as_str() {
        "utf-16le" => decode_utf16(&bytes, u16::from_le_bytes),
        "utf-16be" => decode_utf16(&bytes, u16::from_be_bytes),
        "windows-1252" => return Ok(decode_windows_1252(vm, &bytes)),
        _ => {
            let valid = std::str::from_utf8(&bytes).is_ok();
            (String::from_utf8_lossy(&bytes).into_owned(), valid)
        }
    };
    let (text, valid) = decoded;
    if fatal && !valid {
        vm.set_slot(id, 3, Value::UNDEFINED);
        vm.set_slot(id, 4, Value::FALSE);
        return Err(
            vm.type_error(&format!("The encoded data was not valid for encoding {encoding}"))
        );
    }
    let text = match text.strip_prefix('\u{FEFF}') {
        Some(rest) if !begun && !ignore_bom => rest,
        _ => &text,
    };
    Ok(vm.heap.new_string(text).into())
}

/// The text, and whether all of it was valid.
fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(pairs.len());
    let mut valid = true;
    for c in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        valid &= c.is_ok();
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !rest.is_empty() {
        valid = false;
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, valid)
}

fn decode_windows_1252(vm: &mut Vm, bytes: &[u8]) -> Value {
    const HIGH: [u16; 32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
        0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ];
    let mut out = StringBuilder::with_capacity(bytes.len());
    for &b in bytes {
        let high = b.checked_sub(0x80).and_then(|i| HIGH.get(usize::from(i)));
        out.push(high.copied().unwrap_or(u16::from(b)));
    }
    vm.heap.build(out).into()
}

/// Length of an unfinished UTF-16 character at the end: half a unit, a high surrogate, or both.
fn unfinished_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> usize {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let high = pairs.last().is_some_and(|pair| (0xD800..0xDC00).contains(&unit(*pair)));
    rest.len() + if high { 2 } else { 0 }
}

/// Length of an unfinished UTF-8 sequence at the end.
fn unfinished_utf8(bytes: &[u8]) -> usize {
    for back in 1..=bytes.len().min(3) {
        let b = bytes[bytes.len() - back];
        if b >= 0xC0 {
            let need = if b >= 0xF0 {
                4
            } else if b >= 0xE0 {
                3
            } else {
                2
            };
            return if need > back { back } else { 0 };
        }
        if b < 0x80 {
            return 0;
        }
    }
    0
}
