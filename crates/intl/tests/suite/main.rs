//! What the crate writes, compared with what Node writes (`golden/*.jsonl`, made by `scripts/cases.mjs`).

mod case;
mod duration;
mod hostile;

use std::path::{Path, PathBuf};

/// Compares every case of a file; says the first differences. `known` differences are ones that we live with.
fn check(file: &Path, known: usize) {
    let text = std::fs::read_to_string(file).expect("golden file");
    let (mut total, mut failed) = (0, Vec::new());
    for line in text.lines().filter(|l| !l.is_empty()) {
        let case: serde_json::Value = serde_json::from_str(line).expect("case");
        for (input, expected, found) in case::run(&case) {
            total += 1;
            if expected != found {
                failed.push(format!(
                    "{} {} {} {input}\n  expected {expected}\n  found    {found}",
                    case["f"], case["l"], case["o"]
                ));
            }
        }
    }
    let shown = std::env::var("CODEMODE_INTL_SHOW").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    for text in failed.iter().take(shown) {
        eprintln!("{text}");
    }
    eprintln!("{}: {} of {total} differ", file.display(), failed.len());
    assert_eq!(failed.len(), known);
}

/// `CODEMODE_INTL_CASES` names a folder of other cases.
fn golden(name: &str) -> PathBuf {
    match std::env::var_os("CODEMODE_INTL_CASES") {
        Some(folder) => PathBuf::from(folder).join(name),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name),
    }
}

#[test]
fn numbers() {
    check(&golden("numbers.jsonl"), 2);
}

#[test]
fn dates() {
    check(&golden("dates.jsonl"), 7);
}

#[test]
fn date_ranges() {
    check(&golden("ranges.jsonl"), 6);
}

#[test]
fn plurals() {
    check(&golden("plurals.jsonl"), 0);
}

#[test]
fn relative_times() {
    check(&golden("relative.jsonl"), 0);
}

#[test]
fn lists() {
    check(&golden("lists.jsonl"), 0);
}

#[test]
fn display_names() {
    check(&golden("names.jsonl"), 0);
}

#[test]
fn collation() {
    check(&golden("collation.jsonl"), 0);
}

#[test]
fn segments() {
    check(&golden("segments.jsonl"), 0);
}

#[test]
fn regions_and_zones() {
    check(&golden("regions.jsonl"), 0);
}

#[test]
fn tags() {
    check(&golden("tags.jsonl"), 0);
}
