//! Where a generated tool hangs: its path, and what happens when two want the same place.
//!
//! Invariant: no tool is dropped or overwritten because of its name. The outcome depends on
//! document order only through collisions.

use std::collections::HashSet;

use crate::options::NamespaceRule;

/// Path segments for an operation before collisions are looked at.
pub(crate) fn wanted(
    rule: NamespaceRule,
    operation_id: Option<&str>,
    method: &str,
    path: &str,
    tag: Option<&str>,
) -> Vec<String> {
    let id = operation_id.filter(|id| !id.is_empty());
    let split = |id: &str, separators: &[char]| -> Vec<String> {
        id.split(separators).map(segment).collect()
    };
    match (rule, id) {
        (NamespaceRule::Dots, Some(id)) => split(id, &['.']),
        (NamespaceRule::Slashes, Some(id)) => split(id, &['.', '/']),
        (NamespaceRule::None, Some(id)) => vec![segment(id)],
        (NamespaceRule::Tags | NamespaceRule::Path, _) => {
            let group = match rule {
                NamespaceRule::Tags => tag,
                _ => path.split('/').find(|part| !part.is_empty() && !part.starts_with('{')),
            };
            let leaf = id.map_or_else(|| synthesised(method, path), segment);
            match group {
                Some(group) => {
                    let group = segment(group);
                    vec![group.clone(), without_prefix(&leaf, &group)]
                }
                None => vec![leaf],
            }
        }
        (_, None) => vec![segment(&synthesised(method, path))],
    }
}

/// `repos_get` in group `repos` is `get`.
fn without_prefix(leaf: &str, group: &str) -> String {
    let rest = leaf
        .get(..group.len())
        .filter(|head| head.eq_ignore_ascii_case(group))
        .and_then(|_| leaf.get(group.len()..))
        .and_then(|rest| rest.strip_prefix('_'))
        .filter(|rest| !rest.is_empty());
    rest.map_or_else(|| leaf.to_owned(), segment)
}

/// A name a program can write after a dot.
pub(crate) fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_ascii_alphanumeric() || matches!(char, '_' | '$') {
            out.push(char);
        } else if !out.ends_with('\u{0}') {
            out.push('\u{0}');
        }
    }
    let out = out.replace('\u{0}', "_");
    let out = out.trim_matches('_');
    if out.is_empty() {
        return "operation".into();
    }
    if out.starts_with(|char: char| char.is_ascii_digit()) {
        return format!("_{out}");
    }
    out.to_owned()
}

/// `GET /users/{id}/posts` as `getUsersByIdPosts`.
fn synthesised(method: &str, path: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        for word in text.split(|char: char| !char.is_ascii_alphanumeric()) {
            if !word.is_empty() {
                words.push(word.to_ascii_lowercase());
            }
        }
    };
    add(method);
    for part in path.split('/').filter(|part| !part.is_empty()) {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(inside) => {
                add("by");
                add(inside);
            }
            None => add(part),
        }
    }
    let mut out = String::new();
    for word in words {
        if out.is_empty() {
            out.push_str(&word);
        } else {
            out.push_str(&capitalised(&word));
        }
    }
    out
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + chars.as_str(),
        None => String::new(),
    }
}

/// The places already taken.
#[derive(Default)]
pub(crate) struct Places {
    tools: HashSet<String>,
    namespaces: HashSet<String>,
    /// Next number to try for a joined name, so that a thousand equal ids stay linear.
    numbers: std::collections::HashMap<String, u64>,
}

impl Places {
    fn free(&self, path: &[String]) -> bool {
        let dotted = path.join(".");
        !self.tools.contains(&dotted)
            && !self.namespaces.contains(&dotted)
            && (1..path.len()).all(|len| {
                path.get(..len).is_none_or(|prefix| !self.tools.contains(&prefix.join(".")))
            })
    }

    /// The wanted path, or the nearest free one by the rules for collisions. Nothing is taken.
    pub(crate) fn place(&mut self, wanted: Vec<String>) -> Vec<String> {
        if self.free(&wanted) {
            return wanted;
        }
        let blocked = (1..wanted.len()).find(|len| {
            wanted.get(..*len).is_some_and(|prefix| self.tools.contains(&prefix.join(".")))
        });
        if let Some(len) = blocked
            && let (Some(head), Some(taken), Some(next), Some(tail)) =
                (wanted.get(..len - 1), wanted.get(len - 1), wanted.get(len), wanted.get(len + 1..))
        {
            let mut merged = head.to_vec();
            merged.push(format!("{taken}{}", capitalised(next)));
            merged.extend_from_slice(tail);
            if self.free(&merged) {
                return merged;
            }
        }
        let joined = wanted.join("_");
        let mut number = self.numbers.get(&joined).copied().unwrap_or(2);
        loop {
            let candidate = vec![format!("{joined}_{number}")];
            number += 1;
            if self.free(&candidate) {
                self.numbers.insert(joined, number - 1);
                return candidate;
            }
        }
    }

    /// Takes a path.
    pub(crate) fn take(&mut self, path: &[String]) {
        self.tools.insert(path.join("."));
        for len in 1..path.len() {
            if let Some(prefix) = path.get(..len) {
                self.namespaces.insert(prefix.join("."));
            }
        }
    }
}
