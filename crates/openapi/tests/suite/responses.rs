//! Shapes of results and what is asked for.

use codemode_openapi::Api;
use serde_json::{Value, json};

use crate::check::*;

fn responding(responses: Value) -> Api {
    api(&one("/t", "get", json!({ "responses": responses })))
}

fn output(responses: Value) -> Value {
    responding(responses).output_schema(0).unwrap()
}

fn accept(responses: Value) -> String {
    responding(responses).request(0, &json!({})).unwrap().unwrap().accept
}

fn content(types: &[(&str, Value)]) -> Value {
    let mut map = serde_json::Map::new();
    for (name, schema) in types {
        map.insert((*name).into(), json!({ "schema": schema }));
    }
    json!({ "content": map })
}

#[test]
fn several_successes_are_a_union() {
    let string = json!({ "type": "string" });
    let typed = |name: &str| content(&[("application/json", json!({ "type": name }))]);
    assert_eq!(
        output(json!({ "200": typed("string"), "204": {} })),
        json!({ "anyOf": [string, { "type": "null" }] })
    );
    assert_eq!(
        output(
            json!({ "2XX": typed("boolean"), "201": typed("number"), "200": typed("string"), "default": typed("object") })
        ),
        json!({ "anyOf": [string, { "type": "number" }, { "type": "boolean" }] })
    );
}

#[test]
fn what_is_not_declared_is_anything() {
    assert_eq!(output(json!({ "default": { "description": "any" } })), json!({}));
    assert_eq!(output(json!({ "200": { "content": { "application/json": {} } } })), json!({}));
    assert_eq!(output(json!({ "302": {} })), json!({}));
    let object = content(&[("application/json", json!({ "type": "object" }))]);
    assert_eq!(output(json!({ "default": object })), json!({ "type": "object" }));
}

#[test]
fn json_is_chosen_among_alternatives() {
    let object = json!({ "type": "object" });
    for other in ["application/xml", "text/event-stream", "application/yaml", "application/pdf"] {
        let responses = json!({ "200": content(&[(other, object.clone()), ("application/json", object.clone())]) });
        assert_eq!(output(responses.clone()), object, "{other}");
        assert_eq!(accept(responses), "application/json", "{other}");
    }
    let wild = json!({ "200": content(&[("*/*", object.clone())]) });
    assert_eq!(output(wild.clone()), object);
    assert_eq!(accept(wild), "application/json");
    let html = json!({ "200": content(&[("application/json", object.clone()), ("text/html", json!({ "type": "string" }))]) });
    assert_eq!(output(html.clone()), json!({ "anyOf": [object, { "type": "string" }] }));
    assert_eq!(accept(html), "application/json, text/html;q=0.5");
}

#[test]
fn bytes_are_files_and_streams_are_collected() {
    let binary = json!({ "type": "string", "format": "binary" });
    let pdf = json!({ "200": content(&[("application/pdf", binary.clone())]) });
    assert_eq!(output(pdf.clone())["$ref"], json!("#/$defs/File"));
    assert_eq!(accept(pdf), "application/pdf");
    let png = json!({ "200": content(&[("application/json", binary)]) });
    assert_eq!(output(png)["$ref"], json!("#/$defs/File"));
    let events = output(json!({ "200": content(&[("text/event-stream", json!({}))]) }));
    assert_eq!(events["required"], json!(["events", "truncated"]));
    let lines =
        output(json!({ "200": content(&[("application/x-ndjson", json!({ "type": "number" }))]) }));
    assert_eq!(
        lines["properties"]["items"],
        json!({ "type": "array", "items": { "type": "number" } })
    );
}

#[test]
fn head_has_no_body_and_the_envelope_has_everything() {
    let head = api(&one("/t", "head", json!({})));
    assert_eq!(head.output_schema(0).unwrap(), json!({ "type": "null" }));
    let full = build(
        &one("/t", "get", json!({})),
        &options(json!({ "baseUrl": BASE, "response": "full" })),
    );
    assert!(full.is_full(0));
    assert_eq!(full.output_schema(0).unwrap()["properties"]["data"], json!({ "type": "object" }));
}

#[test]
fn broken_declarations_are_skipped() {
    let document = one("/t", "get", json!({ "responses": { "200": { "$ref": "#/nowhere" } } }));
    assert_eq!(reason(&document), "successful response declaration is invalid or unresolved");
}
