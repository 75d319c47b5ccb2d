//! ### [10 Collator Objects](https://tc39.es/ecma402/#collator-objects)

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, getter, method, tag};
use crate::heap::{StrView, StringId};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{
    CaseFirst, Collator, CollatorOptions, CollatorUsage, LanguageTag, Sensitivity,
};
use std::cmp::Ordering;
use std::sync::Arc;

const NAME: &str = "Intl.Collator";

pub(crate) const TABLES: &[Table] = &[
    service(
        "Collator",
        Intrinsic::IntlCollator,
        Intrinsic::IntlCollatorPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlCollatorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            getter("compare", |vm, args| {
                let value = args.this(vm);
                this(vm, value, "get Intl.Collator.prototype.compare")?;
                Ok(match value.as_object() {
                    Some(id) => vm.bound_function(id, "intlCompare"),
                    None => Value::UNDEFINED,
                })
            }),
            tag("Intl.Collator"),
        ],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<Collator>> {
    match vm.formatter(value) {
        Some(Formatter::Collator(collator)) => Ok(collator.clone()),
        _ => Err(vm.incompatible(method, value)),
    }
}

/// The function that `compare` gives: compares with the Collator it was read from.
pub(crate) fn bound_compare(vm: &mut Vm, args: Args) -> Completion {
    let left = args.string(vm, 0)?;
    let right = args.string(vm, 1)?;
    let collator = vm.function_data(args.callee);
    let collator = this(vm, collator, NAME)?;
    compare(vm, &collator, left, right)
}

pub(super) fn compare(
    vm: &mut Vm,
    collator: &Collator,
    left: StringId,
    right: StringId,
) -> Completion {
    let (a, b) = (vm.heap.string_len(left), vm.heap.string_len(right));
    vm.charge(10 + (a + b) as u64 / 2)?;
    vm.charge_memory((a + b) * 2)?;
    vm.heap.flatten(left);
    vm.heap.flatten(right);
    let order = match (vm.heap.view_flat(left), vm.heap.view_flat(right)) {
        (StrView::Latin1(x), StrView::Latin1(y)) if x == y => Ordering::Equal,
        (StrView::Latin1(x), StrView::Latin1(y)) if x.is_ascii() && y.is_ascii() => {
            let (x, y) =
                (std::str::from_utf8(x).unwrap_or(""), std::str::from_utf8(y).unwrap_or(""));
            collator.compare_str(x, y)
        }
        (StrView::Utf16(x), StrView::Utf16(y)) => collator.compare(x, y),
        (x, y) => collator.compare(&x.to_units(), &y.to_units()),
    };
    Ok(Value::int(match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }))
}

/// ### [10.1.1 Intl.Collator](https://tc39.es/ecma402/#sec-intl.collator)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let target = if args.is_construct() { args.new_target } else { Value::object(args.callee) };
    let proto = vm.prototype_of_constructor(target, Intrinsic::IntlCollatorPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let formatter = make(vm, &tags, args.get(vm, 1))?;
    Ok(vm.new_intl_object(proto, formatter))
}

/// The collator for locales and an options argument.
pub(super) fn make(vm: &mut Vm, tags: &[LanguageTag], options: Value) -> Completion<u32> {
    let o = Options::coerce(vm, options, NAME)?;
    let usage = o.choice(vm, "usage", CollatorUsage::parse)?.unwrap_or(CollatorUsage::Sort);
    o.locale_matcher(vm)?;
    let options = CollatorOptions {
        usage,
        collation: o.keyword(vm, "collation")?,
        numeric: o.boolean(vm, "numeric")?,
        case_first: o.choice(vm, "caseFirst", CaseFirst::parse)?,
        sensitivity: o.choice(vm, "sensitivity", Sensitivity::parse)?,
        ignore_punctuation: o.boolean(vm, "ignorePunctuation")?,
    };
    let locale = vm.resolve_locale(tags);
    vm.shared_formatter(format!("collator{locale:?}{options:?}"), |_| {
        Ok(Formatter::Collator(Arc::new(Collator::new(&locale, &options)?)))
    })
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let c = this(vm, args.this(vm), "Intl.Collator.prototype.resolvedOptions")?;
    Ok(vm.record(&[
        ("locale", Field::Text(&c.locale)),
        ("usage", Field::Text(c.usage.as_str())),
        ("sensitivity", Field::Text(c.sensitivity.as_str())),
        ("ignorePunctuation", Field::Bool(c.ignore_punctuation)),
        ("collation", Field::Text(&c.collation)),
        ("numeric", Field::Bool(c.numeric)),
        ("caseFirst", Field::Text(c.case_first.as_str())),
    ]))
}
