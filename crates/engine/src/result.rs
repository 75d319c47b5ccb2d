//! `RunResult`: how a run ended, in the words of the public API, and its JSON text.

use crate::json::push_string;
use crate::output::{Logs, prefix};
use crate::semantics::{EmptyResult, OutputOverflow, Semantics, UnhandledRejections};
use codemode_protocol::{Diagnostic, DiagnosticKind, Limits};
use std::fmt::Write;
use std::sync::Arc;

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// The returned value as JSON text in program key order (`None`: there is none), or what went wrong.
    pub outcome: Result<Option<String>, Diagnostic>,
    /// Non-fatal problems; never any on a failure.
    pub warnings: Vec<Diagnostic>,
    /// Console lines.
    pub logs: Vec<String>,
    /// Output was cut.
    pub truncated: bool,
    /// Names of admitted calls, in order.
    pub tool_calls: Vec<Arc<str>>,
    /// The failure concerns the returned value.
    pub invalid_return: bool,
    /// `undefined` reads as `null` (otherwise a member of its own says whether there is a value).
    pub empty_is_null: bool,
}

impl RunResult {
    /// The returned value, if the run succeeded and there is one.
    pub fn json(&self) -> Option<&str> {
        self.outcome.as_ref().ok().and_then(|value| value.as_deref())
    }

    /// The failure class in the words of the orchestration preset.
    pub fn failure(&self) -> Option<&'static str> {
        let error = self.outcome.as_ref().err()?;
        Some(if self.invalid_return { "invalid-return" } else { error.kind.failure() })
    }

    /// JSON text with keys in the documented order and optional keys absent.
    pub fn to_json(&self, failure_class: bool) -> String {
        let mut out = String::with_capacity(64 + self.json().map_or(0, str::len));
        match &self.outcome {
            Ok(value) => {
                out.push_str("{\"ok\":true,\"value\":");
                out.push_str(value.as_deref().unwrap_or("null"));
                if !self.empty_is_null {
                    let _ = write!(out, ",\"hasValue\":{}", value.is_some());
                    if let Some(value) = value {
                        out.push_str(",\"json\":");
                        push_string(&mut out, value);
                    }
                }
                if !self.warnings.is_empty() {
                    out.push_str(",\"warnings\":[");
                    for (index, warning) in self.warnings.iter().enumerate() {
                        if index > 0 {
                            out.push(',');
                        }
                        let class = failure_class.then(|| warning.kind.failure());
                        push_diagnostic(&mut out, warning, class);
                    }
                    out.push(']');
                }
            }
            Err(error) => {
                out.push_str("{\"ok\":false,\"error\":");
                let class = if failure_class { self.failure() } else { None };
                push_diagnostic(&mut out, error, class);
            }
        }
        if !self.logs.is_empty() {
            out.push_str(",\"logs\":");
            push_list(&mut out, &self.logs);
        }
        if self.truncated {
            out.push_str(",\"truncated\":true");
        }
        out.push_str(",\"toolCalls\":[");
        for (index, name) in self.tool_calls.iter().enumerate() {
            out.push_str(if index > 0 { ",{\"name\":" } else { "{\"name\":" });
            push_string(&mut out, name);
            out.push('}');
        }
        out.push_str("]}");
        out
    }
}

pub(crate) fn push_list(out: &mut String, lines: &[String]) {
    out.push('[');
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_string(out, line);
    }
    out.push(']');
}

/// Appends a diagnostic as JSON; a hint is the first suggestion.
pub(crate) fn push_diagnostic(out: &mut String, diagnostic: &Diagnostic, class: Option<&str>) {
    out.push_str("{\"kind\":");
    push_string(out, diagnostic.kind.name());
    if let Some(class) = class {
        out.push_str(",\"failure\":");
        push_string(out, class);
    }
    out.push_str(",\"message\":");
    push_string(out, &diagnostic.message);
    if let Some(location) = diagnostic.location {
        let _ = write!(
            out,
            ",\"location\":{{\"line\":{},\"column\":{}}}",
            location.line, location.column
        );
    }
    let mut suggestions: Vec<String> = diagnostic.hint.iter().cloned().collect();
    suggestions.extend(diagnostic.suggestions.iter().cloned());
    if !suggestions.is_empty() {
        out.push_str(",\"suggestions\":");
        push_list(out, &suggestions);
    }
    out.push('}');
}

/// How rejections nobody handled read as warnings, and as log lines.
const UNHANDLED: &str = "Unhandled rejection from an un-awaited promise: ";
const UNHANDLED_LOG: &str = "[unhandled rejection] ";

/// Parts from which a result is put together.
pub(crate) struct Ending {
    pub(crate) outcome: Result<Option<String>, Diagnostic>,
    pub(crate) invalid_return: bool,
    pub(crate) unhandled: Vec<Diagnostic>,
    /// The warning that the deadline passed while or after the program ended.
    pub(crate) late: Option<Diagnostic>,
    pub(crate) logs: Logs,
    pub(crate) tool_calls: Vec<Arc<str>>,
}

/// Applies what is said about output, warnings and unhandled rejections.
pub(crate) fn assemble(mut ending: Ending, limits: &Limits, semantics: &Semantics) -> RunResult {
    let failed_by_program = match &ending.outcome {
        Ok(_) => true,
        Err(error) => ended_by_program(error.kind) && !ending.invalid_return,
    };
    if failed_by_program && semantics.unhandled_rejections != UnhandledRejections::Warnings {
        for diagnostic in &ending.unhandled {
            let reason = diagnostic.message.strip_prefix(UNHANDLED);
            let reason = reason.unwrap_or(&diagnostic.message);
            if ending.logs.push(format!("{UNHANDLED_LOG}{reason}")).is_err() {
                break;
            }
        }
    }
    let mut warnings = Vec::new();
    if ending.outcome.is_ok() {
        warnings.extend(ending.late);
        if semantics.unhandled_rejections != UnhandledRejections::Logs {
            for mut diagnostic in ending.unhandled {
                if !diagnostic.message.starts_with(UNHANDLED)
                    && diagnostic.kind != DiagnosticKind::Truncated
                {
                    diagnostic.message.insert_str(0, UNHANDLED);
                }
                warnings.push(diagnostic);
            }
        }
    }

    if semantics.empty_result == EmptyResult::Null {
        if let Ok(value @ None) = &mut ending.outcome {
            *value = Some("null".into());
        }
    }
    let mut truncated = false;
    let mut log_budget = limits.max_output_bytes;
    if let Some(max) = limits.max_output_bytes {
        let size = ending.outcome.as_ref().ok().and_then(|v| v.as_ref()).map_or(0, |v| v.len());
        let size = size as u64;
        if semantics.output_overflow == OutputOverflow::Fail {
            if ending.outcome.is_ok() && size + ending.logs.bytes() > max {
                ending.outcome = Err(Diagnostic::new(
                    DiagnosticKind::OutputLimitExceeded,
                    format!(
                        "The returned value and the console output take more than the {max}-byte output limit. \
                         Return a smaller value and print less."
                    ),
                ));
                warnings.clear();
            }
            log_budget = None;
        } else {
            if let (Ok(Some(value)), true) = (&mut ending.outcome, size > max) {
                let text = format!(
                    "{} [result truncated: {size} bytes exceeds the {max}-byte output limit; return a smaller value]",
                    prefix(value, max)
                );
                value.clear();
                push_string(value, &text);
                truncated = true;
            }
            truncated |= cut_warnings(&mut warnings, max);
            log_budget = Some(max - size.min(max));
        }
    }
    let (logs, cut) = ending.logs.finish(log_budget);
    truncated |= cut;
    RunResult {
        outcome: ending.outcome,
        warnings,
        logs,
        truncated,
        tool_calls: ending.tool_calls,
        invalid_return: ending.invalid_return,
        empty_is_null: semantics.empty_result == EmptyResult::Null,
    }
}

/// Keeps the warnings that fit, and says how many do not.
fn cut_warnings(warnings: &mut Vec<Diagnostic>, max: u64) -> bool {
    let mut used = 0;
    let fitting = warnings
        .iter()
        .take_while(|warning| {
            let mut text = String::new();
            push_diagnostic(&mut text, warning, None);
            used += text.len() as u64 + 1;
            used <= max
        })
        .count();
    let omitted = warnings.len() - fitting;
    if omitted == 0 {
        return false;
    }
    warnings.truncate(fitting);
    warnings.push(Diagnostic::new(
        DiagnosticKind::Truncated,
        format!("{omitted} additional warnings omitted by the output limit."),
    ));
    true
}

/// Whether the program itself failed, rather than being stopped by a limit or from outside.
fn ended_by_program(kind: DiagnosticKind) -> bool {
    !matches!(
        kind,
        DiagnosticKind::TimeoutExceeded
            | DiagnosticKind::ToolCallLimitExceeded
            | DiagnosticKind::ComputeLimitExceeded
            | DiagnosticKind::MemoryLimitExceeded
            | DiagnosticKind::ToolResultLimitExceeded
            | DiagnosticKind::OutputLimitExceeded
            | DiagnosticKind::Aborted
            | DiagnosticKind::Internal
    )
}
