//! `Headers` ([Fetch](https://fetch.spec.whatwg.org/#headers-class)); its constructor and `forEach`
//! are in `web.js`. Names are stored in lower case, each value as it was given.

use crate::builtins::table::{
    Code, Item, Spec, Table, interface, js_operation, method, operation, tag,
};
use crate::builtins::{Intrinsic, tags};
use crate::heap::{ObjectId, StringId};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

const KEYS: i32 = 0;
const VALUES: i32 = 1;
const ENTRIES: i32 = 2;

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::Headers,
        "Headers",
        0,
        Code::Js("headersConstructor"),
        Intrinsic::HeadersPrototype,
        &[],
    ),
    Table {
        id: Intrinsic::HeadersPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            operation("append", 2, append),
            operation("delete", 1, delete),
            operation("get", 1, get),
            operation("has", 1, has),
            operation("set", 2, set),
            operation("getSetCookie", 0, get_set_cookie),
            operation("keys", 0, |vm, a| iterator(vm, a, KEYS)),
            operation("values", 0, |vm, a| iterator(vm, a, VALUES)),
            operation("entries", 0, |vm, a| iterator(vm, a, ENTRIES)),
            js_operation("forEach", 1, "headersForEach"),
            Item::Alias { name: "@@iterator", of: "entries" },
            tag("Headers"),
        ],
    },
    Table {
        id: Intrinsic::HeadersIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[method("next", 0, next), tag("Headers Iterator")],
    },
];

/// `$newHeaders(newTarget)`.
pub(crate) fn create(vm: &mut Vm, args: Args) -> Completion {
    let target = args.get(vm, 0);
    let proto = vm.prototype_of_constructor(target, Intrinsic::HeadersPrototype)?;
    let list = vm.new_array(Vec::new());
    Ok(vm.new_slots(tags::HEADERS, Some(proto), vec![list.into()]).into())
}

/// `$appendHeader(headers, name, value)`.
pub(crate) fn append_intrinsic(vm: &mut Vm, args: Args) -> Completion {
    if let Some(id) = args.get(vm, 0).as_object() {
        let name = name_argument(vm, args, 1, "Headers.append")?;
        let value = value_argument(vm, args, 2, "Headers.append")?;
        push(vm, id, &name, &value)?;
    }
    Ok(Value::UNDEFINED)
}

/// `$headersPair(headers, index)`: name and value at a position of the iteration, or undefined.
pub(crate) fn pair_intrinsic(vm: &mut Vm, args: Args) -> Completion {
    let Some(id) =
        args.get(vm, 0).as_object().filter(|&id| vm.slots_tag(id) == Some(tags::HEADERS))
    else {
        return Err(vm.type_error("Value of \"this\" must be of type Headers"));
    };
    let index = args.integer(vm, 1)?;
    match pair_at(vm, id, index as usize)? {
        Some((name, value)) => Ok(vm.new_array(vec![name.into(), value.into()]).into()),
        None => Ok(Value::UNDEFINED),
    }
}

/// Names sorted, values of one name joined; `set-cookie` stays apart.
pub(crate) fn combined(vm: &mut Vm, id: ObjectId) -> Vec<(String, String)> {
    let mut pairs = vm.pairs(id);
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    let mut result: Vec<(String, String)> = Vec::with_capacity(pairs.len());
    for (name, value) in pairs {
        match result.last_mut() {
            Some(last) if last.0 == name && name != "set-cookie" => {
                last.1.push_str(", ");
                last.1.push_str(&value);
            }
            _ => result.push((name, value)),
        }
    }
    result
}

fn this(vm: &mut Vm, args: Args) -> Completion<ObjectId> {
    vm.this_interface(args, tags::HEADERS, "Headers")
}

/// Argument as a header name in lower case.
fn name_argument(vm: &mut Vm, args: Args, i: usize, method: &str) -> Completion<String> {
    let name = vm.scalar_string(args, i)?;
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    if name.is_empty() || !name.bytes().all(token) {
        return Err(vm.type_error(&format!("{method}: {name} is an invalid header name.")));
    }
    Ok(name.to_ascii_lowercase())
}

/// Argument as a header value without white space at its ends: a byte string without NUL, CR, LF.
fn value_argument(vm: &mut Vm, args: Args, i: usize, method: &str) -> Completion<String> {
    let value = vm.scalar_string(args, i)?;
    let value = value.trim_matches(|c| matches!(c, '\t' | '\n' | '\r' | ' '));
    if let Some((at, c)) = value.chars().enumerate().find(|(_, c)| *c > '\u{FF}') {
        let code = u32::from(c);
        return Err(vm.type_error(&format!(
            "Cannot convert argument to a ByteString because the character at index {at} has a value of {code} which is greater than 255."
        )));
    }
    if value.contains(['\0', '\r', '\n']) {
        return Err(vm.type_error(&format!("{method}: {value} is an invalid header value.")));
    }
    Ok(value.to_owned())
}

fn read(vm: &mut Vm, id: ObjectId) -> Completion<Vec<(String, String)>> {
    let pairs = vm.pairs(id);
    vm.charge(1 + pairs.len() as u64)?;
    Ok(pairs)
}

fn push(vm: &mut Vm, id: ObjectId, name: &str, value: &str) -> Completion<()> {
    let (name, value) = (vm.heap.new_string(name), vm.heap.new_string(value));
    if let Some(list) = vm.slot(id, 0).as_object() {
        vm.push_element(list, name.into())?;
        vm.push_element(list, value.into())?;
    }
    Ok(())
}

fn append(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name", "value"])?;
    let name = name_argument(vm, args, 0, "Headers.append")?;
    let value = value_argument(vm, args, 1, "Headers.append")?;
    push(vm, id, &name, &value)?;
    Ok(Value::UNDEFINED)
}

fn delete(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let name = name_argument(vm, args, 0, "Headers.delete")?;
    let mut pairs = read(vm, id)?;
    pairs.retain(|pair| pair.0 != name);
    vm.set_pairs(id, &pairs)?;
    Ok(Value::UNDEFINED)
}

fn get(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let name = name_argument(vm, args, 0, "Headers.get")?;
    let values: Vec<String> =
        read(vm, id)?.into_iter().filter(|pair| pair.0 == name).map(|pair| pair.1).collect();
    if values.is_empty() {
        return Ok(Value::NULL);
    }
    Ok(vm.heap.new_string(&values.join(", ")).into())
}

fn has(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let name = name_argument(vm, args, 0, "Headers.has")?;
    Ok(read(vm, id)?.iter().any(|pair| pair.0 == name).into())
}

fn set(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name", "value"])?;
    let name = name_argument(vm, args, 0, "Headers.set")?;
    let value = value_argument(vm, args, 1, "Headers.set")?;
    let mut pairs = read(vm, id)?;
    pairs.retain(|pair| pair.0 != name);
    pairs.push((name, value));
    vm.set_pairs(id, &pairs)?;
    Ok(Value::UNDEFINED)
}

fn get_set_cookie(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    let mut found = Vec::new();
    for (name, value) in read(vm, id)? {
        if name == "set-cookie" {
            found.push(Value::string(vm.heap.new_string(&value)));
        }
    }
    Ok(vm.new_array(found).into())
}

fn iterator(vm: &mut Vm, args: Args, kind: i32) -> Completion {
    let id = this(vm, args)?;
    let proto = vm.intrinsic(Intrinsic::HeadersIteratorPrototype);
    let values = vec![id.into(), Value::int(0), Value::int(kind)];
    Ok(vm.new_slots(tags::HEADERS_ITERATOR, Some(proto), values).into())
}

/// Live: the sorted list is made anew for each step.
fn pair_at(vm: &mut Vm, id: ObjectId, index: usize) -> Completion<Option<(StringId, StringId)>> {
    let pairs = combined(vm, id);
    vm.charge(1 + pairs.len() as u64)?;
    match pairs.get(index) {
        Some((name, value)) => Ok(Some((vm.heap.new_string(name), vm.heap.new_string(value)))),
        None => Ok(None),
    }
}

fn next(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_interface(args, tags::HEADERS_ITERATOR, "Headers Iterator")?;
    let position = vm.slot(id, 1).as_int().unwrap_or(0);
    let kind = vm.slot(id, 2).as_int().unwrap_or(ENTRIES);
    let pair = match vm.slot(id, 0).as_object() {
        Some(headers) => pair_at(vm, headers, position.max(0) as usize)?,
        None => None,
    };
    let Some((name, value)) = pair else {
        return Ok(vm.iter_result(Value::UNDEFINED, true));
    };
    vm.set_slot(id, 1, Value::int(position.saturating_add(1)));
    let result = match kind {
        KEYS => name.into(),
        VALUES => value.into(),
        _ => vm.new_array(vec![name.into(), value.into()]).into(),
    };
    Ok(vm.iter_result(result, false))
}
