//! Behaviour of the machine through its public interface.

mod cases;
mod console;
mod nesting;
mod values;
