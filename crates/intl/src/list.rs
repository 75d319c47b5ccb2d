//! `Intl.ListFormat`: joining texts as a language does.

use crate::choice::choice;
use crate::data::{Section, Table};
use crate::date::TextStyle;
use crate::resolve::Resolved;

choice! { ListType { Conjunction = "conjunction", Disjunction = "disjunction", Unit = "unit" } }

/// `Intl.ListFormat`.
#[derive(Debug, Clone)]
pub struct ListFormat {
    pub locale: String,
    pub kind: ListType,
    pub style: TextStyle,
    language: String,
    patterns: [&'static str; 4],
}

/// A piece of a joined list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListPart {
    Literal(String),
    /// Place of the element in the list.
    Element(usize),
}

impl ListFormat {
    pub fn new(locale: &Resolved, kind: ListType, style: TextStyle) -> ListFormat {
        let name = match kind {
            ListType::Conjunction => "standard",
            ListType::Disjunction => "or",
            ListType::Unit => "unit",
        };
        let width = match style {
            TextStyle::Long => "",
            TextStyle::Short => "-short",
            TextStyle::Narrow => "-narrow",
        };
        let row = Table::of(locale.data, Section::Numbers)
            .get(&format!("list.{name}{width}"))
            .unwrap_or("{0}, {1}|{0}, {1}|{0}, {1}|{0}, {1}");
        let mut patterns = ["{0}, {1}"; 4];
        for (slot, pattern) in patterns.iter_mut().zip(row.split('|')) {
            *slot = pattern;
        }
        ListFormat {
            locale: locale.with_keywords(&[]),
            kind,
            style,
            language: locale.language().to_owned(),
            patterns,
        }
    }

    /// The joined list; elements are given as UTF-16, and come back by their place.
    pub fn format_to_parts(&self, elements: &[&[u16]]) -> Vec<ListPart> {
        let [start, middle, end, two] = self.patterns;
        let Some(last) = elements.len().checked_sub(1) else { return Vec::new() };
        if last == 0 {
            return vec![ListPart::Element(0)];
        }
        // Text before the first element, between elements, and after the last; patterns nest to the right.
        let mut before = String::new();
        let mut after = String::new();
        let mut between = Vec::with_capacity(last);
        for i in 0..last {
            let pattern = match i {
                _ if last == 1 => two,
                _ if i + 1 == last => end,
                0 => start,
                _ => middle,
            };
            let pattern = self.before_element(pattern, elements.get(i + 1).copied().unwrap_or(&[]));
            let (head, rest) = pattern.split_once("{0}").unwrap_or(("", &pattern));
            let (infix, tail) = rest.split_once("{1}").unwrap_or((rest, ""));
            if i == 0 {
                before.push_str(head);
            } else if let Some(previous) = between.last_mut() {
                let previous: &mut String = previous;
                previous.push_str(head);
            }
            between.push(infix.to_owned());
            after.insert_str(0, tail);
        }
        let mut out = vec![ListPart::Literal(before), ListPart::Element(0)];
        for (i, infix) in between.into_iter().enumerate() {
            out.push(ListPart::Literal(infix));
            out.push(ListPart::Element(i + 1));
        }
        out.push(ListPart::Literal(after));
        out.retain(|part| *part != ListPart::Literal(String::new()));
        out
    }

    /// Spanish and Hebrew change their words for "and" and "or" by what follows.
    fn before_element(&self, pattern: &str, next: &[u16]) -> String {
        let next: String = char::decode_utf16(next.iter().copied().take(8))
            .map(|c| c.unwrap_or('\u{fffd}'))
            .collect::<String>()
            .to_lowercase();
        match self.language.as_str() {
            "es" if pattern == "{0} y {1}" && says_i(&next) => "{0} e {1}".to_owned(),
            "es" if pattern == "{0} o {1}" && says_o(&next) => "{0} u {1}".to_owned(),
            "he" if pattern.contains("ו{1}")
                && !next.starts_with(|c: char| ('\u{591}'..='\u{5f4}').contains(&c)) =>
            {
                pattern.replace("ו{1}", "ו-{1}")
            }
            _ => pattern.to_owned(),
        }
    }
}

fn says_i(text: &str) -> bool {
    text.starts_with('i')
        || text.starts_with("hi") && !text.starts_with("hia") && !text.starts_with("hie")
}

fn says_o(text: &str) -> bool {
    text.starts_with(['o', '8'])
        || text.starts_with("ho")
        || text.strip_prefix("11").is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
