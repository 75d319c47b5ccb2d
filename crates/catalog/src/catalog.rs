//! The tools of a runtime as a model sees them.
//!
//! Making a catalog checks names and stores what it was given; schemas are parsed, signatures
//! rendered and the search index built when somebody asks, once. The catalog is shared by all
//! runs of a runtime, on any thread.

use std::sync::{Arc, OnceLock};

use codemode_protocol::ToolNames;

use crate::declarations::{DeclarationOptions, declarations};
use crate::literal;
use crate::schema::SchemaSource;
use crate::search::{self, Index};
use crate::select::{Budget, Selection, select};
use crate::signature::{Style, signature};
use crate::tree::{
    NameError, NameRules, by_code_units, check_paths, edit_distance, expression, letters_of,
    tool_names,
};

/// A tool as the host declares it.
#[derive(Clone, Debug)]
pub struct ToolEntry {
    /// Names from the root to the tool, at least one.
    pub path: Vec<String>,
    /// What it does, for the model.
    pub description: String,
    /// What it takes; `None` reads as `unknown`.
    pub input: Option<SchemaSource>,
    /// What it gives; `None` reads as `void`.
    pub output: Option<SchemaSource>,
    /// The tool may not be called from programs, for this reason. It is not listed.
    pub blocked: Option<String>,
}

impl ToolEntry {
    /// A tool with neither schemas nor description.
    pub fn new(path: impl IntoIterator<Item = impl Into<String>>) -> Self {
        ToolEntry {
            path: path.into_iter().map(Into::into).collect(),
            description: String::new(),
            input: None,
            output: None,
            blocked: None,
        }
    }
}

/// A namespace as the host declares it. Namespaces that only exist as part of a tool's path need
/// no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceEntry {
    /// Names from the root to the namespace, at least one.
    pub path: Vec<String>,
    /// What its tools have in common, for the model.
    pub description: Option<String>,
}

/// How the catalog is made and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogOptions {
    /// What names may look like.
    pub names: NameRules,
    /// How signatures are written.
    pub style: Style,
}

impl Default for CatalogOptions {
    fn default() -> Self {
        CatalogOptions { names: NameRules::default(), style: Style::pretty() }
    }
}

/// One tool as the model sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    /// Dotted path.
    pub path: &'a str,
    /// The expression that calls it.
    pub expression: &'a str,
    /// What it does.
    pub description: &'a str,
    /// How it is called.
    pub signature: &'a str,
}

/// One namespace as the model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceDescription {
    /// Dotted path.
    pub path: String,
    /// What its tools have in common.
    pub description: Option<String>,
}

/// What to tell a program that named a tool that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTool {
    /// The message of the diagnostic.
    pub message: String,
    /// One sentence: what may have happened and which tools have a similar name.
    pub suggestion: String,
    /// Expressions of tools with similar names, best first.
    pub similar: Vec<String>,
}

/// The tools of a runtime. Cloning shares everything.
#[derive(Clone, Debug)]
pub struct Catalog {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    options: CatalogOptions,
    tools: Vec<Tool>,
    namespaces: Vec<NamespaceEntry>,
    /// Listed tools in path order, as indices into `tools`.
    order: OnceLock<Vec<u32>>,
    index: OnceLock<Index>,
}

#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) entry: ToolEntry,
    pub(crate) dotted: String,
    expression: OnceLock<String>,
    signature: OnceLock<String>,
}

impl Tool {
    pub(crate) fn expression(&self) -> &str {
        self.expression.get_or_init(|| expression(self.entry.path.iter().map(String::as_str)))
    }

    fn signature(&self, style: &Style) -> &str {
        self.signature.get_or_init(|| {
            let entry = &self.entry;
            signature(self.expression(), entry.input.as_ref(), entry.output.as_ref(), style)
        })
    }
}

impl Catalog {
    /// A catalog over these tools and namespaces; fails when names break the rules.
    pub fn new(
        tools: Vec<ToolEntry>,
        namespaces: Vec<NamespaceEntry>,
        options: CatalogOptions,
    ) -> Result<Self, NameError> {
        check_paths(
            tools.iter().map(|tool| tool.path.as_slice()),
            namespaces.iter().map(|namespace| namespace.path.as_slice()),
            options.names,
        )?;
        let tools = tools
            .into_iter()
            .map(|entry| Tool {
                dotted: entry.path.join("."),
                entry,
                expression: OnceLock::new(),
                signature: OnceLock::new(),
            })
            .collect();
        let inner =
            Inner { options, tools, namespaces, order: OnceLock::new(), index: OnceLock::new() };
        Ok(Catalog { inner: Arc::new(inner) })
    }

    /// Number of tools, blocked ones included.
    pub fn len(&self) -> usize {
        self.inner.tools.len()
    }

    /// Whether there is no tool at all.
    pub fn is_empty(&self) -> bool {
        self.inner.tools.is_empty()
    }

    /// The tool as it was declared, by the index that tool calls carry.
    pub fn entry(&self, index: u32) -> Option<&ToolEntry> {
        self.inner.tools.get(index as usize).map(|tool| &tool.entry)
    }

    /// The dotted path of a tool.
    pub fn dotted_path(&self, index: u32) -> Option<&str> {
        self.inner.tools.get(index as usize).map(|tool| tool.dotted.as_str())
    }

    /// What the machine needs to know: all names in declaration order.
    pub fn tool_names(&self) -> ToolNames {
        tool_names(
            self.inner
                .tools
                .iter()
                .map(|tool| (tool.entry.path.as_slice(), tool.entry.blocked.as_deref())),
            self.inner.namespaces.iter().map(|namespace| namespace.path.as_slice()),
        )
    }

    /// One tool as the model sees it.
    pub fn describe(&self, index: u32) -> Option<Description<'_>> {
        let tool = self.inner.tools.get(index as usize)?;
        Some(Description {
            path: &tool.dotted,
            expression: tool.expression(),
            description: &tool.entry.description,
            signature: tool.signature(&self.inner.options.style),
        })
    }

    /// All callable tools, sorted by path.
    pub fn catalog(&self) -> Vec<Description<'_>> {
        self.order().iter().filter_map(|index| self.describe(*index)).collect()
    }

    /// [`Catalog::catalog`] as JSON text: `[{"path","description","signature"}]`.
    pub fn catalog_json(&self) -> String {
        let mut out = String::from("[");
        for tool in self.catalog() {
            if out.len() > 1 {
                out.push(',');
            }
            write_description(&mut out, tool.path, tool.description, tool.signature);
        }
        out.push(']');
        out
    }

    /// The namespaces that contain a callable tool, sorted by path.
    pub fn namespaces(&self) -> Vec<NamespaceDescription> {
        let mut found: std::collections::HashMap<String, Option<String>> =
            std::collections::HashMap::new();
        for index in self.order() {
            let Some(tool) = self.inner.tools.get(*index as usize) else { continue };
            for length in (1..tool.entry.path.len()).rev() {
                let path = tool.entry.path[..length].join(".");
                if found.contains_key(&path) {
                    break;
                }
                found.insert(path, None);
            }
        }
        for namespace in &self.inner.namespaces {
            if let Some(description) = found.get_mut(&namespace.path.join(".")) {
                description.clone_from(&namespace.description);
            }
        }
        let mut all: Vec<NamespaceDescription> = found
            .into_iter()
            .map(|(path, description)| NamespaceDescription { path, description })
            .collect();
        all.sort_by(|left, right| by_code_units(&left.path, &right.path));
        all
    }

    /// [`Catalog::namespaces`] as JSON text: `[{"path","description"?}]`.
    pub fn namespaces_json(&self) -> String {
        let mut out = String::from("[");
        for namespace in self.namespaces() {
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str("{\"path\":");
            out.push_str(&json_string(&namespace.path));
            if let Some(description) = &namespace.description {
                out.push_str(",\"description\":");
                out.push_str(&json_string(description));
            }
            out.push('}');
        }
        out.push(']');
        out
    }

    /// The built-in `search`: takes the argument as JSON text (`None` for `undefined`), gives the
    /// result as JSON text, or the message of an `InvalidToolInput`.
    pub fn search(&self, input: Option<&str>) -> Result<String, String> {
        let request = search::Request::read(input)?;
        let found = self.index().find(&self.inner.tools, &request);
        let mut out = String::from("{\"items\":[");
        for (position, index) in found.page.iter().enumerate() {
            let Some(tool) = self.describe(*index) else { continue };
            if position > 0 {
                out.push(',');
            }
            write_description(&mut out, tool.expression, tool.description, tool.signature);
        }
        out.push_str(&format!("],\"remaining\":{},\"next\":", found.remaining));
        match found.next {
            Some(offset) => out.push_str(&format!("{{\"offset\":{offset}}}}}")),
            None => out.push_str("null}"),
        }
        Ok(out)
    }

    /// All callable tools as one TypeScript declaration file.
    pub fn declarations(&self, options: &DeclarationOptions) -> String {
        declarations(self, options)
    }

    /// As much of the catalog as fits, one line a tool, and a sentence about what does not.
    pub fn select(&self, budget: Budget) -> Selection {
        select(self, budget)
    }

    /// What to say about a call of a path that is no tool.
    pub fn unknown_tool(&self, path: &[String]) -> UnknownTool {
        let similar = self.similar(path);
        let mut suggestion = String::from("It may have been removed or renamed.");
        if let Some(first) = similar.first() {
            suggestion.push_str(&format!(" Did you mean {first}"));
            if let Some(second) = similar.get(1) {
                suggestion.push_str(&format!(" or {second}"));
            }
            suggestion.push('?');
        }
        suggestion.push_str(" Use search({ query }) to find tools.");
        UnknownTool { message: format!("Unknown tool '{}'.", path.join(".")), suggestion, similar }
    }

    /// Expressions of up to three callable tools whose path is close to this one.
    pub fn similar(&self, path: &[String]) -> Vec<String> {
        let wanted: String = path.join(".").to_lowercase().chars().take(128).collect();
        let wanted_letters = letters_of(&wanted);
        let last = path.last().map(|name| plain(name)).unwrap_or_default();
        let last_letters = letters_of(&last);
        let limit = (wanted.chars().count() / 4).clamp(1, 4);
        let mut ranked: Vec<(usize, u32)> = Vec::new();
        for index in self.order() {
            let Some(tool) = self.inner.tools.get(*index as usize) else { continue };
            let same_place = tool.entry.path.first() == path.first();
            let dotted = tool.dotted.to_lowercase();
            let differing = (letters_of(&dotted) ^ wanted_letters).count_ones() as usize;
            let by_path =
                if differing <= 2 * limit { edit_distance(&dotted, &wanted, limit) } else { None };
            // Names that have no letters in common need no closer look.
            let own_last = dotted.rsplit('.').next().unwrap_or_default();
            let apart = last.is_empty() || letters_of(own_last) & last_letters == 0;
            let by_name = if apart {
                None
            } else {
                let own_last = plain(own_last);
                if own_last == last {
                    Some(if same_place { 0 } else { 1 })
                } else if same_place && last.len() >= 4 && own_last.len() >= 3 {
                    let contained = own_last.contains(&last) || last.contains(&own_last);
                    contained.then_some(3)
                } else {
                    None
                }
            };
            if let Some(rank) = by_path.into_iter().chain(by_name).min() {
                ranked.push((rank, *index));
            }
        }
        // Stable: equal ranks stay in path order.
        ranked.sort_by_key(|entry| entry.0);
        ranked
            .into_iter()
            .take(3)
            .filter_map(|(_, index)| self.inner.tools.get(index as usize))
            .map(|tool| tool.expression().to_owned())
            .collect()
    }

    pub(crate) fn order(&self) -> &[u32] {
        self.inner.order.get_or_init(|| {
            let tools = &self.inner.tools;
            let mut order: Vec<u32> = (0..tools.len() as u32)
                .filter(|index| tools[*index as usize].entry.blocked.is_none())
                .collect();
            order.sort_by(|left, right| {
                by_code_units(&tools[*left as usize].dotted, &tools[*right as usize].dotted)
            });
            order
        })
    }

    /// A tool, unless programs cannot call it.
    pub(crate) fn callable(&self, index: u32) -> Option<&Tool> {
        self.inner.tools.get(index as usize).filter(|tool| tool.entry.blocked.is_none())
    }

    /// Callable tools in path order.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &Tool> {
        self.order().iter().filter_map(|index| self.inner.tools.get(*index as usize))
    }

    pub(crate) fn namespace_entries(&self) -> &[NamespaceEntry] {
        &self.inner.namespaces
    }

    fn index(&self) -> &Index {
        self.inner
            .index
            .get_or_init(|| Index::build(&self.inner.tools, self.order(), &self.inner.namespaces))
    }
}

/// A name without case and separators.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn write_description(out: &mut String, path: &str, description: &str, signature: &str) {
    out.push_str("{\"path\":");
    out.push_str(&json_string(path));
    out.push_str(",\"description\":");
    out.push_str(&json_string(description));
    out.push_str(",\"signature\":");
    out.push_str(&json_string(signature));
    out.push('}');
}

/// JSON text of a string.
fn json_string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| literal::quoted(text))
}
