//! Case-insensitive comparison: which code points are one character under the flag `i`.
//!
//! ECMA-262 compares canonical forms. With `u` or `v` that is simple case folding, otherwise the
//! single-unit upper case that does not lead from outside ASCII into it. Both are equivalence
//! relations, so sets are closed over them when a pattern is compiled and matching needs no folding
//! but for back-references and class strings.

use std::sync::OnceLock;

use icu_casemap::CaseMapper;
use icu_properties::CodePointSetData;
use icu_properties::props::ChangesWhenCasemapped;

use crate::char_set::CodePointSet;

/// ### [22.2.2.7.3 Canonicalize](https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch)
pub(crate) fn canonicalize(code_point: u32, full_unicode: bool) -> u32 {
    if code_point < 128 {
        return match u8::try_from(code_point) {
            Ok(unit) if full_unicode => u32::from(unit.to_ascii_lowercase()),
            Ok(unit) => u32::from(unit.to_ascii_uppercase()),
            Err(_) => code_point,
        };
    }
    Relation::of(full_unicode).canonical(code_point)
}

/// Adds every code point that is one character with a member.
pub(crate) fn close(set: &mut CodePointSet, full_unicode: bool) {
    let relation = Relation::of(full_unicode);
    let mut added = Vec::new();
    for &(low, high) in set.ranges() {
        let from = relation.canonical.partition_point(|entry| entry.0 < low);
        for &(code_point, canonical) in relation.canonical.get(from..).unwrap_or_default() {
            if code_point > high {
                break;
            }
            added.extend(relation.members(canonical).map(|member| (member, member)));
        }
    }
    if !added.is_empty() {
        set.extend(added);
    }
}

struct Relation {
    /// Code points of classes with several members, with the canonical form, by code point.
    canonical: Vec<(u32, u32)>,
    /// The same pairs turned round, by canonical form.
    members: Vec<(u32, u32)>,
}

impl Relation {
    fn of(full_unicode: bool) -> &'static Relation {
        static FOLDED: OnceLock<Relation> = OnceLock::new();
        static UPPER: OnceLock<Relation> = OnceLock::new();
        if full_unicode {
            FOLDED.get_or_init(|| Relation::new(MAX_CHAR, simple_fold))
        } else {
            UPPER.get_or_init(|| Relation::new(0xFFFF, upper_case))
        }
    }

    fn new(limit: u32, map: fn(char) -> u32) -> Relation {
        let mut pairs = Vec::new();
        for range in CodePointSetData::new::<ChangesWhenCasemapped>().iter_ranges() {
            for character in range.filter_map(char::from_u32) {
                let code_point = u32::from(character);
                let canonical = map(character);
                if code_point <= limit && canonical <= limit && canonical != code_point {
                    pairs.push((canonical, code_point));
                    pairs.push((canonical, canonical));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut canonical: Vec<_> = pairs.iter().map(|&(form, member)| (member, form)).collect();
        canonical.sort_unstable();
        Relation { canonical, members: pairs }
    }

    fn canonical(&self, code_point: u32) -> u32 {
        match self.canonical.binary_search_by_key(&code_point, |entry| entry.0) {
            Ok(index) => self.canonical.get(index).map_or(code_point, |entry| entry.1),
            Err(_) => code_point,
        }
    }

    fn members(&self, canonical: u32) -> impl Iterator<Item = u32> {
        let from = self.members.partition_point(|entry| entry.0 < canonical);
        let tail = self.members.get(from..).unwrap_or_default();
        tail.iter().take_while(move |entry| entry.0 == canonical).map(|entry| entry.1)
    }
}

const MAX_CHAR: u32 = crate::char_set::MAX_CODE_POINT;

fn simple_fold(character: char) -> u32 {
    CaseMapper::new().simple_fold(character).into()
}

fn upper_case(character: char) -> u32 {
    let original = u32::from(character);
    let mut upper = character.to_uppercase();
    match (upper.next().map(u32::from), upper.next()) {
        (Some(single), None) if original < 128 || single >= 128 => single,
        _ => original,
    }
}
