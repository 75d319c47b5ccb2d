//! JSON Schema as it is handed in: where it comes from, and how its references resolve.
//!
//! Drafts 07, 2019-09 and 2020-12 and the schema objects of OpenAPI are read as they are; nothing
//! is normalised or copied, so reading a schema costs what is looked at. Parsing refuses nesting
//! beyond 128 levels, therefore walks over a parsed document may recurse.
//!
//! Invariant: resolving never fails loudly; what cannot be resolved inside the document is `None`.

pub(crate) mod graph;
pub(crate) mod keywords;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

/// Which properties a signature leaves out (OpenAPI `readOnly` and `writeOnly`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Omit {
    /// All properties are shown.
    #[default]
    Nothing,
    /// Properties marked `readOnly` are left out: the schema describes a request.
    ReadOnly,
    /// Properties marked `writeOnly` are left out: the schema describes a response.
    WriteOnly,
}

/// A schema that its owner keeps in another form until somebody looks at it.
pub trait HeldSchema: Send + Sync {
    /// The schema.
    fn schema(&self) -> Arc<Value>;
    /// Where its references resolve.
    fn document(&self) -> Arc<Document>;
    /// Visits names and descriptions of the top-level properties, for search.
    fn properties(&self, put: &mut dyn FnMut(&str));
}

/// Definitions of a document, each made when it is first referred to.
pub trait Definitions: Send + Sync {
    /// The schema that `#/$defs/<name>` stands for.
    fn get(&self, name: &str) -> Option<&Value>;
}

/// A schema of a tool, parsed at most when somebody looks at it.
#[derive(Clone)]
pub enum SchemaSource {
    /// JSON text; parsed when needed. Text that is not JSON reads as `{}` (anything).
    Text(Arc<str>),
    /// A parsed schema that is its own document.
    Value(Arc<Value>),
    /// A schema whose `#/…` references point into a document shared by many tools.
    Within {
        /// The schema itself.
        schema: Arc<Value>,
        /// Where its references resolve.
        document: Arc<Document>,
        /// Properties left out in signatures.
        omit: Omit,
    },
    /// A schema that is made when it is looked at.
    Held(Arc<dyn HeldSchema>),
}

impl fmt::Debug for SchemaSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaSource::Text(text) => f.debug_tuple("Text").field(text).finish(),
            SchemaSource::Value(value) => f.debug_tuple("Value").field(value).finish(),
            SchemaSource::Within { schema, .. } => f.debug_tuple("Within").field(schema).finish(),
            SchemaSource::Held(_) => f.write_str("Held"),
        }
    }
}

impl SchemaSource {
    /// A schema from JSON text.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        SchemaSource::Text(text.into())
    }

    /// A schema from a parsed value.
    pub fn value(value: Value) -> Self {
        SchemaSource::Value(Arc::new(value))
    }

    /// The schema as JSON text; text that was handed in is given back as it was.
    pub fn to_json(&self) -> String {
        match self {
            SchemaSource::Text(text) => text.to_string(),
            SchemaSource::Value(schema) | SchemaSource::Within { schema, .. } => schema.to_string(),
            SchemaSource::Held(held) => held.schema().to_string(),
        }
    }

    /// The parsed form, to be borrowed from while it is read.
    pub(crate) fn open(&self) -> Opened {
        match self {
            SchemaSource::Text(text) => Opened {
                schema: None,
                document: Arc::new(Document::new(
                    serde_json::from_str(text).unwrap_or(Value::Bool(true)),
                )),
                omit: Omit::Nothing,
            },
            SchemaSource::Value(value) => Opened {
                schema: None,
                document: Arc::new(Document::shared(value.clone())),
                omit: Omit::Nothing,
            },
            SchemaSource::Within { schema, document, omit } => {
                Opened { schema: Some(schema.clone()), document: document.clone(), omit: *omit }
            }
            SchemaSource::Held(held) => Opened {
                schema: Some(held.schema()),
                document: held.document(),
                omit: Omit::Nothing,
            },
        }
    }
}

/// A source made readable.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    schema: Option<Arc<Value>>,
    document: Arc<Document>,
    pub(crate) omit: Omit,
}

impl Opened {
    /// The schema to read.
    pub(crate) fn schema(&self) -> &Value {
        self.schema.as_deref().unwrap_or(&self.document.root)
    }

    /// Where references are looked up.
    pub(crate) fn document(&self) -> &Document {
        &self.document
    }
}

/// A JSON document that references resolve in.
pub struct Document {
    root: Arc<Value>,
    definitions: Option<Box<dyn Definitions>>,
    /// Anchors, ids and definitions below the top level; built when a plain pointer fails.
    index: OnceLock<Index>,
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Document").field(&self.root).finish()
    }
}

/// Places reachable by name, as steps from the root.
#[derive(Debug, Default)]
struct Index {
    anchors: HashMap<String, Vec<Step>>,
    ids: HashMap<String, Vec<Step>>,
    definitions: HashMap<String, Vec<Step>>,
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Item(usize),
}

impl Document {
    /// A document that owns its root.
    pub fn new(root: Value) -> Self {
        Self::shared(Arc::new(root))
    }

    /// A document over a shared root.
    pub fn shared(root: Arc<Value>) -> Self {
        Document { root, definitions: None, index: OnceLock::new() }
    }

    /// A document that consists of definitions only.
    pub fn over(definitions: impl Definitions + 'static) -> Self {
        Document {
            root: Arc::new(Value::Object(Map::new())),
            definitions: Some(Box::new(definitions)),
            index: OnceLock::new(),
        }
    }

    /// The whole document.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// What a reference means: a JSON pointer, an anchor, an `$id`, or a definition that is
    /// declared below the top level. References that leave the document are `None`.
    pub fn resolve<'a>(&'a self, reference: &str, resource: &'a Value) -> Option<&'a Value> {
        let Some((base, fragment)) = reference.split_once('#') else {
            return self.by_id(reference);
        };
        let start = if base.is_empty() { resource } else { self.by_id(base)? };
        let fragment = percent_decoded(fragment);
        if fragment.is_empty() {
            return Some(start);
        }
        if let Some(definitions) = &self.definitions
            && let Some(name) = fragment.strip_prefix("/$defs/").filter(|name| !name.contains('/'))
            && let Some(found) = definitions.get(&name.replace("~1", "/").replace("~0", "~"))
        {
            return Some(found);
        }
        if fragment.starts_with('/') {
            return start
                .pointer(&fragment)
                .or_else(|| self.root.pointer(&fragment))
                .or_else(|| self.nested_definition(&fragment))
                .filter(|found| found.is_object() || found.is_boolean());
        }
        self.follow(self.index().anchors.get(fragment.as_str())?)
    }

    fn by_id(&self, id: &str) -> Option<&Value> {
        if let Some(steps) = self.index().ids.get(id) {
            return self.follow(steps);
        }
        let last = id.rsplit('/').next().filter(|name| !name.is_empty())?;
        self.follow(self.index().ids.get(last)?)
    }

    /// `#/$defs/Name` where the definition stands at a deeper level than the pointer says.
    fn nested_definition(&self, fragment: &str) -> Option<&Value> {
        let name = fragment
            .strip_prefix("/$defs/")
            .or_else(|| fragment.strip_prefix("/definitions/"))
            .filter(|name| !name.contains('/'))?;
        let name = name.replace("~1", "/").replace("~0", "~");
        self.follow(self.index().definitions.get(&name)?)
    }

    fn follow(&self, steps: &[Step]) -> Option<&Value> {
        let mut at: &Value = &self.root;
        for step in steps {
            at = match step {
                Step::Key(key) => at.get(key)?,
                Step::Item(index) => at.get(*index)?,
            };
        }
        Some(at)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            index_names(&self.root, &mut Vec::new(), &mut index);
            index
        })
    }
}

/// Records every name below `value`; the first place of a name counts.
fn index_names(value: &Value, steps: &mut Vec<Step>, index: &mut Index) {
    match value {
        Value::Object(map) => {
            for key in ["$anchor", "$dynamicAnchor"] {
                if let Some(name) = map.get(key).and_then(Value::as_str) {
                    index.anchors.entry(name.to_owned()).or_insert_with(|| steps.clone());
                }
            }
            if let Some(id) = map.get("$id").and_then(Value::as_str) {
                let id = id.trim_end_matches('#');
                if let Some(anchor) = id.strip_prefix('#') {
                    index.anchors.entry(anchor.to_owned()).or_insert_with(|| steps.clone());
                }
                index.ids.entry(id.to_owned()).or_insert_with(|| steps.clone());
                if let Some(last) = id.rsplit('/').next() {
                    index.ids.entry(last.to_owned()).or_insert_with(|| steps.clone());
                }
            }
            for (key, child) in map {
                steps.push(Step::Key(key.clone()));
                if matches!(key.as_str(), "$defs" | "definitions")
                    && let Value::Object(definitions) = child
                {
                    for name in definitions.keys() {
                        index.definitions.entry(name.clone()).or_insert_with(|| {
                            let mut path = steps.clone();
                            path.push(Step::Key(name.clone()));
                            path
                        });
                    }
                }
                index_names(child, steps, index);
                steps.pop();
            }
        }
        Value::Array(items) => {
            for (position, child) in items.iter().enumerate() {
                steps.push(Step::Item(position));
                index_names(child, steps, index);
                steps.pop();
            }
        }
        _ => {}
    }
}

/// The fragment of a URI reference with `%XX` undone; malformed escapes stay.
fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match tail {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                bytes.push(high * 16 + low);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// The reference of a schema object, in any of its spellings.
pub(crate) fn reference(map: &Map<String, Value>) -> Option<&str> {
    ["$ref", "$dynamicRef", "$recursiveRef"]
        .into_iter()
        .find_map(|key| map.get(key).and_then(Value::as_str))
}

/// A name for what a reference points at, as its author wrote it.
pub(crate) fn reference_name(reference: &str) -> String {
    let fragment = reference.split_once('#').map_or("", |parts| parts.1);
    let last = percent_decoded(fragment.rsplit('/').next().unwrap_or_default());
    let name = last.replace("~1", "/").replace("~0", "~");
    if name.is_empty() {
        let file = reference.split('#').next().unwrap_or_default();
        return file.rsplit('/').next().unwrap_or_default().trim_end_matches(".json").to_owned();
    }
    name
}

/// The order in which JavaScript enumerates keys: array indices first, ascending, then the rest.
pub(crate) fn js_ordered(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    if entries.iter().any(|entry| array_index(entry.0).is_some()) {
        entries.sort_by_key(|entry| array_index(entry.0).unwrap_or(u64::MAX));
    }
    entries
}

fn array_index(key: &str) -> Option<u64> {
    if key.is_empty() || key.len() > 10 || (key.len() > 1 && key.starts_with('0')) {
        return None;
    }
    if !key.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    key.parse::<u64>().ok().filter(|index| *index < u64::from(u32::MAX))
}
