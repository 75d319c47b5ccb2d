//! Driving one session, on whatever thread it is.

use crate::turn::{Encoded, encode};
use codemode_engine::guest::{Clock, SystemClock};
use codemode_engine::session::Session;
use codemode_interpreter::{Machine, Now};
use codemode_protocol::{ToolFailure, ToolReply};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

pub(crate) type SessionBox = Box<Session<Machine>>;

/// What the host tells a session.
pub(crate) enum Input {
    Replies(Vec<(u32, ToolReply)>),
    Verdicts(Vec<(u32, Result<Vec<String>, ToolFailure>)>),
    Abort(String),
    Tick,
}

impl Input {
    /// How much the session has to read.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Input::Replies(replies) => replies
                .iter()
                .map(|(_, reply)| reply.as_ref().map_or(0, codemode_engine::json::payload_bytes))
                .sum(),
            _ => 0,
        }
    }
}

/// What a session shares with the host while it is on another thread.
pub(crate) struct Flags {
    /// Stops a program, if need be in the middle of a long native operation: set only to end the run.
    pub(crate) interrupt: Arc<AtomicBool>,
    /// Bits of the time at which the program must be stopped.
    stop_at: AtomicU64,
    inbox: Mutex<Vec<Input>>,
}

impl Default for Flags {
    fn default() -> Self {
        Flags {
            interrupt: Arc::default(),
            stop_at: AtomicU64::new(f64::INFINITY.to_bits()),
            inbox: Mutex::default(),
        }
    }
}

/// Timers may be early by this much.
const TIMER_SLACK_MS: f64 = 1.0;

impl Flags {
    /// Leaves an input for a session on another thread; one that ends the run interrupts it.
    pub(crate) fn send(&self, input: Input) {
        let ends = match &input {
            Input::Abort(_) => true,
            Input::Tick => {
                let stop_at = f64::from_bits(self.stop_at.load(Ordering::SeqCst));
                SystemClock.now().monotonic_ms + TIMER_SLACK_MS >= stop_at
            }
            Input::Replies(_) | Input::Verdicts(_) => false,
        };
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).push(input);
        if ends {
            self.interrupt.store(true, Ordering::SeqCst);
        }
    }
    /// Says when the program must be stopped.
    pub(crate) fn stop_at(&self, at: Option<f64>) {
        self.stop_at.store(at.unwrap_or(f64::INFINITY).to_bits(), Ordering::SeqCst);
    }
    /// Milliseconds until then.
    pub(crate) fn left_ms(&self) -> Option<f64> {
        let stop_at = f64::from_bits(self.stop_at.load(Ordering::SeqCst));
        stop_at.is_finite().then(|| (stop_at - SystemClock.now().monotonic_ms).max(0.0))
    }
    pub(crate) fn take_inbox(&self) -> Vec<Input> {
        std::mem::take(&mut *self.inbox.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Panics are reported as diagnostics of their run, so nothing is printed: standard error belongs to the host.
/// The hook is that of the addon's own runtime; no other code of the process sees it.
pub(crate) fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}

/// Runs `work`; a panic of ours ends the run and nothing else.
fn guarded(session: &mut SessionBox, work: impl FnOnce(&mut SessionBox)) {
    if catch_unwind(AssertUnwindSafe(|| work(session))).is_err() {
        let poisoned = catch_unwind(AssertUnwindSafe(|| session.poison(SystemClock.now())));
        drop(poisoned);
    }
}

/// Fuel of a first slice. A unit is about one call or loop turn, and how long that takes differs widely, so
/// that later slices are measured by earlier ones.
const FIRST_FUEL: u64 = 1_000;
const MAX_FUEL: u64 = 1_000_000;

/// Cuts the work of a program into slices of about the same time.
pub(crate) struct Slices {
    fuel: u64,
    target_ms: f64,
}

impl Slices {
    pub(crate) fn new(target_ms: f64) -> Self {
        Slices { fuel: FIRST_FUEL, target_ms }
    }

    /// Runs one slice that began at a time; returns the time of its end.
    pub(crate) fn advance(&mut self, session: &mut SessionBox, began_ms: f64) -> f64 {
        let fuel = self.fuel;
        guarded(session, |session| session.advance(fuel, &SystemClock));
        let ended_ms = SystemClock.now().monotonic_ms;
        let took = ended_ms - began_ms;
        if took < self.target_ms / 2.0 {
            self.fuel = (fuel * 2).min(MAX_FUEL);
        } else if took > self.target_ms {
            self.fuel = (fuel / 2).max(FIRST_FUEL / 10);
        }
        ended_ms
    }
}

/// Delivers what the host has sent.
pub(crate) fn apply(session: &mut SessionBox, input: Input, now: Now) {
    guarded(session, |session| match input {
        Input::Replies(replies) => session.reply(replies, now),
        Input::Verdicts(verdicts) => session.admit(verdicts, now),
        Input::Abort(reason) => session.abort(&reason, now),
        Input::Tick => session.tick(now),
    });
}

/// The session's next turn as text; `busy` says that the program goes on elsewhere.
pub(crate) fn turn_text(session: &mut SessionBox, busy: bool) -> Encoded {
    let turn = session.turn(SystemClock.now());
    encode(turn, busy, session.settings())
}
