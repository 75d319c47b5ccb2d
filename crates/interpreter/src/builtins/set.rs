//! ### [24.2 Set Objects](https://tc39.es/ecma262/#sec-set-objects)

use super::Intrinsic;
use super::collection::{ENTRIES, KEYS, SET_KINDS};
use super::table::{Code, Spec, Table, alias, getter, js, js_getter, method, tag};
use crate::object::Kind;
use crate::object::collection::OrderedTable;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Set,
        spec: Spec::Constructor {
            name: "Set",
            length: 0,
            code: Code::Js("setConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::SetPrototype),
        },
        items: &[js_getter("@@species", "speciesGetter")],
    },
    Table {
        id: Intrinsic::SetPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("has", 1, has),
            method("add", 1, add),
            method("delete", 1, delete),
            method("clear", 0, clear),
            method("entries", 0, entries),
            js("forEach", 1, "setForEach"),
            getter("size", size),
            method("values", 0, values),
            js("difference", 1, "setDifference"),
            js("intersection", 1, "setIntersection"),
            js("isDisjointFrom", 1, "setIsDisjointFrom"),
            js("isSubsetOf", 1, "setIsSubsetOf"),
            js("isSupersetOf", 1, "setIsSupersetOf"),
            js("symmetricDifference", 1, "setSymmetricDifference"),
            js("union", 1, "setUnion"),
            alias("keys", "values"),
            alias("@@iterator", "values"),
            tag("Set"),
        ],
    },
    Table {
        id: Intrinsic::SetIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[method("next", 0, next), tag("Set Iterator")],
    },
];

/// ### [24.2.4.8 Set.prototype.has](https://tc39.es/ecma262/#sec-set.prototype.has)
fn has(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "Set.prototype.has")?;
    let value = args.get(vm, 0);
    Ok(vm.table_find(id, value).is_some().into())
}
/// ### [24.2.4.1 Set.prototype.add](https://tc39.es/ecma262/#sec-set.prototype.add)
fn add(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "Set.prototype.add")?;
    let value = args.get(vm, 0);
    vm.table_set(id, value, Value::UNDEFINED)?;
    Ok(id.into())
}
/// ### [24.2.4.4 Set.prototype.delete](https://tc39.es/ecma262/#sec-set.prototype.delete)
fn delete(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "Set.prototype.delete")?;
    let value = args.get(vm, 0);
    Ok(vm.table_delete(id, value).into())
}
/// ### [24.2.4.2 Set.prototype.clear](https://tc39.es/ecma262/#sec-set.prototype.clear)
fn clear(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "Set.prototype.clear")?;
    if let Some(t) = vm.table_mut(id) {
        t.clear();
    }
    Ok(Value::UNDEFINED)
}
/// ### [24.2.4.14 get Set.prototype.size](https://tc39.es/ecma262/#sec-get-set.prototype.size)
fn size(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "get Set.prototype.size")?;
    Ok(Value::number(vm.table(id).map_or(0, OrderedTable::len) as f64))
}
/// ### [24.2.4.6 Set.prototype.entries](https://tc39.es/ecma262/#sec-set.prototype.entries)
fn entries(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "Set.prototype.entries")?;
    Ok(vm.new_table_iterator(id, SET_KINDS + ENTRIES, Intrinsic::SetIteratorPrototype))
}
/// ### [24.2.4.17 Set.prototype.values](https://tc39.es/ecma262/#sec-set.prototype.values)
fn values(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Set, "Set.prototype.values")?;
    Ok(vm.new_table_iterator(id, SET_KINDS + KEYS, Intrinsic::SetIteratorPrototype))
}
/// ### [24.2.6.2.1 %SetIteratorPrototype%.next](https://tc39.es/ecma262/#sec-%setiteratorprototype%.next)
fn next(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    vm.table_iterator_next(this, Intrinsic::SetIteratorPrototype, "Set Iterator.prototype.next")
}
