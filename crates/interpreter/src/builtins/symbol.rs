//! ### [20.4 Symbol Objects](https://tc39.es/ecma262/#sec-symbol-objects) and [20.3 Boolean Objects](https://tc39.es/ecma262/#sec-boolean-objects)

use super::Intrinsic;
use super::table::{Code, Const, Item, Spec, Table, getter, method, tag};
use crate::heap::{SymbolId, SymbolKind};
use crate::object::{Attributes, Internal, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

const fn well_known(name: &'static str) -> Item {
    Item::Data { name, value: Const::Symbol(name), attributes: Attributes::NONE }
}

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Symbol,
        spec: Spec::Constructor {
            name: "Symbol",
            length: 0,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::SymbolPrototype),
        },
        items: &[
            well_known("asyncDispose"),
            well_known("asyncIterator"),
            well_known("dispose"),
            method("for", 1, symbol_for),
            well_known("hasInstance"),
            well_known("isConcatSpreadable"),
            well_known("iterator"),
            method("keyFor", 1, key_for),
            well_known("match"),
            well_known("matchAll"),
            well_known("replace"),
            well_known("search"),
            well_known("species"),
            well_known("split"),
            well_known("toPrimitive"),
            well_known("toStringTag"),
            well_known("unscopables"),
        ],
    },
    Table {
        id: Intrinsic::SymbolPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            getter("description", description),
            method("toString", 0, to_string),
            method("valueOf", 0, value_of),
            Item::ReadonlyMethod { name: "@@toPrimitive", length: 1, code: Code::Native(value_of) },
            tag("Symbol"),
        ],
    },
    Table {
        id: Intrinsic::Boolean,
        spec: Spec::Constructor {
            name: "Boolean",
            length: 1,
            code: Code::Native(boolean),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::BooleanPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::BooleanPrototype,
        spec: Spec::Special,
        items: &[method("toString", 0, boolean_to_string), method("valueOf", 0, boolean_value_of)],
    },
];

/// ### [20.4.1.1 Symbol](https://tc39.es/ecma262/#sec-symbol-description)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if args.is_construct() {
        return Err(vm.type_error("Symbol is not a constructor"));
    }
    let description = if args.get(vm, 0).is_undefined() { None } else { Some(args.string(vm, 0)?) };
    Ok(Value::symbol(vm.heap.new_symbol(description, SymbolKind::Plain)))
}

fn symbol_for(vm: &mut Vm, args: Args) -> Completion {
    let key = args.string(vm, 0)?;
    let key = vm.heap.intern(key);
    if let Some(&s) = vm.heap.symbol_registry.get(&key) {
        return Ok(Value::symbol(s));
    }
    let s = vm.heap.new_symbol(Some(key), SymbolKind::Registered);
    vm.heap.symbol_registry.insert(key, s);
    Ok(Value::symbol(s))
}

fn key_for(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    let Some(s) = value.as_symbol() else {
        let what = vm.describe(value);
        return Err(vm.type_error(&format!("{what} is not a symbol")));
    };
    let cell = vm.heap.symbol(s);
    match (cell.kind, cell.description) {
        (SymbolKind::Registered, Some(d)) => Ok(Value::string(d)),
        _ => Ok(Value::UNDEFINED),
    }
}

fn this_symbol(vm: &mut Vm, args: Args, name: &str) -> Completion<SymbolId> {
    let this = args.this(vm);
    if let Some(s) = this.as_symbol() {
        return Ok(s);
    }
    if let Some(Internal::Primitive(v)) = this.as_object().map(|o| &vm.heap.object(o).internal) {
        if let Some(s) = v.as_symbol() {
            return Ok(s);
        }
    }
    Err(vm.type_error(&format!("{name} requires that 'this' be a Symbol")))
}

fn description(vm: &mut Vm, args: Args) -> Completion {
    let s = this_symbol(vm, args, "Symbol.prototype.description")?;
    Ok(vm.heap.symbol(s).description.map_or(Value::UNDEFINED, Value::string))
}

fn to_string(vm: &mut Vm, args: Args) -> Completion {
    let s = this_symbol(vm, args, "Symbol.prototype.toString")?;
    let text = vm.describe(Value::symbol(s));
    Ok(vm.heap.new_string(&text).into())
}

fn value_of(vm: &mut Vm, args: Args) -> Completion {
    Ok(Value::symbol(this_symbol(vm, args, "Symbol.prototype.valueOf")?))
}

/// ### [20.3.1.1 Boolean](https://tc39.es/ecma262/#sec-boolean-constructor-boolean-value)
fn boolean(vm: &mut Vm, args: Args) -> Completion {
    let value = Value::bool(vm.to_boolean(args.get(vm, 0)));
    if !args.is_construct() {
        return Ok(value);
    }
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::BooleanPrototype)?;
    Ok(vm.heap.new_exotic(Some(proto), Kind::Boolean, Internal::Primitive(value)).into())
}

fn this_boolean(vm: &mut Vm, args: Args, name: &str) -> Completion<bool> {
    let this = args.this(vm);
    if let Some(b) = this.as_bool() {
        return Ok(b);
    }
    if let Some(o) = this.as_object() {
        let o = vm.heap.object(o);
        if let (Kind::Boolean, Internal::Primitive(v)) = (o.kind, &o.internal) {
            return Ok(*v == Value::TRUE);
        }
    }
    Err(vm.type_error(&format!("{name} requires that 'this' be a Boolean")))
}

fn boolean_to_string(vm: &mut Vm, args: Args) -> Completion {
    let b = this_boolean(vm, args, "Boolean.prototype.toString")?;
    Ok(vm.heap.new_string(if b { "true" } else { "false" }).into())
}

fn boolean_value_of(vm: &mut Vm, args: Args) -> Completion {
    Ok(this_boolean(vm, args, "Boolean.prototype.valueOf")?.into())
}
