//! Guest values to data and back; the only door.
//!
//! What leaves is what `JSON.stringify` would write, with additions: promises in the data are
//! awaited, a Set becomes an array, an Error its name, message and own members; own `__proto__`
//! keys are dropped, bytes and cycles refused. What enters is parsed straight into the heap.

use crate::builtins::Intrinsic;
use crate::heap::ObjectId;
use crate::json::write::{Target, Unwritten};
use crate::object::{BufferData, ElementType, Internal, Kind, ViewData};
use crate::value::Value;
use crate::vm::{Abrupt, Completion, Vm};
use codemode_protocol::{DiagnosticKind, Payload, ToolFailure};

/// Why a value may not cross.
#[derive(Debug)]
pub(crate) enum Refused {
    Failure(Box<ToolFailure>),
    /// A promise in the data has to settle first.
    Pending(ObjectId),
    Abrupt(Abrupt),
}

impl From<Abrupt> for Refused {
    fn from(a: Abrupt) -> Self {
        Refused::Abrupt(a)
    }
}

fn failure(kind: DiagnosticKind, message: String) -> Refused {
    Refused::Failure(Box::new(ToolFailure {
        kind,
        message,
        name: None,
        data: None,
        suggestions: Vec::new(),
    }))
}

impl Vm {
    /// A tool argument as data.
    pub(crate) fn export_argument(&mut self, value: Value, path: &str) -> Result<Payload, Refused> {
        let label = format!("Arguments for tool '{path}'");
        match self.export_labelled(value, &label) {
            Err(Refused::Pending(_)) => Err(failure(
                DiagnosticKind::InvalidDataValue,
                format!(
                    "{label} contains an un-awaited Promise; await it first: const value = await tools.ns.tool(...)"
                ),
            )),
            Ok(Payload::Json(text)) => match self.options.argument_bytes {
                Some(limit) if text.len() as u64 > limit => Err(failure(
                    DiagnosticKind::InvalidToolInput,
                    format!("{label} take {} bytes, more than the limit of {limit}.", text.len()),
                )),
                _ => Ok(Payload::Json(text)),
            },
            other => other,
        }
    }
    /// The program's result as data.
    pub(crate) fn export_result(&mut self, value: Value) -> Result<Payload, Refused> {
        self.export_labelled(value, "Execution result")
    }
    /// A value as data, for uses without a label of their own.
    pub(crate) fn export(&mut self, value: Value) -> Completion<Payload> {
        match self.export_labelled(value, "The value") {
            Ok(p) => Ok(p),
            Err(Refused::Abrupt(a)) => Err(a),
            Err(Refused::Failure(f)) => Err(self.type_error(&f.message)),
            Err(Refused::Pending(_)) => {
                Err(self.type_error("The value contains an un-awaited Promise"))
            }
        }
    }
    fn export_labelled(&mut self, value: Value, label: &str) -> Result<Payload, Refused> {
        if value.is_undefined() {
            return Ok(Payload::Undefined);
        }
        if let Some(s) = value.as_string() {
            // Lone surrogates survive only as JSON escapes.
            let view = self.heap.view(s);
            let text = view.to_text();
            if !text.contains('\u{FFFD}') {
                self.charge_memory(text.len())?;
                return Ok(Payload::Text(text));
            }
        }
        let target = Target::Boundary {
            label: label.into(),
            max_depth: self.options.max_data_depth,
            strict: self.options.plain_results,
        };
        // Values that guest code hands out meanwhile stay alive.
        let logging = std::mem::replace(&mut self.heap.logging, true);
        let log = self.heap.native_log.len();
        let written = self.write_json(value, target, None, Vec::new());
        self.heap.logging = logging;
        self.heap.native_log.truncate(log);
        match written {
            Ok(Some(builder)) => {
                let text = if builder.is_wide {
                    String::from_utf16_lossy(&builder.wide)
                } else if builder.narrow.is_ascii() {
                    String::from_utf8(builder.narrow).unwrap_or_default()
                } else {
                    builder.narrow.iter().map(|&b| b as char).collect()
                };
                Ok(Payload::Json(text))
            }
            Ok(None) => Ok(Payload::Undefined),
            Err(Unwritten::NotData(message)) => {
                Err(failure(DiagnosticKind::InvalidDataValue, message))
            }
            Err(Unwritten::NotPlain) => Err(failure(
                DiagnosticKind::InvalidDataValue,
                format!("{label} must contain data only."),
            )),
            Err(Unwritten::Pending(p)) => Err(Refused::Pending(p)),
            Err(Unwritten::Rejected(v)) => Err(Refused::Abrupt(Abrupt::Throw(v))),
            Err(Unwritten::Abrupt(a)) => Err(Refused::Abrupt(a)),
        }
    }
    /// Data as a guest value.
    pub(crate) fn import(&mut self, payload: &Payload) -> Completion {
        match payload {
            Payload::Undefined => Ok(Value::UNDEFINED),
            Payload::Text(t) => {
                self.charge_memory(t.len())?;
                Ok(Value::string(self.heap.new_string(t)))
            }
            Payload::Json(text) => {
                self.charge_memory(text.len())?;
                self.parse_data_text(text)
            }
            Payload::Bytes(bytes) => {
                self.charge_memory(bytes.len())?;
                Ok(self.new_bytes(bytes.clone()).into())
            }
        }
    }
    /// A tool's result as a guest value.
    pub(crate) fn import_result(&mut self, payload: &Payload) -> Completion {
        if let (true, Payload::Text(text)) = (self.options.parse_text_results, payload) {
            let trimmed = text.trim_start();
            if trimmed.starts_with(|c: char| {
                matches!(c, '{' | '[' | '"' | '-' | 't' | 'f' | 'n' | '0'..='9')
            }) {
                match self.parse_json_text(text) {
                    Err(Abrupt::Throw(_)) => {}
                    other => return other,
                }
            }
        }
        self.import(payload)
    }
    /// A `Uint8Array` over these bytes.
    pub(crate) fn new_bytes(&mut self, bytes: Vec<u8>) -> ObjectId {
        let length = bytes.len();
        self.heap.bytes += bytes.capacity();
        let proto = self.intrinsic(Intrinsic::ArrayBufferPrototype);
        let data = BufferData { bytes, detached: false, max_length: None };
        let buffer =
            self.heap.new_exotic(Some(proto), Kind::ArrayBuffer, Internal::Buffer(Box::new(data)));
        let proto = self.intrinsic(Intrinsic::Uint8ArrayPrototype);
        let view =
            ViewData { buffer, element: ElementType::Uint8, offset: 0, length: Some(length) };
        self.heap.new_exotic(Some(proto), Kind::TypedArray, Internal::View(Box::new(view)))
    }
}
