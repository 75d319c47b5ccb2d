//! `Program::compile`: source text to diagnostics or code.

use crate::bytecode::{Origin, Unit};
use crate::compile::{Compiled, Target, compile};
pub use crate::syntax::Nesting;
use crate::syntax::{
    Grammar, Problem, jsx_problem, line_starts, locate, may_be_object, measure, object_as_block,
    shapes, whole_function, with_tree,
};
use codemode_protocol::{Diagnostic, DiagnosticKind};
use oxc_span::Span;
use std::cell::Cell;
use std::sync::Arc;

/// How a source text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A model's program: strict, body of an implicit async function, completion value.
    #[default]
    Program,
    /// A classic script: global scope, sloppy unless it says otherwise (test262 and the like).
    Script,
}

/// Settings of compilation.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    pub mode: Mode,
    /// Program mode: the value of a program without `return` is its completion value
    /// (otherwise `undefined`).
    pub completion_value: bool,
    /// Names of tools and namespaces, only to word hints.
    pub typescript: bool,
}

/// Compiled, immutable, shareable between machines and threads.
#[derive(Clone, Debug)]
pub struct Program {
    unit: Arc<Unit>,
    mode: Mode,
}

impl Program {
    /// Parses and compiles; `Err` carries one or more diagnostics in source order.
    ///
    /// Sources whose [`Program::nesting`] is `Deep` need a native stack of 256 MiB.
    pub fn compile(source: &str, options: &CompileOptions) -> Result<Program, Vec<Diagnostic>> {
        let unit = match options.mode {
            Mode::Program => compile_program(source, options)?,
            Mode::Script => {
                let reading = Reading::new(source, Origin::default());
                reading
                    .compile(Grammar::Script, |_| Target::Script)
                    .map_err(|problems| reading.diagnostics(problems))?
            }
        };
        Ok(Program { unit: Arc::new(unit), mode: options.mode })
    }

    /// How much native stack compiling `source` takes.
    pub fn nesting(source: &str) -> Nesting {
        measure(source).nesting
    }

    /// How the source was read.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The compiled code.
    pub fn unit(&self) -> &Arc<Unit> {
        &self.unit
    }
}

/// Compiles built-in code: a strict script of function declarations, listed in [`Unit::exports`]. `$name` is the
/// intrinsic the resolver knows under `name`.
pub fn compile_self_hosted(
    source: &str,
    resolver: &dyn Fn(&str) -> Option<u32>,
) -> Result<Unit, Vec<Diagnostic>> {
    let reading = Reading::new(source, Origin::default());
    reading
        .compile(Grammar::SelfHosted, |_| Target::SelfHosted(resolver))
        .map_err(|problems| reading.diagnostics(problems))
}

/// Tries the readings of a model's text in turn; the errors are those of the most likely one.
fn compile_program(source: &str, options: &CompileOptions) -> Result<Unit, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for shape in shapes(source) {
        let reading = Reading::new(shape.text, shape.origin);
        let target = |program: &oxc_ast::ast::Program| Target::Program {
            completion: options.completion_value,
            call_last: whole_function(program),
        };
        let is_block = Cell::new(false);
        let outcome = reading.compile(Grammar::Program, |program| {
            is_block.set(object_as_block(program));
            target(program)
        });
        let problems = match outcome {
            Ok(unit) if !is_block.get() => return Ok(unit),
            Ok(unit) => return Ok(reading.as_object(&target).unwrap_or(unit)),
            Err(problems) => problems,
        };
        if problems.iter().all(|problem| !problem.unsupported) {
            if let Ok(unit) = reading.compile(Grammar::ProgramWithoutTypes, target) {
                return Ok(unit);
            }
            if may_be_object(shape.text) {
                if let Some(unit) = reading.as_object(&target) {
                    return Ok(unit);
                }
            }
        }
        let problems = match jsx_problem(shape.text) {
            Some(problem) => vec![problem],
            None => problems,
        };
        errors = reading.diagnostics(problems);
    }
    Err(errors)
}

/// One way to read a text.
struct Reading<'t> {
    text: &'t str,
    origin: Origin,
    starts: Vec<u32>,
}

impl<'t> Reading<'t> {
    fn new(text: &'t str, origin: Origin) -> Reading<'t> {
        Reading { text, origin, starts: line_starts(text) }
    }

    fn compile<'r>(
        &self,
        grammar: Grammar,
        target: impl FnOnce(&oxc_ast::ast::Program) -> Target<'r>,
    ) -> Result<Unit, Vec<Problem>> {
        let measured = measure(self.text);
        if measured.nesting == Nesting::TooDeep {
            return Err(vec![Problem {
                unsupported: false,
                message: "Source is nested too deeply".into(),
                span: Some(Span::new(measured.at, measured.at)),
                hint: Some("Flatten the nested expressions or statements.".into()),
            }]);
        }
        let compiled = with_tree(self.text, grammar, |program, scoping, text| {
            let strict = grammar != Grammar::Script || program.has_use_strict_directive();
            compile(program, scoping, text, target(program), strict)
        })?;
        let Compiled { functions, exports } = compiled.map_err(|fault| {
            vec![Problem {
                unsupported: fault.unsupported,
                message: fault.message,
                span: fault.span,
                hint: fault.hint,
            }]
        })?;
        Ok(Unit {
            functions,
            exports,
            text: self.text.into(),
            origin: self.origin,
            line_starts: self.starts.clone(),
        })
    }

    /// The text as one object literal.
    fn as_object<'r>(&self, target: &dyn Fn(&oxc_ast::ast::Program) -> Target<'r>) -> Option<Unit> {
        let text = format!("({})", self.text.trim_end());
        let reading = Reading::new(&text, self.origin);
        reading.compile(Grammar::Program, target).ok()
    }

    fn diagnostics(&self, problems: Vec<Problem>) -> Vec<Diagnostic> {
        problems
            .into_iter()
            .map(|problem| {
                let kind = if problem.unsupported {
                    DiagnosticKind::UnsupportedSyntax
                } else {
                    DiagnosticKind::ParseError
                };
                let location = problem
                    .span
                    .map(|span| locate(self.text, &self.starts, self.origin, span.start));
                let mut diagnostic = Diagnostic::new(kind, problem.message).at(location);
                diagnostic.hint = problem.hint;
                diagnostic
            })
            .collect()
    }
}
