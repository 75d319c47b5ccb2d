//! What a host may choose, as plain data.
//!
//! Choices that are functions on the host's side (predicates, renaming) arrive here as
//! decisions about single operations, made from the list that [`crate::Api::operations`] gives.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

/// Options of [`crate::Api::build`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// Replaces every server of the document.
    pub base_url: Option<String>,
    /// Where the document came from; resolves relative servers and references.
    pub document_url: Option<String>,
    /// Which entry of a `servers` list is used.
    pub server: Option<ServerChoice>,
    /// Values of server variables.
    pub server_variables: BTreeMap<String, String>,
    /// Keeps operations that match.
    pub include: Option<Filter>,
    /// Drops operations that match, also included ones.
    pub exclude: Option<Filter>,
    /// Keeps only operations whose method does not change anything.
    pub read_only: bool,
    /// How names become namespaces.
    pub namespace: NamespaceRule,
    /// What a call results in.
    pub response: ResponseShape,
    /// Parameters the host fixes; they vanish from the signature and are always sent.
    pub bind: Bind,
    /// Names of path parameters whose value may span several path segments.
    pub multi_segment: Vec<String>,
    /// How arrays inside nested objects are written in queries and form bodies.
    pub nested_arrays: Option<NestedArrays>,
    /// Longest description of a tool, in characters.
    pub max_description: Option<usize>,
    /// Decisions about single operations.
    pub decisions: HashMap<String, Decision>,
}

/// Which server of a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum ServerChoice {
    /// By position.
    Index(usize),
    /// By its URL as written, its name or its description.
    Named(String),
}

/// Tests on an operation; those given must all hold, each by one of its values.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Filter {
    /// Tags, any of them.
    pub tags: Option<Vec<String>>,
    /// Methods in any case.
    pub methods: Option<Vec<String>>,
    /// Path patterns: `*` within a segment, `**` across segments.
    pub paths: Option<Vec<String>>,
    /// Patterns of operation ids.
    pub operations: Option<Vec<String>>,
    /// Whether the operation is deprecated.
    pub deprecated: Option<bool>,
}

/// How operation names become namespaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NamespaceRule {
    /// Dots in `operationId` separate.
    #[default]
    Dots,
    /// Dots and slashes separate.
    Slashes,
    /// The first tag is the namespace.
    Tags,
    /// The first fixed segment of the path is the namespace.
    Path,
    /// Everything at one level.
    None,
}

/// What a call results in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResponseShape {
    /// The decoded body.
    #[default]
    Body,
    /// `{ status, headers, data }`.
    Full,
}

/// Values by parameter name for each location.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Bind {
    pub path: HashMap<String, Value>,
    pub query: HashMap<String, Value>,
    pub header: HashMap<String, Value>,
    pub cookie: HashMap<String, Value>,
}

/// How an array inside a nested object is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NestedArrays {
    /// `a[k]=1&a[k]=2`
    Repeat,
    /// `a[k][]=1&a[k][]=2`
    Brackets,
    /// `a[k][0]=1&a[k][1]=2`
    Indices,
}

/// What the host decided about one operation.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Decision {
    /// Leaves the operation out.
    pub omit: bool,
    /// Replaces the tool's path.
    pub path: Option<Vec<String>>,
    /// Replaces the description.
    pub description: Option<String>,
    /// Replaces the shape of the result.
    pub response: Option<ResponseShape>,
}

/// Facts about an operation that filters look at.
pub(crate) struct Facts<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) operation_id: Option<&'a str>,
    pub(crate) tags: &'a [&'a str],
    pub(crate) deprecated: bool,
}

impl Filter {
    pub(crate) fn matches(&self, facts: &Facts<'_>) -> bool {
        let any = |list: &Option<Vec<String>>, test: &dyn Fn(&str) -> bool| {
            list.as_ref().is_none_or(|list| list.iter().any(|entry| test(entry)))
        };
        any(&self.tags, &|tag| facts.tags.contains(&tag))
            && any(&self.methods, &|method| method.eq_ignore_ascii_case(facts.method))
            && any(&self.paths, &|pattern| glob(pattern, facts.path))
            && any(&self.operations, &|pattern| {
                facts.operation_id.is_some_and(|id| glob(pattern, id))
            })
            && self.deprecated.is_none_or(|wanted| wanted == facts.deprecated)
    }
}

/// `*` matches within a segment, `**` anything; time is pattern length times text length.
pub(crate) fn glob(pattern: &str, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    // reachable[j] tells whether the pattern so far matches text[..j].
    let mut reachable = vec![false; text.len() + 1];
    if let Some(first) = reachable.first_mut() {
        *first = true;
    }
    let mut pattern = pattern.chars().peekable();
    while let Some(char) = pattern.next() {
        let star = char == '*';
        let across = star && pattern.next_if_eq(&'*').is_some();
        let mut next = Vec::with_capacity(reachable.len());
        for (at, here) in reachable.iter().enumerate() {
            let previous = at.checked_sub(1).and_then(|at| text.get(at));
            next.push(if star {
                let open = next.last().copied().unwrap_or(false);
                *here || (open && (across || previous != Some(&'/')))
            } else {
                previous == Some(&char)
                    && at.checked_sub(1).and_then(|at| reachable.get(at)) == Some(&true)
            });
        }
        reachable = next;
    }
    reachable.last().copied().unwrap_or(false)
}
