//! A plan and an input to the parts of a request.
//!
//! Credentials are not here: the host adds them to the finished parts, so no input can take
//! their place. Order of the checks: path, required fields, query, headers, body.
//!
//! Invariants: a value never leaves its place in the URL (no separator, no dot segment comes
//! from a value); header values hold no line breaks; failures name the input field.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::form::{bracketed, urlencoded};
use crate::options::NestedArrays;
use crate::plan::{BodyLayout, Location, Media, MediaKind, Parameter, Plan, Property, Style};
use crate::serialise::{Escape, escaped, joined, pairs, scalar};

/// A request without credentials.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HttpRequest {
    pub method: String,
    /// Absolute URL without query.
    pub url: String,
    /// Query pairs: the plain name, then the escaped `name=value`.
    pub query: Vec<(String, String)>,
    /// Headers by name; the host's static ones come before.
    pub headers: Vec<(String, String)>,
    /// Cookie pairs: the plain name, then `name=value`.
    pub cookies: Vec<(String, String)>,
    /// What to ask for.
    pub accept: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<HttpBody>,
}

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum HttpBody {
    /// One content.
    #[serde(rename_all = "camelCase")]
    Single { content_type: String, content: PartContent },
    /// Parts of a multipart body.
    #[serde(rename_all = "camelCase")]
    Multipart { content_type: String, parts: Vec<HttpPart> },
}

/// What a body or a part holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum PartContent {
    Text(String),
    /// Bytes as base64.
    Base64(String),
    /// A reference that the host turns into bytes.
    Reference(Value),
}

/// One part of a multipart body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HttpPart {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    pub content: PartContent,
}

/// Builds the request; the error is the text for the program.
pub(crate) fn build(plan: &Plan, input: &Value) -> Result<HttpRequest, String> {
    let empty = Map::new();
    let input = input.as_object().unwrap_or(&empty);
    let (url, mut query) = path(plan, input)?;
    for parameter in &plan.parameters {
        let kind = match parameter.location {
            Location::Path => continue,
            Location::Query | Location::QueryString => "query",
            Location::Header => "header",
            Location::Cookie => "cookie",
        };
        if parameter.required && given(parameter, input).is_none() {
            return Err(format!("Missing required {kind} parameter '{}'.", parameter.field));
        }
    }
    required_body(plan, input)?;
    let mut headers = Vec::new();
    let mut cookies = Vec::new();
    for parameter in &plan.parameters {
        let Some(value) = given(parameter, input) else { continue };
        match parameter.location {
            Location::Path => {}
            Location::Query => query_pairs(plan, parameter, value, &mut query)?,
            Location::QueryString => whole_query(plan, parameter, value, &mut query)?,
            Location::Header => headers.push((parameter.name.clone(), header(parameter, value)?)),
            Location::Cookie => {
                for (_, pair) in cookie(parameter, value)? {
                    cookies.push((parameter.name.clone(), pair));
                }
            }
        }
    }
    let body = body(plan, input)?;
    Ok(HttpRequest {
        method: plan.method.clone(),
        url,
        query,
        headers,
        cookies,
        accept: plan.output.accept.clone(),
        body,
    })
}

fn given<'a>(parameter: &'a Parameter, input: &'a Map<String, Value>) -> Option<&'a Value> {
    parameter.bound.as_ref().or_else(|| input.get(&parameter.field))
}

fn nested(field: &str) -> String {
    format!("Parameter '{field}' contains an unsupported nested value.")
}

type Pairs = Vec<(String, String)>;

/// The URL with its values, and query pairs that the path key itself holds.
fn path(plan: &Plan, input: &Map<String, Value>) -> Result<(String, Pairs), String> {
    let template = plan.path.split('#').next().unwrap_or("");
    let (template, fixed) = template.split_once('?').unwrap_or((template, ""));
    let mut out = fill(plan, &plan.server, input)?;
    // Each segment is filled on its own, so that a dot segment made of several values shows.
    for (at, segment) in template.split('/').enumerate() {
        if at > 0 {
            out.push('/');
        }
        let filled = fill(plan, segment, input)?;
        let dots = filled.split('/').any(|part| part == "." || part == "..");
        if dots && segment.contains('{') {
            let field = plan
                .parameters
                .iter()
                .find(|p| {
                    p.location == Location::Path && segment.contains(&format!("{{{}}}", p.name))
                })
                .map_or("", |p| p.field.as_str());
            return Err(format!("Invalid path parameter '{field}'."));
        }
        out.push_str(&filled);
    }
    let mut query = Vec::new();
    for pair in fixed.split('&').filter(|pair| !pair.is_empty()) {
        let pair = fill(plan, pair, input)?;
        let name = pair.split('=').next().unwrap_or("");
        query.push((crate::document::percent_decode(name), pair));
    }
    Ok((out, query))
}

/// Replaces every `{name}` of a text.
fn fill(plan: &Plan, text: &str, input: &Map<String, Value>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else { break };
        out.push_str(before);
        let parameter = plan
            .parameters
            .iter()
            .find(|parameter| parameter.location == Location::Path && parameter.name == name);
        let Some(parameter) = parameter else {
            return Err(format!("Unresolved path parameter {{{name}}}."));
        };
        out.push_str(&path_value(parameter, input)?);
        rest = tail;
    }
    out.push_str(rest);
    Ok(out)
}

fn path_value(parameter: &Parameter, input: &Map<String, Value>) -> Result<String, String> {
    let field = &parameter.field;
    let Some(value) = given(parameter, input) else {
        return Err(format!("Missing required path parameter '{field}'."));
    };
    let invalid = || format!("Invalid path parameter '{field}'.");
    let text = match parameter.style {
        Style::Json => escaped(&value.to_string(), Escape::Strict),
        Style::Text => escaped(&scalar(value).ok_or_else(|| nested(field))?, Escape::Strict),
        _ if parameter.multi_segment && !value.is_array() && !value.is_object() => {
            let text = scalar(value).unwrap_or_default();
            let segments: Vec<String> =
                text.split('/').map(|segment| escaped(segment, Escape::Strict)).collect();
            if segments.iter().any(|segment| segment == "." || segment == "..") {
                return Err(invalid());
            }
            segments.join("/")
        }
        style => joined(&parameter.name, value, style, parameter.explode, Escape::Strict)
            .map_err(|_| nested(field))?,
    };
    if matches!(text.as_str(), "" | "." | "..") {
        return Err(invalid());
    }
    Ok(text)
}

fn query_pairs(
    plan: &Plan,
    parameter: &Parameter,
    value: &Value,
    out: &mut Pairs,
) -> Result<(), String> {
    let field = &parameter.field;
    let name = &parameter.name;
    let escape = if parameter.allow_reserved { Escape::Reserved } else { Escape::Form };
    let found = match parameter.style {
        Style::Json => vec![(escaped(name, escape), escaped(&value.to_string(), escape))],
        Style::Text => {
            let text = scalar(value).ok_or_else(|| nested(field))?;
            vec![(escaped(name, escape), escaped(&text, escape))]
        }
        Style::DeepObject if value.is_object() => {
            let mut pairs = Vec::new();
            let arrays = plan.nested_arrays.unwrap_or(NestedArrays::Repeat);
            bracketed(name, value, arrays, escape, &mut pairs).map_err(|_| {
                format!("Deep-object parameter '{field}' contains an unsupported nested value.")
            })?;
            pairs
        }
        Style::DeepObject if value.is_array() && plan.nested_arrays.is_some() => {
            let mut pairs = Vec::new();
            let arrays = plan.nested_arrays.unwrap_or(NestedArrays::Brackets);
            bracketed(name, value, arrays, escape, &mut pairs).map_err(|_| nested(field))?;
            pairs
        }
        Style::DeepObject => {
            return Err(format!("Deep-object parameter '{field}' must be an object."));
        }
        style => pairs(name, value, style, parameter.explode, escape).map_err(|_| {
            if parameter.explode && value.is_object() {
                format!("Query parameter '{field}' contains an unsupported nested value.")
            } else {
                nested(field)
            }
        })?,
    };
    let exploded = parameter.explode && value.is_object() && parameter.style == Style::Form;
    for (key, text) in found {
        let plain = if exploded || parameter.style == Style::DeepObject {
            crate::document::percent_decode(&key.replace('+', " "))
        } else {
            name.clone()
        };
        out.push((plain, format!("{key}={text}")));
    }
    Ok(())
}

/// OpenAPI 3.2 `in: querystring`: the value is the whole query.
fn whole_query(
    plan: &Plan,
    parameter: &Parameter,
    value: &Value,
    out: &mut Pairs,
) -> Result<(), String> {
    let field = &parameter.field;
    match parameter.style {
        Style::UrlEncoded => {
            let Value::Object(members) = value else {
                return Err(format!("Query parameter '{field}' must be an object."));
            };
            let arrays = plan.nested_arrays.unwrap_or(NestedArrays::Brackets);
            for (name, value) in members {
                let simple = value.as_array().is_none_or(|items| {
                    items.iter().all(|item| !item.is_array() && !item.is_object())
                }) && !value.is_object();
                let found = if simple {
                    pairs(name, value, Style::Form, true, Escape::Form)
                        .map_err(|_| nested(field))?
                } else {
                    let mut found = Vec::new();
                    bracketed(name, value, arrays, Escape::Form, &mut found)
                        .map_err(|_| nested(field))?;
                    found
                };
                out.extend(
                    found.into_iter().map(|(key, text)| (name.clone(), format!("{key}={text}"))),
                );
            }
        }
        Style::Json => out.push((String::new(), escaped(&value.to_string(), Escape::Strict))),
        _ => {
            let text = scalar(value).ok_or_else(|| nested(field))?;
            out.push((String::new(), escaped(&text, Escape::Strict)));
        }
    }
    Ok(())
}

fn header(parameter: &Parameter, value: &Value) -> Result<String, String> {
    let field = &parameter.field;
    let text = match parameter.style {
        Style::Json => ascii_json(value),
        Style::Text => scalar(value).ok_or_else(|| nested(field))?,
        style => joined(&parameter.name, value, style, parameter.explode, Escape::Raw)
            .map_err(|_| nested(field))?,
    };
    let fits = text
        .chars()
        .all(|char| char == '\t' || (char >= ' ' && char != '\u{7f}' && (char as u32) < 0x100));
    if !fits {
        return Err(format!("Invalid header parameter '{field}'."));
    }
    Ok(text)
}

/// JSON with everything beyond ASCII as escapes, fit for a header.
fn ascii_json(value: &Value) -> String {
    let mut out = String::new();
    for char in value.to_string().chars() {
        if char.is_ascii() {
            out.push(char);
        } else {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

fn cookie(parameter: &Parameter, value: &Value) -> Result<Pairs, String> {
    let field = &parameter.field;
    let name = escaped(&parameter.name, Escape::Cookie);
    let found = match parameter.style {
        Style::Json => vec![(name, escaped(&value.to_string(), Escape::Strict))],
        Style::Text => {
            let text = scalar(value).ok_or_else(|| nested(field))?;
            vec![(name, escaped(&text, Escape::Cookie))]
        }
        style => pairs(&parameter.name, value, style, parameter.explode, Escape::Cookie)
            .map_err(|_| nested(field))?,
    };
    Ok(found.into_iter().map(|(key, text)| (key.clone(), format!("{key}={text}"))).collect())
}

fn required_body(plan: &Plan, input: &Map<String, Value>) -> Result<(), String> {
    let Some(body) = &plan.body else { return Ok(()) };
    let missing = match &body.layout {
        BodyLayout::Flat(fields) => {
            fields.iter().find(|f| f.required && !input.contains_key(&f.field)).map(|f| &f.field)
        }
        BodyLayout::Value { field } => {
            (body.required && !input.contains_key(field)).then_some(field)
        }
    };
    match missing {
        Some(field) => Err(format!("Missing required body field '{field}'.")),
        None => Ok(()),
    }
}

fn body(plan: &Plan, input: &Map<String, Value>) -> Result<Option<HttpBody>, String> {
    let Some(body) = &plan.body else { return Ok(None) };
    let value = match &body.layout {
        BodyLayout::Flat(fields) => {
            let mut members = Map::new();
            for field in fields {
                if let Some(value) = input.get(&field.field) {
                    members.insert(field.name.clone(), value.clone());
                }
            }
            if members.is_empty() && !body.required {
                return Ok(None);
            }
            Value::Object(members)
        }
        BodyLayout::Value { field } => match input.get(field) {
            Some(value) => value.clone(),
            None => return Ok(None),
        },
    };
    let media = match body.choice.as_ref().and_then(|choice| input.get(choice)) {
        None => body.media.first(),
        Some(wanted) => {
            let found = body
                .media
                .iter()
                .find(|media| wanted.as_str() == Some(media.content_type.as_str()));
            if found.is_none() {
                let offered: Vec<&str> =
                    body.media.iter().map(|media| media.content_type.as_str()).collect();
                return Err(format!(
                    "Unsupported content type for {} {}; offered: {}.",
                    plan.method,
                    plan.path,
                    offered.join(", ")
                ));
            }
            found
        }
    };
    let Some(media) = media else { return Ok(None) };
    let field = match &body.layout {
        BodyLayout::Value { field } => field.as_str(),
        BodyLayout::Flat(_) => "body",
    };
    content(plan, media, field, value).map(Some)
}

fn content(plan: &Plan, media: &Media, field: &str, value: Value) -> Result<HttpBody, String> {
    let single = |content: PartContent| HttpBody::Single {
        content_type: media.content_type.clone(),
        content,
    };
    let object = |value: Value| match value {
        Value::Object(members) => Ok(members),
        _ => Err(format!("Body field '{field}' must be an object.")),
    };
    match media.kind {
        MediaKind::Json => Ok(single(PartContent::Text(value.to_string()))),
        MediaKind::Form => {
            let members = match value {
                Value::String(text) => return Ok(single(PartContent::Text(text))),
                value => object(value)?,
            };
            let text = urlencoded(&members, media, plan.nested_arrays).map_err(|name| {
                format!("Body field '{name}' contains an unsupported nested value.")
            })?;
            Ok(single(PartContent::Text(text)))
        }
        MediaKind::Multipart => {
            let mut parts = Vec::new();
            for (name, value) in object(value)? {
                part(plan, media, &name, value, &mut parts)?;
            }
            Ok(HttpBody::Multipart { content_type: media.content_type.clone(), parts })
        }
        MediaKind::Text => match value {
            Value::String(text) => Ok(single(PartContent::Text(text))),
            Value::Array(items) if media.lines => {
                let lines: Vec<String> = items.iter().map(|item| format!("{item}\n")).collect();
                Ok(single(PartContent::Text(lines.concat())))
            }
            value if media.content_type.contains("yaml") => {
                Ok(single(PartContent::Text(value.to_string())))
            }
            value => match scalar(&value) {
                Some(text) => Ok(single(PartContent::Text(text))),
                None => Err(format!("Body field '{field}' must be text.")),
            },
        },
        MediaKind::Binary => {
            let file = file(value)
                .ok_or_else(|| format!("Body field '{field}' must be a file: {FILE_FORM}."))?;
            let content_type = match file.content_type {
                Some(own) if media.content_type == "application/octet-stream" => own,
                _ => media.content_type.clone(),
            };
            Ok(HttpBody::Single { content_type, content: file.content })
        }
    }
}

const FILE_FORM: &str = "{ base64 } or { text }, optionally with filename and contentType";

struct File {
    content: PartContent,
    filename: Option<String>,
    content_type: Option<String>,
}

/// A file value: an object with `base64`, `text` or `ref`, or a plain string taken as text.
fn file(value: Value) -> Option<File> {
    let mut members = match value {
        Value::String(text) => {
            return Some(File {
                content: PartContent::Text(text),
                filename: None,
                content_type: None,
            });
        }
        Value::Object(members) => members,
        _ => return None,
    };
    let printable =
        |text: &String| !text.is_empty() && !text.contains(|char: char| char.is_control());
    let mut text = |key: &str| match members.shift_remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let filename = text("filename").filter(printable);
    let content_type = text("contentType")
        .filter(|text| !text.is_empty() && text.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
    let content = if let Some(base64) = text("base64") {
        PartContent::Base64(is_base64(&base64).then_some(base64)?)
    } else if let Some(plain) = text("text") {
        PartContent::Text(plain)
    } else {
        PartContent::Reference(members.shift_remove("ref")?)
    };
    Some(File { content, filename, content_type })
}

/// Base64 in either alphabet, padded or not.
fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    body.len() % 4 != 1
        && text.len() - body.len() <= 2
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte))
}

fn part(
    plan: &Plan,
    media: &Media,
    name: &str,
    value: Value,
    out: &mut Vec<HttpPart>,
) -> Result<(), String> {
    let none = Property::default();
    let facts = media.properties.get(name).unwrap_or(&none);
    if facts.file {
        let files = match value {
            Value::Array(files) => files,
            one => vec![one],
        };
        for value in files {
            let file = file(value)
                .ok_or_else(|| format!("Body field '{name}' must be a file: {FILE_FORM}."))?;
            let declared = facts
                .content_type
                .as_deref()
                .filter(|text| !text.contains(['*', ',']))
                .map(str::to_owned);
            out.push(HttpPart {
                name: name.into(),
                filename: Some(file.filename.unwrap_or_else(|| name.to_owned())),
                content_type: Some(
                    file.content_type
                        .or(declared)
                        .unwrap_or_else(|| "application/octet-stream".into()),
                ),
                headers: facts.headers.clone(),
                content: file.content,
            });
        }
        return Ok(());
    }
    let text = |content_type: Option<String>, content: String| HttpPart {
        name: name.into(),
        filename: None,
        content_type,
        headers: facts.headers.clone(),
        content: PartContent::Text(content),
    };
    let declared = facts.content_type.as_deref().filter(|text| !text.contains(['*', ',']));
    // 3.1 allows query styles for form-data fields; they replace the content type.
    if facts.style.is_some() || facts.explode.is_some() {
        let style = facts.style.unwrap_or(Style::Form);
        let mut found = Vec::new();
        if style == Style::DeepObject {
            let arrays = plan.nested_arrays.unwrap_or(NestedArrays::Brackets);
            bracketed(name, &value, arrays, Escape::Raw, &mut found).map_err(|_| nested(name))?;
        } else {
            let explode = facts.explode.unwrap_or(style == Style::Form);
            found = pairs(name, &value, style, explode, Escape::Raw).map_err(|_| nested(name))?;
        }
        for (key, content) in found {
            out.push(HttpPart { name: key, ..text(None, content) });
        }
        return Ok(());
    }
    if let Some(delimiter) = facts.delimiter
        && let Value::Array(items) = &value
    {
        let items: Option<Vec<String>> = items.iter().map(scalar).collect();
        let items = items.ok_or_else(|| nested(name))?;
        out.push(text(None, items.join(&delimiter.to_string())));
        return Ok(());
    }
    let json = declared.is_some_and(|text| crate::media::is_json(&crate::media::essence(text)));
    match value {
        Value::Array(items) if !json => {
            for item in items {
                out.push(match scalar(&item) {
                    Some(content) => text(declared.map(str::to_owned), content),
                    None => text(Some("application/json".into()), item.to_string()),
                });
            }
        }
        value => out.push(match scalar(&value).filter(|_| !json || value.is_string()) {
            Some(content) => text(declared.map(str::to_owned), content),
            None => text(
                Some(declared.map_or_else(|| "application/json".into(), str::to_owned)),
                value.to_string(),
            ),
        }),
    }
    Ok(())
}
