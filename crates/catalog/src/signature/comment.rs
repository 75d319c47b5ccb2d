//! The comment above a field: its description, then what the schema says beyond the type.
//!
//! One tag a line, in a fixed order: deprecated, default, format, then the constraints.

use serde_json::{Map, Value};

use crate::literal;

/// Bytes of a description that are shown.
const MAX_DESCRIPTION: usize = 2_000;
/// Bytes of a default or example that are shown.
const MAX_VALUE: usize = 400;
const MAX_EXAMPLE: usize = 80;
/// Constraint keywords in the order of their tags.
const CONSTRAINTS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
];

/// The lines of a schema's comment.
pub(super) fn lines(schema: &Value, tags: bool) -> Vec<String> {
    let Value::Object(map) = schema else { return Vec::new() };
    let mut lines = map
        .get("description")
        .and_then(Value::as_str)
        .map(|text| literal::comment_lines(text, MAX_DESCRIPTION))
        .unwrap_or_default();
    if tags {
        tag_lines(map, &mut lines);
    }
    lines
}

fn tag_lines(map: &Map<String, Value>, lines: &mut Vec<String>) {
    let mut tag = |name: &str, text: &str| {
        let line = format!("@{name} {text}");
        lines.extend(literal::comment_lines(line.trim_end(), MAX_VALUE + 40));
    };
    if map.get("deprecated") == Some(&Value::Bool(true)) {
        tag("deprecated", "");
    }
    if let Some(text) = map.get("default").and_then(|value| literal::json(value, MAX_VALUE)) {
        tag("default", &text);
    }
    if let Some(format) = map.get("format").and_then(Value::as_str) {
        tag("format", format);
    }
    for name in CONSTRAINTS {
        let Some(value) = map.get(*name) else { continue };
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
    if let Some(text) = excluded(map) {
        tag("not", &text);
    }
    if let Some(text) = example(map) {
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
fn excluded(map: &Map<String, Value>) -> Option<String> {
    let not = map.get("not")?.as_object()?;
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

fn example(map: &Map<String, Value>) -> Option<String> {
    if ["default", "enum", "const"].iter().any(|key| map.contains_key(*key)) {
        return None;
    }
    let value = match map.get("examples") {
        Some(Value::Array(values)) => values.first()?,
        _ => map.get("example")?,
    };
    literal::json(value, MAX_EXAMPLE)
}

/// Puts the lines of a comment above a field at this indentation; empty without lines.
pub(super) fn block(lines: &[String], indent: &str) -> String {
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
