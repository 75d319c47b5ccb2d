//! Security requirements: alternatives, and what fails closed.

use serde_json::{Value, json};

use crate::check::*;

fn secured(security: Value) -> Value {
    let mut document = one("/t", "get", json!({ "security": security }));
    document["components"] = json!({ "securitySchemes": {
        "b": { "type": "http", "scheme": "Bearer" },
        "kh": { "type": "apiKey", "in": "header", "name": "X-Key" },
        "ck": { "type": "apiKey", "in": "cookie", "name": "sid" },
        "tls": { "type": "mutualTLS" },
        "oa": { "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://x.test/t", "scopes": {} } } },
        "bad": { "type": "apiKey", "in": "body", "name": "x" },
    } });
    document
}

#[test]
fn alternatives_carry_definitions_and_scopes() {
    let api = api(&secured(json!([{ "b": [], "oa": ["read"] }, { "ck": [] }, {}])));
    assert_eq!(
        api.security(0).unwrap(),
        json!([
            [
                { "name": "b", "definition": { "type": "http", "scheme": "bearer" }, "scopes": [] },
                { "name": "oa", "definition": { "type": "oauth2", "flows": {
                    "clientCredentials": { "tokenUrl": "https://x.test/t", "scopes": {} },
                } }, "scopes": ["read"] },
            ],
            [{ "name": "ck", "definition": { "type": "apiKey", "name": "sid", "in": "cookie" }, "scopes": [] }],
            [],
        ])
    );
}

#[test]
fn unusable_alternatives_are_removed() {
    let api = api(&secured(json!([{ "tls": [] }, { "b": [] }])));
    assert_eq!(
        api.security(0).unwrap(),
        json!([[{ "name": "b", "definition": { "type": "http", "scheme": "bearer" }, "scopes": [] }]])
    );
}

#[test]
fn nothing_usable_fails_closed() {
    let skip = |security: Value| reason(&secured(security));
    assert_eq!(skip(json!({})), "security declaration is not an array");
    assert_eq!(skip(json!(["b"])), "security requirement is not an object");
    assert_eq!(skip(json!([{ "b": "x" }])), "security requirement scopes are not string arrays");
    assert_eq!(
        skip(json!([{ "nope": [] }])),
        "security requirement references missing or malformed scheme: nope"
    );
    assert_eq!(
        skip(json!([{ "__proto__": [] }])),
        "security requirement references missing or malformed scheme: __proto__"
    );
    assert_eq!(
        skip(json!([{ "tls": [], "b": [] }, { "bad": [] }])),
        "security requirement references missing or malformed scheme: tls, bad"
    );
}

#[test]
fn the_operation_overrides_the_document() {
    let mut document = secured(json!([]));
    document["security"] = json!([{ "b": [] }]);
    assert_eq!(api(&document).security(0).unwrap(), json!([]));
    document["paths"]["/t"]["get"].as_object_mut().unwrap().remove("security");
    assert_eq!(api(&document).security(0).unwrap()[0][0]["name"], json!("b"));
}
