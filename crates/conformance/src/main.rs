//! Development only: runs a test262 checkout against the interpreter.
#![forbid(unsafe_code)]
fn main() {}
