//! ### [27.2 Promise Objects](https://tc39.es/ecma262/#sec-promise-objects): state, reactions and jobs

use super::frame::{Deliver, Resume};
use super::{Abrupt, Completion, Vm};
use crate::builtins::Intrinsic;
use crate::heap::ObjectId;
use crate::jobs::{Job, PromiseData, PromiseState, Reaction};
use crate::object::{Internal, Kind, Slot};
use crate::value::Value;
use crate::vm::call::Flow;

impl Vm {
    /// A pending native promise.
    pub fn new_promise(&mut self) -> ObjectId {
        let shape = self.realm.promise_shape;
        let mut object = crate::object::Object::new(shape, Kind::Promise);
        let origin = self.current_offset().unwrap_or(u32::MAX);
        object.internal =
            Internal::Promise(Box::new(PromiseData { origin, ..PromiseData::default() }));
        self.heap.bytes += 64;
        self.heap.alloc(object)
    }
    pub fn promise(&self, id: ObjectId) -> Option<&PromiseData> {
        match self.heap.objects.get(id.index()).map(|o| &o.internal) {
            Some(Internal::Promise(p)) => Some(p),
            _ => None,
        }
    }
    fn promise_mut(&mut self, id: ObjectId) -> Option<&mut PromiseData> {
        match &mut self.heap.object_mut(id).internal {
            Internal::Promise(p) => Some(p),
            _ => None,
        }
    }
    /// ### [27.2.1.3.2 Promise Resolve Functions](https://tc39.es/ecma262/#sec-promise-resolve-functions), from step 7
    pub fn resolve_promise(&mut self, id: ObjectId, value: Value) -> Completion<()> {
        let Some(object) = value.as_object() else {
            self.fulfill_promise(id, value);
            return Ok(());
        };
        if object == id {
            if let Abrupt::Throw(e) =
                self.type_error("Chaining cycle detected for promise #<Promise>")
            {
                self.reject_promise(id, e);
            }
            return Ok(());
        }
        let key = self.realm.names.then;
        let then = match self.get(object, key) {
            Ok(then) => then,
            Err(Abrupt::Throw(e)) => {
                self.reject_promise(id, e);
                return Ok(());
            }
            Err(other) => return Err(other),
        };
        if !self.is_callable(then) {
            self.fulfill_promise(id, value);
            return Ok(());
        }
        self.jobs.push_back(Job::Thenable { promise: id, thenable: value, then });
        Ok(())
    }
    pub fn fulfill_promise(&mut self, id: ObjectId, value: Value) {
        self.settle_promise(id, value, PromiseState::Fulfilled);
    }
    pub fn reject_promise(&mut self, id: ObjectId, reason: Value) {
        let handled =
            self.promise(id).is_none_or(|p| p.handled || p.state != PromiseState::Pending);
        self.settle_promise(id, reason, PromiseState::Rejected);
        if !handled {
            self.unhandled.push(id);
        }
    }
    fn settle_promise(&mut self, id: ObjectId, value: Value, state: PromiseState) {
        let Some(p) = self.promise_mut(id) else { return };
        if p.state != PromiseState::Pending {
            return;
        }
        p.state = state;
        p.value = value;
        let reactions = std::mem::take(&mut p.reactions);
        for reaction in reactions {
            self.enqueue_reaction(reaction, value, state == PromiseState::Rejected);
        }
    }
    fn enqueue_reaction(&mut self, reaction: Reaction, value: Value, rejected: bool) {
        if let Reaction::Program = reaction {
            self.program_done = true;
            return;
        }
        self.jobs.push_back(Job::Reaction { reaction, value, rejected });
    }
    /// ### [27.2.5.4.1 PerformPromiseThen](https://tc39.es/ecma262/#sec-performpromisethen)
    pub fn perform_then(&mut self, id: ObjectId, reaction: Reaction) {
        self.heap.bytes += 40;
        let Some(p) = self.promise_mut(id) else { return };
        let (state, value) = (p.state, p.value);
        p.handled = true;
        match state {
            PromiseState::Pending => p.reactions.push(reaction),
            PromiseState::Fulfilled => self.enqueue_reaction(reaction, value, false),
            PromiseState::Rejected => {
                self.unhandled.retain(|&u| u != id);
                self.enqueue_reaction(reaction, value, true);
            }
        }
    }
    /// ### [27.2.4.7.1 PromiseResolve](https://tc39.es/ecma262/#sec-promise-resolve) with the intrinsic constructor
    pub fn promise_resolve(&mut self, value: Value) -> Completion<ObjectId> {
        if let Some(id) = value.as_object() {
            if self.heap.object(id).kind == Kind::Promise {
                let constructor = if self.promise_is_plain(id) {
                    Value::object(self.intrinsic(Intrinsic::Promise))
                } else {
                    let key = self.realm.names.constructor;
                    self.get(id, key)?
                };
                if constructor == Value::object(self.intrinsic(Intrinsic::Promise)) {
                    return Ok(id);
                }
            }
        }
        let promise = self.new_promise();
        self.resolve_promise(promise, value)?;
        Ok(promise)
    }
    /// A promise without own properties whose prototype's `constructor` is untouched.
    pub(crate) fn promise_is_plain(&mut self, id: ObjectId) -> bool {
        if self.heap.object(id).shape != self.realm.promise_shape {
            return false;
        }
        let proto = self.intrinsic(Intrinsic::PromisePrototype);
        let key = self.realm.names.constructor;
        matches!(self.own(proto, key), Some(Slot::Data { value, .. }) if value == Value::object(self.intrinsic(Intrinsic::Promise)))
    }
    /// A native function that carries hidden data, as promise resolving functions do.
    pub fn new_data_function(&mut self, name: &'static str, data: Value) -> Value {
        let row = crate::builtins::row_of_helper(name);
        let f = self.builtin_function(row);
        let key = self.realm.data_symbol;
        self.heap.add_name(
            f,
            crate::object::property::NameKey::symbol(key),
            data,
            crate::object::Attributes::NONE,
        );
        Value::object(f)
    }
    /// Hidden data of a function made by `new_data_function`.
    pub fn function_data(&mut self, f: ObjectId) -> Value {
        let key = crate::object::property::NameKey::symbol(self.realm.data_symbol);
        match self.heap.get_own_name(f, key) {
            Some(Slot::Data { value, .. }) => value,
            _ => Value::UNDEFINED,
        }
    }
    /// ### [27.2.1.3 CreateResolvingFunctions](https://tc39.es/ecma262/#sec-createresolvingfunctions)
    pub fn resolving_functions(&mut self, promise: ObjectId) -> (Value, Value) {
        let record = self.new_slots(
            crate::builtins::tags::RESOLVING,
            None,
            vec![Value::object(promise), Value::FALSE],
        );
        let resolve = self.new_data_function("promiseResolve", Value::object(record));
        let reject = self.new_data_function("promiseReject", Value::object(record));
        (resolve, reject)
    }
    /// Object with hidden slots.
    pub fn new_slots(&mut self, tag: u8, proto: Option<ObjectId>, values: Vec<Value>) -> ObjectId {
        let slots = crate::object::HiddenSlots { tag, values };
        self.heap.new_exotic(proto, Kind::Slots, Internal::Slots(Box::new(slots)))
    }

    /// Carries out one job; frames it pushes are run by the caller.
    pub(crate) fn start_job(&mut self, job: Job) -> Completion<()> {
        self.fuel -= 1;
        self.top = 0;
        match job {
            Job::Reaction { reaction, value, rejected } => match reaction {
                Reaction::Await { state } => {
                    let mode = if rejected { Resume::Throw } else { Resume::Next };
                    self.resume_frame(state, mode, value, Deliver::Job)?;
                    Ok(())
                }
                Reaction::GeneratorReturn { state } => {
                    self.generator_returned(state, value, rejected)
                }
                Reaction::Adopt { derived } => {
                    if rejected {
                        self.reject_promise(derived, value);
                    } else {
                        self.resolve_promise(derived, value)?;
                    }
                    Ok(())
                }
                Reaction::Then { fulfilled, rejected: on_rejected, derived } => {
                    let handler = if rejected { on_rejected } else { fulfilled };
                    if !self.is_callable(handler) {
                        if derived != ObjectId::NONE {
                            if rejected {
                                self.reject_promise(derived, value);
                            } else {
                                self.resolve_promise(derived, value)?;
                            }
                        }
                        return Ok(());
                    }
                    let d = if derived == ObjectId::NONE {
                        Value::UNDEFINED
                    } else {
                        Value::object(derived)
                    };
                    self.call_self_hosted("promiseReaction", &[handler, value, d], Deliver::Job)?;
                    Ok(())
                }
                Reaction::Capability { fulfilled, rejected: on_rejected, resolve, reject } => {
                    let handler = if rejected { on_rejected } else { fulfilled };
                    self.call_self_hosted(
                        "promiseCapabilityReaction",
                        &[handler, value, Value::bool(rejected), resolve, reject],
                        Deliver::Job,
                    )?;
                    Ok(())
                }
                Reaction::Program => Ok(()),
            },
            Job::Thenable { promise, thenable, then } => {
                if let Some(id) = thenable.as_object() {
                    if self.heap.object(id).kind == Kind::Promise
                        && then.as_object() == self.realm.promise_then
                        && self.promise_is_plain(id)
                    {
                        self.perform_then(id, Reaction::Adopt { derived: promise });
                        return Ok(());
                    }
                }
                let (resolve, reject) = self.resolving_functions(promise);
                self.call_self_hosted(
                    "promiseThenableJob",
                    &[thenable, then, resolve, reject],
                    Deliver::Job,
                )?;
                Ok(())
            }
            Job::Call { function, args } => {
                match self.begin_call(function, Value::UNDEFINED, &args, Deliver::Job)? {
                    Flow::Value(_) | Flow::Frame => Ok(()),
                }
            }
        }
    }
}
