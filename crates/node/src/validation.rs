//! Checking of plain JSON Schema for tools that ask for it.

use codemode_catalog::{SchemaSource, Validator, violation_text};
use napi_derive::napi;

/// A JSON Schema ready to check data.
#[napi]
pub struct NativeValidator {
    validator: Validator,
}

#[napi]
impl NativeValidator {
    /// Reads a schema from JSON text.
    #[napi(constructor)]
    pub fn new(schema: String) -> Self {
        NativeValidator { validator: Validator::new(&SchemaSource::text(schema)) }
    }

    /// Why the data, given as JSON text, does not fit; `null` when it does.
    #[napi]
    pub fn check(&self, data: String) -> Option<String> {
        self.validator.validate_json(&data).err().map(|violations| violation_text(&violations))
    }
}
