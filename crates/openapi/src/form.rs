//! Nested values in bracket notation, and form-urlencoded bodies.
//!
//! A member of an object is `name[key]`; an array of scalars repeats its name (with `[]` where
//! the host or the form asks for it); an array with objects numbers its elements, because only
//! that keeps their members together.

use serde_json::Value;

use crate::options::NestedArrays;
use crate::plan::{Media, Style};
use crate::serialise::{Escape, Nested, escaped, pairs, scalar};

/// Deepest nesting written.
const MAX_DEPTH: usize = 32;

/// A pair of a form, escaped.
pub(crate) type Pair = (String, String);

/// `name[key][key]=value` for every scalar of a value.
pub(crate) fn bracketed(
    name: &str,
    value: &Value,
    arrays: NestedArrays,
    escape: Escape,
    out: &mut Vec<Pair>,
) -> Result<(), Nested> {
    walk(&escaped(name, escape), value, arrays, escape, 0, out)
}

fn walk(
    name: &str,
    value: &Value,
    arrays: NestedArrays,
    escape: Escape,
    depth: usize,
    out: &mut Vec<Pair>,
) -> Result<(), Nested> {
    if depth > MAX_DEPTH {
        return Err(Nested);
    }
    let (open, close) = if escape == Escape::Reserved { ("[", "]") } else { ("%5B", "%5D") };
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let name = format!("{name}{open}{}{close}", escaped(key, escape));
                walk(&name, member, arrays, escape, depth + 1, out)?;
            }
        }
        Value::Array(items) => {
            let numbered = arrays == NestedArrays::Indices
                || items.iter().any(|item| item.is_object() || item.is_array());
            for (at, item) in items.iter().enumerate() {
                let name = match arrays {
                    _ if numbered => format!("{name}{open}{at}{close}"),
                    NestedArrays::Brackets => format!("{name}{open}{close}"),
                    _ => name.to_owned(),
                };
                walk(&name, item, arrays, escape, depth + 1, out)?;
            }
        }
        value => {
            out.push((name.to_owned(), escaped(&scalar(value).ok_or(Nested)?, escape)));
        }
    }
    Ok(())
}

/// The text of a form-urlencoded body; the name of the property that cannot be written else.
pub(crate) fn urlencoded(
    members: &serde_json::Map<String, Value>,
    media: &Media,
    arrays: Option<NestedArrays>,
) -> Result<String, String> {
    let mut out: Vec<Pair> = Vec::new();
    for (name, value) in members {
        property(name, value, media, arrays, &mut out).map_err(|_| name.clone())?;
    }
    let pieces: Vec<String> = out.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok(pieces.join("&"))
}

fn property(
    name: &str,
    value: &Value,
    media: &Media,
    arrays: Option<NestedArrays>,
    out: &mut Vec<Pair>,
) -> Result<(), Nested> {
    let facts = media.properties.get(name);
    let reserved = facts.is_some_and(|facts| facts.allow_reserved);
    let escape = if reserved { Escape::Reserved } else { Escape::Form };
    let style = facts.and_then(|facts| facts.style);
    let explode = facts.and_then(|facts| facts.explode);
    let json = facts
        .and_then(|facts| facts.content_type.as_deref())
        .is_some_and(|text| crate::media::is_json(&crate::media::essence(text)));
    let nested = value.is_object()
        || value
            .as_array()
            .is_some_and(|items| items.iter().any(|item| item.is_object() || item.is_array()));
    if style == Some(Style::DeepObject) {
        return bracketed(name, value, arrays.unwrap_or(NestedArrays::Brackets), escape, out);
    }
    if let Some(delimiter) = facts.and_then(|facts| facts.delimiter)
        && let Value::Array(items) = value
    {
        let items =
            items.iter().map(|item| scalar(item).ok_or(Nested)).collect::<Result<Vec<_>, _>>()?;
        let joined = items.join(&delimiter.to_string());
        out.push((escaped(name, escape), escaped(&joined, escape)));
        return Ok(());
    }
    if style.is_none() && explode.is_none() {
        if json && (nested || value.is_array()) {
            out.push((escaped(name, escape), escaped(&value.to_string(), escape)));
            return Ok(());
        }
        if nested {
            return bracketed(name, value, arrays.unwrap_or(NestedArrays::Brackets), escape, out);
        }
    }
    let style = style.unwrap_or(Style::Form);
    out.extend(pairs(name, value, style, explode.unwrap_or(style == Style::Form), escape)?);
    Ok(())
}
