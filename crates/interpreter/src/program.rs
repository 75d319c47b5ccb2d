//! `Program::compile`: source text to diagnostics or code.

use codemode_protocol::Diagnostic;

/// How a source text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A model's program: strict, body of an implicit async function, completion value.
    #[default]
    Program,
    /// A classic script: global scope, sloppy unless it says otherwise (test262 and the like).
    Script,
}

/// Settings of compilation.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    pub mode: Mode,
    /// Program mode: the value of a program without `return` is its completion value
    /// (otherwise `undefined`).
    pub completion_value: bool,
    /// Names of tools and namespaces, only to word hints.
    pub typescript: bool,
}

/// Compiled, immutable, shareable between machines and threads.
#[derive(Clone, Debug)]
pub struct Program {}

impl Program {
    /// Parses and compiles; `Err` carries one or more diagnostics in source order.
    pub fn compile(_source: &str, _options: &CompileOptions) -> Result<Program, Vec<Diagnostic>> {
        Ok(Program {})
    }
}
