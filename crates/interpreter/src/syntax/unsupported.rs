//! Forms of the language that are deliberately absent, each with a hint what to write instead.
//!
//! All of a text are reported at once, before any code is emitted.

use super::Problem;
use memchr::memmem;
use oxc_ast::ast::*;
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

const NO_MODULES: &str =
    "There are no modules: use the globals and tools that are provided, without import or require.";

/// Adds a problem for each absent form in the tree.
pub(super) fn check(program: &Program, text: &str, problems: &mut Vec<Problem>) {
    let words: [&[u8]; 4] = [b"import", b"export", b"with", b"@"];
    if words.iter().all(|word| memmem::find(text.as_bytes(), word).is_none()) {
        return;
    }
    Visitor { problems }.visit_program(program);
}

/// The first JSX element of a tree.
pub(super) fn first_jsx(program: &Program) -> Option<Problem> {
    let mut problems = Vec::new();
    Visitor { problems: &mut problems }.visit_program(program);
    problems.into_iter().find(|problem| problem.message.starts_with("JSX"))
}

struct Visitor<'p> {
    problems: &'p mut Vec<Problem>,
}

impl Visitor<'_> {
    fn report(&mut self, span: Span, message: &str, hint: &str) {
        self.problems.push(Problem {
            unsupported: true,
            message: message.into(),
            span: Some(span),
            hint: Some(hint.into()),
        });
    }
}

impl<'a> VisitJs<'a> for Visitor<'_> {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if !it.import_kind.is_type() {
            self.report(it.span, "import statements are not supported", NO_MODULES);
        }
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.report(it.span, "import() is not supported", NO_MODULES);
        walk_js::walk_import_expression(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.report(it.span, "import.meta is not supported", NO_MODULES);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.report(it.span, "export statements are not supported", "Return the value instead.");
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.report(it.span, "export statements are not supported", "Return the value instead.");
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.report(
            Span::new(it.span.start, it.span.start + 4),
            "with statements are not supported",
            "Name the object in each access.",
        );
        walk_js::walk_with_statement(self, it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.report(
            it.span,
            "Decorators are not supported",
            "Call the wrapping function yourself.",
        );
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.report(it.span, "export statements are not supported", "Return the value instead.");
    }

    fn visit_ts_external_module_reference(&mut self, it: &TSExternalModuleReference<'a>) {
        self.report(it.span(), "require() is not supported", NO_MODULES);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.report(it.span, "JSX is not supported", "Build strings or plain objects instead.");
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.report(it.span, "JSX is not supported", "Build strings or plain objects instead.");
    }
}
