//! ### [28.1 Reflect](https://tc39.es/ecma262/#sec-reflect-object) and [28.2 Proxy](https://tc39.es/ecma262/#sec-proxy-objects)

use super::Intrinsic;
use super::table::{Code, Spec, Special, Table, method, special, tag};
use crate::heap::ObjectId;
use crate::object::{Descriptor, Internal, Kind, Object, flags};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Reflect,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            special("apply", 3, Special::ReflectApply),
            special("construct", 2, Special::ReflectConstruct),
            method("defineProperty", 3, define_property),
            method("deleteProperty", 2, delete_property),
            method("get", 2, get),
            method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
            method("getPrototypeOf", 1, get_prototype_of),
            method("has", 2, has),
            method("isExtensible", 1, is_extensible),
            method("ownKeys", 1, own_keys),
            method("preventExtensions", 1, prevent_extensions),
            method("set", 3, set),
            method("setPrototypeOf", 2, set_prototype_of),
            tag("Reflect"),
        ],
    },
    Table {
        id: Intrinsic::Proxy,
        spec: Spec::Constructor {
            name: "Proxy",
            length: 2,
            code: Code::Native(proxy),
            proto: Intrinsic::FunctionPrototype,
            prototype: None,
        },
        items: &[method("revocable", 2, revocable)],
    },
];

fn target(vm: &mut Vm, args: Args, name: &str) -> Completion<ObjectId> {
    match args.get(vm, 0).as_object() {
        Some(o) => Ok(o),
        None => Err(vm.type_error(&format!("Reflect.{name} called on non-object"))),
    }
}

fn define_property(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "defineProperty")?;
    let key = args.property_key(vm, 1)?;
    let d = args.get(vm, 2);
    let Some(d) = d.as_object() else {
        let what = vm.describe(d);
        return Err(vm.type_error(&format!("Property description must be an object: {what}")));
    };
    let mark = vm.roots.len();
    let d = vm.to_descriptor(d)?;
    let done = vm.define_own_property(o, key, &d)?;
    vm.unroot(mark);
    Ok(done.into())
}

fn delete_property(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "deleteProperty")?;
    let key = args.property_key(vm, 1)?;
    Ok(vm.delete(o, key)?.into())
}

fn get(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "get")?;
    let key = args.property_key(vm, 1)?;
    let receiver = if args.len() > 2 { args.get(vm, 2) } else { o.into() };
    vm.get_with(o, key, receiver)
}

fn set(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "set")?;
    let key = args.property_key(vm, 1)?;
    let value = args.get(vm, 2);
    let receiver = if args.len() > 3 { args.get(vm, 3) } else { o.into() };
    Ok(vm.set_with(o, key, value, receiver)?.into())
}

fn get_own_property_descriptor(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "getOwnPropertyDescriptor")?;
    let key = args.property_key(vm, 1)?;
    match vm.get_own_property(o, key)? {
        Some(slot) => Ok(vm.from_descriptor(&Descriptor::from_slot(&slot)).into()),
        None => Ok(Value::UNDEFINED),
    }
}

fn get_prototype_of(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "getPrototypeOf")?;
    Ok(vm.get_prototype_of(o)?.map_or(Value::NULL, Value::object))
}

fn set_prototype_of(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "setPrototypeOf")?;
    let proto = args.get(vm, 1);
    if !proto.is_object() && !proto.is_null() {
        let what = vm.describe(proto);
        return Err(
            vm.type_error(&format!("Object prototype may only be an Object or null: {what}"))
        );
    }
    Ok(vm.set_prototype_of(o, proto.as_object())?.into())
}

fn has(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "has")?;
    let key = args.property_key(vm, 1)?;
    Ok(vm.has_property(o, key)?.into())
}

fn is_extensible(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "isExtensible")?;
    Ok(vm.is_extensible(o)?.into())
}

fn prevent_extensions(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "preventExtensions")?;
    Ok(vm.prevent_extensions(o)?.into())
}

fn own_keys(vm: &mut Vm, args: Args) -> Completion {
    let o = target(vm, args, "ownKeys")?;
    let keys = vm.own_property_keys(o)?;
    let list = keys.into_iter().map(|k| vm.key_value(k)).collect();
    Ok(vm.new_array(list).into())
}

/// ### [10.5.14 ProxyCreate](https://tc39.es/ecma262/#sec-proxycreate)
fn create(vm: &mut Vm, args: Args) -> Completion<ObjectId> {
    let (target, handler) = (args.get(vm, 0), args.get(vm, 1));
    let (Some(t), true) = (target.as_object(), handler.is_object()) else {
        return Err(vm.type_error("Cannot create proxy with a non-object as target or handler"));
    };
    let shape = vm.heap.root_shape(None);
    let mut object = Object::new(shape, Kind::Proxy);
    let callable = flags::CALLABLE | flags::CONSTRUCTOR;
    object.flags |= vm.heap.object(t).flags & callable;
    object.internal = Internal::Proxy { target, handler };
    Ok(vm.heap.alloc(object))
}

fn proxy(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Constructor Proxy requires 'new'"));
    }
    Ok(create(vm, args)?.into())
}

/// ### [28.2.2.1 Proxy.revocable](https://tc39.es/ecma262/#sec-proxy.revocable)
fn revocable(vm: &mut Vm, args: Args) -> Completion {
    let p = create(vm, args)?;
    let revoke = vm.new_data_function("", p.into());
    let result = vm.new_object();
    vm.put_fresh(result, "proxy", p.into());
    vm.put_fresh(result, "revoke", revoke);
    Ok(result.into())
}

/// The revoker of a proxy.
pub(crate) fn revoke(vm: &mut Vm, args: Args) -> Completion {
    if let Some(p) = vm.function_data(args.callee).as_object() {
        vm.heap.object_mut(p).internal =
            Internal::Proxy { target: Value::NULL, handler: Value::NULL };
    }
    Ok(Value::UNDEFINED)
}
