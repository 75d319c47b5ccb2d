//! Activations: frames of running functions and the saved frames of suspended ones.

use crate::heap::ObjectId;
use crate::heap::collect::Marker;
use crate::value::Value;
use std::collections::VecDeque;

/// What happens to the value a frame returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deliver {
    /// To register `dst` of the calling frame.
    Register(u8),
    /// Nowhere (setters).
    Nowhere,
    /// Decides the compare-and-branch instruction before the caller's pc.
    Branch,
    /// To the absolute stack position; the caller's pc stands on an instruction to repeat.
    Stack(u32),
    /// Out of the run loop, to the native that called.
    Native,
    /// To the job that started the frame (dropped).
    Job,
    /// One step of an internal iteration over a generator: `IterStep` before the caller's pc decides.
    IterStep,
}

/// One activation.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Unit and function, see `vm::code`.
    pub code: u32,
    pub pc: u32,
    /// Stack position of r0.
    pub base: u32,
    pub consts: u32,
    pub ics: u32,
    pub deliver: Deliver,
    /// Called by `new` or `super`.
    pub construct: bool,
    /// The caller of an async function has its promise already.
    pub delivered: bool,
    pub callee: ObjectId,
    pub new_target: Value,
    /// Internal array of all arguments, for functions that need them.
    pub args: Value,
    /// Generator or async state object, once there is one.
    pub state: ObjectId,
}

/// Where a suspended function stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GeneratorState {
    SuspendedStart,
    SuspendedYield,
    Running,
    /// Async generator: draining its queue after completion, awaiting a return value.
    AwaitingReturn,
    Completed,
}

/// How a suspended function is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    Next,
    Throw,
    Return,
}

/// A queued request of an async generator.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub mode: Resume,
    pub value: Value,
    pub promise: ObjectId,
}

/// Saved activation of a generator, async function or async generator.
#[derive(Clone, Debug)]
pub struct GeneratorData {
    pub state: GeneratorState,
    pub frame: Frame,
    pub registers: Vec<Value>,
    /// Register that receives what the function is resumed with.
    pub dst: u8,
    /// Suspended in `YieldDelegate`: throw is delivered as a mode too.
    pub delegating: bool,
    /// Result promise of an async function.
    pub promise: ObjectId,
    pub queue: VecDeque<Request>,
}

impl GeneratorData {
    pub(crate) fn trace(&self, marker: &mut Marker) {
        marker.values(&self.registers);
        marker.object(self.frame.callee);
        marker.value(self.frame.new_target);
        marker.value(self.frame.args);
        marker.object(self.promise);
        for r in &self.queue {
            marker.value(r.value);
            marker.object(r.promise);
        }
    }
}
