//! `Intl.DisplayNames`: what a language calls languages, regions, scripts, currencies, calendars and date fields.

use crate::choice::choice;
use crate::data::{Section, Table};
use crate::date::TextStyle;
use crate::error::Error;
use crate::number::is_well_formed_currency;
use crate::resolve::Resolved;
use crate::tag::{LanguageTag, canonical_type, is_region, is_script, is_type, title_case};

choice! {
    DisplayNamesType { Language = "language", Region = "region", Script = "script", Currency = "currency", Calendar = "calendar", DateTimeField = "dateTimeField" }
}
choice! {
    /// What stands for a code that has no name.
    DisplayNamesFallback { Code = "code", None = "none" }
}
choice! { LanguageDisplay { Dialect = "dialect", Standard = "standard" } }

/// `Intl.DisplayNames`.
#[derive(Debug, Clone)]
pub struct DisplayNames {
    pub locale: String,
    pub kind: DisplayNamesType,
    pub style: TextStyle,
    pub fallback: DisplayNamesFallback,
    pub language_display: LanguageDisplay,
    data: &'static str,
}

impl DisplayNames {
    pub fn new(
        locale: &Resolved,
        kind: DisplayNamesType,
        style: TextStyle,
        fallback: DisplayNamesFallback,
        language_display: LanguageDisplay,
    ) -> DisplayNames {
        DisplayNames {
            locale: locale.with_keywords(&[]),
            kind,
            style,
            fallback,
            language_display,
            data: locale.data,
        }
    }

    /// The code's name; none when there is none and none was asked for; an error when the code is malformed.
    pub fn of(&self, code: &str) -> Result<Option<String>, Error> {
        let invalid =
            || Error::range(format!("Invalid argument to Intl.DisplayNames.prototype.of: {code}"));
        let (canonical, name) = match self.kind {
            DisplayNamesType::Language => {
                let tag = LanguageTag::parse(code).map_err(|_| invalid())?;
                let base = tag.base_name();
                if base.len() != code.len()
                    && (tag.transform.is_some()
                        || !tag.keywords.is_empty()
                        || !tag.attributes.is_empty()
                        || !tag.other.is_empty()
                        || tag.private.is_some())
                {
                    return Err(invalid());
                }
                let name = self.language(&tag);
                (base, name)
            }
            DisplayNamesType::Region => {
                let code =
                    Some(code).filter(|c| is_region(c)).ok_or_else(invalid)?.to_ascii_uppercase();
                (code.clone(), self.short_or_long("r", &code).map(str::to_owned))
            }
            DisplayNamesType::Script => {
                let code = title_case(Some(code).filter(|c| is_script(c)).ok_or_else(invalid)?);
                let table = Table::of(self.data, Section::Names);
                let name = table.get(&format!("s.{code}"));
                (code, name.map(str::to_owned))
            }
            DisplayNamesType::Currency => {
                let code = Some(code)
                    .filter(|c| is_well_formed_currency(c))
                    .ok_or_else(invalid)?
                    .to_ascii_uppercase();
                let table = Table::of(self.data, Section::Currencies);
                let name = table.get(&format!("{code}.n"));
                (code.clone(), name.map(str::to_owned))
            }
            DisplayNamesType::Calendar => {
                let code = canonical_type(
                    "u",
                    "ca",
                    Some(code).filter(|c| is_type(c)).ok_or_else(invalid)?,
                );
                let key = if code == "gregory" { "gregorian" } else { &code };
                let name = Table::of(self.data, Section::Names)
                    .get(&format!("c.{key}"))
                    .map(str::to_owned);
                (code, name)
            }
            DisplayNamesType::DateTimeField => {
                let field = field_key(code).ok_or_else(invalid)?;
                let width = match self.style {
                    TextStyle::Long => "w",
                    TextStyle::Short => "a",
                    TextStyle::Narrow => "n",
                };
                let name = Table::of(self.data, Section::Dates)
                    .get(&format!("n.{field}.{width}"))
                    .map(str::to_owned);
                (code.to_owned(), name)
            }
        };
        Ok(name.or_else(|| (self.fallback == DisplayNamesFallback::Code).then_some(canonical)))
    }

    fn short_or_long(&self, kind: &str, code: &str) -> Option<&'static str> {
        let table = Table::of(self.data, Section::Names);
        let short = if self.style == TextStyle::Long {
            None
        } else {
            table.get(&format!("{kind}.{code}.s"))
        };
        short.or_else(|| table.get(&format!("{kind}.{code}")))
    }

    /// The language's name, of its dialect when that has one, and the rest in parentheses.
    fn language(&self, tag: &LanguageTag) -> Option<String> {
        let (language, script, region) =
            (tag.language.as_str(), tag.script.as_deref(), tag.region.as_deref());
        let named = script.is_some() || region.is_some();
        let dialect = if self.language_display == LanguageDisplay::Dialect && named {
            let key: Vec<&str> = [Some(language), script, region].into_iter().flatten().collect();
            self.short_or_long("l", &key.join("-"))
        } else {
            None
        };
        let whole_name = dialect.is_some();
        let plain = || self.short_or_long("l", language);
        let more = named || !tag.variants.is_empty();
        let name = match dialect.or_else(plain) {
            Some(name) => name,
            None if more => language,
            None => return None,
        };
        let table = Table::of(self.data, Section::Names);
        let mut rest: Vec<String> = Vec::new();
        if let Some(script) = script.filter(|_| !whole_name) {
            rest.push(table.get(&format!("s.{script}")).unwrap_or(script).to_owned());
        }
        if let Some(region) = region.filter(|_| !whole_name) {
            rest.push(self.short_or_long("r", region).unwrap_or(region).to_owned());
        }
        for variant in &tag.variants {
            rest.push(
                table
                    .get(&format!("v.{variant}"))
                    .map_or_else(|| variant.to_uppercase(), str::to_owned),
            );
        }
        if rest.is_empty() {
            return Some(name.to_owned());
        }
        let mut cells = table.get("pattern").unwrap_or("{0} ({1})|{0}, {1}").split('|');
        let (whole, join) =
            (cells.next().unwrap_or("{0} ({1})"), cells.next().unwrap_or("{0}, {1}"));
        // Parentheses inside would not show what belongs to what.
        let clean =
            |t: &str| t.replace('(', "[").replace(')', "]").replace('（', "［").replace('）', "］");
        let joined = rest
            .iter()
            .map(|t| clean(t))
            .reduce(|a, b| join.replace("{0}", &a).replace("{1}", &b))
            .unwrap_or_default();
        Some(whole.replace("{0}", &clean(name)).replace("{1}", &joined))
    }
}

fn field_key(field: &str) -> Option<&'static str> {
    Some(match field {
        "era" => "era",
        "year" => "year",
        "quarter" => "quarter",
        "month" => "month",
        "weekOfYear" => "week",
        "weekday" => "weekday",
        "day" => "day",
        "dayPeriod" => "dayperiod",
        "hour" => "hour",
        "minute" => "minute",
        "second" => "second",
        "timeZoneName" => "zone",
        _ => return None,
    })
}
