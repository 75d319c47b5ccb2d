//! The early errors of a pattern, worded as V8 words them because models have read V8.

use std::fmt;

use crate::flags::Flags;

/// Why a pattern was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The whole text, `Invalid regular expression: /…/flags: reason`.
    pub message: String,
    /// The reason alone.
    pub reason: &'static str,
    /// Where in the pattern, in UTF-16 code units.
    pub offset: usize,
}

impl SyntaxError {
    pub(crate) fn new(pattern: &[u16], flags: Flags, fault: Fault) -> Self {
        let source = String::from_utf16_lossy(pattern);
        SyntaxError {
            message: format!("Invalid regular expression: /{source}/{flags}: {}", fault.reason),
            reason: fault.reason,
            offset: fault.offset,
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// A reason with its place, before the pattern's text is joined to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) reason: &'static str,
    pub(crate) offset: usize,
}

pub(crate) const TOO_LARGE: &str = "Regular expression too large";
pub(crate) const TOO_MANY_CAPTURES: &str = "Too many captures";
pub(crate) const UNTERMINATED_GROUP: &str = "Unterminated group";
pub(crate) const UNMATCHED_PAREN: &str = "Unmatched ')'";
pub(crate) const NOTHING_TO_REPEAT: &str = "Nothing to repeat";
pub(crate) const INVALID_QUANTIFIER: &str = "Invalid quantifier";
pub(crate) const LONE_BRACKETS: &str = "Lone quantifier brackets";
pub(crate) const INCOMPLETE_QUANTIFIER: &str = "Incomplete quantifier";
pub(crate) const NUMBERS_OUT_OF_ORDER: &str = "numbers out of order in {} quantifier";
pub(crate) const INVALID_GROUP: &str = "Invalid group";
pub(crate) const REPEATED_FLAG: &str = "Repeated flag in flag group";
pub(crate) const MULTIPLE_DASHES: &str = "Multiple dashes in flag group";
pub(crate) const INVALID_FLAG_GROUP: &str = "Invalid flag group";
pub(crate) const INVALID_GROUP_NAME: &str = "Invalid capture group name";
pub(crate) const DUPLICATE_GROUP_NAME: &str = "Duplicate capture group name";
pub(crate) const INVALID_NAMED_REFERENCE: &str = "Invalid named reference";
pub(crate) const INVALID_NAMED_CAPTURE: &str = "Invalid named capture referenced";
pub(crate) const ESCAPE_AT_END: &str = "\\ at end of pattern";
pub(crate) const INVALID_ESCAPE: &str = "Invalid escape";
pub(crate) const INVALID_UNICODE_ESCAPE: &str = "Invalid Unicode escape";
pub(crate) const INVALID_DECIMAL_ESCAPE: &str = "Invalid decimal escape";
pub(crate) const INVALID_CLASS_ESCAPE: &str = "Invalid class escape";
pub(crate) const INVALID_PROPERTY: &str = "Invalid property name";
pub(crate) const INVALID_PROPERTY_IN_CLASS: &str = "Invalid property name in character class";
pub(crate) const UNTERMINATED_CLASS: &str = "Unterminated character class";
pub(crate) const RANGE_OUT_OF_ORDER: &str = "Range out of order in character class";
pub(crate) const INVALID_CLASS: &str = "Invalid character class";
pub(crate) const INVALID_SET_OPERATION: &str = "Invalid set operation in character class";
pub(crate) const INVALID_CLASS_CHARACTER: &str = "Invalid character in character class";
pub(crate) const NEGATED_STRINGS: &str = "Negated character class may contain strings";
