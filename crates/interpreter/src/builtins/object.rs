//! ### [20.1 Object Objects](https://tc39.es/ecma262/#sec-object-objects)

use super::Intrinsic;
use super::table::{Code, Item, Spec, Table, js, method};
use crate::heap::ObjectId;
use crate::object::{Attributes, Descriptor, Kind, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Object,
        spec: Spec::Constructor {
            name: "Object",
            length: 1,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::ObjectPrototype),
        },
        items: &[
            js("assign", 2, "objectAssign"),
            method("create", 2, create),
            method("defineProperties", 2, define_properties),
            method("defineProperty", 3, define_property),
            method("entries", 1, entries),
            method("freeze", 1, freeze),
            js("fromEntries", 1, "objectFromEntries"),
            method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
            method("getOwnPropertyDescriptors", 1, get_own_property_descriptors),
            method("getOwnPropertyNames", 1, get_own_property_names),
            method("getOwnPropertySymbols", 1, get_own_property_symbols),
            method("getPrototypeOf", 1, get_prototype_of),
            js("groupBy", 2, "objectGroupBy"),
            method("hasOwn", 2, has_own),
            method("is", 2, is),
            method("isExtensible", 1, is_extensible),
            method("isFrozen", 1, is_frozen),
            method("isSealed", 1, is_sealed),
            method("keys", 1, keys),
            method("preventExtensions", 1, prevent_extensions),
            method("seal", 1, seal),
            method("setPrototypeOf", 2, set_prototype_of),
            method("values", 1, values),
        ],
    },
    Table {
        id: Intrinsic::ObjectPrototype,
        spec: Spec::Plain { proto: None },
        items: &[
            method("hasOwnProperty", 1, has_own_property),
            method("isPrototypeOf", 1, is_prototype_of),
            method("propertyIsEnumerable", 1, property_is_enumerable),
            js("toLocaleString", 0, "objectToLocaleString"),
            method("toString", 0, to_string),
            method("valueOf", 0, value_of),
            Item::Accessor {
                name: "__proto__",
                get: Some(Code::Native(proto_getter)),
                set: Some(Code::Native(proto_setter)),
            },
            method("__defineGetter__", 2, define_getter),
            method("__defineSetter__", 2, define_setter),
            method("__lookupGetter__", 1, lookup_getter),
            method("__lookupSetter__", 1, lookup_setter),
        ],
    },
];

/// ### [20.1.1.1 Object](https://tc39.es/ecma262/#sec-object-value)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if args.is_construct() && args.new_target != Value::object(args.callee) {
        let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::ObjectPrototype)?;
        return Ok(vm.heap.new_object(Some(proto)).into());
    }
    let value = args.get(vm, 0);
    if value.is_nullish() {
        return Ok(vm.new_object().into());
    }
    Ok(vm.to_object(value)?.into())
}

fn object_arg(vm: &mut Vm, args: Args) -> Completion<ObjectId> {
    let value = args.get(vm, 0);
    vm.to_object(value)
}

/// ### [20.1.2.2 Object.create](https://tc39.es/ecma262/#sec-object.create)
fn create(vm: &mut Vm, args: Args) -> Completion {
    let proto = args.get(vm, 0);
    if !proto.is_object() && !proto.is_null() {
        let what = vm.describe(proto);
        return Err(
            vm.type_error(&format!("Object prototype may only be an Object or null: {what}"))
        );
    }
    let object = vm.heap.new_object(proto.as_object());
    let properties = args.get(vm, 1);
    if !properties.is_undefined() {
        define_all(vm, object, properties)?;
    }
    Ok(object.into())
}

/// ### [20.1.2.3.1 ObjectDefineProperties](https://tc39.es/ecma262/#sec-objectdefineproperties)
fn define_all(vm: &mut Vm, object: ObjectId, properties: Value) -> Completion<()> {
    let source = vm.to_object(properties)?;
    let mark = vm.roots.len();
    let mut list = Vec::new();
    for key in vm.own_property_keys(source)? {
        let Some(slot) = vm.get_own_property(source, key)? else { continue };
        if !slot.enumerable() {
            continue;
        }
        let value = vm.get(source, key)?;
        let Some(d) = value.as_object() else {
            let what = vm.describe(value);
            return Err(vm.type_error(&format!("Property description must be an object: {what}")));
        };
        vm.root(value);
        let d = vm.to_descriptor(d)?;
        for v in [d.get, d.set, d.value].into_iter().flatten() {
            vm.root(v);
        }
        list.push((key, d));
    }
    for (key, d) in list {
        vm.define_property_or_throw(object, key, &d)?;
    }
    vm.unroot(mark);
    Ok(())
}

/// ### [20.1.2.3 Object.defineProperties](https://tc39.es/ecma262/#sec-object.defineproperties)
fn define_properties(vm: &mut Vm, args: Args) -> Completion {
    let Some(object) = args.get(vm, 0).as_object() else {
        return Err(vm.type_error("Object.defineProperties called on non-object"));
    };
    let properties = args.get(vm, 1);
    define_all(vm, object, properties)?;
    Ok(object.into())
}

/// ### [20.1.2.4 Object.defineProperty](https://tc39.es/ecma262/#sec-object.defineproperty)
fn define_property(vm: &mut Vm, args: Args) -> Completion {
    let Some(object) = args.get(vm, 0).as_object() else {
        return Err(vm.type_error("Object.defineProperty called on non-object"));
    };
    let key = args.property_key(vm, 1)?;
    let d = args.get(vm, 2);
    let Some(d) = d.as_object() else {
        let what = vm.describe(d);
        return Err(vm.type_error(&format!("Property description must be an object: {what}")));
    };
    let mark = vm.roots.len();
    let d = vm.to_descriptor(d)?;
    vm.define_property_or_throw(object, key, &d)?;
    vm.unroot(mark);
    Ok(object.into())
}

/// What an enumeration collects.
#[derive(Clone, Copy, PartialEq)]
enum Collect {
    Keys,
    Values,
    Entries,
}

/// ### [7.3.24 EnumerableOwnProperties](https://tc39.es/ecma262/#sec-enumerableownproperties)
fn enumerate(vm: &mut Vm, args: Args, collect: Collect) -> Completion {
    let object = object_arg(vm, args)?;
    if vm.heap.object(object).kind == Kind::Tool && collect != Collect::Keys {
        return Err(vm.data_failure(
            codemode_protocol::DiagnosticKind::InvalidDataValue,
            "Tool references are not data: use Object.keys(tools) for names and search({ query }) for signatures.",
        ));
    }
    let keys = vm.own_property_keys(object)?;
    vm.charge(keys.len() as u64)?;
    vm.charge_memory(keys.len() * 16)?;
    let result = vm.new_array(Vec::new());
    let mut list = Vec::with_capacity(keys.len());
    let simple = !vm.is_proxy(object);
    for key in keys {
        if key.is_symbol() {
            continue;
        }
        let own = if simple { vm.own(object, key) } else { vm.get_own_property(object, key)? };
        let Some(slot) = own else { continue };
        if !slot.enumerable() {
            continue;
        }
        let item = match collect {
            Collect::Keys => vm.key_value(key),
            _ => {
                let value = match slot {
                    Slot::Data { value, .. } if simple => value,
                    _ => {
                        let v = vm.get(object, key)?;
                        vm.heap.native_log.push(v);
                        v
                    }
                };
                if collect == Collect::Values {
                    value
                } else {
                    let name = vm.key_value(key);
                    vm.new_array(vec![name, value]).into()
                }
            }
        };
        list.push(item);
        if !simple {
            vm.heap.native_log.push(item);
        }
    }
    vm.fill_array(result, list);
    Ok(result.into())
}

fn keys(vm: &mut Vm, args: Args) -> Completion {
    enumerate(vm, args, Collect::Keys)
}
fn values(vm: &mut Vm, args: Args) -> Completion {
    enumerate(vm, args, Collect::Values)
}
fn entries(vm: &mut Vm, args: Args) -> Completion {
    enumerate(vm, args, Collect::Entries)
}

/// ### [20.1.2.8 Object.getOwnPropertyDescriptor](https://tc39.es/ecma262/#sec-object.getownpropertydescriptor)
fn get_own_property_descriptor(vm: &mut Vm, args: Args) -> Completion {
    let object = object_arg(vm, args)?;
    let key = args.property_key(vm, 1)?;
    match vm.get_own_property(object, key)? {
        Some(slot) => Ok(vm.from_descriptor(&Descriptor::from_slot(&slot)).into()),
        None => Ok(Value::UNDEFINED),
    }
}

/// ### [20.1.2.9 Object.getOwnPropertyDescriptors](https://tc39.es/ecma262/#sec-object.getownpropertydescriptors)
fn get_own_property_descriptors(vm: &mut Vm, args: Args) -> Completion {
    let object = object_arg(vm, args)?;
    let result = vm.new_object();
    for key in vm.own_property_keys(object)? {
        if let Some(slot) = vm.get_own_property(object, key)? {
            let d = vm.from_descriptor(&Descriptor::from_slot(&slot));
            vm.create_data_property(result, key, d.into())?;
        }
    }
    Ok(result.into())
}

fn own_keys_of(vm: &mut Vm, args: Args, symbols: bool) -> Completion {
    let object = object_arg(vm, args)?;
    let keys = vm.own_property_keys(object)?;
    vm.charge(keys.len() as u64)?;
    let list =
        keys.into_iter().filter(|k| k.is_symbol() == symbols).map(|k| vm.key_value(k)).collect();
    Ok(vm.new_array(list).into())
}
fn get_own_property_names(vm: &mut Vm, args: Args) -> Completion {
    own_keys_of(vm, args, false)
}
fn get_own_property_symbols(vm: &mut Vm, args: Args) -> Completion {
    own_keys_of(vm, args, true)
}

fn get_prototype_of(vm: &mut Vm, args: Args) -> Completion {
    let object = object_arg(vm, args)?;
    Ok(vm.get_prototype_of(object)?.map_or(Value::NULL, Value::object))
}

/// ### [20.1.2.23 Object.setPrototypeOf](https://tc39.es/ecma262/#sec-object.setprototypeof)
fn set_prototype_of(vm: &mut Vm, args: Args) -> Completion {
    let (value, proto) = (args.get(vm, 0), args.get(vm, 1));
    if value.is_nullish() {
        return Err(vm.type_error("Object.setPrototypeOf called on null or undefined"));
    }
    if !proto.is_object() && !proto.is_null() {
        let what = vm.describe(proto);
        return Err(
            vm.type_error(&format!("Object prototype may only be an Object or null: {what}"))
        );
    }
    if let Some(object) = value.as_object() {
        set_proto_or_throw(vm, object, proto)?;
    }
    Ok(value)
}

fn set_proto_or_throw(vm: &mut Vm, object: ObjectId, proto: Value) -> Completion<()> {
    if vm.set_prototype_of(object, proto.as_object())? {
        return Ok(());
    }
    if vm.is_proxy(object) {
        return Err(vm.type_error(
            "'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'",
        ));
    }
    if !vm.heap.object(object).has(flags::EXTENSIBLE) {
        let what = vm.describe(object.into());
        return Err(vm.type_error(&format!("{what} is not extensible")));
    }
    if object == vm.intrinsic(Intrinsic::ObjectPrototype) {
        return Err(vm.type_error(
            "Immutable prototype object 'Object.prototype' cannot have their prototype set",
        ));
    }
    Err(vm.type_error("Cyclic __proto__ value"))
}

fn has_own(vm: &mut Vm, args: Args) -> Completion {
    let object = object_arg(vm, args)?;
    let key = args.property_key(vm, 1)?;
    Ok(vm.get_own_property(object, key)?.is_some().into())
}

fn is(vm: &mut Vm, args: Args) -> Completion {
    let (a, b) = (args.get(vm, 0), args.get(vm, 1));
    Ok(vm.same_value(a, b).into())
}

fn is_extensible(vm: &mut Vm, args: Args) -> Completion {
    match args.get(vm, 0).as_object() {
        Some(object) => Ok(vm.is_extensible(object)?.into()),
        None => Ok(Value::FALSE),
    }
}

fn prevent_extensions(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    if let Some(object) = value.as_object() {
        if !vm.prevent_extensions(object)? {
            let what = vm.describe(value);
            return Err(vm.type_error(&format!("Cannot prevent extensions of {what}")));
        }
    }
    Ok(value)
}

/// ### [7.3.16 SetIntegrityLevel](https://tc39.es/ecma262/#sec-setintegritylevel)
fn set_integrity(vm: &mut Vm, args: Args, frozen: bool) -> Completion {
    let value = args.get(vm, 0);
    let Some(object) = value.as_object() else { return Ok(value) };
    if !vm.prevent_extensions(object)? {
        let what = vm.describe(value);
        let verb = if frozen { "freeze" } else { "seal" };
        return Err(vm.type_error(&format!("Cannot {verb} {what}")));
    }
    let kind = vm.heap.object(object).kind;
    if !matches!(kind, Kind::Proxy | Kind::TypedArray | Kind::MappedArguments | Kind::Tool) {
        // Dense elements change all at once.
        vm.set_flag(object, if frozen { flags::FROZEN } else { flags::SEALED }, true);
        if frozen && kind == Kind::Array {
            vm.set_flag(object, flags::LENGTH_READONLY, true);
        }
    }
    for key in vm.own_property_keys(object)? {
        let dense = match key {
            PropertyKey::Index(i) => {
                let o = vm.heap.object(object);
                o.kind != Kind::TypedArray
                    && o.kind != Kind::MappedArguments
                    && o.elements.get(i as usize).is_some_and(|v| !v.is_hole())
            }
            _ => false,
        };
        if dense {
            continue;
        }
        let mut d = Descriptor { configurable: Some(false), ..Descriptor::default() };
        if frozen {
            match vm.get_own_property(object, key)? {
                Some(Slot::Data { .. }) => d.writable = Some(false),
                Some(Slot::Accessor { .. }) => {}
                None => continue,
            }
        }
        vm.define_property_or_throw(object, key, &d)?;
    }
    Ok(value)
}
fn freeze(vm: &mut Vm, args: Args) -> Completion {
    if let Some(object) = args.get(vm, 0).as_object() {
        if vm.is_typed_array(object.into()) && vm.typed_array_length(object).is_some_and(|n| n > 0)
        {
            return Err(vm.type_error("Cannot freeze array buffer views with elements"));
        }
    }
    set_integrity(vm, args, true)
}
fn seal(vm: &mut Vm, args: Args) -> Completion {
    set_integrity(vm, args, false)
}

/// ### [7.3.17 TestIntegrityLevel](https://tc39.es/ecma262/#sec-testintegritylevel)
fn test_integrity(vm: &mut Vm, args: Args, frozen: bool) -> Completion {
    let Some(object) = args.get(vm, 0).as_object() else { return Ok(Value::TRUE) };
    if vm.is_extensible(object)? {
        return Ok(Value::FALSE);
    }
    for key in vm.own_property_keys(object)? {
        if let Some(slot) = vm.get_own_property(object, key)? {
            let a = slot.attributes();
            if a.configurable() || (frozen && !a.is_accessor() && a.writable()) {
                return Ok(Value::FALSE);
            }
        }
    }
    Ok(Value::TRUE)
}
fn is_frozen(vm: &mut Vm, args: Args) -> Completion {
    test_integrity(vm, args, true)
}
fn is_sealed(vm: &mut Vm, args: Args) -> Completion {
    test_integrity(vm, args, false)
}

fn has_own_property(vm: &mut Vm, args: Args) -> Completion {
    let key = args.property_key(vm, 0)?;
    let this = args.this(vm);
    let object = vm.to_object(this)?;
    Ok(vm.get_own_property(object, key)?.is_some().into())
}

fn is_prototype_of(vm: &mut Vm, args: Args) -> Completion {
    let Some(mut at) = args.get(vm, 0).as_object() else { return Ok(Value::FALSE) };
    let this = args.this(vm);
    let object = vm.to_object(this)?;
    loop {
        match vm.get_prototype_of(at)? {
            Some(p) if p == object => return Ok(Value::TRUE),
            Some(p) => at = p,
            None => return Ok(Value::FALSE),
        }
        vm.charge(1)?;
    }
}

fn property_is_enumerable(vm: &mut Vm, args: Args) -> Completion {
    let key = args.property_key(vm, 0)?;
    let this = args.this(vm);
    let object = vm.to_object(this)?;
    Ok(vm.get_own_property(object, key)?.is_some_and(|s| s.enumerable()).into())
}

/// ### [20.1.3.6 Object.prototype.toString](https://tc39.es/ecma262/#sec-object.prototype.tostring)
fn to_string(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    if this.is_undefined() {
        return Ok(vm.heap.new_string("[object Undefined]").into());
    }
    if this.is_null() {
        return Ok(vm.heap.new_string("[object Null]").into());
    }
    let object = vm.to_object(this)?;
    let builtin = if vm.is_array(object.into())? {
        "Array"
    } else {
        let o = vm.heap.object(object);
        match o.kind {
            _ if o.is_callable() => "Function",
            Kind::Arguments | Kind::MappedArguments => "Arguments",
            Kind::Error => "Error",
            Kind::Boolean => "Boolean",
            Kind::Number => "Number",
            Kind::String => "String",
            Kind::Date => "Date",
            Kind::RegExp => "RegExp",
            _ => "Object",
        }
    };
    let key = vm.well_known("toStringTag");
    let tag = vm.get(object, key)?;
    let text = match tag.as_string() {
        Some(s) => vm.heap.text(s),
        None => builtin.to_string(),
    };
    Ok(vm.heap.new_string(&format!("[object {text}]")).into())
}

fn value_of(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    Ok(vm.to_object(this)?.into())
}

fn proto_getter(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let object = vm.to_object(this)?;
    Ok(vm.get_prototype_of(object)?.map_or(Value::NULL, Value::object))
}

fn proto_setter(vm: &mut Vm, args: Args) -> Completion {
    let (this, proto) = (args.this(vm), args.get(vm, 0));
    if this.is_nullish() {
        return Err(vm.type_error("Object.prototype.__proto__ called on null or undefined"));
    }
    if !proto.is_object() && !proto.is_null() {
        return Ok(Value::UNDEFINED);
    }
    if let Some(object) = this.as_object() {
        set_proto_or_throw(vm, object, proto)?;
    }
    Ok(Value::UNDEFINED)
}

fn define_half(vm: &mut Vm, args: Args, getter: bool) -> Completion {
    let this = args.this(vm);
    let object = vm.to_object(this)?;
    let function = args.get(vm, 1);
    if !vm.is_callable(function) {
        let name = if getter { "__defineGetter__" } else { "__defineSetter__" };
        return Err(vm.type_error(&format!("Object.prototype.{name}: Expecting function")));
    }
    let key = args.property_key(vm, 0)?;
    let mut d =
        Descriptor { enumerable: Some(true), configurable: Some(true), ..Descriptor::default() };
    if getter {
        d.get = Some(function);
    } else {
        d.set = Some(function);
    }
    vm.define_property_or_throw(object, key, &d)?;
    Ok(Value::UNDEFINED)
}
fn define_getter(vm: &mut Vm, args: Args) -> Completion {
    define_half(vm, args, true)
}
fn define_setter(vm: &mut Vm, args: Args) -> Completion {
    define_half(vm, args, false)
}

fn lookup_half(vm: &mut Vm, args: Args, getter: bool) -> Completion {
    let this = args.this(vm);
    let object = vm.to_object(this)?;
    let key = args.property_key(vm, 0)?;
    let mut at = Some(object);
    while let Some(o) = at {
        match vm.get_own_property(o, key)? {
            Some(Slot::Accessor { get, set, .. }) => return Ok(if getter { get } else { set }),
            Some(_) => return Ok(Value::UNDEFINED),
            None => at = vm.get_prototype_of(o)?,
        }
    }
    Ok(Value::UNDEFINED)
}
fn lookup_getter(vm: &mut Vm, args: Args) -> Completion {
    lookup_half(vm, args, true)
}
fn lookup_setter(vm: &mut Vm, args: Args) -> Completion {
    lookup_half(vm, args, false)
}

impl Vm {
    /// Gives an empty array its elements.
    pub(crate) fn fill_array(&mut self, id: ObjectId, list: Vec<Value>) {
        self.heap.bytes += list.capacity() * 8;
        let object = self.heap.object_mut(id);
        object.length = list.len() as u32;
        object.elements = list;
    }
    /// Writable, enumerable, configurable property on a fresh object.
    pub(crate) fn put_fresh(&mut self, id: ObjectId, name: &str, value: Value) {
        let key = self.heap.key(name);
        self.heap.put_own(id, key, Slot::Data { value, attributes: Attributes::ALL });
    }
}
