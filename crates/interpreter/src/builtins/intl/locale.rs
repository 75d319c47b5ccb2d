//! ### [15 Locale Objects](https://tc39.es/ecma402/#locale-objects)

use super::options::{Field, Options};
use super::service;
use super::state::Formatter;
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, getter, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{CaseFirst, HourCycle, LanguageTag, LocaleInfo, LocaleOptions};
use std::sync::Arc;

const NAME: &str = "Intl.Locale";

/// Getter of a text or undefined.
macro_rules! part {
    ($name:literal, |$tag:ident| $value:expr) => {
        getter($name, |vm, args| {
            let $tag = this(vm, args, $name)?;
            let value: Option<String> = $value;
            Ok(match value {
                Some(text) => vm.text_value(&text),
                None => Value::UNDEFINED,
            })
        })
    };
}
/// Method that lists what the locale prefers.
macro_rules! preferred {
    ($name:literal, $list:ident) => {
        method($name, 0, |vm, args| {
            let tag = this(vm, args, $name)?;
            vm.charge_formatting(0)?;
            Ok(vm.string_array(LocaleInfo::new(&tag).$list()))
        })
    };
}

pub(crate) const TABLES: &[Table] = &[
    service("Locale", Intrinsic::IntlLocale, Intrinsic::IntlLocalePrototype, 1, constructor, &[]),
    Table {
        id: Intrinsic::IntlLocalePrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("toString", 0, |vm, args| {
                let tag = this(vm, args, "toString")?;
                Ok(vm.text_value(&tag.to_string()))
            }),
            method("maximize", 0, |vm, args| {
                let mut tag = LanguageTag::clone(&*this(vm, args, "maximize")?);
                tag.maximize();
                vm.new_locale(tag)
            }),
            method("minimize", 0, |vm, args| {
                let mut tag = LanguageTag::clone(&*this(vm, args, "minimize")?);
                tag.minimize();
                vm.new_locale(tag)
            }),
            part!("baseName", |tag| Some(tag.base_name())),
            part!("calendar", |tag| tag.keyword("ca").map(str::to_owned)),
            part!("caseFirst", |tag| tag.keyword("kf").map(str::to_owned)),
            part!("collation", |tag| tag.keyword("co").map(str::to_owned)),
            part!("firstDayOfWeek", |tag| tag.keyword("fw").map(str::to_owned)),
            part!("hourCycle", |tag| tag.keyword("hc").map(str::to_owned)),
            part!("language", |tag| Some(tag.language.clone())),
            part!("numberingSystem", |tag| tag.keyword("nu").map(str::to_owned)),
            part!("region", |tag| tag.region.clone()),
            part!("script", |tag| tag.script.clone()),
            part!("variants", |tag| (!tag.variants.is_empty()).then(|| tag.variants.join("-"))),
            getter("numeric", |vm, args| {
                let tag = this(vm, args, "numeric")?;
                Ok(tag.keyword("kn").is_some_and(|v| matches!(v, "" | "true")).into())
            }),
            preferred!("getCalendars", calendars),
            preferred!("getCollations", collations),
            preferred!("getHourCycles", hour_cycles),
            preferred!("getNumberingSystems", numbering_systems),
            method("getTimeZones", 0, |vm, args| {
                let tag = this(vm, args, "getTimeZones")?;
                vm.charge_formatting(4_000)?;
                Ok(match LocaleInfo::new(&tag).time_zones() {
                    Some(zones) => vm.string_array(zones),
                    None => Value::UNDEFINED,
                })
            }),
            method("getTextInfo", 0, |vm, args| {
                let tag = this(vm, args, "getTextInfo")?;
                let direction =
                    if LocaleInfo::new(&tag).is_right_to_left() { "rtl" } else { "ltr" };
                Ok(vm.record(&[("direction", Field::Text(direction))]))
            }),
            method("getWeekInfo", 0, |vm, args| {
                let tag = this(vm, args, "getWeekInfo")?;
                let week = LocaleInfo::new(&tag).week();
                let days = week.weekend.iter().map(|d| Value::int(i32::from(*d))).collect();
                let weekend = vm.new_array(days);
                Ok(vm.record(&[
                    ("firstDay", Field::Number(u32::from(week.first_day))),
                    ("weekend", Field::Value(weekend.into())),
                ]))
            }),
            tag("Intl.Locale"),
        ],
    },
];

fn this(vm: &mut Vm, args: Args, method: &str) -> Completion<Arc<LanguageTag>> {
    let value = args.this(vm);
    match vm.formatter(value) {
        Some(Formatter::Locale(tag)) => Ok(tag.clone()),
        _ => Err(vm.incompatible(&format!("{NAME}.prototype.{method}"), value)),
    }
}

/// ### [15.1.1 Intl.Locale](https://tc39.es/ecma402/#sec-Intl.Locale)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlLocalePrototype)?;
    let value = args.get(vm, 0);
    if value.as_string().is_none() && !value.is_object() {
        return Err(
            vm.type_error("First argument to Intl.Locale constructor can't be empty or missing")
        );
    }
    let tag = match vm.formatter(value) {
        Some(Formatter::Locale(tag)) => LanguageTag::clone(tag),
        _ => {
            let s = vm.to_string(value)?;
            let text = vm.heap.text(s);
            vm.charge(20 + text.len() as u64)?;
            let o = Options::coerce(vm, args.get(vm, 1), "locale")?;
            let tag = vm.intl_result(LanguageTag::parse(&text))?;
            let options = read(vm, &o)?;
            let tag = vm.intl_result(tag.with_options(&options))?;
            return vm.locale_with(proto, tag);
        }
    };
    let o = Options::coerce(vm, args.get(vm, 1), "locale")?;
    let options = read(vm, &o)?;
    let tag = vm.intl_result(tag.with_options(&options))?;
    vm.locale_with(proto, tag)
}

/// The options, each checked when it is read.
fn read(vm: &mut Vm, o: &Options) -> Completion<LocaleOptions> {
    let mut out = LocaleOptions::default();
    let known = LanguageTag { language: "en".to_owned(), ..LanguageTag::default() };
    let check =
        |vm: &mut Vm, one: LocaleOptions| vm.intl_result(known.with_options(&one)).map(|_| ());
    out.language = o.text(vm, "language")?;
    check(vm, LocaleOptions { language: out.language.clone(), ..LocaleOptions::default() })?;
    out.script = o.text(vm, "script")?;
    check(vm, LocaleOptions { script: out.script.clone(), ..LocaleOptions::default() })?;
    out.region = o.text(vm, "region")?;
    check(vm, LocaleOptions { region: out.region.clone(), ..LocaleOptions::default() })?;
    out.variants = o.text(vm, "variants")?;
    check(vm, LocaleOptions { variants: out.variants.clone(), ..LocaleOptions::default() })?;
    out.calendar = o.text(vm, "calendar")?;
    check(vm, LocaleOptions { calendar: out.calendar.clone(), ..LocaleOptions::default() })?;
    out.collation = o.text(vm, "collation")?;
    check(vm, LocaleOptions { collation: out.collation.clone(), ..LocaleOptions::default() })?;
    out.first_day_of_week = o.text(vm, "firstDayOfWeek")?;
    check(
        vm,
        LocaleOptions {
            first_day_of_week: out.first_day_of_week.clone(),
            ..LocaleOptions::default()
        },
    )?;
    out.hour_cycle = o.choice(vm, "hourCycle", HourCycle::parse)?;
    out.case_first = o.choice(vm, "caseFirst", CaseFirst::parse)?;
    out.numeric = o.boolean(vm, "numeric")?;
    out.numbering_system = o.text(vm, "numberingSystem")?;
    check(
        vm,
        LocaleOptions {
            numbering_system: out.numbering_system.clone(),
            ..LocaleOptions::default()
        },
    )?;
    Ok(out)
}

impl Vm {
    fn new_locale(&mut self, tag: LanguageTag) -> Completion {
        let proto = self.intrinsic(Intrinsic::IntlLocalePrototype);
        self.locale_with(proto, tag)
    }
    fn locale_with(&mut self, proto: crate::heap::ObjectId, tag: LanguageTag) -> Completion {
        let formatter = self
            .shared_formatter(format!("locale{tag}"), |_| Ok(Formatter::Locale(Arc::new(tag))))?;
        Ok(self.new_intl_object(proto, formatter))
    }
}
