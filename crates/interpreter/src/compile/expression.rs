//! Expressions: operators, literals, and the dispatch to the other expression files.
//!
//! `expr(e, Some(dst))` leaves the value in `dst` and writes `dst` last unless [`late`] says otherwise;
//! `expr(e, None)` may answer the register of a local, without any instruction.

use super::emit::small_int;
use super::{Compiler, Fault, Name, site};
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{Constant, Op};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};
use std::sync::Arc;

impl<'a> Compiler<'a> {
    pub(super) fn expr(&mut self, e: &'a Expression<'a>, dst: Option<Reg>) -> Result<Reg, Fault> {
        self.expr_named(e, dst, Name::None)
    }

    /// The expression in a register of its own on top of the stack.
    pub(super) fn expr_temp(&mut self, e: &'a Expression<'a>) -> Result<Reg, Fault> {
        let register = self.e.temp()?;
        self.expr(e, Some(register))
    }

    pub(super) fn expr_named(
        &mut self,
        e: &'a Expression<'a>,
        dst: Option<Reg>,
        name: Name<'_>,
    ) -> Result<Reg, Fault> {
        match e {
            Expression::ParenthesizedExpression(inner) => {
                self.expr_named(&inner.expression, dst, name)
            }
            Expression::TSAsExpression(inner) => self.expr_named(&inner.expression, dst, name),
            Expression::TSSatisfiesExpression(inner) => {
                self.expr_named(&inner.expression, dst, name)
            }
            Expression::TSNonNullExpression(inner) => self.expr_named(&inner.expression, dst, name),
            Expression::TSTypeAssertion(inner) => self.expr_named(&inner.expression, dst, name),
            Expression::TSInstantiationExpression(inner) => {
                self.expr_named(&inner.expression, dst, name)
            }
            Expression::Identifier(id) => self.read_reference(id, dst),
            Expression::BooleanLiteral(literal) => {
                let dst = self.target(dst)?;
                self.e.op(if literal.value { Op::LoadTrue { dst } } else { Op::LoadFalse { dst } });
                Ok(dst)
            }
            Expression::NullLiteral(_) => {
                let dst = self.target(dst)?;
                self.e.op(Op::LoadNull { dst });
                Ok(dst)
            }
            Expression::NumericLiteral(literal) => {
                let dst = self.target(dst)?;
                self.e.load_number(dst, literal.value);
                Ok(dst)
            }
            Expression::BigIntLiteral(literal) => {
                let dst = self.target(dst)?;
                let k = self.e.bigint(literal.value.as_str());
                self.e.op(Op::LoadK { dst, k });
                Ok(dst)
            }
            Expression::StringLiteral(literal) => {
                let dst = self.target(dst)?;
                let k = self.string_literal(literal);
                self.e.op(Op::LoadK { dst, k });
                Ok(dst)
            }
            Expression::RegExpLiteral(literal) => {
                let dst = self.target(dst)?;
                let k = self.e.constant(Constant::RegExp {
                    pattern: literal.regex.pattern.text.encode_utf16().collect(),
                    flags: literal.regex.flags.to_string().into(),
                });
                self.e.position(site(literal.span));
                self.e.op(Op::RegExp { dst, k });
                Ok(dst)
            }
            Expression::TemplateLiteral(template) => self.template(template, dst),
            Expression::ArrayExpression(array) => self.array(array, dst),
            Expression::ObjectExpression(object) => self.object(object, dst),
            Expression::FunctionExpression(function) => {
                self.function_expression(function, dst, name)
            }
            Expression::ArrowFunctionExpression(arrow) => self.arrow(arrow, dst, name),
            Expression::ClassExpression(class) => self.class(class, dst, name),
            Expression::AssignmentExpression(assignment) => self.assignment(assignment, dst),
            Expression::UpdateExpression(update) => self.update(update, dst, true),
            Expression::BinaryExpression(binary) => self.binary(binary, dst),
            Expression::LogicalExpression(logical) => self.logical(logical, dst),
            Expression::UnaryExpression(unary) => self.unary(unary, dst),
            Expression::ConditionalExpression(conditional) => {
                self.conditional(conditional, dst, name)
            }
            Expression::SequenceExpression(sequence) => {
                let count = sequence.expressions.len();
                for expression in &sequence.expressions[..count - 1] {
                    self.discard(expression)?;
                }
                match sequence.expressions.last() {
                    Some(last) => self.expr(last, dst),
                    None => self.target(dst),
                }
            }
            Expression::CallExpression(call) => self.call(call, dst),
            Expression::NewExpression(new) => self.new_expression(new, dst),
            Expression::ChainExpression(chain) => self.chain(chain, dst),
            Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::PrivateFieldExpression(_) => self.member(e, dst),
            Expression::TaggedTemplateExpression(tagged) => self.tagged_template(tagged, dst),
            Expression::ThisExpression(this) => self.read_this(this.span, dst),
            Expression::NewTarget(_) => self.read_new_target(dst),
            Expression::AwaitExpression(node) => self.await_expression(node, dst),
            Expression::YieldExpression(node) => self.yield_expression(node, dst),
            Expression::PrivateInExpression(node) => self.private_in(node, dst),
            Expression::Super(node) => {
                Err(Fault::syntax("'super' keyword unexpected here", node.span))
            }
            Expression::ImportExpression(node) => Err(Fault::unsupported(
                "Dynamic import is not supported",
                node.span,
                "Use the globals and tools that are provided; there are no modules.",
            )),
            Expression::ImportMeta(node) => Err(Fault::unsupported(
                "import.meta is not supported",
                node.span,
                "Use the globals and tools that are provided; there are no modules.",
            )),
            Expression::JSXElement(_) | Expression::JSXFragment(_) => Err(Fault::unsupported(
                "JSX is not supported",
                e.span(),
                "Build strings or plain objects instead.",
            )),
            Expression::V8IntrinsicExpression(_) => {
                Err(Fault::syntax("Unexpected token '%'", e.span()))
            }
        }
    }

    /// Evaluates for the effects alone.
    pub(super) fn discard(&mut self, e: &'a Expression<'a>) -> Result<(), Fault> {
        let mark = self.e.mark();
        match e.get_inner_expression() {
            Expression::UpdateExpression(update) => {
                self.update(update, None, false)?;
            }
            Expression::LogicalExpression(logical) => {
                let end = self.e.label();
                let left = self.expr(&logical.left, None)?;
                self.e.release(mark);
                self.jump_logical(logical.operator, left, end);
                self.discard(&logical.right)?;
                self.e.place(end);
            }
            Expression::ConditionalExpression(conditional) => {
                let otherwise = self.e.label();
                let end = self.e.label();
                self.branch(&conditional.test, otherwise, false)?;
                self.discard(&conditional.consequent)?;
                self.e.jump(Op::Jmp { off: 0 }, end);
                self.e.place(otherwise);
                self.discard(&conditional.alternate)?;
                self.e.place(end);
            }
            Expression::SequenceExpression(sequence) => {
                for expression in &sequence.expressions {
                    self.discard(expression)?;
                }
            }
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Void => {
                self.discard(&unary.argument)?;
            }
            inner => {
                self.expr(inner, None)?;
            }
        }
        self.e.release(mark);
        Ok(())
    }

    /// A left operand that must keep its value while `later` is evaluated.
    pub(super) fn operand(
        &mut self,
        e: &'a Expression<'a>,
        later: &[&Expression<'a>],
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let register = self.expr(e, None)?;
        self.keep(register, mark, later)
    }

    /// Copies `register` if it is a local that evaluating `later` may change.
    pub(super) fn keep(
        &mut self,
        register: Reg,
        mark: u16,
        later: &[&Expression<'a>],
    ) -> Result<Reg, Fault> {
        if u16::from(register) < mark && later.iter().any(|e| assigns(e, 6)) {
            let copy = self.e.temp()?;
            self.e.move_to(copy, register);
            return Ok(copy);
        }
        Ok(register)
    }

    fn string_literal(&mut self, literal: &StringLiteral<'a>) -> u32 {
        if literal.lone_surrogates {
            self.e.string_units(surrogate_units(literal.value.as_str()))
        } else {
            self.e.string(literal.value.as_str())
        }
    }

    fn binary(&mut self, binary: &'a BinaryExpression<'a>, dst: Option<Reg>) -> Result<Reg, Fault> {
        if let Some(value) = fold(binary) {
            let dst = self.target(dst)?;
            self.e.load_number(dst, value);
            return Ok(dst);
        }
        // Left-nested chains are walked in a loop: `a + b + c + …` may be long.
        let mut chain = vec![binary];
        let mut left = &binary.left;
        loop {
            match left {
                Expression::BinaryExpression(inner) if fold(inner).is_none() => {
                    chain.push(inner);
                    left = &inner.left;
                }
                Expression::ParenthesizedExpression(inner) => left = &inner.expression,
                _ => break,
            }
        }
        let mark = self.e.mark();
        let innermost = chain[chain.len() - 1];
        let mut a = self.operand(left, &[&innermost.right])?;
        while let Some(node) = chain.pop() {
            let imm = self.immediate(node);
            let b = match imm {
                Some(_) => a,
                None => self.expr(&node.right, None)?,
            };
            self.e.release(mark);
            let target = if chain.is_empty() { self.target(dst)? } else { self.e.temp()? };
            self.e.position(site(node.span));
            let op = imm.and_then(|imm| immediate_op(node.operator, target, a, imm));
            self.e.op(op.unwrap_or_else(|| binary_op(node.operator, target, a, b)));
            a = target;
        }
        Ok(a)
    }

    fn immediate(&self, node: &BinaryExpression<'a>) -> Option<i32> {
        let imm = literal_int(&node.right)?;
        immediate_op(node.operator, 0, 0, imm).map(|_| imm)
    }

    pub(super) fn jump_logical(
        &mut self,
        operator: LogicalOperator,
        src: Reg,
        end: super::emit::Label,
    ) {
        let op = match operator {
            LogicalOperator::Or => Op::JmpTrue { src, off: 0 },
            LogicalOperator::And => Op::JmpFalse { src, off: 0 },
            LogicalOperator::Coalesce => Op::JmpNotNullish { src, off: 0 },
        };
        self.e.jump(op, end);
    }

    fn logical(
        &mut self,
        logical: &'a LogicalExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let end = self.e.label();
        let dst = self.target(dst)?;
        let mut chain = vec![logical];
        let mut left = &logical.left;
        loop {
            match left {
                Expression::LogicalExpression(inner) => {
                    chain.push(inner);
                    left = &inner.left;
                }
                Expression::ParenthesizedExpression(inner) => left = &inner.expression,
                _ => break,
            }
        }
        let same = chain.iter().all(|node| node.operator == logical.operator);
        if same {
            self.expr(left, Some(dst))?;
            while let Some(node) = chain.pop() {
                self.jump_logical(node.operator, dst, end);
                self.expr(&node.right, Some(dst))?;
            }
            self.e.place(end);
            return Ok(dst);
        }
        self.expr(&logical.left, Some(dst))?;
        self.jump_logical(logical.operator, dst, end);
        self.expr(&logical.right, Some(dst))?;
        self.e.place(end);
        Ok(dst)
    }

    fn conditional(
        &mut self,
        conditional: &'a ConditionalExpression<'a>,
        dst: Option<Reg>,
        name: Name<'_>,
    ) -> Result<Reg, Fault> {
        let dst = self.target(dst)?;
        let end = self.e.label();
        let mut node = conditional;
        loop {
            let otherwise = self.e.label();
            let mark = self.e.mark();
            self.branch(&node.test, otherwise, false)?;
            self.e.release(mark);
            self.expr_named(&node.consequent, Some(dst), name)?;
            self.e.release(mark);
            self.e.jump(Op::Jmp { off: 0 }, end);
            self.e.place(otherwise);
            match node.alternate.without_parentheses() {
                Expression::ConditionalExpression(inner) => node = inner,
                _ => {
                    self.expr_named(&node.alternate, Some(dst), name)?;
                    break;
                }
            }
        }
        self.e.place(end);
        Ok(dst)
    }

    fn unary(&mut self, unary: &'a UnaryExpression<'a>, dst: Option<Reg>) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        match unary.operator {
            UnaryOperator::Void => {
                self.discard(&unary.argument)?;
                let dst = self.target(dst)?;
                self.e.op(Op::LoadUndefined { dst });
                return Ok(dst);
            }
            UnaryOperator::Delete => return self.delete(&unary.argument, unary.span, dst),
            UnaryOperator::Typeof => {
                if let Expression::Identifier(id) = unary.argument.get_inner_expression() {
                    let (binding, _) = self.an.resolution(id);
                    if binding == super::scope::GLOBAL && !self.self_hosted() {
                        let src = self.read_global(id.name.as_str(), id.span, None, true)?;
                        self.e.release(mark);
                        let dst = self.target(dst)?;
                        self.e.op(Op::TypeOf { dst, src });
                        return Ok(dst);
                    }
                }
            }
            UnaryOperator::UnaryNegation => {
                if let Expression::NumericLiteral(literal) = unary.argument.without_parentheses() {
                    let dst = self.target(dst)?;
                    self.e.load_number(dst, -literal.value);
                    return Ok(dst);
                }
                if let Expression::BigIntLiteral(literal) = unary.argument.without_parentheses() {
                    if literal.value != "0" {
                        let dst = self.target(dst)?;
                        let digits = format!("-{}", literal.value);
                        let k = self.e.bigint(&digits);
                        self.e.op(Op::LoadK { dst, k });
                        return Ok(dst);
                    }
                }
            }
            UnaryOperator::LogicalNot => {
                let inner = unary.argument.get_inner_expression();
                if matches!(inner, Expression::LogicalExpression(_)) {
                    return self.boolean(&unary.argument, false, dst);
                }
            }
            _ => {}
        }
        let src = self.expr(&unary.argument, None)?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(site(unary.span));
        self.e.op(match unary.operator {
            UnaryOperator::UnaryPlus => Op::ToNumber { dst, src },
            UnaryOperator::UnaryNegation => Op::Neg { dst, src },
            UnaryOperator::BitwiseNot => Op::BitNot { dst, src },
            UnaryOperator::LogicalNot => Op::Not { dst, src },
            _ => Op::TypeOf { dst, src },
        });
        Ok(dst)
    }

    /// `true` in `dst` if the truth of `e` is `sense`, else `false`.
    fn boolean(
        &mut self,
        e: &'a Expression<'a>,
        sense: bool,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let no = self.e.label();
        let end = self.e.label();
        self.branch(e, no, !sense)?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.op(Op::LoadTrue { dst });
        self.e.jump(Op::Jmp { off: 0 }, end);
        self.e.place(no);
        self.e.op(Op::LoadFalse { dst });
        self.e.place(end);
        Ok(dst)
    }

    fn private_in(
        &mut self,
        node: &'a PrivateInExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let obj = self.expr(&node.right, None)?;
        let name = self.private_name(node.left.name.as_str(), node.left.span)?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(site(node.span));
        self.e.op(Op::HasPrivate { dst, obj, name });
        Ok(dst)
    }

    fn template(
        &mut self,
        template: &'a TemplateLiteral<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        if template.expressions.is_empty() {
            let dst = self.target(dst)?;
            let units = match template.quasis.first() {
                Some(quasi) => cooked(quasi).unwrap_or_default(),
                None => Vec::new(),
            };
            let k = self.e.string_units(units.into());
            self.e.op(Op::LoadK { dst, k });
            return Ok(dst);
        }
        let mark = self.e.mark();
        let start = self.e.temp()?;
        self.e.release(mark);
        let mut count = 0u8;
        let last = template.quasis.len().saturating_sub(1);
        for (index, quasi) in template.quasis.iter().enumerate() {
            let units = cooked(quasi).unwrap_or_default();
            if !units.is_empty() {
                let part = self.e.temp()?;
                let k = self.e.string_units(units.into());
                self.e.op(Op::LoadK { dst: part, k });
                count += 1;
            }
            if index < last {
                if let Some(e) = template.expressions.get(index) {
                    let part = self.e.temp()?;
                    let inner = self.e.mark();
                    let src = self.expr(e, None)?;
                    self.e.release(inner);
                    self.e.position(site(e.span()));
                    self.e.op(Op::ToString { dst: part, src });
                    count += 1;
                }
            }
            if count >= 24 {
                self.e.op(Op::Concat { dst: start, start, count });
                self.e.release(mark);
                self.e.temp()?;
                count = 1;
            }
        }
        self.e.release(mark);
        let dst = self.target(dst)?;
        if count == 1 {
            self.e.move_to(dst, start);
        } else {
            self.e.op(Op::Concat { dst, start, count });
        }
        Ok(dst)
    }

    /// Whether a value of `e` may be written to a visible local before `e` is fully evaluated.
    pub(super) fn early(e: &Expression<'a>) -> bool {
        match e.get_inner_expression() {
            Expression::ConditionalExpression(node) => {
                Self::early(&node.consequent) || Self::early(&node.alternate)
            }
            Expression::ParenthesizedExpression(node) => Self::early(&node.expression),
            Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::Identifier(_)
            | Expression::BinaryExpression(_)
            | Expression::CallExpression(_)
            | Expression::NewExpression(_)
            | Expression::StaticMemberExpression(_)
            | Expression::ThisExpression(_)
            | Expression::AwaitExpression(_) => false,
            Expression::ComputedMemberExpression(_) => false,
            Expression::UnaryExpression(node) => node.operator == UnaryOperator::LogicalNot,
            _ => true,
        }
    }
}

/// The units of a template part; `None` where an escape is invalid.
pub(super) fn cooked(quasi: &TemplateElement) -> Option<Vec<u16>> {
    let text = quasi.value.cooked.as_ref()?;
    Some(if quasi.lone_surrogates {
        surrogate_units(text.as_str()).to_vec()
    } else {
        text.encode_utf16().collect()
    })
}

/// Decodes the parser's notation for lone surrogates: U+FFFD followed by four hexadecimal digits.
pub(super) fn surrogate_units(text: &str) -> Arc<[u16]> {
    let mut units = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{FFFD}' {
            let mut unit = 0u32;
            for _ in 0..4 {
                unit = unit * 16 + chars.next().and_then(|c| c.to_digit(16)).unwrap_or(0);
            }
            units.push(unit as u16);
        } else {
            let mut buffer = [0; 2];
            units.extend_from_slice(c.encode_utf16(&mut buffer));
        }
    }
    units.into()
}

/// The literal as a 32-bit integer.
pub(super) fn literal_int(e: &Expression) -> Option<i32> {
    match e.get_inner_expression() {
        Expression::NumericLiteral(literal) => small_int(literal.value),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryNegation => {
            match unary.argument.get_inner_expression() {
                Expression::NumericLiteral(literal) => small_int(-literal.value),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether evaluating `e` may assign a variable of the running function.
pub(super) fn assigns(e: &Expression, budget: u32) -> bool {
    if budget == 0 {
        return true;
    }
    let deeper = budget - 1;
    match e.get_inner_expression() {
        Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BigIntLiteral(_)
        | Expression::StringLiteral(_)
        | Expression::RegExpLiteral(_)
        | Expression::Identifier(_)
        | Expression::ThisExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::NewTarget(_)
        | Expression::Super(_) => false,
        Expression::ParenthesizedExpression(node) => assigns(&node.expression, deeper),
        Expression::StaticMemberExpression(node) => assigns(&node.object, deeper),
        Expression::PrivateFieldExpression(node) => assigns(&node.object, deeper),
        Expression::ComputedMemberExpression(node) => {
            assigns(&node.object, deeper) || assigns(&node.expression, deeper)
        }
        Expression::BinaryExpression(node) => {
            assigns(&node.left, deeper) || assigns(&node.right, deeper)
        }
        Expression::LogicalExpression(node) => {
            assigns(&node.left, deeper) || assigns(&node.right, deeper)
        }
        Expression::UnaryExpression(node) => assigns(&node.argument, deeper),
        Expression::AwaitExpression(node) => assigns(&node.argument, deeper),
        Expression::ConditionalExpression(node) => {
            assigns(&node.test, deeper)
                || assigns(&node.consequent, deeper)
                || assigns(&node.alternate, deeper)
        }
        Expression::TemplateLiteral(node) => node.expressions.iter().any(|e| assigns(e, deeper)),
        Expression::CallExpression(node) => {
            matches!(node.callee, Expression::Super(_))
                || assigns(&node.callee, deeper)
                || node.arguments.iter().any(|argument| argument_assigns(argument, deeper))
        }
        Expression::NewExpression(node) => {
            assigns(&node.callee, deeper)
                || node.arguments.iter().any(|argument| argument_assigns(argument, deeper))
        }
        Expression::ArrayExpression(node) => node.elements.iter().any(|element| match element {
            ArrayExpressionElement::SpreadElement(spread) => assigns(&spread.argument, deeper),
            ArrayExpressionElement::Elision(_) => false,
            _ => element.as_expression().is_none_or(|e| assigns(e, deeper)),
        }),
        _ => true,
    }
}

fn argument_assigns(argument: &Argument, budget: u32) -> bool {
    match argument {
        Argument::SpreadElement(spread) => assigns(&spread.argument, budget),
        _ => argument.as_expression().is_none_or(|e| assigns(e, budget)),
    }
}

/// Arithmetic on two number literals.
fn fold(binary: &BinaryExpression) -> Option<f64> {
    let number = |e: &Expression| match e.get_inner_expression() {
        Expression::NumericLiteral(literal) => Some(literal.value),
        _ => None,
    };
    let a = number(&binary.left)?;
    let b = number(&binary.right)?;
    match binary.operator {
        BinaryOperator::Addition => Some(a + b),
        BinaryOperator::Subtraction => Some(a - b),
        BinaryOperator::Multiplication => Some(a * b),
        BinaryOperator::Division => Some(a / b),
        _ => None,
    }
}

fn immediate_op(operator: BinaryOperator, dst: Reg, a: Reg, imm: i32) -> Option<Op> {
    Some(match operator {
        BinaryOperator::Addition => Op::AddI { dst, a, imm },
        BinaryOperator::Subtraction => Op::SubI { dst, a, imm },
        BinaryOperator::Multiplication => Op::MulI { dst, a, imm },
        BinaryOperator::Division => Op::DivI { dst, a, imm },
        BinaryOperator::Remainder => Op::ModI { dst, a, imm },
        BinaryOperator::BitwiseAnd => Op::BitAndI { dst, a, imm },
        BinaryOperator::BitwiseOR => Op::BitOrI { dst, a, imm },
        BinaryOperator::BitwiseXOR => Op::BitXorI { dst, a, imm },
        BinaryOperator::ShiftLeft => Op::ShlI { dst, a, imm },
        BinaryOperator::ShiftRight => Op::ShrI { dst, a, imm },
        BinaryOperator::ShiftRightZeroFill => Op::UShrI { dst, a, imm },
        _ => return None,
    })
}

/// The instruction of a binary operator.
pub(super) fn binary_op(operator: BinaryOperator, dst: Reg, a: Reg, b: Reg) -> Op {
    match operator {
        BinaryOperator::Addition => Op::Add { dst, a, b },
        BinaryOperator::Subtraction => Op::Sub { dst, a, b },
        BinaryOperator::Multiplication => Op::Mul { dst, a, b },
        BinaryOperator::Division => Op::Div { dst, a, b },
        BinaryOperator::Remainder => Op::Mod { dst, a, b },
        BinaryOperator::Exponential => Op::Exp { dst, a, b },
        BinaryOperator::BitwiseAnd => Op::BitAnd { dst, a, b },
        BinaryOperator::BitwiseOR => Op::BitOr { dst, a, b },
        BinaryOperator::BitwiseXOR => Op::BitXor { dst, a, b },
        BinaryOperator::ShiftLeft => Op::Shl { dst, a, b },
        BinaryOperator::ShiftRight => Op::Shr { dst, a, b },
        BinaryOperator::ShiftRightZeroFill => Op::UShr { dst, a, b },
        BinaryOperator::LessThan => Op::Lt { dst, a, b },
        BinaryOperator::LessEqualThan => Op::Le { dst, a, b },
        BinaryOperator::GreaterThan => Op::Gt { dst, a, b },
        BinaryOperator::GreaterEqualThan => Op::Ge { dst, a, b },
        BinaryOperator::Equality => Op::Eq { dst, a, b },
        BinaryOperator::Inequality => Op::Ne { dst, a, b },
        BinaryOperator::StrictEquality => Op::StrictEq { dst, a, b },
        BinaryOperator::StrictInequality => Op::StrictNe { dst, a, b },
        BinaryOperator::In => Op::In { dst, a, b },
        BinaryOperator::Instanceof => Op::InstanceOf { dst, a, b },
    }
}

/// The same instruction with an integer literal on the right, where there is one.
pub(super) fn binary_immediate(
    operator: BinaryOperator,
    dst: Reg,
    a: Reg,
    e: &Expression,
) -> Option<Op> {
    immediate_op(operator, dst, a, literal_int(e)?)
}
