//! Which of the offered locales serves a request: BestAvailableLocale, ResolveLocale, supportedLocalesOf.
//!
//! "Best fit" and "lookup" are the same here. What resolves carries the data locale that all formatters read.

use crate::data::World;
use crate::tag::LanguageTag;

/// A locale that is offered, chosen for a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// Tag without extensions; one of the offered locales.
    pub locale: LanguageTag,
    /// The request's `u` keywords, for the formatter to take those it knows.
    pub keywords: Vec<(String, String)>,
    pub(crate) data: &'static str,
}

impl Resolved {
    pub(crate) fn language(&self) -> &str {
        &self.locale.language
    }

    pub(crate) fn keyword(&self, key: &str) -> Option<&str> {
        self.keywords.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// The region that is meant or likely.
    pub(crate) fn region(&self) -> String {
        if let Some(region) = &self.locale.region {
            return region.clone();
        }
        let mut full = self.locale.clone();
        full.maximize();
        full.region.unwrap_or_else(|| "001".to_owned())
    }

    /// The tag that `resolvedOptions` shows: the locale and the keywords that took effect.
    pub(crate) fn with_keywords(&self, used: &[(&str, &str)]) -> String {
        let mut tag = self.locale.clone();
        for (key, value) in used {
            tag.set_keyword(key, Some(value));
        }
        tag.to_string()
    }
}

/// The locale for the first request that is offered, else for the default.
pub fn resolve(requested: &[LanguageTag], default: &LanguageTag) -> Resolved {
    for tag in requested {
        if let Some(found) = best_available(tag) {
            return found;
        }
    }
    best_available(default).unwrap_or_else(|| Resolved {
        locale: LanguageTag {
            language: "en".to_owned(),
            region: Some("US".to_owned()),
            ..LanguageTag::default()
        },
        keywords: Vec::new(),
        data: "en",
    })
}

/// The requests that are offered, as given.
pub fn supported_locales(requested: &[LanguageTag]) -> Vec<LanguageTag> {
    requested.iter().filter(|tag| best_available(tag).is_some()).cloned().collect()
}

/// Every offered locale.
pub fn available_locales() -> impl Iterator<Item = &'static str> {
    World::Locales.under("").map(|(locale, _)| locale)
}

fn best_available(tag: &LanguageTag) -> Option<Resolved> {
    let name = tag.base_name();
    let mut candidate = name.as_str();
    loop {
        if let Some(data) = World::Locales.get(candidate) {
            let locale = LanguageTag::parse(candidate).ok()?;
            let keywords = tag.keywords.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            return Some(Resolved { locale, keywords, data });
        }
        let (shorter, _) = candidate.rsplit_once('-')?;
        candidate = shorter;
    }
}
