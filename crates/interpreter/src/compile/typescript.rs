//! The TypeScript declarations that have a run-time meaning: enums, namespaces, `import x = a.b`.

use super::function::declared_function;
use super::{Compiler, Fault};
use crate::bytecode::Op;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;
use oxc_span::Span;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use rustc_hash::FxHashMap;

/// What is known of an enum member's value while compiling.
#[derive(Clone)]
enum Known {
    Number(f64),
    String(String),
}

impl<'a> Compiler<'a> {
    /// `x = x || {}` for the variable of an enum or namespace; the object in a register of its own.
    fn merged_object(&mut self, id: &'a BindingIdentifier<'a>) -> Result<Reg, Fault> {
        let object = self.e.temp()?;
        let name = id.name.as_str();
        match self.an.lookup(self.f.scope, name) {
            Some(binding) => self.read_binding(binding, false, id.span, Some(object))?,
            None => self.read_global(name, id.span, Some(object), true)?,
        };
        let have = self.e.label();
        self.e.jump(Op::JmpTrue { src: object, off: 0 }, have);
        self.e.op(Op::NewObject { dst: object });
        self.write_var(name, object, id.span)?;
        self.e.place(have);
        Ok(object)
    }

    pub(super) fn enumeration(&mut self, node: &'a TSEnumDeclaration<'a>) -> Result<(), Fault> {
        if node.declare {
            return Ok(());
        }
        let object = self.merged_object(&node.id)?;
        let scope = self.an.scope_of(&node.body.scope_id);
        let entered = self.enter(scope, false)?;
        if let Some(binding) =
            self.an.scopes.get(scope as usize).and_then(|scope| scope.bindings.first()).copied()
        {
            self.initialise_binding(binding, object)?;
        }
        let mut known: FxHashMap<String, Known> = FxHashMap::default();
        let mut previous = Some(Known::Number(-1.0));
        for member in &node.body.members {
            let mark = self.e.mark();
            let name = member_name(&member.id);
            let value = self.e.temp()?;
            let constant = match &member.initializer {
                None => match &previous {
                    Some(Known::Number(number)) => Some(Known::Number(number + 1.0)),
                    _ => {
                        return Err(Fault::syntax(
                            "Enum member must have initializer.",
                            member.span,
                        ));
                    }
                },
                Some(e) => evaluate(e, &known),
            };
            match (&constant, &member.initializer) {
                (Some(Known::Number(number)), _) => self.e.load_number(value, *number),
                (Some(Known::String(text)), _) => self.e.load_string(value, text),
                (None, Some(e)) => {
                    self.expr(e, Some(value))?;
                }
                (None, None) => {}
            }
            let key = self.e.temp()?;
            self.e.load_string(key, &name);
            self.e.op(Op::SetElem { obj: object, key, src: value, strict: 1 });
            // Numbers map back to their names.
            match &constant {
                Some(Known::Number(_)) => {
                    self.e.op(Op::SetElem { obj: object, key: value, src: key, strict: 1 });
                }
                Some(Known::String(_)) => {}
                None => {
                    let kind = self.e.temp()?;
                    let text = self.e.temp()?;
                    let skip = self.e.label();
                    self.e.op(Op::TypeOf { dst: kind, src: value });
                    self.e.load_string(text, "string");
                    self.e.jump(Op::JmpStrictEq { a: kind, b: text, off: 0 }, skip);
                    self.e.op(Op::SetElem { obj: object, key: value, src: key, strict: 1 });
                    self.e.place(skip);
                }
            }
            if let Some(constant) = &constant {
                known.insert(name, constant.clone());
            }
            previous = constant;
            self.e.release(mark);
        }
        self.leave(entered);
        Ok(())
    }

    pub(super) fn namespace(&mut self, node: &'a TSNamespaceDeclaration<'a>) -> Result<(), Fault> {
        if node.declare || !instantiated(&node.body) {
            return Ok(());
        }
        let object = self.merged_object(&node.id)?;
        let scope = self.an.scope_of(&node.scope_id);
        let entered = self.enter(scope, false)?;
        match &node.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                self.namespace(inner)?;
                self.export_name(object, inner.id.name.as_str(), inner.id.span)?;
            }
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                self.hoist(&block.body)?;
                for statement in &block.body {
                    if let Statement::ExportDeclaration(_) = statement {
                        if let Some(id) = declared_function(statement).and_then(|f| f.id.as_ref()) {
                            self.export_name(object, id.name.as_str(), id.span)?;
                        }
                    }
                }
                for statement in &block.body {
                    self.statement(statement)?;
                    if let Statement::ExportDeclaration(export) = statement {
                        self.export_declaration(object, &export.declaration)?;
                    }
                }
            }
        }
        self.leave(entered);
        Ok(())
    }

    fn export_declaration(
        &mut self,
        object: Reg,
        declaration: &'a Declaration<'a>,
    ) -> Result<(), Fault> {
        match declaration {
            Declaration::VariableDeclaration(node) => {
                for declarator in &node.declarations {
                    for id in declarator.id.get_binding_identifiers() {
                        self.export_name(object, id.name.as_str(), id.span)?;
                    }
                }
            }
            Declaration::ClassDeclaration(node) => {
                if let Some(id) = &node.id {
                    self.export_name(object, id.name.as_str(), id.span)?;
                }
            }
            Declaration::TSEnumDeclaration(node) => {
                self.export_name(object, node.id.name.as_str(), node.id.span)?;
            }
            Declaration::TSNamespaceDeclaration(node) => {
                self.export_name(object, node.id.name.as_str(), node.id.span)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Copies a variable of the namespace body to the namespace object.
    fn export_name(&mut self, obj: Reg, name: &str, span: Span) -> Result<(), Fault> {
        let Some(binding) = self.an.lookup(self.f.scope, name) else { return Ok(()) };
        let mark = self.e.mark();
        let src = self.read_binding(binding, false, span, None)?;
        let ic = self.e.ic(name);
        self.e.op(Op::SetProp { obj, src, strict: 1, ic });
        self.e.release(mark);
        Ok(())
    }

    pub(super) fn import_equals(
        &mut self,
        node: &'a TSImportEqualsDeclaration<'a>,
    ) -> Result<(), Fault> {
        if node.import_kind.is_type() {
            return Ok(());
        }
        let value = self.e.temp()?;
        match &node.module_reference {
            TSModuleReference::IdentifierReference(id) => {
                self.read_reference(id, Some(value))?;
            }
            TSModuleReference::QualifiedName(name) => self.qualified(name, value)?,
            TSModuleReference::ExternalModuleReference(external) => {
                return Err(Fault::unsupported(
                    "Cannot import a module",
                    external.span,
                    "There are no modules: use the globals and tools that are provided.",
                ));
            }
        }
        if let Some(binding) = self.an.own(self.f.scope, node.id.name.as_str()) {
            self.initialise_binding(binding, value)?;
        }
        Ok(())
    }

    fn qualified(&mut self, name: &'a TSQualifiedName<'a>, dst: Reg) -> Result<(), Fault> {
        let mut parts = vec![name.right.name.as_str()];
        let mut left = &name.left;
        loop {
            match left {
                TSTypeName::IdentifierReference(id) => {
                    self.read_reference(id, Some(dst))?;
                    break;
                }
                TSTypeName::QualifiedName(inner) => {
                    parts.push(inner.right.name.as_str());
                    left = &inner.left;
                }
                TSTypeName::ThisExpression(this) => {
                    self.read_this(this.span, Some(dst))?;
                    break;
                }
            }
        }
        for part in parts.iter().rev() {
            let ic = self.e.ic(part);
            self.e.op(Op::GetProp { dst, obj: dst, ic });
        }
        Ok(())
    }
}

fn member_name(name: &TSEnumMemberName) -> String {
    match name {
        TSEnumMemberName::Identifier(id) => id.name.to_string(),
        TSEnumMemberName::String(literal) | TSEnumMemberName::ComputedString(literal) => {
            literal.value.to_string()
        }
        TSEnumMemberName::ComputedTemplateString(template) => template
            .quasis
            .first()
            .and_then(|quasi| quasi.value.cooked.as_ref())
            .map(|text| text.to_string())
            .unwrap_or_default(),
    }
}

/// Whether a namespace contains anything but types.
fn instantiated(body: &TSNamespaceDeclarationBody) -> bool {
    match body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => instantiated(&inner.body),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => block.body.iter().any(|statement| {
            let declaration = match statement {
                Statement::ExportDeclaration(export) => Some(&export.declaration),
                _ => statement.as_declaration(),
            };
            !matches!(
                declaration,
                Some(
                    Declaration::TSInterfaceDeclaration(_) | Declaration::TSTypeAliasDeclaration(_)
                )
            )
        }),
    }
}

/// Constant value of an enum initialiser.
fn evaluate(e: &Expression, known: &FxHashMap<String, Known>) -> Option<Known> {
    match e.get_inner_expression() {
        Expression::ParenthesizedExpression(inner) => evaluate(&inner.expression, known),
        Expression::NumericLiteral(literal) => Some(Known::Number(literal.value)),
        Expression::StringLiteral(literal) if !literal.lone_surrogates => {
            Some(Known::String(literal.value.to_string()))
        }
        Expression::TemplateLiteral(template) => {
            template.single_quasi().map(|text| Known::String(text.to_string()))
        }
        Expression::Identifier(id) => known.get(id.name.as_str()).cloned(),
        Expression::ComputedMemberExpression(_) | Expression::StaticMemberExpression(_) => None,
        Expression::UnaryExpression(unary) => {
            let Known::Number(value) = evaluate(&unary.argument, known)? else { return None };
            match unary.operator {
                UnaryOperator::UnaryNegation => Some(Known::Number(-value)),
                UnaryOperator::UnaryPlus => Some(Known::Number(value)),
                UnaryOperator::BitwiseNot => Some(Known::Number(f64::from(!int32(value)))),
                _ => None,
            }
        }
        Expression::BinaryExpression(binary) => {
            let (a, b) = (evaluate(&binary.left, known)?, evaluate(&binary.right, known)?);
            let (a, b) = match (a, b) {
                (Known::Number(a), Known::Number(b)) => (a, b),
                (Known::String(a), Known::String(b))
                    if binary.operator == BinaryOperator::Addition =>
                {
                    return Some(Known::String(a + &b));
                }
                _ => return None,
            };
            Some(Known::Number(match binary.operator {
                BinaryOperator::Addition => a + b,
                BinaryOperator::Subtraction => a - b,
                BinaryOperator::Multiplication => a * b,
                BinaryOperator::Division => a / b,
                BinaryOperator::Remainder => a % b,
                BinaryOperator::BitwiseAnd => f64::from(int32(a) & int32(b)),
                BinaryOperator::BitwiseOR => f64::from(int32(a) | int32(b)),
                BinaryOperator::BitwiseXOR => f64::from(int32(a) ^ int32(b)),
                BinaryOperator::ShiftLeft => f64::from(int32(a).wrapping_shl(int32(b) as u32 & 31)),
                BinaryOperator::ShiftRight => f64::from(int32(a) >> (int32(b) as u32 & 31)),
                BinaryOperator::ShiftRightZeroFill => {
                    f64::from((int32(a) as u32) >> (int32(b) as u32 & 31))
                }
                _ => return None,
            }))
        }
        _ => None,
    }
}

fn int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let modulo = value.trunc().rem_euclid(4_294_967_296.0);
    modulo as u32 as i32
}
