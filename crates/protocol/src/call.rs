//! Tool calls and their answers, as they cross the boundary.
//!
//! Structured data crosses as JSON text, because that is measured to be two to
//! three times cheaper than walking object trees; strings cross raw.

use serde::{Deserialize, Serialize};

/// Identifies one tool call of one run; unique within the run, in call order from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CallId(pub u32);

/// A value that crosses the boundary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Payload {
    /// JavaScript `undefined` (no argument, no result).
    Undefined,
    /// A string value, carried raw. Lone surrogates are carried as WTF-8-like `\u{FFFD}`
    /// replacements only on request of the sender; senders that must keep them use `Json`.
    Text(String),
    /// Any JSON value as JSON text (lone surrogates as `\uXXXX` escapes).
    Json(String),
    /// Bytes; enter the guest as a `Uint8Array`.
    Bytes(Vec<u8>),
}

/// A call that the program has made and the host must answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// To be named in the reply.
    pub id: CallId,
    /// Index into the flat list of [`ToolNames::tools`].
    pub tool: u32,
    /// The first argument as data.
    pub input: Payload,
    /// Line and column of the call in the program text, 1-based, if known.
    pub location: Option<crate::Location>,
}

/// Why a call failed, as the program may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolFailure {
    /// The kind that an uncaught failure is reported with.
    pub kind: crate::DiagnosticKind,
    /// `error.message` inside the program.
    pub message: String,
    /// `error.name` inside the program; `None` means `ToolCallError`.
    pub name: Option<String>,
    /// Public data of the failure (a JSON object text); its members become own properties of the error.
    pub data: Option<String>,
    /// Names the model may have meant.
    pub suggestions: Vec<String>,
}

/// The host's answer to one [`ToolCall`].
pub type ToolReply = Result<Payload, ToolFailure>;

/// One callable tool as the program sees it: where it hangs in the `tools` tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolName {
    /// Path segments below `tools`, at least one.
    pub path: Vec<String>,
    /// `Some(reason)` when the tool is blocked: calling it fails with the reason.
    pub blocked: Option<String>,
}

/// The tree of names mounted at `tools`, without schemas.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolNames {
    /// All tools; a call names its tool by index into this list.
    pub tools: Vec<ToolName>,
    /// Namespaces without tools of their own (they still exist as objects), as paths.
    pub namespaces: Vec<Vec<String>>,
}
