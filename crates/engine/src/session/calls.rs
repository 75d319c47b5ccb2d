//! The calls of one run and where each of them stands.

use crate::events::{CallEnd, Events, What};
use crate::settings::ToolSettings;
use codemode_interpreter::Now;
use codemode_protocol::Payload;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallState {
    /// The host has been asked about the input.
    Offered,
    /// Free to be admitted.
    Accepted,
    /// Admitted, not started.
    Queued,
    Running,
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) id: u32,
    pub(super) tool: u32,
    state: CallState,
    index: u32,
    /// Its place in the line was given up: admitted as soon as it is accepted.
    deferred: bool,
    input: Option<Payload>,
    keys: Vec<String>,
    /// When it was admitted, then when it was started.
    since: f64,
}

/// A call at its start.
pub(super) struct Begun {
    pub(super) tool: u32,
    pub(super) index: u32,
    pub(super) input: Option<Payload>,
    pub(super) queued_ms: f64,
}

/// Marks `search` in the list of admitted calls.
const SEARCH: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct Calls {
    calls: rustc_hash::FxHashMap<u32, Call>,
    /// Made and not admitted, in program order.
    line: VecDeque<u32>,
    running: BTreeSet<u32>,
    /// Tool of each admitted call, in order.
    admitted: Vec<u32>,
}

impl Calls {
    pub(super) fn made(&mut self, id: u32, tool: u32, input: Option<Payload>, offered: bool) {
        let state = if offered { CallState::Offered } else { CallState::Accepted };
        let call = Call {
            id,
            tool,
            state,
            index: 0,
            deferred: false,
            input,
            keys: Vec::new(),
            since: 0.0,
        };
        self.calls.insert(id, call);
        self.line.push_back(id);
    }

    pub(super) fn state(&self, id: u32) -> Option<CallState> {
        self.calls.get(&id).map(|call| call.state)
    }

    /// True if the call stands in no line and is to be admitted at once.
    pub(super) fn accept(&mut self, id: u32, keys: Vec<String>) -> bool {
        let Some(call) = self.calls.get_mut(&id) else { return false };
        if call.state != CallState::Offered {
            return false;
        }
        call.state = CallState::Accepted;
        call.keys = keys;
        call.deferred
    }

    /// False if there is nothing to refuse.
    pub(super) fn refuse(&mut self, id: u32) -> bool {
        match self.calls.get(&id) {
            Some(call) if call.state == CallState::Offered => {
                self.calls.remove(&id);
                true
            }
            _ => false,
        }
    }

    /// Offers still open leave the line.
    pub(super) fn defer_unanswered(&mut self) {
        let calls = &mut self.calls;
        self.line.retain(|id| match calls.get_mut(id) {
            Some(call) if call.state == CallState::Offered => {
                call.deferred = true;
                false
            }
            Some(_) => true,
            None => false,
        });
    }

    /// Takes the head of the line if it is free to be admitted.
    pub(super) fn next_ready(&mut self) -> Option<u32> {
        while let Some(&id) = self.line.front() {
            match self.calls.get(&id).map(|call| call.state) {
                Some(CallState::Offered) => return None,
                Some(CallState::Accepted) => {
                    self.line.pop_front();
                    return Some(id);
                }
                _ => {
                    self.line.pop_front();
                }
            }
        }
        None
    }

    /// Records the admission; returns tool and keys.
    pub(super) fn admit(&mut self, id: u32, index: u32, now: f64) -> Option<(u32, Vec<String>)> {
        let call = self.calls.get_mut(&id)?;
        call.state = CallState::Queued;
        call.index = index;
        call.since = now;
        self.admitted.push(call.tool);
        Some((call.tool, std::mem::take(&mut call.keys)))
    }

    pub(super) fn record_search(&mut self) {
        self.admitted.push(SEARCH);
    }

    pub(super) fn admitted(&self) -> u32 {
        u32::try_from(self.admitted.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn start(&mut self, id: u32, now: f64) -> Option<Begun> {
        let call = self.calls.get_mut(&id).filter(|call| call.state == CallState::Queued)?;
        call.state = CallState::Running;
        let queued_ms = now - call.since;
        call.since = now;
        self.running.insert(id);
        Some(Begun { tool: call.tool, index: call.index, input: call.input.take(), queued_ms })
    }

    pub(super) fn end(
        &mut self,
        id: u32,
        events: &mut Events,
        now: Now,
        end: CallEnd,
        result_bytes: u64,
        message: Option<String>,
    ) {
        let Some(call) = self.calls.remove(&id) else { return };
        self.running.remove(&id);
        let (tool, index) = (call.tool, call.index);
        let duration_ms = (now.monotonic_ms - call.since).max(0.0);
        events.push(What::Ended { id, tool, index, duration_ms, end, result_bytes, message });
    }

    /// A started call that nobody was told about.
    pub(super) fn forget(&mut self, id: u32) {
        self.running.remove(&id);
        self.calls.remove(&id);
    }

    /// Removes calls that have not been started; returns them in order.
    pub(super) fn drop_waiting(&mut self) -> Vec<u32> {
        let mut ids: Vec<u32> = self
            .calls
            .values()
            .filter(|call| call.state != CallState::Running)
            .map(|call| call.id)
            .collect();
        ids.sort_unstable();
        for id in &ids {
            self.calls.remove(id);
        }
        self.line.clear();
        ids
    }

    /// Calls that are running, in program order.
    pub(super) fn running(&self) -> impl Iterator<Item = &Call> {
        self.running.iter().filter_map(|id| self.calls.get(id))
    }

    pub(super) fn names(&self, tools: &[ToolSettings]) -> Vec<Arc<str>> {
        let search: Arc<str> = "search".into();
        self.admitted
            .iter()
            .map(|tool| {
                tools.get(*tool as usize).map_or_else(|| search.clone(), |tool| tool.name.clone())
            })
            .collect()
    }
}
