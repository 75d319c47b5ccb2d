//! The built-in `search`: what it accepts, what matches, in which order.
//!
//! Ranking is by substring, per word of the query: the last name of a path counts most, then the
//! path, the description, and everything else that is known about a tool. All texts are split
//! into words once; a substring of a text without separators is a substring of one of its words,
//! so a query only looks at the vocabulary and at the tools its words occur in.
//!
//! Invariants: results depend on tools and request alone; ties are broken by path; the work for
//! one request is bounded by [`MAX_TOKENS`] passes over the vocabulary.

mod properties;
mod words;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;

use crate::catalog::{NamespaceEntry, Tool};
use crate::tree::{edit_distance, letters_of};
use properties::input_properties;
use words::{Token, tokens, words};

/// The signature of the built-in, in the form of the catalog.
pub const SEARCH_SIGNATURE: &str = "search(input: {
  query?: string,
  namespace?: string,
  limit?: number,
  offset?: number,
}): {
  items: Array<{
      path: string,
      description: string,
      signature: string,
    }>,
  remaining: number,
  next: {
      offset: number,
    } | null,
}";

/// What a call with no or several arguments is told.
pub const SEARCH_ARGUMENTS: &str = "Tool 'search' expects exactly one input object.";

/// Words of a query that count; more are ignored.
const MAX_TOKENS: usize = 32;
/// Bytes of a query that are read.
const MAX_QUERY: usize = 10_000;
const DEFAULT_LIMIT: u64 = 10;

/// A request that has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    query: String,
    namespace: Option<String>,
    limit: usize,
    offset: usize,
}

impl Request {
    /// Reads the argument; the error is the message of an `InvalidToolInput`.
    pub(crate) fn read(input: Option<&str>) -> Result<Self, String> {
        let Some(text) = input else {
            return Err(SEARCH_ARGUMENTS.to_owned());
        };
        let value: Value = serde_json::from_str(text)
            .map_err(|_| refusal("the input", "must be plain data", "text that is not JSON"))?;
        let Value::Object(map) = &value else {
            return Err(refusal("the input", "must be an object", kind(&value)));
        };
        let text = |key: &str| match map.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(refusal(&format!("'{key}'"), "must be a string", kind(other))),
        };
        let count = |key: &str, least: u64, default: u64, rule: &str| match map.get(key) {
            None => Ok(default),
            Some(value) => whole(value).filter(|number| *number >= least).ok_or_else(|| {
                let got = match value {
                    Value::Number(number) => crate::literal::number_text(number),
                    other => kind(other).to_owned(),
                };
                refusal(&format!("'{key}'"), rule, &got)
            }),
        };
        let query = text("query")?.unwrap_or_default();
        let namespace = text("namespace")?;
        let limit = count("limit", 1, DEFAULT_LIMIT, "must be an integer greater than 0")?;
        let offset = count("offset", 0, 0, "must be an integer of at least 0")?;
        Ok(Request {
            query,
            namespace,
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            offset: usize::try_from(offset).unwrap_or(usize::MAX),
        })
    }
}

fn refusal(what: &str, rule: &str, got: &str) -> String {
    format!("Invalid input for tool 'search': {what} {rule}, got {got}.")
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A non-negative integer, also when spelt `10.0` or `1e1`.
fn whole(value: &Value) -> Option<u64> {
    if let Some(integer) = value.as_u64() {
        return Some(integer);
    }
    let float = value.as_f64()?;
    (float.fract() == 0.0 && (0.0..1.8e19).contains(&float)).then_some(float as u64)
}

/// One page of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) page: Vec<u32>,
    pub(crate) remaining: usize,
    pub(crate) next: Option<usize>,
}

/// Where a word occurs in a tool; bits.
type Fields = u8;
const PATH: Fields = 1;
const DESCRIPTION: Fields = 2;
const ANYWHERE: Fields = 4;

/// All words of all listed tools. Tools are numbered by their place in path order.
#[derive(Debug)]
pub(crate) struct Index {
    order: Vec<u32>,
    /// Distinct words, one after the other, separated by a line feed.
    vocabulary: String,
    /// Start of each word in `vocabulary`, ascending.
    starts: Vec<u32>,
    /// Which letters each word has; words with very different letters are no misspellings.
    letters: Vec<u32>,
    /// Place of the postings of each word.
    places: Vec<Range<u32>>,
    postings: Vec<(u32, Fields)>,
    /// Tools by the lower-cased last part of their path.
    last: HashMap<String, Vec<u32>>,
    /// Tools by dotted path and by expression.
    exact: HashMap<String, u32>,
}

impl Index {
    /// Reads names, descriptions and input properties of all listed tools.
    pub(crate) fn build(tools: &[Tool], order: &[u32], namespaces: &[NamespaceEntry]) -> Self {
        let described: HashMap<&[String], &str> = namespaces
            .iter()
            .filter_map(|it| Some((it.path.as_slice(), it.description.as_deref()?)))
            .collect();
        let mut table: HashMap<String, Vec<(u32, Fields)>> = HashMap::new();
        let mut last: HashMap<String, Vec<u32>> = HashMap::new();
        let mut exact = HashMap::new();
        for (number, tool) in order.iter().filter_map(|at| tools.get(*at as usize)).enumerate() {
            let number = number as u32;
            let mut put = |text: &str, fields: Fields| {
                words(text, |word| {
                    let found = match table.get_mut(word) {
                        Some(found) => found,
                        None => table.entry(word.to_owned()).or_default(),
                    };
                    match found.last_mut() {
                        Some((tool, known)) if *tool == number => *known |= fields,
                        _ => found.push((number, fields)),
                    }
                });
            };
            put(&tool.dotted, PATH | ANYWHERE);
            put(&tool.entry.description, DESCRIPTION | ANYWHERE);
            for length in 1..tool.entry.path.len() {
                if let Some(text) = described.get(&tool.entry.path[..length]) {
                    put(text, ANYWHERE);
                }
            }
            if let Some(input) = &tool.entry.input {
                input_properties(input, &mut |text| put(text, ANYWHERE));
            }
            let tail = tool.dotted.rsplit('.').next().unwrap_or_default();
            last.entry(words::folded(tail)).or_default().push(number);
            exact.entry(tool.dotted.clone()).or_insert(number);
            exact.entry(tool.expression().to_owned()).or_insert(number);
        }
        let mut entries: Vec<(String, Vec<(u32, Fields)>)> = table.into_iter().collect();
        entries.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        let mut index = Index {
            order: order.to_vec(),
            vocabulary: String::new(),
            starts: Vec::with_capacity(entries.len()),
            letters: Vec::with_capacity(entries.len()),
            places: Vec::with_capacity(entries.len()),
            postings: Vec::new(),
            last,
            exact,
        };
        for (word, found) in entries {
            index.starts.push(index.vocabulary.len() as u32);
            index.letters.push(letters_of(&word));
            index.vocabulary.push_str(&word);
            index.vocabulary.push('\n');
            let from = index.postings.len() as u32;
            index.postings.extend(found);
            index.places.push(from..index.postings.len() as u32);
        }
        index
    }

    /// The page that the request asks for.
    pub(crate) fn find(&self, tools: &[Tool], request: &Request) -> Page {
        let scope = self.scope(tools, request.namespace.as_deref());
        let inside = |number: u32| scope.get(number as usize).copied().unwrap_or(false);
        let query = request.query.trim();
        let query = query.get(..MAX_QUERY).unwrap_or(query);
        let named = self.exact.get(query).or_else(|| self.exact.get(query.strip_prefix("tools.")?));
        let mut matches: Vec<u32> = match named {
            Some(number) if inside(*number) => vec![*number],
            _ => {
                let mut wanted = tokens(query);
                wanted.truncate(MAX_TOKENS);
                if wanted.is_empty() {
                    (0..self.order.len() as u32).filter(|number| inside(*number)).collect()
                } else {
                    self.ranked(&wanted, &scope)
                }
            }
        };
        let total = matches.len();
        let from = request.offset.min(total);
        let to = from.saturating_add(request.limit).min(total);
        let remaining = total - to;
        let page = matches
            .drain(from..to)
            .filter_map(|number| self.order.get(number as usize).copied())
            .collect();
        Page { page, remaining, next: (remaining > 0).then_some(to) }
    }

    /// Which tools the namespace admits.
    fn scope(&self, tools: &[Tool], namespace: Option<&str>) -> Vec<bool> {
        let Some(namespace) = namespace else { return vec![true; self.order.len()] };
        let admits = |namespace: &str| -> Vec<bool> {
            self.order
                .iter()
                .map(|at| {
                    tools
                        .get(*at as usize)
                        .and_then(|tool| tool.dotted.strip_prefix(namespace))
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                })
                .collect()
        };
        let scope = admits(namespace);
        match namespace.strip_prefix("tools") {
            Some("") if !scope.contains(&true) => vec![true; self.order.len()],
            Some(rest) if !scope.contains(&true) => admits(rest.strip_prefix('.').unwrap_or(rest)),
            _ => scope,
        }
    }

    /// Tools in scope with a score, best first.
    fn ranked(&self, wanted: &[Token], scope: &[bool]) -> Vec<u32> {
        let mut scores = vec![0u32; scope.len()];
        let mut fields = vec![(0u8, 0u8); scope.len()];
        let mut touched: Vec<u32> = Vec::new();
        for token in wanted {
            for (form, text) in token.forms().enumerate() {
                let exact = form == 0;
                let mut mark = |number: u32, found: Fields| {
                    let Some(known) = fields.get_mut(number as usize) else { return };
                    if *known == (0, 0) {
                        touched.push(number);
                    }
                    if exact {
                        known.0 |= found;
                    } else {
                        known.1 |= found;
                    }
                };
                for number in self.last.get(text).into_iter().flatten() {
                    mark(*number, LAST);
                }
                self.with_word(text, token.whole_word, &mut mark);
            }
            touched.retain(|number| {
                let inside = scope.get(*number as usize).copied().unwrap_or(false);
                if !inside && let Some(known) = fields.get_mut(*number as usize) {
                    *known = (0, 0);
                }
                inside
            });
            if touched.is_empty() {
                for (number, found) in self.misspelt(&token.text, scope) {
                    if let Some(score) = scores.get_mut(number as usize) {
                        *score += points(found) / 2;
                    }
                }
            }
            for number in touched.drain(..) {
                let Some(known) = fields.get_mut(number as usize) else { continue };
                let (exact, stem) = std::mem::take(known);
                if let Some(score) = scores.get_mut(number as usize) {
                    *score += score_of(exact, stem);
                }
            }
        }
        let mut matches: Vec<u32> =
            (0..scope.len() as u32).filter(|number| scores[*number as usize] > 0).collect();
        matches.sort_by_key(|number| Reverse(scores[*number as usize]));
        matches
    }

    /// Visits the tools whose texts contain `text`.
    fn with_word(&self, text: &str, whole: bool, mark: &mut impl FnMut(u32, Fields)) {
        if text.is_empty() {
            return;
        }
        let mut from = 0;
        while let Some(found) = self.vocabulary.get(from..).and_then(|rest| rest.find(text)) {
            let at = from + found;
            let word = self.starts.partition_point(|start| *start as usize <= at);
            let end = self.starts.get(word).map_or(self.vocabulary.len(), |next| *next as usize);
            from = end;
            let Some(word) = word.checked_sub(1) else { continue };
            let start = self.starts.get(word).map_or(0, |start| *start as usize);
            // A word that starts with the text is found at its start first.
            if whole && (at != start || end - 1 - start != text.len()) {
                continue;
            }
            for (number, fields) in self.postings_of(word) {
                mark(*number, *fields);
            }
        }
    }

    fn postings_of(&self, word: usize) -> &[(u32, Fields)] {
        self.places
            .get(word)
            .and_then(|place| self.postings.get(place.start as usize..place.end as usize))
            .unwrap_or_default()
    }

    /// Tools in scope with a word that `text` may be a misspelling of: one edit from four
    /// letters on, two from eight on. Only the nearest words count.
    fn misspelt(&self, text: &str, scope: &[bool]) -> Vec<(u32, Fields)> {
        let letters = text.chars().count();
        let limit = match letters {
            0..=3 => return Vec::new(),
            4..=7 => 1,
            8..=40 => 2,
            _ => return Vec::new(),
        };
        let mut best = limit;
        let mut found: HashMap<u32, Fields> = HashMap::new();
        let wanted = letters_of(text);
        for (word, start) in self.starts.iter().enumerate() {
            // An edit takes away at most one letter and brings at most one.
            let differing = self.letters.get(word).map_or(0, |own| (own ^ wanted).count_ones());
            if differing as usize > 2 * best {
                continue;
            }
            let end = self.starts.get(word + 1).map_or(self.vocabulary.len(), |it| *it as usize);
            let Some(known) = self.vocabulary.get(*start as usize..end - 1) else { continue };
            if known.len().abs_diff(text.len()) > 4 * limit {
                continue;
            }
            let Some(edits) = edit_distance(known, text, best) else { continue };
            let mut inside = self
                .postings_of(word)
                .iter()
                .filter(|posting| scope.get(posting.0 as usize).copied().unwrap_or(false))
                .peekable();
            if inside.peek().is_none() {
                continue;
            }
            if edits < best {
                best = edits;
                found.clear();
            }
            for (number, fields) in inside {
                *found.entry(*number).or_default() |= *fields;
            }
        }
        found.into_iter().collect()
    }
}

/// The last part of the path is the word itself.
const LAST: Fields = 8;

/// Points of the places a word occurs in.
fn points(fields: Fields) -> u32 {
    [(LAST, 20), (PATH, 8), (DESCRIPTION, 4), (ANYWHERE, 2)]
        .into_iter()
        .filter(|(field, _)| fields & field != 0)
        .map(|(_, points)| points * SCALE)
        .sum()
}

/// Room below a point for preferring the word itself over its stems.
const SCALE: u32 = 64;

/// The score of a word: each place counts once, whichever form occurs there; a place that has
/// only a stem counts a little less.
fn score_of(exact: Fields, stem: Fields) -> u32 {
    let all = points(exact | stem);
    let only_stem = (stem & !exact).count_ones();
    all - only_stem.min(all)
}
