//! What compares more than a character at once: back-references and the strings of a class.

use super::step::CHOICE;
use super::{Entry, Matcher, is_inside_pair, range_of};
use crate::case_folding;
use crate::input::Subject;
use crate::program::{BackReference, Program, Strings};

impl Matcher {
    /// Where a back-reference ends, if it matches.
    pub(super) fn back_reference<S: Subject>(
        &mut self,
        program: &Program,
        reference: &BackReference,
        text: S,
        at: usize,
    ) -> Option<usize> {
        let mut groups = reference.groups.iter();
        let captured = groups.find_map(|&group| range_of(&self.registers, group as usize));
        let Some(captured) = captured else { return Some(at) };
        let length = captured.len();
        let (start, end) = if reference.back {
            let start = at.checked_sub(length)?;
            (start, start)
        } else {
            (at, at + length)
        };
        if start + length > text.len() {
            return None;
        }
        if !reference.ignore_case {
            self.work += length;
            let halves_pair = program.full_unicode && is_inside_pair(text, end);
            return (text.same(captured, start) && !halves_pair).then_some(end);
        }
        self.work += length * 8;
        let canonical = |index: usize| {
            if program.full_unicode {
                let found = text.code_point(index);
                found.map(|(value, width)| (case_folding::canonicalize(value, true), width))
            } else {
                text.get(index).map(|unit| (case_folding::canonicalize(unit.into(), false), 1))
            }
        };
        let mut offset = 0;
        while offset < length {
            let (left, right) = (canonical(captured.start + offset)?, canonical(start + offset)?);
            if left != right {
                return None;
            }
            offset += left.1;
        }
        Some(end)
    }

    /// Tries all strings of a class at once: the longest is taken, shorter ones become choices.
    pub(super) fn strings<S: Subject>(
        &mut self,
        program: &Program,
        strings: &Strings,
        text: S,
        pc: u32,
        at: usize,
    ) -> Option<usize> {
        let read = |end: usize| {
            let found =
                if strings.back { text.code_point_before(end) } else { text.code_point(end) };
            found
                .map(|(value, width)| (value, if strings.back { end - width } else { end + width }))
        };
        let set = program.sets.get(usize::from(strings.set));
        let single = set.and_then(|set| read(at).filter(|found| set.contains(found.0)));
        let single = single.map(|found| found.1);
        let (mut longest, mut node, mut end) = (None, 0, at);
        while let Some(here) = strings.nodes.get(node) {
            self.work += 16;
            if here.accepts || single == Some(end) {
                if let Some(shorter) = longest.replace(end) {
                    self.stack.push(Entry { tag: CHOICE | (pc + 1), value: shorter as u32 });
                }
            }
            let Some((value, next)) = read(end) else { break };
            let value = if strings.fold { case_folding::canonicalize(value, true) } else { value };
            let edge = here.edges.binary_search_by_key(&value, |edge| edge.0);
            match edge.ok().and_then(|found| here.edges.get(found)) {
                Some(edge) => node = edge.1 as usize,
                // No string goes on here, but the code point alone may be a member.
                None if end == at && single.is_some() => node = usize::MAX,
                None => break,
            }
            end = next;
        }
        if let (usize::MAX, Some(single)) = (node, single) {
            if let Some(shorter) = longest.replace(single) {
                self.stack.push(Entry { tag: CHOICE | (pc + 1), value: shorter as u32 });
            }
        }
        longest
    }
}
