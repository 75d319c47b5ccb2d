//! Ranges of dates: what both ends share is written once.

use super::{DateTimeFormat, time_clip};
use crate::data::{Section, Table};
use crate::error::Error;
use crate::part::{self, Part, Source};

impl DateTimeFormat {
    pub fn format_range(&self, start: f64, end: f64) -> Result<String, Error> {
        Ok(part::text(&self.format_range_to_parts(start, end)?))
    }

    pub fn format_range_to_parts(&self, start: f64, end: f64) -> Result<Vec<Part>, Error> {
        let (start, end) = (time_clip(start)?, time_clip(end)?);
        let whole = |at: i64, source: Source| {
            self.fill(&self.pattern, at).into_iter().map(move |p| Part { source, ..p })
        };
        let (first, second): (Vec<Part>, Vec<Part>) =
            (whole(start, Source::Shared).collect(), whole(end, Source::Shared).collect());
        if first == second {
            return Ok(part::merged(first));
        }
        let table = Table::of(self.locale.data, Section::Dates);
        let glue = table.get("i").unwrap_or("{0} – {1}");
        let mut out: Vec<Part> = Vec::new();
        for piece in items_of_glue(glue) {
            match piece {
                Glue::Text(text) => out.push(Part::literal(text.to_owned())),
                Glue::Start => out.extend(whole(start, Source::StartRange)),
                Glue::End => out.extend(whole(end, Source::EndRange)),
            }
        }
        Ok(part::merged(out))
    }
}

enum Glue<'a> {
    Text(&'a str),
    Start,
    End,
}

fn items_of_glue(glue: &str) -> Vec<Glue<'_>> {
    let mut out = Vec::new();
    let mut rest = glue;
    while let Some(at) = rest.find('{') {
        let (text, tail) = rest.split_at(at);
        out.push(Glue::Text(text));
        out.push(if tail.starts_with("{0}") { Glue::Start } else { Glue::End });
        rest = tail.get(3..).unwrap_or("");
    }
    out.push(Glue::Text(rest));
    out
}
