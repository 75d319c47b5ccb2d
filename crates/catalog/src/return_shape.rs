//! A sketch of what a tool returns, short enough for the last line of its description.
//!
//! `{id, items: [{sku, qty: num}], paid: bool, note?}`: a bare member is a string, other members
//! say their kind, `?` marks what may be absent, `…` what is not known. Three levels are spelled
//! out.
//!
//! Invariants: the sketch is at most `max_length` bytes plus what closes it; nothing deeper than
//! `max_depth` is looked at, so recursion ends by itself; work is bounded by [`MAX_VISITS`].

use serde_json::Value;

use crate::literal;
use crate::schema::keywords::{self, Keywords, list, table};
use crate::schema::{Document, SchemaSource, js_ordered};

/// Schema nodes looked at for one sketch.
const MAX_VISITS: u32 = 20_000;
/// Unions, intersections and references inside each other.
const MAX_NESTING: u32 = 64;

/// How much a sketch shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeOptions {
    /// Bytes after which the sketch is cut and its brackets are closed.
    pub max_length: usize,
    /// Levels that are spelled out.
    pub max_depth: u32,
    /// Cut behind the last whole member instead of anywhere.
    pub whole_members: bool,
}

impl Default for ShapeOptions {
    fn default() -> Self {
        ShapeOptions { max_length: 240, max_depth: 3, whole_members: false }
    }
}

/// The sketch of a schema; empty when there is nothing to say.
pub fn return_shape(schema: &SchemaSource, options: &ShapeOptions) -> String {
    let opened = schema.open();
    let mut sketch = Sketch { document: opened.document(), options, visits: 0, open: Vec::new() };
    let text = match sketch.shape(opened.schema(), 0) {
        Shape::Opaque => String::new(),
        shape => shape.text(),
    };
    match text.as_str() {
        "…" | "{…}" | "{}" => String::new(),
        _ => cut(text, options),
    }
}

/// The kind of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    /// Cannot be read by a program: left out where a name alone would read as a string.
    Opaque,
    /// Nothing is known.
    Any,
    /// A string that cannot be null.
    Plain,
    /// Anything with a text of its own.
    Said(String),
}

impl Shape {
    fn said(text: &str) -> Self {
        Shape::Said(text.to_owned())
    }

    fn text(self) -> String {
        match self {
            Shape::Opaque | Shape::Any => "…".to_owned(),
            Shape::Plain => "str".to_owned(),
            Shape::Said(text) => text,
        }
    }
}

struct Sketch<'a> {
    document: &'a Document,
    options: &'a ShapeOptions,
    visits: u32,
    /// Referenced schemas that are being sketched.
    open: Vec<usize>,
}

/// Members of an object, gathered over `allOf`.
#[derive(Default)]
struct Members<'a> {
    properties: Vec<(&'a String, &'a Value)>,
    required: Vec<&'a str>,
    rest: Option<&'a Value>,
}

impl<'a> Sketch<'a> {
    fn shape(&mut self, schema: &'a Value, depth: u32) -> Shape {
        self.visits += 1;
        let Value::Object(map) = schema else { return Shape::Any };
        if self.visits > MAX_VISITS || self.open.len() as u32 >= MAX_NESTING {
            return Shape::Any;
        }
        let keywords = Keywords::of(map);
        if let Some(target) = keywords.target() {
            return self.referenced(target, depth);
        }
        if let Some(value) = keywords.constant {
            return of_values(std::slice::from_ref(value));
        }
        if let Some(values) = list(keywords.enumeration) {
            return of_values(values);
        }
        if let Some(members) = list(keywords.any_of).or_else(|| list(keywords.one_of)) {
            if keywords.properties.is_none() {
                return self.union(members, depth);
            }
        }
        if keywords.all_of.is_some() && !has_kind(&keywords) || is_object(&keywords) {
            return self.object(schema, depth);
        }
        let nullable = keywords.nullable == Some(&Value::Bool(true));
        match keywords.kind {
            Some(Value::String(name)) => {
                let shape = self.typed(name, &keywords, schema, depth);
                if nullable { annotated(shape) } else { shape }
            }
            Some(Value::Array(names)) => {
                let mut kinds = names.iter().filter_map(Value::as_str).filter(|it| *it != "null");
                match (kinds.next(), kinds.next()) {
                    (Some(name), None) => {
                        let shape = self.typed(name, &keywords, schema, depth);
                        if names.len() > 1 { annotated(shape) } else { shape }
                    }
                    _ => Shape::Any,
                }
            }
            _ if keywords.items.is_some() || keywords.prefix_items.is_some() => {
                self.array(&keywords, depth)
            }
            _ => Shape::Any,
        }
    }

    fn typed(
        &mut self,
        name: &str,
        keywords: &Keywords<'a>,
        schema: &'a Value,
        depth: u32,
    ) -> Shape {
        match name {
            "string" => of_string(keywords),
            "boolean" => Shape::said("bool"),
            "number" | "integer" => Shape::said("num"),
            "array" => self.array(keywords, depth),
            "object" => self.object(schema, depth),
            _ => Shape::Any,
        }
    }

    fn referenced(&mut self, target: &str, depth: u32) -> Shape {
        let Some(found) = self.document.resolve(target, self.document.root()) else {
            return Shape::Any;
        };
        let id = std::ptr::from_ref(found).addr();
        if self.open.contains(&id) {
            return Shape::said("{…}");
        }
        self.open.push(id);
        let shape = self.shape(found, depth);
        self.open.pop();
        shape
    }

    /// Alternatives agree on a kind, or nothing is known; `null` among them only makes a string
    /// say that it is one.
    fn union(&mut self, members: &'a [Value], depth: u32) -> Shape {
        let is_null = |member: &Value| {
            member.get("type").and_then(Value::as_str) == Some("null")
                || member.get("const") == Some(&Value::Null)
        };
        let mut common: Option<Shape> = None;
        let mut optional = false;
        for member in members {
            if is_null(member) {
                optional = true;
                continue;
            }
            let shape = self.shape(member, depth);
            match &common {
                None => common = Some(shape),
                Some(known) if *known == shape => {}
                Some(_) => return Shape::Any,
            }
        }
        let shape = common.unwrap_or(Shape::Any);
        if optional { annotated(shape) } else { shape }
    }

    fn array(&mut self, keywords: &Keywords<'a>, depth: u32) -> Shape {
        if depth >= self.options.max_depth {
            return Shape::said("[…]");
        }
        let positions = list(keywords.prefix_items).or_else(|| list(keywords.items));
        let texts: Vec<String> = match positions {
            Some(positions) => {
                let mut texts = Vec::new();
                let mut length = 0;
                for position in positions {
                    let text = self.shape(position, depth + 1).text();
                    length += text.len() + 2;
                    texts.push(text);
                    if length > self.options.max_length {
                        break;
                    }
                }
                texts
            }
            None => match keywords.items {
                Some(items) => vec![self.shape(items, depth + 1).text()],
                None => vec!["…".to_owned()],
            },
        };
        Shape::Said(format!("[{}]", texts.join(", ")))
    }

    fn object(&mut self, schema: &'a Value, depth: u32) -> Shape {
        let mut members = Members::default();
        self.gather(schema, &mut members, 0);
        let deep = depth >= self.options.max_depth;
        if members.properties.is_empty()
            && let Some(rest) = members.rest
        {
            if deep || !rest.is_object() {
                return Shape::said("{…}");
            }
            return match self.shape(rest, depth + 1) {
                Shape::Opaque | Shape::Any => Shape::said("{…}"),
                shape => Shape::Said(format!("{{key: {}}}", shape.text())),
            };
        }
        if members.properties.is_empty() {
            return Shape::said("{}");
        }
        if deep {
            return Shape::said("{…}");
        }
        let mut parts = Vec::new();
        let mut length = 0;
        for (name, member) in members.properties {
            let optional = if members.required.contains(&name.as_str()) { "" } else { "?" };
            let part = match self.shape(member, depth + 1) {
                Shape::Opaque => continue,
                Shape::Plain => format!("{}{optional}", label(name)),
                shape => format!("{}{optional}: {}", label(name), shape.text()),
            };
            length += part.len() + 2;
            parts.push(part);
            // What follows is cut anyway.
            if length > self.options.max_length {
                break;
            }
        }
        Shape::Said(format!("{{{}}}", parts.join(", ")))
    }

    /// The members of an object and of everything it is made of.
    fn gather(&mut self, schema: &'a Value, members: &mut Members<'a>, nesting: u32) {
        self.visits += 1;
        let Value::Object(map) = schema else { return };
        if nesting > MAX_NESTING || self.visits > MAX_VISITS {
            return;
        }
        let keywords = Keywords::of(map);
        if let Some(target) = keywords.target()
            && let Some(found) = self.document.resolve(target, self.document.root())
        {
            self.gather(found, members, nesting + 1);
        }
        for part in list(keywords.all_of).into_iter().flatten() {
            self.gather(part, members, nesting + 1);
        }
        for (name, member) in table(keywords.properties).map(js_ordered).into_iter().flatten() {
            match members.properties.iter_mut().take(256).find(|known| known.0 == name) {
                Some(known) => known.1 = member,
                None => members.properties.push((name, member)),
            }
        }
        members.required.extend(
            list(keywords.required).into_iter().flatten().take(1_000).filter_map(Value::as_str),
        );
        let rest = keywords.additional_properties.filter(|rest| **rest != Value::Bool(false));
        members.rest = members.rest.or(rest).or_else(|| {
            table(keywords.pattern_properties).and_then(|patterns| patterns.values().next())
        });
    }
}

fn has_kind(keywords: &Keywords<'_>) -> bool {
    keywords.kind.is_some_and(|kind| kind.as_str() != Some("object"))
}

fn is_object(keywords: &Keywords<'_>) -> bool {
    keywords.kind.is_none()
        && (table(keywords.properties).is_some()
            || table(keywords.pattern_properties).is_some()
            || keywords::schema(keywords.additional_properties).is_some())
}

fn of_string(keywords: &Keywords<'_>) -> Shape {
    let format = keywords.format.and_then(Value::as_str);
    if matches!(format, Some("binary" | "byte"))
        || keywords.content_encoding.is_some()
        || keywords.content_media_type.is_some()
    {
        return Shape::Opaque;
    }
    if format == Some("date-time") { Shape::said("timestamp") } else { Shape::Plain }
}

/// The common kind of literal values.
fn of_values(values: &[Value]) -> Shape {
    let all = |test: fn(&Value) -> bool| {
        !values.is_empty() && values.iter().all(|value| value.is_null() || test(value))
    };
    let optional = values.iter().any(Value::is_null);
    if values.iter().all(Value::is_null) {
        Shape::Any
    } else if all(Value::is_string) {
        if optional { Shape::said("str") } else { Shape::Plain }
    } else if all(Value::is_number) {
        Shape::said("num")
    } else if all(Value::is_boolean) {
        Shape::said("bool")
    } else {
        Shape::Any
    }
}

/// A string that may be null says that it is a string.
fn annotated(shape: Shape) -> Shape {
    if shape == Shape::Plain { Shape::said("str") } else { shape }
}

/// A member name: as it is when nothing in it could be taken for notation.
fn label(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.' | '@' | '/');
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        literal::quoted(name)
    }
}

/// At most `max_length` bytes, then `…` and the brackets that are open.
fn cut(text: String, options: &ShapeOptions) -> String {
    if text.len() <= options.max_length {
        return text;
    }
    let mut end = options.max_length;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut kept = text.get(..end).unwrap_or_default();
    let mut more = "…";
    if options.whole_members
        && let Some(comma) = kept.rfind(", ")
    {
        kept = kept.get(..comma).unwrap_or_default();
        more = ", …";
    }
    let mut open = Vec::new();
    for c in kept.chars() {
        match c {
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    let mut out = format!("{kept}{more}");
    out.extend(open.into_iter().rev());
    out
}
