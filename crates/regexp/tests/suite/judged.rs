//! Cases whose expectation another engine gave, run in every mode the matcher has: both
//! representations, with and without memory of failures, in one go and step by step.

use codemode_regexp::{Budget, Flags, Input, Matcher, Progress, Regex, Remember};

use crate::{latin1, show};

#[test]
fn curated() {
    check(include_str!("../data/curated.tsv"));
}

#[test]
fn random() {
    check(include_str!("../data/random.tsv"));
}

fn check(table: &str) {
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [pattern, flags, subject, expected]: [&str; 4] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (pattern, subject) = (unescape(pattern), unescape(subject));
        for (mode, found) in answers(&pattern, flags, &subject) {
            if found != expected {
                wrong.push(format!("{line}\n    {mode}: {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn answers(pattern: &[u16], flags: &str, subject: &[u16]) -> Vec<(String, String)> {
    let regex = match Regex::compile(pattern, Flags::parse(flags).unwrap()) {
        Ok(regex) => regex,
        Err(error) => return vec![("compile".to_owned(), format!("!{}", error.reason))],
    };
    let narrow = latin1(subject);
    let mut answers = Vec::new();
    for remember in [Remember::WhenSlow, Remember::FromTheStart, Remember::Never] {
        for slice in [1, 1 << 20] {
            let mode = format!("{remember:?} by {slice}");
            answers.push((mode.clone(), answer(&regex, Input::Utf16(subject), remember, slice)));
            if let Some(narrow) = &narrow {
                answers.push((
                    mode + " Latin-1",
                    answer(&regex, Input::Latin1(narrow), remember, slice),
                ));
            }
        }
    }
    answers
}

fn answer(regex: &Regex, input: Input<'_>, remember: Remember, slice: u64) -> String {
    let mut matcher = Matcher::new(regex, 0, regex.flags().sticky);
    matcher.remember(remember);
    loop {
        let mut budget = Budget { fuel: slice, ..Budget::unlimited() };
        match matcher.run(regex, input, &mut budget) {
            Progress::Match => return show(Some(&matcher.captures())),
            Progress::NoMatch => return show(None),
            Progress::OutOfFuel => {}
            other => panic!("{other:?}"),
        }
    }
}

/// `\\`, `\t`, `\n`, `\r` and `\uXXXX` of the tables.
fn unescape(text: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let unit = match (character, if character == '\\' { rest.next() } else { None }) {
            (_, None) => character as u16,
            (_, Some('t')) => 9,
            (_, Some('n')) => 10,
            (_, Some('r')) => 13,
            (_, Some('u')) => {
                u16::from_str_radix(&rest.by_ref().take(4).collect::<String>(), 16).unwrap()
            }
            (_, Some(other)) => other as u16,
        };
        units.push(unit);
    }
    units
}
