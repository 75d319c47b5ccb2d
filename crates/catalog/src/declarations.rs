//! The whole catalog as one TypeScript declaration file.
//!
//! The text is a module that declares the globals a program sees, so type names stay local and
//! cannot collide with those of a library. A definition that several tools share is declared
//! once, also when every tool brings its own copy of it.
//!
//! Invariants: `tsc --strict` accepts the text; it ends soon after [`MAX_BYTES`], from where on
//! types are `unknown` with a comment.

use std::collections::HashMap;

use crate::catalog::{Catalog, Tool};
use crate::literal;
use crate::schema::{Opened, SchemaSource};
use crate::search::SEARCH_SIGNATURE;
use crate::signature::{Names, Style, Writer, comment_block};

/// Bytes of the text before types are no longer written.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Values compared to recognise copies of definitions.
const COMPARED: usize = 10_000_000;
/// Bytes of the description of a tool or namespace.
const MAX_DESCRIPTION: usize = 4_000;

/// What a declaration file contains besides the tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclarationOptions {
    /// The built-in `search`.
    pub search: bool,
    /// How types are written; [`Style::declaration`] unless there is a reason.
    pub style: Style,
}

impl Default for DeclarationOptions {
    fn default() -> Self {
        DeclarationOptions { search: true, style: Style::declaration() }
    }
}

/// A namespace and what hangs below it, in path order.
#[derive(Default)]
struct Group {
    path: Vec<String>,
    tool: Option<usize>,
    members: Vec<(String, Group)>,
    places: HashMap<String, usize>,
}

impl Group {
    fn member(&mut self, name: &str) -> &mut Group {
        let place = *self.places.entry(name.to_owned()).or_insert_with(|| {
            let mut path = self.path.clone();
            path.push(name.to_owned());
            self.members.push((name.to_owned(), Group { path, ..Group::default() }));
            self.members.len() - 1
        });
        &mut self.members[place].1
    }
}

/// Renders all callable tools.
pub(crate) fn declarations(catalog: &Catalog, options: &DeclarationOptions) -> String {
    let mut root = Group::default();
    let mut tools: Vec<(&Tool, Option<Opened>, Option<Opened>)> = Vec::new();
    for tool in catalog.listed() {
        let mut group = &mut root;
        for name in &tool.entry.path {
            group = group.member(name);
        }
        group.tool = Some(tools.len());
        let open = |schema: &Option<SchemaSource>| schema.as_ref().map(SchemaSource::open);
        tools.push((tool, open(&tool.entry.input), open(&tool.entry.output)));
    }
    let described: HashMap<&[String], &str> = catalog
        .namespace_entries()
        .iter()
        .filter_map(|it| Some((it.path.as_slice(), it.description.as_deref()?)))
        .collect();
    let mut names = Names::new(COMPARED);
    names.reserve("Tools");
    let mut writer = Writer::new(&options.style, &mut names);
    writer.know(tools.iter().flat_map(|it| it.1.iter().chain(it.2.iter())));

    let mut out = String::from("export {}\n\ndeclare global {\n  const tools: Tools\n");
    if options.search {
        let search = SEARCH_SIGNATURE.replace('\n', "\n  ");
        out.push_str(&format!("  function {search}\n"));
    }
    out.push_str("}\n\ntype Tools = ");
    let mut file = File { tools: &tools, described: &described, writer, out };
    file.group(&root, 0);
    file.out.push('\n');
    file.writer.declare(MAX_BYTES.saturating_sub(file.out.len()), &mut |text| {
        file.out.push('\n');
        file.out.push_str(&text);
        file.out.push('\n');
    });
    file.out
}

struct File<'a, 'n> {
    tools: &'a [(&'a Tool, Option<Opened>, Option<Opened>)],
    described: &'a HashMap<&'a [String], &'a str>,
    writer: Writer<'a, 'n>,
    out: String,
}

impl File<'_, '_> {
    /// Writes a group as an object type, without recursion on the depth of namespaces.
    fn group(&mut self, root: &Group, indent: usize) {
        let mut open: Vec<(&Group, usize)> = vec![(root, 0)];
        self.out.push_str("{\n");
        while let Some((group, next)) = open.pop() {
            let depth = indent + open.len() + 1;
            let lead = "  ".repeat(depth);
            let Some((name, member)) = group.members.get(next) else {
                let close = "  ".repeat(depth - 1);
                self.out
                    .push_str(&format!("{close}}}{}", if open.is_empty() { "" } else { ",\n" }));
                continue;
            };
            open.push((group, next + 1));
            if member.members.is_empty() {
                if let Some(tool) = member.tool {
                    self.tool(tool, &method_name(name), depth);
                }
                continue;
            }
            if let Some(text) = self.described.get(member.path.as_slice()) {
                let lines = literal::comment_lines(text, MAX_DESCRIPTION);
                self.out.push_str(&comment_block(&lines, &lead));
            }
            self.out.push_str(&format!("{lead}{}: {{\n", literal::key(name)));
            if let Some(tool) = member.tool {
                self.tool(tool, "", depth + 1);
            }
            open.push((member, 0));
        }
    }

    /// A tool as a method, or as the call signature of a namespace that can be called.
    fn tool(&mut self, index: usize, name: &str, depth: usize) {
        let Some((tool, input, output)) = self.tools.get(index) else { return };
        let lead = "  ".repeat(depth);
        let lines = literal::comment_lines(&tool.entry.description, MAX_DESCRIPTION);
        self.out.push_str(&comment_block(&lines, &lead));
        if self.out.len() > MAX_BYTES {
            self.out.push_str(&format!(
                "{lead}{name}(input: unknown /* shortened */): Promise<unknown /* shortened */>,\n"
            ));
            return;
        }
        self.writer.refill();
        let title = type_title(&tool.entry.path);
        let parameter = match input {
            Some(schema) => self.writer.root(schema, &format!("{title}Input"), depth),
            None => "unknown".to_owned(),
        };
        let result = match output {
            Some(schema) => self.writer.root(schema, &format!("{title}Output"), depth),
            None => "void".to_owned(),
        };
        self.out.push_str(&format!("{lead}{name}(input: {parameter}): Promise<{result}>,\n"));
    }
}

/// A method name in an object type, where `new` would declare a constructor.
fn method_name(name: &str) -> String {
    if name == "new" { literal::quoted(name) } else { literal::key(name) }
}

/// `orders.look-up` as `OrdersLookUp`.
fn type_title(path: &[String]) -> String {
    let mut title = String::new();
    for word in path.iter().flat_map(|name| name.split(|c: char| !c.is_ascii_alphanumeric())) {
        let mut letters = word.chars();
        title.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        title.push_str(letters.as_str());
    }
    title
}
