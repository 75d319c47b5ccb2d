//! The case files: programs that throw when a value is wrong. Node judges the same files.
//!
//! `CASES=prefix` in the environment picks files by the start of their name.

use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step};
use std::path::{Path, PathBuf};

#[test]
fn every_case_ends_without_throwing() {
    let failures = run_folder(&folder());
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn wished_cases_still_fail() {
    let folder = folder().join("wishlist");
    let failing = run_folder(&folder).len();
    assert_eq!(failing, files(&folder).len(), "a wished case passes: move it out of wishlist/");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let wanted = std::env::var("CASES").unwrap_or_default();
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".js") && name != "prelude.js" && name.starts_with(&wanted)
    });
    files.sort();
    files
}

fn run_folder(folder: &Path) -> Vec<String> {
    let prelude =
        std::fs::read_to_string(self::folder().join("prelude.js")).expect("prelude.js is there");
    let mut failures = Vec::new();
    for file in files(folder) {
        let source = std::fs::read_to_string(&file).expect("a listed file can be read");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Err(message) = run(&format!("{prelude}{source}")) {
            failures.push(format!("  {name}: {message}"));
        }
    }
    failures
}

/// Runs a program on a simulated clock.
fn run(source: &str) -> Result<(), String> {
    let options = CompileOptions { mode: Mode::Program, ..CompileOptions::default() };
    let program =
        Program::compile(source, &options).map_err(|diagnostics| format!("{diagnostics:?}"))?;
    let options = MachineOptions { total_fuel: Some(200_000_000), ..MachineOptions::default() };
    let mut machine = Machine::new(&program, options);
    let mut clock = 0.0;
    loop {
        match machine
            .run(1_000_000, Now { epoch_ms: 1_767_225_600_000.0 + clock, monotonic_ms: clock })
        {
            Step::Done => break,
            Step::Preempted => clock += 1.0,
            Step::Blocked { wake: Some(wake) } => clock = wake.max(clock),
            step => return Err(format!("unexpected step {step:?}")),
        }
    }
    match machine.outcome() {
        Some(outcome) => match outcome.result {
            Ok(_) => Ok(()),
            Err(diagnostic) => Err(format!("{}: {}", diagnostic.kind.name(), diagnostic.message)),
        },
        None => Err("no outcome".to_string()),
    }
}
