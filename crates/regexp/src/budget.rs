//! What a match may spend, and how it ends.
//!
//! Invariants: a match never holds more than `memory` bytes; it looks at the interrupt at least every
//! few thousand steps; running out of fuel loses nothing, the next `run` goes on where this one ended.

use std::sync::atomic::{AtomicBool, Ordering};

/// What one call of [`crate::Matcher::run`] may spend.
#[derive(Debug, Clone)]
pub struct Budget<'a> {
    /// Steps left; the matcher takes what it uses.
    pub fuel: u64,
    /// Most bytes the matcher may hold (back-track stack, registers, memo).
    pub memory: usize,
    /// Ends the match soon after it turns true.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// No limit at all: for trusted patterns and tests.
    pub fn unlimited() -> Self {
        Budget { fuel: u64::MAX, memory: usize::MAX, interrupt: None }
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How a call of [`crate::Matcher::run`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Found; see [`crate::Matcher::captures`].
    Match,
    /// There is no match at or after the start.
    NoMatch,
    /// Call `run` again with new fuel to go on.
    OutOfFuel,
    /// More memory than the budget allows; running again with a larger ceiling goes on.
    OutOfMemory,
    /// The interrupt flag was seen; running again goes on.
    Interrupted,
}

/// Why a one-shot match gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    OutOfFuel,
    OutOfMemory,
    Interrupted,
}
