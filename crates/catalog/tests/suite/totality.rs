//! Whatever the schema, every function ends within its caps with well-formed text.

use codemode_catalog::{
    Catalog, CatalogOptions, DeclarationOptions, SchemaSource, ShapeOptions, Style, ToolEntry,
    Validator, return_shape, type_text,
};
use serde_json::{Map, Value, json};

/// A small generator of odd numbers; the same sequence every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.roll(texts.len() as u64) as usize]
    }
}

const NAMES: &[&str] =
    &["a", "b-c", "*/", "new", "0", "__proto__", "é", "\u{202e}", "a\"b", "\n", "", "constructor"];
const REFERENCES: &[&str] = &[
    "#",
    "#/$defs/A",
    "#/$defs/B",
    "#/$defs/C",
    "#/$defs/D",
    "#/$defs/A/properties/a",
    "#anchor",
    "#/nowhere",
    "http://x.test/s",
    "#/$defs/A/anyOf/0",
    "%zz#%zz",
    "",
];

fn schema(dice: &mut Dice, depth: u32) -> Value {
    let mut map = Map::new();
    for _ in 0..=dice.roll(3) {
        let sub = |dice: &mut Dice| {
            if depth == 0 { json!({ "type": "string" }) } else { schema(dice, depth - 1) }
        };
        let list = |dice: &mut Dice| -> Value {
            (0..dice.roll(4)).map(|_| sub(dice)).collect::<Vec<_>>().into()
        };
        let members = |dice: &mut Dice| -> Value {
            let members: Map<String, Value> =
                (0..dice.roll(4)).map(|_| (dice.pick(NAMES).to_owned(), sub(dice))).collect();
            members.into()
        };
        match dice.roll(24) {
            0..3 => map.insert("$ref".into(), dice.pick(REFERENCES).into()),
            3..5 => {
                let kind = dice.pick(&["object", "array", "string", "number", "null", "odd"]);
                map.insert("type".into(), kind.into())
            }
            5 => map.insert("type".into(), json!(["object", "array", "null", 5])),
            6..9 => map.insert("properties".into(), members(dice)),
            9 => map.insert("patternProperties".into(), members(dice)),
            10 => map.insert("additionalProperties".into(), sub(dice)),
            11 => map.insert("items".into(), sub(dice)),
            12 => map.insert("items".into(), list(dice)),
            13 => map.insert("prefixItems".into(), list(dice)),
            14 => map.insert("anyOf".into(), list(dice)),
            15 => map.insert("oneOf".into(), list(dice)),
            16 => map.insert("allOf".into(), list(dice)),
            17 => map.insert("required".into(), json!([dice.pick(NAMES), dice.pick(NAMES), 7])),
            18 => map.insert("enum".into(), json!([dice.pick(NAMES), -1.5, null, { "a": [] }])),
            19 => map.insert("description".into(), dice.pick(NAMES).into()),
            20 => {
                map.insert("if".into(), sub(dice));
                map.insert("then".into(), sub(dice));
                map.insert("else".into(), sub(dice))
            }
            21 => map.insert("$anchor".into(), "anchor".into()),
            22 => map.insert("nullable".into(), true.into()),
            _ => {
                map.insert(dice.pick(&["$defs", "type", "items", "not", "const"]).into(), sub(dice))
            }
        };
    }
    map.into()
}

fn document(dice: &mut Dice) -> Value {
    let mut root = schema(dice, 3);
    let definitions: Map<String, Value> =
        ["A", "B", "C", "D"].map(|name| (name.to_owned(), schema(dice, 3))).into_iter().collect();
    root["$defs"] = definitions.into();
    root
}

/// Checks that brackets outside strings and comments pair up.
fn assert_balanced(text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").expect("the comment ends");
            rest = &comment[end + 2..];
            continue;
        }
        if matches!(c, '"' | '`') {
            let mut escaped = false;
            let end = rest[1..]
                .char_indices()
                .find(|(_, next)| {
                    let ends = *next == c && !escaped;
                    escaped = *next == '\\' && !escaped;
                    ends
                })
                .expect("the string ends");
            rest = &rest[end.0 + 2..];
            continue;
        }
        match c {
            '{' | '[' | '(' => open.push(c),
            '}' => assert_eq!(open.pop(), Some('{'), "{text}"),
            ']' => assert_eq!(open.pop(), Some('['), "{text}"),
            ')' => assert_eq!(open.pop(), Some('('), "{text}"),
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    assert!(open.is_empty(), "{text}");
}

#[test]
fn random_schemas_give_well_formed_text() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut tools = Vec::new();
    for number in 0..400 {
        let source = SchemaSource::value(document(&mut dice));
        for style in [Style::pretty(), Style::compact(), Style::declaration()] {
            let rendered = type_text(&source, &style);
            assert_eq!(rendered, type_text(&source, &style));
            let size: usize = rendered.declarations.iter().map(String::len).sum();
            assert!(rendered.text.len() + size < 2 * style.max_bytes);
            assert_balanced(&rendered.text);
            rendered.declarations.iter().for_each(|text| assert_balanced(text));
        }
        assert!(return_shape(&source, &ShapeOptions::default()).len() <= 240 + 3 + 240);
        let validator = Validator::new(&source);
        for data in [json!(null), json!([1, "a", {}]), json!({ "a": { "a": [] }, "0": "x" })] {
            assert_eq!(validator.validate(&data), validator.validate(&data));
        }
        let mut tool = ToolEntry::new([format!("t{number}")]);
        tool.input = Some(source.clone());
        tool.output = Some(source);
        tools.push(tool);
    }
    let catalog =
        Catalog::new(tools, Vec::new(), CatalogOptions::default()).expect("names are valid");
    assert_balanced(&catalog.declarations(&DeclarationOptions::default()));
    for tool in catalog.catalog() {
        assert_balanced(tool.signature);
    }
}

#[test]
fn random_queries_give_pages() {
    let mut dice = Dice(77);
    let tools = (0..60)
        .map(|number| {
            let mut tool = ToolEntry::new([format!("n{}", number % 5), format!("tool{number}")]);
            tool.description = (0..6).map(|_| dice.pick(NAMES)).collect::<Vec<_>>().join(" ");
            tool
        })
        .collect();
    let catalog =
        Catalog::new(tools, Vec::new(), CatalogOptions::default()).expect("names are valid");
    for _ in 0..500 {
        let query: String = (0..dice.roll(6)).map(|_| dice.pick(NAMES)).collect();
        let input = json!({ "query": query, "limit": dice.roll(9) + 1, "offset": dice.roll(70) });
        let text = catalog.search(Some(&input.to_string())).expect("a valid request");
        let page: Value = serde_json::from_str(&text).expect("JSON text");
        let items = page["items"].as_array().expect("items").len() as u64;
        assert!(items <= input["limit"].as_u64().expect("a limit"));
        let remaining = page["remaining"].as_u64().expect("a count");
        assert_eq!(page["next"].is_null(), remaining == 0, "{page}");
    }
}
