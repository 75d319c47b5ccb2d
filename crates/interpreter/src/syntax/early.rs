//! Early errors that the semantic pass does not report, and those of its that do not apply.

use super::{Grammar, Problem};
use oxc_ast::ast::Program;
use oxc_diagnostics::OxcDiagnostic;

/// Whether an error of the semantic pass is one in this grammar.
pub(super) fn applies(_error: &OxcDiagnostic, _grammar: Grammar) -> bool {
    true
}

pub(super) fn check(_program: &Program, _grammar: Grammar, _problems: &mut Vec<Problem>) {}
