//! The instruction loop.

use super::{Entry, Matcher, SLICE, UNSET};
use crate::budget::{Budget, Progress};
use crate::case_folding;
use crate::input::Subject;
use crate::memo::{self, Memo};
use crate::program::{BackReference, Instruction, NONE, Program, Run, Strings};

pub(super) enum Outcome {
    Matched,
    Failed,
    Stopped { pc: u32, at: u32, why: Progress },
}

// The upper three bits of a tag say what an entry is, the others are its subject.
const KIND: u32 = 0b111 << 29;
/// Go on at this instruction and position.
const CHOICE: u32 = 0;
/// Give this register its old value.
const UNDO: u32 = 1 << 29;
/// A greedy run (by instruction) stopped at this position; its shortest end lies below as `RAW`.
const GREEDY: u32 = 2 << 29;
/// A lazy run stopped at this position; how often it may go on lies below as `RAW`.
const LAZY: u32 = 3 << 29;
const RAW: u32 = 4 << 29;
/// The second branch of the split or counter at this instruction, when failures are remembered.
const SECOND: u32 = 5 << 29;
/// Both branches failed.
const EXHAUSTED: u32 = 6 << 29;

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
            ($cost:expr) => {
                let cost = $cost as u64;
                granted += cost.saturating_sub(left);
                left = left.saturating_sub(cost);
            };
        }
        let outcome = 'run: loop {
            if left == 0 {
                budget.fuel = budget.fuel.saturating_sub(granted);
                self.steps += granted;
                self.consider_memo(program, text.len(), budget.memory);
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
                    let (next, cost) = self.begin_run(program, text, run, pc, at);
                    charge!(cost);
                    if let Some(next) = next {
                        at = next;
                        pc += 1;
                        continue 'run;
                    }
                }
                Instruction::Strings { strings } => {
                    if let Some(strings) = program.strings.get(strings as usize) {
                        if let Some(next) = self.strings(program, strings, text, pc, at) {
                            at = next;
                            pc += 1;
                            continue 'run;
                        }
                    }
                }
                Instruction::Split { first, second, first_set, second_set, memo } => {
                    if first_set != NONE || second_set != NONE {
                        let next = text.get(at);
                        let possible = |set: u16| {
                            program.sets.get(usize::from(set)).is_none_or(|set| {
                                next.is_some_and(|unit| set.contains(unit.into()))
                            })
                        };
                        if !possible(first_set) {
                            pc = second as usize;
                            continue 'run;
                        }
                        if !possible(second_set) {
                            pc = first as usize;
                            continue 'run;
                        }
                    }
                    if self.enter_choice(program, text.len(), memo, pc, second, at) {
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
                        if self.enter_choice(
                            program,
                            text.len(),
                            counter.memo,
                            pc,
                            second as u32,
                            at,
                        ) {
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
                        let (next, cost) = self.back_reference(program, reference, text, at);
                        charge!(cost);
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
                        charge!(self.stack.len().saturating_sub(height) / 8);
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
                        let Some(Instruction::Run { run }) = code.get(subject as usize).copied()
                        else {
                            continue;
                        };
                        let (next, cost) = self.resume_run(program, text, run, tag, value);
                        charge!(cost);
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
                        self.memo.mark(
                            id,
                            &program.memo_points,
                            &self.registers,
                            value,
                            text.len(),
                        );
                    }
                    _ => {}
                }
            }
        };
        let used = granted - left;
        budget.fuel = budget.fuel.saturating_sub(used);
        self.steps += used;
        self.consider_memo(program, text.len(), budget.memory);
        outcome
    }

    fn consider_memo(&mut self, program: &Program, length: usize, memory: usize) {
        if !self.memo.on && program.memo && self.steps > 4 * (length as u64 + 256) {
            self.memo.start(program.memo_points.len(), program.runs.len(), memory / 2);
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
        length: usize,
        id: u16,
        pc: usize,
        second: u32,
        at: usize,
    ) -> bool {
        if self.memo.on && memo::known(id) {
            if self.memo.failed(id, &program.memo_points, &self.registers, at as u32, length) {
                return false;
            }
            self.stack.push(Entry { tag: SECOND | pc as u32, value: at as u32 });
        } else {
            self.stack.push(Entry { tag: CHOICE | second, value: at as u32 });
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

    // Runs.

    /// Where the first try of a run ends, and what it cost.
    fn begin_run<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        id: u32,
        pc: usize,
        at: usize,
    ) -> (Option<usize>, usize) {
        let Some(run) = program.runs.get(id as usize) else { return (None, 0) };
        if !run.greedy {
            return self.begin_lazy(program, text, run, pc, at);
        }
        let Some((min_end, end)) = self.run_extent(program, text, id, run, at) else {
            return (None, 1);
        };
        let cost = at.abs_diff(end) / 16;
        if run.possessive || end == min_end {
            return (Some(end), cost);
        }
        let next = self.retreat(program, text, run, min_end, end);
        if let Some(next) = next {
            if next != min_end || self.memo.on {
                self.stack.push(Entry { tag: RAW, value: min_end as u32 });
                self.stack.push(Entry { tag: GREEDY | pc as u32, value: next as u32 });
            }
        }
        (next, cost)
    }

    /// The next try of a run whose last one failed at `at`.
    fn resume_run<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        id: u32,
        tag: u32,
        at: u32,
    ) -> (Option<usize>, usize) {
        let (Some(run), Some(Entry { value: raw, .. })) =
            (program.runs.get(id as usize), self.stack.pop())
        else {
            return (None, 0);
        };
        if self.memo.on {
            self.memo.mark(run.memo, &program.memo_points, &self.registers, at, text.len());
        }
        let at = at as usize;
        if tag & KIND == LAZY {
            return self.advance_lazy(program, text, run, tag, at, raw, true);
        }
        let min_end = raw as usize;
        if at == min_end {
            return (None, 0);
        }
        let next = self.retreat(program, text, run, min_end, step_back(text, run, at));
        if let Some(next) = next {
            if next != min_end || self.memo.on {
                self.stack.push(Entry { tag: RAW, value: raw });
                self.stack.push(Entry { tag, value: next as u32 });
            }
        }
        (next, next.map_or(min_end, |next| next).abs_diff(at) / 16)
    }

    /// The shortest and the longest end of a greedy run.
    fn run_extent<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        id: u32,
        run: &Run,
        at: usize,
    ) -> Option<(usize, usize)> {
        let set = program.sets.get(usize::from(run.set))?;
        if run.back || (run.code_points && run.max != UNSET) {
            let mut end = at;
            let mut min_end = if run.min == 0 { Some(at) } else { None };
            let mut count = 0;
            while run.max == UNSET || count < run.max {
                let Some(next) = member_at(program, text, run, end) else { break };
                end = next;
                count += 1;
                if count == run.min {
                    min_end = Some(end);
                }
            }
            return min_end.map(|min_end| (min_end, end));
        }
        let length = text.len();
        let limit =
            if run.max == UNSET { length } else { length.min(at.saturating_add(run.max as usize)) };
        let scan = |from: usize, to: usize| {
            if !run.code_points {
                return text.run_end(set, from, to);
            }
            let mut end = from;
            while end < to {
                match text.code_point(end) {
                    Some((value, width)) if set.contains(value) => end += width,
                    _ => break,
                }
            }
            end
        };
        let end = if self.memo.on && run.max == UNSET {
            let (low, high) = self.memo.stretch(id);
            let (low, high) = (low as usize, high as usize);
            let (end, low) = if low <= at && at <= high {
                (high, low)
            } else if at < low && low < high {
                let reached = scan(at, low);
                (if reached == low { high } else { reached }, at)
            } else {
                (scan(at, limit), at)
            };
            self.memo.set_stretch(id, (low as u32, end as u32));
            end
        } else {
            scan(at, limit)
        };
        let min_end = if run.code_points {
            let mut min_end = at;
            for _ in 0..run.min {
                min_end += text.code_point(min_end).filter(|_| min_end < end)?.1;
            }
            min_end
        } else {
            at.checked_add(run.min as usize).filter(|&min_end| min_end <= end)?
        };
        Some((min_end, end))
    }

    /// The longest end from `at` down to `min_end` that could succeed.
    fn retreat<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: &Run,
        min_end: usize,
        mut at: usize,
    ) -> Option<usize> {
        let follow = program.sets.get(usize::from(run.follow));
        let point = program.memo_points.get(usize::from(run.memo)).filter(|_| self.memo.on);
        if follow.is_none() && point.is_none() {
            return Some(at);
        }
        let jumps = !run.back && point.is_some_and(Memo::is_bitmap);
        loop {
            let possible =
                follow.is_none_or(|set| text.get(at).is_some_and(|unit| set.contains(unit.into())));
            if possible
                && !(point.is_some()
                    && self.memo.failed(
                        run.memo,
                        &program.memo_points,
                        &self.registers,
                        at as u32,
                        text.len(),
                    ))
            {
                return Some(at);
            }
            if at == min_end {
                return None;
            }
            at = step_back(text, run, at);
            if jumps {
                at = self.last_open(program, text, run, min_end, at)?;
            }
        }
    }

    /// Skips positions known to have failed.
    fn last_open<S: Subject>(
        &self,
        program: &Program,
        text: S,
        run: &Run,
        min_end: usize,
        mut at: usize,
    ) -> Option<usize> {
        loop {
            let open = self.memo.last_open(
                run.memo,
                &program.memo_points,
                &self.registers,
                min_end as u32,
                at as u32,
            )? as usize;
            if !(run.code_points && open > min_end && super::is_inside_pair(text, open)) {
                return Some(open);
            }
            at = open - 1;
        }
    }

    fn begin_lazy<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: &Run,
        pc: usize,
        at: usize,
    ) -> (Option<usize>, usize) {
        let mut end = at;
        for _ in 0..run.min {
            match member_at(program, text, run, end) {
                Some(next) => end = next,
                None => return (None, at.abs_diff(end) / 8),
            }
        }
        let left = if run.max == UNSET { UNSET } else { run.max - run.min };
        self.advance_lazy(program, text, run, LAZY | pc as u32, end, left, false)
    }

    /// The next end of a lazy run that could succeed, after `at` if that has been tried.
    fn advance_lazy<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: &Run,
        tag: u32,
        mut at: usize,
        mut left: u32,
        mut tried: bool,
    ) -> (Option<usize>, usize) {
        let from = at;
        let follow = program.sets.get(usize::from(run.follow));
        loop {
            let possible = !tried
                && follow
                    .is_none_or(|set| text.get(at).is_some_and(|unit| set.contains(unit.into())))
                && !(self.memo.on
                    && self.memo.failed(
                        run.memo,
                        &program.memo_points,
                        &self.registers,
                        at as u32,
                        text.len(),
                    ));
            if possible {
                if left > 0 || self.memo.on {
                    self.stack.push(Entry { tag: RAW, value: left });
                    self.stack.push(Entry { tag, value: at as u32 });
                }
                return (Some(at), from.abs_diff(at) / 8);
            }
            tried = false;
            let next = if left > 0 { member_at(program, text, run, at) } else { None };
            match next {
                Some(next) => at = next,
                None => return (None, from.abs_diff(at) / 8),
            }
            if left != UNSET {
                left -= 1;
            }
        }
    }

    // Back-references and class strings.

    fn back_reference<S: Subject>(
        &self,
        program: &Program,
        reference: &BackReference,
        text: S,
        at: usize,
    ) -> (Option<usize>, usize) {
        let captured = reference
            .groups
            .iter()
            .find_map(|&group| super::range_of(&self.registers, group as usize));
        let Some(captured) = captured else { return (Some(at), 0) };
        let (length, cost) = (captured.len(), captured.len() / 16);
        let (start, end) = if reference.back {
            match at.checked_sub(length) {
                Some(start) => (start, start),
                None => return (None, 0),
            }
        } else {
            (at, at + length)
        };
        if !reference.ignore_case {
            return (text.same(captured, start).then_some(end), cost);
        }
        if start + length > text.len() {
            return (None, 0);
        }
        let canonical = |index: usize| {
            if program.full_unicode {
                let found = text.code_point(index).map(|(value, width)| (value, width));
                found.map(|(value, width)| (case_folding::canonicalize(value, true), width))
            } else {
                text.get(index).map(|unit| (case_folding::canonicalize(unit.into(), false), 1))
            }
        };
        let mut offset = 0;
        while offset < length {
            match (canonical(captured.start + offset), canonical(start + offset)) {
                (Some(a), Some(b)) if a == b => offset += a.1,
                _ => return (None, cost),
            }
        }
        (Some(end), length)
    }

    /// Tries all strings of a class at once: the longest is taken, shorter ones become choices.
    fn strings<S: Subject>(
        &mut self,
        program: &Program,
        strings: &Strings,
        text: S,
        pc: usize,
        at: usize,
    ) -> Option<usize> {
        let mut ends = Vec::new();
        let (mut node, mut end) = (0, at);
        let read = |end: usize| {
            let found =
                if strings.back { text.code_point_before(end) } else { text.code_point(end) };
            found
                .map(|(value, width)| (value, if strings.back { end - width } else { end + width }))
        };
        let single = program
            .sets
            .get(usize::from(strings.set))
            .and_then(|set| read(at).filter(|found| set.contains(found.0)))
            .map(|found| found.1);
        let mut depth = 0;
        loop {
            let Some(here) = strings.nodes.get(node) else { break };
            if here.accepts || (depth == 1 && single.is_some()) {
                ends.push(end);
            }
            let Some((value, next)) = read(end) else { break };
            let value = if strings.fold { case_folding::canonicalize(value, true) } else { value };
            match here.edges.binary_search_by_key(&value, |edge| edge.0) {
                Ok(found) => {
                    node = here.edges.get(found).map_or(usize::MAX, |edge| edge.1 as usize)
                }
                Err(_) => {
                    if let (0, Some(single)) = (depth, single) {
                        ends.push(single);
                    }
                    break;
                }
            }
            end = next;
            depth += 1;
        }
        let longest = ends.pop();
        for end in ends {
            self.stack.push(Entry { tag: CHOICE | (pc as u32 + 1), value: end as u32 });
        }
        longest
    }
}

/// The end of one member read in the run's direction, if there is one.
#[inline]
fn member_at<S: Subject>(program: &Program, text: S, run: &Run, at: usize) -> Option<usize> {
    let set = program.sets.get(usize::from(run.set))?;
    match (run.code_points, run.back) {
        (false, false) => set.contains(text.get(at)?.into()).then_some(at + 1),
        (false, true) => set.contains(text.get(at.wrapping_sub(1))?.into()).then(|| at - 1),
        (true, false) => {
            text.code_point(at).filter(|found| set.contains(found.0)).map(|found| at + found.1)
        }
        (true, true) => text
            .code_point_before(at)
            .filter(|found| set.contains(found.0))
            .map(|found| at - found.1),
    }
}

/// Gives one member of a run back.
#[inline]
fn step_back<S: Subject>(text: S, run: &Run, at: usize) -> usize {
    match (run.code_points, run.back) {
        (false, false) => at - 1,
        (false, true) => at + 1,
        (true, false) => at - text.code_point_before(at).map_or(1, |found| found.1),
        (true, true) => at + text.code_point(at).map_or(1, |found| found.1),
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
