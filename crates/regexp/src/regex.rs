//! A compiled regular expression.

use crate::budget::{Budget, Progress, Stop};
use crate::error::SyntaxError;
use crate::flags::Flags;
use crate::input::Input;
use crate::matcher::{Captures, Matcher};
use crate::program::Program;
use crate::{compile, parser};

/// A compiled pattern: immutable, to be shared and cached.
#[derive(Debug)]
pub struct Regex {
    pub(crate) program: Program,
    flags: Flags,
    names: Box<[(Box<str>, u32)]>,
}

impl Regex {
    /// Compiles a pattern given as UTF-16 code units.
    pub fn compile(pattern: &[u16], flags: Flags) -> Result<Regex, SyntaxError> {
        let compiled = parser::parse(pattern, flags).and_then(|tree| {
            let program = compile::compile(&tree, flags)?;
            Ok(Regex { program, flags, names: tree.names.into() })
        });
        compiled.map_err(|fault| SyntaxError::new(pattern, flags, fault))
    }

    /// Compiles a pattern given as text.
    pub fn compile_str(pattern: &str, flags: Flags) -> Result<Regex, SyntaxError> {
        Regex::compile(&pattern.encode_utf16().collect::<Vec<_>>(), flags)
    }

    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// Number of groups, the whole match (number 0) among them.
    pub fn capture_count(&self) -> usize {
        self.program.captures as usize
    }

    /// Names with their group numbers, in pattern order; a duplicate name comes once per group.
    pub fn group_names(&self) -> impl Iterator<Item = (&str, usize)> {
        self.names.iter().map(|(name, index)| (&**name, *index as usize))
    }

    /// What the compiled form weighs.
    pub fn memory_bytes(&self) -> usize {
        let names: usize = self.names.iter().map(|(name, _)| name.len() + 24).sum();
        self.program.memory_bytes() + names + size_of::<Regex>()
    }

    /// Finds the first match at or after `start` (with `y`, at `start` only), or says why it stopped.
    ///
    /// A caller that wants to go on after running out keeps a [`Matcher`] instead.
    pub fn exec(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Captures>, Stop> {
        let mut matcher = Matcher::new(self, start, self.flags.sticky);
        match matcher.run(self, input, budget) {
            Progress::Match => Ok(Some(matcher.captures())),
            Progress::NoMatch => Ok(None),
            Progress::OutOfFuel => Err(Stop::OutOfFuel),
            Progress::OutOfMemory => Err(Stop::OutOfMemory),
            Progress::Interrupted => Err(Stop::Interrupted),
        }
    }
}
