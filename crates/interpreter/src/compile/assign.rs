//! Assignment, compound and logical assignment, `++` and `--`.

use super::access::{Member, Place};
use super::expression::{assigns, binary_immediate, binary_op};
use super::scope::{BindIdx, BindingKind, GLOBAL};
use super::{Compiler, Fault, Name, site};
use crate::bytecode::Op;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, LogicalOperator, UpdateOperator};

/// What an assignment writes to, before anything is evaluated.
pub(super) enum Goal<'a> {
    Variable(&'a IdentifierReference<'a>),
    Member(Member<'a>),
    /// A call: a ReferenceError once it has been evaluated.
    Invalid(&'a Expression<'a>),
}

impl<'a> Compiler<'a> {
    pub(super) fn goal(target: &'a SimpleAssignmentTarget<'a>) -> Option<Goal<'a>> {
        Some(match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(id) => Goal::Variable(id),
            SimpleAssignmentTarget::StaticMemberExpression(node) => {
                Goal::Member(Self::static_member(node))
            }
            SimpleAssignmentTarget::ComputedMemberExpression(node) => {
                Goal::Member(Self::computed_member(node))
            }
            SimpleAssignmentTarget::PrivateFieldExpression(node) => {
                Goal::Member(Self::private_member(node))
            }
            _ => match target.get_expression()?.get_inner_expression().without_parentheses() {
                Expression::Identifier(id) => Goal::Variable(id),
                inner => match Self::as_member(inner) {
                    Some(member) => Goal::Member(member),
                    None => Goal::Invalid(inner),
                },
            },
        })
    }

    pub(super) fn assignment(
        &mut self,
        assignment: &'a AssignmentExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        if let Some(simple) = assignment.left.as_simple_assignment_target() {
            let goal = Self::goal(simple).ok_or_else(|| {
                Fault::syntax("Invalid left-hand side in assignment", assignment.left.span())
            })?;
            return match assignment.operator {
                AssignmentOperator::Assign => self.plain(goal, assignment, dst),
                AssignmentOperator::LogicalAnd
                | AssignmentOperator::LogicalOr
                | AssignmentOperator::LogicalNullish => {
                    self.logical_assignment(goal, assignment, dst)
                }
                _ => self.compound(goal, assignment, dst),
            };
        }
        let mark = self.e.mark();
        let value = self.expr(&assignment.right, None)?;
        let value = if u16::from(value) < mark {
            // The pattern may assign the variable it takes apart.
            let copy = self.e.temp()?;
            self.e.move_to(copy, value);
            copy
        } else {
            value
        };
        if let Some(pattern) = assignment.left.as_assignment_target_pattern() {
            self.assign_pattern(pattern, value, assignment.right.span())?;
        }
        self.settle(mark, value, dst)
    }

    /// The local register an assignment may compute its value in.
    fn assignable(&self, id: &IdentifierReference<'a>, value: &Expression<'a>) -> Option<Reg> {
        let (binding, checked) = self.an.resolution(id);
        if binding == GLOBAL || checked || !self.writable(binding) || Self::early(value) {
            return None;
        }
        self.in_register(id)
    }

    fn writable(&self, binding: BindIdx) -> bool {
        !matches!(
            self.an.bindings[binding as usize].kind,
            BindingKind::Const
                | BindingKind::ClassInner
                | BindingKind::FunctionName
                | BindingKind::EnumMember
        )
    }

    fn plain(
        &mut self,
        goal: Goal<'a>,
        assignment: &'a AssignmentExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let right = &assignment.right;
        match goal {
            Goal::Variable(id) => {
                let parenthesised = assignment.span.start < id.span.start;
                let text = id.name.as_str();
                let name = if parenthesised { Name::None } else { Name::Text(text) };
                if let Some(register) = self.assignable(id, right) {
                    self.expr_named(right, Some(register), name)?;
                    return Ok(match dst {
                        Some(dst) => {
                            self.e.move_to(dst, register);
                            dst
                        }
                        None => register,
                    });
                }
                let value = self.expr_named(right, dst, name)?;
                self.write_reference(id, value)?;
                Ok(value)
            }
            Goal::Member(member) => {
                let mark = self.e.mark();
                let place = self.place(&member, &[right])?;
                let value = self.expr(right, None)?;
                self.set(place, value);
                self.result(mark, value, dst)
            }
            Goal::Invalid(e) => self.invalid_target(e, dst),
        }
    }

    /// The value of an assignment whose operands stood above `mark`.
    fn result(&mut self, mark: u16, value: Reg, dst: Option<Reg>) -> Result<Reg, Fault> {
        self.e.release(mark);
        match dst {
            Some(dst) => {
                self.e.move_to(dst, value);
                Ok(dst)
            }
            None if u16::from(value) < mark => Ok(value),
            None => {
                let register = self.e.temp()?;
                self.e.move_to(register, value);
                Ok(register)
            }
        }
    }

    fn invalid_target(&mut self, e: &'a Expression<'a>, dst: Option<Reg>) -> Result<Reg, Fault> {
        self.discard(e)?;
        let dst = self.target(dst)?;
        let k = self.e.string("Invalid left-hand side in assignment");
        self.e.position(site(e.span()));
        self.e.op(Op::ThrowError { kind: 1, k });
        Ok(dst)
    }

    fn compound(
        &mut self,
        goal: Goal<'a>,
        assignment: &'a AssignmentExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let Some(operator) = assignment.operator.to_binary_operator() else {
            return Err(Fault::too_complex());
        };
        let right = &assignment.right;
        let mark = self.e.mark();
        match goal {
            Goal::Variable(id) => {
                let (binding, _) = self.an.resolution(id);
                let local = self.in_register(id).filter(|_| self.writable(binding));
                let old = self.read_reference(id, None)?;
                let old = self.keep(old, mark, &[right])?;
                let target = match local {
                    Some(local) => local,
                    None => self.e.temp()?,
                };
                let inner = self.e.mark();
                let op = match binary_immediate(operator, target, old, right) {
                    Some(op) => op,
                    None => {
                        let b = self.expr(right, None)?;
                        self.e.release(inner);
                        binary_op(operator, target, old, b)
                    }
                };
                self.e.position(site(assignment.span));
                self.e.op(op);
                if local.is_none() {
                    self.write_reference(id, target)?;
                }
                self.result(mark, target, dst)
            }
            Goal::Member(member) => {
                let place = self.place(&member, &[right])?;
                let place = self.fix_key(place)?;
                let old = self.e.temp()?;
                self.get(place, old);
                let inner = self.e.mark();
                let op = match binary_immediate(operator, old, old, right) {
                    Some(op) => op,
                    None => {
                        let b = self.expr(right, None)?;
                        self.e.release(inner);
                        binary_op(operator, old, old, b)
                    }
                };
                self.e.position(site(assignment.span));
                self.e.op(op);
                self.set(place, old);
                self.result(mark, old, dst)
            }
            Goal::Invalid(e) => self.invalid_target(e, dst),
        }
    }

    /// Converts a computed key once, as it is used for reading and writing.
    pub(super) fn fix_key(&mut self, place: Place<'a>) -> Result<Place<'a>, Fault> {
        match place {
            Place::Keyed { obj, key, site } => {
                if self.key_is_simple(key) {
                    return Ok(place);
                }
                let fixed = self.e.temp()?;
                self.e.position(site);
                // An absent object is reported before its key is converted.
                let present = self.e.label();
                self.e.jump(Op::JmpNotNullish { src: obj, off: 0 }, present);
                self.e.op(Op::GetElem { dst: fixed, obj, key });
                self.e.place(present);
                self.e.op(Op::ToPropertyKey { dst: fixed, src: key });
                Ok(Place::Keyed { obj, key: fixed, site })
            }
            Place::Super { base, key, this, site } => {
                self.e.op(Op::ToPropertyKey { dst: key, src: key });
                Ok(Place::Super { base, key, this, site })
            }
            _ => Ok(place),
        }
    }

    /// The last instruction put a number or string into `key`.
    fn key_is_simple(&self, key: Reg) -> bool {
        matches!(
            self.e.ops.last(),
            Some(Op::LoadInt { dst, .. } | Op::LoadK { dst, .. }) if *dst == key
        )
    }

    fn logical_assignment(
        &mut self,
        goal: Goal<'a>,
        assignment: &'a AssignmentExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let operator = match assignment.operator {
            AssignmentOperator::LogicalAnd => LogicalOperator::And,
            AssignmentOperator::LogicalOr => LogicalOperator::Or,
            _ => LogicalOperator::Coalesce,
        };
        let right = &assignment.right;
        let end = self.e.label();
        let mark = self.e.mark();
        match goal {
            Goal::Variable(id) => {
                let (binding, _) = self.an.resolution(id);
                let local = self.in_register(id).filter(|_| {
                    self.writable(binding) && !Self::early(right) && !assigns(right, 6)
                });
                let text = id.name.as_str();
                let parenthesised = assignment.span.start < id.span.start;
                let name = if parenthesised { Name::None } else { Name::Text(text) };
                if let Some(local) = local {
                    self.jump_logical(operator, local, end);
                    self.expr_named(right, Some(local), name)?;
                    self.e.place(end);
                    return self.result(mark, local, dst);
                }
                let value = self.e.temp()?;
                self.read_reference(id, Some(value))?;
                self.jump_logical(operator, value, end);
                self.expr_named(right, Some(value), name)?;
                self.write_reference(id, value)?;
                self.e.place(end);
                self.result(mark, value, dst)
            }
            Goal::Member(member) => {
                let place = self.place(&member, &[right])?;
                let place = self.fix_key(place)?;
                let value = self.e.temp()?;
                self.get(place, value);
                self.jump_logical(operator, value, end);
                self.expr(right, Some(value))?;
                self.set(place, value);
                self.e.place(end);
                self.result(mark, value, dst)
            }
            Goal::Invalid(e) => self.invalid_target(e, dst),
        }
    }

    /// `++` and `--`. `wanted`: the value of the expression is used.
    pub(super) fn update(
        &mut self,
        update: &'a UpdateExpression<'a>,
        dst: Option<Reg>,
        wanted: bool,
    ) -> Result<Reg, Fault> {
        let goal = Self::goal(&update.argument).ok_or_else(|| {
            Fault::syntax("Invalid left-hand side expression in postfix operation", update.span)
        })?;
        let postfix = wanted && !update.prefix;
        let step = |dst: Reg, src: Reg| match update.operator {
            UpdateOperator::Increment => Op::Inc { dst, src },
            UpdateOperator::Decrement => Op::Dec { dst, src },
        };
        let mark = self.e.mark();
        match goal {
            Goal::Variable(id) => {
                let (binding, _) = self.an.resolution(id);
                let local = self.in_register(id).filter(|_| self.writable(binding));
                if let Some(local) = local {
                    if postfix {
                        let old = self.target(dst)?;
                        self.e.position(site(update.span));
                        self.e.op(Op::ToNumeric { dst: old, src: local });
                        self.e.op(step(local, old));
                        return Ok(old);
                    }
                    self.e.position(site(update.span));
                    self.e.op(step(local, local));
                    return self.result(mark, local, dst);
                }
                let old = self.e.temp()?;
                self.read_reference(id, Some(old))?;
                self.step_and_write(update.span, old, postfix, step, |this, value| {
                    this.write_reference(id, value)
                })?;
                self.settle(mark, old, dst)
            }
            Goal::Member(member) => {
                let place = self.place(&member, &[])?;
                let place = self.fix_key(place)?;
                let old = self.e.temp()?;
                self.get(place, old);
                self.step_and_write(update.span, old, postfix, step, |this, value| {
                    this.set(place, value);
                    Ok(())
                })?;
                self.result(mark, old, dst)
            }
            Goal::Invalid(e) => self.invalid_target(e, dst),
        }
    }

    fn step_and_write(
        &mut self,
        span: Span,
        old: Reg,
        postfix: bool,
        step: impl Fn(Reg, Reg) -> Op,
        write: impl FnOnce(&mut Self, Reg) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.e.position(site(span));
        if postfix {
            self.e.op(Op::ToNumeric { dst: old, src: old });
            let new = self.e.temp()?;
            self.e.op(step(new, old));
            write(self, new)
        } else {
            self.e.op(step(old, old));
            write(self, old)
        }
    }
}
