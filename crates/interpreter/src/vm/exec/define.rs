//! Literals, functions and classes: definitions on fresh objects.

use crate::builtins::Intrinsic;
use crate::bytecode::{Constant, FunctionKind};
use crate::heap::{ObjectId, ShapeId};
use crate::object::property::NameKey;
use crate::object::{Attributes, Descriptor, Internal, Kind, Object, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::call::Flow;
use crate::vm::code::block_in;
use crate::vm::frame::Deliver;
use crate::vm::inline_cache::CacheKind;
use crate::vm::{Abrupt, Completion, Vm};

impl Vm {
    /// Layout of the object literal at constant `k` of a function.
    #[cold]
    pub(crate) fn literal_shape(&mut self, code: u32, k: u32) -> ShapeId {
        let program = std::sync::Arc::clone(&self.program);
        let block = block_in(&program, code);
        let mut shape = self.realm.object_shape;
        if let Some(Constant::Keys(keys)) = block.constants.get(k as usize) {
            let loaded = self.load(code);
            for &key in keys.iter() {
                let name = self.consts[(loaded.consts + key) as usize];
                if let Some(s) = name.as_string() {
                    let s = self.heap.intern(s);
                    shape = self.heap.add_to_shape(shape, NameKey::string(s), Attributes::ALL);
                }
            }
        }
        self.realm.literal_shapes.insert((code, k), shape);
        shape
    }
    pub(crate) fn define_prop_slow(
        &mut self,
        target: Value,
        value: Value,
        cache: usize,
    ) -> Completion<()> {
        let Some(id) = target.as_object() else { return Ok(()) };
        let key = self.caches[cache].key;
        let before = self.heap.object(id).shape;
        self.create_data_property_or_throw(id, key, value)?;
        let after = self.heap.object(id).shape;
        if let Some(name) = key.name() {
            let (b, a) = (self.heap.shape(before), self.heap.shape(after));
            let object = self.heap.object(id);
            if after != before
                && !b.dictionary
                && !a.dictionary
                && a.parent == Some(before)
                && a.key == name
                && object.has(flags::EXTENSIBLE)
                && !object.has(flags::IS_PROTO)
                && object.kind == Kind::Ordinary
            {
                let slot = b.count;
                let c = &mut self.caches[cache];
                c.kind = CacheKind::Add;
                c.shape = before;
                c.next = after;
                c.slot = slot;
            }
        }
        Ok(())
    }
    pub(crate) fn define_elem(
        &mut self,
        target: Value,
        key: Value,
        value: Value,
    ) -> Completion<()> {
        let Some(id) = target.as_object() else { return Ok(()) };
        let key = self.to_property_key(key)?;
        self.create_data_property_or_throw(id, key, value)
    }
    pub(crate) fn define_method(
        &mut self,
        target: Value,
        key: Value,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        let Some(id) = target.as_object() else { return Ok(()) };
        let key = self.to_property_key(key)?;
        self.define_property_or_throw(id, key, &Descriptor::data(value, attributes))
    }
    pub(crate) fn define_accessor_half(
        &mut self,
        target: Value,
        key: Value,
        function: Value,
        getter: bool,
        enumerable: bool,
    ) -> Completion<()> {
        let Some(id) = target.as_object() else { return Ok(()) };
        let key = self.to_property_key(key)?;
        let mut d = Descriptor {
            enumerable: Some(enumerable),
            configurable: Some(true),
            ..Descriptor::default()
        };
        if getter {
            d.get = Some(function);
        } else {
            d.set = Some(function);
        }
        self.define_property_or_throw(id, key, &d)
    }
    /// `...source` in an object literal.
    pub(crate) fn spread_object(&mut self, target: Value, source: Value) -> Completion<Flow> {
        if source.is_nullish() {
            return Ok(Flow::Value(Value::UNDEFINED));
        }
        let (Some(to), Some(from)) = (target.as_object(), source.as_object()) else {
            if source.is_string() {
                return self.call_self_hosted(
                    "copyDataProperties",
                    &[target, source],
                    Deliver::Nowhere,
                );
            }
            return Ok(Flow::Value(Value::UNDEFINED));
        };
        if self.copy_plain(to, from, &[])? {
            return Ok(Flow::Value(Value::UNDEFINED));
        }
        self.call_self_hosted("copyDataProperties", &[target, source], Deliver::Nowhere)
    }
    /// Copies enumerable own data properties when that runs no guest code; false if it would.
    pub(crate) fn copy_plain(
        &mut self,
        to: ObjectId,
        from: ObjectId,
        excluded: &[PropertyKey],
    ) -> Completion<bool> {
        let object = self.heap.object(from);
        if matches!(
            object.kind,
            Kind::Proxy | Kind::TypedArray | Kind::String | Kind::MappedArguments | Kind::Tool
        ) {
            return Ok(false);
        }
        let shape = object.shape;
        let keys = self.heap.shape_keys(shape);
        if keys.iter().any(|k| k.1.has(Attributes::ACCESSOR)) {
            return Ok(false);
        }
        self.charge(keys.len() as u64 + self.heap.object(from).elements.len() as u64)?;
        for i in self.heap.own_indices(from) {
            match self.own(from, PropertyKey::Index(i)) {
                Some(Slot::Data { value, attributes }) => {
                    if attributes.enumerable() && !excluded.contains(&PropertyKey::Index(i)) {
                        self.create_data_property(to, PropertyKey::Index(i), value)?;
                    }
                }
                Some(Slot::Accessor { .. }) => return Ok(false),
                None => {}
            }
        }
        for symbols in [false, true] {
            for (name, attributes) in &keys {
                if name.is_symbol() != symbols || !attributes.enumerable() {
                    continue;
                }
                let key = name.key();
                if let PropertyKey::Symbol(s) = key {
                    if self.heap.is_private(s) {
                        continue;
                    }
                }
                if excluded.contains(&key) {
                    continue;
                }
                if let Some(Slot::Data { value, .. }) = self.own(from, key) {
                    if self.heap.object(to).kind == Kind::Ordinary
                        && self.heap.find_in_shape(self.heap.object(to).shape, *name).is_none()
                        && self.heap.object(to).has(flags::EXTENSIBLE)
                    {
                        self.heap.add_name(to, *name, value, Attributes::ALL);
                    } else {
                        self.create_data_property(to, key, value)?;
                    }
                }
            }
        }
        self.charge_memory(0)?;
        Ok(true)
    }
    /// Object rest in a pattern.
    pub(crate) fn object_rest(
        &mut self,
        source: Value,
        excluded: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let keys: Vec<Value> =
            excluded.as_object().map(|e| self.heap.object(e).elements.clone()).unwrap_or_default();
        let mut list = Vec::with_capacity(keys.len());
        for k in keys {
            list.push(self.to_property_key(k)?);
        }
        if let Some(from) = source.as_object() {
            let to = self.new_object();
            if self.copy_plain(to, from, &list)? {
                return Ok(Flow::Value(Value::object(to)));
            }
        }
        self.call_self_hosted("objectRest", &[source, excluded], deliver)
    }
    /// The regular expression of a literal.
    pub(crate) fn regexp_literal(&mut self, code: u32, k: u32) -> Completion {
        let program = std::sync::Arc::clone(&self.program);
        let block = block_in(&program, code);
        let Some(Constant::RegExp { pattern, flags }) = block.constants.get(k as usize) else {
            return Ok(Value::UNDEFINED);
        };
        let source = self.heap.string_from_units(pattern);
        let flags = self.heap.new_string(flags);
        self.new_regexp(source, flags)
    }
    /// ### [13.2.8.4 GetTemplateObject](https://tc39.es/ecma262/#sec-gettemplateobject)
    pub(crate) fn template_object(&mut self, code: u32, k: u32) -> Value {
        if let Some(&v) = self.site_objects.get(&(code, k)) {
            return v;
        }
        let program = std::sync::Arc::clone(&self.program);
        let block = block_in(&program, code);
        let (mut cooked, mut raw) = (Vec::new(), Vec::new());
        if let Some(Constant::Template(parts)) = block.constants.get(k as usize) {
            for c in &parts.cooked {
                cooked.push(match c {
                    Some(units) => Value::string(self.heap.string_from_units(units)),
                    None => Value::UNDEFINED,
                });
            }
            for r in &parts.raw {
                raw.push(Value::string(self.heap.string_from_units(r)));
            }
        }
        let raw = self.new_array(raw);
        self.freeze_array(raw);
        let cooked = self.new_array(cooked);
        let key = self.heap.key("raw");
        self.heap.put_own(
            cooked,
            key,
            Slot::Data { value: Value::object(raw), attributes: Attributes::NONE },
        );
        self.freeze_array(cooked);
        self.site_objects.insert((code, k), Value::object(cooked));
        Value::object(cooked)
    }
    fn freeze_array(&mut self, id: ObjectId) {
        let o = self.heap.object_mut(id);
        o.flags |= flags::FROZEN | flags::LENGTH_READONLY;
        o.flags &= !flags::EXTENSIBLE;
    }
    /// Function object of compiled code in an environment.
    pub(crate) fn make_closure(&mut self, code: u32, env: u32) -> Value {
        let program = std::sync::Arc::clone(&self.program);
        let block = block_in(&program, code);
        let shapes = &self.realm.function_shapes;
        let (shape, extra) = match block.kind {
            FunctionKind::Normal if !block.flags.method && !block.flags.self_hosted => {
                (shapes.constructor, flags::CALLABLE | flags::CONSTRUCTOR)
            }
            FunctionKind::Generator => (shapes.generator, flags::CALLABLE),
            FunctionKind::AsyncGenerator => (shapes.async_generator, flags::CALLABLE),
            FunctionKind::Async | FunctionKind::AsyncArrow | FunctionKind::AsyncMethod => {
                (shapes.async_function, flags::CALLABLE)
            }
            _ => (shapes.plain, flags::CALLABLE),
        };
        let name = if block.name.is_empty() {
            self.heap.empty_string()
        } else {
            self.function_name(code, block)
        };
        let mut object = Object::new(shape, Kind::Function);
        object.flags |= extra;
        object.inline[0] = Value::int(block.length as i32);
        object.inline[1] = Value::string(name);
        // The `prototype` slot, where there is one, is made on first use.
        object.inline[2] = Value::HOLE;
        object.internal = Internal::Function(crate::object::FunctionData {
            code,
            env,
            home: ObjectId::NONE,
            fields: ObjectId::NONE,
        });
        Value::object(self.heap.alloc(object))
    }
    fn function_name(
        &mut self,
        code: u32,
        block: &crate::bytecode::CodeBlock,
    ) -> crate::heap::StringId {
        if let Some(v) = self.site_objects.get(&(code, u32::MAX)).and_then(|v| v.as_string()) {
            return v;
        }
        let id = self.heap.string_from_units(&block.name);
        self.site_objects.insert((code, u32::MAX), Value::string(id));
        id
    }
    /// ### [10.2.9 SetFunctionName](https://tc39.es/ecma262/#sec-setfunctionname)
    pub(crate) fn set_function_name(
        &mut self,
        function: Value,
        key: Value,
        prefix: u8,
    ) -> Completion<()> {
        let Some(id) = function.as_object() else { return Ok(()) };
        let key = self.to_property_key(key)?;
        let text = match key {
            PropertyKey::Symbol(s) => {
                let private = self.heap.is_private(s);
                match self.heap.symbol(s).description {
                    Some(d) => {
                        let d = self.heap.text(d);
                        if private { d } else { format!("[{d}]") }
                    }
                    None => String::new(),
                }
            }
            _ => self.key_text(key),
        };
        let text = match prefix {
            1 => format!("get {text}"),
            2 => format!("set {text}"),
            _ => text,
        };
        let name = self.heap.new_string(&text);
        let key = self.realm.names.name;
        // A class with a static member `name` keeps it.
        if let Some(slot) = self.own(id, key) {
            let initial = matches!(slot, Slot::Data { attributes, .. } if attributes == Attributes::CONFIGURABLE);
            if !initial {
                return Ok(());
            }
        }
        self.heap.put_own(
            id,
            key,
            Slot::Data { value: Value::string(name), attributes: Attributes::CONFIGURABLE },
        );
        Ok(())
    }
    /// ### [15.7.14 ClassDefinitionEvaluation](https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation), constructor and prototype
    pub(crate) fn define_class(
        &mut self,
        code: u32,
        env: u32,
        heritage: Value,
    ) -> Completion<(Value, Value)> {
        let (parent, proto_parent) = if heritage.is_hole() {
            (
                Some(self.intrinsic(Intrinsic::FunctionPrototype)),
                Some(self.intrinsic(Intrinsic::ObjectPrototype)),
            )
        } else if heritage.is_null() {
            (Some(self.intrinsic(Intrinsic::FunctionPrototype)), None)
        } else {
            if !self.is_constructor(heritage) {
                let what = self.describe(heritage);
                return Err(self.type_error(&format!(
                    "Class extends value {what} is not a constructor or null"
                )));
            }
            let parent = heritage.as_object();
            let key = self.realm.names.prototype;
            let proto = match parent {
                Some(p) => self.get(p, key)?,
                None => Value::UNDEFINED,
            };
            match (proto.as_object(), proto.is_null()) {
                (Some(p), _) => (parent, Some(p)),
                (None, true) => (parent, None),
                _ => {
                    let what = self.describe(proto);
                    return Err(self.type_error(&format!(
                        "Class extends value does not have valid prototype property {what}"
                    )));
                }
            }
        };
        let proto = self.heap.new_object(proto_parent);
        self.root(Value::object(proto));
        let program = std::sync::Arc::clone(&self.program);
        let block = block_in(&program, code);
        let shape = self.heap.root_shape(parent);
        let class = self.new_closure(code, env, shape, flags::CALLABLE | flags::CONSTRUCTOR);
        self.roots.pop();
        let names = self.realm.names;
        let name = self.heap.string_from_units(&block.name);
        let put = |vm: &mut Vm, id, key: PropertyKey, value, attributes| {
            vm.heap.put_own(id, key, Slot::Data { value, attributes });
        };
        put(self, class, names.length, Value::int(block.length as i32), Attributes::CONFIGURABLE);
        put(self, class, names.name, Value::string(name), Attributes::CONFIGURABLE);
        put(self, class, names.prototype, Value::object(proto), Attributes::NONE);
        put(self, proto, names.constructor, Value::object(class), Attributes::METHOD);
        if let Internal::Function(f) = &mut self.heap.object_mut(class).internal {
            f.home = proto;
        }
        Ok((Value::object(class), Value::object(proto)))
    }
    #[cold]
    pub(crate) fn tdz_error(&mut self, name: Value) -> Abrupt {
        let name = name.as_string().map(|s| self.heap.text(s)).unwrap_or_default();
        self.reference_error(&format!("Cannot access '{name}' before initialization"))
    }
    #[cold]
    pub(crate) fn this_error(&mut self) -> Abrupt {
        self.reference_error(
            "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
        )
    }
    #[cold]
    pub(crate) fn throw_constant(&mut self, kind: u8, message: Value) -> Abrupt {
        let message = message.as_string().map(|s| self.heap.text(s)).unwrap_or_default();
        match kind {
            0 => self.type_error(&message),
            1 => self.reference_error(&message),
            2 => self.syntax_error(&message),
            _ => self.range_error(&message),
        }
    }
    #[cold]
    pub(crate) fn cannot_destructure(&mut self, value: Value, key: Value) -> Abrupt {
        let what = self.quoted_expression();
        let kind = if value.is_null() { "null" } else { "undefined" };
        let name = key.as_string().map(|s| self.heap.text(s));
        match (name, what) {
            (Some(name), Some(what)) => self.type_error(&format!(
                "Cannot destructure property '{name}' of '{what}' as it is {kind}."
            )),
            (Some(name), None) => self.type_error(&format!(
                "Cannot destructure property '{name}' of {kind} as it is {kind}."
            )),
            (None, Some(what)) => {
                self.type_error(&format!("Cannot destructure '{what}' as it is {kind}."))
            }
            (None, None) => {
                self.type_error(&format!("Cannot destructure '{kind}' as it is {kind}."))
            }
        }
    }
    #[cold]
    pub(crate) fn not_an_object(&mut self, value: Value, what: u8) -> Abrupt {
        let text = self.describe(value);
        match what {
            0 => self.type_error(&format!("Iterator result {text} is not an object")),
            1 => self.type_error(&format!("{text} is not an object")),
            _ => self.type_error(&format!("{text} is not an object")),
        }
    }
    #[cold]
    pub(crate) fn super_not_constructor(&mut self, value: Value, plain_new: bool) -> Abrupt {
        if plain_new {
            return self.not_a_constructor(value);
        }
        let text = self.describe(value);
        self.type_error(&format!(
            "Super constructor {text} of anonymous class is not a constructor"
        ))
    }
}
