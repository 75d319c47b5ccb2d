//! Forms of the language that are deliberately absent, each with a hint what to write instead.

use super::{Grammar, Problem};
use oxc_ast::ast::Program;

pub(super) fn check(_program: &Program, _grammar: Grammar, _problems: &mut Vec<Problem>) {}
