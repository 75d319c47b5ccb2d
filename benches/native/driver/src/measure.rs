//! Time without the waits for a processor that other processes had, and resident memory.

use std::time::{Duration, Instant};

/// Runs `work`; the time is wall time less the time this thread waited in the run queue.
pub fn cpu_wall<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let waited = run_queue_wait();
    let started = Instant::now();
    let result = work();
    let elapsed = started.elapsed();
    (result, elapsed.saturating_sub(run_queue_wait().saturating_sub(waited)))
}

/// Second field of the scheduler statistics of this thread; zero where the system has none.
fn run_queue_wait() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(
        text.split_whitespace().nth(1).and_then(|field| field.parse().ok()).unwrap_or(0),
    )
}

/// Resident set of this process in KiB; zero where the system does not tell.
pub fn resident_kb() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|field| field.parse().ok()).unwrap_or(0)
}
