//! Unicode BCP 47 locale identifiers: reading, canonical form, likely subtags.
//!
//! Only the grammar of ECMA-402 is read (no grandfathered tags outside it). Input is bounded: tags longer than
//! `LONGEST` bytes are refused.

use crate::collator::CaseFirst;
use crate::data::World;
use crate::date::HourCycle;
use crate::error::Error;
use std::collections::BTreeMap;
use std::fmt;

const LONGEST: usize = 4096;

/// A locale identifier in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LanguageTag {
    pub language: String,
    pub script: Option<String>,
    pub region: Option<String>,
    /// Lower case, sorted.
    pub variants: Vec<String>,
    pub transform: Option<Transform>,
    /// Attributes of the `u` extension.
    pub attributes: Vec<String>,
    /// Keywords of the `u` extension, by key; an empty value stands for `true`.
    pub keywords: BTreeMap<String, String>,
    /// Extensions other than `t`, `u` and `x`, by singleton.
    pub other: BTreeMap<char, String>,
    /// What follows `x`.
    pub private: Option<String>,
}

/// The `t` extension.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Transform {
    pub tag: Option<Box<LanguageTag>>,
    pub fields: BTreeMap<String, String>,
}

/// What `new Intl.Locale(tag, options)` may set; values as given.
#[derive(Debug, Clone, Default)]
pub struct LocaleOptions {
    pub language: Option<String>,
    pub script: Option<String>,
    pub region: Option<String>,
    /// Joined by hyphens.
    pub variants: Option<String>,
    pub calendar: Option<String>,
    pub collation: Option<String>,
    pub first_day_of_week: Option<String>,
    pub hour_cycle: Option<HourCycle>,
    pub case_first: Option<CaseFirst>,
    pub numeric: Option<bool>,
    pub numbering_system: Option<String>,
}

/// Canonical form of a tag, as by `Intl.getCanonicalLocales`.
pub fn canonicalize(tag: &str) -> Result<String, Error> {
    Ok(LanguageTag::parse(tag)?.to_string())
}

impl LanguageTag {
    /// Reads a tag and brings it into canonical form.
    pub fn parse(tag: &str) -> Result<LanguageTag, Error> {
        let mut parsed = read(tag).ok_or_else(Error::invalid_tag)?;
        parsed.canonicalize();
        Ok(parsed)
    }

    /// The tag without extensions and private use.
    pub fn base_name(&self) -> String {
        let mut text = self.language.clone();
        for part in self.script.iter().chain(&self.region).chain(&self.variants) {
            text.push('-');
            text.push_str(part);
        }
        text
    }

    pub fn keyword(&self, key: &str) -> Option<&str> {
        self.keywords.get(key).map(String::as_str)
    }

    /// Sets or removes a keyword, whose value comes in canonical form.
    pub fn set_keyword(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some("true") => self.keywords.insert(key.to_owned(), String::new()),
            Some(value) => self.keywords.insert(key.to_owned(), canonical_type("u", key, value)),
            None => self.keywords.remove(key),
        };
    }

    /// The tag with the options in place of its own parts.
    pub fn with_options(&self, options: &LocaleOptions) -> Result<LanguageTag, Error> {
        let check = |value: &Option<String>, good: fn(&str) -> bool| match value {
            Some(text) if !good(text) => Err(Error::invalid_tag()),
            other => Ok(other.clone()),
        };
        let mut out = self.clone();
        if let Some(language) = check(&options.language, is_language)? {
            out.language = language.to_ascii_lowercase();
        }
        if let Some(script) = check(&options.script, is_script)? {
            out.script = Some(title_case(&script));
        }
        if let Some(region) = check(&options.region, is_region)? {
            out.region = Some(region.to_ascii_uppercase());
        }
        if let Some(variants) = &options.variants {
            let lower = variants.to_ascii_lowercase();
            let mut list: Vec<String> = lower.split('-').map(str::to_owned).collect();
            let count = list.len();
            list.sort();
            list.dedup();
            if list.len() != count || !list.iter().all(|v| is_variant(v)) {
                return Err(Error::invalid_tag());
            }
            out.variants = list;
        }
        out.canonicalize();
        let week = options.first_day_of_week.as_deref().map(|day| match day {
            "0" | "7" => "sun",
            "1" => "mon",
            "2" => "tue",
            "3" => "wed",
            "4" => "thu",
            "5" => "fri",
            "6" => "sat",
            other => other,
        });
        let typed = [
            ("ca", options.calendar.as_deref()),
            ("co", options.collation.as_deref()),
            ("fw", week),
            ("nu", options.numbering_system.as_deref()),
        ];
        for (key, value) in typed {
            if let Some(value) = value {
                if !is_type(value) {
                    return Err(Error::invalid_tag());
                }
                out.set_keyword(key, Some(value));
            }
        }
        for (key, value) in [
            ("hc", options.hour_cycle.map(HourCycle::as_str)),
            ("kf", options.case_first.map(CaseFirst::as_str)),
        ] {
            if value.is_some() {
                out.set_keyword(key, value);
            }
        }
        if let Some(numeric) = options.numeric {
            out.set_keyword("kn", Some(if numeric { "true" } else { "false" }));
        }
        Ok(out)
    }

    /// Adds the likely subtags; unchanged when none are known.
    pub fn maximize(&mut self) {
        if let Some((language, script, region)) =
            likely(&self.language, self.script.as_deref(), self.region.as_deref())
        {
            self.language = language;
            self.script = Some(script);
            self.region = Some(region);
        }
    }

    /// Removes the subtags that `maximize` would add.
    pub fn minimize(&mut self) {
        let mut full = self.clone();
        full.maximize();
        let whole = (full.language.clone(), full.script.clone(), full.region.clone());
        for (script, region) in [(None, None), (None, whole.2.clone()), (whole.1.clone(), None)] {
            let found = likely(&whole.0, script.as_deref(), region.as_deref());
            if found.is_some_and(|f| f.0 == whole.0 && Some(f.1) == whole.1 && Some(f.2) == whole.2)
            {
                (self.language, self.script, self.region) = (whole.0, script, region);
                return;
            }
        }
        (self.language, self.script, self.region) = whole;
    }

    fn canonicalize(&mut self) {
        // Locales that are offered are canonical; the large table of aliases can stay packed for them.
        let plain =
            self.transform.is_none() && self.keywords.is_empty() && self.attributes.is_empty();
        if plain && World::Locales.get(&self.base_name()).is_some() {
            return;
        }
        self.canonical_names();
        self.variants.sort();
        let keywords = std::mem::take(&mut self.keywords);
        self.keywords = keywords
            .into_iter()
            .map(|(key, value)| {
                let value = canonical_type("u", &key, &value);
                (key, value)
            })
            .collect();
        self.attributes.sort();
        self.attributes.dedup();
        if let Some(transform) = &mut self.transform {
            if let Some(tag) = &mut transform.tag {
                tag.canonical_names();
                tag.variants.sort();
            }
            let fields = std::mem::take(&mut transform.fields);
            transform.fields = fields
                .into_iter()
                .map(|(key, value)| {
                    let value = canonical_type("t", &key, &value);
                    (key, value)
                })
                .collect();
        }
    }

    /// Replaces deprecated languages, scripts, regions and variants.
    fn canonical_names(&mut self) {
        // Each round replaces something by what is not itself replaced; a bound guards against cycles in the data.
        for _ in 0..16 {
            if !self.replace_language() {
                break;
            }
        }
        if let Some(script) = &self.script
            && let Some(new) = World::Canonical.get(&format!("s.{}", script.to_lowercase()))
        {
            self.script = Some(new.to_owned());
        }
        if let Some(region) = &self.region
            && let Some(new) = World::Canonical.get(&format!("r.{}", region.to_lowercase()))
        {
            let mut choices = new.split(' ');
            let first = choices.next().unwrap_or(new);
            let likely = likely(&self.language, self.script.as_deref(), None).map(|l| l.2);
            let chosen = likely
                .filter(|l| new.split(' ').any(|c| c == l))
                .unwrap_or_else(|| first.to_owned());
            self.region = Some(chosen);
        }
        for variant in &mut self.variants {
            if let Some(new) = World::Canonical.get(&format!("v.{variant}")) {
                *variant = new.to_owned();
            }
        }
        self.variants.sort();
        self.variants.dedup();
    }

    fn replace_language(&mut self) -> bool {
        let alias = |key: &str| World::Canonical.get(&format!("l.{}", key.to_lowercase()));
        if self.variants.iter().any(|v| v == "hepburn")
            && self.variants.iter().any(|v| v == "heploc")
        {
            self.variants.retain(|v| v != "hepburn" && v != "heploc");
            self.variants.push("alalc97".to_owned());
            return true;
        }
        for language in [self.language.clone(), "und".to_owned()] {
            for i in 0..self.variants.len() {
                let Some(variant) = self.variants.get(i) else { break };
                if let Some(new) = alias(&format!("{language}-{variant}")) {
                    self.variants.remove(i);
                    self.take_replacement(new);
                    return true;
                }
            }
        }
        if let Some(region) = &self.region
            && let Some(new) = alias(&format!("{}-{region}", self.language))
        {
            self.region = None;
            self.take_replacement(new);
            return true;
        }
        match alias(&self.language) {
            Some(new) if new != self.language => {
                self.take_replacement(new);
                true
            }
            _ => false,
        }
    }

    fn take_replacement(&mut self, new: &str) {
        let Some(new) = read(new) else { return };
        if new.language != "und" {
            self.language = new.language;
        }
        self.script = self.script.take().or(new.script);
        self.region = self.region.take().or(new.region);
        self.variants.extend(new.variants);
    }
}

impl fmt::Display for LanguageTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base_name())?;
        let unicode = (!self.attributes.is_empty() || !self.keywords.is_empty()).then(|| {
            let mut text = String::new();
            for attribute in &self.attributes {
                text.push('-');
                text.push_str(attribute);
            }
            for (key, value) in &self.keywords {
                text.push('-');
                text.push_str(key);
                if !value.is_empty() {
                    text.push('-');
                    text.push_str(value);
                }
            }
            text
        });
        let transform = self.transform.as_ref().map(|t| {
            let mut text = String::new();
            if let Some(tag) = &t.tag {
                text.push('-');
                text.push_str(&tag.base_name().to_lowercase());
            }
            for (key, value) in &t.fields {
                text.push_str(&format!("-{key}-{value}"));
            }
            text
        });
        let mut parts: Vec<(char, String)> =
            self.other.iter().map(|(k, v)| (*k, format!("-{v}"))).collect();
        parts.extend(unicode.map(|t| ('u', t)));
        parts.extend(transform.map(|t| ('t', t)));
        parts.sort();
        for (singleton, text) in parts {
            write!(f, "-{singleton}{text}")?;
        }
        match &self.private {
            Some(private) => write!(f, "-x-{private}"),
            None => Ok(()),
        }
    }
}

/// Whether a text is a `type` of the grammar, as options like `calendar` must be.
pub fn is_type(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST
        && text.split('-').all(|part| {
            (3..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

/// Canonical form of a keyword's value.
pub(crate) fn canonical_type(space: &str, key: &str, value: &str) -> String {
    let value = value.to_ascii_lowercase();
    if space == "u"
        && (value == "true" || value == "yes" && matches!(key, "kb" | "kc" | "kh" | "kk" | "kn"))
    {
        return String::new();
    }
    if space == "u" && matches!(key, "rg" | "sd") {
        if let Some(new) = World::Canonical.get(&format!("sd.{value}")) {
            let first = new.split(' ').next().unwrap_or(new).to_ascii_lowercase();
            return if first.len() == 2 { format!("{first}zzzz") } else { first };
        }
        return value;
    }
    match World::Canonical.get(&format!("{space}.{key}.{value}")) {
        Some("true") if space == "u" => String::new(),
        Some(new) => new.to_owned(),
        None => value,
    }
}

/// Language, script and region that are likely meant.
pub(crate) fn likely(
    language: &str,
    script: Option<&str>,
    region: Option<&str>,
) -> Option<(String, String, String)> {
    if let (Some(s), Some(r)) = (script, region)
        && language != "und"
    {
        return Some((language.to_owned(), s.to_owned(), r.to_owned()));
    }
    let lookup = |s: Option<&str>, r: Option<&str>| {
        let mut key = format!("m.{language}");
        for part in s.iter().chain(&r) {
            key.push('-');
            key.push_str(part);
        }
        World::Canonical.get(&key)
    };
    let found = match (script, region) {
        (Some(s), Some(r)) => lookup(Some(s), Some(r))
            .or_else(|| lookup(Some(s), None))
            .or_else(|| lookup(None, Some(r)))
            .or_else(|| lookup(None, None)),
        (Some(s), None) => lookup(Some(s), None)
            .or_else(|| lookup(None, None))
            .or_else(|| World::Canonical.get(&format!("m.und-{s}"))),
        (None, Some(r)) => lookup(None, Some(r))
            .or_else(|| lookup(None, None))
            .or_else(|| World::Canonical.get(&format!("m.und-{r}"))),
        (None, None) => lookup(None, None),
    }?;
    let mut parts = found.split('-');
    let (l, s, r) = (parts.next()?, parts.next()?, parts.next()?);
    let language = if language == "und" { l } else { language };
    Some((language.to_owned(), script.unwrap_or(s).to_owned(), region.unwrap_or(r).to_owned()))
}

fn read(tag: &str) -> Option<LanguageTag> {
    if tag.len() > LONGEST || !tag.is_ascii() {
        return None;
    }
    let lower = tag.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split('-').collect();
    let mut at = 0;
    let mut out = read_names(&parts, &mut at)?;
    while let Some(&part) = parts.get(at) {
        at += 1;
        let singleton = part.chars().next().filter(|_| part.len() == 1)?;
        let begin = at;
        match singleton {
            'u' if out.attributes.is_empty() && out.keywords.is_empty() => {
                read_unicode(&parts, &mut at, &mut out)?
            }
            't' if out.transform.is_none() => {
                out.transform = Some(read_transform(&parts, &mut at)?)
            }
            'x' => {
                let rest = parts.get(at..)?;
                let good = |p: &&str| {
                    (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric())
                };
                if rest.is_empty() || !rest.iter().all(good) {
                    return None;
                }
                out.private = Some(rest.join("-"));
                return Some(out);
            }
            'u' | 't' => return None,
            c if c.is_ascii_alphanumeric() => {
                while parts.get(at).is_some_and(|p| {
                    (2..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric())
                }) {
                    at += 1;
                }
                if out.other.insert(c, parts.get(begin..at)?.join("-")).is_some() {
                    return None;
                }
            }
            _ => return None,
        }
        if at == begin {
            return None;
        }
    }
    Some(out)
}

fn alpha(text: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic())
}

fn alphanumeric(text: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn digit_at(text: &str, index: usize) -> bool {
    text.as_bytes().get(index).is_some_and(u8::is_ascii_digit)
}

pub(crate) fn is_language(text: &str) -> bool {
    alpha(text, 2..=3) || alpha(text, 5..=8)
}

pub(crate) fn is_script(text: &str) -> bool {
    alpha(text, 4..=4)
}

pub(crate) fn is_region(text: &str) -> bool {
    alpha(text, 2..=2) || text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit())
}

pub(crate) fn is_variant(text: &str) -> bool {
    alphanumeric(text, 5..=8) || alphanumeric(text, 4..=4) && digit_at(text, 0)
}

pub(crate) fn title_case(text: &str) -> String {
    let mut out = text.to_ascii_lowercase();
    if let Some(first) = out.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    out
}

/// Language, script, region and variants, from lower-case parts.
fn read_names(parts: &[&str], at: &mut usize) -> Option<LanguageTag> {
    let mut out = LanguageTag::default();
    let language = parts.get(*at).filter(|p| is_language(p))?;
    out.language = (*language).to_owned();
    *at += 1;
    if let Some(script) = parts.get(*at).filter(|p| is_script(p)) {
        out.script = Some(title_case(script));
        *at += 1;
    }
    if let Some(region) = parts.get(*at).filter(|p| is_region(p)) {
        out.region = Some(region.to_ascii_uppercase());
        *at += 1;
    }
    while let Some(variant) = parts.get(*at).filter(|p| is_variant(p)) {
        if out.variants.iter().any(|v| v == variant) {
            return None;
        }
        out.variants.push((*variant).to_owned());
        *at += 1;
    }
    Some(out)
}

fn read_unicode(parts: &[&str], at: &mut usize, out: &mut LanguageTag) -> Option<()> {
    while let Some(attribute) = parts.get(*at).filter(|p| alphanumeric(p, 3..=8)) {
        out.attributes.push((*attribute).to_owned());
        *at += 1;
    }
    let is_key = |p: &&&str| {
        p.len() == 2
            && alphanumeric(p, 2..=2)
            && p.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic)
    };
    while let Some(key) = parts.get(*at).filter(is_key) {
        *at += 1;
        let begin = *at;
        while parts.get(*at).is_some_and(|p| alphanumeric(p, 3..=8)) {
            *at += 1;
        }
        let value = parts.get(begin..*at)?.join("-");
        out.keywords.entry((*key).to_owned()).or_insert(value);
    }
    Some(())
}

fn read_transform(parts: &[&str], at: &mut usize) -> Option<Transform> {
    let mut out = Transform::default();
    if parts.get(*at).is_some_and(|p| is_language(p)) {
        out.tag = Some(Box::new(read_names(parts, at)?));
    }
    let is_key = |p: &&&str| {
        p.len() == 2 && p.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && digit_at(p, 1)
    };
    while let Some(key) = parts.get(*at).filter(is_key) {
        *at += 1;
        let begin = *at;
        while parts.get(*at).is_some_and(|p| alphanumeric(p, 3..=8)) {
            *at += 1;
        }
        if begin == *at
            || out.fields.insert((*key).to_owned(), parts.get(begin..*at)?.join("-")).is_some()
        {
            return None;
        }
    }
    Some(out)
}
