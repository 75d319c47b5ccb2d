//! What is known of each node before emission: how long its text can be, how large its code gets,
//! and which text every match must contain.

use super::units_of;
use crate::ast::{Node, NodeId, Pattern, UNBOUNDED};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Facts {
    /// Fewest and most code units; `UNBOUNDED` is also "very many".
    pub(super) min: u32,
    pub(super) max: u32,
    /// About how many instructions.
    pub(super) size: u32,
}

/// Most nodes looked at for the required text.
const MAX_VISITS: usize = 10_000;

/// Facts of all nodes; children come before parents, so one pass is enough.
pub(super) fn of(pattern: &Pattern, full_unicode: bool) -> Vec<Facts> {
    let mut facts: Vec<Facts> = Vec::with_capacity(pattern.nodes.len());
    for node in &pattern.nodes {
        let of = |id: NodeId| facts.get(id as usize).copied().unwrap_or_default();
        let fact = match *node {
            Node::Empty => Facts::default(),
            Node::Start { .. } | Node::End { .. } | Node::WordBoundary { .. } => {
                Facts { size: 1, ..Facts::default() }
            }
            Node::Char(value) => {
                let width = if value > 0xFFFF { 2 } else { 1 };
                Facts { min: width, max: width, size: 1 }
            }
            Node::Class(index) => class(pattern, index, full_unicode),
            Node::Sequence(list) => {
                pattern.list(list).iter().fold(Facts::default(), |sum, &child| {
                    let fact = of(child);
                    Facts {
                        min: sum.min.saturating_add(fact.min),
                        max: sum.max.saturating_add(fact.max),
                        size: sum.size.saturating_add(fact.size),
                    }
                })
            }
            Node::Alternation(list) => {
                let none = Facts { min: UNBOUNDED, max: 0, size: 0 };
                pattern.list(list).iter().fold(none, |sum, &child| {
                    let fact = of(child);
                    Facts {
                        min: sum.min.min(fact.min),
                        max: sum.max.max(fact.max),
                        size: sum.size.saturating_add(fact.size).saturating_add(2),
                    }
                })
            }
            Node::Capture { body, .. } => {
                let fact = of(body);
                Facts { size: fact.size.saturating_add(2), ..fact }
            }
            Node::BackReference { .. } => Facts { min: 0, max: UNBOUNDED, size: 1 },
            Node::Look { body, .. } => {
                Facts { min: 0, max: 0, size: of(body).size.saturating_add(2) }
            }
            Node::Repeat { body, min, max, .. } => {
                let fact = of(body);
                Facts {
                    min: fact.min.saturating_mul(min),
                    max: fact.max.saturating_mul(max),
                    size: repeat_size(fact.size, min, max),
                }
            }
        };
        facts.push(fact);
    }
    facts
}

/// An upper bound: copies are made only below `MAX_COPIES`, counters add five instructions.
fn repeat_size(body: u32, min: u32, max: u32) -> u32 {
    let copies = if max == UNBOUNDED { min.max(1) } else { max };
    let copied = body.saturating_add(4).saturating_mul(copies);
    if copied <= super::MAX_COPIES { copied.saturating_add(4) } else { body.saturating_add(6) }
}

fn class(pattern: &Pattern, index: u32, full_unicode: bool) -> Facts {
    let Some(class) = pattern.classes.get(index as usize) else { return Facts::default() };
    let widest = |value: u32| if full_unicode && value > 0xFFFF { 2 } else { 1 };
    let mut fact = Facts { min: UNBOUNDED, max: 0, size: 1 };
    if let (Some(&(low, _)), Some(&(_, high))) =
        (class.set.ranges().first(), class.set.ranges().last())
    {
        fact = Facts { min: widest(low), max: widest(high), size: 1 };
    }
    for string in &class.strings {
        // Folding may change how many units a character takes.
        fact.min = fact.min.min(string.len() as u32);
        fact.max = fact.max.max((string.len() as u32).saturating_mul(2));
    }
    fact
}

/// The longest text that is in every match, empty where none is known.
pub(super) fn required_text(pattern: &Pattern, full_unicode: bool) -> Vec<u16> {
    enum Visit {
        Node(NodeId),
        Break,
    }
    let (mut best, mut text) = (Vec::new(), Vec::new());
    let mut pending = vec![Visit::Node(pattern.root)];
    for _ in 0..MAX_VISITS {
        let id = match pending.pop() {
            Some(Visit::Node(id)) => id,
            ended => {
                keep_longer(&mut best, &mut text);
                if ended.is_none() {
                    return best;
                }
                continue;
            }
        };
        match *pattern.node(id) {
            Node::Empty | Node::Start { .. } | Node::End { .. } | Node::WordBoundary { .. } => {}
            Node::Char(value) => match units_of(value, full_unicode) {
                Some(units) => text.extend(units),
                None => keep_longer(&mut best, &mut text),
            },
            Node::Sequence(list) => {
                pending.extend(pattern.list(list).iter().rev().map(|&child| Visit::Node(child)))
            }
            Node::Capture { body, .. } => pending.push(Visit::Node(body)),
            Node::Repeat { body, min, .. } if min > 0 => {
                keep_longer(&mut best, &mut text);
                pending.push(Visit::Break);
                pending.push(Visit::Node(body));
            }
            _ => keep_longer(&mut best, &mut text),
        }
    }
    best
}

fn keep_longer(best: &mut Vec<u16>, text: &mut Vec<u16>) {
    // Of equals the later one: the first is often looked for anyway, as a prefix.
    if !text.is_empty() && text.len() >= best.len() {
        std::mem::swap(best, text);
    }
    text.clear();
}
