//! All matches of patterns that agents use, over one megabyte of log text, and compiling them.

use codemode_regexp::{Budget, Flags, Input, Matcher, Progress, Regex};
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

const PATTERNS: &[(&str, &str)] = &[
    (r"(\d{4})-(\d+)-(\d+)\s+([\d:]+)\s+(\w+)\s+(\w+)\s+([\w.]+@[\w.]+).*?(\d+)ms", ""),
    (r"\d+", ""),
    ("ERROR", ""),
    (r"(?:ERROR|WARN) user(\d+)", ""),
    (r"\bfailed\b", ""),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", ""),
    (r"\d{4}-\d{2}-\d{2}", ""),
    (r"(\w+)=(\S+)", ""),
    ("^.*ERROR.*$", "m"),
    ("error", "i"),
    (r"(?<=user)\d+", ""),
];

fn log_text() -> String {
    let levels = ["INFO", "WARN", "ERROR", "DEBUG"];
    let line = |i: u64| {
        let r = i.wrapping_mul(2_654_435_761) % 1000;
        let state = if r.is_multiple_of(9) { "failed" } else { "ok" };
        format!(
            "2024-{:02}-{:02} 12:{:02}:{:02} {} user{r} u{r}@mail{}.example.org request /api/v1/items/{i}?q={} {state} in {}ms\n",
            i % 12 + 1,
            i % 28 + 1,
            i % 60,
            r % 60,
            levels[(r % 4) as usize],
            i % 7,
            r * 3,
            r % 200,
        )
    };
    (0..10_000).map(line).collect()
}

fn regex((pattern, flags): (&str, &str)) -> Regex {
    Regex::compile_str(pattern, Flags::parse(flags).unwrap()).unwrap()
}

fn count(regex: &Regex, input: Input<'_>) -> usize {
    let mut matcher = Matcher::new(regex, 0, false);
    let mut matches = 0;
    while matcher.run(regex, input, &mut Budget::unlimited()) == Progress::Match {
        matches += 1;
        let end = matcher.group(0).map_or(0, |range| range.end.max(range.start + 1));
        matcher.restart(end);
    }
    matches
}

#[divan::bench(args = PATTERNS)]
fn latin1(bencher: Bencher<'_, '_>, case: &(&str, &str)) {
    let (regex, text) = (regex(*case), log_text());
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| count(&regex, Input::Latin1(text.as_bytes())));
}

#[divan::bench(args = PATTERNS)]
fn utf16(bencher: Bencher<'_, '_>, case: &(&str, &str)) {
    let (regex, text) = (regex(*case), log_text());
    let units: Vec<u16> = text.encode_utf16().collect();
    bencher.counter(BytesCount::of_str(&text)).bench(|| count(&regex, Input::Utf16(&units)));
}

#[divan::bench(args = PATTERNS)]
fn compile(case: &(&str, &str)) -> Regex {
    regex(*case)
}

/// Nested quantifiers over a long stretch: what back-tracking alone would never finish.
#[divan::bench(args = ["(a+)+$", "(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"])]
fn hostile(bencher: Bencher<'_, '_>, pattern: &str) {
    let (regex, text) = (regex((pattern, "")), "a".repeat(50_000) + "!");
    bencher.bench(|| count(&regex, Input::Latin1(text.as_bytes())));
}
