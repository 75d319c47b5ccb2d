//! `structuredClone`: a deep copy of data, cycles and shared references kept, without recursion.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Spec, Table};
use crate::heap::ObjectId;
use crate::object::{Internal, Kind, PropertyKey, ViewData};
use crate::value::{Unpacked, Value};
use crate::vm::{Abrupt, Args, Completion, Vm};
use rustc_hash::FxHashMap;

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::StructuredClone,
    spec: Spec::Function {
        name: "structuredClone",
        length: 1,
        code: Code::Native(structured_clone),
    },
    items: &[],
}];

/// What is still to be copied into a clone.
enum Todo {
    Member { from: ObjectId, to: ObjectId, key: PropertyKey },
    Entry { to: ObjectId, key: Value, value: Value, map: bool },
}

fn structured_clone(vm: &mut Vm, args: Args) -> Completion {
    if args.is_empty() {
        return Err(vm.type_error("The \"value\" argument must be specified"));
    }
    let mut transfer: Vec<ObjectId> = Vec::new();
    if let Some(options) = args.get(vm, 1).as_object() {
        let list = vm.get_named(options, "transfer")?;
        if let Some(l) = list.as_object() {
            for v in vm.list_from_array_like(l)? {
                match v.as_object() {
                    Some(o) if vm.heap.object(o).kind == Kind::ArrayBuffer => transfer.push(o),
                    _ => return Err(not_cloneable(vm, v)),
                }
            }
        }
    }
    let mut seen: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
    let mut todo: Vec<Todo> = Vec::new();
    let value = args.get(vm, 0);
    let result = copy(vm, value, &mut seen, &mut todo)?;
    while let Some(next) = todo.pop() {
        vm.charge(2)?;
        vm.charge_memory(64)?;
        match next {
            Todo::Member { from, to, key } => {
                // Getters run here, as the specification has it.
                let value = vm.get(from, key)?;
                vm.heap.native_log.push(value);
                let value = copy(vm, value, &mut seen, &mut todo)?;
                vm.heap.put(to, key, value);
            }
            Todo::Entry { to, key, value, map } => {
                let key = copy(vm, key, &mut seen, &mut todo)?;
                let value = if map { copy(vm, value, &mut seen, &mut todo)? } else { value };
                vm.table_set(to, key, value)?;
            }
        }
    }
    for id in transfer {
        if let Some(b) = vm.buffer_mut(id) {
            b.bytes = Vec::new();
            b.detached = true;
        }
    }
    Ok(result)
}

fn not_cloneable(vm: &mut Vm, value: Value) -> Abrupt {
    let text = match value.as_object() {
        Some(o) if vm.heap.object(o).is_callable() => vm.function_source(value),
        _ => vm.describe(value),
    };
    let cut: String = text.chars().take(80).collect();
    vm.dom_exception("DataCloneError", &format!("{cut} could not be cloned."))
}

fn copy(
    vm: &mut Vm,
    value: Value,
    seen: &mut FxHashMap<ObjectId, ObjectId>,
    todo: &mut Vec<Todo>,
) -> Completion {
    let id = match value.unpack() {
        Unpacked::Object(id) => id,
        Unpacked::Symbol(_) => return Err(not_cloneable(vm, value)),
        _ => return Ok(value),
    };
    if let Some(&done) = seen.get(&id) {
        return Ok(done.into());
    }
    let object = vm.heap.object(id);
    let kind = object.kind;
    vm.charge_memory(vm.heap.object(id).extra_bytes() + 128)?;
    let object = vm.heap.object(id);
    let clone = match kind {
        Kind::Array => {
            let length = object.length;
            let a = vm.new_array(Vec::new());
            vm.heap.object_mut(a).length = length;
            a
        }
        Kind::Ordinary | Kind::Arguments | Kind::MappedArguments => vm.new_object(),
        Kind::Boolean | Kind::Number | Kind::String | Kind::BigInt | Kind::Date => {
            let proto = match kind {
                Kind::Boolean => Intrinsic::BooleanPrototype,
                Kind::Number => Intrinsic::NumberPrototype,
                Kind::String => Intrinsic::StringPrototype,
                Kind::BigInt => Intrinsic::BigIntPrototype,
                _ => Intrinsic::DatePrototype,
            };
            let internal = object.internal.clone();
            let proto = vm.intrinsic(proto);
            vm.heap.new_exotic(Some(proto), kind, internal)
        }
        Kind::RegExp => {
            let Internal::RegExp(r) = object.internal.clone() else { return Ok(Value::UNDEFINED) };
            let proto = vm.intrinsic(Intrinsic::RegExpPrototype);
            match (r.source.as_string(), r.flags.as_string()) {
                (Some(source), Some(flags)) => vm.regexp_object(proto, source, flags, r.regex),
                _ => return Ok(Value::UNDEFINED),
            }
        }
        Kind::Map | Kind::Set => {
            let entries: Vec<(Value, Value)> = match &object.internal {
                Internal::Table(t) => t
                    .entries
                    .iter()
                    .filter(|e| !e.key.is_hole())
                    .map(|e| (e.key, e.value))
                    .collect(),
                _ => Vec::new(),
            };
            let proto =
                if kind == Kind::Map { Intrinsic::MapPrototype } else { Intrinsic::SetPrototype };
            let proto = vm.intrinsic(proto);
            let table = Internal::Table(Box::default());
            let to = vm.heap.new_exotic(Some(proto), kind, table);
            for (key, value) in entries.into_iter().rev() {
                todo.push(Todo::Entry { to, key, value, map: kind == Kind::Map });
            }
            seen.insert(id, to);
            return Ok(to.into());
        }
        Kind::ArrayBuffer => {
            let internal = object.internal.clone();
            let proto = vm.intrinsic(Intrinsic::ArrayBufferPrototype);
            vm.heap.new_exotic(Some(proto), kind, internal)
        }
        Kind::TypedArray | Kind::DataView => {
            let Some(view) = vm.view(id) else { return Ok(Value::UNDEFINED) };
            let buffer = copy(vm, view.buffer.into(), seen, todo)?;
            let Some(buffer) = buffer.as_object() else { return Ok(Value::UNDEFINED) };
            let proto = if kind == Kind::DataView {
                vm.intrinsic(Intrinsic::DataViewPrototype)
            } else {
                vm.typed_array_prototype(view.element)
            };
            let internal = Internal::View(Box::new(ViewData { buffer, ..view }));
            vm.heap.new_exotic(Some(proto), kind, internal)
        }
        Kind::Error => {
            let name = vm.data_text(id, "name").unwrap_or_default();
            let exception = vm.intrinsic(Intrinsic::DOMExceptionPrototype);
            let is_exception = vm.heap.proto_of(id) == Some(exception);
            let proto = match name.as_str() {
                _ if is_exception => Intrinsic::DOMExceptionPrototype,
                "EvalError" => Intrinsic::EvalErrorPrototype,
                "RangeError" => Intrinsic::RangeErrorPrototype,
                "ReferenceError" => Intrinsic::ReferenceErrorPrototype,
                "SyntaxError" => Intrinsic::SyntaxErrorPrototype,
                "TypeError" => Intrinsic::TypeErrorPrototype,
                "URIError" => Intrinsic::URIErrorPrototype,
                _ => Intrinsic::ErrorPrototype,
            };
            let internal = vm.heap.object(id).internal.clone();
            let proto = vm.intrinsic(proto);
            let to = vm.heap.new_exotic(Some(proto), Kind::Error, internal);
            seen.insert(id, to);
            if is_exception {
                let name = vm.heap.new_string(&name);
                vm.define_hidden(to, "name", name.into());
            }
            for name in ["message", "stack", "cause"] {
                let key = vm.heap.key(name);
                if let Some(crate::object::Slot::Data { value, .. }) = vm.own(id, key) {
                    let value = copy(vm, value, seen, todo)?;
                    vm.define_hidden(to, name, value);
                }
            }
            return Ok(to.into());
        }
        _ => return Err(not_cloneable(vm, value)),
    };
    seen.insert(id, clone);
    if matches!(kind, Kind::Array | Kind::Ordinary | Kind::Arguments | Kind::MappedArguments) {
        let keys = vm.own_property_keys(id)?;
        vm.charge(keys.len() as u64)?;
        for key in keys.into_iter().rev() {
            if !key.is_symbol() && vm.own(id, key).is_some_and(|s| s.enumerable()) {
                todo.push(Todo::Member { from: id, to: clone, key });
            }
        }
    }
    Ok(clone.into())
}
