//! The machine: source in, steps out. No clock, no I/O, no thread, no async.
#![forbid(unsafe_code)]

pub mod bytecode;
mod compile;
mod machine;
mod program;
mod syntax;

pub use machine::{Machine, MachineOptions, Now, Step};
pub use program::{CompileOptions, Mode, Nesting, Program, compile_self_hosted};
