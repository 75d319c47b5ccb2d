//! The base URL of an operation.

use serde_json::{Value, json};

use crate::check::*;

fn served(servers: Value, extra: Value) -> codemode_openapi::Api {
    let mut document = one("/t", "get", json!({}));
    if !servers.is_null() {
        document["servers"] = servers;
    }
    build(&document, &options(extra))
}

fn url(servers: Value, extra: Value) -> String {
    let api = served(servers, extra);
    match api.skipped().first() {
        Some(skip) => format!("- {}", skip.reason),
        None => send(&api, json!({})),
    }
}

#[test]
fn the_first_server_is_used() {
    assert_eq!(
        url(json!([{ "url": "https://a.example/v1//" }]), json!({})),
        "GET https://a.example/v1/t"
    );
    assert_eq!(
        url(json!([{ "url": "https://a.example" }]), json!({ "baseUrl": "http://b.example/x/" })),
        "GET http://b.example/x/t"
    );
}

#[test]
fn nearer_servers_win() {
    let mut document = document(json!({ "/t": {
        "servers": [{ "url": "https://p.example/x" }],
        "get": { "operationId": "t", "responses": ok() },
        "put": { "operationId": "u", "responses": ok(), "servers": [{ "url": "https://o.example" }] },
    } }));
    document["servers"] = json!([{ "url": "https://d.example" }]);
    let api = build(&document, &options(json!({})));
    assert_eq!(send_tool(&api, 0, json!({})), "GET https://p.example/x/t");
    assert_eq!(send_tool(&api, 1, json!({})), "PUT https://o.example/t");
}

#[test]
fn variables_take_defaults_or_the_hosts_values() {
    let servers = || {
        json!([{ "url": "https://{region}.example/{v}", "variables": {
        "region": { "default": "eu", "enum": ["eu", "us"] }, "v": { "default": "v2" },
    } }])
    };
    assert_eq!(url(servers(), json!({})), "GET https://eu.example/v2/t");
    assert_eq!(
        url(servers(), json!({ "serverVariables": { "region": "us" } })),
        "GET https://us.example/v2/t"
    );
    assert_eq!(
        url(servers(), json!({ "serverVariables": { "region": "evil.test/" } })),
        "- server variable 'region' does not allow the value 'evil.test/'"
    );
    assert_eq!(
        url(json!([{ "url": "https://{r}.example" }]), json!({})),
        "- server URL 'https://{r}.example' needs a value for variable 'r'; pass serverVariables or baseUrl"
    );
}

#[test]
fn relative_servers_need_the_documents_address() {
    let at = || json!({ "documentUrl": "https://docs.example/specs/api.json" });
    assert_eq!(url(json!([{ "url": "/api/v3" }]), at()), "GET https://docs.example/api/v3/t");
    assert_eq!(url(json!([{ "url": "v3" }]), at()), "GET https://docs.example/specs/v3/t");
    assert_eq!(url(Value::Null, at()), "GET https://docs.example/t");
    assert_eq!(
        url(json!([{ "url": "/api/v3" }, { "url": "https://b.example" }]), json!({})),
        "- server URL '/api/v3' is not an absolute HTTP(S) URL"
    );
}

#[test]
fn unusable_servers_are_skipped() {
    assert_eq!(url(Value::Null, json!({})), "- spec declares no servers; pass baseUrl");
    assert_eq!(url(json!([]), json!({})), "- spec declares no servers; pass baseUrl");
    assert_eq!(
        url(json!([{ "url": "wss://a.example" }]), json!({})),
        "- server URL 'wss://a.example' is not an absolute HTTP(S) URL"
    );
    assert_eq!(
        url(json!([{ "url": "https://a.example?x=1" }]), json!({})),
        "- server URL 'https://a.example?x=1' contains an unsupported query string or fragment"
    );
}

#[test]
fn the_host_chooses_a_server() {
    let servers = || {
        json!([
            { "url": "https://live.example" }, { "url": "https://test.example", "description": "sandbox" },
        ])
    };
    assert_eq!(url(servers(), json!({ "server": 1 })), "GET https://test.example/t");
    assert_eq!(url(servers(), json!({ "server": "sandbox" })), "GET https://test.example/t");
}
