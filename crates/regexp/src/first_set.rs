//! What a program can read first: the units that may begin a match, or follow a point of it.
//!
//! Works on instructions, so it is a bounded walk of a graph and no recursion. Assertions are passed
//! over, which only makes the answer larger: it is a necessary condition.

use crate::char_set::CodePointSet;
use crate::program::{Instruction, NONE, Run};

/// Most instructions looked at for one answer.
const MAX_VISITS: usize = 48;
/// Most ranges in an answer; a larger set would cost more than it saves.
const MAX_RANGES: usize = 1024;

/// The parts of an unfinished program this needs.
pub(crate) struct View<'a> {
    pub(crate) code: &'a [Instruction],
    pub(crate) sets: &'a [CodePointSet],
    pub(crate) literals: &'a [Box<[u16]>],
    pub(crate) runs: &'a [Run],
    /// Body and exit of counted loops.
    pub(crate) counters: &'a [crate::program::Counter],
    pub(crate) looks: &'a [crate::program::Look],
}

impl View<'_> {
    /// The units one of which must come next, `None` where anything (or nothing) may.
    pub(crate) fn first_units(&self, from: u32) -> Option<CodePointSet> {
        let mut units = CodePointSet::default();
        let mut pending = vec![from];
        let mut seen = Vec::new();
        while let Some(at) = pending.pop() {
            if seen.contains(&at) {
                continue;
            }
            if seen.len() == MAX_VISITS || units.ranges().len() > MAX_RANGES {
                return None;
            }
            seen.push(at);
            match *self.code.get(at as usize)? {
                Instruction::Char { unit, back: false } => {
                    units.union(&CodePointSet::single(unit.into()))
                }
                Instruction::Literal { literal, back: false } => {
                    let first = *self.literals.get(literal as usize)?.first()?;
                    units.union(&CodePointSet::single(first.into()));
                }
                Instruction::Set { set, back: false }
                | Instruction::SetCodePoint { set, back: false } => {
                    units.union(&self.sets.get(usize::from(set))?.leading_units());
                }
                Instruction::Run { run } => {
                    let run = self.runs.get(run as usize)?;
                    if run.back {
                        return None;
                    }
                    units.union(&self.sets.get(usize::from(run.set))?.leading_units());
                    if run.min == 0 {
                        pending.push(at + 1);
                    }
                }
                Instruction::Split { first, second, .. } => pending.extend([first, second]),
                Instruction::Jump { to } => pending.push(to),
                Instruction::Counter { counter } => {
                    let counter = self.counters.get(counter as usize)?;
                    pending.extend([counter.body, counter.exit]);
                }
                Instruction::LookStart { look } => {
                    pending.push(self.looks.get(look as usize)?.next)
                }
                Instruction::Save { .. }
                | Instruction::Reset { .. }
                | Instruction::CheckProgress { .. }
                | Instruction::CheckCounted { .. }
                | Instruction::CounterZero { .. }
                | Instruction::CounterIncrement { .. }
                | Instruction::Start { .. }
                | Instruction::End { .. }
                | Instruction::WordBoundary { .. } => pending.push(at + 1),
                Instruction::Fail => {}
                _ => return None,
            }
        }
        Some(units)
    }

    /// The units every match begins with, in order.
    pub(crate) fn prefix(&self) -> Vec<u16> {
        let mut prefix = Vec::new();
        for instruction in self.code {
            match *instruction {
                Instruction::Char { unit, back: false } => prefix.push(unit),
                Instruction::Literal { literal, back: false } => {
                    prefix.extend(
                        self.literals
                            .get(literal as usize)
                            .into_iter()
                            .flat_map(|text| text.iter()),
                    );
                }
                Instruction::Save { .. }
                | Instruction::Start { .. }
                | Instruction::WordBoundary { .. } => {}
                _ => break,
            }
        }
        prefix
    }

    /// The assertion every match begins with: whether it is of a line, where there is one.
    pub(crate) fn anchor(&self) -> Option<bool> {
        for instruction in self.code {
            match *instruction {
                Instruction::Save { .. } => {}
                Instruction::Start { multiline } => return Some(multiline),
                _ => break,
            }
        }
        None
    }

    pub(crate) fn set_of(&self, set: u16) -> Option<&CodePointSet> {
        if set == NONE { None } else { self.sets.get(usize::from(set)) }
    }
}
