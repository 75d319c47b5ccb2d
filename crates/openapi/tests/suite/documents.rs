//! Forms of documents: text, YAML, Swagger 2.0, several files, 3.2.

use std::sync::Arc;

use codemode_openapi::{Api, Dialect, Document, Options, ReadLimits, Source};
use serde_json::{Value, json};

use crate::check::*;

fn read(text: &str) -> Result<Document, String> {
    Document::read(Source::Text(text), None, &[], ReadLimits::default())
        .map_err(|error| error.to_string())
}

#[test]
fn yaml_reads_like_json() {
    let text = "\
openapi: 3.0.3 # a comment
servers: [{ url: 'https://api.example.test' }]
x-common: &common
  responses:
    200:
      content:
        application/json:
          schema: { type: object }
paths:
  /t/{id}:
    get:
      <<: *common
      operationId: t
      description: >
        folded
        text
      parameters:
        - { name: id, in: path, required: yes, schema: { type: string } }
        - name: limit
          in: query
          schema: { type: integer, default: 0x10, maximum: 1e3 }
";
    let document = read(text).unwrap();
    assert_eq!(document.dialect(), Dialect::V30);
    let api = Api::build(Arc::new(document), &Options::default());
    assert_eq!(api.plans()[0].description, "folded text\n");
    assert_eq!(send(&api, json!({ "id": 1, "limit": 2 })), "GET /t/1?limit=2");
    assert_eq!(
        api.input_schema(0).unwrap()["properties"]["limit"],
        json!({ "type": "integer", "default": 16, "maximum": 1000.0 })
    );
    assert_eq!(api.output_schema(0).unwrap(), json!({ "type": "object" }));
}

#[test]
fn what_is_no_document_is_an_error() {
    let fail = |text: &str| read(text).err().unwrap();
    assert_eq!(fail(""), "document is empty");
    assert_eq!(fail("{\"a\": 1,}x"), "expected a member name at line 1, column 9");
    assert_eq!(fail("{\"a\": \"\u{1}\"}"), "control character in a string at line 1, column 8");
    assert_eq!(fail("{\"swaggerVersion\": \"1.2\"}"), "Swagger 1.x documents are not supported");
    let bytes = Document::read(Source::Bytes(b"\xff\xfe"), None, &[], ReadLimits::default());
    assert_eq!(bytes.err().unwrap().to_string(), "document is not UTF-8 text");
}

#[test]
fn values_without_paths_give_nothing() {
    for text in ["{}", "[]", "\"x\"", "{\"paths\": null}", "{\"paths\": []}", "null"] {
        let api = Api::build(Arc::new(read(text).unwrap()), &Options::default());
        assert_eq!((api.plans().len(), api.skipped().len()), (0, 0), "{text}");
    }
}

fn swagger(extra: Value) -> Value {
    let mut document = json!({
        "swagger": "2.0", "host": "api.example.test", "basePath": "/v2", "schemes": ["http", "https"],
        "paths": {},
    });
    document.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    document
}

#[test]
fn swagger_2_is_read_natively() {
    let api = build(
        &swagger(json!({
            "consumes": ["application/json"], "produces": ["application/json", "application/yaml"],
            "securityDefinitions": { "k": { "type": "apiKey", "in": "header", "name": "X" }, "u": { "type": "basic" } },
            "security": [{ "k": [] }, { "u": [] }],
            "definitions": { "Pet": { "type": "object", "properties": { "id": { "type": "integer", "readOnly": true }, "n": { "type": "string", "x-nullable": true } } } },
            "paths": {
                "/a": { "get": { "operationId": "a", "parameters": [
                    { "name": "q", "in": "query", "type": "string", "required": true },
                    { "name": "csv", "in": "query", "type": "array", "items": { "type": "string" } },
                    { "name": "multi", "in": "query", "type": "array", "items": { "type": "string" }, "collectionFormat": "multi" },
                    { "name": "pipes", "in": "query", "type": "array", "items": { "type": "string" }, "collectionFormat": "pipes" },
                ], "responses": { "200": { "schema": { "$ref": "#/definitions/Pet" } } } } },
                "/b": { "post": { "operationId": "b", "parameters": [
                    { "name": "pet", "in": "body", "required": true, "schema": { "$ref": "#/definitions/Pet" } },
                ], "responses": { "201": { "description": "made" } } } },
                "/c": { "post": { "operationId": "c", "consumes": ["multipart/form-data"], "parameters": [
                    { "name": "file", "in": "formData", "type": "file", "required": true },
                    { "name": "note", "in": "formData", "type": "string" },
                ], "responses": { "200": { "schema": { "type": "file" } } } } },
                "/d": { "post": { "operationId": "d", "parameters": [
                    { "name": "x", "in": "formData", "type": "string" },
                    { "name": "y", "in": "formData", "type": "array", "items": { "type": "string" }, "collectionFormat": "multi" },
                ], "responses": {} } },
            },
        })),
        &Options::default(),
    );
    assert_eq!(skips(&api), Vec::<String>::new());
    assert_eq!(
        send_tool(
            &api,
            0,
            json!({ "q": "x", "csv": ["a", "b"], "multi": ["a", "b"], "pipes": ["a", "b"] })
        ),
        "GET /v2/a?q=x&csv=a%2Cb&multi=a&multi=b&pipes=a%7Cb"
    );
    assert_eq!(api.input_schema(0).unwrap()["properties"]["q"], json!({ "type": "string" }));
    assert_eq!(
        api.output_schema(0).unwrap()["$defs"]["Pet"]["properties"]["n"],
        json!({ "type": ["string", "null"] })
    );
    assert_eq!(
        api.security(0).unwrap()[1][0]["definition"],
        json!({ "type": "http", "scheme": "basic" })
    );
    assert_eq!(fields(&api, 1), ["body"]);
    assert_eq!(
        send_tool(&api, 1, json!({ "body": { "n": "x" } })),
        "POST /v2/b\n[application/json] {\"n\":\"x\"}"
    );
    assert_eq!(api.output_schema(1).unwrap(), json!({ "type": "null" }));
    assert_eq!(
        send_tool(&api, 2, json!({ "file": { "text": "hi", "filename": "h.txt" }, "note": "n" })),
        "POST /v2/c\n[multipart/form-data]\n- file file=h.txt type=application/octet-stream: hi\n- note: n"
    );
    assert_eq!(api.output_schema(2).unwrap()["$ref"], json!("#/$defs/File"));
    assert_eq!(
        send_tool(&api, 3, json!({ "x": "1", "y": ["a", "b"] })),
        "POST /v2/d\n[application/x-www-form-urlencoded] x=1&y=a&y=b"
    );
}

#[test]
fn files_refer_to_each_other() {
    let main = one(
        "/t",
        "get",
        json!({
            "parameters": [{ "$ref": "./shared/params.yaml#/Limit" }],
            "responses": { "200": { "$ref": "shared/responses.json#/Ok" } },
        }),
    );
    let text = main.to_string();
    let responses = json!({ "Ok": { "content": { "application/json": { "schema": { "$ref": "#/Item" } } } },
        "Item": { "type": "object", "properties": { "next": { "$ref": "responses.json#/Item" } } } });
    let responses = responses.to_string();
    let others = vec![
        (
            "shared/params.yaml".to_owned(),
            Source::Text("Limit: { name: limit, in: query, schema: { type: integer } }"),
        ),
        ("https://docs.example/specs/shared/responses.json".to_owned(), Source::Text(&responses)),
    ];
    let document = Document::read(
        Source::Text(&text),
        Some("https://docs.example/specs/api.json"),
        &others,
        ReadLimits::default(),
    )
    .unwrap();
    let api = Api::build(Arc::new(document), &options(json!({ "baseUrl": BASE })));
    assert_eq!(skips(&api), Vec::<String>::new());
    assert_eq!(fields(&api, 0), ["limit?"]);
    assert_eq!(
        api.output_schema(0).unwrap(),
        json!({ "$ref": "#/$defs/Item", "$defs": { "Item": {
            "type": "object", "properties": { "next": { "$ref": "#/$defs/Item" } },
        } } })
    );
    let alone = crate::check::api(&main);
    assert_eq!(skips(&alone), ["GET /t: successful response declaration is invalid or unresolved"]);
}

#[test]
fn path_items_by_reference_and_new_methods() {
    let mut document = document(json!({
        "/r": { "$ref": "#/components/pathItems/R" },
        "/gone": { "$ref": "other.yaml#/R" },
        "/o": { "put": { "$ref": "#/components/pathItems/R/get" }, "get": { "$ref": "#/none" } },
        "x-ext": { "get": { "responses": ok() } },
        "/q": {
            "query": { "operationId": "q", "responses": ok() },
            "additionalOperations": { "LOCK": { "operationId": "lock", "responses": ok() } },
            "GET": { "responses": ok() },
        },
    }));
    document["components"] =
        json!({ "pathItems": { "R": { "get": { "operationId": "r", "responses": ok() } } } });
    let api = api(&document);
    assert_eq!(tools(&api), ["r", "r_2", "getXExt", "q", "lock"]);
    assert_eq!(send_tool(&api, 4, json!({})), "LOCK /q");
    assert_eq!(
        skips(&api),
        [
            "* /gone: path item is unresolved: reference 'other.yaml#/R' is unresolved",
            "GET /o: operation is unresolved: reference '#/none' is unresolved",
            "GET /q: method 'GET' is not written in lower case",
        ]
    );
}
