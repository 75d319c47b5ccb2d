//! Converts documents and prints what became of their operations.
//!
//! `cargo run -p codemode-openapi --example report -- FILE…`

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use codemode_openapi::{Api, Document, Options, ReadLimits, Source};

fn main() -> ExitCode {
    let mut failed = false;
    for file in std::env::args().skip(1) {
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{file}: {error}");
                failed = true;
                continue;
            }
        };
        let start = Instant::now();
        let document = match Document::read(Source::Bytes(&bytes), None, &[], ReadLimits::default())
        {
            Ok(document) => Arc::new(document),
            Err(error) => {
                println!("{file}: {error}");
                failed = true;
                continue;
            }
        };
        let read = start.elapsed();
        let options =
            Options { base_url: Some("https://api.example.test".into()), ..Options::default() };
        let api = Api::build(document, &options);
        let built = start.elapsed();
        let schemas: usize = (0..api.plans().len())
            .filter_map(|tool| Some((api.input_reference(tool)?, api.output_reference(tool)?)))
            .count();
        let all = start.elapsed();
        println!(
            "{file}: {} tools, {} skipped; read {read:.1?}, plans {:.1?}, {schemas} schemas {:.1?}",
            api.plans().len(),
            api.skipped().len(),
            built - read,
            all - built,
        );
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for skipped in api.skipped() {
            *reasons.entry(&skipped.reason).or_default() += 1;
        }
        for (reason, count) in reasons {
            println!("  {count} {reason}");
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
