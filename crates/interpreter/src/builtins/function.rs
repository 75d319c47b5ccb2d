//! ### [20.2 Function Objects](https://tc39.es/ecma262/#sec-function-objects) and the prototypes of generators

use super::Intrinsic;
use super::table::{Code, Spec, Special, Table, method, special};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::FunctionPrototype,
        spec: Spec::Function { name: "", length: 0, code: Code::Native(empty) },
        items: &[
            special("call", 1, Special::FunctionCall),
            special("apply", 2, Special::FunctionApply),
            method("toString", 0, to_string),
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

fn throw_type_error(vm: &mut Vm, _args: Args) -> Completion {
    Err(vm.type_error(
        "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them",
    ))
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
        if let Some(id) = function.as_object() {
            if let crate::object::Internal::Function(f) = &self.heap.object(id).internal {
                let block = self.block(f.code);
                if !block.flags.self_hosted {
                    let (start, end) = block.source;
                    if let Some(text) = self.program.text.get(start as usize..end as usize) {
                        return text.to_string();
                    }
                }
            }
            let name = self.data_text(id, "name").unwrap_or_default();
            return format!("function {name}() {{ [native code] }}");
        }
        String::new()
    }
}
