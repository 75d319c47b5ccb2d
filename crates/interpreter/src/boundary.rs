//! Guest values to data and back; the only door.

use crate::object::{Kind, PropertyKey, Slot};
use crate::operations::number;
use crate::value::{Unpacked, Value};
use crate::vm::{Abrupt, Completion, Vm};
use codemode_protocol::{Payload, ToolFailure};

/// Why a value may not cross.
#[derive(Debug)]
pub(crate) enum Refused {
    Failure(Box<ToolFailure>),
    Abrupt(Abrupt),
}

impl From<Abrupt> for Refused {
    fn from(a: Abrupt) -> Self {
        Refused::Abrupt(a)
    }
}

impl Vm {
    /// A tool argument as data.
    pub(crate) fn export_argument(&mut self, value: Value, _path: &str) -> Result<Payload, Refused> {
        Ok(self.export(value)?)
    }
    /// A value as data.
    pub(crate) fn export(&mut self, value: Value) -> Completion<Payload> {
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => Ok(Payload::Undefined),
            Unpacked::String(s) => Ok(Payload::Text(self.heap.text(s))),
            _ => {
                let mut out = String::new();
                self.write_json(value, &mut out, 0)?;
                Ok(Payload::Json(out))
            }
        }
    }
    fn write_json(&mut self, value: Value, out: &mut String, depth: u32) -> Completion<()> {
        if depth > 100 {
            return Err(self.range_error("value too deep"));
        }
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal | Unpacked::Null | Unpacked::Symbol(_) => out.push_str("null"),
            Unpacked::Bool(b) => out.push_str(if b { "true" } else { "false" }),
            Unpacked::Number(n) => {
                if n.is_finite() {
                    out.push_str(&number::to_text(n));
                } else {
                    out.push_str("null");
                }
            }
            Unpacked::String(s) => {
                let text = self.heap.text(s);
                quote(&text, out);
            }
            Unpacked::BigInt(_) => return Err(self.type_error("Do not know how to serialize a BigInt")),
            Unpacked::Object(id) => {
                if self.heap.object(id).kind == Kind::Array {
                    out.push('[');
                    for i in 0..self.heap.object(id).length {
                        if i > 0 {
                            out.push(',');
                        }
                        let v = self.get(id, PropertyKey::Index(i))?;
                        self.write_json(v, out, depth + 1)?;
                    }
                    out.push(']');
                } else {
                    out.push('{');
                    let mut first = true;
                    for key in self.own_property_keys(id)? {
                        if key.is_symbol() {
                            continue;
                        }
                        let Some(Slot::Data { value, attributes }) = self.own(id, key) else { continue };
                        if !attributes.enumerable() || value.is_undefined() || self.is_callable(value) {
                            continue;
                        }
                        if !first {
                            out.push(',');
                        }
                        first = false;
                        let text = self.key_text(key);
                        quote(&text, out);
                        out.push(':');
                        self.write_json(value, out, depth + 1)?;
                    }
                    out.push('}');
                }
            }
        }
        Ok(())
    }
    /// Data as a guest value.
    pub(crate) fn import(&mut self, payload: &Payload) -> Completion {
        match payload {
            Payload::Undefined => Ok(Value::UNDEFINED),
            Payload::Text(t) => Ok(Value::string(self.heap.new_string(t))),
            Payload::Json(_) | Payload::Bytes(_) => Ok(Value::UNDEFINED),
        }
    }
    /// A tool's result as a guest value.
    pub(crate) fn import_result(&mut self, payload: &Payload) -> Completion {
        self.import(payload)
    }
}

/// JSON string literal.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}
