//! Prints the bytecode of a file, or its diagnostics: `disassemble FILE [script]`.

use codemode_interpreter::bytecode::disassemble::disassemble_unit;
use codemode_interpreter::{CompileOptions, Mode, Program};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_default();
    let mode = match arguments.next().as_deref() {
        Some("script") => Mode::Script,
        _ => Mode::Program,
    };
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let options = CompileOptions { mode, completion_value: true, typescript: true };
    match Program::compile(&source, &options) {
        Ok(program) => print!("{}", disassemble_unit(program.unit())),
        Err(problems) => println!("{problems:#?}"),
    }
}
