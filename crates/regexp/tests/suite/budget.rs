//! Fuel, memory and the interrupt.

use std::sync::atomic::AtomicBool;

use codemode_regexp::{Budget, Flags, Input, Matcher, Progress, Regex, Stop};

fn regex(pattern: &str) -> Regex {
    Regex::compile_str(pattern, Flags::default()).unwrap()
}

#[test]
fn a_match_goes_on_where_its_fuel_ended() {
    let regex = regex("(a|b)*?(c+)(?=d)|(?<=x)(y)");
    let subject = b"ababaccabaabcccdxy";
    let whole = regex.exec(Input::Latin1(subject), 0, &mut Budget::unlimited()).unwrap().unwrap();
    for slice in 1..40 {
        let mut matcher = Matcher::new(&regex, 0, false);
        let mut budget = Budget::unlimited();
        loop {
            budget.fuel = slice;
            match matcher.run(&regex, Input::Latin1(subject), &mut budget) {
                Progress::OutOfFuel => {}
                end => break assert_eq!(end, Progress::Match),
            }
        }
        assert_eq!(matcher.captures(), whole);
    }
}

#[test]
fn a_suspended_match_can_move_to_another_thread() {
    let regex = std::sync::Arc::new(regex("(?:a+b?)+c"));
    let subject = b"aaabaaabaaac".repeat(50);
    let mut matcher = Matcher::new(&regex, 0, false);
    let mut budget = Budget { fuel: 5, ..Budget::unlimited() };
    assert_eq!(matcher.run(&regex, Input::Latin1(&subject), &mut budget), Progress::OutOfFuel);
    let shared = regex.clone();
    let end = std::thread::spawn(move || {
        let end = matcher.run(&shared, Input::Latin1(&subject), &mut Budget::unlimited());
        (end, matcher.group(0))
    });
    assert_eq!(end.join().unwrap(), (Progress::Match, Some(0..12)));
}

#[test]
fn fuel_is_taken_as_it_is_used() {
    let regex = regex("(a+)\\1+b");
    let subject = b"a".repeat(2000);
    let mut budget = Budget { fuel: 100_000, ..Budget::unlimited() };
    // The text a match requires is not there: nothing to pay for.
    assert_eq!(regex.exec(Input::Latin1(&subject), 0, &mut budget), Ok(None));
    assert!(budget.fuel > 99_000);

    let mut subject = subject;
    subject.extend(b"!b");
    assert_eq!(regex.exec(Input::Latin1(&subject), 0, &mut budget), Err(Stop::OutOfFuel));
    assert_eq!(budget.fuel, 0);
}

#[test]
fn the_memory_ceiling_holds() {
    let regex = regex("(?:(a)|b)*c");
    let mut subject = b"ab".repeat(100_000);
    subject.extend(b"!c");
    let ceiling = 64 * 1024;
    let mut matcher = Matcher::new(&regex, 0, false);
    let mut budget = Budget { memory: ceiling, ..Budget::unlimited() };
    assert_eq!(matcher.run(&regex, Input::Latin1(&subject), &mut budget), Progress::OutOfMemory);
    assert!(matcher.memory_bytes() <= ceiling);
    // With room it goes on to the answer.
    assert_eq!(
        matcher.run(&regex, Input::Latin1(&subject), &mut Budget::unlimited()),
        Progress::Match
    );
    assert_eq!(matcher.group(0), Some(200_001..200_002));
}

#[test]
fn the_interrupt_ends_a_long_match() {
    let regex = regex("(a*)*\\1b");
    let mut subject = b"a".repeat(200);
    subject.extend(b"!b");
    let flag = AtomicBool::new(true);
    let mut budget = Budget { interrupt: Some(&flag), ..Budget::unlimited() };
    assert_eq!(regex.exec(Input::Latin1(&subject), 0, &mut budget), Err(Stop::Interrupted));
}

#[test]
fn a_matcher_serves_all_matches_of_a_subject() {
    let regex = regex("\\d+|(x)");
    let subject = b"12 x 345 x";
    let mut matcher = Matcher::new(&regex, 0, false);
    let mut found = Vec::new();
    while matcher.run(&regex, Input::Latin1(subject), &mut Budget::unlimited()) == Progress::Match {
        let range = matcher.group(0).unwrap();
        found.push((range.clone(), matcher.group(1).is_some()));
        matcher.restart(range.end);
    }
    assert_eq!(found, [(0..2, false), (3..4, true), (5..8, false), (9..10, true)]);
    assert_eq!(matcher.group(0), None);
    matcher.restart_on_other(0);
    assert_eq!(
        matcher.run(&regex, Input::Latin1(b"a7"), &mut Budget::unlimited()),
        Progress::Match
    );
    assert_eq!(matcher.group(0), Some(1..2));
}

#[test]
fn starts_and_stickiness() {
    let regex = Regex::compile_str("a", Flags::parse("u").unwrap()).unwrap();
    let run = |start, sticky| {
        let mut matcher = Matcher::new(&regex, start, sticky);
        let text: Vec<u16> = "\u{1F600}aba".encode_utf16().collect();
        matcher.run(&regex, Input::Utf16(&text), &mut Budget::unlimited());
        matcher.group(0)
    };
    assert_eq!(run(0, false), Some(2..3));
    assert_eq!(run(0, true), None);
    assert_eq!(run(1, false), Some(2..3));
    assert_eq!(run(2, true), Some(2..3));
    assert_eq!(run(3, false), Some(4..5));
    assert_eq!(run(5, false), None);
    assert_eq!(run(6, false), None);
    assert_eq!(run(usize::MAX, false), None);

    let pair = Regex::compile_str("\u{1F600}", Flags::parse("u").unwrap()).unwrap();
    let mut matcher = Matcher::new(&pair, 1, true);
    assert_eq!(
        matcher.run(&pair, Input::Utf16(&[0xD83D, 0xDE00]), &mut Budget::unlimited()),
        Progress::Match
    );
    assert_eq!(matcher.group(0), Some(0..2));
}

#[test]
fn a_regex_is_shared_and_says_what_it_weighs() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Regex>();
    sent::<Matcher>();
    let small = regex("a").memory_bytes();
    let large = regex(&"(?<name>[^x]|ab{3,}c)".replace("?<name>", "").repeat(100)).memory_bytes();
    assert!(small < large && large < 100_000, "{small} {large}");
}
