//! Private names ([7.3.28](https://tc39.es/ecma262/#sec-privateelementfind) and following): properties keyed by
//! private symbols, invisible to reflection and to proxies.

use crate::heap::ObjectId;
use crate::object::property::NameKey;
use crate::object::{Attributes, Slot};
use crate::value::Value;
use crate::vm::call::Flow;
use crate::vm::frame::Deliver;
use crate::vm::{Abrupt, Completion, Vm};

impl Vm {
    fn private_name(&mut self, name: Value) -> String {
        name.as_symbol()
            .and_then(|s| self.heap.symbol(s).description)
            .map(|d| self.heap.text(d))
            .unwrap_or_default()
    }
    fn find_private(&mut self, target: Value, name: Value) -> Option<(ObjectId, Slot)> {
        let id = target.as_object()?;
        let key = NameKey::symbol(name.as_symbol()?);
        self.heap.get_own_name(id, key).map(|s| (id, s))
    }
    #[cold]
    fn private_missing(&mut self, name: Value, write: bool) -> Abrupt {
        let name = self.private_name(name);
        if write {
            self.type_error(&format!(
                "Cannot write private member {name} to an object whose class did not declare it"
            ))
        } else {
            self.type_error(&format!(
                "Cannot read private member {name} from an object whose class did not declare it"
            ))
        }
    }
    pub(crate) fn get_private(
        &mut self,
        target: Value,
        name: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        match self.find_private(target, name) {
            Some((_, Slot::Data { value, .. })) => Ok(Flow::Value(value)),
            Some((_, Slot::Accessor { get, .. })) => {
                if get.is_undefined() {
                    let name = self.private_name(name);
                    return Err(self.type_error(&format!("'{name}' was defined without a getter")));
                }
                self.begin_call(get, target, &[], deliver)
            }
            None => Err(self.private_missing(name, false)),
        }
    }
    pub(crate) fn set_private(
        &mut self,
        target: Value,
        name: Value,
        value: Value,
    ) -> Completion<Flow> {
        match self.find_private(target, name) {
            Some((id, Slot::Data { attributes, .. })) => {
                if !attributes.writable() {
                    let name = self.private_name(name);
                    return Err(
                        self.type_error(&format!("Private method '{name}' is not writable"))
                    );
                }
                if let Some(s) = name.as_symbol() {
                    self.heap.put_name(id, NameKey::symbol(s), value, attributes);
                }
                Ok(Flow::Value(Value::UNDEFINED))
            }
            Some((_, Slot::Accessor { set, .. })) => {
                if set.is_undefined() {
                    let name = self.private_name(name);
                    return Err(self.type_error(&format!("'{name}' was defined without a setter")));
                }
                self.begin_call(set, target, &[value], Deliver::Nowhere)
            }
            None => Err(self.private_missing(name, true)),
        }
    }
    pub(crate) fn define_private(
        &mut self,
        target: Value,
        name: Value,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        let (Some(id), Some(s)) = (target.as_object(), name.as_symbol()) else { return Ok(()) };
        let key = NameKey::symbol(s);
        if self.heap.get_own_name(id, key).is_some() {
            return Err(self.type_error(
                "Cannot initialize private methods of class twice on the same object",
            ));
        }
        self.heap.add_name(id, key, value, attributes);
        Ok(())
    }
    pub(crate) fn define_private_accessor(
        &mut self,
        target: Value,
        name: Value,
        get: Value,
        set: Value,
    ) -> Completion<()> {
        let (Some(id), Some(s)) = (target.as_object(), name.as_symbol()) else { return Ok(()) };
        let key = NameKey::symbol(s);
        let (mut g, mut t) = (get, set);
        if let Some(Slot::Accessor { get: og, set: os, .. }) = self.heap.get_own_name(id, key) {
            // The other half of an accessor pair.
            if (!get.is_undefined() && !og.is_undefined())
                || (!set.is_undefined() && !os.is_undefined())
            {
                return Err(self.type_error(
                    "Cannot initialize private methods of class twice on the same object",
                ));
            }
            g = if get.is_undefined() { og } else { get };
            t = if set.is_undefined() { os } else { set };
        } else if self.heap.get_own_name(id, key).is_some() {
            return Err(self.type_error(
                "Cannot initialize private methods of class twice on the same object",
            ));
        }
        let pair = self.heap.new_accessor(g, t);
        self.heap.put_name(id, key, pair, Attributes::ACCESSOR);
        Ok(())
    }
    pub(crate) fn has_private(&mut self, target: Value, name: Value) -> Completion {
        if !target.is_object() {
            let what = self.describe(target);
            let name = self.private_name(name);
            return Err(self.type_error(&format!(
                "Cannot use 'in' operator to search for '{name}' in {what}"
            )));
        }
        Ok(Value::bool(self.find_private(target, name).is_some()))
    }
}
