//! Checking data against a JSON Schema, for hosts that ask for it.
//!
//! Keywords of drafts 07, 2019-09 and 2020-12 that constrain values, and `nullable`. `format` and
//! content keywords are annotations and are not checked. References resolve inside the document;
//! one that does not is a violation, because a check that was asked for must not be skipped.
//!
//! Invariants: work is bounded by [`MAX_STEPS`], native recursion by [`MAX_NESTING`]; running into
//! either is a violation, never a pass. Text of strings under check is not repeated in messages.

mod array;
mod equality;
mod object;
mod scalar;
mod seen;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use codemode_regexp::{Flags, Regex};
use serde_json::{Map, Value};

use crate::literal;
use crate::schema::keywords::{Keywords, list};
use crate::schema::{Opened, SchemaSource};
use equality::{equal, hash_of};
use seen::Seen;

/// Schema applications and comparisons of one check.
const MAX_STEPS: u64 = 2_000_000;
/// Schemas applied inside each other.
const MAX_NESTING: u32 = 192;
/// Violations that are collected.
const MAX_VIOLATIONS: usize = 8;
/// Steps of the matcher for one pattern and one string.
const PATTERN_STEPS: u64 = 200_000;
/// Bytes of a pattern that is compiled.
const MAX_PATTERN: usize = 4_096;
/// Bytes of a name or value in a message.
const MAX_SHOWN: usize = 80;

/// A schema ready to check data.
#[derive(Debug)]
pub struct Validator {
    opened: Opened,
    /// Keywords beside a reference do not count (drafts before 2019-09).
    lone_references: bool,
    /// Some schema asks what others have left unevaluated.
    tracks: bool,
    patterns: Mutex<HashMap<String, Option<Arc<Regex>>>>,
}

/// One reason why data does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where, as a JavaScript accessor without the root: `items[0].id`; empty for the root.
    pub path: String,
    /// The keyword that is violated.
    pub rule: &'static str,
    /// What must hold and what was found instead.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.path.is_empty() { "the value" } else { &self.path };
        write!(f, "{place} {} ({})", self.message, self.rule)
    }
}

/// Violations as one line for a diagnostic.
pub fn violation_text(violations: &[Violation]) -> String {
    let texts: Vec<String> = violations.iter().map(Violation::to_string).collect();
    texts.join("; ")
}

impl Validator {
    /// Reads a schema. Text that is not JSON accepts everything, as it does in signatures.
    pub fn new(schema: &SchemaSource) -> Self {
        let opened = schema.open();
        let dialect = opened
            .schema()
            .get("$schema")
            .or_else(|| opened.document().root().get("$schema"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let lone_references =
            ["draft-04", "draft-06", "draft-07"].iter().any(|draft| dialect.contains(draft));
        let tracks =
            mentions_unevaluated(opened.document().root()) || mentions_unevaluated(opened.schema());
        Validator { opened, lone_references, tracks, patterns: Mutex::new(HashMap::new()) }
    }

    /// Whether the data fits; if not, the first reasons.
    pub fn validate(&self, data: &Value) -> Result<(), Vec<Violation>> {
        let mut run = Run {
            validator: self,
            steps: MAX_STEPS,
            nesting: 0,
            stopped: false,
            violations: Vec::new(),
            path: Vec::new(),
        };
        let schema = self.opened.schema();
        let mut seen = Seen::new(self.tracks);
        let fits = run.check(schema, data, self.opened.document().root(), &mut seen);
        if fits && !run.stopped { Ok(()) } else { Err(run.violations) }
    }

    /// [`Validator::validate`] of JSON text; text that is not JSON is a violation.
    pub fn validate_json(&self, text: &str) -> Result<(), Vec<Violation>> {
        let data = serde_json::from_str(text).map_err(|_| {
            let message = "must be JSON nested at most 128 levels".to_owned();
            vec![Violation { path: String::new(), rule: "json", message }]
        })?;
        self.validate(&data)
    }

    /// A compiled pattern; `None` when it is not a regular expression.
    fn pattern(&self, source: &str) -> Option<Arc<Regex>> {
        if source.len() > MAX_PATTERN {
            return None;
        }
        let mut patterns = self.patterns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = patterns.get(source) {
            return known.clone();
        }
        let units: Vec<u16> = source.encode_utf16().collect();
        let compiled = ["u", ""].iter().find_map(|flags| {
            let flags = Flags::parse(flags).ok()?;
            Regex::compile(&units, flags).ok()
        });
        let compiled = compiled.map(Arc::new);
        patterns.insert(source.to_owned(), compiled.clone());
        compiled
    }
}

fn mentions_unevaluated(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(key, member)| {
            key == "unevaluatedProperties"
                || key == "unevaluatedItems"
                || mentions_unevaluated(member)
        }),
        Value::Array(items) => items.iter().any(mentions_unevaluated),
        _ => false,
    }
}

/// A step from a value to a part of it.
#[derive(Clone, Copy)]
enum Step<'v> {
    Key(&'v str),
    Item(usize),
}

/// One check.
struct Run<'v> {
    validator: &'v Validator,
    steps: u64,
    nesting: u32,
    stopped: bool,
    violations: Vec<Violation>,
    path: Vec<Step<'v>>,
}

impl<'v> Run<'v> {
    fn check(
        &mut self,
        schema: &'v Value,
        data: &'v Value,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let map = match schema {
            Value::Bool(false) => return self.violation("false", "must be absent".to_owned()),
            Value::Object(map) => map,
            _ => return true,
        };
        if !self.charge(1) {
            return false;
        }
        if self.nesting >= MAX_NESTING {
            return self.stop("is nested too deeply for its schema");
        }
        self.nesting += 1;
        let keywords = Keywords::of(map);
        let resource = if keywords.is_resource() { schema } else { resource };
        // What a schema looks at shows to those around it, not to its neighbours.
        let mut own = seen.fresh();
        let fits = self.apply(map, &keywords, data, resource, &mut own);
        if fits {
            seen.merge(own);
        }
        self.nesting -= 1;
        fits
    }

    fn apply(
        &mut self,
        map: &'v Map<String, Value>,
        keywords: &Keywords<'v>,
        data: &'v Value,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mut fits = true;
        if let Some(target) = keywords.target() {
            let document = self.validator.opened.document();
            fits = match document.resolve(target, resource) {
                Some(found) => self.check(found, data, resource, seen),
                None => {
                    let target = literal::one_line(target, MAX_SHOWN);
                    self.violation("$ref", format!("refers to '{target}', which does not exist"))
                }
            };
            if self.validator.lone_references {
                return fits;
            }
        }
        if keywords.nullable == Some(&Value::Bool(true)) && data.is_null() {
            return fits;
        }
        fits &= self.general(keywords, data);
        fits &= match data {
            Value::Number(number) => self.number(keywords, number),
            Value::String(text) => self.string(keywords, text),
            Value::Array(items) => self.array(map, keywords, items, resource, seen),
            Value::Object(members) => {
                let fits = self.object(keywords, members, resource, seen);
                self.dependencies(map, data, resource, seen) & fits
            }
            Value::Null | Value::Bool(_) => true,
        };
        fits &= self.applicators(keywords, data, resource, seen);
        match data {
            Value::Array(items) => {
                if let Some(rest) = map.get("unevaluatedItems") {
                    fits &= self.rest_items(rest, items, resource, seen);
                }
            }
            Value::Object(members) => {
                if let Some(rest) = keywords.unevaluated_properties {
                    fits &= self.rest_properties(rest, members, resource, seen);
                }
            }
            _ => {}
        }
        fits
    }

    /// `type`, `const` and `enum`.
    fn general(&mut self, keywords: &Keywords<'v>, data: &'v Value) -> bool {
        let mut fits = true;
        let kinds: Option<Vec<&str>> = match keywords.kind {
            Some(Value::String(kind)) => Some(vec![kind.as_str()]),
            Some(Value::Array(kinds)) => Some(kinds.iter().filter_map(Value::as_str).collect()),
            _ => None,
        };
        if let Some(kinds) = kinds
            && !kinds.iter().any(|kind| is_kind(data, kind))
        {
            let wanted: Vec<&str> = kinds.iter().map(|kind| with_article(kind)).collect();
            let wanted = wanted.join(" or ");
            fits = self.violation("type", format!("must be {wanted}, got {}", kind_of(data)));
        }
        if let Some(wanted) = keywords.constant
            && !self.same(wanted, data)
        {
            let shown = shown(wanted);
            fits = self.violation("const", format!("must be {shown}, got {}", kind_of(data)));
        }
        if let Some(values) = list(keywords.enumeration)
            && !values.iter().any(|wanted| self.same(wanted, data))
        {
            let few: Vec<String> = values.iter().take(8).map(shown).collect();
            let more = if values.len() > 8 { ", …" } else { "" };
            let message = format!("must be one of {}{more}, got {}", few.join(", "), kind_of(data));
            fits = self.violation("enum", message);
        }
        fits
    }

    /// `allOf`, `anyOf`, `oneOf`, `not` and `if`.
    fn applicators(
        &mut self,
        keywords: &Keywords<'v>,
        data: &'v Value,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mut fits = true;
        for schema in list(keywords.all_of).into_iter().flatten() {
            fits &= self.check(schema, data, resource, seen);
        }
        if let Some(members) = list(keywords.any_of) {
            fits &= self.alternatives("anyOf", members, data, resource, seen);
        }
        if let Some(members) = list(keywords.one_of) {
            fits &= self.alternatives("oneOf", members, data, resource, seen);
        }
        if let Some(schema) = keywords.not
            && self.quietly(|run| run.check(schema, data, resource, &mut seen.fresh()))
        {
            let message = format!("must not be what the schema rules out, got {}", kind_of(data));
            fits = self.violation("not", message);
        }
        if let Some(condition) = keywords.condition {
            let mut found = seen.fresh();
            let holds = self.quietly(|run| run.check(condition, data, resource, &mut found));
            if holds {
                seen.merge(found);
            }
            let branch = if holds { keywords.then } else { keywords.otherwise };
            if let Some(branch) = branch {
                fits &= self.check(branch, data, resource, seen);
            }
        }
        fits
    }

    fn alternatives(
        &mut self,
        rule: &'static str,
        members: &'v [Value],
        data: &'v Value,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mark = self.violations.len();
        let own_path = self.path_text().len();
        let mut fitting = 0u32;
        // The reasons of the first alternative that fails inside the value, not as a whole.
        let mut inner: Option<Vec<Violation>> = None;
        for member in members {
            let mut found = seen.fresh();
            if self.check(member, data, resource, &mut found) {
                fitting += 1;
                seen.merge(found);
                continue;
            }
            if self.stopped {
                return false;
            }
            let reasons = self.violations.split_off(mark.min(self.violations.len()));
            let tags = reasons.iter().any(|it| matches!(it.rule, "type" | "const" | "enum"));
            let as_a_whole =
                reasons.iter().any(|it| it.path.len() == own_path && it.rule == "type");
            let better = match &inner {
                None => !as_a_whole && !reasons.is_empty(),
                Some(known) => {
                    !as_a_whole
                        && !tags
                        && known.iter().any(|it| matches!(it.rule, "type" | "const" | "enum"))
                }
            };
            if better {
                inner = Some(reasons);
            }
        }
        self.violations.truncate(mark);
        match (rule, fitting) {
            (_, 0) => {
                let count = members.len();
                let message =
                    format!("must fit one of {count} alternatives, got {}", kind_of(data));
                self.violation(rule, message);
                let room = MAX_VIOLATIONS.saturating_sub(self.violations.len()).min(3);
                self.violations.extend(inner.into_iter().flatten().take(room));
                false
            }
            ("oneOf", count) if count > 1 => {
                let all = members.len();
                let message = format!("must fit exactly one of {all} alternatives, fits {count}");
                self.violation("oneOf", message)
            }
            _ => true,
        }
    }

    fn part(
        &mut self,
        step: Step<'v>,
        schema: &'v Value,
        data: &'v Value,
        resource: &'v Value,
    ) -> bool {
        self.path.push(step);
        let mut seen = Seen::new(self.validator.tracks);
        let fits = self.check(schema, data, resource, &mut seen);
        self.path.pop();
        fits
    }

    /// Runs a check whose violations do not count.
    fn quietly(&mut self, check: impl FnOnce(&mut Self) -> bool) -> bool {
        let mark = self.violations.len();
        let fits = check(self);
        if !self.stopped {
            self.violations.truncate(mark);
        }
        fits
    }

    fn same(&mut self, left: &Value, right: &Value) -> bool {
        self.charge(1) && equal(left, right)
    }

    fn charge(&mut self, steps: u64) -> bool {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                !self.stopped
            }
            None => self.stop("is too large for its schema"),
        }
    }

    /// Ends the check; nothing fits from here on.
    fn stop(&mut self, message: &str) -> bool {
        if !self.stopped {
            self.stopped = true;
            self.violations.truncate(MAX_VIOLATIONS - 1);
            self.violation("limit", message.to_owned());
        }
        false
    }

    /// Records a violation at the current place; always false.
    fn violation(&mut self, rule: &'static str, message: String) -> bool {
        if self.violations.len() < MAX_VIOLATIONS {
            let path = self.path_text();
            self.violations.push(Violation { path, rule, message });
        }
        false
    }

    fn path_text(&self) -> String {
        let mut out = String::new();
        for step in &self.path {
            match step {
                Step::Item(index) => out.push_str(&format!("[{index}]")),
                Step::Key(name) if literal::is_identifier(name) && name.len() <= MAX_SHOWN => {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(name);
                }
                Step::Key(name) => {
                    let name = literal::one_line(name, MAX_SHOWN);
                    out.push_str(&format!("[{}]", literal::quoted(&name)));
                }
            }
        }
        out
    }
}

fn count(value: Option<&Value>) -> Option<u64> {
    let value = value?;
    value
        .as_u64()
        .or_else(|| value.as_f64().filter(|it| it.fract() == 0.0 && *it >= 0.0).map(|it| it as u64))
}

fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn properties(count: u64) -> String {
    if count == 1 { "1 property".to_owned() } else { format!("{count} properties") }
}

fn is_kind(data: &Value, kind: &str) -> bool {
    match (kind, data) {
        ("null", Value::Null)
        | ("boolean", Value::Bool(_))
        | ("number", Value::Number(_))
        | ("string", Value::String(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_)) => true,
        ("integer", Value::Number(number)) => {
            number.is_i64()
                || number.is_u64()
                || number.as_f64().is_some_and(|float| float.fract() == 0.0)
        }
        _ => false,
    }
}

fn with_article(kind: &str) -> &str {
    match kind {
        "boolean" => "a boolean",
        "number" => "a number",
        "string" => "a string",
        "array" => "an array",
        "object" => "an object",
        "integer" => "an integer",
        other => other,
    }
}

fn kind_of(data: &Value) -> &'static str {
    match data {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A value of the schema in a message.
fn shown(value: &Value) -> String {
    literal::json(value, MAX_SHOWN).unwrap_or_else(|| {
        format!("a certain {}", kind_of(value).trim_start_matches("a ").trim_start_matches("an "))
    })
}

fn name_shown(name: &str) -> String {
    format!("'{}'", literal::one_line(name, MAX_SHOWN))
}
