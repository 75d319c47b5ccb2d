//! The napi skin: converts and forwards, decides nothing.
//!
//! A run starts on the thread that asked for it; a program that computes for long moves to a pool of
//! threads and its turns come back through the event loop. See `ts/native.ts` for the contract.

mod bridge;
mod functions;
mod openapi;
mod pool;
mod run;
mod runtime;
mod texts;
mod turn;
mod validation;
mod value;

/// A run allocates and frees a realm; the system allocator gives the pages back and faults them in again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
