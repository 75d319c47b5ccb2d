//! The essential internal methods ([10.1](https://tc39.es/ecma262/#sec-ordinary-object-internal-methods-and-internal-slots)
//! and the exotic ones) and the operations on objects of 7.3, as natives use them: getters, setters
//! and proxy traps run nested. The loop has its own paths that push frames instead (`vm/exec`).

use crate::heap::ObjectId;
use crate::object::{Attributes, Descriptor, Internal, Kind, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::{Completion, Vm};

impl Vm {
    pub(crate) fn is_proxy(&self, id: ObjectId) -> bool {
        self.heap.object(id).kind == Kind::Proxy
    }
    fn proxy_key(&mut self, key: PropertyKey) -> Value {
        self.key_value(key)
    }
    /// `[[GetPrototypeOf]]`
    pub fn get_prototype_of(&mut self, id: ObjectId) -> Completion<Option<ObjectId>> {
        if self.is_proxy(id) {
            let v = self.call_js("proxyGetPrototypeOf", &[Value::object(id)])?;
            return Ok(v.as_object());
        }
        Ok(self.heap.proto_of(id))
    }
    /// `[[SetPrototypeOf]]`
    pub fn set_prototype_of(&mut self, id: ObjectId, proto: Option<ObjectId>) -> Completion<bool> {
        if self.is_proxy(id) {
            let p = proto.map_or(Value::NULL, Value::object);
            let v = self.call_js("proxySetPrototypeOf", &[Value::object(id), p])?;
            return Ok(self.to_boolean(v));
        }
        if self.heap.proto_of(id) == proto {
            return Ok(true);
        }
        if !self.heap.object(id).has(flags::EXTENSIBLE)
            || id == self.intrinsic(crate::builtins::Intrinsic::ObjectPrototype)
        {
            return Ok(false);
        }
        let mut at = proto;
        while let Some(p) = at {
            if p == id {
                return Ok(false);
            }
            if self.is_proxy(p) {
                break;
            }
            at = self.heap.proto_of(p);
        }
        self.heap.set_proto(id, proto);
        Ok(true)
    }
    /// `[[IsExtensible]]`
    pub fn is_extensible(&mut self, id: ObjectId) -> Completion<bool> {
        if self.is_proxy(id) {
            let v = self.call_js("proxyIsExtensible", &[Value::object(id)])?;
            return Ok(self.to_boolean(v));
        }
        Ok(self.heap.object(id).has(flags::EXTENSIBLE))
    }
    /// `[[PreventExtensions]]`
    pub fn prevent_extensions(&mut self, id: ObjectId) -> Completion<bool> {
        match self.heap.object(id).kind {
            Kind::Proxy => {
                let v = self.call_js("proxyPreventExtensions", &[Value::object(id)])?;
                Ok(self.to_boolean(v))
            }
            Kind::TypedArray if !self.typed_array_is_fixed_length(id) => Ok(false),
            _ => {
                self.set_flag(id, flags::EXTENSIBLE, false);
                Ok(true)
            }
        }
    }
    /// `[[GetOwnProperty]]`
    pub fn get_own_property(&mut self, id: ObjectId, key: PropertyKey) -> Completion<Option<Slot>> {
        if self.is_proxy(id) {
            let k = self.proxy_key(key);
            let v = self.call_js("proxyGetOwnProperty", &[Value::object(id), k])?;
            let Some(descriptor) = v.as_object() else { return Ok(None) };
            let d = self.to_descriptor(descriptor)?;
            let attributes = Attributes::from_bits(
                d.writable.unwrap_or(false),
                d.enumerable.unwrap_or(false),
                d.configurable.unwrap_or(false),
            );
            return Ok(Some(if d.is_accessor() {
                Slot::Accessor {
                    get: d.get.unwrap_or_default(),
                    set: d.set.unwrap_or_default(),
                    attributes: attributes | Attributes::ACCESSOR,
                }
            } else {
                Slot::Data { value: d.value.unwrap_or_default(), attributes }
            }));
        }
        Ok(self.own(id, key))
    }
    /// ### [6.2.6.5 ToPropertyDescriptor](https://tc39.es/ecma262/#sec-topropertydescriptor)
    pub fn to_descriptor(&mut self, id: ObjectId) -> Completion<Descriptor> {
        let mut d = Descriptor::default();
        let flag = |vm: &mut Vm, name: &str| -> Completion<Option<bool>> {
            let key = vm.heap.key(name);
            if !vm.has_property(id, key)? {
                return Ok(None);
            }
            let v = vm.get(id, key)?;
            Ok(Some(vm.to_boolean(v)))
        };
        d.enumerable = flag(self, "enumerable")?;
        d.configurable = flag(self, "configurable")?;
        let key = self.heap.key("value");
        if self.has_property(id, key)? {
            let v = self.get(id, key)?;
            self.root(v);
            d.value = Some(v);
        }
        d.writable = flag(self, "writable")?;
        for (name, target) in [("get", 0), ("set", 1)] {
            let key = self.heap.key(name);
            if self.has_property(id, key)? {
                let f = self.get(id, key)?;
                if !f.is_undefined() && !self.is_callable(f) {
                    let what = if target == 0 { "Getter" } else { "Setter" };
                    let text = self.describe(f);
                    return Err(self.type_error(&format!("{what} must be a function: {text}")));
                }
                if target == 0 {
                    d.get = Some(f);
                } else {
                    d.set = Some(f);
                }
            }
        }
        if d.is_accessor() && d.is_data() {
            return Err(self.type_error(
                "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute",
            ));
        }
        Ok(d)
    }
    /// ### [6.2.6.4 FromPropertyDescriptor](https://tc39.es/ecma262/#sec-frompropertydescriptor)
    pub fn from_descriptor(&mut self, d: &Descriptor) -> ObjectId {
        let o = self.new_object();
        if let Some(v) = d.value {
            self.heap.put_named(o, "value", v);
        }
        if let Some(w) = d.writable {
            self.heap.put_named(o, "writable", w.into());
        }
        if let Some(g) = d.get {
            self.heap.put_named(o, "get", g);
        }
        if let Some(s) = d.set {
            self.heap.put_named(o, "set", s);
        }
        if let Some(e) = d.enumerable {
            self.heap.put_named(o, "enumerable", e.into());
        }
        if let Some(c) = d.configurable {
            self.heap.put_named(o, "configurable", c.into());
        }
        o
    }
    /// `[[DefineOwnProperty]]`
    pub fn define_own_property(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        d: &Descriptor,
    ) -> Completion<bool> {
        match self.heap.object(id).kind {
            Kind::Proxy => {
                let k = self.proxy_key(key);
                let o = self.from_descriptor(d);
                let v =
                    self.call_js("proxyDefineProperty", &[Value::object(id), k, Value::object(o)])?;
                return Ok(self.to_boolean(v));
            }
            Kind::Array => {
                if let PropertyKey::Index(i) = key {
                    let o = self.heap.object(id);
                    if i >= o.length && o.has(flags::LENGTH_READONLY) {
                        return Ok(false);
                    }
                } else if let PropertyKey::String(s) = key {
                    if self.heap.is_length(s) {
                        return self.define_array_length(id, d);
                    }
                }
            }
            Kind::TypedArray => {
                if let Some(done) = self.typed_array_define(id, key, d)? {
                    return Ok(done);
                }
            }
            Kind::MappedArguments => return self.mapped_define(id, key, d),
            Kind::Tool => return Ok(false),
            _ => {}
        }
        let current = self.own(id, key);
        let extensible = self.heap.object(id).has(flags::EXTENSIBLE);
        Ok(self.validate_and_apply(Some(id), key, extensible, d, current))
    }
    /// ### [10.1.6.3 ValidateAndApplyPropertyDescriptor](https://tc39.es/ecma262/#sec-validateandapplypropertydescriptor)
    pub fn validate_and_apply(
        &mut self,
        id: Option<ObjectId>,
        key: PropertyKey,
        extensible: bool,
        d: &Descriptor,
        current: Option<Slot>,
    ) -> bool {
        let Some(current) = current else {
            if !extensible {
                return false;
            }
            if let Some(id) = id {
                let attributes = Attributes::from_bits(
                    d.writable.unwrap_or(false),
                    d.enumerable.unwrap_or(false),
                    d.configurable.unwrap_or(false),
                );
                let slot = if d.is_accessor() {
                    Slot::Accessor {
                        get: d.get.unwrap_or_default(),
                        set: d.set.unwrap_or_default(),
                        attributes,
                    }
                } else {
                    Slot::Data { value: d.value.unwrap_or_default(), attributes }
                };
                self.heap.put_own(id, key, slot);
            }
            return true;
        };
        let old = current.attributes();
        if !old.configurable() {
            if d.configurable == Some(true) || d.enumerable.is_some_and(|e| e != old.enumerable()) {
                return false;
            }
            if (d.is_accessor() || d.is_data()) && d.is_accessor() != old.is_accessor() {
                return false;
            }
            match current {
                Slot::Accessor { get, set, .. } => {
                    if d.get.is_some_and(|g| g != get) || d.set.is_some_and(|s| s != set) {
                        return false;
                    }
                }
                Slot::Data { value, .. } => {
                    if !old.writable() {
                        if d.writable == Some(true) {
                            return false;
                        }
                        if let Some(v) = d.value {
                            if !self.same_value(v, value) {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        let Some(id) = id else { return true };
        let enumerable = d.enumerable.unwrap_or(old.enumerable());
        let configurable = d.configurable.unwrap_or(old.configurable());
        let slot = if d.is_accessor() {
            let (get, set) = match current {
                Slot::Accessor { get, set, .. } => (get, set),
                Slot::Data { .. } => (Value::UNDEFINED, Value::UNDEFINED),
            };
            Slot::Accessor {
                get: d.get.unwrap_or(get),
                set: d.set.unwrap_or(set),
                attributes: Attributes::from_bits(false, enumerable, configurable),
            }
        } else if d.is_data() || !old.is_accessor() {
            let (value, writable) = match current {
                Slot::Data { value, attributes } => (value, attributes.writable()),
                Slot::Accessor { .. } => (Value::UNDEFINED, false),
            };
            Slot::Data {
                value: d.value.unwrap_or(value),
                attributes: Attributes::from_bits(
                    d.writable.unwrap_or(writable),
                    enumerable,
                    configurable,
                ),
            }
        } else {
            match current {
                Slot::Accessor { get, set, .. } => Slot::Accessor {
                    get,
                    set,
                    attributes: Attributes::from_bits(false, enumerable, configurable),
                },
                data => data,
            }
        };
        self.heap.put_own(id, key, slot);
        true
    }
    /// ### [10.4.2.4 ArraySetLength](https://tc39.es/ecma262/#sec-arraysetlength)
    fn define_array_length(&mut self, id: ObjectId, d: &Descriptor) -> Completion<bool> {
        let mut len = None;
        if let Some(v) = d.value {
            let n = super::number::to_int32(self.to_number(v)?) as u32;
            if self.to_number(v)? != n as f64 {
                return Err(self.range_error("Invalid array length"));
            }
            len = Some(n);
        }
        if d.is_accessor() || d.configurable == Some(true) || d.enumerable == Some(true) {
            return Ok(false);
        }
        let readonly = self.heap.object(id).has(flags::LENGTH_READONLY);
        if readonly && d.writable == Some(true) {
            return Ok(false);
        }
        let mut ok = true;
        if let Some(n) = len {
            let old = self.heap.object(id).length;
            if n != old {
                if readonly {
                    return Ok(false);
                }
                ok = self.set_array_length(id, n);
            }
        }
        if d.writable == Some(false) {
            self.set_flag(id, flags::LENGTH_READONLY, true);
        }
        Ok(ok)
    }
    /// Changes the length of an array; false if a non-configurable element stops it.
    pub fn set_array_length(&mut self, id: ObjectId, n: u32) -> bool {
        let reached = if n < self.heap.object(id).length {
            self.heap.note_layout_change(id);
            self.heap.truncate_elements(id, n)
        } else {
            n
        };
        self.heap.object_mut(id).length = reached;
        reached == n
    }
    /// `[[HasProperty]]`
    pub fn has_property(&mut self, id: ObjectId, key: PropertyKey) -> Completion<bool> {
        let mut at = id;
        loop {
            if self.is_proxy(at) {
                let k = self.proxy_key(key);
                let v = self.call_js("proxyHas", &[Value::object(at), k])?;
                return Ok(self.to_boolean(v));
            }
            if self.own(at, key).is_some() {
                return Ok(true);
            }
            if self.heap.object(at).kind == Kind::TypedArray && self.is_canonical_numeric(key) {
                return Ok(false);
            }
            match self.heap.proto_of(at) {
                Some(p) => at = p,
                None => return Ok(false),
            }
        }
    }
    /// `[[Get]]` with the object as receiver
    #[inline]
    pub fn get(&mut self, id: ObjectId, key: PropertyKey) -> Completion {
        self.get_with(id, key, Value::object(id))
    }
    /// Get of a property named by a text known at compile time.
    pub fn get_named(&mut self, id: ObjectId, name: &str) -> Completion {
        let key = self.heap.key(name);
        self.get(id, key)
    }
    /// ### [7.3.3 GetV](https://tc39.es/ecma262/#sec-getv)
    pub fn get_v(&mut self, value: Value, key: PropertyKey) -> Completion {
        match value.as_object() {
            Some(id) => self.get(id, key),
            None => {
                if let Some(v) = self.primitive_own(value, key) {
                    return Ok(v);
                }
                match self.primitive_prototype(value) {
                    Some(proto) => self.get_with(proto, key, value),
                    None => {
                        let k = self.key_text(key);
                        let what = self.describe(value);
                        Err(self.type_error(&format!(
                            "Cannot read properties of {what} (reading '{k}')"
                        )))
                    }
                }
            }
        }
    }
    /// Own properties of a primitive string.
    pub fn primitive_own(&mut self, value: Value, key: PropertyKey) -> Option<Value> {
        let s = value.as_string()?;
        match key {
            PropertyKey::Index(i) => {
                let i = i as usize;
                (i < self.heap.string_len(s))
                    .then(|| Value::string(self.heap.substring(s, i, i + 1)))
            }
            PropertyKey::String(k) if self.heap.is_length(k) => {
                Some(Value::int(self.heap.string_len(s) as i32))
            }
            _ => None,
        }
    }
    /// `[[Get]]`
    pub fn get_with(&mut self, id: ObjectId, key: PropertyKey, receiver: Value) -> Completion {
        let mut at = id;
        loop {
            if self.is_proxy(at) {
                let k = self.proxy_key(key);
                return self.call_js("proxyGet", &[Value::object(at), k, receiver]);
            }
            match self.own(at, key) {
                Some(Slot::Data { value, .. }) => return Ok(value),
                Some(Slot::Accessor { get, .. }) => {
                    if get.is_undefined() {
                        return Ok(Value::UNDEFINED);
                    }
                    return self.call(get, receiver, &[]);
                }
                None => {}
            }
            if self.heap.object(at).kind == Kind::TypedArray && self.is_canonical_numeric(key) {
                return Ok(Value::UNDEFINED);
            }
            match self.heap.proto_of(at) {
                Some(p) => at = p,
                None => return Ok(Value::UNDEFINED),
            }
        }
    }
    /// ### [7.3.4 Set](https://tc39.es/ecma262/#sec-set-o-p-v-throw) with `Throw` true
    pub fn set(&mut self, id: ObjectId, key: PropertyKey, value: Value) -> Completion<()> {
        if self.set_with(id, key, value, Value::object(id))? {
            return Ok(());
        }
        Err(self.cannot_assign(Value::object(id), key))
    }
    /// The TypeError of a refused assignment.
    #[cold]
    pub fn cannot_assign(&mut self, target: Value, key: PropertyKey) -> crate::vm::Abrupt {
        let k = self.key_text(key);
        let what = self.describe(target);
        let own =
            target.as_object().and_then(|o| if self.is_proxy(o) { None } else { self.own(o, key) });
        match (own, target.as_object()) {
            (Some(Slot::Accessor { .. }), _) => self
                .type_error(&format!("Cannot set property {k} of {what} which has only a getter")),
            (None, Some(o)) if !self.is_proxy(o) && !self.heap.object(o).has(flags::EXTENSIBLE) => {
                self.type_error(&format!("Cannot add property {k}, object is not extensible"))
            }
            (None, Some(o)) if self.is_proxy(o) => self
                .type_error(&format!("'set' on proxy: trap returned falsish for property '{k}'")),
            (None, Some(_)) => self
                .type_error(&format!("Cannot set property {k} of {what} which has only a getter")),
            (None, None) => self.type_error(&format!(
                "Cannot create property '{k}' on {} '{what}'",
                self.type_name(target)
            )),
            _ => self.type_error(&format!(
                "Cannot assign to read only property '{k}' of object '{what}'"
            )),
        }
    }
    /// `[[Set]]`
    pub fn set_with(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        let mut at = id;
        loop {
            match self.heap.object(at).kind {
                Kind::Proxy => {
                    let k = self.proxy_key(key);
                    let v = self.call_js("proxySet", &[Value::object(at), k, value, receiver])?;
                    return Ok(self.to_boolean(v));
                }
                Kind::TypedArray => {
                    if let Some(done) = self.typed_array_set(at, key, value, receiver)? {
                        return Ok(done);
                    }
                }
                _ => {}
            }
            match self.own(at, key) {
                Some(Slot::Accessor { set, .. }) => {
                    if set.is_undefined() {
                        return Ok(false);
                    }
                    self.call(set, receiver, &[value])?;
                    return Ok(true);
                }
                Some(Slot::Data { attributes, .. }) => {
                    if !attributes.writable() {
                        return Ok(false);
                    }
                    break;
                }
                None => match self.heap.proto_of(at) {
                    Some(p) => at = p,
                    None => break,
                },
            }
        }
        // The property is writable data or absent: it lands on the receiver.
        let Some(target) = receiver.as_object() else { return Ok(false) };
        if !self.is_proxy(target)
            && !matches!(
                self.heap.object(target).kind,
                Kind::TypedArray | Kind::MappedArguments | Kind::Tool
            )
        {
            return self.put_on_receiver(target, key, value);
        }
        match self.get_own_property(target, key)? {
            Some(slot) => {
                if slot.attributes().is_accessor() || !slot.attributes().writable() {
                    return Ok(false);
                }
                let d = Descriptor { value: Some(value), ..Descriptor::default() };
                self.define_own_property(target, key, &d)
            }
            None => self.create_data_property(target, key, value),
        }
    }
    /// Assignment to an own data property, or its creation, on an object without exotic definition.
    pub(crate) fn put_on_receiver(
        &mut self,
        target: ObjectId,
        key: PropertyKey,
        value: Value,
    ) -> Completion<bool> {
        if let PropertyKey::String(s) = key {
            if self.heap.object(target).kind == Kind::Array && self.heap.is_length(s) {
                if self.heap.object(target).has(flags::LENGTH_READONLY) {
                    return Ok(false);
                }
                let d = Descriptor { value: Some(value), ..Descriptor::default() };
                return self.define_array_length(target, &d);
            }
        }
        match self.own(target, key) {
            Some(slot) => {
                let attributes = slot.attributes();
                if attributes.is_accessor() || !attributes.writable() {
                    return Ok(false);
                }
                self.heap.put_own(target, key, Slot::Data { value, attributes });
                Ok(true)
            }
            None => {
                let o = self.heap.object(target);
                if !o.has(flags::EXTENSIBLE) {
                    return Ok(false);
                }
                if let PropertyKey::Index(i) = key {
                    if o.kind == Kind::Array && i >= o.length && o.has(flags::LENGTH_READONLY) {
                        return Ok(false);
                    }
                    let gap = (i as usize).saturating_sub(o.elements.len());
                    if o.elements.len() == o.elements.capacity() || gap > 0 {
                        let extra = (o.elements.capacity().max(gap.min(4 << 20)) + 4) * 8;
                        self.charge_memory(extra)?;
                    }
                }
                self.heap.put(target, key, value);
                Ok(true)
            }
        }
    }
    /// ### [7.3.5 CreateDataProperty](https://tc39.es/ecma262/#sec-createdataproperty)
    pub fn create_data_property(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        value: Value,
    ) -> Completion<bool> {
        let o = self.heap.object(id);
        if matches!(o.kind, Kind::Ordinary | Kind::Array) && o.has(flags::EXTENSIBLE) {
            if let PropertyKey::Index(i) = key {
                if !o.has(flags::HAS_SPARSE)
                    && o.flags & (flags::FROZEN | flags::SEALED | flags::LENGTH_READONLY) == 0
                    && i as usize <= o.elements.len()
                {
                    if o.elements.len() == o.elements.capacity() {
                        self.charge_memory((self.heap.object(id).elements.capacity() + 4) * 8)?;
                    }
                    self.heap.put(id, key, value);
                    return Ok(true);
                }
            }
        }
        self.define_own_property(id, key, &Descriptor::data(value, Attributes::ALL))
    }
    /// ### [7.3.7 CreateDataPropertyOrThrow](https://tc39.es/ecma262/#sec-createdatapropertyorthrow)
    pub fn create_data_property_or_throw(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        value: Value,
    ) -> Completion<()> {
        if self.create_data_property(id, key, value)? {
            return Ok(());
        }
        Err(self.cannot_define(id, key))
    }
    /// ### [7.3.8 DefinePropertyOrThrow](https://tc39.es/ecma262/#sec-definepropertyorthrow)
    pub fn define_property_or_throw(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        d: &Descriptor,
    ) -> Completion<()> {
        if self.define_own_property(id, key, d)? {
            return Ok(());
        }
        Err(self.cannot_define(id, key))
    }
    #[cold]
    pub(crate) fn cannot_define(&mut self, id: ObjectId, key: PropertyKey) -> crate::vm::Abrupt {
        let k = self.key_text(key);
        if self.is_proxy(id) {
            return self.type_error(&format!(
                "'defineProperty' on proxy: trap returned falsish for property '{k}'"
            ));
        }
        if self.own(id, key).is_none() {
            return self
                .type_error(&format!("Cannot define property {k}, object is not extensible"));
        }
        self.type_error(&format!("Cannot redefine property: {k}"))
    }
    /// `[[Delete]]`
    pub fn delete(&mut self, id: ObjectId, key: PropertyKey) -> Completion<bool> {
        match self.heap.object(id).kind {
            Kind::Proxy => {
                let k = self.proxy_key(key);
                let v = self.call_js("proxyDelete", &[Value::object(id), k])?;
                return Ok(self.to_boolean(v));
            }
            Kind::TypedArray => {
                if self.is_canonical_numeric(key) {
                    return Ok(self.own(id, key).is_none());
                }
            }
            Kind::Tool => return Ok(false),
            _ => {}
        }
        match self.own(id, key) {
            None => Ok(true),
            Some(slot) if slot.attributes().configurable() => {
                if self.heap.object(id).kind == Kind::MappedArguments {
                    self.unmap_argument(id, key);
                }
                self.heap.remove_own(id, key);
                Ok(true)
            }
            Some(_) => Ok(false),
        }
    }
    #[cold]
    pub(crate) fn cannot_delete(&mut self, id: ObjectId, key: PropertyKey) -> crate::vm::Abrupt {
        let k = self.key_text(key);
        if self.is_proxy(id) {
            return self.type_error(&format!(
                "'deleteProperty' on proxy: trap returned falsish for property '{k}'"
            ));
        }
        let what = self.describe(Value::object(id));
        self.type_error(&format!("Cannot delete property '{k}' of {what}"))
    }
    /// `[[OwnPropertyKeys]]`
    pub fn own_property_keys(&mut self, id: ObjectId) -> Completion<Vec<PropertyKey>> {
        match self.heap.object(id).kind {
            Kind::Proxy => {
                let list = self.call_js("proxyOwnKeys", &[Value::object(id)])?;
                let values =
                    list.as_object().and_then(|l| self.dense_elements(l)).unwrap_or_default();
                let mark = self.root(list);
                let mut keys = Vec::with_capacity(values.len());
                for v in values {
                    keys.push(self.to_property_key(v)?);
                }
                self.unroot(mark);
                Ok(keys)
            }
            Kind::TypedArray => {
                let len = self.typed_array_length(id).unwrap_or(0);
                self.charge(len as u64)?;
                self.charge_memory(len * 8)?;
                let mut keys: Vec<PropertyKey> = (0..len as u32).map(PropertyKey::Index).collect();
                keys.extend(self.heap.own_keys(id));
                Ok(keys)
            }
            Kind::Tool => self.tool_keys(id),
            _ => {
                let n = self.heap.object(id).elements.len();
                self.charge(n as u64)?;
                self.charge_memory(n * 8)?;
                Ok(self.heap.own_keys(id))
            }
        }
    }
    /// ### [7.3.19 LengthOfArrayLike](https://tc39.es/ecma262/#sec-lengthofarraylike)
    pub fn length_of(&mut self, id: ObjectId) -> Completion<f64> {
        if self.heap.object(id).kind == Kind::Array {
            return Ok(self.heap.object(id).length as f64);
        }
        let key = self.realm.names.length;
        let v = self.get(id, key)?;
        self.to_length(v)
    }
    /// ### [7.3.23 SpeciesConstructor](https://tc39.es/ecma262/#sec-speciesconstructor)
    pub fn species_constructor(&mut self, id: ObjectId, default: ObjectId) -> Completion {
        let c = self.get_named(id, "constructor")?;
        if c.is_undefined() {
            return Ok(Value::object(default));
        }
        let Some(c) = c.as_object() else {
            return Err(self.type_error("The .constructor property is not an object"));
        };
        let key = self.well_known("species");
        let s = self.get(c, key)?;
        if s.is_nullish() {
            return Ok(Value::object(default));
        }
        if self.is_constructor(s) {
            return Ok(s);
        }
        Err(self.type_error("object.constructor[Symbol.species] is not a constructor"))
    }
    /// ### [7.2.2 IsArray](https://tc39.es/ecma262/#sec-isarray)
    pub fn is_array(&mut self, value: Value) -> Completion<bool> {
        let Some(mut id) = value.as_object() else { return Ok(false) };
        loop {
            let o = self.heap.object(id);
            match &o.internal {
                Internal::Proxy { target, .. } => match target.as_object() {
                    Some(t) => id = t,
                    None => {
                        return Err(self.type_error(
                            "Cannot perform 'IsArray' on a proxy that has been revoked",
                        ));
                    }
                },
                _ => return Ok(o.kind == Kind::Array),
            }
        }
    }
}
