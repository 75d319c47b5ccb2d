//! How a run ended and what it printed.

use crate::{Diagnostic, Payload};
use serde::{Deserialize, Serialize};

/// Console method family that produced a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    Log,
    Info,
    Debug,
    Warn,
    Error,
}

/// One captured console line, without prefix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    pub level: LogLevel,
    pub text: String,
}

/// The value a program returned, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// `Undefined` when the program returned `undefined` or nothing.
    pub value: Payload,
}

/// The end of one machine: the returned value or the failure, and what was noticed on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub result: Result<Returned, Diagnostic>,
    /// Rejections nobody handled, at most 100 plus one summary.
    pub unhandled: Vec<Diagnostic>,
}
