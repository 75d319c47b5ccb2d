//! Response declarations to the shape of a result and the `Accept` header.
//!
//! The declared types only choose what is asked for and shown; what a response is decoded as is
//! decided by its own content type when it arrives.

use crate::arena::NodeId;
use crate::document::{Dialect, Document};
use crate::media;
use crate::options::ResponseShape;
use crate::plan::{Output, OutputPart, Schema};

/// Reads the successful responses of an operation.
pub(crate) fn read(
    document: &Document,
    operation: NodeId,
    method: &str,
    shape: ResponseShape,
) -> Result<Output, String> {
    let arena = &document.arena;
    let flag = arena.get(operation, "x-websocket").and_then(|id| arena.bool(id));
    if flag == Some(true) {
        return Err("WebSocket operations are not supported".into());
    }
    let mut found: Vec<(&str, NodeId)> = Vec::new();
    let mut default = None;
    if let Some(responses) = arena.get(operation, "responses") {
        for (status, node) in arena.members(responses) {
            if success(status) {
                found.push((status, node));
            } else if status == "default" {
                default = Some(node);
            }
        }
    }
    // Exact codes in order, then the range.
    found.sort_by_key(|(status, _)| (status.eq_ignore_ascii_case("2XX"), *status));
    let declared = !found.is_empty();
    let mut reader =
        Reader { document, operation, parts: Vec::new(), accept: Vec::new(), open: false };
    for (_, node) in found {
        let response = document
            .resolve(node)
            .ok()
            .filter(|response| arena.is_object(*response))
            .ok_or("successful response declaration is invalid or unresolved")?;
        reader.response(response);
    }
    if !declared {
        // `default` covers success too when no success is declared; only a schema says how.
        reader.open = true;
        if let Some(response) = default.and_then(|node| document.resolve(node).ok()) {
            reader.open = false;
            reader.response(response);
            let says = reader.parts.iter().any(|part| !matches!(part, OutputPart::Empty));
            reader.open |= !says;
        }
    }
    let Reader { mut parts, accept, open, .. } = reader;
    if method == "HEAD" {
        parts = vec![OutputPart::Empty];
    } else if open {
        parts.clear();
    }
    Ok(Output { alternatives: parts, accept: accept_header(&accept), shape })
}

fn success(status: &str) -> bool {
    status.len() == 3
        && status.starts_with('2')
        && (status.bytes().skip(1).all(|byte| byte.is_ascii_digit())
            || status.get(1..).is_some_and(|rest| rest.eq_ignore_ascii_case("xx")))
}

struct Reader<'a> {
    document: &'a Document,
    operation: NodeId,
    parts: Vec<OutputPart>,
    /// Types to ask for with a rank, lowest first.
    accept: Vec<(u8, String)>,
    /// Some response says JSON but not what.
    open: bool,
}

impl Reader<'_> {
    fn response(&mut self, response: NodeId) {
        let document = self.document;
        let arena = &document.arena;
        let entries: Vec<(String, Option<NodeId>)> = match document.dialect() {
            Dialect::Swagger2 => {
                let Some(schema) = arena.get(response, "schema") else {
                    self.parts.push(OutputPart::Empty);
                    return;
                };
                let produces = arena
                    .get(self.operation, "produces")
                    .or_else(|| arena.get(document.root(), "produces"));
                let mut types: Vec<String> = produces
                    .map(|list| {
                        arena
                            .items(list)
                            .filter_map(|id| arena.str(id))
                            .map(str::to_owned)
                            .collect()
                    })
                    .unwrap_or_default();
                if types.is_empty() {
                    types.push("application/json".into());
                }
                if document
                    .resolve(schema)
                    .is_ok_and(|node| arena.get_str(node, "type") == Some("file"))
                {
                    for media_type in types {
                        self.ask(2, &media_type);
                    }
                    self.parts.push(OutputPart::File);
                    return;
                }
                types.into_iter().map(|media_type| (media_type, Some(schema))).collect()
            }
            _ => match arena.get(response, "content") {
                None => {
                    self.parts.push(OutputPart::Empty);
                    return;
                }
                Some(content) if arena.len(content) == 0 => {
                    self.parts.push(OutputPart::Empty);
                    return;
                }
                Some(content) => arena
                    .members(content)
                    .map(|(media_type, entry)| {
                        let entry = document.resolve(entry).unwrap_or(entry);
                        let schema =
                            arena.get(entry, "schema").or_else(|| arena.get(entry, "itemSchema"));
                        (media_type.to_owned(), schema)
                    })
                    .collect(),
            },
        };
        self.entries(&entries);
    }

    fn entries(&mut self, entries: &[(String, Option<NodeId>)]) {
        let binary =
            |schema: &Option<NodeId>| schema.is_some_and(|id| is_binary(self.document, id));
        let mut json: Vec<(&str, Option<NodeId>)> = Vec::new();
        let mut text = Vec::new();
        let mut events = Vec::new();
        let mut sequence = Vec::new();
        let mut bytes = Vec::new();
        for (media_type, schema) in entries {
            let essence = media::essence(media_type);
            let name = media_type.as_str();
            if media::is_sequence(&essence) {
                sequence.push((name, *schema));
            } else if media::is_events(&essence) {
                events.push(name);
            } else if binary(schema) {
                bytes.push(name);
            } else if media::is_json(&essence) || media::is_wildcard(&essence) {
                json.push((name, *schema));
            } else if media::is_text(&essence) {
                text.push(name);
            } else {
                bytes.push(name);
            }
        }
        // XML beside JSON is the same data again and not asked for.
        if !json.is_empty() {
            text.retain(|name| media::essence(name).starts_with("text/"));
        }
        // One JSON type is asked for, so one is what comes back.
        let rank = |name: &str| match media::essence(name).as_str() {
            "application/json" => 0,
            essence if media::is_wildcard(essence) => 2,
            _ => 1,
        };
        if let Some((name, schema)) = json.iter().min_by_key(|(name, _)| rank(name)) {
            self.ask(0, if rank(name) == 2 { "application/json" } else { name });
            match schema {
                Some(schema) => self.add(OutputPart::Json(Schema::Node(*schema))),
                None => self.open = true,
            }
        }
        for name in &text {
            self.ask(1, name);
        }
        if !text.is_empty() {
            self.add(OutputPart::Text);
        }
        if !json.is_empty() || !text.is_empty() {
            return;
        }
        if let Some((name, schema)) = sequence.first() {
            self.ask(2, name);
            self.add(OutputPart::Sequence(schema.map_or(Schema::Any, Schema::Node)));
        } else if let Some(name) = events.first() {
            self.ask(2, name);
            self.add(OutputPart::Events);
        } else {
            for name in &bytes {
                self.ask(2, name);
            }
            self.add(OutputPart::File);
        }
    }

    fn add(&mut self, part: OutputPart) {
        let arena = &self.document.arena;
        let known = self.parts.iter().any(|other| match (other, &part) {
            (OutputPart::Json(Schema::Node(a)), OutputPart::Json(Schema::Node(b))) => {
                arena.same(*a, *b)
            }
            (OutputPart::Text, OutputPart::Text)
            | (OutputPart::Empty, OutputPart::Empty)
            | (OutputPart::File, OutputPart::File)
            | (OutputPart::Events, OutputPart::Events) => true,
            _ => false,
        });
        if !known {
            self.parts.push(part);
        }
    }

    fn ask(&mut self, rank: u8, media_type: &str) {
        let safe = media_type.bytes().all(|byte| (0x20..0x7f).contains(&byte) && byte != b',');
        if safe && !self.accept.iter().any(|(_, other)| other == media_type) {
            self.accept.push((rank, media_type.to_owned()));
        }
    }
}

/// Whether a schema stands for bytes.
pub(crate) fn is_binary(document: &Document, schema: NodeId) -> bool {
    let arena = &document.arena;
    let Ok(node) = document.resolve(schema) else { return false };
    let text = |key: &str| arena.get_str(node, key);
    let string = match arena.get(node, "type") {
        Some(id) if arena.is_array(id) => arena.items(id).any(|id| arena.str(id) == Some("string")),
        Some(id) => arena.str(id) == Some("string"),
        None => true,
    };
    if text("type") == Some("file") {
        return true;
    }
    string
        && (text("format") == Some("binary")
            || (text("contentEncoding").is_none()
                && text("contentMediaType").is_some_and(|media_type| {
                    let essence = media::essence(media_type);
                    !media::is_text(&essence) && !media::is_json(&essence)
                })))
}

fn accept_header(accept: &[(u8, String)]) -> String {
    let mut sorted: Vec<&(u8, String)> = accept.iter().collect();
    sorted.sort_by_key(|(rank, _)| *rank);
    let best = sorted.first().map(|(rank, _)| *rank);
    let parts: Vec<String> = sorted
        .iter()
        .map(
            |(rank, name)| {
                if Some(*rank) == best { name.clone() } else { format!("{name};q=0.5") }
            },
        )
        .collect();
    if parts.is_empty() { "*/*".into() } else { parts.join(", ") }
}
