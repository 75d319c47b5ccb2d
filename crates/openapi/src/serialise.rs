//! Parameter styles: a value to text, as OpenAPI defines the combinations.
//!
//! Invariants: the given value decides, not the schema; a member that the style cannot carry is
//! an error; separators come from the style only, whatever a value contains.

use serde_json::Value;

use crate::plan::Style;

/// What may stand unescaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// RFC 3986 unreserved characters only.
    Strict,
    /// `application/x-www-form-urlencoded`.
    Form,
    /// Reserved characters too, except those that separate or decode inside a query.
    Reserved,
    /// Cookie octets.
    Cookie,
    /// Nothing is escaped.
    Raw,
}

/// Escapes text.
pub(crate) fn escaped(text: &str, escape: Escape) -> String {
    if escape == Escape::Raw {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || match escape {
                Escape::Strict => matches!(byte, b'-' | b'.' | b'_' | b'~'),
                Escape::Form => matches!(byte, b'-' | b'.' | b'_' | b'*'),
                Escape::Reserved => b"-._~:/?[]@!$'()*,;=".contains(&byte),
                Escape::Cookie => b"!#$&'()*+-./:<=>?@[]^_`{|}~".contains(&byte),
                Escape::Raw => true,
            };
        if plain {
            out.push(byte as char);
        } else if escape == Escape::Form && byte == b' ' {
            out.push('+');
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// A scalar in the form JavaScript prints it; `None` for objects and arrays.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("null".into()),
        Value::Bool(value) => Some(value.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(if number.is_f64() {
            let value = number.as_f64().unwrap_or(0.0);
            ryu_js::Buffer::new().format(value).to_owned()
        } else {
            number.to_string()
        }),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value has members the style cannot carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nested;

fn scalars<'a>(values: impl Iterator<Item = &'a Value>) -> Result<Vec<String>, Nested> {
    values.map(|value| scalar(value).ok_or(Nested)).collect()
}

/// One value for a path segment, a header or a cookie.
pub(crate) fn joined(
    name: &str,
    value: &Value,
    style: Style,
    explode: bool,
    escape: Escape,
) -> Result<String, Nested> {
    let text = |value: &Value| scalar(value).map(|text| escaped(&text, escape)).ok_or(Nested);
    let key = |key: &str| escaped(key, escape);
    let name = escaped(name, escape);
    match value {
        Value::Array(items) => {
            let items = items.iter().map(text).collect::<Result<Vec<_>, _>>()?;
            Ok(match (style, explode) {
                (Style::Label, true) => items.iter().map(|item| format!(".{item}")).collect(),
                (Style::Label, false) if items.is_empty() => String::new(),
                (Style::Label, false) => format!(".{}", items.join(",")),
                (Style::Matrix, true) => items.iter().map(|item| matrix(&name, item)).collect(),
                (Style::Matrix, false) if items.is_empty() => String::new(),
                (Style::Matrix, false) => matrix(&name, &items.join(",")),
                _ => items.join(","),
            })
        }
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| Ok((key(name), text(value)?)))
                .collect::<Result<Vec<_>, Nested>>()?;
            let flat = || {
                let pieces: Vec<String> =
                    members.iter().map(|(key, value)| format!("{key},{value}")).collect();
                pieces.join(",")
            };
            let paired = |separator: &str| {
                let pieces: Vec<String> =
                    members.iter().map(|(key, value)| format!("{key}={value}")).collect();
                pieces.join(separator)
            };
            Ok(match (style, explode) {
                (Style::Label | Style::Matrix, _) if members.is_empty() => String::new(),
                (Style::Label, true) => format!(".{}", paired(".")),
                (Style::Label, false) => format!(".{}", flat()),
                (Style::Matrix, true) => {
                    members.iter().map(|(key, value)| matrix(key, value)).collect()
                }
                (Style::Matrix, false) => matrix(&name, &flat()),
                (_, true) => paired(","),
                (_, false) => flat(),
            })
        }
        scalar => {
            let text = text(scalar)?;
            Ok(match style {
                Style::Label => format!(".{text}"),
                Style::Matrix => matrix(&name, &text),
                _ => text,
            })
        }
    }
}

fn matrix(name: &str, value: &str) -> String {
    if value.is_empty() { format!(";{name}") } else { format!(";{name}={value}") }
}

/// Name and value pairs of a `form`-like style, escaped, for queries, cookies and form bodies.
pub(crate) fn pairs(
    name: &str,
    value: &Value,
    style: Style,
    explode: bool,
    escape: Escape,
) -> Result<Vec<(String, String)>, Nested> {
    let text = |text: &str| escaped(text, escape);
    let delimiter = match (style, escape) {
        (Style::SpaceDelimited, _) => "%20",
        (Style::PipeDelimited, Escape::Reserved) => "|",
        (Style::PipeDelimited, _) => "%7C",
        (Style::TabDelimited, _) => "%09",
        (_, Escape::Reserved | Escape::Cookie) => ",",
        _ => "%2C",
    };
    match value {
        Value::Array(items) => {
            let items: Vec<String> = scalars(items.iter())?.iter().map(|item| text(item)).collect();
            Ok(if explode {
                items.into_iter().map(|item| (text(name), item)).collect()
            } else {
                vec![(text(name), items.join(delimiter))]
            })
        }
        Value::Object(members) => {
            let values = scalars(members.values())?;
            let members: Vec<(String, String)> =
                members.keys().zip(values).map(|(key, value)| (text(key), text(&value))).collect();
            Ok(if explode && style == Style::Form {
                members
            } else {
                let pieces: Vec<String> =
                    members.iter().map(|(key, value)| format!("{key}{delimiter}{value}")).collect();
                vec![(text(name), pieces.join(delimiter))]
            })
        }
        value => Ok(vec![(text(name), text(&scalar(value).ok_or(Nested)?))]),
    }
}
