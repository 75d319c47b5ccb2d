//! Behaviour of the machine through its public interface.

mod cases;
mod console;
mod goldens;
mod nesting;
mod support;
mod values;
mod web;
