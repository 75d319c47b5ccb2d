//! The parser's errors in V8's words.

use super::Problem;
use oxc_diagnostics::OxcDiagnostic;
use oxc_span::Span;

/// A problem from an error of the parser or the semantic pass.
pub(super) fn problem(error: &OxcDiagnostic, text: &str) -> Problem {
    let span = error.labels.first().map(|label| {
        let start = (label.offset() as usize).min(text.len()) as u32;
        let end = (label.offset() as usize + label.len() as usize).min(text.len()) as u32;
        Span::new(start, end)
    });
    Problem { unsupported: false, message: error.message.to_string(), span, hint: None }
}
