//! Promise state and the job queue.
//!
//! The queue is part of the machine, so a suspended program can be moved between threads with its
//! pending reactions. Jobs run first-in first-out, and only when no frame is active.

use crate::heap::ObjectId;
use crate::heap::collect::Marker;
use crate::value::Value;

/// ### [27.2.6 Properties of Promise Instances](https://tc39.es/ecma262/#sec-properties-of-promise-instances)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

/// Internal data of a promise.
#[derive(Clone, Debug)]
pub struct PromiseData {
    pub state: PromiseState,
    /// Result or reason.
    pub value: Value,
    pub reactions: Vec<Reaction>,
    pub handled: bool,
    /// Text position (byte offset, code) of the call that made it, for diagnostics of unhandled rejections.
    pub origin: u32,
}

/// Who is told when a promise settles.
#[derive(Clone, Copy, Debug)]
pub enum Reaction {
    /// `then`: handlers (or undefined) and the derived native promise (or none).
    Then { fulfilled: Value, rejected: Value, derived: ObjectId },
    /// `then` with a foreign constructor: resolve and reject functions of its capability.
    Capability { fulfilled: Value, rejected: Value, resolve: Value, reject: Value },
    /// An async function or async generator waiting in `await`.
    Await { state: ObjectId },
    /// The implicit `await` of an async generator's `return` request.
    GeneratorReturn { state: ObjectId },
    /// Settles `derived` like the promise (adoption without handlers).
    Adopt { derived: ObjectId },
    /// The program's own result promise.
    Program,
}

impl Default for PromiseData {
    fn default() -> Self {
        PromiseData {
            state: PromiseState::Pending,
            value: Value::UNDEFINED,
            reactions: Vec::new(),
            handled: false,
            origin: u32::MAX,
        }
    }
}

impl Reaction {
    fn trace(&self, marker: &mut Marker) {
        match self {
            Reaction::Then { fulfilled, rejected, derived } => {
                marker.value(*fulfilled);
                marker.value(*rejected);
                marker.object(*derived);
            }
            Reaction::Capability { fulfilled, rejected, resolve, reject } => {
                marker.values(&[*fulfilled, *rejected, *resolve, *reject]);
            }
            Reaction::Await { state } | Reaction::GeneratorReturn { state } => {
                marker.object(*state)
            }
            Reaction::Adopt { derived } => marker.object(*derived),
            Reaction::Program => {}
        }
    }
}

impl PromiseData {
    pub(crate) fn trace(&self, marker: &mut Marker) {
        marker.value(self.value);
        for r in &self.reactions {
            r.trace(marker);
        }
    }
}

/// A unit of work that waits for the stack to be empty.
#[derive(Clone, Debug)]
pub enum Job {
    /// ### [27.2.2.1 NewPromiseReactionJob](https://tc39.es/ecma262/#sec-newpromisereactionjob)
    Reaction { reaction: Reaction, value: Value, rejected: bool },
    /// ### [27.2.2.2 NewPromiseResolveThenableJob](https://tc39.es/ecma262/#sec-newpromiseresolvethenablejob)
    Thenable { promise: ObjectId, thenable: Value, then: Value },
    /// `queueMicrotask`, timers.
    Call { function: Value, args: Vec<Value> },
}

impl Job {
    pub(crate) fn trace(&self, marker: &mut Marker) {
        match self {
            Job::Reaction { reaction, value, .. } => {
                reaction.trace(marker);
                marker.value(*value);
            }
            Job::Thenable { promise, thenable, then } => {
                marker.object(*promise);
                marker.value(*thenable);
                marker.value(*then);
            }
            Job::Call { function, args } => {
                marker.value(*function);
                marker.values(args);
            }
        }
    }
}
