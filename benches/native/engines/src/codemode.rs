//! Our interpreter, driven directly.

use bench_driver::run::{Engine, Run};
use bench_driver::tools;
use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step};
use codemode_protocol::{CallId, Payload, ToolName, ToolNames};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub struct Codemode {
    names: Arc<ToolNames>,
    started: Instant,
}

impl Codemode {
    pub fn load() -> Codemode {
        let tools = tools::NAMES
            .iter()
            .map(|name| ToolName { path: vec![name.to_string()], blocked: None });
        let names = ToolNames { tools: tools.collect(), namespaces: Vec::new() };
        Codemode { names: Arc::new(names), started: Instant::now() }
    }
}

pub struct CodemodeRun {
    machine: Machine,
    started: Instant,
    slow: Vec<(u32, Duration)>,
    numbers: Vec<(u32, i64)>,
}

impl Engine for Codemode {
    type Run = CodemodeRun;

    fn start(&mut self, source: &str) -> Result<CodemodeRun, String> {
        let options = CompileOptions { mode: Mode::Program, ..CompileOptions::default() };
        let program =
            Program::compile(source, &options).map_err(|diagnostics| format!("{diagnostics:?}"))?;
        let options = MachineOptions { tools: self.names.clone(), ..MachineOptions::default() };
        let machine = Machine::new(&program, options);
        Ok(CodemodeRun { machine, started: self.started, slow: Vec::new(), numbers: Vec::new() })
    }
}

impl Run for CodemodeRun {
    fn advance(&mut self) -> Result<Option<String>, String> {
        loop {
            let monotonic_ms = self.started.elapsed().as_secs_f64() * 1000.0;
            let now = Now { epoch_ms: 1_767_225_600_000.0 + monotonic_ms, monotonic_ms };
            match self.machine.run(1_000_000, now) {
                Step::Done => break,
                Step::Preempted => {}
                Step::Search { .. } => return Err("unexpected search".to_string()),
                Step::Blocked { .. } => {
                    let mut answered = false;
                    for call in self.machine.take_calls() {
                        let name = tools::NAMES[call.tool as usize];
                        let input = match &call.input {
                            Payload::Json(text) => text.as_str(),
                            _ => "null",
                        };
                        if let Some(result) = tools::call(name, input) {
                            self.machine.settle(call.id, Ok(Payload::Json(result)));
                            answered = true;
                        } else if name == "slow" {
                            let (number, ms) = tools::slow(input);
                            self.numbers.push((call.id.0, number));
                            self.slow.push((call.id.0, Duration::from_millis(ms)));
                        }
                    }
                    if !answered {
                        return Ok(None);
                    }
                }
            }
        }
        let outcome = self.machine.outcome().ok_or("no outcome")?;
        let returned = outcome.result.map_err(|diagnostic| diagnostic.message)?;
        Ok(Some(match returned.value {
            Payload::Json(text) => text,
            Payload::Text(text) => serde_json::Value::String(text).to_string(),
            Payload::Undefined | Payload::Bytes(_) => "null".to_string(),
        }))
    }

    fn take_slow(&mut self) -> Vec<(u32, Duration)> {
        std::mem::take(&mut self.slow)
    }

    fn settle(&mut self, id: u32) -> Result<(), String> {
        let number = self.numbers.iter().find(|entry| entry.0 == id).map_or(0, |entry| entry.1);
        self.machine.settle(CallId(id), Ok(Payload::Json(format!("{{\"i\":{number}}}"))));
        Ok(())
    }
}
