//! What all runs of one runtime share: resolved options and the table of tools.

use crate::limits::{self, ConfigError};
use crate::scheduler::Mode;
use crate::semantics::{Semantics, SemanticsOptions};
use codemode_protocol::{Limits, Preset, ToolName, ToolNames};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::sync::Arc;

/// Options of a runtime as a host hands them in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RuntimeConfig {
    pub preset: Preset,
    pub limits: Map<String, Value>,
    /// Bad limits mean the preset's value.
    pub lenient: bool,
    pub semantics: SemanticsOptions,
    pub scheduling: Scheduling,
    pub max_concurrent_runs: Option<u64>,
    pub tools: Vec<Entry>,
    /// Report events.
    pub observe: bool,
    /// Report the failure class in diagnostics.
    pub failure_class: bool,
    pub time_zone: Option<String>,
    pub locale: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Scheduling {
    pub mode: Mode,
    pub scope: Scope,
}

/// How far conflicts reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// Calls of one run.
    #[default]
    Run,
    /// Calls of all runs of the runtime.
    RunTool,
}

/// A node of the tool tree: a namespace has `tools`, a tool has not.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Entry {
    pub name: String,
    pub tools: Option<Vec<Entry>>,
    /// Calls fail with this reason.
    pub blocked: Option<String>,
    pub mutating: bool,
    /// Calls are offered to the host before admission, to be validated.
    pub validates: bool,
    /// Calls are offered to the host before admission, for their conflict keys.
    pub keys: bool,
    /// The host wants the input as JSON text.
    pub raw_input: bool,
    /// The end of a run waits for the tool to settle.
    pub await_cleanup: bool,
    /// The name may contain dots.
    pub dots: bool,
}

/// One tool, resolved.
#[derive(Clone, Debug)]
pub struct ToolSettings {
    pub path: Vec<String>,
    /// Path joined by dots, as records and diagnostics name it.
    pub name: Arc<str>,
    pub blocked: Option<String>,
    pub mutating: bool,
    pub offered: bool,
    pub raw_input: bool,
    pub await_cleanup: bool,
}

/// Options of a runtime, checked and resolved.
#[derive(Clone, Debug)]
pub struct Settings {
    pub preset: Preset,
    pub limits: Limits,
    pub lenient: bool,
    pub semantics: Semantics,
    pub scheduling: Scheduling,
    pub max_concurrent_runs: Option<u64>,
    pub tools: Vec<ToolSettings>,
    pub names: Arc<ToolNames>,
    pub observe: bool,
    pub failure_class: bool,
    pub time_zone: String,
    pub locale: String,
}

impl Settings {
    /// Checks limits first, then names.
    pub fn new(config: RuntimeConfig) -> Result<Settings, ConfigError> {
        let mut limits = Limits::preset(config.preset);
        limits::apply(&mut limits, &config.limits, config.lenient)?;
        let mut names = ToolNames::default();
        let mut tools = Vec::new();
        walk(&config.tools, &mut Vec::new(), &mut names, &mut tools)?;
        Ok(Settings {
            preset: config.preset,
            limits,
            lenient: config.lenient,
            semantics: Semantics::resolve(config.preset, &config.semantics),
            scheduling: config.scheduling,
            max_concurrent_runs: config.max_concurrent_runs,
            tools,
            names: Arc::new(names),
            observe: config.observe,
            failure_class: config.failure_class,
            time_zone: config.time_zone.unwrap_or_else(|| "UTC".into()),
            locale: config.locale.unwrap_or_else(|| "en-US".into()),
        })
    }

    /// Reads options from JSON text.
    pub fn from_json(text: &str) -> Result<Settings, ConfigError> {
        let config: RuntimeConfig = serde_json::from_str(text)
            .map_err(|error| ConfigError::type_error(format!("Invalid options: {error}.")))?;
        Settings::new(config)
    }
}

/// Namespaces nest at most this deep, so that walking them cannot exhaust the stack.
const MAX_TREE_DEPTH: usize = 64;

fn walk(
    entries: &[Entry],
    path: &mut Vec<String>,
    names: &mut ToolNames,
    tools: &mut Vec<ToolSettings>,
) -> Result<(), ConfigError> {
    let mut level: HashSet<&str> = HashSet::with_capacity(entries.len());
    for entry in entries {
        if entry.name.is_empty() {
            return Err(ConfigError::type_error("Name cannot be empty."));
        }
        if !entry.dots && entry.name.contains('.') {
            let message = format!("Name '{}' cannot contain '.'.", entry.name);
            return Err(ConfigError::type_error(message));
        }
        path.push(entry.name.clone());
        if !level.insert(&entry.name) {
            let message = format!("Duplicate tool path '{}'.", path.join("."));
            return Err(ConfigError::type_error(message));
        }
        match &entry.tools {
            Some(children) => {
                if path.len() > MAX_TREE_DEPTH {
                    let message = format!("Namespaces nest deeper than {MAX_TREE_DEPTH} levels.");
                    return Err(ConfigError::type_error(message));
                }
                let before = tools.len();
                walk(children, path, names, tools)?;
                if tools.len() == before {
                    names.namespaces.push(path.clone());
                }
            }
            None => {
                names.tools.push(ToolName { path: path.clone(), blocked: None });
                tools.push(ToolSettings {
                    path: path.clone(),
                    name: path.join(".").into(),
                    blocked: entry.blocked.clone(),
                    mutating: entry.mutating,
                    offered: entry.validates || entry.keys,
                    raw_input: entry.raw_input,
                    await_cleanup: entry.await_cleanup,
                });
            }
        }
        path.pop();
    }
    Ok(())
}
