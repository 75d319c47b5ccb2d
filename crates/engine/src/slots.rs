//! Runs at once: a bounded number, the rest in a fair queue.

use std::collections::{HashMap, VecDeque};

/// What became of a run that wants to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It has a slot.
    Begin,
    /// It waits; [`Slots::leave`] will name it.
    Wait,
    /// Every slot is held by a run that waits for a run nested in it: waiting would never end.
    Refused,
}

/// See the module text.
#[derive(Debug)]
pub struct Slots {
    max: Option<u64>,
    holding: HashMap<u32, Vec<u32>>,
    waiting: VecDeque<(u32, Vec<u32>)>,
}

impl Slots {
    /// `None` means any number.
    pub fn new(max: Option<u64>) -> Self {
        Slots { max, holding: HashMap::new(), waiting: VecDeque::new() }
    }

    /// A run wants to begin; `ancestors` are the runs it is nested in.
    pub fn enter(&mut self, run: u32, ancestors: &[u32]) -> Admission {
        let Some(max) = self.max else { return Admission::Begin };
        if (self.holding.len() as u64) < max && self.waiting.is_empty() {
            self.holding.insert(run, ancestors.to_vec());
            return Admission::Begin;
        }
        let stuck = |holder: &u32| {
            ancestors.contains(holder)
                || self.waiting.iter().any(|(_, ancestors)| ancestors.contains(holder))
        };
        if self.holding.keys().all(stuck) {
            return Admission::Refused;
        }
        self.waiting.push_back((run, ancestors.to_vec()));
        Admission::Wait
    }

    /// A run is over or no longer wants to begin; returns the run that has its slot now.
    pub fn leave(&mut self, run: u32) -> Option<u32> {
        let max = self.max?;
        if self.holding.remove(&run).is_none() {
            self.waiting.retain(|(waiting, _)| *waiting != run);
        }
        if self.holding.len() as u64 >= max {
            return None;
        }
        let (next, ancestors) = self.waiting.pop_front()?;
        self.holding.insert(next, ancestors);
        Some(next)
    }
}
