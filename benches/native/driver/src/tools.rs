//! The host's tools: arguments come as JSON text, results go back as JSON text.

use serde_json::{Value, json};
use std::sync::LazyLock;

/// Names in the order of their indices.
pub const NAMES: [&str; 5] = ["echo", "add", "big", "slow", "never"];

/// The result of a tool that answers at once; `None` for an unknown name.
pub fn call(name: &str, input: &str) -> Option<String> {
    let input: Value = serde_json::from_str(input).unwrap_or(Value::Null);
    let result = match name {
        "echo" => json!({ "i": input["i"], "ok": true }),
        "add" => json!({ "sum": sum(&input["a"], &input["b"]) }),
        "big" => return Some(BIG.to_string()),
        _ => return None,
    };
    Some(result.to_string())
}

/// The number and the delay of a slow call.
pub fn slow(input: &str) -> (i64, u64) {
    let input: Value = serde_json::from_str(input).unwrap_or(Value::Null);
    (input["i"].as_i64().unwrap_or(0), input["ms"].as_u64().unwrap_or(0))
}

fn sum(a: &Value, b: &Value) -> Value {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => json!(a + b),
        _ => json!(a.as_f64().unwrap_or(0.0) + b.as_f64().unwrap_or(0.0)),
    }
}

/// About one megabyte: built once, serialised at each call.
static BIG: LazyLock<Value> = LazyLock::new(|| {
    let rows: Vec<Value> = (0..7400)
        .map(|i| {
            json!({
                "id": i, "name": format!("User number {i}"), "email": format!("user{i}@example.com"),
                "score": i * 37 % 1000, "active": i % 3 == 0, "team": format!("team-{}", i % 20),
                "note": "moved from plan two",
            })
        })
        .collect();
    json!({ "page": 1, "rows": rows })
});
