//! `Engine`: what the runs of one runtime share, and how a source text becomes a session.

use crate::discovery::{Discovery, SharedDiscovery};
use crate::failure;
use crate::guest::Guest;
use crate::limits::{self, ConfigError};
use crate::output::Logs;
use crate::result::{Ending, RunResult, assemble};
use crate::scheduler::Scheduler;
use crate::semantics::{Completion, EmptySource, MissingArgs, ResultData, TextResults};
use crate::session::{Session, SharedScheduler, located};
use crate::settings::{Scope, Settings};
use codemode_catalog::{Catalog, CatalogOptions, NamespaceEntry, SchemaSource, ToolEntry};
use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program};
use codemode_protocol::{
    Diagnostic, DiagnosticKind, Halt, Limits, Payload, ToolFailure, ToolReply,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Settings of one run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RunOptions {
    /// Win over those of the runtime.
    pub limits: Map<String, Value>,
    /// Seed of `Math.random` and `crypto`; random if absent.
    pub seed: Option<u64>,
    /// Runs this one is nested in.
    pub ancestors: Vec<u32>,
}

impl RunOptions {
    /// Reads options from JSON text.
    pub fn from_json(text: &str) -> Result<RunOptions, ConfigError> {
        serde_json::from_str(text)
            .map_err(|error| ConfigError::type_error(format!("Invalid run options: {error}.")))
    }
}

/// What the model reads about the tools, as it is supplied: in the order of the tools.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Descriptions {
    pub tools: Vec<ToolDescription>,
    pub namespaces: HashMap<String, String>,
}

/// See [`Descriptions`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ToolDescription {
    pub description: String,
    pub input: Option<GivenSchema>,
    pub output: Option<GivenSchema>,
    /// API and tool whose schema, held by the embedder, is the input.
    #[serde(rename = "inputOf")]
    pub input_of: Option<(u32, u32)>,
    /// The same for the output.
    #[serde(rename = "outputOf")]
    pub output_of: Option<(u32, u32)>,
}

/// A schema as text, or as it is held by the embedder.
#[derive(Debug, Deserialize)]
#[serde(from = "Box<RawValue>")]
pub struct GivenSchema(pub SchemaSource);

impl From<Box<RawValue>> for GivenSchema {
    fn from(raw: Box<RawValue>) -> Self {
        GivenSchema(SchemaSource::text(raw.get()))
    }
}

/// See the module text.
pub struct Engine {
    settings: Arc<Settings>,
    discovery: SharedDiscovery,
    catalog: OnceLock<Catalog>,
    programs: Mutex<Programs>,
    shared_scheduler: Option<SharedScheduler>,
    seeds: RandomState,
    seeded: std::sync::atomic::AtomicU64,
}

impl Engine {
    /// An engine over checked settings.
    pub fn new(settings: Settings) -> Self {
        let shared = settings.scheduling.scope == Scope::RunTool;
        let scheduler = || Arc::new(Mutex::new(Scheduler::new(settings.scheduling.mode)));
        Engine {
            shared_scheduler: shared.then(scheduler),
            settings: Arc::new(settings),
            discovery: Arc::new(OnceLock::new()),
            catalog: OnceLock::new(),
            programs: Mutex::new(Programs::default()),
            seeds: RandomState::new(),
            seeded: std::sync::atomic::AtomicU64::new(0),
        }
    }

    /// The settings of all runs.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// What the model reads about the tools, once it has been supplied.
    pub fn catalog(&self) -> Option<&Catalog> {
        self.catalog.get()
    }

    /// Supplies descriptions and schemas; the first time counts.
    pub fn describe(&self, descriptions: Descriptions) -> Result<(), ConfigError> {
        let mut given = descriptions.tools.into_iter();
        let schema = |given: Option<GivenSchema>| given.map(|given| given.0);
        let tools = self
            .settings
            .tools
            .iter()
            .map(|tool| {
                let described = given.next().unwrap_or_default();
                ToolEntry {
                    path: tool.path.clone(),
                    description: described.description,
                    input: schema(described.input),
                    output: schema(described.output),
                    blocked: tool.blocked.clone(),
                }
            })
            .collect();
        let namespaces = descriptions
            .namespaces
            .into_iter()
            .map(|(path, description)| NamespaceEntry {
                path: path.split('.').map(str::to_owned).collect(),
                description: Some(description),
            })
            .collect();
        let mut options = CatalogOptions::default();
        options.names.dotted_names = true;
        let catalog = Catalog::new(tools, namespaces, options)
            .map_err(|error| ConfigError::type_error(error.to_string()))?;
        let _ = self.discovery.set(Box::new(CatalogSearch(catalog.clone())));
        let _ = self.catalog.set(catalog);
        Ok(())
    }

    /// Resolves the limits of one run.
    pub fn limits(&self, options: &RunOptions) -> Result<Limits, ConfigError> {
        let mut limits = self.settings.limits.clone();
        limits::apply(&mut limits, &options.limits, self.settings.lenient)?;
        Ok(limits)
    }

    /// Compiles a source text and makes its session, or says at once why there is nothing to run. The time
    /// limit counts from `now`.
    pub fn session(
        &self,
        source: &str,
        options: &RunOptions,
        limits: Limits,
        interrupt: Arc<AtomicBool>,
        now: Now,
    ) -> Result<Session<Machine>, RunResult> {
        let program = self.program(source, &limits).map_err(|d| self.failed(d, &limits))?;
        let semantics = &self.settings.semantics;
        let machine = Machine::new(
            &program,
            MachineOptions {
                tools: Arc::clone(&self.settings.names),
                memory_bytes: limits.memory_bytes,
                call_depth: limits.call_depth.map_or(u32::MAX, clamp),
                total_fuel: None,
                max_data_depth: limits.max_data_depth.map(clamp),
                argument_bytes: limits.argument_bytes,
                max_timers: limits.max_timers.map_or(u32::MAX, clamp),
                seed: options.seed.unwrap_or_else(|| self.seed()),
                time_zone: self.settings.time_zone.clone(),
                locale: self.settings.locale.clone(),
                interrupt: Some(interrupt),
                sleep: semantics.sleep,
                search: semantics.search,
                parse_text_results: semantics.text_results == TextResults::Json,
                missing_args_as_object: semantics.missing_args == MissingArgs::EmptyObject,
                plain_results: semantics.result_data == ResultData::Plain,
                ..MachineOptions::default()
            },
        );
        Ok(self.session_of(machine, limits, now))
    }

    /// A session over any guest.
    pub fn session_of<G: Guest>(&self, guest: G, limits: Limits, now: Now) -> Session<G> {
        let scheduler = match &self.shared_scheduler {
            Some(scheduler) => Arc::clone(scheduler),
            None => Arc::new(Mutex::new(Scheduler::new(self.settings.scheduling.mode))),
        };
        let settings = Arc::clone(&self.settings);
        Session::new(guest, settings, limits, Arc::clone(&self.discovery), scheduler, now)
    }

    /// The result of a run that ended before it began.
    pub fn failed(&self, diagnostic: Diagnostic, limits: &Limits) -> RunResult {
        let semantics = &self.settings.semantics;
        let ending = Ending {
            outcome: Err(located(diagnostic)),
            invalid_return: false,
            unhandled: Vec::new(),
            late: None,
            logs: Logs::new(limits, semantics),
            tool_calls: Vec::new(),
        };
        assemble(ending, limits, semantics)
    }

    /// The result of a run that a panic of ours ended before it began.
    pub fn crashed(&self, limits: &Limits) -> RunResult {
        self.failed(failure::halted(Halt::Internal, limits), limits)
    }

    fn program(&self, source: &str, limits: &Limits) -> Result<Program, Diagnostic> {
        let semantics = &self.settings.semantics;
        if let Some(max) = limits.source_bytes.filter(|max| source.len() as u64 > *max) {
            return Err(Diagnostic::new(
                DiagnosticKind::ParseError,
                format!(
                    "The program is {} bytes long; at most {max} bytes are accepted.",
                    source.len()
                ),
            ));
        }
        if semantics.empty_source == EmptySource::Error && source.trim().is_empty() {
            return Err(Diagnostic::new(DiagnosticKind::ParseError, "Code cannot be empty."));
        }
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = programs.get(source) {
            return Ok(program);
        }
        drop(programs);
        let options = CompileOptions {
            mode: Mode::Program,
            completion_value: semantics.completion == Completion::LastExpression,
            typescript: true,
        };
        let program = Program::compile(source, &options).map_err(|diagnostics| {
            diagnostics.into_iter().next().unwrap_or_else(|| {
                Diagnostic::new(DiagnosticKind::ParseError, "The program cannot be parsed.")
            })
        })?;
        programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        programs.put(source, program.clone());
        Ok(program)
    }

    fn seed(&self) -> u64 {
        let turn = self.seeded.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.seeds.hash_one(turn)
    }
}

fn clamp(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

struct CatalogSearch(Catalog);

impl Discovery for CatalogSearch {
    fn search(&self, input: &Payload) -> ToolReply {
        let text = match input {
            Payload::Undefined => None,
            Payload::Json(text) => Some(text.clone()),
            other => crate::json::payload_text(other.clone()),
        };
        match self.0.search(text.as_deref()) {
            Ok(found) => Ok(Payload::Json(found)),
            Err(message) => Err(ToolFailure {
                kind: DiagnosticKind::InvalidToolInput,
                message,
                name: None,
                data: None,
                suggestions: Vec::new(),
            }),
        }
    }
}

/// How many compiled programs are kept, and how much source text in all.
const MAX_PROGRAMS: usize = 64;
const MAX_PROGRAM_BYTES: usize = 4 << 20;

/// Compiled programs by source text, the least recently used dropped first.
#[derive(Default)]
struct Programs {
    kept: HashMap<Arc<str>, (Program, u64)>,
    bytes: usize,
    clock: u64,
}

impl Programs {
    fn get(&mut self, source: &str) -> Option<Program> {
        self.clock += 1;
        let clock = self.clock;
        self.kept.get_mut(source).map(|(program, used)| {
            *used = clock;
            program.clone()
        })
    }

    fn put(&mut self, source: &str, program: Program) {
        if source.len() > MAX_PROGRAM_BYTES / 4 {
            return;
        }
        self.clock += 1;
        let key: Arc<str> = source.into();
        if self.kept.insert(key, (program, self.clock)).is_none() {
            self.bytes += source.len();
        }
        while self.kept.len() > MAX_PROGRAMS || self.bytes > MAX_PROGRAM_BYTES {
            let oldest = self.kept.iter().min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(source, _)| Arc::clone(source)) else { return };
            self.kept.remove(&oldest);
            self.bytes -= oldest.len();
        }
    }
}
