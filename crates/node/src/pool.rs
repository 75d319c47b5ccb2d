//! Threads for programs that compute for long: as many as there are cores, started when needed, ended when
//! idle, common to all environments of the process.

use crate::bridge::{Bridge, Parcel};
use crate::run::{Flags, SessionBox, Slices, apply, turn_text};
use crate::turn::result_turn;
use codemode_engine::engine::{Engine, RunOptions};
use codemode_engine::guest::{Clock, SystemClock};
use codemode_engine::result::RunResult;
use codemode_engine::session::State;
use codemode_interpreter::Now;
use codemode_protocol::Limits;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// About how long a program runs between two looks at what the host has sent.
const SLICE_MS: f64 = 1.0;
/// How long a program may keep a thread while others wait for one.
const FAIR_MS: f64 = 10.0;
/// An idle thread ends after this time.
const IDLE: Duration = Duration::from_secs(2);
const STACK_BYTES: usize = 8 << 20;

/// A run on its way to a thread.
pub(crate) struct Job {
    pub(crate) runtime: u32,
    pub(crate) run: u32,
    pub(crate) work: Work,
    pub(crate) flags: Arc<Flags>,
    pub(crate) bridge: Arc<Bridge>,
}

/// What there is of a run.
pub(crate) enum Work {
    /// A session to go on with.
    Session(SessionBox),
    /// A program that is not compiled yet.
    Begin(Box<Begin>),
}

/// See [`Work::Begin`].
pub(crate) struct Begin {
    pub(crate) engine: Arc<Engine>,
    pub(crate) source: String,
    pub(crate) options: RunOptions,
    pub(crate) limits: Limits,
    /// When the run was asked for.
    pub(crate) now: Now,
}

impl Begin {
    /// The session of the program, or how the run ended before it began.
    pub(crate) fn session(&self, flags: &Flags) -> Result<SessionBox, RunResult> {
        let interrupt = Arc::clone(&flags.interrupt);
        let make = || {
            let limits = self.limits.clone();
            self.engine.session(&self.source, &self.options, limits, interrupt, self.now)
        };
        match catch_unwind(AssertUnwindSafe(make)) {
            Ok(made) => made.map(Box::new),
            Err(_) => Err(self.engine.crashed(&self.limits)),
        }
    }
}

enum Task {
    Run(Job),
    /// A run that is over and holds much memory.
    Free(SessionBox),
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Task>,
    threads: usize,
    idle: usize,
}

/// See the module text.
pub(crate) struct Pool {
    queue: Mutex<Queue>,
    work: Condvar,
    size: usize,
}

/// The pool of the process.
pub(crate) fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| Pool {
        queue: Mutex::default(),
        work: Condvar::new(),
        size: std::thread::available_parallelism().map_or(2, usize::from),
    })
}

impl Pool {
    /// Hands over a run. If no thread can be started, the job comes back.
    pub(crate) fn submit(&'static self, job: Job) -> Result<(), Job> {
        match self.push(Task::Run(job)) {
            Some(Task::Run(job)) => Err(job),
            _ => Ok(()),
        }
    }

    /// Frees a run that is over.
    pub(crate) fn free(&'static self, session: SessionBox) {
        drop(self.push(Task::Free(session)));
    }

    fn push(&'static self, task: Task) -> Option<Task> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.jobs.push_back(task);
        if queue.idle >= queue.jobs.len() {
            self.work.notify_one();
            return None;
        }
        if queue.threads < self.size {
            let name = "codemode".to_owned();
            let spawned = std::thread::Builder::new()
                .name(name)
                .stack_size(STACK_BYTES)
                .spawn(move || self.serve());
            match spawned {
                Ok(_) => queue.threads += 1,
                Err(_) if queue.threads == 0 => return queue.jobs.pop_back(),
                Err(_) => {}
            }
        }
        None
    }

    fn serve(&self) {
        loop {
            let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let job = loop {
                if let Some(job) = queue.jobs.pop_front() {
                    break job;
                }
                queue.idle += 1;
                let (back, wait) =
                    self.work.wait_timeout(queue, IDLE).unwrap_or_else(PoisonError::into_inner);
                queue = back;
                queue.idle -= 1;
                if wait.timed_out() && queue.jobs.is_empty() {
                    queue.threads -= 1;
                    return;
                }
            };
            drop(queue);
            let unfinished = match job {
                Task::Run(job) => self.work_on(job),
                Task::Free(session) => {
                    drop(catch_unwind(AssertUnwindSafe(|| drop(session))));
                    None
                }
            };
            if let Some(unfinished) = unfinished {
                let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.jobs.push_back(Task::Run(unfinished));
            }
        }
    }

    fn others_wait(&self) -> bool {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        !queue.jobs.is_empty()
    }

    /// Runs a program until it waits or is over; gives it back when others should have their turn.
    fn work_on(&self, job: Job) -> Option<Job> {
        let Job { runtime, run, work, flags, bridge } = job;
        let began = SystemClock.now().monotonic_ms;
        let mut session = match work {
            Work::Session(session) => session,
            Work::Begin(begin) => match begin.session(&flags) {
                Ok(session) => session,
                Err(result) => {
                    let turn = result_turn(&result, begin.engine.settings());
                    bridge.post(Parcel::Done { runtime, run, turn, touched: Vec::new() });
                    return None;
                }
            },
        };
        let mut slices = Slices::new(SLICE_MS);
        loop {
            if bridge.is_closed() {
                return None;
            }
            flags.interrupt.store(false, Ordering::SeqCst);
            for input in flags.take_inbox() {
                apply(&mut session, input, SystemClock.now());
            }
            if session.state() != State::Runnable {
                break;
            }
            let now = SystemClock.now();
            flags.stop_at(session.stop_at(now));
            slices.advance(&mut session, now.monotonic_ms);
            if session.state() == State::Runnable {
                if session.has_news() {
                    let turn = turn_text(&mut session, true);
                    bridge.post(Parcel::Turn { runtime, run, turn });
                }
                if SystemClock.now().monotonic_ms - began > FAIR_MS && self.others_wait() {
                    let work = Work::Session(session);
                    return Some(Job { runtime, run, work, flags, bridge });
                }
            }
        }
        if session.state() == State::Done {
            let turn = turn_text(&mut session, false);
            let touched = session.take_touched();
            bridge.post(Parcel::Done { runtime, run, turn, touched });
        } else {
            bridge.post(Parcel::Home { runtime, run, session });
        }
        None
    }
}
