//! ### [17 PluralRules Objects](https://tc39.es/ecma402/#pluralrules-objects)

use super::number_format::digit_fields;
use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    CompactDisplay, Notation, Number, PluralRules, PluralRulesOptions, PluralType,
};
use std::sync::Arc;

/// Plural rules, and the options of theirs that only `resolvedOptions` shows.
#[derive(Debug)]
pub(crate) struct Rules {
    rules: PluralRules,
    notation: Notation,
    compact_display: CompactDisplay,
}

const NAME: &str = "Intl.PluralRules";

pub(crate) const TABLES: &[Table] = &[
    service(
        "PluralRules",
        Intrinsic::IntlPluralRules,
        Intrinsic::IntlPluralRulesPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlPluralRulesPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            method("select", 1, |vm, args| {
                let rules = this(vm, args.this(vm), "Intl.PluralRules.prototype.select")?;
                let n = args.number(vm, 0)?;
                vm.charge_formatting(0)?;
                Ok(vm.text_value(rules.rules.select(&Number::from(n)).as_str()))
            }),
            method("selectRange", 2, |vm, args| {
                let rules = this(vm, args.this(vm), "Intl.PluralRules.prototype.selectRange")?;
                for (name, i) in [("startRange", 0), ("endRange", 1)] {
                    if args.get(vm, i).is_undefined() {
                        return Err(vm.type_error(&format!("Invalid {name} : undefined")));
                    }
                }
                let (start, end) = (args.number(vm, 0)?, args.number(vm, 1)?);
                vm.charge_formatting(0)?;
                let found = vm.intl_result(
                    rules.rules.select_range(&Number::from(start), &Number::from(end)),
                )?;
                Ok(vm.text_value(found.as_str()))
            }),
            tag("Intl.PluralRules"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<Rules>> {
    match vm.formatter(value) {
        Some(Formatter::Plural(rules)) => Ok(rules.clone()),
        _ => Err(vm.incompatible(method, value)),
    }
}

/// ### [17.1.1 Intl.PluralRules](https://tc39.es/ecma402/#sec-intl.pluralrules)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlPluralRulesPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let o = Options::coerce(vm, args.get(vm, 1), NAME)?;
    o.locale_matcher(vm)?;
    let kind = o.choice(vm, "type", PluralType::parse)?.unwrap_or(PluralType::Cardinal);
    let notation = o.choice(vm, "notation", Notation::parse)?.unwrap_or(Notation::Standard);
    let compact_display =
        o.choice(vm, "compactDisplay", CompactDisplay::parse)?.unwrap_or(CompactDisplay::Short);
    let digits = o.digits(vm)?;
    let options = PluralRulesOptions { kind, notation, compact_display, digits };
    let locale = vm.resolve_locale(&tags);
    let formatter = vm.shared_formatter(format!("plural{locale:?}{options:?}"), |_| {
        let rules = PluralRules::new(&locale, &options)?;
        Ok(Formatter::Plural(Arc::new(Rules { rules, notation, compact_display })))
    })?;
    Ok(vm.new_intl_object(proto, formatter))
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let found = this(vm, args.this(vm), "Intl.PluralRules.prototype.resolvedOptions")?;
    let compact = found.notation == Notation::Compact;
    let mut fields = vec![
        ("locale", Field::Text(&found.rules.locale)),
        ("type", Field::Text(found.rules.kind.as_str())),
        ("notation", Field::Text(found.notation.as_str())),
        ("compactDisplay", Field::Maybe(compact.then_some(found.compact_display.as_str()))),
    ];
    let (first, last) = digit_fields(found.rules.digits());
    fields.extend(first);
    let categories = found.rules.categories().into_iter().map(|c| c.as_str());
    let categories = vm.string_array(categories);
    fields.push(("pluralCategories", Field::Value(categories)));
    fields.extend(last);
    Ok(vm.record(&fields))
}

impl Vm {
    /// Prototype of a new object of a service that only `new` makes.
    pub(super) fn service_prototype(
        &mut self,
        args: Args,
        name: &str,
        default: Intrinsic,
    ) -> Completion<crate::heap::ObjectId> {
        if !args.is_construct() {
            return Err(self.type_error(&format!("Constructor {name} requires 'new'")));
        }
        self.prototype_of_constructor(args.new_target, default)
    }
}
