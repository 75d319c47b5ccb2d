//! Styles, encodings and failures of parameters.

use serde_json::{Value, json};

use crate::check::*;

fn query(parameters: Value) -> codemode_openapi::Api {
    api(&one("/t", "get", json!({ "parameters": parameters })))
}

#[test]
fn path_values_are_encoded_strictly() {
    let api = api(&one(
        "/users/{id}",
        "get",
        json!({ "parameters": [
        { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
        { "name": "verbose", "in": "query", "schema": { "type": "boolean" } },
    ] }),
    ));
    assert_eq!(
        send(&api, json!({ "id": "a/b c", "verbose": true })),
        "GET /users/a%2Fb%20c?verbose=true"
    );
    assert_eq!(send(&api, json!({ "verbose": true })), "! Missing required path parameter 'id'.");
    assert_eq!(send(&api, json!({ "id": null })), "GET /users/null");
    assert_eq!(send(&api, json!({ "id": ".." })), "! Invalid path parameter 'id'.");
    assert_eq!(send(&api, json!({ "id": "" })), "! Invalid path parameter 'id'.");
    assert_eq!(send(&api, json!({ "id": "%2e%2e" })), "GET /users/%252e%252e");
    assert_eq!(send(&api, json!({ "id": "!'()*" })), "GET /users/%21%27%28%29%2A");
    assert_eq!(send(&api, json!({ "id": "\\..\\" })), "GET /users/%5C..%5C");
    assert_eq!(send(&api, json!({ "id": 1e21 })), "GET /users/1e%2B21");
    assert_eq!(send(&api, Value::Null), "! Missing required path parameter 'id'.");
}

#[test]
fn several_values_cannot_make_a_dot_segment() {
    let api = api(&one(
        "/f/{a}{b}/x",
        "get",
        json!({ "parameters": [
        { "name": "a", "in": "path", "required": true, "schema": {} },
        { "name": "b", "in": "path", "required": true, "schema": {} },
    ] }),
    ));
    assert_eq!(send(&api, json!({ "a": "1", "b": "2" })), "GET /f/12/x");
    assert_eq!(send(&api, json!({ "a": "x", "b": "." })), "! Invalid path parameter 'b'.");
    let api = one_dot();
    assert_eq!(send(&api, json!({ "a": "." })), "! Invalid path parameter 'a'.");
    assert_eq!(send(&api, json!({ "a": "y" })), "GET /f/.y/x");
}

fn one_dot() -> codemode_openapi::Api {
    api(&one(
        "/f/.{a}/x",
        "get",
        json!({ "parameters": [
        { "name": "a", "in": "path", "required": true, "schema": {} },
    ] }),
    ))
}

#[test]
fn every_placeholder_is_replaced_and_none_is_left() {
    let repeated = api(&one(
        "/t/{id}/x/{id}",
        "get",
        json!({ "parameters": [
        { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
    ] }),
    ));
    assert_eq!(send(&repeated, json!({ "id": "$&" })), "GET /t/%24%26/x/%24%26");
    let missing = api(&one("/t/{id}", "get", json!({})));
    assert_eq!(send(&missing, json!({})), "! Unresolved path parameter {id}.");
}

#[test]
fn path_styles() {
    let with = |style: &str, explode: bool, value: Value| {
        let api = api(&one(
            "/t/{p}",
            "get",
            json!({ "parameters": [{
            "name": "p", "in": "path", "required": true, "style": style, "explode": explode, "schema": {},
        }] }),
        ));
        send(&api, json!({ "p": value })).replace("GET /t/", "")
    };
    let array = || json!(["a", "b/c"]);
    let object = || json!({ "k": "v", "y": 1 });
    let cases = [
        ("simple", false, "5", "a,b%2Fc", "k,v,y,1"),
        ("simple", true, "5", "a,b%2Fc", "k=v,y=1"),
        ("label", false, ".5", ".a,b%2Fc", ".k,v,y,1"),
        ("label", true, ".5", ".a.b%2Fc", ".k=v.y=1"),
        ("matrix", false, ";p=5", ";p=a,b%2Fc", ";p=k,v,y,1"),
        ("matrix", true, ";p=5", ";p=a;p=b%2Fc", ";k=v;y=1"),
    ];
    for (style, explode, scalar, list, members) in cases {
        assert_eq!(with(style, explode, json!(5)), scalar, "{style} {explode}");
        assert_eq!(with(style, explode, array()), list, "{style} {explode}");
        assert_eq!(with(style, explode, object()), members, "{style} {explode}");
        assert_eq!(
            with(style, explode, json!([{}])),
            "! Parameter 'p' contains an unsupported nested value."
        );
    }
    assert_eq!(with("matrix", false, json!("")), ";p");
    assert_eq!(with("label", false, json!("")), "! Invalid path parameter 'p'.");
}

#[test]
fn multi_segment_values_keep_their_slashes_only() {
    let api = api(&one(
        "/files/{path}",
        "get",
        json!({ "parameters": [{
        "name": "path", "in": "path", "required": true, "allowReserved": true, "schema": { "type": "string" },
    }] }),
    ));
    assert_eq!(send(&api, json!({ "path": "a b/c?d" })), "GET /files/a%20b/c%3Fd");
    for bad in ["../x", "a/../b", "a/./b", ".."] {
        assert_eq!(send(&api, json!({ "path": bad })), "! Invalid path parameter 'path'.");
    }
}

#[test]
fn query_forms() {
    let api = query(json!([
        { "name": "tags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
        { "name": "csv", "in": "query", "explode": false, "schema": { "type": "array", "items": { "type": "string" } } },
        { "name": "obj", "in": "query", "schema": { "type": "object" } },
        { "name": "obj2", "in": "query", "explode": false, "schema": { "type": "object" } },
    ]));
    let input = json!({
        "tags": ["a b", "c&d"], "csv": ["x", "y,z"], "obj": { "s": 1, "t": "q r" }, "obj2": { "s": 1, "t": "u" },
    });
    assert_eq!(
        send(&api, input),
        "GET /t?tags=a+b&tags=c%26d&csv=x%2Cy%2Cz&s=1&t=q+r&obj2=s%2C1%2Ct%2Cu"
    );
    assert_eq!(send(&api, json!({ "tags": [] })), "GET /t");
    assert_eq!(send(&api, json!({ "csv": [] })), "GET /t?csv=");
    assert_eq!(send(&api, json!({ "tags": "scalar" })), "GET /t?tags=scalar");
    assert_eq!(
        send(&api, json!({ "tags": [{ "a": 1 }] })),
        "! Parameter 'tags' contains an unsupported nested value."
    );
    assert_eq!(
        send(&api, json!({ "obj": { "a": {} } })),
        "! Query parameter 'obj' contains an unsupported nested value."
    );
}

#[test]
fn delimited_styles() {
    let api = query(json!([
        { "name": "s", "in": "query", "style": "spaceDelimited", "schema": { "type": "array" } },
        { "name": "p", "in": "query", "style": "pipeDelimited", "schema": { "type": "array" } },
        { "name": "e", "in": "query", "style": "pipeDelimited", "explode": true, "schema": { "type": "array" } },
    ]));
    assert_eq!(
        send(&api, json!({ "s": ["a", "b"], "p": ["a", "b"], "e": ["a", "b"] })),
        "GET /t?s=a%20b&p=a%7Cb&e=a&e=b"
    );
    assert_eq!(send(&api, json!({ "p": { "k": "v", "z": 2 } })), "GET /t?p=k%7Cv%7Cz%7C2");
}

#[test]
fn deep_objects_with_and_without_explode() {
    for extra in [json!({}), json!({ "explode": true }), json!({ "explode": false })] {
        let mut parameter = json!({ "name": "filter", "in": "query", "style": "deepObject", "schema": { "type": "object" } });
        parameter.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let api = query(json!([parameter]));
        assert_eq!(
            send(&api, json!({ "filter": { "a": "1", "b": null } })),
            "GET /t?filter%5Ba%5D=1&filter%5Bb%5D=null"
        );
        assert_eq!(
            send(&api, json!({ "filter": { "a": { "b": 1 }, "c": [1, 2] } })),
            "GET /t?filter%5Ba%5D%5Bb%5D=1&filter%5Bc%5D=1&filter%5Bc%5D=2"
        );
        assert_eq!(
            send(&api, json!({ "filter": "x" })),
            "! Deep-object parameter 'filter' must be an object."
        );
    }
}

#[test]
fn arrays_in_deep_objects_as_the_host_wants() {
    let document = one(
        "/t",
        "get",
        json!({ "parameters": [
        { "name": "f", "in": "query", "style": "deepObject", "schema": { "type": "object" } },
    ] }),
    );
    let with = |form: &str| {
        let api = build(&document, &options(json!({ "baseUrl": BASE, "nestedArrays": form })));
        send(&api, json!({ "f": { "a": [1, 2], "o": [{ "k": 1 }] } }))
    };
    assert_eq!(with("repeat"), "GET /t?f%5Ba%5D=1&f%5Ba%5D=2&f%5Bo%5D%5B0%5D%5Bk%5D=1");
    assert_eq!(
        with("brackets"),
        "GET /t?f%5Ba%5D%5B%5D=1&f%5Ba%5D%5B%5D=2&f%5Bo%5D%5B0%5D%5Bk%5D=1"
    );
    assert_eq!(
        with("indices"),
        "GET /t?f%5Ba%5D%5B0%5D=1&f%5Ba%5D%5B1%5D=2&f%5Bo%5D%5B0%5D%5Bk%5D=1"
    );
}

#[test]
fn reserved_characters_stay_but_never_separate() {
    let api = query(json!([
        { "name": "q", "in": "query", "allowReserved": true, "schema": { "type": "string" } },
    ]));
    assert_eq!(
        send(&api, json!({ "q": "a/b?c:d@e&f=g#h+i j" })),
        "GET /t?q=a/b?c:d@e%26f=g%23h%2Bi%20j"
    );
}

#[test]
fn headers_and_cookies() {
    let api = query(json!([
        { "name": "X-Trace", "in": "header", "schema": { "type": "string" } },
        { "name": "Authorization", "in": "header", "schema": { "type": "string" } },
        { "name": "accept", "in": "header", "schema": { "type": "string" } },
        { "name": "X-Obj", "in": "header", "schema": { "type": "object" } },
        { "name": "X-Objx", "in": "header", "explode": true, "schema": { "type": "object" } },
        { "name": "sid", "in": "cookie", "schema": { "type": "string" } },
        { "name": "list", "in": "cookie", "explode": false, "schema": { "type": "array" } },
    ]));
    assert_eq!(fields(&api, 0), ["X-Trace?", "X-Obj?", "X-Objx?", "sid?", "list?"]);
    assert_eq!(
        send(
            &api,
            json!({
                "X-Trace": "t1", "X-Obj": { "k": "v", "z": 2 }, "X-Objx": { "k": "v", "z": 2 },
                "sid": "a;b \"c\"", "list": [1, 2],
            })
        ),
        "GET /t\nX-Trace: t1\nX-Obj: k,v,z,2\nX-Objx: k=v,z=2\ncookie: sid=a%3Bb%20%22c%22; list=1,2"
    );
    assert_eq!(
        send(&api, json!({ "X-Trace": "a\r\nb: c" })),
        "! Invalid header parameter 'X-Trace'."
    );
}

#[test]
fn content_parameters_and_whole_query_strings() {
    let api = query(json!([
        { "name": "filter", "in": "query", "content": { "application/json": { "schema": { "type": "object" } } } },
        { "name": "h", "in": "header", "content": { "application/json": { "schema": {} } } },
    ]));
    assert_eq!(
        send(&api, json!({ "filter": { "a": [1] }, "h": { "é": 1 } })),
        "GET /t?filter=%7B%22a%22%3A%5B1%5D%7D\nh: {\"\\u00e9\":1}"
    );
    let api = query(json!([{
        "name": "q", "in": "querystring",
        "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object" } } },
    }]));
    assert_eq!(send(&api, json!({ "q": { "a b": 1, "c": ["x", "y"] } })), "GET /t?a+b=1&c=x&c=y");
}

#[test]
fn operation_parameters_override_and_paths_may_hold_queries() {
    let api = api(&document(json!({ "/search?type=a": {
        "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "string" } }],
        "get": {
            "operationId": "t", "responses": ok(),
            "parameters": [
                { "name": "q", "in": "query", "schema": {} },
                { "name": "limit", "in": "query", "required": true, "schema": { "type": "number" } },
            ],
        },
    } })));
    assert_eq!(fields(&api, 0), ["limit", "q?"]);
    assert_eq!(send(&api, json!({ "q": "z", "limit": 1 })), "GET /search?type=a&limit=1&q=z");
    assert_eq!(send(&api, json!({ "q": "z" })), "! Missing required query parameter 'limit'.");
}

#[test]
fn bound_parameters_are_hidden_and_sent() {
    let document = one(
        "/t/{tenant}",
        "get",
        json!({ "parameters": [
        { "name": "tenant", "in": "path", "required": true, "schema": {} },
        { "name": "X-Version", "in": "header", "required": true, "schema": {} },
        { "name": "q", "in": "query", "schema": {} },
    ] }),
    );
    let api = build(
        &document,
        &options(json!({
            "baseUrl": BASE, "bind": { "path": { "tenant": "acme" }, "header": { "x-version": "3" } },
        })),
    );
    assert_eq!(fields(&api, 0), ["q?"]);
    assert_eq!(send(&api, json!({ "q": 1, "tenant": "other" })), "GET /t/acme?q=1\nX-Version: 3");
}

#[test]
fn what_cannot_be_sent_exactly_is_skipped() {
    let skip = |parameter: Value| reason(&one("/t", "get", json!({ "parameters": [parameter] })));
    let named = |extra: Value| {
        let mut base = json!({ "name": "N", "in": "query", "schema": {} });
        base.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        skip(base)
    };
    assert_eq!(skip(json!(1)), "parameter declaration is invalid or unresolved");
    assert_eq!(skip(json!({ "in": "query" })), "parameter declaration is missing name or location");
    assert_eq!(
        skip(json!({ "$ref": "#/components/parameters/none" })),
        "parameter declaration is invalid or unresolved: reference '#/components/parameters/none' is unresolved"
    );
    assert_eq!(named(json!({ "in": "body" })), "parameter 'N' uses unsupported location 'body'");
    assert_eq!(
        named(json!({ "schema": null })),
        "parameter 'N' declares neither schema nor content"
    );
    assert_eq!(named(json!({ "style": 1 })), "parameter 'N' has an invalid style");
    assert_eq!(named(json!({ "explode": "yes" })), "parameter 'N' has an invalid explode value");
    assert_eq!(
        named(json!({ "allowReserved": 1 })),
        "parameter 'N' has an invalid allowReserved value"
    );
    assert_eq!(
        named(json!({ "style": "matrix" })),
        "query parameter 'N' uses unsupported style 'matrix'"
    );
    assert_eq!(
        named(json!({ "in": "header", "style": "form" })),
        "header parameter 'N' uses unsupported style 'form'"
    );
    assert_eq!(
        named(json!({ "content": { "image/png": {} } })),
        "parameter 'N' uses unsupported content encoding (declared: image/png)"
    );
}
