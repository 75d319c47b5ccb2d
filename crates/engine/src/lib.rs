//! Drives machines: limits, scheduling, cancellation. The public Rust API.
#![forbid(unsafe_code)]

pub mod discovery;
pub mod engine;
pub mod events;
pub mod failure;
pub mod guest;
pub mod json;
pub mod limits;
mod output;
pub mod result;
pub mod scheduler;
pub mod semantics;
pub mod session;
pub mod settings;
pub mod slots;
