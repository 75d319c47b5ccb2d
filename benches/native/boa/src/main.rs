//! Boa, a program per process.
#![forbid(unsafe_code)]

mod engine;

use bench_driver::plan::Plan;

fn main() {
    match Plan::parse(std::env::args().skip(1)).and_then(|(_, plan)| plan.execute(&mut engine::Boa))
    {
        Ok(line) => println!("{line}"),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(1);
        }
    }
}
