//! Whole programs with scripted tools, on a simulated clock. See `tests/programs/README.md`.

use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step};
use codemode_protocol::{
    CallId, DiagnosticKind, LogEntry, Payload, ToolFailure, ToolName, ToolNames, ToolReply,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[test]
fn every_program_gives_the_expected_result() {
    let wanted = std::env::var("PROGRAMS").unwrap_or_default();
    let mut failures = Vec::new();
    for folder in folders() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(&wanted)
            && let Err(message) = check(&folder)
        {
            failures.push(format!("{name}: {message}"));
        }
    }
    assert!(failures.is_empty(), "{} programs:\n{}", failures.len(), failures.join("\n"));
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(root).expect("the folder is part of the crate");
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    folders
}

fn check(folder: &Path) -> Result<(), String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name));
    let source =
        read("program.js").or_else(|_| read("program.ts")).map_err(|error| error.to_string())?;
    let json = |name: &str| -> Result<Value, String> {
        let text = read(name).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    };
    let expected = json("expected.json")?;
    let mut host = Host::new(&json("tools.json")?);
    let value = host.run(&source)?;
    let wanted = |key: &str, default: Value| expected.get(key).cloned().unwrap_or(default);
    let got = [
        ("value", value, wanted("value", Value::Null)),
        ("logs", host.logs.into(), wanted("logs", Value::Array(Vec::new()))),
        ("calls", Value::Object(counted(&host.calls)), wanted("calls", Value::Object(Map::new()))),
    ];
    for (what, got, wanted) in got {
        if got != wanted {
            return Err(format!("{what}\n  expected {wanted}\n  got      {got}"));
        }
    }
    Ok(())
}

fn counted(calls: &[String]) -> Map<String, Value> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for call in calls {
        *counts.entry(call).or_default() += 1;
    }
    counts.into_iter().map(|(name, count)| (name.to_string(), count.into())).collect()
}

struct Rule {
    when: Option<Value>,
    left: u64,
    after_ms: f64,
    reply: ToolReply,
}

struct Host {
    paths: Vec<String>,
    rules: Vec<Vec<Rule>>,
    calls: Vec<String>,
    logs: Vec<String>,
}

impl Host {
    fn new(tools: &Value) -> Host {
        let tools = tools.as_object().cloned().unwrap_or_default();
        let rules = tools.values().map(|rules| {
            let rules = rules.as_array().map(Vec::as_slice).unwrap_or_default();
            rules.iter().map(Rule::read).collect()
        });
        let rules = rules.collect();
        Host { paths: tools.keys().cloned().collect(), rules, calls: Vec::new(), logs: Vec::new() }
    }

    fn run(&mut self, source: &str) -> Result<Value, String> {
        let options =
            CompileOptions { mode: Mode::Program, completion_value: true, typescript: true };
        let program = Program::compile(source, &options).map_err(|all| format!("{all:?}"))?;
        let path = |path: &String| path.split('.').map(String::from).collect();
        let tools = self.paths.iter().map(|text| ToolName { path: path(text), blocked: None });
        let tools = Arc::new(ToolNames { tools: tools.collect(), namespaces: Vec::new() });
        let options =
            MachineOptions { tools, total_fuel: Some(500_000_000), ..MachineOptions::default() };
        let mut machine = Machine::new(&program, options);
        let mut clock = 0.0;
        let mut due: Vec<(f64, CallId, ToolReply)> = Vec::new();
        loop {
            let now = Now { epoch_ms: 1_767_225_600_000.0 + clock, monotonic_ms: clock };
            let step = machine.run(1_000_000, now);
            self.logs.extend(machine.take_logs().into_iter().map(line));
            for call in machine.take_calls() {
                let (after, reply) = self.answer(call.tool as usize, &call.input);
                due.push((clock + after, call.id, reply));
            }
            let wake = match step {
                Step::Done => break,
                Step::Preempted => continue,
                Step::Blocked { wake } => wake,
                step => return Err(format!("unexpected step {step:?}")),
            };
            let earliest =
                due.iter().map(|entry| entry.0).chain(wake).fold(f64::INFINITY, f64::min);
            if earliest == f64::INFINITY {
                return Err("blocked for ever".to_string());
            }
            clock = earliest.max(clock);
            for (_, id, reply) in due.extract_if(.., |entry| entry.0 <= clock) {
                machine.settle(id, reply);
            }
        }
        let outcome = machine.outcome().ok_or("no outcome")?;
        let returned = outcome.result.map_err(|d| format!("{}: {}", d.kind.name(), d.message))?;
        Ok(match returned.value {
            Payload::Undefined => Value::Null,
            Payload::Text(text) => Value::String(text),
            Payload::Json(text) => {
                serde_json::from_str(&text).map_err(|error| error.to_string())?
            }
            Payload::Bytes(_) => return Err("bytes returned".to_string()),
        })
    }

    fn answer(&mut self, tool: usize, input: &Payload) -> (f64, ToolReply) {
        let path = &self.paths[tool];
        self.calls.push(path.clone());
        let input = match input {
            Payload::Json(text) => serde_json::from_str(text).unwrap_or_default(),
            Payload::Text(text) => Value::String(text.clone()),
            Payload::Undefined | Payload::Bytes(_) => Value::Null,
        };
        let fits = |rule: &Rule| rule.when.as_ref().is_none_or(|when| matches(when, &input));
        match self.rules[tool].iter_mut().find(|rule| rule.left > 0 && fits(rule)) {
            Some(rule) => {
                rule.left -= 1;
                (rule.after_ms, rule.reply.clone())
            }
            None => (0.0, failure(format!("no mock rule for {path}"), None, &Map::new())),
        }
    }
}

impl Rule {
    fn read(rule: &Value) -> Rule {
        let reply = match rule.get("fail").and_then(Value::as_object) {
            Some(fail) => {
                let text = |key: &str| fail.get(key).and_then(Value::as_str).map(String::from);
                let data =
                    fail.iter().filter(|(key, _)| !["message", "name"].contains(&key.as_str()));
                let data = data.map(|(key, value)| (key.clone(), value.clone())).collect();
                let name = text("name").unwrap_or_else(|| "Error".to_string());
                failure(text("message").unwrap_or_default(), Some(name), &data)
            }
            None => Ok(match rule.get("answer") {
                Some(answer) => Payload::Json(answer.to_string()),
                None => Payload::Undefined,
            }),
        };
        Rule {
            when: rule.get("when").cloned(),
            left: rule.get("times").and_then(Value::as_u64).unwrap_or(u64::MAX),
            after_ms: rule.get("afterMs").and_then(Value::as_f64).unwrap_or(0.0),
            reply,
        }
    }
}

fn failure(message: String, name: Option<String>, data: &Map<String, Value>) -> ToolReply {
    Err(ToolFailure {
        kind: DiagnosticKind::ToolFailure,
        message,
        name,
        data: (!data.is_empty()).then(|| Value::Object(data.clone()).to_string()),
        suggestions: Vec::new(),
    })
}

fn matches(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::Object(pattern), Value::Object(value)) => pattern
            .iter()
            .all(|(key, part)| value.get(key).is_some_and(|found| matches(part, found))),
        (Value::Array(pattern), Value::Array(value)) => {
            pattern.len() == value.len()
                && pattern.iter().zip(value).all(|(part, found)| matches(part, found))
        }
        _ => pattern == value,
    }
}

fn line(entry: LogEntry) -> String {
    entry.text
}
