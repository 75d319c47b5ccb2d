//! Names of tools: paths, expressions, the rules names obey, and guesses at misspelt ones.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

use codemode_protocol::{ToolName, ToolNames};

use crate::literal;

/// The callable expression of a dotted path: `a.b-c` is `tools.a["b-c"]`.
pub fn tool_expression(path: &str) -> String {
    expression(path.split('.'))
}

/// The callable expression of a path given as segments, which may contain dots.
pub fn expression<'a>(segments: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::from("tools");
    for segment in segments {
        if literal::is_identifier(segment) {
            out.push('.');
            out.push_str(segment);
        } else {
            out.push('[');
            out.push_str(&literal::quoted(segment));
            out.push(']');
        }
    }
    out
}

/// Why a list of tools cannot be mounted. The text is what the host's `TypeError` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// A name without characters.
    Empty,
    /// A name that contains the separator of paths.
    Dotted(String),
    /// Two entries of one level with the same name; holds the dotted path.
    Duplicate(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Empty => f.write_str("Name cannot be empty."),
            NameError::Dotted(name) => write!(f, "Name '{name}' cannot contain '.'."),
            NameError::Duplicate(path) => write!(f, "Duplicate tool path '{path}'."),
        }
    }
}

impl std::error::Error for NameError {}

/// What may hang where; the preset of the first seed allows none of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameRules {
    /// A segment may contain dots; it is then reached by brackets only.
    pub dotted_names: bool,
    /// A path may be a tool and have tools below it.
    pub callable_namespaces: bool,
}

/// Checks one name.
pub fn check_name(name: &str, rules: NameRules) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if !rules.dotted_names && name.contains('.') {
        return Err(NameError::Dotted(name.to_owned()));
    }
    Ok(())
}

/// Checks every name and that no two entries claim one place.
pub(crate) fn check_paths<'a>(
    tools: impl Iterator<Item = &'a [String]>,
    namespaces: impl Iterator<Item = &'a [String]>,
    rules: NameRules,
) -> Result<(), NameError> {
    #[derive(Clone, Copy, Default)]
    struct Use {
        tool: bool,
        declared: bool,
        inner: bool,
    }
    let mut uses: HashMap<&'a [String], Use> = HashMap::new();
    let entries = namespaces.map(|path| (path, false)).chain(tools.map(|path| (path, true)));
    for (path, is_tool) in entries {
        if path.is_empty() {
            return Err(NameError::Empty);
        }
        path.iter().try_for_each(|name| check_name(name, rules))?;
        let duplicate = || NameError::Duplicate(path.join("."));
        let own = uses.entry(path).or_default();
        let taken = if is_tool { own.tool } else { own.declared };
        let other = if is_tool { own.declared || own.inner } else { own.tool };
        if taken || (other && !rules.callable_namespaces) {
            return Err(duplicate());
        }
        if is_tool {
            own.tool = true;
        } else {
            own.declared = true;
        }
        for length in (1..path.len()).rev() {
            let above = &path[..length];
            let outer = uses.entry(above).or_default();
            if outer.tool && !rules.callable_namespaces {
                return Err(NameError::Duplicate(above.join(".")));
            }
            if outer.inner {
                break;
            }
            outer.inner = true;
        }
    }
    Ok(())
}

/// The tree of names a machine needs, without schemas, in declaration order.
pub(crate) fn tool_names<'a>(
    tools: impl Iterator<Item = (&'a [String], Option<&'a str>)>,
    namespaces: impl Iterator<Item = &'a [String]>,
) -> ToolNames {
    ToolNames {
        tools: tools
            .map(|(path, blocked)| ToolName {
                path: path.to_vec(),
                blocked: blocked.map(str::to_owned),
            })
            .collect(),
        namespaces: namespaces.map(<[String]>::to_vec).collect(),
    }
}

/// JavaScript's comparison of strings: by UTF-16 code units.
pub(crate) fn by_code_units(left: &str, right: &str) -> Ordering {
    if left.is_ascii() || right.is_ascii() {
        return left.cmp(right);
    }
    left.encode_utf16().cmp(right.encode_utf16())
}

/// The letters of a word as bits, by their low bits. Every edit takes away at most one and brings
/// at most one, so words that differ in more than twice as many are far apart.
pub(crate) fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 32))
}

/// The smallest number of edits (insert, delete, replace, swap of neighbours) between two texts,
/// if it is at most `limit`.
pub(crate) fn edit_distance(left: &str, right: &str, limit: usize) -> Option<usize> {
    let left: Vec<char> = left.chars().take(128).collect();
    let right: Vec<char> = right.chars().take(128).collect();
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, &from) in left.iter().enumerate() {
        let mut current = Vec::with_capacity(right.len() + 1);
        current.push(row + 1);
        for (column, &to) in right.iter().enumerate() {
            let replaced = last[column] + usize::from(from != to);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && from == right[column - 1] && left[row - 1] == to {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        if current.iter().all(|&edits| edits > limit) {
            return None;
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last.last().copied().filter(|&edits| edits <= limit)
}
