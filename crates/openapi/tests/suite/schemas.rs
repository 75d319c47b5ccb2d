//! Projection of schemas: versions, directions, references.

use codemode_openapi::Direction;
use serde_json::{Value, json};

use crate::check::*;

fn body(version: &str, schema: Value, components: Value) -> codemode_openapi::Api {
    let mut document = one(
        "/t",
        "post",
        json!({
            "requestBody": { "required": true, "content": { "application/json": { "schema": schema } } },
            "responses": { "200": { "content": { "application/json": { "schema": schema } } } },
        }),
    );
    document["openapi"] = json!(version);
    document["components"] = json!({ "schemas": components });
    api(&document)
}

fn request(version: &str, schema: Value) -> Value {
    body(version, schema, json!({})).input_schema(0).unwrap()["properties"]["body"].clone()
}

#[test]
fn nullable_of_3_0() {
    let with = |schema: Value| request("3.0.3", schema);
    assert_eq!(
        with(json!({ "type": "string", "nullable": true })),
        json!({ "type": ["string", "null"] })
    );
    assert_eq!(
        with(json!({ "type": "string", "enum": ["x"], "nullable": true })),
        json!({ "type": ["string", "null"], "enum": ["x", null] })
    );
    assert_eq!(
        with(json!({ "allOf": [{ "type": "string" }], "nullable": true })),
        json!({ "anyOf": [{ "allOf": [{ "type": "string" }] }, { "type": "null" }] })
    );
    assert_eq!(with(json!({ "type": "string", "nullable": false })), json!({ "type": "string" }));
    assert_eq!(
        with(json!({ "type": "number", "minimum": 1, "exclusiveMinimum": true })),
        json!({ "type": "number", "exclusiveMinimum": 1 })
    );
}

#[test]
fn properties_may_be_called_like_keywords() {
    let schema = json!({ "type": "object", "properties": {
        "nullable": { "type": "boolean" }, "example": { "type": "string" }, "type": { "type": "string" },
        "$ref": { "type": "string" }, "__proto__": { "type": "string" },
    } });
    for version in ["3.0.3", "3.1.0"] {
        assert_eq!(request(version, schema.clone()), schema);
    }
}

#[test]
fn keywords_of_3_1_stay() {
    let schema = json!({ "type": ["object", "null"], "properties": {
        "a": { "type": ["string", "null"], "deprecated": true }, "b": { "const": "k" },
        "d": { "type": "array", "prefixItems": [{ "type": "string" }] },
    }, "unevaluatedProperties": false });
    assert_eq!(request("3.1.0", schema.clone()), schema);
}

#[test]
fn references_become_definitions_once() {
    let api = body(
        "3.1.0",
        json!({ "$ref": "#/components/schemas/N" }),
        json!({
            "N": { "type": "object", "properties": {
                "v": { "type": "number" },
                "kids": { "type": "array", "items": { "$ref": "#/components/schemas/N" } },
                "m": { "$ref": "#/components/schemas/M~1x" },
                "part": { "$ref": "#/components/schemas/M~1x/properties/n" },
                "spaced": { "$ref": "#/components/schemas/My%20Type" },
                "lost": { "$ref": "#/components/schemas/none" },
                "far": { "$ref": "other.json#/X" },
            } },
            "M/x": { "type": "object", "properties": { "n": { "$ref": "#/components/schemas/N" } } },
            "My Type": { "type": "number" },
            "Unused": { "type": "string" },
        }),
    );
    let schema = api.input_schema(0).unwrap();
    assert_eq!(schema["properties"]["body"], json!({ "$ref": "#/$defs/N" }));
    let names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["N", "M/x", "n", "My Type"]);
    assert_eq!(schema["$defs"]["N"]["properties"]["m"], json!({ "$ref": "#/$defs/M~1x" }));
    assert_eq!(schema["$defs"]["N"]["properties"]["lost"], json!({}));
    assert_eq!(schema["$defs"]["n"], json!({ "$ref": "#/$defs/N" }));
}

#[test]
fn directions_hide_properties() {
    let account = json!({ "type": "object", "properties": {
        "id": { "type": "string", "readOnly": true }, "name": { "type": "string" },
        "pw": { "type": "string", "writeOnly": true },
    }, "required": ["id", "name", "pw"] });
    let api = body("3.1.0", account, json!({}));
    let input = api.input_schema(0).unwrap()["properties"]["body"].clone();
    assert_eq!(input["properties"].as_object().unwrap().keys().collect::<Vec<_>>(), ["name", "pw"]);
    assert_eq!(input["required"], json!(["name", "pw"]));
    let output = api.output_schema(0).unwrap();
    assert_eq!(
        output["properties"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["id", "name"]
    );
    assert_eq!(output["required"], json!(["id", "name"]));
}

#[test]
fn hiding_passes_references_and_all_of() {
    let api = body(
        "3.1.0",
        json!({ "allOf": [
            { "$ref": "#/components/schemas/Base" },
            { "type": "object", "properties": { "id": { "readOnly": true } }, "required": ["id", "own"] },
        ] }),
        json!({
            "Base": { "type": "object", "properties": {
                "id": { "type": "string" }, "own": { "type": "string" },
                "stamp": { "$ref": "#/components/schemas/Stamp" },
                "either": { "anyOf": [{ "readOnly": true }, { "type": "string" }] },
            }, "required": ["id"] },
            "Stamp": { "allOf": [{ "type": "string", "readOnly": true }] },
        }),
    );
    let input = api.input_schema(0).unwrap();
    assert_eq!(
        input["properties"]["body"],
        json!({ "allOf": [
            { "type": "object", "properties": {
                "own": { "type": "string" },
                "either": { "anyOf": [{ "readOnly": true }, { "type": "string" }] },
            } },
            { "type": "object", "properties": {}, "required": ["own"] },
        ] })
    );
}

#[test]
fn shared_schemas_point_into_one_document() {
    let api = body(
        "3.0.0",
        json!({ "$ref": "#/components/schemas/A" }),
        json!({ "A": { "type": "object", "properties": { "x": { "type": "string" } } } }),
    );
    let reference = json!({ "$ref": "#/$defs/A" });
    assert_eq!(api.input_reference(0).unwrap()["properties"]["body"], reference);
    assert_eq!(api.output_reference(0).unwrap(), reference);
    let (input, output) =
        (api.definition(Direction::Request, "A"), api.definition(Direction::Response, "A"));
    assert_eq!(input.unwrap()["type"], json!("object"));
    assert!(std::ptr::eq(input.unwrap(), output.unwrap()));
    assert_eq!(api.definition(Direction::Request, "B"), None);
}

#[test]
fn schemas_may_keep_definitions_of_their_own() {
    let schema = json!({
        "type": "object", "properties": { "n": { "$ref": "#/$defs/Node" } },
        "$defs": { "Node": { "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } } },
    });
    let api = body("3.1.0", schema, json!({}));
    let input = api.input_schema(0).unwrap();
    assert_eq!(input["properties"]["body"]["properties"]["n"], json!({ "$ref": "#/$defs/Node" }));
    assert_eq!(input["$defs"]["Node"]["properties"]["next"], json!({ "$ref": "#/$defs/Node" }));
}

#[test]
fn members_of_a_discriminated_union_show_their_value() {
    let api = body(
        "3.0.3",
        json!({
            "oneOf": [
                { "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" },
                { "$ref": "#/components/schemas/Fish" },
            ],
            "discriminator": { "propertyName": "kind", "mapping": {
                "cat": "#/components/schemas/Cat", "kitten": "Cat",
            } },
        }),
        json!({
            "Cat": { "type": "object", "properties": { "kind": { "type": "string" } } },
            "Dog": { "type": "object", "properties": { "kind": { "type": "string" } } },
            "Fish": { "type": "object", "properties": { "kind": { "enum": ["fish"] } } },
        }),
    );
    let told = |name: &str, values: Value| {
        json!({ "allOf": [
            { "$ref": format!("#/$defs/{name}") },
            { "type": "object", "properties": { "kind": { "enum": values } }, "required": ["kind"] },
        ] })
    };
    assert_eq!(
        api.input_schema(0).unwrap()["properties"]["body"],
        json!({ "oneOf": [
            told("Cat", json!(["cat", "kitten"])), told("Dog", json!(["Dog"])), { "$ref": "#/$defs/Fish" },
        ] })
    );
}
