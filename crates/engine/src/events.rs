//! What happens in a run, for observers.

use codemode_protocol::{LogLevel, Payload};

/// One thing that happened; `seq` counts from 1 within the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub seq: u64,
    pub what: What,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    Success,
    Failure,
    Interrupted,
}

impl CallEnd {
    /// The public word.
    pub fn name(self) -> &'static str {
        match self {
            CallEnd::Success => "success",
            CallEnd::Failure => "failure",
            CallEnd::Interrupted => "interrupted",
        }
    }
}

/// See [`Event`]. `index` is the position of the call in the list of admitted calls.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A call was admitted.
    Queued { id: u32, tool: u32, index: u32 },
    /// A call may run.
    Started { id: u32, tool: u32, index: u32, queued_ms: f64 },
    /// A call has ended.
    Ended {
        id: u32,
        tool: u32,
        index: u32,
        duration_ms: f64,
        end: CallEnd,
        result_bytes: u64,
        message: Option<String>,
    },
    /// The program used `search`.
    Search { index: u32, input: Payload, duration_ms: f64, error: Option<String> },
    /// The program printed a line.
    Log { level: LogLevel, text: String },
}

/// Collects events when there is someone to read them.
#[derive(Debug)]
pub(crate) struct Events {
    wanted: bool,
    seq: u64,
    pending: Vec<Event>,
}

impl Events {
    pub(crate) fn new(wanted: bool) -> Self {
        Events { wanted, seq: 0, pending: Vec::new() }
    }
    pub(crate) fn wanted(&self) -> bool {
        self.wanted
    }
    pub(crate) fn push(&mut self, what: What) {
        if self.wanted {
            self.seq += 1;
            self.pending.push(Event { seq: self.seq, what });
        }
    }
    pub(crate) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.pending)
    }
}
