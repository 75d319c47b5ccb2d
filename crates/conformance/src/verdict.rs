//! One test in all the runs it has: does the interpreter do what the suite asks?

use crate::front_matter::{FrontMatter, RunMode};
use crate::script::{self, End};
use crate::suite::Suite;
use codemode_interpreter::Mode;
use codemode_protocol::{Diagnostic, DiagnosticKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What became of one test file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    pub path: String,
    pub runs: Vec<Run>,
    pub ms: u64,
}

/// One run of the file; `failure` is empty when it passed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    pub mode: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl Verdict {
    /// Whether every run passed.
    pub fn passed(&self) -> bool {
        self.runs.iter().all(|run| run.failure.is_none())
    }

    /// The failure of the first run that failed, with the mode when the other run passed.
    pub fn failure(&self) -> Option<String> {
        let failed: Vec<&Run> = self.runs.iter().filter(|run| run.failure.is_some()).collect();
        let first = failed.first()?;
        let text = first.failure.as_deref().unwrap_or("");
        if failed.len() < self.runs.len() {
            return Some(format!("({} only) {text}", first.mode));
        }
        Some(text.to_string())
    }
}

/// Runs the test at `path` in each of its modes.
pub fn judge(suite: &mut Suite, path: &str, limit: Duration) -> std::io::Result<Verdict> {
    let started = std::time::Instant::now();
    let source = suite.read(path)?;
    let meta = FrontMatter::read(&source);
    let mut runs = Vec::new();
    for mode in meta.runs() {
        let text = assemble(suite, &meta, mode, &source)?;
        let failure = failure(&meta, script::run(&text, Mode::Script, limit));
        runs.push(Run { mode: mode.name().to_string(), failure });
    }
    Ok(Verdict { path: path.to_string(), runs, ms: started.elapsed().as_millis() as u64 })
}

/// The text that is run: directive, harness, test. All in one script, so a directive at the head of
/// the test moves to the front of the whole.
fn assemble(
    suite: &mut Suite,
    meta: &FrontMatter,
    mode: RunMode,
    source: &str,
) -> std::io::Result<String> {
    if meta.flag("raw") {
        return Ok(source.to_string());
    }
    let mut text = String::new();
    if mode == RunMode::Strict || starts_with_strict_directive(source) {
        text.push_str("\"use strict\";\n");
    }
    let fixed: &[&str] = match meta.flag("async") {
        true => &["assert.js", "sta.js", "doneprintHandle.js"],
        false => &["assert.js", "sta.js"],
    };
    for name in fixed.iter().copied().chain(meta.includes.iter().map(String::as_str)) {
        text.push_str(suite.harness(name)?);
        text.push_str("\n;\n");
    }
    text.push_str(source);
    Ok(text)
}

fn starts_with_strict_directive(source: &str) -> bool {
    let mut rest = source;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';' || c == '\u{feff}');
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment
                .split_once(['\n', '\r', '\u{2028}', '\u{2029}'])
                .map_or("", |(_, after)| after);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if rest.starts_with("'use strict'") || rest.starts_with("\"use strict\"") {
            let after = rest["'use strict'".len()..].trim_start_matches([' ', '\t']);
            return after.is_empty()
                || after.starts_with([';', '\n', '\r', '}', '/', '\u{2028}', '\u{2029}']);
        } else if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) {
            // Another directive: the one that is looked for may follow it.
            let Some((_, after)) = rest[1..].split_once(quote) else { return false };
            rest = after;
        } else {
            return false;
        }
    }
}

fn failure(meta: &FrontMatter, end: End) -> Option<String> {
    let end = match end {
        End::TimedOut => return Some("timeout".to_string()),
        End::Panicked(text) => return Some(format!("panic: {text}")),
        end => end,
    };
    match &meta.negative {
        Some(negative) if negative.phase == "runtime" => match end {
            End::Finished { outcome, .. } => match outcome.result {
                Err(diagnostic) if diagnostic.message.contains(negative.kind.as_str()) => None,
                Err(diagnostic) => {
                    Some(format!("expected {}, got {}", negative.kind, line(&diagnostic)))
                }
                Ok(_) => Some(format!("expected {}, nothing was thrown", negative.kind)),
            },
            End::Rejected(diagnostics) => Some(rejected(&diagnostics)),
            _ => None,
        },
        Some(negative) => match end {
            End::Rejected(diagnostics) => match diagnostics.first() {
                Some(first) if first.kind == DiagnosticKind::ParseError => None,
                _ => Some(rejected(&diagnostics)),
            },
            _ => Some(format!("expected {} while parsing, the script ran", negative.kind)),
        },
        None => match end {
            End::Rejected(diagnostics) => Some(rejected(&diagnostics)),
            End::Finished { outcome, logs } => match outcome.result {
                Err(diagnostic) => Some(line(&diagnostic)),
                Ok(_) if meta.flag("async") => asynchronous(&logs),
                Ok(_) => None,
            },
            _ => None,
        },
    }
}

fn asynchronous(logs: &[String]) -> Option<String> {
    for text in logs {
        if let Some(message) = text.strip_prefix("Test262:AsyncTestFailure:") {
            return Some(message.lines().next().unwrap_or("").to_string());
        }
    }
    match logs.iter().filter(|text| text.as_str() == "Test262:AsyncTestComplete").count() {
        1 => None,
        0 => Some("$DONE was not called".to_string()),
        _ => Some("$DONE was called more than once".to_string()),
    }
}

fn rejected(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.first() {
        Some(first) => {
            format!("{}: {}", first.kind.name(), first.message.lines().next().unwrap_or(""))
        }
        None => "refused without a diagnostic".to_string(),
    }
}

fn line(diagnostic: &Diagnostic) -> String {
    let message = diagnostic.message.lines().next().unwrap_or("");
    match diagnostic.kind {
        DiagnosticKind::ExecutionFailure => message.to_string(),
        kind => format!("{}: {message}", kind.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::starts_with_strict_directive;

    #[test]
    fn the_directive_is_found_behind_comments_and_other_directives() {
        assert!(starts_with_strict_directive("// a\n/* b */ 'use strict';\n1"));
        assert!(starts_with_strict_directive("'other'; \"use strict\"\n1"));
        assert!(!starts_with_strict_directive("'use\\u0020strict'; 1"));
        assert!(!starts_with_strict_directive("var x; 'use strict'; 1"));
        assert!(!starts_with_strict_directive("'use strict' + 1"));
    }
}
