//! Syntax younger than the engine that judged the tables: duplicate names and modifiers.

use codemode_regexp::{Flags, Regex};

use crate::first_match;

#[test]
fn duplicate_names_in_different_alternatives() {
    let cases = [
        ("(?<y>\\d{4})-|(?<y>\\d\\d)/", "24/", "0,3;_;0,2"),
        ("(?:(?<a>x)|(?<a>y))\\k<a>", "xx", "0,2;0,1;_"),
        ("(?:(?<a>x)|(?<a>y))\\k<a>", "yy", "0,2;_;0,1"),
        ("(?:(?<a>x)|(?<a>y))\\k<a>", "xy", "-"),
        ("(?:(?:(?<a>x)|(?<a>y))\\k<a>){2}", "xxyy", "0,4;_;2,3"),
        ("(?:(?:(?<a>x)|(?<a>y)|z)\\k<a>)*", "xxzyy", "0,5;_;3,4"),
        ("(?<=\\k<a>(?:(?<a>x)|(?<a>y)))z", "yyz", "2,3;_;1,2"),
        ("(?<a>x)|(?:(?<a>y)(?:(?<b>1)|(?<b>2)))", "y2", "0,2;_;0,1;_;1,2"),
    ];
    for (pattern, subject, expected) in cases {
        assert_eq!(first_match(pattern, "", subject), expected, "{pattern} on {subject}");
    }
    let regex = Regex::compile_str("(?<b>.)(?:(?<a>x)|(?<a>y))", Flags::default()).unwrap();
    assert_eq!(regex.group_names().collect::<Vec<_>>(), [("b", 1), ("a", 2), ("a", 3)]);
}

#[test]
fn duplicate_names_that_could_both_take_part() {
    for pattern in [
        "(?<a>x)(?<a>y)",
        "(?<a>(?<a>x))",
        "(?:(?<a>x)|z)(?<a>y)",
        "(?<a>x)|(?:(?<a>y)|z)(?<a>w)",
        "(?<a>x)(?:b|(?<a>y))",
        "(?=(?<a>x))(?<a>y)",
    ] {
        assert_eq!(first_match(pattern, "", ""), "!Duplicate capture group name", "{pattern}");
    }
}

#[test]
fn modifiers() {
    let cases = [
        ("a(?i:b)c", "", "aBc", "0,3"),
        ("a(?i:b)c", "", "aBC", "-"),
        ("(?i:a(?-i:b)c)", "", "AbC", "0,3"),
        ("(?i:a(?-i:b)c)", "", "ABC", "-"),
        ("(?-i:a)b", "i", "aB", "0,2"),
        ("(?-i:a)b", "i", "AB", "-"),
        ("(?s:.)x.", "", "\nxy", "0,3"),
        ("(?s:.)x.", "", "\nx\n", "-"),
        ("(?-s:.)", "s", "\n", "-"),
        ("(?m:^a$)", "", "b\na\nc", "2,3"),
        ("(?-m:^a)", "m", "b\na", "-"),
        ("(?ms-i:^A.B)", "i", "c\nA\nB", "2,5"),
        ("(?i:[^x])", "", "X", "-"),
        ("(a)(?i:\\1)", "", "aA", "0,2;0,1"),
        ("(?i:(a))\\1", "", "Aa", "-"),
        ("(?i:\\w)", "u", "\u{17F}", "0,1"),
        ("\\w", "u", "\u{17F}", "-"),
        ("(?i:\\b)\u{17F}", "u", "\u{17F}", "0,1"),
        ("(?i:a|b)c", "", "Bc", "0,2"),
        ("(?i-:a)", "", "A", "0,1"),
        ("(?-i:a)", "", "A", "-"),
    ];
    for (pattern, flags, subject, expected) in cases {
        assert_eq!(first_match(pattern, flags, subject), expected, "{pattern} on {subject:?}");
    }
}

#[test]
fn faults_of_modifiers() {
    let cases = [
        ("(?ii:a)", "Repeated flag in flag group"),
        ("(?i-i:a)", "Repeated flag in flag group"),
        ("(?i--m:a)", "Multiple dashes in flag group"),
        ("(?-:a)", "Invalid flag group"),
        ("(?u:a)", "Invalid group"),
        ("(?i", "Invalid group"),
        ("(?I:a)", "Invalid group"),
        ("(?i-s)", "Invalid group"),
    ];
    for (pattern, expected) in cases {
        assert_eq!(first_match(pattern, "", ""), format!("!{expected}"), "{pattern}");
    }
}

/// Where the judging engine departs from the standard.
#[test]
fn set_operations_fold_case_first() {
    assert_eq!(first_match("[\\w--k]", "iv", "kK\u{212A}a"), "3,4");
    assert_eq!(first_match("[\\q{ab|cd}--\\q{AB}]", "iv", "abCD"), "2,4");
}

#[test]
fn an_unpaired_position_is_never_tried() {
    assert_eq!(first_match("(?!([^]))", "v", "a\u{1F600}b"), "4,4;_");
}

#[test]
fn an_error_has_its_text_and_place() {
    let error = Regex::compile_str("ab(", Flags::default()).unwrap_err();
    assert_eq!(error.message, "Invalid regular expression: /ab(/: Unterminated group");
    assert_eq!(error.offset, 3);
    let error = Regex::compile_str("x[b-a]", Flags::parse("giu").unwrap()).unwrap_err();
    assert_eq!(
        error.message,
        "Invalid regular expression: /x[b-a]/giu: Range out of order in character class"
    );
    assert_eq!(error.offset, 1);
}
