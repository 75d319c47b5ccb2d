//! `await`, `yield`, `yield*`.

use super::{Compiler, Fault, site};
use crate::bytecode::intrinsics;
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{FunctionKind, Op};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

/// Second result of a suspension of `yield*` when the generator was thrown into.
const THROWN: i16 = 1;
/// Second result of a suspension when the generator is to return.
const RETURNED: i16 = 2;

impl<'a> Compiler<'a> {
    pub(super) fn await_expression(
        &mut self,
        node: &'a AwaitExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let src = self.expr(&node.argument, None)?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(site(node.span));
        self.e.op(Op::Await { dst, src });
        Ok(dst)
    }

    fn is_async_generator(&self) -> bool {
        self.f.kind == FunctionKind::AsyncGenerator
    }

    pub(super) fn yield_expression(
        &mut self,
        node: &'a YieldExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        // Sent value and mode take two registers.
        let sent = self.e.temps(2)?;
        if node.delegate {
            self.delegate(node, sent)?;
            return self.settle(mark, sent, dst);
        }
        match &node.argument {
            Some(argument) => {
                self.expr(argument, Some(sent))?;
            }
            None => {
                self.e.op(Op::LoadUndefined { dst: sent });
            }
        }
        self.e.position(site(node.span));
        if self.is_async_generator() {
            self.e.op(Op::Await { dst: sent, src: sent });
        }
        self.yield_value(sent)?;
        self.settle(mark, sent, dst)
    }

    /// Yields the value in `sent`, receives into it, and leaves the function if told to return.
    fn yield_value(&mut self, sent: Reg) -> Result<(), Fault> {
        self.e.op(Op::Yield { dst: sent, src: sent });
        let go_on = self.e.label();
        self.e.jump(Op::JmpFalse { src: sent + 1, off: 0 }, go_on);
        if self.is_async_generator() {
            self.e.op(Op::Await { dst: sent, src: sent });
        }
        self.return_value(Some(sent))?;
        self.e.place(go_on);
        Ok(())
    }

    /// `yield*`: hands every request on to the inner iterator.
    fn delegate(&mut self, node: &'a YieldExpression<'a>, received: Reg) -> Result<(), Fault> {
        let is_async = self.is_async_generator();
        let Some(argument) = &node.argument else { return Err(Fault::too_complex()) };
        let iter = self.e.temp()?;
        let next = self.e.temp()?;
        let mark = self.e.mark();
        let f = self.e.temps(3)?;
        self.expr(argument, Some(f + 2))?;
        self.e.position(site(argument.span()));
        let id =
            if is_async { intrinsics::GET_ASYNC_ITERATOR } else { intrinsics::GET_ITERATOR_OBJECT };
        self.intrinsic(iter, f, 1, id);
        let ic = self.e.ic("next");
        self.e.op(Op::GetProp { dst: next, obj: iter, ic });
        self.e.op(Op::LoadUndefined { dst: received });
        let top = self.e.here();
        let end = self.e.label();
        let suspend = self.e.label();
        let throw = self.e.label();
        let back = self.e.label();
        // next(value)
        self.e.move_to(f, next);
        self.e.move_to(f + 1, iter);
        self.e.move_to(f + 2, received);
        self.e.op(Op::Call { dst: received, f, argc: 1 });
        if is_async {
            self.e.op(Op::Await { dst: received, src: received });
        }
        self.e.op(Op::CheckObject { src: received, what: 0 });
        let ic = self.e.ic("done");
        self.e.op(Op::GetProp { dst: f, obj: received, ic });
        let not_done = self.e.label();
        self.e.jump(Op::JmpFalse { src: f, off: 0 }, not_done);
        let ic = self.e.ic("value");
        self.e.op(Op::GetProp { dst: received, obj: received, ic });
        self.e.jump(Op::Jmp { off: 0 }, end);
        self.e.place(not_done);
        self.e.place(suspend);
        if is_async {
            let ic = self.e.ic("value");
            self.e.op(Op::GetProp { dst: received, obj: received, ic });
        }
        self.e.op(Op::YieldDelegate { dst: received, src: received });
        self.e.jump(Op::JmpStrictEqI { a: received + 1, imm: THROWN, off: 0 }, throw);
        self.e.jump(Op::JmpStrictNeI { a: received + 1, imm: RETURNED, off: 0 }, back);
        // return(value)
        if is_async {
            // A rejected value turns the return into a throw.
            let start = self.e.pc();
            self.e.op(Op::Await { dst: received, src: received });
            let end = self.e.pc();
            let awaited = self.e.label();
            self.e.jump(Op::Jmp { off: 0 }, awaited);
            let target = self.e.pc();
            self.e.handler(start, end, target, received);
            self.e.here();
            self.e.jump(Op::Jmp { off: 0 }, throw);
            self.e.place(awaited);
        }
        let ic = self.e.ic("return");
        self.e.op(Op::GetMethod { dst: f, obj: iter, ic });
        let has_return = self.e.label();
        self.e.jump(Op::JmpNotNullish { src: f, off: 0 }, has_return);
        if is_async {
            self.e.op(Op::Await { dst: received, src: received });
        }
        self.return_value(Some(received))?;
        self.e.place(has_return);
        self.e.move_to(f + 2, received);
        self.e.op(Op::Call { dst: received, f, argc: 1 });
        if is_async {
            self.e.op(Op::Await { dst: received, src: received });
        }
        self.e.op(Op::CheckObject { src: received, what: 0 });
        let ic = self.e.ic("done");
        self.e.op(Op::GetProp { dst: f, obj: received, ic });
        let again = self.e.label();
        self.e.jump(Op::JmpFalse { src: f, off: 0 }, again);
        let ic = self.e.ic("value");
        self.e.op(Op::GetProp { dst: received, obj: received, ic });
        self.return_value(Some(received))?;
        // throw(value)
        self.e.place(throw);
        let ic = self.e.ic("throw");
        self.e.op(Op::GetMethod { dst: f, obj: iter, ic });
        let has_throw = self.e.label();
        self.e.jump(Op::JmpNotNullish { src: f, off: 0 }, has_throw);
        self.close_ordinary(iter, is_async)?;
        let k = self.e.string("The iterator does not provide a 'throw' method");
        self.e.op(Op::ThrowError { kind: 0, k });
        self.e.place(has_throw);
        self.e.move_to(f + 2, received);
        self.e.op(Op::Call { dst: received, f, argc: 1 });
        if is_async {
            self.e.op(Op::Await { dst: received, src: received });
        }
        self.e.op(Op::CheckObject { src: received, what: 0 });
        let ic = self.e.ic("done");
        self.e.op(Op::GetProp { dst: f, obj: received, ic });
        self.e.jump(Op::JmpFalse { src: f, off: 0 }, again);
        let ic = self.e.ic("value");
        self.e.op(Op::GetProp { dst: received, obj: received, ic });
        self.e.jump(Op::Jmp { off: 0 }, end);
        // An inner result that is not done is yielded in turn.
        self.e.place(again);
        self.e.jump(Op::Loop { off: 0 }, suspend);
        self.e.place(back);
        self.e.jump(Op::Loop { off: 0 }, top);
        self.e.place(end);
        self.e.release(mark);
        Ok(())
    }

    /// IteratorClose of an iterator that is certainly an object.
    fn close_ordinary(&mut self, iter: Reg, is_async: bool) -> Result<(), Fault> {
        let mark = self.e.mark();
        let done = self.e.label();
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
}
