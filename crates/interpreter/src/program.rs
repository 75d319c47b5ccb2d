//! `Program::compile`: source text to diagnostics or code.

use crate::bytecode::{Origin, Unit};
use crate::compile::{Compiled, Target, compile};
pub use crate::syntax::Nesting;
use crate::syntax::{
    Grammar, Problem, line_starts, locate, measure, shape, whole_function, with_tree,
};
use codemode_protocol::{Diagnostic, DiagnosticKind};
use oxc_span::Span;
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
        let (text, origin, grammar) = match options.mode {
            Mode::Program => {
                let shape = shape(source);
                (shape.text, shape.origin, Grammar::Program)
            }
            Mode::Script => (source, Origin::default(), Grammar::Script),
        };
        let starts = line_starts(text);
        compile_unit(text, origin, &starts, grammar, |program| match options.mode {
            Mode::Program => Target::Program {
                completion: options.completion_value,
                call_last: whole_function(program),
            },
            Mode::Script => Target::Script,
        })
        .map(|unit| Program { unit: Arc::new(unit), mode: options.mode })
        .map_err(|problems| {
            problems.into_iter().map(|row| diagnostic(row, text, &starts, origin)).collect()
        })
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
    let starts = line_starts(source);
    compile_unit(source, Origin::default(), &starts, Grammar::SelfHosted, |_| {
        Target::SelfHosted(resolver)
    })
    .map_err(|problems| {
        problems
            .into_iter()
            .map(|row| diagnostic(row, source, &starts, Origin::default()))
            .collect()
    })
}

fn compile_unit<'r>(
    text: &str,
    origin: Origin,
    starts: &[u32],
    grammar: Grammar,
    target: impl FnOnce(&oxc_ast::ast::Program) -> Target<'r>,
) -> Result<Unit, Vec<Problem>> {
    let measured = measure(text);
    if measured.nesting == Nesting::TooDeep {
        return Err(vec![Problem {
            unsupported: false,
            message: "Source is nested too deeply".into(),
            span: Some(Span::new(measured.at, measured.at)),
            hint: Some("Flatten the nested expressions or statements.".into()),
        }]);
    }
    let compiled = with_tree(text, grammar, |program, scoping, text| {
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
    Ok(Unit { functions, exports, text: text.into(), origin, line_starts: starts.to_vec() })
}

fn diagnostic(problem: Problem, text: &str, starts: &[u32], origin: Origin) -> Diagnostic {
    let kind = if problem.unsupported {
        DiagnosticKind::UnsupportedSyntax
    } else {
        DiagnosticKind::ParseError
    };
    let location = problem.span.map(|span| locate(text, starts, origin, span.start));
    let mut diagnostic = Diagnostic::new(kind, problem.message).at(location);
    diagnostic.hint = problem.hint;
    diagnostic
}
