//! Property access beyond the inline-cache hits, and filling the caches.

use crate::heap::ObjectId;
use crate::object::{Attributes, Kind, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::call::Flow;
use crate::vm::frame::Deliver;
use crate::vm::inline_cache::CacheKind;
use crate::vm::{Abrupt, Completion, Vm};

impl Vm {
    /// GetProp, GetMethod, GetLength on a cache miss.
    pub(crate) fn get_prop_slow(
        &mut self,
        value: Value,
        cache: usize,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let key = self.caches[cache].key;
        let start = match value.as_object() {
            Some(id) => id,
            None => {
                if let Some(v) = self.primitive_own(value, key) {
                    return Ok(Flow::Value(v));
                }
                match self.primitive_prototype(value) {
                    Some(p) => p,
                    None => return Err(self.cannot_read(value, key)),
                }
            }
        };
        if value.is_object() {
            self.fill_get_cache(start, key, cache);
        }
        self.get_flow(start, key, value, deliver)
    }
    /// `[[Get]]` that pushes frames for getters and proxies.
    pub(crate) fn get_flow(
        &mut self,
        start: ObjectId,
        key: PropertyKey,
        receiver: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let mut at = start;
        loop {
            if self.is_proxy(at) {
                let k = self.key_value(key);
                return self.call_self_hosted(
                    "proxyGet",
                    &[Value::object(at), k, receiver],
                    deliver,
                );
            }
            match self.own(at, key) {
                Some(Slot::Data { value, .. }) => return Ok(Flow::Value(value)),
                Some(Slot::Accessor { get, .. }) => {
                    if get.is_undefined() {
                        return Ok(Flow::Value(Value::UNDEFINED));
                    }
                    return self.begin_call(get, receiver, &[], deliver);
                }
                None => {}
            }
            if self.heap.object(at).kind == Kind::TypedArray && self.is_canonical_numeric(key) {
                return Ok(Flow::Value(Value::UNDEFINED));
            }
            match self.heap.proto_of(at) {
                Some(p) => at = p,
                None => {
                    if self.heap.object(start).kind == Kind::Tool {
                        return self.unknown_tool_member(start, key).map(Flow::Value);
                    }
                    return Ok(Flow::Value(Value::UNDEFINED));
                }
            }
        }
    }
    #[cold]
    pub(crate) fn cannot_read(&mut self, value: Value, key: PropertyKey) -> Abrupt {
        let k = self.key_text(key);
        let what = self.describe(value);
        self.type_error(&format!("Cannot read properties of {what} (reading '{k}')"))
    }
    fn fill_get_cache(&mut self, start: ObjectId, key: PropertyKey, cache: usize) {
        let Some(name) = key.name() else { return };
        let mut at = start;
        for depth in 0..8 {
            let object = self.heap.object(at);
            if matches!(
                object.kind,
                Kind::Proxy | Kind::TypedArray | Kind::Tool | Kind::MappedArguments
            ) {
                return;
            }
            if matches!(object.kind, Kind::Array | Kind::String) && key == self.realm.names.length {
                return;
            }
            let shape = object.shape;
            let usable = !self.heap.shape(shape).dictionary || self.heap.shape(shape).cacheable;
            if depth == 0 && !usable {
                return;
            }
            // Resolving a lazy mark first makes the slot cacheable.
            let found = self.heap.find_in_shape(shape, name);
            if let Some((_, attributes)) = found {
                if attributes.has(Attributes::LAZY) {
                    self.own(at, key);
                }
            }
            if let Some((slot, attributes)) =
                self.heap.find_in_shape(self.heap.object(at).shape, name)
            {
                if attributes.has(Attributes::ACCESSOR) || attributes.has(Attributes::LAZY) {
                    return;
                }
                let start_shape = self.heap.object(start).shape;
                let epoch = self.heap.proto_epoch;
                let c = &mut self.caches[cache];
                if depth == 0 {
                    if c.kind == CacheKind::Own && c.shape != start_shape {
                        c.shape2 = c.shape;
                        c.slot2 = c.slot;
                    }
                    c.kind = CacheKind::Own;
                    c.shape = start_shape;
                    c.slot = slot as u32;
                } else {
                    if self.heap.shape(start_shape).dictionary {
                        return;
                    }
                    c.kind = CacheKind::Proto;
                    c.shape = start_shape;
                    c.slot = slot as u32;
                    c.holder = at;
                    c.epoch = epoch;
                }
                return;
            }
            match self.heap.proto_of(at) {
                Some(p) => at = p,
                None => return,
            }
        }
    }
    /// `obj[key]`
    pub(crate) fn get_elem_slow(
        &mut self,
        value: Value,
        key: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        if let (Some(s), Some(i)) = (value.as_string(), key.as_index()) {
            if (i as usize) < self.heap.string_len(s) {
                let unit = self.heap.view(s).at(i as usize);
                if unit < 256 {
                    return Ok(Flow::Value(Value::string(self.heap.unit_string(unit as u8))));
                }
                return Ok(Flow::Value(Value::string(self.heap.string_from_units(&[unit]))));
            }
        }
        if let (Some(id), Some(i)) = (value.as_object(), key.as_index()) {
            let object = self.heap.object(id);
            if object.kind == Kind::TypedArray {
                return Ok(Flow::Value(self.typed_array_get(id, i as usize)));
            }
            if let Some(&v) = object.elements.get(i as usize) {
                if !v.is_hole() && object.kind != Kind::MappedArguments {
                    return Ok(Flow::Value(v));
                }
            }
        }
        if value.is_nullish() {
            let k =
                if key.is_object() { PropertyKey::Index(0) } else { self.to_property_key(key)? };
            if key.is_object() {
                let what = self.describe(value);
                return Err(self.type_error(&format!("Cannot read properties of {what}")));
            }
            return Err(self.cannot_read(value, k));
        }
        if key.is_object() {
            return self.call_self_hosted("opGetElem", &[value, key], deliver);
        }
        let key = self.to_property_key(key)?;
        match value.as_object() {
            Some(id) => self.get_flow(id, key, value, deliver),
            None => {
                if let Some(v) = self.primitive_own(value, key) {
                    return Ok(Flow::Value(v));
                }
                match self.primitive_prototype(value) {
                    Some(p) => self.get_flow(p, key, value, deliver),
                    None => Err(self.cannot_read(value, key)),
                }
            }
        }
    }
    /// SetProp on a cache miss.
    pub(crate) fn set_prop_slow(
        &mut self,
        target: Value,
        value: Value,
        cache: usize,
        strict: bool,
    ) -> Completion<Flow> {
        let key = self.caches[cache].key;
        let Some(id) = target.as_object() else {
            return self.set_on_primitive(target, key, value, strict);
        };
        // Remember the layout before, to cache an addition.
        let before = self.heap.object(id).shape;
        let plain = !matches!(
            self.heap.object(id).kind,
            Kind::Proxy | Kind::TypedArray | Kind::MappedArguments | Kind::Tool
        ) && key != self.realm.names.length;
        let flow = self.set_flow(id, key, value, target, strict)?;
        if plain && matches!(flow, Flow::Value(_)) {
            if let Some(name) = key.name() {
                let after = self.heap.object(id).shape;
                if after == before {
                    let shape = self.heap.shape(after);
                    if !shape.dictionary || shape.cacheable {
                        if let Some((slot, attributes)) = self.heap.find_in_shape(after, name) {
                            if attributes.writable()
                                && !attributes.has(Attributes::ACCESSOR)
                                && !attributes.has(Attributes::LAZY)
                            {
                                let c = &mut self.caches[cache];
                                if c.kind == CacheKind::Own && c.shape != after {
                                    c.shape2 = c.shape;
                                    c.slot2 = c.slot;
                                }
                                c.kind = CacheKind::Own;
                                c.shape = after;
                                c.slot = slot as u32;
                            }
                        }
                    }
                } else {
                    self.fill_add_cache(id, before, after, name, cache);
                }
            }
        }
        Ok(flow)
    }
    fn fill_add_cache(
        &mut self,
        id: ObjectId,
        before: crate::heap::ShapeId,
        after: crate::heap::ShapeId,
        name: crate::object::property::NameKey,
        cache: usize,
    ) {
        let (b, a) = (self.heap.shape(before), self.heap.shape(after));
        if b.dictionary || a.dictionary || a.parent != Some(before) || a.key != name {
            return;
        }
        if a.attributes != Attributes::ALL || self.heap.object(id).has(flags::IS_PROTO) {
            return;
        }
        // Non-extensible objects share shapes with extensible ones: they must not hit.
        if !self.heap.object(id).has(flags::EXTENSIBLE) {
            return;
        }
        let slot = b.count;
        let epoch = self.heap.proto_epoch;
        let c = &mut self.caches[cache];
        c.kind = CacheKind::Add;
        c.shape = before;
        c.next = after;
        c.slot = slot;
        c.epoch = epoch;
    }
    /// `[[Set]]` that pushes frames for setters and proxies.
    pub(crate) fn set_flow(
        &mut self,
        start: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
        strict: bool,
    ) -> Completion<Flow> {
        let mut at = start;
        loop {
            match self.heap.object(at).kind {
                Kind::Proxy => {
                    let k = self.key_value(key);
                    let name = if strict { "proxySetStrict" } else { "proxySet" };
                    return self.call_self_hosted(
                        name,
                        &[Value::object(at), k, value, receiver],
                        Deliver::Nowhere,
                    );
                }
                Kind::TypedArray => {
                    if let Some(done) = self.typed_array_set(at, key, value, receiver)? {
                        if !done && strict {
                            return Err(self.cannot_assign(receiver, key));
                        }
                        return Ok(Flow::Value(Value::UNDEFINED));
                    }
                }
                _ => {}
            }
            match self.own(at, key) {
                Some(Slot::Accessor { set, .. }) => {
                    if set.is_undefined() {
                        if strict {
                            return Err(self.cannot_assign(receiver, key));
                        }
                        return Ok(Flow::Value(Value::UNDEFINED));
                    }
                    // An accessor cannot be cached as a data property: report as a frame-like effect.
                    return match self.begin_call(set, receiver, &[value], Deliver::Nowhere)? {
                        Flow::Value(_) => Ok(Flow::Value(Value::UNDEFINED)),
                        Flow::Frame => Ok(Flow::Frame),
                    };
                }
                Some(Slot::Data { attributes, .. }) => {
                    if !attributes.writable() {
                        if strict {
                            return Err(self.cannot_assign(receiver, key));
                        }
                        return Ok(Flow::Value(Value::UNDEFINED));
                    }
                    break;
                }
                None => match self.heap.proto_of(at) {
                    Some(p) => at = p,
                    None => break,
                },
            }
        }
        let ok = match receiver.as_object() {
            Some(target)
                if !matches!(
                    self.heap.object(target).kind,
                    Kind::Proxy | Kind::TypedArray | Kind::MappedArguments | Kind::Tool
                ) =>
            {
                if value.is_object()
                    && self.heap.object(target).kind == Kind::Array
                    && key == self.realm.names.length
                {
                    let name = if strict { "setArrayLengthStrict" } else { "setArrayLength" };
                    return self.call_self_hosted(name, &[receiver, value], Deliver::Nowhere);
                }
                self.put_on_receiver(target, key, value)?
            }
            Some(_) => self.set_with(start, key, value, receiver)?,
            None => false,
        };
        if !ok && strict {
            return Err(self.cannot_assign(receiver, key));
        }
        Ok(Flow::Value(Value::UNDEFINED))
    }
    fn set_on_primitive(
        &mut self,
        target: Value,
        key: PropertyKey,
        value: Value,
        strict: bool,
    ) -> Completion<Flow> {
        let Some(proto) = self.primitive_prototype(target) else {
            let k = self.key_text(key);
            let what = self.describe(target);
            return Err(
                self.type_error(&format!("Cannot set properties of {what} (setting '{k}')"))
            );
        };
        if self.primitive_own(target, key).is_some() {
            if strict {
                let k = self.key_text(key);
                return Err(self
                    .type_error(&format!("Cannot assign to read only property '{k}' of string")));
            }
            return Ok(Flow::Value(Value::UNDEFINED));
        }
        self.set_flow(proto, key, value, target, strict)
    }
    /// `obj[key] = value`
    pub(crate) fn set_elem_slow(
        &mut self,
        target: Value,
        key: Value,
        value: Value,
        strict: bool,
    ) -> Completion<Flow> {
        if let (Some(id), Some(i)) = (target.as_object(), key.as_index()) {
            let object = self.heap.object(id);
            if object.kind == Kind::Array
                && i as usize == object.elements.len()
                && object.length == i
                && object.flags
                    & (flags::EXTENSIBLE
                        | flags::FROZEN
                        | flags::SEALED
                        | flags::HAS_SPARSE
                        | flags::LENGTH_READONLY)
                    == flags::EXTENSIBLE
                && !self.prototypes_have_elements(id)
            {
                self.push_element(id, value)?;
                return Ok(Flow::Value(Value::UNDEFINED));
            }
            if object.kind == Kind::TypedArray && !value.is_object() {
                self.typed_array_put(id, i as usize, value)?;
                return Ok(Flow::Value(Value::UNDEFINED));
            }
        }
        if target.is_nullish() {
            if key.is_object() {
                let what = self.describe(target);
                return Err(self.type_error(&format!("Cannot set properties of {what}")));
            }
            let key = self.to_property_key(key)?;
            return self.set_on_primitive(target, key, value, strict);
        }
        if key.is_object() {
            let name = if strict { "opSetElemStrict" } else { "opSetElem" };
            return self.call_self_hosted(name, &[target, key, value], Deliver::Nowhere);
        }
        let key = self.to_property_key(key)?;
        match target.as_object() {
            Some(id) => self.set_flow(id, key, value, target, strict),
            None => self.set_on_primitive(target, key, value, strict),
        }
    }
    /// Could an element be found on the prototype chain of an array?
    pub(crate) fn prototypes_have_elements(&self, id: ObjectId) -> bool {
        let mut at = self.heap.proto_of(id);
        while let Some(p) = at {
            let o = self.heap.object(p);
            if !o.elements.is_empty()
                || o.has(flags::HAS_SPARSE)
                || !matches!(o.kind, Kind::Ordinary | Kind::Array | Kind::Function | Kind::Native)
            {
                return true;
            }
            at = self.heap.proto_of(p);
        }
        false
    }
    /// Appends to an array that is known to take it.
    pub(crate) fn push_element(&mut self, id: ObjectId, value: Value) -> Completion<()> {
        let object = self.heap.object(id);
        if object.elements.len() == object.elements.capacity() {
            let grow = (object.elements.capacity().max(4)) * 8;
            self.charge_memory(grow)?;
            self.heap.bytes += grow;
        }
        let object = self.heap.object_mut(id);
        object.elements.push(value);
        object.length = object.elements.len() as u32;
        Ok(())
    }
    /// `delete obj[key]`
    pub(crate) fn delete_property(
        &mut self,
        target: Value,
        key: Value,
        strict: bool,
    ) -> Completion {
        if target.is_nullish() {
            let what = self.describe(target);
            return Err(self.type_error(&format!("Cannot convert {what} to object")));
        }
        let key = self.to_property_key(key)?;
        let id = self.to_object(target)?;
        let done = self.delete(id, key)?;
        if !done && strict {
            return Err(self.cannot_delete(id, key));
        }
        Ok(Value::bool(done))
    }
    /// `super[key]`
    pub(crate) fn get_with_receiver(
        &mut self,
        target: Value,
        key: Value,
        receiver: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let key = self.to_property_key(key)?;
        match target.as_object() {
            Some(id) => self.get_flow(id, key, receiver, deliver),
            None => Err(self.cannot_read(target, key)),
        }
    }
    /// `super[key] = value`
    pub(crate) fn set_with_receiver(
        &mut self,
        target: Value,
        key: Value,
        value: Value,
        receiver: Value,
        strict: bool,
    ) -> Completion<Flow> {
        let key = self.to_property_key(key)?;
        match target.as_object() {
            Some(id) => self.set_flow(id, key, value, receiver, strict),
            None => {
                let k = self.key_text(key);
                let what = self.describe(target);
                Err(self.type_error(&format!("Cannot set properties of {what} (setting '{k}')")))
            }
        }
    }
}
