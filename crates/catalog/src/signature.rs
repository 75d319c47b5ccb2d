//! JSON Schema to TypeScript types, the form in which a model reads a tool.
//!
//! Recursive definitions, long shared ones and chains that are too deep get a name and are
//! declared once below the signature; everything else is written in place. Rendering is total:
//! what cannot be said is `unknown`, what does not fit is left out with a comment that says how
//! much.
//!
//! Invariants: the text is TypeScript; it ends within its byte budget plus one short declaration
//! per name; native recursion is bounded by [`MAX_NESTING`] and work by [`MAX_VISITS`].

mod comment;
mod names;
mod object;

use std::collections::HashSet;

use serde_json::Value;

use crate::literal;
use crate::schema::graph::{Graph, schema_id};
use crate::schema::keywords::{self, Keywords, list, table};
use crate::schema::reference_name;
use crate::schema::{Document, Omit, Opened, SchemaSource};
pub(crate) use comment::block as comment_block;
use names::Definition;
pub(crate) use names::Names;

const UNKNOWN: &str = "unknown";
const SHORTENED: &str = "unknown /* shortened */";
/// Schema nodes on the native stack at once.
const MAX_NESTING: u32 = 96;
/// Schema nodes rendered into one text.
const MAX_VISITS: u32 = 60_000;
/// References followed in a row.
const MAX_HOPS: u32 = 64;
/// Members of one union and values of one enumeration that are shown.
const MAX_MEMBERS: usize = 256;
/// Bytes of a literal type.
const MAX_LITERAL: usize = 1_000;
/// Bytes of a property name.
const MAX_KEY: usize = 1_000;
/// Values compared to recognise copies of definitions within one signature.
const COMPARED: usize = 20_000;
/// A definition used more than once is named when it takes more than this many bytes.
const NAMED_ABOVE: u32 = 240;

/// How types are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// One field a line with comments, or everything on one line.
    pub pretty: bool,
    /// Tags such as `@default` and `@minimum` in the comments.
    pub tags: bool,
    /// Levels below the root that are written; deeper ones are `unknown`.
    pub max_depth: u32,
    /// Bytes of all types of one text together.
    pub max_bytes: usize,
    /// Bytes of the result type of a signature, out of `max_bytes`.
    pub max_result_bytes: usize,
    /// Write only what `tsc --strict` accepts, where reading ease would say otherwise.
    pub strict: bool,
}

impl Style {
    /// The form of catalog and search: pretty, 8 levels, 16 KiB.
    pub fn pretty() -> Self {
        const BYTES: usize = 16 * 1024;
        Style {
            pretty: true,
            tags: true,
            max_depth: 8,
            max_bytes: BYTES,
            max_result_bytes: BYTES,
            strict: false,
        }
    }

    /// The same on one line and without comments.
    pub fn compact() -> Self {
        Style { pretty: false, tags: false, ..Style::pretty() }
    }

    /// The form of declaration files.
    pub fn declaration() -> Self {
        const BYTES: usize = 64 * 1024;
        Style {
            max_depth: 24,
            max_bytes: BYTES,
            max_result_bytes: BYTES,
            strict: true,
            ..Style::pretty()
        }
    }
}

/// A type and the named types it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeText {
    /// The type.
    pub text: String,
    /// Declarations of the names in it, `type Name = …`, in order of first use.
    pub declarations: Vec<String>,
}

/// Renders one schema as a type.
pub fn type_text(schema: &SchemaSource, style: &Style) -> TypeText {
    let opened = schema.open();
    let mut names = Names::new(COMPARED);
    let mut writer = Writer::new(style, &mut names);
    writer.know([&opened]);
    let text = writer.root(&opened, "Value", 0);
    let declarations = writer.declarations();
    TypeText { text, declarations }
}

/// The signature of a tool: `<expression>(input: …): Promise<…>`, then the declarations of the
/// names in it, one below the other. Without an output schema the result is `Promise<void>`.
pub fn signature(
    expression: &str,
    input: Option<&SchemaSource>,
    output: Option<&SchemaSource>,
    style: &Style,
) -> String {
    let input = input.map(SchemaSource::open);
    let output = output.map(SchemaSource::open);
    signature_of(expression, input.as_ref(), output.as_ref(), style)
}

pub(crate) fn signature_of(
    expression: &str,
    input: Option<&Opened>,
    output: Option<&Opened>,
    style: &Style,
) -> String {
    let mut names = Names::new(COMPARED);
    let mut writer = Writer::new(style, &mut names);
    writer.know(input.into_iter().chain(output));
    let parameter = input.map_or_else(|| UNKNOWN.to_owned(), |it| writer.root(it, "Input", 0));
    writer.limit_result();
    let result = output.map_or_else(|| "void".to_owned(), |it| writer.root(it, "Output", 0));
    let mut text = format!("{expression}(input: {parameter}): Promise<{result}>");
    for declaration in writer.declarations() {
        text.push('\n');
        text.push_str(&declaration);
    }
    text
}

/// Renders the schemas of one text; owns its budget.
pub(crate) struct Writer<'a, 'n> {
    style: &'a Style,
    graph: Graph,
    names: &'n mut Names<'a>,
    /// Named schemas whose declarations are still to be written.
    pending: Vec<Pending<'a>>,
    /// Expanded references that are open around the current node.
    open: Vec<usize>,
    nesting: u32,
    visits: u32,
    spent: usize,
    /// Where `spent` has to stop.
    limit: usize,
}

struct Pending<'a> {
    name: String,
    schema: &'a Value,
    place: Place<'a>,
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    document: &'a Document,
    resource: &'a Value,
    omit: Omit,
    depth: u32,
    /// Extra steps of indentation of the whole text.
    indent: usize,
    /// Only unions and intersections lie between this node and the declaration it is part of.
    bare: bool,
    /// Keywords that the caller has dealt with.
    done: Done,
}

/// Keywords of a schema object that are already part of the text.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Done(u8);

impl Done {
    const REFERENCE: Done = Done(1);
    const ANY_OF: Done = Done(2);
    const ONE_OF: Done = Done(4);
    const ALL_OF: Done = Done(8);
    const CONDITION: Done = Done(16);

    fn has(self, other: Done) -> bool {
        self.0 & other.0 != 0
    }

    fn and(self, other: Done) -> Done {
        Done(self.0 | other.0)
    }
}

impl<'a> Place<'a> {
    fn deeper(self) -> Self {
        Place { depth: self.depth.saturating_add(1), done: Done::default(), ..self }
    }

    fn inside(self) -> Self {
        Place { bare: false, ..self.deeper() }
    }

    /// The rest of the same schema object, beside what has been rendered.
    fn beside(self, done: Done) -> Self {
        let all = self.done.and(done);
        Place { done: all, depth: self.depth.saturating_add(1), ..self }
    }
}

impl<'a, 'n> Writer<'a, 'n> {
    pub(crate) fn new(style: &'a Style, names: &'n mut Names<'a>) -> Self {
        Writer {
            style,
            graph: Graph::default(),
            names,
            pending: Vec::new(),
            open: Vec::new(),
            nesting: 0,
            visits: 0,
            spent: 0,
            limit: style.max_bytes,
        }
    }

    /// Announces schemas, so that naming can be decided before anything is written.
    pub(crate) fn know<'b>(&mut self, opened: impl IntoIterator<Item = &'b Opened>) {
        self.graph = Graph::of(opened.into_iter().map(|it| (it.schema(), it.document())));
    }

    /// Grants the next text a whole budget.
    pub(crate) fn refill(&mut self) {
        self.visits = 0;
        self.spent = 0;
        self.limit = self.style.max_bytes;
    }

    /// Narrows the budget to what the style grants to result types.
    fn limit_result(&mut self) {
        self.limit = self.spent.saturating_add(self.style.max_result_bytes).min(self.limit);
    }

    /// The type of a whole schema.
    pub(crate) fn root(&mut self, opened: &'a Opened, fallback: &str, indent: usize) -> String {
        let schema = opened.schema();
        let place = Place {
            document: opened.document(),
            resource: opened.document().root(),
            omit: opened.omit,
            depth: 0,
            indent,
            bare: false,
            done: Done::default(),
        };
        if self.graph.facts(schema).recursive {
            let title = schema.get("title").and_then(Value::as_str).unwrap_or(fallback);
            return self.named(schema, title, place);
        }
        self.node(schema, place)
    }

    /// The declarations of all names used so far and of those they use, out of the budget of
    /// the text they belong to.
    pub(crate) fn declarations(&mut self) -> Vec<String> {
        let mut written = Vec::new();
        let mut next = 0;
        while let Some(text) = self.declaration(next) {
            written.push(text);
            next += 1;
        }
        self.pending.clear();
        written
    }

    /// The same with a whole budget for each declaration, and `total` bytes for all together.
    pub(crate) fn declare(&mut self, total: usize, write: &mut impl FnMut(String)) {
        let mut next = 0;
        let mut written = 0usize;
        loop {
            if written < total {
                self.refill();
            } else {
                self.spent = usize::MAX;
            }
            let Some(text) = self.declaration(next) else { break };
            written = written.saturating_add(text.len());
            write(text);
            next += 1;
        }
        self.pending.clear();
    }

    fn declaration(&mut self, index: usize) -> Option<String> {
        let pending = self.pending.get(index)?;
        let (name, schema, place) = (pending.name.clone(), pending.schema, pending.place);
        let text = self.node(schema, place);
        let comment = if self.style.pretty {
            let keywords = schema.as_object().map(Keywords::of).unwrap_or_default();
            comment::block(&comment::lines(&keywords, false), "")
        } else {
            String::new()
        };
        Some(format!("{comment}type {name} = {text}"))
    }

    fn node(&mut self, schema: &'a Value, place: Place<'a>) -> String {
        if place.depth > self.style.max_depth || self.nesting >= MAX_NESTING {
            return UNKNOWN.to_owned();
        }
        if self.spent >= self.limit || self.visits >= MAX_VISITS {
            return SHORTENED.to_owned();
        }
        self.nesting += 1;
        self.visits += 1;
        let text = match schema {
            Value::Object(map) => {
                let keywords = Keywords::of(map);
                let resource = if keywords.is_resource() { schema } else { place.resource };
                let text = self.object_schema(schema, &keywords, Place { resource, ..place });
                let nullable =
                    keywords.nullable == Some(&Value::Bool(true)) && place.done == Done::default();
                if nullable { with_null(text) } else { text }
            }
            Value::Bool(false) => "never".to_owned(),
            _ => UNKNOWN.to_owned(),
        };
        self.nesting -= 1;
        text
    }

    fn object_schema(
        &mut self,
        schema: &'a Value,
        keywords: &Keywords<'a>,
        place: Place<'a>,
    ) -> String {
        if !place.done.has(Done::REFERENCE)
            && let Some(target) = keywords.target()
        {
            return self.reference(schema, target, place);
        }
        if let Some(value) = keywords.constant {
            return self.literals(std::slice::from_ref(value));
        }
        if let Some(values) = list(keywords.enumeration) {
            return self.literals(values);
        }
        for (members, done) in [(keywords.any_of, Done::ANY_OF), (keywords.one_of, Done::ONE_OF)] {
            if let (false, Some(members)) = (place.done.has(done), list(members)) {
                let union = self.union(members, place);
                if union == UNKNOWN {
                    return self.node(schema, Place { done: place.done.and(done), ..place });
                }
                let rest = self.node(schema, place.beside(done));
                return self.intersection(vec![union, rest]);
            }
        }
        if let (false, Some(members)) = (place.done.has(Done::ALL_OF), list(keywords.all_of)) {
            return self.all_of(schema, members, place);
        }
        if !place.done.has(Done::CONDITION)
            && let (Some(condition), Some(then), Some(otherwise)) =
                (keywords.condition, keywords.then, keywords.otherwise)
        {
            let rest = self.node(schema, place.beside(Done::CONDITION));
            let condition = self.node(condition, place.deeper());
            let then = self.node(then, place.deeper());
            let then = self.intersection(vec![condition, then]);
            let otherwise = self.node(otherwise, place.deeper());
            if then == UNKNOWN || otherwise == UNKNOWN {
                return rest;
            }
            let branches = join_union(vec![then, otherwise]);
            return self.intersection(vec![rest, branches]);
        }
        match keywords.kind {
            Some(Value::Array(types)) => {
                let texts = types
                    .iter()
                    .take(MAX_MEMBERS)
                    .map(|name| self.typed(keywords, name.as_str().unwrap_or_default(), place))
                    .collect();
                join_union(texts)
            }
            Some(Value::String(name)) => self.typed(keywords, name, place),
            _ => self.untyped(keywords, place),
        }
    }

    /// The target of a reference, by name or in place, with the keywords beside the reference.
    fn reference(&mut self, schema: &'a Value, target: &'a str, place: Place<'a>) -> String {
        let Some(found) = place.document.resolve(target, place.resource) else {
            return UNKNOWN.to_owned();
        };
        let facts = self.graph.facts(found);
        let deep = place.depth.saturating_add(facts.height) > self.style.max_depth;
        let named = facts.recursive
            || (facts.uses > 1
                && (facts.size > NAMED_ABOVE || self.style.strict && facts.size > 60))
            || (deep && facts.height > 0);
        let text = if place.bare && facts.bare_cycle {
            UNKNOWN.to_owned()
        } else if named {
            self.named(found, &wanted_name(target, found), place)
        } else if self.open.contains(&schema_id(found)) || self.open.len() as u32 >= MAX_HOPS {
            UNKNOWN.to_owned()
        } else {
            self.open.push(schema_id(found));
            let text = self.node(found, Place { done: Done::default(), ..place });
            self.open.pop();
            text
        };
        let rest = self.node(schema, place.beside(Done::REFERENCE));
        self.intersection(vec![text, rest])
    }

    /// The name of a schema, which is declared later.
    fn named(&mut self, schema: &'a Value, wanted: &str, place: Place<'a>) -> String {
        let Place { document, resource, omit, .. } = place;
        let known = self.names.of(Definition { schema, document, resource, omit }, wanted);
        if known.new {
            let place = Place { depth: 0, indent: 0, bare: true, done: Done::default(), ..place };
            // Its declaration costs something even when nothing is left for its content.
            self.spent = self.spent.saturating_add(known.name.len() + SHORTENED.len() + 8);
            self.pending.push(Pending { name: known.name.clone(), schema, place });
        }
        self.spend(&known.name);
        known.name
    }

    fn union(&mut self, members: &'a [Value], place: Place<'a>) -> String {
        if is_number_with_sentinels(members) {
            return "number".to_owned();
        }
        if is_any_object(members) {
            return "{}".to_owned();
        }
        let mut texts = Vec::new();
        for member in members.iter().take(MAX_MEMBERS) {
            let text = self.node(member, place.deeper());
            if text == UNKNOWN {
                return text;
            }
            let full = text == SHORTENED;
            texts.push(text);
            if full {
                break;
            }
        }
        if texts.len() < members.len() {
            texts.push(format!("unknown /* {} more types */", members.len() - texts.len()));
        }
        join_union(texts)
    }

    fn all_of(&mut self, schema: &'a Value, members: &'a [Value], place: Place<'a>) -> String {
        let mut texts = vec![self.node(schema, place.beside(Done::ALL_OF))];
        for member in members.iter().take(MAX_MEMBERS) {
            if let Value::Object(map) = member
                && let Some(target) = Keywords::of(map).target()
                && place.document.resolve(target, place.resource).is_none()
            {
                return UNKNOWN.to_owned();
            }
            let text = self.node(member, place.deeper());
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        self.intersection(texts)
    }

    fn intersection(&mut self, mut texts: Vec<String>) -> String {
        texts.retain(|text| text != UNKNOWN);
        match texts.len() {
            0 => UNKNOWN.to_owned(),
            1 => texts.pop().unwrap_or_default(),
            _ => {
                let parts: Vec<String> = texts
                    .into_iter()
                    .map(|text| if text.contains(" | ") { format!("({text})") } else { text })
                    .collect();
                parts.join(" & ")
            }
        }
    }

    fn literals(&mut self, values: &[Value]) -> String {
        let mut texts: Vec<String> = Vec::new();
        let mut left_out: Vec<&Value> = Vec::new();
        for value in values {
            let full = texts.len() >= MAX_MEMBERS || self.spent >= self.limit;
            match if full { None } else { literal::json(value, MAX_LITERAL) } {
                Some(text) => {
                    self.spend(&text);
                    texts.push(text);
                }
                None => left_out.push(value),
            }
        }
        if let Some(first) = left_out.first() {
            let wider = match first {
                Value::String(_) if left_out.iter().all(|value| value.is_string()) => "string",
                Value::Number(_) if left_out.iter().all(|value| value.is_number()) => "number",
                _ => UNKNOWN,
            };
            texts.push(format!("{wider} /* {} more values */", left_out.len()));
        }
        join_union(texts)
    }

    fn typed(&mut self, keywords: &Keywords<'a>, name: &str, place: Place<'a>) -> String {
        let text = match name {
            "string" | "boolean" | "null" => name,
            "number" | "integer" => "number",
            "array" => return self.array(keywords, place),
            "object" => return self.object(keywords, place),
            _ if keywords.properties.is_some() => return self.object(keywords, place),
            _ => UNKNOWN,
        };
        self.spend(text);
        text.to_owned()
    }

    /// A schema that says what it is only by the keywords it has.
    fn untyped(&mut self, keywords: &Keywords<'a>, place: Place<'a>) -> String {
        let demands = list(keywords.required).is_some_and(|names| !names.is_empty());
        if table(keywords.properties).is_some()
            || table(keywords.pattern_properties).is_some()
            || keywords::schema(keywords.additional_properties).is_some()
            || demands
        {
            return self.object(keywords, place);
        }
        let holds_items = |value: &Value| value.is_object() || value.is_array();
        if keywords.items.is_some_and(holds_items) || list(keywords.prefix_items).is_some() {
            return self.array(keywords, place);
        }
        UNKNOWN.to_owned()
    }

    fn array(&mut self, keywords: &Keywords<'a>, place: Place<'a>) -> String {
        let place = place.inside();
        self.spent = self.spent.saturating_add(7);
        let (first, rest) = match (keywords.prefix_items, keywords.items) {
            (Some(Value::Array(first)), rest) => (first, rest),
            (_, Some(Value::Array(first))) => (first, keywords.additional_items),
            (_, Some(items)) => return format!("Array<{}>", self.node(items, place)),
            _ => return "Array<unknown>".to_owned(),
        };
        if first.len() > MAX_MEMBERS {
            return format!("Array<unknown /* {} positions */>", first.len());
        }
        let needed = keywords.min_items.and_then(Value::as_u64);
        let mut parts = Vec::new();
        for (index, item) in first.iter().enumerate() {
            let text = self.node(item, place);
            let optional = needed.is_some_and(|needed| index as u64 >= needed);
            parts.push(match optional {
                true if text.contains(' ') => format!("({text})?"),
                true => format!("{text}?"),
                false => text,
            });
        }
        if let Some(rest) = rest.filter(|rest| rest.is_object()) {
            parts.push(format!("...Array<{}>", self.node(rest, place)));
        }
        format!("[{}]", parts.join(", "))
    }

    fn spend(&mut self, text: &str) {
        self.spent = self.spent.saturating_add(text.len());
    }
}

/// What a referenced schema should be called: as its author called it, unless a converter has
/// numbered it; then by its title.
fn wanted_name(target: &str, schema: &Value) -> String {
    let name = reference_name(target);
    let numbered = name.trim_start_matches("__schema").bytes().all(|byte| byte.is_ascii_digit());
    match schema.get("title").and_then(Value::as_str) {
        Some(title) if numbered => title.to_owned(),
        None if numbered => "Type".to_owned(),
        _ => name,
    }
}

/// Up to here looking through a list is faster than hashing.
const FEW: usize = 16;

/// Members joined by ` | `, each once; `never` without members.
fn join_union(texts: Vec<String>) -> String {
    let mut distinct: Vec<&str> = Vec::with_capacity(texts.len());
    let mut seen = HashSet::new();
    for text in &texts {
        let text = text.as_str();
        let new = if texts.len() > FEW { seen.insert(text) } else { !distinct.contains(&text) };
        if new {
            distinct.push(text);
        }
    }
    if distinct.is_empty() { "never".to_owned() } else { distinct.join(" | ") }
}

fn with_null(text: String) -> String {
    if text == UNKNOWN || text.split(" | ").any(|part| part == "null") {
        return text;
    }
    if text.contains(" & ") { format!("({text}) | null") } else { format!("{text} | null") }
}

/// A number schema in the spelling of encoders that cannot say NaN and infinities in JSON.
fn is_number_with_sentinels(members: &[Value]) -> bool {
    let is_number = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("number");
    let is_sentinel = |schema: &Value| {
        schema.get("enum").and_then(Value::as_array).is_some_and(|values| {
            !values.is_empty()
                && values
                    .iter()
                    .all(|value| matches!(value.as_str(), Some("NaN" | "Infinity" | "-Infinity")))
        })
    };
    members.iter().any(is_number)
        && members.iter().any(is_sentinel)
        && members.iter().all(|schema| is_number(schema) || is_sentinel(schema))
}

/// The spelling of "any object" as a union of bare object and bare array.
fn is_any_object(members: &[Value]) -> bool {
    let is = |schema: &Value, name: &str, without: &str| {
        schema.get("type").and_then(Value::as_str) == Some(name) && schema.get(without).is_none()
    };
    matches!(members, [first, second]
        if is(first, "object", "properties") && is(second, "array", "items"))
}
