//! Repetitions of a single set: the loops most time goes into.
//!
//! A greedy run is one entry on the stack however long it is: its present end, with its shortest end
//! below. Once failures are remembered, ends known to fail are skipped a word of bits at a time, and
//! the extent of the last stretch of members is kept, so neighbouring runs do not read it again.

use super::step::{GREEDY, KIND, LAZY, RAW};
use super::{Entry, Matcher, UNSET, is_inside_pair};
use crate::char_set::CharSet;
use crate::input::Subject;
use crate::memo::{Memo, Stretch};
use crate::program::{MemoPoint, Program, Run};

/// A run with what it refers to.
#[derive(Clone, Copy)]
pub(super) struct RunAt<'p> {
    id: u32,
    run: &'p Run,
    set: &'p CharSet,
    follow: Option<&'p CharSet>,
    point: Option<&'p MemoPoint>,
}

impl<'p> RunAt<'p> {
    #[inline]
    pub(super) fn new(program: &'p Program, id: u32) -> Option<Self> {
        let run = program.runs.get(id as usize)?;
        Some(RunAt {
            id,
            run,
            set: program.sets.get(usize::from(run.set))?,
            follow: program.sets.get(usize::from(run.follow)),
            point: program.memo_points.get(usize::from(run.memo)),
        })
    }

    #[inline]
    fn may_end<S: Subject>(&self, text: S, at: usize) -> bool {
        self.follow.is_none_or(|set| text.get(at).is_some_and(|unit| set.contains(unit.into())))
    }

    /// The end of one member read in the run's direction, if there is one.
    #[inline]
    fn member_at<S: Subject>(&self, text: S, at: usize) -> Option<usize> {
        let before = at.wrapping_sub(1);
        match (self.run.code_points, self.run.back) {
            (false, false) => self.set.contains(text.get(at)?.into()).then_some(at + 1),
            (false, true) => self.set.contains(text.get(before)?.into()).then_some(before),
            (true, false) => text
                .code_point(at)
                .filter(|found| self.set.contains(found.0))
                .map(|found| at + found.1),
            (true, true) => {
                let found = text.code_point_before(at);
                found.filter(|found| self.set.contains(found.0)).map(|found| at - found.1)
            }
        }
    }

    /// Gives one member back.
    #[inline]
    fn step_back<S: Subject>(&self, text: S, at: usize) -> usize {
        match (self.run.code_points, self.run.back) {
            (false, false) => at - 1,
            (false, true) => at + 1,
            (true, false) => at - text.code_point_before(at).map_or(1, |found| found.1),
            (true, true) => at + text.code_point(at).map_or(1, |found| found.1),
        }
    }

    /// The end of the members in `from..to`, read forwards.
    #[inline]
    fn scan<S: Subject>(&self, text: S, from: usize, to: usize) -> usize {
        if !self.run.code_points {
            return text.run_end(self.set, from, to);
        }
        let mut end = from;
        while end < to {
            match text.code_point(end) {
                Some((value, width)) if self.set.contains(value) => end += width,
                _ => break,
            }
        }
        end
    }
}

impl Matcher {
    /// Where the first try of a run ends.
    #[inline]
    pub(super) fn begin_run<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: RunAt<'_>,
        pc: u32,
        at: usize,
    ) -> Option<usize> {
        if !run.run.greedy {
            return self.begin_lazy(program, text, run, pc, at);
        }
        let (min_end, end) = self.extent(text, run, at)?;
        if run.run.possessive || end == min_end {
            return Some(end);
        }
        let next = self.retreat(program, text, run, min_end, end)?;
        self.push_greedy(pc, min_end, next);
        Some(next)
    }

    /// The next try of a run whose last one failed at `at`.
    pub(super) fn resume_run<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: RunAt<'_>,
        tag: u32,
        at: u32,
    ) -> Option<usize> {
        let Entry { value: raw, .. } = self.stack.pop()?;
        if self.memo.on {
            self.memo.mark(run.run.memo, &program.memo_points, &self.registers, at);
            if run.run.code_points && is_inside_pair(text, at as usize + 1) {
                // No run ends between the halves: closing that too keeps the bits without gaps.
                self.memo.mark(run.run.memo, &program.memo_points, &self.registers, at + 1);
            }
        }
        let (pc, at) = (tag & !KIND, at as usize);
        if tag & KIND == LAZY {
            let (at, left) = self.lengthen(text, run, at, raw)?;
            return self.advance(program, text, run, pc, at, left);
        }
        let min_end = raw as usize;
        if at == min_end {
            return None;
        }
        let next = self.retreat(program, text, run, min_end, run.step_back(text, at))?;
        self.push_greedy(pc, min_end, next);
        Some(next)
    }

    fn push_greedy(&mut self, pc: u32, min_end: usize, end: usize) {
        // The last possible end needs no entry, except to record that it failed.
        if end != min_end || self.memo.on {
            self.stack.push(Entry { tag: RAW, value: min_end as u32 });
            self.stack.push(Entry { tag: GREEDY | pc, value: end as u32 });
        }
    }

    /// The shortest and the longest end of a greedy run.
    #[inline]
    fn extent<S: Subject>(&mut self, text: S, run: RunAt<'_>, at: usize) -> Option<(usize, usize)> {
        let Run { min, max, back, code_points, .. } = *run.run;
        if back || (code_points && max != UNSET) {
            return self.extent_by_members(text, run, at);
        }
        let length = text.len();
        let end = if max == UNSET && self.memo.on {
            self.stretch_end(text, run, at)
        } else {
            let limit =
                if max == UNSET { length } else { length.min(at.saturating_add(max as usize)) };
            let end = run.scan(text, at, limit);
            self.work += end - at;
            end
        };
        let min_end = if code_points {
            let mut min_end = at;
            for _ in 0..min {
                min_end += text.code_point(min_end).filter(|_| min_end < end)?.1;
            }
            min_end
        } else {
            at.checked_add(min as usize).filter(|&min_end| min_end <= end)?
        };
        Some((min_end, end))
    }

    fn extent_by_members<S: Subject>(
        &mut self,
        text: S,
        run: RunAt<'_>,
        at: usize,
    ) -> Option<(usize, usize)> {
        let Run { min, max, .. } = *run.run;
        let (mut end, mut min_end, mut count) = (at, (min == 0).then_some(at), 0);
        while max == UNSET || count < max {
            let Some(next) = run.member_at(text, end) else { break };
            end = next;
            count += 1;
            if count == min {
                min_end = Some(end);
            }
        }
        self.work += at.abs_diff(end) * 2;
        min_end.map(|min_end| (min_end, end))
    }

    /// The end of the members from `at` on, kept so that it is read once.
    fn stretch_end<S: Subject>(&mut self, text: S, run: RunAt<'_>, at: usize) -> usize {
        let known = self.memo.stretch(run.id);
        let (low, high) = (known.low as usize, known.high as usize);
        if low <= at && at <= high {
            return high;
        }
        let joined = at < low && low < high;
        let limit = if joined { low } else { text.len() };
        let end = run.scan(text, at, limit);
        self.work += end - at;
        let stretch = if joined && end == low {
            Stretch { low: at as u32, ..known }
        } else {
            Stretch { low: at as u32, high: end as u32, failed_from: end as u32 + 1 }
        };
        self.memo.set_stretch(run.id, stretch);
        stretch.high as usize
    }

    fn has_failed(&self, program: &Program, run: RunAt<'_>, at: usize) -> bool {
        self.memo.on
            && self.memo.failed(run.run.memo, &program.memo_points, &self.registers, at as u32)
    }

    /// The longest end from `at` down to `min_end` that could succeed.
    #[inline]
    fn retreat<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: RunAt<'_>,
        min_end: usize,
        mut at: usize,
    ) -> Option<usize> {
        if run.follow.is_none() && !self.memo.on {
            return Some(at);
        }
        let point =
            run.point.filter(|point| self.memo.on && !run.run.back && point.counters.is_empty());
        loop {
            self.work += 4;
            if run.may_end(text, at) && !self.has_failed(program, run, at) {
                return Some(at);
            }
            if at == min_end {
                return None;
            }
            at = run.step_back(text, at);
            if let Some(point) = point {
                at = self.skip_down(text, run, point, min_end, at)?;
            }
        }
    }

    /// From `at` down, the first end that is not recorded as failed.
    fn skip_down<S: Subject>(
        &mut self,
        text: S,
        run: RunAt<'_>,
        point: &MemoPoint,
        min_end: usize,
        mut at: usize,
    ) -> Option<usize> {
        // At and before a loop's start other records count: those ends are tried one by one.
        let floor = Memo::plain_from(point, &self.registers).max(min_end);
        // All longer ends have been tried, and failed in the empty context as long as they lie above
        // the floor. Remembering that makes going down again free.
        let mut stretch = self.memo.stretch(run.id);
        let top = at as u32;
        let known = at >= floor && stretch.low <= top && top <= stretch.high;
        if known {
            at = at.min(stretch.failed_from.saturating_sub(1) as usize);
        }
        while at >= floor {
            let open = self.memo.open_before(run.run.memo, at as u32, floor as u32, &mut self.work);
            let next = open.map(|open| open as usize);
            match next {
                Some(open) if run.run.code_points && is_inside_pair(text, open) => at = open - 1,
                _ => {
                    if known {
                        stretch.failed_from = next.map_or(floor, |open| open + 1) as u32;
                        self.memo.set_stretch(run.id, stretch);
                    }
                    if next.is_some() {
                        return next;
                    }
                    at = floor.checked_sub(1)?;
                    if run.run.code_points && is_inside_pair(text, at) {
                        at = at.checked_sub(1)?;
                    }
                    break;
                }
            }
        }
        (at >= min_end).then_some(at)
    }

    fn begin_lazy<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: RunAt<'_>,
        pc: u32,
        at: usize,
    ) -> Option<usize> {
        let mut end = at;
        for _ in 0..run.run.min {
            self.work += 2;
            end = run.member_at(text, end)?;
        }
        let left = if run.run.max == UNSET { UNSET } else { run.run.max - run.run.min };
        self.advance(program, text, run, pc, end, left)
    }

    /// One member more of a lazy run that may take `left` more.
    #[inline]
    fn lengthen<S: Subject>(
        &self,
        text: S,
        run: RunAt<'_>,
        at: usize,
        left: u32,
    ) -> Option<(usize, u32)> {
        if left == 0 {
            return None;
        }
        let next = run.member_at(text, at)?;
        Some((next, if left == UNSET { UNSET } else { left - 1 }))
    }

    /// The next end of a lazy run from `at` on that could succeed.
    fn advance<S: Subject>(
        &mut self,
        program: &Program,
        text: S,
        run: RunAt<'_>,
        pc: u32,
        mut at: usize,
        mut left: u32,
    ) -> Option<usize> {
        loop {
            self.work += 4;
            if run.may_end(text, at) && !self.has_failed(program, run, at) {
                if left > 0 || self.memo.on {
                    self.stack.push(Entry { tag: RAW, value: left });
                    self.stack.push(Entry { tag: LAZY | pc, value: at as u32 });
                }
                return Some(at);
            }
            (at, left) = self.lengthen(text, run, at, left)?;
            if self.memo.on && left == UNSET && !run.run.back {
                at = self.skip_up(text, run, at);
            }
        }
    }

    /// From `at` up within the members, the first end that is not recorded as failed.
    fn skip_up<S: Subject>(&mut self, text: S, run: RunAt<'_>, mut at: usize) -> usize {
        let Some(point) = run.point.filter(|point| point.counters.is_empty()) else { return at };
        if at < Memo::plain_from(point, &self.registers) {
            return at;
        }
        let end = self.stretch_end(text, run, at);
        loop {
            let open =
                self.memo.open_after(run.run.memo, at as u32, end as u32, &mut self.work) as usize;
            if !(run.run.code_points && open < end && is_inside_pair(text, open)) {
                return open;
            }
            at = open + 1;
        }
    }
}
