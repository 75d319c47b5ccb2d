//! Drives machines: limits, scheduling, cancellation. The public Rust API.
//!
//! A Rust host makes a [`CodeMode`] with typed [`Tool`]s and executes programs on tokio. Everything that
//! decides about a run is sans-IO and lies below: [`session`] (one run as a state machine), [`scheduler`]
//! (which call may start), [`limits`], [`result`] and [`failure`]. Other drivers use those directly.
#![forbid(unsafe_code)]

#[cfg(feature = "tokio")]
mod code_mode;
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
#[cfg(feature = "tokio")]
mod tool;

#[cfg(feature = "tokio")]
pub use code_mode::{Builder, Cancel, CodeMode, Execute};
pub use codemode_protocol as protocol;
#[cfg(feature = "tokio")]
pub use tool::{CallContext, Tool, ToolError};
