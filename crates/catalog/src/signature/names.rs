//! Names of types: one per definition, unique within a text.
//!
//! The same definition reached through several tools or documents has one name, recognised by
//! its content; different definitions of one name are numbered.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use crate::literal::is_identifier;
use crate::schema::graph::{children, schema_id};
use crate::schema::{Document, Omit, reference, resource_of};

/// Words that are no type names, or that a reader takes for something else.
const TAKEN: &[&str] = &[
    "any",
    "unknown",
    "never",
    "void",
    "null",
    "undefined",
    "string",
    "number",
    "boolean",
    "bigint",
    "symbol",
    "object",
    "Array",
    "Promise",
    "Record",
    "Partial",
    "Object",
    "String",
    "Number",
    "Boolean",
    "Date",
    "Function",
    "Symbol",
    "Map",
    "Set",
    "Error",
    "type",
    "interface",
    "class",
    "enum",
    "const",
    "let",
    "var",
    "function",
    "return",
    "import",
    "export",
    "default",
    "new",
    "delete",
    "typeof",
    "instanceof",
    "in",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "break",
    "continue",
    "try",
    "catch",
    "finally",
    "throw",
    "this",
    "super",
    "extends",
    "true",
    "false",
    "with",
    "yield",
    "await",
    "async",
    "static",
    "debugger",
    "tools",
    "search",
    "implements",
    "package",
    "private",
    "protected",
    "public",
    "as",
    "keyof",
    "infer",
    "readonly",
    "unique",
    "asserts",
    "is",
    "declare",
    "module",
    "namespace",
    "abstract",
    "intrinsic",
];
const MAX_NAME: usize = 80;

/// The names given so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    by_place: FxHashMap<(usize, bool, bool), String>,
    by_content: HashMap<(String, u64), String>,
    taken: HashSet<String>,
    /// Next number to try for a name that is taken.
    numbers: HashMap<String, u32>,
}

/// A name, and whether it was given just now.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) new: bool,
}

impl Names {
    /// The name of a schema.
    pub(crate) fn of(
        &mut self,
        schema: &Value,
        wanted: &str,
        document: &Document,
        resource: &Value,
        omit: Omit,
    ) -> Named {
        let place = (schema_id(schema), omit == Omit::ReadOnly, omit == Omit::WriteOnly);
        if let Some(name) = self.by_place.get(&place) {
            return Named { name: name.clone(), new: false };
        }
        let wanted = type_name(wanted);
        let content = (wanted.clone(), fingerprint(schema, document, resource, omit));
        let known = self.by_content.get(&content).cloned();
        let new = known.is_none();
        let name = known.unwrap_or_else(|| self.unique(wanted));
        self.by_place.insert(place, name.clone());
        self.by_content.entry(content).or_insert_with(|| name.clone());
        Named { name, new }
    }

    /// Keeps a name from being given.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    fn unique(&mut self, wanted: String) -> String {
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        let number = self.numbers.entry(wanted.clone()).or_insert(2);
        loop {
            let name = format!("{wanted}{number}");
            *number += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// An identifier close to what the author wrote.
fn type_name(wanted: &str) -> String {
    let mut name: String = wanted
        .chars()
        .take(MAX_NAME)
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '$') { c } else { '_' })
        .collect();
    if !name.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        name = "Type".to_owned();
    }
    if !is_identifier(&name) {
        name.insert(0, '_');
    }
    if TAKEN.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// Equal for schemas that mean the same: their own content and that of all they refer to.
fn fingerprint(schema: &Value, document: &Document, resource: &Value, omit: Omit) -> u64 {
    let mut hasher = DefaultHasher::new();
    (omit == Omit::ReadOnly, omit == Omit::WriteOnly).hash(&mut hasher);
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut queue = vec![(schema, resource)];
    let mut next = 0;
    while let Some((target, resource)) = queue.get(next).copied() {
        next += 1;
        target.hash(&mut hasher);
        let mut stack = vec![(target, resource)];
        while let Some((part, outer)) = stack.pop() {
            let Value::Object(map) = part else { continue };
            let resource = resource_of(part, outer);
            if let Some(found) = reference(map).and_then(|text| document.resolve(text, resource)) {
                if seen.insert(schema_id(found)) {
                    queue.push((found, resource));
                }
            }
            stack.extend(children(map).into_iter().map(|child| (child.schema, resource)));
        }
    }
    hasher.finish()
}
