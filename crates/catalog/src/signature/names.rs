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
use crate::schema::keywords::Keywords;
use crate::schema::{Document, Omit};

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
/// Values compared to recognise a copy of one definition.
const MAX_COMPARED: usize = 4_000;
/// Definitions of one name that are compared.
const MAX_HOLDERS: usize = 64;

/// The names given so far.
#[derive(Debug)]
pub(crate) struct Names<'a> {
    by_place: FxHashMap<(usize, bool, bool), String>,
    /// Definitions by the name their author gave them.
    holders: HashMap<String, Vec<Holder<'a>>>,
    taken: HashSet<String>,
    /// Next number to try for a name that is taken.
    numbers: HashMap<String, u32>,
    /// Values that may still be compared to recognise copies.
    effort: usize,
}

/// A definition that has a name.
#[derive(Debug)]
struct Holder<'a> {
    name: String,
    definition: Definition<'a>,
    /// Computed when another document has a definition of the same name.
    print: Option<Option<u64>>,
}

/// A schema, and what its references are relative to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition<'a> {
    pub(crate) schema: &'a Value,
    pub(crate) document: &'a Document,
    pub(crate) resource: &'a Value,
    pub(crate) omit: Omit,
}

/// A name, and whether it was given just now.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) new: bool,
}

impl<'a> Names<'a> {
    /// No names yet; up to `effort` values are compared to recognise copies of a definition.
    pub(crate) fn new(effort: usize) -> Self {
        Names {
            by_place: FxHashMap::default(),
            holders: HashMap::new(),
            taken: HashSet::new(),
            numbers: HashMap::new(),
            effort,
        }
    }

    /// The name of a definition.
    pub(crate) fn of(&mut self, definition: Definition<'a>, wanted: &str) -> Named {
        let omit = definition.omit;
        let place = (schema_id(definition.schema), omit == Omit::ReadOnly, omit == Omit::WriteOnly);
        if let Some(name) = self.by_place.get(&place) {
            return Named { name: name.clone(), new: false };
        }
        let wanted = type_name(wanted);
        if let Some(name) = self.copy_of(definition, &wanted) {
            self.by_place.insert(place, name.clone());
            return Named { name, new: false };
        }
        let name = self.unique(wanted.clone());
        self.by_place.insert(place, name.clone());
        let holder = Holder { name: name.clone(), definition, print: None };
        self.holders.entry(wanted).or_default().push(holder);
        Named { name, new: true }
    }

    /// The name of a definition in another document that means the same.
    fn copy_of(&mut self, definition: Definition<'a>, wanted: &str) -> Option<String> {
        let holders = self.holders.get_mut(wanted)?;
        let mut own = None;
        for holder in holders.iter_mut().take(MAX_HOLDERS) {
            if std::ptr::eq(holder.definition.document, definition.document) {
                continue;
            }
            let effort = &mut self.effort;
            let own = (*own.get_or_insert_with(|| fingerprint(definition, effort)))?;
            let other = *holder.print.get_or_insert_with(|| fingerprint(holder.definition, effort));
            if other == Some(own) {
                return Some(holder.name.clone());
            }
        }
        None
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
/// `None` when that is too much to look at; such a schema shares its name with no copy.
fn fingerprint(definition: Definition<'_>, effort: &mut usize) -> Option<u64> {
    let Definition { schema, document, resource, omit } = definition;
    let mut allowance = MAX_COMPARED.min(*effort);
    let granted = allowance;
    let mut hasher = DefaultHasher::new();
    (omit == Omit::ReadOnly, omit == Omit::WriteOnly).hash(&mut hasher);
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut queue = vec![(schema, resource)];
    let mut next = 0;
    while let Some((target, resource)) = queue.get(next).copied() {
        next += 1;
        if !hash_value(target, &mut hasher, &mut allowance) {
            break;
        }
        let mut stack = vec![(target, resource)];
        while let Some((part, outer)) = stack.pop() {
            let Value::Object(map) = part else { continue };
            let keywords = Keywords::of(map);
            let resource = if keywords.is_resource() { part } else { outer };
            if let Some(found) = keywords.target().and_then(|text| document.resolve(text, resource))
                && seen.insert(schema_id(found))
            {
                queue.push((found, resource));
            }
            children(&keywords, |child| stack.push((child.schema, resource)));
        }
    }
    *effort -= granted - allowance;
    (allowance > 0).then(|| hasher.finish())
}

/// False when the allowance, one for each value and member, is used up.
fn hash_value(value: &Value, hasher: &mut DefaultHasher, allowance: &mut usize) -> bool {
    if *allowance == 0 {
        return false;
    }
    *allowance -= 1;
    match value {
        Value::Array(items) => {
            items.len().hash(hasher);
            items.iter().all(|item| hash_value(item, hasher, allowance))
        }
        Value::Object(map) => {
            (map.len(), 1u8).hash(hasher);
            map.iter().all(|(key, member)| {
                key.hash(hasher);
                hash_value(member, hasher, allowance)
            })
        }
        simple => {
            simple.hash(hasher);
            true
        }
    }
}
