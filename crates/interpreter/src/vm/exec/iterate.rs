//! Iteration without iterator objects, where nothing can observe the difference: arrays, Maps,
//! Sets and generators whose protocol is untouched; and `for in`.
//!
//! In the register pair of an iterator, `next` then holds a mark with the position instead of a
//! function.

use crate::builtins::Intrinsic;
use crate::bytecode::Op;
use crate::heap::ObjectId;
use crate::object::{EnumeratorData, Internal, Kind, PropertyKey};
use crate::value::Value;
use crate::vm::call::Flow;
use crate::vm::frame::{Deliver, GeneratorState};
use crate::vm::{Completion, Vm};

/// Mark of an exhausted internal iteration (nothing to close).
pub(crate) const FINISHED: Value = Value::FAST_ITER;
const MARK: u32 = 1 << 30;

/// Mark for a position.
#[inline(always)]
pub(crate) fn fast_mark(position: u32) -> Value {
    Value::lazy(MARK | position)
}
/// Position of a mark.
#[inline(always)]
pub(crate) fn fast_position(next: Value) -> Option<u32> {
    match next.as_lazy() {
        Some(n) if n & MARK != 0 => Some(n & !MARK),
        _ => None,
    }
}

impl Vm {
    /// May `for of`, spread and patterns go over this value without an iterator object?
    pub(crate) fn can_iterate_fast(&mut self, value: Value) -> bool {
        let Some(id) = value.as_object() else { return false };
        let object = self.heap.object(id);
        match object.kind {
            Kind::Array => {
                let plain = object.shape == self.realm.array_shape
                    || (self.heap.proto_of(id) == Some(self.intrinsic(Intrinsic::ArrayPrototype))
                        && {
                            let PropertyKey::Symbol(s) = self.well_known("iterator") else {
                                return false;
                            };
                            let shape = self.heap.object(id).shape;
                            let name = crate::object::property::NameKey::symbol(s);
                            self.heap.find_in_shape(shape, name).is_none()
                        });
                plain
                    && self.realm.array_iteration_untouched(&self.heap)
                    && self.heap.object(id).length < MARK
            }
            _ => false,
        }
    }
    pub(crate) fn start_fast_iteration(&mut self, at: usize) {
        self.stack[at + 1] = fast_mark(0);
    }
    /// One step of an internal iteration that is not over an array.
    pub(crate) fn fast_step(&mut self, at: usize, _position: u32) -> Completion<Option<Value>> {
        self.stack[at + 1] = FINISHED;
        Ok(None)
    }
    /// ### [7.4.4 GetIterator](https://tc39.es/ecma262/#sec-getiterator), sync: iterator and `next` to the stack pair at `at`
    pub(crate) fn get_iterator(&mut self, source: Value, at: usize) -> Completion<Flow> {
        let key = self.well_known("iterator");
        let method = if source.is_nullish() {
            return Err(self.not_iterable(source));
        } else {
            self.get_v(source, key)?
        };
        if !self.is_callable(method) {
            return Err(self.not_iterable(source));
        }
        let iterator = self.call(method, source, &[])?;
        let Some(id) = iterator.as_object() else {
            let what = self.describe(iterator);
            return Err(self.type_error(&format!(
                "Result of the Symbol.iterator method is not an object: {what}"
            )));
        };
        self.stack[at] = iterator;
        let next = self.get_named(id, "next")?;
        self.stack[at + 1] = next;
        Ok(Flow::Value(Value::UNDEFINED))
    }
    /// Is the iterator pair a generator that may be resumed without result objects?
    pub(crate) fn steps_generator(&self, at: usize) -> bool {
        let Some(id) = self.stack[at].as_object() else { return false };
        let object = self.heap.object(id);
        if object.kind != Kind::Generator {
            return false;
        }
        let Some(next) = self.stack[at + 1].as_object() else { return false };
        if self.realm.generator_next != next {
            return false;
        }
        match &object.internal {
            Internal::Generator(g) => {
                matches!(g.state, GeneratorState::SuspendedStart | GeneratorState::SuspendedYield)
                    && !g.delegating
            }
            _ => false,
        }
    }
    /// Resumes the generator of an iterator pair for `IterStep`.
    pub(crate) fn step_generator(&mut self, at: usize) -> Completion<Flow> {
        let Some(id) = self.stack[at].as_object() else { return Ok(Flow::Value(Value::UNDEFINED)) };
        self.resume_frame(id, crate::vm::frame::Resume::Next, Value::UNDEFINED, Deliver::IterStep)
    }
    /// The generator under the `IterStep` before the caller's pc yielded.
    pub(crate) fn iter_step_value(&mut self, value: Value) {
        let Some(&f) = self.frames.last() else { return };
        if let Some(&Op::IterStep { dst, skip, .. }) = self.block(f.code).ops.get(f.pc as usize - 1)
        {
            self.stack[f.base as usize + dst as usize] = value;
            if let Some(f) = self.frames.last_mut() {
                f.pc += skip as u32;
            }
        }
    }
    /// It finished.
    pub(crate) fn iter_step_done(&mut self) {
        let Some(&f) = self.frames.last() else { return };
        if let Some(&Op::IterStep { iter, done, .. }) =
            self.block(f.code).ops.get(f.pc as usize - 1)
        {
            self.stack[f.base as usize + iter as usize + 1] = FINISHED;
            if let Some(f) = self.frames.last_mut() {
                f.pc = f.pc.wrapping_add_signed(done);
            }
        }
    }
    /// `...source` in an array literal or argument list.
    pub(crate) fn array_spread(&mut self, target: Value, source: Value) -> Completion<Flow> {
        if self.can_iterate_fast(source) {
            if let (Some(to), Some(from)) = (target.as_object(), source.as_object()) {
                if self.heap.object(from).elements.len() == self.heap.object(from).length as usize
                    && !self.heap.object(from).elements.iter().any(|v| v.is_hole())
                {
                    self.append_all(to, from)?;
                    return Ok(Flow::Value(Value::UNDEFINED));
                }
            }
        }
        self.call_self_hosted("spreadInto", &[target, source], Deliver::Nowhere)
    }
    fn append_all(&mut self, to: ObjectId, from: ObjectId) -> Completion<()> {
        let n = self.heap.object(from).elements.len();
        self.charge(n as u64 / 4)?;
        self.charge_memory(n * 8)?;
        let list = self.heap.object(from).elements.clone();
        let object = self.heap.object_mut(to);
        let before = object.elements.capacity();
        object.elements.extend_from_slice(&list);
        object.length = object.elements.len() as u32;
        let grown = (object.elements.capacity() - before) * 8;
        self.heap.bytes += grown;
        Ok(())
    }
    /// ### [14.7.5.9 EnumerateObjectProperties](https://tc39.es/ecma262/#sec-enumerate-object-properties): the enumerator
    pub(crate) fn for_in_start(&mut self, source: Value) -> Completion {
        let mut keys: Vec<Value> = Vec::new();
        let mut object = Value::UNDEFINED;
        if !source.is_nullish() {
            let id = self.to_object(source)?;
            object = Value::object(id);
            let mark = self.root(object);
            let mut seen: rustc_hash::FxHashSet<PropertyKey> = rustc_hash::FxHashSet::default();
            let mut at = Some(id);
            let mut first = true;
            while let Some(o) = at {
                let own = self.own_property_keys(o)?;
                self.charge(own.len() as u64)?;
                self.charge_memory(own.len() * 24)?;
                let next = self.get_prototype_of(o)?;
                // The last object of the chain needs no record of what it hides, the only one neither.
                let track = !first || next.is_some_and(|n| self.chain_has_enumerable(n));
                for key in own {
                    if key.is_symbol() || (track && seen.contains(&key)) {
                        continue;
                    }
                    let Some(slot) = self.get_own_property(o, key)? else { continue };
                    if track {
                        seen.insert(key);
                    }
                    if slot.enumerable() {
                        let v = self.key_value(key);
                        keys.push(v);
                    }
                }
                at = next;
                first = false;
            }
            self.unroot(mark);
        }
        let data = EnumeratorData { object, keys, next: 0 };
        Ok(Value::object(self.heap.new_exotic(
            None,
            Kind::Enumerator,
            Internal::Enumerator(Box::new(data)),
        )))
    }
    /// Might an object on this chain have enumerable properties? (Builtin prototypes do not.)
    fn chain_has_enumerable(&mut self, start: ObjectId) -> bool {
        let mut at = Some(start);
        while let Some(o) = at {
            let object = self.heap.object(o);
            if object.kind == Kind::Proxy || !object.elements.is_empty() {
                return true;
            }
            let shape = object.shape;
            if self.heap.shape_keys(shape).iter().any(|k| k.1.enumerable() && !k.0.is_symbol()) {
                return true;
            }
            at = self.heap.proto_of(o);
        }
        false
    }
    /// Next key that still exists.
    pub(crate) fn for_in_next(&mut self, enumerator: Value) -> Completion<Option<Value>> {
        let Some(id) = enumerator.as_object() else { return Ok(None) };
        loop {
            let (object, key) = match &mut self.heap.object_mut(id).internal {
                Internal::Enumerator(e) => match e.keys.get(e.next) {
                    Some(&key) => {
                        e.next += 1;
                        (e.object, key)
                    }
                    None => return Ok(None),
                },
                _ => return Ok(None),
            };
            let Some(o) = object.as_object() else { return Ok(None) };
            let property = self.to_property_key(key)?;
            // A deleted property is not visited.
            if self.is_proxy(o) {
                if self.has_property(o, property)? {
                    return Ok(Some(key));
                }
                continue;
            }
            if self.own(o, property).is_some() || self.has_property(o, property)? {
                return Ok(Some(key));
            }
        }
    }
}
