//! Which tests count, and where: `scope.json` applied to one file.
//!
//! Invariant: the rules are data; a file belongs to exactly one tier or is excluded for the first
//! reason that fits, asked in the order path, flag, feature, include, code.

use crate::code_text::CodeText;
use crate::front_matter::FrontMatter;
use serde::Deserialize;

/// The rules of `scope.json`.
#[derive(Debug, Deserialize)]
pub struct Scope {
    /// Commit of the suite that the committed totals belong to.
    pub commit: String,
    tiers: Vec<Tier>,
    next: Next,
    overrides: Vec<String>,
    excluded: Vec<Exclusion>,
}

#[derive(Debug, Deserialize)]
struct Tier {
    tier: String,
    paths: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Next {
    features: Vec<String>,
    paths: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exclusion {
    reason: String,
    #[serde(default)]
    paths: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    features: Vec<String>,
    #[serde(default)]
    includes: Vec<String>,
    #[serde(default)]
    code: Vec<String>,
}

/// Where a test counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// In the totals of this tier.
    Tier(&'a str),
    /// Nowhere, for this reason.
    Excluded(&'a str),
}

impl Scope {
    /// The committed rules.
    pub fn committed() -> Scope {
        serde_json::from_str(include_str!("../scope.json"))
            .expect("scope.json is part of this crate")
    }

    /// Places the test at `path` (relative to the suite, with `/`).
    pub fn place(&self, path: &str, meta: &FrontMatter, source: &str) -> Place<'_> {
        if let Some(rule) = self.excluding(path, meta, source) {
            return Place::Excluded(&rule.reason);
        }
        let tier = self
            .tiers
            .iter()
            .find(|tier| matches_path(&tier.paths, path))
            .map_or("core", |t| &t.tier);
        let next =
            matches_path(&self.next.paths, path) || shares(&self.next.features, &meta.features);
        match tier {
            "core" | "staging" if next => Place::Tier("next"),
            tier => Place::Tier(tier),
        }
    }

    fn excluding(&self, path: &str, meta: &FrontMatter, source: &str) -> Option<&Exclusion> {
        let by = |test: &dyn Fn(&Exclusion) -> bool| self.excluded.iter().find(|rule| test(rule));
        let includes: Vec<String> =
            meta.includes.iter().filter(|name| !self.overrides.contains(name)).cloned().collect();
        by(&|rule| matches_path(&rule.paths, path))
            .or_else(|| by(&|rule| shares(&rule.flags, &meta.flags)))
            .or_else(|| by(&|rule| shares(&rule.features, &meta.features)))
            .or_else(|| by(&|rule| shares(&rule.includes, &includes)))
            .or_else(|| {
                // A test that must fail while it is parsed never runs, whatever it names.
                if meta.negative.as_ref().is_some_and(|negative| negative.phase == "parse") {
                    return None;
                }
                let code = CodeText::new(source);
                by(&|rule| rule.code.iter().any(|form| code.has(form)))
            })
    }
}

fn matches_path(patterns: &[String], path: &str) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_prefix('*') {
        Some(part) => path.contains(part),
        None => path.starts_with(pattern.as_str()),
    })
}

fn shares(rule: &[String], declared: &[String]) -> bool {
    declared.iter().any(|name| rule.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str, source: &str) -> String {
        match Scope::committed().place(path, &FrontMatter::read(source), source) {
            Place::Tier(tier) => tier.to_string(),
            Place::Excluded(reason) => format!("excluded: {reason}"),
        }
    }

    #[test]
    fn tiers_follow_the_folder_and_the_next_features() {
        assert_eq!(place("test/language/asi/a.js", "1"), "core");
        assert_eq!(place("test/annexB/built-ins/a.js", "1"), "annexB");
        assert_eq!(place("test/intl402/a.js", "1"), "intl");
        assert_eq!(place("test/staging/sm/a.js", "1"), "staging");
        assert_eq!(
            place("test/built-ins/Iterator/a.js", "/*---\nfeatures: [joint-iteration]\n---*/"),
            "next"
        );
    }

    #[test]
    fn an_overridden_harness_file_excludes_nothing() {
        assert_eq!(
            place("test/built-ins/a.js", "/*---\nincludes: [fnGlobalObject.js]\n---*/"),
            "core"
        );
    }

    #[test]
    fn a_parse_negative_test_may_name_anything() {
        let source = "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\neval = 1";
        assert_eq!(place("test/language/a.js", source), "core");
        assert_eq!(place("test/language/a.js", "eval = 1"), "excluded: eval");
    }
}
