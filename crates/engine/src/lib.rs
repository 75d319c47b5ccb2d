//! Drives machines: limits, scheduling, cancellation. The public Rust API.
#![forbid(unsafe_code)]
