//! Names that no scope binds: properties of the global object.

use crate::object::{Attributes, Descriptor, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::call::Flow;
use crate::vm::frame::Deliver;
use crate::vm::inline_cache::CacheKind;
use crate::vm::{Abrupt, Completion, Vm};

impl Vm {
    pub(crate) fn load_global(
        &mut self,
        cache: usize,
        must: bool,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let key = self.caches[cache].key;
        let global = self.realm.global;
        match self.own(global, key) {
            Some(Slot::Data { value, .. }) => {
                let shape = self.heap.object(global).shape;
                if let Some((slot, _)) = key.name().and_then(|n| self.heap.find_in_shape(shape, n))
                {
                    if self.heap.shape(shape).cacheable {
                        let c = &mut self.caches[cache];
                        c.kind = CacheKind::Own;
                        c.shape = shape;
                        c.slot = slot as u32;
                    }
                }
                Ok(Flow::Value(value))
            }
            Some(_) => self.get_flow(global, key, Value::object(global), deliver),
            None => {
                if self.has_property(global, key)? {
                    return self.get_flow(global, key, Value::object(global), deliver);
                }
                if must {
                    return Err(self.not_defined(key));
                }
                Ok(Flow::Value(Value::UNDEFINED))
            }
        }
    }
    #[cold]
    fn not_defined(&mut self, key: PropertyKey) -> Abrupt {
        let name = self.key_text(key);
        let hint = crate::builtins::absent::hint(&name);
        match hint {
            Some(hint) => self.reference_error(&format!("{name} is not defined. {hint}")),
            None => self.reference_error(&format!("{name} is not defined")),
        }
    }
    pub(crate) fn store_global(
        &mut self,
        cache: usize,
        value: Value,
        strict: bool,
    ) -> Completion<Flow> {
        let key = self.caches[cache].key;
        let global = self.realm.global;
        if strict && !self.has_property(global, key)? {
            return Err(self.not_defined(key));
        }
        self.set_flow(global, key, value, Value::object(global), strict)
    }
    /// ### [9.1.1.4.17 CreateGlobalVarBinding](https://tc39.es/ecma262/#sec-createglobalvarbinding)
    pub(crate) fn declare_global_var(&mut self, name: Value) -> Completion<()> {
        let key = self.to_property_key(name)?;
        let global = self.realm.global;
        if self.own(global, key).is_none() {
            if !self.heap.object(global).has(flags::EXTENSIBLE) {
                let name = self.key_text(key);
                return Err(self.type_error(&format!(
                    "Cannot declare global variable '{name}': object is not extensible"
                )));
            }
            let attributes = Attributes::WRITABLE | Attributes::ENUMERABLE;
            self.heap.put_own(global, key, Slot::Data { value: Value::UNDEFINED, attributes });
        }
        Ok(())
    }
    /// ### [9.1.1.4.18 CreateGlobalFunctionBinding](https://tc39.es/ecma262/#sec-createglobalfunctionbinding)
    pub(crate) fn declare_global_function(&mut self, name: Value, value: Value) -> Completion<()> {
        let key = self.to_property_key(name)?;
        let global = self.realm.global;
        let existing = self.own(global, key);
        let allowed = match existing {
            None => self.heap.object(global).has(flags::EXTENSIBLE),
            Some(slot) => {
                let a = slot.attributes();
                a.configurable() || (!a.is_accessor() && a.writable() && a.enumerable())
            }
        };
        if !allowed {
            let name = self.key_text(key);
            return Err(self.type_error(&format!("Identifier '{name}' has already been declared")));
        }
        let d = match existing {
            Some(slot) if !slot.attributes().configurable() => {
                Descriptor { value: Some(value), ..Descriptor::default() }
            }
            _ => Descriptor::data(value, Attributes::WRITABLE | Attributes::ENUMERABLE),
        };
        self.define_property_or_throw(global, key, &d)?;
        self.set(global, key, value)
    }
    /// ### [9.1.1.4.14 HasRestrictedGlobalProperty](https://tc39.es/ecma262/#sec-hasrestrictedglobalproperty)
    pub(crate) fn check_global_lexical(&mut self, name: Value) -> Completion<()> {
        let key = self.to_property_key(name)?;
        let global = self.realm.global;
        if let Some(slot) = self.own(global, key) {
            if !slot.attributes().configurable() {
                let name = self.key_text(key);
                return Err(
                    self.syntax_error(&format!("Identifier '{name}' has already been declared"))
                );
            }
        }
        Ok(())
    }
}
