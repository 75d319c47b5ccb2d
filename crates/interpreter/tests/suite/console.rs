//! Lines that `console` captures: how values are written. Each row is a program and its lines.

use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Now, Program, Step};
use codemode_protocol::LogLevel;

fn lines(source: &str) -> Vec<(LogLevel, String)> {
    let program = Program::compile(source, &CompileOptions::default()).expect("it compiles");
    let mut machine = Machine::new(&program, MachineOptions::default());
    while machine.run(1_000_000, Now::default()) != Step::Done {}
    machine.take_logs().into_iter().map(|entry| (entry.level, entry.text)).collect()
}

#[test]
fn values_on_one_line() {
    let rows = [
        ("console.log('n', 1, null, undefined, NaN)", "n 1 null undefined NaN"),
        (
            "console.log({ u: undefined, s: 'q', d: new Date(0), n: [NaN] })",
            r#"{"u":null,"s":"q","d":1970-01-01T00:00:00.000Z,"n":[NaN]}"#,
        ),
        ("console.log(new Error('bad'))", r#"{"name":"Error","message":"bad"}"#),
        ("console.log(new Map([['k', new Set([1])]]))", r#"Map(1) [["k",Set(1) [1]]]"#),
        ("console.log('%s!', 'x')", "%s! x"),
        ("console.log((x) => x)", "[opaque reference]"),
        ("console.log(Promise.resolve(1))", "[Promise (await it to get its value)]"),
        ("const a = new Map(); a.set('a', a); console.log(a)", r#"Map(1) [["a",[Circular]]]"#),
        ("console.log('/Users/x/a.txt')", "/Users/x/a.txt"),
        ("console.dir('text')", "text"),
        ("console.dir()", "undefined"),
        (
            "console.table([{ id: 1, ok: true }, { id: 2, note: 'n' }])",
            "(index)\tid\tok\tnote\n0\t1\ttrue\t\n1\t2\t\tn",
        ),
        ("console.table({ r1: { v: 1 }, r2: { v: 2 } }, ['v'])", "(index)\tv\nr1\t1\nr2\t2"),
    ];
    let wrong: Vec<String> = rows
        .iter()
        .map(|(source, expected)| {
            (source, lines(source), vec![(LogLevel::Log, expected.to_string())])
        })
        .filter(|(_, got, expected)| got != expected)
        .map(|(source, got, expected)| {
            format!("{source}\n    expected {expected:?}\n    got      {got:?}")
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn each_method_has_its_level() {
    let source = "console.warn('w'); console.error('e'); console.debug('d'); console.info('i')";
    let expected = [
        (LogLevel::Warn, "w".to_string()),
        (LogLevel::Error, "e".to_string()),
        (LogLevel::Debug, "d".to_string()),
        (LogLevel::Info, "i".to_string()),
    ];
    assert_eq!(lines(source), expected);
}

#[test]
fn depth_is_bounded() {
    let text = &lines("let v = 'x'; for (let i = 0; i < 34; i++) v = [v]; console.log(v)")[0].1;
    assert_eq!(*text, format!("{}...{}", "[".repeat(33), "]".repeat(33)));
}
