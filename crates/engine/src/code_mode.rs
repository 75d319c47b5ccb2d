//! `CodeMode`: programs for Rust hosts, driven on tokio.
//!
//! A run is a future: it computes a little on the task that polls it, moves to tokio's blocking threads when
//! the program computes for long, and ends its tools when it is dropped.

use crate::engine::{Descriptions, Engine, GivenSchema, RunOptions, ToolDescription};
use crate::events::Event;
use crate::guest::{Clock, SystemClock};
use crate::limits::{ConfigError, apply};
use crate::result::RunResult;
use crate::semantics::SemanticsOptions;
use crate::session::{Session, State, Turn};
use crate::settings::{Entry, RuntimeConfig, Scheduling, Settings};
use crate::tool::{CallContext, Tool};
use codemode_catalog::{Catalog, SchemaSource};
use codemode_interpreter::Machine;
use codemode_protocol::{
    Diagnostic, DiagnosticKind, Limits, Payload, Preset, ToolFailure, ToolReply,
};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::task::{Id, JoinSet};

/// Fuel between two looks at the clock.
const SLICE_FUEL: u64 = 50_000;
/// How long a program computes on the task that polls it.
const HERE: Duration = Duration::from_micros(500);
/// How long it computes on a blocking thread before replies and time are looked at.
const AWAY: Duration = Duration::from_millis(5);

/// Options of a runtime; see [`CodeMode::builder`].
#[derive(Default)]
pub struct Builder {
    config: RuntimeConfig,
    limits: Vec<(&'static str, Option<u64>)>,
    tools: Vec<Tool>,
    descriptions: HashMap<String, String>,
    observer: Option<Arc<dyn Fn(&Event) + Send + Sync>>,
}

impl Builder {
    /// Named default values.
    pub fn preset(mut self, preset: Preset) -> Self {
        self.config.preset = preset;
        self
    }

    /// Sets a limit by its public name; `None` lifts it.
    pub fn limit(mut self, name: &'static str, value: Option<u64>) -> Self {
        self.limits.push((name, value));
        self
    }

    /// Chooses behaviours one by one.
    pub fn semantics(mut self, semantics: SemanticsOptions) -> Self {
        self.config.semantics = semantics;
        self
    }

    /// How conflicting calls are kept apart.
    pub fn scheduling(mut self, scheduling: Scheduling) -> Self {
        self.config.scheduling = scheduling;
        self
    }

    /// Runs at once; more wait their turn.
    pub fn max_concurrent_runs(mut self, runs: u64) -> Self {
        self.config.max_concurrent_runs = Some(runs);
        self
    }

    /// Adds a tool at the top level.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.config.tools.push(entry(&tool));
        self.tools.push(tool);
        self
    }

    /// Adds a group of tools.
    pub fn namespace(
        mut self,
        name: impl Into<String>,
        description: impl Into<String>,
        tools: Vec<Tool>,
    ) -> Self {
        let name = name.into();
        let description = description.into();
        if !description.is_empty() {
            self.descriptions.insert(name.clone(), description);
        }
        let entries = tools.iter().map(entry).collect();
        self.config.tools.push(Entry { name, tools: Some(entries), ..Entry::default() });
        self.tools.extend(tools);
        self
    }

    /// Sees everything that happens in every run.
    pub fn observer(mut self, observer: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.config.observe = true;
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Checks everything.
    pub fn build(mut self) -> Result<CodeMode, ConfigError> {
        for (name, value) in self.limits {
            let value = value.map_or_else(|| "Infinity".into(), serde_json::Value::from);
            self.config.limits.insert(name.to_owned(), value);
        }
        let mut limits = Limits::preset(self.config.preset);
        apply(&mut limits, &self.config.limits, false)?;
        let permits = self.config.max_concurrent_runs;
        let engine = Engine::new(Settings::new(self.config)?);
        let schema =
            |value: &serde_json::Value| Some(GivenSchema(SchemaSource::value(value.clone())));
        let described = self.tools.iter().map(|tool| ToolDescription {
            description: tool.description.clone(),
            input: schema(&tool.input),
            output: schema(&tool.output),
            ..ToolDescription::default()
        });
        engine
            .describe(Descriptions { tools: described.collect(), namespaces: self.descriptions })?;
        let permits = permits.map(|runs| {
            let runs = usize::try_from(runs).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
            Semaphore::new(runs)
        });
        Ok(CodeMode {
            shared: Arc::new(Shared {
                engine,
                tools: self.tools,
                observer: self.observer,
                permits,
            }),
        })
    }
}

fn entry(tool: &Tool) -> Entry {
    Entry {
        name: tool.name.clone(),
        blocked: tool.blocked.clone(),
        mutating: tool.mutating,
        validates: true,
        keys: tool.keys.is_some(),
        ..Entry::default()
    }
}

struct Shared {
    engine: Engine,
    tools: Vec<Tool>,
    observer: Option<Arc<dyn Fn(&Event) + Send + Sync>>,
    permits: Option<Semaphore>,
}

/// A reusable runtime. Cloning shares everything.
///
/// ```
/// use codemode_engine::{CodeMode, Tool};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let code_mode = CodeMode::builder()
///     .tool(Tool::new("double", "Twice a number", |n: f64, _| async move { Ok(n * 2.0) }))
///     .limit("timeoutMs", Some(5_000))
///     .build()?;
/// assert_eq!(
///     code_mode.catalog().map(|c| c.catalog()[0].signature.to_owned()).as_deref(),
///     Some("tools.double(input: number): Promise<number>"),
/// );
/// let result = code_mode.execute("").await;
/// assert_eq!(result.outcome.unwrap_err().message, "Code cannot be empty.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct CodeMode {
    shared: Arc<Shared>,
}

/// Ends a run from outside; cloning gives another handle to the same run.
#[derive(Clone, Debug)]
pub struct Cancel {
    reason: watch::Sender<Option<String>>,
}

impl Default for Cancel {
    fn default() -> Self {
        Cancel { reason: watch::Sender::new(None) }
    }
}

impl Cancel {
    /// A handle that has not been used.
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Ends the run; the first reason counts.
    pub fn cancel(&self, reason: impl Into<String>) {
        self.reason.send_if_modified(|known| {
            let first = known.is_none();
            known.get_or_insert_with(|| reason.into());
            first
        });
    }
}

/// Settings of one run.
#[derive(Clone, Debug, Default)]
pub struct Execute {
    /// Seed of `Math.random` and `crypto`; random if absent.
    pub seed: Option<u64>,
    /// Limits by public name that win over those of the runtime.
    pub limits: Vec<(&'static str, Option<u64>)>,
    /// Ends the run from outside.
    pub cancel: Option<Cancel>,
}

impl CodeMode {
    /// Options of a new runtime.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// What the model reads about the tools.
    pub fn catalog(&self) -> Option<&Catalog> {
        self.shared.engine.catalog()
    }

    /// Runs a program; dropping the future ends it.
    pub async fn execute(&self, code: &str) -> RunResult {
        match self.execute_with(code, Execute::default()).await {
            Ok(result) => result,
            Err(error) => {
                let limits = &self.shared.engine.settings().limits;
                let diagnostic = Diagnostic::new(DiagnosticKind::Internal, error.message);
                self.shared.engine.failed(diagnostic, limits)
            }
        }
    }

    /// Runs a program with settings of its own; fails only if those are wrong.
    pub async fn execute_with(
        &self,
        code: &str,
        execute: Execute,
    ) -> Result<RunResult, ConfigError> {
        let engine = &self.shared.engine;
        let mut options = RunOptions { seed: execute.seed, ..RunOptions::default() };
        for (name, value) in execute.limits {
            let value = value.map_or_else(|| "Infinity".into(), serde_json::Value::from);
            options.limits.insert(name.to_owned(), value);
        }
        let limits = engine.limits(&options)?;
        let mut cancel = execute.cancel.unwrap_or_default().reason.subscribe();
        let _permit = match &self.shared.permits {
            None => None,
            Some(permits) => tokio::select! {
                permit = permits.acquire() => permit.ok(),
                reason = cancelled(&mut cancel) => {
                    let message = format!("The run was aborted before it began: {reason}");
                    let error = Diagnostic::new(DiagnosticKind::Aborted, message);
                    return Ok(engine.failed(error, &limits));
                }
            },
        };
        let interrupt = Arc::new(AtomicBool::new(false));
        let made = catch_unwind(AssertUnwindSafe(|| {
            engine.session(
                code,
                &options,
                limits.clone(),
                Arc::clone(&interrupt),
                SystemClock.now(),
            )
        }));
        let session = match made {
            Ok(Ok(session)) => session,
            Ok(Err(result)) => return Ok(result),
            Err(_) => return Ok(engine.crashed(&limits)),
        };
        Ok(Run::new(Arc::clone(&self.shared), interrupt, cancel).drive(Box::new(session)).await)
    }
}

async fn cancelled(cancel: &mut watch::Receiver<Option<String>>) -> String {
    match cancel.wait_for(Option::is_some).await {
        Ok(reason) => reason.clone().unwrap_or_default(),
        // Nobody can cancel any more.
        Err(_) => std::future::pending().await,
    }
}

/// Sets the interrupt flag when the run is dropped while its program is on another thread.
struct Interrupt(Arc<AtomicBool>);

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

struct Run {
    shared: Arc<Shared>,
    interrupt: Interrupt,
    cancel: watch::Receiver<Option<String>>,
    cancelled: bool,
    tools: JoinSet<(u32, ToolReply)>,
    names: HashMap<Id, u32>,
    work: HashMap<u32, Box<dyn FnOnce(CallContext) -> Answer + Send>>,
    over: watch::Sender<bool>,
}

type Answer = std::pin::Pin<Box<dyn Future<Output = ToolReply> + Send>>;
type SessionBox = Box<Session<Machine>>;

impl Run {
    fn new(
        shared: Arc<Shared>,
        interrupt: Arc<AtomicBool>,
        cancel: watch::Receiver<Option<String>>,
    ) -> Self {
        Run {
            shared,
            interrupt: Interrupt(interrupt),
            cancel,
            cancelled: false,
            tools: JoinSet::new(),
            names: HashMap::new(),
            work: HashMap::new(),
            over: watch::Sender::new(false),
        }
    }

    async fn drive(mut self, mut session: SessionBox) -> RunResult {
        let mut long = false;
        loop {
            if session.state() == State::Runnable {
                let slices = |mut session: SessionBox, time: Duration| {
                    let began = Instant::now();
                    while session.state() == State::Runnable
                        && began.elapsed() < time
                        && !session.has_news()
                    {
                        let slice = || session.advance(SLICE_FUEL, &SystemClock);
                        if catch_unwind(AssertUnwindSafe(slice)).is_err() {
                            session.poison(SystemClock.now());
                        }
                    }
                    session
                };
                self.interrupt.0.store(false, Ordering::SeqCst);
                session = if long {
                    let task = tokio::task::spawn_blocking(move || slices(session, AWAY));
                    match self.wait_for(task).await {
                        Some(session) => session,
                        None => {
                            let limits = &self.shared.engine.settings().limits;
                            return self.shared.engine.crashed(limits);
                        }
                    }
                } else {
                    slices(session, HERE)
                };
                long = session.state() == State::Runnable && !session.has_news();
            }
            self.take_replies(&mut session);
            if let Some(reason) = self.cancel_reason() {
                session.abort(&reason, SystemClock.now());
            }
            let turn = session.turn(SystemClock.now());
            let (wake, state) = (turn.wake_ms, turn.state);
            if let Some(result) = self.answer(turn, &mut session) {
                return result;
            }
            let waits =
                state == State::Waiting && session.state() == State::Waiting && !session.has_news();
            if waits || state == State::Cleanup {
                self.wait(&mut session, wake).await;
            }
        }
    }

    /// Waits for a program that computes elsewhere, and interrupts it when it is cancelled.
    async fn wait_for(
        &mut self,
        mut task: tokio::task::JoinHandle<SessionBox>,
    ) -> Option<SessionBox> {
        if !self.cancelled {
            tokio::select! {
                done = &mut task => return done.ok(),
                _ = cancelled(&mut self.cancel) => {
                    self.interrupt.0.store(true, Ordering::SeqCst);
                }
            }
        }
        task.await.ok()
    }

    fn cancel_reason(&mut self) -> Option<String> {
        if self.cancelled {
            return None;
        }
        let reason = self.cancel.borrow().clone()?;
        self.cancelled = true;
        Some(reason)
    }

    /// Does what a turn says; returns the result if the run is over.
    fn answer(&mut self, turn: Turn, session: &mut SessionBox) -> Option<RunResult> {
        if let Some(observer) = &self.shared.observer {
            for event in &turn.events {
                observer(event);
            }
        }
        if turn.abort_tools || turn.result.is_some() {
            self.over.send_replace(true);
        }
        if turn.result.is_some() {
            return turn.result;
        }
        for start in turn.starts {
            let Some(tool) = session.settings().tools.get(start.tool as usize) else { continue };
            let context = CallContext {
                call_id: start.id,
                path: Arc::clone(&tool.name),
                over: self.over.subscribe(),
            };
            let Some(work) = self.work.remove(&start.id) else { continue };
            let id = start.id;
            let task = self.tools.spawn(async move { (id, work(context).await) });
            self.names.insert(task.id(), id);
        }
        if !turn.offers.is_empty() {
            let mut verdicts = Vec::with_capacity(turn.offers.len());
            for offer in turn.offers {
                let tool = self.shared.tools.get(offer.tool as usize);
                let prepared = match tool {
                    Some(tool) => prepare(tool, offer.input),
                    None => Err(broken("There is no such tool.")),
                };
                verdicts.push((
                    offer.id,
                    prepared.map(|(work, keys)| {
                        self.work.insert(offer.id, work);
                        keys
                    }),
                ));
            }
            session.admit(verdicts, SystemClock.now());
        }
        None
    }

    /// Delivers replies that are there already.
    fn take_replies(&mut self, session: &mut SessionBox) {
        let mut replies = Vec::new();
        while let Some(done) = self.tools.try_join_next_with_id() {
            replies.extend(self.reply_of(done));
        }
        if !replies.is_empty() {
            session.reply(replies, SystemClock.now());
        }
    }

    async fn wait(&mut self, session: &mut SessionBox, wake_ms: Option<f64>) {
        let wake = async {
            match wake_ms {
                Some(ms) => tokio::time::sleep(Duration::from_secs_f64(ms.min(1e12) / 1e3)).await,
                None => std::future::pending().await,
            }
        };
        let idle = self.tools.is_empty();
        let done = async {
            match self.tools.join_next_with_id().await {
                Some(done) => done,
                None => std::future::pending().await,
            }
        };
        let may_cancel = !self.cancelled;
        let cancel = &mut self.cancel;
        if idle && wake_ms.is_none() && !may_cancel {
            tokio::task::yield_now().await;
            return;
        }
        let reply = tokio::select! {
            done = done => Some(done),
            () = wake => None,
            _ = async {
                if may_cancel { cancelled(cancel).await } else { std::future::pending().await }
            } => None,
        };
        let now = SystemClock.now();
        if let Some(done) = reply {
            let reply = self.reply_of(done);
            session.reply(reply, now);
        }
        session.tick(now);
    }

    fn reply_of(
        &mut self,
        done: Result<(Id, (u32, ToolReply)), tokio::task::JoinError>,
    ) -> Option<(u32, ToolReply)> {
        match done {
            Ok((id, reply)) => {
                self.names.remove(&id);
                Some(reply)
            }
            Err(error) => {
                let call = self.names.remove(&error.id())?;
                Some((call, Err(broken("The tool panicked."))))
            }
        }
    }
}

fn prepare(
    tool: &Tool,
    input: Payload,
) -> Result<(Box<dyn FnOnce(CallContext) -> Answer + Send>, Vec<String>), ToolFailure> {
    catch_unwind(AssertUnwindSafe(|| tool.prepare(input)))
        .unwrap_or_else(|_| Err(broken("The tool panicked while it read its input.")))
}

fn broken(message: &str) -> ToolFailure {
    ToolFailure {
        kind: DiagnosticKind::ToolFailure,
        message: message.to_owned(),
        name: None,
        data: None,
        suggestions: Vec::new(),
    }
}
