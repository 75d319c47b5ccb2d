//! Families of media types.

use crate::plan::MediaKind;

/// The type without parameters, in lower case.
pub(crate) fn essence(text: &str) -> String {
    text.split(';').next().unwrap_or("").trim().to_ascii_lowercase()
}

pub(crate) fn is_json(essence: &str) -> bool {
    matches!(essence, "application/json" | "text/json") || essence.ends_with("+json")
}

/// JSON values one after another.
pub(crate) fn is_sequence(essence: &str) -> bool {
    matches!(
        essence,
        "application/x-ndjson"
            | "application/ndjson"
            | "application/jsonl"
            | "application/x-jsonlines"
            | "application/json-seq"
            | "application/stream+json"
    )
}

pub(crate) fn is_events(essence: &str) -> bool {
    essence == "text/event-stream"
}

pub(crate) fn is_text(essence: &str) -> bool {
    essence.starts_with("text/")
        || essence.ends_with("+xml")
        || essence.ends_with("+yaml")
        || matches!(
            essence,
            "application/xml"
                | "application/yaml"
                | "application/x-yaml"
                | "application/javascript"
                | "application/graphql"
                | "application/sql"
                | "application/toml"
        )
}

/// A range such as `*/*` or `application/*`, which says nothing about the format.
pub(crate) fn is_wildcard(essence: &str) -> bool {
    matches!(essence, "*/*" | "application/*" | "*")
}

/// How a value becomes a body of that type. `binary` tells that the schema describes bytes.
pub(crate) fn body_kind(essence: &str, binary: bool) -> MediaKind {
    match essence {
        "application/x-www-form-urlencoded" => MediaKind::Form,
        _ if essence.starts_with("multipart/") => MediaKind::Multipart,
        _ if binary => MediaKind::Binary,
        _ if is_json(essence) && !is_sequence(essence) => MediaKind::Json,
        _ if is_wildcard(essence) => MediaKind::Json,
        _ if is_text(essence) || is_sequence(essence) => MediaKind::Text,
        _ => MediaKind::Binary,
    }
}
