//! One way to state a case: a fragment in, tools, skips or request lines out.

use std::sync::Arc;

use codemode_openapi::{
    Api, Document, HttpBody, HttpRequest, Options, PartContent, ReadLimits, Source,
};
use serde_json::{Value, json};

pub(crate) const BASE: &str = "https://api.example.test";

/// A 200 response with a JSON object.
pub(crate) fn ok() -> Value {
    json!({ "200": { "content": { "application/json": { "schema": { "type": "object" } } } } })
}

/// A 3.1 document of these paths.
pub(crate) fn document(paths: Value) -> Value {
    json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths })
}

/// A document with one `GET` or `POST` operation `t`.
pub(crate) fn one(path: &str, method: &str, mut operation: Value) -> Value {
    let members = operation.as_object_mut().unwrap();
    members.entry("operationId").or_insert(json!("t"));
    members.entry("responses").or_insert_with(ok);
    document(json!({ path: { method: operation } }))
}

pub(crate) fn options(value: Value) -> Options {
    serde_json::from_value(value).unwrap()
}

pub(crate) fn build(document: &Value, options: &Options) -> Api {
    let text = document.to_string();
    let document = Document::read(
        Source::Text(&text),
        options.document_url.as_deref(),
        &[],
        ReadLimits::default(),
    )
    .unwrap();
    Api::build(Arc::new(document), options)
}

pub(crate) fn api(document: &Value) -> Api {
    build(document, &options(json!({ "baseUrl": BASE })))
}

/// Dotted paths of all tools.
pub(crate) fn tools(api: &Api) -> Vec<String> {
    api.plans().iter().map(|plan| plan.tool.join(".")).collect()
}

/// `METHOD path: reason` of all skips.
pub(crate) fn skips(api: &Api) -> Vec<String> {
    api.skipped()
        .iter()
        .map(|skip| format!("{} {}: {}", skip.method, skip.path, skip.reason))
        .collect()
}

/// The only skip's reason.
pub(crate) fn reason(document: &Value) -> String {
    let api = api(document);
    assert_eq!(tools(&api), Vec::<String>::new());
    api.skipped()[0].reason.clone()
}

/// The request of the first tool as lines: method and URL, headers, cookie, body.
pub(crate) fn send(api: &Api, input: Value) -> String {
    send_tool(api, 0, input)
}

pub(crate) fn send_tool(api: &Api, tool: usize, input: Value) -> String {
    match api.request(tool, &input).unwrap() {
        Ok(request) => lines(&request),
        Err(message) => format!("! {message}"),
    }
}

fn content(content: &PartContent) -> String {
    match content {
        PartContent::Text(text) => text.clone(),
        PartContent::Base64(text) => format!("base64:{text}"),
        PartContent::Reference(value) => format!("ref:{value}"),
    }
}

fn lines(request: &HttpRequest) -> String {
    let url = request.url.strip_prefix(BASE).unwrap_or(&request.url);
    let query: Vec<&str> = request.query.iter().map(|(_, pair)| pair.as_str()).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let mut out = vec![format!("{} {url}{query}", request.method)];
    out.extend(request.headers.iter().map(|(name, value)| format!("{name}: {value}")));
    let cookies: Vec<&str> = request.cookies.iter().map(|(_, pair)| pair.as_str()).collect();
    if !cookies.is_empty() {
        out.push(format!("cookie: {}", cookies.join("; ")));
    }
    match &request.body {
        None => {}
        Some(HttpBody::Single { content_type, content: body }) => {
            out.push(format!("[{content_type}] {}", content(body)));
        }
        Some(HttpBody::Multipart { content_type, parts }) => {
            out.push(format!("[{content_type}]"));
            for part in parts {
                let file = part.filename.as_ref().map_or(String::new(), |f| format!(" file={f}"));
                let kind =
                    part.content_type.as_ref().map_or(String::new(), |t| format!(" type={t}"));
                let headers: String =
                    part.headers.iter().map(|(n, v)| format!(" {n}={v}")).collect();
                out.push(format!(
                    "- {}{file}{kind}{headers}: {}",
                    part.name,
                    content(&part.content)
                ));
            }
        }
    }
    out.join("\n")
}

/// A compact view of an input schema's fields: `name?: schema`.
pub(crate) fn fields(api: &Api, tool: usize) -> Vec<String> {
    let schema = api.input_schema(tool).unwrap();
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    schema["properties"]
        .as_object()
        .unwrap()
        .keys()
        .map(
            |name| {
                if required.contains(&name.as_str()) { name.clone() } else { format!("{name}?") }
            },
        )
        .collect()
}
