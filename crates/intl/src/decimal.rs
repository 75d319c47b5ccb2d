//! Decimal numbers of any length: what is formatted, and its rounding.
//!
//! A finite value is `0.d1d2d3… × 10^point` with neither leading nor trailing zeros in `digits`; zero has no digits.
//! Invariant: `point` stays within ±`FARTHEST`, so that the written number is bounded by the length of the input plus
//! that.

use crate::choice::choice;

/// Exponents beyond this read as infinity or zero.
const FARTHEST: i64 = 5000;

/// A mathematical value, not-a-number, or an infinity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    Finite(Decimal),
    Infinity { negative: bool },
    NotANumber,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decimal {
    pub(crate) negative: bool,
    pub(crate) digits: Vec<u8>,
    pub(crate) point: i32,
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        if value.is_nan() {
            return Number::NotANumber;
        }
        if value.is_infinite() {
            return Number::Infinity { negative: value < 0.0 };
        }
        // The shortest text that reads back as the value, as V8 takes it.
        Number::from_text(&format!("{value:e}")).unwrap_or(Number::NotANumber)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::from_text(&value.to_string()).unwrap_or(Number::NotANumber)
    }
}

impl Number {
    /// Reads `[+-]digits[.digits][e[+-]digits]` or `[+-]Infinity`; keeps every digit.
    pub fn from_text(text: &str) -> Option<Number> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if rest == "Infinity" {
            return Some(Number::Infinity { negative });
        }
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((m, e)) => (m, read_exponent(e)?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty()
            || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|b| b - b'0').collect();
        let mut point = whole.len() as i64 + exponent;
        let leading = digits.iter().take_while(|&&d| d == 0).count();
        digits.drain(..leading);
        point -= leading as i64;
        let limit = FARTHEST.max(whole.len() as i64);
        if digits.iter().all(|&d| d == 0) || point < -FARTHEST {
            return Some(Number::Finite(Decimal { negative, ..Decimal::default() }));
        }
        if point > limit {
            return Some(Number::Infinity { negative });
        }
        let mut decimal = Decimal { negative, digits, point: i32::try_from(point).ok()? };
        decimal.trim();
        Some(Number::Finite(decimal))
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Number::Finite(d) => d.negative,
            Number::Infinity { negative } => *negative,
            Number::NotANumber => false,
        }
    }

    pub(crate) fn negated(mut self) -> Number {
        match &mut self {
            Number::Finite(d) => d.negative = !d.negative,
            Number::Infinity { negative } => *negative = !*negative,
            Number::NotANumber => {}
        }
        self
    }
}

fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = digits
        .trim_start_matches('0')
        .parse::<i64>()
        .unwrap_or(if digits.bytes().all(|b| b == b'0') { 0 } else { i64::from(i32::MAX) })
        .min(i64::from(i32::MAX));
    Some(if text.starts_with('-') { -size } else { size })
}

choice! {
    /// How a digit that is dropped changes those that stay.
    RoundingMode {
        Ceil = "ceil",
        Floor = "floor",
        Expand = "expand",
        Trunc = "trunc",
        HalfCeil = "halfCeil",
        HalfFloor = "halfFloor",
        HalfExpand = "halfExpand",
        HalfTrunc = "halfTrunc",
        HalfEven = "halfEven",
    }
}

impl Decimal {
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Power of ten of the first digit; zero counts as one digit.
    pub(crate) fn magnitude(&self) -> i32 {
        if self.is_zero() { 0 } else { self.point - 1 }
    }

    pub(crate) fn shift(&mut self, by: i32) {
        if !self.is_zero() {
            self.point = self.point.saturating_add(by);
        }
    }

    /// Digit at the power of ten.
    pub(crate) fn digit(&self, power: i32) -> u8 {
        usize::try_from(self.point - 1 - power)
            .ok()
            .and_then(|i| self.digits.get(i))
            .copied()
            .unwrap_or(0)
    }

    /// Power of ten of the last digit that is not zero.
    pub(crate) fn lowest(&self) -> i32 {
        if self.is_zero() { 0 } else { self.point - self.digits.len() as i32 }
    }

    fn trim(&mut self) {
        let leading = self.digits.iter().take_while(|&&d| d == 0).count();
        self.digits.drain(..leading);
        self.point -= leading as i32;
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }

    /// Rounds to a multiple of `increment × 10^power`.
    pub(crate) fn round(&mut self, power: i32, increment: u32, mode: RoundingMode) {
        if self.is_zero() || increment <= 1 && self.lowest() >= power {
            return;
        }
        let increment = u64::from(increment.max(1));
        // Long division of the digits down to `power`; what lies below only matters as "more than nothing".
        let mut quotient = Vec::with_capacity(self.digits.len());
        let mut rest = 0u64;
        let mut at = self.point - 1;
        while at >= power {
            let n = rest * 10 + u64::from(self.digit(at));
            quotient.push((n / increment) as u8);
            rest = n % increment;
            at -= 1;
        }
        // Twice the rest against the increment, in tenths, with everything further down as one more bit.
        let next = u64::from(self.digit(power - 1));
        let below_next = self.lowest() < power - 1;
        let exact = rest == 0 && next == 0 && !below_next;
        let twice = (rest * 10 + next) * 2;
        let half = twice.cmp(&(increment * 10)).then(if below_next {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        });
        let odd = quotient.last().copied().unwrap_or(0) % 2 == 1;
        let up = !exact
            && match mode {
                RoundingMode::Ceil => !self.negative,
                RoundingMode::Floor => self.negative,
                RoundingMode::Expand => true,
                RoundingMode::Trunc => false,
                _ => match half {
                    std::cmp::Ordering::Greater => true,
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Equal => match mode {
                        RoundingMode::HalfCeil => !self.negative,
                        RoundingMode::HalfFloor => self.negative,
                        RoundingMode::HalfExpand => true,
                        RoundingMode::HalfEven => odd,
                        _ => false,
                    },
                },
            };
        if up {
            add_one(&mut quotient);
        }
        let digits = multiply(&quotient, increment);
        self.point = power + digits.len() as i32;
        self.digits = digits;
        self.trim();
    }
}

fn add_one(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit == 9 {
            *digit = 0;
        } else {
            *digit += 1;
            return;
        }
    }
    digits.insert(0, 1);
}

fn multiply(digits: &[u8], by: u64) -> Vec<u8> {
    if by == 1 {
        return digits.to_vec();
    }
    let mut out = Vec::with_capacity(digits.len() + 4);
    let mut carry = 0u64;
    for &digit in digits.iter().rev() {
        let n = u64::from(digit) * by + carry;
        out.push((n % 10) as u8);
        carry = n / 10;
    }
    while carry > 0 {
        out.push((carry % 10) as u8);
        carry /= 10;
    }
    out.reverse();
    out
}
