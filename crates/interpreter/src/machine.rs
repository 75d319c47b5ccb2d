//! `Machine`: one run of one program. `run`, `take_calls`, `settle`, `cancel`.

use crate::boundary::Refused;
use crate::builtins::Intrinsic;
use crate::heap::ObjectId;
use crate::jobs::{PromiseState, Reaction};
use crate::value::Value;
use crate::vm::frame::Deliver;
use crate::vm::{Abrupt, Completion, Vm};
use crate::{Mode, Program};
use codemode_protocol::{
    CallId, Diagnostic, Halt, LogEntry, Outcome, Payload, Returned, ToolCall, ToolNames, ToolReply,
};
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
pub struct Machine {
    vm: Box<Vm>,
    mode: Mode,
    state: State,
    outcome: Option<Outcome>,
    halt: Option<Halt>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    New,
    Running,
    Done,
}

impl Machine {
    pub fn new(program: &Program, options: MachineOptions) -> Machine {
        let vm = Box::new(Vm::new(Arc::clone(program.unit()), options));
        Machine { vm, mode: program.mode(), state: State::New, outcome: None, halt: None }
    }
    /// Runs until done, blocked, or `fuel` units are used (a unit is about one call or loop turn).
    pub fn run(&mut self, fuel: u64, now: Now) -> Step {
        if self.state == State::Done {
            return Step::Done;
        }
        let vm = &mut self.vm;
        vm.fuel_spent = vm.fuel_used();
        vm.fuel = fuel.min(i64::MAX as u64) as i64;
        vm.slice = vm.fuel;
        vm.now = now;
        if let Some(halt) = self.halt.or(vm.pending_halt) {
            return self.finish_halt(halt);
        }
        let started = match self.state {
            State::New => {
                self.state = State::Running;
                self.vm.started_at = now.monotonic_ms;
                self.start()
            }
            _ => Ok(()),
        };
        let mut result = started.and_then(|()| self.vm.run_jobs());
        while matches!(result, Ok(Idle::Done)) {
            if self.finish() {
                return Step::Done;
            }
            result = self.vm.run_jobs();
        }
        match result {
            Ok(Idle::Done) => Step::Done,
            Ok(Idle::Blocked { wake }) => Step::Blocked { wake },
            Ok(Idle::Deadlock) => {
                self.finish_deadlock();
                Step::Done
            }
            Err(Abrupt::Preempt) => Step::Preempted,
            Err(Abrupt::Search) => match self.vm.search_query.take() {
                Some(query) => Step::Search { query },
                None => self.finish_halt(Halt::Internal),
            },
            Err(Abrupt::Halt(halt)) => {
                // Interrupted in the middle of a native: the driver says why with `cancel`.
                if halt == Halt::Timeout && self.halt.is_none() {
                    self.halt = Some(halt);
                    return Step::Preempted;
                }
                self.finish_halt(halt)
            }
            Err(Abrupt::Throw(value)) => {
                self.finish_throw(value);
                Step::Done
            }
            Err(Abrupt::Coerce { .. } | Abrupt::Repeat | Abrupt::Delegate { .. }) => {
                self.finish_halt(Halt::Internal)
            }
        }
    }
    fn start(&mut self) -> Completion<()> {
        let vm = &mut self.vm;
        let script = self.mode == Mode::Script;
        vm.top = 0;
        let callee = vm.intrinsic(Intrinsic::FunctionPrototype);
        vm.stack[0] = if script { Value::object(vm.realm.global) } else { Value::UNDEFINED };
        vm.push_frame(0, callee, 0, 0, Deliver::Job, Value::UNDEFINED)?;
        if !script {
            // The program is the body of an async function whose promise ends the run.
            vm.async_start();
            if let Some(frame) = vm.frames.last_mut() {
                frame.delivered = true;
                let state = frame.state;
                vm.program_promise = vm.async_promise(state);
            }
            let promise = vm.program_promise;
            vm.perform_then(promise, Reaction::Program);
        }
        Ok(())
    }
    fn finish(&mut self) -> bool {
        let vm = &mut self.vm;
        let state = vm.promise(vm.program_promise).map(|p| (p.state, p.value));
        match state {
            Some((PromiseState::Rejected, value)) => {
                self.finish_throw(value);
                true
            }
            Some((_, value)) => self.finish_value(value),
            None => self.finish_value(Value::UNDEFINED),
        }
    }
    /// False when the run has to go on.
    fn finish_value(&mut self, value: Value) -> bool {
        self.vm.top = 0;
        let result = match self.vm.export_result(value) {
            Ok(value) => Ok(Returned { value }),
            Err(Refused::Failure(f)) => {
                let mut d = Diagnostic::new(f.kind, f.message);
                d.suggestions = f.suggestions;
                Err(d)
            }
            // Not all of the result is there yet: the run goes on until it is.
            Err(Refused::Pending(promise)) => {
                self.vm.program_done = false;
                self.vm.perform_then(promise, Reaction::Program);
                return false;
            }
            Err(Refused::Abrupt(Abrupt::Throw(error))) => Err(self.vm.diagnose(error)),
            Err(Refused::Abrupt(Abrupt::Halt(halt))) => {
                Err(crate::report::halt_diagnostic(halt, &self.vm))
            }
            Err(_) => Err(crate::report::halt_diagnostic(Halt::Internal, &self.vm)),
        };
        self.end(result);
        true
    }
    fn finish_throw(&mut self, value: Value) {
        let d = self.vm.diagnose(value);
        self.end(Err(d));
    }
    fn finish_halt(&mut self, halt: Halt) -> Step {
        let d = crate::report::halt_diagnostic(halt, &self.vm);
        self.end(Err(d));
        Step::Done
    }
    fn finish_deadlock(&mut self) {
        let d = self.vm.deadlock_diagnostic();
        self.end(Err(d));
    }
    fn end(&mut self, result: Result<Returned, Diagnostic>) {
        let unhandled = self.vm.unhandled_diagnostics();
        self.outcome = Some(Outcome { result, unhandled });
        self.state = State::Done;
    }
    /// Calls made since the last time, in program order. They start when the host wishes.
    pub fn take_calls(&mut self) -> Vec<ToolCall> {
        std::mem::take(&mut self.vm.tools.made)
    }
    /// Delivers one reply; unknown or repeated ids are ignored (returns false).
    pub fn settle(&mut self, id: CallId, reply: ToolReply) -> bool {
        self.state != State::Done && self.vm.settle_call(id, reply)
    }
    /// Answers a `Step::Search`; `Err` throws in the guest.
    pub fn answer(&mut self, reply: ToolReply) {
        self.vm.answer_search(reply);
    }
    /// Ends the run; the next `run` returns `Done`. No guest code runs any more.
    pub fn cancel(&mut self, halt: Halt) {
        self.halt = Some(halt);
    }
    /// The end of the run, once `Done`.
    pub fn outcome(&mut self) -> Option<Outcome> {
        self.outcome.take()
    }
    /// Console lines since the last time.
    pub fn take_logs(&mut self) -> Vec<LogEntry> {
        std::mem::take(&mut self.vm.logs)
    }
    /// Calls made and not yet settled.
    pub fn pending_calls(&self) -> usize {
        self.vm.tools.pending.len()
    }
    /// Bytes accounted to the guest now.
    pub fn memory_used(&self) -> u64 {
        self.vm.heap.bytes as u64
    }
    /// Fuel used since the start.
    pub fn fuel_used(&self) -> u64 {
        self.vm.fuel_used()
    }
}

/// Why the job loop stopped.
pub(crate) enum Idle {
    Done,
    Blocked { wake: Option<f64> },
    Deadlock,
}

impl Vm {
    /// Runs frames and jobs until nothing is left to do now.
    pub(crate) fn run_jobs(&mut self) -> Completion<Idle> {
        let mut pending: Option<Abrupt> = self.resume_with.take();
        loop {
            if !self.frames.is_empty() || pending.is_some() {
                match self.run_loop_with(0, pending.take()) {
                    Ok(_) => {}
                    Err(Abrupt::Throw(value)) => self.uncaught(value)?,
                    Err(other) => return Err(other),
                }
                continue;
            }
            self.top = 0;
            if let Some(error) = self.reported.take() {
                self.uncaught(error)?;
            }
            if self.program_done {
                return Ok(Idle::Done);
            }
            if self.fuel <= 0 {
                return Err(Abrupt::Preempt);
            }
            if self.heap.gc_due() {
                self.collect_garbage()?;
            }
            if let Some(job) = self.jobs.pop_front() {
                match self.start_job(job) {
                    Ok(()) => {}
                    Err(e @ Abrupt::Throw(_)) if !self.frames.is_empty() => pending = Some(e),
                    Err(Abrupt::Throw(value)) => self.uncaught(value)?,
                    Err(other) => return Err(other),
                }
                continue;
            }
            if let Some(timer) = self.timers.take_due(self.now.monotonic_ms) {
                self.jobs.push_back(crate::jobs::Job::Call {
                    function: timer.callback,
                    args: timer.args,
                });
                continue;
            }
            let wake = self.timers.wake();
            if wake.is_none() && self.tools.pending.is_empty() {
                if self.program_promise == ObjectId::NONE {
                    return Ok(Idle::Done);
                }
                return Ok(Idle::Deadlock);
            }
            return Ok(Idle::Blocked { wake });
        }
    }
    /// A throw that no guest code caught: outside any promise it ends the run.
    fn uncaught(&mut self, value: Value) -> Completion<()> {
        Err(Abrupt::Throw(value))
    }
}
