//! Parameter declarations to plans.
//!
//! Invariant: the first rule that cannot be kept exactly makes the operation a skipped one;
//! nothing is guessed.

use crate::arena::{Kind, NodeId};
use crate::document::{Dialect, Document};
use crate::media;
use crate::options::Options;
use crate::plan::{Location, Parameter, Schema, Style};

/// Everything a list of parameters declares. Swagger 2.0 keeps its body among them.
pub(crate) struct Declared {
    pub(crate) parameters: Vec<Parameter>,
    /// Swagger 2.0: the `in: body` parameter.
    pub(crate) body: Option<NodeId>,
    /// Swagger 2.0: `in: formData` parameters.
    pub(crate) form: Vec<NodeId>,
}

/// Reads the parameters of a path item and its operation, the latter overriding the former.
pub(crate) fn read(
    document: &Document,
    item: NodeId,
    operation: NodeId,
    options: &Options,
) -> Result<Declared, String> {
    let arena = &document.arena;
    let mut order: Vec<(String, String, NodeId)> = Vec::new();
    for holder in [item, operation] {
        let Some(list) = arena.get(holder, "parameters") else { continue };
        for entry in arena.items(list) {
            let node = document.resolve(entry).map_err(|reason| {
                format!("parameter declaration is invalid or unresolved: {reason}")
            })?;
            if !arena.is_object(node) {
                return Err("parameter declaration is invalid or unresolved".into());
            }
            let name = arena.get_str(node, "name").filter(|name| !name.is_empty());
            let location = arena.get_str(node, "in").filter(|place| !place.is_empty());
            let (Some(name), Some(location)) = (name, location) else {
                return Err("parameter declaration is missing name or location".into());
            };
            match order.iter_mut().find(|(place, other, _)| place == location && other == name) {
                Some(entry) => entry.2 = node,
                None => order.push((location.into(), name.into(), node)),
            }
        }
    }
    let mut out = Declared { parameters: Vec::new(), body: None, form: Vec::new() };
    for (location, name, node) in order {
        let swagger = document.dialect() == Dialect::Swagger2;
        let location = match location.as_str() {
            "path" => Location::Path,
            "query" => Location::Query,
            "header" => Location::Header,
            "cookie" if !swagger => Location::Cookie,
            "querystring" if !swagger => Location::QueryString,
            "body" if swagger => {
                out.body = Some(node);
                continue;
            }
            "formData" if swagger => {
                out.form.push(node);
                continue;
            }
            other => {
                return Err(format!("parameter '{name}' uses unsupported location '{other}'"));
            }
        };
        if location == Location::Header
            && ["accept", "content-type", "authorization"]
                .iter()
                .any(|reserved| name.eq_ignore_ascii_case(reserved))
        {
            continue;
        }
        out.parameters.push(one(document, node, name, location, options)?);
    }
    // Path, then query, header, cookie: the order of the input's fields.
    out.parameters.sort_by_key(|parameter| match parameter.location {
        Location::Path => 0,
        Location::Query | Location::QueryString => 1,
        Location::Header => 2,
        Location::Cookie => 3,
    });
    let whole = out.parameters.iter().filter(|p| p.location == Location::QueryString).count();
    if whole > 1 || (whole == 1 && out.parameters.iter().any(|p| p.location == Location::Query)) {
        return Err("parameter in 'querystring' cannot stand beside other query parameters".into());
    }
    Ok(out)
}

fn one(
    document: &Document,
    node: NodeId,
    name: String,
    location: Location,
    options: &Options,
) -> Result<Parameter, String> {
    let arena = &document.arena;
    let flag = |key: &str| arena.get(node, key).and_then(|id| arena.bool(id)) == Some(true);
    let bound = match location {
        Location::Path => options.bind.path.get(&name),
        Location::Query | Location::QueryString => options.bind.query.get(&name),
        Location::Header => options
            .bind
            .header
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(&name))
            .map(|(_, value)| value),
        Location::Cookie => options.bind.cookie.get(&name),
    };
    let mut out = Parameter {
        field: name.clone(),
        name: name.clone(),
        location,
        style: if matches!(location, Location::Path | Location::Header) {
            Style::Simple
        } else {
            Style::Form
        },
        explode: false,
        allow_reserved: false,
        required: flag("required") || location == Location::Path,
        multi_segment: location == Location::Path
            && (flag("x-multiSegment") || options.multi_segment.contains(&name)),
        schema: Schema::Any,
        description: arena.get(node, "description").filter(|id| arena.str(*id).is_some()),
        deprecated: flag("deprecated"),
        bound: bound.cloned(),
    };
    if document.dialect() == Dialect::Swagger2 {
        swagger_style(document, node, &mut out)?;
        out.schema = Schema::Inline(node);
        return Ok(out);
    }
    let content = arena.get(node, "content").filter(|id| arena.kind(*id) != Kind::Null);
    let schema = arena.get(node, "schema").filter(|id| arena.kind(*id) != Kind::Null);
    if let Some(content) = content {
        return content_encoded(document, content, out);
    }
    let Some(schema) = schema else {
        return Err(format!("parameter '{name}' declares neither schema nor content"));
    };
    if location == Location::QueryString {
        return Err(format!("parameter '{name}' in 'querystring' declares no content"));
    }
    out.schema = Schema::Node(schema);
    let style = match arena.get(node, "style") {
        None => None,
        Some(id) => Some(
            arena
                .str(id)
                .filter(|style| !style.is_empty())
                .ok_or_else(|| format!("parameter '{name}' has an invalid style"))?,
        ),
    };
    let boolean = |key: &str| match arena.get(node, key) {
        None => Ok(None),
        Some(id) => arena
            .bool(id)
            .map(Some)
            .ok_or_else(|| format!("parameter '{name}' has an invalid {key} value")),
    };
    let explode = boolean("explode")?;
    let reserved = boolean("allowReserved")? == Some(true);
    let word = location.word();
    out.style = match (location, style) {
        (_, None) => out.style,
        (Location::Path | Location::Header, Some("simple")) => Style::Simple,
        (Location::Path, Some("label")) => Style::Label,
        (Location::Path, Some("matrix")) => Style::Matrix,
        (Location::Query | Location::Cookie, Some("form")) => Style::Form,
        (Location::Cookie, Some("cookie")) => Style::Form,
        (Location::Query, Some("spaceDelimited")) => Style::SpaceDelimited,
        (Location::Query, Some("pipeDelimited")) => Style::PipeDelimited,
        (Location::Query, Some("deepObject")) => Style::DeepObject,
        (_, Some(style)) => {
            return Err(format!("{word} parameter '{name}' uses unsupported style '{style}'"));
        }
    };
    out.explode = explode.unwrap_or(out.style == Style::Form);
    match location {
        Location::Query | Location::Cookie => out.allow_reserved = reserved,
        Location::Path => out.multi_segment |= reserved,
        Location::Header | Location::QueryString => {}
    }
    Ok(out)
}

fn content_encoded(
    document: &Document,
    content: NodeId,
    mut out: Parameter,
) -> Result<Parameter, String> {
    let arena = &document.arena;
    let name = out.name.clone();
    let mut declared = Vec::new();
    for (media_type, entry) in arena.members(content) {
        let essence = media::essence(media_type);
        let style = if media::is_json(&essence) {
            Style::Json
        } else if essence == "application/x-www-form-urlencoded"
            && out.location == Location::QueryString
        {
            Style::UrlEncoded
        } else if media::is_text(&essence) {
            Style::Text
        } else {
            declared.push(media_type.to_owned());
            continue;
        };
        out.style = style;
        out.schema = document
            .resolve(entry)
            .ok()
            .and_then(|entry| arena.get(entry, "schema"))
            .map_or(Schema::Any, Schema::Node);
        return Ok(out);
    }
    Err(format!(
        "parameter '{name}' uses unsupported content encoding (declared: {})",
        if declared.is_empty() { "none".into() } else { declared.join(", ") }
    ))
}

fn swagger_style(document: &Document, node: NodeId, out: &mut Parameter) -> Result<(), String> {
    let format = document.arena.get_str(node, "collectionFormat").unwrap_or("csv");
    let query = out.location == Location::Query;
    match format {
        "csv" => {}
        "multi" if query => out.explode = true,
        "ssv" if query => out.style = Style::SpaceDelimited,
        "pipes" if query => out.style = Style::PipeDelimited,
        "tsv" if query => out.style = Style::TabDelimited,
        other => {
            return Err(format!(
                "parameter '{}' uses unsupported collectionFormat '{other}'",
                out.name
            ));
        }
    }
    Ok(())
}
