//! ### [20.1 Object Objects](https://tc39.es/ecma262/#sec-object-objects)

use super::Intrinsic;
use super::table::{Code, Spec, Table};
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
        items: &[],
    },
    Table { id: Intrinsic::ObjectPrototype, spec: Spec::Plain { proto: None }, items: &[] },
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
