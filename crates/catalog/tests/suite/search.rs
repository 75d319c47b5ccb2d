//! The built-in `search`.

use codemode_catalog::{Catalog, CatalogOptions, NamespaceEntry, SchemaSource, ToolEntry};

fn tool(path: &str, description: &str, properties: &[&str]) -> ToolEntry {
    let mut entry = ToolEntry::new(path.split('.'));
    entry.description = description.into();
    let members: Vec<String> =
        properties.iter().map(|name| format!(r#""{name}":{{"type":"string"}}"#)).collect();
    entry.input = Some(SchemaSource::text(format!(
        r#"{{"type":"object","properties":{{{}}}}}"#,
        members.join(",")
    )));
    entry
}

fn catalog(tools: Vec<ToolEntry>, namespaces: Vec<NamespaceEntry>) -> Catalog {
    Catalog::new(tools, namespaces, CatalogOptions::default()).expect("names are valid")
}

fn fixture() -> Catalog {
    catalog(
        vec![
            tool("mail.send", "Send a message", &["to", "body"]),
            tool("mail.list_messages", "List messages in a folder", &[]),
            tool("files.send_report", "Upload report", &[]),
            tool("zones.get_zones", "Read zones", &[]),
            tool("zones.timezones", "All tz", &[]),
        ],
        vec![],
    )
}

/// The expressions found, without `tools.`, then `remaining` and the next offset.
fn found(catalog: &Catalog, input: &str) -> (String, u64, Option<u64>) {
    let text = catalog.search(Some(input)).expect("a valid request");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON text");
    let paths: Vec<&str> = value["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["path"].as_str().expect("path").trim_start_matches("tools."))
        .collect();
    (
        paths.join(" "),
        value["remaining"].as_u64().expect("remaining"),
        value["next"]["offset"].as_u64(),
    )
}

#[track_caller]
fn check(catalog: &Catalog, cases: &[(&str, &str)]) {
    for (input, expected) in cases {
        assert_eq!(found(catalog, input).0, *expected, "{input}");
    }
}

#[test]
fn ranking() {
    check(
        &fixture(),
        &[
            (r#"{"query":"send message"}"#, "mail.send mail.list_messages files.send_report"),
            (r#"{"query":"messages"}"#, "mail.list_messages mail.send"),
            (r#"{"query":"body"}"#, "mail.send"),
            (r#"{"query":"zones"}"#, "zones.get_zones zones.timezones"),
            (r#"{"query":"listMessages"}"#, "mail.list_messages mail.send"),
            (r#"{"query":"nothinghere"}"#, ""),
        ],
    );
}

#[test]
fn exact_paths() {
    check(
        &fixture(),
        &[
            (r#"{"query":"mail.send"}"#, "mail.send"),
            (r#"{"query":"tools.mail.send"}"#, "mail.send"),
            (r#"{"query":" tools.mail.send "}"#, "mail.send"),
            (r#"{"query":"tools.files.send_report"}"#, "files.send_report"),
            (r#"{"query":"mail.SEND"}"#, "mail.send files.send_report mail.list_messages"),
        ],
    );
    let made = catalog(vec![tool("a-b.x y", "", &[]), tool("a-b.z", "x y", &[])], vec![]);
    check(
        &made,
        &[
            (r#"{"query":"a-b.x y"}"#, r#"tools["a-b"]["x y"]"#),
            (r#"{"query":"tools[\"a-b\"][\"x y\"]"}"#, r#"tools["a-b"]["x y"]"#),
        ],
    );
}

#[test]
fn browsing_and_pages() {
    let made = fixture();
    let all = "files.send_report mail.list_messages mail.send zones.get_zones zones.timezones";
    check(
        &made,
        &[
            ("{}", all),
            (r#"{"query":"*"}"#, all),
            (r#"{"query":"!!"}"#, all),
            (r#"{"bogus":1}"#, all),
        ],
    );
    assert_eq!(
        found(&made, r#"{"limit":2}"#),
        ("files.send_report mail.list_messages".into(), 3, Some(2))
    );
    assert_eq!(found(&made, r#"{"limit":2,"offset":4}"#), ("zones.timezones".into(), 0, None));
    assert_eq!(found(&made, r#"{"offset":99}"#), (String::new(), 0, None));
    assert_eq!(found(&made, r#"{"limit":2.0,"offset":1e0}"#).2, Some(3));
    let many = catalog((0..12).map(|n| tool(&format!("bulk.t{n}"), "", &[])).collect(), vec![]);
    let (page, remaining, next) = found(&many, "{}");
    assert_eq!((page.split(' ').count(), remaining, next), (10, 2, Some(10)));
    assert_eq!(
        catalog(vec![], vec![]).search(Some("{}")),
        Ok(r#"{"items":[],"remaining":0,"next":null}"#.to_owned())
    );
}

#[test]
fn items_are_complete() {
    assert_eq!(
        fixture().search(Some(r#"{"query":"body"}"#)),
        Ok(r#"{"items":[{"path":"tools.mail.send","description":"Send a message","signature":"tools.mail.send(input: {\n  to?: string,\n  body?: string,\n}): Promise<void>"}],"remaining":0,"next":null}"#.to_owned())
    );
}

#[test]
fn namespaces() {
    let made = fixture();
    check(
        &made,
        &[
            (r#"{"query":"zones","namespace":"mail"}"#, ""),
            (r#"{"namespace":"nope"}"#, ""),
            (r#"{"namespace":"zones"}"#, "zones.get_zones zones.timezones"),
            (r#"{"namespace":"mail.send"}"#, "mail.send"),
            (r#"{"namespace":"tools.mail"}"#, "mail.list_messages mail.send"),
            (r#"{"query":"mail.send","namespace":"files"}"#, "files.send_report"),
        ],
    );
    let described = catalog(
        vec![tool("hr.pay.run", "Start", &[]), tool("hr.find", "Look", &[])],
        vec![NamespaceEntry { path: vec!["hr".into()], description: Some("People".into()) }],
    );
    check(&described, &[(r#"{"query":"people","namespace":"hr.pay"}"#, "hr.pay.run")]);
}

#[test]
fn bad_requests() {
    let made = fixture();
    for (input, expected) in [
        (
            Some(r#"{"limit":0}"#),
            "Invalid input for tool 'search': 'limit' must be an integer greater than 0, got 0.",
        ),
        (
            Some(r#"{"limit":1.5}"#),
            "Invalid input for tool 'search': 'limit' must be an integer greater than 0, got 1.5.",
        ),
        (
            Some(r#"{"offset":-1}"#),
            "Invalid input for tool 'search': 'offset' must be an integer of at least 0, got -1.",
        ),
        (
            Some(r#"{"query":5}"#),
            "Invalid input for tool 'search': 'query' must be a string, got a number.",
        ),
        (
            Some(r#"{"query":null}"#),
            "Invalid input for tool 'search': 'query' must be a string, got null.",
        ),
        (
            Some(r#"{"namespace":7}"#),
            "Invalid input for tool 'search': 'namespace' must be a string, got a number.",
        ),
        (
            Some(r#""x""#),
            "Invalid input for tool 'search': the input must be an object, got a string.",
        ),
        (None, "Tool 'search' expects exactly one input object."),
    ] {
        assert_eq!(made.search(input), Err(expected.to_owned()));
    }
}

#[test]
fn the_word_itself_before_its_stems() {
    let made = catalog(vec![tool("x.address", "", &[]), tool("x.addresses", "", &[])], vec![]);
    check(
        &made,
        &[
            (r#"{"query":"addresses"}"#, "x.addresses x.address"),
            (r#"{"query":"address"}"#, "x.address x.addresses"),
        ],
    );
    // A lone letter left over from a possessive is not looked for inside words.
    check(&fixture(), &[(r#"{"query":"body's"}"#, "mail.send")]);
}

#[test]
fn other_scripts() {
    let made = catalog(
        vec![
            tool("a.one", "メールを送信する", &[]),
            tool("a.two", "Отправить письмо", &[]),
            tool("a.three", "Größe ändern, café", &[]),
            tool("a.four", "删除文件", &[]),
        ],
        vec![],
    );
    check(
        &made,
        &[
            (r#"{"query":"送信"}"#, "a.one"),
            (r#"{"query":"メールの送信"}"#, "a.one"),
            (r#"{"query":"ПИСЬМО"}"#, "a.two"),
            (r#"{"query":"grosse"}"#, "a.three"),
            (r#"{"query":"CAFE"}"#, "a.three"),
            (r#"{"query":"文件"}"#, "a.four"),
            (r#"{"query":"メニュー"}"#, ""),
        ],
    );
}

#[test]
fn misspelt_words() {
    check(
        &fixture(),
        &[
            (r#"{"query":"mesage"}"#, "mail.send"),
            (r#"{"query":"reprot"}"#, "files.send_report"),
            (r#"{"query":"snd"}"#, ""),
        ],
    );
}

#[test]
fn properties_of_the_input_match() {
    let with = |path: &str, schema: &str| {
        let mut entry = ToolEntry::new(path.split('.'));
        entry.input = Some(SchemaSource::text(schema));
        entry
    };
    let made = catalog(
        vec![
            with(
                "a.plain",
                r#"{"title":"zebra","properties":{"apple":{"description":"a pear"},"plum":true,"fig":{"description":7}}}"#,
            ),
            with(
                "a.referring",
                r##"{"$ref":"#/$defs/In","$defs":{"In":{"properties":{"cherry":{"description":"sweet"}}}}}"##,
            ),
            with(
                "a.nested",
                r#"{"properties":{"outer":{"properties":{"inner":{"description":"hidden"}}}}}"#,
            ),
            with("a.broken", r#"{"properties":{"lemon":{}},"#),
            with("a.odd", r#"[{"properties":{"lime":{}}}]"#),
        ],
        vec![],
    );
    check(
        &made,
        &[
            (r#"{"query":"apple"}"#, "a.plain"),
            (r#"{"query":"pear"}"#, "a.plain"),
            (r#"{"query":"plum"}"#, "a.plain"),
            (r#"{"query":"fig"}"#, "a.plain"),
            (r#"{"query":"cherry"}"#, "a.referring"),
            (r#"{"query":"sweet"}"#, "a.referring"),
            (r#"{"query":"outer"}"#, "a.nested"),
            (r#"{"query":"hidden"}"#, ""),
            (r#"{"query":"zebra"}"#, ""),
            (r#"{"query":"lemon"}"#, ""),
            (r#"{"query":"lime"}"#, ""),
        ],
    );
}
