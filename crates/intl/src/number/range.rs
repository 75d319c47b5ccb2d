//! Ranges of numbers: what both ends share is written once.

use super::{NumberFormat, Pieces};
use crate::data::{Section, Table};
use crate::decimal::Number;
use crate::error::Error;
use crate::part::{self, Part, Source};

impl NumberFormat {
    pub fn format_range(&self, start: &Number, end: &Number) -> Result<String, Error> {
        Ok(part::text(&self.format_range_to_parts(start, end)?))
    }

    pub fn format_range_to_parts(&self, start: &Number, end: &Number) -> Result<Vec<Part>, Error> {
        if matches!(start, Number::NotANumber) || matches!(end, Number::NotANumber) {
            return Err(Error::range("Invalid number value: NaN"));
        }
        let (first, second) = (self.pieces(start, false), self.pieces(end, false));
        if first.clone().into_parts() == second.clone().into_parts() {
            return Ok(self.pieces(start, true).into_parts());
        }
        let table = Table::of(self.locale.data, Section::Numbers);
        let row = table
            .get(&format!("range.{}", self.resolved.numbering_system))
            .or_else(|| table.get("range.latn"))
            .unwrap_or("{0}–{1}");
        let pattern = row.split('|').next().unwrap_or("{0}–{1}");
        let infix = pattern
            .split_once("{0}")
            .and_then(|(_, rest)| rest.split_once("{1}"))
            .map_or("–", |(infix, _)| infix);
        let category = self.rules.range(self.category(start), self.category(end));
        Ok(part::merged(self.join(first, second, infix, category)))
    }

    fn join(
        &self,
        first: Pieces,
        second: Pieces,
        infix: &'static str,
        category: crate::plural::PluralCategory,
    ) -> Vec<Part> {
        let same = |a: &(Vec<Part>, Vec<Part>), b: &(Vec<Part>, Vec<Part>)| a == b;
        let size = |a: &(Vec<Part>, Vec<Part>)| {
            a.0.iter().chain(&a.1).map(|p| p.value.chars().count()).sum::<usize>()
        };
        let named = size(&first.outer) > 0 || size(&second.outer) > 0;
        let share_outer =
            named && !first.replaced && !second.replaced || same(&first.outer, &second.outer);
        let share_middle =
            share_outer && same(&first.middle, &second.middle) && size(&first.middle) > 1;
        let exponent = first.inner.iter().any(|p| p.kind == "exponentSeparator");
        let repeated = !share_middle && size(&first.middle) > 0
            || !share_outer && size(&first.outer) > 0
            || exponent;
        let marked =
            |parts: Vec<Part>, source: Source| parts.into_iter().map(move |p| Part { source, ..p });
        let mut outer = Pieces::default();
        if share_outer && named {
            self.wrap(&mut outer, category);
        }
        let mut out: Vec<Part> = outer.outer.0;
        if share_middle {
            out.extend(first.middle.0.clone());
        }
        for (i, pieces) in [first.clone(), second].into_iter().enumerate() {
            let source = if i == 0 { Source::StartRange } else { Source::EndRange };
            if i == 1 {
                let space =
                    |already: bool| Part::literal(if repeated && !already { " " } else { "" });
                out.push(space(infix.starts_with(char::is_whitespace)));
                out.push(Part::literal(infix));
                out.push(space(infix.ends_with(char::is_whitespace)));
            }
            if !share_outer {
                out.extend(marked(pieces.outer.0, source));
            }
            if !share_middle {
                out.extend(marked(pieces.middle.0, source));
            }
            out.extend(marked(pieces.inner, source));
            if !share_middle {
                out.extend(marked(pieces.middle.1, source));
            }
            if !share_outer {
                out.extend(marked(pieces.outer.1, source));
            }
        }
        if share_middle {
            out.extend(first.middle.1);
        }
        out.extend(outer.outer.1);
        out
    }
}
