//! Keywords of numbers and strings.

use codemode_regexp::{Budget, Input};
use serde_json::Value;

use super::{MAX_SHOWN, PATTERN_STEPS, Run, count, equality, plural};
use crate::literal;
use crate::schema::keywords::Keywords;

impl<'v> Run<'v> {
    pub(super) fn number(&mut self, keywords: &Keywords<'v>, number: &serde_json::Number) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let mut fits = true;
        let got = literal::number_text(number);
        let compared = |bound: Option<&Value>| match bound {
            Some(Value::Number(bound)) => {
                Some((equality::compare(number, bound), literal::number_text(bound)))
            }
            _ => None,
        };
        let flag = |value: Option<&Value>| value == Some(&Value::Bool(true));
        if let Some((order, bound)) = compared(keywords.minimum) {
            if flag(keywords.exclusive_minimum) && matches!(order, Less | Equal) {
                let message = format!("must be greater than {bound}, got {got}");
                fits = self.violation("exclusiveMinimum", message);
            } else if order == Less {
                fits = self.violation("minimum", format!("must be at least {bound}, got {got}"));
            }
        }
        if let Some((order, bound)) = compared(keywords.maximum) {
            if flag(keywords.exclusive_maximum) && matches!(order, Greater | Equal) {
                let message = format!("must be less than {bound}, got {got}");
                fits = self.violation("exclusiveMaximum", message);
            } else if order == Greater {
                fits = self.violation("maximum", format!("must be at most {bound}, got {got}"));
            }
        }
        if let Some((Less | Equal, bound)) = compared(keywords.exclusive_minimum) {
            let message = format!("must be greater than {bound}, got {got}");
            fits = self.violation("exclusiveMinimum", message);
        }
        if let Some((Greater | Equal, bound)) = compared(keywords.exclusive_maximum) {
            let message = format!("must be less than {bound}, got {got}");
            fits = self.violation("exclusiveMaximum", message);
        }
        if let Some(Value::Number(step)) = keywords.multiple_of
            && !equality::is_multiple(number, step)
        {
            let step = literal::number_text(step);
            fits = self.violation("multipleOf", format!("must be a multiple of {step}, got {got}"));
        }
        fits
    }

    pub(super) fn string(&mut self, keywords: &Keywords<'v>, text: &str) -> bool {
        let mut fits = true;
        if keywords.min_length.is_some() || keywords.max_length.is_some() {
            let length = text.chars().count() as u64;
            if let Some(least) = count(keywords.min_length).filter(|least| length < *least) {
                let message =
                    format!("must have at least {}, got {length}", plural(least, "character"));
                fits = self.violation("minLength", message);
            }
            if let Some(most) = count(keywords.max_length).filter(|most| length > *most) {
                let message =
                    format!("must have at most {}, got {length}", plural(most, "character"));
                fits = self.violation("maxLength", message);
            }
        }
        if let Some(pattern) = keywords.pattern.and_then(Value::as_str) {
            fits &= match self.matches(pattern, text) {
                Some(true) => true,
                Some(false) => {
                    let pattern = literal::one_line(pattern, MAX_SHOWN);
                    self.violation("pattern", format!("must match /{pattern}/"))
                }
                None => false,
            };
        }
        fits
    }

    /// Whether a text matches a pattern; `None` when that could not be decided, which has then
    /// been reported.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> Option<bool> {
        if !self.charge(1 + text.len() as u64 / 16) {
            return None;
        }
        let Some(regex) = self.validator.pattern(pattern) else {
            let pattern = literal::one_line(pattern, MAX_SHOWN);
            self.violation("pattern", format!("cannot be checked: /{pattern}/ is no pattern"));
            return None;
        };
        let mut budget = Budget { fuel: PATTERN_STEPS, ..Budget::unlimited() };
        let found = if text.is_ascii() {
            regex.exec(Input::Latin1(text.as_bytes()), 0, &mut budget)
        } else {
            let units: Vec<u16> = text.encode_utf16().collect();
            regex.exec(Input::Utf16(&units), 0, &mut budget)
        };
        match found {
            Ok(found) => Some(found.is_some()),
            Err(_) => {
                self.stop("takes too long to be matched with its pattern");
                None
            }
        }
    }
}
