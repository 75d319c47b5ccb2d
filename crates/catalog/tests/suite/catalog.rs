//! Paths, names, listing, suggestions.

use codemode_catalog::{
    Catalog, CatalogOptions, NameRules, NamespaceEntry, SEARCH_SIGNATURE, SchemaSource, ToolEntry,
    tool_expression,
};

fn tool(path: &str) -> ToolEntry {
    ToolEntry::new(path.split('.'))
}

fn namespace(path: &str, description: Option<&str>) -> NamespaceEntry {
    NamespaceEntry {
        path: path.split('.').map(str::to_owned).collect(),
        description: description.map(str::to_owned),
    }
}

fn catalog(tools: Vec<ToolEntry>, namespaces: Vec<NamespaceEntry>) -> Catalog {
    Catalog::new(tools, namespaces, CatalogOptions::default()).expect("names are valid")
}

fn refused(tools: Vec<ToolEntry>, namespaces: Vec<NamespaceEntry>) -> String {
    let made = Catalog::new(tools, namespaces, CatalogOptions::default());
    made.expect_err("names are invalid").to_string()
}

#[test]
fn expressions() {
    for (path, expected) in [
        ("shop.order", "tools.shop.order"),
        ("docs.find-page", "tools.docs[\"find-page\"]"),
        ("a-b.x y", "tools[\"a-b\"][\"x y\"]"),
        ("class.new", "tools.class.new"),
        ("context7.resolve-library-id", "tools.context7[\"resolve-library-id\"]"),
        ("3d._$9", "tools[\"3d\"]._$9"),
        ("say\"hi\"\n", "tools[\"say\\\"hi\\\"\\n\"]"),
        ("ünï", "tools[\"ünï\"]"),
    ] {
        assert_eq!(tool_expression(path), expected);
    }
}

#[test]
fn names_that_are_refused() {
    assert_eq!(refused(vec![ToolEntry::new([""])], vec![]), "Name cannot be empty.");
    assert_eq!(refused(vec![ToolEntry::new(["a.b"])], vec![]), "Name 'a.b' cannot contain '.'.");
    assert_eq!(refused(vec![tool("ping"), tool("ping")], vec![]), "Duplicate tool path 'ping'.");
    assert_eq!(refused(vec![tool("n.x"), tool("n.x")], vec![]), "Duplicate tool path 'n.x'.");
    assert_eq!(
        refused(vec![tool("home.box"), tool("home.box.lid")], vec![]),
        "Duplicate tool path 'home.box'."
    );
    assert_eq!(
        refused(vec![tool("home.box.lid"), tool("home.box")], vec![]),
        "Duplicate tool path 'home.box'."
    );
    assert_eq!(
        refused(vec![tool("home.box")], vec![namespace("home.box", None)]),
        "Duplicate tool path 'home.box'."
    );
    assert_eq!(
        refused(vec![], vec![namespace("n", None), namespace("n", None)]),
        "Duplicate tool path 'n'."
    );
}

#[test]
fn every_other_name_is_legal() {
    let names = ["with-hyphen", "with space", "constructor", "prototype", "__proto__", "search"];
    let made = catalog(names.iter().map(|name| tool(name)).collect(), vec![]);
    assert_eq!(made.catalog().len(), names.len());
    let rules = NameRules { dotted_names: true, callable_namespaces: true };
    let options = CatalogOptions { names: rules, ..CatalogOptions::default() };
    let tools = vec![ToolEntry::new(["a.b"]), tool("a"), tool("a.c")];
    let made = Catalog::new(tools, vec![], options).expect("allowed by the rules");
    assert_eq!(made.catalog()[1].expression, "tools[\"a.b\"]");
}

#[test]
fn listing_is_sorted_by_code_units() {
    let made = catalog(vec![tool("b.z"), tool("B.a"), tool("a.c")], vec![]);
    let paths: Vec<&str> = made.catalog().iter().map(|it| it.path).collect();
    assert_eq!(paths, ["B.a", "a.c", "b.z"]);
    let made = catalog(vec![tool("\u{ff5e}"), tool("\u{1f600}")], vec![]);
    let paths: Vec<&str> = made.catalog().iter().map(|it| it.path).collect();
    assert_eq!(paths, ["\u{1f600}", "\u{ff5e}"]);
}

#[test]
fn namespaces_have_tools_below() {
    let made = catalog(
        vec![tool("hr.find"), tool("hr.pay.run"), tool("hr.room.book"), tool("ops.x")],
        vec![
            namespace("hr", Some("People")),
            namespace("hr.pay", Some("Salaries")),
            namespace("empty", Some("Nothing")),
            namespace("outer.inner", None),
        ],
    );
    assert_eq!(
        made.namespaces_json(),
        r#"[{"path":"hr","description":"People"},{"path":"hr.pay","description":"Salaries"},{"path":"hr.room"},{"path":"ops"}]"#
    );
}

#[test]
fn catalog_as_json() {
    let mut lookup = tool("orders.lookup");
    lookup.description = "Look up an order by ID".into();
    lookup.input = Some(SchemaSource::text(
        r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"#,
    ));
    lookup.output = Some(SchemaSource::text(
        r#"{"type":"object","properties":{"id":{"type":"string"},"status":{"type":"string"}},"required":["id","status"],"additionalProperties":false}"#,
    ));
    let mut hidden = tool("orders.purge");
    hidden.blocked = Some("asks a person".into());
    let made = catalog(vec![lookup, hidden], vec![]);
    assert_eq!(
        made.catalog_json(),
        r#"[{"path":"orders.lookup","description":"Look up an order by ID","signature":"tools.orders.lookup(input: {\n  id: string,\n}): Promise<{\n  id: string,\n  status: string,\n}>"}]"#
    );
    assert_eq!(made.tool_names().tools.len(), 2);
}

#[test]
fn the_search_signature() {
    assert_eq!(
        SEARCH_SIGNATURE,
        "search(input: {\n  query?: string,\n  namespace?: string,\n  limit?: number,\n  offset?: number,\n}): {\n  items: Array<{\n      path: string,\n      description: string,\n      signature: string,\n    }>,\n  remaining: number,\n  next: {\n      offset: number,\n    } | null,\n}"
    );
}

#[test]
fn unknown_tools_get_a_guess() {
    let made = catalog(
        vec![tool("mail.send"), tool("mail.list_messages"), tool("files.upload"), tool("kit.sum")],
        vec![],
    );
    let guess = |path: &str| {
        let segments: Vec<String> = path.split('.').map(str::to_owned).collect();
        made.unknown_tool(&segments)
    };
    let unknown = guess("mail.snd");
    assert_eq!(unknown.message, "Unknown tool 'mail.snd'.");
    assert_eq!(unknown.similar, ["tools.mail.send"]);
    assert_eq!(
        unknown.suggestion,
        "It may have been removed or renamed. Did you mean tools.mail.send? Use search({ query }) to find tools."
    );
    assert_eq!(guess("mail.send-now").similar, ["tools.mail.send"]);
    assert_eq!(guess("mail.listMessages").similar, ["tools.mail.list_messages"]);
    assert_eq!(guess("send").similar, ["tools.mail.send"]);
    assert_eq!(guess("file.upload").similar, ["tools.files.upload"]);
    assert_eq!(
        guess("ghost.x").suggestion,
        "It may have been removed or renamed. Use search({ query }) to find tools."
    );
}
