//! The shapes programs arrive in: byte-order mark, Markdown fence, one function as the whole program.

use crate::bytecode::Origin;
use oxc_ast::ast::*;

/// The part of a text that is the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'t> {
    pub(crate) text: &'t str,
    pub(crate) origin: Origin,
}

/// Cuts off what stands around the program.
pub(crate) fn shape(source: &str) -> Shape<'_> {
    Shape { text: source, origin: Origin::default() }
}

/// Whether the program is one function and nothing that calls it, so that running it means calling it.
pub(crate) fn whole_function(program: &Program) -> bool {
    let mut functions = 0;
    for statement in &program.body {
        let is_function = match statement {
            Statement::ExpressionStatement(node) => is_function(&node.expression),
            Statement::FunctionDeclaration(node) => node.body.is_some() && !node.generator,
            Statement::ExportDefaultDeclaration(node) => match &node.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(node) => {
                    node.body.is_some() && !node.generator
                }
                declaration => declaration.as_expression().is_some_and(is_function),
            },
            Statement::EmptyStatement(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSTypeAliasDeclaration(_) => continue,
            _ => return false,
        };
        if !is_function {
            return false;
        }
        functions += 1;
    }
    functions == 1
}

fn is_function(e: &Expression) -> bool {
    match e.get_inner_expression().without_parentheses() {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(node) => !node.generator,
        _ => false,
    }
}
