//! Whole runs of scripted programs: limits, timelines, results, to the byte and the millisecond.

use crate::world::{Act, Run, ToolScript, World, tool};
use codemode_engine::guest::Clock;
use codemode_protocol::{DiagnosticKind, Payload};

const OPENCODE: &str = "{}";
const ORCHESTRATOR: &str = r#"{"preset":"orchestrator"}"#;

fn run(config: &'static str, tools: Vec<ToolScript>, acts: &[Act]) -> Run {
    World::new(config, tools).run(acts)
}

#[track_caller]
fn check(config: &'static str, acts: &[Act], json: &str) {
    let run = run(config, vec![tool("t", 10.0)], acts);
    assert_eq!(run.json.replace(",\"failure\":\"exception\"", ""), json);
}

fn times(run: &Run) -> Vec<(f64, f64)> {
    run.calls.values().map(|call| (call.0, call.1.unwrap())).collect()
}

#[test]
fn results_have_exactly_the_keys_that_apply() {
    check(
        OPENCODE,
        &[Act::Return("{\"b\":1,\"a\":2}")],
        r#"{"ok":true,"value":{"b":1,"a":2},"toolCalls":[]}"#,
    );
    check(OPENCODE, &[Act::Return("")], r#"{"ok":true,"value":null,"toolCalls":[]}"#);
    check(
        ORCHESTRATOR,
        &[Act::Return("[1]")],
        r#"{"ok":true,"value":[1],"hasValue":true,"json":"[1]","toolCalls":[]}"#,
    );
    check(
        ORCHESTRATOR,
        &[Act::Return("")],
        r#"{"ok":true,"value":null,"hasValue":false,"toolCalls":[]}"#,
    );
    check(
        OPENCODE,
        &[Act::Log("hi"), Act::Call(0, "{}"), Act::Await(0), Act::Fail("Uncaught: no")],
        r#"{"ok":false,"error":{"kind":"ExecutionFailure","message":"Uncaught: no"},"logs":["hi"],"toolCalls":[{"name":"t"}]}"#,
    );
}

#[test]
fn unhandled_rejections_are_warnings_or_log_lines() {
    let acts = [Act::Unhandled("late"), Act::Return("1")];
    check(
        OPENCODE,
        &acts,
        r#"{"ok":true,"value":1,"warnings":[{"kind":"ExecutionFailure","message":"Unhandled rejection from an un-awaited promise: late"}],"toolCalls":[]}"#,
    );
    check(
        ORCHESTRATOR,
        &acts,
        r#"{"ok":true,"value":1,"hasValue":true,"json":"1","logs":["[unhandled rejection] late"],"toolCalls":[]}"#,
    );
    let failing = [Act::Unhandled("late"), Act::Fail("no")];
    check(
        OPENCODE,
        &failing,
        r#"{"ok":false,"error":{"kind":"ExecutionFailure","message":"no"},"toolCalls":[]}"#,
    );
    check(
        ORCHESTRATOR,
        &failing,
        r#"{"ok":false,"error":{"kind":"ExecutionFailure","message":"no"},"logs":["[unhandled rejection] late"],"toolCalls":[]}"#,
    );
}

#[test]
fn the_value_is_cut_at_the_output_limit() {
    let six = r#"{"limits":{"maxOutputBytes":6}}"#;
    check(
        r#"{"limits":{"maxOutputBytes":7}}"#,
        &[Act::Return("{\"a\":1}")],
        r#"{"ok":true,"value":{"a":1},"toolCalls":[]}"#,
    );
    check(
        six,
        &[Act::Return("{\"a\":1}")],
        r#"{"ok":true,"value":"{\"a\":1 [result truncated: 7 bytes exceeds the 6-byte output limit; return a smaller value]","truncated":true,"toolCalls":[]}"#,
    );
    check(
        r#"{"limits":{"maxOutputBytes":4}}"#,
        &[Act::Return("\"ééé\"")],
        r#"{"ok":true,"value":"\"é [result truncated: 8 bytes exceeds the 4-byte output limit; return a smaller value]","truncated":true,"toolCalls":[]}"#,
    );
}

#[test]
fn logs_share_what_the_value_leaves() {
    let acts = [Act::Log("aaaa"), Act::Log("bb"), Act::Return("1")];
    check(
        r#"{"limits":{"maxOutputBytes":9}}"#,
        &acts,
        r#"{"ok":true,"value":1,"logs":["aaaa","bb"],"toolCalls":[]}"#,
    );
    check(
        r#"{"limits":{"maxOutputBytes":6}}"#,
        &acts,
        r#"{"ok":true,"value":1,"logs":["aaaa","[logs truncated: showing 1 of 2 lines]"],"truncated":true,"toolCalls":[]}"#,
    );
    check(
        r#"{"limits":{"maxOutputBytes":8}}"#,
        &[Act::Log("1234"), Act::Log("56"), Act::Log("7"), Act::Return("0")],
        r#"{"ok":true,"value":0,"logs":["1234","[logs truncated: showing 1 of 3 lines]"],"truncated":true,"toolCalls":[]}"#,
    );
    check(
        r#"{"limits":{"maxOutputBytes":4}}"#,
        &[Act::Log("long line"), Act::Fail("a much longer message than the limit")],
        r#"{"ok":false,"error":{"kind":"ExecutionFailure","message":"a much longer message than the limit"},"logs":["[logs truncated: showing 0 of 1 lines]"],"truncated":true,"toolCalls":[]}"#,
    );
}

#[test]
fn warnings_have_a_budget_of_their_own() {
    let texts: [&'static str; 3] = ["r0", "r1", "r2"];
    let mut acts: Vec<Act> = texts.iter().map(|text| Act::Unhandled(text)).collect();
    acts.push(Act::Return("1"));
    check(
        r#"{"limits":{"maxOutputBytes":110}}"#,
        &acts,
        r#"{"ok":true,"value":1,"warnings":[{"kind":"ExecutionFailure","message":"Unhandled rejection from an un-awaited promise: r0"},{"kind":"Truncated","message":"2 additional warnings omitted by the output limit."}],"truncated":true,"toolCalls":[]}"#,
    );
}

#[test]
fn console_limits_fail_the_run_in_the_orchestrator_preset() {
    let config = r#"{"preset":"orchestrator","limits":{"logLines":2}}"#;
    check(
        config,
        &[Act::Log("a"), Act::Log("b"), Act::Return("1")],
        r#"{"ok":true,"value":1,"hasValue":true,"json":"1","logs":["a","b"],"toolCalls":[]}"#,
    );
    check(
        config,
        &[Act::Log("a"), Act::Log("b"), Act::Log("c"), Act::Return("1")],
        r#"{"ok":false,"error":{"kind":"OutputLimitExceeded","failure":"output-limit","message":"Console output exceeded its limit of 2 lines."},"logs":["a","b"],"toolCalls":[]}"#,
    );
    check(
        r#"{"preset":"orchestrator","limits":{"logBytes":4}}"#,
        &[Act::Log("abc"), Act::Log(""), Act::Return("1")],
        r#"{"ok":false,"error":{"kind":"OutputLimitExceeded","failure":"output-limit","message":"Console output exceeded its limit of 4 bytes."},"logs":["abc"],"toolCalls":[]}"#,
    );
    check(
        r#"{"preset":"orchestrator","limits":{"logLineChars":3}}"#,
        &[Act::Log("äöüß"), Act::Return("1")],
        r#"{"ok":true,"value":1,"hasValue":true,"json":"1","logs":["äöü [line cut: 1 more characters]"],"toolCalls":[]}"#,
    );
    check(
        r#"{"preset":"orchestrator","limits":{"maxOutputBytes":3}}"#,
        &[Act::Return("1234")],
        r#"{"ok":false,"error":{"kind":"OutputLimitExceeded","failure":"output-limit","message":"The returned value and the console output take more than the 3-byte output limit. Return a smaller value and print less."},"toolCalls":[]}"#,
    );
}

#[test]
fn the_last_lines_can_be_kept_instead_of_failing() {
    check(
        r#"{"preset":"orchestrator","limits":{"logLines":2},"semantics":{"outputOverflow":"truncate"}}"#,
        &[Act::Log("a"), Act::Log("b"), Act::Log("c"), Act::Return("1")],
        r#"{"ok":true,"value":1,"hasValue":true,"json":"1","logs":["[logs truncated: showing 2 of 3 lines]","b","c"],"truncated":true,"toolCalls":[]}"#,
    );
}

#[test]
fn k_one_call_too_many_ends_the_run() {
    let four = [
        Act::Call(0, "{}"),
        Act::Call(0, "{}"),
        Act::Call(0, "{}"),
        Act::Call(0, "{}"),
        Act::Catch(3),
        Act::Return("1"),
    ];
    let run = run(r#"{"limits":{"maxToolCalls":3}}"#, vec![tool("t", 10.0)], &four);
    assert_eq!(
        run.json,
        r#"{"ok":false,"error":{"kind":"ToolCallLimitExceeded","failure":"too-many-calls","message":"Execution exceeded its tool-call limit of 3."},"toolCalls":[{"name":"t"},{"name":"t"},{"name":"t"}]}"#
    );
    assert_eq!(run.ms, 0.0);
    let three = [Act::Call(0, "{}"), Act::Await(0), Act::Return("1")];
    check(
        r#"{"limits":{"maxToolCalls":1}}"#,
        &three,
        r#"{"ok":true,"value":1,"toolCalls":[{"name":"t"}]}"#,
    );
}

#[test]
fn timelines_hold_for_whole_runs() {
    let tools = || {
        vec![
            tool("w", 100.0).keyed("a", true),
            tool("r", 100.0).keyed("a", false),
            tool("z", 100.0),
        ]
    };
    let acts = [
        Act::Call(0, "{}"),
        Act::Call(1, "{}"),
        Act::Call(1, "{}"),
        Act::Call(2, "{}"),
        Act::Await(0),
        Act::Await(1),
        Act::Await(2),
        Act::Await(3),
        Act::Return("1"),
    ];
    let keyed = run(ORCHESTRATOR, tools(), &acts);
    assert_eq!(times(&keyed), [(0.0, 100.0), (100.0, 200.0), (100.0, 200.0), (0.0, 100.0)]);
    let drain = run(r#"{"preset":"orchestrator","scheduling":{"mode":"drain"}}"#, tools(), &acts);
    assert_eq!(times(&drain), [(0.0, 100.0), (100.0, 200.0), (200.0, 300.0), (300.0, 400.0)]);
    let names: Vec<&str> = drain.result.tool_calls.iter().map(|name| &**name).collect();
    assert_eq!(names, ["w", "r", "r", "z"]);
}

#[test]
fn refused_input_is_not_a_call() {
    let mut refusing = tool("t", 10.0);
    refusing.entry.validates = true;
    refusing.refuse = true;
    let config = r#"{"limits":{"maxToolCalls":0}}"#;
    let run = run(config, vec![refusing], &[Act::Call(0, "{}"), Act::Await(0)]);
    assert_eq!(
        run.json,
        r#"{"ok":false,"error":{"kind":"InvalidToolInput","failure":"exception","message":"bad input"},"toolCalls":[]}"#
    );
}

#[test]
fn arguments_must_be_objects_in_the_orchestrator_preset() {
    for (input, given) in
        [("[1]", "an array"), ("1", "number"), ("\"x\"", "string"), ("true", "boolean")]
    {
        let run = run(ORCHESTRATOR, vec![tool("t", 1.0)], &[Act::Call(0, input), Act::Await(0)]);
        let error = run.result.outcome.unwrap_err();
        assert_eq!(error.kind, DiagnosticKind::InvalidToolInput);
        assert_eq!(
            error.message,
            format!(
                "Tool 't' takes one object that matches its parameters; the argument was {given}."
            )
        );
        assert_eq!(run.result.tool_calls.len(), 0);
    }
    check(
        ORCHESTRATOR,
        &[Act::Call(0, ""), Act::Await(0), Act::Return("1")],
        r#"{"ok":true,"value":1,"hasValue":true,"json":"1","toolCalls":[{"name":"t"}]}"#,
    );
}

#[test]
fn blocked_tools_count_and_fail_with_their_reason() {
    let mut blocked = tool("ask", 10.0);
    blocked.entry.blocked = Some("Call it directly.".into());
    let run = run(r#"{"observe":true}"#, vec![blocked], &[Act::Call(0, "{}"), Act::Await(0)]);
    assert_eq!(
        run.json,
        r#"{"ok":false,"error":{"kind":"ToolFailure","failure":"exception","message":"Call it directly."},"toolCalls":[{"name":"ask"}]}"#
    );
    assert_eq!(
        run.events,
        [
            "1 Queued { id: 0, tool: 0, index: 0 }",
            "2 Started { id: 0, tool: 0, index: 0, queued_ms: 0.0 }",
            "3 Ended { id: 0, tool: 0, index: 0, duration_ms: 0.0, end: Failure, result_bytes: 0, message: Some(\"Call it directly.\") }",
        ]
    );
}

#[test]
fn a_busy_program_is_stopped_at_the_deadline() {
    let run = run(
        r#"{"limits":{"timeoutMs":100,"graceMs":50}}"#,
        vec![tool("t", 10.0)],
        &[Act::Log("before"), Act::Burn(1e6), Act::Return("1")],
    );
    assert_eq!(
        run.json,
        r#"{"ok":false,"error":{"kind":"TimeoutExceeded","failure":"timeout","message":"Execution timed out after 100ms."},"logs":["before"],"toolCalls":[]}"#
    );
    assert_eq!(run.ms, 100.0);
}

#[test]
fn a_waiting_program_is_stopped_at_the_deadline() {
    let acts = [Act::Call(0, "{}"), Act::Await(0), Act::Return("1")];
    let run = run(r#"{"limits":{"timeoutMs":40}}"#, vec![tool("hang", 1e9)], &acts);
    assert_eq!(
        run.json,
        r#"{"ok":false,"error":{"kind":"TimeoutExceeded","failure":"timeout","message":"Execution timed out after 40ms."},"toolCalls":[{"name":"hang"}]}"#
    );
    assert_eq!((run.ms, run.interrupted), (40.0, vec![0]));
}

#[test]
fn grace_lets_a_waiting_program_return() {
    let acts = [Act::Call(0, "{}"), Act::Await(0), Act::Return("1")];
    let config = r#"{"limits":{"timeoutMs":300,"graceMs":1000}}"#;
    let done = run(config, vec![tool("t", 500.0)], &acts);
    assert_eq!(done.ms, 500.0);
    assert_eq!(done.aborted_at, Some(300.0));
    assert_eq!(done.result.json(), Some("1"));
    assert_eq!(done.result.warnings[0].kind, DiagnosticKind::TimeoutExceeded);
    let never = run(config, vec![tool("t", 1e9)], &acts);
    assert_eq!(never.ms, 1300.0);
    assert_eq!(never.result.outcome.unwrap_err().message, "Execution timed out after 300ms.");
    let again =
        [Act::Call(0, "{}"), Act::Await(0), Act::Call(0, "{}"), Act::Catch(1), Act::Return("2")];
    let refused = run(config, vec![tool("t", 500.0)], &again);
    assert_eq!((refused.ms, refused.calls.len()), (500.0, 1));
    assert_eq!(refused.result.json(), Some("2"));
}

#[test]
fn only_running_code_is_charged_to_the_compute_budget() {
    let config = r#"{"limits":{"computeMs":50}}"#;
    let slow =
        [Act::Burn(49.0), Act::Call(0, "{}"), Act::Await(0), Act::Sleep(1e4), Act::Return("1")];
    assert_eq!(run(config, vec![tool("t", 3000.0)], &slow).result.json(), Some("1"));
    let pending = [Act::Call(0, "{}"), Act::Burn(1e6)];
    let stopped = run(config, vec![tool("t", 3000.0)], &pending);
    assert_eq!(stopped.ms, 50.0);
    assert_eq!(
        stopped.result.outcome.unwrap_err().message,
        "The program used up its compute budget of 50ms. Only running code counts, waiting for tools does not."
    );
    assert_eq!(stopped.interrupted, [0]);
}

#[test]
fn tool_results_have_a_total_limit() {
    let acts = [Act::Call(0, "{}"), Act::Call(0, "{}"), Act::Catch(1), Act::Return("1")];
    let tools = || vec![tool("t", 10.0).text("12345")];
    let fits = run(r#"{"limits":{"toolResultBytes":10}}"#, tools(), &acts);
    assert_eq!(fits.result.json(), Some("1"));
    let over = run(r#"{"limits":{"toolResultBytes":9}}"#, tools(), &acts);
    assert_eq!(
        over.result.outcome.unwrap_err().message,
        "Tool results exceeded their total limit of 9 bytes."
    );
    let failing = vec![tool("t", 10.0).failing("a long message that costs nothing")];
    let free = run(r#"{"limits":{"toolResultBytes":1}}"#, failing, &acts);
    assert_eq!(free.result.json(), Some("1"));
}

#[test]
fn an_abort_ends_the_run_at_once() {
    let acts = [Act::Log("x"), Act::Call(0, "{}"), Act::Await(0), Act::Return("1")];
    let mut world = World::new(OPENCODE, vec![tool("t", 1e9)]);
    world.abort_at = Some(20.0);
    let run = world.run(&acts);
    assert_eq!((run.ms, run.reject, run.interrupted), (20.0, true, vec![0]));
    let mut world = World::new(ORCHESTRATOR, vec![tool("t", 1e9)]);
    world.abort_at = Some(20.0);
    let run = world.run(&acts);
    assert!(!run.reject);
    assert_eq!(
        run.json,
        r#"{"ok":false,"error":{"kind":"Aborted","failure":"aborted","message":"The run was aborted: enough"},"logs":["x"],"toolCalls":[{"name":"t"}]}"#
    );
    world.abort_at = Some(30.0);
    assert_eq!(world.run(&[Act::Burn(1e6)]).ms, 30.0);
}

#[test]
fn unawaited_calls_are_interrupted_when_the_program_returns() {
    let acts = [Act::Call(0, "{}"), Act::Return("5")];
    let run = run(OPENCODE, vec![tool("t", 1e9)], &acts);
    assert_eq!(run.json, r#"{"ok":true,"value":5,"toolCalls":[{"name":"t"}]}"#);
    assert_eq!(run.ms, 0.0);
}

#[test]
fn the_end_waits_for_tools_that_promise_to_settle() {
    let polite = || {
        let mut polite = tool("t", 1e9);
        polite.entry.await_cleanup = true;
        polite.cleanup_ms = Some(30.0);
        vec![polite]
    };
    let acts = [Act::Call(0, "{}"), Act::Sleep(5.0), Act::Return("5")];
    let run_in_time = run(OPENCODE, polite(), &acts);
    assert_eq!((run_in_time.ms, run_in_time.aborted_at), (35.0, Some(5.0)));
    assert_eq!(run_in_time.result.warnings, []);
    let late = run(r#"{"limits":{"timeoutMs":20}}"#, polite(), &acts);
    assert_eq!(late.ms, 20.0);
    assert_eq!(late.result.json(), Some("5"));
    assert_eq!(late.result.warnings[0].kind, DiagnosticKind::TimeoutExceeded);
    assert_eq!(late.interrupted, [0]);
    let detached = run(r#"{"semantics":{"cleanup":"detach"}}"#, polite(), &acts);
    assert_eq!(detached.ms, 5.0);
}

#[test]
fn events_are_numbered_within_the_run() {
    let acts = [Act::Log("one"), Act::Call(0, "{}"), Act::Await(0), Act::Return("1")];
    let run = run(r#"{"observe":true}"#, vec![tool("t", 10.0)], &acts);
    assert_eq!(
        run.events,
        [
            "1 Log { level: Log, text: \"one\" }",
            "2 Queued { id: 0, tool: 0, index: 0 }",
            "3 Started { id: 0, tool: 0, index: 0, queued_ms: 0.0 }",
            "4 Ended { id: 0, tool: 0, index: 0, duration_ms: 10.0, end: Success, result_bytes: 1, message: None }",
        ]
    );
}

#[test]
fn search_is_a_call_answered_without_the_host() {
    struct Found;
    impl codemode_engine::discovery::Discovery for Found {
        fn search(&self, input: &Payload) -> codemode_protocol::ToolReply {
            match input {
                Payload::Json(text) if text == "7" => {
                    Err(crate::world::failure(DiagnosticKind::InvalidToolInput, "bad search"))
                }
                _ => Ok(Payload::Json("{}".into())),
            }
        }
    }
    use codemode_engine::session::State;
    let acts = [Act::Search("7"), Act::Search("{}"), Act::Search("{}"), Act::Return("1")];
    let clock = crate::world::VirtualClock::default();
    let settings =
        codemode_engine::settings::Settings::from_json(r#"{"limits":{"maxToolCalls":1}}"#);
    let settings = std::sync::Arc::new(settings.unwrap());
    let discovery = std::sync::Arc::new(std::sync::OnceLock::new());
    let mut session = codemode_engine::session::Session::new(
        crate::world::Script::new(&acts, &clock),
        settings.clone(),
        settings.limits.clone(),
        discovery.clone(),
        Default::default(),
        clock.now(),
    );
    session.advance(1, &clock);
    assert_eq!(session.state(), State::Describe);
    assert!(discovery.set(Box::new(Found)).is_ok());
    while session.state() == State::Runnable {
        session.advance(1, &clock);
    }
    let result = session.turn(clock.now()).result.unwrap();
    assert_eq!(
        result.to_json(false),
        r#"{"ok":false,"error":{"kind":"ToolCallLimitExceeded","message":"Execution exceeded its tool-call limit of 1."},"logs":["bad search","found"],"toolCalls":[{"name":"search"}]}"#
    );
}
