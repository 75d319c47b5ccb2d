//! Bytecode as text, for goldens and debugging.

use super::CodeBlock;
use std::fmt::Write;

/// One line per instruction.
pub fn disassemble(block: &CodeBlock) -> String {
    let mut text = String::new();
    for (pc, op) in block.ops.iter().enumerate() {
        let _ = writeln!(text, "{pc:4} {op:?}");
    }
    text
}
