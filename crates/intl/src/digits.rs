//! Digit options: how many digits a number shows, and which of two roundings wins.
//!
//! Follows SetNumberFormatDigitOptions and FormatNumericToString of ECMA-402.

use crate::choice::choice;
use crate::decimal::{Decimal, RoundingMode};
use crate::error::Error;

choice! {
    /// Which of fraction and significant digits decides when both are given.
    RoundingPriority { Auto = "auto", MorePrecision = "morePrecision", LessPrecision = "lessPrecision" }
}

choice! {
    /// Whether zeros after the decimal separator stay when there is nothing else.
    TrailingZeroDisplay { Auto = "auto", StripIfInteger = "stripIfInteger" }
}

/// Digit options as given; numbers are checked by `resolve`.
#[derive(Debug, Clone, Default)]
pub struct DigitOptions {
    pub minimum_integer_digits: Option<f64>,
    pub minimum_fraction_digits: Option<f64>,
    pub maximum_fraction_digits: Option<f64>,
    pub minimum_significant_digits: Option<f64>,
    pub maximum_significant_digits: Option<f64>,
    pub rounding_increment: Option<f64>,
    pub rounding_mode: Option<RoundingMode>,
    pub rounding_priority: Option<RoundingPriority>,
    pub trailing_zero_display: Option<TrailingZeroDisplay>,
}

/// Digit options in force. `fraction` and `significant` are minimum and maximum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digits {
    pub minimum_integer: u32,
    pub fraction: Option<(u32, u32)>,
    pub significant: Option<(u32, u32)>,
    pub increment: u32,
    pub mode: RoundingMode,
    pub priority: RoundingPriority,
    pub trailing_zeros: TrailingZeroDisplay,
}

const INCREMENTS: [u32; 15] = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];

impl DigitOptions {
    /// The digits in force, given the style's usual fraction digits.
    pub fn resolve(&self, usual: (u32, u32), compact: bool) -> Result<Digits, Error> {
        let (usual_min, mut usual_max) = usual;
        let minimum_integer =
            within("minimumIntegerDigits", self.minimum_integer_digits, 1, 21)?.unwrap_or(1);
        let increment = within("roundingIncrement", self.rounding_increment, 1, 5000)?.unwrap_or(1);
        if !INCREMENTS.contains(&increment) {
            return Err(Error::range("roundingIncrement value is out of range."));
        }
        let mode = self.rounding_mode.unwrap_or(RoundingMode::HalfExpand);
        let priority = self.rounding_priority.unwrap_or(RoundingPriority::Auto);
        let trailing_zeros = self.trailing_zero_display.unwrap_or(TrailingZeroDisplay::Auto);
        if increment != 1 {
            usual_max = usual_min;
        }
        let has_significant =
            self.minimum_significant_digits.is_some() || self.maximum_significant_digits.is_some();
        let has_fraction =
            self.minimum_fraction_digits.is_some() || self.maximum_fraction_digits.is_some();
        let (mut need_significant, mut need_fraction) = (true, true);
        if priority == RoundingPriority::Auto {
            need_significant = has_significant;
            if need_significant || !has_fraction && compact {
                need_fraction = false;
            }
        }
        let mut significant = None;
        if need_significant {
            significant = Some((1, 21));
            if has_significant {
                let least =
                    within("minimumSignificantDigits", self.minimum_significant_digits, 1, 21)?
                        .unwrap_or(1);
                let most =
                    within("maximumSignificantDigits", self.maximum_significant_digits, least, 21)?
                        .unwrap_or(21);
                significant = Some((least, most));
            }
        }
        let mut fraction = None;
        if need_fraction {
            fraction = Some((usual_min, usual_max));
            if has_fraction {
                let least = within("minimumFractionDigits", self.minimum_fraction_digits, 0, 100)?;
                let most = within("maximumFractionDigits", self.maximum_fraction_digits, 0, 100)?;
                fraction = Some(match (least, most) {
                    (None, Some(most)) => (usual_min.min(most), most),
                    (Some(least), None) => (least, usual_max.max(least)),
                    (Some(least), Some(most)) if least > most => {
                        return Err(Error::range("maximumFractionDigits value is out of range."));
                    }
                    (Some(least), Some(most)) => (least, most),
                    (None, None) => (usual_min, usual_max),
                });
            }
        }
        let mut priority = priority;
        if !need_significant && !need_fraction {
            fraction = Some((0, 0));
            significant = Some((1, 2));
            priority = RoundingPriority::MorePrecision;
        }
        if increment != 1 {
            if priority != RoundingPriority::Auto || significant.is_some() {
                return Err(Error::type_error("roundingIncrement value is invalid."));
            }
            if fraction.is_some_and(|(least, most)| least != most) {
                return Err(Error::range("roundingIncrement value is out of range."));
            }
        }
        Ok(Digits {
            minimum_integer,
            fraction,
            significant,
            increment,
            mode,
            priority,
            trailing_zeros,
        })
    }
}

fn within(name: &str, value: Option<f64>, least: u32, most: u32) -> Result<Option<u32>, Error> {
    match value {
        None => Ok(None),
        Some(v) if v >= f64::from(least) && v <= f64::from(most) => Ok(Some(v.floor() as u32)),
        Some(_) => Err(Error::range(format!("{name} value is out of range."))),
    }
}

/// A rounded value and the fewest fraction digits it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rounded {
    pub value: Decimal,
    pub fraction: u32,
}

impl Rounded {
    /// Fraction digits that are shown.
    pub(crate) fn fraction_shown(&self) -> u32 {
        self.fraction.max(u32::try_from(-self.value.lowest()).unwrap_or(0))
    }
}

impl Digits {
    pub(crate) fn round(&self, value: &Decimal) -> Rounded {
        let by_fraction = |(least, most): (u32, u32)| {
            let mut v = value.clone();
            v.round(-(most as i32), self.increment, self.mode);
            (Rounded { value: v, fraction: least }, -(most as i32))
        };
        let by_significant = |(least, most): (u32, u32)| {
            let mut v = value.clone();
            let power = value.magnitude() - most as i32 + 1;
            v.round(power, 1, self.mode);
            let fraction = (least as i32 - 1 - v.magnitude()).max(0) as u32;
            (Rounded { value: v, fraction }, power)
        };
        let mut out = match (self.significant, self.fraction) {
            (Some(s), Some(f)) if self.priority != RoundingPriority::Auto => {
                let (s, f) = (by_significant(s), by_fraction(f));
                let more_is_significant = s.1 <= f.1;
                if more_is_significant == (self.priority == RoundingPriority::MorePrecision) {
                    s.0
                } else {
                    f.0
                }
            }
            (Some(s), _) => by_significant(s).0,
            (None, Some(f)) => by_fraction(f).0,
            (None, None) => Rounded { value: value.clone(), fraction: 0 },
        };
        if self.trailing_zeros == TrailingZeroDisplay::StripIfInteger && out.value.lowest() >= 0 {
            out.fraction = 0;
        }
        out
    }
}
