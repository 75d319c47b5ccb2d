//! Functions without a runtime.

use crate::runtime::misuse;
use codemode_engine::failure;
use codemode_engine::limits::{apply, recommended};
use codemode_protocol::{LIMITS, Limits, Preset};
use napi::bindgen_prelude::{Either, Undefined};
use napi::{Env, Result};
use napi_derive::napi;

#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The limit table as JSON text.
#[napi]
pub fn limit_table() -> String {
    let recommended = recommended();
    let rows: Vec<serde_json::Value> = LIMITS
        .iter()
        .map(|row| {
            serde_json::json!({
                "name": row.name,
                "unit": row.unit,
                "opencode": row.opencode,
                "orchestrator": row.orchestrator,
                "recommended": recommended.get(row.name).flatten(),
                "kind": row.kind.name(),
            })
        })
        .collect();
    serde_json::Value::Array(rows).to_string()
}

/// The first problem of a limits object, if there is one.
#[napi]
pub fn validate_limits(limits: String) -> Either<String, Undefined> {
    let problem = match serde_json::from_str(&limits) {
        Ok(given) => {
            let mut base = Limits::preset(Preset::Opencode);
            apply(&mut base, &given, false).err().map(|error| error.message)
        }
        Err(_) => Some("limits must be an object.".into()),
    };
    problem.map_or(Either::B(()), Either::A)
}

#[napi]
pub fn search_signature() -> &'static str {
    codemode_catalog::SEARCH_SIGNATURE
}

#[napi]
pub fn tool_expression(path: String) -> String {
    codemode_catalog::tool_expression(&path)
}

#[napi]
pub fn to_failure_text(env: Env, result: String, log_tail_bytes: Option<f64>) -> Result<String> {
    let tail = log_tail_bytes.map_or(failure::LOG_TAIL_BYTES, |bytes| bytes as u64);
    failure::failure_text_of_json(&result, tail).map_err(|error| misuse(env.raw(), error))
}

#[napi]
pub fn to_envelope(env: Env, result: String) -> Result<String> {
    failure::envelope_of_json(&result).map_err(|error| misuse(env.raw(), error))
}

#[napi]
pub fn tail_logs(logs: String, budget_bytes: f64) -> String {
    let lines: Vec<String> = serde_json::from_str(&logs).unwrap_or_default();
    failure::tail_logs(&lines, budget_bytes as u64)
}
