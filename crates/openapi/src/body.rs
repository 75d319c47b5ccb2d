//! Request body declarations to plans.
//!
//! Every declared media type is supported in some form; the preferred one is chosen by a fixed
//! order and the others are offered as a choice only where they mean something else.

use std::collections::HashMap;

use serde_json::Value;

use crate::arena::NodeId;
use crate::document::Document;
use crate::media;
use crate::plan::{Body, BodyField, BodyLayout, Media, MediaKind, Property, Schema, Style};
use crate::response::is_binary;
use crate::schema::{Direction, Projector, shape};

/// Reads the body of an OpenAPI 3 operation.
pub(crate) fn read(document: &Document, operation: NodeId) -> Result<Option<Body>, String> {
    let arena = &document.arena;
    let Some(declared) = arena.get(operation, "requestBody") else { return Ok(None) };
    let body = document
        .resolve(declared)
        .map_err(|reason| format!("request body is unresolved: {reason}"))?;
    if !arena.is_object(body) {
        return Ok(None);
    }
    let required = arena.get(body, "required").and_then(|id| arena.bool(id)) == Some(true);
    let mut found = Vec::new();
    for (content_type, entry) in
        arena.get(body, "content").map(|content| arena.members(content)).into_iter().flatten()
    {
        let entry = document.resolve(entry).unwrap_or(entry);
        let essence = media::essence(content_type);
        if !is_type(content_type) {
            continue;
        }
        let schema = arena.get(entry, "schema").or_else(|| arena.get(entry, "itemSchema"));
        let binary = schema.is_some_and(|schema| is_binary(document, schema));
        let kind = media::body_kind(&essence, binary);
        let properties = match kind {
            MediaKind::Form | MediaKind::Multipart => {
                properties(document, schema, arena.get(entry, "encoding"), kind)?
            }
            _ => HashMap::new(),
        };
        found.push(Media {
            content_type: sent_type(content_type, &essence, kind),
            kind,
            schema: schema.map_or(Schema::Any, Schema::Node),
            properties,
            lines: media::is_sequence(&essence),
        });
    }
    if found.is_empty() {
        return Err("request body has no content (declared: none)".into());
    }
    Ok(Some(arranged(document, found, required)))
}

/// Reads the body of a Swagger 2.0 operation from its `body` or `formData` parameters.
pub(crate) fn read_swagger(
    document: &Document,
    operation: NodeId,
    body: Option<NodeId>,
    form: &[NodeId],
) -> Result<Option<Body>, String> {
    let arena = &document.arena;
    let consumes =
        arena.get(operation, "consumes").or_else(|| arena.get(document.root(), "consumes"));
    let consumes: Vec<&str> = consumes
        .map(|list| {
            arena.items(list).filter_map(|id| arena.str(id)).filter(|text| is_type(text)).collect()
        })
        .unwrap_or_default();
    let flag =
        |node: NodeId, key: &str| arena.get(node, key).and_then(|id| arena.bool(id)) == Some(true);
    if let Some(node) = body {
        if !form.is_empty() {
            return Err("operation declares both a body and form parameters".into());
        }
        let schema = arena.get(node, "schema");
        let types = if consumes.is_empty() { vec!["application/json"] } else { consumes };
        let mut found = Vec::new();
        for content_type in types {
            let essence = media::essence(content_type);
            let binary = schema.is_some_and(|schema| is_binary(document, schema));
            let kind = media::body_kind(&essence, binary);
            let properties = match kind {
                MediaKind::Form | MediaKind::Multipart => properties(document, schema, None, kind)?,
                _ => HashMap::new(),
            };
            found.push(Media {
                content_type: sent_type(content_type, &essence, kind),
                kind,
                schema: schema.map_or(Schema::Any, Schema::Node),
                properties,
                lines: media::is_sequence(&essence),
            });
        }
        return Ok(Some(arranged(document, found, flag(node, "required"))));
    }
    if form.is_empty() {
        return Ok(None);
    }
    let files = form.iter().any(|node| arena.get_str(*node, "type") == Some("file"));
    let multipart = files
        || (consumes.iter().any(|text| media::essence(text) == "multipart/form-data")
            && !consumes
                .iter()
                .any(|text| media::essence(text) == "application/x-www-form-urlencoded"));
    let mut fields = Vec::new();
    let mut properties = HashMap::new();
    for node in form {
        let name = arena.get_str(*node, "name").unwrap_or("").to_owned();
        let file = arena.get_str(*node, "type") == Some("file");
        let mut property = Property { file, ..Property::default() };
        match arena.get_str(*node, "collectionFormat").unwrap_or("csv") {
            "multi" => property.explode = Some(true),
            "csv" => property.delimiter = Some(','),
            "ssv" => property.delimiter = Some(' '),
            "tsv" => property.delimiter = Some('\t'),
            "pipes" => property.delimiter = Some('|'),
            other => {
                return Err(format!(
                    "parameter '{name}' uses unsupported collectionFormat '{other}'"
                ));
            }
        }
        properties.insert(name.clone(), property);
        fields.push(BodyField {
            field: name.clone(),
            name,
            required: flag(*node, "required"),
            schema: if file { Schema::File } else { Schema::Inline(*node) },
        });
    }
    let (content_type, kind) = if multipart {
        ("multipart/form-data", MediaKind::Multipart)
    } else {
        ("application/x-www-form-urlencoded", MediaKind::Form)
    };
    Ok(Some(Body {
        required: fields.iter().any(|field| field.required),
        layout: BodyLayout::Flat(fields),
        media: vec![Media {
            content_type: content_type.into(),
            kind,
            schema: Schema::Any,
            properties,
            lines: false,
        }],
        choice: None,
    }))
}

/// Whether a text can be a `Content-Type`.
fn is_type(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}

/// A range cannot be sent; it means JSON, or plain bytes.
fn sent_type(written: &str, essence: &str, kind: MediaKind) -> String {
    if !essence.contains('*') {
        return written.to_owned();
    }
    match kind {
        MediaKind::Json => "application/json",
        MediaKind::Text => "text/plain",
        MediaKind::Multipart => "multipart/form-data",
        _ => "application/octet-stream",
    }
    .into()
}

fn arranged(document: &Document, mut found: Vec<Media>, required: bool) -> Body {
    let has_files = |media: &Media| media.properties.values().any(|property| property.file);
    found.sort_by_key(|media| match media.kind {
        MediaKind::Json => match media::essence(&media.content_type).as_str() {
            "application/json" => 0,
            "application/merge-patch+json" => 1,
            _ => 2,
        },
        MediaKind::Multipart if has_files(media) => 3,
        MediaKind::Form => 4,
        MediaKind::Multipart => 5,
        MediaKind::Text => 6,
        MediaKind::Binary => 7,
    });
    let mut rest = found.into_iter();
    let Some(first) = rest.next() else {
        return Body {
            required,
            layout: BodyLayout::Value { field: "body".into() },
            media: Vec::new(),
            choice: None,
        };
    };
    let plain = media::essence(&first.content_type) == "application/json";
    let structured = !matches!(first.kind, MediaKind::Text | MediaKind::Binary);
    let mut media = vec![first];
    for other in rest {
        let Some(first) = media.first() else { break };
        if media.iter().any(|known| known.content_type == other.content_type) {
            continue;
        }
        let equal = same(document, &first.schema, &other.schema);
        let yaml = other.content_type.contains("yaml");
        let keep = match other.kind {
            MediaKind::Json => !plain || !equal,
            // Other notations of the same data add nothing; YAML can at least carry JSON text.
            MediaKind::Text if structured => {
                (yaml && !plain) || (!equal && is_stringlike(document, &other.schema))
            }
            MediaKind::Binary if structured => !equal && is_stringlike(document, &other.schema),
            MediaKind::Form | MediaKind::Multipart => !equal,
            MediaKind::Text | MediaKind::Binary => true,
        };
        if keep {
            media.push(other);
        }
    }
    let flat = match media.as_slice() {
        [only] => flattened(document, only, required),
        _ => None,
    };
    Body {
        required,
        layout: flat.unwrap_or(BodyLayout::Value { field: "body".into() }),
        choice: (media.len() > 1).then(|| "contentType".into()),
        media,
    }
}

fn same(document: &Document, a: &Schema, b: &Schema) -> bool {
    match (a, b) {
        (Schema::Node(a), Schema::Node(b)) => document.arena.same(*a, *b),
        (Schema::Any, Schema::Any) => true,
        _ => false,
    }
}

fn is_stringlike(document: &Document, schema: &Schema) -> bool {
    match schema {
        Schema::Node(node) => document.resolve(*node).is_ok_and(|node| {
            document.arena.get_str(node, "type") == Some("string") || is_binary(document, node)
        }),
        Schema::Any => true,
        _ => false,
    }
}

/// The body's properties as fields, when the body is exactly an object of known properties.
fn flattened(document: &Document, media: &Media, required: bool) -> Option<BodyLayout> {
    if !required || !matches!(media.kind, MediaKind::Json | MediaKind::Form | MediaKind::Multipart)
    {
        return None;
    }
    let Schema::Node(schema) = media.schema else { return None };
    let arena = &document.arena;
    let node = document.resolve(schema).ok()?;
    let properties = arena.get(node, "properties").filter(|id| arena.is_object(*id))?;
    let closed = arena.get(node, "additionalProperties").and_then(|id| arena.bool(id));
    let nullable = arena.get(node, "nullable").and_then(|id| arena.bool(id)) == Some(true);
    let combined = ["allOf", "anyOf", "oneOf"].iter().any(|key| arena.get(node, key).is_some());
    if arena.get_str(node, "type") != Some("object")
        || closed != Some(false)
        || nullable
        || combined
    {
        return None;
    }
    let needed = arena.get(node, "required");
    let mut projector = Projector::new(document, Direction::Request, 0);
    let fields = arena
        .members(properties)
        .filter(|(_, property)| !projector.is_hidden(*property))
        .map(|(name, property)| BodyField {
            field: name.into(),
            name: name.into(),
            required: needed
                .is_some_and(|list| arena.items(list).any(|id| arena.str(id) == Some(name))),
            schema: property_schema(document, media, name, property),
        })
        .collect();
    Some(BodyLayout::Flat(fields))
}

/// The schema of one property, with files shown as files.
pub(crate) fn property_schema(
    document: &Document,
    media: &Media,
    name: &str,
    property: NodeId,
) -> Schema {
    if !media.properties.get(name).is_some_and(|facts| facts.file) {
        return Schema::Node(property);
    }
    let list =
        document.resolve(property).is_ok_and(|node| document.arena.get(node, "items").is_some());
    if list { Schema::Files } else { Schema::File }
}

/// Facts on the properties of a form.
fn properties(
    document: &Document,
    schema: Option<NodeId>,
    encoding: Option<NodeId>,
    kind: MediaKind,
) -> Result<HashMap<String, Property>, String> {
    let arena = &document.arena;
    let mut out: HashMap<String, Property> = HashMap::new();
    let shape = schema.and_then(|schema| shape(document, schema)).unwrap_or_default();
    if kind == MediaKind::Multipart {
        for (name, property) in &shape.properties {
            if is_file(document, *property) {
                out.entry(name.clone()).or_default().file = true;
            }
        }
    }
    for (name, node) in encoding.map(|encoding| arena.members(encoding)).into_iter().flatten() {
        let node = document.resolve(node).unwrap_or(node);
        let property = out.entry(name.to_owned()).or_default();
        property.style = match arena.get_str(node, "style") {
            None => None,
            Some("form") => Some(Style::Form),
            Some("spaceDelimited") => Some(Style::SpaceDelimited),
            Some("pipeDelimited") => Some(Style::PipeDelimited),
            Some("deepObject") => Some(Style::DeepObject),
            Some(style) => {
                return Err(format!("body field '{name}' uses unsupported style '{style}'"));
            }
        };
        property.explode = arena.get(node, "explode").and_then(|id| arena.bool(id));
        property.allow_reserved =
            arena.get(node, "allowReserved").and_then(|id| arena.bool(id)) == Some(true);
        property.content_type =
            arena.get_str(node, "contentType").filter(|text| is_type(text)).map(str::to_owned);
        if kind == MediaKind::Multipart
            && let Some(content_type) = &property.content_type
        {
            // A part declared as anything but text or JSON carries bytes.
            let first = media::essence(content_type.split(',').next().unwrap_or(""));
            let textual = media::is_text(&first)
                || media::is_json(&first)
                || first == "application/x-www-form-urlencoded";
            let string = shape
                .properties
                .iter()
                .find(|(other, _)| other == name)
                .and_then(|(_, node)| document.resolve(*node).ok())
                .is_some_and(|node| {
                    matches!(arena.get_str(node, "type"), Some("string") | None)
                        && arena.get(node, "properties").is_none()
                        && arena.get(node, "contentEncoding").is_none()
                });
            property.file |= !textual && string;
        }
        if let Some(headers) = arena.get(node, "headers") {
            for (header, declaration) in arena.members(headers) {
                let fixed = document
                    .resolve(declaration)
                    .ok()
                    .and_then(|node| document.resolved_member(node, "schema"))
                    .and_then(|schema| {
                        arena.get(schema, "const").or_else(|| arena.get(schema, "default"))
                    })
                    .map(|id| arena.value(id, 2));
                if let Some(Value::String(text)) = fixed
                    && !header.eq_ignore_ascii_case("content-type")
                    && is_type(&text)
                    && is_type(header)
                    && !header.contains([':', ' '])
                {
                    property.headers.push((header.to_owned(), text));
                }
            }
        }
    }
    Ok(out)
}

/// Whether a property stands for a file or a list of files.
fn is_file(document: &Document, property: NodeId) -> bool {
    let arena = &document.arena;
    let Ok(node) = document.resolve(property) else { return false };
    match arena.get(node, "items").and_then(|items| document.resolve(items).ok()) {
        Some(items) => is_binary(document, items) && arena.get(items, "items").is_none(),
        None => is_binary(document, node),
    }
}
