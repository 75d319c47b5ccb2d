//! ### [20.2 Function Objects](https://tc39.es/ecma262/#sec-function-objects)

use super::Intrinsic;
use super::table::{Code, Item, Spec, Special, Table, method, special};
use crate::object::{Attributes, BoundData, Internal, Kind, Object, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Function,
        spec: Spec::Constructor {
            name: "Function",
            length: 1,
            code: Code::Native(no_code_from_text),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::FunctionPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::FunctionPrototype,
        spec: Spec::Function { name: "", length: 0, code: Code::Native(empty) },
        items: &[
            special("apply", 2, Special::FunctionApply),
            method("bind", 1, bind),
            special("call", 1, Special::FunctionCall),
            method("toString", 0, to_string),
            Item::Data {
                name: "@@hasInstance",
                value: super::table::Const::Function {
                    name: "[Symbol.hasInstance]",
                    length: 1,
                    js: "functionHasInstance",
                },
                attributes: Attributes::NONE,
            },
        ],
    },
    Table {
        id: Intrinsic::ThrowTypeError,
        spec: Spec::Function { name: "", length: 0, code: Code::Native(throw_type_error) },
        items: &[],
    },
];

fn empty(_vm: &mut Vm, _args: Args) -> Completion {
    Ok(Value::UNDEFINED)
}

/// Code is never made from text.
pub(crate) fn no_code_from_text(vm: &mut Vm, _args: Args) -> Completion {
    Err(vm.error(
        Intrinsic::EvalErrorPrototype,
        "Code generation from strings is not available: write a function expression instead",
    ))
}

fn throw_type_error(vm: &mut Vm, _args: Args) -> Completion {
    Err(vm.type_error(
        "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them",
    ))
}

/// ### [20.2.3.2 Function.prototype.bind](https://tc39.es/ecma262/#sec-function.prototype.bind)
fn bind(vm: &mut Vm, args: Args) -> Completion {
    let target = args.this(vm);
    let Some(id) = target.as_object().filter(|&o| vm.heap.object(o).is_callable()) else {
        return Err(vm.type_error("Bind must be called on a function"));
    };
    let bound_args = args.rest(vm, 1);
    let count = bound_args.len() as f64;
    let proto = vm.get_prototype_of(id)?;
    let shape = vm.heap.root_shape(proto);
    let mut object = Object::new(shape, Kind::Bound);
    object.flags |= flags::CALLABLE;
    if vm.heap.object(id).is_constructor() {
        object.flags |= flags::CONSTRUCTOR;
    }
    object.internal =
        Internal::Bound(Box::new(BoundData { target, this: args.get(vm, 0), args: bound_args }));
    vm.heap.bytes += object.extra_bytes();
    let bound = vm.heap.alloc(object);
    let names = vm.realm.names;
    let mut length = 0.0;
    if vm.get_own_property(id, names.length)?.is_some() {
        let v = vm.get(id, names.length)?;
        if let Some(n) = v.as_number() {
            length = if n == f64::INFINITY {
                n
            } else if n == f64::NEG_INFINITY || n.is_nan() {
                0.0
            } else {
                (n.trunc() - count).max(0.0)
            };
        }
    }
    let name = vm.get(id, names.name)?;
    let name = name.as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
    let name = vm.heap.new_string(&format!("bound {name}"));
    let put = |vm: &mut Vm, key: PropertyKey, value| {
        vm.heap.put_own(bound, key, Slot::Data { value, attributes: Attributes::CONFIGURABLE });
    };
    put(vm, names.length, Value::number(length));
    put(vm, names.name, name.into());
    Ok(bound.into())
}

/// ### [20.2.3.5 Function.prototype.toString](https://tc39.es/ecma262/#sec-function.prototype.tostring)
fn to_string(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    if !vm.is_callable(this) {
        return Err(vm.type_error("Function.prototype.toString requires that 'this' be a Function"));
    }
    let text = vm.function_source(this);
    Ok(vm.heap.new_string(&text).into())
}

impl Vm {
    /// Source text of a function, or the native form.
    pub(crate) fn function_source(&mut self, function: Value) -> String {
        let Some(id) = function.as_object() else { return String::new() };
        if let Internal::Function(f) = &self.heap.object(id).internal {
            let block = self.block(f.code);
            if !block.flags.self_hosted {
                let (start, end) = block.source;
                if let Some(text) = self.program.text.get(start as usize..end as usize) {
                    return text.to_string();
                }
            }
        }
        let name = self.data_text(id, "name").unwrap_or_default();
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
            || name.starts_with("[Symbol.")
            || name.starts_with("get ")
            || name.starts_with("set ");
        let name = if plain { name } else { String::new() };
        format!("function {name}() {{ [native code] }}")
    }
}
