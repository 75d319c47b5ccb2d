//! Reading and checking limits. The table itself, with all defaults, is `protocol::LIMITS`.

use codemode_protocol::{LIMITS, Limits};
use serde_json::{Map, Value};
use std::fmt;

/// Misuse of the API by the host, found before anything runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    pub class: ErrorClass,
    pub message: String,
}

/// The JavaScript class of a [`ConfigError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    Type,
    Range,
}

impl ConfigError {
    pub(crate) fn type_error(message: impl Into<String>) -> Self {
        ConfigError { class: ErrorClass::Type, message: message.into() }
    }
    fn range(message: impl Into<String>) -> Self {
        ConfigError { class: ErrorClass::Range, message: message.into() }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ConfigError {}

const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// The least value a limit may be set to.
pub fn minimum(name: &str) -> u64 {
    match name {
        "graceMs" | "maxToolCalls" | "maxOutputBytes" => 0,
        _ => 1,
    }
}

/// What is recommended for programs written by a model: a bound on everything that can run away.
pub fn recommended() -> Limits {
    Limits {
        timeout_ms: Some(60_000),
        grace_ms: Some(0),
        compute_ms: Some(10_000),
        memory_bytes: Some(128 << 20),
        call_depth: Some(8_192),
        max_tool_calls: Some(200),
        max_parallel_tool_calls: Some(16),
        tool_result_bytes: Some(64 << 20),
        max_output_bytes: Some(100_000),
        log_bytes: Some(100_000),
        log_lines: Some(2_000),
        log_line_chars: Some(4_000),
        max_data_depth: Some(32),
        argument_bytes: Some(1 << 20),
        source_bytes: Some(256 << 10),
        max_timers: Some(1_000),
        max_pending_promises: Some(100_000),
    }
}

/// Lays the given values over `base`. A value is a number, or the word `Infinity` for no limit; everything
/// else is bad. With `lenient` a bad value leaves the base as it is; without, the first one (in the order of
/// the table) is the error.
pub fn apply(
    base: &mut Limits,
    given: &Map<String, Value>,
    lenient: bool,
) -> Result<(), ConfigError> {
    for row in LIMITS {
        let Some(value) = given.get(row.name) else { continue };
        match read(row.name, value) {
            Ok(value) => {
                base.set(row.name, value);
            }
            Err(_) if lenient => {}
            Err(error) => return Err(error),
        }
    }
    if let Some(name) = given.keys().find(|name| LIMITS.iter().all(|row| row.name != **name)) {
        if !lenient {
            let known: Vec<&str> = LIMITS.iter().map(|row| row.name).collect();
            return Err(ConfigError::type_error(format!(
                "Unknown limit '{name}'. Limits are: {}.",
                known.join(", ")
            )));
        }
    }
    Ok(())
}

fn read(name: &str, value: &Value) -> Result<Option<u64>, ConfigError> {
    let least = minimum(name);
    if value.as_str() == Some("Infinity") {
        return Ok(None);
    }
    match value.as_f64() {
        Some(number)
            if number.fract() == 0.0
                && number >= least as f64
                && number.abs() <= MAX_SAFE_INTEGER =>
        {
            Ok(Some(number as u64))
        }
        _ => Err(ConfigError::range(format!(
            "{name} must be a safe integer greater than or equal to {least}."
        ))),
    }
}
