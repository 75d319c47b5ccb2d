//! The shapes programs arrive in: byte-order mark, Markdown fence, one function or one object literal as the
//! whole program.

use crate::bytecode::Origin;
use oxc_ast::ast::*;

/// The part of a text that is the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape<'t> {
    pub(crate) text: &'t str,
    pub(crate) origin: Origin,
}

/// The readings of a text worth trying, in order. The first that parses is the program; if none does, the
/// last is the one whose errors are reported.
pub(crate) fn shapes(source: &str) -> Vec<Shape<'_>> {
    let text = source.strip_prefix('\u{FEFF}').unwrap_or(source);
    let whole = Shape { text, origin: Origin::default() };
    match fenced(text) {
        None => vec![whole],
        // Prose in front of a fence can parse by accident only if the fence does not open the text.
        Some(shape) if text.trim_start().starts_with("```") => vec![shape],
        Some(shape) => vec![whole, shape],
    }
}

/// Languages a fence may name.
const LANGUAGES: &[&str] =
    &["", "js", "javascript", "mjs", "node", "ts", "typescript", "mts", "jsx", "tsx"];

/// Content of the first Markdown fence that holds code.
fn fenced(text: &str) -> Option<Shape<'_>> {
    let mut line = 0u32;
    let mut open: Option<(usize, u32, usize)> = None;
    let mut offset = 0;
    for part in text.split_inclusive('\n') {
        let trimmed = part.trim();
        let ticks = trimmed.bytes().take_while(|byte| *byte == b'`').count();
        match open {
            None if ticks >= 3 => {
                let language = trimmed[ticks..].split_whitespace().next().unwrap_or("");
                if LANGUAGES.contains(&language.to_ascii_lowercase().as_str()) {
                    open = Some((offset + part.len(), line + 1, ticks));
                }
            }
            Some((start, first, width)) if ticks >= width && trimmed.len() == ticks => {
                let origin = Origin { line: first, column: 0 };
                return Some(Shape { text: text.get(start..offset)?, origin });
            }
            _ => {}
        }
        offset += part.len();
        line += 1;
    }
    let (start, first, _) = open?;
    Some(Shape { text: text.get(start..)?, origin: Origin { line: first, column: 0 } })
}

/// Whether a text that does not parse may be a bare object literal.
pub(crate) fn may_be_object(text: &str) -> bool {
    let trimmed = text.trim();
    trimmed.starts_with('{') && trimmed.ends_with('}')
}

/// Whether a program that parsed is an object literal read as a block of labels (`{ a: 1 }`).
pub(crate) fn object_as_block(program: &Program) -> bool {
    let [Statement::BlockStatement(block)] = program.body.as_slice() else { return false };
    !block.body.is_empty()
        && block.body.iter().all(|statement| match statement {
            Statement::LabeledStatement(labeled) => {
                matches!(labeled.body, Statement::ExpressionStatement(_))
            }
            _ => false,
        })
}

/// Whether the program is one function and nothing that calls it, so that running it means calling it.
pub(crate) fn whole_function(program: &Program) -> bool {
    let mut functions = 0;
    for statement in &program.body {
        let is_function = match statement {
            Statement::ExpressionStatement(node) => is_function(&node.expression),
            Statement::FunctionDeclaration(node) => !node.generator,
            Statement::ExportDeclaration(node) => match &node.declaration {
                Declaration::FunctionDeclaration(node) => !node.generator,
                declaration if declaration.is_typescript_syntax() => continue,
                _ => return false,
            },
            Statement::ExportDefaultDeclaration(node) => match &node.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(node) => !node.generator,
                declaration => declaration.as_expression().is_some_and(is_function),
            },
            Statement::EmptyStatement(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSTypeAliasDeclaration(_) => continue,
            Statement::ImportDeclaration(node) if node.import_kind.is_type() => continue,
            _ => return false,
        };
        if !is_function {
            return false;
        }
        let has_body = match statement {
            Statement::FunctionDeclaration(node) => node.body.is_some(),
            _ => true,
        };
        functions += i32::from(has_body);
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
