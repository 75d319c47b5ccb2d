//! Which admitted call may start now.
//!
//! A call touches resources, named by conflict keys. Two calls conflict when they share a key and at least
//! one of them is mutating; conflicting calls never overlap and run in the order they were submitted. Calls
//! that conflict with nothing fill a pool.
//!
//! One scheduler serves one run, or all runs of one run tool: each run is a lane with a pool of its own,
//! while the conflict set is common to all lanes.
//!
//! Invariants: a call waits only for calls submitted earlier, so nothing can deadlock; submitting and
//! finishing cost time in proportion to the keys of the call, not to the number of calls outstanding.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// How conflicting calls are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A call waits only for earlier unfinished calls that it conflicts with; others may overtake it.
    #[default]
    Keyed,
    /// Calls start strictly in order of submission; a call that met a conflict when it was submitted
    /// drains the pool and runs alone.
    Drain,
}

/// One run inside a scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lane(u32);

/// Order of submission, over all lanes.
type Ticket = u64;

#[derive(Debug)]
struct Call {
    lane: Lane,
    /// The run's own name for the call.
    id: u32,
    mutating: bool,
    keys: Vec<String>,
    /// Drain mode: decided at submission and never reconsidered.
    exclusive: bool,
    started: bool,
    /// Earlier calls this one still waits for.
    blockers: FxHashSet<Ticket>,
    /// Later calls that wait for this one.
    dependents: Vec<Ticket>,
}

/// Outstanding calls on one key. Since every writer waits for all that came before it, a later call need
/// only wait for the last writer and, if it writes, for the readers since.
#[derive(Debug, Default)]
struct Key {
    last_writer: Option<Ticket>,
    readers: FxHashSet<Ticket>,
    outstanding: u32,
    writers: u32,
}

#[derive(Debug, Default)]
struct LaneState {
    max_parallel: Option<u64>,
    running: u64,
    /// An exclusive call is running.
    barrier: bool,
    /// Drain mode: calls not started, in order of submission.
    queue: VecDeque<Ticket>,
    /// Keyed mode: calls not started that wait for nothing but a place in the pool, oldest first.
    ready: BinaryHeap<Reverse<Ticket>>,
    /// Started and not yet taken by the owner of the lane.
    started: Vec<u32>,
    /// The lane's own names of outstanding calls.
    tickets: FxHashMap<u32, Ticket>,
}

/// See the module text.
#[derive(Debug, Default)]
pub struct Scheduler {
    mode: Mode,
    next_ticket: Ticket,
    next_lane: u32,
    calls: FxHashMap<Ticket, Call>,
    /// Keyed by host-chosen text, therefore not by the fast hash.
    keys: HashMap<String, Key>,
    lanes: FxHashMap<Lane, LaneState>,
    /// Lanes in which calls were started by an event of another lane.
    touched: Vec<Lane>,
}

impl Scheduler {
    /// A scheduler without lanes.
    pub fn new(mode: Mode) -> Self {
        Scheduler { mode, ..Scheduler::default() }
    }

    /// Adds a run; `max_parallel` is the size of its pool.
    pub fn open(&mut self, max_parallel: Option<u64>) -> Lane {
        let lane = Lane(self.next_lane);
        self.next_lane = self.next_lane.wrapping_add(1);
        self.lanes.insert(lane, LaneState { max_parallel, ..LaneState::default() });
        lane
    }

    /// Removes a run; all its calls leave the conflict set.
    pub fn close(&mut self, lane: Lane) {
        let Some(state) = self.lanes.remove(&lane) else { return };
        let mut tickets: Vec<Ticket> = state.tickets.into_values().collect();
        tickets.sort_unstable();
        let mut freed = Vec::new();
        for ticket in tickets {
            self.leave(ticket, &mut freed);
        }
        self.release(freed, None);
    }

    /// Hands in a call. Empty and repeated keys count once or not at all.
    pub fn submit(&mut self, lane: Lane, id: u32, mutating: bool, mut keys: Vec<String>) {
        if !self.lanes.contains_key(&lane) {
            return;
        }
        keys.retain(|key| !key.is_empty());
        keys.sort_unstable();
        keys.dedup();
        let ticket = self.next_ticket;
        self.next_ticket += 1;

        let mut blockers = FxHashSet::default();
        let mut exclusive = false;
        for name in &keys {
            let key = self.keys.entry(name.clone()).or_default();
            exclusive |= if mutating { key.outstanding > 0 } else { key.writers > 0 };
            key.outstanding += 1;
            if let Some(writer) = key.last_writer {
                blockers.insert(writer);
            }
            if mutating {
                key.writers += 1;
                blockers.extend(key.readers.drain());
                key.last_writer = Some(ticket);
            } else {
                key.readers.insert(ticket);
            }
        }
        for blocker in &blockers {
            if let Some(call) = self.calls.get_mut(blocker) {
                call.dependents.push(ticket);
            }
        }
        let waits = !blockers.is_empty();
        let call = Call {
            lane,
            id,
            mutating,
            keys,
            exclusive,
            started: false,
            blockers,
            dependents: Vec::new(),
        };
        self.calls.insert(ticket, call);
        if let Some(state) = self.lanes.get_mut(&lane) {
            state.tickets.insert(id, ticket);
            match self.mode {
                Mode::Drain => state.queue.push_back(ticket),
                Mode::Keyed if !waits => state.ready.push(Reverse(ticket)),
                Mode::Keyed => {}
            }
        }
        self.pump(lane);
    }

    /// A started call has ended.
    pub fn finish(&mut self, lane: Lane, id: u32) {
        let Some(state) = self.lanes.get_mut(&lane) else { return };
        let Some(ticket) = state.tickets.remove(&id) else { return };
        if let Some(call) = self.calls.get(&ticket) {
            if call.started {
                state.running = state.running.saturating_sub(1);
                if call.exclusive && self.mode == Mode::Drain {
                    state.barrier = false;
                }
            }
        }
        let mut freed = Vec::new();
        self.leave(ticket, &mut freed);
        self.release(freed, Some(lane));
    }

    /// Calls that may run now, in the order they were started; each is reported once.
    pub fn take_started(&mut self, lane: Lane) -> Vec<u32> {
        self.lanes
            .get_mut(&lane)
            .map(|state| std::mem::take(&mut state.started))
            .unwrap_or_default()
    }

    /// Lanes whose owners should call [`Scheduler::take_started`] because another lane's event started
    /// calls of theirs.
    pub fn take_touched(&mut self) -> Vec<Lane> {
        std::mem::take(&mut self.touched)
    }

    /// Calls of the lane that are running.
    pub fn running(&self, lane: Lane) -> u64 {
        self.lanes.get(&lane).map_or(0, |state| state.running)
    }

    /// Takes a call out of the conflict set and hands its blockers on to whoever waited for it.
    fn leave(&mut self, ticket: Ticket, freed: &mut Vec<Ticket>) {
        let Some(call) = self.calls.remove(&ticket) else { return };
        for name in &call.keys {
            let Some(key) = self.keys.get_mut(name) else { continue };
            key.outstanding -= 1;
            if !call.mutating {
                key.readers.remove(&ticket);
            } else {
                key.writers -= 1;
                if key.last_writer == Some(ticket) {
                    key.last_writer = None;
                    // A writer that never ran gives back what it had waited for.
                    for blocker in &call.blockers {
                        match self.calls.get(blocker) {
                            Some(earlier) if !earlier.keys.contains(name) => {}
                            Some(earlier) if earlier.mutating => key.last_writer = Some(*blocker),
                            Some(_) => {
                                key.readers.insert(*blocker);
                            }
                            None => {}
                        }
                    }
                }
            }
            if key.outstanding == 0 {
                self.keys.remove(name);
            }
        }
        for dependent in call.dependents {
            let Some(waiting) = self.calls.get_mut(&dependent) else { continue };
            if !waiting.blockers.remove(&ticket) {
                continue;
            }
            waiting.blockers.extend(call.blockers.iter().copied());
            if waiting.blockers.is_empty() {
                freed.push(dependent);
            }
            for blocker in &call.blockers {
                if let Some(earlier) = self.calls.get_mut(blocker) {
                    earlier.dependents.push(dependent);
                }
            }
        }
    }

    /// Calls that have lost their last blocker become ready, then every lane concerned starts what it can.
    fn release(&mut self, freed: Vec<Ticket>, own: Option<Lane>) {
        let mut lanes: Vec<Lane> = own.into_iter().collect();
        for ticket in freed {
            let Some(call) = self.calls.get(&ticket) else { continue };
            if self.mode == Mode::Keyed {
                if let Some(state) = self.lanes.get_mut(&call.lane) {
                    state.ready.push(Reverse(ticket));
                }
            }
            if !lanes.contains(&call.lane) {
                lanes.push(call.lane);
            }
        }
        for lane in lanes {
            let began = self.pump(lane);
            if began && Some(lane) != own && !self.touched.contains(&lane) {
                self.touched.push(lane);
            }
        }
    }

    /// Starts what may start; true if anything did.
    fn pump(&mut self, lane: Lane) -> bool {
        let Some(state) = self.lanes.get_mut(&lane) else { return false };
        let room = |running: u64, max: Option<u64>| max.is_none_or(|max| running < max);
        let mut began = false;
        match self.mode {
            Mode::Keyed => {
                while room(state.running, state.max_parallel) {
                    let Some(Reverse(ticket)) = state.ready.pop() else { break };
                    let Some(call) = self.calls.get_mut(&ticket) else { continue };
                    call.started = true;
                    state.running += 1;
                    state.started.push(call.id);
                    began = true;
                }
            }
            Mode::Drain => {
                while !state.barrier {
                    let Some(&ticket) = state.queue.front() else { break };
                    let Some(call) = self.calls.get_mut(&ticket) else {
                        state.queue.pop_front();
                        continue;
                    };
                    let may = if call.exclusive {
                        state.running == 0
                    } else {
                        room(state.running, state.max_parallel)
                    };
                    if !may || !call.blockers.is_empty() {
                        break;
                    }
                    state.queue.pop_front();
                    call.started = true;
                    state.running += 1;
                    state.barrier = call.exclusive;
                    state.started.push(call.id);
                    began = true;
                }
            }
        }
        began
    }
}
