//! Driving one session, on whatever thread it is.

use crate::turn::{Encoded, encode};
use codemode_engine::guest::{Clock, SystemClock};
use codemode_engine::session::Session;
use codemode_interpreter::{Machine, Now};
use codemode_protocol::{ToolFailure, ToolReply};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Once, PoisonError};

pub(crate) type SessionBox = Box<Session<Machine>>;

/// What the host tells a session.
pub(crate) enum Input {
    Replies(Vec<(u32, ToolReply)>),
    Verdicts(Vec<(u32, Result<Vec<String>, ToolFailure>)>),
    Abort(String),
    Tick,
}

/// What a session shares with the host while it is on another thread.
#[derive(Default)]
pub(crate) struct Flags {
    pub(crate) interrupt: Arc<AtomicBool>,
    inbox: Mutex<Vec<Input>>,
}

impl Flags {
    pub(crate) fn push(&self, input: Input) {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).push(input);
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

/// One slice of the program.
pub(crate) fn guarded_advance(session: &mut SessionBox, fuel: u64) {
    guarded(session, |session| session.advance(fuel, &SystemClock));
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
