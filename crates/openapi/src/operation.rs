//! Operations of a document: found, filtered, and each made a plan or skipped with a reason.
//!
//! Invariant: every operation ends in exactly one of the three lists of [`Operations`].

use std::sync::Arc;

use serde::Serialize;

use crate::arena::NodeId;
use crate::document::{Dialect, Document};
use crate::naming::{Places, wanted};
use crate::options::{Decision, Facts, Options};
use crate::plan::{Body, BodyLayout, Parameter, Plan, Security};
use crate::schema::clipped;
use crate::{body, parameter, response, security, server};

/// An operation that is not a tool, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skipped {
    /// Upper-case method; `*` when the whole path item could not be read.
    pub method: String,
    /// Path as written.
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<String>,
    /// The first obstacle found.
    pub reason: String,
}

/// An operation as hosts decide about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    pub method: String,
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<String>,
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub deprecated: bool,
}

/// Everything a document's operations became.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    pub(crate) plans: Vec<Plan>,
    pub(crate) skipped: Vec<Skipped>,
    /// Left out by the host's choice.
    pub(crate) filtered: Vec<Summary>,
}

/// An operation found in the document.
struct Found<'a> {
    method: String,
    path: &'a str,
    item: NodeId,
    node: NodeId,
}

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const READING: [&str; 4] = ["GET", "HEAD", "OPTIONS", "QUERY"];

fn found(document: &Document) -> (Vec<Found<'_>>, Vec<Skipped>) {
    let arena = &document.arena;
    let mut out = Vec::new();
    let mut broken = Vec::new();
    let Some(paths) = arena.get(document.root(), "paths") else { return (out, broken) };
    for (path, entry) in arena.members(paths) {
        if !arena.is_object(entry) {
            if !path.starts_with("x-") {
                broken.push(item_skipped(path, "path item is not an object".into()));
            }
            continue;
        }
        let item = match document.resolve(entry) {
            Ok(item) => item,
            Err(reason) => {
                broken.push(item_skipped(path, format!("path item is unresolved: {reason}")));
                continue;
            }
        };
        // A path item may add members beside its reference.
        let holders = if item == entry { vec![item] } else { vec![entry, item] };
        for holder in holders {
            for (key, node) in arena.members(holder) {
                let known = METHODS.contains(&key)
                    || (key == "query" && document.dialect() == Dialect::V31);
                if known {
                    let method = key.to_ascii_uppercase();
                    // Files are commonly split at the operation, though only items may refer.
                    let reason = match document.resolve(node) {
                        Ok(node) if arena.is_object(node) => {
                            out.push(Found { method, path, item, node });
                            continue;
                        }
                        Ok(_) => "operation is not an object".to_owned(),
                        Err(reason) => format!("operation is unresolved: {reason}"),
                    };
                    let path = path.into();
                    broken.push(Skipped { method, path, operation_id: None, reason });
                } else if key == "additionalOperations" {
                    for (method, node) in arena.members(node) {
                        if arena.is_object(node) && is_token(method) {
                            out.push(Found { method: method.into(), path, item, node });
                        }
                    }
                } else if METHODS.contains(&key.to_ascii_lowercase().as_str())
                    && arena.is_object(node)
                {
                    broken.push(Skipped {
                        method: key.to_ascii_uppercase(),
                        path: path.into(),
                        operation_id: arena.get_str(node, "operationId").map(str::to_owned),
                        reason: format!("method '{key}' is not written in lower case"),
                    });
                }
            }
        }
    }
    (out, broken)
}

fn item_skipped(path: &str, reason: String) -> Skipped {
    Skipped { method: "*".into(), path: path.into(), operation_id: None, reason }
}

fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

fn summary(document: &Document, found: &Found<'_>) -> Summary {
    let arena = &document.arena;
    let text = |key: &str| {
        arena.get_str(found.node, key).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    Summary {
        method: found.method.clone(),
        path: found.path.into(),
        operation_id: text("operationId"),
        tags: arena
            .get(found.node, "tags")
            .map(|tags| {
                arena.items(tags).filter_map(|id| arena.str(id)).map(str::to_owned).collect()
            })
            .unwrap_or_default(),
        summary: text("summary"),
        description: text("description"),
        deprecated: arena.get(found.node, "deprecated").and_then(|id| arena.bool(id)) == Some(true),
    }
}

/// Every operation, for hosts that decide one by one.
pub(crate) fn list(document: &Document) -> Vec<Summary> {
    found(document).0.iter().map(|found| summary(document, found)).collect()
}

/// Reads all operations.
pub(crate) fn read(document: &Document, options: &Options) -> Operations {
    let (operations, broken) = found(document);
    let mut out = Operations { skipped: broken, ..Operations::default() };
    let shared = security::read(document, None).map(Arc::new);
    let mut places = Places::default();
    let none = Decision::default();
    for found in &operations {
        let facts = summary(document, found);
        let key = format!("{} {}", found.method, found.path);
        let decision = options.decisions.get(&key).unwrap_or(&none);
        if !wanted_by_host(options, &facts, decision) {
            out.filtered.push(facts);
            continue;
        }
        let before = out.plans.last();
        match plan(document, found, &facts, options, decision, &shared, before) {
            Ok(mut plan) => {
                let wanted = match &decision.path {
                    Some(path) if !path.is_empty() => path.clone(),
                    _ => wanted(
                        options.namespace,
                        facts.operation_id.as_deref(),
                        &found.method,
                        found.path,
                        facts.tags.first().map(String::as_str),
                    ),
                };
                plan.tool = places.place(wanted);
                places.take(&plan.tool);
                out.plans.push(plan);
            }
            Err(reason) => out.skipped.push(Skipped {
                method: facts.method,
                path: facts.path,
                operation_id: facts.operation_id,
                reason,
            }),
        }
    }
    out
}

fn wanted_by_host(options: &Options, facts: &Summary, decision: &Decision) -> bool {
    let tags: Vec<&str> = facts.tags.iter().map(String::as_str).collect();
    let facts = Facts {
        method: &facts.method,
        path: &facts.path,
        operation_id: facts.operation_id.as_deref(),
        tags: &tags,
        deprecated: facts.deprecated,
    };
    !decision.omit
        && (!options.read_only || READING.contains(&facts.method))
        && options.include.as_ref().is_none_or(|filter| filter.matches(&facts))
        && !options.exclude.as_ref().is_some_and(|filter| filter.matches(&facts))
}

fn plan(
    document: &Document,
    found: &Found<'_>,
    facts: &Summary,
    options: &Options,
    decision: &Decision,
    shared: &Result<Arc<Security>, String>,
    before: Option<&Plan>,
) -> Result<Plan, String> {
    let arena = &document.arena;
    let shape = decision.response.unwrap_or(options.response);
    let output = response::read(document, found.node, &found.method, shape)?;
    let server = server::base_url(document, found.node, found.item, options)?;
    let declared = parameter::read(document, found.item, found.node, options)?;
    let mut parameters = declared.parameters;
    let mut body = if document.dialect() == Dialect::Swagger2 {
        body::read_swagger(document, found.node, declared.body, &declared.form)?
    } else {
        body::read(document, found.node)?
    };
    // No HTTP client of a JavaScript host sends these.
    if found.method == "TRACE" {
        return Err("TRACE requests cannot be sent".into());
    }
    if matches!(found.method.as_str(), "GET" | "HEAD") {
        if body.as_ref().is_some_and(|body| body.required) {
            return Err(format!("{} requests with a body cannot be sent", found.method));
        }
        body = None;
    }
    let security = match arena.get(found.node, "security") {
        Some(_) => Arc::new(security::read(document, Some(found.node))?),
        None => shared.clone()?,
    };
    name_fields(&mut parameters, body.as_mut());
    let server = match before {
        Some(plan) if *plan.server == *server => plan.server.clone(),
        _ => server.into(),
    };
    Ok(Plan {
        tool: Vec::new(),
        description: description(facts, options, decision),
        method: found.method.clone(),
        path: found.path.into(),
        operation_id: facts.operation_id.clone(),
        tags: facts.tags.clone(),
        summary: facts.summary.clone(),
        deprecated: facts.deprecated,
        server,
        parameters,
        body,
        security,
        output,
        nested_arrays: options.nested_arrays,
    })
}

fn description(facts: &Summary, options: &Options, decision: &Decision) -> String {
    if let Some(text) = &decision.description {
        return text.clone();
    }
    let text = facts
        .description
        .clone()
        .or_else(|| facts.summary.clone())
        .unwrap_or_else(|| format!("{} {}", facts.method, facts.path));
    let text = if facts.deprecated { format!("Deprecated. {text}") } else { text };
    clipped(&text, options.max_description.unwrap_or(4000))
}

/// Gives every parameter and body property its name in the one flat input object.
fn name_fields(parameters: &mut [Parameter], body: Option<&mut Body>) {
    use std::collections::{HashMap, HashSet};
    let mut uses: HashMap<String, HashSet<&'static str>> = HashMap::new();
    let visible = |parameter: &&mut Parameter| parameter.bound.is_none();
    for parameter in parameters.iter().filter(|parameter| parameter.bound.is_none()) {
        uses.entry(parameter.name.clone()).or_default().insert(parameter.location.word());
    }
    let body_names: Vec<String> = match body.as_deref().map(|body| &body.layout) {
        Some(BodyLayout::Flat(fields)) => fields.iter().map(|field| field.name.clone()).collect(),
        Some(BodyLayout::Value { .. }) => vec!["body".into()],
        None => Vec::new(),
    };
    for name in &body_names {
        uses.entry(name.clone()).or_default().insert("body");
    }
    let mut taken: HashSet<String> = HashSet::new();
    let mut name = |wanted: &str, location: &str| {
        let shared = uses.get(wanted).is_some_and(|places| places.len() > 1);
        let base = if shared { format!("{location}_{wanted}") } else { wanted.to_owned() };
        let mut candidate = base.clone();
        let mut number = 2;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{base}_{number}");
            number += 1;
        }
        candidate
    };
    for parameter in parameters.iter_mut().filter(visible) {
        parameter.field = name(&parameter.name, parameter.location.word());
    }
    let Some(body) = body else { return };
    match &mut body.layout {
        BodyLayout::Flat(fields) => {
            for field in fields {
                field.field = name(&field.name, "body");
            }
        }
        BodyLayout::Value { field } => *field = name("body", "body"),
    }
    if body.choice.is_some() {
        body.choice = Some(name("contentType", "body"));
    }
}
