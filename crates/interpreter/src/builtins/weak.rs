//! ### [24.3 WeakMap](https://tc39.es/ecma262/#sec-weakmap-objects), [24.4 WeakSet](https://tc39.es/ecma262/#sec-weakset-objects),
//! ### [26.1 WeakRef](https://tc39.es/ecma262/#sec-weak-ref-objects), [26.2 FinalizationRegistry](https://tc39.es/ecma262/#sec-finalization-registry-objects)
//!
//! A WeakRef keeps its target and a registry never calls back: when an object becomes unreachable
//! is for the host to say, and a run is over before it matters.

use super::Intrinsic;
use super::table::{Code, Spec, Table, js, method, tag};
use crate::object::{Internal, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::WeakMap,
        spec: Spec::Constructor {
            name: "WeakMap",
            length: 0,
            code: Code::Js("weakMapConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::WeakMapPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::WeakMapPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("delete", 1, map_delete),
            method("get", 1, map_get),
            method("set", 2, map_set),
            method("has", 1, map_has),
            method("getOrInsert", 2, map_get_or_insert),
            js("getOrInsertComputed", 2, "weakMapGetOrInsertComputed"),
            tag("WeakMap"),
        ],
    },
    Table {
        id: Intrinsic::WeakSet,
        spec: Spec::Constructor {
            name: "WeakSet",
            length: 0,
            code: Code::Js("weakSetConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::WeakSetPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::WeakSetPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("delete", 1, set_delete),
            method("has", 1, set_has),
            method("add", 1, set_add),
            tag("WeakSet"),
        ],
    },
    Table {
        id: Intrinsic::WeakRef,
        spec: Spec::Constructor {
            name: "WeakRef",
            length: 1,
            code: Code::Native(weak_ref),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::WeakRefPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::WeakRefPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[method("deref", 0, deref), tag("WeakRef")],
    },
    Table {
        id: Intrinsic::FinalizationRegistry,
        spec: Spec::Constructor {
            name: "FinalizationRegistry",
            length: 1,
            code: Code::Native(registry),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::FinalizationRegistryPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::FinalizationRegistryPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("register", 2, register),
            method("unregister", 1, unregister),
            tag("FinalizationRegistry"),
        ],
    },
];

/// ### [24.3.3.2 WeakMap.prototype.delete](https://tc39.es/ecma262/#sec-weakmap.prototype.delete)
fn map_delete(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakMap, "WeakMap.prototype.delete")?;
    let key = args.get(vm, 0);
    Ok(vm.table_delete(id, key).into())
}
/// ### [24.3.3.3 WeakMap.prototype.get](https://tc39.es/ecma262/#sec-weakmap.prototype.get)
fn map_get(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakMap, "WeakMap.prototype.get")?;
    let key = args.get(vm, 0);
    Ok(vm.table_get(id, key))
}
/// ### [24.3.3.5 WeakMap.prototype.set](https://tc39.es/ecma262/#sec-weakmap.prototype.set)
fn map_set(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakMap, "WeakMap.prototype.set")?;
    let (key, value) = (args.get(vm, 0), args.get(vm, 1));
    if !vm.can_be_held_weakly(key) {
        return Err(vm.type_error("Invalid value used as weak map key"));
    }
    vm.table_set(id, key, value)?;
    Ok(id.into())
}
/// ### [24.3.3.4 WeakMap.prototype.has](https://tc39.es/ecma262/#sec-weakmap.prototype.has)
fn map_has(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakMap, "WeakMap.prototype.has")?;
    let key = args.get(vm, 0);
    Ok(vm.table_find(id, key).is_some().into())
}
/// ### WeakMap.prototype.getOrInsert
fn map_get_or_insert(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakMap, "WeakMap.prototype.getOrInsert")?;
    let (key, value) = (args.get(vm, 0), args.get(vm, 1));
    if !vm.can_be_held_weakly(key) {
        return Err(vm.type_error("Invalid value used as weak map key"));
    }
    if vm.table_find(id, key).is_some() {
        return Ok(vm.table_get(id, key));
    }
    vm.table_set(id, key, value)?;
    Ok(value)
}

/// ### [24.4.3.3 WeakSet.prototype.delete](https://tc39.es/ecma262/#sec-weakset.prototype.delete)
fn set_delete(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakSet, "WeakSet.prototype.delete")?;
    let value = args.get(vm, 0);
    Ok(vm.table_delete(id, value).into())
}
/// ### [24.4.3.4 WeakSet.prototype.has](https://tc39.es/ecma262/#sec-weakset.prototype.has)
fn set_has(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakSet, "WeakSet.prototype.has")?;
    let value = args.get(vm, 0);
    Ok(vm.table_find(id, value).is_some().into())
}
/// ### [24.4.3.1 WeakSet.prototype.add](https://tc39.es/ecma262/#sec-weakset.prototype.add)
fn set_add(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::WeakSet, "WeakSet.prototype.add")?;
    let value = args.get(vm, 0);
    if !vm.can_be_held_weakly(value) {
        return Err(vm.type_error("Invalid value used in weak set"));
    }
    vm.table_set(id, value, Value::UNDEFINED)?;
    Ok(id.into())
}

/// ### [26.1.1.1 WeakRef](https://tc39.es/ecma262/#sec-weak-ref-target)
fn weak_ref(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Constructor WeakRef requires 'new'"));
    }
    let target = args.get(vm, 0);
    if !vm.can_be_held_weakly(target) {
        return Err(vm.type_error("WeakRef: invalid target"));
    }
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::WeakRefPrototype)?;
    Ok(vm.heap.new_exotic(Some(proto), Kind::WeakRef, Internal::Primitive(target)).into())
}
/// ### [26.1.3.2 WeakRef.prototype.deref](https://tc39.es/ecma262/#sec-weak-ref.prototype.deref)
fn deref(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let id = vm.this_table(this, Kind::WeakRef, "WeakRef.prototype.deref")?;
    match &vm.heap.object(id).internal {
        Internal::Primitive(target) => Ok(*target),
        _ => Ok(Value::UNDEFINED),
    }
}

/// ### [26.2.1.1 FinalizationRegistry](https://tc39.es/ecma262/#sec-finalization-registry-cleanup-callback)
///
/// The table holds the unregister tokens in use.
fn registry(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Constructor FinalizationRegistry requires 'new'"));
    }
    let cleanup = args.get(vm, 0);
    if !vm.is_callable(cleanup) {
        return Err(vm.type_error("FinalizationRegistry: cleanup must be callable"));
    }
    let proto =
        vm.prototype_of_constructor(args.new_target, Intrinsic::FinalizationRegistryPrototype)?;
    Ok(vm.new_table(Kind::FinalizationRegistry, proto).into())
}
/// ### [26.2.3.2 FinalizationRegistry.prototype.register](https://tc39.es/ecma262/#sec-finalization-registry.prototype.register)
fn register(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(
        args.this(vm),
        Kind::FinalizationRegistry,
        "FinalizationRegistry.prototype.register",
    )?;
    let (target, held, token) = (args.get(vm, 0), args.get(vm, 1), args.get(vm, 2));
    if !vm.can_be_held_weakly(target) {
        return Err(vm.type_error("FinalizationRegistry.prototype.register: invalid target"));
    }
    if vm.same_value(target, held) {
        return Err(vm.type_error(
            "FinalizationRegistry.prototype.register: target and holdings must not be same",
        ));
    }
    if vm.can_be_held_weakly(token) {
        vm.table_set(id, token, Value::UNDEFINED)?;
    } else if !token.is_undefined() {
        let text = vm.describe(token);
        return Err(vm.type_error(&format!("Invalid unregisterToken ('{text}')")));
    }
    Ok(Value::UNDEFINED)
}
/// ### [26.2.3.3 FinalizationRegistry.prototype.unregister](https://tc39.es/ecma262/#sec-finalization-registry.prototype.unregister)
fn unregister(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(
        args.this(vm),
        Kind::FinalizationRegistry,
        "FinalizationRegistry.prototype.unregister",
    )?;
    let token = args.get(vm, 0);
    if !vm.can_be_held_weakly(token) {
        let text = vm.describe(token);
        return Err(vm.type_error(&format!("Invalid unregisterToken ('{text}')")));
    }
    Ok(vm.table_delete(id, token).into())
}
