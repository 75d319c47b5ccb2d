//! Reading JavaScript values without detours: numbers, strings, bytes, flat arrays.
//!
//! Safety: every function takes the environment and values of the call that is going on, which is what
//! Node-API asks for.
#![expect(unsafe_code, reason = "Node-API is a C interface")]

use codemode_protocol::{DiagnosticKind, Payload, ToolFailure, ToolReply};
use napi::{Error, Result, Status, sys};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::ptr;

/// A value of the call that is going on.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    pub(crate) env: sys::napi_env,
    pub(crate) raw: sys::napi_value,
}

fn check(status: sys::napi_status, expected: &str) -> Result<()> {
    if status == sys::Status::napi_ok {
        return Ok(());
    }
    Err(Error::new(Status::InvalidArg, format!("The addon expected {expected}.")))
}

impl Value {
    pub(crate) fn u32(self) -> Result<u32> {
        let mut out = 0;
        check(unsafe { sys::napi_get_value_uint32(self.env, self.raw, &mut out) }, "a number")?;
        Ok(out)
    }

    pub(crate) fn is_undefined(self) -> bool {
        let mut kind = 0;
        let status = unsafe { sys::napi_typeof(self.env, self.raw, &mut kind) };
        status == sys::Status::napi_ok && kind == sys::ValueType::napi_undefined
    }

    /// Lone surrogates read as U+FFFD.
    pub(crate) fn string(self) -> Result<String> {
        const SHORT: usize = 256;
        let mut short = [0_u8; SHORT];
        let mut written = 0;
        let status = unsafe {
            sys::napi_get_value_string_utf8(
                self.env,
                self.raw,
                short.as_mut_ptr().cast(),
                SHORT,
                &mut written,
            )
        };
        check(status, "a string")?;
        // A character takes at most 4 bytes: with less than that left over, more may follow.
        if written < SHORT - 4 {
            return text(short[..written].to_vec());
        }
        let mut length = 0;
        let status = unsafe {
            sys::napi_get_value_string_utf8(self.env, self.raw, ptr::null_mut(), 0, &mut length)
        };
        check(status, "a string")?;
        let mut bytes = vec![0_u8; length + 1];
        let status = unsafe {
            sys::napi_get_value_string_utf8(
                self.env,
                self.raw,
                bytes.as_mut_ptr().cast(),
                bytes.len(),
                &mut written,
            )
        };
        check(status, "a string")?;
        bytes.truncate(written);
        text(bytes)
    }

    pub(crate) fn bytes(self) -> Result<Vec<u8>> {
        let (mut length, mut data, mut kind) = (0, ptr::null_mut(), 0);
        let status = unsafe {
            sys::napi_get_typedarray_info(
                self.env,
                self.raw,
                &mut kind,
                &mut length,
                &mut data,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        check(status, "a Uint8Array")?;
        if kind != sys::TypedarrayType::uint8_array {
            return Err(Error::new(Status::InvalidArg, "The addon expected a Uint8Array."));
        }
        if data.is_null() || length == 0 {
            return Ok(Vec::new());
        }
        Ok(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) }.to_vec())
    }

    /// The elements of an array, at most `u32::MAX`.
    pub(crate) fn elements(self) -> Result<impl Iterator<Item = Result<Value>>> {
        let mut length = 0;
        let status = unsafe { sys::napi_get_array_length(self.env, self.raw, &mut length) };
        check(status, "an array")?;
        Ok((0..length).map(move |index| {
            let mut raw = ptr::null_mut();
            let status = unsafe { sys::napi_get_element(self.env, self.raw, index, &mut raw) };
            check(status, "an array element")?;
            Ok(Value { env: self.env, raw })
        }))
    }
}

fn text(bytes: Vec<u8>) -> Result<String> {
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Reads a reply as `kind` says.
pub(crate) fn reply(kind: u32, payload: Value) -> Result<ToolReply> {
    Ok(match kind {
        0 => Ok(Payload::Undefined),
        1 => Ok(Payload::Text(payload.string()?)),
        2 => Ok(Payload::Json(payload.string()?)),
        3 => Ok(Payload::Bytes(payload.bytes()?)),
        4 => Err(failure(&payload.string()?)),
        _ => return Err(Error::new(Status::InvalidArg, "The addon expected a payload kind.")),
    })
}

#[derive(Deserialize)]
struct Failure {
    kind: String,
    message: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    data: Option<Box<RawValue>>,
    #[serde(default)]
    suggestions: Vec<String>,
}

/// Reads a failure from its JSON text; text of another form is the message.
pub(crate) fn failure(text: &str) -> ToolFailure {
    match serde_json::from_str::<Failure>(text) {
        Ok(failure) => ToolFailure {
            kind: DiagnosticKind::from_name(&failure.kind).unwrap_or(DiagnosticKind::ToolFailure),
            message: failure.message,
            name: failure.name,
            data: failure.data.map(|data| data.get().to_owned()),
            suggestions: failure.suggestions,
        },
        Err(_) => ToolFailure {
            kind: DiagnosticKind::ToolFailure,
            message: text.to_owned(),
            name: None,
            data: None,
            suggestions: Vec::new(),
        },
    }
}
