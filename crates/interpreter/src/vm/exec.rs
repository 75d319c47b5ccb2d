//! Instruction bodies that do not fit the loop's fast paths, by family.

pub(crate) mod access;
pub(crate) mod arguments;
pub(crate) mod arithmetic;
pub(crate) mod define;
pub(crate) mod global;
pub(crate) mod iterate;
pub(crate) mod private;
