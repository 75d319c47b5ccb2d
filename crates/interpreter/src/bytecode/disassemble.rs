//! Bytecode as text, for goldens and debugging.

use super::{CodeBlock, Constant, Unit};
use std::fmt::Write;

/// One line per instruction, then constants and handlers.
pub fn disassemble(block: &CodeBlock) -> String {
    let mut text = String::new();
    for (pc, op) in block.ops.iter().enumerate() {
        let _ = writeln!(text, "{pc:4} {op:?}");
    }
    for (index, constant) in block.constants.iter().enumerate() {
        let _ = match constant {
            Constant::String(units) => {
                writeln!(text, "  k{index} {:?}", String::from_utf16_lossy(units))
            }
            other => writeln!(text, "  k{index} {other:?}"),
        };
    }
    for (index, site) in block.ics.iter().enumerate() {
        let _ = writeln!(text, "  ic{index} k{}", site.key);
    }
    for handler in &block.handlers {
        let _ = writeln!(
            text,
            "  handler {}..{} -> {} r{}",
            handler.start, handler.end, handler.target, handler.register
        );
    }
    text
}

/// All functions of a unit.
pub fn disassemble_unit(unit: &Unit) -> String {
    let mut text = String::new();
    for (index, block) in unit.functions.iter().enumerate() {
        let _ = writeln!(
            text,
            "function {index} {:?} {:?} params {} length {} registers {}",
            String::from_utf16_lossy(&block.name),
            block.kind,
            block.param_count,
            block.length,
            block.registers
        );
        text.push_str(&disassemble(block));
    }
    text
}
