//! A scripted program and a scripted host on virtual time.

use codemode_engine::guest::{Clock, Guest};
use codemode_engine::limits::apply;
use codemode_engine::result::RunResult;
use codemode_engine::scheduler::Scheduler;
use codemode_engine::session::{Session, State};
use codemode_engine::settings::{Entry, RuntimeConfig, Settings};
use codemode_interpreter::{Now, Step};
use codemode_protocol::{
    CallId, Diagnostic, DiagnosticKind, Halt, LogEntry, LogLevel, Outcome, Payload, Returned,
    ToolCall, ToolFailure, ToolReply,
};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock};

/// One thing the scripted program does.
#[derive(Clone, Debug)]
pub enum Act {
    /// Calls a tool; the n-th call of a script has id n.
    Call(u32, &'static str),
    /// Waits for the reply to a call; a failure ends the program unless it is caught.
    Await(u32),
    /// Waits for the reply to a call, whatever it is.
    Catch(u32),
    Sleep(f64),
    /// Computes for so many milliseconds, in slices of one.
    Burn(f64),
    Log(&'static str),
    Search(&'static str),
    Return(&'static str),
    Fail(&'static str),
    /// A rejection nobody handles.
    Unhandled(&'static str),
}

#[derive(Clone, Default)]
pub struct VirtualClock(Arc<Mutex<f64>>);

impl VirtualClock {
    pub fn set(&self, ms: f64) {
        *self.0.lock().unwrap() = ms;
    }
    pub fn ms(&self) -> f64 {
        *self.0.lock().unwrap()
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Now {
        Now { epoch_ms: self.ms(), monotonic_ms: self.ms() }
    }
}

pub struct Script {
    acts: VecDeque<Act>,
    clock: VirtualClock,
    calls: Vec<ToolCall>,
    made: u32,
    replies: HashMap<u32, ToolReply>,
    logs: Vec<LogEntry>,
    outcome: Option<Outcome>,
    unhandled: Vec<Diagnostic>,
    wake: Option<f64>,
    searching: bool,
}

impl Script {
    pub fn new(acts: &[Act], clock: &VirtualClock) -> Self {
        Script {
            acts: acts.iter().cloned().collect(),
            clock: clock.clone(),
            calls: Vec::new(),
            made: 0,
            replies: HashMap::new(),
            logs: Vec::new(),
            outcome: None,
            unhandled: Vec::new(),
            wake: None,
            searching: false,
        }
    }
    fn finish(&mut self, result: Result<Payload, Diagnostic>) -> Step {
        let result = result.map(|value| Returned { value });
        self.outcome = Some(Outcome { result, unhandled: std::mem::take(&mut self.unhandled) });
        Step::Done
    }
}

impl Guest for Script {
    fn run(&mut self, _fuel: u64, now: Now) -> Step {
        while let Some(act) = self.acts.front().cloned() {
            match act {
                Act::Call(tool, input) => {
                    let id = CallId(self.made);
                    self.made += 1;
                    let input = match input {
                        "" => Payload::Undefined,
                        text => Payload::Json(text.into()),
                    };
                    self.calls.push(ToolCall { id, tool, input, location: None });
                }
                Act::Await(id) => match self.replies.get(&id) {
                    None => return Step::Blocked { wake: None },
                    Some(Ok(_)) => {}
                    Some(Err(failure)) => {
                        let diagnostic = Diagnostic::new(failure.kind, failure.message.clone());
                        return self.finish(Err(diagnostic));
                    }
                },
                Act::Catch(id) => {
                    if !self.replies.contains_key(&id) {
                        return Step::Blocked { wake: None };
                    }
                }
                Act::Sleep(ms) => {
                    let wake = *self.wake.get_or_insert(now.monotonic_ms + ms);
                    if now.monotonic_ms < wake {
                        return Step::Blocked { wake: Some(wake) };
                    }
                    self.wake = None;
                }
                Act::Burn(ms) => {
                    self.clock.set(self.clock.ms() + 1.0);
                    if ms > 1.0 {
                        self.acts[0] = Act::Burn(ms - 1.0);
                        return Step::Preempted;
                    }
                }
                Act::Log(text) => {
                    self.logs.push(LogEntry { level: LogLevel::Log, text: text.into() });
                }
                Act::Search(input) => {
                    if !std::mem::replace(&mut self.searching, true) {
                        return Step::Search { query: Payload::Json(input.into()) };
                    }
                    self.searching = false;
                }
                Act::Return(text) => {
                    let value = match text {
                        "" => Payload::Undefined,
                        text => Payload::Json(text.into()),
                    };
                    return self.finish(Ok(value));
                }
                Act::Fail(text) => {
                    let error = Diagnostic::new(DiagnosticKind::ExecutionFailure, text);
                    return self.finish(Err(error));
                }
                Act::Unhandled(text) => {
                    self.unhandled.push(Diagnostic::new(DiagnosticKind::ExecutionFailure, text));
                }
            }
            self.acts.pop_front();
        }
        self.finish(Ok(Payload::Undefined))
    }
    fn take_calls(&mut self) -> Vec<ToolCall> {
        std::mem::take(&mut self.calls)
    }
    fn settle(&mut self, id: CallId, reply: ToolReply) -> bool {
        self.replies.insert(id.0, reply).is_none()
    }
    fn answer(&mut self, reply: ToolReply) {
        let text = match reply {
            Ok(_) => "found".into(),
            Err(failure) => failure.message,
        };
        self.logs.push(LogEntry { level: LogLevel::Log, text });
    }
    fn cancel(&mut self, _halt: Halt) {
        self.acts.clear();
    }
    fn outcome(&mut self) -> Option<Outcome> {
        self.outcome.take()
    }
    fn take_logs(&mut self) -> Vec<LogEntry> {
        std::mem::take(&mut self.logs)
    }
}

/// How the scripted host treats the calls of one tool.
#[derive(Clone, Debug)]
pub struct ToolScript {
    pub entry: Entry,
    pub ms: f64,
    pub reply: ToolReply,
    pub keys: Vec<String>,
    pub refuse: bool,
    /// Ends with a reply so many milliseconds after its signal fired.
    pub cleanup_ms: Option<f64>,
}

pub fn tool(name: &str, ms: f64) -> ToolScript {
    ToolScript {
        entry: Entry { name: name.into(), ..Entry::default() },
        ms,
        reply: Ok(Payload::Json("1".into())),
        keys: Vec::new(),
        refuse: false,
        cleanup_ms: None,
    }
}

impl ToolScript {
    pub fn failing(mut self, message: &str) -> Self {
        self.reply = Err(failure(DiagnosticKind::ToolFailure, message));
        self
    }
    pub fn text(mut self, text: &str) -> Self {
        self.reply = Ok(Payload::Text(text.into()));
        self
    }
    pub fn keyed(mut self, keys: &str, mutating: bool) -> Self {
        self.entry.keys = true;
        self.entry.mutating = mutating;
        self.keys = keys.chars().map(String::from).collect();
        self
    }
}

pub fn failure(kind: DiagnosticKind, message: &str) -> ToolFailure {
    ToolFailure { kind, message: message.into(), name: None, data: None, suggestions: Vec::new() }
}

/// A run that is over.
#[derive(Debug)]
pub struct Run {
    pub json: String,
    pub result: RunResult,
    pub ms: f64,
    /// Start and end of each call that was started, by id.
    pub calls: BTreeMap<u32, (f64, Option<f64>)>,
    pub interrupted: Vec<u32>,
    pub reject: bool,
    /// When running tools were told to stop.
    pub aborted_at: Option<f64>,
    pub events: Vec<String>,
}

pub struct World {
    pub tools: Vec<ToolScript>,
    pub config: &'static str,
    pub abort_at: Option<f64>,
}

impl World {
    pub fn new(config: &'static str, tools: Vec<ToolScript>) -> Self {
        World { tools, config, abort_at: None }
    }

    pub fn run(&self, acts: &[Act]) -> Run {
        let mut config: RuntimeConfig = serde_json::from_str(self.config).unwrap();
        config.tools = self.tools.iter().map(|tool| tool.entry.clone()).collect();
        let settings = Arc::new(Settings::new(config).unwrap());
        let mut limits = settings.limits.clone();
        apply(&mut limits, &serde_json::Map::new(), false).unwrap();
        let clock = VirtualClock::default();
        let scheduler = Arc::new(Mutex::new(Scheduler::new(settings.scheduling.mode)));
        let guest = Script::new(acts, &clock);
        let discovery = Arc::new(OnceLock::new());
        let mut session = Session::new(guest, settings, limits, discovery, scheduler, clock.now());
        let mut due: BTreeMap<(u64, u32), ToolReply> = BTreeMap::new();
        let mut running: BTreeMap<u32, u32> = BTreeMap::new();
        let mut calls = BTreeMap::new();
        let mut aborted_at = None;
        let mut events = Vec::new();
        let mut abort_at = self.abort_at;
        let at = |ms: f64| (ms * 1000.0) as u64;
        loop {
            while session.state() == State::Runnable {
                session.advance(1000, &clock);
                if abort_at.is_some_and(|at| at <= clock.ms()) {
                    abort_at = None;
                    session.abort("enough", clock.now());
                }
                if session.has_news() {
                    break;
                }
            }
            let turn = session.turn(clock.now());
            events
                .extend(turn.events.iter().map(|event| format!("{} {:?}", event.seq, event.what)));
            for start in &turn.starts {
                let tool = &self.tools[start.tool as usize];
                calls.insert(start.id, (clock.ms(), None));
                running.insert(start.id, start.tool);
                due.insert((at(clock.ms() + tool.ms), start.id), tool.reply.clone());
            }
            if turn.abort_tools {
                aborted_at.get_or_insert(clock.ms());
                for (id, tool) in &running {
                    let Some(ms) = self.tools[*tool as usize].cleanup_ms else { continue };
                    due.retain(|(_, other), _| other != id);
                    let stopped = Err(failure(DiagnosticKind::ToolFailure, "stopped"));
                    due.insert((at(clock.ms() + ms), *id), stopped);
                }
            }
            if let Some(result) = turn.result {
                return Run {
                    json: result.to_json(true),
                    result,
                    ms: clock.ms(),
                    calls,
                    interrupted: turn.interrupted,
                    reject: turn.reject,
                    aborted_at,
                    events,
                };
            }
            if !turn.offers.is_empty() {
                let verdicts: Vec<_> = turn
                    .offers
                    .iter()
                    .map(|offer| {
                        let tool = &self.tools[offer.tool as usize];
                        let refused = failure(DiagnosticKind::InvalidToolInput, "bad input");
                        (offer.id, if tool.refuse { Err(refused) } else { Ok(tool.keys.clone()) })
                    })
                    .collect();
                session.admit(verdicts, clock.now());
                continue;
            }
            if session.state() == State::Runnable {
                continue;
            }
            let next_reply = due.keys().next().map(|key| key.0 as f64 / 1000.0);
            let wake = turn.wake_ms.map(|ms| clock.ms() + ms);
            let times = [next_reply, wake, abort_at];
            let Some(next) = times.into_iter().flatten().reduce(f64::min) else {
                panic!("nothing left to happen: {turn:?}");
            };
            clock.set(next.max(clock.ms()));
            session.tick(clock.now());
            if abort_at.is_some_and(|at| at <= clock.ms()) {
                abort_at = None;
                session.abort("enough", clock.now());
            }
            let mut batch = Vec::new();
            while let Some(entry) = due.first_entry() {
                if entry.key().0 > at(clock.ms()) {
                    break;
                }
                let ((_, id), reply) = entry.remove_entry();
                running.remove(&id);
                calls.entry(id).and_modify(|times| times.1 = Some(clock.ms()));
                batch.push((id, reply));
            }
            session.reply(batch, clock.now());
        }
    }
}
