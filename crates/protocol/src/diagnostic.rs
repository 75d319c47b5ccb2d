//! What went wrong, in words for the model: the closed set of kinds and the diagnostic itself.

use serde::{Deserialize, Serialize};

/// 1-based position in the program text as it was sent; columns count UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    pub line: u32,
    pub column: u32,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $failure:literal,)*) => {
        /// The closed set of diagnostic kinds. The text form is the variant's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum DiagnosticKind { $($(#[$doc])* $name,)* }
        impl DiagnosticKind {
            /// Every kind with its name and its failure class of the orchestration preset.
            pub const ALL: &'static [(DiagnosticKind, &'static str, &'static str)] =
                &[$((DiagnosticKind::$name, stringify!($name), $failure),)*];
            /// The public name.
            pub fn name(self) -> &'static str {
                match self { $(DiagnosticKind::$name => stringify!($name),)* }
            }
            /// The failure class in the taxonomy of the orchestration preset.
            pub fn failure(self) -> &'static str {
                match self { $(DiagnosticKind::$name => $failure,)* }
            }
            /// The kind with this public name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
            }
        }
    };
}

kinds! {
    /// Source is empty or cannot be parsed.
    ParseError => "exception",
    /// Parsed, but outside the supported language.
    UnsupportedSyntax => "exception",
    /// The program referenced an unavailable tool.
    UnknownTool => "exception",
    /// Tool input failed schema decoding or safe-data copying.
    InvalidToolInput => "exception",
    /// Tool output failed schema decoding or safe-data copying.
    InvalidToolOutput => "exception",
    /// Program data violated the plain-data contract.
    InvalidDataValue => "exception",
    /// More calls than `maxToolCalls`.
    ToolCallLimitExceeded => "too-many-calls",
    /// Wall clock ran out; as a warning, background work was interrupted after the program returned.
    TimeoutExceeded => "timeout",
    /// A tool refused or failed.
    ToolFailure => "exception",
    /// The program threw, or another execution error occurred.
    ExecutionFailure => "exception",
    /// Warning only: additional warnings were omitted.
    Truncated => "exception",
    /// The compute budget ran out.
    ComputeLimitExceeded => "compute-limit",
    /// The memory budget ran out.
    MemoryLimitExceeded => "memory-limit",
    /// Accumulated tool results exceeded their budget.
    ToolResultLimitExceeded => "result-limit",
    /// Output (value or logs) exceeded its budget and the options ask for failure.
    OutputLimitExceeded => "output-limit",
    /// The call depth limit, where it cannot be raised as a `RangeError`.
    CallDepthExceeded => "exception",
    /// Nothing running, nothing pending, program unfinished.
    Deadlock => "exception",
    /// The caller aborted the run.
    Aborted => "aborted",
    /// A bug of ours; the run ended without harming the process.
    Internal => "exception",
}

/// One problem, phrased for the model: cause first, then what to change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub kind: DiagnosticKind,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub location: Option<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub suggestions: Vec<String>,
    /// What to write instead, one sentence.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
    /// Guest stack text (frames only), when the problem is an uncaught error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stack: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without position or suggestions.
    pub fn new(kind: DiagnosticKind, message: impl Into<String>) -> Self {
        Diagnostic {
            kind,
            message: message.into(),
            location: None,
            suggestions: Vec::new(),
            hint: None,
            stack: None,
        }
    }
    /// The same with a position.
    pub fn at(mut self, location: Option<Location>) -> Self {
        self.location = location;
        self
    }
}

/// Why a machine was stopped; no guest code can catch, delay or imitate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Halt {
    /// Total fuel (deterministic compute budget) used up.
    Fuel,
    /// CPU time budget used up (decided by the driver).
    Compute,
    /// Memory ceiling reached.
    Memory,
    /// Wall clock deadline passed (decided by the driver).
    Timeout,
    /// Aborted from outside.
    Aborted,
    /// More tool calls than permitted.
    ToolCalls,
    /// Accumulated tool results too large.
    ToolResults,
    /// Collected output too large.
    Output,
    /// A bug of ours.
    Internal,
}
