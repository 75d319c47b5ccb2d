//! Checking data against schemas.

use codemode_catalog::{SchemaSource, Validator, violation_text};

/// The violations of some data as text; empty when it fits.
fn problems(schema: &str, data: &str) -> String {
    let validator = Validator::new(&SchemaSource::text(schema));
    match validator.validate_json(data) {
        Ok(()) => String::new(),
        Err(violations) => violation_text(&violations),
    }
}

#[track_caller]
fn check(schema: &str, cases: &[(&str, &str)]) {
    for (data, expected) in cases {
        assert_eq!(&problems(schema, data), expected, "{data} against {schema}");
    }
}

#[test]
fn messages_name_path_rule_and_kind() {
    check(
        r#"{"type":"object","properties":{"id":{"type":"string"},"items":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"]}}},"required":["id"],"additionalProperties":false}"#,
        &[
            (r#"{"id":"a","items":[{"n":1}]}"#, ""),
            (r#"[]"#, "the value must be an object, got an array (type)"),
            (r#"{}"#, "the value must have the property 'id' (required)"),
            (r#"{"id":5}"#, "id must be a string, got a number (type)"),
            (
                r#"{"id":"a","items":[{"n":1},{"n":0},{"n":1.5},{}]}"#,
                "items[1].n must be at least 1, got 0 (minimum); items[2].n must be an integer, got a number (type); items[3] must have the property 'n' (required)",
            ),
            (
                r#"{"id":"a","itms":[]}"#,
                "the value must not have the property 'itms', perhaps 'items' is meant (additionalProperties)",
            ),
            ("{", "the value must be JSON nested at most 128 levels (json)"),
        ],
    );
    check(
        r#"{"properties":{"a b":{"const":{"x":1}}}}"#,
        &[
            (r#"{"a b":{"x":1.0}}"#, ""),
            (r#"{"a b":[1]}"#, r#"["a b"] must be {"x":1}, got an array (const)"#),
        ],
    );
}

#[test]
fn scalars() {
    check(
        r#"{"enum":["a",1,null]}"#,
        &[
            ("1.0", ""),
            ("null", ""),
            ("true", r#"the value must be one of "a", 1, null, got a boolean (enum)"#),
        ],
    );
    check(r#"{"type":"string","nullable":true}"#, &[("null", ""), (r#""x""#, "")]);
    check(
        r#"{"minLength":2,"maxLength":3}"#,
        &[
            (r#""é😀""#, ""),
            (r#""x""#, "the value must have at least 2 characters, got 1 (minLength)"),
            (r#""abcd""#, "the value must have at most 3 characters, got 4 (maxLength)"),
            ("5", ""),
        ],
    );
    check(
        r#"{"pattern":"^[a-z]+\\p{Lu}$"}"#,
        &[(r#""abÉ""#, ""), (r#""ab""#, r"the value must match /^[a-z]+\p{Lu}$/ (pattern)")],
    );
    check(
        r#"{"pattern":"("}"#,
        &[(r#""x""#, "the value cannot be checked: /(/ is no pattern (pattern)")],
    );
    check(
        r#"{"exclusiveMinimum":1,"exclusiveMaximum":3,"multipleOf":0.1}"#,
        &[
            ("1.1", ""),
            ("1", "the value must be greater than 1, got 1 (exclusiveMinimum)"),
            ("3", "the value must be less than 3, got 3 (exclusiveMaximum)"),
            ("2.05", "the value must be a multiple of 0.1, got 2.05 (multipleOf)"),
        ],
    );
    check(
        r#"{"minimum":1,"exclusiveMinimum":true}"#,
        &[("1", "the value must be greater than 1, got 1 (exclusiveMinimum)")],
    );
    check(
        r#"{"maximum":9007199254740992}"#,
        &[
            ("9007199254740992", ""),
            (
                "9007199254740993",
                "the value must be at most 9007199254740992, got 9007199254740993 (maximum)",
            ),
        ],
    );
}

#[test]
fn arrays() {
    check(
        r#"{"prefixItems":[{"type":"string"}],"items":false}"#,
        &[(r#"["a"]"#, ""), (r#"["a",1]"#, "the value must have at most 1 item, got 2 (items)")],
    );
    check(
        r#"{"items":[{"type":"string"}],"additionalItems":{"type":"number"}}"#,
        &[(r#"["a",1]"#, ""), (r#"["a","b"]"#, "[1] must be a number, got a string (type)")],
    );
    check(
        r#"{"uniqueItems":true}"#,
        &[
            (r#"[1,"1",{"a":1,"b":2}]"#, ""),
            (
                r#"[{"a":1,"b":2},3,{"b":2,"a":1.0}]"#,
                "the value must not repeat items, got the same at 0 and 2 (uniqueItems)",
            ),
        ],
    );
    check(
        r#"{"contains":{"type":"number"},"minContains":2}"#,
        &[
            (r#"[1,"a",2]"#, ""),
            (r#"[1]"#, "the value must contain at least 2 items of a kind, got 1 (contains)"),
        ],
    );
    check(
        r#"{"minItems":1,"maxItems":1}"#,
        &[
            ("[]", "the value must have at least 1 item, got 0 (minItems)"),
            ("[1,2]", "the value must have at most 1 item, got 2 (maxItems)"),
        ],
    );
}

#[test]
fn objects() {
    check(
        r#"{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":{"type":"number"}}"#,
        &[
            (r#"{"x-a":"b","c":1}"#, ""),
            (
                r#"{"x-a":1,"c":"d"}"#,
                r#"["x-a"] must be a string, got a number (type); c must be a number, got a string (type)"#,
            ),
        ],
    );
    check(
        r#"{"propertyNames":{"maxLength":2}}"#,
        &[
            (r#"{"ab":1}"#, ""),
            (r#"{"abc":1}"#, "the value must not have the property 'abc' (propertyNames)"),
        ],
    );
    check(
        r#"{"dependentRequired":{"a":["b"]}}"#,
        &[
            (r#"{"b":1}"#, ""),
            (
                r#"{"a":1}"#,
                "the value must have the property 'b' because it has 'a' (dependentRequired)",
            ),
        ],
    );
    check(
        r#"{"allOf":[{"properties":{"a":true}}],"properties":{"b":true},"unevaluatedProperties":false}"#,
        &[
            (r#"{"a":1,"b":1}"#, ""),
            (r#"{"c":1}"#, "the value must not have the property 'c' (unevaluatedProperties)"),
        ],
    );
    check(
        r#"{"minProperties":1,"maxProperties":1}"#,
        &[("{}", "the value must have at least 1 property, got 0 (minProperties)")],
    );
}

#[test]
fn alternatives() {
    check(
        r#"{"anyOf":[{"type":"string"},{"type":"object","properties":{"kind":{"const":"a"},"n":{"type":"number"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"b"},"m":{"type":"number"}},"required":["kind"]}]}"#,
        &[
            (r#"{"kind":"a","n":1}"#, ""),
            ("5", "the value must fit one of 3 alternatives, got a number (anyOf)"),
            (
                r#"{"kind":"a","n":"x"}"#,
                "the value must fit one of 3 alternatives, got an object (anyOf); n must be a number, got a string (type)",
            ),
        ],
    );
    check(
        r#"{"oneOf":[{"minimum":1},{"maximum":2}]}"#,
        &[("3", ""), ("1", "the value must fit exactly one of 2 alternatives, fits 2 (oneOf)")],
    );
    check(
        r#"{"not":{"type":"null"}}"#,
        &[("1", ""), ("null", "the value must not be what the schema rules out, got null (not)")],
    );
    check(
        r#"{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}"#,
        &[
            (r#"{"c":1}"#, ""),
            (r#"{"a":1}"#, "the value must have the property 'b' (required)"),
            ("{}", "the value must have the property 'c' (required)"),
        ],
    );
}

#[test]
fn references() {
    let tree = r##"{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"v":{"type":"number"},"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}"##;
    check(
        tree,
        &[
            (r#"{"v":1,"kids":[{"v":2}]}"#, ""),
            (
                r#"{"kids":[{"kids":[{"v":"x"}]}]}"#,
                "kids[0].kids[0].v must be a number, got a string (type)",
            ),
        ],
    );
    check(
        r##"{"$ref":"#/nowhere"}"##,
        &[("1", "the value refers to '#/nowhere', which does not exist ($ref)")],
    );
    // Beside a reference other keywords count, except in old drafts.
    let schema = r##"{"$schema":"DIALECT","properties":{"a":{"$ref":"#/d","maximum":1}},"d":{"type":"number"}}"##;
    let newer = schema.replace("DIALECT", "https://json-schema.org/draft/2020-12/schema");
    let older = schema.replace("DIALECT", "http://json-schema.org/draft-07/schema#");
    check(&newer, &[(r#"{"a":2}"#, "a must be at most 1, got 2 (maximum)")]);
    check(&older, &[(r#"{"a":2}"#, "")]);
}

#[test]
fn hostile_schemas_end() {
    check(r##"{"$ref":"#"}"##, &[("1", "the value is nested too deeply for its schema (limit)")]);
    check(
        r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
        &[("1", "the value is nested too deeply for its schema (limit)")],
    );
    let doubling: Vec<String> = (0..60)
        .map(|n| {
            format!(
                r##""L{n}":{{"allOf":[{{"$ref":"#/$defs/L{0}"}},{{"$ref":"#/$defs/L{0}"}}]}}"##,
                n + 1
            )
        })
        .collect();
    let schema =
        format!(r##"{{"$ref":"#/$defs/L0","$defs":{{{},"L60":true}}}}"##, doubling.join(","));
    check(&schema, &[("1", "the value is too large for its schema (limit)")]);
    let text = format!("\"{}!\"", "a".repeat(200));
    let outcome = problems(r#"{"pattern":"^(a|aa)+\\1$"}"#, &text);
    assert!(!outcome.is_empty());
    let many: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    check(r#"{"uniqueItems":true}"#, &[(&format!("[{}]", many.join(",")), "")]);
}
