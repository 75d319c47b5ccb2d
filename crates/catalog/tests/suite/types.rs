//! JSON Schema beside its type.

use codemode_catalog::{SchemaSource, Style, signature, type_text};

/// The compact type, with the declarations it needs after ` where `.
fn compact(schema: &str) -> String {
    let style = Style { tags: true, ..Style::compact() };
    let rendered = type_text(&SchemaSource::text(schema), &style);
    if rendered.declarations.is_empty() {
        return rendered.text;
    }
    format!("{} where {}", rendered.text, rendered.declarations.join("; "))
}

fn pretty(schema: &str) -> String {
    let rendered = type_text(&SchemaSource::text(schema), &Style::pretty());
    let mut text = rendered.text;
    for declaration in rendered.declarations {
        text.push('\n');
        text.push_str(&declaration);
    }
    text
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (schema, expected) in cases {
        assert_eq!(&compact(schema), expected, "schema {schema}");
    }
}

#[test]
fn primitives_literals_and_unions() {
    check(&[
        (r#"{"type":"integer"}"#, "number"),
        (r#"{"type":"number"}"#, "number"),
        (r#"{"type":"boolean"}"#, "boolean"),
        (r#"{"type":"null"}"#, "null"),
        (r#"{"const":"a"}"#, r#""a""#),
        (r#"{"const":null}"#, "null"),
        (r#"{"const":{"b":[1,2.0,-0.0]}}"#, r#"{"b":[1,2,0]}"#),
        (r#"{"enum":["a",1,null,true]}"#, r#""a" | 1 | null | true"#),
        (r#"{"type":["string","null"]}"#, "string | null"),
        (r#"{"anyOf":[{"type":"string"},{}]}"#, "unknown"),
        (r#"{"oneOf":[{"type":"string"},{"type":"number"}]}"#, "string | number"),
        (r#"{"type":"string","anyOf":[{"enum":["a"]},{"enum":["b"]}]}"#, r#"("a" | "b") & string"#),
        (
            r#"{"anyOf":[{"type":"number"},{"enum":["NaN"]},{"enum":["Infinity"]},{"enum":["-Infinity"]}]}"#,
            "number",
        ),
        (r#"{"anyOf":[{"type":"object"},{"type":"array"}]}"#, "{}"),
        (r#"{}"#, "unknown"),
        (r#"true"#, "unknown"),
        (r#"{"not":{"type":"string"}}"#, "unknown"),
        (r#"{"type":"widget"}"#, "unknown"),
    ]);
}

#[test]
fn what_the_reference_loses_is_said() {
    check(&[
        // Empty alternatives admit nothing; the reference writes invalid text.
        (r#"{"enum":[]}"#, "never"),
        (r#"{"anyOf":[]}"#, "never"),
        (r#"{"type":"array","items":{"enum":[]}}"#, "Array<never>"),
        (r#"false"#, "never"),
        // OpenAPI 3.0.
        (r#"{"type":"string","nullable":true}"#, "string | null"),
        (r#"{"type":"string","nullable":true,"enum":["a",null]}"#, r#""a" | null"#),
        // Tuples.
        (
            r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]}"#,
            "[string, number]",
        ),
        (
            r#"{"type":"array","prefixItems":[{"type":"string"},{"enum":["a","b"]}],"minItems":1,"items":{"type":"number"}}"#,
            r#"[string, ("a" | "b")?, ...Array<number>]"#,
        ),
        (r#"{"type":"array","items":[{"type":"string"}],"additionalItems":false}"#, "[string]"),
        // The same alternative twice.
        (r#"{"anyOf":[{"type":"string","format":"uuid"},{"type":"string"}]}"#, "string"),
        // Demands without types.
        (
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
            "({ a: unknown } | { b: unknown }) & { a?: string; b?: string }",
        ),
        // Conditions with both branches.
        (
            r#"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":{"type":"string"}}},"else":{"properties":{"b":{"type":"string"}}}}"#,
            "{ k: 1 } & { a?: string } | { b?: string }",
        ),
        // Records over closed and patterned keys.
        (
            r#"{"type":"object","propertyNames":{"enum":["x","y"]},"additionalProperties":{"type":"number"}}"#,
            r#"{ [key in "x" | "y"]?: number }"#,
        ),
        (
            r#"{"type":"object","patternProperties":{"^x-":{"type":"string"}}}"#,
            "{ [key: `x-${string}`]: string }",
        ),
        // References deeper than one step, by anchor and by id.
        (
            r##"{"$ref":"#/$defs/U/properties/id","$defs":{"U":{"properties":{"id":{"type":"string"}}}}}"##,
            "string",
        ),
        (r##"{"$ref":"#here","$defs":{"U":{"$anchor":"here","type":"boolean"}}}"##, "boolean"),
        (
            r##"{"$ref":"https://x.test/u.json","$defs":{"U":{"$id":"https://x.test/u.json","type":"boolean"}}}"##,
            "boolean",
        ),
        // Both kinds of alternatives.
        (
            r#"{"anyOf":[{"const":1},{"const":2}],"oneOf":[{"const":2},{"const":3}]}"#,
            "(1 | 2) & (2 | 3)",
        ),
    ]);
}

#[test]
fn arrays_and_objects() {
    check(&[
        (
            r#"{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}"#,
            "Array<string | null>",
        ),
        (r#"{"type":"array"}"#, "Array<unknown>"),
        (r#"{"type":"object"}"#, "{}"),
        (
            r#"{"type":"object","additionalProperties":{"type":"number"}}"#,
            "{ [key: string]: number }",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":{"type":"number"}}"#,
            "{ a: string; [key: string]: number }",
        ),
        (r#"{"properties":{"a":{"type":"string"}}}"#, "{ a?: string }"),
        (
            r#"{"type":["object","array"],"properties":{"a":{"type":"string"}},"items":{"type":"number"}}"#,
            "{ a?: string } | Array<number>",
        ),
        (
            r#"{"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"number"}}}],"properties":{"c":{"type":"boolean"}}}"#,
            "({ a?: string } | { b?: number }) & { c?: boolean }",
        ),
        (
            r#"{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"number"}}}]}"#,
            "{ a?: string } & { b?: number }",
        ),
        (r#"{"allOf":[{"type":"string"},{}]}"#, "string"),
        (r##"{"allOf":[{"type":"string"},{"$ref":"#/x/y"}]}"##, "unknown"),
        (
            r#"{"properties":{"a-b":{"type":"string"},"0":{"type":"string"},"$x":{"type":"string"},"ünï":{"type":"string"},"class":{"type":"string"}}}"#,
            r#"{ "0"?: string; "a-b"?: string; $x?: string; "ünï"?: string; class?: string }"#,
        ),
    ]);
}

#[test]
fn references() {
    check(&[
        (
            r##"{"$ref":"#/$defs/U","$defs":{"U":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}}"##,
            "{ id: string }",
        ),
        (
            r##"{"$ref":"#/$defs/U","properties":{"q":{"type":"string"}},"$defs":{"U":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}}"##,
            "{ id: string } & { q?: string }",
        ),
        (r##"{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"number"}}}"##, "number"),
        (r##"{"$ref":"#/$defs/a%20b","$defs":{"a b":{"type":"number"}}}"##, "number"),
        (r##"{"$ref":"#/$defs/gone"}"##, "unknown"),
        (r##"{"$ref":"https://elsewhere.test/s.json"}"##, "unknown"),
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/In"}},"allOf":[{"$defs":{"In":{"type":"number"}}}]}"##,
            "{ a?: number }",
        ),
        (
            r##"{"$ref":"#/definitions/A","definitions":{"A":{"$ref":"#/definitions/B"},"B":{"type":"null"}}}"##,
            "null",
        ),
    ]);
}

#[test]
fn recursion_has_a_name() {
    check(&[
        (
            r##"{"$ref":"#/$defs/Node","$defs":{"Node":{"properties":{"v":{"type":"number"},"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}"##,
            "Node where type Node = { v?: number; kids?: Array<Node> }",
        ),
        (
            r##"{"$ref":"#/$defs/A","$defs":{"A":{"properties":{"b":{"$ref":"#/$defs/B"}}},"B":{"properties":{"a":{"$ref":"#/$defs/A"}}}}}"##,
            "A where type A = { b?: B }; type B = { a?: A }",
        ),
        (
            r##"{"anyOf":[{"properties":{"next":{"$ref":"#"}}},{"type":"null"}]}"##,
            "Value where type Value = { next?: Value } | null",
        ),
        (
            r##"{"properties":{"tree":{"$ref":"#/$defs/my tree"}},"$defs":{"my tree":{"properties":{"l":{"$ref":"#/$defs/my%20tree"}}}}}"##,
            "{ tree?: my_tree } where type my_tree = { l?: my_tree }",
        ),
        // Names that a converter has numbered.
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/__schema0"},"b":{"$ref":"#/$defs/__schema1"}},"$defs":{"__schema0":{"properties":{"a":{"$ref":"#/$defs/__schema0"}}},"__schema1":{"title":"Big Tree","properties":{"b":{"$ref":"#/$defs/__schema1"}}}}}"##,
            "{ a?: Type; b?: Big_Tree } where type Type = { a?: Type }; type Big_Tree = { b?: Big_Tree }",
        ),
        // A definition that is itself, and two that are each other, say nothing.
        (
            r##"{"properties":{"x":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/A"}}}"##,
            "{ x?: A } where type A = unknown",
        ),
        (
            r##"{"properties":{"x":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/B"}]},"B":{"allOf":[{"$ref":"#/$defs/A"}]}}}"##,
            "{ x?: A } where type A = unknown",
        ),
    ]);
}

#[test]
fn depth() {
    let nested = |levels: usize, inner: &str| {
        let mut schema = inner.to_owned();
        for _ in 0..levels {
            schema = format!(r#"{{"properties":{{"n":{schema}}}}}"#);
        }
        schema
    };
    let shown = |levels: usize, inner: &str| {
        let mut text = inner.to_owned();
        for _ in 0..levels {
            text = format!("{{ n?: {text} }}");
        }
        text
    };
    assert_eq!(compact(&nested(8, r#"{"type":"string"}"#)), shown(8, "string"));
    assert_eq!(compact(&nested(10, r#"{"type":"string"}"#)), shown(9, "unknown"));
    let mut arrays = r#"{"type":"string"}"#.to_owned();
    for _ in 0..9 {
        arrays = format!(r#"{{"type":"array","items":{arrays}}}"#);
    }
    assert_eq!(compact(&arrays), format!("{}unknown{}", "Array<".repeat(9), ">".repeat(9)));
}

#[test]
fn encoders_of_effect_schemas() {
    check(&[
        (
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"},"c":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"],"additionalProperties":false}"#,
            "{ a: string; b?: number; c?: string | null }",
        ),
        (r#"{"enum":["a","b",3]}"#, r#""a" | "b" | 3"#),
        (
            r##"{"$ref":"#/$defs/Cat","$defs":{"Cat":{"type":"object","properties":{"name":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/Cat"}}},"required":["name","kids"]}}}"##,
            "Cat where type Cat = { name: string; kids: Array<Cat> }",
        ),
    ]);
}

#[test]
fn pretty_signatures() {
    let input = SchemaSource::text(
        r#"{"type":"object","properties":{
            "folder":{"type":"string","description":"Folder to read"},
            "limit":{"type":"integer","description":"Page size","default":20},
            "labels":{"type":"array","items":{"type":"string"},"description":"Only these labels","minItems":1,"maxItems":5},
            "order":{"enum":["old","new"]}},"required":["folder"]}"#,
    );
    assert_eq!(
        signature(
            "tools.mail.list",
            Some(&input),
            Some(&SchemaSource::text("{}")),
            &Style::pretty()
        ),
        "tools.mail.list(input: {
  /** Folder to read */
  folder: string,
  /**
   * Page size
   * @default 20
   */
  limit?: number,
  /**
   * Only these labels
   * @minItems 1
   * @maxItems 5
   */
  labels?: Array<string>,
  order?: \"old\" | \"new\",
}): Promise<unknown>"
    );
    let input = SchemaSource::text(
        r#"{"type":"object","properties":{"id":{"type":"string"},"opts":{"type":"object","properties":{"deep":{"type":"boolean"},"tags":{"type":"array","items":{"enum":["p","q"]}}},"required":["deep","tags"]}},"required":["id"]}"#,
    );
    let output = SchemaSource::text(
        r#"{"type":"array","items":{"type":"object","properties":{"n":{"type":"number","description":"Count"},"when":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["n","when"]}}"#,
    );
    assert_eq!(
        signature("tools[\"a-b\"][\"x y\"]", Some(&input), Some(&output), &Style::pretty()),
        "tools[\"a-b\"][\"x y\"](input: {
  id: string,
  opts?: {
    deep: boolean,
    tags: Array<\"p\" | \"q\">,
  },
}): Promise<Array<{
    /** Count */
    n: number,
    when: string | null,
  }>>"
    );
}

#[test]
fn comments() {
    assert_eq!(
        pretty(
            r#"{"properties":{
            "a":{"type":"string","description":"\n\n One \r\n\t two  \n\n","deprecated":true,"default":"x","format":"email"},
            "b":{"type":"number","minimum":1,"maximum":9007199254740991,"multipleOf":0.5},
            "c":{"type":"string","pattern":"^a*/$","minLength":0,"maxLength":3},
            "d":{"type":"string","not":{"enum":["x","y"]}},
            "e":{"type":"string","examples":["first","second"]}}}"#
        ),
        "{
  /**
   *  One
   *   two
   * @deprecated
   * @default \"x\"
   * @format email
   */
  a?: string,
  /**
   * @minimum 1
   * @multipleOf 0.5
   */
  b?: number,
  /**
   * @maxLength 3
   * @pattern ^a*\\/$
   */
  c?: string,
  /** @not \"x\" | \"y\" */
  d?: string,
  /** @example \"first\" */
  e?: string,
}"
    );
}

#[test]
fn hostile_names_and_descriptions() {
    assert_eq!(
        pretty(
            r#"{"properties":{
            "a":{"type":"string","description":"*/ evil() /* \u202e\u0007x\u2028y\udb40\udc41"},
            "b\"\n*/\u202e\u2028":{"const":"*/\u2066\ud83d\ude00"}}}"#
        ),
        "{
  /**
   * * / evil() /* x
   * y
   */
  a?: string,
  \"b\\\"\\n*/\\u202e\\u2028\"?: \"*/\\u2066😀\",
}"
    );
}

#[test]
fn shared_definitions_and_chains_stay_small() {
    let chain: Vec<String> = (0..40)
        .map(|level| {
            format!(
                r##""L{level}":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/L{0}"}},"b":{{"$ref":"#/$defs/L{0}"}},"c":{{"type":"array","items":{{"$ref":"#/$defs/L{0}"}}}}}}}}"##,
                level + 1
            )
        })
        .collect();
    let schema = format!(
        r##"{{"$ref":"#/$defs/L0","$defs":{{{},"L40":{{"type":"string"}}}}}}"##,
        chain.join(",")
    );
    let text = pretty(&schema);
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert!(text.contains("type L30 = {\n  a?: L31,\n  b?: L31,\n  c?: Array<L31>,\n}"), "{text}");

    let ring: Vec<String> = (0..10)
        .map(|from| {
            let members: Vec<String> =
                (0..10).map(|to| format!(r##""m{to}":{{"$ref":"#/$defs/T{to}"}}"##)).collect();
            format!(r#""T{from}":{{"type":"object","properties":{{{}}}}}"#, members.join(","))
        })
        .collect();
    let schema = format!(r##"{{"$ref":"#/$defs/T0","$defs":{{{}}}}}"##, ring.join(","));
    let text = pretty(&schema);
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert_eq!(text.matches("type T").count(), 10);
}

#[test]
fn large_schemas_are_cut_and_say_so() {
    let values: Vec<String> = (0..5_000).map(|n| format!(r#""value{n}""#)).collect();
    let text = compact(&format!(r#"{{"enum":[{}]}}"#, values.join(",")));
    assert!(text.ends_with(r#""value255" | string /* 4744 more values */"#), "{text}");

    let members: Vec<String> =
        (0..20_000).map(|n| format!(r#""property{n}":{{"type":"string"}}"#)).collect();
    let text = pretty(&format!(r#"{{"properties":{{{}}}}}"#, members.join(",")));
    assert!(text.len() < 20_000, "{} bytes", text.len());
    let shown = text.matches("property").count();
    assert!(text.ends_with(&format!("  /* {} more properties */\n}}", 20_000 - shown)), "{text}");

    let kinds: Vec<String> =
        (0..1_000).map(|n| format!(r#"{{"type":"array","items":{{"const":{n}}}}}"#)).collect();
    let text = compact(&format!(r#"{{"anyOf":[{}]}}"#, kinds.join(",")));
    assert!(text.ends_with("Array<255> | unknown /* 744 more types */"), "{text}");
}

#[test]
fn text_that_is_no_schema_reads_as_unknown() {
    let deep = format!("{}{}", r#"{"items":"#.repeat(5_000), "}".repeat(5_000));
    check(&[("", "unknown"), ("{", "unknown"), ("[1]", "unknown"), ("null", "unknown")]);
    assert_eq!(compact(&deep), "unknown");
}
