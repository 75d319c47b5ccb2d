//! What can be wrong with a caller's input, in V8's words.
//!
//! The kind says which JavaScript error the caller throws.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    Range,
    Type,
}

impl Error {
    pub(crate) fn range(message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Range, message: message.into() }
    }

    pub(crate) fn type_error(message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Type, message: message.into() }
    }

    pub(crate) fn invalid_tag() -> Error {
        Error::range("Incorrect locale information provided")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
