//! `Intl.DurationFormat`: "1 hr, 46 min", "1:46:40".
//!
//! Values come as numbers that a caller has found valid (integers of one sign). Numeric seconds and what is smaller are
//! one number with a fraction.

use crate::choice::choice;
use crate::data::{Section, Table};
use crate::date::TextStyle;
use crate::decimal::{Number, RoundingMode};
use crate::digits::DigitOptions;
use crate::error::Error;
use crate::list::{ListFormat, ListPart, ListType};
use crate::number::{
    NumberFormat, NumberFormatOptions, NumberStyle, SignDisplay, UnitDisplay, UseGrouping,
    numbering,
};
use crate::part::Part;
use crate::resolve::Resolved;

choice! { DurationStyle { Long = "long", Short = "short", Narrow = "narrow", Digital = "digital" } }
choice! {
    /// Style of one unit; `Fractional` shows as "numeric" in `resolvedOptions`.
    DurationUnitStyle { Long = "long", Short = "short", Narrow = "narrow", Numeric = "numeric", TwoDigit = "2-digit", Fractional = "fractional" }
}
choice! { DurationDisplay { Auto = "auto", Always = "always" } }
choice! {
    /// Units in their order, which is that of all arrays here.
    DurationUnit {
        Years = "years",
        Months = "months",
        Weeks = "weeks",
        Days = "days",
        Hours = "hours",
        Minutes = "minutes",
        Seconds = "seconds",
        Milliseconds = "milliseconds",
        Microseconds = "microseconds",
        Nanoseconds = "nanoseconds",
    }
}

impl DurationUnit {
    /// Name in the singular, as `formatToParts` shows it.
    pub fn singular(self) -> &'static str {
        self.as_str().strip_suffix('s').unwrap_or(self.as_str())
    }

    fn is_fractional(self) -> bool {
        matches!(
            self,
            DurationUnit::Milliseconds | DurationUnit::Microseconds | DurationUnit::Nanoseconds
        )
    }
}

#[derive(Debug, Clone)]
pub struct DurationFormatOptions {
    pub numbering_system: Option<String>,
    pub style: DurationStyle,
    /// Style and display by unit.
    pub units: [(Option<DurationUnitStyle>, Option<DurationDisplay>); 10],
    /// 0 to 9.
    pub fractional_digits: Option<u8>,
}

impl Default for DurationFormatOptions {
    fn default() -> Self {
        DurationFormatOptions {
            numbering_system: None,
            style: DurationStyle::Short,
            units: [(None, None); 10],
            fractional_digits: None,
        }
    }
}

/// `Intl.DurationFormat`.
#[derive(Debug, Clone)]
pub struct DurationFormat {
    pub locale: String,
    pub numbering_system: String,
    pub style: DurationStyle,
    /// Style and display by unit.
    pub units: [(DurationUnitStyle, DurationDisplay); 10],
    pub fractional_digits: Option<u8>,
    resolved: Resolved,
    separator: String,
    list: ListFormat,
}

/// A piece of a formatted duration; numbers and their units' names carry the unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DurationPart {
    pub part: Part,
    pub unit: Option<DurationUnit>,
}

impl DurationFormat {
    pub fn new(
        locale: &Resolved,
        options: &DurationFormatOptions,
    ) -> Result<DurationFormat, Error> {
        let (numbering_system, tag) = numbering(locale, options.numbering_system.as_deref())?;
        let pattern = Table::of(locale.data, Section::Units).get("duration.hm").unwrap_or("h:mm");
        let two_digit_hours = pattern.starts_with("hh") || pattern.starts_with("HH");
        let separator = pattern.trim_matches(|c: char| c.is_ascii_alphabetic()).to_owned();
        let mut units = [(DurationUnitStyle::Short, DurationDisplay::Auto); 10];
        let mut previous = None;
        for ((unit, slot), asked) in DurationUnit::ALL.iter().zip(&mut units).zip(options.units) {
            *slot = unit_options(*unit, asked, options.style, previous, two_digit_hours)?;
            if !matches!(
                unit,
                DurationUnit::Years
                    | DurationUnit::Months
                    | DurationUnit::Weeks
                    | DurationUnit::Days
            ) {
                previous = Some(slot.0);
            }
        }
        let list = match options.style {
            DurationStyle::Long => TextStyle::Long,
            DurationStyle::Short | DurationStyle::Digital => TextStyle::Short,
            DurationStyle::Narrow => TextStyle::Narrow,
        };
        Ok(DurationFormat {
            locale: tag,
            numbering_system,
            style: options.style,
            units,
            fractional_digits: options.fractional_digits.map(|d| d.min(9)),
            resolved: locale.clone(),
            separator,
            list: ListFormat::new(locale, ListType::Unit, list),
        })
    }

    pub fn format(&self, values: &[f64; 10]) -> Result<String, Error> {
        Ok(self.format_to_parts(values)?.iter().map(|p| &*p.part.value).collect())
    }

    pub fn format_to_parts(&self, values: &[f64; 10]) -> Result<Vec<DurationPart>, Error> {
        let negative = values.iter().any(|v| *v < 0.0);
        let mut groups: Vec<Vec<DurationPart>> = Vec::new();
        let (mut separated, mut show_sign) = (false, true);
        for (i, unit) in DurationUnit::ALL.iter().copied().enumerate() {
            let (style, display) = self
                .units
                .get(i)
                .copied()
                .unwrap_or((DurationUnitStyle::Short, DurationDisplay::Auto));
            let mut value = values.get(i).copied().map_or(Number::from(0.0), Number::from);
            let next_is_fraction =
                self.units.get(i + 1).is_some_and(|u| u.0 == DurationUnitStyle::Fractional);
            let last = next_is_fraction
                && matches!(
                    unit,
                    DurationUnit::Seconds | DurationUnit::Milliseconds | DurationUnit::Microseconds
                );
            let mut digits = DigitOptions::default();
            if last {
                value = fractional(values, unit);
                digits.maximum_fraction_digits =
                    Some(f64::from(self.fractional_digits.unwrap_or(9)));
                digits.minimum_fraction_digits =
                    Some(f64::from(self.fractional_digits.unwrap_or(0)));
                digits.rounding_mode = Some(RoundingMode::Trunc);
            }
            let zero = matches!(&value, Number::Finite(d) if d.is_zero());
            let seconds_follow = || {
                self.units.get(6).is_some_and(|u| u.1 == DurationDisplay::Always)
                    || values.iter().skip(6).any(|v| *v != 0.0)
            };
            let required = unit == DurationUnit::Minutes && separated && seconds_follow();
            if !zero || display == DurationDisplay::Always || required {
                let mut options = NumberFormatOptions {
                    numbering_system: Some(self.numbering_system.clone()),
                    ..NumberFormatOptions::default()
                };
                if show_sign {
                    show_sign = false;
                    if zero && negative {
                        value = Number::from(-0.0);
                    }
                } else {
                    options.sign_display = SignDisplay::Never;
                }
                let display = match style {
                    DurationUnitStyle::Long => Some(UnitDisplay::Long),
                    DurationUnitStyle::Short => Some(UnitDisplay::Short),
                    DurationUnitStyle::Narrow => Some(UnitDisplay::Narrow),
                    _ => None,
                };
                match display {
                    Some(display) => {
                        options.style = NumberStyle::Unit;
                        options.unit = Some(unit.singular().to_owned());
                        options.unit_display = display;
                    }
                    None => {
                        options.use_grouping = Some(UseGrouping::Never);
                        digits.minimum_integer_digits =
                            (style == DurationUnitStyle::TwoDigit).then_some(2.0);
                    }
                }
                options.digits = digits;
                let number = NumberFormat::new(&self.resolved, &options)?;
                let parts = number
                    .format_to_parts(&value)
                    .into_iter()
                    .map(|part| DurationPart { part, unit: Some(unit) });
                match groups.last_mut().filter(|_| separated) {
                    Some(group) => {
                        group.push(DurationPart {
                            part: Part::literal(self.separator.clone()),
                            unit: None,
                        });
                        group.extend(parts);
                    }
                    None => groups.push(parts.collect()),
                }
                separated |= display.is_none();
            }
            if last {
                break;
            }
        }
        Ok(self.joined(groups))
    }

    fn joined(&self, mut groups: Vec<Vec<DurationPart>>) -> Vec<DurationPart> {
        let texts: Vec<Vec<u16>> = groups
            .iter()
            .map(|g| g.iter().flat_map(|p| p.part.value.encode_utf16()).collect())
            .collect();
        let slices: Vec<&[u16]> = texts.iter().map(Vec::as_slice).collect();
        let mut out = Vec::new();
        for part in self.list.format_to_parts(&slices) {
            match part {
                ListPart::Literal(text) => {
                    out.push(DurationPart { part: Part::literal(text), unit: None })
                }
                ListPart::Element(i) => {
                    out.extend(groups.get_mut(i).map(std::mem::take).unwrap_or_default())
                }
            }
        }
        out
    }
}

/// ### [GetDurationUnitOptions](https://tc39.es/ecma402/#sec-getdurationunitoptions)
fn unit_options(
    unit: DurationUnit,
    (asked, display): (Option<DurationUnitStyle>, Option<DurationDisplay>),
    base: DurationStyle,
    previous: Option<DurationUnitStyle>,
    two_digit_hours: bool,
) -> Result<(DurationUnitStyle, DurationDisplay), Error> {
    use DurationUnitStyle as Style;
    let clock = matches!(unit, DurationUnit::Hours | DurationUnit::Minutes | DurationUnit::Seconds);
    let after_number =
        matches!(previous, Some(Style::Fractional | Style::Numeric | Style::TwoDigit));
    let mut usual_display = DurationDisplay::Always;
    let mut style = match asked {
        Some(style) => style,
        None if base == DurationStyle::Digital => {
            if !clock {
                usual_display = DurationDisplay::Auto;
            }
            if clock || unit.is_fractional() { Style::Numeric } else { Style::Short }
        }
        None if after_number => {
            if !matches!(unit, DurationUnit::Minutes | DurationUnit::Seconds) {
                usual_display = DurationDisplay::Auto;
            }
            Style::Numeric
        }
        None => {
            usual_display = DurationDisplay::Auto;
            match base {
                DurationStyle::Long => Style::Long,
                DurationStyle::Narrow => Style::Narrow,
                DurationStyle::Short | DurationStyle::Digital => Style::Short,
            }
        }
    };
    if style == Style::Numeric && unit.is_fractional() {
        style = Style::Fractional;
        usual_display = DurationDisplay::Auto;
    }
    let shown = display.unwrap_or(usual_display);
    let invalid = || {
        Error::range(format!(
            "Value {} out of range for Intl.DurationFormat options property {}",
            style.as_str(),
            unit.as_str()
        ))
    };
    let mixed = match previous {
        Some(Style::Fractional) => style != Style::Fractional,
        Some(Style::Numeric | Style::TwoDigit) => {
            !matches!(style, Style::Fractional | Style::Numeric | Style::TwoDigit)
        }
        _ => false,
    };
    if shown == DurationDisplay::Always && style == Style::Fractional || mixed {
        return Err(invalid());
    }
    if unit == DurationUnit::Hours && two_digit_hours && style == Style::Numeric {
        style = Style::TwoDigit;
    }
    if matches!(unit, DurationUnit::Minutes | DurationUnit::Seconds)
        && matches!(previous, Some(Style::Numeric | Style::TwoDigit))
    {
        style = Style::TwoDigit;
    }
    Ok((style, shown))
}

/// The unit and all smaller ones as one number, exact to the nanosecond.
fn fractional(values: &[f64; 10], unit: DurationUnit) -> Number {
    let digits = match unit {
        DurationUnit::Seconds => 9u32,
        DurationUnit::Milliseconds => 6,
        _ => 3,
    };
    let scaled = |index: usize, power: u32| {
        let value = values.get(index).copied().unwrap_or(0.0) as i128;
        if power > digits { 0 } else { value.saturating_mul(10i128.pow(power)) }
    };
    let total = scaled(6, 9)
        .saturating_add(scaled(7, 6))
        .saturating_add(scaled(8, 3))
        .saturating_add(scaled(9, 0));
    let size = total.unsigned_abs();
    let unit_size = 10u128.pow(digits);
    let sign = if total < 0 { "-" } else { "" };
    let text =
        format!("{sign}{}.{:0width$}", size / unit_size, size % unit_size, width = digits as usize);
    Number::from_text(&text).unwrap_or(Number::NotANumber)
}
