//! ### [10.4.4 Arguments Exotic Objects](https://tc39.es/ecma262/#sec-arguments-exotic-objects)

use crate::builtins::Intrinsic;
use crate::heap::{EnvId, ObjectId};
use crate::object::{Attributes, Descriptor, Internal, Kind, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::frame::Frame;
use crate::vm::{Completion, Vm};

impl Vm {
    /// The `arguments` object of a frame; mapped onto `env` when given.
    pub(crate) fn create_arguments(&mut self, frame: &Frame, env: Option<Value>) -> Value {
        let list = frame
            .args
            .as_object()
            .map(|a| self.heap.object(a).elements.clone())
            .unwrap_or_default();
        let count = list.len();
        let proto = self.intrinsic(Intrinsic::ObjectPrototype);
        let mapped = env.and_then(|e| e.as_env());
        let (kind, internal) = match mapped {
            Some(env) => {
                let mut slots: Vec<u16> =
                    self.block(frame.code).mapped.iter().take(count).copied().collect();
                slots.resize(count, u16::MAX);
                (Kind::MappedArguments, Internal::Mapped { env: env.0, slots })
            }
            None => (Kind::Arguments, Internal::None),
        };
        let id = self.heap.new_exotic(Some(proto), kind, internal);
        self.heap.bytes += list.capacity() * 8;
        self.heap.object_mut(id).elements = list;
        let names = self.realm.names;
        self.heap.put_own(
            id,
            names.length,
            Slot::Data { value: Value::int(count as i32), attributes: Attributes::METHOD },
        );
        let iterator = self.well_known("iterator");
        let values = self.array_values_function();
        self.heap.put_own(
            id,
            iterator,
            Slot::Data { value: values, attributes: Attributes::METHOD },
        );
        let callee = self.heap.key("callee");
        if mapped.is_some() {
            self.heap.put_own(
                id,
                callee,
                Slot::Data { value: Value::object(frame.callee), attributes: Attributes::METHOD },
            );
        } else {
            let thrower = Value::object(self.intrinsic(Intrinsic::ThrowTypeError));
            self.heap.put_own(
                id,
                callee,
                Slot::Accessor { get: thrower, set: thrower, attributes: Attributes::NONE },
            );
        }
        Value::object(id)
    }
    fn mapping(&self, id: ObjectId, i: u32) -> Option<(EnvId, usize)> {
        match &self.heap.object(id).internal {
            Internal::Mapped { env, slots } => match slots.get(i as usize) {
                Some(&s) if s != u16::MAX => Some((EnvId(*env), s as usize)),
                _ => None,
            },
            _ => None,
        }
    }
    /// `[[GetOwnProperty]]` for an index
    pub(crate) fn mapped_own(&mut self, id: ObjectId, i: u32) -> Option<Slot> {
        let slot = self.heap.get_own(id, PropertyKey::Index(i))?;
        match (slot, self.mapping(id, i)) {
            (Slot::Data { attributes, .. }, Some((env, s))) => {
                Some(Slot::Data { value: self.heap.env_slot(env, s).or_undefined(), attributes })
            }
            _ => Some(slot),
        }
    }
    /// `[[DefineOwnProperty]]`
    pub(crate) fn mapped_define(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        d: &Descriptor,
    ) -> Completion<bool> {
        let mapping = match key {
            PropertyKey::Index(i) => self.mapping(id, i),
            _ => None,
        };
        let mut new = *d;
        if let Some((env, s)) = mapping {
            if d.is_data() && d.value.is_none() && d.writable == Some(false) {
                new.value = Some(self.heap.env_slot(env, s).or_undefined());
            }
        }
        let current = self.own(id, key);
        let extensible = self.heap.object(id).has(flags::EXTENSIBLE);
        if !self.validate_and_apply(Some(id), key, extensible, &new, current) {
            return Ok(false);
        }
        if let Some((env, s)) = mapping {
            if d.is_accessor() {
                self.unmap_argument(id, key);
            } else {
                if let Some(v) = d.value {
                    self.heap.set_env_slot(env, s, v);
                }
                if d.writable == Some(false) {
                    self.unmap_argument(id, key);
                }
            }
        }
        Ok(true)
    }
    pub(crate) fn unmap_argument(&mut self, id: ObjectId, key: PropertyKey) {
        if let (PropertyKey::Index(i), Internal::Mapped { slots, .. }) =
            (key, &mut self.heap.object_mut(id).internal)
        {
            if let Some(s) = slots.get_mut(i as usize) {
                *s = u16::MAX;
            }
        }
    }
}
