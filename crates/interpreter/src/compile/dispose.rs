//! `using` and `await using`: a list of resources per scope, disposed of when the scope is left.

use super::{Compiler, Fault, site};
use crate::bytecode::Op;
use crate::bytecode::intrinsics;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;

/// Whether a statement list declares resources itself.
pub(super) fn has_using(list: &[Statement]) -> bool {
    list.iter().any(|statement| {
        matches!(statement, Statement::VariableDeclaration(node) if node.kind.is_using())
    })
}

pub(super) fn has_await_using(list: &[Statement]) -> bool {
    list.iter().any(|statement| {
        matches!(statement, Statement::VariableDeclaration(node) if node.kind.is_await())
    })
}

impl<'a> Compiler<'a> {
    /// Emits the statements of a scope, with disposal if it declares resources.
    pub(super) fn dispose_scope(
        &mut self,
        list: &[Statement<'a>],
        body: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if has_using(list) { self.dispose_region(has_await_using(list), body) } else { body(self) }
    }

    pub(super) fn dispose_region(
        &mut self,
        is_async: bool,
        body: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let list = self.e.temp()?;
        let f = self.e.temps(2)?;
        self.intrinsic(list, f, 0, intrinsics::NEW_DISPOSAL);
        self.e.release(u16::from(list) + 1);
        self.f.disposals.push(list);
        self.with_finally(body, |this, kind, value| {
            this.f.disposals.pop();
            // dispose(list, kind, value): throws the error that is left, if any.
            let mark = this.e.mark();
            let f = this.e.temps(5)?;
            this.e.move_to(f + 2, list);
            this.e.move_to(f + 3, kind);
            this.e.move_to(f + 4, value);
            if is_async {
                this.intrinsic(f, f, 3, intrinsics::DISPOSE_ASYNC);
                this.e.op(Op::Await { dst: f, src: f });
            } else {
                this.intrinsic(f, f, 3, intrinsics::DISPOSE);
            }
            this.e.release(mark);
            Ok(())
        })?;
        self.e.release(mark);
        Ok(())
    }

    /// Adds the resource just bound to `id` to the list of its scope.
    pub(super) fn add_disposable(
        &mut self,
        id: &'a BindingIdentifier<'a>,
        is_await: bool,
    ) -> Result<(), Fault> {
        let Some(list) = self.f.disposals.last().copied() else { return Err(Fault::too_complex()) };
        let mark = self.e.mark();
        let f: Reg = self.e.temps(5)?;
        self.e.move_to(f + 2, list);
        if let Some(binding) = self.an.own(self.f.scope, id.name.as_str()) {
            self.read_binding(binding, false, id.span, Some(f + 3))?;
        }
        self.e.op(if is_await {
            Op::LoadTrue { dst: f + 4 }
        } else {
            Op::LoadFalse { dst: f + 4 }
        });
        self.e.position(site(id.span));
        self.intrinsic(f, f, 3, intrinsics::ADD_DISPOSABLE);
        self.e.release(mark);
        Ok(())
    }
}
