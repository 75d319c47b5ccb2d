//! One file by hand: its logs and how it ended.

use crate::options::{Action, Options};
use crate::script::{self, End};
use codemode_interpreter::Mode;
use codemode_protocol::Payload;

const STACK_BYTES: usize = 64 << 20;

/// Runs the file and prints what happened; true when it ended without an error.
pub fn run(options: &Options) -> std::io::Result<bool> {
    let source = std::fs::read_to_string(&options.root)?;
    let mode = if options.action == Action::Program { Mode::Program } else { Mode::Script };
    let limit = options.limit;
    let running = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || script::run(&source, mode, limit))?;
    let end = running.join().map_err(|_| std::io::Error::other("the running thread panicked"))?;
    Ok(match end {
        End::Rejected(diagnostics) => {
            for diagnostic in diagnostics {
                println!("{diagnostic:#?}");
            }
            false
        }
        End::TimedOut => {
            println!("timeout");
            false
        }
        End::Panicked(text) => {
            println!("panic: {text}");
            false
        }
        End::Finished { outcome, logs } => {
            for text in logs {
                println!("{text}");
            }
            for diagnostic in &outcome.unhandled {
                println!("unhandled: {diagnostic:#?}");
            }
            match outcome.result {
                Ok(returned) => {
                    match returned.value {
                        Payload::Undefined => println!("=> undefined"),
                        Payload::Text(text) => println!("=> {text:?}"),
                        Payload::Json(text) => println!("=> {text}"),
                        Payload::Bytes(bytes) => println!("=> {} bytes", bytes.len()),
                    }
                    true
                }
                Err(diagnostic) => {
                    println!("{diagnostic:#?}");
                    false
                }
            }
        }
    })
}
