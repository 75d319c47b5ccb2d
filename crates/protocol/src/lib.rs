//! Words of the boundary: plain public-field data, no behaviour.
//!
//! Everything that two crates say to each other is named here once: tool calls
//! and replies, limits, diagnostics, outcomes. Nothing here holds a guest value
//! or a handle into a machine.
#![forbid(unsafe_code)]

mod call;
mod diagnostic;
mod limits;
mod outcome;
mod support;

pub use call::{CallId, Payload, ToolCall, ToolFailure, ToolName, ToolNames, ToolReply};
pub use diagnostic::{Diagnostic, DiagnosticKind, Halt, Location};
pub use limits::{LIMITS, LimitRow, Limits, Preset};
pub use outcome::{LogEntry, LogLevel, Outcome, Returned};
pub use support::{Support, SupportEntry, SupportStatus};
