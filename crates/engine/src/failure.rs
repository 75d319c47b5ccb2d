//! Failures in words for a model: the text of a failed run, the envelope of a successful one, the log tail.

use crate::limits::ConfigError;
use crate::result::{RunResult, push_list};
use codemode_protocol::{Diagnostic, DiagnosticKind, Halt, Limits};
use serde::Deserialize;
use serde_json::value::RawValue;

/// How much console output is attached to a failure unless the host says otherwise.
pub const LOG_TAIL_BYTES: u64 = 8_000;

const OMITTED: &str = "[earlier output omitted]";

/// The diagnostic of a run that its driver stopped.
pub(crate) fn halted(halt: Halt, limits: &Limits) -> Diagnostic {
    let number = |limit: Option<u64>| limit.unwrap_or_default();
    match halt {
        Halt::Timeout => Diagnostic::new(
            DiagnosticKind::TimeoutExceeded,
            format!("Execution timed out after {}ms.", number(limits.timeout_ms)),
        ),
        Halt::ToolCalls => Diagnostic::new(
            DiagnosticKind::ToolCallLimitExceeded,
            format!("Execution exceeded its tool-call limit of {}.", number(limits.max_tool_calls)),
        ),
        Halt::Compute => Diagnostic::new(
            DiagnosticKind::ComputeLimitExceeded,
            format!(
                "The program used up its compute budget of {}ms. Only running code counts, waiting for tools does not.",
                number(limits.compute_ms)
            ),
        ),
        Halt::Fuel => Diagnostic::new(
            DiagnosticKind::ComputeLimitExceeded,
            "The program used up its budget of computing steps.",
        ),
        Halt::Memory => Diagnostic::new(
            DiagnosticKind::MemoryLimitExceeded,
            format!(
                "The program exceeded its memory limit of {} bytes.",
                number(limits.memory_bytes)
            ),
        ),
        Halt::ToolResults => Diagnostic::new(
            DiagnosticKind::ToolResultLimitExceeded,
            format!(
                "Tool results exceeded their total limit of {} bytes.",
                number(limits.tool_result_bytes)
            ),
        ),
        Halt::Output => Diagnostic::new(
            DiagnosticKind::OutputLimitExceeded,
            "Console output exceeded its limit.",
        ),
        Halt::Aborted => Diagnostic::new(DiagnosticKind::Aborted, "The run was aborted."),
        Halt::Internal => Diagnostic::new(
            DiagnosticKind::Internal,
            "The run ended because of an internal error of the interpreter. The program is not at fault; \
             the same program may fail again.",
        ),
    }
}

/// What a model should do about a failure of this kind.
pub fn advice(kind: DiagnosticKind) -> Option<&'static str> {
    Some(match kind {
        DiagnosticKind::ParseError | DiagnosticKind::UnsupportedSyntax => {
            "Correct the syntax and send the whole program again."
        }
        DiagnosticKind::TimeoutExceeded => {
            "Make fewer calls, run independent calls side by side, or work on a narrower selection."
        }
        DiagnosticKind::ComputeLimitExceeded => {
            "Compute less: narrow the loops or use a better algorithm. Slow tools are not the cause."
        }
        DiagnosticKind::MemoryLimitExceeded => {
            "Do not build unbounded strings or collections; keep only the fields the next step needs."
        }
        DiagnosticKind::ToolResultLimitExceeded => {
            "Ask tools for less, or select and aggregate each result as it arrives instead of fetching everything."
        }
        DiagnosticKind::OutputLimitExceeded => "Print less and return only what the answer needs.",
        DiagnosticKind::ToolCallLimitExceeded => {
            "The run was stopped on purpose: filter first and call only for what is left."
        }
        DiagnosticKind::Deadlock => {
            "Every promise that is awaited must be settled by a tool call, a timer or other code."
        }
        DiagnosticKind::InvalidDataValue => {
            "Return plain data: objects, arrays, strings, finite numbers, booleans, null."
        }
        _ => return None,
    })
}

/// The text of a failed run for a model: cause, advice, and the end of the console output. Empty for a
/// success.
pub fn to_failure_text(result: &RunResult, log_tail_bytes: u64) -> String {
    let Err(error) = &result.outcome else { return String::new() };
    failure_text(error, result.failure().unwrap_or("exception"), &result.logs, log_tail_bytes)
}

/// The same from its parts.
pub fn failure_text(
    error: &Diagnostic,
    class: &str,
    logs: &[String],
    log_tail_bytes: u64,
) -> String {
    let mut text = format!("The program failed ({class}): {}", error.message);
    for extra in error.hint.iter().chain(&error.suggestions) {
        text.push('\n');
        text.push_str(extra);
    }
    if let Some(advice) = advice(error.kind) {
        text.push('\n');
        text.push_str(advice);
    }
    let tail = tail_logs(logs, log_tail_bytes);
    if !tail.is_empty() {
        text.push_str("\n\nOutput before the failure:\n");
        text.push_str(&tail);
    }
    text
}

/// `{"logs":[...],"result":...}` of a successful run, with the program's own text of the result; the member
/// is absent when there is none.
pub fn to_envelope(result: &RunResult) -> String {
    envelope(&result.logs, result.json())
}

/// The same from its parts.
pub fn envelope(logs: &[String], json: Option<&str>) -> String {
    let mut out = String::from("{\"logs\":");
    push_list(&mut out, logs);
    if let Some(json) = json {
        out.push_str(",\"result\":");
        out.push_str(json);
    }
    out.push('}');
    out
}

/// A result as it stands in the public JSON form; values stay text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublicResult<'a> {
    #[serde(default)]
    json: Option<String>,
    #[serde(default, borrow)]
    value: Option<&'a RawValue>,
    #[serde(default)]
    has_value: Option<bool>,
    #[serde(default)]
    error: Option<PublicDiagnostic>,
    #[serde(default)]
    logs: Vec<String>,
}

#[derive(Deserialize)]
struct PublicDiagnostic {
    kind: String,
    #[serde(default)]
    failure: Option<String>,
    message: String,
    #[serde(default)]
    suggestions: Vec<String>,
}

/// [`to_failure_text`] of a result in its public JSON form.
pub fn failure_text_of_json(result: &str, log_tail_bytes: u64) -> Result<String, ConfigError> {
    let result = read_public(result)?;
    let Some(error) = result.error else { return Ok(String::new()) };
    let kind = DiagnosticKind::from_name(&error.kind).unwrap_or(DiagnosticKind::ExecutionFailure);
    let class = error.failure.unwrap_or_else(|| kind.failure().to_owned());
    let mut diagnostic = Diagnostic::new(kind, error.message);
    diagnostic.suggestions = error.suggestions;
    Ok(failure_text(&diagnostic, &class, &result.logs, log_tail_bytes))
}

/// [`to_envelope`] of a result in its public JSON form.
pub fn envelope_of_json(result: &str) -> Result<String, ConfigError> {
    let result = read_public(result)?;
    let value = match (&result.json, result.value) {
        (Some(json), _) => Some(json.as_str()),
        (None, Some(value)) if result.has_value != Some(false) => Some(value.get()),
        _ => None,
    };
    Ok(envelope(&result.logs, value))
}

fn read_public(text: &str) -> Result<PublicResult<'_>, ConfigError> {
    serde_json::from_str(text)
        .map_err(|error| ConfigError::type_error(format!("This is not a result: {error}.")))
}

/// The last whole lines that fit into the budget, each costing its bytes and one; a first line says when
/// older ones are missing. If not even the last line fits, the end of it is shown.
pub fn tail_logs(lines: &[String], budget_bytes: u64) -> String {
    let Some(last) = lines.last() else { return String::new() };
    if budget_bytes == 0 {
        return String::new();
    }
    let mut used = 0;
    let fitting = lines
        .iter()
        .rev()
        .take_while(|line| {
            used += line.len() as u64 + 1;
            used <= budget_bytes
        })
        .count();
    let mut out = String::new();
    if fitting < lines.len() {
        out.push_str(OMITTED);
        out.push('\n');
    }
    if fitting == 0 {
        let mut start = last.len() - last.len().min(usize::try_from(budget_bytes).unwrap_or(0));
        while !last.is_char_boundary(start) {
            start += 1;
        }
        out.push_str(last.get(start..).unwrap_or(""));
    }
    for line in lines.iter().skip(lines.len() - fitting) {
        out.push_str(line);
        out.push('\n');
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}
