//! Source text to a checked tree; the only module that names the parser crate.
//!
//! Order: input shape (fences, byte-order mark), nesting measure, parse, early errors, unsupported forms. The
//! tree lives in an arena and is lent to a closure.

mod diagnose;
mod early;
mod nesting;
mod position;
mod shape;
mod unsupported;

pub use nesting::Nesting;
pub(crate) use nesting::measure;
pub(crate) use position::{line_starts, locate};
pub(crate) use shape::{may_be_object, object_as_block, shapes, whole_function};

use diagnose::problem;
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SourceType, Span};

/// Something wrong with a text, at a byte range of it.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) unsupported: bool,
    pub(crate) message: String,
    pub(crate) span: Option<Span>,
    pub(crate) hint: Option<String>,
}

/// How a text is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// TypeScript, strict, `await` and `return` at the top.
    Program,
    /// The same in JavaScript, for texts that TypeScript's grammar refuses.
    ProgramWithoutTypes,
    /// A classic script.
    Script,
    /// A strict script whose names may be intrinsics.
    SelfHosted,
}

impl Grammar {
    pub(crate) fn is_program(self) -> bool {
        matches!(self, Grammar::Program | Grammar::ProgramWithoutTypes)
    }
}

/// Most problems reported for one text.
const PROBLEMS: usize = 20;

/// Parses and checks `text`, then lends the tree.
pub(crate) fn with_tree<R>(
    text: &str,
    grammar: Grammar,
    use_tree: impl for<'a> FnOnce(&'a Program<'a>, &Scoping, &'a str) -> R,
) -> Result<R, Vec<Problem>> {
    let allocator = Allocator::default();
    let source_type = match grammar {
        Grammar::Program => SourceType::ts().with_module(true),
        Grammar::ProgramWithoutTypes => SourceType::mjs(),
        Grammar::Script | Grammar::SelfHosted => SourceType::script(),
    };
    let text: &str = allocator.alloc_str(text);
    let options = ParseOptions {
        parse_regular_expression: true,
        allow_return_outside_function: grammar.is_program(),
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, text, source_type).with_options(options).parse();
    let mut problems: Vec<Problem> = parsed
        .diagnostics
        .errors()
        .filter(|error| parsed.panicked || early::applies(error, grammar))
        .map(|error| problem(error, text))
        .collect();
    if parsed.panicked && problems.is_empty() {
        problems.push(Problem {
            unsupported: false,
            message: "Unexpected end of input".into(),
            span: Some(Span::new(text.len() as u32, text.len() as u32)),
            hint: None,
        });
    }
    if !problems.is_empty() {
        return Err(sorted(problems));
    }
    let program = allocator.alloc(parsed.program);
    let program: &Program = program;
    let semantic = SemanticBuilder::new_compiler().build(program);
    problems.extend(
        semantic
            .diagnostics
            .errors()
            .filter(|error| early::applies(error, grammar))
            .map(|error| problem(error, text)),
    );
    unsupported::check(program, text, &mut problems);
    if !problems.is_empty() {
        return Err(sorted(problems));
    }
    let scoping = semantic.semantic.into_scoping();
    Ok(use_tree(program, &scoping, text))
}

/// The first JSX element of a text that parses with JSX and not without.
pub(crate) fn jsx_problem(text: &str) -> Option<Problem> {
    if !text.contains("</") && !text.contains("/>") {
        return None;
    }
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let source_type = SourceType::tsx().with_module(true);
    let parsed = Parser::new(&allocator, text, source_type).with_options(options).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return None;
    }
    unsupported::first_jsx(&parsed.program)
}

/// Problems in source order, without repetitions, and not too many.
fn sorted(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_key(|problem| problem.span.map_or(0, |span| span.start));
    // One place, one problem: what the parser says next about it is an echo.
    problems.dedup_by_key(|problem| problem.span.map(|span| span.start));
    problems.truncate(PROBLEMS);
    problems
}
