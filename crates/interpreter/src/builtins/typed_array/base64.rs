//! ### [Uint8Array to and from base64 and hex](https://tc39.es/proposal-arraybuffer-base64/spec/)

use super::super::Intrinsic;
use super::natives::{this_uint8, uint8_bytes, write_uint8};
use crate::heap::{ObjectId, StringId};
use crate::object::{ElementType, ViewData};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

#[derive(Clone, Copy, PartialEq)]
enum LastChunk {
    Loose,
    Strict,
    StopBeforePartial,
}

/// What decoding came to: characters read, bytes made, and a problem that ended it.
struct Decoded {
    read: usize,
    bytes: Vec<u8>,
    problem: Option<&'static str>,
}

fn options(vm: &mut Vm, args: &Args, i: usize) -> Completion<Option<ObjectId>> {
    let v = args.get(vm, i);
    match v.as_object() {
        Some(id) => Ok(Some(id)),
        None if v.is_undefined() => Ok(None),
        None => Err(vm.type_error("options must be an object")),
    }
}
/// Option `alphabet`: is it base64url?
fn alphabet(vm: &mut Vm, options: Option<ObjectId>) -> Completion<bool> {
    let Some(o) = options else { return Ok(false) };
    let v = vm.get_named(o, "alphabet")?;
    if v.is_undefined() {
        return Ok(false);
    }
    match v.as_string().map(|s| vm.heap.text(s)).as_deref() {
        Some("base64") => Ok(false),
        Some("base64url") => Ok(true),
        _ => Err(vm.type_error("alphabet must be \"base64\" or \"base64url\"")),
    }
}
fn last_chunk(vm: &mut Vm, options: Option<ObjectId>) -> Completion<LastChunk> {
    let Some(o) = options else { return Ok(LastChunk::Loose) };
    let v = vm.get_named(o, "lastChunkHandling")?;
    if v.is_undefined() {
        return Ok(LastChunk::Loose);
    }
    match v.as_string().map(|s| vm.heap.text(s)).as_deref() {
        Some("loose") => Ok(LastChunk::Loose),
        Some("strict") => Ok(LastChunk::Strict),
        Some("stop-before-partial") => Ok(LastChunk::StopBeforePartial),
        _ => Err(vm.type_error(
            "lastChunkHandling must be \"loose\", \"strict\" or \"stop-before-partial\"",
        )),
    }
}
fn text_argument(vm: &mut Vm, args: &Args) -> Completion<StringId> {
    match args.get(vm, 0).as_string() {
        Some(s) => Ok(s),
        None => Err(vm.type_error("input must be a string")),
    }
}
fn new_uint8(vm: &mut Vm, bytes: Vec<u8>) -> Value {
    let length = Some(bytes.len());
    let buffer = vm.buffer_of(bytes);
    let proto = vm.intrinsic(Intrinsic::Uint8ArrayPrototype);
    vm.new_view(proto, ViewData { buffer, element: ElementType::Uint8, offset: 0, length }).into()
}
/// `{ read, written }`
fn progress(vm: &mut Vm, read: usize, written: usize) -> Value {
    let o = vm.new_object();
    vm.heap.put_named(o, "read", Value::number(read as f64));
    vm.heap.put_named(o, "written", Value::number(written as f64));
    o.into()
}

/// ### Uint8Array.prototype.toBase64
pub(super) fn to_base64(vm: &mut Vm, args: Args) -> Completion {
    const NAME: &str = "Uint8Array.prototype.toBase64";
    let id = this_uint8(vm, &args, NAME)?;
    let options = options(vm, &args, 0)?;
    let url = alphabet(vm, options)?;
    let omit = match options {
        Some(o) => {
            let v = vm.get_named(o, "omitPadding")?;
            vm.to_boolean(v)
        }
        None => false,
    };
    let bytes = uint8_bytes(vm, id, NAME)?;
    let digits: &[u8; 64] = match url {
        true => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        false => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    };
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let n = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            if k <= chunk.len() {
                out.push(digits[(n >> (18 - 6 * k) & 63) as usize]);
            } else if !omit {
                out.push(b'=');
            }
        }
    }
    Ok(vm.heap.string_from_latin1_vec(out).into())
}
/// ### Uint8Array.prototype.toHex
pub(super) fn to_hex(vm: &mut Vm, args: Args) -> Completion {
    const NAME: &str = "Uint8Array.prototype.toHex";
    let id = this_uint8(vm, &args, NAME)?;
    let bytes = uint8_bytes(vm, id, NAME)?;
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let out =
        bytes.iter().flat_map(|b| [DIGITS[(b >> 4) as usize], DIGITS[(b & 15) as usize]]).collect();
    Ok(vm.heap.string_from_latin1_vec(out).into())
}
/// ### Uint8Array.fromBase64
pub(super) fn from_base64(vm: &mut Vm, args: Args) -> Completion {
    let s = text_argument(vm, &args)?;
    let options = options(vm, &args, 1)?;
    let url = alphabet(vm, options)?;
    let handling = last_chunk(vm, options)?;
    let decoded = decode(vm, s, url, handling, usize::MAX)?;
    match decoded.problem {
        Some(problem) => Err(vm.syntax_error(problem)),
        None => Ok(new_uint8(vm, decoded.bytes)),
    }
}
/// ### Uint8Array.fromHex
pub(super) fn from_hex(vm: &mut Vm, args: Args) -> Completion {
    let s = text_argument(vm, &args)?;
    let decoded = decode_hex(vm, s, usize::MAX)?;
    match decoded.problem {
        Some(problem) => Err(vm.syntax_error(problem)),
        None => Ok(new_uint8(vm, decoded.bytes)),
    }
}
/// ### Uint8Array.prototype.setFromBase64
pub(super) fn set_from_base64(vm: &mut Vm, args: Args) -> Completion {
    const NAME: &str = "Uint8Array.prototype.setFromBase64";
    let id = this_uint8(vm, &args, NAME)?;
    let s = text_argument(vm, &args)?;
    let options = options(vm, &args, 1)?;
    let url = alphabet(vm, options)?;
    let handling = last_chunk(vm, options)?;
    let Some(room) = vm.typed_array_length(id) else { return Err(vm.detached_error(NAME)) };
    let decoded = decode(vm, s, url, handling, room)?;
    write_uint8(vm, id, &decoded.bytes);
    match decoded.problem {
        Some(problem) => Err(vm.syntax_error(problem)),
        None => Ok(progress(vm, decoded.read, decoded.bytes.len())),
    }
}
/// ### Uint8Array.prototype.setFromHex
pub(super) fn set_from_hex(vm: &mut Vm, args: Args) -> Completion {
    const NAME: &str = "Uint8Array.prototype.setFromHex";
    let id = this_uint8(vm, &args, NAME)?;
    let s = text_argument(vm, &args)?;
    let Some(room) = vm.typed_array_length(id) else { return Err(vm.detached_error(NAME)) };
    let decoded = decode_hex(vm, s, room)?;
    write_uint8(vm, id, &decoded.bytes);
    match decoded.problem {
        Some(problem) => Err(vm.syntax_error(problem)),
        None => Ok(progress(vm, decoded.read, decoded.bytes.len())),
    }
}

fn decode_hex(vm: &mut Vm, s: StringId, room: usize) -> Completion<Decoded> {
    let n = vm.heap.string_len(s);
    vm.charge(n as u64 / 8)?;
    vm.charge_memory(n)?;
    let mut out = Decoded { read: 0, bytes: Vec::new(), problem: None };
    if n % 2 != 0 {
        out.problem = Some("Input string must contain hex characters in even length");
        return Ok(out);
    }
    let view = vm.heap.view(s);
    let digit = |u: u16| char::from_u32(u.into()).and_then(|c| c.to_digit(16));
    while out.read < n && out.bytes.len() < room {
        match (digit(view.at(out.read)), digit(view.at(out.read + 1))) {
            (Some(high), Some(low)) => out.bytes.push((high * 16 + low) as u8),
            _ => {
                out.problem = Some("Input string must contain hex characters in even length");
                return Ok(out);
            }
        }
        out.read += 2;
    }
    Ok(out)
}

/// ### FromBase64
fn decode(
    vm: &mut Vm,
    s: StringId,
    url: bool,
    handling: LastChunk,
    room: usize,
) -> Completion<Decoded> {
    const INVALID: &str = "The base64 input contains a character that is not in the alphabet";
    const PARTIAL: &str = "The base64 input terminates with a partial chunk that cannot be decoded";
    const EXTRA: &str = "The base64 input has non-zero bits after its last byte";
    let n = vm.heap.string_len(s);
    vm.charge(n as u64 / 8)?;
    vm.charge_memory(n)?;
    let mut out = Decoded { read: 0, bytes: Vec::new(), problem: None };
    if room == 0 {
        return Ok(out);
    }
    let view = vm.heap.view(s);
    let mut chunk = [0u8; 4];
    let mut filled = 0;
    let mut at = 0;
    let space = |u: u16| matches!(u, 9 | 10 | 12 | 13 | 32);
    let fail = |mut out: Decoded, problem| {
        out.problem = Some(problem);
        Ok(out)
    };
    loop {
        while at < n && space(view.at(at)) {
            at += 1;
        }
        if at == n {
            if filled > 0 {
                match handling {
                    LastChunk::StopBeforePartial => return Ok(out),
                    LastChunk::Strict => return fail(out, PARTIAL),
                    LastChunk::Loose if filled == 1 => return fail(out, PARTIAL),
                    LastChunk::Loose => push_chunk(&mut out.bytes, &chunk, filled),
                }
            }
            out.read = n;
            return Ok(out);
        }
        let unit = view.at(at);
        at += 1;
        if unit == u16::from(b'=') {
            if filled < 2 {
                return fail(out, PARTIAL);
            }
            while at < n && space(view.at(at)) {
                at += 1;
            }
            if filled == 2 {
                if at == n {
                    if handling == LastChunk::StopBeforePartial {
                        return Ok(out);
                    }
                    return fail(out, PARTIAL);
                }
                if view.at(at) == u16::from(b'=') {
                    at += 1;
                    while at < n && space(view.at(at)) {
                        at += 1;
                    }
                } else {
                    return fail(out, PARTIAL);
                }
            }
            if at < n {
                return fail(out, PARTIAL);
            }
            if handling == LastChunk::Strict {
                let rest = if filled == 2 { chunk[1] & 15 } else { chunk[2] & 3 };
                if rest != 0 {
                    return fail(out, EXTRA);
                }
            }
            push_chunk(&mut out.bytes, &chunk, filled);
            out.read = n;
            return Ok(out);
        }
        let Some(bits) = sextet(unit, url) else { return fail(out, INVALID) };
        let remaining = room - out.bytes.len();
        if (remaining == 1 && filled == 2) || (remaining == 2 && filled == 3) {
            return Ok(out);
        }
        chunk[filled] = bits;
        filled += 1;
        if filled == 4 {
            push_chunk(&mut out.bytes, &chunk, 4);
            chunk = [0; 4];
            filled = 0;
            out.read = at;
            if out.bytes.len() == room {
                return Ok(out);
            }
        }
    }
}
/// Bytes of the first `filled` sextets.
fn push_chunk(out: &mut Vec<u8>, chunk: &[u8; 4], filled: usize) {
    out.push(chunk[0] << 2 | chunk[1] >> 4);
    if filled > 2 {
        out.push(chunk[1] << 4 | chunk[2] >> 2);
    }
    if filled > 3 {
        out.push(chunk[2] << 6 | chunk[3]);
    }
}
fn sextet(unit: u16, url: bool) -> Option<u8> {
    let b = u8::try_from(unit).ok()?;
    Some(match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' if !url => 62,
        b'/' if !url => 63,
        b'-' if url => 62,
        b'_' if url => 63,
        _ => return None,
    })
}
