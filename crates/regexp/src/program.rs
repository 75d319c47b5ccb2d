//! The compiled form of a pattern.
//!
//! Invariants: every target is an instruction index below the program's length; registers are
//! numbered captures first (two each), then loop starts, counters, and two per look-around.

use crate::char_set::CharSet;
use crate::search::Literal;

/// No set, no memo point.
pub(crate) const NONE: u16 = u16::MAX;

/// One step of the matcher. `back` is true inside look-behind, where text is read leftwards.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Instruction {
    /// Exactly this code unit.
    Char {
        unit: u16,
        back: bool,
    },
    /// These code units, in text order.
    Literal {
        literal: u32,
        back: bool,
    },
    /// One code unit of the set.
    Set {
        set: u16,
        back: bool,
    },
    /// One code point of the set.
    SetCodePoint {
        set: u16,
        back: bool,
    },
    /// A repetition of one set, matched by a loop of its own.
    Run {
        run: u32,
    },
    /// One of a class's strings or code points, longest first.
    Strings {
        strings: u32,
    },
    /// Tries `first`, then `second`. A branch is skipped unseen when the next unit is not in its set.
    Split {
        first: u32,
        second: u32,
        first_set: u16,
        second_set: u16,
        memo: u16,
    },
    Jump {
        to: u32,
    },
    /// Stores the position in a register.
    Save {
        register: u32,
    },
    /// Unsets registers `from..to`.
    Reset {
        from: u32,
        to: u32,
    },
    /// Fails where the position is still that of the register.
    CheckProgress {
        register: u32,
    },
    CounterZero {
        register: u32,
    },
    /// Head of a counted loop.
    Counter {
        counter: u32,
    },
    CounterIncrement {
        counter: u32,
    },
    /// Like `CheckProgress`, but only after the mandatory iterations.
    CheckCounted {
        counter: u32,
        register: u32,
    },
    BackReference {
        reference: u32,
    },
    LookStart {
        look: u32,
    },
    LookEnd {
        look: u32,
    },
    Start {
        multiline: bool,
    },
    End {
        multiline: bool,
    },
    WordBoundary {
        negative: bool,
        set: u16,
    },
    Match,
    Fail,
}

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) set: u16,
    pub(crate) min: u32,
    pub(crate) max: u32,
    pub(crate) greedy: bool,
    pub(crate) back: bool,
    /// Members are code points and may be two units wide.
    pub(crate) code_points: bool,
    /// Units that can follow, where known.
    pub(crate) follow: u16,
    /// Nothing that follows can begin with a member, so no shorter run can succeed.
    pub(crate) possessive: bool,
    pub(crate) memo: u16,
}

#[derive(Debug)]
pub(crate) struct Counter {
    pub(crate) register: u32,
    pub(crate) min: u32,
    pub(crate) max: u32,
    pub(crate) greedy: bool,
    pub(crate) body: u32,
    pub(crate) exit: u32,
    pub(crate) memo: u16,
}

#[derive(Debug)]
pub(crate) struct BackReference {
    pub(crate) groups: Box<[u32]>,
    pub(crate) ignore_case: bool,
    pub(crate) back: bool,
}

#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) negative: bool,
    /// Holds the position to return to; the next register holds the stack's height.
    pub(crate) register: u32,
    /// Where matching goes on.
    pub(crate) next: u32,
}

/// The strings of a class as a tree, read in the direction of matching.
#[derive(Debug)]
pub(crate) struct Strings {
    pub(crate) nodes: Vec<StringNode>,
    pub(crate) set: u16,
    pub(crate) fold: bool,
    pub(crate) back: bool,
}

#[derive(Debug, Default)]
pub(crate) struct StringNode {
    /// Sorted by code point.
    pub(crate) edges: Vec<(u32, u32)>,
    pub(crate) accepts: bool,
}

/// A place where failure may be remembered.
///
/// What happens from a choice on depends on the position and on these registers alone: the starts of
/// the enclosing loops that must make progress (only whether they equal the position) and the
/// counters of the enclosing counted loops.
#[derive(Debug, Default, Clone)]
pub(crate) struct MemoPoint {
    pub(crate) starts: Box<[u32]>,
    pub(crate) counters: Box<[u32]>,
}

/// How to find where a match can begin.
#[derive(Debug)]
pub(crate) enum Prefilter {
    /// Anywhere.
    None,
    /// Only at the start of the text.
    Start,
    /// Only at the start of a line; the set holds what ends one.
    Line(u16),
    Literal(Literal),
    Set(u16),
}

#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) code: Vec<Instruction>,
    pub(crate) sets: Vec<CharSet>,
    pub(crate) literals: Vec<Box<[u16]>>,
    pub(crate) runs: Vec<Run>,
    pub(crate) counters: Vec<Counter>,
    pub(crate) references: Vec<BackReference>,
    pub(crate) looks: Vec<Look>,
    pub(crate) strings: Vec<Strings>,
    pub(crate) memo_points: Vec<MemoPoint>,
    pub(crate) registers: u32,
    /// Most registers one instruction changes.
    pub(crate) room: usize,
    pub(crate) captures: u32,
    pub(crate) full_unicode: bool,
    /// False with back-references, where what follows depends on captured text.
    pub(crate) memo: bool,
    pub(crate) prefilter: Prefilter,
    /// Text every match contains.
    pub(crate) required: Option<Literal>,
    /// Fewest units of a match.
    pub(crate) min_length: usize,
}

impl Program {
    pub(crate) fn memory_bytes(&self) -> usize {
        let sets: usize = self.sets.iter().map(CharSet::memory_bytes).sum();
        let literals: usize = self.literals.iter().map(|literal| literal.len() * 2 + 16).sum();
        let strings: usize = self
            .strings
            .iter()
            .flat_map(|strings| &strings.nodes)
            .map(|node| size_of::<StringNode>() + node.edges.len() * 8)
            .sum();
        let points: usize = self
            .memo_points
            .iter()
            .map(|point| size_of::<MemoPoint>() + (point.starts.len() + point.counters.len()) * 4)
            .sum();
        size_of::<Program>()
            + self.code.len() * size_of::<Instruction>()
            + self.runs.len() * size_of::<Run>()
            + self.counters.len() * size_of::<Counter>()
            + self.references.len() * (size_of::<BackReference>() + 16)
            + self.looks.len() * size_of::<Look>()
            + sets
            + literals
            + strings
            + points
    }
}
