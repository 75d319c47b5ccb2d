//! The machine: source in, steps out.
//!
//! This crate never reads a clock, does I/O, spawns or awaits; the same inputs give the same steps.
//! It sees names of tools, never schemas or host functions. A blocked machine is plain data.
#![forbid(unsafe_code)]

mod boundary;
mod builtins;
pub mod bytecode;
mod compile;
mod heap;
mod jobs;
mod json;
mod machine;
mod object;
mod operations;
mod program;
mod realm;
mod report;
mod support;
mod syntax;
mod timers;
mod tools;
mod value;
mod vm;
mod web;

pub use machine::{Machine, MachineOptions, Now, Step};
pub use program::{CompileOptions, Mode, Nesting, Program, compile_self_hosted};
pub use support::support;
