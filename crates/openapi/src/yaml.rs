//! YAML text into the arena, through a parser that emits events.
//!
//! Invariants: nothing recurses; an alias is copied under the arena's limits, so a chain of
//! aliases that doubles at each step ends in an error; an alias inside its own anchor is an
//! error; keys are text, scalars follow the YAML 1.2 core schema.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::arena::{Arena, Builder, NodeId, ReadError, ReadLimits};

/// One container being read.
struct Level {
    id: u32,
    anchor: usize,
    mapping: bool,
    /// Set between the key `<<` and its value.
    merging: bool,
    /// Holds the members of a `<<` value; its node is dropped from the output.
    scratch: bool,
}

/// Reads YAML text into the arena and returns its root.
pub(crate) fn read_yaml(
    arena: &mut Arena,
    source: &str,
    limits: ReadLimits,
) -> Result<NodeId, ReadError> {
    if source.len() > limits.bytes {
        return Err(ReadError(format!("document exceeds {} bytes", limits.bytes)));
    }
    let mut anchors: HashMap<usize, u32> = HashMap::new();
    let mut levels: Vec<Level> = Vec::new();
    let mut out = Builder::new(arena, limits);
    for event in Parser::new_from_str(source) {
        let (event, span) = event.map_err(|error| ReadError(error.to_string()))?;
        let fail = |what: &str| {
            ReadError(format!(
                "{what} at line {}, column {}",
                span.start.line(),
                span.start.col() + 1
            ))
        };
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let plain = style == ScalarStyle::Plain;
                if out.wants_key() {
                    if plain && text == "<<" {
                        if let Some(level) = levels.last_mut() {
                            level.merging = true;
                        }
                        out.key("<<")?;
                    } else {
                        out.key(&text)?;
                    }
                    continue;
                }
                if let Some(level) = levels.last_mut() {
                    level.merging = false;
                }
                let forced = tag
                    .as_ref()
                    .is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                let id = if plain && !forced {
                    plain_scalar(&mut out, &text)?
                } else {
                    out.string(&text)?
                };
                if anchor != 0 {
                    anchors.insert(anchor, id);
                }
            }
            Event::Alias(anchor) => {
                let Some(id) = anchors.get(&anchor).copied() else {
                    return Err(fail("alias to an unknown or unfinished anchor"));
                };
                if out.wants_key() {
                    return Err(fail("an alias cannot be a mapping key"));
                }
                match levels.last_mut() {
                    Some(level) if level.merging => {
                        level.merging = false;
                        out.merge(id)?;
                    }
                    Some(level) if level.scratch && !level.mapping => out.merge(id)?,
                    _ => out.repeat(id)?,
                }
            }
            Event::MappingStart(anchor, _) | Event::SequenceStart(anchor, _) => {
                let mapping = matches!(event, Event::MappingStart(..));
                if out.wants_key() {
                    return Err(fail("a mapping key must be a scalar"));
                }
                let merging = levels.last().is_some_and(|level| level.merging);
                if merging {
                    // `<<: [*a, *b]` and `<<: { … }` add their members to the open mapping.
                    if let Some(level) = levels.last_mut() {
                        level.merging = false;
                    }
                    out.drop_key();
                    levels.push(Level { id: 0, anchor: 0, mapping, merging: false, scratch: true });
                    continue;
                }
                let id = out.open(mapping)?;
                levels.push(Level { id, anchor, mapping, merging: false, scratch: false });
            }
            Event::MappingEnd | Event::SequenceEnd => {
                if let Some(level) = levels.pop()
                    && !level.scratch
                {
                    out.close();
                    if level.anchor != 0 {
                        anchors.insert(level.anchor, level.id);
                    }
                }
            }
            Event::DocumentEnd
            | Event::DocumentStart(_)
            | Event::StreamStart
            | Event::StreamEnd
            | Event::Nothing => {}
        }
    }
    out.finish()
}

fn plain_scalar(out: &mut Builder<'_>, text: &str) -> Result<u32, ReadError> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return out.null(),
        "true" | "True" | "TRUE" => return out.bool(true),
        "false" | "False" | "FALSE" => return out.bool(false),
        _ => {}
    }
    match number(text) {
        Some(number) => out.number(&number),
        None => out.string(text),
    }
}

/// The JSON form of a YAML core-schema number; `None` for any other text.
fn number(text: &str) -> Option<String> {
    let first = text.bytes().next()?;
    if !(first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.')) {
        return None;
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().map(|value| value.to_string());
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return u64::from_str_radix(digits, 8).ok().map(|value| value.to_string());
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let shape = unsigned
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    if !shape || !unsigned.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = unsigned.trim_start_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        return Some(if text.starts_with('-') { format!("-{digits}") } else { digits.into() });
    }
    if serde_json::from_str::<serde_json::Number>(text).is_ok() {
        return Some(text.to_owned());
    }
    let value: f64 = text.parse().ok()?;
    serde_json::Number::from_f64(value).map(|number| number.to_string())
}
