//! Pieces of formatted text, as `formatToParts` gives them.

use std::borrow::Cow;

/// A piece and what it is (the `type` of ECMA-402).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub kind: &'static str,
    pub value: Cow<'static, str>,
    pub source: Source,
}

/// Which end of a range a piece belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Shared,
    StartRange,
    EndRange,
}

impl Source {
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Shared => "shared",
            Source::StartRange => "startRange",
            Source::EndRange => "endRange",
        }
    }
}

impl Part {
    pub(crate) fn new(kind: &'static str, value: impl Into<Cow<'static, str>>) -> Part {
        Part { kind, value: value.into(), source: Source::Shared }
    }

    pub(crate) fn literal(value: impl Into<Cow<'static, str>>) -> Part {
        Part::new("literal", value)
    }
}

/// The text of the parts together.
pub(crate) fn text(parts: &[Part]) -> String {
    parts.iter().map(|p| &*p.value).collect()
}

/// Joins neighbouring literals of one source and drops empty parts.
pub(crate) fn merged(parts: impl IntoIterator<Item = Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        if part.value.is_empty() {
            continue;
        }
        match out.last_mut() {
            Some(last)
                if last.kind == "literal"
                    && part.kind == "literal"
                    && last.source == part.source =>
            {
                last.value.to_mut().push_str(&part.value)
            }
            _ => out.push(part),
        }
    }
    out
}

/// A text with its outer white space split off as literals.
pub(crate) fn trimmed(kind: &'static str, text: &str) -> Vec<Part> {
    let inner = text.trim_matches(is_space);
    if inner.is_empty() {
        return vec![Part::literal(text.to_owned())];
    }
    let before = text.len() - text.trim_start_matches(is_space).len();
    let after = text.trim_end_matches(is_space).len();
    vec![
        Part::literal(text.get(..before).unwrap_or("").to_owned()),
        Part::new(kind, inner.to_owned()),
        Part::literal(text.get(after..).unwrap_or("").to_owned()),
    ]
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')
}
