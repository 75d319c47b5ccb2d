//! ### [25.5 The JSON Object](https://tc39.es/ecma262/#sec-json-object)

use super::Intrinsic;
use super::table::{Spec, Table, js, method, tag};
use crate::json::write::{Target, Unwritten};
use crate::object::{Attributes, Kind, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::Json,
    spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
    items: &[
        method("isRawJSON", 1, is_raw_json),
        js("parse", 2, "jsonParse"),
        method("rawJSON", 1, raw_json),
        js("stringify", 3, "jsonStringify"),
        tag("JSON"),
    ],
}];

fn is_raw_json(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    Ok(vm.has_slots_tag(value, super::tags::RAW_JSON).into())
}

/// ### [25.5.3 JSON.rawJSON](https://tc39.es/ecma262/#sec-json.rawjson)
fn raw_json(vm: &mut Vm, args: Args) -> Completion {
    let text = args.string(vm, 0)?;
    let view = vm.heap.view(text);
    let (first, last) = (view.at(0), view.at(view.len().saturating_sub(1)));
    if view.is_empty()
        || matches!(last, 9 | 10 | 13 | 32)
        || !crate::json::parse::is_primitive_json(first)
    {
        return Err(vm.syntax_error("Invalid value for JSON.rawJSON"));
    }
    vm.parse_json(text)?;
    let id = vm.new_slots(super::tags::RAW_JSON, None, Vec::new());
    let key = vm.heap.key("rawJSON");
    vm.heap.put_own(id, key, Slot::Data { value: text.into(), attributes: Attributes::ENUMERABLE });
    vm.set_flag(id, flags::EXTENSIBLE, false);
    Ok(id.into())
}

/// `$parseJson(text)`: the value.
pub(crate) fn parse(vm: &mut Vm, args: Args) -> Completion {
    let text = args.string(vm, 0)?;
    let len = vm.heap.string_len(text) as u64;
    vm.charge_ahead(&args, len)?;
    vm.parse_json(text)
}

/// `$parseJsonRecords(text)`: `[value, record]`.
pub(crate) fn parse_records(vm: &mut Vm, args: Args) -> Completion {
    let text = args.string(vm, 0)?;
    let (value, record) = vm.parse_json_records(text, true)?;
    Ok(vm.new_array(vec![value, record]).into())
}

/// `$stringifyPlain(value, list, gap)`: the text, undefined, or null when guest code must run.
pub(crate) fn stringify_plain(vm: &mut Vm, args: Args) -> Completion {
    let (value, list, gap) = (args.get(vm, 0), args.get(vm, 1), args.get(vm, 2));
    let list = match list.as_object() {
        Some(l) => {
            let values = vm.heap.object(l).elements.clone();
            let mut keys: Vec<PropertyKey> = Vec::new();
            for v in values {
                keys.push(vm.to_property_key(v)?);
            }
            Some(keys)
        }
        None => None,
    };
    let gap = gap.as_string().map(|s| vm.heap.view(s).to_units()).unwrap_or_default();
    match vm.write_json(value, Target::Plain, list, gap) {
        Ok(Some(builder)) => {
            if builder.len() > crate::heap::MAX_STRING_LENGTH as usize {
                return Err(vm.string_too_long());
            }
            Ok(vm.heap.build(builder).into())
        }
        Ok(None) => Ok(Value::UNDEFINED),
        Err(Unwritten::Abrupt(a)) => Err(a),
        Err(_) => Ok(Value::NULL),
    }
}

/// `$quoteJson(text)`
pub(crate) fn quote(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let mut out = crate::heap::StringBuilder::new();
    crate::json::write::quote(&vm.heap.view(s), &mut out);
    Ok(vm.heap.build(out).into())
}

impl Vm {
    pub(crate) fn has_slots_tag(&self, value: Value, tag: u8) -> bool {
        value.as_object().is_some_and(|o| {
            let object = self.heap.object(o);
            object.kind == Kind::Slots
                && matches!(&object.internal, crate::object::Internal::Slots(s) if s.tag == tag)
        })
    }
}
