//! What a session needs of a machine, so that tests can play one.

use codemode_interpreter::{Machine, Now, Step};
use codemode_protocol::{CallId, Halt, LogEntry, Outcome, ToolCall, ToolReply};

/// A program that runs in slices and yields tool calls. [`Machine`] is one.
pub trait Guest: Send {
    /// Runs until done, blocked, or `fuel` units are used.
    fn run(&mut self, fuel: u64, now: Now) -> Step;
    /// Calls made since the last time, in program order.
    fn take_calls(&mut self) -> Vec<ToolCall>;
    /// Delivers a reply.
    fn settle(&mut self, id: CallId, reply: ToolReply) -> bool;
    /// Answers a search.
    fn answer(&mut self, reply: ToolReply);
    /// Ends the program; no guest code runs any more.
    fn cancel(&mut self, halt: Halt);
    /// The end of the program, once done.
    fn outcome(&mut self) -> Option<Outcome>;
    /// Console lines since the last time.
    fn take_logs(&mut self) -> Vec<LogEntry>;
    /// Bytes held now.
    fn memory_used(&self) -> u64 {
        0
    }
}

impl Guest for Machine {
    fn run(&mut self, fuel: u64, now: Now) -> Step {
        Machine::run(self, fuel, now)
    }
    fn take_calls(&mut self) -> Vec<ToolCall> {
        Machine::take_calls(self)
    }
    fn settle(&mut self, id: CallId, reply: ToolReply) -> bool {
        Machine::settle(self, id, reply)
    }
    fn answer(&mut self, reply: ToolReply) {
        Machine::answer(self, reply);
    }
    fn cancel(&mut self, halt: Halt) {
        Machine::cancel(self, halt);
    }
    fn outcome(&mut self) -> Option<Outcome> {
        Machine::outcome(self)
    }
    fn take_logs(&mut self) -> Vec<LogEntry> {
        Machine::take_logs(self)
    }
    fn memory_used(&self) -> u64 {
        Machine::memory_used(self)
    }
}

/// Where time comes from: the system for a driver, a number for a test.
pub trait Clock {
    /// The time now.
    fn now(&self) -> Now;
}

/// The clock of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Now {
        use std::sync::OnceLock;
        use std::time::{Instant, SystemTime, UNIX_EPOCH};
        static START: OnceLock<Instant> = OnceLock::new();
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now {
            epoch_ms: epoch.as_millis() as f64,
            monotonic_ms: START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3,
        }
    }
}
