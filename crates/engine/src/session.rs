//! `Session`: one run as a state machine, from the first slice to the result.
//!
//! A session owns its machine and decides everything about the run: admission, order, limits, warnings,
//! truncation, the end. Its driver supplies time and threads, starts the calls it is told to start and
//! brings their replies; it makes no decision. A session is plain data and may move between threads.
//!
//! Invariants: the first end wins and nothing that comes later changes it; no guest code runs after it;
//! every admitted call is reported as ended exactly once or was never started.

mod calls;

use crate::discovery::SharedDiscovery;
use crate::events::{Event, Events, What};
use crate::failure;
use crate::guest::{Clock, Guest};
use crate::output::{Logs, Overflow};
use crate::result::{Ending, RunResult, assemble};
use crate::scheduler::{Lane, Scheduler};
use crate::semantics::{Cleanup, MissingArgs, OnAbort};
use crate::settings::{Settings, ToolSettings};
use calls::{CallState, Calls};
use codemode_interpreter::{Now, Step};
use codemode_protocol::{
    CallId, Diagnostic, DiagnosticKind, Halt, Limits, LogEntry, Outcome, Payload, ToolCall,
    ToolFailure, ToolReply,
};
use std::sync::{Arc, Mutex, PoisonError};

/// The scheduler of a run, or the one it shares with the other runs of its runtime.
pub type SharedScheduler = Arc<Mutex<Scheduler>>;

/// What a session came to; see [`Session::turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The program can go on at once: call [`Session::advance`].
    Runnable,
    /// Nothing to do until a reply, an admission or the wake time.
    Waiting,
    /// `search` was called and there are no descriptions yet: supply them, then call `advance`.
    Describe,
    /// The program is over; tools that promised to settle are awaited.
    Cleanup,
    /// The result is there.
    Done,
}

/// A call whose input the host must look at before it is admitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    pub id: u32,
    pub tool: u32,
    pub input: Payload,
}

/// A call that may run now.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    pub id: u32,
    pub tool: u32,
    /// Position among the admitted calls.
    pub index: u32,
    /// `None` for a call that was offered: the host has its input already.
    pub input: Option<Payload>,
}

/// What the driver has to do.
#[derive(Debug)]
pub struct Turn {
    pub state: State,
    pub events: Vec<Event>,
    pub offers: Vec<Offer>,
    pub starts: Vec<Start>,
    /// Tell running tools to stop: their work is no longer wanted.
    pub abort_tools: bool,
    /// Milliseconds until [`Session::tick`] is due.
    pub wake_ms: Option<f64>,
    /// With `Done`: calls that were started and have not ended.
    pub interrupted: Vec<u32>,
    /// With `Done`: the caller aborted and wants to see his own reason instead of the result.
    pub reject: bool,
    /// With `Done`, once.
    pub result: Option<RunResult>,
}

#[derive(Debug, PartialEq)]
enum Phase {
    Running,
    /// The deadline has passed while the program waited; it may still return until then.
    Grace {
        until: f64,
    },
    Cleanup,
    Done,
}

/// See the module text.
pub struct Session<G> {
    guest: Option<G>,
    /// The guest of a run that is over; freeing it can take long, so the driver chooses where.
    retired: Option<G>,
    settings: Arc<Settings>,
    limits: Limits,
    discovery: SharedDiscovery,
    scheduler: SharedScheduler,
    lane: Lane,
    phase: Phase,
    runnable: bool,
    deadline: Option<f64>,
    guest_wake: Option<f64>,
    compute_ms: f64,
    result_bytes: u64,
    calls: Calls,
    logs: Option<Logs>,
    events: Events,
    pending_search: Option<Payload>,
    offers: Vec<Offer>,
    starts: Vec<Start>,
    abort_tools: bool,
    interrupted: Vec<u32>,
    /// The program is over, but calls it made last have not reached the host yet.
    closing: Option<Option<Outcome>>,
    ending: Option<(Result<Option<String>, Diagnostic>, Vec<Diagnostic>, bool)>,
    late: bool,
    aborted: bool,
    result: Option<RunResult>,
}

impl<G: Guest> Session<G> {
    /// A run that starts its clock now.
    pub fn new(
        guest: G,
        settings: Arc<Settings>,
        limits: Limits,
        discovery: SharedDiscovery,
        scheduler: SharedScheduler,
        now: Now,
    ) -> Self {
        let lane = lock(&scheduler).open(limits.max_parallel_tool_calls);
        let logs = Logs::new(&limits, &settings.semantics);
        Session {
            guest: Some(guest),
            retired: None,
            deadline: limits.timeout_ms.map(|ms| now.monotonic_ms + ms as f64),
            events: Events::new(settings.observe),
            settings,
            limits,
            discovery,
            scheduler,
            lane,
            phase: Phase::Running,
            runnable: true,
            guest_wake: None,
            compute_ms: 0.0,
            result_bytes: 0,
            calls: Calls::default(),
            logs: Some(logs),
            pending_search: None,
            offers: Vec::new(),
            starts: Vec::new(),
            abort_tools: false,
            interrupted: Vec::new(),
            closing: None,
            ending: None,
            late: false,
            aborted: false,
            result: None,
        }
    }

    /// The lane of this run in its scheduler.
    pub fn lane(&self) -> Lane {
        self.lane
    }

    /// What the run shares with others of its runtime.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Bytes that the program holds, or held when it ended and has not given back yet.
    pub fn memory_used(&self) -> u64 {
        self.guest.as_ref().or(self.retired.as_ref()).map_or(0, Guest::memory_used)
    }

    /// Where the run stands.
    pub fn state(&self) -> State {
        match self.phase {
            Phase::Done => State::Done,
            Phase::Cleanup => State::Cleanup,
            _ if self.pending_search.is_some() && self.discovery.get().is_none() => State::Describe,
            _ if self.runnable => State::Runnable,
            _ => State::Waiting,
        }
    }

    /// Runs the program for at most `fuel` units and handles what came of it.
    pub fn advance(&mut self, fuel: u64, clock: &impl Clock) {
        let began = clock.now();
        self.check_time(began);
        if matches!(self.phase, Phase::Cleanup | Phase::Done) || !self.runnable {
            return;
        }
        if let Some(query) = self.pending_search.take() {
            if !self.search(query, clock) {
                return;
            }
        }
        let Some(guest) = self.guest.as_mut() else { return };
        let step = guest.run(fuel, began);
        let logs = guest.take_logs();
        let calls = guest.take_calls();
        let ended = clock.now();
        self.compute_ms += ended.monotonic_ms - began.monotonic_ms;
        // What follows may settle calls at once and so make the program runnable again.
        self.runnable = !matches!(step, Step::Blocked { .. });
        self.print(logs);
        for call in calls {
            if self.over() {
                break;
            }
            self.submit(call, ended);
        }
        if self.over() {
            return;
        }
        match step {
            Step::Done => {
                self.pump_admission(ended);
                if self.over() {
                    return;
                }
                self.runnable = false;
                self.closing = Some(self.guest.as_mut().and_then(Guest::outcome));
                self.close(ended);
                return;
            }
            Step::Blocked { wake } => self.guest_wake = wake,
            Step::Search { query } => self.pending_search = Some(query),
            Step::Preempted => {}
        }
        if self.limits.compute_ms.is_some_and(|max| self.compute_ms >= max as f64) {
            self.halt(Halt::Compute, ended);
        } else {
            self.pump_admission(ended);
            self.check_time(ended);
        }
    }

    /// Ends a run whose program is over, once the host knows of every call: calls start when they are made,
    /// also those that nobody awaits.
    fn close(&mut self, now: Now) {
        if self.over() || !self.offers.is_empty() || !self.starts.is_empty() {
            return;
        }
        if let Some(outcome) = self.closing.take() {
            self.finish_program(outcome, now);
        }
    }

    /// Takes what the driver has to do; each part is handed out once.
    pub fn turn(&mut self, now: Now) -> Turn {
        self.collect_starts(now);
        let state = self.state();
        Turn {
            state,
            events: self.events.take(),
            offers: std::mem::take(&mut self.offers),
            starts: std::mem::take(&mut self.starts),
            abort_tools: std::mem::take(&mut self.abort_tools),
            wake_ms: self.wake(now),
            interrupted: std::mem::take(&mut self.interrupted),
            reject: self.aborted && self.settings.semantics.on_abort == OnAbort::Reject,
            result: self.result.take(),
        }
    }

    /// True if [`Session::turn`] would hand out anything but a state.
    pub fn has_news(&self) -> bool {
        !self.offers.is_empty()
            || !self.starts.is_empty()
            || self.abort_tools
            || self.phase == Phase::Done
            || self.phase == Phase::Cleanup
            || self.state() == State::Describe
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Now) {
        self.check_time(now);
        self.close(now);
        if !self.over() && self.guest_wake.is_some_and(|wake| wake <= now.monotonic_ms) {
            self.guest_wake = None;
            self.runnable = true;
        }
    }

    /// The caller no longer wants the run.
    pub fn abort(&mut self, reason: &str, now: Now) {
        if self.over() {
            if self.phase == Phase::Cleanup {
                self.conclude(now);
            }
            return;
        }
        self.aborted = true;
        let mut diagnostic = failure::halted(Halt::Aborted, &self.limits);
        if !reason.is_empty() {
            diagnostic.message = format!("The run was aborted: {reason}");
        }
        self.stop(Halt::Aborted, diagnostic, now);
    }

    /// Ends the run because of a bug of ours.
    pub fn poison(&mut self, now: Now) {
        self.guest = None;
        self.halt(Halt::Internal, now);
    }

    /// When a program that does not return by itself must be stopped: the deadline or the end of its compute
    /// budget, on the monotonic clock.
    pub fn stop_at(&self, now: Now) -> Option<f64> {
        let left =
            self.limits.compute_ms.map(|max| now.monotonic_ms + max as f64 - self.compute_ms);
        let deadline = match self.phase {
            Phase::Grace { until } => Some(until),
            _ => self.deadline,
        };
        [left, deadline].into_iter().flatten().reduce(f64::min)
    }

    /// Other lanes of a shared scheduler that can start calls because of what happened here.
    pub fn take_touched(&self) -> Vec<Lane> {
        lock(&self.scheduler).take_touched()
    }

    fn over(&self) -> bool {
        matches!(self.phase, Phase::Cleanup | Phase::Done)
    }

    fn wake(&self, now: Now) -> Option<f64> {
        let at = match self.phase {
            Phase::Done => return None,
            Phase::Cleanup => self.deadline.filter(|_| !self.late),
            Phase::Grace { until } => Some(self.guest_wake.map_or(until, |wake| wake.min(until))),
            Phase::Running if self.closing.is_some() => Some(now.monotonic_ms),
            Phase::Running if self.runnable => self.stop_at(now),
            Phase::Running => {
                [self.guest_wake, self.deadline].into_iter().flatten().reduce(f64::min)
            }
        };
        at.map(|at| (at - now.monotonic_ms).max(0.0))
    }

    /// Applies deadline and grace.
    fn check_time(&mut self, now: Now) {
        let passed = |at: Option<f64>| at.is_some_and(|at| now.monotonic_ms >= at);
        match self.phase {
            Phase::Running if passed(self.deadline) => {
                let grace = self.limits.grace_ms.unwrap_or(u64::MAX) as f64;
                // A timer that is due does not make the program busy; it may fire during grace.
                if self.runnable || grace == 0.0 {
                    self.halt(Halt::Timeout, now);
                    return;
                }
                let until = self.deadline.unwrap_or(now.monotonic_ms) + grace;
                self.phase = Phase::Grace { until };
                self.late = true;
                self.abort_tools = true;
                self.refuse_waiting(now);
            }
            Phase::Grace { until } if now.monotonic_ms >= until => self.halt(Halt::Timeout, now),
            Phase::Cleanup if !self.late && passed(self.deadline) => {
                self.late = true;
                self.conclude(now);
            }
            _ => {}
        }
    }

    /// Stops the program for a reason of ours.
    fn halt(&mut self, halt: Halt, now: Now) {
        let diagnostic = failure::halted(halt, &self.limits);
        self.stop(halt, diagnostic, now);
    }

    fn stop(&mut self, halt: Halt, diagnostic: Diagnostic, now: Now) {
        if self.over() {
            return;
        }
        if let Some(guest) = self.guest.as_mut() {
            guest.cancel(halt);
            let logs = guest.take_logs();
            self.print_rest(logs);
        }
        self.end(Err(diagnostic), Vec::new(), false, now);
    }

    fn finish_program(&mut self, outcome: Option<Outcome>, now: Now) {
        let Some(outcome) = outcome else {
            self.halt(Halt::Internal, now);
            return;
        };
        let (result, invalid) = match outcome.result {
            Ok(returned) => (Ok(crate::json::payload_text(returned.value)), false),
            // The machine was interrupted a moment before its time was up.
            Err(diagnostic) if diagnostic.kind == DiagnosticKind::TimeoutExceeded => {
                let compute = self.limits.compute_ms.is_some()
                    && self.deadline.is_none_or(|at| now.monotonic_ms < at - 2.0);
                self.halt(if compute { Halt::Compute } else { Halt::Timeout }, now);
                return;
            }
            Err(diagnostic) => {
                let invalid = diagnostic.kind == DiagnosticKind::InvalidDataValue
                    && diagnostic.message.starts_with("Execution result");
                (Err(located(diagnostic)), invalid)
            }
        };
        self.end(result, outcome.unhandled, invalid, now);
    }

    /// The one gate through which every run ends.
    fn end(
        &mut self,
        result: Result<Option<String>, Diagnostic>,
        unhandled: Vec<Diagnostic>,
        invalid_return: bool,
        now: Now,
    ) {
        if self.over() {
            return;
        }
        self.collect_starts_dropped();
        self.retired = self.guest.take();
        self.runnable = false;
        self.pending_search = None;
        self.offers.clear();
        self.ending = Some((result, unhandled, invalid_return));
        let settings = Arc::clone(&self.settings);
        let awaited = settings.semantics.cleanup == Cleanup::Await
            && self.calls.running().any(|call| {
                settings.tools.get(call.tool as usize).is_some_and(|tool| tool.await_cleanup)
            });
        self.phase = Phase::Cleanup;
        if awaited && !(self.aborted && settings.semantics.on_abort == OnAbort::Reject) {
            self.abort_tools = true;
        } else {
            self.conclude(now);
        }
    }

    /// Puts the result together.
    fn conclude(&mut self, now: Now) {
        let (Some((outcome, unhandled, invalid_return)), Some(logs)) =
            (self.ending.take(), self.logs.take())
        else {
            return;
        };
        self.phase = Phase::Done;
        let running: Vec<u32> = self.calls.running().map(|call| call.id).collect();
        for id in running {
            self.calls.end(id, &mut self.events, now, crate::events::CallEnd::Interrupted, 0, None);
            self.interrupted.push(id);
        }
        lock(&self.scheduler).close(self.lane);
        let late = (self.late && outcome.is_ok()).then(|| {
            let ms = self.limits.timeout_ms.unwrap_or_default();
            Diagnostic::new(
                DiagnosticKind::TimeoutExceeded,
                format!(
                    "The program returned, but work in the background was still running at the {ms}ms timeout \
                     and was interrupted. Await all promises."
                ),
            )
        });
        let tool_calls = self.calls.names(&self.settings.tools);
        let ending = Ending { outcome, invalid_return, unhandled, late, logs, tool_calls };
        self.result = Some(assemble(ending, &self.limits, &self.settings.semantics));
    }

    fn print(&mut self, entries: Vec<LogEntry>) {
        for entry in entries {
            let Some(logs) = self.logs.as_mut() else { return };
            let level = entry.level;
            let line = logs.render(entry);
            if self.events.wanted() {
                self.events.push(What::Log { level, text: line.clone() });
            }
            if let Err(overflow) = logs.push(line) {
                self.overflow(overflow);
                return;
            }
        }
    }

    /// Lines printed before the program was stopped; limits no longer matter, only room does.
    fn print_rest(&mut self, entries: Vec<LogEntry>) {
        for entry in entries {
            let Some(logs) = self.logs.as_mut() else { return };
            let line = logs.render(entry);
            if logs.push(line).is_err() {
                return;
            }
        }
    }

    fn overflow(&mut self, overflow: Overflow) {
        let mut diagnostic = failure::halted(Halt::Output, &self.limits);
        let halt = match overflow {
            Overflow::Lines(max) => {
                diagnostic.message = format!("Console output exceeded its limit of {max} lines.");
                Halt::Output
            }
            Overflow::Bytes(max) => {
                diagnostic.message = format!("Console output exceeded its limit of {max} bytes.");
                Halt::Output
            }
            Overflow::Memory => {
                diagnostic = failure::halted(Halt::Memory, &self.limits);
                Halt::Memory
            }
        };
        let now = Now::default();
        self.stop(halt, diagnostic, now);
    }

    /// Answers `search`; false if descriptions are missing or the run is over.
    fn search(&mut self, query: Payload, clock: &impl Clock) -> bool {
        let discovery = Arc::clone(&self.discovery);
        let Some(discovery) = discovery.get() else {
            self.pending_search = Some(query);
            return false;
        };
        let began = clock.now().monotonic_ms;
        let reply = discovery.search(&query);
        let now = clock.now();
        let refused = matches!(&reply, Err(f) if f.kind == DiagnosticKind::InvalidToolInput);
        if !refused {
            let Some(index) = self.count(now) else { return false };
            self.calls.record_search();
            if self.events.wanted() {
                let error = reply.as_ref().err().map(|failure| failure.message.clone());
                let duration_ms = now.monotonic_ms - began;
                self.events.push(What::Search { index, input: query, duration_ms, error });
            }
        }
        if let Some(guest) = self.guest.as_mut() {
            guest.answer(reply);
        }
        true
    }

    /// Admits one more call, or ends the run; returns its index.
    fn count(&mut self, now: Now) -> Option<u32> {
        let admitted = self.calls.admitted();
        if self.limits.max_tool_calls.is_some_and(|max| u64::from(admitted) >= max) {
            self.halt(Halt::ToolCalls, now);
            return None;
        }
        Some(admitted)
    }

    fn tool(&self, tool: u32) -> Option<&ToolSettings> {
        self.settings.tools.get(tool as usize)
    }

    fn settle(&mut self, id: u32, reply: ToolReply) {
        if let Some(guest) = self.guest.as_mut() {
            guest.settle(CallId(id), reply);
            self.runnable = self.closing.is_none();
        }
    }
}

/// Appends the position to the message of a problem of the program text, where models look for it. Messages
/// of tools and of values that the program threw stay as they are.
pub(crate) fn located(mut diagnostic: Diagnostic) -> Diagnostic {
    let concerns_text = matches!(
        diagnostic.kind,
        DiagnosticKind::ParseError
            | DiagnosticKind::UnsupportedSyntax
            | DiagnosticKind::InvalidDataValue
            | DiagnosticKind::ExecutionFailure
            | DiagnosticKind::CallDepthExceeded
            | DiagnosticKind::Deadlock
    );
    if let Some(location) = diagnostic.location.filter(|_| concerns_text) {
        let suffix = format!(" (line {}, col {})", location.line, location.column);
        if !diagnostic.message.ends_with(&suffix) && !diagnostic.message.starts_with("Uncaught") {
            diagnostic.message.push_str(&suffix);
        }
    }
    diagnostic
}

fn lock(scheduler: &SharedScheduler) -> std::sync::MutexGuard<'_, Scheduler> {
    scheduler.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G> Drop for Session<G> {
    fn drop(&mut self) {
        lock(&self.scheduler).close(self.lane);
    }
}

fn refusal(kind: DiagnosticKind, message: impl Into<String>) -> ToolFailure {
    ToolFailure { kind, message: message.into(), name: None, data: None, suggestions: Vec::new() }
}

fn not_an_object(input: &Payload) -> Option<&'static str> {
    match input {
        Payload::Undefined => None,
        Payload::Text(_) => Some("string"),
        Payload::Bytes(_) => Some("bytes"),
        Payload::Json(text) => match text.trim_start().bytes().next() {
            Some(b'{') => None,
            Some(b'[') => Some("an array"),
            Some(b'"') => Some("string"),
            Some(b't' | b'f') => Some("boolean"),
            Some(b'n') => None,
            _ => Some("number"),
        },
    }
}

/// The life of calls inside a session.
impl<G: Guest> Session<G> {
    /// A call the program made.
    fn submit(&mut self, call: ToolCall, now: Now) {
        let id = call.id.0;
        let Some(tool) = self.tool(call.tool) else {
            self.settle(id, Err(refusal(DiagnosticKind::UnknownTool, "Unknown tool.")));
            return;
        };
        if matches!(self.phase, Phase::Grace { .. }) {
            self.settle(id, Err(too_late()));
            return;
        }
        let offered = tool.offered && tool.blocked.is_none();
        if self.settings.semantics.missing_args == MissingArgs::EmptyObject {
            if let Some(given) = not_an_object(&call.input) {
                let message = format!(
                    "Tool '{}' takes one object that matches its parameters; the argument was {given}.",
                    tool.name
                );
                let mut failure = refusal(DiagnosticKind::InvalidToolInput, message);
                failure.name = Some("TypeError".into());
                self.settle(id, Err(failure));
                return;
            }
        }
        let input = if offered {
            self.offers.push(Offer { id, tool: call.tool, input: call.input });
            None
        } else {
            Some(call.input)
        };
        self.calls.made(id, call.tool, input, offered);
        if !offered {
            self.pump_admission(now);
        }
    }

    /// Verdicts on offers: conflict keys, or why the input is refused. Offers that are not named here are taken
    /// to be answered later and lose their place in the order of admission.
    pub fn admit(
        &mut self,
        verdicts: impl IntoIterator<Item = (u32, Result<Vec<String>, ToolFailure>)>,
        now: Now,
    ) {
        if self.over() {
            return;
        }
        let mut late = Vec::new();
        for (id, verdict) in verdicts {
            match verdict {
                Ok(keys) => {
                    if self.calls.accept(id, keys) {
                        late.push(id);
                    }
                }
                Err(failure) => {
                    if self.calls.refuse(id) {
                        self.settle(id, Err(failure));
                    }
                }
            }
        }
        self.calls.defer_unanswered();
        for id in late {
            self.admit_one(id, now);
        }
        self.pump_admission(now);
        self.close(now);
    }

    /// Admits what stands at the head of the line and needs no verdict any more.
    fn pump_admission(&mut self, now: Now) {
        while let Some(id) = self.calls.next_ready() {
            if self.over() {
                return;
            }
            self.admit_one(id, now);
        }
    }

    fn admit_one(&mut self, id: u32, now: Now) {
        if self.over() {
            return;
        }
        let Some(index) = self.count(now) else { return };
        let Some((tool, keys)) = self.calls.admit(id, index, now.monotonic_ms) else { return };
        self.events.push(What::Queued { id, tool, index });
        let Some(settings) = self.settings.tools.get(tool as usize) else { return };
        lock(&self.scheduler).submit(self.lane, id, settings.mutating, keys);
        self.collect_starts(now);
    }

    /// Calls the scheduler has started since the last look.
    fn collect_starts(&mut self, now: Now) {
        if self.over() {
            return;
        }
        loop {
            let started = lock(&self.scheduler).take_started(self.lane);
            if started.is_empty() {
                return;
            }
            for id in started {
                self.start(id, now);
            }
        }
    }

    fn start(&mut self, id: u32, now: Now) {
        let Some(begun) = self.calls.start(id, now.monotonic_ms) else { return };
        let (tool, index, input) = (begun.tool, begun.index, begun.input);
        self.events.push(What::Started { id, tool, index, queued_ms: begun.queued_ms });
        match self.tool(tool).and_then(|tool| tool.blocked.clone()) {
            Some(reason) => {
                let mut failure = refusal(DiagnosticKind::ToolFailure, reason);
                failure.data = Some("{\"code\":\"Blocked\"}".into());
                self.reply_one(id, Err(failure), now);
            }
            None => self.starts.push(Start { id, tool, index, input }),
        }
    }

    /// Replies of tools; unknown, repeated and late ones are ignored.
    pub fn reply(&mut self, replies: impl IntoIterator<Item = (u32, ToolReply)>, now: Now) {
        for (id, reply) in replies {
            self.reply_one(id, reply, now);
        }
        self.collect_starts(now);
        self.close(now);
    }

    fn reply_one(&mut self, id: u32, reply: ToolReply, now: Now) {
        if self.phase == Phase::Done || self.calls.state(id) != Some(CallState::Running) {
            return;
        }
        let bytes = reply.as_ref().map_or(0, crate::json::payload_bytes);
        let (end, message) = match &reply {
            Ok(_) => (crate::events::CallEnd::Success, None),
            Err(failure) => (crate::events::CallEnd::Failure, Some(failure.message.clone())),
        };
        self.calls.end(id, &mut self.events, now, end, bytes, message);
        if self.phase == Phase::Cleanup {
            let tools = Arc::clone(&self.settings);
            let waiting = self.calls.running().any(|call| {
                tools.tools.get(call.tool as usize).is_some_and(|tool| tool.await_cleanup)
            });
            if !waiting {
                self.conclude(now);
            }
            return;
        }
        lock(&self.scheduler).finish(self.lane, id);
        self.result_bytes = self.result_bytes.saturating_add(bytes);
        if self.limits.tool_result_bytes.is_some_and(|max| self.result_bytes > max) {
            self.halt(Halt::ToolResults, now);
            return;
        }
        self.settle(id, reply);
    }

    /// The deadline has passed: calls not started yet never will be.
    fn refuse_waiting(&mut self, now: Now) {
        for id in self.calls.drop_waiting() {
            lock(&self.scheduler).finish(self.lane, id);
            self.settle(id, Err(too_late()));
        }
        self.offers.clear();
        self.collect_starts(now);
    }

    /// Calls the scheduler has started and nobody was told about are over before they began.
    fn collect_starts_dropped(&mut self) {
        let untold: Vec<u32> = self.starts.drain(..).map(|start| start.id).collect();
        for id in untold {
            self.calls.forget(id);
        }
    }
}

fn too_late() -> ToolFailure {
    refusal(
        DiagnosticKind::TimeoutExceeded,
        "The time limit of the run has passed; no further tool calls are made.",
    )
}
