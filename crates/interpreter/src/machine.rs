//! `Machine`: one run of one program. `run`, `take_calls`, `settle`, `cancel`.

use crate::Program;
use codemode_protocol::{CallId, Halt, LogEntry, Outcome, Payload, ToolCall, ToolNames, ToolReply};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Time as data, handed in at each step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Now {
    /// Milliseconds since the Unix epoch (`Date.now`).
    pub epoch_ms: f64,
    /// Milliseconds of a clock that never goes back (`performance.now`, timers).
    pub monotonic_ms: f64,
}

/// Settings of one machine.
#[derive(Clone, Debug)]
pub struct MachineOptions {
    pub tools: Arc<ToolNames>,
    /// Ceiling of guest memory in bytes; `None` for none.
    pub memory_bytes: Option<u64>,
    /// Nested guest calls before a `RangeError`.
    pub call_depth: u32,
    /// Total fuel of the run; `None` for none.
    pub total_fuel: Option<u64>,
    /// Nesting of data at the boundary.
    pub max_data_depth: Option<u32>,
    pub argument_bytes: Option<u64>,
    pub max_timers: u32,
    /// Seed of `Math.random` and `crypto`.
    pub seed: u64,
    /// IANA name; default `UTC`.
    pub time_zone: String,
    /// BCP 47 tag; default `en-US`.
    pub locale: String,
    /// Set from another thread to make `run` return soon (also from nested calls).
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Provide `sleep(ms)`.
    pub sleep: bool,
    /// Provide `search(...)`.
    pub search: bool,
    /// Strings returned by tools that parse as JSON become values.
    pub parse_text_results: bool,
    /// A tool called without argument gets `{}` instead of `undefined`.
    pub missing_args_as_object: bool,
    /// Data contract of returned values: plain (`InvalidDataValue`) or whatever JSON.stringify gives.
    pub plain_results: bool,
    /// Provide the host functions of the conformance suite as globals: `print(text)`, whose lines
    /// are logs of level `Log`, and `$262` with `detachArrayBuffer(buffer)`, `gc()` and `global`.
    /// An uncaught throw is then reported as `Name: message`, where `Name` is the `constructor.name` of
    /// the thrown object (or the value as text), so that a driver can tell error kinds apart.
    pub test_hooks: bool,
}

impl Default for MachineOptions {
    fn default() -> Self {
        MachineOptions {
            tools: Arc::new(ToolNames::default()),
            memory_bytes: Some(512 << 20),
            call_depth: 10_000,
            total_fuel: None,
            max_data_depth: Some(32),
            argument_bytes: None,
            max_timers: 10_000,
            seed: 0,
            time_zone: "UTC".into(),
            locale: "en-US".into(),
            interrupt: None,
            sleep: false,
            search: false,
            parse_text_results: false,
            missing_args_as_object: false,
            plain_results: true,
            test_hooks: false,
        }
    }
}

/// What a call of [`Machine::run`] came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The program ended; [`Machine::outcome`] has the result. Unfinished work is dropped.
    Done,
    /// Fuel of this slice used up or interrupted; run again.
    Preempted,
    /// Waiting for tool replies or timers. `wake` is the monotonic time of the earliest timer.
    /// With no call pending and no `wake` the run is deadlocked and the machine reports `Done`
    /// with a `Deadlock` diagnostic itself.
    Blocked { wake: Option<f64> },
    /// `search(...)` was called (synchronous in the guest): answer with [`Machine::answer`], run again.
    Search { query: Payload },
}

/// One run of one program: plain data, `Send`, owned by one driver.
#[derive(Debug)]
pub struct Machine {}

impl Machine {
    pub fn new(_program: &Program, _options: MachineOptions) -> Machine {
        Machine {}
    }
    /// Runs until done, blocked, or `fuel` units are used (a unit is about one simple instruction).
    pub fn run(&mut self, _fuel: u64, _now: Now) -> Step {
        Step::Done
    }
    /// Calls made since the last time, in program order. They start when the host wishes.
    pub fn take_calls(&mut self) -> Vec<ToolCall> {
        Vec::new()
    }
    /// Delivers one reply; unknown or repeated ids are ignored (returns false).
    pub fn settle(&mut self, _id: CallId, _reply: ToolReply) -> bool {
        false
    }
    /// Answers a `Step::Search`; `Err` throws in the guest.
    pub fn answer(&mut self, _reply: ToolReply) {}
    /// Ends the run; the next `run` returns `Done`. No guest code runs any more.
    pub fn cancel(&mut self, _halt: Halt) {}
    /// The end of the run, once `Done`.
    pub fn outcome(&mut self) -> Option<Outcome> {
        None
    }
    /// Console lines since the last time.
    pub fn take_logs(&mut self) -> Vec<LogEntry> {
        Vec::new()
    }
    /// Calls made and not yet settled.
    pub fn pending_calls(&self) -> usize {
        0
    }
    /// Bytes accounted to the guest now.
    pub fn memory_used(&self) -> u64 {
        0
    }
    /// Fuel used since the start.
    pub fn fuel_used(&self) -> u64 {
        0
    }
}
