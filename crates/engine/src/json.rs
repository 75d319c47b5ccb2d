//! JSON text, written straight into one string.

use codemode_protocol::Payload;
use std::fmt::Write;

/// Appends `text` as a JSON string.
pub fn push_string(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(text.get(plain..at).unwrap_or(""));
        plain = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            _ => {
                let _ = write!(out, "\\u{byte:04x}");
            }
        }
    }
    out.push_str(text.get(plain..).unwrap_or(""));
    out.push('"');
}

/// The JSON text of a payload, `None` for `undefined`. Bytes read as `JSON.stringify` writes a
/// `Uint8Array`: an object of numbers.
pub fn payload_text(payload: Payload) -> Option<String> {
    match payload {
        Payload::Undefined => None,
        Payload::Json(text) => Some(text),
        Payload::Text(text) => {
            let mut out = String::new();
            push_string(&mut out, &text);
            Some(out)
        }
        Payload::Bytes(bytes) => {
            let mut out = String::from("{");
            for (index, byte) in bytes.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let _ = write!(out, "{comma}\"{index}\":{byte}");
            }
            out.push('}');
            Some(out)
        }
    }
}

/// How many bytes a payload counts against budgets.
pub fn payload_bytes(payload: &Payload) -> u64 {
    match payload {
        Payload::Undefined => 0,
        Payload::Text(text) | Payload::Json(text) => text.len() as u64,
        Payload::Bytes(bytes) => bytes.len() as u64,
    }
}
