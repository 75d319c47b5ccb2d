//! What is known about an operation before any call: where each input field goes.
//!
//! Invariant: a plan is complete. Whatever cannot be sent exactly as described has made the
//! operation a skipped one instead.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::arena::NodeId;
use crate::options::{NestedArrays, ResponseShape};

/// An operation that became a tool.
#[derive(Debug)]
pub struct Plan {
    /// Path segments of the tool.
    pub tool: Vec<String>,
    /// Text for the model.
    pub description: String,
    /// Upper-case HTTP method.
    pub method: String,
    /// Path as written in the document.
    pub path: String,
    /// `operationId`, if any.
    pub operation_id: Option<String>,
    /// Tags as written.
    pub tags: Vec<String>,
    /// The summary, if any.
    pub summary: Option<String>,
    /// Whether the document calls the operation deprecated.
    pub deprecated: bool,
    /// Base of the URL, without trailing slashes.
    pub(crate) server: Arc<str>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Body>,
    pub(crate) security: Arc<Security>,
    pub(crate) output: Output,
    pub(crate) nested_arrays: Option<NestedArrays>,
}

/// Where a parameter travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Location {
    Path,
    Query,
    Header,
    Cookie,
    QueryString,
}

impl Location {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Location::Path => "path",
            Location::Query | Location::QueryString => "query",
            Location::Header => "header",
            Location::Cookie => "cookie",
        }
    }
}

/// How a value becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    TabDelimited,
    DeepObject,
    /// `content` with a JSON media type.
    Json,
    /// `content` with a text media type.
    Text,
    /// `content` with a form media type; only for the whole query.
    UrlEncoded,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Name of the input field.
    pub(crate) field: String,
    /// Name on the wire.
    pub(crate) name: String,
    pub(crate) location: Location,
    pub(crate) style: Style,
    pub(crate) explode: bool,
    pub(crate) allow_reserved: bool,
    pub(crate) required: bool,
    /// A path value may span segments, each encoded by itself.
    pub(crate) multi_segment: bool,
    pub(crate) schema: Schema,
    pub(crate) description: Option<NodeId>,
    pub(crate) deprecated: bool,
    /// Sent always, hidden from the input.
    pub(crate) bound: Option<Value>,
}

/// Where a schema is found.
#[derive(Clone, Debug)]
pub(crate) enum Schema {
    /// Anything.
    Any,
    /// A schema of the document.
    Node(NodeId),
    /// A Swagger 2.0 parameter that is its own schema.
    Inline(NodeId),
    /// Bytes in both directions, shown as a named file type.
    File,
    /// A list of files.
    Files,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) required: bool,
    pub(crate) layout: BodyLayout,
    /// Supported media types, the preferred one first.
    pub(crate) media: Vec<Media>,
    /// Name of the field that chooses among them, when there is a choice.
    pub(crate) choice: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum BodyLayout {
    /// The body's properties are input fields.
    Flat(Vec<BodyField>),
    /// One input field is the body.
    Value { field: String },
}

#[derive(Clone, Debug)]
pub(crate) struct BodyField {
    pub(crate) field: String,
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) schema: Schema,
}

/// Families of media types by how a value becomes a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MediaKind {
    Json,
    Form,
    Multipart,
    Text,
    Binary,
}

#[derive(Clone, Debug)]
pub(crate) struct Media {
    /// As written in the document, sent as `Content-Type` (wildcards replaced).
    pub(crate) content_type: String,
    pub(crate) kind: MediaKind,
    pub(crate) schema: Schema,
    /// Facts on properties, for forms and multipart.
    pub(crate) properties: HashMap<String, Property>,
    /// `itemSchema` of a sequential type.
    pub(crate) lines: bool,
}

/// How one property of a form is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Property {
    pub(crate) style: Option<Style>,
    pub(crate) explode: Option<bool>,
    pub(crate) allow_reserved: bool,
    pub(crate) content_type: Option<String>,
    /// Fixed headers of a part.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) file: bool,
    /// Swagger 2.0 `collectionFormat` other than `multi`.
    pub(crate) delimiter: Option<char>,
}

/// Requirements in order of preference; an empty list asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Security {
    pub(crate) alternatives: Vec<Vec<SchemeUse>>,
}

/// One scheme of one alternative, as the host's resolver sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SchemeUse {
    pub(crate) name: String,
    pub(crate) definition: Value,
    pub(crate) scopes: Vec<String>,
}

/// What successful responses look like.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// Alternatives; empty when the document does not say.
    pub(crate) alternatives: Vec<OutputPart>,
    /// Value of the `Accept` header.
    pub(crate) accept: String,
    pub(crate) shape: ResponseShape,
}

#[derive(Clone, Debug)]
pub(crate) enum OutputPart {
    Json(Schema),
    Text,
    Empty,
    File,
    /// Server-sent events, collected.
    Events,
    /// JSON values in a sequence, collected.
    Sequence(Schema),
}
