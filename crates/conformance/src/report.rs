//! Totals by area, failures by cause, and the machine-readable file.

use crate::verdict::Verdict;
use std::collections::BTreeMap;

/// The last line of a run: `core: P of N files (X %)`.
pub fn headline(tier: &str, verdicts: &[Verdict]) -> String {
    let passed = verdicts.iter().filter(|verdict| verdict.passed()).count();
    format!("{tier}: {passed} of {} files ({} %)", verdicts.len(), percent(passed, verdicts.len()))
}

/// Runs passed of runs there are, by mode.
pub fn runs(verdicts: &[Verdict]) -> String {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for run in verdicts.iter().flat_map(|verdict| &verdict.runs) {
        let count = counts.entry(&run.mode).or_default();
        count.1 += 1;
        count.0 += usize::from(run.failure.is_none());
    }
    let parts: Vec<String> = counts
        .iter()
        .map(|(mode, (passed, all))| format!("{mode} runs: {passed} of {all}"))
        .collect();
    parts.join(", ")
}

/// A table with one row per folder.
pub fn areas(verdicts: &[Verdict]) -> String {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for verdict in verdicts {
        let count = counts.entry(area(&verdict.path)).or_default();
        count.1 += 1;
        count.0 += usize::from(verdict.passed());
    }
    let mut text = String::from("| area | passed | files | % |\n|---|--:|--:|--:|\n");
    for (area, (passed, all)) in counts {
        text.push_str(&format!("| {area} | {passed} | {all} | {} |\n", percent(passed, all)));
    }
    text
}

/// Failures grouped by their message, most frequent first, each with a few of its files.
pub fn failures(verdicts: &[Verdict], verbose: bool) -> String {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for verdict in verdicts {
        if let Some(failure) = verdict.failure() {
            groups.entry(cause(&failure)).or_default().push(&verdict.path);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
    let mut text = String::new();
    for (cause, paths) in groups {
        text.push_str(&format!("{:6}  {cause}\n", paths.len()));
        let shown = if verbose { paths.len() } else { 2 };
        for path in paths.iter().take(shown) {
            text.push_str(&format!("          {path}\n"));
        }
    }
    text
}

/// The results as JSON: totals, and every file with `null` or its failure.
pub fn json(tier: &str, verdicts: &[Verdict]) -> serde_json::Value {
    let passed = verdicts.iter().filter(|verdict| verdict.passed()).count();
    let files: serde_json::Map<String, serde_json::Value> =
        verdicts.iter().map(|verdict| (verdict.path.clone(), verdict.failure().into())).collect();
    let slowest = verdicts.iter().max_by_key(|verdict| verdict.ms);
    serde_json::json!({
        "tier": tier,
        "files": verdicts.len(),
        "passed": passed,
        "slowest": slowest.map(|verdict| serde_json::json!({ "path": verdict.path, "ms": verdict.ms })),
        "results": files,
    })
}

/// The message without what differs from test to test: quoted parts and numbers.
fn cause(failure: &str) -> String {
    let mut text = String::new();
    let mut quote = None;
    for c in failure.chars().take(160) {
        match quote {
            Some(open) => {
                if c == open {
                    quote = None;
                    text.push('…');
                    text.push(c);
                }
            }
            None if matches!(c, '«' | '“') => {
                quote = Some(if c == '«' { '»' } else { '”' });
                text.push(c);
            }
            None if c.is_ascii_digit() && text.ends_with('#') => {}
            None if c.is_ascii_digit() && !text.ends_with(char::is_alphanumeric) => text.push('#'),
            None => text.push(c),
        }
    }
    text
}

fn area(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let depth = match (parts.get(1).copied(), parts.get(2).copied()) {
        (Some("language"), Some("expressions" | "statements")) => 4,
        (Some("annexB" | "staging"), _) => 4,
        _ => 3,
    };
    let folders = parts.len().saturating_sub(1);
    parts[1.min(folders)..depth.min(folders)].join("/")
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "0.00".to_string();
    }
    // Rounded down, so that only a complete pass reads 100.00.
    let hundredths = part * 10_000 / whole;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Run;

    fn verdict(path: &str, failure: Option<&str>) -> Verdict {
        let run = |failure: Option<&str>| Run {
            mode: "strict".into(),
            failure: failure.map(String::from),
        };
        Verdict { path: path.into(), runs: vec![run(failure)], ms: 1 }
    }

    #[test]
    fn the_last_line_and_the_areas() {
        let verdicts = [
            verdict("test/built-ins/Map/a.js", None),
            verdict("test/built-ins/Map/b.js", Some("TypeError: x is not a function")),
            verdict("test/language/statements/for-of/c.js", None),
        ];
        assert_eq!(headline("core", &verdicts), "core: 2 of 3 files (66.66 %)");
        assert_eq!(
            areas(&verdicts),
            "| area | passed | files | % |\n|---|--:|--:|--:|\n| built-ins/Map | 1 | 2 | 50.00 |\n\
             | language/statements/for-of | 1 | 1 | 100.00 |\n"
        );
    }

    #[test]
    fn failures_group_by_cause() {
        let verdicts = [
            verdict("test/a.js", Some("Test262Error: Expected SameValue(«1», «2») to be true")),
            verdict("test/b.js", Some("Test262Error: Expected SameValue(«x», «y») to be true")),
        ];
        assert_eq!(
            failures(&verdicts, false),
            "     2  Test262Error: Expected SameValue(«…», «…») to be true\n          test/a.js\n          test/b.js\n"
        );
    }
}
