//! Behaviour of the engine through its public interface, on virtual time.

#[cfg(feature = "tokio")]
mod code_mode;
mod failure;
mod limits;
mod programs;
mod scheduler;
mod session;
mod world;
