//! ### [12 DisplayNames Objects](https://tc39.es/ecma402/#intl-displaynames-objects)

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    DisplayNames, DisplayNamesFallback, DisplayNamesType, LanguageDisplay, TextStyle,
};
use std::sync::Arc;

const NAME: &str = "Intl.DisplayNames";

pub(crate) const TABLES: &[Table] = &[
    service(
        "DisplayNames",
        Intrinsic::IntlDisplayNames,
        Intrinsic::IntlDisplayNamesPrototype,
        2,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlDisplayNamesPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            method("of", 1, of),
            tag("Intl.DisplayNames"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<DisplayNames>> {
    match vm.formatter(value) {
        Some(Formatter::Names(names)) => Ok(names.clone()),
        _ => Err(vm.incompatible(&format!("{NAME}.prototype.{method}"), value)),
    }
}

/// ### [12.3.4 Intl.DisplayNames.prototype.of](https://tc39.es/ecma402/#sec-Intl.DisplayNames.prototype.of)
fn of(vm: &mut Vm, args: Args) -> Completion {
    let names = this(vm, args.this(vm), "of")?;
    let code = args.string(vm, 0)?;
    let code = vm.heap.text(code);
    vm.charge_formatting(code.len())?;
    let name = vm.intl_result(names.of(&code))?;
    Ok(match name {
        Some(name) => vm.text_value(&name),
        None => Value::UNDEFINED,
    })
}

/// ### [12.1.1 Intl.DisplayNames](https://tc39.es/ecma402/#sec-Intl.DisplayNames)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlDisplayNamesPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    if !args.get(vm, 1).is_object() {
        return Err(vm.type_error("invalid_argument"));
    }
    let o = Options::object(vm, args.get(vm, 1), NAME)?;
    o.locale_matcher(vm)?;
    let style = o.choice(vm, "style", TextStyle::parse)?.unwrap_or(TextStyle::Long);
    let Some(kind) = o.choice(vm, "type", DisplayNamesType::parse)? else {
        return Err(vm.type_error("invalid_argument"));
    };
    let fallback = o
        .choice(vm, "fallback", DisplayNamesFallback::parse)?
        .unwrap_or(DisplayNamesFallback::Code);
    let display = o
        .choice(vm, "languageDisplay", LanguageDisplay::parse)?
        .unwrap_or(LanguageDisplay::Dialect);
    let locale = vm.resolve_locale(&tags);
    let key = format!("names{locale:?}{kind:?}{style:?}{fallback:?}{display:?}");
    let formatter = vm.shared_formatter(key, |_| {
        Ok(Formatter::Names(Arc::new(DisplayNames::new(&locale, kind, style, fallback, display))))
    })?;
    Ok(vm.new_intl_object(proto, formatter))
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let n = this(vm, args.this(vm), "resolvedOptions")?;
    let language = n.kind == DisplayNamesType::Language;
    Ok(vm.record(&[
        ("locale", Field::Text(&n.locale)),
        ("style", Field::Text(n.style.as_str())),
        ("type", Field::Text(n.kind.as_str())),
        ("fallback", Field::Text(n.fallback.as_str())),
        ("languageDisplay", Field::Maybe(language.then_some(n.language_display.as_str()))),
    ]))
}
