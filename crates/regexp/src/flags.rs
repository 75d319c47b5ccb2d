//! The flags of a regular expression.

use std::fmt;

/// The eight flags, `d` to `y`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags {
    pub has_indices: bool,
    pub global: bool,
    pub ignore_case: bool,
    pub multiline: bool,
    pub dot_all: bool,
    pub unicode: bool,
    pub unicode_sets: bool,
    pub sticky: bool,
}

/// A flag is unknown, given twice, or `u` stands with `v`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlagsError {
    pub flags: String,
}

impl Flags {
    /// Reads a flags text such as `"gi"`.
    pub fn parse(text: &str) -> Result<Flags, FlagsError> {
        let refused = || FlagsError { flags: text.to_owned() };
        let mut flags = Flags::default();
        for letter in text.chars() {
            let flag = match letter {
                'd' => &mut flags.has_indices,
                'g' => &mut flags.global,
                'i' => &mut flags.ignore_case,
                'm' => &mut flags.multiline,
                's' => &mut flags.dot_all,
                'u' => &mut flags.unicode,
                'v' => &mut flags.unicode_sets,
                'y' => &mut flags.sticky,
                _ => return Err(refused()),
            };
            if std::mem::replace(flag, true) {
                return Err(refused());
            }
        }
        if flags.unicode && flags.unicode_sets {
            return Err(refused());
        }
        Ok(flags)
    }

    /// `u` or `v`: the pattern and the subject are read as code points.
    pub fn full_unicode(self) -> bool {
        self.unicode || self.unicode_sets
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [
            (self.has_indices, "d"),
            (self.global, "g"),
            (self.ignore_case, "i"),
            (self.multiline, "m"),
            (self.dot_all, "s"),
            (self.unicode, "u"),
            (self.unicode_sets, "v"),
            (self.sticky, "y"),
        ];
        letters.iter().filter(|(set, _)| *set).try_for_each(|(_, letter)| f.write_str(letter))
    }
}

impl fmt::Display for FlagsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Invalid flags supplied to RegExp constructor '{}'", self.flags)
    }
}

impl std::error::Error for FlagsError {}
