//! Host functions of the conformance suite: `print` and `$262`. Only with `MachineOptions::test_hooks`.

use crate::object::Internal;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_protocol::{LogEntry, LogLevel};

/// Mounts the hooks on the global object.
pub(crate) fn install(vm: &mut Vm) {
    let global = vm.realm.global;
    let print = vm.new_data_function("print", Value::UNDEFINED);
    vm.define_hidden(global, "print", print);
    let host = vm.new_object();
    let detach = vm.new_data_function("detachArrayBuffer", Value::UNDEFINED);
    vm.define_hidden(host, "detachArrayBuffer", detach);
    let gc = vm.new_data_function("gc", Value::UNDEFINED);
    vm.define_hidden(host, "gc", gc);
    vm.define_hidden(host, "global", Value::object(global));
    vm.define_hidden(global, "$262", Value::object(host));
}

pub(crate) fn print(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let text = vm.heap.text(s);
    vm.logs.push(LogEntry { level: LogLevel::Log, text });
    Ok(Value::UNDEFINED)
}

pub(crate) fn detach(vm: &mut Vm, args: Args) -> Completion {
    if let Some(id) = args.get(vm, 0).as_object() {
        if let Internal::Buffer(b) = &mut vm.heap.object_mut(id).internal {
            b.detached = true;
            b.bytes = Vec::new();
        }
    }
    Ok(Value::NULL)
}

pub(crate) fn gc(_vm: &mut Vm, _args: Args) -> Completion {
    Ok(Value::UNDEFINED)
}
