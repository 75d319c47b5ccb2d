//! Golden files: source beside bytecode, wrong programs beside their diagnostics.
//!
//! `UPDATE_GOLDENS=1` rewrites them; review the difference by eye.

use codemode_interpreter::bytecode::disassemble::disassemble_unit;
use codemode_interpreter::{CompileOptions, Mode, Program};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(name)
}

fn check(path: &Path, actual: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        return std::fs::write(path, actual).map_err(|error| error.to_string());
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    let line = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    Err(format!(
        "{}: line {}: expected {:?}, found {:?}",
        path.display(),
        line + 1,
        expected.lines().nth(line),
        actual.lines().nth(line)
    ))
}

/// Source files of a folder in order.
fn sources(name: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(name))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension != "txt"));
    files.sort();
    files
}

#[test]
fn bytecode() {
    let files = sources("bytecode");
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for path in files {
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        let script = source.starts_with("// script");
        let options = CompileOptions {
            mode: if script { Mode::Script } else { Mode::Program },
            completion_value: true,
            typescript: true,
        };
        let text = match Program::compile(&source, &options) {
            Ok(program) => disassemble_unit(program.unit()),
            Err(problems) => format!("{problems:#?}\n"),
        };
        failures.extend(check(&path.with_extension("txt"), &text).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The file holds programs separated by lines of `=====`.
#[test]
fn diagnostics() {
    let files = sources("diagnostics");
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for path in files {
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        let mut text = String::new();
        for program in source.split("=====\n") {
            text.push_str(program);
            let options = CompileOptions { completion_value: true, ..CompileOptions::default() };
            match Program::compile(program, &options) {
                Ok(_) => text.push_str("  compiles\n"),
                Err(problems) => {
                    for problem in problems {
                        let (line, column) =
                            problem.location.map_or((0, 0), |place| (place.line, place.column));
                        let kind = problem.kind.name();
                        let _ = writeln!(text, "  {line}:{column} {kind}: {}", problem.message);
                        if let Some(hint) = problem.hint {
                            let _ = writeln!(text, "    {hint}");
                        }
                    }
                }
            }
            text.push('\n');
        }
        failures.extend(check(&path.with_extension("txt"), &text).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Cut anywhere, doubled, spliced: a wrong program is an error with a place in the text, never more.
#[test]
fn mangled_sources_are_errors_with_a_place() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let texts: Vec<String> = sources("bytecode")
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap_or_default())
        .collect();
    let scraps = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "`",
        "${",
        "'",
        "\"",
        "/",
        "*/",
        "//",
        "=>",
        "...",
        "?.",
        "await ",
        "yield ",
        "async ",
        "class ",
        "#x",
        "super",
        "new.target",
        "import(",
        "\u{2028}",
        "\u{feff}",
        "\\u{",
        "<T>",
        "enum ",
        "@d ",
        "0x",
        "1n",
        "\0",
        "💥",
        "--",
        "**",
        "??=",
        "in ",
        "of ",
        "let ",
        "static ",
    ];
    for _ in 0..3_000 {
        let text = &texts[random(texts.len())];
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random(3) {
            match random(4) {
                0 => bytes.truncate(random(bytes.len())),
                1 => {
                    let at = random(bytes.len());
                    let scrap = scraps[random(scraps.len())];
                    bytes.splice(at..at, scrap.bytes());
                }
                2 => {
                    let start = random(bytes.len());
                    let end = (start + random(40)).min(bytes.len());
                    bytes.drain(start..end);
                }
                _ => {
                    let other = texts[random(texts.len())].as_bytes();
                    let start = random(other.len());
                    let end = (start + random(60)).min(other.len());
                    let at = random(bytes.len());
                    bytes.splice(at..at, other[start..end].iter().copied());
                }
            }
        }
        let source = String::from_utf8_lossy(&bytes).into_owned();
        for mode in [Mode::Program, Mode::Script] {
            let options = CompileOptions { mode, completion_value: true, typescript: true };
            if let Err(problems) = Program::compile(&source, &options) {
                assert!(!problems.is_empty(), "{source:?}");
                let lines = source.split(['\n', '\r', '\u{2028}', '\u{2029}']).count() as u32;
                for problem in problems {
                    assert!(!problem.message.is_empty(), "{source:?}");
                    let place = problem.location;
                    assert!(
                        place.is_some_and(|place| place.line >= 1
                            && place.line <= lines
                            && place.column >= 1),
                        "{source:?} {place:?}"
                    );
                }
            }
        }
    }
}
