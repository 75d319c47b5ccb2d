//! Schemas of the document as the JSON Schemas of tools.
//!
//! A schema is projected for one direction: requests lose `readOnly` properties, responses lose
//! `writeOnly` ones. References stay references: every schema that is referred to becomes one
//! entry of `$defs`, however often and however circularly it is used.
//!
//! Invariants: the work is linear in the schemas reached; nesting is cut at [`MAX_DEPTH`];
//! names of the document are only ever keys of maps.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::{Map, Value, json};

use crate::arena::{Kind, NodeId};
use crate::document::{Dialect, Document};
use crate::plan::Schema;

/// Deeper schemas accept anything.
const MAX_DEPTH: usize = 64;
/// Longest text kept of a description, in bytes.
const MAX_TEXT: usize = 8 << 10;
/// Steps spent on the question whether one property is hidden.
const MAX_STEPS: usize = 4096;

/// Which side of a call a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Input: `readOnly` properties are left out.
    Request,
    /// Output: `writeOnly` properties are left out.
    Response,
}

/// Properties of an object schema, `allOf` members included.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    pub(crate) properties: Vec<(String, NodeId)>,
    pub(crate) required: HashSet<String>,
}

/// The properties a schema declares through references and `allOf`; `None` if there are none.
pub(crate) fn shape(document: &Document, schema: NodeId) -> Option<Shape> {
    let arena = &document.arena;
    let mut out = Shape::default();
    let mut names: HashMap<String, usize> = HashMap::new();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([schema]);
    while let Some(node) = queue.pop_front() {
        let Ok(node) = document.resolve(node) else { continue };
        if !seen.insert(node) {
            continue;
        }
        if let Some(properties) = arena.get(node, "properties") {
            for (name, property) in arena.members(properties) {
                let next = out.properties.len();
                let at = *names.entry(name.to_owned()).or_insert(next);
                match out.properties.get_mut(at) {
                    Some(slot) => slot.1 = property,
                    None => out.properties.push((name.to_owned(), property)),
                }
            }
        }
        if let Some(required) = arena.get(node, "required") {
            out.required
                .extend(arena.items(required).filter_map(|id| arena.str(id)).map(str::to_owned));
        }
        if let Some(members) = arena.get(node, "allOf") {
            queue.extend(arena.items(members));
        }
    }
    (!out.properties.is_empty()).then_some(out)
}

/// Projects schemas of one direction and notes the definitions they refer to.
pub(crate) struct Projector<'a> {
    document: &'a Document,
    flag: Option<&'static str>,
    /// Positions in the table of names, in the order of first use.
    pending: VecDeque<u32>,
    noted: HashSet<u32>,
    hidden: HashMap<NodeId, bool>,
    file_input: bool,
    file: bool,
    /// Values that may still be produced.
    budget: usize,
}

impl<'a> Projector<'a> {
    pub(crate) fn new(document: &'a Document, direction: Direction, budget: usize) -> Self {
        let (read_only, write_only) = document.directed();
        Projector {
            document,
            flag: match direction {
                Direction::Request => read_only.then_some("readOnly"),
                Direction::Response => write_only.then_some("writeOnly"),
            },
            pending: VecDeque::new(),
            noted: HashSet::new(),
            hidden: HashMap::new(),
            file_input: false,
            file: false,
            budget,
        }
    }

    /// The JSON Schema of one place.
    pub(crate) fn schema(&mut self, schema: &Schema) -> Value {
        match schema {
            Schema::Any => json!({}),
            Schema::File => self.sent_file(),
            Schema::Files => json!({ "type": "array", "items": self.sent_file() }),
            Schema::Node(node) | Schema::Inline(node) => self.root(*node),
        }
    }

    /// The JSON Schema of one node.
    pub(crate) fn root(&mut self, node: NodeId) -> Value {
        self.project(node, 0, &HashSet::new())
    }

    fn sent_file(&mut self) -> Value {
        self.file_input = true;
        json!({ "$ref": format!("#/$defs/{}", self.document.names().file_input) })
    }

    /// The type of a received file.
    pub(crate) fn received_file(&mut self) -> Value {
        self.file = true;
        json!({ "$ref": format!("#/$defs/{}", self.document.names().file) })
    }

    /// Projects what is referred to and hands out all definitions.
    pub(crate) fn finish(mut self) -> Map<String, Value> {
        let names = self.document.names();
        let mut out = Map::new();
        if self.file_input {
            out.insert(names.file_input.clone(), file_input());
        }
        if self.file {
            out.insert(names.file.clone(), file_output());
        }
        while let Some(index) = self.pending.pop_front() {
            let Some((name, node)) = names.entry(index) else { continue };
            let value = self.root(node);
            out.insert(name.to_owned(), value);
        }
        out
    }

    fn project(&mut self, node: NodeId, depth: usize, hidden: &HashSet<String>) -> Value {
        let arena = &self.document.arena;
        match arena.kind(node) {
            Kind::True => return Value::Bool(true),
            Kind::False => return Value::Bool(false),
            Kind::Object => {}
            _ => return json!({}),
        }
        let weight = arena.len(node) + 1;
        if depth >= MAX_DEPTH || self.budget < weight {
            return json!({});
        }
        self.budget -= weight;
        let mut out = Map::new();
        if let Some(reference) = arena.get_str(node, "$ref") {
            let referred = self.reference(node, reference, depth, hidden);
            if let Some(Value::Object(members)) = referred {
                out = members;
            }
        }
        let mut own_hidden;
        let hidden = if self.flag.is_some()
            && (arena.get(node, "properties").is_some() || arena.get(node, "allOf").is_some())
        {
            own_hidden = self.hidden_names(node);
            own_hidden.extend(hidden.iter().cloned());
            &own_hidden
        } else {
            hidden
        };
        let modern = self.document.dialect() == Dialect::V31;
        let mut told_by = None;
        for (key, child) in arena.members(node) {
            match key {
                "$ref" | "$defs" | "definitions" | "$id" | "$schema" | "$anchor" | "xml"
                | "externalDocs" | "nullable" | "x-nullable" => {}
                "properties" | "patternProperties" | "dependentSchemas" => {
                    if !arena.is_object(child) {
                        continue;
                    }
                    let mut map = Map::new();
                    for (name, property) in arena.members(child) {
                        if key == "properties" && hidden.contains(name) {
                            continue;
                        }
                        let value = self.project(property, depth + 1, &HashSet::new());
                        map.insert(name.to_owned(), value);
                    }
                    out.insert(key.into(), Value::Object(map));
                }
                "required" => {
                    if !arena.is_array(child) {
                        continue;
                    }
                    let names: Vec<Value> = arena
                        .items(child)
                        .filter_map(|id| arena.str(id))
                        .filter(|name| !hidden.contains(*name))
                        .map(Value::from)
                        .collect();
                    if !names.is_empty() {
                        out.insert(key.into(), Value::Array(names));
                    }
                }
                "items" if arena.is_array(child) => {
                    let list = self.list(child, depth, &HashSet::new());
                    out.insert("prefixItems".into(), list);
                }
                "allOf" | "anyOf" | "oneOf" | "prefixItems" if arena.is_array(child) => {
                    let none = HashSet::new();
                    let pass = if key == "allOf" { hidden } else { &none };
                    let list = self.list(child, depth, pass);
                    out.insert(key.into(), list);
                }
                "items"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "propertyNames"
                | "then"
                | "else"
                | "if"
                | "not"
                | "contains" => {
                    if key == "not" && !modern {
                        continue;
                    }
                    let value = self.project(child, depth + 1, &HashSet::new());
                    out.insert(key.into(), value);
                }
                "discriminator" => told_by = Some(child),
                "description" | "title" => {
                    if let Some(text) = arena.str(child) {
                        out.insert(key.into(), clipped(text, MAX_TEXT).into());
                    }
                }
                "example" if arena.weight(child) <= 8 && arena.get(node, "examples").is_none() => {
                    out.insert("examples".into(), json!([arena.value(child, 4)]));
                }
                "examples" if arena.weight(child) <= 8 => {
                    out.insert(key.into(), arena.value(child, 4));
                }
                "type" | "enum" | "const" | "default" | "format" | "readOnly" | "writeOnly"
                | "deprecated" | "pattern" | "minimum" | "maximum" | "exclusiveMinimum"
                | "exclusiveMaximum" | "multipleOf" | "minLength" | "maxLength" | "minItems"
                | "maxItems" | "uniqueItems" | "minProperties" | "maxProperties" => {
                    out.insert(key.into(), arena.value(child, 16));
                }
                "allOf" | "anyOf" | "oneOf" | "prefixItems" | "example" | "examples" => {}
                _ if modern && !key.starts_with("x-") && arena.weight(child) <= 8 => {
                    out.insert(key.into(), arena.value(child, 4));
                }
                _ => {}
            }
        }
        if let Some(discriminator) = told_by {
            self.discriminate(node, discriminator, &mut out);
        }
        if modern {
            return Value::Object(out);
        }
        let nullable = ["nullable", "x-nullable"]
            .iter()
            .any(|key| arena.get(node, key).and_then(|id| arena.bool(id)) == Some(true));
        legacy(out, nullable)
    }

    fn list(&mut self, list: NodeId, depth: usize, hidden: &HashSet<String>) -> Value {
        let document = self.document;
        document.arena.items(list).map(|member| self.project(member, depth + 1, hidden)).collect()
    }

    /// `{ "$ref": … }` into the definitions, or the target itself where more must be hidden.
    fn reference(
        &mut self,
        from: NodeId,
        reference: &str,
        depth: usize,
        hidden: &HashSet<String>,
    ) -> Option<Value> {
        let document = self.document;
        let target = document.schema_target(from, reference)?;
        if !hidden.is_empty() {
            let own = self.hidden_names(target);
            let more = shape(document, target).is_some_and(|shape| {
                shape
                    .properties
                    .iter()
                    .map(|(name, _)| name)
                    .chain(shape.required.iter())
                    .any(|name| hidden.contains(name) && !own.contains(name))
            });
            if more {
                return Some(self.project(target, depth + 1, hidden));
            }
        }
        let (index, name) = document.names().of(target)?;
        if self.noted.insert(index) {
            self.pending.push_back(index);
        }
        Some(json!({ "$ref": format!("#/$defs/{}", name.replace('~', "~0").replace('/', "~1")) }))
    }

    /// Gives each member of a discriminated union the value that tells it from the others,
    /// unless the member says so itself.
    fn discriminate(&mut self, node: NodeId, discriminator: NodeId, out: &mut Map<String, Value>) {
        let document = self.document;
        let arena = &document.arena;
        let name = arena.get_str(discriminator, "propertyName");
        let list = ["oneOf", "anyOf"]
            .into_iter()
            .find_map(|key| arena.get(node, key).map(|list| (key, list)));
        let (Some(name), Some((key, list))) = (name, list) else { return };
        let mapping: Vec<(&str, Option<NodeId>)> = arena
            .get(discriminator, "mapping")
            .map(|mapping| {
                let target = |text: &str| {
                    let bare = format!("#/components/schemas/{text}");
                    document
                        .target(node, text)
                        .filter(|_| text.contains(['#', '.', '/']))
                        .or_else(|| document.target(document.root(), &bare))
                };
                arena
                    .members(mapping)
                    .map(|(value, id)| (value, arena.str(id).and_then(target)))
                    .collect()
            })
            .unwrap_or_default();
        for (at, member) in arena.items(list).enumerate() {
            let Some(reference) = arena.get_str(member, "$ref") else { continue };
            let Some(target) = document.target(member, reference) else { continue };
            let own = shape(document, target).and_then(|shape| {
                shape.properties.into_iter().find(|(other, _)| other == name).map(|(_, id)| id)
            });
            let told = own.is_some_and(|id| {
                self.is_hidden(id)
                    || document.resolve(id).is_ok_and(|id| {
                        arena.get(id, "const").is_some()
                            || arena.get(id, "enum").is_some_and(|list| arena.len(list) == 1)
                    })
            });
            if told {
                continue;
            }
            let mut values: Vec<&str> = mapping
                .iter()
                .filter(|(_, mapped)| *mapped == Some(target))
                .map(|(value, _)| *value)
                .collect();
            if values.is_empty() {
                values.extend(reference.rsplit('/').next());
            }
            if let Some(Value::Array(members)) = out.get_mut(key)
                && let Some(slot) = members.get_mut(at)
            {
                let whole = std::mem::take(slot);
                *slot = json!({ "allOf": [whole, {
                    "type": "object",
                    "properties": { name: { "enum": values } },
                    "required": [name],
                }] });
            }
        }
    }

    /// Names of properties hidden anywhere in an object and its `allOf` members.
    fn hidden_names(&mut self, node: NodeId) -> HashSet<String> {
        let mut out = HashSet::new();
        if self.flag.is_none() {
            return out;
        }
        let document = self.document;
        let arena = &document.arena;
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([node]);
        while let Some(at) = queue.pop_front() {
            let Ok(at) = document.resolve(at) else { continue };
            if !seen.insert(at) || seen.len() > MAX_STEPS {
                continue;
            }
            if let Some(properties) = arena.get(at, "properties") {
                for (name, property) in arena.members(properties) {
                    if self.is_hidden(property) {
                        out.insert(name.to_owned());
                    }
                }
            }
            if let Some(members) = arena.get(at, "allOf") {
                queue.extend(arena.items(members));
            }
        }
        out
    }

    /// Whether a property does not exist in this direction: the keyword stands on it, on a
    /// schema its references pass through, or on an `allOf` member.
    pub(crate) fn is_hidden(&mut self, property: NodeId) -> bool {
        let Some(flag) = self.flag else { return false };
        if let Some(known) = self.hidden.get(&property) {
            return *known;
        }
        let document = self.document;
        let arena = &document.arena;
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([property]);
        let mut found = false;
        while let Some(at) = queue.pop_front() {
            if !seen.insert(at) || seen.len() > MAX_STEPS {
                continue;
            }
            if arena.get(at, flag).and_then(|id| arena.bool(id)) == Some(true) {
                found = true;
                break;
            }
            if let Some(reference) = arena.get_str(at, "$ref") {
                queue.extend(document.target(at, reference));
            }
            if let Some(members) = arena.get(at, "allOf") {
                queue.extend(arena.items(members));
            }
        }
        self.hidden.insert(property, found);
        found
    }
}

/// Keywords of OpenAPI 3.0 and Swagger 2.0 in the form of JSON Schema.
fn legacy(mut out: Map<String, Value>, nullable: bool) -> Value {
    for (exclusive, plain) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        match out.get(exclusive) {
            Some(Value::Bool(true)) => match out.remove(plain) {
                Some(bound) => {
                    out.insert(exclusive.into(), bound);
                }
                None => {
                    out.remove(exclusive);
                }
            },
            Some(Value::Bool(false)) => {
                out.remove(exclusive);
            }
            _ => {}
        }
    }
    if out.get("type").and_then(Value::as_str) == Some("file") {
        out.insert("type".into(), "string".into());
        out.insert("format".into(), "binary".into());
    }
    if !nullable {
        return Value::Object(out);
    }
    let typed = match out.get_mut("type") {
        Some(Value::String(name)) => {
            let name = std::mem::take(name);
            out.insert("type".into(), json!([name, "null"]));
            true
        }
        Some(Value::Array(names)) => {
            if !names.iter().any(|name| name == "null") {
                names.push("null".into());
            }
            true
        }
        _ => false,
    };
    let listed = match out.get_mut("enum") {
        Some(Value::Array(values)) => {
            if !values.contains(&Value::Null) {
                values.push(Value::Null);
            }
            true
        }
        _ => false,
    };
    let combined = ["$ref", "allOf", "anyOf", "oneOf"].iter().any(|key| out.contains_key(*key));
    if (typed || listed) && !combined {
        return Value::Object(out);
    }
    let mut outer = Map::new();
    for key in ["description", "deprecated", "default", "readOnly", "writeOnly"] {
        if let Some(value) = out.shift_remove(key) {
            outer.insert(key.into(), value);
        }
    }
    outer.insert("anyOf".into(), json!([Value::Object(out), { "type": "null" }]));
    Value::Object(outer)
}

/// The beginning of a text, cut at a character boundary.
pub(crate) fn clipped(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let mut end = bytes;
    while end > 0 && !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", text.get(..end).unwrap_or(""))
}

pub(crate) fn file_input() -> Value {
    json!({
        "description": "A file to send: its content as base64 or as text.",
        "type": "object",
        "properties": {
            "base64": { "type": "string", "description": "Content as base64." },
            "text": { "type": "string", "description": "Content as text (UTF-8)." },
            "filename": { "type": "string" },
            "contentType": { "type": "string" },
        },
    })
}

pub(crate) fn file_output() -> Value {
    json!({
        "description": "A file that was received.",
        "type": "object",
        "properties": {
            "contentType": { "type": "string" },
            "size": { "type": "integer", "description": "Number of bytes." },
            "filename": { "type": "string" },
            "base64": { "type": "string", "description": "Content as base64." },
        },
        "required": ["contentType", "size", "base64"],
    })
}
