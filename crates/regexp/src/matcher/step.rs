//! The instruction loop.

use super::run::RunAt;
use super::{Entry, Matcher, Remember, SLICE, UNSET};
use crate::budget::{Budget, Progress};
use crate::input::Subject;
use crate::memo;
use crate::program::{Instruction, NONE, Program};

pub(super) enum Outcome {
    Matched,
    Failed,
    Stopped { pc: u32, at: u32, why: Progress },
}

// The upper three bits of a tag say what an entry is, the others are its subject.
pub(super) const KIND: u32 = 0b111 << 29;
/// Go on at this instruction and position.
pub(super) const CHOICE: u32 = 0;
/// Give this register its old value.
const UNDO: u32 = 1 << 29;
/// A greedy run (by instruction) stopped at this position; its shortest end lies below as `RAW`.
pub(super) const GREEDY: u32 = 2 << 29;
/// A lazy run stopped at this position; how often it may go on lies below as `RAW`.
pub(super) const LAZY: u32 = 3 << 29;
pub(super) const RAW: u32 = 4 << 29;
/// The second branch of the split or counter at this instruction, when failures are remembered.
const SECOND: u32 = 5 << 29;
/// Both branches failed.
const EXHAUSTED: u32 = 6 << 29;

/// Units of text looked at in a loop that cost as much as a step.
const WORK_PER_STEP: usize = 16;

/// What a look at the memo costs.
const MEMO_WORK: usize = 8;

/// Room kept on the stack so that no instruction needs to check; see `room`.
const SLACK: usize = 8;

impl Matcher {
    pub(super) fn step<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        pc: u32,
        at: u32,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        let code = &*program.code;
        let (mut pc, mut at) = (pc as usize, at as usize);
        let mut granted = budget.fuel.min(SLICE);
        let mut left = granted;
        let room = SLACK + program.room;
        // Work in proportion to text is charged where it happens, beyond the slice if need be.
        macro_rules! charge {
            () => {
                if self.work >= WORK_PER_STEP {
                    let cost = (self.work / WORK_PER_STEP) as u64;
                    self.work %= WORK_PER_STEP;
                    granted += cost.saturating_sub(left);
                    left = left.saturating_sub(cost);
                }
            };
        }
        let outcome = 'run: loop {
            if left == 0 {
                budget.fuel = budget.fuel.saturating_sub(granted);
                self.steps += granted;
                self.consider_memo(program, text.len());
                if budget.fuel == 0 || budget.interrupted() {
                    let why =
                        if budget.fuel == 0 { Progress::OutOfFuel } else { Progress::Interrupted };
                    return Outcome::Stopped { pc: pc as u32, at: at as u32, why };
                }
                granted = budget.fuel.min(SLICE);
                left = granted;
            }
            left -= 1;
            if self.stack.capacity() - self.stack.len() < room && !self.grow(room, budget.memory) {
                break 'run Outcome::Stopped {
                    pc: pc as u32,
                    at: at as u32,
                    why: Progress::OutOfMemory,
                };
            }
            let Some(&instruction) = code.get(pc) else { break 'run Outcome::Failed };
            // An arm that succeeds continues; one that falls through has failed.
            match instruction {
                Instruction::Char { unit, back: false } => {
                    if text.get(at) == Some(unit) {
                        at += 1;
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::Char { unit, back: true } => {
                    if text.get(at.wrapping_sub(1)) == Some(unit) {
                        at -= 1;
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::Literal { literal, back } => {
                    if let Some(units) = program.literals.get(literal as usize) {
                        let start = if back { at.checked_sub(units.len()) } else { Some(at) };
                        if let Some(start) = start.filter(|&start| text.starts_with(start, units)) {
                            at = if back { start } else { at + units.len() };
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::Set { set, back } => {
                    let index = if back { at.wrapping_sub(1) } else { at };
                    if let (Some(unit), Some(set)) =
                        (text.get(index), program.sets.get(usize::from(set)))
                    {
                        if set.contains(unit.into()) {
                            at = if back { index } else { at + 1 };
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::SetCodePoint { set, back } => {
                    let found = if back { text.code_point_before(at) } else { text.code_point(at) };
                    if let (Some((value, width)), Some(set)) =
                        (found, program.sets.get(usize::from(set)))
                    {
                        if set.contains(value) {
                            at = if back { at - width } else { at + width };
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::Run { run } => {
                    if let Some(run) = RunAt::new(program, run) {
                        let next = self.begin_run(program, text, run, pc as u32, at);
                        charge!();
                        if let Some(next) = next {
                            at = next;
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::Strings { strings } => {
                    if let Some(strings) = program.strings.get(strings as usize) {
                        let next = self.strings(program, strings, text, pc as u32, at);
                        charge!();
                        if let Some(next) = next {
                            at = next;
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::Split { first, second, first_set, second_set, memo } => {
                    let mut left_open = true;
                    if first_set != NONE || second_set != NONE {
                        let next = text.get(at);
                        let possible = |set: u16| {
                            program.sets.get(usize::from(set)).is_none_or(|set| {
                                next.is_some_and(|unit| set.contains(unit.into()))
                            })
                        };
                        let only = match (possible(first_set), possible(second_set)) {
                            (true, true) => None,
                            (true, false) => Some(first),
                            (false, _) => Some(second),
                        };
                        if let Some(only) = only {
                            if self.enter_only_choice(program, memo, pc, at) {
                                pc = only as usize;
                                continue 'run;
                            }
                        }
                        left_open = only.is_none();
                    }
                    if left_open && self.enter_choice(program, memo, pc, second, at) {
                        pc = first as usize;
                        continue 'run;
                    }
                }
                Instruction::Jump { to } => {
                    pc = to as usize;
                    continue 'run;
                }
                Instruction::Save { register } => {
                    self.set_register(register, at as u32);
                    pc += 1;
                    continue 'run;
                }
                Instruction::Reset { from, to } => {
                    for register in from..to {
                        self.set_register(register, UNSET);
                    }
                    pc += 1;
                    continue 'run;
                }
                Instruction::CheckProgress { register } => {
                    if self.register(register) != at as u32 {
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::CounterZero { register } => {
                    self.set_register(register, 0);
                    pc += 1;
                    continue 'run;
                }
                Instruction::Counter { counter } => {
                    if let Some(counter) = program.counters.get(counter as usize) {
                        let count = self.register(counter.register);
                        let (body, exit) = (counter.body as usize, counter.exit as usize);
                        if count < counter.min {
                            pc = body;
                            continue 'run;
                        }
                        if counter.max != UNSET && count >= counter.max {
                            pc = exit;
                            continue 'run;
                        }
                        let (first, second) =
                            if counter.greedy { (body, exit) } else { (exit, body) };
                        if self.enter_choice(program, counter.memo, pc, second as u32, at) {
                            pc = first;
                            continue 'run;
                        }
                    }
                }
                Instruction::CounterIncrement { counter } => {
                    if let Some(counter) = program.counters.get(counter as usize) {
                        let count = self.register(counter.register);
                        // Without an upper bound only "more than min" matters: states stay few.
                        if counter.max != UNSET || count <= counter.min {
                            self.set_register(counter.register, count + 1);
                        }
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::CheckCounted { counter, register } => {
                    if let Some(counter) = program.counters.get(counter as usize) {
                        let optional = self.register(counter.register) > counter.min;
                        if !optional || self.register(register) != at as u32 {
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::BackReference { reference } => {
                    if let Some(reference) = program.references.get(reference as usize) {
                        let next = self.back_reference(program, reference, text, at);
                        charge!();
                        if let Some(next) = next {
                            at = next;
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::LookStart { look } => {
                    if let Some(look) = program.looks.get(look as usize) {
                        self.put_register(look.register, at as u32);
                        self.put_register(look.register + 1, self.stack.len() as u32);
                        if look.negative {
                            self.stack.push(Entry { tag: CHOICE | look.next, value: at as u32 });
                        }
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::LookEnd { look } => {
                    if let Some(look) = program.looks.get(look as usize) {
                        let height = self.register(look.register + 1) as usize;
                        self.work += self.stack.len().saturating_sub(height) * 2;
                        charge!();
                        if look.negative {
                            self.unwind(height);
                        } else {
                            self.commit(height);
                            at = self.register(look.register) as usize;
                            pc = look.next as usize;
                            continue 'run;
                        }
                    }
                }
                Instruction::Start { multiline } => {
                    let passes = match at.checked_sub(1) {
                        None => true,
                        Some(before) => {
                            multiline && text.get(before).is_some_and(is_line_terminator)
                        }
                    };
                    if passes {
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::End { multiline } => {
                    let passes = match text.get(at) {
                        None => true,
                        Some(next) => multiline && is_line_terminator(next),
                    };
                    if passes {
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::WordBoundary { negative, set } => {
                    if let Some(word) = program.sets.get(usize::from(set)) {
                        let is_word =
                            |unit: Option<u16>| unit.is_some_and(|unit| word.contains(unit.into()));
                        let boundary =
                            is_word(text.get(at.wrapping_sub(1))) != is_word(text.get(at));
                        if boundary != negative {
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::Match => {
                    self.put_register(1, at as u32);
                    break 'run Outcome::Matched;
                }
                Instruction::Fail => {}
            }
            // Back-track.
            loop {
                let Some(Entry { tag, value }) = self.stack.pop() else {
                    break 'run Outcome::Failed;
                };
                let subject = tag & !KIND;
                match tag & KIND {
                    CHOICE => {
                        pc = subject as usize;
                        at = value as usize;
                        continue 'run;
                    }
                    UNDO => self.put_register(subject, value),
                    GREEDY | LAZY => {
                        let Some(&Instruction::Run { run }) = code.get(subject as usize) else {
                            continue;
                        };
                        let Some(run) = RunAt::new(program, run) else { continue };
                        let next = self.resume_run(program, text, run, tag, value);
                        charge!();
                        if let Some(next) = next {
                            pc = subject as usize + 1;
                            at = next;
                            continue 'run;
                        }
                    }
                    SECOND => {
                        self.stack.push(Entry { tag: EXHAUSTED | subject, value });
                        pc = second_branch(program, subject);
                        at = value as usize;
                        continue 'run;
                    }
                    EXHAUSTED => {
                        let id = memo_of(program, subject);
                        self.memo.mark(id, &program.memo_points, &self.registers, value);
                    }
                    _ => {}
                }
            }
        };
        let used = granted - left;
        budget.fuel = budget.fuel.saturating_sub(used);
        self.steps += used;
        self.consider_memo(program, text.len());
        outcome
    }

    pub(super) fn consider_memo(&mut self, program: &Program, length: usize) {
        let wanted = match self.remember {
            Remember::WhenSlow => self.steps > 4 * (length as u64 + 256),
            Remember::FromTheStart => true,
            Remember::Never => false,
        };
        if wanted && !self.memo.on && program.memo {
            self.memo.start(program.memo_points.len(), program.runs.len());
        }
    }

    #[cold]
    fn grow(&mut self, room: usize, memory: usize) -> bool {
        let held = self.memory_bytes() - self.stack.capacity() * size_of::<Entry>();
        let limit = memory.saturating_sub(held) / size_of::<Entry>();
        let wanted = (self.stack.len() + room)
            .max(self.stack.capacity().saturating_mul(2))
            .max(32)
            .min(limit);
        wanted >= self.stack.len() + room
            && self.stack.try_reserve_exact(wanted - self.stack.len()).is_ok()
    }

    /// Prepares to try the second branch later; false where both are known to fail.
    #[inline]
    fn enter_choice(
        &mut self,
        program: &Program,
        id: u16,
        pc: usize,
        second: u32,
        at: usize,
    ) -> bool {
        if self.memo.on && memo::known(id) {
            self.work += MEMO_WORK;
            if self.memo.failed(id, &program.memo_points, &self.registers, at as u32) {
                return false;
            }
            self.stack.push(Entry { tag: SECOND | pc as u32, value: at as u32 });
        } else {
            self.stack.push(Entry { tag: CHOICE | second, value: at as u32 });
        }
        true
    }

    /// Goes on with the one possible branch; false where it is known to fail. Without a record here a
    /// long way without choices would be walked again from every start.
    #[inline]
    fn enter_only_choice(&mut self, program: &Program, id: u16, pc: usize, at: usize) -> bool {
        if self.memo.on && memo::known(id) {
            self.work += MEMO_WORK;
            if self.memo.failed(id, &program.memo_points, &self.registers, at as u32) {
                return false;
            }
            self.stack.push(Entry { tag: EXHAUSTED | pc as u32, value: at as u32 });
        }
        true
    }

    // Registers.

    #[inline]
    fn register(&self, register: u32) -> u32 {
        self.registers.get(register as usize).copied().unwrap_or(UNSET)
    }

    #[inline]
    fn put_register(&mut self, register: u32, value: u32) {
        if let Some(slot) = self.registers.get_mut(register as usize) {
            *slot = value;
        }
    }

    /// Changes a register so that back-tracking restores it.
    #[inline]
    fn set_register(&mut self, register: u32, value: u32) {
        let Some(slot) = self.registers.get_mut(register as usize) else { return };
        let old = std::mem::replace(slot, value);
        if old != value {
            if self.stack.is_empty() {
                self.dirty = true;
            } else {
                self.stack.push(Entry { tag: UNDO | register, value: old });
            }
        }
    }

    // Look-around.

    /// Forgets the choices above `height` and undoes what they did.
    fn unwind(&mut self, height: usize) {
        while self.stack.len() > height {
            if let Some(Entry { tag, value }) = self.stack.pop() {
                if tag & KIND == UNDO {
                    self.put_register(tag & !KIND, value);
                }
            }
        }
    }

    /// Forgets the choices above `height` but keeps what undoes their effects.
    fn commit(&mut self, height: usize) {
        let mut kept = height;
        for index in height..self.stack.len() {
            if let Some(&entry) = self.stack.get(index) {
                if entry.tag & KIND == UNDO && kept > 0 {
                    if let Some(slot) = self.stack.get_mut(kept) {
                        *slot = entry;
                        kept += 1;
                    }
                } else if entry.tag & KIND == UNDO {
                    // Nothing is below that could be returned to: a new attempt clears registers.
                    self.dirty = true;
                }
            }
        }
        self.stack.truncate(kept);
    }
}

fn is_line_terminator(unit: u16) -> bool {
    matches!(unit, 0x0A | 0x0D | 0x2028 | 0x2029)
}

fn second_branch(program: &Program, pc: u32) -> usize {
    match program.code.get(pc as usize) {
        Some(&Instruction::Split { second, .. }) => second as usize,
        Some(&Instruction::Counter { counter }) => {
            program.counters.get(counter as usize).map_or(usize::MAX, |counter| {
                (if counter.greedy { counter.exit } else { counter.body }) as usize
            })
        }
        _ => usize::MAX,
    }
}

fn memo_of(program: &Program, pc: u32) -> u16 {
    match program.code.get(pc as usize) {
        Some(&Instruction::Split { memo, .. }) => memo,
        Some(&Instruction::Counter { counter }) => {
            program.counters.get(counter as usize).map_or(NONE, |counter| counter.memo)
        }
        _ => NONE,
    }
}
