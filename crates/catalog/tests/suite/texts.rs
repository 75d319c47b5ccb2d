//! Declaration file, selection, instructions, run tool.

use codemode_catalog::{
    Budget, Catalog, CatalogOptions, DeclarationOptions, InstructionOptions, Listing, ListingStyle,
    Mounting, NameRules, NamespaceEntry, PromptOptions, SchemaSource, ToolEntry, describe_run_tool,
    estimated_tokens, run_tool_prompt,
};
use codemode_protocol::{Limits, Preset, Support, SupportEntry, SupportStatus};

fn tool(path: &str, description: &str, input: &str, output: Option<&str>) -> ToolEntry {
    let mut entry = ToolEntry::new(path.split('.'));
    entry.description = description.into();
    entry.input = Some(SchemaSource::text(input));
    entry.output = output.map(SchemaSource::text);
    entry
}

fn shop() -> Catalog {
    let user = r#""User":{"type":"object","properties":{"id":{"type":"string"},"boss":{"$ref":"REF/User"}}}"#;
    let user = |key: &str| user.replace("REF", &format!("#/{key}"));
    let tools = vec![
        tool(
            "orders.lookup",
            "Look up an order by ID\n*/ second line",
            r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"#,
            Some(&format!(
                r##"{{"type":"object","properties":{{"buyer":{{"$ref":"#/$defs/User"}}}},"$defs":{{{}}}}}"##,
                user("$defs")
            )),
        ),
        tool(
            "orders.find-all",
            "",
            &format!(r##"{{"$ref":"#/$defs/User","$defs":{{{}}}}}"##, user("$defs")),
            None,
        ),
        tool(
            "new",
            "Makes",
            r#"{"type":"object","properties":{"new":{"type":"object","required":["a"],"additionalProperties":{"type":"number"}}}}"#,
            Some("{}"),
        ),
    ];
    let namespaces = vec![NamespaceEntry {
        path: vec!["orders".into()],
        description: Some("Purchases, fulfillment, and shipment tracking".into()),
    }];
    Catalog::new(tools, namespaces, CatalogOptions::default()).expect("names are valid")
}

#[test]
fn declarations() {
    let options = DeclarationOptions { search: false, ..DeclarationOptions::default() };
    assert_eq!(
        shop().declarations(&options),
        r#"export {}

declare global {
  const tools: Tools
}

type Tools = {
  /** Makes */
  "new"(input: {
    new?: {
      a: unknown,
      [key: string]: unknown,
    },
  }): Promise<unknown>,
  /** Purchases, fulfillment, and shipment tracking */
  orders: {
    "find-all"(input: User): Promise<void>,
    /**
     * Look up an order by ID
     * * / second line
     */
    lookup(input: {
      id: string,
    }): Promise<{
      buyer?: User,
    }>,
  },
}

type User = {
  id?: string,
  boss?: User,
}
"#
    );
}

#[test]
fn declarations_of_callable_namespaces() {
    let rules = NameRules { callable_namespaces: true, ..NameRules::default() };
    let options = CatalogOptions { names: rules, ..CatalogOptions::default() };
    let tools = vec![ToolEntry::new(["a"]), ToolEntry::new(["a", "b"])];
    let made = Catalog::new(tools, Vec::new(), options).expect("allowed by the rules");
    let text = made.declarations(&DeclarationOptions::default());
    assert!(
        text.ends_with(
            "type Tools = {\n  a: {\n    (input: unknown): Promise<void>,\n    b(input: unknown): Promise<void>,\n  },\n}\n"
        ),
        "{text}"
    );
}

#[test]
fn selection() {
    let made = shop();
    let all = made.select(Budget::Bytes(2_000));
    assert_eq!(
        all.text,
        "Tools (1 tool):
- tools.new(input: { new?: { a: unknown; [key: string]: number } }): Promise<unknown> // Makes
orders (2 tools): Purchases, fulfillment, and shipment tracking
- tools.orders[\"find-all\"](input: User): Promise<void>; type User = { id?: string; boss?: User }
- tools.orders.lookup(input: { id: string }): Promise<{ buyer?: User }>; type User = { id?: string; boss?: User } // Look up an order by ID */ second line
"
    );
    assert_eq!((all.signatures, all.names, all.left_out), (3, 0, 0));
    assert_eq!(made.select(Budget::Bytes(all.text.len())), all);

    let some = made.select(Budget::Bytes(all.text.len() - 1));
    assert!(some.text.len() < all.text.len());
    assert_eq!(
        some.text,
        "Tools (1 tool):
- tools.new(input: { new?: { a: unknown; [key: string]: number } }): Promise<unknown> // Makes
orders (2 tools): Purchases, fulfillment, and shipment tracking
- tools.orders[\"find-all\"](input: User): Promise<void>; type User = { id?: string; boss?: User }
- tools.orders.lookup
Some signatures are not shown. search({ query }) returns them.
"
    );
    let few = made.select(Budget::Bytes(180));
    assert_eq!(
        few.text,
        "Tools (1 tool):
- tools.new
2 tools are not shown (orders 2). search({ query, namespace }) finds them.
"
    );
    assert_eq!((few.signatures, few.names, few.left_out), (0, 1, 2));
    for budget in [0, 1, 100, 150, 250, 300, 400, 500, 600] {
        let text = made.select(Budget::Bytes(budget)).text;
        assert!(text.len() <= budget.max(100), "{budget}: {text}");
        let text = made.select(Budget::Tokens(budget)).text;
        assert!(estimated_tokens(&text) <= budget.max(40), "{budget}: {text}");
    }
}

fn support() -> Support {
    let entry = |name: &str, status, note| SupportEntry { name: name.into(), status, note };
    Support {
        entries: vec![
            entry("Array.prototype.map", SupportStatus::Full, None),
            entry("Array.from", SupportStatus::Full, None),
            entry("structuredClone", SupportStatus::Full, None),
            entry("Intl.Collator", SupportStatus::Differs, Some("root locale only")),
            entry("fetch", SupportStatus::Absent, Some("use a tool")),
            entry("XMLHttpRequest", SupportStatus::Absent, Some("use a tool")),
            entry("WebAssembly", SupportStatus::Absent, None),
        ],
    }
}

#[test]
fn instructions() {
    let support = support();
    let limits = Limits::preset(Preset::Orchestrator);
    let text = shop().instructions(&InstructionOptions {
        support: &support,
        limits: &limits,
        show_limits: true,
        search: true,
        sleep: true,
        typescript: true,
        last_expression: true,
        listing: Listing::Namespaces,
    });
    for part in [
        "`await tools.new(input)`",
        "search(input: {\n  query?: string,",
        "- Globals: Array, structuredClone, Intl.\n",
        "- `Intl.Collator`: root locale only\n",
        "- Not available: fetch, XMLHttpRequest, WebAssembly.\n",
        "Wait with `await sleep(ms)`.",
        "- Limits: 10 min in all, 2 min of computing, 200 tool calls, 8 tool calls at a time, 64 MiB of tool results, 2000 log lines.\n",
        "\n## Namespaces\n- `orders`: Purchases, fulfillment, and shipment tracking\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(text.len() < 3_000, "{} bytes", text.len());
    let bare = shop().instructions(&InstructionOptions {
        support: &Support::default(),
        limits: &Limits::preset(Preset::Opencode),
        show_limits: true,
        search: false,
        sleep: false,
        typescript: false,
        last_expression: false,
        listing: Listing::None,
    });
    for word in
        ["search", "sleep", "TypeScript", "Limits", "Globals", "Namespaces", "last expression"]
    {
        assert!(!bare.contains(word), "{word:?} in\n{bare}");
    }
}

#[test]
fn the_run_tool_describes_a_set_relation() {
    let blocked = ["ask_user".to_owned(), "run_code".to_owned(), "delete_all".to_owned()];
    let text = describe_run_tool("run_code", Mounting::Additive { blocked: &blocked });
    assert_eq!(
        text,
        "Runs one JavaScript program that makes many tool calls. Only what the program returns or prints comes back into this conversation. Callable inside as `await tools.<name>(args)`: every tool in your current tool list except `run_code`, `ask_user`, `delete_all`. Use it when the steps between calls can be computed from their results: calls over a list side by side, transformations one after the other, branches, retries, large results boiled down. Make a single isolated call the ordinary way."
    );
    assert!(text.len() < 520);
    assert!(describe_run_tool("x", Mounting::Catalog).contains("only those"));
}

#[test]
fn the_prompt_section() {
    let options = PromptOptions {
        name: "run_code",
        return_shapes: false,
        search: false,
        sleep: true,
        last_expression: false,
        limits: None,
    };
    let plain = run_tool_prompt(&options);
    assert!(plain.starts_with("# Programs with `run_code`\n"));
    assert_eq!(plain.matches("\n# ").count(), 0);
    assert!((1_800..2_800).contains(&plain.len()), "{} bytes", plain.len());
    assert!(!plain.contains("sketch"));
    let shapes = run_tool_prompt(&PromptOptions { return_shapes: true, ..options });
    assert!(shapes.contains("a bare field is a string"));
    assert!((150..320).contains(&(shapes.len() - plain.len())));
}

#[test]
fn listings() {
    let made = shop();
    assert_eq!(
        made.listing(ListingStyle::Schema, 10_000),
        r##"These tools are called from programs only, each under the name above its text: `await <name>(args)`.

## tools.orders.lookup
Look up an order by ID
*/ second line
args: {"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}

## tools.orders["find-all"]
args: {"$ref":"#/$defs/User","$defs":{"User":{"type":"object","properties":{"id":{"type":"string"},"boss":{"$ref":"#/$defs/User"}}}}}

## tools.new
Makes
args: {"type":"object","properties":{"new":{"type":"object","required":["a"],"additionalProperties":{"type":"number"}}}}
"##
    );
    let text = made.listing(ListingStyle::Signature, 330);
    assert!(text.contains("```ts\ntools.orders.lookup(input: {\n  id: string,\n}): Promise<{"));
    assert!(text.ends_with("\n2 more tools are not shown.\n"), "{text}");
}
