//! `for-of`, `for-await-of`, `for-in`, and the iteration step they share with destructuring.

use super::control::Control;
use super::emit::Label;
use super::pattern::{Mode, unnamed};
use super::{Compiler, Fault, site};
use crate::bytecode::Op;
use crate::bytecode::intrinsics;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

impl<'a> Compiler<'a> {
    /// One step of the iterator in `iter`: its value in `dst`, or a jump to `done`. Answers the step's place,
    /// whose `skip` the caller patches to where the fast path goes on.
    pub(super) fn step(&mut self, iter: Reg, dst: Reg, done: Label) -> Result<u32, Fault> {
        let step = self.e.jump(Op::IterStep { dst, iter, skip: 0, done: 0 }, done);
        self.slow_step(iter, dst, done, false)?;
        Ok(step)
    }

    /// The step of an ordinary iterator: call `next`, look at `done`, take `value`.
    fn slow_step(&mut self, iter: Reg, dst: Reg, done: Label, is_async: bool) -> Result<(), Fault> {
        let mark = self.e.mark();
        let f = self.e.temps(2)?;
        self.e.op(Op::Move { dst: f, src: iter + 1 });
        self.e.op(Op::Move { dst: f + 1, src: iter });
        self.e.op(Op::Call { dst: f, f, argc: 0 });
        if is_async {
            self.e.op(Op::Await { dst: f, src: f });
        }
        self.e.op(Op::CheckObject { src: f, what: 0 });
        let ic = self.e.ic("done");
        self.e.op(Op::GetProp { dst: f + 1, obj: f, ic });
        self.e.jump(Op::JmpTrue { src: f + 1, off: 0 }, done);
        let ic = self.e.ic("value");
        self.e.op(Op::GetProp { dst, obj: f, ic });
        self.e.release(mark);
        Ok(())
    }

    /// Iterator and its `next` in `iter` and `iter + 1`.
    fn get_iterator(
        &mut self,
        iter: Reg,
        src: Reg,
        is_async: bool,
        span: Span,
    ) -> Result<(), Fault> {
        self.e.position(site(span));
        if is_async {
            let mark = self.e.mark();
            let f = self.e.temps(3)?;
            self.e.move_to(f + 2, src);
            self.intrinsic(iter, f, 1, intrinsics::GET_ASYNC_ITERATOR);
            let ic = self.e.ic("next");
            self.e.op(Op::GetProp { dst: iter + 1, obj: iter, ic });
            self.e.release(mark);
        } else {
            self.e.op(Op::GetIterator { dst: iter, src });
        }
        Ok(())
    }

    pub(super) fn for_of(&mut self, node: &'a ForOfStatement<'a>) -> Result<(), Fault> {
        let scope = self.an.scope_of(&node.scope_id);
        let is_async = node.r#await;
        let labels = std::mem::take(&mut self.f.labels);
        let mark = self.e.mark();
        let iter = self.e.temps(2)?;
        let entered = self.enter(scope, false)?;
        let inner = self.e.mark();
        let src = self.expr(&node.right, None)?;
        self.get_iterator(iter, src, is_async, node.right.span())?;
        self.e.release(inner);
        self.empty_completion();
        let end = self.e.label();
        let exhausted = self.e.label();
        let next = self.e.label();
        let (value, direct) = self.head_register(&node.left)?;
        self.e.jump(Op::Jmp { off: 0 }, next);
        let top = self.e.here();
        let guard = self.guard();
        self.f.controls.push(Control::Iterator { guard, iter, is_async });
        self.iteration(&node.left, scope, value, direct, &node.body, labels, end, next)?;
        let Some(Control::Iterator { guard, .. }) = self.f.controls.pop() else {
            return Err(Fault::too_complex());
        };
        let range_end = self.e.pc();
        self.e.place(next);
        self.e.position(site(node.right.span()));
        if is_async {
            self.slow_step(iter, value, exhausted, true)?;
        } else {
            let step = self.step(iter, value, exhausted)?;
            self.e.patch_skip(step)?;
        }
        self.e.jump(Op::Loop { off: 0 }, top);
        let target = self.e.pc();
        let thrown = self.e.temp()?;
        self.end_guard(guard, range_end, target, thrown);
        self.close_and_rethrow(iter, is_async, thrown)?;
        self.e.place(exhausted);
        self.e.place(end);
        self.leave(entered);
        self.e.release(mark);
        Ok(())
    }

    pub(super) fn for_in(&mut self, node: &'a ForInStatement<'a>) -> Result<(), Fault> {
        let scope = self.an.scope_of(&node.scope_id);
        let labels = std::mem::take(&mut self.f.labels);
        let mark = self.e.mark();
        let iter = self.e.temp()?;
        // Annex B: `for (var x = init in …)`.
        if let ForStatementLeft::VariableDeclaration(declaration) = &node.left {
            if declaration.kind == VariableDeclarationKind::Var
                && declaration.declarations.iter().any(|declarator| declarator.init.is_some())
            {
                self.variables(declaration)?;
            }
        }
        let entered = self.enter(scope, false)?;
        let inner = self.e.mark();
        let src = self.expr(&node.right, None)?;
        self.e.position(site(node.right.span()));
        self.e.op(Op::ForInStart { dst: iter, src });
        self.e.release(inner);
        self.empty_completion();
        let end = self.e.label();
        let next = self.e.label();
        let (value, direct) = self.head_register(&node.left)?;
        self.e.jump(Op::Jmp { off: 0 }, next);
        let top = self.e.here();
        self.iteration(&node.left, scope, value, direct, &node.body, labels, end, next)?;
        self.e.place(next);
        self.e.jump(Op::ForInNext { dst: value, iter, done: 0 }, end);
        self.e.jump(Op::Loop { off: 0 }, top);
        self.e.place(end);
        self.leave(entered);
        self.e.release(mark);
        Ok(())
    }

    /// The register steps write to, and whether that is the loop variable itself.
    fn head_register(&mut self, left: &'a ForStatementLeft<'a>) -> Result<(Reg, bool), Fault> {
        if let ForStatementLeft::VariableDeclaration(declaration) = left {
            if declaration.kind != VariableDeclarationKind::Var && !declaration.kind.is_using() {
                if let Some(BindingPattern::BindingIdentifier(id)) =
                    declaration.declarations.first().map(|declarator| &declarator.id)
                {
                    let direct = self
                        .an
                        .own(self.f.scope, id.name.as_str())
                        .and_then(|binding| self.direct(binding));
                    if let Some(register) = direct {
                        return Ok((register, true));
                    }
                }
            }
        }
        Ok((self.e.temp()?, false))
    }

    /// Start of an iteration: fresh environment, the head gets its value; then the body.
    fn iteration(
        &mut self,
        left: &'a ForStatementLeft<'a>,
        scope: super::scope::ScopeIdx,
        value: Reg,
        direct: bool,
        body: &'a Statement<'a>,
        labels: Vec<&'a str>,
        end: Label,
        next: Label,
    ) -> Result<(), Fault> {
        self.renew_env(scope, false);
        let mut using = None;
        if !direct {
            self.mark_dead(scope);
            match left {
                ForStatementLeft::VariableDeclaration(declaration) => {
                    if let Some(declarator) = declaration.declarations.first() {
                        let mode = match declaration.kind {
                            VariableDeclarationKind::Var => Mode::Var,
                            _ => Mode::Initialise,
                        };
                        self.bind_pattern(&declarator.id, value, unnamed(declarator.span), mode)?;
                        if declaration.kind.is_using() {
                            if let BindingPattern::BindingIdentifier(id) = &declarator.id {
                                using = Some((&**id, declaration.kind.is_await()));
                            }
                        }
                    }
                }
                _ => {
                    if let Some(target) = left.as_assignment_target() {
                        self.assign_target(target, value, unnamed(target.span()))?;
                    }
                }
            }
        }
        self.f.labels = labels;
        match using {
            Some((id, is_await)) => {
                let labels = std::mem::take(&mut self.f.labels);
                self.f.controls.push(Control::Loop { labels, end, next });
                self.dispose_region(is_await, |this| {
                    this.add_disposable(id, is_await)?;
                    this.statement(body)
                })?;
                self.f.controls.pop();
                Ok(())
            }
            None => self.loop_body(body, end, next),
        }
    }
}
