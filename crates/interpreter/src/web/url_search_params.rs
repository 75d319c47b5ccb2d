//! `URLSearchParams` ([WHATWG URL](https://url.spec.whatwg.org/#interface-urlsearchparams)); its
//! constructor and `forEach` are in `web.js`.

use super::url::set_query;
use crate::builtins::table::{
    Code, Item, Spec, Table, attribute, interface, js_operation, method, operation, tag,
};
use crate::builtins::{Intrinsic, tags};
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use url::form_urlencoded;

const KEYS: i32 = 0;
const VALUES: i32 = 1;
const ENTRIES: i32 = 2;

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::UrlSearchParams,
        "URLSearchParams",
        0,
        Code::Js("urlSearchParamsConstructor"),
        Intrinsic::UrlSearchParamsPrototype,
        &[],
    ),
    Table {
        id: Intrinsic::UrlSearchParamsPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            attribute("size", |vm, a| {
                let id = this(vm, a)?;
                let count =
                    vm.slot(id, 0).as_object().map_or(0, |l| vm.heap.object(l).elements.len() / 2);
                Ok(Value::number(count as f64))
            }),
            operation("append", 2, append),
            operation("delete", 1, delete),
            operation("get", 1, get),
            operation("getAll", 1, get_all),
            operation("has", 1, has),
            operation("set", 2, set),
            operation("sort", 0, sort),
            js_operation("forEach", 1, "urlSearchParamsForEach"),
            operation("toString", 0, |vm, a| {
                let id = this(vm, a)?;
                let text = serialized(vm, id);
                vm.charge(text.len() as u64 / 8)?;
                Ok(vm.heap.new_string(&text).into())
            }),
            operation("entries", 0, |vm, a| iterator(vm, a, ENTRIES)),
            operation("keys", 0, |vm, a| iterator(vm, a, KEYS)),
            operation("values", 0, |vm, a| iterator(vm, a, VALUES)),
            Item::Alias { name: "@@iterator", of: "entries" },
            tag("URLSearchParams"),
        ],
    },
    Table {
        id: Intrinsic::UrlSearchParamsIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[method("next", 0, next), tag("URLSearchParams Iterator")],
    },
];

/// Pairs of an `application/x-www-form-urlencoded` text.
pub(crate) fn parse(query: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(query.as_bytes())
        .map(|(k, v)| (k.into_owned(), v.into_owned()))
        .collect()
}

/// The pairs as `application/x-www-form-urlencoded` text.
pub(crate) fn serialized(vm: &mut Vm, id: ObjectId) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(vm.pairs(id)).finish()
}

/// `$newUrlSearchParams(newTarget, init)`: of a text or of an internal array of texts.
pub(crate) fn create(vm: &mut Vm, args: Args) -> Completion {
    let target = args.get(vm, 0);
    let init = args.get(vm, 1);
    let proto = vm.prototype_of_constructor(target, Intrinsic::UrlSearchParamsPrototype)?;
    let params = vm.new_slots(tags::URL_SEARCH_PARAMS, Some(proto), vec![init, Value::UNDEFINED]);
    if let Some(text) = init.as_string() {
        let text = vm.heap.text(text);
        vm.charge(text.len() as u64 / 8)?;
        let pairs = parse(text.strip_prefix('?').unwrap_or(&text));
        vm.set_pairs(params, &pairs)?;
    }
    Ok(params.into())
}

/// `$urlSearchParamsList(params)`: the internal array of names and values, or the TypeError.
pub(crate) fn list_of(vm: &mut Vm, args: Args) -> Completion {
    match args.get(vm, 0).as_object() {
        Some(id) if vm.slots_tag(id) == Some(tags::URL_SEARCH_PARAMS) => Ok(vm.slot(id, 0)),
        _ => Err(vm.type_error("Value of \"this\" must be of type URLSearchParams")),
    }
}

fn this(vm: &mut Vm, args: Args) -> Completion<ObjectId> {
    vm.this_interface(args, tags::URL_SEARCH_PARAMS, "URLSearchParams")
}

fn read(vm: &mut Vm, id: ObjectId) -> Completion<Vec<(String, String)>> {
    let pairs = vm.pairs(id);
    vm.charge(1 + pairs.len() as u64)?;
    Ok(pairs)
}

/// Stores the pairs and, when they are the query of a URL, the query.
fn write(vm: &mut Vm, id: ObjectId, pairs: &[(String, String)]) -> Completion {
    vm.set_pairs(id, pairs)?;
    if let Some(url) = vm.slot(id, 1).as_object() {
        let query = serialized(vm, id);
        set_query(vm, url, &query)?;
    }
    Ok(Value::UNDEFINED)
}

fn append(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name", "value"])?;
    let (name, value) = (vm.scalar_string(args, 0)?, vm.scalar_string(args, 1)?);
    if vm.slot(id, 1).is_undefined() {
        let (name, value) = (vm.heap.new_string(&name), vm.heap.new_string(&value));
        if let Some(list) = vm.slot(id, 0).as_object() {
            vm.push_element(list, name.into())?;
            vm.push_element(list, value.into())?;
        }
        return Ok(Value::UNDEFINED);
    }
    let mut pairs = read(vm, id)?;
    pairs.push((name, value));
    write(vm, id, &pairs)
}

/// The optional second argument of `has` and `delete`.
fn wanted_value(vm: &mut Vm, args: Args) -> Completion<Option<String>> {
    if args.get(vm, 1).is_undefined() { Ok(None) } else { vm.scalar_string(args, 1).map(Some) }
}

fn matches(pair: &(String, String), name: &str, value: Option<&str>) -> bool {
    pair.0 == name && value.is_none_or(|value| pair.1 == value)
}

fn delete(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let (name, value) = (vm.scalar_string(args, 0)?, wanted_value(vm, args)?);
    let mut pairs = read(vm, id)?;
    pairs.retain(|pair| !matches(pair, &name, value.as_deref()));
    write(vm, id, &pairs)
}

fn get(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let name = vm.scalar_string(args, 0)?;
    match read(vm, id)?.into_iter().find(|pair| pair.0 == name) {
        Some((_, value)) => Ok(vm.heap.new_string(&value).into()),
        None => Ok(Value::NULL),
    }
}

fn get_all(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let name = vm.scalar_string(args, 0)?;
    let mut found = Vec::new();
    for (key, value) in read(vm, id)? {
        if key == name {
            found.push(Value::string(vm.heap.new_string(&value)));
        }
    }
    Ok(vm.new_array(found).into())
}

fn has(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name"])?;
    let (name, value) = (vm.scalar_string(args, 0)?, wanted_value(vm, args)?);
    Ok(read(vm, id)?.iter().any(|pair| matches(pair, &name, value.as_deref())).into())
}

fn set(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    vm.require_arguments(args, &["name", "value"])?;
    let (name, value) = (vm.scalar_string(args, 0)?, vm.scalar_string(args, 1)?);
    let mut pairs = read(vm, id)?;
    let mut value = Some(value);
    pairs.retain_mut(|pair| {
        if pair.0 != name {
            return true;
        }
        match value.take() {
            Some(value) => {
                pair.1 = value;
                true
            }
            None => false,
        }
    });
    if let Some(value) = value {
        pairs.push((name, value));
    }
    write(vm, id, &pairs)
}

/// Stable, by UTF-16 code units of the names.
fn sort(vm: &mut Vm, args: Args) -> Completion {
    let id = this(vm, args)?;
    let mut pairs = read(vm, id)?;
    vm.charge(pairs.len() as u64 * u64::from(pairs.len().max(2).ilog2()))?;
    pairs.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
    write(vm, id, &pairs)
}

fn iterator(vm: &mut Vm, args: Args, kind: i32) -> Completion {
    let id = this(vm, args)?;
    let proto = vm.intrinsic(Intrinsic::UrlSearchParamsIteratorPrototype);
    let values = vec![id.into(), Value::int(0), Value::int(kind)];
    Ok(vm.new_slots(tags::URL_SEARCH_PARAMS_ITERATOR, Some(proto), values).into())
}

/// Live: reads the list as it is now.
fn next(vm: &mut Vm, args: Args) -> Completion {
    let id =
        vm.this_interface(args, tags::URL_SEARCH_PARAMS_ITERATOR, "URLSearchParams Iterator")?;
    let position = vm.slot(id, 1).as_int().unwrap_or(0);
    let kind = vm.slot(id, 2).as_int().unwrap_or(ENTRIES);
    let list = vm.slot(id, 0).as_object().and_then(|params| vm.slot(params, 0).as_object());
    let at = position.max(0) as usize * 2;
    let pair = list.and_then(|list| {
        let elements = &vm.heap.object(list).elements;
        Some((*elements.get(at)?, *elements.get(at + 1)?))
    });
    let Some((name, value)) = pair else {
        return Ok(vm.iter_result(Value::UNDEFINED, true));
    };
    vm.set_slot(id, 1, Value::int(position.saturating_add(1)));
    let result = match kind {
        KEYS => name,
        VALUES => value,
        _ => vm.new_array(vec![name, value]).into(),
    };
    Ok(vm.iter_result(result, false))
}
