//! This interpreter and QuickJS, one of them per process.
#![forbid(unsafe_code)]

mod codemode;
mod quickjs;

use bench_driver::plan::Plan;

fn main() {
    let report =
        Plan::parse(std::env::args().skip(1)).and_then(|(engine, plan)| match engine.as_str() {
            "codemode" => plan.execute(&mut codemode::Codemode::load()),
            "quickjs" => plan.execute(&mut quickjs::QuickJs),
            other => Err(format!("unknown engine {other}")),
        });
    match report {
        Ok(line) => println!("{line}"),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(1);
        }
    }
}
