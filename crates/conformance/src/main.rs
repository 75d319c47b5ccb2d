//! Development only: runs a test262 checkout against the interpreter.
//!
//! The suite is not part of the repository; it is given as a folder. What counts is decided by
//! `scope.json`, what fails today is committed in `expectations.txt`. See `README.md`.
#![forbid(unsafe_code)]

mod code_text;
mod expectations;
mod front_matter;
mod options;
mod pool;
mod report;
mod scope;
mod script;
mod single;
mod suite;
mod verdict;

use expectations::Expectations;
use options::{Action, Options};
use scope::Scope;
use std::process::ExitCode;
use suite::Suite;
use verdict::Verdict;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let done = match options.action {
        Action::Suite => run_suite(&options),
        Action::List => list(&options),
        Action::Serve => pool::serve(&options.root, options.limit).map(|()| true),
        Action::Script | Action::Program => single::run(&options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn list(options: &Options) -> std::io::Result<bool> {
    let paths =
        Suite::open(&options.root)?.select(&Scope::committed(), &options.tier, &options.only)?;
    for path in &paths {
        println!("{path}");
    }
    eprintln!("{}: {} files", options.tier, paths.len());
    Ok(true)
}

fn run_suite(options: &Options) -> std::io::Result<bool> {
    let scope = Scope::committed();
    let paths = Suite::open(&options.root)?.select(&scope, &options.tier, &options.only)?;
    eprintln!("{} files (totals are for commit {})", paths.len(), scope.commit);
    let verdicts = pool::run(&options.root, &paths, options.jobs, options.limit, true);

    if options.failures {
        println!("{}", report::failures(&verdicts, options.verbose));
    } else if options.verbose {
        for verdict in &verdicts {
            if let Some(failure) = verdict.failure() {
                println!("{}\t{failure}", verdict.path);
            }
        }
    }
    println!("{}", report::areas(&verdicts));
    if let Some(file) = &options.json {
        std::fs::write(
            file,
            serde_json::to_string_pretty(&report::json(&options.tier, &verdicts))?,
        )?;
    }
    let as_expected = settle_expectations(options, &verdicts)?;
    println!("{}", report::runs(&verdicts));
    println!("{}", report::headline(&options.tier, &verdicts));
    Ok(as_expected)
}

fn settle_expectations(options: &Options, verdicts: &[Verdict]) -> std::io::Result<bool> {
    let failures: Vec<Option<String>> = verdicts.iter().map(Verdict::failure).collect();
    let results = || {
        verdicts
            .iter()
            .zip(&failures)
            .map(|(verdict, failure)| (verdict.path.as_str(), failure.as_deref()))
    };
    let mut expectations = Expectations::read(&options.expectations)?;
    let difference = expectations.compare(results());
    if options.update {
        expectations.update(results());
        std::fs::write(&options.expectations, expectations.render())?;
        println!(
            "updated: {} new failures, {} new passes",
            difference.unexpected_failures.len(),
            difference.unexpected_passes.len()
        );
        return Ok(true);
    }
    for (what, paths) in [
        ("failed, not expected to", &difference.unexpected_failures),
        ("passed, listed as failing", &difference.unexpected_passes),
    ] {
        if !paths.is_empty() {
            println!("{} files {what}:", paths.len());
        }
        let shown = if options.verbose { paths.len() } else { 20 };
        for path in paths.iter().take(shown) {
            println!("  {path}");
        }
    }
    Ok(difference.unexpected_failures.is_empty() && difference.unexpected_passes.is_empty())
}
