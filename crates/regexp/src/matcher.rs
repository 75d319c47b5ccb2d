//! The matcher: a loop over instructions with a back-track stack of its own.
//!
//! Invariants: the whole state is in [`Matcher`], so a match stops and goes on between any two
//! instructions; an instruction that cannot proceed (no fuel, no room) is executed again from its
//! beginning; positions only move in one direction inside a loop body.

mod run;
mod step;
mod text;

use std::ops::Range;

use crate::budget::{Budget, Progress};
use crate::input::{Input, Subject, is_lead, is_trail};
use crate::memo::Memo;
use crate::program::{Prefilter, Program};
use crate::regex::Regex;

/// A register that holds nothing.
pub(crate) const UNSET: u32 = u32::MAX;
/// Steps between two looks at the interrupt.
const SLICE: u64 = 4096;
/// Longest subject; positions are 32 bits wide.
const MAX_LENGTH: usize = (u32::MAX - 1) as usize;

/// A match in progress, and after [`Progress::Match`] its result.
#[derive(Debug)]
pub struct Matcher {
    phase: Phase,
    sticky: bool,
    /// Where the next attempt may begin.
    candidate: usize,
    /// Next place the required text is known to be at.
    required_at: Option<usize>,
    /// Steps so far, for turning the memo on.
    steps: u64,
    remember: Remember,
    /// Text looked at in loops and not yet charged.
    work: usize,
    stack: Vec<Entry>,
    registers: Vec<u32>,
    /// Registers were changed without a record on the stack.
    dirty: bool,
    captures: usize,
    memo: Memo,
}

/// When a matcher begins to remember failed choices. The answers are the same; the cost is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Remember {
    /// Once a match has taken more steps than a subject of its length should need.
    #[default]
    WhenSlow,
    FromTheStart,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Search,
    Inside { pc: u32, at: u32 },
    Done(bool),
}

/// What to do when a path fails, or how to undo it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    tag: u32,
    value: u32,
}

impl Matcher {
    /// A match of `regex` from `start` on, at `start` only if `sticky`.
    pub fn new(regex: &Regex, start: usize, sticky: bool) -> Matcher {
        Matcher {
            phase: Phase::New,
            sticky,
            candidate: start,
            required_at: None,
            steps: 0,
            remember: Remember::default(),
            work: 0,
            stack: Vec::new(),
            registers: vec![UNSET; regex.program.registers as usize],
            dirty: false,
            captures: regex.capture_count(),
            memo: Memo::default(),
        }
    }

    /// Changes when failed choices begin to be remembered.
    pub fn remember(&mut self, when: Remember) {
        self.remember = when;
    }

    /// Begins again at `start` on the same subject, keeping buffers and what is known to fail.
    pub fn restart(&mut self, start: usize) {
        self.phase = Phase::New;
        self.candidate = start;
        self.required_at = None;
        self.stack.clear();
        self.registers.fill(UNSET);
        self.dirty = false;
    }

    /// Begins again at `start` on another subject, keeping buffers only.
    pub fn restart_on_other(&mut self, start: usize) {
        self.restart(start);
        self.memo.clear();
        self.steps = 0;
    }

    /// Goes on until there is an answer or the budget ends.
    pub fn run(&mut self, regex: &Regex, input: Input<'_>, budget: &mut Budget<'_>) -> Progress {
        match input {
            Input::Latin1(text) => self.drive(&regex.program, text, budget),
            Input::Utf16(text) => self.drive(&regex.program, text, budget),
        }
    }

    /// The groups of the match just found; without one, all are unset.
    pub fn captures(&self) -> Captures {
        let found = self.phase == Phase::Done(true);
        let slots = self.registers.get(..self.captures * 2).unwrap_or_default();
        Captures { slots: slots.iter().map(|&slot| if found { slot } else { UNSET }).collect() }
    }

    /// The range of one group of the match just found.
    pub fn group(&self, index: usize) -> Option<Range<usize>> {
        if self.phase != Phase::Done(true) || index >= self.captures {
            return None;
        }
        range_of(&self.registers, index)
    }

    /// Bytes held now.
    pub fn memory_bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Entry>()
            + self.registers.capacity() * size_of::<u32>()
            + self.memo.bytes()
            + size_of::<Matcher>()
    }

    fn drive<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        budget: &mut Budget<'_>,
    ) -> Progress {
        if text.len() > MAX_LENGTH {
            return Progress::OutOfMemory;
        }
        self.memo.allow(budget.memory / 2);
        loop {
            match self.phase {
                Phase::New => {
                    if program.full_unicode && is_inside_pair(text, self.candidate) {
                        self.candidate -= 1;
                    }
                    self.phase = Phase::Search;
                    self.consider_memo(program, text.len());
                }
                Phase::Search => {
                    let from = self.candidate;
                    let found = self.find_candidate(program, text);
                    let scanned = found.unwrap_or(text.len()).saturating_sub(from);
                    budget.fuel = budget.fuel.saturating_sub(scanned as u64 / 32);
                    let Some(at) = found else {
                        self.phase = Phase::Done(false);
                        continue;
                    };
                    self.candidate = at;
                    if std::mem::take(&mut self.dirty) {
                        self.registers.fill(UNSET);
                    }
                    if let Some(start) = self.registers.first_mut() {
                        *start = at as u32;
                    }
                    self.phase = Phase::Inside { pc: 0, at: at as u32 };
                }
                Phase::Inside { pc, at } => match self.step(program, text, pc, at, budget) {
                    step::Outcome::Matched => self.phase = Phase::Done(true),
                    step::Outcome::Failed => {
                        let width = if program.full_unicode {
                            text.code_point(self.candidate).map_or(1, |found| found.1)
                        } else {
                            1
                        };
                        self.candidate += width;
                        self.phase = if self.sticky { Phase::Done(false) } else { Phase::Search };
                    }
                    step::Outcome::Stopped { pc, at, why } => {
                        self.phase = Phase::Inside { pc, at };
                        return why;
                    }
                },
                Phase::Done(true) => return Progress::Match,
                Phase::Done(false) => return Progress::NoMatch,
            }
        }
    }

    /// The next position a match could begin at.
    fn find_candidate<S: Subject>(&mut self, program: &Program, text: S) -> Option<usize> {
        let mut from = self.candidate;
        if from.checked_add(program.min_length)? > text.len() {
            return None;
        }
        if self.sticky {
            return Some(from);
        }
        if let Some(required) = &program.required {
            if self.required_at.is_none_or(|at| at < from) {
                self.required_at = Some(text.find_literal(required, from)?);
            }
        }
        loop {
            from = match &program.prefilter {
                Prefilter::None => from,
                Prefilter::Start if from == 0 => 0,
                Prefilter::Start => return None,
                Prefilter::Line(ends) => {
                    let ends = program.sets.get(usize::from(*ends))?;
                    let before = from.checked_sub(1).and_then(|before| text.get(before));
                    if before.is_none_or(|unit| ends.contains(unit.into())) {
                        from
                    } else {
                        text.find_in(ends, from)? + 1
                    }
                }
                Prefilter::Literal(literal) => text.find_literal(literal, from)?,
                Prefilter::Set(set) => text.find_in(program.sets.get(usize::from(*set))?, from)?,
            };
            if !(program.full_unicode && is_inside_pair(text, from)) {
                return (from <= text.len()).then_some(from);
            }
            from += 1;
        }
    }
}

fn is_inside_pair<S: Subject>(text: S, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    before.is_some_and(is_lead) && text.get(at).is_some_and(is_trail)
}

fn range_of(slots: &[u32], index: usize) -> Option<Range<usize>> {
    match (slots.get(index * 2), slots.get(index * 2 + 1)) {
        (Some(&start), Some(&end)) if start != UNSET && end != UNSET => {
            Some(start as usize..end as usize)
        }
        _ => None,
    }
}

/// The groups of a match, the whole match as number 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captures {
    slots: Box<[u32]>,
}

impl Captures {
    /// Number of groups.
    pub fn len(&self) -> usize {
        self.slots.len() / 2
    }

    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Where a group matched, in code units; `None` if it took no part.
    pub fn range(&self, index: usize) -> Option<Range<usize>> {
        range_of(&self.slots, index)
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<Range<usize>>> {
        (0..self.len()).map(|index| self.range(index))
    }
}
