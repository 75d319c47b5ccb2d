//! ### [18 RelativeTimeFormat Objects](https://tc39.es/ecma402/#relativetimeformat-objects)

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{Number, RelativeNumeric, RelativeTimeFormat, RelativeUnit, TextStyle};
use std::sync::Arc;

const NAME: &str = "Intl.RelativeTimeFormat";

pub(crate) const TABLES: &[Table] = &[
    service(
        "RelativeTimeFormat",
        Intrinsic::IntlRelativeTimeFormat,
        Intrinsic::IntlRelativeTimeFormatPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlRelativeTimeFormatPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            method("format", 2, |vm, args| {
                let (format, n, unit) = arguments(vm, args, "format")?;
                let text = vm.intl_result(format.format(&n, unit))?;
                Ok(vm.text_value(&text))
            }),
            method("formatToParts", 2, |vm, args| {
                let (format, n, unit) = arguments(vm, args, "formatToParts")?;
                let parts = vm.intl_result(format.format_to_parts(&n, unit))?;
                vm.parts_array(&parts, false, Some(unit.as_str()))
            }),
            tag("Intl.RelativeTimeFormat"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<RelativeTimeFormat>> {
    match vm.formatter(value) {
        Some(Formatter::Relative(format)) => Ok(format.clone()),
        _ => Err(vm.incompatible(&format!("{NAME}.prototype.{method}"), value)),
    }
}

fn arguments(
    vm: &mut Vm,
    args: Args,
    method: &str,
) -> Completion<(Arc<RelativeTimeFormat>, Number, RelativeUnit)> {
    let format = this(vm, args.this(vm), method)?;
    let n = args.number(vm, 0)?;
    let unit = args.string(vm, 1)?;
    let unit = vm.heap.text(unit);
    let Some(found) = RelativeUnit::parse_either(&unit) else {
        return Err(vm.range_error(&format!(
            "Invalid unit argument for {NAME}.prototype.{method}() '{unit}'"
        )));
    };
    if !n.is_finite() {
        return Err(vm.range_error(&format!(
            "Value need to be finite number for {NAME}.prototype.{method}()"
        )));
    }
    vm.charge_formatting(0)?;
    Ok((format, Number::from(n), found))
}

/// ### [18.1.1 Intl.RelativeTimeFormat](https://tc39.es/ecma402/#sec-intl.relativetimeformat)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlRelativeTimeFormatPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let o = Options::coerce(vm, args.get(vm, 1), NAME)?;
    o.locale_matcher(vm)?;
    let numbering = o.keyword(vm, "numberingSystem")?;
    let style = o.choice(vm, "style", TextStyle::parse)?.unwrap_or(TextStyle::Long);
    let numeric =
        o.choice(vm, "numeric", RelativeNumeric::parse)?.unwrap_or(RelativeNumeric::Always);
    let locale = vm.resolve_locale(&tags);
    let formatter = vm.shared_formatter(
        format!("relative{locale:?}{numbering:?}{style:?}{numeric:?}"),
        |_| {
            let made = RelativeTimeFormat::new(&locale, style, numeric, numbering.as_deref())?;
            Ok(Formatter::Relative(Arc::new(made)))
        },
    )?;
    Ok(vm.new_intl_object(proto, formatter))
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let f = this(vm, args.this(vm), "resolvedOptions")?;
    Ok(vm.record(&[
        ("locale", Field::Text(&f.locale)),
        ("style", Field::Text(f.style.as_str())),
        ("numeric", Field::Text(f.numeric.as_str())),
        ("numberingSystem", Field::Text(&f.numbering_system)),
    ]))
}
