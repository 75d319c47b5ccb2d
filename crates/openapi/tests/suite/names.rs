//! Tool paths, collisions, input field names, filters.

use serde_json::{Value, json};

use crate::check::*;

fn with_ids(ids: &[&str]) -> Value {
    let mut paths = serde_json::Map::new();
    for (at, id) in ids.iter().enumerate() {
        paths.insert(format!("/p{at}"), json!({ "get": { "operationId": id, "responses": ok() } }));
    }
    document(Value::Object(paths))
}

#[test]
fn paths_without_ids_are_named_after_method_and_path() {
    let get = json!({ "get": { "responses": ok() } });
    let api = api(&document(json!({
        "/users/{id}/posts.json": get,
        "/": get,
        "/a-b_c/{x}.{y}": { "post": { "responses": ok() } },
        "/1st": get,
        "/organizations/{organizationId}/users/{id}": get,
    })));
    assert_eq!(
        tools(&api),
        [
            "getUsersByIdPostsJson",
            "get",
            "postABCByXY",
            "get1st",
            "getOrganizationsByOrganizationidUsersById"
        ]
    );
}

#[test]
fn ids_are_made_writable_and_dots_nest() {
    let ids =
        ["repos/get", "get-user", "1abc", "a..b", "constructor", "__proto__", "Ünïcode", "  "];
    assert_eq!(
        tools(&api(&with_ids(&ids))),
        [
            "repos_get",
            "get_user",
            "_1abc",
            "a.operation.b",
            "constructor",
            "proto",
            "n_code",
            "operation"
        ]
    );
}

#[test]
fn collisions_never_lose_a_tool() {
    let ids = ["a.b", "a.b", "a", "a.b.c", "x", "x.y", "x.y", "x.y.z"];
    assert_eq!(
        tools(&api(&with_ids(&ids))),
        ["a.b", "a_b_2", "a_2", "a.bC", "x", "xY", "x_y_2", "x_y_z_2"]
    );
}

#[test]
fn a_skipped_operation_takes_no_name() {
    let api = api(&document(json!({
        "/1": { "get": { "operationId": "g.i", "x-websocket": true, "responses": ok() } },
        "/2": { "get": { "operationId": "g.i", "responses": ok() } },
    })));
    assert_eq!(tools(&api), ["g.i"]);
    assert_eq!(skips(&api), ["GET /1: WebSocket operations are not supported"]);
}

#[test]
fn equal_names_in_several_places_are_told_apart() {
    let api = api(&one(
        "/c/{id}",
        "post",
        json!({
            "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
                { "name": "id", "in": "query", "schema": { "type": "string" } },
                { "name": "path_id", "in": "query", "schema": { "type": "string" } },
                { "name": "id", "in": "header", "schema": { "type": "string" } },
            ],
            "requestBody": { "required": true, "content": { "application/json": { "schema": {
                "type": "object", "additionalProperties": false,
                "properties": { "id": { "type": "string" } }, "required": ["id"],
            } } } },
        }),
    ));
    assert_eq!(fields(&api, 0), ["path_id", "query_id?", "path_id_2?", "header_id?", "body_id"]);
    let input = json!({
        "path_id": "p", "query_id": "q", "path_id_2": "lit", "header_id": "h", "body_id": "b",
    });
    assert_eq!(
        send(&api, input),
        "POST /c/p?id=q&path_id=lit\nid: h\n[application/json] {\"id\":\"b\"}"
    );
}

#[test]
fn foreign_names_stay_as_they_are() {
    let parameter =
        |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
    let api = api(&one(
        "/t",
        "get",
        json!({
            "parameters": [parameter("constructor"), parameter("toString"), parameter("__proto__")],
        }),
    ));
    assert_eq!(fields(&api, 0), ["constructor?", "toString?", "__proto__?"]);
    let input = json!({ "constructor": "a", "toString": "b", "__proto__": "c" });
    assert_eq!(send(&api, input), "GET /t?constructor=a&toString=b&__proto__=c");
}

#[test]
fn a_body_and_a_query_parameter_of_that_name() {
    let api = api(&one(
        "/t",
        "post",
        json!({
            "parameters": [{ "name": "body", "in": "query", "schema": { "type": "string" } }],
            "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "string" } } } },
        }),
    ));
    assert_eq!(fields(&api, 0), ["query_body?", "body_body"]);
    assert_eq!(
        send(&api, json!({ "query_body": "q", "body_body": "b" })),
        "POST /t?body=q\n[application/json] \"b\""
    );
}

fn tagged() -> Value {
    let operation = |id: &str, tags: Value, deprecated: bool| json!({ "operationId": id, "tags": tags, "deprecated": deprecated, "responses": ok() });
    document(json!({
        "/repos/{r}/issues": {
            "get": operation("repos/list-issues", json!(["Repos", "Issues"]), false),
            "post": operation("repos/create-issue", json!(["Repos"]), false),
        },
        "/admin/users": { "delete": operation("admin/purge", json!(["Admin"]), true) },
    }))
}

fn built(extra: Value) -> codemode_openapi::Api {
    let mut value = extra;
    value["baseUrl"] = json!(BASE);
    build(&tagged(), &options(value))
}

#[test]
fn namespaces_by_slash_tag_path_or_not_at_all() {
    let names = |rule: &str| tools(&built(json!({ "namespace": rule })));
    assert_eq!(names("slashes"), ["repos.list_issues", "repos.create_issue", "admin.purge"]);
    assert_eq!(names("tags"), ["Repos.list_issues", "Repos.create_issue", "Admin.purge"]);
    assert_eq!(names("path"), ["repos.list_issues", "repos.create_issue", "admin.purge"]);
    assert_eq!(names("none"), ["repos_list_issues", "repos_create_issue", "admin_purge"]);
}

#[test]
fn filters_keep_and_drop_and_are_reported() {
    let kept = |extra: Value| tools(&built(extra));
    assert_eq!(kept(json!({ "include": { "tags": ["Issues"] } })), ["repos_list_issues"]);
    assert_eq!(
        kept(json!({ "exclude": { "methods": ["delete", "post"] } })),
        ["repos_list_issues"]
    );
    assert_eq!(
        kept(json!({ "include": { "paths": ["/repos/*/issues"] } })),
        ["repos_list_issues", "repos_create_issue"]
    );
    assert_eq!(kept(json!({ "include": { "paths": ["/repos/*"] } })), Vec::<String>::new());
    assert_eq!(
        kept(json!({ "include": { "paths": ["/repos/**"] } })),
        ["repos_list_issues", "repos_create_issue"]
    );
    assert_eq!(kept(json!({ "include": { "operations": ["admin/*"] } })), ["admin_purge"]);
    assert_eq!(
        kept(json!({ "exclude": { "deprecated": true } })),
        ["repos_list_issues", "repos_create_issue"]
    );
    assert_eq!(kept(json!({ "readOnly": true })), ["repos_list_issues"]);
    assert_eq!(
        kept(json!({ "include": { "tags": ["Repos"] }, "exclude": { "tags": ["Issues"] } })),
        ["repos_create_issue"]
    );
    let api = built(json!({ "readOnly": true }));
    let filtered: Vec<&str> = api.filtered().iter().map(|f| f.method.as_str()).collect();
    assert_eq!(filtered, ["POST", "DELETE"]);
}

#[test]
fn decisions_rename_omit_and_describe() {
    let api = built(json!({ "decisions": {
        "GET /repos/{r}/issues": { "path": ["issues", "all"], "description": "All issues" },
        "POST /repos/{r}/issues": { "omit": true },
    } }));
    assert_eq!(tools(&api), ["issues.all", "admin_purge"]);
    assert_eq!(api.plans()[0].description, "All issues");
    assert_eq!(api.plans()[1].description, "Deprecated. DELETE /admin/users");
}
