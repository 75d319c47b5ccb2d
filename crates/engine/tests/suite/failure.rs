//! Texts handed to a model.

use codemode_engine::failure::{envelope, failure_text, tail_logs};
use codemode_protocol::{Diagnostic, DiagnosticKind};

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn the_tail_keeps_the_last_whole_lines() {
    let cases: &[(&[&str], u64, &str)] = &[
        (&["a", "b", "c", "d"], 4, "[earlier output omitted]\nc\nd"),
        (&["a", "b", "c", "d"], 1000, "a\nb\nc\nd"),
        (&["a", "b", "c"], 6, "a\nb\nc"),
        (&["a", "b", "c"], 5, "[earlier output omitted]\nb\nc"),
        (&["é", "é"], 3, "[earlier output omitted]\né"),
        (&["0123456789"], 4, "[earlier output omitted]\n6789"),
        (&["ééé"], 3, "[earlier output omitted]\né"),
        (&["a", ""], 10, "a"),
        (&[], 10, ""),
        (&["a"], 0, ""),
    ];
    for (input, budget, expected) in cases {
        assert_eq!(tail_logs(&lines(input), *budget), *expected);
    }
}

#[test]
fn a_failure_says_cause_advice_and_output() {
    let error = Diagnostic::new(DiagnosticKind::TimeoutExceeded, "Execution timed out after 5ms.");
    assert_eq!(
        failure_text(&error, "timeout", &lines(&["one", "two"]), 8000),
        "The program failed (timeout): Execution timed out after 5ms.\n\
         Make fewer calls, run independent calls side by side, or work on a narrower selection.\n\n\
         Output before the failure:\none\ntwo"
    );
}

#[test]
fn the_envelope_is_the_programs_own_text() {
    assert_eq!(
        envelope(&lines(&["<&>"]), Some("{\"b\":1,\"a\":\"<\"}")),
        "{\"logs\":[\"<&>\"],\"result\":{\"b\":1,\"a\":\"<\"}}"
    );
    assert_eq!(envelope(&[], None), "{\"logs\":[]}");
    assert_eq!(envelope(&[], Some("null")), "{\"logs\":[],\"result\":null}");
}
