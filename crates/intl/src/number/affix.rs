//! Affixes of a number: signs, percent, currency, and the space between a currency and the digits.

use super::options::{CurrencyDisplay, NumberStyle, ResolvedNumberFormat};
use super::pattern::{Affix, Pattern, ShownSign, Sign};
use super::{NumberFormat, Pieces};
use crate::data::{Section, Table};
use crate::part::{self, Part};

/// What stands for the currency sign of a pattern.
pub(super) fn currency_text(data: &'static str, resolved: &ResolvedNumberFormat) -> String {
    let Some(code) = resolved.currency.as_deref() else { return String::new() };
    let table = Table::of(data, Section::Currencies);
    let symbol = || table.get(&format!("{code}.s"));
    let text = match resolved.currency_display {
        CurrencyDisplay::Symbol => symbol(),
        CurrencyDisplay::NarrowSymbol => table.get(&format!("{code}.w")).or_else(symbol),
        CurrencyDisplay::Code | CurrencyDisplay::Name => None,
    };
    text.unwrap_or(code).to_owned()
}

impl NumberFormat {
    pub(super) fn affixes(
        &self,
        compact: Option<&Pattern>,
        shown: ShownSign,
        approximately: bool,
    ) -> (Vec<Part>, Vec<Part>) {
        let pattern = compact.unwrap_or(&self.pattern);
        let percent = self.resolved.style == NumberStyle::Percent;
        let (prefix, suffix, prepended) = pattern.affixes(shown, approximately);
        let write = |affix: &Affix, prepended: bool| {
            let mut out: Vec<Part> = Vec::new();
            let mut literal = String::new();
            let signs = affix.iter().enumerate();
            for (i, sign) in signs {
                if let Sign::Literal(c) = sign {
                    literal.push(*c);
                    continue;
                }
                self.push_literal(&mut out, &mut literal, compact.is_some());
                match sign {
                    Sign::Minus => {
                        if approximately {
                            out.push(Part::new("approximatelySign", self.symbols.approximately));
                        }
                        match shown {
                            ShownSign::Plus => {
                                out.extend(part::trimmed("plusSign", self.symbols.plus))
                            }
                            ShownSign::None if approximately || (i == 0 && prepended) => {}
                            _ => out.extend(part::trimmed("minusSign", self.symbols.minus)),
                        }
                    }
                    Sign::Plus => out.push(Part::new("plusSign", self.symbols.plus)),
                    Sign::Percent => out.extend(part::trimmed(
                        if percent { "percentSign" } else { "unit" },
                        self.symbols.percent,
                    )),
                    Sign::Currency => out.extend(part::trimmed("currency", &self.currency_text)),
                    Sign::Literal(_) => {}
                }
            }
            self.push_literal(&mut out, &mut literal, compact.is_some());
            out
        };
        (write(&prefix, prepended), write(&suffix, false))
    }

    fn push_literal(&self, out: &mut Vec<Part>, literal: &mut String, compact: bool) {
        if !literal.is_empty() {
            let text = std::mem::take(literal);
            if compact {
                out.extend(part::trimmed("compact", &text))
            } else {
                out.push(Part::literal(text))
            }
        }
    }

    /// Sets a space between a currency and the digits when the side that meets them is neither a symbol nor a space.
    pub(super) fn space_currency(&self, pieces: &mut Pieces) {
        if self.resolved.style != NumberStyle::Currency
            || pieces.inner.first().is_none_or(|p| p.kind != "integer")
            || self.resolved.numbering_system == "hanidec"
        {
            return;
        }
        let table = Table::of(self.locale.data, Section::Numbers);
        let row = table
            .get(&format!("sp.{}", self.resolved.numbering_system))
            .or_else(|| table.get("sp.latn"))
            .unwrap_or("");
        let mut cells = row.split('|').skip(1);
        let (before, after) = (cells.next().unwrap_or("\u{a0}"), cells.next().unwrap_or("\u{a0}"));
        let meets = |part: Option<&Part>, c: fn(&str) -> Option<char>| {
            part.is_some_and(|p| {
                p.kind == "currency" && c(&p.value).is_some_and(|c| !is_symbol_or_space(c))
            })
        };
        if meets(pieces.middle.0.iter().rfind(|p| !p.value.is_empty()), |v| v.chars().next_back()) {
            pieces.middle.0.push(Part::literal(after));
        }
        if meets(pieces.middle.1.iter().find(|p| !p.value.is_empty()), |v| v.chars().next()) {
            pieces.middle.1.insert(0, Part::literal(before));
        }
    }
}

/// Currency signs and other symbols that currencies are written with, and spaces.
fn is_symbol_or_space(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{58f}' | '\u{60b}' | '\u{7fe}' | '\u{7ff}' | '\u{9f2}' | '\u{9f3}' | '\u{9fb}' | '\u{af1}' | '\u{bf9}' | '\u{e3f}' | '\u{17db}' | '\u{20a0}'..='\u{20cf}' | '\u{a838}' | '\u{fdfc}' | '\u{fe69}' | '\u{ff04}' | '\u{ffe0}' | '\u{ffe1}' | '\u{ffe5}' | '\u{ffe6}')
        || matches!(c, '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~' | '¤' | '°' | '±')
        || matches!(
            c,
            ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
                ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
}
