//! Classes of the web where they leave the program: results, console lines, uncaught listeners.

use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step};
use codemode_protocol::Payload;

/// Result as JSON text (or kind and message of the failure), and the console lines.
fn run(source: &str) -> (String, Vec<String>) {
    let options = CompileOptions { mode: Mode::Program, ..CompileOptions::default() };
    let program = Program::compile(source, &options).expect("the program compiles");
    let mut machine = Machine::new(&program, MachineOptions::default());
    while machine.run(1_000_000, Now::default()) != Step::Done {}
    let lines = machine.take_logs().into_iter().map(|line| line.text).collect();
    let outcome = machine.outcome().expect("a finished machine has an outcome");
    let result = match outcome.result {
        Ok(returned) => match returned.value {
            Payload::Undefined => "undefined".to_owned(),
            Payload::Json(text) => text,
            Payload::Text(text) => format!("{text:?}"),
            Payload::Bytes(bytes) => format!("bytes {bytes:?}"),
        },
        Err(diagnostic) => format!("{}: {}", diagnostic.kind.name(), diagnostic.message),
    };
    (result, lines)
}

#[test]
fn results_are_data() {
    let rows = [
        ("return new URL('https://h.test/a b')", r#""https://h.test/a%20b""#),
        ("return [new URLSearchParams({ a: '1 2' })]", r#"["a=1+2"]"#),
        (
            "return { h: new Headers([['B', '1'], ['a', 'x'], ['b', '2']]) }",
            r#"{"h":{"a":"x","b":"1, 2"}}"#,
        ),
        (
            "return JSON.stringify([new Headers({ a: 'b' }), new URL('http://h.test')])",
            r#""[{},\"http://h.test/\"]""#,
        ),
        (
            "return { b: new Blob(['x']) }",
            "InvalidDataValue: Execution result contains a Blob: read it first, for example with await blob.text().",
        ),
    ];
    for (source, expected) in rows {
        assert_eq!(run(source).0, expected, "{source}");
    }
}

#[test]
fn console_shows_their_text() {
    let source = "console.log(new URL('http://h.test'), new URLSearchParams('a=b c'), new Headers({ A: '\"q\"' }), new Blob(['abc']));
        console.log([new URL('http://h.test')], new Event('tick'), AbortSignal.abort(), new AbortController().signal)";
    let lines = [
        r#"http://h.test/ a=b+c {"a":"\"q\""} Blob(3)"#,
        "[http://h.test/] [Event tick] [AbortSignal (aborted)] [AbortSignal (not aborted)]",
    ];
    assert_eq!(run(source).1, lines);
}

#[test]
fn an_exception_of_a_listener_ends_the_run_after_the_dispatch() {
    let source = "const t = new EventTarget();
        t.addEventListener('x', () => { throw new RangeError('in listener'); });
        t.addEventListener('x', () => console.log('second'));
        console.log(t.dispatchEvent(new Event('x')));
        await null;
        console.log('not reached');";
    let (result, lines) = run(source);
    assert_eq!(result, "ExecutionFailure: RangeError: in listener");
    assert_eq!(lines, ["second", "true"]);
}

#[test]
fn they_are_not_cloned() {
    let source = "const values = [new URL('http://h.test'), new URLSearchParams(), new Headers(), new Event('e'), new EventTarget(), AbortSignal.abort(), new Blob()];
        return values.map((value) => { try { structuredClone(value); return 'cloned'; } catch (error) { return error.name; } });";
    assert_eq!(run(source).0, format!("[{}]", [r#""DataCloneError""#; 7].join(",")));
}
