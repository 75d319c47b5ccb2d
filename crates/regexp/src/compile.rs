//! Tree to program.
//!
//! Invariants: emission keeps its own stack of tasks, so nesting costs no native stack; a counted
//! repetition becomes copies only while that stays small, else a counter, so the program is linear in
//! the pattern; look-behind is emitted right to left with instructions that read leftwards.

mod facts;

use std::collections::HashMap;

use self::facts::Facts;
use crate::ast::{Class, List, Node, NodeId, Pattern, UNBOUNDED};
use crate::case_folding;
use crate::char_set::{CharSet, CodePointSet};
use crate::error::{self, Fault};
use crate::first_set::View;
use crate::flags::Flags;
use crate::input::split;
use crate::program::{
    BackReference, Counter, Instruction, Look, MemoPoint, NONE, Prefilter, Program, Run,
    StringNode, Strings,
};
use crate::search::Literal;

/// Most instructions of a program.
const MAX_CODE: usize = 1 << 21;
/// Most instructions that copies of a counted body may take.
const MAX_COPIES: u32 = 96;
/// Loops whose progress, and counters whose value, a memo point may depend on.
const MAX_MEMO_STARTS: usize = 12;
const MAX_MEMO_COUNTERS: usize = 2;

pub(crate) fn compile(pattern: &Pattern, flags: Flags) -> Result<Program, Fault> {
    let compiler = Compiler {
        pattern,
        facts: facts::of(pattern, flags.full_unicode()),
        full_unicode: flags.full_unicode(),
        back: false,
        code: Vec::new(),
        sets: Vec::new(),
        set_ids: HashMap::new(),
        literals: Vec::new(),
        runs: Vec::new(),
        counters: Vec::new(),
        references: Vec::new(),
        looks: Vec::new(),
        strings: Vec::new(),
        memo_points: Vec::new(),
        registers: pattern.capture_count * 2,
        context: MemoContext::default(),
        outer_contexts: Vec::new(),
        tasks: Vec::new(),
    };
    compiler.run()
}

/// What a choice being emitted depends on besides the position.
#[derive(Default)]
struct MemoContext {
    starts: Vec<u32>,
    counters: Vec<u32>,
}

/// What is still to be emitted, last first.
enum Task {
    Node(NodeId),
    Units(Vec<u16>),
    Emit(Instruction),
    /// The alternatives left of an alternation; `jumps` chains the jumps to its end.
    Branches {
        list: List,
        split: Option<u32>,
        jumps: u32,
    },
    EndBranches {
        jumps: u32,
    },
    /// Optional copies left of a counted body; `exits` chains the splits that leave.
    Copies {
        repeat: Repeat,
        left: u32,
        exits: u32,
    },
    /// A loop over the body, after the mandatory copies.
    Loop {
        repeat: Repeat,
    },
    EndProgress {
        register: u32,
    },
    EndStar {
        head: u32,
        greedy: bool,
    },
    EndPlus {
        head: u32,
        greedy: bool,
    },
    EndCounted {
        counter: u32,
        start: Option<u32>,
    },
    EndLook {
        look: u32,
        outer_back: bool,
    },
}

#[derive(Clone, Copy)]
struct Repeat {
    body: NodeId,
    min: u32,
    max: u32,
    greedy: bool,
    captures: (u32, u32),
    nullable: bool,
}

/// Ends a chain of unpatched targets.
const END: u32 = u32::MAX;

struct Compiler<'a> {
    pattern: &'a Pattern,
    facts: Vec<Facts>,
    full_unicode: bool,
    back: bool,
    code: Vec<Instruction>,
    sets: Vec<CodePointSet>,
    set_ids: HashMap<CodePointSet, u16>,
    literals: Vec<Box<[u16]>>,
    runs: Vec<Run>,
    counters: Vec<Counter>,
    references: Vec<BackReference>,
    looks: Vec<Look>,
    strings: Vec<Strings>,
    memo_points: Vec<MemoPoint>,
    registers: u32,
    context: MemoContext,
    outer_contexts: Vec<MemoContext>,
    tasks: Vec<Task>,
}

impl Compiler<'_> {
    fn run(mut self) -> Result<Program, Fault> {
        self.tasks.push(Task::Emit(Instruction::Match));
        self.tasks.push(Task::Node(self.pattern.root));
        while let Some(task) = self.tasks.pop() {
            if self.code.len() > MAX_CODE || self.sets.len() >= usize::from(NONE) {
                return Err(Fault { reason: error::TOO_LARGE, offset: 0 });
            }
            self.perform(task);
        }
        Ok(self.finish())
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Node(id) => self.node(id),
            Task::Units(units) => self.units(&units),
            Task::Emit(instruction) => self.emit(instruction),
            Task::Branches { list, split, jumps } => self.branches(list, split, jumps),
            Task::EndBranches { jumps } => self.patch_jumps(jumps),
            Task::Copies { repeat, left, exits } => self.copies(repeat, left, exits),
            Task::Loop { repeat } => self.unbounded_loop(repeat),
            Task::EndProgress { register } => self.end_progress(register),
            Task::EndStar { head, greedy } => {
                self.emit(Instruction::Jump { to: head });
                let exit = self.here();
                self.patch_exit(head, greedy, exit);
            }
            Task::EndPlus { head, greedy } => {
                let at = self.emit_split(greedy, head, END);
                let exit = self.here();
                self.patch_exit(at, greedy, exit);
            }
            Task::EndCounted { counter, start } => {
                if let Some(register) = start {
                    self.emit(Instruction::CheckCounted { counter, register });
                    self.context.starts.pop();
                }
                self.context.counters.pop();
                let exit = self.here() + 1;
                let head = self.counters.get_mut(counter as usize).map_or(0, |counter| {
                    counter.exit = exit;
                    counter.body - 1
                });
                self.emit(Instruction::Jump { to: head });
            }
            Task::EndLook { look, outer_back } => {
                self.emit(Instruction::LookEnd { look });
                let next = self.here();
                if let Some(look) = self.looks.get_mut(look as usize) {
                    look.next = next;
                }
                self.back = outer_back;
                self.context = self.outer_contexts.pop().unwrap_or_default();
            }
        }
    }

    fn node(&mut self, id: NodeId) {
        let back = self.back;
        let pattern = self.pattern;
        match *pattern.node(id) {
            Node::Empty => {}
            Node::Char(value) => match units_of(value, self.full_unicode) {
                Some(units) => self.units(&units),
                None => self.set(&CodePointSet::single(value)),
            },
            Node::Class(index) => self.class(index),
            Node::Sequence(list) => self.sequence(list),
            Node::Alternation(list) => {
                self.tasks.push(Task::Branches { list, split: None, jumps: END });
            }
            Node::Capture { index, body } => {
                let (open, close) = (index * 2 + u32::from(back), index * 2 + u32::from(!back));
                self.emit(Instruction::Save { register: open });
                self.tasks.push(Task::Emit(Instruction::Save { register: close }));
                self.tasks.push(Task::Node(body));
            }
            Node::BackReference { ref groups, ignore_case } => {
                let reference = self.references.len() as u32;
                self.references.push(BackReference { groups: groups.clone(), ignore_case, back });
                self.emit(Instruction::BackReference { reference });
            }
            Node::Look { behind, negative, body } => {
                let look = self.looks.len() as u32;
                let register = self.new_registers(2);
                self.looks.push(Look { negative, register, next: 0 });
                self.emit(Instruction::LookStart { look });
                self.tasks.push(Task::EndLook { look, outer_back: back });
                self.tasks.push(Task::Node(body));
                self.back = behind;
                self.outer_contexts.push(std::mem::take(&mut self.context));
            }
            Node::Start { multiline } => self.emit(Instruction::Start { multiline }),
            Node::End { multiline } => self.emit(Instruction::End { multiline }),
            Node::WordBoundary { negative, ignore_case } => {
                let mut word =
                    CodePointSet::new([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]);
                if ignore_case {
                    case_folding::close(&mut word, true);
                }
                let set = self.set_id(&word);
                self.emit(Instruction::WordBoundary { negative, set });
            }
            Node::Repeat { body, min, max, greedy, captures } => {
                let nullable = self.fact(body).min == 0;
                self.repeat(Repeat { body, min, max, greedy, captures, nullable });
            }
        }
    }

    // Characters.

    fn units(&mut self, units: &[u16]) {
        match *units {
            [unit] => self.emit(Instruction::Char { unit, back: self.back }),
            _ => {
                let literal = self.literals.len() as u32;
                self.literals.push(units.into());
                self.emit(Instruction::Literal { literal, back: self.back });
            }
        }
    }

    fn class(&mut self, index: u32) {
        let Some(class) = self.pattern.classes.get(index as usize) else { return };
        if class.strings.is_empty() {
            self.set(&class.set);
        } else {
            let strings = self.string_tree(class);
            self.strings.push(strings);
            self.emit(Instruction::Strings { strings: self.strings.len() as u32 - 1 });
        }
    }

    fn set(&mut self, members: &CodePointSet) {
        if members.is_empty() {
            return self.emit(Instruction::Fail);
        }
        let set = self.set_id(members);
        let back = self.back;
        self.emit(if self.full_unicode && !members.is_plain_bmp() {
            Instruction::SetCodePoint { set, back }
        } else {
            Instruction::Set { set, back }
        });
    }

    fn set_id(&mut self, members: &CodePointSet) -> u16 {
        if let Some(&id) = self.set_ids.get(members) {
            return id;
        }
        // `run` stops before the numbers run out.
        let id = u16::try_from(self.sets.len()).unwrap_or(NONE);
        self.sets.push(members.clone());
        self.set_ids.insert(members.clone(), id);
        id
    }

    fn string_tree(&mut self, class: &Class) -> Strings {
        let mut nodes = vec![StringNode::default()];
        let set = if class.set.is_empty() { NONE } else { self.set_id(&class.set) };
        for string in &class.strings {
            let mut at = 0;
            for step in 0..string.len() {
                let index = if self.back { string.len() - 1 - step } else { step };
                let Some(&value) = string.get(index) else { break };
                let next = nodes.len();
                let Some(node) = nodes.get_mut(at) else { break };
                at = match node.edges.binary_search_by_key(&value, |edge| edge.0) {
                    Ok(found) => node.edges.get(found).map_or(0, |edge| edge.1 as usize),
                    Err(gap) => {
                        node.edges.insert(gap, (value, next as u32));
                        nodes.push(StringNode::default());
                        next
                    }
                };
            }
            if let Some(node) = nodes.get_mut(at) {
                node.accepts = true;
            }
        }
        Strings { nodes, set, fold: class.fold_strings, back: self.back }
    }

    // Sequences and alternatives.

    fn sequence(&mut self, list: List) {
        let pattern = self.pattern;
        let mut tasks = Vec::new();
        let mut text: Vec<u16> = Vec::new();
        for &child in pattern.list(list) {
            let units = match *pattern.node(child) {
                Node::Char(value) => units_of(value, self.full_unicode),
                _ => None,
            };
            match units {
                Some(units) => text.extend(units),
                None => {
                    if !text.is_empty() {
                        tasks.push(Task::Units(std::mem::take(&mut text)));
                    }
                    tasks.push(Task::Node(child));
                }
            }
        }
        if !text.is_empty() {
            tasks.push(Task::Units(text));
        }
        if !self.back {
            tasks.reverse();
        }
        self.tasks.append(&mut tasks);
    }

    fn branches(&mut self, list: List, split: Option<u32>, mut jumps: u32) {
        if let Some(split) = split {
            let jump = self.here();
            self.emit(Instruction::Jump { to: jumps });
            jumps = jump;
            let next = self.here();
            self.patch_exit(split, true, next);
        }
        let Some((&first, rest)) = self.pattern.list(list).split_first() else { return };
        if rest.is_empty() {
            self.tasks.push(Task::EndBranches { jumps });
        } else {
            let body = self.here() + 1;
            let split = self.emit_split(true, body, END);
            let list = List { start: list.start + 1, end: list.end };
            self.tasks.push(Task::Branches { list, split: Some(split), jumps });
        }
        self.tasks.push(Task::Node(first));
    }

    fn patch_jumps(&mut self, mut jumps: u32) {
        let end = self.here();
        while let Some(Instruction::Jump { to }) = self.code.get_mut(jumps as usize) {
            jumps = std::mem::replace(to, end);
        }
    }

    // Repetition.

    fn repeat(&mut self, mut repeat: Repeat) {
        let fact = self.fact(repeat.body);
        if fact.max == 0 {
            // Iterations that cannot consume: the mandatory ones are all alike, others are refused.
            repeat.min = repeat.min.min(1);
            repeat.max = repeat.min;
        }
        if repeat.max == 0 {
            return;
        }
        if repeat.min == 1 && repeat.max == 1 {
            return self.tasks.push(Task::Node(repeat.body));
        }
        if let Some(set) = self.single_set(repeat.body) {
            return self.run_of(&set, repeat);
        }
        let copies = if repeat.max == UNBOUNDED { repeat.min.max(1) } else { repeat.max };
        let small =
            copies.checked_mul(fact.size.saturating_add(4)).is_some_and(|size| size <= MAX_COPIES);
        if !small && copies > 1 {
            return self.counted_loop(repeat);
        }
        let last = if repeat.max == UNBOUNDED {
            Task::Loop { repeat }
        } else {
            Task::Copies { repeat, left: repeat.max - repeat.min, exits: END }
        };
        self.tasks.push(last);
        let mandatory =
            if repeat.max == UNBOUNDED { repeat.min.saturating_sub(1) } else { repeat.min };
        for _ in 0..mandatory {
            self.tasks.push(Task::Node(repeat.body));
            if let Some(reset) = reset_of(repeat.captures) {
                self.tasks.push(Task::Emit(reset));
            }
        }
    }

    fn run_of(&mut self, members: &CodePointSet, repeat: Repeat) {
        let set = self.set_id(members);
        let memo = self.new_memo_point();
        let run = self.runs.len() as u32;
        self.runs.push(Run {
            set,
            min: repeat.min,
            max: repeat.max,
            greedy: repeat.greedy,
            back: self.back,
            code_points: self.full_unicode && !members.is_plain_bmp(),
            follow: NONE,
            possessive: repeat.min == repeat.max,
            memo,
        });
        self.emit(Instruction::Run { run });
    }

    fn copies(&mut self, repeat: Repeat, left: u32, exits: u32) {
        if left == 0 {
            let exit = self.here();
            let mut at = exits;
            while at != END {
                at = self.patch_exit(at, repeat.greedy, exit);
            }
            return;
        }
        let body = self.here() + 1;
        let split = self.emit_split(repeat.greedy, body, exits);
        self.tasks.push(Task::Copies { repeat, left: left - 1, exits: split });
        self.begin_progress(repeat);
        self.reset(repeat.captures);
        self.tasks.push(Task::Node(repeat.body));
    }

    fn unbounded_loop(&mut self, repeat: Repeat) {
        let head = self.here();
        if repeat.min == 0 {
            self.emit_split(repeat.greedy, head + 1, END);
            self.tasks.push(Task::EndStar { head, greedy: repeat.greedy });
            self.begin_progress(repeat);
        } else if repeat.nullable {
            // The first iteration may be empty: it starts nowhere.
            let register = self.new_registers(1);
            self.emit(Instruction::Reset { from: register, to: register + 1 });
            self.emit(Instruction::Jump { to: head + 3 });
            self.emit(Instruction::Save { register });
            self.context.starts.push(register);
            self.tasks.push(Task::EndPlus { head: head + 2, greedy: repeat.greedy });
            self.tasks.push(Task::EndProgress { register });
        } else {
            self.tasks.push(Task::EndPlus { head, greedy: repeat.greedy });
        }
        self.reset(repeat.captures);
        self.tasks.push(Task::Node(repeat.body));
    }

    fn counted_loop(&mut self, repeat: Repeat) {
        let register = self.new_registers(1);
        self.emit(Instruction::CounterZero { register });
        self.context.counters.push(register);
        let memo = self.new_memo_point();
        let counter = self.counters.len() as u32;
        self.counters.push(Counter {
            register,
            min: repeat.min,
            max: repeat.max,
            greedy: repeat.greedy,
            body: self.here() + 1,
            exit: 0,
            memo,
        });
        self.emit(Instruction::Counter { counter });
        let start = repeat.nullable.then(|| self.new_registers(1));
        if let Some(register) = start {
            self.emit(Instruction::Save { register });
            self.context.starts.push(register);
        }
        self.emit(Instruction::CounterIncrement { counter });
        self.reset(repeat.captures);
        self.tasks.push(Task::EndCounted { counter, start });
        self.tasks.push(Task::Node(repeat.body));
    }

    /// Before the body of an iteration that must not be empty.
    fn begin_progress(&mut self, repeat: Repeat) {
        if repeat.nullable {
            let register = self.new_registers(1);
            self.emit(Instruction::Save { register });
            self.context.starts.push(register);
            self.tasks.push(Task::EndProgress { register });
        }
    }

    fn end_progress(&mut self, register: u32) {
        self.emit(Instruction::CheckProgress { register });
        self.context.starts.pop();
    }

    fn reset(&mut self, captures: (u32, u32)) {
        if let Some(reset) = reset_of(captures) {
            self.emit(reset);
        }
    }

    /// The set a node matches one member of, if that is all it does.
    fn single_set(&self, id: NodeId) -> Option<CodePointSet> {
        match *self.pattern.node(id) {
            Node::Char(value) => Some(CodePointSet::single(value)),
            Node::Class(index) => {
                let class = self.pattern.classes.get(index as usize)?;
                (class.strings.is_empty() && !class.set.is_empty()).then(|| class.set.clone())
            }
            _ => None,
        }
    }

    // Emission.

    fn here(&self) -> u32 {
        self.code.len() as u32
    }

    fn emit(&mut self, instruction: Instruction) {
        self.code.push(instruction);
    }

    fn emit_split(&mut self, greedy: bool, body: u32, exit: u32) -> u32 {
        let memo = self.new_memo_point();
        let (first, second) = if greedy { (body, exit) } else { (exit, body) };
        self.emit(Instruction::Split { first, second, first_set: NONE, second_set: NONE, memo });
        self.here() - 1
    }

    /// Sets where a split leaves to and returns what was there.
    fn patch_exit(&mut self, at: u32, greedy: bool, target: u32) -> u32 {
        match self.code.get_mut(at as usize) {
            Some(Instruction::Split { first, second, .. }) => {
                std::mem::replace(if greedy { second } else { first }, target)
            }
            _ => END,
        }
    }

    fn new_registers(&mut self, count: u32) -> u32 {
        self.registers += count;
        self.registers - count
    }

    fn new_memo_point(&mut self) -> u16 {
        let MemoContext { starts, counters } = &self.context;
        match u16::try_from(self.memo_points.len()) {
            Ok(id)
                if id != NONE
                    && starts.len() <= MAX_MEMO_STARTS
                    && counters.len() <= MAX_MEMO_COUNTERS =>
            {
                self.memo_points.push(MemoPoint {
                    starts: starts.as_slice().into(),
                    counters: counters.as_slice().into(),
                });
                id
            }
            _ => NONE,
        }
    }

    fn fact(&self, id: NodeId) -> Facts {
        self.facts.get(id as usize).copied().unwrap_or_default()
    }

    // The finished program.

    fn finish(mut self) -> Program {
        self.link_first_sets();
        let required = facts::required_text(self.pattern, self.full_unicode);
        let prefilter = self.prefilter();
        let room = self.code.iter().map(|instruction| match instruction {
            Instruction::Reset { from, to } => (to - from) as usize,
            _ => 0,
        });
        let room = room.max().unwrap_or(0);
        let min_length = self.fact(self.pattern.root).min as usize;
        Program {
            sets: self.sets.iter().map(CharSet::new).collect(),
            code: self.code,
            literals: self.literals,
            memo: self.references.is_empty(),
            runs: self.runs,
            counters: self.counters,
            references: self.references,
            looks: self.looks,
            strings: self.strings,
            memo_points: self.memo_points,
            registers: self.registers,
            room,
            captures: self.pattern.capture_count,
            full_unicode: self.full_unicode,
            required: (!required.is_empty()).then(|| Literal::new(&required)),
            prefilter,
            min_length,
        }
    }

    /// Tells splits and runs what can come next, so that hopeless branches are never tried.
    fn link_first_sets(&mut self) {
        for at in 0..self.code.len() {
            match self.code.get(at).copied() {
                Some(Instruction::Split { first, second, .. }) => {
                    let found = [first, second].map(|target| self.view().first_units(target));
                    let [first_id, second_id] = found.map(|units| self.optional_set_id(units));
                    if let Some(Instruction::Split { first_set, second_set, .. }) =
                        self.code.get_mut(at)
                    {
                        (*first_set, *second_set) = (first_id, second_id);
                    }
                }
                Some(Instruction::Run { run }) => self.link_run(at as u32, run),
                _ => {}
            }
        }
    }

    fn link_run(&mut self, at: u32, run: u32) {
        let view = self.view();
        let Some(units) = view.first_units(at + 1) else { return };
        let Some(members) = self
            .runs
            .get(run as usize)
            .filter(|run| !run.back)
            .and_then(|run| view.set_of(run.set))
        else {
            return;
        };
        let disjoint = members.leading_units().is_disjoint(&units);
        let follow = self.optional_set_id(Some(units));
        if let Some(run) = self.runs.get_mut(run as usize) {
            run.follow = follow;
            if disjoint {
                run.possessive = true;
                run.greedy = true;
            }
        }
    }

    fn optional_set_id(&mut self, units: Option<CodePointSet>) -> u16 {
        match units {
            Some(units) if self.sets.len() + 1 < usize::from(NONE) => self.set_id(&units),
            _ => NONE,
        }
    }

    fn prefilter(&mut self) -> Prefilter {
        let view = self.view();
        match view.anchor() {
            Some(false) => return Prefilter::Start,
            Some(true) => {
                let ends = CodePointSet::new([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]);
                return Prefilter::Line(self.set_id(&ends));
            }
            None => {}
        }
        let prefix = view.prefix();
        if prefix.len() > 1 {
            return Prefilter::Literal(Literal::new(&prefix));
        }
        let units = view.first_units(0);
        match self.optional_set_id(units) {
            NONE => Prefilter::None,
            set => Prefilter::Set(set),
        }
    }

    fn view(&self) -> View<'_> {
        View {
            code: &self.code,
            sets: &self.sets,
            literals: &self.literals,
            runs: &self.runs,
            counters: &self.counters,
            looks: &self.looks,
        }
    }
}

fn reset_of((from, to): (u32, u32)) -> Option<Instruction> {
    (from < to).then_some(Instruction::Reset { from: from * 2, to: to * 2 })
}

/// The code units of a character, `None` where units alone do not decide: with `u` or `v` a lone
/// surrogate must not match half of a pair.
fn units_of(value: u32, full_unicode: bool) -> Option<Vec<u16>> {
    match u16::try_from(value) {
        Ok(unit) if full_unicode && (0xD800..=0xDFFF).contains(&unit) => None,
        Ok(unit) => Some(vec![unit]),
        Err(_) => {
            let (lead, trail) = split(value);
            Some(vec![lead, trail])
        }
    }
}
