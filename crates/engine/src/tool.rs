//! `Tool`: what a Rust host lets a program call.
//!
//! The types of a typed tool give its schemas, so signatures, the catalog and the check of arguments all
//! follow from them.

use codemode_protocol::{DiagnosticKind, Payload, ToolFailure, ToolReply};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::watch;

/// Why a tool refused or failed, as the program may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    /// `error.message` inside the program.
    pub message: String,
    /// Members become properties of the error inside the program.
    pub data: Option<serde_json::Map<String, Value>>,
}

impl ToolError {
    /// A failure with this message.
    pub fn new(message: impl Into<String>) -> Self {
        ToolError { message: message.into(), data: None }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

impl From<ToolError> for ToolFailure {
    fn from(error: ToolError) -> Self {
        ToolFailure {
            kind: DiagnosticKind::ToolFailure,
            message: error.message,
            name: None,
            data: error.data.map(|data| Value::Object(data).to_string()),
            suggestions: Vec::new(),
        }
    }
}

/// What a tool is told about the call it answers.
#[derive(Clone, Debug)]
pub struct CallContext {
    /// Unique within the run, from 0.
    pub call_id: u32,
    /// Dotted path of the tool.
    pub path: Arc<str>,
    pub(crate) over: watch::Receiver<bool>,
}

impl CallContext {
    /// True once nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        *self.over.borrow()
    }

    /// Completes when nobody waits for the answer any more.
    pub async fn cancelled(&self) {
        let mut over = self.over.clone();
        // An error means that the run is gone altogether.
        let _ = over.wait_for(|over| *over).await;
    }
}

type Answer = Pin<Box<dyn Future<Output = ToolReply> + Send>>;
type Work = Box<dyn FnOnce(CallContext) -> Answer + Send>;
type Prepare = dyn Fn(Payload) -> Result<Work, ToolFailure> + Send + Sync;
type Keys = dyn Fn(&Value) -> Vec<String> + Send + Sync;

/// See the module text.
#[derive(Clone)]
pub struct Tool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) input: Value,
    pub(crate) output: Value,
    pub(crate) mutating: bool,
    pub(crate) blocked: Option<String>,
    pub(crate) keys: Option<Arc<Keys>>,
    prepare: Arc<Prepare>,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Tool {
    /// A tool whose argument and answer are Rust types.
    ///
    /// ```
    /// use codemode_engine::{Tool, ToolError};
    /// use schemars::JsonSchema;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Lookup { id: String }
    /// #[derive(Serialize, JsonSchema)]
    /// struct Order { id: String, open: bool }
    ///
    /// let lookup = Tool::new("lookup", "Look up an order by ID", |input: Lookup, _| async move {
    ///     match input.id.as_str() {
    ///         "" => Err(ToolError::new("an order needs an id")),
    ///         _ => Ok(Order { id: input.id, open: true }),
    ///     }
    /// });
    /// # let _ = lookup;
    /// ```
    pub fn new<I, O, F, R>(name: impl Into<String>, description: impl Into<String>, run: F) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema,
        F: Fn(I, CallContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, ToolError>> + Send + 'static,
    {
        let name = name.into();
        let run = Arc::new(run);
        let label = name.clone();
        let prepare = move |payload: Payload| -> Result<Work, ToolFailure> {
            let input: I = decode(payload).map_err(|message| ToolFailure {
                kind: DiagnosticKind::InvalidToolInput,
                message: format!("Invalid input for tool '{label}': {message}"),
                name: None,
                data: None,
                suggestions: Vec::new(),
            })?;
            let run = Arc::clone(&run);
            let label = label.clone();
            Ok(Box::new(move |context| {
                let answer = run(input, context);
                Box::pin(async move {
                    let output = answer.await?;
                    encode(&output).map_err(|message| ToolFailure {
                        kind: DiagnosticKind::InvalidToolOutput,
                        message: format!("Invalid output from tool '{label}': {message}"),
                        name: None,
                        data: None,
                        suggestions: Vec::new(),
                    })
                })
            }))
        };
        Tool {
            name,
            description: description.into(),
            input: SchemaGenerator::default().into_root_schema_for::<I>().to_value(),
            output: SchemaGenerator::default().into_root_schema_for::<O>().to_value(),
            mutating: false,
            blocked: None,
            keys: None,
            prepare: Arc::new(prepare),
        }
    }

    /// A tool that exists for the model but that programs may not call.
    pub fn blocked(name: impl Into<String>, reason: impl Into<String>) -> Self {
        let mut tool = Tool::new(name, "", |_: Value, _| async { Ok(()) });
        tool.blocked = Some(reason.into());
        tool
    }

    /// The tool writes something that outlives the call; matters together with conflict keys.
    pub fn mutating(mut self) -> Self {
        self.mutating = true;
        self
    }

    /// Names the resources that a call with this argument touches.
    pub fn conflict_keys(
        mut self,
        keys: impl Fn(&Value) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        self.keys = Some(Arc::new(keys));
        self
    }

    /// Checks an argument; returns the work to be done and its conflict keys.
    pub(crate) fn prepare(&self, input: Payload) -> Result<(Work, Vec<String>), ToolFailure> {
        let keys = match &self.keys {
            Some(keys) => keys(&value_of(&input)),
            None => Vec::new(),
        };
        Ok(((self.prepare)(input)?, keys))
    }
}

fn value_of(payload: &Payload) -> Value {
    match payload {
        Payload::Undefined => Value::Null,
        Payload::Text(text) => Value::String(text.clone()),
        Payload::Json(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        Payload::Bytes(bytes) => Value::Array(bytes.iter().map(|byte| (*byte).into()).collect()),
    }
}

fn decode<I: DeserializeOwned>(payload: Payload) -> Result<I, String> {
    let decoded = match payload {
        Payload::Json(text) => serde_json::from_str(&text),
        other => serde_json::from_value(value_of(&other)),
    };
    decoded.map_err(|error| error.to_string())
}

fn encode<O: Serialize>(output: &O) -> Result<Payload, String> {
    let text = serde_json::to_string(output).map_err(|error| error.to_string())?;
    if text.starts_with('"') {
        return serde_json::from_str(&text).map(Payload::Text).map_err(|error| error.to_string());
    }
    Ok(Payload::Json(text))
}
