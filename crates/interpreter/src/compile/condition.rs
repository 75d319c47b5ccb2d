//! Conditions as jumps: no boolean is made where only a branch is wanted.

use super::emit::Label;
use super::expression::literal_int;
use super::{Compiler, Fault, site};
use crate::bytecode::Op;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

impl<'a> Compiler<'a> {
    /// Jumps forward to `label` if the truth of `e` is `sense`, else goes on.
    pub(super) fn branch(
        &mut self,
        e: &'a Expression<'a>,
        label: Label,
        sense: bool,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        match e.get_inner_expression() {
            Expression::ParenthesizedExpression(inner) => {
                return self.branch(&inner.expression, label, sense);
            }
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
                return self.branch(&unary.argument, label, !sense);
            }
            Expression::BooleanLiteral(literal) => {
                if literal.value == sense {
                    self.e.jump(Op::Jmp { off: 0 }, label);
                }
                return Ok(());
            }
            Expression::LogicalExpression(logical) => {
                let jumps_early = match logical.operator {
                    LogicalOperator::And => Some(false),
                    LogicalOperator::Or => Some(true),
                    LogicalOperator::Coalesce => None,
                };
                if let Some(early) = jumps_early {
                    if early == sense {
                        self.branch(&logical.left, label, sense)?;
                        self.branch(&logical.right, label, sense)?;
                    } else {
                        let skip = self.e.label();
                        self.branch(&logical.left, skip, early)?;
                        self.branch(&logical.right, label, sense)?;
                        self.e.place(skip);
                    }
                    return Ok(());
                }
            }
            Expression::BinaryExpression(binary) => {
                if self.compare(binary, label, sense)? {
                    return Ok(());
                }
            }
            _ => {}
        }
        let src = self.expr(e, None)?;
        self.e.release(mark);
        self.e.jump(
            if sense { Op::JmpTrue { src, off: 0 } } else { Op::JmpFalse { src, off: 0 } },
            label,
        );
        Ok(())
    }

    /// Comparison fused with its branch; false if the operator has no fused form.
    fn compare(
        &mut self,
        binary: &'a BinaryExpression<'a>,
        label: Label,
        sense: bool,
    ) -> Result<bool, Fault> {
        if !comparison(binary.operator) {
            return Ok(false);
        }
        let mark = self.e.mark();
        if equality(binary.operator) && sense_of_null(binary) {
            // `x == null` and `x != null` are one test.
            let src = self.expr(&binary.left, None)?;
            self.e.release(mark);
            let wanted = sense == (binary.operator == BinaryOperator::Equality);
            self.e.jump(
                if wanted {
                    Op::JmpNullish { src, off: 0 }
                } else {
                    Op::JmpNotNullish { src, off: 0 }
                },
                label,
            );
            return Ok(true);
        }
        if strict(binary.operator) && is_undefined(&binary.right, self) {
            let src = self.expr(&binary.left, None)?;
            self.e.release(mark);
            let wanted = sense == (binary.operator == BinaryOperator::StrictEquality);
            self.e.jump(
                if wanted {
                    Op::JmpUndefined { src, off: 0 }
                } else {
                    Op::JmpNotUndefined { src, off: 0 }
                },
                label,
            );
            return Ok(true);
        }
        let a = self.operand(&binary.left, &[&binary.right])?;
        if let Some(imm) = literal_int(&binary.right).and_then(|imm| i16::try_from(imm).ok()) {
            if let Some(op) = jump_immediate(binary.operator, sense, a, imm) {
                self.e.release(mark);
                self.e.position(site(binary.span));
                self.e.jump(op, label);
                return Ok(true);
            }
        }
        let b = self.expr(&binary.right, None)?;
        self.e.release(mark);
        self.e.position(site(binary.span));
        self.e.jump(jump_op(binary.operator, sense, a, b), label);
        Ok(true)
    }

    /// Loop test at the bottom: jumps back to `top` while `e` holds, else goes on.
    pub(super) fn branch_back(&mut self, e: &'a Expression<'a>, top: Label) -> Result<(), Fault> {
        let mark = self.e.mark();
        match e.get_inner_expression() {
            Expression::ParenthesizedExpression(inner) => {
                return self.branch_back(&inner.expression, top);
            }
            Expression::BooleanLiteral(literal) => {
                if literal.value {
                    self.e.jump(Op::Loop { off: 0 }, top);
                }
                return Ok(());
            }
            Expression::UnaryExpression(unary)
                if unary.operator == UnaryOperator::LogicalNot
                    && !matches!(
                        unary.argument.get_inner_expression().without_parentheses(),
                        Expression::LogicalExpression(_)
                            | Expression::BinaryExpression(_)
                            | Expression::UnaryExpression(_)
                            | Expression::BooleanLiteral(_)
                    ) =>
            {
                let src = self.expr(&unary.argument, None)?;
                self.e.release(mark);
                self.e.jump(Op::LoopFalse { src, off: 0 }, top);
                return Ok(());
            }
            Expression::LogicalExpression(logical) if logical.operator == LogicalOperator::And => {
                let exit = self.e.label();
                self.branch(&logical.left, exit, false)?;
                self.branch_back(&logical.right, top)?;
                self.e.place(exit);
                return Ok(());
            }
            Expression::BinaryExpression(binary) if comparison(binary.operator) => {
                let imm = literal_int(&binary.right).and_then(|imm| i16::try_from(imm).ok());
                if imm.is_some_and(|imm| loop_immediate(binary.operator, 0, imm).is_some()) {
                    let a = self.expr(&binary.left, None)?;
                    self.e.release(mark);
                    self.e.position(site(binary.span));
                    if let Some(op) = imm.and_then(|imm| loop_immediate(binary.operator, a, imm)) {
                        self.e.jump(op, top);
                    }
                    return Ok(());
                }
                if loop_op(binary.operator, 0, 0).is_some() {
                    let a = self.operand(&binary.left, &[&binary.right])?;
                    let b = self.expr(&binary.right, None)?;
                    self.e.release(mark);
                    self.e.position(site(binary.span));
                    if let Some(op) = loop_op(binary.operator, a, b) {
                        self.e.jump(op, top);
                    }
                    return Ok(());
                }
            }
            _ => {}
        }
        let fused = matches!(
            e.get_inner_expression(),
            Expression::LogicalExpression(_)
                | Expression::BinaryExpression(_)
                | Expression::UnaryExpression(_)
        );
        if fused {
            let exit = self.e.label();
            self.branch(e, exit, false)?;
            self.e.jump(Op::Loop { off: 0 }, top);
            self.e.place(exit);
            return Ok(());
        }
        let src = self.expr(e, None)?;
        self.e.release(mark);
        self.e.jump(Op::LoopTrue { src, off: 0 }, top);
        Ok(())
    }
}

fn is_undefined(e: &Expression, compiler: &Compiler) -> bool {
    match e.get_inner_expression() {
        Expression::Identifier(id) => {
            id.name == "undefined" && compiler.an.resolution(id).0 == super::scope::GLOBAL
        }
        Expression::UnaryExpression(unary) => {
            unary.operator == UnaryOperator::Void
                && matches!(unary.argument, Expression::NumericLiteral(_))
        }
        _ => false,
    }
}

fn sense_of_null(binary: &BinaryExpression) -> bool {
    matches!(binary.right.get_inner_expression(), Expression::NullLiteral(_))
        && loose(binary.operator)
}

fn loose(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Equality | BinaryOperator::Inequality)
}

fn strict(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::StrictEquality | BinaryOperator::StrictInequality)
}

fn equality(operator: BinaryOperator) -> bool {
    loose(operator) || strict(operator)
}

fn comparison(operator: BinaryOperator) -> bool {
    equality(operator)
        || matches!(
            operator,
            BinaryOperator::LessThan
                | BinaryOperator::LessEqualThan
                | BinaryOperator::GreaterThan
                | BinaryOperator::GreaterEqualThan
        )
}

fn jump_op(operator: BinaryOperator, sense: bool, a: Reg, b: Reg) -> Op {
    let off = 0;
    match (operator, sense) {
        (BinaryOperator::LessThan, true) => Op::JmpLt { a, b, off },
        (BinaryOperator::LessThan, false) => Op::JmpNotLt { a, b, off },
        (BinaryOperator::LessEqualThan, true) => Op::JmpLe { a, b, off },
        (BinaryOperator::LessEqualThan, false) => Op::JmpNotLe { a, b, off },
        (BinaryOperator::GreaterThan, true) => Op::JmpGt { a, b, off },
        (BinaryOperator::GreaterThan, false) => Op::JmpNotGt { a, b, off },
        (BinaryOperator::GreaterEqualThan, true) => Op::JmpGe { a, b, off },
        (BinaryOperator::GreaterEqualThan, false) => Op::JmpNotGe { a, b, off },
        (BinaryOperator::StrictEquality, true) | (BinaryOperator::StrictInequality, false) => {
            Op::JmpStrictEq { a, b, off }
        }
        (BinaryOperator::StrictEquality, false) | (BinaryOperator::StrictInequality, true) => {
            Op::JmpStrictNe { a, b, off }
        }
        (BinaryOperator::Equality, true) | (BinaryOperator::Inequality, false) => {
            Op::JmpEq { a, b, off }
        }
        _ => Op::JmpNe { a, b, off },
    }
}

fn jump_immediate(operator: BinaryOperator, sense: bool, a: Reg, imm: i16) -> Option<Op> {
    let off = 0;
    Some(match (operator, sense) {
        (BinaryOperator::LessThan, true) => Op::JmpLtI { a, imm, off },
        (BinaryOperator::LessThan, false) => Op::JmpNotLtI { a, imm, off },
        (BinaryOperator::LessEqualThan, true) => Op::JmpLeI { a, imm, off },
        (BinaryOperator::LessEqualThan, false) => Op::JmpNotLeI { a, imm, off },
        (BinaryOperator::GreaterThan, true) => Op::JmpGtI { a, imm, off },
        (BinaryOperator::GreaterThan, false) => Op::JmpNotGtI { a, imm, off },
        (BinaryOperator::GreaterEqualThan, true) => Op::JmpGeI { a, imm, off },
        (BinaryOperator::GreaterEqualThan, false) => Op::JmpNotGeI { a, imm, off },
        (BinaryOperator::StrictEquality, true) | (BinaryOperator::StrictInequality, false) => {
            Op::JmpStrictEqI { a, imm, off }
        }
        (BinaryOperator::StrictEquality, false) | (BinaryOperator::StrictInequality, true) => {
            Op::JmpStrictNeI { a, imm, off }
        }
        _ => return None,
    })
}

fn loop_op(operator: BinaryOperator, a: Reg, b: Reg) -> Option<Op> {
    let off = 0;
    Some(match operator {
        BinaryOperator::LessThan => Op::LoopLt { a, b, off },
        BinaryOperator::LessEqualThan => Op::LoopLe { a, b, off },
        BinaryOperator::GreaterThan => Op::LoopGt { a, b, off },
        BinaryOperator::GreaterEqualThan => Op::LoopGe { a, b, off },
        BinaryOperator::StrictInequality => Op::LoopStrictNe { a, b, off },
        _ => return None,
    })
}

fn loop_immediate(operator: BinaryOperator, a: Reg, imm: i16) -> Option<Op> {
    let off = 0;
    Some(match operator {
        BinaryOperator::LessThan => Op::LoopLtI { a, imm, off },
        BinaryOperator::LessEqualThan => Op::LoopLeI { a, imm, off },
        BinaryOperator::GreaterThan => Op::LoopGtI { a, imm, off },
        BinaryOperator::GreaterEqualThan => Op::LoopGeI { a, imm, off },
        _ => return None,
    })
}
