//! Signs, separators and digits of a numbering system in a locale.

use crate::data::{Section, Table, World};

#[derive(Debug, Clone)]
pub(crate) struct Symbols {
    pub decimal: &'static str,
    pub group: &'static str,
    pub percent: &'static str,
    pub plus: &'static str,
    pub minus: &'static str,
    pub exponential: &'static str,
    pub infinity: &'static str,
    pub nan: &'static str,
    pub currency_decimal: &'static str,
    pub currency_group: &'static str,
    pub approximately: &'static str,
    digits: [char; 10],
}

impl Symbols {
    pub(crate) fn of(data: &'static str, numbering: &str) -> Symbols {
        let table = Table::of(data, Section::Numbers);
        let row = table
            .get(&format!("sym.{numbering}"))
            .or_else(|| Table::of("und", Section::Numbers).get(&format!("sym.{numbering}")))
            .or_else(|| table.get("sym.latn"))
            .unwrap_or("");
        let cells: Vec<&'static str> = row.split('|').collect();
        let cell = |i: usize, default: &'static str| {
            cells.get(i).copied().filter(|c| !c.is_empty()).unwrap_or(default)
        };
        let (decimal, group) = (cell(0, "."), cell(1, ","));
        Symbols {
            decimal,
            group,
            percent: cell(2, "%"),
            plus: cell(3, "+"),
            minus: cell(4, "-"),
            exponential: cell(5, "E"),
            infinity: cell(8, "∞"),
            nan: cell(9, "NaN"),
            currency_decimal: cell(11, decimal),
            currency_group: cell(12, group),
            approximately: cell(13, "~"),
            digits: digits_of(numbering),
        }
    }

    pub(crate) fn digit(&self, digit: u8) -> char {
        self.digits.get(usize::from(digit)).copied().unwrap_or('0')
    }

    /// An integer with at least so many digits.
    pub(crate) fn integer(&self, value: u64, width: usize) -> String {
        format!("{value:0width$}").bytes().map(|b| self.digit(b - b'0')).collect()
    }
}

fn digits_of(numbering: &str) -> [char; 10] {
    let mut out = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
    if let Some(digits) = World::Regions.get(&format!("nu.{numbering}")) {
        for (slot, digit) in out.iter_mut().zip(digits.chars()) {
            *slot = digit;
        }
    }
    out
}

/// Whether numbers can be written in the system digit by digit.
pub(crate) fn is_numbering_system(name: &str) -> bool {
    World::Regions.get(&format!("nu.{name}")).is_some()
}
