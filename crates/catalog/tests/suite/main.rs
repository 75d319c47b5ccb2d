//! Behaviour of the catalog through its public interface.

mod catalog;
mod search;
mod shapes;
mod texts;
mod totality;
mod types;
mod validation;
