//! Behaviour of the catalog through its public interface.

mod catalog;
mod search;
mod shapes;
mod texts;
mod types;
mod validation;
