//! The catalog within a budget: as much as fits, and the truth about what does not.
//!
//! Every namespace gets its turn, so that a large one does not hide a small one. A tool is shown
//! with its one-line signature, else with its name, else it is counted.
//!
//! Invariant: the text is never larger than the budget, unless the budget cannot even hold the
//! sentence that says what is missing.

use crate::catalog::{Catalog, Tool};
use crate::literal;
use crate::signature::{Style, signature};

/// Bytes of a description on a tool's line.
const MAX_DESCRIPTION: usize = 160;
/// Namespaces named in the last sentence.
const MAX_NAMED: usize = 6;

/// How much text there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// UTF-8 bytes.
    Bytes(usize),
    /// Tokens of a language model, estimated: two for seven ASCII characters, one for every
    /// other character.
    Tokens(usize),
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The text for the model.
    pub text: String,
    /// Tools shown with their signature.
    pub signatures: usize,
    /// Tools shown with their name alone.
    pub names: usize,
    /// Tools that are only counted.
    pub left_out: usize,
}

/// An estimate of how many tokens a text takes.
pub fn estimated_tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().filter(|c| !c.is_ascii()).count();
    (ascii * 2).div_ceil(7) + other
}

impl Budget {
    fn size_of(self, text: &str) -> usize {
        match self {
            Budget::Bytes(_) => text.len(),
            Budget::Tokens(_) => estimated_tokens(text),
        }
    }

    fn total(self) -> usize {
        match self {
            Budget::Bytes(total) | Budget::Tokens(total) => total,
        }
    }
}

struct Group<'a> {
    title: String,
    heading: String,
    rows: Vec<Row<'a>>,
    shown: bool,
}

struct Row<'a> {
    tool: &'a Tool,
    /// The line with the signature, once it has been needed.
    line: Option<String>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Hidden,
    Name,
    Signature,
}

/// Signatures in a row that may fail to fit before no more are tried.
const MAX_MISSES: u32 = 64;

/// Chooses what to show.
pub(crate) fn select(catalog: &Catalog, budget: Budget) -> Selection {
    let mut groups = groups(catalog);
    let total: usize = groups.iter().map(|group| group.rows.len()).sum();
    if !fill(&mut groups, budget, budget.total(), true).complete {
        for group in &mut groups {
            group.shown = false;
            group.rows.iter_mut().for_each(|row| row.state = State::Hidden);
        }
        // The last sentence is paid for in advance, at its longest.
        let reserve = budget.size_of(&summary(&groups, total)) + 2;
        let left = budget.total().saturating_sub(reserve);
        let left = fill(&mut groups, budget, left, false).left;
        fill_names(&mut groups, budget, left);
    }
    finish(&groups, total)
}

struct Filled {
    complete: bool,
    left: usize,
}

/// Shows signatures in turns; with `all`, gives up as soon as one does not fit.
fn fill(groups: &mut [Group<'_>], budget: Budget, mut left: usize, all: bool) -> Filled {
    let style = Style { max_bytes: 800, max_result_bytes: 240, max_depth: 3, ..Style::compact() };
    let rounds = groups.iter().map(|group| group.rows.len()).max().unwrap_or(0);
    let mut complete = true;
    let mut misses = 0;
    for round in 0..rounds {
        for group in groups.iter_mut() {
            let Some(row) = group.rows.get_mut(round) else { continue };
            if misses >= MAX_MISSES {
                return Filled { complete: false, left };
            }
            let tool = row.tool;
            let line = row.line.get_or_insert_with(|| line_of(tool, &style));
            let mut cost = budget.size_of(line) + 1;
            if !group.shown {
                cost += budget.size_of(&group.heading) + 1;
            }
            if cost > left {
                complete = false;
                misses += 1;
                if all {
                    return Filled { complete, left };
                }
                continue;
            }
            misses = 0;
            left -= cost;
            group.shown = true;
            row.state = State::Signature;
        }
    }
    Filled { complete, left }
}

/// Shows names of tools without a signature, in turns.
fn fill_names(groups: &mut [Group<'_>], budget: Budget, mut left: usize) {
    let rounds = groups.iter().map(|group| group.rows.len()).max().unwrap_or(0);
    for round in 0..rounds {
        for group in groups.iter_mut() {
            let Some(row) = group.rows.get_mut(round) else { continue };
            if row.state != State::Hidden {
                continue;
            }
            let mut cost = budget.size_of(row.tool.expression()) + 3;
            if !group.shown {
                cost += budget.size_of(&group.heading) + 1;
            }
            if cost <= left {
                left -= cost;
                group.shown = true;
                row.state = State::Name;
            }
        }
    }
}

fn line_of(tool: &Tool, style: &Style) -> String {
    let entry = &tool.entry;
    let text = signature(tool.expression(), entry.input.as_ref(), entry.output.as_ref(), style);
    let mut line = format!("- {}", text.replace('\n', "; "));
    let description = literal::one_line(&entry.description, MAX_DESCRIPTION);
    if !description.is_empty() {
        line.push_str(" // ");
        line.push_str(&description);
    }
    line
}

/// Tools by their first name, in path order; tools at the root come first.
fn groups(catalog: &Catalog) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for tool in catalog.listed() {
        let title = match tool.entry.path.as_slice() {
            [first, _, ..] => first.as_str(),
            _ => "",
        };
        let place = *places.entry(title).or_insert_with(|| {
            groups.push(Group {
                title: title.to_owned(),
                heading: String::new(),
                rows: Vec::new(),
                shown: false,
            });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(place) {
            group.rows.push(Row { tool, line: None, state: State::Hidden });
        }
    }
    groups.sort_by_key(|group| !group.title.is_empty());
    for group in &mut groups {
        let count = group.rows.len();
        let count = if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") };
        let description = catalog
            .namespace_entries()
            .iter()
            .find(|it| matches!(it.path.as_slice(), [only] if *only == group.title))
            .and_then(|it| it.description.as_deref())
            .map(|text| literal::one_line(text, MAX_DESCRIPTION))
            .filter(|text| !text.is_empty());
        group.heading = match (group.title.as_str(), description) {
            ("", _) => format!("Tools ({count}):"),
            (title, Some(text)) => format!("{title} ({count}): {text}"),
            (title, None) => format!("{title} ({count}):"),
        };
    }
    groups
}

fn finish(groups: &[Group<'_>], total: usize) -> Selection {
    let mut text = String::new();
    let (mut signatures, mut names) = (0, 0);
    for group in groups.iter().filter(|group| group.shown) {
        text.push_str(&group.heading);
        text.push('\n');
        for row in &group.rows {
            match (row.state, &row.line) {
                (State::Signature, Some(line)) => {
                    signatures += 1;
                    text.push_str(line);
                }
                (State::Hidden, _) => continue,
                _ => {
                    names += 1;
                    text.push_str("- ");
                    text.push_str(row.tool.expression());
                }
            }
            text.push('\n');
        }
    }
    let left_out = total - signatures - names;
    if left_out > 0 || names > 0 {
        text.push_str(&summary(groups, left_out));
        text.push('\n');
    }
    Selection { text, signatures, names, left_out }
}

/// The sentence about what is missing.
fn summary(groups: &[Group<'_>], left_out: usize) -> String {
    if left_out == 0 {
        return "Some signatures are not shown. search({ query }) returns them.".to_owned();
    }
    let hidden =
        |group: &Group<'_>| group.rows.iter().filter(|row| row.state == State::Hidden).count();
    let mut named: Vec<(usize, &str)> =
        groups.iter().map(|it| (hidden(it), it.title.as_str())).filter(|it| it.0 > 0).collect();
    named.sort_by_key(|it| std::cmp::Reverse(it.0));
    let mut parts: Vec<String> = named
        .iter()
        .take(MAX_NAMED)
        .map(|(count, title)| {
            let title = if title.is_empty() { "root" } else { title };
            format!("{} {count}", literal::one_line(title, 60))
        })
        .collect();
    if named.len() > MAX_NAMED {
        parts.push(format!("{} more namespaces", named.len() - MAX_NAMED));
    }
    let noun = if left_out == 1 { "tool is" } else { "tools are" };
    format!(
        "{left_out} {noun} not shown ({}). search({{ query, namespace }}) finds them.",
        parts.join(", ")
    )
}
