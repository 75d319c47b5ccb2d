//! Behaviour of the engine through its public interface, on virtual time.

mod failure;
mod limits;
mod programs;
mod scheduler;
mod session;
mod world;
