//! Statements and declarations.

use super::control::{Control, Exit};
use super::dispose::{has_await_using, has_using};
use super::function::pattern_name;
use super::names::Entered;
use super::pattern::Mode;
use super::{Compiler, Fault, Name};
use crate::bytecode::{FunctionKind, Op};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

impl<'a> Compiler<'a> {
    pub(super) fn statements(&mut self, list: &'a [Statement<'a>]) -> Result<(), Fault> {
        for statement in list {
            self.statement(statement)?;
        }
        Ok(())
    }

    /// A loop or conditional that ends without a value has the value `undefined`.
    pub(super) fn empty_completion(&mut self) {
        if let Some(dst) = self.f.completion {
            self.e.op(Op::LoadUndefined { dst });
        }
    }

    pub(super) fn statement(&mut self, statement: &'a Statement<'a>) -> Result<(), Fault> {
        self.at = statement.span();
        let mark = self.e.mark();
        match statement {
            Statement::ExpressionStatement(node) => match self.f.completion {
                Some(dst) => {
                    let value = self.expr(&node.expression, None)?;
                    self.e.move_to(dst, value);
                }
                None => self.discard(&node.expression)?,
            },
            Statement::VariableDeclaration(node) => self.variables(node)?,
            Statement::FunctionDeclaration(node) => self.assign_hoisted(node)?,
            Statement::ClassDeclaration(node) => self.class_declaration(node)?,
            Statement::BlockStatement(node) => self.labelled(|this| this.block(node))?,
            Statement::IfStatement(node) => self.labelled(|this| this.if_statement(node))?,
            Statement::ReturnStatement(node) => self.return_statement(node)?,
            Statement::ForStatement(node) => self.for_statement(node)?,
            Statement::ForOfStatement(node) => self.for_of(node)?,
            Statement::ForInStatement(node) => self.for_in(node)?,
            Statement::WhileStatement(node) => self.while_statement(node)?,
            Statement::DoWhileStatement(node) => self.do_while(node)?,
            Statement::BreakStatement(node) => self.break_statement(node)?,
            Statement::ContinueStatement(node) => self.continue_statement(node)?,
            Statement::SwitchStatement(node) => self.switch(node)?,
            Statement::ThrowStatement(node) => self.throw_statement(node)?,
            Statement::TryStatement(node) => self.labelled(|this| this.try_statement(node))?,
            Statement::LabeledStatement(node) => {
                self.f.labels.push(node.label.name.as_str());
                self.statement(&node.body)?;
                self.f.labels.clear();
            }
            Statement::EmptyStatement(_) | Statement::DebuggerStatement(_) => {}
            Statement::TSEnumDeclaration(node) => self.enumeration(node)?,
            Statement::TSNamespaceDeclaration(node) => self.namespace(node)?,
            Statement::TSImportEqualsDeclaration(node) => self.import_equals(node)?,
            Statement::ExportDeclaration(node) => self.exported(&node.declaration)?,
            Statement::ExportDefaultDeclaration(node) => match &node.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                    self.class_declaration(class)?;
                }
                declaration => {
                    if let Some(e) = declaration.as_expression() {
                        let value = self.expr_named(e, None, Name::Text("default"))?;
                        if let Some(dst) = self.f.completion {
                            self.e.move_to(dst, value);
                        }
                    }
                }
            },
            Statement::TSTypeAliasDeclaration(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSExternalModuleDeclaration(_)
            | Statement::TSGlobalDeclaration(_)
            | Statement::ExportNamedDeclaration(_)
            | Statement::TSExportAssignment(_)
            | Statement::TSNamespaceExportDeclaration(_) => {}
            Statement::ImportDeclaration(node) => {
                if !node.import_kind.is_type() {
                    return Err(Fault::unsupported(
                        "Cannot use import statement",
                        node.span,
                        "There are no modules: use the globals and tools that are provided.",
                    ));
                }
            }
            Statement::ExportAllDeclaration(_) | Statement::ExportFromDeclaration(_) => {
                return Err(Fault::unsupported(
                    "Cannot use export statement",
                    statement.span(),
                    "Return the value instead.",
                ));
            }
            Statement::WithStatement(node) => {
                return Err(Fault::unsupported(
                    "with statements are not supported",
                    node.span,
                    "Name the object in each access.",
                ));
            }
        }
        // Locals of the scope were placed when it was entered: all that is above is temporary.
        self.e.release(mark);
        Ok(())
    }

    fn exported(&mut self, declaration: &'a Declaration<'a>) -> Result<(), Fault> {
        match declaration {
            Declaration::VariableDeclaration(node) => self.variables(node),
            Declaration::ClassDeclaration(node) => self.class_declaration(node),
            Declaration::TSEnumDeclaration(node) => self.enumeration(node),
            Declaration::TSNamespaceDeclaration(node) => self.namespace(node),
            Declaration::TSImportEqualsDeclaration(node) => self.import_equals(node),
            _ => Ok(()),
        }
    }

    /// A statement that is no loop, with the labels that stand before it.
    fn labelled(&mut self, emit: impl FnOnce(&mut Self) -> Result<(), Fault>) -> Result<(), Fault> {
        if self.f.labels.is_empty() {
            return emit(self);
        }
        let labels = std::mem::take(&mut self.f.labels);
        let end = self.e.label();
        self.f.controls.push(Control::Block { labels, end });
        emit(self)?;
        self.f.controls.pop();
        self.e.place(end);
        Ok(())
    }

    pub(super) fn block(&mut self, node: &'a BlockStatement<'a>) -> Result<(), Fault> {
        let scope = self.an.scope_of(&node.scope_id);
        let entered = self.enter(scope, false)?;
        self.hoist(&node.body)?;
        self.dispose_scope(&node.body, |this| this.statements(&node.body))?;
        self.leave(entered);
        Ok(())
    }

    /// Evaluating a block function also assigns the `var` of its name where Annex B says so.
    fn assign_hoisted(&mut self, node: &'a Function<'a>) -> Result<(), Fault> {
        if !self.an.hoisted.contains(&node.span.start) {
            return Ok(());
        }
        let Some(id) = &node.id else { return Ok(()) };
        let name = id.name.as_str();
        let Some(inner) = self.an.own(self.f.scope, name) else { return Ok(()) };
        let value = self.read_binding(inner, false, id.span, None)?;
        let mut scope = self.an.scopes[self.f.scope as usize].parent;
        let func = self.f.func;
        loop {
            let Some(row) = self.an.scopes.get(scope as usize).filter(|row| row.func == func)
            else {
                return self.write_global(name, value, id.span);
            };
            let parent = row.parent;
            if row.holds_vars() {
                if let Some(binding) = self.an.own(scope, name) {
                    return self.write_binding(binding, false, value, id.span);
                }
                if parent == super::scope::NONE {
                    return self.write_global(name, value, id.span);
                }
            }
            scope = parent;
        }
    }

    fn class_declaration(&mut self, node: &'a Class<'a>) -> Result<(), Fault> {
        if node.declare {
            return Ok(());
        }
        let Some(id) = &node.id else {
            self.class(node, None, Name::Text("default"))?;
            return Ok(());
        };
        let value = self.class(node, None, Name::None)?;
        match self.an.own(self.f.scope, id.name.as_str()) {
            Some(binding) => self.initialise_binding(binding, value),
            None => self.write_var(id.name.as_str(), value, id.span),
        }
    }

    pub(super) fn variables(&mut self, node: &'a VariableDeclaration<'a>) -> Result<(), Fault> {
        if node.declare {
            return Ok(());
        }
        let using = node.kind.is_using();
        for declarator in &node.declarations {
            let mark = self.e.mark();
            match node.kind {
                VariableDeclarationKind::Var => self.var_declarator(declarator)?,
                _ => self.lexical_declarator(declarator)?,
            }
            if using {
                if let BindingPattern::BindingIdentifier(id) = &declarator.id {
                    self.add_disposable(id, node.kind.is_await())?;
                }
            }
            self.e.release(mark);
        }
        Ok(())
    }

    fn var_declarator(&mut self, node: &'a VariableDeclarator<'a>) -> Result<(), Fault> {
        let Some(init) = &node.init else { return Ok(()) };
        if let BindingPattern::BindingIdentifier(id) = &node.id {
            let name = pattern_name(&node.id);
            let binding = self.an.lookup(self.f.scope, id.name.as_str());
            let direct =
                binding.and_then(|binding| self.direct(binding)).filter(|_| !Self::early(init));
            if let Some(register) = direct {
                self.expr_named(init, Some(register), name)?;
                return Ok(());
            }
            let value = self.expr_named(init, None, name)?;
            return self.write_var(id.name.as_str(), value, id.span);
        }
        let value = self.expr_temp(init)?;
        self.bind_pattern(&node.id, value, init.span(), Mode::Var)
    }

    fn lexical_declarator(&mut self, node: &'a VariableDeclarator<'a>) -> Result<(), Fault> {
        if let BindingPattern::BindingIdentifier(id) = &node.id {
            let Some(binding) = self.an.own(self.f.scope, id.name.as_str()) else {
                return Err(Fault::too_complex());
            };
            let direct = self.direct(binding);
            let value = match &node.init {
                Some(init) => self.expr_named(init, direct, pattern_name(&node.id))?,
                None => {
                    let dst = self.target(direct)?;
                    self.e.op(Op::LoadUndefined { dst });
                    dst
                }
            };
            return self.initialise_binding(binding, value);
        }
        let Some(init) = &node.init else { return Ok(()) };
        let value = self.expr(init, None)?;
        self.bind_pattern(&node.id, value, init.span(), Mode::Initialise)
    }

    fn return_statement(&mut self, node: &'a ReturnStatement<'a>) -> Result<(), Fault> {
        let Some(argument) = &node.argument else { return self.return_value(None) };
        if self.f.controls.is_empty() && self.f.kind != FunctionKind::AsyncGenerator {
            return self.return_expression(argument);
        }
        let mut value = self.expr(argument, None)?;
        if self.f.kind == FunctionKind::AsyncGenerator {
            let dst = self.e.temp()?;
            self.e.op(Op::Await { dst, src: value });
            value = dst;
        }
        self.return_value(Some(value))
    }

    /// `return` of an expression that nothing stands in the way of: each branch of a conditional returns itself.
    pub(super) fn return_expression(&mut self, e: &'a Expression<'a>) -> Result<(), Fault> {
        let mut e = e;
        loop {
            let mark = self.e.mark();
            match e.get_inner_expression() {
                Expression::ParenthesizedExpression(inner) => e = &inner.expression,
                Expression::ConditionalExpression(conditional) => {
                    let otherwise = self.e.label();
                    self.branch(&conditional.test, otherwise, false)?;
                    self.return_branch(&conditional.consequent)?;
                    self.e.release(mark);
                    self.e.place(otherwise);
                    e = &conditional.alternate;
                }
                _ => return self.return_branch(e),
            }
        }
    }

    fn return_branch(&mut self, e: &'a Expression<'a>) -> Result<(), Fault> {
        let mark = self.e.mark();
        let value = self.expr(e, None)?;
        self.return_value(Some(value))?;
        self.e.release(mark);
        Ok(())
    }

    fn if_statement(&mut self, node: &'a IfStatement<'a>) -> Result<(), Fault> {
        let end = self.e.label();
        let mut node = node;
        loop {
            let otherwise = self.e.label();
            self.branch(&node.test, otherwise, false)?;
            self.empty_completion();
            self.if_branch(&node.consequent)?;
            match &node.alternate {
                None => {
                    if self.f.completion.is_some() {
                        self.e.jump(Op::Jmp { off: 0 }, end);
                        self.e.place(otherwise);
                        self.empty_completion();
                    } else {
                        self.e.place(otherwise);
                    }
                    break;
                }
                Some(alternate) => {
                    if !self.e.unreachable() {
                        self.e.jump(Op::Jmp { off: 0 }, end);
                    }
                    self.e.place(otherwise);
                    self.empty_completion();
                    match alternate {
                        Statement::IfStatement(inner) => node = inner,
                        _ => {
                            self.if_branch(alternate)?;
                            break;
                        }
                    }
                }
            }
        }
        self.e.place(end);
        Ok(())
    }

    fn if_branch(&mut self, statement: &'a Statement<'a>) -> Result<(), Fault> {
        if let Statement::FunctionDeclaration(function) = statement {
            if let Some(scope) = self.an.if_scopes.get(&function.span.start).copied() {
                let entered = self.enter(scope, false)?;
                if let Some(id) = &function.id {
                    self.declare_function(function, id)?;
                }
                self.assign_hoisted(function)?;
                self.leave(entered);
                return Ok(());
            }
        }
        self.statement(statement)
    }

    fn while_statement(&mut self, node: &'a WhileStatement<'a>) -> Result<(), Fault> {
        self.empty_completion();
        let next = self.e.label();
        let end = self.e.label();
        self.e.jump(Op::Jmp { off: 0 }, next);
        let top = self.e.here();
        self.loop_body(&node.body, end, next)?;
        self.e.place(next);
        self.branch_back(&node.test, top)?;
        self.e.place(end);
        Ok(())
    }

    fn do_while(&mut self, node: &'a DoWhileStatement<'a>) -> Result<(), Fault> {
        self.empty_completion();
        let next = self.e.label();
        let end = self.e.label();
        let top = self.e.here();
        self.loop_body(&node.body, end, next)?;
        self.e.place(next);
        self.branch_back(&node.test, top)?;
        self.e.place(end);
        Ok(())
    }

    pub(super) fn loop_body(
        &mut self,
        body: &'a Statement<'a>,
        end: super::emit::Label,
        next: super::emit::Label,
    ) -> Result<(), Fault> {
        let labels = std::mem::take(&mut self.f.labels);
        self.f.controls.push(Control::Loop { labels, end, next });
        self.statement(body)?;
        self.f.controls.pop();
        Ok(())
    }

    fn for_statement(&mut self, node: &'a ForStatement<'a>) -> Result<(), Fault> {
        let scope = self.an.scope_of(&node.scope_id);
        let labels = std::mem::take(&mut self.f.labels);
        let entered = self.enter(scope, false)?;
        match &node.init {
            Some(ForStatementInit::VariableDeclaration(declaration))
                if declaration.kind.is_using() =>
            {
                let is_await = declaration.kind.is_await();
                self.dispose_region(is_await, |this| this.for_parts(node, labels))?;
            }
            _ => self.for_parts(node, labels)?,
        }
        self.leave(entered);
        Ok(())
    }

    fn for_parts(&mut self, node: &'a ForStatement<'a>, labels: Vec<&'a str>) -> Result<(), Fault> {
        let scope = self.an.scope_of(&node.scope_id);
        let mut renewed = false;
        match &node.init {
            Some(ForStatementInit::VariableDeclaration(declaration)) => {
                self.variables(declaration)?;
                renewed = declaration.kind == VariableDeclarationKind::Let;
            }
            Some(init) => {
                if let Some(e) = init.as_expression() {
                    self.discard(e)?;
                }
            }
            None => {}
        }
        self.empty_completion();
        let next = self.e.label();
        let end = self.e.label();
        let test = self.e.label();
        if renewed {
            self.renew_env(scope, true);
        }
        if node.test.is_some() {
            self.e.jump(Op::Jmp { off: 0 }, test);
        }
        let top = self.e.here();
        self.f.labels = labels;
        self.loop_body(&node.body, end, next)?;
        self.e.place(next);
        if renewed {
            self.renew_env(scope, true);
        }
        if let Some(update) = &node.update {
            self.at = update.span();
            self.discard(update)?;
        }
        self.e.place(test);
        match &node.test {
            Some(e) => self.branch_back(e, top)?,
            None => {
                self.e.jump(Op::Loop { off: 0 }, top);
            }
        }
        self.e.place(end);
        Ok(())
    }

    fn switch(&mut self, node: &'a SwitchStatement<'a>) -> Result<(), Fault> {
        self.empty_completion();
        let labels = std::mem::take(&mut self.f.labels);
        let value = self.expr_temp(&node.discriminant)?;
        let scope = self.an.scope_of(&node.scope_id);
        let entered: Entered = self.enter(scope, false)?;
        for case in &node.cases {
            self.hoist(&case.consequent)?;
        }
        let end = self.e.label();
        let using = node.cases.iter().any(|case| has_using(&case.consequent));
        if using {
            let is_await = node.cases.iter().any(|case| has_await_using(&case.consequent));
            self.dispose_region(is_await, |this| this.cases(node, value, labels, end))?;
        } else {
            self.cases(node, value, labels, end)?;
        }
        self.e.place(end);
        self.leave(entered);
        Ok(())
    }

    fn cases(
        &mut self,
        node: &'a SwitchStatement<'a>,
        value: u8,
        labels: Vec<&'a str>,
        end: super::emit::Label,
    ) -> Result<(), Fault> {
        self.f.controls.push(Control::Switch { labels, end });
        let mut starts = Vec::new();
        let mut default = None;
        for case in &node.cases {
            let start = self.e.label();
            starts.push(start);
            let Some(test) = &case.test else {
                default = Some(start);
                continue;
            };
            let mark = self.e.mark();
            let imm = super::expression::literal_int(test).and_then(|imm| i16::try_from(imm).ok());
            match imm {
                Some(imm) => {
                    self.e.jump(Op::JmpStrictEqI { a: value, imm, off: 0 }, start);
                }
                None => {
                    let b = self.expr(test, None)?;
                    self.e.jump(Op::JmpStrictEq { a: value, b, off: 0 }, start);
                }
            }
            self.e.release(mark);
        }
        match default {
            Some(default) => {
                self.e.jump(Op::Jmp { off: 0 }, default);
            }
            None => {
                let depth = self.f.controls.len();
                self.exit(Exit::Jump(end), depth, None)?;
            }
        }
        for (case, start) in node.cases.iter().zip(starts) {
            self.e.place(start);
            self.statements(&case.consequent)?;
        }
        self.f.controls.pop();
        Ok(())
    }
}
