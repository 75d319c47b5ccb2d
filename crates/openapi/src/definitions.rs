//! Names of the schemas that are referred to.
//!
//! Every target of a schema reference is one entry of `$defs` under one name, in every tool and
//! both directions. Shared schemas keep the name they have in the document; others are named
//! after the last word of the reference.

use std::collections::HashMap;

use crate::arena::NodeId;
use crate::document::{Document, percent_decode};

/// Names of types we add ourselves.
pub(crate) const FILE_INPUT: &str = "FileInput";
pub(crate) const FILE: &str = "File";

/// The table of names.
#[derive(Debug, Default)]
pub(crate) struct Names {
    by_node: HashMap<NodeId, u32>,
    by_name: HashMap<String, u32>,
    entries: Vec<(String, NodeId)>,
    /// Names of our own types, free of collisions.
    pub(crate) file_input: String,
    pub(crate) file: String,
}

impl Names {
    /// Reads all references of a document.
    pub(crate) fn read(document: &Document) -> Names {
        let mut out = Names::default();
        let shared = document.schemas();
        for (name, node) in shared.map(|all| document.arena.members(all)).into_iter().flatten() {
            if !out.by_node.contains_key(&node) && !out.by_name.contains_key(name) {
                out.add(name.to_owned(), node);
            }
        }
        out.file_input = out.free(FILE_INPUT);
        out.by_name.insert(out.file_input.clone(), u32::MAX);
        out.file = out.free(FILE);
        out.by_name.insert(out.file.clone(), u32::MAX);
        for (string, reference) in document.arena.strings_named("$ref") {
            if is_component(reference) {
                continue;
            }
            // The string stands in the object that refers.
            let Some(target) = document.schema_target(string, reference) else { continue };
            if out.by_node.contains_key(&target) {
                continue;
            }
            let name = out.free(&word(reference));
            out.add(name, target);
        }
        out
    }

    fn add(&mut self, name: String, node: NodeId) {
        let index = self.entries.len() as u32;
        self.by_node.insert(node, index);
        self.by_name.insert(name.clone(), index);
        self.entries.push((name, node));
    }

    fn free(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while self.by_name.contains_key(&name) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Position and name of a target.
    pub(crate) fn of(&self, node: NodeId) -> Option<(u32, &str)> {
        let index = *self.by_node.get(&node)?;
        self.entries.get(index as usize).map(|(name, _)| (index, name.as_str()))
    }

    /// Position of a name; beyond the table for our own types.
    pub(crate) fn position(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn entry(&self, index: u32) -> Option<(&str, NodeId)> {
        self.entries.get(index as usize).map(|(name, node)| (name.as_str(), *node))
    }
}

/// References to parameters and the like, which are no schemas.
fn is_component(reference: &str) -> bool {
    let Some(pointer) = reference.strip_prefix("#/") else { return false };
    let mut tokens = pointer.split('/');
    let (first, second) = (tokens.next().unwrap_or(""), tokens.next().unwrap_or(""));
    match first {
        "components" => second != "schemas" && tokens.count() == 1,
        "parameters" | "responses" => tokens.count() == 0,
        _ => false,
    }
}

/// The last word of a reference that says something.
fn word(reference: &str) -> String {
    let last = reference.rsplit(['/', '#']).find(|part| !part.is_empty()).unwrap_or("Schema");
    let last = percent_decode(last).replace("~1", "/").replace("~0", "~");
    if last == "items" || last.bytes().all(|byte| byte.is_ascii_digit()) {
        return "Schema".to_owned();
    }
    for extension in [".json", ".yaml", ".yml"] {
        if let Some(stem) = last.strip_suffix(extension).filter(|stem| !stem.is_empty()) {
            return stem.to_owned();
        }
    }
    last
}
