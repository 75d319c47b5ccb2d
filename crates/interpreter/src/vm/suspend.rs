//! Suspension: generators, async functions and async generators as saved frames in the heap.
//!
//! Invariant: whenever the machine waits for the host the execution stack is empty and everything
//! that will go on stands here as plain data.

use super::frame::{Deliver, Frame, GeneratorData, GeneratorState, Request, Resume};
use super::{Abrupt, Completion, Vm};
use crate::builtins::Intrinsic;
use crate::builtins::table::Special;
use crate::bytecode::FunctionKind;
use crate::heap::ObjectId;
use crate::jobs::Reaction;
use crate::object::{Internal, Kind};
use crate::value::Value;
use crate::vm::call::Flow;
use std::collections::VecDeque;

impl Vm {
    fn generator(&self, id: ObjectId) -> Option<&GeneratorData> {
        match &self.heap.object(id).internal {
            Internal::Generator(g) => Some(g),
            _ => None,
        }
    }
    fn generator_mut(&mut self, id: ObjectId) -> Option<&mut GeneratorData> {
        match &mut self.heap.object_mut(id).internal {
            Internal::Generator(g) => Some(g),
            _ => None,
        }
    }
    fn set_state(&mut self, id: ObjectId, state: GeneratorState) {
        if let Some(g) = self.generator_mut(id) {
            g.state = state;
        }
    }
    /// Result promise of an async function's state object.
    pub(crate) fn async_promise(&self, id: ObjectId) -> ObjectId {
        self.generator(id).map_or(ObjectId::NONE, |g| g.promise)
    }
    fn saved(&self, frame: Frame, promise: ObjectId, state: GeneratorState) -> Box<GeneratorData> {
        Box::new(GeneratorData {
            state,
            frame,
            registers: Vec::new(),
            dst: 0,
            delegating: false,
            promise,
            queue: VecDeque::new(),
        })
    }
    /// First instruction of an async function: its result promise and state.
    pub(crate) fn async_start(&mut self) {
        let promise = self.new_promise();
        let Some(&frame) = self.frames.last() else { return };
        let data = self.saved(frame, promise, GeneratorState::Running);
        let state = self.heap.new_exotic(None, Kind::Generator, Internal::Generator(data));
        if let Some(f) = self.frames.last_mut() {
            f.state = state;
        }
    }
    /// Makes the generator object of the running frame and gives it to the caller.
    pub(crate) fn initial_yield(&mut self, floor: usize) -> Completion<Option<Value>> {
        let Some(&frame) = self.frames.last() else { return Ok(Some(Value::UNDEFINED)) };
        let is_async = self.block(frame.code).kind == FunctionKind::AsyncGenerator;
        let (default, kind) = if is_async {
            (Intrinsic::AsyncGeneratorPrototype, Kind::AsyncGenerator)
        } else {
            (Intrinsic::GeneratorPrototype, Kind::Generator)
        };
        let proto = self.prototype_of_constructor(Value::object(frame.callee), default)?;
        let data = self.saved(frame, ObjectId::NONE, GeneratorState::SuspendedStart);
        let id = self.heap.new_exotic(Some(proto), kind, Internal::Generator(data));
        if let Some(f) = self.frames.last_mut() {
            f.state = id;
        }
        self.save_frame(id, 0, false);
        if let Some(g) = self.generator_mut(id) {
            g.state = GeneratorState::SuspendedStart;
        }
        let _ = self.frames.pop();
        Ok(self.finish(frame.deliver, Value::object(id), floor))
    }
    /// Copies the topmost frame and its registers into its state object.
    fn save_frame(&mut self, id: ObjectId, dst: u8, delegating: bool) {
        let Some(&frame) = self.frames.last() else { return };
        let base = frame.base as usize;
        let registers = self.block(frame.code).registers as usize;
        let Internal::Generator(g) = &mut self.heap.object_mut(id).internal else { return };
        // The vector of the last suspension is used again.
        let before = g.registers.capacity();
        g.registers.clear();
        g.registers.extend_from_slice(&self.stack[base..base + registers]);
        g.frame = frame;
        g.dst = dst;
        g.delegating = delegating;
        let grown = (g.registers.capacity() - before) * 8;
        self.heap.bytes += grown;
    }
    /// Brings a saved frame back on the stack.
    pub(crate) fn resume_frame(
        &mut self,
        id: ObjectId,
        mode: Resume,
        value: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        if self.frames.len() >= self.call_depth {
            return Err(self.stack_overflow());
        }
        let base = self.top;
        self.ensure_stack(base)?;
        let Internal::Generator(g) = &mut self.heap.object_mut(id).internal else {
            return Ok(Flow::Value(Value::UNDEFINED));
        };
        g.state = GeneratorState::Running;
        let registers = g.registers.len();
        let (mut frame, dst, delegating) = (g.frame, g.dst, g.delegating);
        self.stack[base..base + registers].copy_from_slice(&g.registers);
        frame.base = base as u32;
        frame.deliver = deliver;
        frame.state = id;
        frame.delivered = true;
        self.top = base + registers;
        let kind = self.block(frame.code).kind;
        self.frames.push(frame);
        let generator = matches!(kind, FunctionKind::Generator | FunctionKind::AsyncGenerator);
        let started = frame.pc > 0 && dst != 0;
        if mode == Resume::Throw && !delegating {
            return Err(Abrupt::Throw(value));
        }
        if started {
            self.stack[base + dst as usize] = value;
            if generator && self.resumes_with_mode(&frame) {
                let code = match mode {
                    Resume::Next => 0,
                    Resume::Throw => 1,
                    Resume::Return => 2,
                };
                self.stack[base + dst as usize + 1] = Value::int(code);
            }
        }
        Ok(Flow::Frame)
    }
    /// Suspended in a yield (whose second register takes the mode), not in an await?
    fn resumes_with_mode(&self, frame: &Frame) -> bool {
        use crate::bytecode::Op;
        let op = self.block(frame.code).ops.get((frame.pc as usize).wrapping_sub(1));
        matches!(op, Some(Op::Yield { .. } | Op::YieldDelegate { .. }))
    }
    /// `await value`
    pub(crate) fn suspend_await(
        &mut self,
        dst: u8,
        value: Value,
        floor: usize,
    ) -> Completion<Option<Value>> {
        let promise = self.promise_resolve(value)?;
        let Some(&frame) = self.frames.last() else { return Ok(Some(Value::UNDEFINED)) };
        let id = frame.state;
        self.save_frame(id, dst, false);
        self.frames.pop();
        self.perform_then(promise, Reaction::Await { state: id });
        let result =
            if frame.delivered { Value::UNDEFINED } else { Value::object(self.async_promise(id)) };
        Ok(self.finish(frame.deliver, result, floor))
    }
    /// `yield value`
    pub(crate) fn suspend_yield(
        &mut self,
        dst: u8,
        value: Value,
        delegate: bool,
        floor: usize,
    ) -> Completion<Option<Value>> {
        let Some(&frame) = self.frames.last() else { return Ok(Some(Value::UNDEFINED)) };
        let id = frame.state;
        if self.block(frame.code).kind == FunctionKind::AsyncGenerator {
            let result = self.iter_result(value, false);
            self.save_frame(id, dst, delegate);
            self.settle_request(id, Ok(result));
            let next = self.generator(id).and_then(|g| g.queue.front().copied());
            self.frames.pop();
            match next {
                Some(request) => {
                    self.top = frame.base as usize;
                    self.resume_frame(id, request.mode, request.value, frame.deliver)?;
                    Ok(None)
                }
                None => {
                    self.set_state(id, GeneratorState::SuspendedYield);
                    Ok(self.finish(frame.deliver, Value::UNDEFINED, floor))
                }
            }
        } else {
            self.save_frame(id, dst, delegate);
            self.set_state(id, GeneratorState::SuspendedYield);
            self.frames.pop();
            if frame.deliver == Deliver::IterStep {
                let value = match (delegate, value.as_object()) {
                    (true, Some(o)) => self.get_named(o, "value")?,
                    _ => value,
                };
                self.iter_step_value(value);
                if let Some(f) = self.frames.last() {
                    self.top = f.base as usize + self.block(f.code).registers as usize;
                }
                return Ok(None);
            }
            let result = if delegate { value } else { self.iter_result(value, false) };
            Ok(self.finish(frame.deliver, result, floor))
        }
    }
    /// ### [7.4.14 CreateIterResultObject](https://tc39.es/ecma262/#sec-createiterresultobject)
    pub fn iter_result(&mut self, value: Value, done: bool) -> Value {
        let shape = self.realm.iter_result_shape;
        let mut object = crate::object::Object::new(shape, Kind::Ordinary);
        object.inline[0] = value;
        object.inline[1] = Value::bool(done);
        Value::object(self.heap.alloc(object))
    }
    /// Return of a generator or async function whose frame was popped.
    pub(crate) fn return_from_suspendable(
        &mut self,
        frame: &Frame,
        value: Value,
        floor: usize,
    ) -> Completion<Option<Value>> {
        let id = frame.state;
        match self.block(frame.code).kind {
            FunctionKind::Generator => {
                self.complete_generator(id);
                if frame.deliver == Deliver::IterStep {
                    return Ok(self.finish(frame.deliver, value, floor));
                }
                let result = self.iter_result(value, true);
                Ok(self.finish(frame.deliver, result, floor))
            }
            FunctionKind::AsyncGenerator => {
                self.set_state(id, GeneratorState::AwaitingReturn);
                let result = self.iter_result(value, true);
                self.settle_request(id, Ok(result));
                self.drain_queue(id)?;
                Ok(self.finish(frame.deliver, Value::UNDEFINED, floor))
            }
            _ => {
                let promise = self.async_promise(id);
                self.resolve_promise(promise, value)?;
                let result =
                    if frame.delivered { Value::UNDEFINED } else { Value::object(promise) };
                Ok(self.finish(frame.deliver, result, floor))
            }
        }
    }
    pub(crate) fn complete_generator(&mut self, id: ObjectId) {
        if let Some(g) = self.generator_mut(id) {
            g.state = GeneratorState::Completed;
            g.registers = Vec::new();
        }
    }
    /// `next`, `return` and `throw` of generator objects.
    pub(crate) fn resume_generator_object(
        &mut self,
        special: Special,
        this: Value,
        value: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let mode = match special {
            Special::GeneratorReturn | Special::AsyncGeneratorReturn => Resume::Return,
            Special::GeneratorThrow | Special::AsyncGeneratorThrow => Resume::Throw,
            _ => Resume::Next,
        };
        if matches!(
            special,
            Special::AsyncGeneratorNext
                | Special::AsyncGeneratorReturn
                | Special::AsyncGeneratorThrow
        ) {
            return self.async_generator_request(this, mode, value, deliver);
        }
        let id = this.as_object().filter(|&o| self.heap.object(o).kind == Kind::Generator);
        let Some((id, state)) = id.and_then(|id| self.generator(id).map(|g| (id, g.state))) else {
            let what = self.describe(this);
            let name = match mode {
                Resume::Next => "next",
                Resume::Throw => "throw",
                Resume::Return => "return",
            };
            return Err(
                self.type_error(&format!("{name} method called on incompatible receiver {what}"))
            );
        };
        match (state, mode) {
            (GeneratorState::Running, _) => Err(self.type_error("Generator is already running")),
            (GeneratorState::Completed, Resume::Next) => {
                Ok(Flow::Value(self.iter_result(Value::UNDEFINED, true)))
            }
            (GeneratorState::Completed, Resume::Return) => {
                Ok(Flow::Value(self.iter_result(value, true)))
            }
            (GeneratorState::SuspendedStart, Resume::Return) => {
                self.complete_generator(id);
                Ok(Flow::Value(self.iter_result(value, true)))
            }
            (GeneratorState::SuspendedStart, Resume::Throw) => {
                self.complete_generator(id);
                Err(Abrupt::Throw(value))
            }
            (GeneratorState::Completed, Resume::Throw) => Err(Abrupt::Throw(value)),
            _ => self.resume_frame(id, mode, value, deliver),
        }
    }

    // ---- async generators (27.6.3)

    fn async_generator_request(
        &mut self,
        this: Value,
        mode: Resume,
        value: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let promise = self.new_promise();
        let result = Value::object(promise);
        let id = this.as_object().filter(|&o| self.heap.object(o).kind == Kind::AsyncGenerator);
        let Some((id, state)) = id.and_then(|id| self.generator(id).map(|g| (id, g.state))) else {
            let what = self.describe(this);
            let error =
                self.type_error(&format!("next method called on incompatible receiver {what}"));
            if let Abrupt::Throw(e) = error {
                self.reject_promise(promise, e);
            }
            return Ok(Flow::Value(result));
        };
        let mut state = state;
        if mode == Resume::Throw && state == GeneratorState::SuspendedStart {
            self.complete_generator(id);
            state = GeneratorState::Completed;
        }
        if state == GeneratorState::Completed && mode != Resume::Return {
            if mode == Resume::Throw {
                self.reject_promise(promise, value);
            } else {
                let done = self.iter_result(Value::UNDEFINED, true);
                self.resolve_promise(promise, done)?;
            }
            return Ok(Flow::Value(result));
        }
        if let Some(g) = self.generator_mut(id) {
            g.queue.push_back(Request { mode, value, promise });
        }
        match (state, mode) {
            (GeneratorState::SuspendedStart | GeneratorState::Completed, Resume::Return) => {
                self.set_state(id, GeneratorState::AwaitingReturn);
                self.await_return(id)?;
                Ok(Flow::Value(result))
            }
            (GeneratorState::SuspendedStart | GeneratorState::SuspendedYield, _) => {
                self.start_request(id, mode, value, result, deliver)
            }
            _ => Ok(Flow::Value(result)),
        }
    }
    /// Runs the body for a request; the caller gets the promise first.
    fn start_request(
        &mut self,
        id: ObjectId,
        mode: Resume,
        value: Value,
        result: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        match deliver {
            Deliver::Native => {
                let mark = self.root(result);
                let outcome =
                    self.run_nested(|vm| vm.resume_frame(id, mode, value, Deliver::Native));
                self.unroot(mark);
                outcome?;
                Ok(Flow::Value(result))
            }
            Deliver::Job => self.resume_frame(id, mode, value, Deliver::Job),
            _ => {
                self.finish(deliver, result, usize::MAX);
                self.resume_frame(id, mode, value, Deliver::Nowhere)
            }
        }
    }
    /// AsyncGeneratorCompleteStep for the head of the queue.
    fn settle_request(&mut self, id: ObjectId, result: Result<Value, Value>) {
        let Some(request) = self.generator_mut(id).and_then(|g| g.queue.pop_front()) else {
            return;
        };
        match result {
            Ok(value) => self.fulfill_promise(request.promise, value),
            Err(error) => self.reject_promise(request.promise, error),
        }
    }
    /// The body threw.
    pub(crate) fn async_generator_failed(&mut self, id: ObjectId, error: Value) -> Completion<()> {
        self.set_state(id, GeneratorState::AwaitingReturn);
        self.settle_request(id, Err(error));
        self.drain_queue(id)
    }
    /// AsyncGeneratorDrainQueue
    fn drain_queue(&mut self, id: ObjectId) -> Completion<()> {
        loop {
            let next = self.generator(id).and_then(|g| g.queue.front().copied());
            let Some(request) = next else {
                self.complete_generator(id);
                return Ok(());
            };
            match request.mode {
                Resume::Return => {
                    self.set_state(id, GeneratorState::AwaitingReturn);
                    return self.await_return(id);
                }
                Resume::Throw => self.settle_request(id, Err(request.value)),
                Resume::Next => {
                    let done = self.iter_result(Value::UNDEFINED, true);
                    self.settle_request(id, Ok(done));
                }
            }
        }
    }
    /// AsyncGeneratorAwaitReturn
    fn await_return(&mut self, id: ObjectId) -> Completion<()> {
        let Some(request) = self.generator(id).and_then(|g| g.queue.front().copied()) else {
            return Ok(());
        };
        match self.promise_resolve(request.value) {
            Ok(promise) => {
                self.perform_then(promise, Reaction::GeneratorReturn { state: id });
                Ok(())
            }
            Err(Abrupt::Throw(error)) => {
                self.settle_request(id, Err(error));
                self.drain_queue(id)
            }
            Err(other) => Err(other),
        }
    }
    /// The awaited value of a `return` request settled.
    pub(crate) fn generator_returned(
        &mut self,
        id: ObjectId,
        value: Value,
        rejected: bool,
    ) -> Completion<()> {
        if rejected {
            self.settle_request(id, Err(value));
        } else {
            let done = self.iter_result(value, true);
            self.settle_request(id, Ok(done));
        }
        self.drain_queue(id)
    }
}
