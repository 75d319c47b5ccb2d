//! Documents made to hurt: bounded time, memory and native stack.

use std::sync::Arc;

use codemode_openapi::{Api, Document, Options, ReadLimits, Source};
use serde_json::{Value, json};

use crate::check::*;

#[test]
fn deep_nesting_is_read_and_cut() {
    let deep = 200_000;
    let schema = format!("{}{}{}", "{\"items\":".repeat(deep), "{}", "}".repeat(deep));
    let text = format!(
        "{{\"openapi\":\"3.1.0\",\"paths\":{{\"/t\":{{\"get\":{{\"responses\":{{\"200\":{{\"content\":\
         {{\"application/json\":{{\"schema\":{schema}}}}}}}}}}}}}}}}}"
    );
    let document = Document::read(Source::Text(&text), None, &[], ReadLimits::default()).unwrap();
    let api = Api::build(Arc::new(document), &options(json!({ "baseUrl": BASE })));
    let mut at = &api.output_schema(0).unwrap();
    let mut depth = 0;
    while let Some(items) = at.get("items") {
        at = items;
        depth += 1;
    }
    assert_eq!(depth, 64);
}

#[test]
fn doubling_all_of_chains_stay_linear() {
    let mut schemas = serde_json::Map::new();
    for at in 0..40 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", at + 1) });
        schemas.insert(format!("S{at}"), json!({ "allOf": [next, next], "properties": { format!("p{at}"): { "readOnly": true } } }));
    }
    schemas.insert(
        "S40".into(),
        json!({ "type": "object", "properties": { "x": { "type": "string" } } }),
    );
    let mut document = one(
        "/t",
        "post",
        json!({ "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/S0" } } } } }),
    );
    document["components"] = json!({ "schemas": schemas });
    let schema = api(&document).input_schema(0).unwrap();
    assert!(schema.to_string().len() < 100_000);
}

#[test]
fn circles_end_everywhere() {
    let mut document = document(json!({
        "/p": { "$ref": "#/paths/~1p" },
        "/q": { "get": { "operationId": "q", "parameters": [{ "$ref": "#/components/parameters/A" }], "responses": ok() } },
        "/r": { "get": { "operationId": "r", "responses": { "200": { "$ref": "#/components/responses/A" } } } },
        "/b": { "post": { "operationId": "b", "requestBody": { "$ref": "#/components/requestBodies/A" }, "responses": ok() } },
        "/s": { "get": { "operationId": "s", "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } },
    }));
    let to = |name: &str| json!({ "$ref": name });
    document["components"] = json!({
        "parameters": { "A": to("#/components/parameters/B"), "B": to("#/components/parameters/A") },
        "responses": { "A": to("#/components/responses/A") },
        "requestBodies": { "A": to("#/components/requestBodies/A") },
        "schemas": { "A": to("#/components/schemas/B"), "B": { "$ref": "#/components/schemas/A", "readOnly": true } },
    });
    let api = api(&document);
    assert_eq!(tools(&api), ["s"]);
    assert_eq!(api.skipped().len(), 4);
    assert_eq!(api.output_schema(0).unwrap()["$ref"], json!("#/$defs/A"));
}

#[test]
fn yaml_aliases_cannot_multiply_without_bound() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for at in 1..12 {
        let previous = format!("*a{}", at - 1);
        let list = vec![previous; 10].join(", ");
        text.push_str(&format!("a{at}: &a{at} [{list}]\n"));
    }
    let limits = ReadLimits { nodes: 100_000, ..ReadLimits::default() };
    let error = Document::read(Source::Text(&text), None, &[], limits).err().unwrap();
    assert_eq!(error.to_string(), "document holds more than 100000 values");
    let own = Document::read(Source::Text("a: &a [*a]"), None, &[], ReadLimits::default());
    assert!(own.is_err());
}

#[test]
fn limits_of_size() {
    let limits = ReadLimits { bytes: 10, ..ReadLimits::default() };
    let error = Document::read(Source::Text("{\"paths\": {}}"), None, &[], limits).err().unwrap();
    assert_eq!(error.to_string(), "document exceeds 10 bytes");
}

#[test]
fn a_thousand_equal_names_and_wide_schemas() {
    let mut paths = serde_json::Map::new();
    for at in 0..3000 {
        paths.insert(
            format!("/p{at}"),
            json!({ "get": { "operationId": "same", "responses": ok() } }),
        );
    }
    let wide = api(&document(Value::Object(paths)));
    assert_eq!(tools(&wide)[2999], "same_3000");
    let names: Vec<String> = (0..100_000).map(|at| format!("v{at}")).collect();
    let api = api(&one(
        "/t",
        "get",
        json!({ "parameters": [
        { "name": "e", "in": "query", "description": "x".repeat(1 << 20), "schema": { "enum": names } },
    ] }),
    ));
    let schema = api.input_schema(0).unwrap();
    assert!(schema["properties"]["e"]["description"].as_str().unwrap().len() < 10_000);
}

#[test]
fn names_of_prototypes_are_only_names() {
    let text = r##"{"openapi":"3.0.0","paths":{"/t":{"get":{"operationId":"__proto__.constructor","responses":{
        "200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/__proto__"}}}}}}}},
        "components":{"schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}}"##;
    let document = Document::read(Source::Text(text), None, &[], ReadLimits::default()).unwrap();
    let api = Api::build(
        Arc::new(document),
        &Options { base_url: Some(BASE.into()), ..Options::default() },
    );
    assert_eq!(tools(&api), ["proto.constructor"]);
    assert_eq!(
        api.output_schema(0).unwrap()["$defs"]["__proto__"]["properties"]["__proto__"],
        json!({ "type": "string" })
    );
}
