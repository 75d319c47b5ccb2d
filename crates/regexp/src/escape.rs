//! `RegExp.escape`.

use crate::input::{is_lead, is_trail};

/// ### [22.2.5.1 RegExp.escape](https://tc39.es/ecma262/#sec-regexp.escape)
///
/// A pattern that matches exactly `text`, wherever it is put in another pattern.
pub fn escape(text: &[u16]) -> Vec<u16> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    let push = |out: &mut Vec<u16>, ascii: &str| out.extend(ascii.bytes().map(u16::from));
    for (index, &unit) in text.iter().enumerate() {
        let ascii = u8::try_from(unit).ok().filter(u8::is_ascii);
        let paired = match unit {
            lead if is_lead(lead) => text.get(index + 1).is_some_and(|&next| is_trail(next)),
            trail if is_trail(trail) => index
                .checked_sub(1)
                .and_then(|before| text.get(before))
                .is_some_and(|&before| is_lead(before)),
            _ => false,
        };
        match ascii {
            Some(byte) if index == 0 && byte.is_ascii_alphanumeric() => {
                push(&mut out, &format!("\\x{byte:02x}"))
            }
            Some(
                b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' | b'[' | b']' | b'{'
                | b'}' | b'|' | b'/',
            ) => {
                out.extend([u16::from(b'\\'), unit]);
            }
            Some(b'\t') => push(&mut out, "\\t"),
            Some(b'\n') => push(&mut out, "\\n"),
            Some(0x0B) => push(&mut out, "\\v"),
            Some(0x0C) => push(&mut out, "\\f"),
            Some(b'\r') => push(&mut out, "\\r"),
            Some(byte) if b",-=<>#&!%:;@~'`\" ".contains(&byte) => {
                push(&mut out, &format!("\\x{byte:02x}"))
            }
            Some(_) => out.push(unit),
            None if is_space(unit) || ((is_lead(unit) || is_trail(unit)) && !paired) => {
                let text =
                    if unit <= 0xFF { format!("\\x{unit:02x}") } else { format!("\\u{unit:04x}") };
                push(&mut out, &text);
            }
            None => out.push(unit),
        }
    }
    out
}

fn is_space(unit: u16) -> bool {
    matches!(
        unit,
        0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF
    )
}
