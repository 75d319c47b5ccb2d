//! What a program gives back: completion values, the data contract, and the diagnostics of programs
//! that end badly. Each row is a program and what becomes of it.

use codemode_interpreter::{CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step};
use codemode_protocol::{Diagnostic, Payload};

/// The value as JSON text (`null` for undefined), or the diagnostic.
fn outcome(source: &str) -> Result<String, Diagnostic> {
    let options =
        CompileOptions { mode: Mode::Program, completion_value: true, ..CompileOptions::default() };
    let program = Program::compile(source, &options).map_err(|mut all| all.remove(0))?;
    let options = MachineOptions { total_fuel: Some(50_000_000), ..MachineOptions::default() };
    let mut machine = Machine::new(&program, options);
    let mut clock = 0.0;
    loop {
        match machine.run(1_000_000, Now { epoch_ms: clock, monotonic_ms: clock }) {
            Step::Done => break,
            Step::Blocked { wake: Some(wake) } => clock = wake.max(clock),
            Step::Preempted => clock += 1.0,
            step => panic!("unexpected step {step:?} of {source}"),
        }
    }
    let outcome = machine.outcome().expect("a finished machine has an outcome");
    outcome.result.map(|returned| match returned.value {
        Payload::Undefined => "null".to_string(),
        Payload::Json(text) => text,
        Payload::Text(text) => format!("{text:?}"),
        Payload::Bytes(bytes) => format!("bytes {bytes:?}"),
    })
}

fn check(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (source, expected) in rows {
        let got = match outcome(source) {
            Ok(value) => value,
            Err(diagnostic) => format!("{}: {}", diagnostic.kind.name(), diagnostic.message),
        };
        if got != *expected {
            wrong.push(format!("{source}\n    expected {expected}\n    got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn check_kinds(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (source, expected) in rows {
        let got = match outcome(source) {
            Ok(value) => value,
            Err(diagnostic) => diagnostic.kind.name().to_string(),
        };
        if got != *expected {
            wrong.push(format!("{source}\n    expected {expected}\n    got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn completion_values() {
    check(&[
        ("40 + 2", "42"),
        ("let a = 1; a = 9", "9"),
        ("const only = 1", "null"),
        ("if (true) { 7 }", "7"),
        ("if (false) { 7 }", "null"),
        ("for (const x of [1, 2]) { x * 10 }", "20"),
        ("5; const later = 6", "5"),
        ("try { 1 } finally { 2 }", "1"),
        ("switch (1) { case 1: 'one' }", "\"one\""),
        ("do { 3; break } while (false)", "3"),
        ("function f() {} 1", "1"),
        ("({ a: 1 })", r#"{"a":1}"#),
        ("return", "null"),
        ("return 1; 2", "1"),
        ("// nothing here", "null"),
        ("await 5", "5"),
        ("return await 5", "5"),
        ("return [await 5, await null]", "[5,null]"),
        ("async function f() { return 3 } return f()", "3"),
        ("return new Promise((resolve) => setTimeout(resolve, 5, 'late'))", "\"late\""),
    ]);
}

#[test]
fn a_program_that_is_one_function_is_called() {
    check(&[
        ("async () => { return 5 }", "5"),
        ("() => 6", "6"),
        ("(async () => { const x = await 7; return x })", "7"),
        ("(async () => 8)();", "8"),
        ("async function main() { return 9 }", "9"),
        ("async function main() { return 10 }\nmain()", "10"),
        ("export default async () => 11", "11"),
        ("export default async function () { return 12 }", "12"),
        ("```js\nreturn 13\n```", "13"),
        (
            "Here is the program:\n\n```typescript\nconst n: number = 14\nreturn n\n```\n\nIt returns 14.",
            "14",
        ),
        ("\u{feff}\"use strict\";\r\nreturn 15\r\n", "15"),
        ("// first\nasync () => 16;", "16"),
    ]);
}

#[test]
fn data_that_may_leave() {
    check(&[
        ("return { list: [undefined, , 4] }", r#"{"list":[null,null,4]}"#),
        ("return [0 / 0, -1 / 0, -0]", "[null,null,0]"),
        ("return new Date(86400000)", "\"1970-01-02T00:00:00.000Z\""),
        ("return new Date('nope')", "null"),
        ("return { m: new Map([['k', 1]]), r: /ab/g }", r#"{"m":{},"r":{}}"#),
        ("return [new URL('https://h.test/p?q=1#f')]", r#"["https://h.test/p?q=1#f"]"#),
        ("const s = { q: 1 }; return [s, s]", r#"[{"q":1},{"q":1}]"#),
        ("return new RangeError('far')", r#"{"name":"RangeError","message":"far"}"#),
        ("return { b: 1, a: 2, 10: 'x', 2: 'y' }", r#"{"2":"y","10":"x","b":1,"a":2}"#),
        ("return { hasOwnProperty: 2, toString: 3 }", r#"{"hasOwnProperty":2,"toString":3}"#),
        ("return 'text \u{1F600} \"quoted\"'", "\"text \u{1F600} \\\"quoted\\\"\""),
        ("return { toJSON() { return { made: 1 } } }", r#"{"made":1}"#),
        ("class P { constructor() { this.x = 1 } } return new P()", r#"{"x":1}"#),
        ("return Object.create(null, { v: { value: 1, enumerable: true } })", r#"{"v":1}"#),
        ("return Array.from({ length: 3 }, (_, i) => i)", "[0,1,2]"),
        ("return [true, null, '']", r#"[true,null,""]"#),
    ]);
    let nested =
        |depth: usize| format!("let v = 'x'; for (let i = 0; i < {depth}; i++) v = [v]; return v");
    assert_eq!(outcome(&nested(32)), Ok(format!("{}\"x\"{}", "[".repeat(32), "]".repeat(32))));
}

#[test]
fn data_that_may_not_leave() {
    check_kinds(&[
        ("return (x) => x", "InvalidDataValue"),
        ("return { n: 1, f: (x) => x }", "InvalidDataValue"),
        ("const o = {}; o.me = o; return o", "InvalidDataValue"),
        ("let v = 'x'; for (let i = 0; i < 33; i++) v = [v]; return v", "InvalidDataValue"),
        ("return [Promise.resolve(1)]", "InvalidDataValue"),
        ("return 10n", "InvalidDataValue"),
        ("return Symbol('s')", "InvalidDataValue"),
    ]);
}

#[test]
fn programs_that_fail() {
    check(&[
        ("throw 'plain'", "ExecutionFailure: Uncaught: plain"),
        ("throw { code: 5 }", r#"ExecutionFailure: Uncaught: {"code":5}"#),
        ("throw null", "ExecutionFailure: Uncaught: null"),
        ("throw () => 1", "ExecutionFailure: Uncaught: a non-data value"),
    ]);
    check_kinds(&[
        ("return 3 +", "ParseError"),
        ("import fs from 'fs'", "UnsupportedSyntax"),
        ("nosuch.thing", "ExecutionFailure"),
        ("throw new Error('boom')", "ExecutionFailure"),
        ("try { null.x } catch (e) { throw e }", "ExecutionFailure"),
        ("fetch('x')", "ExecutionFailure"),
        ("eval('1')", "ExecutionFailure"),
        ("const f = () => f(); return f()", "ExecutionFailure"),
        ("await new Promise(() => {})", "Deadlock"),
    ]);
}

#[test]
fn positions_count_in_the_text_as_sent() {
    let at = |source: &str| {
        let location = outcome(source).err().and_then(|diagnostic| diagnostic.location);
        location.map(|location| (location.line, location.column))
    };
    assert_eq!(at("nosuch.thing"), Some((1, 1)));
    assert_eq!(at("\n\n  foo()"), Some((3, 3)));
    assert_eq!(at("const a = 1\nconst b = 2\n  return a.b.c").map(|(line, _)| line), Some(3));
    assert_eq!(at("const a = ;"), Some((1, 11)));
}

#[test]
fn failures_can_be_caught_inside() {
    check(&[
        ("try { nosuch } catch (e) { return e.name }", "\"ReferenceError\""),
        ("const k = 1; try { k = 2 } catch (e) { return e.name }", "\"TypeError\""),
        ("try { JSON.parse('{bad') } catch (e) { return e.name }", "\"SyntaxError\""),
        ("return typeof process + typeof fetch", "\"undefinedundefined\""),
        ("return await Promise.race([Promise.all(['slow']), Promise.resolve('fast')])", "\"fast\""),
        ("Promise.reject('x').catch(() => 1); await null; return 0", "0"),
        ("const p = Promise.resolve(5); return [await p, await p]", "[5,5]"),
        ("const n: number = 5; return n", "5"),
    ]);
}

#[test]
fn rejections_nobody_handled_are_noted() {
    let noted = |source: &str| {
        let program = Program::compile(source, &CompileOptions::default()).expect("it compiles");
        let mut machine = Machine::new(&program, MachineOptions::default());
        while machine.run(1_000_000, Now::default()) != Step::Done {}
        machine.outcome().map_or(0, |outcome| outcome.unhandled.len())
    };
    assert_eq!(noted("Promise.reject(new Error('lost')); return 'done'"), 1);
    assert_eq!(noted("Promise.reject('x').catch(() => 1); await null; return 0"), 0);
    assert_eq!(noted("Promise.reject('x').then((v) => v); await null; return 0"), 1);
    assert_eq!(
        noted("const f = async () => { Promise.reject('in'); throw 'out' }; f(); return 0"),
        2
    );
}
