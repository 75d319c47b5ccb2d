//! ### [24.1 Map Objects](https://tc39.es/ecma262/#sec-map-objects)

use super::Intrinsic;
use super::collection::{ENTRIES, KEYS, VALUES};
use super::table::{Code, Spec, Table, alias, getter, js, js_getter, method, tag};
use crate::object::Kind;
use crate::object::collection::OrderedTable;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Map,
        spec: Spec::Constructor {
            name: "Map",
            length: 0,
            code: Code::Js("mapConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::MapPrototype),
        },
        items: &[js("groupBy", 2, "mapGroupBy"), js_getter("@@species", "speciesGetter")],
    },
    Table {
        id: Intrinsic::MapPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("get", 1, get),
            method("set", 2, set),
            method("has", 1, has),
            method("delete", 1, delete),
            method("clear", 0, clear),
            method("entries", 0, entries),
            js("forEach", 1, "mapForEach"),
            method("keys", 0, keys),
            getter("size", size),
            method("values", 0, values),
            method("getOrInsert", 2, get_or_insert),
            js("getOrInsertComputed", 2, "mapGetOrInsertComputed"),
            alias("@@iterator", "entries"),
            tag("Map"),
        ],
    },
    Table {
        id: Intrinsic::MapIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[method("next", 0, next), tag("Map Iterator")],
    },
];

/// ### [24.1.3.6 Map.prototype.get](https://tc39.es/ecma262/#sec-map.prototype.get)
fn get(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.get")?;
    let key = args.get(vm, 0);
    Ok(vm.table_get(id, key))
}
/// ### [24.1.3.9 Map.prototype.set](https://tc39.es/ecma262/#sec-map.prototype.set)
fn set(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.set")?;
    let (key, value) = (args.get(vm, 0), args.get(vm, 1));
    vm.table_set(id, key, value)?;
    Ok(id.into())
}
/// ### [24.1.3.7 Map.prototype.has](https://tc39.es/ecma262/#sec-map.prototype.has)
fn has(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.has")?;
    let key = args.get(vm, 0);
    Ok(vm.table_find(id, key).is_some().into())
}
/// ### [24.1.3.3 Map.prototype.delete](https://tc39.es/ecma262/#sec-map.prototype.delete)
fn delete(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.delete")?;
    let key = args.get(vm, 0);
    Ok(vm.table_delete(id, key).into())
}
/// ### [24.1.3.1 Map.prototype.clear](https://tc39.es/ecma262/#sec-map.prototype.clear)
fn clear(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.clear")?;
    if let Some(t) = vm.table_mut(id) {
        t.clear();
    }
    Ok(Value::UNDEFINED)
}
/// ### [24.1.3.10 get Map.prototype.size](https://tc39.es/ecma262/#sec-get-map.prototype.size)
fn size(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "get Map.prototype.size")?;
    Ok(Value::number(vm.table(id).map_or(0, OrderedTable::len) as f64))
}
/// ### Map.prototype.getOrInsert
fn get_or_insert(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.getOrInsert")?;
    let (key, value) = (args.get(vm, 0), args.get(vm, 1));
    if vm.table_find(id, key).is_some() {
        return Ok(vm.table_get(id, key));
    }
    vm.table_set(id, key, value)?;
    Ok(value)
}
/// ### [24.1.3.4 Map.prototype.entries](https://tc39.es/ecma262/#sec-map.prototype.entries)
fn entries(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.entries")?;
    Ok(vm.new_table_iterator(id, ENTRIES, Intrinsic::MapIteratorPrototype))
}
/// ### [24.1.3.8 Map.prototype.keys](https://tc39.es/ecma262/#sec-map.prototype.keys)
fn keys(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.keys")?;
    Ok(vm.new_table_iterator(id, KEYS, Intrinsic::MapIteratorPrototype))
}
/// ### [24.1.3.11 Map.prototype.values](https://tc39.es/ecma262/#sec-map.prototype.values)
fn values(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_table(args.this(vm), Kind::Map, "Map.prototype.values")?;
    Ok(vm.new_table_iterator(id, VALUES, Intrinsic::MapIteratorPrototype))
}
/// ### [24.1.5.2.1 %MapIteratorPrototype%.next](https://tc39.es/ecma262/#sec-%mapiteratorprototype%.next)
fn next(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    vm.table_iterator_next(this, Intrinsic::MapIteratorPrototype, "Map Iterator.prototype.next")
}
