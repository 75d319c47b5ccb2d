//! Return shapes.

use codemode_catalog::{SchemaSource, ShapeOptions, return_shape};

const MONEY: &str = r#"{"type":"object","properties":{"amount":{"type":"number"},"currency":{"type":"string"}},"required":["amount","currency"]}"#;
const WEATHER: &str = r#"{"type":"object","properties":{"city":{"type":"string"},"temp_c":{"type":"number"},"alerts":{"type":"array","items":{"type":"string"}}},"required":["city","temp_c","alerts"]}"#;

fn item() -> String {
    format!(
        r#"{{"type":"object","properties":{{"sku":{{"type":"string"}},"qty":{{"type":"integer"}},"price":{MONEY}}},"required":["sku","qty","price"]}}"#
    )
}

fn order() -> String {
    format!(
        r#"{{"type":"object","properties":{{"id":{{"type":"string"}},"items":{{"type":"array","items":{}}},"paid":{{"type":"boolean"}},"note":{{"type":"string"}},"placed":{{"type":"string","format":"date-time"}}}},"required":["id","items","paid","placed"]}}"#,
        item()
    )
}

fn object(members: &str) -> String {
    let names: Vec<String> = serde_json::from_str::<serde_json::Value>(&format!("{{{members}}}"))
        .expect("JSON")
        .as_object()
        .expect("an object")
        .keys()
        .map(|name| format!("{name:?}"))
        .collect();
    format!(r#"{{"type":"object","properties":{{{members}}},"required":[{}]}}"#, names.join(","))
}

fn list_of(item: &str) -> String {
    format!(r#"{{"type":"array","items":{item}}}"#)
}

fn map_of(value: &str) -> String {
    format!(r#"{{"type":"object","additionalProperties":{value}}}"#)
}

#[track_caller]
fn check(schema: &str, expected: &str) {
    let shape = return_shape(&SchemaSource::text(schema), &ShapeOptions::default());
    assert_eq!(shape, expected, "schema {schema}");
}

const STRING: &str = r#"{"type":"string"}"#;
const NUMBER: &str = r#"{"type":"number"}"#;
const ANY: &str = "{}";

#[test]
fn simple_values() {
    check(STRING, "str");
    check(NUMBER, "num");
    check(r#"{"type":"integer"}"#, "num");
    check(r#"{"type":"boolean"}"#, "bool");
    check(r#"{"type":"string","format":"date-time"}"#, "timestamp");
    check(r#"{"enum":["a","b"]}"#, "str");
    check(r#"{"const":5}"#, "num");
    for nothing in [ANY, "true", r#"{"type":"object"}"#, &map_of(ANY), &map_of("true")] {
        check(nothing, "");
    }
    check(&object(r#""raw":{"type":"string","contentEncoding":"base64"}"#), "");
}

#[test]
fn lists() {
    check(&list_of(ANY), "[…]");
    check(&list_of(&list_of(STRING)), "[[str]]");
    check(&list_of(&list_of(&list_of(&list_of(STRING)))), "[[[[…]]]]");
    check(r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]}"#, "[str, num]");
    check(&list_of(r#"{"type":"object"}"#), "[{}]");
    check(&object(&format!(r#""cells":{}"#, list_of(&list_of(NUMBER)))), "{cells: [[num]]}");
}

#[test]
fn objects() {
    check(MONEY, "{amount: num, currency}");
    check(&item(), "{sku, qty: num, price: {amount: num, currency}}");
    check(
        &order(),
        "{id, items: [{sku, qty: num, price: {…}}], paid: bool, note?, placed: timestamp}",
    );
    check(&list_of(&order()), "[{id, items: [{…}], paid: bool, note?, placed: timestamp}]");
    check(
        &format!(
            r#"{{"type":"object","properties":{{"rows":{},"total":{{"type":"integer"}},"next":{{"anyOf":[{{"type":"string"}},{{"type":"null"}}]}}}},"required":["rows","total"]}}"#,
            list_of(&order())
        ),
        "{rows: [{id, items: […], paid: bool, note?, placed: timestamp}], total: num, next?: str}",
    );
    check(WEATHER, "{city, temp_c: num, alerts: [str]}");
    check(&object(r#""value":{},"kind":{"type":"string"}"#), "{value: …, kind}");
    check(
        &object(&format!(r#""a":{MONEY},"b":{MONEY}"#)),
        "{a: {amount: num, currency}, b: {amount: num, currency}}",
    );
    check(
        &object(
            r#""name":{"type":"string"},"bytes":{"type":"string","format":"binary"},"raw":{"type":"string","contentMediaType":"application/json"}"#,
        ),
        "{name}",
    );
    let deep = object(&format!(
        r#""a":{}"#,
        object(&format!(r#""b":{}"#, object(&format!(r#""c":{}"#, object(r#""d":{}"#)))))
    ));
    check(&deep, "{a: {b: {c: {…}}}}");
    let lists = object(&format!(
        r#""a":{}"#,
        list_of(&object(&format!(r#""b":{}"#, list_of(&object(r#""c":{"type":"string"}"#)))))
    ));
    check(&lists, "{a: [{b: […]}]}");
    check(
        r#"{"type":"object","properties":{"when":{"type":"string","format":"date-time"},"ok":{"type":"boolean"},"who":{"type":["string","null"]}},"required":["who"]}"#,
        "{when?: timestamp, ok?: bool, who: str}",
    );
    check(&object(r#""Path":{"type":"string"},"Size":{"type":"integer"}"#), "{Path, Size: num}");
    check(&object(r#""a b":{"type":"string"},"-":{"type":"number"}"#), r#"{"a b", -: num}"#);
}

#[test]
fn maps() {
    check(&map_of(WEATHER), "{key: {city, temp_c: num, alerts: [str]}}");
    check(&map_of(&list_of(STRING)), "{key: [str]}");
    check(
        &object(&format!(
            r#""by_city":{},"counts":{},"labels":{},"extra":{}"#,
            map_of(WEATHER),
            map_of(r#"{"type":"integer"}"#),
            map_of(STRING),
            map_of(ANY)
        )),
        "{by_city: {key: {city, temp_c: num, alerts: […]}}, counts: {key: num}, labels: {key: str}, extra: {…}}",
    );
}

#[test]
fn references_and_intersections() {
    check(
        r##"{"$ref":"#/$defs/Comment","$defs":{"Comment":{"type":"object","properties":{"body":{"type":"string"},"replies":{"type":"array","items":{"$ref":"#/$defs/Comment"}}},"required":["body","replies"]}}}"##,
        "{body, replies: [{…}]}",
    );
    check(
        r#"{"allOf":[{"properties":{"id":{"type":"string"},"rev":{"type":"integer"}},"required":["id","rev"]}],"properties":{"title":{"type":"string"}},"required":["title"]}"#,
        "{id, rev: num, title}",
    );
}

#[test]
fn long_shapes_are_cut_and_closed() {
    let names: Vec<String> =
        (10..23).map(|n| format!(r#""a_rather_long_name_{n}":{STRING}"#)).collect();
    let schema = SchemaSource::text(object(&names.join(",")));
    let shape = return_shape(&schema, &ShapeOptions::default());
    assert_eq!(shape.len(), 244);
    assert!(shape.ends_with("…}"), "{shape}");
    let options = ShapeOptions { whole_members: true, max_length: 60, ..ShapeOptions::default() };
    assert_eq!(
        return_shape(&schema, &options),
        "{a_rather_long_name_10, a_rather_long_name_11, …}"
    );
    let wide = SchemaSource::text(list_of(&object(&format!(r#""{}":{STRING}"#, "é".repeat(200)))));
    let shape = return_shape(&wide, &ShapeOptions::default());
    assert_eq!(shape, format!("[{{{}…}}]", "é".repeat(119)));
}
