//! `Intl.Collator` and `localeCompare`: ICU4X's collation under ECMA-402's options.

use crate::choice::choice;
use crate::error::Error;
use crate::resolve::Resolved;
use crate::tag::is_type;
use icu_collator::options::{
    AlternateHandling, CaseLevel, CollatorOptions as IcuOptions, Strength,
};
use icu_collator::preferences::{CollationCaseFirst, CollationNumericOrdering, CollationType};
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use std::cmp::Ordering;

choice! { CollatorUsage { Sort = "sort", Search = "search" } }
choice! { Sensitivity { Base = "base", Accent = "accent", Case = "case", Variant = "variant" } }
choice! { CaseFirst { Upper = "upper", Lower = "lower", False = "false" } }

#[derive(Debug, Clone)]
pub struct CollatorOptions {
    pub usage: CollatorUsage,
    pub collation: Option<String>,
    pub numeric: Option<bool>,
    pub case_first: Option<CaseFirst>,
    pub sensitivity: Option<Sensitivity>,
    pub ignore_punctuation: Option<bool>,
}

impl Default for CollatorOptions {
    fn default() -> Self {
        CollatorOptions {
            usage: CollatorUsage::Sort,
            collation: None,
            numeric: None,
            case_first: None,
            sensitivity: None,
            ignore_punctuation: None,
        }
    }
}

/// `Intl.Collator`; making one is slow beside comparing, so callers keep it.
#[derive(Debug)]
pub struct Collator {
    pub locale: String,
    pub usage: CollatorUsage,
    pub sensitivity: Sensitivity,
    pub ignore_punctuation: bool,
    pub collation: String,
    pub numeric: bool,
    pub case_first: CaseFirst,
    inner: CollatorBorrowed<'static>,
}

impl Collator {
    pub fn new(locale: &Resolved, options: &CollatorOptions) -> Result<Collator, Error> {
        let mut used: Vec<(&str, &str)> = Vec::new();
        if let Some(name) = &options.collation
            && !is_type(name)
        {
            return Err(Error::range(format!("Invalid collation : {name}")));
        }
        let offered = collations(locale.language());
        let wanted = locale.keyword("co").filter(|c| offered.contains(c));
        let asked = options.collation.as_deref().filter(|c| offered.contains(c));
        let collation = asked.or(wanted);
        if let Some(co) = wanted.filter(|c| collation == Some(*c)) {
            used.push(("co", co));
        }
        let numeric_wanted = locale.keyword("kn").and_then(|v| match v {
            "" | "true" => Some(true),
            "false" => Some(false),
            _ => None,
        });
        let numeric = options.numeric.or(numeric_wanted).unwrap_or(false);
        if numeric_wanted == Some(numeric) {
            used.push(("kn", if numeric { "true" } else { "false" }));
        }
        let case_wanted = locale.keyword("kf").and_then(CaseFirst::parse);
        let usual_case = if matches!(locale.language(), "da" | "mt") {
            CaseFirst::Upper
        } else {
            CaseFirst::False
        };
        let case_first = options.case_first.or(case_wanted).unwrap_or(usual_case);
        if case_wanted == Some(case_first) {
            used.push(("kf", case_first.as_str()));
        }
        let sensitivity = options.sensitivity.unwrap_or(Sensitivity::Variant);
        let ignore_punctuation = options.ignore_punctuation.unwrap_or(locale.language() == "th");

        let tag = icu_locale_core::Locale::try_from_str(&locale.locale.to_string())
            .unwrap_or(icu_locale_core::Locale::UNKNOWN);
        let mut preferences = CollatorPreferences::from(&tag);
        preferences.numeric_ordering = Some(if numeric {
            CollationNumericOrdering::True
        } else {
            CollationNumericOrdering::False
        });
        preferences.case_first = Some(match case_first {
            CaseFirst::Upper => CollationCaseFirst::Upper,
            CaseFirst::Lower => CollationCaseFirst::Lower,
            CaseFirst::False => CollationCaseFirst::False,
        });
        preferences.collation_type = match (options.usage, collation) {
            (CollatorUsage::Search, _) => Some(CollationType::Search),
            (CollatorUsage::Sort, Some(name)) => icu_type(name),
            _ => None,
        };
        let mut settings = IcuOptions::default();
        let (strength, case_level) = match sensitivity {
            Sensitivity::Base => (Strength::Primary, CaseLevel::Off),
            Sensitivity::Accent => (Strength::Secondary, CaseLevel::Off),
            Sensitivity::Case => (Strength::Primary, CaseLevel::On),
            Sensitivity::Variant => (Strength::Tertiary, CaseLevel::Off),
        };
        settings.strength = Some(strength);
        settings.case_level = Some(case_level);
        settings.alternate_handling = Some(if ignore_punctuation {
            AlternateHandling::Shifted
        } else {
            AlternateHandling::NonIgnorable
        });
        // Not every language has each type of its own.
        let inner = icu_collator::Collator::try_new(preferences, settings)
            .or_else(|_| {
                preferences.collation_type = None;
                icu_collator::Collator::try_new(preferences, settings)
            })
            .map_err(|_| Error::range("Internal error. Icu error."))?;
        Ok(Collator {
            locale: locale.with_keywords(&used),
            usage: options.usage,
            sensitivity,
            ignore_punctuation,
            collation: collation.unwrap_or("default").to_owned(),
            numeric,
            case_first,
            inner,
        })
    }

    pub fn compare(&self, left: &[u16], right: &[u16]) -> Ordering {
        self.inner.compare_utf16(left, right)
    }

    /// As `compare`, for texts that are at hand as UTF-8.
    pub fn compare_str(&self, left: &str, right: &str) -> Ordering {
        self.inner.compare(left, right)
    }
}

/// Collations that a language has beside its default.
pub(crate) fn collations(language: &str) -> &'static [&'static str] {
    match language {
        "de" => &["emoji", "eor", "phonebk"],
        "es" | "bn" | "fi" | "gu" | "sv" | "vi" => &["emoji", "eor", "trad"],
        "zh" => &["emoji", "eor", "pinyin", "stroke", "unihan", "zhuyin"],
        "ja" => &["emoji", "eor", "unihan"],
        "ko" => &["emoji", "eor", "unihan"],
        "ar" => &["compat", "emoji", "eor"],
        _ => &["emoji", "eor"],
    }
}

fn icu_type(name: &str) -> Option<CollationType> {
    Some(match name {
        "compat" => CollationType::Compat,
        "emoji" => CollationType::Emoji,
        "eor" => CollationType::Eor,
        "phonebk" => CollationType::Phonebk,
        "pinyin" => CollationType::Pinyin,
        "stroke" => CollationType::Stroke,
        "trad" => CollationType::Trad,
        "unihan" => CollationType::Unihan,
        "zhuyin" => CollationType::Zhuyin,
        _ => return None,
    })
}
