//! The comment above a field: its description, then what the schema says beyond the type.
//!
//! One tag a line, in a fixed order: deprecated, default, format, then the constraints.

use serde_json::Value;

use crate::literal;
use crate::schema::keywords::Keywords;

/// Bytes of a description that are shown.
const MAX_DESCRIPTION: usize = 2_000;
/// Bytes of a default or example that are shown.
const MAX_VALUE: usize = 400;
const MAX_EXAMPLE: usize = 80;

/// The lines of a schema's comment.
pub(super) fn lines(keywords: &Keywords<'_>, tags: bool) -> Vec<String> {
    let mut lines = keywords
        .description
        .and_then(Value::as_str)
        .map(|text| literal::comment_lines(text, MAX_DESCRIPTION))
        .unwrap_or_default();
    if tags {
        tag_lines(keywords, &mut lines);
    }
    lines
}

fn tag_lines(keywords: &Keywords<'_>, lines: &mut Vec<String>) {
    let mut tag = |name: &str, text: &str| {
        let line = format!("@{name} {text}");
        lines.extend(literal::comment_lines(line.trim_end(), MAX_VALUE + 40));
    };
    if keywords.deprecated == Some(&Value::Bool(true)) {
        tag("deprecated", "");
    }
    if let Some(text) = keywords.default.and_then(|value| literal::json(value, MAX_VALUE)) {
        tag("default", &text);
    }
    if let Some(format) = keywords.format.and_then(Value::as_str) {
        tag("format", format);
    }
    for (name, value) in [
        ("minimum", keywords.minimum),
        ("maximum", keywords.maximum),
        ("exclusiveMinimum", keywords.exclusive_minimum),
        ("exclusiveMaximum", keywords.exclusive_maximum),
        ("multipleOf", keywords.multiple_of),
        ("minLength", keywords.min_length),
        ("maxLength", keywords.max_length),
        ("pattern", keywords.pattern),
        ("minItems", keywords.min_items),
        ("maxItems", keywords.max_items),
        ("uniqueItems", keywords.unique_items),
        ("minProperties", keywords.min_properties),
        ("maxProperties", keywords.max_properties),
        ("contentEncoding", keywords.content_encoding),
        ("contentMediaType", keywords.content_media_type),
    ] {
        let Some(value) = value else { continue };
        if says_nothing(name, value) {
            continue;
        }
        match value {
            // Inside a pattern a slash may be escaped, so the comment end can be avoided exactly.
            Value::String(text) => tag(name, &text.replace("*/", "*\\/")),
            Value::Number(_) | Value::Bool(true) => {
                tag(name, &literal::json(value, MAX_VALUE).unwrap_or_default());
            }
            _ => {}
        }
    }
    if let Some(text) = excluded(keywords.not) {
        tag("not", &text);
    }
    if let Some(text) = example(keywords) {
        tag("example", &text);
    }
}

/// Bounds that every number of the kind meets anyway.
fn says_nothing(name: &str, value: &Value) -> bool {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    match name {
        "minimum" => value.as_f64().is_some_and(|bound| bound <= -SAFE),
        "maximum" => value.as_f64().is_some_and(|bound| bound >= SAFE),
        "minLength" | "minItems" | "minProperties" => value.as_u64() == Some(0),
        _ => false,
    }
}

/// What `not` rules out, where it is short.
fn excluded(not: Option<&Value>) -> Option<String> {
    let not = not?.as_object()?;
    if let Some(value) = not.get("const") {
        return literal::json(value, MAX_EXAMPLE);
    }
    if let Some(Value::Array(values)) = not.get("enum") {
        let texts: Option<Vec<String>> =
            values.iter().map(|value| literal::json(value, MAX_EXAMPLE)).collect();
        return texts.map(|texts| texts.join(" | ")).filter(|text| text.len() <= MAX_VALUE);
    }
    not.get("type")?.as_str().map(str::to_owned)
}

fn example(keywords: &Keywords<'_>) -> Option<String> {
    if keywords.default.is_some() || keywords.enumeration.is_some() || keywords.constant.is_some() {
        return None;
    }
    let value = match keywords.examples {
        Some(Value::Array(values)) => values.first()?,
        _ => keywords.example?,
    };
    literal::json(value, MAX_EXAMPLE)
}

/// Puts the lines of a comment above a field at this indentation; empty without lines.
pub(crate) fn block(lines: &[String], indent: &str) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        _ => {
            let mut out = format!("{indent}/**\n");
            for line in lines {
                out.push_str(indent);
                out.push_str(if line.is_empty() { " *" } else { " * " });
                out.push_str(line);
                out.push('\n');
            }
            out.push_str(indent);
            out.push_str(" */\n");
            out
        }
    }
}
