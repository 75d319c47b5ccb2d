//! One script driven to its end: the host of a test.
//!
//! Time is simulated: a wait for a timer moves the clock, so no test sleeps. Real time only bounds how
//! long a script may compute, looked at between slices of fuel;
//! a builtin that never returns is ended with its process (see `pool`).

use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step};
use codemode_protocol::{Diagnostic, Outcome};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How a script ended.
#[derive(Debug)]
pub enum End {
    /// It was refused before any of it ran.
    Rejected(Vec<Diagnostic>),
    /// It ran to its end, by itself or by a throw.
    Finished { outcome: Outcome, logs: Vec<String> },
    /// It used up its time.
    TimedOut,
    /// The interpreter panicked: a bug of ours.
    Panicked(String),
}

const SLICE: u64 = 200_000;
const EPOCH_MS: f64 = 1_767_225_600_000.0;

/// Compiles and runs `source`; a script gets the host functions of the suite.
pub fn run(source: &str, mode: Mode, limit: Duration) -> End {
    catch_unwind(AssertUnwindSafe(|| drive(source, mode, limit))).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        End::Panicked(text.unwrap_or("panic without a message").to_string())
    })
}

fn drive(source: &str, mode: Mode, limit: Duration) -> End {
    let options = CompileOptions {
        mode,
        completion_value: mode == Mode::Program,
        typescript: mode == Mode::Program,
    };
    let program = match Program::compile(source, &options) {
        Ok(program) => program,
        Err(diagnostics) => return End::Rejected(diagnostics),
    };
    let mut machine = Machine::new(
        &program,
        MachineOptions {
            test_hooks: mode == Mode::Script,
            call_depth: 2_000,
            ..MachineOptions::default()
        },
    );
    let started = Instant::now();
    let mut skipped_ms = 0.0;
    let mut logs = Vec::new();
    loop {
        let elapsed_ms = started.elapsed().as_secs_f64() * 1000.0 + skipped_ms;
        let step = machine
            .run(SLICE, Now { epoch_ms: EPOCH_MS + elapsed_ms.floor(), monotonic_ms: elapsed_ms });
        logs.extend(machine.take_logs().into_iter().map(|entry| entry.text));
        match step {
            Step::Done => break,
            Step::Preempted => {
                if started.elapsed() > limit {
                    return End::TimedOut;
                }
            }
            Step::Blocked { wake } => match wake {
                Some(wake) => skipped_ms += (wake - elapsed_ms).max(0.0),
                None => break,
            },
            Step::Search { .. } => machine.answer(Ok(codemode_protocol::Payload::Undefined)),
        }
        if started.elapsed() > limit * 2 {
            return End::TimedOut;
        }
    }
    match machine.outcome() {
        Some(outcome) => End::Finished { outcome, logs },
        None => End::Panicked("the machine stopped without an outcome".to_string()),
    }
}
