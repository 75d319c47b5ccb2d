//! Request bodies: layout, media types, forms, multipart.

use serde_json::{Value, json};

use crate::check::*;

fn posting(body: Value) -> codemode_openapi::Api {
    api(&one("/t", "post", json!({ "requestBody": body })))
}

fn json_body(schema: Value, required: bool) -> codemode_openapi::Api {
    posting(
        json!({ "required": required, "content": { "application/json": { "schema": schema } } }),
    )
}

fn closed() -> Value {
    json!({
        "type": "object", "additionalProperties": false,
        "properties": { "name": { "type": "string" }, "age": { "type": "integer" } },
        "required": ["name"],
    })
}

#[test]
fn closed_objects_become_fields() {
    let api = json_body(closed(), true);
    assert_eq!(fields(&api, 0), ["name", "age?"]);
    assert_eq!(
        send(&api, json!({ "name": "A", "age": 3, "extra": 1 })),
        "POST /t\n[application/json] {\"name\":\"A\",\"age\":3}"
    );
    assert_eq!(send(&api, json!({ "age": 3 })), "! Missing required body field 'name'.");
    let mut loose = closed();
    loose.as_object_mut().unwrap().remove("required");
    assert_eq!(send(&json_body(loose, true), json!({})), "POST /t\n[application/json] {}");
}

#[test]
fn other_bodies_are_one_field() {
    let mut open = closed();
    open.as_object_mut().unwrap().remove("additionalProperties");
    let api = json_body(open, true);
    assert_eq!(fields(&api, 0), ["body"]);
    assert_eq!(send(&api, json!({ "name": "A" })), "! Missing required body field 'body'.");
    assert_eq!(send(&api, json!({ "body": null })), "POST /t\n[application/json] null");
    let optional = json_body(closed(), false);
    assert_eq!(fields(&optional, 0), ["body?"]);
    assert_eq!(send(&optional, json!({})), "POST /t");
    let array = json_body(json!({ "type": "array", "items": { "type": "number" } }), true);
    assert_eq!(send(&array, json!({ "body": [1, 2.5] })), "POST /t\n[application/json] [1,2.5]");
}

#[test]
fn json_is_preferred_and_the_declared_type_is_sent() {
    let object = json!({ "schema": { "type": "object" } });
    let api = posting(json!({ "required": true, "content": {
        "application/x-www-form-urlencoded": object, "application/xml": object, "application/json": object,
    } }));
    assert_eq!(fields(&api, 0), ["body"]);
    assert_eq!(send(&api, json!({ "body": { "a": 1 } })), "POST /t\n[application/json] {\"a\":1}");
    for exact in ["application/merge-patch+json", "application/json; charset=utf-8"] {
        let api = posting(json!({ "required": true, "content": { exact: object } }));
        assert_eq!(send(&api, json!({ "body": {} })), format!("POST /t\n[{exact}] {{}}"));
    }
    let wild = posting(json!({ "required": true, "content": { "*/*": object } }));
    assert_eq!(send(&wild, json!({ "body": {} })), "POST /t\n[application/json] {}");
}

#[test]
fn types_that_mean_different_things_are_a_choice() {
    let patch = json!({ "schema": { "type": "object" } });
    let api = posting(json!({ "required": true, "content": {
        "application/json-patch+json": patch, "application/merge-patch+json": patch, "application/apply-patch+yaml": patch,
    } }));
    assert_eq!(fields(&api, 0), ["body", "contentType?"]);
    assert_eq!(
        api.input_schema(0).unwrap()["properties"]["contentType"],
        json!({
            "enum": ["application/merge-patch+json", "application/json-patch+json", "application/apply-patch+yaml"],
            "default": "application/merge-patch+json",
        })
    );
    assert_eq!(send(&api, json!({ "body": {} })), "POST /t\n[application/merge-patch+json] {}");
    assert_eq!(
        send(&api, json!({ "body": { "a": 1 }, "contentType": "application/apply-patch+yaml" })),
        "POST /t\n[application/apply-patch+yaml] {\"a\":1}"
    );
    assert_eq!(
        send(&api, json!({ "body": {}, "contentType": "text/plain" })),
        "! Unsupported content type for POST /t; offered: application/merge-patch+json, \
         application/json-patch+json, application/apply-patch+yaml."
    );
}

fn form(schema: Value, encoding: Value) -> codemode_openapi::Api {
    posting(json!({ "required": true, "content": {
        "application/x-www-form-urlencoded": { "schema": schema, "encoding": encoding },
    } }))
}

fn form_text(api: &codemode_openapi::Api, body: Value) -> String {
    let sent = send(api, json!({ "body": body }));
    let text = sent.replace("POST /t\n[application/x-www-form-urlencoded] ", "");
    text.replace("%5B", "[").replace("%5D", "]")
}

#[test]
fn form_bodies_nest_in_brackets() {
    let api = form(json!({ "type": "object" }), json!({}));
    assert_eq!(
        form_text(
            &api,
            json!({ "a": "x y", "n": null, "list": [1, 2], "o": { "k": { "d": true } } })
        ),
        "a=x+y&n=null&list=1&list=2&o[k][d]=true"
    );
    assert_eq!(
        form_text(
            &api,
            json!({ "items": [{ "price": "p1", "tags": ["a", "b"] }, { "price": "p2" }] })
        ),
        "items[0][price]=p1&items[0][tags][]=a&items[0][tags][]=b&items[1][price]=p2"
    );
}

#[test]
fn form_encoding_objects_are_kept() {
    let deep = json!({ "style": "deepObject", "explode": true });
    let api = form(
        json!({ "type": "object" }),
        json!({
            "expand": deep, "metadata": deep, "csv": { "style": "form", "explode": false },
            "raw": { "contentType": "application/json" }, "url": { "allowReserved": true },
        }),
    );
    assert_eq!(
        form_text(
            &api,
            json!({
                "expand": ["customer", "invoice.lines"], "metadata": { "order": "6735" },
                "csv": ["a", "b"], "raw": { "a": [1] }, "url": "https://x.test/?a=b&c",
            })
        ),
        "expand[]=customer&expand[]=invoice.lines&metadata[order]=6735&csv=a%2Cb\
         &raw=%7B%22a%22%3A[1]%7D&url=https://x.test/?a=b%26c"
    );
}

fn upload(schema: Value, encoding: Value) -> codemode_openapi::Api {
    posting(json!({ "required": true, "content": {
        "multipart/form-data": { "schema": schema, "encoding": encoding },
    } }))
}

#[test]
fn multipart_parts_follow_schema_and_encoding() {
    let binary = json!({ "type": "string", "format": "binary" });
    let api = upload(
        json!({ "type": "object", "properties": {
            "file": binary, "extra": { "type": "array", "items": binary }, "note": { "type": "string" },
            "meta": { "type": "object" }, "photo": { "type": "string" },
        }, "required": ["file"] }),
        json!({ "photo": { "contentType": "image/png", "headers": {
            "X-Kind": { "schema": { "const": "photo" } },
        } } }),
    );
    let schema = api.input_schema(0).unwrap();
    let body = &schema["properties"]["body"];
    assert_eq!(body["properties"]["file"], json!({ "$ref": "#/$defs/FileInput" }));
    assert_eq!(
        body["properties"]["extra"],
        json!({ "type": "array", "items": { "$ref": "#/$defs/FileInput" } })
    );
    assert_eq!(body["required"], json!(["file"]));
    assert_eq!(
        send(
            &api,
            json!({ "body": {
            "file": { "base64": "AAEC", "filename": "a.bin", "contentType": "application/x-thing" },
            "extra": [{ "text": "one" }, { "base64": "/w==" }],
            "note": "hi", "meta": { "k": [1] }, "tags": ["a", "b"], "photo": { "base64": "iVBORw0=" },
        } })
        ),
        "POST /t\n[multipart/form-data]\n\
         - file file=a.bin type=application/x-thing: base64:AAEC\n\
         - extra file=extra type=application/octet-stream: one\n\
         - extra file=extra type=application/octet-stream: base64:/w==\n\
         - note: hi\n\
         - meta type=application/json: {\"k\":[1]}\n\
         - tags: a\n\
         - tags: b\n\
         - photo file=photo type=image/png X-Kind=photo: base64:iVBORw0="
    );
    assert_eq!(
        send(&api, json!({ "body": { "file": { "base64": "not base64!" } } })),
        "! Body field 'file' must be a file: { base64 } or { text }, optionally with filename and contentType."
    );
}

#[test]
fn raw_bodies() {
    let raw = |content_type: &str, schema: Value| {
        posting(json!({ "required": true, "content": { content_type: { "schema": schema } } }))
    };
    let text = raw("text/plain", json!({ "type": "string" }));
    assert_eq!(send(&text, json!({ "body": "hi" })), "POST /t\n[text/plain] hi");
    assert_eq!(send(&text, json!({ "body": {} })), "! Body field 'body' must be text.");
    let bytes = raw("application/octet-stream", json!({ "type": "string", "format": "binary" }));
    assert_eq!(
        send(&bytes, json!({ "body": { "base64": "AAE=" } })),
        "POST /t\n[application/octet-stream] base64:AAE="
    );
    let own = json!({ "body": { "base64": "AAE=", "contentType": "image/gif" } });
    assert_eq!(send(&bytes, own), "POST /t\n[image/gif] base64:AAE=");
    let lines = raw("application/x-ndjson", json!({}));
    assert_eq!(
        send(&lines, json!({ "body": [{ "a": 1 }, 2] })),
        "POST /t\n[application/x-ndjson] {\"a\":1}\n2\n"
    );
    assert_eq!(
        send(&bytes, json!({ "body": { "ref": "upload-7" } })),
        "POST /t\n[application/octet-stream] ref:\"upload-7\""
    );
}

#[test]
fn bodies_without_content_are_skipped() {
    let document = one("/t", "post", json!({ "requestBody": { "content": {} } }));
    assert_eq!(reason(&document), "request body has no content (declared: none)");
}
