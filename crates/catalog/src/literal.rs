//! Text that is safe to put into TypeScript: string literals, values, names, comments.
//!
//! Names and descriptions come from outside. Nothing here may end a comment or a line early,
//! reorder what a reader sees, or hide text from the reader that a model would still get.

use serde_json::Value;

/// A JSON string literal in which every invisible or reordering character is escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            _ if is_deceptive(c) || matches!(c, '\u{2028}' | '\u{2029}') => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A value as JSON text without spaces, numbers as JavaScript writes them, in JavaScript's key
/// order. `None` when it would be longer than `limit` bytes.
pub(crate) fn json(value: &Value, limit: usize) -> Option<String> {
    let mut out = String::new();
    write_json(value, limit, &mut out).then_some(out)
}

fn write_json(value: &Value, limit: usize, out: &mut String) -> bool {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number_text(number)),
        Value::String(text) => {
            if text.len() > limit {
                return false;
            }
            out.push_str(&quoted(text));
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                if !write_json(item, limit, out) {
                    return false;
                }
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (index, (key, member)) in crate::schema::js_ordered(map).into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(key));
                out.push(':');
                if out.len() > limit || !write_json(member, limit, out) {
                    return false;
                }
            }
            out.push('}');
        }
    }
    out.len() <= limit
}

/// A number as JavaScript prints it.
pub(crate) fn number_text(number: &serde_json::Number) -> String {
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(integer), _, _) => integer.to_string(),
        (_, Some(integer), _) => integer.to_string(),
        (_, _, Some(float)) => ryu_js::Buffer::new().format(float).to_owned(),
        _ => number.to_string(),
    }
}

/// Whether a property or path segment can be written without quotes.
pub(crate) fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    bytes.next().is_some_and(start) && bytes.all(|byte| start(byte) || byte.is_ascii_digit())
}

/// A property key: bare when it is an ASCII identifier, else quoted.
pub(crate) fn key(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { quoted(name) }
}

/// Controls, bidirectional overrides and invisible tag characters.
fn is_deceptive(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Text for a comment as lines: no controls, no comment end, no trailing blanks, no blank lines
/// at either end; at most `limit` bytes, then `…`.
pub(crate) fn comment_lines(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut written = 0usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if written >= limit {
            line.push('…');
            break;
        }
        written += c.len_utf8();
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => lines.push(std::mem::take(&mut line)),
            '\t' => line.push(' '),
            '/' if line.ends_with('*') => line.push_str(" /"),
            _ if is_deceptive(c) => {}
            _ => line.push(c),
        }
    }
    lines.push(line);
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    let start = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(start, |last| last + 1);
    lines.truncate(end);
    lines.split_off(start)
}

/// Text on one line, controls removed, runs of white space as one space, at most `limit` bytes.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars().filter(|c| !is_deceptive(*c)) {
            if out.len() >= limit {
                out.push('…');
                return out;
            }
            out.push(c);
        }
    }
    out
}
