//! Number patterns of the CLDR, like `¤#,##0.00;(¤#,##0.00)`.
//!
//! Only affixes and grouping sizes are taken from a pattern; digits come from the options.

/// One sign of an affix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Literal(char),
    Minus,
    Plus,
    Percent,
    Currency,
}

pub(crate) type Affix = Vec<Sign>;

#[derive(Debug, Clone, Default)]
pub(crate) struct Pattern {
    pub positive: (Affix, Affix),
    pub negative: Option<(Affix, Affix)>,
    /// Sizes of the first group from the right and of the others; zero for no grouping.
    pub groups: (u32, u32),
    /// Count of `0` before the decimal separator.
    pub zeros: u32,
}

impl Pattern {
    pub(crate) fn read(text: &str) -> Pattern {
        let mut out = Pattern::default();
        let mut quoted = false;
        let split = text.char_indices().find(|&(_, c)| {
            if c == '\'' {
                quoted = !quoted;
            }
            c == ';' && !quoted
        });
        let (positive, negative) = match split {
            Some((at, _)) => (text.get(..at).unwrap_or(text), text.get(at + 1..)),
            None => (text, None),
        };
        let (prefix, body, suffix) = affixes(positive);
        out.positive = (prefix, suffix);
        out.negative = negative.map(|n| {
            let (prefix, _, suffix) = affixes(n);
            (prefix, suffix)
        });
        let whole = body.split('.').next().unwrap_or("");
        out.zeros = whole.matches('0').count() as u32;
        let groups: Vec<&str> = whole.split(',').collect();
        if let [.., previous, last] = groups.as_slice() {
            let first = last.len() as u32;
            out.groups = (first, if groups.len() > 2 { previous.len() as u32 } else { first });
        }
        out
    }

    /// Prefix and suffix for a negative number, or for one that shows its sign.
    pub(crate) fn affixes(&self, shown: ShownSign, approximately: bool) -> (Affix, Affix, bool) {
        let plus = shown == ShownSign::Plus
            && !self.positive.0.contains(&Sign::Plus)
            && !self.positive.1.contains(&Sign::Plus);
        if let Some((prefix, suffix)) = &self.negative {
            let has_minus = prefix.contains(&Sign::Minus) || suffix.contains(&Sign::Minus);
            if shown == ShownSign::Minus || has_minus && (plus || approximately) {
                return (prefix.clone(), suffix.clone(), false);
            }
        }
        let prepend = shown == ShownSign::Minus || plus || approximately;
        let mut prefix = self.positive.0.clone();
        if prepend {
            prefix.insert(0, Sign::Minus);
        }
        (prefix, self.positive.1.clone(), prepend)
    }
}

/// What stands where a pattern has its minus sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownSign {
    None,
    Minus,
    Plus,
}

fn affixes(text: &str) -> (Affix, String, Affix) {
    let (mut prefix, mut body, mut suffix) = (Affix::new(), String::new(), Affix::new());
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\'' {
            if chars.peek() == Some(&'\'') {
                chars.next();
            } else {
                quoted = !quoted;
                continue;
            }
        }
        let in_suffix = !suffix.is_empty();
        let affix = if body.is_empty() { &mut prefix } else { &mut suffix };
        match c {
            _ if quoted || c == '\'' => affix.push(Sign::Literal(c)),
            '#' | '0' | ',' | '.' => body.push(c),
            'E' if !body.is_empty() && !in_suffix => {
                // The exponent is written by its own rules.
                while chars.peek().is_some_and(|c| matches!(c, '0' | '+')) {
                    chars.next();
                }
            }
            '-' => affix.push(Sign::Minus),
            '+' => affix.push(Sign::Plus),
            '%' => affix.push(Sign::Percent),
            '¤' => affix.push(Sign::Currency),
            _ => affix.push(Sign::Literal(c)),
        }
    }
    (prefix, body, suffix)
}
