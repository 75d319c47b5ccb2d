//! The realm: intrinsics built from the builtin tables.
//!
//! A template heap is built once per process and cloned for each run; function objects are made
//! lazily (their slots hold marks), so the template holds little more than prototypes and names.

use crate::builtins::table::{Const, Item, Spec, Table};
use crate::builtins::{Intrinsic, TABLES};
use crate::heap::collect::Marker;
use crate::heap::{Heap, ObjectId, ShapeId, StringId, SymbolId, SymbolKind};
use crate::object::{Attributes, Internal, Kind, Object, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::Vm;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Property keys the machine itself uses.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub length: PropertyKey,
    pub name: PropertyKey,
    pub prototype: PropertyKey,
    pub constructor: PropertyKey,
    pub then: PropertyKey,
}

/// Layouts of function objects: `length`, `name`, and where there is one `prototype`.
#[derive(Clone, Copy, Debug)]
pub struct FunctionShapes {
    pub plain: ShapeId,
    pub constructor: ShapeId,
    pub generator: ShapeId,
    pub async_generator: ShapeId,
    pub async_function: ShapeId,
}

/// Names of the well-known symbols, in the order of [`Realm::well_known`].
pub const WELL_KNOWN: &[&str] = &[
    "iterator",
    "asyncIterator",
    "hasInstance",
    "toPrimitive",
    "toStringTag",
    "species",
    "isConcatSpreadable",
    "unscopables",
    "match",
    "matchAll",
    "replace",
    "search",
    "split",
    "dispose",
    "asyncDispose",
];

/// Intrinsics, layouts and names of one run.
#[derive(Clone, Debug)]
pub struct Realm {
    pub intrinsics: Vec<ObjectId>,
    pub global: ObjectId,
    pub names: Names,
    pub well_known: Vec<SymbolId>,
    pub object_shape: ShapeId,
    pub array_shape: ShapeId,
    pub promise_shape: ShapeId,
    pub iter_result_shape: ShapeId,
    pub function_shapes: FunctionShapes,
    pub literal_shapes: FxHashMap<(u32, u32), ShapeId>,
    type_strings: Vec<(&'static str, StringId)>,
    /// Hidden key of functions with data.
    pub data_symbol: SymbolId,
    /// `%GeneratorPrototype%.next`, to recognise untouched generators.
    pub generator_next: ObjectId,
    pub promise_then: Option<ObjectId>,
    /// Slots that decide whether array iteration is untouched: object, slot, expected value.
    iteration_guards: Vec<(ObjectId, u32, Value)>,
    /// The same for `RegExp.prototype`'s methods.
    regexp_guards: Vec<(ObjectId, u32, Value)>,
    /// The same for ArraySpeciesCreate.
    species_guards: Vec<(ObjectId, u32, Value)>,
    /// Call area of the native call that may ask for coercion.
    pub(crate) coerce_base: usize,
}

impl Realm {
    pub(crate) fn trace(&self, marker: &mut Marker) {
        for &id in &self.intrinsics {
            marker.object(id);
        }
        for &s in &self.well_known {
            marker.value(Value::symbol(s));
        }
        marker.value(Value::symbol(self.data_symbol));
        for (_, s) in &self.type_strings {
            marker.value(Value::string(*s));
        }
        let names = self.names;
        for key in [names.length, names.name, names.prototype, names.constructor, names.then] {
            if let PropertyKey::String(s) = key {
                marker.value(Value::string(s));
            }
        }
        let f = self.function_shapes;
        for shape in [
            self.object_shape,
            self.array_shape,
            self.promise_shape,
            self.iter_result_shape,
            f.plain,
            f.constructor,
            f.generator,
            f.async_generator,
            f.async_function,
        ] {
            marker.shape(shape);
        }
        for &shape in self.literal_shapes.values() {
            marker.shape(shape);
        }
        marker.object(self.generator_next);
        if let Some(then) = self.promise_then {
            marker.object(then);
        }
        for (_, _, v) in
            self.iteration_guards.iter().chain(&self.regexp_guards).chain(&self.species_guards)
        {
            marker.value(*v);
        }
    }
    /// `exec` and the flag getters of `RegExp.prototype` are as they were.
    pub(crate) fn regexp_untouched(&self, heap: &Heap) -> bool {
        self.regexp_guards
            .iter()
            .all(|&(object, slot, expected)| heap.object(object).slot(slot as usize) == expected)
    }
    /// The intrinsic `RegExp.prototype.exec`.
    pub(crate) fn regexp_exec_function(&self) -> Value {
        self.regexp_guards.first().map_or(Value::UNDEFINED, |g| g.2)
    }
    /// The string `typeof` gives.
    pub(crate) fn type_string(&self, name: &'static str) -> Value {
        self.type_strings
            .iter()
            .find(|t| t.0 == name)
            .map_or(Value::UNDEFINED, |t| Value::string(t.1))
    }
    /// `Array.prototype[Symbol.iterator]` and the array iterators' `next` are as they were.
    #[inline]
    pub(crate) fn array_iteration_untouched(&self, heap: &Heap) -> bool {
        self.iteration_guards
            .iter()
            .all(|&(object, slot, expected)| heap.object(object).slot(slot as usize) == expected)
    }
}

impl Realm {
    /// `Array.prototype.constructor` and `Array[Symbol.species]` are as they were.
    #[inline]
    pub(crate) fn array_species_untouched(&self, heap: &Heap) -> bool {
        self.species_guards
            .iter()
            .all(|&(object, slot, expected)| heap.object(object).slot(slot as usize) == expected)
    }
}

/// Heap and realm of a new run.
pub(crate) fn fresh() -> (Heap, Realm) {
    static TEMPLATE: OnceLock<(Heap, Realm)> = OnceLock::new();
    TEMPLATE.get_or_init(build).clone()
}

struct Builder {
    heap: Heap,
    intrinsics: Vec<ObjectId>,
    well_known: Vec<SymbolId>,
}

fn build() -> (Heap, Realm) {
    let mut heap = Heap::new();
    let mut well_known = Vec::new();
    for name in WELL_KNOWN {
        let description = heap.new_string(&format!("Symbol.{name}"));
        well_known.push(heap.new_symbol(Some(description), SymbolKind::WellKnown));
    }
    // Objects first, so that tables may link in any order.
    let mut b = Builder { heap, intrinsics: Vec::new(), well_known };
    for _ in 0..Intrinsic::COUNT {
        let id = b.heap.new_object(None);
        b.intrinsics.push(id);
    }
    let mut row = 0u32;
    for table in TABLES.iter().flat_map(|t| t.iter()) {
        b.table(table, &mut row);
    }
    b.finish()
}

impl Builder {
    fn id(&self, i: Intrinsic) -> ObjectId {
        self.intrinsics[i as usize]
    }
    fn key(&mut self, name: &str) -> PropertyKey {
        match name.strip_prefix("@@") {
            Some(symbol) => {
                let i = WELL_KNOWN.iter().position(|w| *w == symbol).unwrap_or(0);
                PropertyKey::Symbol(self.well_known[i])
            }
            None => self.heap.key(name),
        }
    }
    fn set_object(
        &mut self,
        id: ObjectId,
        proto: Option<ObjectId>,
        kind: Kind,
        internal: Internal,
        extra: u8,
    ) {
        self.heap.set_proto(id, proto);
        let o = self.heap.object_mut(id);
        o.kind = kind;
        o.internal = internal;
        o.flags |= extra;
    }
    fn data(&mut self, id: ObjectId, name: &str, value: Value, attributes: Attributes) {
        let key = self.key(name);
        self.heap.put_own(id, key, Slot::Data { value, attributes });
    }
    fn table(&mut self, table: &Table, row: &mut u32) {
        let id = self.id(table.id);
        match table.spec {
            Spec::Plain { proto } => {
                let proto = proto.map(|p| self.id(p));
                self.heap.set_proto(id, proto);
            }
            Spec::Constructor { name, length, proto, prototype, .. } => {
                let proto = self.id(proto);
                self.set_object(
                    id,
                    Some(proto),
                    Kind::Native,
                    Internal::Native(*row),
                    flags::CALLABLE | flags::CONSTRUCTOR,
                );
                *row += 1;
                self.function_properties(id, name, length);
                if let Some(p) = prototype {
                    let p = self.id(p);
                    self.data(id, "prototype", Value::object(p), Attributes::NONE);
                    self.data(p, "constructor", Value::object(id), Attributes::METHOD);
                }
            }
            Spec::Function { name, length, .. } => {
                let proto = if table.id == Intrinsic::FunctionPrototype {
                    self.id(Intrinsic::ObjectPrototype)
                } else {
                    self.id(Intrinsic::FunctionPrototype)
                };
                self.set_object(
                    id,
                    Some(proto),
                    Kind::Native,
                    Internal::Native(*row),
                    flags::CALLABLE,
                );
                *row += 1;
                self.function_properties(id, name, length);
                if table.id == Intrinsic::ThrowTypeError {
                    self.data(id, "length", Value::int(0), Attributes::NONE);
                    self.data(id, "name", Value::string(StringId(0)), Attributes::NONE);
                    self.heap.object_mut(id).flags &= !flags::EXTENSIBLE;
                }
            }
            Spec::Special => self.special(table.id),
        }
        // A layout of its own, whose properties may be cached.
        self.heap.make_dictionary(id, true);
        for item in table.items {
            self.item(id, item, row);
        }
    }
    fn function_properties(&mut self, id: ObjectId, name: &str, length: u8) {
        let name = self.heap.new_string(name);
        self.data(id, "length", Value::int(length as i32), Attributes::CONFIGURABLE);
        self.data(id, "name", Value::string(name), Attributes::CONFIGURABLE);
    }
    fn special(&mut self, id: Intrinsic) {
        let object_prototype = self.id(Intrinsic::ObjectPrototype);
        let o = self.id(id);
        let empty = Value::string(StringId(0));
        let (kind, internal) = match id {
            Intrinsic::ArrayPrototype => (Kind::Array, Internal::None),
            Intrinsic::StringPrototype => (Kind::String, Internal::Primitive(empty)),
            Intrinsic::NumberPrototype => (Kind::Number, Internal::Primitive(Value::int(0))),
            Intrinsic::BooleanPrototype => (Kind::Boolean, Internal::Primitive(Value::FALSE)),
            _ => (Kind::Ordinary, Internal::None),
        };
        self.set_object(o, Some(object_prototype), kind, internal, 0);
    }
    fn item(&mut self, id: ObjectId, item: &Item, row: &mut u32) {
        match *item {
            Item::Method { name, .. } => {
                self.lazy(id, name, *row, Attributes::METHOD);
                *row += 1;
            }
            Item::Operation { name, .. } => {
                self.lazy(id, name, *row, Attributes::ALL);
                *row += 1;
            }
            Item::ReadonlyMethod { name, .. } => {
                self.lazy(id, name, *row, Attributes::CONFIGURABLE);
                *row += 1;
            }
            Item::Attribute { name, set, .. } => {
                let attributes = Attributes::CONFIGURABLE | Attributes::ENUMERABLE;
                self.accessor(id, name, (true, set.is_some()), attributes, row);
            }
            Item::Accessor { name, get, set } => {
                self.accessor(
                    id,
                    name,
                    (get.is_some(), set.is_some()),
                    Attributes::CONFIGURABLE,
                    row,
                );
            }
            Item::Data { name, value, attributes } => {
                let value = match value {
                    Const::Undefined => Value::UNDEFINED,
                    Const::Bool(b) => Value::bool(b),
                    Const::Number(n) => Value::number(n),
                    Const::Text(t) => Value::string(self.heap.new_string(t)),
                    Const::Function { .. } => {
                        let f = self.function(*row);
                        *row += 1;
                        f
                    }
                    Const::Symbol(s) => {
                        let i = WELL_KNOWN.iter().position(|w| *w == s).unwrap_or(0);
                        Value::symbol(self.well_known[i])
                    }
                };
                self.data(id, name, value, attributes);
            }
            Item::Link { name, to, attributes } => {
                let to = Value::object(self.id(to));
                self.data(id, name, to, attributes);
            }
            Item::Alias { name, of } => {
                // The aliased function is made now, so that both properties hold the same object.
                let key = self.key(of);
                let value = match self.heap.get_own(id, key) {
                    Some(Slot::Data { value, attributes }) => match value.as_lazy() {
                        Some(r) => {
                            let f = self.function(r);
                            let attributes = attributes.without(Attributes::LAZY);
                            self.heap.put_own(id, key, Slot::Data { value: f, attributes });
                            f
                        }
                        None => value,
                    },
                    _ => Value::UNDEFINED,
                };
                self.data(id, name, value, Attributes::METHOD);
            }
            Item::Shared { name, of } => {
                let of = self.id(of);
                if let Some(value) = self.force(of, name) {
                    self.data(id, name, value, Attributes::METHOD);
                }
            }
        }
    }
    /// Accessor whose halves (getter, setter) are the next rows.
    fn accessor(
        &mut self,
        id: ObjectId,
        name: &str,
        halves: (bool, bool),
        attributes: Attributes,
        row: &mut u32,
    ) {
        let mut half = |b: &mut Builder, present: bool| {
            if !present {
                return Value::UNDEFINED;
            }
            let f = b.function(*row);
            *row += 1;
            f
        };
        let get = half(self, halves.0);
        let set = half(self, halves.1);
        let key = self.key(name);
        self.heap.put_own(id, key, Slot::Accessor { get, set, attributes });
    }
    fn lazy(&mut self, id: ObjectId, name: &str, row: u32, attributes: Attributes) {
        self.data(id, name, Value::lazy(row), attributes | Attributes::LAZY);
    }
    fn function(&mut self, row: u32) -> Value {
        let proto = self.id(Intrinsic::FunctionPrototype);
        Value::object(make_function(&mut self.heap, row, proto))
    }
    /// Makes the function of a lazy property now.
    fn force(&mut self, id: ObjectId, name: &str) -> Option<Value> {
        let key = self.key(name);
        match self.heap.get_own(id, key) {
            Some(Slot::Data { value, attributes }) => match value.as_lazy() {
                Some(row) => {
                    let f = self.function(row);
                    let attributes = attributes.without(Attributes::LAZY);
                    self.heap.put_own(id, key, Slot::Data { value: f, attributes });
                    Some(f)
                }
                None => Some(value),
            },
            _ => None,
        }
    }
    fn guard(&mut self, id: Intrinsic, name: &str) -> Option<(ObjectId, u32, Value)> {
        let id = self.id(id);
        self.force(id, name);
        let key = self.key(name).name()?;
        let shape = self.heap.object(id).shape;
        let (slot, _) = self.heap.find_in_shape(shape, key)?;
        // For accessors the slot holds the pair, which is replaced when it is redefined.
        Some((id, slot as u32, self.heap.object(id).slot(slot)))
    }
    fn finish(mut self) -> (Heap, Realm) {
        let names = Names {
            length: self.heap.key("length"),
            name: self.heap.key("name"),
            prototype: self.heap.key("prototype"),
            constructor: self.heap.key("constructor"),
            then: self.heap.key("then"),
        };
        let root = |b: &mut Builder, i: Intrinsic| {
            let id = b.id(i);
            b.heap.root_shape(Some(id))
        };
        let object_shape = root(&mut self, Intrinsic::ObjectPrototype);
        let array_shape = root(&mut self, Intrinsic::ArrayPrototype);
        let promise_shape = root(&mut self, Intrinsic::PromisePrototype);
        let add =
            |b: &mut Builder, shape: ShapeId, key: PropertyKey, a: Attributes| match key.name() {
                Some(name) => b.heap.add_to_shape(shape, name, a),
                None => shape,
            };
        let function = |b: &mut Builder, proto: Intrinsic, prototype: Option<Attributes>| {
            let mut shape = root(b, proto);
            shape = add(b, shape, names.length, Attributes::CONFIGURABLE);
            shape = add(b, shape, names.name, Attributes::CONFIGURABLE);
            if let Some(a) = prototype {
                shape = add(b, shape, names.prototype, a | Attributes::LAZY);
            }
            shape
        };
        let w = Attributes::WRITABLE;
        let function_shapes = FunctionShapes {
            plain: function(&mut self, Intrinsic::FunctionPrototype, None),
            constructor: function(&mut self, Intrinsic::FunctionPrototype, Some(w)),
            generator: function(&mut self, Intrinsic::GeneratorFunctionPrototype, Some(w)),
            async_generator: function(
                &mut self,
                Intrinsic::AsyncGeneratorFunctionPrototype,
                Some(w),
            ),
            async_function: function(&mut self, Intrinsic::AsyncFunctionPrototype, None),
        };
        let (value, done) = (self.heap.key("value"), self.heap.key("done"));
        let mut iter_result_shape = add(&mut self, object_shape, value, Attributes::ALL);
        iter_result_shape = add(&mut self, iter_result_shape, done, Attributes::ALL);
        let mut type_strings = Vec::new();
        for name in
            ["undefined", "object", "boolean", "number", "string", "symbol", "bigint", "function"]
        {
            let s = self.heap.new_string(name);
            type_strings.push((name, self.heap.intern(s)));
        }
        let data = self.heap.new_string("data");
        let data_symbol = self.heap.new_symbol(Some(data), SymbolKind::Private);
        let generator_prototype = self.id(Intrinsic::GeneratorPrototype);
        let generator_next = self.force(generator_prototype, "next").and_then(|v| v.as_object());
        let promise_prototype = self.id(Intrinsic::PromisePrototype);
        let promise_then = self.force(promise_prototype, "then").and_then(|v| v.as_object());
        let mut iteration_guards = Vec::new();
        for (id, name) in
            [(Intrinsic::ArrayPrototype, "@@iterator"), (Intrinsic::ArrayIteratorPrototype, "next")]
        {
            iteration_guards.extend(self.guard(id, name));
        }
        let mut regexp_guards = Vec::new();
        for name in [
            "exec",
            "flags",
            "dotAll",
            "global",
            "hasIndices",
            "ignoreCase",
            "multiline",
            "sticky",
            "unicode",
            "unicodeSets",
        ] {
            regexp_guards.extend(self.guard(Intrinsic::RegExpPrototype, name));
        }
        let mut species_guards = Vec::new();
        for (id, name) in
            [(Intrinsic::ArrayPrototype, "constructor"), (Intrinsic::Array, "@@species")]
        {
            species_guards.extend(self.guard(id, name));
        }
        let global = self.id(Intrinsic::Global);
        let realm = Realm {
            global,
            names,
            well_known: self.well_known,
            object_shape,
            array_shape,
            promise_shape,
            iter_result_shape,
            function_shapes,
            literal_shapes: FxHashMap::default(),
            type_strings,
            data_symbol,
            generator_next: generator_next.unwrap_or(ObjectId::NONE),
            promise_then,
            iteration_guards,
            regexp_guards,
            species_guards,
            coerce_base: 0,
            intrinsics: self.intrinsics,
        };
        (self.heap, realm)
    }
}

/// Function object of a row.
fn make_function(heap: &mut Heap, row: u32, proto: ObjectId) -> ObjectId {
    let r = crate::builtins::function_row(row);
    let shape = heap.root_shape(Some(proto));
    let mut object = Object::new(shape, Kind::Native);
    object.flags |= flags::CALLABLE;
    object.internal = Internal::Native(row);
    let id = heap.alloc(object);
    let name = match r.name.strip_prefix("@@") {
        Some(symbol) => format!("[Symbol.{symbol}]"),
        // Resolving functions are anonymous.
        None if matches!(r.name, "promiseResolve" | "promiseReject") => String::new(),
        None => r.name.to_string(),
    };
    let name = match r.prefix {
        Some(prefix) => format!("{prefix} {name}"),
        None => name,
    };
    let name = heap.new_string(&name);
    for (key, value) in [("length", Value::int(r.length as i32)), ("name", Value::string(name))] {
        let key = heap.key(key);
        heap.put_own(id, key, Slot::Data { value, attributes: Attributes::CONFIGURABLE });
    }
    id
}

impl Vm {
    /// Function object of a builtin row.
    pub(crate) fn builtin_function(&mut self, row: u32) -> ObjectId {
        let proto = self.intrinsic(Intrinsic::FunctionPrototype);
        make_function(&mut self.heap, row, proto)
    }
    /// Key of a well-known symbol by its name.
    pub fn well_known(&self, name: &str) -> PropertyKey {
        let i = WELL_KNOWN.iter().position(|w| *w == name).unwrap_or(0);
        PropertyKey::Symbol(self.realm.well_known[i])
    }
    /// `%Array.prototype.values%`
    pub(crate) fn array_values_function(&mut self) -> Value {
        self.realm.iteration_guards.first().map_or(Value::UNDEFINED, |g| g.2)
    }
}

/// What depends on the options of the run: `tools`, `search`, `sleep`.
pub(crate) fn install_host(vm: &mut Vm) {
    crate::tools::install(vm);
    if vm.options.test_hooks {
        crate::builtins::test_hooks::install(vm);
    }
}
