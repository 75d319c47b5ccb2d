//! The plan of one process: iterations of one program in one engine.
//!
//! An iteration makes a fresh realm, installs the tools, parses, compiles and runs the program and reads
//! its value; taking the realm down is timed apart. A comment with the number of the iteration is
//! appended, so that no engine reuses code.

use crate::run::{Engine, Run};
use crate::{measure, run};
use std::time::Duration;

const USAGE: &str =
    "usage: ENGINE PROGRAM.js [--runs N] [--warm N] [--min-ms N] [--max N] [--waiting]";

/// What to run and how often.
pub struct Plan {
    file: String,
    runs: usize,
    warm: usize,
    min: Duration,
    max: usize,
    waiting: bool,
}

impl Plan {
    /// Reads the arguments after the program name: the name of the engine and the plan.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<(String, Plan), String> {
        let engine = arguments.next().ok_or(USAGE)?;
        let file = arguments.next().ok_or(USAGE)?;
        let mut plan = Plan {
            file,
            runs: 1,
            warm: 1,
            min: Duration::from_millis(250),
            max: 1000,
            waiting: false,
        };
        while let Some(option) = arguments.next() {
            let mut number =
                || arguments.next().and_then(|text| text.parse::<u64>().ok()).ok_or(USAGE);
            match option.as_str() {
                "--runs" => plan.runs = number()? as usize,
                "--warm" => plan.warm = number()? as usize,
                "--min-ms" => plan.min = Duration::from_millis(number()?),
                "--max" => plan.max = number()? as usize,
                "--waiting" => plan.waiting = true,
                _ => return Err(USAGE.to_string()),
            }
        }
        Ok((engine, plan))
    }

    /// Measures and gives one line of JSON: the value of the program and all samples in microseconds.
    pub fn execute<E: Engine>(&self, engine: &mut E) -> Result<String, String> {
        let source = std::fs::read_to_string(&self.file)
            .map_err(|error| format!("{}: {error}", self.file))?;
        if self.waiting {
            return Ok(serde_json::json!({ "waitingKb": waiting_kb(engine)? }).to_string());
        }
        let mut samples = Vec::new();
        let mut teardowns = Vec::new();
        let mut spent = Duration::ZERO;
        let mut value = String::new();
        for iteration in 0.. {
            let text = format!("{source}\n// {iteration}");
            let (done, time) = measure::cpu_wall(|| run::all(engine, &text, self.runs));
            let (values, runs) = done?;
            let (_, teardown) = measure::cpu_wall(|| drop(runs));
            value = values.into_iter().next().unwrap_or_default();
            if iteration < self.warm {
                continue;
            }
            samples.push(time.as_secs_f64() * 1e6);
            teardowns.push(teardown.as_secs_f64() * 1e6);
            spent += time;
            if samples.len() >= self.max || (samples.len() >= 3 && spent >= self.min) {
                break;
            }
        }
        Ok(serde_json::json!({
            "value": serde_json::from_str::<serde_json::Value>(&value).map_err(|error| error.to_string())?,
            "samples": samples,
            "teardowns": teardowns,
        })
        .to_string())
    }
}

/// Resident memory per run that waits in `await tools.never({})`.
fn waiting_kb<E: Engine>(engine: &mut E) -> Result<f64, String> {
    const K: usize = 200;
    let mut waiting = Vec::new();
    let mut at_half = 0;
    for index in 0..K * 3 / 2 {
        if index == K / 2 {
            at_half = measure::resident_kb();
        }
        let mut run = engine.start("await tools.never({});\nreturn 1;")?;
        run.advance()?;
        waiting.push(run);
    }
    Ok((measure::resident_kb() as f64 - at_half as f64) / K as f64)
}
