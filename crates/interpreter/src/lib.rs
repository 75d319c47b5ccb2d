//! The machine: source in, steps out. No clock, no I/O, no thread, no async.
#![forbid(unsafe_code)]

pub mod bytecode;
mod machine;
mod program;

pub use machine::{Machine, MachineOptions, Now, Step};
pub use program::{CompileOptions, Mode, Program};
