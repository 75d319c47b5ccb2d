//! Pattern text to tree.
//!
//! The grammar of ECMA-262 with Annex B, read from UTF-16 code units: a pattern may hold lone
//! surrogates, its faults carry positions in units, and counts of any size are legal, none of which
//! the parser of the surrounding JavaScript can express.
//!
//! Invariants: open groups lie on a stack of our own, so nesting costs memory in proportion to the
//! pattern and no native stack; sets are resolved (case, negation, properties) while parsing.

mod class;
mod escape;

use std::collections::{HashMap, HashSet};

use crate::ast::{List, Node, NodeId, Pattern, UNBOUNDED};
use crate::case_folding;
use crate::char_set::CodePointSet;
use crate::error::{self, Fault};
use crate::flags::Flags;
use crate::input::{is_lead, is_trail, join};

pub(crate) type Parsed<T> = Result<T, Fault>;

/// Longest pattern, in code units.
const MAX_PATTERN: usize = 1 << 20;
/// Most ranges in all sets of a pattern.
const MAX_RANGES: usize = 1 << 20;
/// Most groups, as in V8.
const MAX_CAPTURES: u32 = 1 << 16;

pub(crate) fn parse(source: &[u16], flags: Flags) -> Parsed<Pattern> {
    if source.len() > MAX_PATTERN {
        return Err(Fault { reason: error::TOO_LARGE, offset: 0 });
    }
    let census = Census::take(source, flags.unicode_sets);
    let parser = Parser {
        source,
        at: 0,
        full_unicode: flags.full_unicode(),
        sets: flags.unicode_sets,
        named: flags.full_unicode() || census.named,
        group_total: census.groups,
        modes: Modes {
            ignore_case: flags.ignore_case,
            multiline: flags.multiline,
            dot_all: flags.dot_all,
        },
        pattern: Pattern { capture_count: 1, ..Pattern::default() },
        terms: Vec::new(),
        branches: Vec::new(),
        frames: Vec::new(),
        live_names: HashSet::new(),
        name_log: Vec::new(),
        named_references: Vec::new(),
        class_depth: 0,
        ranges: 0,
        class_ids: HashMap::new(),
        properties: HashMap::new(),
    };
    parser.run()
}

/// What must be known of the whole pattern before its first escape is read.
struct Census {
    groups: u32,
    named: bool,
}

impl Census {
    fn take(source: &[u16], sets: bool) -> Census {
        let mut census = Census { groups: 0, named: false };
        let mut class_depth = 0u32;
        let mut at = 0;
        let is = |at: usize, byte: u8| source.get(at) == Some(&u16::from(byte));
        while let Some(&unit) = source.get(at) {
            match u8::try_from(unit).unwrap_or(0) {
                b'\\' => at += 1,
                b'[' if class_depth == 0 || sets => class_depth += 1,
                b']' if class_depth > 0 => class_depth -= 1,
                b'(' if class_depth == 0 => {
                    if !is(at + 1, b'?') {
                        census.groups = census.groups.saturating_add(1);
                    } else if is(at + 2, b'<') && !is(at + 3, b'=') && !is(at + 3, b'!') {
                        census.groups = census.groups.saturating_add(1);
                        census.named = true;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        census
    }
}

/// The flags a `(?ims-ims:` can change.
#[derive(Debug, Clone, Copy)]
struct Modes {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

#[derive(Debug, Clone, Copy)]
enum GroupKind {
    Root,
    Plain,
    Capture(u32),
    Look { behind: bool, negative: bool },
}

/// An open group, with where its parts begin on the shared stacks.
struct Frame {
    kind: GroupKind,
    terms: usize,
    branches: usize,
    outer_modes: Modes,
    captures_before: u32,
    /// Where this group's names begin in the log.
    names: usize,
    /// Where those of the present alternative begin.
    branch_names: usize,
}

struct Parser<'a> {
    source: &'a [u16],
    at: usize,
    full_unicode: bool,
    sets: bool,
    named: bool,
    group_total: u32,
    modes: Modes,
    pattern: Pattern,
    terms: Vec<NodeId>,
    branches: Vec<NodeId>,
    frames: Vec<Frame>,
    /// Names that could take part together with what comes next.
    live_names: HashSet<Box<str>>,
    name_log: Vec<Box<str>>,
    /// References to resolve once all names are known.
    named_references: Vec<(NodeId, Box<str>, usize)>,
    class_depth: u32,
    ranges: usize,
    class_ids: HashMap<CodePointSet, u32>,
    /// Sets of properties already looked up, by the text between the braces.
    properties: HashMap<Box<str>, CodePointSet>,
}

/// The last term, while a quantifier may follow it.
struct Term {
    node: NodeId,
    quantifiable: bool,
    captures_before: u32,
}

impl Parser<'_> {
    fn run(mut self) -> Parsed<Pattern> {
        self.open(GroupKind::Root, self.modes);
        loop {
            let before = self.at;
            let Some(unit) = self.peek() else { break };
            match ascii(unit) {
                b'|' => {
                    self.at += 1;
                    self.end_branch()?;
                }
                b')' => {
                    if self.frames.len() <= 1 {
                        return Err(self.fault(error::UNMATCHED_PAREN, before));
                    }
                    self.at += 1;
                    let term = self.close()?;
                    self.quantify(term)?;
                }
                b'(' => self.open_group()?,
                _ => {
                    let captures_before = self.pattern.capture_count;
                    let (node, quantifiable) = self.atom(ascii(unit))?;
                    self.quantify(Term { node, quantifiable, captures_before })?;
                }
            }
        }
        if self.frames.len() > 1 {
            return Err(self.fault(error::UNTERMINATED_GROUP, self.at));
        }
        let root = self.close()?;
        self.pattern.root = root.node;
        self.resolve_names()?;
        Ok(self.pattern)
    }

    fn resolve_names(&mut self) -> Parsed<()> {
        for (node, name, offset) in std::mem::take(&mut self.named_references) {
            let found = self.pattern.names.iter().filter(|entry| entry.0 == name);
            let found: Box<[u32]> = found.map(|entry| entry.1).collect();
            if found.is_empty() {
                return Err(self.fault(error::INVALID_NAMED_CAPTURE, offset));
            }
            if let Some(Node::BackReference { groups, .. }) =
                self.pattern.nodes.get_mut(node as usize)
            {
                *groups = found;
            }
        }
        Ok(())
    }

    // Groups.

    fn open(&mut self, kind: GroupKind, outer_modes: Modes) {
        self.frames.push(Frame {
            kind,
            terms: self.terms.len(),
            branches: self.branches.len(),
            outer_modes,
            captures_before: self.pattern.capture_count,
            names: self.name_log.len(),
            branch_names: self.name_log.len(),
        });
    }

    fn open_group(&mut self) -> Parsed<()> {
        let start = self.at;
        let modes = self.modes;
        self.at += 1;
        if !self.eat(b'?') {
            let index = self.new_capture(start)?;
            self.open(GroupKind::Capture(index), modes);
            // The group itself is reset with the quantifier around it.
            self.set_captures_before(index);
            return Ok(());
        }
        let kind = match self.peek().map(ascii) {
            Some(b':') => GroupKind::Plain,
            Some(b'=') => GroupKind::Look { behind: false, negative: false },
            Some(b'!') => GroupKind::Look { behind: false, negative: true },
            Some(b'<') => match self.source.get(self.at + 1).map(|&unit| ascii(unit)) {
                Some(b'=') => {
                    self.at += 1;
                    GroupKind::Look { behind: true, negative: false }
                }
                Some(b'!') => {
                    self.at += 1;
                    GroupKind::Look { behind: true, negative: true }
                }
                _ => {
                    let name = self.group_name()?;
                    let index = self.new_capture(start)?;
                    if !self.live_names.insert(name.clone()) {
                        return Err(self.fault(error::DUPLICATE_GROUP_NAME, self.at));
                    }
                    self.name_log.push(name.clone());
                    self.pattern.names.push((name, index));
                    self.open(GroupKind::Capture(index), modes);
                    self.set_captures_before(index);
                    return Ok(());
                }
            },
            _ => {
                self.modes = self.modifiers()?;
                GroupKind::Plain
            }
        };
        self.at += 1;
        self.open(kind, modes);
        Ok(())
    }

    fn set_captures_before(&mut self, index: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.captures_before = index;
        }
    }

    fn new_capture(&mut self, offset: usize) -> Parsed<u32> {
        let index = self.pattern.capture_count;
        if index >= MAX_CAPTURES {
            return Err(self.fault(error::TOO_MANY_CAPTURES, offset));
        }
        self.pattern.capture_count += 1;
        Ok(index)
    }

    /// `ims-ims` up to the colon.
    fn modifiers(&mut self) -> Parsed<Modes> {
        let mut modes = self.modes;
        let (mut seen, mut dash) = (Vec::new(), false);
        loop {
            let unit = self.peek().map_or(0, ascii);
            match unit {
                b'i' | b'm' | b's' => {
                    if seen.contains(&unit) {
                        return Err(self.fault(error::REPEATED_FLAG, self.at));
                    }
                    seen.push(unit);
                    match unit {
                        b'i' => modes.ignore_case = !dash,
                        b'm' => modes.multiline = !dash,
                        _ => modes.dot_all = !dash,
                    }
                }
                b'-' if dash => return Err(self.fault(error::MULTIPLE_DASHES, self.at)),
                b'-' => dash = true,
                b':' if seen.is_empty() => {
                    return Err(self.fault(error::INVALID_FLAG_GROUP, self.at));
                }
                b':' => return Ok(modes),
                _ => return Err(self.fault(error::INVALID_GROUP, self.at)),
            }
            self.at += 1;
        }
    }

    fn end_branch(&mut self) -> Parsed<()> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        for name in self.name_log.get(frame.branch_names..).unwrap_or_default() {
            self.live_names.remove(name);
        }
        frame.branch_names = self.name_log.len();
        let terms = frame.terms;
        let branch = self.finish_sequence(terms)?;
        self.branches.push(branch);
        Ok(())
    }

    fn close(&mut self) -> Parsed<Term> {
        self.end_branch()?;
        let Some(frame) = self.frames.pop() else {
            return Err(self.fault(error::UNMATCHED_PAREN, self.at));
        };
        for name in self.name_log.get(frame.names..).unwrap_or_default() {
            self.live_names.insert(name.clone());
        }
        let branches = self.branches.split_off(frame.branches);
        let body = match *branches {
            [single] => single,
            _ => {
                let list = self.list(&branches);
                self.node(Node::Alternation(list))?
            }
        };
        self.modes = frame.outer_modes;
        let (node, quantifiable) = match frame.kind {
            GroupKind::Root | GroupKind::Plain => (body, true),
            GroupKind::Capture(index) => (self.node(Node::Capture { index, body })?, true),
            GroupKind::Look { behind, negative } => {
                (self.node(Node::Look { behind, negative, body })?, !behind && !self.full_unicode)
            }
        };
        if !quantifiable {
            if let Some(unit) = self.peek() {
                if matches!(ascii(unit), b'*' | b'+' | b'?')
                    || (ascii(unit) == b'{' && self.braces()?.is_some())
                {
                    return Err(self.fault(error::INVALID_QUANTIFIER, self.at));
                }
            }
        }
        Ok(Term { node, quantifiable, captures_before: frame.captures_before })
    }

    fn finish_sequence(&mut self, from: usize) -> Parsed<NodeId> {
        let terms = self.terms.split_off(from);
        match *terms {
            [] => self.node(Node::Empty),
            [single] => Ok(single),
            _ => {
                let list = self.list(&terms);
                self.node(Node::Sequence(list))
            }
        }
    }

    // Terms.

    fn atom(&mut self, unit: u8) -> Parsed<(NodeId, bool)> {
        let start = self.at;
        match unit {
            b'^' => {
                self.at += 1;
                Ok((self.node(Node::Start { multiline: self.modes.multiline })?, false))
            }
            b'$' => {
                self.at += 1;
                Ok((self.node(Node::End { multiline: self.modes.multiline })?, false))
            }
            b'.' => {
                self.at += 1;
                let set = if self.modes.dot_all {
                    CodePointSet::all()
                } else {
                    class::line_terminators().complement()
                };
                Ok((self.set_node(set)?, true))
            }
            b'[' => {
                self.at += 1;
                let class = self.character_class(start)?;
                Ok((self.class_node(class)?, true))
            }
            b'\\' => self.atom_escape(),
            b'*' | b'+' | b'?' => Err(self.fault(error::NOTHING_TO_REPEAT, start)),
            b'{' => {
                if self.braces()?.is_some() {
                    return Err(self.fault(error::NOTHING_TO_REPEAT, start));
                }
                if self.full_unicode {
                    return Err(self.fault(error::LONE_BRACKETS, start));
                }
                self.at = start + 1;
                Ok((self.char_node(u32::from(unit))?, true))
            }
            b']' | b'}' if self.full_unicode => Err(self.fault(error::LONE_BRACKETS, start)),
            _ => {
                let value = self.next_character();
                Ok((self.char_node(value)?, true))
            }
        }
    }

    /// Reads a quantifier, if there is one, and pushes the term.
    fn quantify(&mut self, term: Term) -> Parsed<()> {
        let start = self.at;
        let (min, max) = match self.peek().map(ascii) {
            Some(b'*') => {
                self.at += 1;
                (0, UNBOUNDED)
            }
            Some(b'+') => {
                self.at += 1;
                (1, UNBOUNDED)
            }
            Some(b'?') => {
                self.at += 1;
                (0, 1)
            }
            Some(b'{') => match self.braces()? {
                Some(bounds) => bounds,
                None if self.full_unicode => {
                    return Err(self.fault(error::INCOMPLETE_QUANTIFIER, start));
                }
                None => {
                    self.terms.push(term.node);
                    return Ok(());
                }
            },
            _ => {
                self.terms.push(term.node);
                return Ok(());
            }
        };
        if !term.quantifiable {
            return Err(self.fault(error::NOTHING_TO_REPEAT, start));
        }
        let greedy = !self.eat(b'?');
        let captures = (term.captures_before, self.pattern.capture_count);
        let node = self.node(Node::Repeat { body: term.node, min, max, greedy, captures })?;
        self.terms.push(node);
        Ok(())
    }

    /// `{n}`, `{n,}` or `{n,m}`; leaves the position alone where it is none of them.
    fn braces(&mut self) -> Parsed<Option<(u32, u32)>> {
        let start = self.at;
        let bounds = self.braces_or_reset();
        match bounds {
            None => self.at = start,
            Some((min, max)) if max < min => {
                return Err(self.fault(error::NUMBERS_OUT_OF_ORDER, start));
            }
            Some(_) => {}
        }
        Ok(bounds.map(|(min, max)| {
            let clamp = |count: u128| u32::try_from(count).unwrap_or(UNBOUNDED);
            (clamp(min).min(UNBOUNDED - 1), clamp(max))
        }))
    }

    fn braces_or_reset(&mut self) -> Option<(u128, u128)> {
        self.at += 1;
        let min = self.decimal()?;
        let max = if self.eat(b',') {
            if self.peek().map(ascii) == Some(b'}') { u128::MAX } else { self.decimal()? }
        } else {
            min
        };
        self.eat(b'}').then_some((min, max))
    }

    fn decimal(&mut self) -> Option<u128> {
        let mut value = None;
        while let Some(digit) = self.peek().map(ascii).filter(u8::is_ascii_digit) {
            value = Some(
                value.unwrap_or(0u128).saturating_mul(10).saturating_add(u128::from(digit - b'0')),
            );
            self.at += 1;
        }
        value
    }

    // Nodes.

    fn node(&mut self, node: Node) -> Parsed<NodeId> {
        let id = u32::try_from(self.pattern.nodes.len())
            .map_err(|_| self.fault(error::TOO_LARGE, self.at))?;
        self.pattern.nodes.push(node);
        Ok(id)
    }

    fn list(&mut self, nodes: &[NodeId]) -> List {
        let start = self.pattern.lists.len() as u32;
        self.pattern.lists.extend_from_slice(nodes);
        List { start, end: self.pattern.lists.len() as u32 }
    }

    fn char_node(&mut self, value: u32) -> Parsed<NodeId> {
        if self.modes.ignore_case {
            let mut set = CodePointSet::single(value);
            case_folding::close(&mut set, self.full_unicode);
            if set.ranges() != [(value, value)] {
                return self.set_node(set);
            }
        }
        self.node(Node::Char(value))
    }

    fn set_node(&mut self, set: CodePointSet) -> Parsed<NodeId> {
        self.class_node(crate::ast::Class { set, ..Default::default() })
    }

    fn class_node(&mut self, class: crate::ast::Class) -> Parsed<NodeId> {
        let next = self.pattern.classes.len() as u32;
        if class.strings.is_empty() {
            if let Some(&index) = self.class_ids.get(&class.set) {
                return self.node(Node::Class(index));
            }
            self.ranges += class.set.ranges().len();
            if self.ranges > MAX_RANGES {
                return Err(self.fault(error::TOO_LARGE, self.at));
            }
            self.class_ids.insert(class.set.clone(), next);
        }
        self.pattern.classes.push(class);
        self.node(Node::Class(next))
    }

    // Reading.

    fn peek(&self) -> Option<u16> {
        self.source.get(self.at).copied()
    }

    fn peek_is(&self, ahead: usize, byte: u8) -> bool {
        self.source.get(self.at + ahead) == Some(&u16::from(byte))
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek_is(0, byte);
        self.at += usize::from(found);
        found
    }

    /// A code point with `u` or `v`, else a code unit. The caller has seen that there is one.
    fn next_character(&mut self) -> u32 {
        let value = if self.full_unicode {
            self.code_point_here()
        } else {
            self.peek().map_or(0, u32::from)
        };
        self.at += if value > 0xFFFF { 2 } else { 1 };
        value
    }

    fn code_point_here(&self) -> u32 {
        match (self.peek(), self.source.get(self.at + 1)) {
            (Some(lead), Some(&trail)) if is_lead(lead) && is_trail(trail) => join(lead, trail),
            (Some(unit), _) => u32::from(unit),
            (None, _) => 0,
        }
    }

    #[cold]
    fn fault(&self, reason: &'static str, offset: usize) -> Fault {
        Fault { reason, offset: offset.min(self.source.len()) }
    }
}

/// The unit as ASCII, 0 where it is not.
fn ascii(unit: u16) -> u8 {
    u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(0)
}
