//! Object schemas: listed properties, index signatures, records.

use std::collections::HashSet;

use serde_json::Value;

use super::{FEW, MAX_KEY, MAX_MEMBERS, MAX_VISITS, Place, UNKNOWN, Writer, comment, join_union};
use crate::literal;
use crate::schema::keywords::{self, Keywords, list, table};
use crate::schema::{Omit, js_ordered};

impl<'a> Writer<'a, '_> {
    pub(super) fn object(&mut self, keywords: &Keywords<'a>, place: Place<'a>) -> String {
        if let Some(text) = self.keyed_record(keywords, place) {
            return text;
        }
        let step = "  ".repeat(place.indent + place.depth as usize + 1);
        let required = Demanded::of(keywords.required);
        let properties = table(keywords.properties);
        let members = properties.map(js_ordered).unwrap_or_default();
        let total = members.len();
        let mut fields: Vec<String> = Vec::new();
        let mut kinds: Vec<String> = Vec::new();
        let mut shown = 0;
        for (name, member) in members {
            if self.omitted(member, place) {
                shown += 1;
                continue;
            }
            if self.spent >= self.limit || self.visits >= MAX_VISITS {
                break;
            }
            if name.len() > MAX_KEY {
                continue;
            }
            shown += 1;
            let comment = if self.style.pretty {
                let keywords = member.as_object().map(Keywords::of).unwrap_or_default();
                comment::block(&comment::lines(&keywords, self.style.tags), &step)
            } else {
                String::new()
            };
            self.spend(&comment);
            self.spend(name);
            self.spent =
                self.spent.saturating_add(4 + if self.style.pretty { step.len() } else { 0 });
            let text = self.node(member, place.inside());
            let optional = if required.has(name) { "" } else { "?" };
            if self.style.strict {
                kinds.push(if optional.is_empty() {
                    text.clone()
                } else {
                    join_union(vec![text.clone(), "undefined".to_owned()])
                });
            }
            fields.push(format!(
                "{comment}{}{}{optional}: {text}",
                if self.style.pretty { step.as_str() } else { "" },
                literal::key(name)
            ));
        }
        let unlisted = required
            .names
            .iter()
            .filter(|name| properties.is_none_or(|it| !it.contains_key(**name)));
        for name in unlisted.take(MAX_MEMBERS).filter(|name| name.len() <= MAX_KEY) {
            if self.spent >= self.limit {
                break;
            }
            self.spend(name);
            let lead = if self.style.pretty { step.as_str() } else { "" };
            kinds.push(UNKNOWN.to_owned());
            fields.push(format!("{lead}{}: unknown", literal::key(name)));
        }
        if let Some(index) = self.index_signature(keywords, place, &kinds) {
            fields.push(if self.style.pretty { format!("{step}{index}") } else { index });
        }
        let left_out = total - shown;
        let note = match left_out {
            0 => None,
            1 => Some("1 more property".to_owned()),
            count => Some(format!("{count} more properties")),
        };
        if fields.is_empty() {
            return note.map_or_else(|| "{}".to_owned(), |note| format!("{{ /* {note} */ }}"));
        }
        if self.style.pretty {
            let close = "  ".repeat(place.indent + place.depth as usize);
            let mut out = String::from("{\n");
            for field in fields {
                out.push_str(&field);
                out.push_str(",\n");
            }
            if let Some(note) = note {
                out.push_str(&format!("{step}/* {note} */\n"));
            }
            out.push_str(&close);
            out.push('}');
            out
        } else {
            let note = note.map(|note| format!("; /* {note} */")).unwrap_or_default();
            format!("{{ {}{note} }}", fields.join("; "))
        }
    }

    /// `[key: string]: …` for the properties that are not listed, if the schema describes them.
    fn index_signature(
        &mut self,
        keywords: &Keywords<'a>,
        place: Place<'a>,
        kinds: &[String],
    ) -> Option<String> {
        let mut texts = Vec::new();
        let mut prefix = None;
        if let Some(patterns) = table(keywords.pattern_properties) {
            for (pattern, member) in patterns.iter().take(MAX_MEMBERS) {
                if member.is_object() {
                    prefix = literal_prefix(pattern);
                    texts.push(self.node(member, place.inside()));
                }
            }
        }
        let patterns = texts.len();
        let rest =
            keywords::schema(keywords.additional_properties.or(keywords.unevaluated_properties));
        if let Some(rest) = rest {
            texts.push(self.node(rest, place.inside()));
        }
        if texts.is_empty() {
            return None;
        }
        self.spent = self.spent.saturating_add(16);
        let key = match prefix.filter(|_| patterns == 1 && texts.len() == 1 && !self.style.strict) {
            Some(prefix) => format!("`{prefix}${{string}}`"),
            None => "string".to_owned(),
        };
        if self.style.strict {
            texts.extend(kinds.iter().cloned());
        }
        let unknown = texts.iter().any(|text| text == UNKNOWN);
        let text = if unknown { UNKNOWN.to_owned() } else { join_union(texts) };
        Some(format!("[key: {key}]: {text}"))
    }

    /// A record over a closed set of keys.
    fn keyed_record(&mut self, keywords: &Keywords<'a>, place: Place<'a>) -> Option<String> {
        let values = keywords.property_names?.get("enum")?.as_array()?;
        let rest = keywords::schema(keywords.additional_properties)?;
        let closed = !values.is_empty() && values.iter().all(Value::is_string);
        if keywords.properties.is_some() || !closed {
            return None;
        }
        let required = list(keywords.required).map_or(0, <[Value]>::len);
        let optional = if required >= values.len() { "" } else { "?" };
        let keys = self.literals(values);
        let text = self.node(rest, place.inside());
        Some(format!("{{ [key in {keys}]{optional}: {text} }}"))
    }

    fn omitted(&self, member: &'a Value, place: Place<'a>) -> bool {
        let flag = match place.omit {
            Omit::Nothing => return false,
            Omit::ReadOnly => "readOnly",
            Omit::WriteOnly => "writeOnly",
        };
        let set = |schema: &Value| schema.get(flag) == Some(&Value::Bool(true));
        let target = member
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|text| place.document.resolve(text, place.resource));
        set(member) || target.is_some_and(set)
    }
}

/// The names that an object must have.
struct Demanded<'a> {
    names: Vec<&'a str>,
    /// Filled when there are too many to look through.
    set: HashSet<&'a str>,
}

impl<'a> Demanded<'a> {
    fn of(value: Option<&'a Value>) -> Self {
        let names: Vec<&str> =
            list(value).into_iter().flatten().filter_map(Value::as_str).collect();
        let set = if names.len() > FEW { names.iter().copied().collect() } else { HashSet::new() };
        Demanded { names, set }
    }

    fn has(&self, name: &str) -> bool {
        if self.set.is_empty() { self.names.contains(&name) } else { self.set.contains(name) }
    }
}

/// The text that every key matching `^text` starts with, if the pattern is that simple.
fn literal_prefix(pattern: &str) -> Option<&str> {
    let text = pattern.strip_prefix('^')?;
    let text = text.strip_suffix(".*").unwrap_or(text);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '@' | '/' | ':');
    (!text.is_empty() && text.len() <= 64 && text.chars().all(plain)).then_some(text)
}
