//! ### [21.4 Date Objects](https://tc39.es/ecma262/#sec-date-objects)
//!
//! The clock and the time zone are inputs of the machine; nothing here reads the outside.

use super::Intrinsic;
use super::intl::to_locale::date;
use super::table::{Code, Item, Spec, Table, js, method};
use crate::heap::ObjectId;
use crate::object::{Internal, Kind};
use crate::operations::date::{civil_from_days, days_from_civil, iso_text, parse};
use crate::value::Value;
use crate::vm::{Args, Completion, Hint, Vm};
use codemode_intl::{DateTimeDefaults, DateTimeRequired};

const DAY: f64 = 86_400_000.0;

/// A field of a date.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    FullYear,
    Month,
    Date,
    Day,
    Hours,
    Minutes,
    Seconds,
    Milliseconds,
}

macro_rules! get {
    ($name:literal, $field:ident, $local:literal) => {
        method($name, 0, |vm, args| {
            let t = this_time(vm, args)?;
            Ok(if t.is_nan() {
                Value::NAN
            } else {
                let t = if $local { vm.local_time(t) } else { t };
                Value::number(field(t, Field::$field))
            })
        })
    };
}
macro_rules! set {
    ($name:literal, $field:ident, $length:literal, $local:literal) => {
        method($name, $length, |vm, args| set_fields(vm, args, Field::$field, $length, $local))
    };
}

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Date,
        spec: Spec::Constructor {
            name: "Date",
            length: 7,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::DatePrototype),
        },
        items: &[
            method("UTC", 7, utc),
            method("now", 0, |vm, _| Ok(Value::number(vm.now.epoch_ms.floor()))),
            method("parse", 1, |vm, args| {
                let s = args.string(vm, 0)?;
                Ok(Value::number(vm.parse_date(s)))
            }),
        ],
    },
    Table {
        id: Intrinsic::DatePrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            get!("getDate", Date, true),
            get!("getDay", Day, true),
            get!("getFullYear", FullYear, true),
            get!("getHours", Hours, true),
            get!("getMilliseconds", Milliseconds, true),
            get!("getMinutes", Minutes, true),
            get!("getMonth", Month, true),
            get!("getSeconds", Seconds, true),
            method("getTime", 0, |vm, a| Ok(Value::number(this_time(vm, a)?))),
            method("getTimezoneOffset", 0, |vm, args| {
                let t = this_time(vm, args)?;
                Ok(Value::number(if t.is_nan() { t } else { (t - vm.local_time(t)) / 60_000.0 }))
            }),
            get!("getUTCDate", Date, false),
            get!("getUTCDay", Day, false),
            get!("getUTCFullYear", FullYear, false),
            get!("getUTCHours", Hours, false),
            get!("getUTCMilliseconds", Milliseconds, false),
            get!("getUTCMinutes", Minutes, false),
            get!("getUTCMonth", Month, false),
            get!("getUTCSeconds", Seconds, false),
            method("getYear", 0, |vm, args| {
                let t = this_time(vm, args)?;
                Ok(Value::number(if t.is_nan() {
                    t
                } else {
                    field(vm.local_time(t), Field::FullYear) - 1900.0
                }))
            }),
            set!("setDate", Date, 1, true),
            set!("setFullYear", FullYear, 3, true),
            set!("setHours", Hours, 4, true),
            set!("setMilliseconds", Milliseconds, 1, true),
            set!("setMinutes", Minutes, 3, true),
            set!("setMonth", Month, 2, true),
            set!("setSeconds", Seconds, 2, true),
            method("setTime", 1, |vm, args| {
                let id = this_date(vm, args)?;
                let t = time_clip(args.number(vm, 0)?);
                vm.heap.object_mut(id).internal = Internal::Primitive(Value::number(t));
                Ok(Value::number(t))
            }),
            set!("setUTCDate", Date, 1, false),
            set!("setUTCFullYear", FullYear, 3, false),
            set!("setUTCHours", Hours, 4, false),
            set!("setUTCMilliseconds", Milliseconds, 1, false),
            set!("setUTCMinutes", Minutes, 3, false),
            set!("setUTCMonth", Month, 2, false),
            set!("setUTCSeconds", Seconds, 2, false),
            method("setYear", 1, set_year),
            method("toDateString", 0, |vm, args| text(vm, args, true, false)),
            method("toISOString", 0, to_iso_string),
            js("toJSON", 1, "dateToJSON"),
            method("toLocaleDateString", 0, |vm, args| {
                date(vm, args, "toLocaleDateString", DateTimeRequired::Date, DateTimeDefaults::Date)
            }),
            method("toLocaleString", 0, |vm, args| {
                date(vm, args, "toLocaleString", DateTimeRequired::Any, DateTimeDefaults::All)
            }),
            method("toLocaleTimeString", 0, |vm, args| {
                date(vm, args, "toLocaleTimeString", DateTimeRequired::Time, DateTimeDefaults::Time)
            }),
            method("toString", 0, |vm, args| text(vm, args, true, true)),
            method("toTimeString", 0, |vm, args| text(vm, args, false, true)),
            method("toUTCString", 0, to_utc_string),
            super::table::alias("toGMTString", "toUTCString"),
            method("valueOf", 0, |vm, a| Ok(Value::number(this_time(vm, a)?))),
            Item::ReadonlyMethod {
                name: "@@toPrimitive",
                length: 1,
                code: Code::Js("dateToPrimitive"),
            },
        ],
    },
];

fn this_date(vm: &mut Vm, args: Args) -> Completion<ObjectId> {
    let this = args.this(vm);
    match this.as_object() {
        Some(id) if vm.heap.object(id).kind == Kind::Date => Ok(id),
        _ => Err(vm.type_error("this is not a Date object.")),
    }
}

pub(crate) fn this_time(vm: &mut Vm, args: Args) -> Completion<f64> {
    let id = this_date(vm, args)?;
    Ok(vm.date_value(id))
}

/// ### [21.4.1.31 TimeClip](https://tc39.es/ecma262/#sec-timeclip)
pub(crate) fn time_clip(t: f64) -> f64 {
    if !t.is_finite() || t.abs() > 8.64e15 { f64::NAN } else { t.trunc() + 0.0 }
}

/// ### [21.4.1.28 MakeDay](https://tc39.es/ecma262/#sec-makeday)
fn make_day(year: f64, month: f64, date: f64) -> f64 {
    if !year.is_finite() || !month.is_finite() || !date.is_finite() {
        return f64::NAN;
    }
    let (y, m, d) = (year.trunc(), month.trunc(), date.trunc());
    let ym = y + (m / 12.0).floor();
    if ym.abs() > 400_000.0 {
        return f64::NAN;
    }
    let mn = m.rem_euclid(12.0);
    days_from_civil(ym as i64, mn as i64 + 1, 1) as f64 + d - 1.0
}

/// ### [21.4.1.27 MakeTime](https://tc39.es/ecma262/#sec-maketime)
fn make_time(h: f64, m: f64, s: f64, ms: f64) -> f64 {
    if !h.is_finite() || !m.is_finite() || !s.is_finite() || !ms.is_finite() {
        return f64::NAN;
    }
    h.trunc() * 3_600_000.0 + m.trunc() * 60_000.0 + s.trunc() * 1000.0 + ms.trunc()
}

fn make_date(day: f64, time: f64) -> f64 {
    let t = day * DAY + time;
    if t.is_finite() { t } else { f64::NAN }
}

/// ### [21.4.1.30 MakeFullYear](https://tc39.es/ecma262/#sec-makefullyear)
fn full_year(year: f64) -> f64 {
    if year.is_nan() {
        return year;
    }
    let y = year.trunc();
    if (0.0..=99.0).contains(&y) { 1900.0 + y } else { y }
}

fn field(t: f64, field: Field) -> f64 {
    let days = (t / DAY).floor();
    let ms = t - days * DAY;
    match field {
        Field::Hours => (ms / 3_600_000.0).floor(),
        Field::Minutes => (ms / 60_000.0).floor() % 60.0,
        Field::Seconds => (ms / 1000.0).floor() % 60.0,
        Field::Milliseconds => ms % 1000.0,
        Field::Day => (days + 4.0).rem_euclid(7.0),
        _ => {
            let (y, m, d) = civil_from_days(days as i64);
            match field {
                Field::FullYear => y as f64,
                Field::Month => m as f64 - 1.0,
                _ => d as f64,
            }
        }
    }
}

/// Year, month, date, hours, minutes, seconds, milliseconds given as arguments.
fn from_components(vm: &mut Vm, args: Args) -> Completion<f64> {
    let mut parts = [f64::NAN, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    for (i, part) in parts.iter_mut().enumerate() {
        if i < args.len() {
            *part = args.number(vm, i)?;
        }
    }
    let [y, m, d, h, min, s, ms] = parts;
    Ok(make_date(make_day(full_year(y), m, d), make_time(h, min, s, ms)))
}

fn utc(vm: &mut Vm, args: Args) -> Completion {
    Ok(Value::number(time_clip(from_components(vm, args)?)))
}

/// ### [21.4.2.1 Date](https://tc39.es/ecma262/#sec-date)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        let text = vm.date_to_text(vm.now.epoch_ms.floor(), true, true);
        return Ok(vm.heap.new_string(&text).into());
    }
    let t = match args.len() {
        0 => vm.now.epoch_ms.floor(),
        1 => {
            let value = args.get(vm, 0);
            match value.as_object() {
                Some(id) if vm.heap.object(id).kind == Kind::Date => vm.date_value(id),
                _ => {
                    let p = args.primitive(vm, 0, Hint::Default)?;
                    match p.as_string() {
                        Some(s) => vm.parse_date(s),
                        None => time_clip(vm.to_number(p)?),
                    }
                }
            }
        }
        _ => {
            let local = from_components(vm, args)?;
            time_clip(vm.utc_time(local))
        }
    };
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::DatePrototype)?;
    let internal = Internal::Primitive(Value::number(t));
    Ok(vm.heap.new_exotic(Some(proto), Kind::Date, internal).into())
}

fn set_fields(vm: &mut Vm, args: Args, first: Field, most: usize, local: bool) -> Completion {
    let id = this_date(vm, args)?;
    let t = vm.date_value(id);
    let mut given = Vec::new();
    for i in 0..most.min(args.len().max(1)) {
        given.push(args.number(vm, i)?);
    }
    let mut t = if t.is_nan() {
        if first != Field::FullYear {
            return Ok(Value::NAN);
        }
        0.0
    } else if local {
        vm.local_time(t)
    } else {
        t
    };
    let at = |i: usize, current: f64| given.get(i).copied().unwrap_or(current);
    let day = (t / DAY).floor();
    let time = t - day * DAY;
    let (y, m, d) = (field(t, Field::FullYear), field(t, Field::Month), field(t, Field::Date));
    let (h, min, s, ms) = (
        field(t, Field::Hours),
        field(t, Field::Minutes),
        field(t, Field::Seconds),
        field(t, Field::Milliseconds),
    );
    t = match first {
        Field::FullYear => make_date(make_day(at(0, y), at(1, m), at(2, d)), time),
        Field::Month => make_date(make_day(y, at(0, m), at(1, d)), time),
        Field::Date => make_date(make_day(y, m, at(0, d)), time),
        Field::Hours => make_date(day, make_time(at(0, h), at(1, min), at(2, s), at(3, ms))),
        Field::Minutes => make_date(day, make_time(h, at(0, min), at(1, s), at(2, ms))),
        Field::Seconds => make_date(day, make_time(h, min, at(0, s), at(1, ms))),
        _ => make_date(day, make_time(h, min, s, at(0, ms))),
    };
    let t = time_clip(if local { vm.utc_time(t) } else { t });
    vm.heap.object_mut(id).internal = Internal::Primitive(Value::number(t));
    Ok(Value::number(t))
}

/// ### [B.2.3.2 Date.prototype.setYear](https://tc39.es/ecma262/#sec-date.prototype.setyear)
fn set_year(vm: &mut Vm, args: Args) -> Completion {
    let id = this_date(vm, args)?;
    let y = args.number(vm, 0)?;
    let t = vm.date_value(id);
    let t = if t.is_nan() { 0.0 } else { vm.local_time(t) };
    let day = (t / DAY).floor();
    let new = make_day(full_year(y), field(t, Field::Month), field(t, Field::Date));
    let t = time_clip(vm.utc_time(make_date(new, t - day * DAY)));
    vm.heap.object_mut(id).internal = Internal::Primitive(Value::number(t));
    Ok(Value::number(t))
}

fn text(vm: &mut Vm, args: Args, date: bool, time: bool) -> Completion {
    let t = this_time(vm, args)?;
    let text = vm.date_to_text(t, date, time);
    Ok(vm.heap.new_string(&text).into())
}

fn to_iso_string(vm: &mut Vm, args: Args) -> Completion {
    let t = this_time(vm, args)?;
    match iso_text(t) {
        Some(text) => Ok(vm.heap.new_string(&text).into()),
        None => Err(vm.range_error("Invalid time value")),
    }
}

const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn year_text(y: f64) -> String {
    if y < 0.0 { format!("-{:06}", -y) } else { format!("{y:04}") }
}

fn to_utc_string(vm: &mut Vm, args: Args) -> Completion {
    let t = this_time(vm, args)?;
    if t.is_nan() {
        return Ok(vm.heap.new_string("Invalid Date").into());
    }
    let f = |x| field(t, x);
    let text = format!(
        "{}, {:02} {} {} {:02}:{:02}:{:02} GMT",
        DAYS[f(Field::Day) as usize % 7],
        f(Field::Date),
        MONTHS[f(Field::Month) as usize % 12],
        year_text(f(Field::FullYear)),
        f(Field::Hours),
        f(Field::Minutes),
        f(Field::Seconds)
    );
    Ok(vm.heap.new_string(&text).into())
}

impl Vm {
    /// Time value of a Date object.
    pub(crate) fn date_value(&self, id: ObjectId) -> f64 {
        match self.heap.object(id).internal {
            Internal::Primitive(v) => v.as_number().unwrap_or(f64::NAN),
            _ => f64::NAN,
        }
    }
    /// The time zone of the run.
    pub(crate) fn zone(&mut self) -> &codemode_intl::Zone {
        if self.time_zone.is_none() {
            let zone = codemode_intl::Zone::find(&self.options.time_zone)
                .unwrap_or_else(codemode_intl::Zone::utc);
            self.time_zone = Some(zone);
        }
        self.time_zone.get_or_insert_with(codemode_intl::Zone::utc)
    }
    /// ### [21.4.1.25 LocalTime](https://tc39.es/ecma262/#sec-localtime)
    pub(crate) fn local_time(&mut self, t: f64) -> f64 {
        if self.options.time_zone == "UTC" || !t.is_finite() {
            return t;
        }
        t + codemode_intl::offset_ms(self.zone(), t as i64, false) as f64
    }
    /// ### [21.4.1.26 UTC](https://tc39.es/ecma262/#sec-utc-t)
    pub(crate) fn utc_time(&mut self, t: f64) -> f64 {
        if self.options.time_zone == "UTC" || !t.is_finite() || t.abs() > 8.65e15 {
            return t;
        }
        t - codemode_intl::offset_ms(self.zone(), t as i64, true) as f64
    }
    fn parse_date(&mut self, s: crate::heap::StringId) -> f64 {
        let text = self.heap.text(s);
        match parse(&text) {
            Some((t, true)) => time_clip(self.utc_time(t)),
            Some((t, false)) => time_clip(t),
            None => f64::NAN,
        }
    }
    /// ### [21.4.4.41.4 ToDateString](https://tc39.es/ecma262/#sec-todatestring), or part of it
    pub(crate) fn date_to_text(&mut self, t: f64, date: bool, time: bool) -> String {
        if t.is_nan() {
            return "Invalid Date".into();
        }
        let local = self.local_time(t);
        let f = |x| field(local, x);
        let mut out = String::new();
        if date {
            out.push_str(&format!(
                "{} {} {:02} {}",
                DAYS[f(Field::Day) as usize % 7],
                MONTHS[f(Field::Month) as usize % 12],
                f(Field::Date),
                year_text(f(Field::FullYear))
            ));
        }
        if time {
            if date {
                out.push(' ');
            }
            let offset = ((local - t) / 60_000.0) as i64;
            out.push_str(&format!(
                "{:02}:{:02}:{:02} GMT{}{:02}{:02}",
                f(Field::Hours),
                f(Field::Minutes),
                f(Field::Seconds),
                if offset < 0 { '-' } else { '+' },
                offset.abs() / 60,
                offset.abs() % 60
            ));
            let name = if self.options.time_zone == "UTC" {
                "Coordinated Universal Time".to_string()
            } else {
                self.options.time_zone.clone()
            };
            out.push_str(&format!(" ({name})"));
        }
        out
    }
}
