//! Typed tools, limits and cancellation for a Rust host.
//!
//! Run with `cargo run -p codemode-engine --example orders`.

use codemode_engine::{Cancel, CodeMode, Execute, Tool, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Deserialize, JsonSchema)]
struct Lookup {
    /// Number of the order.
    id: u32,
}

#[derive(Serialize, JsonSchema)]
struct Order {
    id: u32,
    status: &'static str,
    total: f64,
}

const PROGRAM: &str = r#"
const ids = Array.from({ length: 6 }, (_, i) => i + 1);
const settled = await Promise.allSettled(ids.map((id) => tools.orders.lookup({ id })));
const orders = settled.filter((s) => s.status === "fulfilled").map((s) => s.value);
console.log(orders.length, "of", ids.length, "orders found");
const open = orders.filter((order) => order.status === "open");
return { open: open.map((order) => order.id), total: open.reduce((sum, order) => sum + order.total, 0) };
"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lookup =
        Tool::new("lookup", "Look up an order by its number", |input: Lookup, _| async move {
            tokio::time::sleep(Duration::from_millis(20)).await;
            match input.id {
                4 => Err(ToolError::new("order 4 does not exist")),
                id => Ok(Order {
                    id,
                    status: if id % 2 == 0 { "open" } else { "shipped" },
                    total: f64::from(id) * 10.0,
                }),
            }
        });
    let code_mode = CodeMode::builder()
        .namespace("orders", "Purchases and shipments", vec![lookup])
        .limit("timeoutMs", Some(10_000))
        .limit("maxToolCalls", Some(100))
        .build()?;

    if let Some(catalog) = code_mode.catalog() {
        for tool in catalog.catalog() {
            println!("{}\n", tool.signature);
        }
    }
    let result = code_mode.execute(PROGRAM).await;
    println!("{}", result.to_json(false));

    let cancel = Cancel::new();
    let handle = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        handle.cancel("the user closed the window");
    });
    let endless = Execute { cancel: Some(cancel), ..Execute::default() };
    let result = code_mode.execute_with("for (;;) {}", endless).await?;
    println!("{}", result.to_json(false));
    Ok(())
}
