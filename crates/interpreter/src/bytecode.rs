//! The register bytecode: what the compiler emits and the loop runs.
//!
//! Knows neither the tree nor the heap.

pub mod code_block;
pub mod disassemble;
pub mod intrinsics;
pub mod opcodes;

pub use code_block::{
    CodeBlock, Constant, FunctionFlags, FunctionKind, Handler, IcSite, Origin, Position,
    TemplateParts, Unit,
};
pub use opcodes::Op;
