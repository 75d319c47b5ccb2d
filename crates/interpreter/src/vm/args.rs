//! What a native function is called with.

use super::Vm;
use super::abrupt::{Abrupt, Completion, Hint};
use crate::heap::{ObjectId, StringId};
use crate::value::Value;

/// `this`, the arguments (on the stack, so they are roots) and `new.target` of a native call.
#[derive(Clone, Copy, Debug)]
pub struct Args {
    /// Stack position of `this`; arguments follow.
    pub(crate) base: u32,
    pub(crate) argc: u32,
    /// `undefined` unless called as a constructor.
    pub new_target: Value,
    /// The function object that is running.
    pub callee: ObjectId,
    /// Called straight from an instruction: arguments may be coerced by frames (`Abrupt::Coerce`).
    pub(crate) restartable: bool,
}

impl Args {
    /// `this`.
    #[inline]
    pub fn this(&self, vm: &Vm) -> Value {
        vm.stack[self.base as usize]
    }
    /// Number of arguments passed.
    pub fn len(&self) -> usize {
        self.argc as usize
    }
    pub fn is_empty(&self) -> bool {
        self.argc == 0
    }
    /// Argument `i`, `undefined` when not passed.
    #[inline]
    pub fn get(&self, vm: &Vm, i: usize) -> Value {
        if i < self.argc as usize { vm.stack[self.base as usize + 1 + i] } else { Value::UNDEFINED }
    }
    /// All arguments from `from` on.
    pub fn rest(&self, vm: &Vm, from: usize) -> Vec<Value> {
        (from..self.argc as usize).map(|i| self.get(vm, i)).collect()
    }
    /// Called with `new`?
    pub fn is_construct(&self) -> bool {
        !self.new_target.is_undefined()
    }

    /// Argument `i` as a primitive. Objects are converted by guest code: without nesting where
    /// possible, so call this (and its relatives below) before anything observable is done.
    #[inline]
    pub fn primitive(&self, vm: &mut Vm, i: usize, hint: Hint) -> Completion {
        let value = self.get(vm, i);
        if !value.is_object() {
            return Ok(value);
        }
        if self.restartable {
            return Err(Abrupt::Coerce { index: i as u32 + 1, hint });
        }
        vm.to_primitive(value, hint)
    }
    /// ToNumber of argument `i`.
    pub fn number(&self, vm: &mut Vm, i: usize) -> Completion<f64> {
        let value = self.get(vm, i);
        if let Some(n) = value.as_number() {
            return Ok(n);
        }
        let value = self.primitive(vm, i, Hint::Number)?;
        vm.to_number(value)
    }
    /// ToIntegerOrInfinity of argument `i`.
    pub fn integer(&self, vm: &mut Vm, i: usize) -> Completion<f64> {
        let n = self.number(vm, i)?;
        Ok(if n.is_nan() { 0.0 } else { n.trunc() + 0.0 })
    }
    /// ToString of argument `i`.
    pub fn string(&self, vm: &mut Vm, i: usize) -> Completion<StringId> {
        let value = self.get(vm, i);
        if let Some(s) = value.as_string() {
            return Ok(s);
        }
        let value = self.primitive(vm, i, Hint::String)?;
        vm.to_string(value)
    }
    /// ToPropertyKey of argument `i`.
    pub fn property_key(&self, vm: &mut Vm, i: usize) -> Completion<crate::object::PropertyKey> {
        let value = self.primitive(vm, i, Hint::String)?;
        vm.to_property_key(value)
    }
    /// RequireObjectCoercible(this), then ToString.
    pub fn this_string(&self, vm: &mut Vm, method: &str) -> Completion<StringId> {
        let this = self.this(vm);
        if let Some(s) = this.as_string() {
            return Ok(s);
        }
        if this.is_nullish() {
            return Err(vm.type_error(&format!("{method} called on null or undefined")));
        }
        if this.is_object() && self.restartable {
            return Err(Abrupt::Coerce { index: 0, hint: Hint::String });
        }
        vm.to_string(this)
    }
    /// Relative index argument (`slice`, `at`, ...) resolved against `len`; `undefined` gives `default`.
    pub fn relative_index(&self, vm: &mut Vm, i: usize, len: f64, default: f64) -> Completion<f64> {
        if self.get(vm, i).is_undefined() {
            return Ok(default);
        }
        let n = self.integer(vm, i)?;
        Ok(if n < 0.0 { (len + n).max(0.0) } else { n.min(len) })
    }
}
