//! Behaviours in which the two presets differ, each an option of its own.

use codemode_protocol::Preset;
use serde::{Deserialize, Serialize};

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $text)] $variant,)* }
    )*};
}

choices! {
    /// The value of a program without `return`.
    Completion {
        /// The value of its last top-level expression statement.
        LastExpression = "last-expression",
        /// None.
        Return = "return",
    }
    /// What `undefined` as a result becomes.
    EmptyResult { Null = "null", Absent = "absent", }
    /// The contract of the returned value.
    ResultData {
        /// Plain data, anything else is `InvalidDataValue`.
        Plain = "plain",
        /// Whatever `JSON.stringify` makes of it.
        Json = "json",
    }
    /// What happens when output exceeds its limits.
    OutputOverflow { Truncate = "truncate", Fail = "fail", }
    /// Which console lines survive a cut.
    TruncateLogs { KeepFirst = "keep-first", KeepLast = "keep-last", }
    /// Whether text answered by a tool that is JSON becomes a value.
    TextResults { Verbatim = "verbatim", Json = "json", }
    /// A call without argument: left to the schema, or `{}`; with the latter, an argument must be an object.
    MissingArgs { Schema = "schema", EmptyObject = "empty-object", }
    /// Where rejections nobody handled are reported.
    UnhandledRejections { Warnings = "warnings", Logs = "logs", Both = "both", }
    /// How the caller learns of his own abort.
    OnAbort { Reject = "reject", Result = "result", }
    /// Whether the end of a run waits for interrupted tools that promise to settle.
    Cleanup { Await = "await", Detach = "detach", }
    /// An empty program.
    EmptySource { Error = "error", Allow = "allow", }
    /// Whether console lines name their level.
    LogLevels { Prefix = "prefix", Plain = "plain", }
}

macro_rules! semantics {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $opencode:expr, $orchestrator:expr;)*) => {
        /// One value for every behaviour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Semantics { $($(#[$doc])* pub $field: $type,)* }

        /// Values that a host has chosen.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields, default)]
        pub struct SemanticsOptions { $(pub $field: Option<$type>,)* }

        impl Semantics {
            /// The preset's values, except where the host has chosen.
            pub fn resolve(preset: Preset, options: &SemanticsOptions) -> Self {
                let opencode = preset == Preset::Opencode;
                Semantics {
                    $($field: options.$field.unwrap_or(if opencode { $opencode } else { $orchestrator }),)*
                }
            }
        }
    };
}

semantics! {
    completion: Completion = Completion::LastExpression, Completion::Return;
    empty_result: EmptyResult = EmptyResult::Null, EmptyResult::Absent;
    result_data: ResultData = ResultData::Plain, ResultData::Json;
    output_overflow: OutputOverflow = OutputOverflow::Truncate, OutputOverflow::Fail;
    truncate_logs: TruncateLogs = TruncateLogs::KeepFirst, TruncateLogs::KeepLast;
    text_results: TextResults = TextResults::Verbatim, TextResults::Json;
    missing_args: MissingArgs = MissingArgs::Schema, MissingArgs::EmptyObject;
    /// Provide `sleep(ms)`.
    sleep: bool = false, true;
    /// Provide `search(...)`.
    search: bool = true, false;
    unhandled_rejections: UnhandledRejections = UnhandledRejections::Warnings, UnhandledRejections::Logs;
    on_abort: OnAbort = OnAbort::Reject, OnAbort::Result;
    cleanup: Cleanup = Cleanup::Await, Cleanup::Detach;
    empty_source: EmptySource = EmptySource::Error, EmptySource::Allow;
    log_levels: LogLevels = LogLevels::Plain, LogLevels::Plain;
}
