//! Tests spread over child processes.
//!
//! Each child runs one test at a time and answers with a line of JSON. A test that crashes its child or
//! keeps it silent too long costs that child alone: it is replaced and the test counts as failed.

use crate::suite::Suite;
use crate::verdict::{Run, Verdict, judge};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

const STACK_BYTES: usize = 64 << 20;
/// Address space of a child in KiB, so that a runaway test cannot take the machine with it.
const ADDRESS_SPACE_KIB: u64 = 6 << 20;

/// Runs all `paths` with `jobs` children; verdicts come back in the order of `paths`.
pub fn run(
    root: &Path,
    paths: &[String],
    jobs: usize,
    limit: Duration,
    progress: bool,
) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(vec![None; paths.len()]);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                let mut worker = None;
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(index) else { break };
                    if progress && index > 0 && index.is_multiple_of(1000) {
                        eprintln!("{index} of {} files", paths.len());
                    }
                    let verdict = ask(&mut worker, root, path, limit);
                    verdicts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[index] =
                        Some(verdict);
                }
                if let Some(worker) = worker {
                    worker.stop();
                }
            });
        }
    });
    verdicts
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
        .into_iter()
        .flatten()
        .collect()
}

/// The loop of a child: a path per line in, a verdict per line out.
pub fn serve(root: &Path, limit: Duration) -> std::io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let mut suite = Suite::open(root)?;
    let answering = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(
        move || -> std::io::Result<()> {
            for path in std::io::stdin().lock().lines() {
                let verdict = judge(&mut suite, &path?, limit)?;
                println!("{}", serde_json::to_string(&verdict)?);
            }
            Ok(())
        },
    )?;
    answering.join().unwrap_or_else(|_| Err(std::io::Error::other("the answering thread panicked")))
}

struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Worker {
    fn start(root: &Path, limit: Duration) -> std::io::Result<Worker> {
        let program = std::env::current_exe()?;
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell
                .arg("-c")
                .arg(format!("ulimit -v {ADDRESS_SPACE_KIB}; exec \"$0\" \"$@\""))
                .arg(program);
            shell
        } else {
            Command::new(program)
        };
        let mut child = command
            .arg(root)
            .arg("--serve")
            .arg("--timeout-ms")
            .arg(limit.as_millis().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("the child has no pipes"));
        };
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Worker { child, input, answers })
    }

    fn stop(mut self) {
        drop(self.input);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ask(slot: &mut Option<Worker>, root: &Path, path: &str, limit: Duration) -> Verdict {
    let failed = |reason: &str| Verdict {
        path: path.to_string(),
        runs: vec![Run { mode: "process".to_string(), failure: Some(reason.to_string()) }],
        ms: 0,
    };
    let mut worker = match slot.take() {
        Some(worker) => worker,
        None => match Worker::start(root, limit) {
            Ok(worker) => worker,
            Err(error) => return failed(&format!("no child process: {error}")),
        },
    };
    if writeln!(worker.input, "{path}").is_err() {
        worker.stop();
        return failed("crash: the process ended");
    }
    match worker.answers.recv_timeout(limit * 4 + Duration::from_secs(2)) {
        Ok(answer) => match serde_json::from_str(&answer) {
            Ok(verdict) => {
                *slot = Some(worker);
                verdict
            }
            Err(error) => failed(&format!("unreadable answer: {error}")),
        },
        Err(RecvTimeoutError::Timeout) => {
            worker.stop();
            failed("hang: no answer in time")
        }
        Err(RecvTimeoutError::Disconnected) => {
            worker.stop();
            failed("crash: the process ended")
        }
    }
}
