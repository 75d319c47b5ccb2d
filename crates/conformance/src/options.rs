//! The command line.

use std::path::PathBuf;
use std::time::Duration;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The checkout, or the file of `--run` and `--program`.
    pub root: PathBuf,
    pub action: Action,
    pub tier: String,
    pub only: String,
    pub json: Option<PathBuf>,
    pub expectations: PathBuf,
    pub update: bool,
    pub jobs: usize,
    pub limit: Duration,
    pub verbose: bool,
    pub failures: bool,
}

/// The kinds of invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Run the suite.
    Suite,
    /// List the files of the tier.
    List,
    /// Be a child of the pool.
    Serve,
    /// Run one file as a script.
    Script,
    /// Run one file as a model's program.
    Program,
}

/// Shown for `--help` and for mistakes.
pub const USAGE: &str = "\
usage: codemode-conformance SUITE [options]     run a test262 checkout
       codemode-conformance --run FILE          run one script, print its logs and its end
       codemode-conformance --program FILE      the same with a program (implicit async function)

  --tier NAME           core (default), next, annexB, staging, intl
  --only PREFIX         files whose path starts with PREFIX (test/... or built-ins/...)
  --list                print the paths and stop
  --failures            group failures by cause; with --verbose every file
  --verbose             print each failing file
  --json FILE           write all results
  --expectations FILE   list of files that may fail (default: the committed one)
  --update              rewrite that list
  --jobs N              child processes (default: the processors)
  --timeout-ms N        time of one run (default 10000)";

impl Options {
    /// Reads the arguments after the program name.
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            root: PathBuf::new(),
            action: Action::Suite,
            tier: "core".to_string(),
            only: "test/".to_string(),
            json: None,
            expectations: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/expectations.txt")),
            update: false,
            jobs: std::thread::available_parallelism().map_or(2, |n| n.get()),
            limit: Duration::from_secs(10),
            verbose: false,
            failures: false,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--tier" => options.tier = value()?,
                "--only" => {
                    let prefix = value()?;
                    options.only =
                        if prefix.starts_with("test/") { prefix } else { format!("test/{prefix}") };
                }
                "--json" => options.json = Some(value()?.into()),
                "--expectations" => options.expectations = value()?.into(),
                "--jobs" => options.jobs = number(&argument, &value()?)? as usize,
                "--timeout-ms" => {
                    options.limit = Duration::from_millis(number(&argument, &value()?)?)
                }
                "--run" => (options.action, options.root) = (Action::Script, value()?.into()),
                "--program" => (options.action, options.root) = (Action::Program, value()?.into()),
                "--list" => options.action = Action::List,
                "--serve" => options.action = Action::Serve,
                "--update" => options.update = true,
                "--verbose" => options.verbose = true,
                "--failures" => options.failures = true,
                "--help" => return Err(USAGE.to_string()),
                _ if argument.starts_with("--") => {
                    return Err(format!("unknown option {argument}\n{USAGE}"));
                }
                _ => options.root = argument.into(),
            }
        }
        if options.root.as_os_str().is_empty() {
            return Err(USAGE.to_string());
        }
        if !["core", "next", "annexB", "staging", "intl"].contains(&options.tier.as_str()) {
            return Err(format!("unknown tier {}\n{USAGE}", options.tier));
        }
        Ok(options)
    }
}

fn number(option: &str, text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{option} needs a number, got {text}"))
}
