//! ### [19.2.6 URI Handling Functions](https://tc39.es/ecma262/#sec-uri-handling-functions), with `escape` and `unescape`

use super::Intrinsic;
use super::table::{Code, Spec, Table};
use crate::heap::StringBuilder;
use crate::vm::{Args, Completion, Vm};

const RESERVED: &[u8] = b";/?:@&=+$,#";
const UNESCAPED: &[u8] = b"-_.!~*'()";

macro_rules! function {
    ($id:ident, $name:literal, $f:expr) => {
        Table {
            id: Intrinsic::$id,
            spec: Spec::Function { name: $name, length: 1, code: Code::Native($f) },
            items: &[],
        }
    };
}

pub(crate) const TABLES: &[Table] = &[
    function!(DecodeUri, "decodeURI", |vm, a| decode(vm, a, RESERVED)),
    function!(DecodeUriComponent, "decodeURIComponent", |vm, a| decode(vm, a, b"")),
    function!(EncodeUri, "encodeURI", |vm, a| encode(vm, a, RESERVED)),
    function!(EncodeUriComponent, "encodeURIComponent", |vm, a| encode(vm, a, b"")),
    function!(Escape, "escape", escape),
    function!(Unescape, "unescape", unescape),
    function!(IsFinite, "isFinite", |vm, a| {
        let n = a.number(vm, 0)?;
        Ok(n.is_finite().into())
    }),
    function!(IsNan, "isNaN", |vm, a| {
        let n = a.number(vm, 0)?;
        Ok(n.is_nan().into())
    }),
];

fn malformed(vm: &mut Vm) -> crate::vm::Abrupt {
    vm.error(Intrinsic::URIErrorPrototype, "URI malformed")
}

fn encode(vm: &mut Vm, args: Args, extra: &[u8]) -> Completion {
    let s = args.string(vm, 0)?;
    let len = vm.heap.string_len(s);
    vm.charge(len as u64)?;
    vm.charge_memory(len * 9)?;
    let view = vm.heap.view(s);
    let mut out = StringBuilder::with_capacity(len);
    let mut i = 0;
    while i < len {
        let u = view.at(i);
        if u < 128 {
            let b = u as u8;
            if b.is_ascii_alphanumeric() || UNESCAPED.contains(&b) || extra.contains(&b) {
                out.push(u);
                i += 1;
                continue;
            }
        }
        let (cp, width) = view.code_point_at(i);
        let Some(c) = char::from_u32(cp) else { return Err(malformed(vm)) };
        let mut buffer = [0u8; 4];
        for b in c.encode_utf8(&mut buffer).bytes() {
            out.push_str(&format!("%{b:02X}"));
        }
        i += width;
    }
    Ok(vm.heap.build(out).into())
}

fn decode(vm: &mut Vm, args: Args, reserved: &[u8]) -> Completion {
    let s = args.string(vm, 0)?;
    let len = vm.heap.string_len(s);
    vm.charge(len as u64)?;
    let units = vm.heap.view(s).to_units();
    let hex = |at: usize| -> Option<u8> {
        if units.get(at) != Some(&(b'%' as u16)) {
            return None;
        }
        let d = |i: usize| {
            units.get(i).and_then(|u| char::from_u32(*u as u32)).and_then(|c| c.to_digit(16))
        };
        Some((d(at + 1)? * 16 + d(at + 2)?) as u8)
    };
    let mut out = StringBuilder::with_capacity(len);
    let mut i = 0;
    while i < len {
        if units[i] != b'%' as u16 {
            out.push(units[i]);
            i += 1;
            continue;
        }
        let start = i;
        let Some(first) = hex(i) else { return Err(malformed(vm)) };
        i += 3;
        if first < 0x80 {
            if reserved.contains(&first) {
                for u in &units[start..i] {
                    out.push(*u);
                }
            } else {
                out.push(first as u16);
            }
            continue;
        }
        let n = first.leading_ones() as usize;
        if n == 1 || n > 4 {
            return Err(malformed(vm));
        }
        let mut bytes = vec![first];
        for _ in 1..n {
            match hex(i) {
                Some(b) if b & 0xC0 == 0x80 => bytes.push(b),
                _ => return Err(malformed(vm)),
            }
            i += 3;
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => out.push_str(text),
            Err(_) => return Err(malformed(vm)),
        }
    }
    Ok(vm.heap.build(out).into())
}

/// ### [B.2.1.1 escape](https://tc39.es/ecma262/#sec-escape-string)
fn escape(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    vm.charge(vm.heap.string_len(s) as u64)?;
    vm.charge_memory(vm.heap.string_len(s) * 6)?;
    let mut out = StringBuilder::new();
    for u in vm.heap.view(s).iter() {
        if u < 128 && ((u as u8).is_ascii_alphanumeric() || b"@*_+-./".contains(&(u as u8))) {
            out.push(u);
        } else if u < 256 {
            out.push_str(&format!("%{u:02X}"));
        } else {
            out.push_str(&format!("%u{u:04X}"));
        }
    }
    Ok(vm.heap.build(out).into())
}

/// ### [B.2.1.2 unescape](https://tc39.es/ecma262/#sec-unescape-string)
fn unescape(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    vm.charge(vm.heap.string_len(s) as u64)?;
    let units = vm.heap.view(s).to_units();
    let digits = |at: usize, n: usize| -> Option<u16> {
        let mut v = 0u32;
        for u in units.get(at..at + n)? {
            v = v * 16 + char::from_u32(*u as u32)?.to_digit(16)?;
        }
        Some(v as u16)
    };
    let mut out = StringBuilder::new();
    let mut i = 0;
    while i < units.len() {
        if units[i] == b'%' as u16 {
            if units.get(i + 1) == Some(&(b'u' as u16)) {
                if let Some(u) = digits(i + 2, 4) {
                    out.push(u);
                    i += 6;
                    continue;
                }
            } else if let Some(u) = digits(i + 1, 2) {
                out.push(u);
                i += 3;
                continue;
            }
        }
        out.push(units[i]);
        i += 1;
    }
    Ok(vm.heap.build(out).into())
}
