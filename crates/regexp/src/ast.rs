//! A parsed pattern.
//!
//! Nodes lie in one arena in the order they were finished, so children come before their parents:
//! whatever is computed bottom-up is a plain loop, and no walk of the tree recurses.

use std::collections::BTreeSet;

use crate::char_set::CodePointSet;

pub(crate) type NodeId = u32;

#[derive(Debug, Default)]
pub(crate) struct Pattern {
    pub(crate) nodes: Vec<Node>,
    /// Children of sequences and alternations, addressed by `List`.
    pub(crate) lists: Vec<NodeId>,
    pub(crate) classes: Vec<Class>,
    pub(crate) root: NodeId,
    /// Groups with the whole match as number 0.
    pub(crate) capture_count: u32,
    /// In pattern order; a duplicate name appears once per group.
    pub(crate) names: Vec<(Box<str>, u32)>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct List {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

#[derive(Debug, Clone)]
pub(crate) enum Node {
    Empty,
    /// A code unit, or with `u`/`v` a code point; case is already resolved.
    Char(u32),
    Class(u32),
    Sequence(List),
    Alternation(List),
    Capture {
        index: u32,
        body: NodeId,
    },
    BackReference {
        groups: Box<[u32]>,
        ignore_case: bool,
    },
    Look {
        behind: bool,
        negative: bool,
        body: NodeId,
    },
    Start {
        multiline: bool,
    },
    End {
        multiline: bool,
    },
    WordBoundary {
        negative: bool,
        ignore_case: bool,
    },
    Repeat {
        body: NodeId,
        min: u32,
        max: u32,
        greedy: bool,
        captures: (u32, u32),
    },
}

/// `max` of a quantifier without upper bound.
pub(crate) const UNBOUNDED: u32 = u32::MAX;

/// What a character class matches; case and negation are already resolved.
#[derive(Debug, Clone, Default)]
pub(crate) struct Class {
    pub(crate) set: CodePointSet,
    /// Strings of other than one code point (`v` only), folded where case is ignored.
    pub(crate) strings: BTreeSet<Vec<u32>>,
    pub(crate) fold_strings: bool,
}

impl Pattern {
    pub(crate) fn list(&self, list: List) -> &[NodeId] {
        self.lists.get(list.start as usize..list.end as usize).unwrap_or_default()
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id as usize).unwrap_or(&Node::Empty)
    }
}
