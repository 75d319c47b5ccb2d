//! JSON text straight into the heap and straight out of it, without recursion.
//!
//! `JSON.parse`, `JSON.stringify` and the boundary share this.

pub(crate) mod parse;
pub(crate) mod write;
