//! `URL` ([WHATWG URL](https://url.spec.whatwg.org/#url-class)) over the `url` crate.
//!
//! The slot holds the serialised URL, which is parsed anew for each access: a record is small and
//! parsing is quicker than keeping parsed values in the collected heap would be.

use super::url_search_params;
use crate::builtins::table::{
    Code, Item, Spec, Table, attribute, attribute_with, interface, operation, tag,
};
use crate::builtins::{Intrinsic, tags};
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use url::{Url, quirks};

macro_rules! part {
    ($name:literal, $get:expr) => {
        attribute($name, |vm, a| get(vm, a, $get))
    };
    ($name:literal, $get:expr, $set:expr) => {
        attribute_with($name, |vm, a| get(vm, a, $get), |vm, a| set(vm, a, $set))
    };
}

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::Url,
        "URL",
        1,
        Code::Native(constructor),
        Intrinsic::UrlPrototype,
        &[operation("canParse", 1, can_parse), operation("parse", 1, parse)],
    ),
    Table {
        id: Intrinsic::UrlPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            operation("toString", 0, href),
            Item::Attribute {
                name: "href",
                get: Code::Native(href),
                set: Some(Code::Native(set_href)),
            },
            part!("origin", quirks::origin),
            part!("protocol", |u| quirks::protocol(u).into(), |u, v| {
                let _ = quirks::set_protocol(u, v);
            }),
            part!("username", |u| quirks::username(u).into(), |u, v| {
                let _ = quirks::set_username(u, v);
            }),
            part!("password", |u| quirks::password(u).into(), |u, v| {
                let _ = quirks::set_password(u, v);
            }),
            part!("host", |u| quirks::host(u).into(), |u, v| {
                let _ = quirks::set_host(u, v);
            }),
            part!("hostname", |u| quirks::hostname(u).into(), |u, v| {
                let _ = quirks::set_hostname(u, v);
            }),
            part!("port", |u| quirks::port(u).into(), |u, v| {
                let _ = quirks::set_port(u, v);
            }),
            part!("pathname", |u| quirks::pathname(u).into(), quirks::set_pathname),
            Item::Attribute {
                name: "search",
                get: Code::Native(|vm, a| get(vm, a, |u| quirks::search(u).into())),
                set: Some(Code::Native(set_search)),
            },
            attribute("searchParams", search_params),
            part!("hash", |u| quirks::hash(u).into(), quirks::set_hash),
            operation("toJSON", 0, href),
            tag("URL"),
        ],
    },
];

/// Text and base of the arguments, parsed.
fn parse_arguments(vm: &mut Vm, args: Args) -> Completion<Option<Url>> {
    let base = if args.get(vm, 1).is_undefined() { None } else { Some(vm.scalar_string(args, 1)?) };
    let text = vm.scalar_string(args, 0)?;
    Ok(match base {
        None => Url::parse(&text).ok(),
        Some(base) => Url::parse(&base).ok().and_then(|base| base.join(&text).ok()),
    })
}

fn create(vm: &mut Vm, proto: ObjectId, url: &Url) -> Completion {
    vm.charge_memory(url.as_str().len() + 128)?;
    let text = vm.heap.new_string(url.as_str());
    Ok(vm.new_slots(tags::URL, Some(proto), vec![text.into(), Value::UNDEFINED]).into())
}

fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Class constructor URL cannot be invoked without 'new'"));
    }
    vm.require_arguments(args, &["url"])?;
    let Some(url) = parse_arguments(vm, args)? else { return Err(vm.type_error("Invalid URL")) };
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::UrlPrototype)?;
    create(vm, proto, &url)
}

fn can_parse(vm: &mut Vm, args: Args) -> Completion {
    vm.require_arguments(args, &["url"])?;
    Ok(parse_arguments(vm, args)?.is_some().into())
}

fn parse(vm: &mut Vm, args: Args) -> Completion {
    vm.require_arguments(args, &["url"])?;
    match parse_arguments(vm, args)? {
        Some(url) => {
            let proto = vm.intrinsic(Intrinsic::UrlPrototype);
            create(vm, proto, &url)
        }
        None => Ok(Value::NULL),
    }
}

fn record(vm: &mut Vm, id: ObjectId) -> Completion<Url> {
    let text = vm.slot_text(id, 0).unwrap_or_default();
    vm.charge(1 + text.len() as u64 / 16)?;
    Url::parse(&text).map_err(|_| vm.type_error("Invalid URL"))
}

fn store(vm: &mut Vm, id: ObjectId, url: &Url) -> Completion<()> {
    vm.charge_memory(url.as_str().len())?;
    let text = vm.heap.new_string(url.as_str());
    vm.set_slot(id, 0, text.into());
    Ok(())
}

fn href(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_interface(args, tags::URL, "URL")?;
    Ok(vm.slot(id, 0))
}

fn get(vm: &mut Vm, args: Args, part: fn(&Url) -> String) -> Completion {
    let id = vm.this_interface(args, tags::URL, "URL")?;
    let url = record(vm, id)?;
    let text = part(&url);
    Ok(vm.heap.new_string(&text).into())
}

/// Setters ignore what they cannot take, as the specification has it.
fn set(vm: &mut Vm, args: Args, part: fn(&mut Url, &str)) -> Completion {
    let id = vm.this_interface(args, tags::URL, "URL")?;
    let text = vm.scalar_string(args, 0)?;
    let mut url = record(vm, id)?;
    part(&mut url, &text);
    store(vm, id, &url)?;
    Ok(Value::UNDEFINED)
}

fn set_href(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_interface(args, tags::URL, "URL")?;
    let text = vm.scalar_string(args, 0)?;
    let Ok(url) = Url::parse(&text) else { return Err(vm.type_error("Invalid URL")) };
    store(vm, id, &url)?;
    refresh_params(vm, id, &url)?;
    Ok(Value::UNDEFINED)
}

fn set_search(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_interface(args, tags::URL, "URL")?;
    let text = vm.scalar_string(args, 0)?;
    let mut url = record(vm, id)?;
    quirks::set_search(&mut url, &text);
    store(vm, id, &url)?;
    refresh_params(vm, id, &url)?;
    Ok(Value::UNDEFINED)
}

/// The query changed: so does the list of `searchParams`.
fn refresh_params(vm: &mut Vm, id: ObjectId, url: &Url) -> Completion<()> {
    match vm.slot(id, 1).as_object() {
        Some(params) => {
            let pairs = url_search_params::parse(url.query().unwrap_or_default());
            vm.set_pairs(params, &pairs)
        }
        None => Ok(()),
    }
}

fn search_params(vm: &mut Vm, args: Args) -> Completion {
    let id = vm.this_interface(args, tags::URL, "URL")?;
    let existing = vm.slot(id, 1);
    if !existing.is_undefined() {
        return Ok(existing);
    }
    let url = record(vm, id)?;
    let pairs = url_search_params::parse(url.query().unwrap_or_default());
    let proto = vm.intrinsic(Intrinsic::UrlSearchParamsPrototype);
    let values = vec![Value::UNDEFINED, id.into()];
    let params = vm.new_slots(tags::URL_SEARCH_PARAMS, Some(proto), values);
    vm.set_pairs(params, &pairs)?;
    vm.set_slot(id, 1, params.into());
    Ok(params.into())
}

/// The list of `searchParams` changed: so does the query.
pub(crate) fn set_query(vm: &mut Vm, id: ObjectId, query: &str) -> Completion<()> {
    let mut url = record(vm, id)?;
    url.set_query((!query.is_empty()).then_some(query));
    store(vm, id, &url)
}
