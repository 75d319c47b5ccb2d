//! Patterns and subjects made to hurt: each must end within a number of steps, not of seconds.

use codemode_regexp::{Budget, Flags, Input, Regex, Stop};

/// Steps and bytes a pattern without back-references may take per unit of subject.
const STEPS_PER_UNIT: u64 = 200;
const BYTES_PER_UNIT: usize = 200;

fn is_linear(pattern: &str, flags: &str, subject: &str) {
    let regex = Regex::compile_str(pattern, Flags::parse(flags).unwrap()).unwrap();
    let units: Vec<u16> = subject.encode_utf16().collect();
    let mut budget = Budget {
        fuel: units.len() as u64 * STEPS_PER_UNIT,
        memory: units.len() * BYTES_PER_UNIT,
        interrupt: None,
    };
    let ended = regex.exec(Input::Utf16(&units), 0, &mut budget);
    assert!(ended.is_ok(), "/{pattern}/{flags}: {ended:?}");
}

#[test]
fn nested_quantifiers_take_linear_time() {
    let subject = "a".repeat(20_000) + "!";
    for pattern in [
        "(a+)+$",
        "(a*)*$",
        "(a|a)*$",
        "(a|aa)+$",
        "((a+)+)+$",
        "(?:a?){1,9}$",
        "^(a+)+$",
        "(.*)*[xy]$",
        "(a+){2,}$",
        "(a{1,3})+$",
        "(?:a+)+?$",
        "(a+?)+?$",
        "(?=(a+)+$)[bc]",
        "((((a*)*)*)*)*[bc]",
        "(a*)+?[bc]",
        ".*.*.*[=;]",
        "(?:a|b|ab)*[cd]",
        "a*a*a*a*[bc]",
        "(\\w+\\s?)+$",
        "([a-z]+)*[=;]",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(?:(?!b)a)*[cd]",
        "(?:a+|b){1,70}!!",
    ] {
        is_linear(pattern, "", &subject);
    }
    is_linear("(a+)+$", "", &("a".repeat(50_000) + "!"));
    is_linear("(?:(a)|b)*c", "", &("ab".repeat(25_000) + "!c"));
    for pattern in ["(x+x+)+y", "(x+x+)+[yz]", "(x+x+)+(?:y|z)"] {
        is_linear(pattern, "", &"x".repeat(20_000));
    }
}

#[test]
fn unicode_classes_take_linear_time() {
    let subjects = ["é漢".repeat(10_000), "\u{20000}".repeat(10_000), "aé\u{20000}".repeat(5_000)];
    for subject in subjects {
        let subject = subject + "!";
        is_linear("(\\p{L}+)+$", "u", &subject);
        is_linear("(\\p{L}+?)+?$", "u", &subject);
        is_linear("(?:[\\p{L}--[b]]+)+$", "v", &subject);
        is_linear("(\\p{L}+)+$", "iu", &subject);
        is_linear("(?:\\p{L}|[^!])*$", "u", &subject);
    }
    is_linear("(?:\\p{RGI_Emoji})+$", "v", &("👨‍👩‍👧".repeat(1000) + "!"));
}

#[test]
fn back_references_end_by_the_budget() {
    let subject = "a".repeat(5000) + "!b";
    for pattern in ["(a*)*\\1b", "(a+)+\\1$", "(?:(a)|\\1)*b"] {
        let regex = Regex::compile_str(pattern, Flags::default()).unwrap();
        let mut budget = Budget { fuel: 1_000_000, memory: 1 << 20, interrupt: None };
        let ended = regex.exec(Input::Latin1(subject.as_bytes()), 0, &mut budget);
        assert!(
            matches!(ended, Err(Stop::OutOfFuel | Stop::OutOfMemory) | Ok(_)),
            "{pattern}: {ended:?}"
        );
    }
}

#[test]
fn counts_of_any_size_compile_small() {
    for pattern in
        ["(?:a?){1000000000}", "(?:ab){4294967296}", "(?:a{9}){9}{9}", "(((a{99}){99}){99}){99}b"]
    {
        if let Ok(regex) = Regex::compile_str(pattern, Flags::default()) {
            assert!(regex.memory_bytes() < 10_000, "{pattern}: {}", regex.memory_bytes());
            let mut budget = Budget { fuel: 100_000, memory: 1 << 20, interrupt: None };
            let ended = regex.exec(Input::Latin1(b"aaab"), 0, &mut budget);
            assert!(matches!(ended, Ok(None) | Err(_)), "{pattern}: {ended:?}");
        }
    }
    let nested = "(?:".repeat(30) + "ab" + &"){2,3}".repeat(30);
    assert!(Regex::compile_str(&nested, Flags::default()).unwrap().memory_bytes() < 10_000);
}

#[test]
fn deep_and_wide_patterns_need_no_native_stack() {
    let deep = 30_000;
    let patterns = [
        "(".repeat(deep) + &")".repeat(deep),
        "(?:a|".repeat(deep) + "b" + &")".repeat(deep),
        "(?=".repeat(deep) + &")".repeat(deep),
        "(?<!".repeat(deep) + &")".repeat(deep),
        "(?:".repeat(deep) + "a" + &")*".repeat(deep),
        "a{1,2}".repeat(deep),
        "(?:a*)*".repeat(deep),
        (0..deep).map(|word| format!("w{word}|")).collect(),
        "(?<n>".to_owned() + &"(?:".repeat(deep) + &")".repeat(deep) + ")",
    ];
    let small_stack = std::thread::Builder::new().stack_size(256 * 1024);
    let checked = small_stack.spawn(move || {
        for pattern in patterns {
            let regex = Regex::compile_str(&pattern, Flags::default()).unwrap();
            let mut budget = Budget { fuel: 10_000_000, memory: 64 << 20, interrupt: None };
            let _ = regex.exec(Input::Latin1(b"aaaaaaaab"), 0, &mut budget);
        }
    });
    checked.unwrap().join().unwrap();
}

#[test]
fn what_is_too_large_is_refused() {
    let cases = [
        ("(".repeat(70_000) + &")".repeat(70_000), "", "Too many captures"),
        ("[".repeat(200) + &"]".repeat(200), "v", "Regular expression too large"),
        ("a".repeat((1 << 20) + 1), "", "Regular expression too large"),
    ];
    for (pattern, flags, reason) in cases {
        let error = Regex::compile_str(&pattern, Flags::parse(flags).unwrap()).unwrap_err();
        assert_eq!(error.reason, reason);
    }
}
