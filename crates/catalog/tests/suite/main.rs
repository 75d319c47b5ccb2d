//! Behaviour of the catalog through its public interface.

mod catalog;
mod search;
mod types;
