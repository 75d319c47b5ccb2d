//! The API for Rust hosts: typed tools, failures, cancellation, programs that compute for long.

use codemode_engine::protocol::DiagnosticKind;
use codemode_engine::{Cancel, CodeMode, Execute, Tool, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

#[derive(Deserialize, JsonSchema)]
struct Pair {
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    sum: i64,
}

fn add() -> Tool {
    Tool::new("add", "Adds two numbers", |pair: Pair, _| async move {
        pair.a
            .checked_add(pair.b)
            .map(|sum| Sum { sum })
            .ok_or_else(|| ToolError::new("the sum is too large"))
    })
}

fn never() -> Tool {
    Tool::new("never", "Does not answer", |_: serde_json::Value, context| async move {
        context.cancelled().await;
        std::future::pending::<()>().await;
        Ok(())
    })
}

fn host(tools: Vec<Tool>) -> CodeMode {
    let builder = CodeMode::builder().limit("timeoutMs", Some(20_000));
    tools.into_iter().fold(builder, |builder, tool| builder.tool(tool)).build().unwrap()
}

#[track_caller]
fn failure(result: &codemode_engine::result::RunResult) -> (DiagnosticKind, &str) {
    let error = result.outcome.as_ref().unwrap_err();
    (error.kind, error.message.as_str())
}

#[tokio::test]
async fn types_shape_signatures_check_input_and_carry_results() {
    let host = host(vec![add()]);
    let signature = host.catalog().unwrap().catalog()[0].signature.to_owned();
    assert_eq!(
        signature,
        "tools.add(input: {\n  /** @format int64 */\n  a: number,\n  /** @format int64 */\n  b: number,\n}): \
         Promise<{\n  /** @format int64 */\n  sum: number,\n}>"
    );
    let result = host.execute("const r = await tools.add({ a: 2, b: 3 }); return r.sum").await;
    assert_eq!(result.to_json(false), r#"{"ok":true,"value":5,"toolCalls":[{"name":"add"}]}"#);
    let result = host.execute("return await tools.add({ a: 2 })").await;
    let (kind, message) = failure(&result);
    assert_eq!(kind, DiagnosticKind::InvalidToolInput);
    assert!(message.starts_with("Invalid input for tool 'add': missing field `b`"), "{message}");
    assert_eq!(result.tool_calls.len(), 0);
}

#[tokio::test]
async fn failures_and_panics_of_tools_can_be_caught() {
    let broken = Tool::new("broken", "", |text: String, _| async move {
        let nothing: Option<String> = None;
        nothing.ok_or_else(|| ToolError::new(text))
    });
    let panicking = Tool::new("panicking", "", |_: serde_json::Value, _| async move {
        let numbers: Vec<u32> = Vec::new();
        Ok(numbers.iter().copied().reduce(u32::max).expect("there is a number"))
    });
    let host = host(vec![broken, panicking]);
    let code = "try { await tools.broken('no luck') } catch (error) { return error.message }";
    assert_eq!(host.execute(code).await.json(), Some("\"no luck\""));
    let code = "try { await tools.panicking({}) } catch (error) { return error.message }";
    assert_eq!(host.execute(code).await.json(), Some("\"The tool panicked.\""));
}

#[tokio::test]
async fn calls_run_side_by_side() {
    let most = Arc::new(AtomicU32::new(0));
    let inside = Arc::new(AtomicU32::new(0));
    let (seen, now) = (Arc::clone(&most), Arc::clone(&inside));
    let slow = Tool::new("slow", "", move |n: u32, _| {
        let (seen, now) = (Arc::clone(&seen), Arc::clone(&now));
        async move {
            seen.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(5)).await;
            now.fetch_sub(1, Ordering::SeqCst);
            Ok(n)
        }
    });
    let host = host(vec![slow]);
    let code = "return await Promise.all([tools.slow(1), tools.slow(2), tools.slow(3)])";
    assert_eq!(host.execute(code).await.json(), Some("[1,2,3]"));
    assert_eq!(most.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_run_can_be_cancelled_while_it_waits_and_while_it_computes() {
    let host = host(vec![never()]);
    for code in ["await tools.never({})", "for (;;) {}"] {
        let cancel = Cancel::new();
        let handle = cancel.clone();
        let (result, ()) = tokio::join!(
            host.execute_with(code, Execute { cancel: Some(cancel), ..Execute::default() }),
            async {
                tokio::time::sleep(Duration::from_millis(5)).await;
                handle.cancel("enough");
            }
        );
        let result = result.unwrap();
        assert_eq!(failure(&result), (DiagnosticKind::Aborted, "The run was aborted: enough"));
    }
}

#[tokio::test]
async fn limits_hold_and_name_themselves() {
    let host = host(vec![never(), add()]);
    let limited = |code: &'static str, name: &'static str, value: u64| {
        let host = host.clone();
        async move {
            let limits = vec![(name, Some(value))];
            host.execute_with(code, Execute { limits, ..Execute::default() }).await.unwrap()
        }
    };
    let result = limited("for (;;) {}", "timeoutMs", 20).await;
    assert_eq!(
        failure(&result),
        (DiagnosticKind::TimeoutExceeded, "Execution timed out after 20ms.")
    );
    let result = limited("await tools.never({})", "timeoutMs", 20).await;
    assert_eq!(
        failure(&result),
        (DiagnosticKind::TimeoutExceeded, "Execution timed out after 20ms.")
    );
    let result = limited("for (;;) {}", "computeMs", 10).await;
    assert_eq!(failure(&result).0, DiagnosticKind::ComputeLimitExceeded);
    let code = "await tools.add({ a: 1, b: 1 }); return await tools.add({ a: 1, b: 1 })";
    let result = limited(code, "maxToolCalls", 1).await;
    assert_eq!(
        failure(&result),
        (DiagnosticKind::ToolCallLimitExceeded, "Execution exceeded its tool-call limit of 1.")
    );
    let wrong = Execute { limits: vec![("timeoutMs", Some(0))], ..Execute::default() };
    let error = host.execute_with("return 1", wrong).await.unwrap_err();
    assert_eq!(error.message, "timeoutMs must be a safe integer greater than or equal to 1.");
}

#[tokio::test]
async fn dropping_a_run_ends_its_tools() {
    struct Flag(Arc<AtomicU32>);
    impl Drop for Flag {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicU32::new(0));
    let flag = Arc::clone(&dropped);
    let holding = Tool::new("holding", "", move |_: serde_json::Value, _| {
        let flag = Flag(Arc::clone(&flag));
        async move {
            let _flag = flag;
            std::future::pending::<()>().await;
            Ok(())
        }
    });
    let host = host(vec![holding]);
    let run = host.execute("await tools.holding({})");
    assert!(tokio::time::timeout(Duration::from_millis(20), run).await.is_err());
    tokio::task::yield_now().await;
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn runs_wait_for_their_slot() {
    let host = CodeMode::builder().tool(add()).max_concurrent_runs(1).build().unwrap();
    let code = "const r = await tools.add({ a: 1, b: 1 }); return r.sum";
    let (one, two) = tokio::join!(host.execute(code), host.execute(code));
    assert_eq!((one.json(), two.json()), (Some("2"), Some("2")));
}
