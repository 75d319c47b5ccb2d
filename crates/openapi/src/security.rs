//! Security requirements to alternatives of schemes.
//!
//! Invariant: fails closed. An alternative that names a scheme we cannot satisfy exactly is
//! removed; when none is left the operation is skipped, never sent without credentials.

use serde_json::{Value, json};

use crate::arena::NodeId;
use crate::document::{Dialect, Document};
use crate::plan::{SchemeUse, Security};

/// Requirements of an operation, or of the document where the operation has none of its own.
pub(crate) fn read(document: &Document, operation: Option<NodeId>) -> Result<Security, String> {
    let arena = &document.arena;
    let list = operation
        .and_then(|operation| arena.get(operation, "security"))
        .or_else(|| arena.get(document.root(), "security"));
    let Some(list) = list else { return Ok(Security::default()) };
    if !arena.is_array(list) {
        return Err("security declaration is not an array".into());
    }
    let mut alternatives = Vec::new();
    let mut missing: Vec<String> = Vec::new();
    for requirement in arena.items(list) {
        if !arena.is_object(requirement) {
            return Err("security requirement is not an object".into());
        }
        let mut uses = Vec::new();
        let mut usable = true;
        for (name, scopes) in arena.members(requirement) {
            let texts: Option<Vec<String>> = arena
                .is_array(scopes)
                .then(|| arena.items(scopes).map(|id| arena.str(id).map(str::to_owned)).collect())
                .flatten();
            let Some(scopes) = texts else {
                return Err("security requirement scopes are not string arrays".into());
            };
            match definition(document, name) {
                Some(definition) => uses.push(SchemeUse { name: name.into(), definition, scopes }),
                None => {
                    usable = false;
                    if !missing.iter().any(|other| other == name) {
                        missing.push(name.to_owned());
                    }
                }
            }
        }
        if usable {
            alternatives.push(uses);
        }
    }
    if alternatives.is_empty() && !missing.is_empty() {
        return Err(format!(
            "security requirement references missing or malformed scheme: {}",
            missing.join(", ")
        ));
    }
    Ok(Security { alternatives })
}

/// A scheme as the resolver is told about it; `None` when missing, malformed or unsupported.
fn definition(document: &Document, name: &str) -> Option<Value> {
    let arena = &document.arena;
    let swagger = document.dialect() == Dialect::Swagger2;
    let holder = if swagger {
        arena.get(document.root(), "securityDefinitions")?
    } else {
        arena.get(arena.get(document.root(), "components")?, "securitySchemes")?
    };
    let scheme = document.resolve(document.member(holder, name)?).ok()?;
    let text = |key: &str| arena.get_str(scheme, key).filter(|text| !text.is_empty());
    match text("type")? {
        "apiKey" => {
            let place = text("in").filter(|place| {
                matches!(*place, "header" | "query") || (*place == "cookie" && !swagger)
            })?;
            Some(json!({ "type": "apiKey", "name": text("name")?, "in": place }))
        }
        "http" => {
            let mut out = json!({ "type": "http", "scheme": text("scheme")?.to_lowercase() });
            if let (Some(format), Some(out)) = (text("bearerFormat"), out.as_object_mut()) {
                out.insert("bearerFormat".into(), format.into());
            }
            Some(out)
        }
        "basic" if swagger => Some(json!({ "type": "http", "scheme": "basic" })),
        "oauth2" if swagger => {
            let mut out = json!({ "type": "oauth2" });
            let flow = text("flow").map(|flow| match flow {
                "accessCode" => "authorizationCode",
                "application" => "clientCredentials",
                other => other,
            });
            if let (Some(flow), Some(map)) = (flow, out.as_object_mut()) {
                let mut details = serde_json::Map::new();
                for key in ["authorizationUrl", "tokenUrl"] {
                    if let Some(url) = text(key) {
                        details.insert(key.into(), url.into());
                    }
                }
                if let Some(scopes) = arena.get(scheme, "scopes") {
                    details.insert("scopes".into(), arena.value(scopes, 3));
                }
                map.insert("flows".into(), json!({ flow: details }));
            }
            Some(out)
        }
        "oauth2" => {
            let mut out = json!({ "type": "oauth2" });
            if let (Some(flows), Some(out)) = (arena.get(scheme, "flows"), out.as_object_mut()) {
                out.insert("flows".into(), arena.value(flows, 5));
            }
            Some(out)
        }
        "openIdConnect" => {
            let mut out = json!({ "type": "openIdConnect" });
            if let (Some(url), Some(out)) = (text("openIdConnectUrl"), out.as_object_mut()) {
                out.insert("openIdConnectUrl".into(), url.into());
            }
            Some(out)
        }
        _ => None,
    }
}
