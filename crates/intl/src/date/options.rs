//! Options of `Intl.DateTimeFormat`, what they resolve to, and the pattern that they ask for.

use super::skeleton::{Generator, Item, items};
use crate::choice::choice;
use crate::data::{Section, Table, World};
use crate::error::Error;
use crate::number::numbering;
use crate::resolve::Resolved;
use crate::tag::{canonical_type, is_type};
use crate::zone::Zone;

choice! { DateStyle { Full = "full", Long = "long", Medium = "medium", Short = "short" } }
choice! { TextStyle { Narrow = "narrow", Short = "short", Long = "long" } }
choice! { NumericStyle { TwoDigit = "2-digit", Numeric = "numeric" } }
choice! { Month { TwoDigit = "2-digit", Numeric = "numeric", Narrow = "narrow", Short = "short", Long = "long" } }
choice! {
    TimeZoneNameStyle {
        Short = "short",
        Long = "long",
        ShortOffset = "shortOffset",
        LongOffset = "longOffset",
        ShortGeneric = "shortGeneric",
        LongGeneric = "longGeneric",
    }
}
choice! { HourCycle { H11 = "h11", H12 = "h12", H23 = "h23", H24 = "h24" } }
choice! {
    /// Which fields must be there, when neither fields nor styles are asked for.
    DateTimeRequired { Date = "date", Time = "time", Any = "any" }
}
choice! {
    /// Which fields are added then.
    DateTimeDefaults { Date = "date", Time = "time", All = "all" }
}

/// Width of the era.
pub type Era = TextStyle;

#[derive(Debug, Clone)]
pub struct DateTimeFormatOptions {
    pub calendar: Option<String>,
    pub numbering_system: Option<String>,
    pub hour12: Option<bool>,
    pub hour_cycle: Option<HourCycle>,
    pub time_zone: Option<String>,
    pub weekday: Option<TextStyle>,
    pub era: Option<Era>,
    pub year: Option<NumericStyle>,
    pub month: Option<Month>,
    pub day: Option<NumericStyle>,
    pub day_period: Option<TextStyle>,
    pub hour: Option<NumericStyle>,
    pub minute: Option<NumericStyle>,
    pub second: Option<NumericStyle>,
    /// 1 to 3.
    pub fractional_second_digits: Option<u8>,
    pub time_zone_name: Option<TimeZoneNameStyle>,
    pub date_style: Option<DateStyle>,
    pub time_style: Option<DateStyle>,
    pub required: DateTimeRequired,
    pub defaults: DateTimeDefaults,
}

impl Default for DateTimeFormatOptions {
    fn default() -> Self {
        DateTimeFormatOptions {
            calendar: None,
            numbering_system: None,
            hour12: None,
            hour_cycle: None,
            time_zone: None,
            weekday: None,
            era: None,
            year: None,
            month: None,
            day: None,
            day_period: None,
            hour: None,
            minute: None,
            second: None,
            fractional_second_digits: None,
            time_zone_name: None,
            date_style: None,
            time_style: None,
            required: DateTimeRequired::Any,
            defaults: DateTimeDefaults::Date,
        }
    }
}

/// Options in force, as `resolvedOptions` shows them.
#[derive(Debug, Clone)]
pub struct ResolvedDateTimeFormat {
    pub locale: String,
    pub calendar: String,
    pub numbering_system: String,
    pub time_zone: String,
    /// None when no hour is shown.
    pub hour_cycle: Option<HourCycle>,
    pub weekday: Option<TextStyle>,
    pub era: Option<Era>,
    pub year: Option<NumericStyle>,
    pub month: Option<Month>,
    pub day: Option<NumericStyle>,
    pub day_period: Option<TextStyle>,
    pub hour: Option<NumericStyle>,
    pub minute: Option<NumericStyle>,
    pub second: Option<NumericStyle>,
    pub fractional_second_digits: Option<u8>,
    pub time_zone_name: Option<TimeZoneNameStyle>,
    pub date_style: Option<DateStyle>,
    pub time_style: Option<DateStyle>,
}

impl ResolvedDateTimeFormat {
    /// Whether patterns are those of all calendars but the Gregorian.
    pub(super) fn calendar_is_generic(&self) -> bool {
        !matches!(self.calendar.as_str(), "gregory" | "iso8601")
    }
}

impl HourCycle {
    pub(super) fn letter(self) -> char {
        match self {
            HourCycle::H11 => 'K',
            HourCycle::H12 => 'h',
            HourCycle::H23 => 'H',
            HourCycle::H24 => 'k',
        }
    }

    fn of_letter(letter: char) -> Option<HourCycle> {
        HourCycle::ALL.iter().copied().find(|h| h.letter() == letter)
    }
}

/// Calendars that dates can be shown in.
pub(crate) const CALENDARS: [&str; 6] =
    ["buddhist", "gregory", "iso8601", "japanese", "persian", "roc"];

/// How the pattern comes about.
pub(super) enum Plan {
    Skeleton {
        skeleton: String,
        cycle: HourCycle,
    },
    Styles {
        date: Option<&'static str>,
        time: Option<&'static str>,
        glue: &'static str,
        cycle: HourCycle,
    },
}

impl Plan {
    pub(super) fn pattern(&self, generator: &Generator) -> String {
        match self {
            Plan::Skeleton { skeleton, cycle } => {
                with_cycle(&generator.best(skeleton, true), *cycle)
            }
            Plan::Styles { date, time, glue, cycle } => {
                let pattern = match (date, time) {
                    (Some(date), Some(time)) => glue.replace("{1}", date).replace("{0}", time),
                    (Some(one), None) | (None, Some(one)) => (*one).to_owned(),
                    (None, None) => String::new(),
                };
                let skeleton = skeleton_of(&pattern);
                let hour = items(&pattern).iter().find_map(|i| {
                    if let Item::Field(c @ ('h' | 'H' | 'k' | 'K'), _) = i {
                        Some(*c)
                    } else {
                        None
                    }
                });
                if hour.is_none_or(|h| h == cycle.letter()) {
                    return pattern;
                }
                let skeleton = with_cycle(&skeleton, *cycle);
                with_cycle(&generator.best(&skeleton, true), *cycle)
            }
        }
    }
}

/// The fields of a pattern without its texts; day periods go with the hour.
fn skeleton_of(pattern: &str) -> String {
    let mut out = String::new();
    for item in items(pattern) {
        if let Item::Field(letter, length) = item
            && letter != 'a'
        {
            out.extend(std::iter::repeat_n(letter, length as usize));
        }
    }
    out
}

pub(super) fn with_cycle(pattern: &str, cycle: HourCycle) -> String {
    let mut quoted = false;
    pattern
        .chars()
        .map(|c| {
            if c == '\'' {
                quoted = !quoted;
            }
            if !quoted && matches!(c, 'h' | 'H' | 'k' | 'K') { cycle.letter() } else { c }
        })
        .collect()
}

pub(super) fn resolve(
    locale: &Resolved,
    options: &DateTimeFormatOptions,
    default_zone: &Zone,
) -> Result<(ResolvedDateTimeFormat, Zone, Plan), Error> {
    if let Some(calendar) = &options.calendar
        && !is_type(calendar)
    {
        return Err(Error::range(format!("Invalid calendar : {calendar}")));
    }
    let zone = match &options.time_zone {
        Some(name) => Zone::find(name)
            .ok_or_else(|| Error::range(format!("Invalid time zone specified: {name}")))?,
        None => default_zone.clone(),
    };
    if let Some(digits) = options.fractional_second_digits
        && !(1..=3).contains(&digits)
    {
        return Err(Error::range("fractionalSecondDigits value is out of range."));
    }
    let (numbering_system, _) = numbering(locale, options.numbering_system.as_deref())?;
    let asked_calendar = options
        .calendar
        .as_deref()
        .map(|c| canonical_type("u", "ca", c))
        .filter(|c| CALENDARS.contains(&c.as_str()));
    let wanted_calendar = locale.keyword("ca").filter(|c| CALENDARS.contains(c)).map(str::to_owned);
    let calendar = asked_calendar
        .clone()
        .or_else(|| wanted_calendar.clone())
        .unwrap_or_else(|| usual_calendar(locale));
    // The hour cycle: hour12 over hourCycle over the tag's keyword over the locale's habit.
    let usual = HourCycle::of_letter(usual_hour_letter(locale)).unwrap_or(HourCycle::H23);
    let wanted_cycle = locale.keyword("hc").and_then(HourCycle::parse);
    let cycle = match options.hour12 {
        Some(true) => {
            if locale.region() == "JP" {
                HourCycle::H11
            } else {
                HourCycle::H12
            }
        }
        Some(false) => {
            if usual == HourCycle::H23 || locale.region() == "JP" {
                HourCycle::H23
            } else {
                HourCycle::H24
            }
        }
        None => options.hour_cycle.or(wanted_cycle).unwrap_or(usual),
    };
    let mut used: Vec<(&str, &str)> = Vec::new();
    if let Some(ca) = wanted_calendar
        .as_deref()
        .filter(|c| *c == calendar && asked_calendar.as_deref().is_none_or(|a| a == *c))
    {
        used.push(("ca", ca));
    }
    if let Some(hc) = wanted_cycle.filter(|h| *h == cycle && options.hour12.is_none()) {
        used.push(("hc", hc.as_str()));
    }
    if let Some(nu) = locale.keyword("nu").filter(|n| *n == numbering_system) {
        used.push(("nu", nu));
    }
    let mut resolved = ResolvedDateTimeFormat {
        locale: locale.with_keywords(&used),
        calendar,
        numbering_system,
        time_zone: zone.name().to_owned(),
        hour_cycle: Some(cycle),
        weekday: None,
        era: None,
        year: None,
        month: None,
        day: None,
        day_period: None,
        hour: None,
        minute: None,
        second: None,
        fractional_second_digits: None,
        time_zone_name: None,
        date_style: options.date_style,
        time_style: options.time_style,
    };
    if options.date_style.is_some() || options.time_style.is_some() {
        check_styles(options)?;
        let table = Table::of(locale.data, Section::Dates);
        let generic = resolved.calendar_is_generic();
        let cell = |key: &str, style: DateStyle| {
            table.get(key).unwrap_or("").split('|').nth(style as usize).unwrap_or("")
        };
        let own = format!("date.{}", resolved.calendar);
        let date_key = if !generic {
            "date"
        } else if table.get(&own).is_some() {
            &own
        } else {
            "g.date"
        };
        let date = options.date_style.map(|s| cell(date_key, s));
        let time = options.time_style.map(|s| cell("time", s));
        let glue = options
            .date_style
            .map_or("{1} {0}", |s| cell(if generic { "g.both" } else { "at" }, s));
        return Ok((resolved, zone, Plan::Styles { date, time, glue, cycle }));
    }
    let skeleton = skeleton(options, cycle);
    resolved.time_zone_name = options.time_zone_name;
    resolved.fractional_second_digits = options.fractional_second_digits;
    Ok((resolved, zone, Plan::Skeleton { skeleton, cycle }))
}

fn check_styles(options: &DateTimeFormatOptions) -> Result<(), Error> {
    let fields: [(&str, bool); 11] = [
        ("weekday", options.weekday.is_some()),
        ("era", options.era.is_some()),
        ("year", options.year.is_some()),
        ("month", options.month.is_some()),
        ("day", options.day.is_some()),
        ("dayPeriod", options.day_period.is_some()),
        ("hour", options.hour.is_some()),
        ("minute", options.minute.is_some()),
        ("second", options.second.is_some()),
        ("fractionalSecondDigits", options.fractional_second_digits.is_some()),
        ("timeZoneName", options.time_zone_name.is_some()),
    ];
    let style = if options.date_style.is_some() { "dateStyle" } else { "timeStyle" };
    if let Some((name, _)) = fields.iter().find(|f| f.1) {
        return Err(Error::type_error(format!("Can't set option {name} when {style} is used")));
    }
    match options.required {
        DateTimeRequired::Date if options.time_style.is_some() => {
            Err(Error::type_error("Invalid option : timeStyle"))
        }
        DateTimeRequired::Time if options.date_style.is_some() => {
            Err(Error::type_error("Invalid option : dateStyle"))
        }
        _ => Ok(()),
    }
}

fn skeleton(o: &DateTimeFormatOptions, cycle: HourCycle) -> String {
    let has_date = o.weekday.is_some() || o.year.is_some() || o.month.is_some() || o.day.is_some();
    let has_time = o.day_period.is_some()
        || o.hour.is_some()
        || o.minute.is_some()
        || o.second.is_some()
        || o.fractional_second_digits.is_some();
    let needs_default = match o.required {
        DateTimeRequired::Date => !has_date,
        DateTimeRequired::Time => !has_time,
        DateTimeRequired::Any => !has_date && !has_time,
    };
    let date =
        (needs_default && o.defaults != DateTimeDefaults::Time).then_some(NumericStyle::Numeric);
    let time =
        (needs_default && o.defaults != DateTimeDefaults::Date).then_some(NumericStyle::Numeric);
    let text = |style: Option<TextStyle>, letter: char| match style {
        Some(TextStyle::Narrow) => String::from_iter([letter; 5]),
        Some(TextStyle::Long) => String::from_iter([letter; 4]),
        Some(TextStyle::Short) => String::from_iter([letter; 3]),
        None => String::new(),
    };
    let number = |style: Option<NumericStyle>, letter: char| match style {
        Some(NumericStyle::TwoDigit) => String::from_iter([letter; 2]),
        Some(NumericStyle::Numeric) => String::from(letter),
        None => String::new(),
    };
    let mut out = text(o.weekday, 'E');
    out += &text(o.era, 'G');
    out += &number(o.year.or(date), 'y');
    out += match o.month.or(date.map(|_| Month::Numeric)) {
        Some(Month::Narrow) => "MMMMM",
        Some(Month::Long) => "MMMM",
        Some(Month::Short) => "MMM",
        Some(Month::TwoDigit) => "MM",
        Some(Month::Numeric) => "M",
        None => "",
    };
    out += &number(o.day.or(date), 'd');
    out += match o.day_period {
        Some(TextStyle::Narrow) => "BBBBB",
        Some(TextStyle::Long) => "BBBB",
        Some(TextStyle::Short) => "B",
        None => "",
    };
    out += &number(o.hour.or(time), cycle.letter());
    out += &number(o.minute.or(time), 'm');
    out += &number(o.second.or(time), 's');
    out.extend(std::iter::repeat_n('S', usize::from(o.fractional_second_digits.unwrap_or(0))));
    out += match o.time_zone_name {
        Some(TimeZoneNameStyle::Short) => "z",
        Some(TimeZoneNameStyle::Long) => "zzzz",
        Some(TimeZoneNameStyle::ShortOffset) => "O",
        Some(TimeZoneNameStyle::LongOffset) => "OOOO",
        Some(TimeZoneNameStyle::ShortGeneric) => "v",
        Some(TimeZoneNameStyle::LongGeneric) => "vvvv",
        None => "",
    };
    out
}

/// Letter of the hour that the locale's region uses.
pub(super) fn usual_hour_letter(locale: &Resolved) -> char {
    let region = locale.region();
    let by = |key: &str| World::Regions.get(&format!("hc.{key}"));
    let row = by(&format!("{}-{region}", locale.language()))
        .or_else(|| by(&region))
        .or_else(|| by("001"))
        .unwrap_or("H");
    row.chars().next().unwrap_or('H')
}

pub(super) fn usual_calendar(locale: &Resolved) -> String {
    let region = locale.region();
    let row = World::Regions.get(&format!("ca.{region}")).unwrap_or("gregorian");
    let first = row.split('|').next().unwrap_or("gregorian");
    let name = if first == "gregorian" { "gregory" } else { first };
    if CALENDARS.contains(&name) { name.to_owned() } else { "gregory".to_owned() }
}

/// Reads the fields off the pattern, as `resolvedOptions` shows them.
pub(super) fn show_fields(resolved: &mut ResolvedDateTimeFormat, pattern: &[Item]) {
    if resolved.date_style.is_some() || resolved.time_style.is_some() {
        return;
    }
    let text = |length: u32| match length {
        5 => TextStyle::Narrow,
        4 => TextStyle::Long,
        _ => TextStyle::Short,
    };
    let number =
        |length: u32| if length == 2 { NumericStyle::TwoDigit } else { NumericStyle::Numeric };
    for item in pattern {
        let Item::Field(letter, length) = *item else { continue };
        match letter {
            'G' => resolved.era = Some(text(length)),
            'E' | 'c' | 'e' => resolved.weekday = Some(text(length)),
            'y' | 'u' | 'r' | 'U' => resolved.year = Some(number(length)),
            'M' | 'L' => {
                resolved.month = Some(match length {
                    5 => Month::Narrow,
                    4 => Month::Long,
                    3 => Month::Short,
                    2 => Month::TwoDigit,
                    _ => Month::Numeric,
                });
            }
            'd' => resolved.day = Some(number(length)),
            'B' => resolved.day_period = Some(text(length)),
            'h' | 'H' | 'k' | 'K' => resolved.hour = Some(number(length)),
            'm' => resolved.minute = Some(number(length)),
            's' => resolved.second = Some(number(length)),
            _ => {}
        }
    }
}
