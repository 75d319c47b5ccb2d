//! Which base URL an operation is sent to.
//!
//! Invariant: the choice is the host's or the document's; nothing a program supplies takes
//! part in it.

use std::collections::BTreeMap;

use url::Url;

use crate::arena::NodeId;
use crate::document::{Dialect, Document};
use crate::options::{Options, ServerChoice};

/// The base URL for an operation, without trailing slashes, or why there is none.
pub(crate) fn base_url(
    document: &Document,
    operation: NodeId,
    item: NodeId,
    options: &Options,
) -> Result<String, String> {
    if let Some(base) = &options.base_url {
        return checked(base, None);
    }
    let arena = &document.arena;
    if document.dialect() == Dialect::Swagger2 {
        return swagger(document, operation, options);
    }
    let list = [operation, item, document.root()]
        .into_iter()
        .find_map(|holder| arena.get(holder, "servers"));
    let servers: Vec<NodeId> = list
        .map(|list| arena.items(list).filter(|entry| arena.is_object(*entry)).collect())
        .unwrap_or_default();
    let text = |entry: NodeId, key: &str| arena.get_str(entry, key).unwrap_or("");
    let chosen = match &options.server {
        None => servers.first().copied(),
        Some(ServerChoice::Index(index)) => servers.get(*index).or(servers.first()).copied(),
        Some(ServerChoice::Named(name)) => servers
            .iter()
            .copied()
            .find(|entry| {
                ["url", "name", "description"].iter().any(|key| text(*entry, key) == name)
            })
            .or(servers.first().copied()),
    };
    let Some(server) = chosen.filter(|server| !text(*server, "url").is_empty()) else {
        // A document without servers lives where it was found.
        return match &options.document_url {
            Some(address) if servers.is_empty() => resolve("/", Some(address)),
            _ => Err("spec declares no servers; pass baseUrl".into()),
        };
    };
    let url = text(server, "url");
    let filled = fill(document, server, url, &options.server_variables)?;
    resolve(&filled, options.document_url.as_deref())
}

/// Replaces `{name}` by the host's value or the default.
fn fill(
    document: &Document,
    server: NodeId,
    url: &str,
    values: &BTreeMap<String, String>,
) -> Result<String, String> {
    let arena = &document.arena;
    let mut out = String::with_capacity(url.len());
    let mut rest = url;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else {
            return Err(format!("server URL '{url}' is not an absolute URL; pass baseUrl"));
        };
        out.push_str(before);
        let variable =
            arena.get(server, "variables").and_then(|variables| arena.get(variables, name));
        let allowed = variable.and_then(|variable| arena.get(variable, "enum"));
        let default = variable.and_then(|variable| arena.get(variable, "default")).and_then(|id| {
            arena.str(id).map(str::to_owned).or_else(|| Some(arena.value(id, 1).to_string()))
        });
        let Some(value) = values.get(name).cloned().or(default) else {
            return Err(format!(
                "server URL '{url}' needs a value for variable '{name}'; pass serverVariables or baseUrl"
            ));
        };
        let listed = allowed.is_none_or(|list| {
            arena.len(list) == 0 || arena.items(list).any(|id| arena.str(id) == Some(&value))
        });
        if !listed {
            return Err(format!("server variable '{name}' does not allow the value '{value}'"));
        }
        out.push_str(&value);
        rest = tail;
    }
    out.push_str(rest);
    Ok(out)
}

fn resolve(url: &str, document_url: Option<&str>) -> Result<String, String> {
    let absolute = is_http(url);
    let base = document_url.and_then(|base| Url::parse(base).ok()).filter(|_| !absolute);
    if let Some(base) = base
        && let Ok(joined) = base.join(url)
    {
        return checked(joined.as_str(), Some(url));
    }
    checked(url, None)
}

fn is_http(url: &str) -> bool {
    let has = |prefix: &str| {
        url.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix))
    };
    has("http://") || has("https://")
}

fn checked(url: &str, written: Option<&str>) -> Result<String, String> {
    let shown = written.unwrap_or(url);
    if !is_http(url) || Url::parse(&url.replace(['{', '}'], "x")).is_err() {
        return Err(format!("server URL '{shown}' is not an absolute HTTP(S) URL"));
    }
    if url.contains(['?', '#']) {
        return Err(format!(
            "server URL '{shown}' contains an unsupported query string or fragment"
        ));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

fn swagger(document: &Document, operation: NodeId, options: &Options) -> Result<String, String> {
    let arena = &document.arena;
    let root = document.root();
    let path = arena.get_str(root, "basePath").unwrap_or("/");
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let schemes = arena.get(operation, "schemes").or_else(|| arena.get(root, "schemes"));
    let schemes: Vec<&str> = schemes
        .map(|list| arena.items(list).filter_map(|id| arena.str(id)).collect())
        .unwrap_or_default();
    let scheme = if schemes.contains(&"https") {
        Some("https")
    } else {
        schemes.iter().copied().find(|scheme| *scheme == "http")
    };
    if !schemes.is_empty() && scheme.is_none() {
        return Err(format!(
            "operation offers no HTTP(S) scheme (declared: {})",
            schemes.join(", ")
        ));
    }
    match arena.get_str(root, "host").filter(|host| !host.is_empty()) {
        Some(host) => {
            let own = options.document_url.as_deref().and_then(|url| Url::parse(url).ok());
            let scheme = scheme
                .map(str::to_owned)
                .or_else(|| own.map(|url| url.scheme().to_owned()))
                .unwrap_or_else(|| "https".into());
            checked(&format!("{scheme}://{host}{path}"), None)
        }
        None => match &options.document_url {
            Some(address) => resolve(&path, Some(address)),
            None => Err("spec declares no servers; pass baseUrl".into()),
        },
    }
}
