//! Leaving statements: break, continue, return, and what runs on the way (`finally`, iterator closing).
//!
//! A guarded range has holes where code of an exit path was emitted inside it: that code belongs to the
//! statements outside. Handlers are recorded innermost first.

use super::emit::Label;
use super::pattern::{Mode, unnamed};
use super::{Compiler, Fault, site};
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{FunctionKind, Op};
use oxc_ast::ast::*;
use oxc_span::Span;

/// A range of instructions with a handler, while it grows.
#[derive(Debug)]
pub(super) struct Guard {
    start: u32,
    segments: Vec<(u32, u32)>,
}

impl Guard {
    /// Leaves code out of the range until [`Guard::resume`].
    pub(super) fn pause(&mut self, pc: u32) {
        self.segments.push((self.start, pc));
    }
    pub(super) fn resume(&mut self, pc: u32) {
        self.start = pc;
    }
}

/// A statement that can be left, or must act when it is.
pub(super) enum Control<'a> {
    Loop {
        labels: Vec<&'a str>,
        end: Label,
        next: Label,
    },
    /// Labelled statement other than a loop.
    Block {
        labels: Vec<&'a str>,
        end: Label,
    },
    Switch {
        labels: Vec<&'a str>,
        end: Label,
    },
    Catch {
        guard: Guard,
    },
    Finally {
        guard: Guard,
        kind: Reg,
        value: Reg,
        entry: Label,
        exits: Vec<(Exit, usize)>,
    },
    Iterator {
        guard: Guard,
        iter: Reg,
        is_async: bool,
    },
}

/// Where control goes once every statement on the way is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Return,
    Jump(Label),
}

/// First code of an exit in the `kind` register of a `finally`; 0 is normal, 1 is throw.
const FIRST_EXIT: i16 = 2;

impl<'a> Compiler<'a> {
    pub(super) fn guard(&self) -> Guard {
        Guard { start: self.e.pc(), segments: Vec::new() }
    }

    /// Ends a guarded range; its handler is at `target`.
    pub(super) fn end_guard(&mut self, mut guard: Guard, end: u32, target: u32, register: Reg) {
        guard.segments.push((guard.start, end));
        for (start, end) in guard.segments {
            self.e.handler(start, end, target, register);
        }
    }

    /// Leaves all statements above `depth`, then goes on with `exit`; `value` is what a return returns.
    pub(super) fn exit(
        &mut self,
        exit: Exit,
        depth: usize,
        value: Option<Reg>,
    ) -> Result<(), Fault> {
        let mut level = self.f.controls.len();
        let top = level;
        let mut done = false;
        while level > depth {
            level -= 1;
            let pc = self.e.pc();
            match &mut self.f.controls[level] {
                Control::Catch { guard } => guard.pause(pc),
                Control::Iterator { guard, iter, is_async } => {
                    guard.pause(pc);
                    let (iter, is_async) = (*iter, *is_async);
                    self.close_iterator(iter, is_async)?;
                }
                Control::Finally { guard, kind, value: slot, entry, exits } => {
                    guard.pause(pc);
                    let (kind, slot, entry) = (*kind, *slot, *entry);
                    let row = (exit, depth);
                    let code = match exits.iter().position(|known| *known == row) {
                        Some(code) => code,
                        None => {
                            exits.push(row);
                            exits.len() - 1
                        }
                    };
                    let code = i16::try_from(code).map_err(|_| Fault::too_complex())? + FIRST_EXIT;
                    if let Some(value) = value {
                        self.e.move_to(slot, value);
                    }
                    self.e.op(Op::LoadInt { dst: kind, value: i32::from(code) });
                    self.e.jump(Op::Jmp { off: 0 }, entry);
                    done = true;
                }
                Control::Loop { .. } | Control::Block { .. } | Control::Switch { .. } => {}
            }
            if done {
                break;
            }
        }
        if !done {
            match exit {
                Exit::Return => self.emit_return(value)?,
                Exit::Jump(label) => {
                    self.e.jump(Op::Jmp { off: 0 }, label);
                }
            }
        }
        let pc = self.e.pc();
        for control in &mut self.f.controls[level.min(top)..top] {
            match control {
                Control::Catch { guard }
                | Control::Iterator { guard, .. }
                | Control::Finally { guard, .. } => guard.resume(pc),
                _ => {}
            }
        }
        Ok(())
    }

    fn emit_return(&mut self, value: Option<Reg>) -> Result<(), Fault> {
        if self.f.kind == FunctionKind::DerivedConstructor {
            let mark = self.e.mark();
            let src = match value {
                Some(value) => value,
                None => {
                    let src = self.e.temp()?;
                    self.e.op(Op::LoadUndefined { dst: src });
                    src
                }
            };
            let this = self.raw_this(None)?;
            self.e.op(Op::ReturnDerived { src, this });
            self.e.release(mark);
            return Ok(());
        }
        match value {
            Some(src) => self.e.op(Op::Return { src }),
            None => self.e.op(Op::ReturnUndefined),
        };
        Ok(())
    }

    /// `return` of the value in `value` (already awaited where that is due).
    pub(super) fn return_value(&mut self, value: Option<Reg>) -> Result<(), Fault> {
        // A `finally` hands the value on in a register, so it needs one.
        let crosses =
            self.f.controls.iter().any(|control| matches!(control, Control::Finally { .. }));
        if value.is_none() && crosses {
            let mark = self.e.mark();
            let undefined = self.e.temp()?;
            self.e.op(Op::LoadUndefined { dst: undefined });
            self.exit(Exit::Return, 0, Some(undefined))?;
            self.e.release(mark);
            return Ok(());
        }
        self.exit(Exit::Return, 0, value)
    }

    pub(super) fn break_statement(&mut self, node: &'a BreakStatement<'a>) -> Result<(), Fault> {
        for index in (0..self.f.controls.len()).rev() {
            let found = match (&self.f.controls[index], &node.label) {
                (Control::Loop { end, .. } | Control::Switch { end, .. }, None) => Some(*end),
                (
                    Control::Loop { labels, end, .. }
                    | Control::Switch { labels, end }
                    | Control::Block { labels, end },
                    Some(label),
                ) if labels.contains(&label.name.as_str()) => Some(*end),
                _ => None,
            };
            if let Some(label) = found {
                // Breaking out of a `for-of` closes its iterator, which stands right below.
                let closes = index > 0
                    && matches!(self.f.controls[index], Control::Loop { .. })
                    && matches!(self.f.controls[index - 1], Control::Iterator { .. });
                let depth = if closes { index - 1 } else { index + 1 };
                return self.exit(Exit::Jump(label), depth, None);
            }
        }
        Err(match &node.label {
            Some(label) => Fault::syntax(format!("Undefined label '{}'", label.name), label.span),
            None => Fault::syntax("Illegal break statement", node.span),
        })
    }

    pub(super) fn continue_statement(
        &mut self,
        node: &'a ContinueStatement<'a>,
    ) -> Result<(), Fault> {
        for index in (0..self.f.controls.len()).rev() {
            if let Control::Loop { labels, next, .. } = &self.f.controls[index] {
                let wanted =
                    node.label.as_ref().is_none_or(|label| labels.contains(&label.name.as_str()));
                if wanted {
                    let next = *next;
                    return self.exit(Exit::Jump(next), index + 1, None);
                }
            }
        }
        Err(Fault::syntax("Illegal continue statement", node.span))
    }

    pub(super) fn try_statement(&mut self, node: &'a TryStatement<'a>) -> Result<(), Fault> {
        self.empty_completion();
        match &node.finalizer {
            None => match &node.handler {
                Some(handler) => self.try_catch(&node.block, handler),
                None => self.block(&node.block),
            },
            Some(finalizer) => self.with_finally(
                |this| match &node.handler {
                    Some(handler) => this.try_catch(&node.block, handler),
                    None => this.block(&node.block),
                },
                |this, _, _| {
                    let mark = this.e.mark();
                    let saved = match this.f.completion {
                        Some(src) => {
                            let saved = this.e.temp()?;
                            this.e.move_to(saved, src);
                            this.e.op(Op::LoadUndefined { dst: src });
                            Some((src, saved))
                        }
                        None => None,
                    };
                    this.block(finalizer)?;
                    if let Some((register, saved)) = saved {
                        this.e.move_to(register, saved);
                    }
                    this.e.release(mark);
                    Ok(())
                },
            ),
        }
    }

    fn try_catch(
        &mut self,
        block: &'a BlockStatement<'a>,
        handler: &'a CatchClause<'a>,
    ) -> Result<(), Fault> {
        let guard = self.guard();
        self.f.controls.push(Control::Catch { guard });
        self.block(block)?;
        let Some(Control::Catch { guard }) = self.f.controls.pop() else {
            return Err(Fault::too_complex());
        };
        let range_end = self.e.pc();
        let end = self.e.label();
        if !self.e.unreachable() {
            self.e.jump(Op::Jmp { off: 0 }, end);
        }
        let target = self.e.pc();
        self.e.here();
        let mark = self.e.mark();
        let scope = self.an.scope_of(&handler.scope_id);
        let thrown = self.e.temp()?;
        let entered = self.enter(scope, false)?;
        let mut register = thrown;
        if let Some(param) = &handler.param {
            let direct = match &param.pattern {
                BindingPattern::BindingIdentifier(id) => {
                    self.an.own(scope, id.name.as_str()).and_then(|binding| self.direct(binding))
                }
                _ => None,
            };
            match direct {
                Some(direct) => register = direct,
                None => self.bind_pattern(
                    &param.pattern,
                    thrown,
                    unnamed(param.span),
                    Mode::Initialise,
                )?,
            }
        }
        self.end_guard(guard, range_end, target, register);
        self.empty_completion();
        self.block(&handler.body)?;
        self.leave(entered);
        self.e.release(mark);
        self.e.place(end);
        Ok(())
    }

    /// Emits `body` guarded by `finally`, which learns the registers with the kind of completion (0 normal,
    /// 1 throw) and the thrown or returned value.
    pub(super) fn with_finally(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<(), Fault>,
        finally: impl FnOnce(&mut Self, Reg, Reg) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let kind = self.e.temps(2)?;
        let value = kind + 1;
        let entry = self.e.label();
        let guard = self.guard();
        self.f.controls.push(Control::Finally { guard, kind, value, entry, exits: Vec::new() });
        body(self)?;
        let Some(Control::Finally { guard, exits, .. }) = self.f.controls.pop() else {
            return Err(Fault::too_complex());
        };
        let range_end = self.e.pc();
        if !self.e.unreachable() {
            self.e.op(Op::LoadInt { dst: kind, value: 0 });
            self.e.jump(Op::Jmp { off: 0 }, entry);
        }
        let target = self.e.pc();
        self.end_guard(guard, range_end, target, value);
        self.e.here();
        self.e.op(Op::LoadInt { dst: kind, value: 1 });
        self.e.place(entry);
        finally(self, kind, value)?;
        let end = self.e.label();
        if !self.e.unreachable() {
            self.e.jump(Op::JmpStrictEqI { a: kind, imm: 0, off: 0 }, end);
            for (index, (exit, depth)) in exits.into_iter().enumerate() {
                let skip = self.e.label();
                let imm = index as i16 + FIRST_EXIT;
                self.e.jump(Op::JmpStrictNeI { a: kind, imm, off: 0 }, skip);
                self.exit(exit, depth, (exit == Exit::Return).then_some(value))?;
                self.e.place(skip);
            }
            self.e.op(Op::Throw { src: value });
        }
        self.e.place(end);
        self.e.release(mark);
        Ok(())
    }

    // ---- iterators

    /// IteratorClose on a normal, break or return completion.
    pub(super) fn close_iterator(&mut self, iter: Reg, is_async: bool) -> Result<(), Fault> {
        let mark = self.e.mark();
        let done = self.e.label();
        if !is_async {
            self.e.jump(Op::IterIsFast { iter, off: 0 }, done);
        }
        let f = self.e.temps(2)?;
        let ic = self.e.ic("return");
        self.e.op(Op::GetMethod { dst: f, obj: iter, ic });
        self.e.jump(Op::JmpNullish { src: f, off: 0 }, done);
        self.e.op(Op::Call { dst: f, f, argc: 0 });
        if is_async {
            self.e.op(Op::Await { dst: f, src: f });
        }
        self.e.op(Op::CheckObject { src: f, what: 1 });
        self.e.place(done);
        self.e.release(mark);
        Ok(())
    }

    /// Closes the iterator because of the error in `thrown`, which wins over errors of closing, and rethrows.
    pub(super) fn close_and_rethrow(
        &mut self,
        iter: Reg,
        is_async: bool,
        thrown: Reg,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let done = self.e.label();
        if !is_async {
            self.e.jump(Op::IterIsFast { iter, off: 0 }, done);
        }
        let f = self.e.temps(2)?;
        let ic = self.e.ic("return");
        let start = self.e.pc();
        self.e.op(Op::GetMethod { dst: f, obj: iter, ic });
        self.e.jump(Op::JmpNullish { src: f, off: 0 }, done);
        self.e.op(Op::Call { dst: f, f, argc: 0 });
        if is_async {
            self.e.op(Op::Await { dst: f, src: f });
        }
        let end = self.e.pc();
        self.e.place(done);
        self.e.handler(start, end, end, f);
        self.e.op(Op::Throw { src: thrown });
        self.e.release(mark);
        Ok(())
    }

    pub(super) fn throw_statement(&mut self, node: &'a ThrowStatement<'a>) -> Result<(), Fault> {
        let mark = self.e.mark();
        let src = self.expr(&node.argument, None)?;
        self.e.position(site(Span::new(node.span.start, node.span.end)));
        self.e.op(Op::Throw { src });
        self.e.release(mark);
        Ok(())
    }
}
