//! ### [14 ListFormat Objects](https://tc39.es/ecma402/#listformat-objects)
//!
//! The list is read by self-hosted code (`selfhost/intl.js`), which hands a dense array of strings to `join`.

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{NativeFn, Spec, Table, js, method, tag};
use crate::heap::StringBuilder;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{ListFormat, ListPart, ListType, TextStyle};
use std::sync::Arc;

const NAME: &str = "Intl.ListFormat";

pub(crate) const TABLES: &[Table] = &[
    service(
        "ListFormat",
        Intrinsic::IntlListFormat,
        Intrinsic::IntlListFormatPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlListFormatPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            js("format", 1, "listFormatFormat"),
            js("formatToParts", 1, "listFormatToParts"),
            tag("Intl.ListFormat"),
        ],
    },
];

/// What `selfhost/intl.js` calls.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] =
    &[("listFormatThis", check_this), ("listFormatJoin", join), ("listFormatParts", join_to_parts)];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<ListFormat>> {
    match vm.formatter(value) {
        Some(Formatter::List(format)) => Ok(format.clone()),
        _ => Err(vm.incompatible(&format!("{NAME}.prototype.{method}"), value)),
    }
}

/// `$listFormatThis(value, method)`
fn check_this(vm: &mut Vm, args: Args) -> Completion {
    let method = args.string(vm, 1)?;
    let method = vm.heap.text(method);
    this(vm, args.get(vm, 0), &method)?;
    Ok(Value::UNDEFINED)
}

/// The parts of the list in argument 1, joined by the ListFormat in argument 0.
fn parts(vm: &mut Vm, args: Args) -> Completion<(Vec<ListPart>, Vec<Value>)> {
    let format = this(vm, args.get(vm, 0), "format")?;
    let values = args
        .get(vm, 1)
        .as_object()
        .map(|id| vm.heap.object(id).elements.clone())
        .unwrap_or_default();
    let length: usize =
        values.iter().filter_map(|v| v.as_string()).map(|s| vm.heap.string_len(s)).sum();
    vm.charge((length / 4 + values.len() * 20) as u64)?;
    vm.charge_memory(length * 4 + values.len() * 100)?;
    let units: Vec<Vec<u16>> = values
        .iter()
        .map(|v| v.as_string().map(|s| vm.heap.view(s).to_units()).unwrap_or_default())
        .collect();
    let views: Vec<&[u16]> = units.iter().map(Vec::as_slice).collect();
    Ok((format.format_to_parts(&views), values))
}

/// `$listFormatJoin(format, strings)`
fn join(vm: &mut Vm, args: Args) -> Completion {
    let (parts, values) = parts(vm, args)?;
    let mut out = StringBuilder::new();
    for part in parts {
        match part {
            ListPart::Literal(text) => out.push_str(&text),
            ListPart::Element(i) => {
                if let Some(s) = values.get(i).and_then(|v| v.as_string()) {
                    out.push_view(&vm.heap.view(s));
                }
            }
        }
    }
    if out.len() > crate::heap::MAX_STRING_LENGTH as usize {
        return Err(vm.range_error("Invalid string length"));
    }
    Ok(vm.heap.build(out).into())
}

/// `$listFormatParts(format, strings)`
fn join_to_parts(vm: &mut Vm, args: Args) -> Completion {
    let (parts, values) = parts(vm, args)?;
    let mut list = Vec::with_capacity(parts.len());
    for part in parts {
        let (kind, value) = match part {
            ListPart::Literal(text) => ("literal", vm.text_value(&text)),
            ListPart::Element(i) => ("element", values.get(i).copied().unwrap_or_default()),
        };
        list.push(vm.record(&[("type", Field::Text(kind)), ("value", Field::Value(value))]));
    }
    Ok(vm.new_array(list).into())
}

/// ### [14.1.1 Intl.ListFormat](https://tc39.es/ecma402/#sec-Intl.ListFormat)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlListFormatPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let o = Options::object(vm, args.get(vm, 1), NAME)?;
    o.locale_matcher(vm)?;
    let kind = o.choice(vm, "type", ListType::parse)?.unwrap_or(ListType::Conjunction);
    let style = o.choice(vm, "style", TextStyle::parse)?.unwrap_or(TextStyle::Long);
    let locale = vm.resolve_locale(&tags);
    let formatter = vm.shared_formatter(format!("list{locale:?}{kind:?}{style:?}"), |_| {
        Ok(Formatter::List(Arc::new(ListFormat::new(&locale, kind, style))))
    })?;
    Ok(vm.new_intl_object(proto, formatter))
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let f = this(vm, args.this(vm), "resolvedOptions")?;
    Ok(vm.record(&[
        ("locale", Field::Text(&f.locale)),
        ("type", Field::Text(f.kind.as_str())),
        ("style", Field::Text(f.style.as_str())),
    ]))
}
