//! Every limit, once: name, unit, default by preset, the diagnostic it ends in.

use crate::DiagnosticKind;
use serde::{Deserialize, Serialize};

/// Named sets of defaults; a preset is nothing but default values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Defaults of `CodeMode.make` and `CodeMode.execute`.
    #[default]
    Opencode,
    /// Defaults of `RunTool.make` and `RunTool.run`.
    Orchestrator,
}

macro_rules! limits {
    ($($(#[$doc:meta])* $field:ident, $name:literal, $unit:literal, $opencode:expr, $orchestrator:expr, $kind:ident;)*) => {
        /// Resolved limits of one run; `None` means unlimited.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Limits { $($(#[$doc])* pub $field: Option<u64>,)* }
        impl Limits {
            /// The defaults of a preset.
            pub fn preset(preset: Preset) -> Self {
                match preset {
                    Preset::Opencode => Limits { $($field: $opencode,)* },
                    Preset::Orchestrator => Limits { $($field: $orchestrator,)* },
                }
            }
            /// Reads a limit by its public name.
            pub fn get(&self, name: &str) -> Option<Option<u64>> {
                match name { $($name => Some(self.$field),)* _ => None }
            }
            /// Sets a limit by its public name; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: Option<u64>) -> bool {
                match name { $($name => { self.$field = value; true })* _ => false }
            }
        }
        /// The limit table, in documentation order.
        pub const LIMITS: &[LimitRow] = &[$(LimitRow {
            name: $name, unit: $unit, opencode: $opencode, orchestrator: $orchestrator,
            kind: DiagnosticKind::$kind,
        },)*];
    };
}

/// One row of the limit table.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow {
    pub name: &'static str,
    pub unit: &'static str,
    pub opencode: Option<u64>,
    pub orchestrator: Option<u64>,
    pub kind: DiagnosticKind,
}

limits! {
    /// Total wall-clock time of a run.
    timeout_ms, "timeoutMs", "ms", None, Some(600_000), TimeoutExceeded;
    /// Time granted for clean-up after the deadline or the return.
    grace_ms, "graceMs", "ms", Some(0), Some(5_000), TimeoutExceeded;
    /// CPU time spent running the program, waiting not included.
    compute_ms, "computeMs", "ms", None, Some(120_000), ComputeLimitExceeded;
    /// Bytes of guest heap and stacks.
    memory_bytes, "memoryBytes", "bytes", Some(536_870_912), Some(268_435_456), MemoryLimitExceeded;
    /// Nested guest calls before a catchable `RangeError`.
    call_depth, "callDepth", "frames", Some(10_000), Some(8_192), CallDepthExceeded;
    /// Admitted tool calls.
    max_tool_calls, "maxToolCalls", "calls", None, Some(200), ToolCallLimitExceeded;
    /// Tool calls in flight at once; more wait.
    max_parallel_tool_calls, "maxParallelToolCalls", "calls", None, Some(8), ToolCallLimitExceeded;
    /// Sum of the sizes of all tool results.
    tool_result_bytes, "toolResultBytes", "bytes", None, Some(67_108_864), ToolResultLimitExceeded;
    /// Retained result value and logs.
    max_output_bytes, "maxOutputBytes", "bytes", None, None, OutputLimitExceeded;
    /// Console output in all.
    log_bytes, "logBytes", "bytes", None, Some(200_000), OutputLimitExceeded;
    /// Console lines.
    log_lines, "logLines", "lines", None, Some(2_000), OutputLimitExceeded;
    /// Characters of one console line; the rest is cut.
    log_line_chars, "logLineChars", "chars", None, Some(4_000), OutputLimitExceeded;
    /// Nesting of data at the boundary.
    max_data_depth, "maxDataDepth", "levels", Some(32), None, InvalidDataValue;
    /// Size of one tool call's argument.
    argument_bytes, "argumentBytes", "bytes", None, None, InvalidToolInput;
    /// Size of the program text.
    source_bytes, "sourceBytes", "bytes", Some(5_242_880), Some(5_242_880), ParseError;
    /// Timers pending at once.
    max_timers, "maxTimers", "timers", Some(10_000), Some(10_000), ExecutionFailure;
    /// Promises pending at once that guest code waits on.
    max_pending_promises, "maxPendingPromises", "promises", None, None, ExecutionFailure;
}
