//! Functions: closures where they are made, prologues and bodies where they run.
//!
//! Longer than other files: closures, prologues and bodies share the queue of functions to be compiled.

use super::emit::{Emitter, Facts};
use super::pattern::{Mode, unnamed};
use super::scope::{BindIdx, BindingKind, FuncIdx, FunctionRole, NONE, Place, ScopeIdx};
use super::{Compiler, Fault, Frame, Name, Queued, Target, site};
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{FunctionFlags, FunctionKind, Op};
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};
use std::sync::Arc;

/// Parameters passed in registers of their own.
const POSITIONAL: usize = 100;

/// Parameters a function may have.
const PARAMETERS: usize = 65_534;

/// A function whose code has to be emitted.
#[derive(Clone, Copy)]
pub(super) enum Job<'a> {
    Function {
        node: &'a Function<'a>,
        kind: FunctionKind,
        method: bool,
    },
    Arrow(&'a ArrowFunctionExpression<'a>),
    /// Field initialiser of a class, of instances or of the class itself.
    Fields {
        class: &'a Class<'a>,
        is_static: bool,
    },
    /// The constructor a class has when it writes none.
    DefaultConstructor(&'a Class<'a>),
    /// Getter or setter of an `accessor` field.
    Accessor {
        class: u32,
        storage: BindIdx,
        setter: bool,
    },
}

impl<'a> Compiler<'a> {
    // ---- closures

    pub(super) fn closure(&mut self, job: Job<'a>, dst: Reg, name: Name<'_>) -> Result<(), Fault> {
        let text = match name {
            Name::Text(text) => text,
            _ => "",
        };
        let func = self.enqueue(job, text);
        let env = match self.f.env {
            Some(env) => env,
            None => {
                self.e.op(Op::LoadUndefined { dst });
                dst
            }
        };
        self.e.op(Op::Closure { dst, env, func });
        if let Name::Key(key, prefix) = name {
            self.e.op(Op::SetFunctionName { func: dst, key, prefix });
        }
        Ok(())
    }

    pub(super) fn function_expression(
        &mut self,
        function: &'a Function<'a>,
        dst: Option<Reg>,
        name: Name<'_>,
    ) -> Result<Reg, Fault> {
        let dst = self.target(dst)?;
        let own;
        let name = match &function.id {
            Some(id) => {
                own = id.name.as_str();
                Name::Text(own)
            }
            None => name,
        };
        let job = Job::Function { node: function, kind: plain_kind(function), method: false };
        self.closure(job, dst, name)?;
        Ok(dst)
    }

    pub(super) fn arrow(
        &mut self,
        arrow: &'a ArrowFunctionExpression<'a>,
        dst: Option<Reg>,
        name: Name<'_>,
    ) -> Result<Reg, Fault> {
        let dst = self.target(dst)?;
        self.closure(Job::Arrow(arrow), dst, name)?;
        Ok(dst)
    }

    /// Makes the closures of the functions a statement list declares and binds them.
    pub(super) fn hoist(&mut self, list: &'a [Statement<'a>]) -> Result<(), Fault> {
        for (index, statement) in list.iter().enumerate() {
            let Some(function) = declared_function(statement) else { continue };
            let Some(id) = &function.id else { continue };
            // The last declaration of a name wins.
            let shadowed = list[index + 1..].iter().any(|later| {
                declared_function(later)
                    .and_then(|function| function.id.as_ref())
                    .is_some_and(|other| other.name == id.name)
            });
            if !shadowed || list.len() > 2000 {
                self.declare_function(function, id)?;
            }
        }
        Ok(())
    }

    pub(super) fn declare_function(
        &mut self,
        function: &'a Function<'a>,
        id: &'a BindingIdentifier<'a>,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let binding = self.an.own(self.f.scope, id.name.as_str());
        let job = Job::Function { node: function, kind: plain_kind(function), method: false };
        let direct = binding.and_then(|binding| self.direct(binding));
        let register = match direct {
            Some(register) => register,
            None => self.e.temp()?,
        };
        self.closure(job, register, Name::Text(id.name.as_str()))?;
        match binding {
            Some(binding) => self.initialise_binding(binding, register)?,
            None => {
                let k = self.e.string(id.name.as_str());
                self.e.position(site(id.span));
                self.e.op(Op::DeclareGlobalFunction { src: register, k });
            }
        }
        self.e.release(mark);
        Ok(())
    }

    // ---- the top

    pub(super) fn top(&mut self, program: &'a Program<'a>) -> Result<(), Fault> {
        if self.self_hosted() {
            return self.self_hosted_top(program);
        }
        self.f.func = 0;
        if matches!(self.target, Target::Script) {
            self.declare_globals(program)?;
        }
        self.enter(0, true)?;
        let mut call_last = false;
        if let Target::Program { completion, call_last: call } = self.target {
            call_last = call;
            if completion && !call {
                let register = self.e.temp()?;
                self.f.completion = Some(register);
            }
        }
        self.hoist(&program.body)?;
        if call_last {
            self.whole_program_call(program)?;
        } else {
            self.top_list(&program.body)?;
        }
        if !self.e.unreachable() {
            match self.f.completion {
                Some(src) => self.e.op(Op::Return { src }),
                None => self.e.op(Op::ReturnUndefined),
            };
        }
        self.finish_block(
            0,
            "".encode_utf16().collect(),
            Signature::default(),
            Span::new(0, self.source.len() as u32),
        );
        Ok(())
    }

    /// Statements of the top: only the last one that has a value keeps it.
    fn top_list(&mut self, list: &'a [Statement<'a>]) -> Result<(), Fault> {
        let completion = self.f.completion;
        let last = list.iter().rposition(produces_value);
        for (index, statement) in list.iter().enumerate() {
            self.f.completion = if Some(index) == last { completion } else { None };
            self.statement(statement)?;
        }
        self.f.completion = completion;
        if let (Some(register), None) = (completion, last) {
            self.e.op(Op::LoadUndefined { dst: register });
        }
        Ok(())
    }

    /// The program is one function: its value is what a call of it gives.
    fn whole_program_call(&mut self, program: &'a Program<'a>) -> Result<(), Fault> {
        let f = self.e.temps(2)?;
        let mut at = program.span;
        for statement in &program.body {
            match statement {
                Statement::ExpressionStatement(statement) => {
                    at = statement.span;
                    self.expr(&statement.expression, Some(f))?;
                }
                Statement::FunctionDeclaration(function) => {
                    at = function.span;
                    if let Some(id) = &function.id {
                        if let Some(binding) = self.an.lookup(self.f.scope, id.name.as_str()) {
                            self.read_binding(binding, false, id.span, Some(f))?;
                        }
                    }
                }
                Statement::ExportDefaultDeclaration(export) => {
                    at = export.span;
                    match &export.declaration {
                        ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                            self.function_expression(function, Some(f), Name::Text("default"))?;
                        }
                        declaration => {
                            if let Some(e) = declaration.as_expression() {
                                self.expr_named(e, Some(f), Name::Text("default"))?;
                            }
                        }
                    }
                }
                other => self.statement(other)?,
            }
        }
        self.e.op(Op::LoadUndefined { dst: f + 1 });
        self.e.position(site(Span::new(at.start, at.start)));
        self.e.op(Op::Call { dst: f, f, argc: 0 });
        self.e.op(Op::Return { src: f });
        Ok(())
    }

    fn declare_globals(&mut self, program: &'a Program<'a>) -> Result<(), Fault> {
        for index in 0..self.an.scopes[0].bindings.len() {
            let binding = self.an.scopes[0].bindings[index];
            let name = self.an.bindings[binding as usize].name;
            let k = self.e.string(name);
            self.e.position(site(Span::new(0, 0)));
            self.e.op(Op::CheckGlobalLexical { k });
        }
        for name in self.an.global_vars.clone() {
            let function = program.body.iter().any(|statement| {
                declared_function(statement)
                    .and_then(|function| function.id.as_ref())
                    .is_some_and(|id| id.name == name)
            });
            if !function {
                let k = self.e.string(name);
                self.e.op(Op::DeclareGlobalVar { k });
            }
        }
        Ok(())
    }

    fn self_hosted_top(&mut self, program: &'a Program<'a>) -> Result<(), Fault> {
        for statement in &program.body {
            let Some(function) = declared_function(statement) else {
                return Err(Fault::syntax(
                    "Self-hosted units hold function declarations alone",
                    statement.span(),
                ));
            };
            let Some(id) = &function.id else { continue };
            let kind = match (function.r#async, function.generator) {
                (false, false) => FunctionKind::Method,
                (true, false) => FunctionKind::Async,
                (false, true) => FunctionKind::Generator,
                (true, true) => FunctionKind::AsyncGenerator,
            };
            let job = Job::Function { node: function, kind, method: false };
            let row = self.enqueue(job, id.name.as_str());
            let index = self.e.functions[row as usize];
            self.exports.push((id.name.to_string(), index));
        }
        self.e.op(Op::ReturnUndefined);
        self.finish_block(
            0,
            "".encode_utf16().collect(),
            Signature::default(),
            Span::new(0, self.source.len() as u32),
        );
        Ok(())
    }

    // ---- functions

    /// Emits one queued function.
    pub(super) fn function_code(&mut self, queued: Queued<'a>) -> Result<(), Fault> {
        let Queued { job, index, name } = queued;
        match job {
            Job::Function { node, kind, method } => {
                let func = self.an.function_of(&node.scope_id);
                let Some(body) = node.body.as_deref() else { return Ok(()) };
                let signature = self.start(func, kind, method, Some(&node.params))?;
                self.prologue(func, Some(&node.params), &body.statements, kind)?;
                self.body(&body.statements)?;
                let span = match kind {
                    FunctionKind::BaseConstructor | FunctionKind::DerivedConstructor => {
                        self.class_span(func, node.span)
                    }
                    _ => self.method_span(method, node),
                };
                self.finish_block(index, name, signature, span);
            }
            Job::Arrow(node) => {
                let func = self.an.function_of(&node.scope_id);
                let kind =
                    if node.r#async { FunctionKind::AsyncArrow } else { FunctionKind::Arrow };
                let signature = self.start(func, kind, false, Some(&node.params))?;
                if let Some(e) = node.get_expression() {
                    self.prologue(func, Some(&node.params), &[], kind)?;
                    self.return_expression(e)?;
                } else if let Some(body) = node.body.as_function_body() {
                    self.prologue(func, Some(&node.params), &body.statements, kind)?;
                    self.body(&body.statements)?;
                }
                self.finish_block(index, name, signature, node.span);
            }
            Job::Fields { class, is_static } => {
                self.class_fields_code(class, is_static, index, name)?;
            }
            Job::DefaultConstructor(class) => self.default_constructor_code(class, index, name)?,
            Job::Accessor { class, storage, setter } => {
                self.accessor_code(class, storage, setter, index, name)?;
            }
        }
        Ok(())
    }

    /// Text of a method includes its key; the tree's function starts at the parameters.
    fn method_span(&self, method: bool, node: &Function<'a>) -> Span {
        if !method {
            return node.span;
        }
        let before = self.source.get(..node.span.start as usize).unwrap_or("");
        let mut start = before.len();
        // Back over the key: to the previous `{`, `,`, `;` or `}` on the outside of brackets and quotes.
        let bytes = before.as_bytes();
        let mut depth = 0u32;
        while start > 0 {
            let byte = bytes[start - 1];
            match byte {
                b']' | b')' => depth += 1,
                b'[' | b'(' if depth > 0 => depth -= 1,
                b'{' | b',' | b';' | b'}' | b'(' if depth == 0 => break,
                _ => {}
            }
            start -= 1;
        }
        let mut start = skip_trivia(before, start);
        // `static` in front of a class element does not belong to the function.
        if let Some(rest) = before.get(start..).and_then(|t| t.strip_prefix("static")) {
            let next = skip_trivia(before, start + "static".len());
            let named_static = next == before.len()
                || rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
            if !named_static {
                start = next;
            }
        }
        Span::new(start as u32, node.span.end)
    }

    fn class_span(&self, func: FuncIdx, otherwise: Span) -> Span {
        let class = self.an.functions[func as usize].class;
        match self.class_spans.get(&class) {
            Some(span) => *span,
            None => otherwise,
        }
    }

    /// Begins a code block.
    pub(super) fn start(
        &mut self,
        func: FuncIdx,
        kind: FunctionKind,
        method: bool,
        params: Option<&'a FormalParameters<'a>>,
    ) -> Result<Signature, Fault> {
        let strict = self.an.functions.get(func as usize).is_none_or(|info| info.strict);
        let positional = params.map_or(0, |params| params.items.len().min(POSITIONAL));
        self.e = Emitter::new(positional as u16);
        self.f = Frame::new(func, kind, strict);
        let length = params.map_or(0, |params| {
            params
                .items
                .iter()
                .position(|item| item.initializer.is_some())
                .unwrap_or(params.items.len())
        });
        Ok(Signature {
            positional: positional as u8,
            length: length as u32,
            method: method || self.self_hosted(),
            needs_arguments: false,
            mapped: Vec::new(),
        })
    }

    /// Everything before the first statement: environment, hidden values, parameters, hoisted functions.
    fn prologue(
        &mut self,
        func: FuncIdx,
        params: Option<&'a FormalParameters<'a>>,
        body: &'a [Statement<'a>],
        kind: FunctionKind,
    ) -> Result<(), Fault> {
        if self.f.is_async && !self.f.is_generator {
            self.e.op(Op::AsyncStart);
        }
        let info = &self.an.functions[func as usize];
        let (needs_env, name_scope, param_scope, body_scope) =
            (info.needs_env, info.name_scope, info.param_scope, info.body_scope);
        let (role, strict, uses_this, arguments) =
            (info.role, info.strict, info.uses_this, info.arguments);
        let (param_expressions, derived, class) =
            (info.param_expressions, info.derived, info.class);
        if needs_env {
            let env = self.e.temp()?;
            self.e.op(Op::LoadFunctionEnv { dst: env });
            self.f.outer_env = Some(env);
            self.f.env = Some(env);
        }
        if uses_this && !strict && role != FunctionRole::Arrow {
            self.e.op(Op::CoerceThis);
        }
        if name_scope != NONE {
            self.name_scope(name_scope)?;
        }
        if let Some(params) = params {
            self.place_params(params, param_scope);
        }
        self.enter(param_scope, true)?;
        self.hidden_values(func)?;
        if class != NONE && !derived {
            let fields = self.an.classes[class as usize].instance_init != NONE;
            if fields {
                self.make_fields(0, Span::default())?;
            }
        }
        if let Some(params) = params {
            let simple = simple_params(params);
            if simple && arguments != NONE {
                self.copy_params(params, param_scope)?;
                self.arguments_object(func, params, arguments)?;
            } else {
                if arguments != NONE {
                    self.arguments_object(func, params, arguments)?;
                }
                if simple {
                    self.copy_params(params, param_scope)?;
                } else {
                    self.bind_params(params)?;
                }
            }
        }
        if param_expressions {
            self.enter(body_scope, false)?;
            self.share_params(param_scope, body_scope)?;
        }
        self.hoist(body)?;
        if class != NONE && !derived {
            self.parameter_properties(func, 0)?;
        }
        if matches!(kind, FunctionKind::Generator | FunctionKind::AsyncGenerator) {
            self.e.op(Op::InitialYield);
        }
        Ok(())
    }

    /// The scope with a function expression's own name.
    fn name_scope(&mut self, scope: ScopeIdx) -> Result<(), Fault> {
        self.enter(scope, true)?;
        let Some(binding) = self.an.scopes[scope as usize].bindings.first().copied() else {
            return Ok(());
        };
        match self.an.bindings[binding as usize].place {
            Place::Register(dst) => {
                self.e.op(Op::LoadCallee { dst });
            }
            _ => {
                let mark = self.e.mark();
                let callee = self.e.temp()?;
                self.e.op(Op::LoadCallee { dst: callee });
                self.initialise_binding(binding, callee)?;
                self.e.release(mark);
            }
        }
        Ok(())
    }

    /// Simple parameters that nothing captures stay in the registers they arrive in.
    fn place_params(&mut self, params: &'a FormalParameters<'a>, scope: ScopeIdx) {
        for (index, item) in params.items.iter().take(POSITIONAL).enumerate() {
            if let BindingPattern::BindingIdentifier(id) = &item.pattern {
                if let Some(binding) = self.an.own(scope, id.name.as_str()) {
                    let row = &mut self.an.bindings[binding as usize];
                    if !row.captured && !row.needs_hole && row.kind == BindingKind::Param {
                        row.place = Place::Register(index as u8 + 1);
                    }
                }
            }
        }
    }

    /// `this`, `new.target`, home object and the function itself, for the arrows inside.
    pub(super) fn hidden_values(&mut self, func: FuncIdx) -> Result<(), Fault> {
        let info = &self.an.functions[func as usize];
        let (this, new_target, home, callee) = (info.this, info.new_target, info.home, info.callee);
        let mark = self.e.mark();
        if this != NONE {
            self.initialise_binding(this, 0)?;
        }
        for (binding, op) in [
            (new_target, Op::LoadNewTarget { dst: 0 }),
            (home, Op::LoadHome { dst: 0 }),
            (callee, Op::LoadCallee { dst: 0 }),
        ] {
            if binding != NONE {
                let register = self.e.temp()?;
                self.e.op(match op {
                    Op::LoadNewTarget { .. } => Op::LoadNewTarget { dst: register },
                    Op::LoadHome { .. } => Op::LoadHome { dst: register },
                    _ => Op::LoadCallee { dst: register },
                });
                self.initialise_binding(binding, register)?;
                self.e.release(mark);
            }
        }
        Ok(())
    }

    /// Captured simple parameters move to their slots.
    fn copy_params(
        &mut self,
        params: &'a FormalParameters<'a>,
        scope: ScopeIdx,
    ) -> Result<(), Fault> {
        let outer = self.e.mark();
        let rest = self.overflow(params)?;
        for (index, item) in params.items.iter().enumerate() {
            let BindingPattern::BindingIdentifier(id) = &item.pattern else { continue };
            if !self.f.strict && repeated(params, index) {
                continue;
            }
            let Some(binding) = self.an.own(scope, id.name.as_str()) else { continue };
            let mark = self.e.mark();
            let register = self.incoming(index, rest)?;
            if self.an.bindings[binding as usize].place != Place::Register(register) {
                self.initialise_binding(binding, register)?;
            }
            self.e.release(mark);
        }
        self.e.release(outer);
        Ok(())
    }

    /// Register with the argument at `index`; those without a register of their own stand in the array `rest`.
    fn incoming(&mut self, index: usize, rest: Option<Reg>) -> Result<Reg, Fault> {
        let Some(obj) = rest.filter(|_| index >= POSITIONAL) else { return Ok(index as u8 + 1) };
        let dst = self.e.temp()?;
        self.e.op(Op::LoadInt { dst, value: (index - POSITIONAL) as i32 });
        self.e.op(Op::GetElem { dst, obj, key: dst });
        Ok(dst)
    }

    /// Array of the arguments that have no register of their own.
    fn overflow(&mut self, params: &FormalParameters<'a>) -> Result<Option<Reg>, Fault> {
        if params.items.len() <= POSITIONAL {
            return Ok(None);
        }
        if params.items.len() > PARAMETERS {
            let text = "Too many parameters in function definition (only 65534 allowed)";
            return Err(Fault::syntax(text, params.span));
        }
        let dst = self.e.temp()?;
        self.e.op(Op::CreateRest { dst, start: POSITIONAL as u32 });
        Ok(Some(dst))
    }

    fn arguments_object(
        &mut self,
        func: FuncIdx,
        params: &'a FormalParameters<'a>,
        binding: BindIdx,
    ) -> Result<(), Fault> {
        let info = &self.an.functions[func as usize];
        let scope = info.param_scope;
        let mapped = !info.strict && simple_params(params);
        let mark = self.e.mark();
        let dst = match self.direct(binding) {
            Some(register) => register,
            None => self.e.temp()?,
        };
        let env = self.an.scopes[scope as usize]
            .has_env
            .then(|| self.an.scopes[scope as usize].env_register);
        match env {
            Some(env) if mapped => {
                self.e.op(Op::CreateMappedArguments { dst, env });
                self.f.mapped = self.mapped_slots(params, scope);
            }
            None if mapped => {
                // No parameter is mapped, but the object is still of the sloppy kind.
                self.e.op(Op::LoadUndefined { dst });
                self.e.op(Op::NewEnv { dst, parent: dst, size: 0 });
                self.e.op(Op::CreateMappedArguments { dst, env: dst });
            }
            _ => {
                self.e.op(Op::CreateArguments { dst });
            }
        }
        self.initialise_binding(binding, dst)?;
        self.e.release(mark);
        Ok(())
    }

    /// Parameters with defaults or patterns, in order.
    fn bind_params(&mut self, params: &'a FormalParameters<'a>) -> Result<(), Fault> {
        let outer = self.e.mark();
        let overflow = self.overflow(params)?;
        for (index, item) in params.items.iter().enumerate() {
            let mark = self.e.mark();
            let register = self.incoming(index, overflow)?;
            if let Some(init) = &item.initializer {
                let skip = self.e.label();
                self.e.jump(Op::JmpNotUndefined { src: register, off: 0 }, skip);
                self.expr_named(init, Some(register), pattern_name(&item.pattern))?;
                self.e.place(skip);
            }
            self.bind_param(&item.pattern, register, item.span)?;
            self.e.release(mark);
        }
        if let Some(rest) = &params.rest {
            let mark = self.e.mark();
            let start = params.items.len() as u32;
            let direct = match &rest.rest.argument {
                BindingPattern::BindingIdentifier(id) => self
                    .an
                    .own(self.f.scope, id.name.as_str())
                    .and_then(|binding| self.direct(binding)),
                _ => None,
            };
            let dst = match direct {
                Some(register) => register,
                None => self.e.temp()?,
            };
            self.e.op(Op::CreateRest { dst, start });
            self.bind_param(&rest.rest.argument, dst, rest.span)?;
            self.e.release(mark);
        }
        self.e.release(outer);
        Ok(())
    }

    fn bind_param(
        &mut self,
        pattern: &'a BindingPattern<'a>,
        src: Reg,
        span: Span,
    ) -> Result<(), Fault> {
        if let BindingPattern::BindingIdentifier(id) = pattern {
            if let Some(binding) = self.an.own(self.f.scope, id.name.as_str()) {
                return self.initialise_binding(binding, src);
            }
        }
        self.bind_pattern(pattern, src, unnamed(span), Mode::Initialise)
    }

    /// `var`s of the body that share a name with a parameter start with its value.
    fn share_params(&mut self, from: ScopeIdx, to: ScopeIdx) -> Result<(), Fault> {
        for index in 0..self.an.scopes[to as usize].bindings.len() {
            let binding = self.an.scopes[to as usize].bindings[index];
            let row = &self.an.bindings[binding as usize];
            if row.kind != BindingKind::Var {
                continue;
            }
            let name = row.name;
            if let Some(param) = self.an.own(from, name) {
                let mark = self.e.mark();
                let value = self.read_binding(param, false, Span::default(), None)?;
                self.initialise_binding(binding, value)?;
                self.e.release(mark);
            }
        }
        Ok(())
    }

    /// `this.x = x` for parameter properties of a TypeScript constructor.
    pub(super) fn parameter_properties(&mut self, func: FuncIdx, this: Reg) -> Result<(), Fault> {
        let Some(params) = self.constructor_params.get(&func).copied() else { return Ok(()) };
        for item in &params.items {
            if item.accessibility.is_none() && !item.readonly && !item.r#override {
                continue;
            }
            let BindingPattern::BindingIdentifier(id) = &item.pattern else { continue };
            let scope = self.an.functions[func as usize].param_scope;
            if let Some(binding) = self.an.own(scope, id.name.as_str()) {
                let mark = self.e.mark();
                let src = self.read_binding(binding, false, id.span, None)?;
                let ic = self.e.ic(id.name.as_str());
                self.e.position(site(id.span));
                self.e.op(Op::SetProp { obj: this, src, strict: 1, ic });
                self.e.release(mark);
            }
        }
        Ok(())
    }

    /// Statements of a function and the return at their end.
    fn body(&mut self, list: &'a [Statement<'a>]) -> Result<(), Fault> {
        self.dispose_scope(list, |this| this.statements(list))?;
        self.end_of_body()
    }

    pub(super) fn end_of_body(&mut self) -> Result<(), Fault> {
        if self.e.unreachable() {
            return Ok(());
        }
        if self.f.kind == FunctionKind::DerivedConstructor {
            let undefined = self.e.temp()?;
            self.e.op(Op::LoadUndefined { dst: undefined });
            let this = self.raw_this(None)?;
            self.e.op(Op::ReturnDerived { src: undefined, this });
        } else {
            self.e.op(Op::ReturnUndefined);
        }
        Ok(())
    }

    pub(super) fn finish_block(
        &mut self,
        index: u32,
        name: Arc<[u16]>,
        mut signature: Signature,
        span: Span,
    ) {
        let emitter = std::mem::replace(&mut self.e, Emitter::new(0));
        signature.needs_arguments = emitter.ops.iter().any(|op| {
            matches!(
                op,
                Op::CreateRest { .. }
                    | Op::CreateArguments { .. }
                    | Op::CreateMappedArguments { .. }
            )
        });
        signature.mapped = std::mem::take(&mut self.f.mapped);
        let facts = Facts {
            name,
            kind: self.f.kind,
            flags: FunctionFlags {
                strict: self.f.strict,
                needs_arguments: signature.needs_arguments,
                method: signature.method,
                self_hosted: self.self_hosted(),
                class_field_init: false,
            },
            param_count: signature.positional,
            length: signature.length,
            mapped: signature.mapped,
            source: (span.start, span.end),
        };
        self.blocks[index as usize] = Some(emitter.finish(facts));
    }

    /// Environment slot of each parameter of a mapped `arguments` object.
    fn mapped_slots(&self, params: &FormalParameters<'a>, scope: ScopeIdx) -> Vec<u16> {
        let mut slots = vec![u16::MAX; params.items.len().min(POSITIONAL)];
        for (index, slot) in slots.iter_mut().enumerate() {
            let BindingPattern::BindingIdentifier(id) = &params.items[index].pattern else {
                continue;
            };
            let binding = self.an.own(scope, id.name.as_str()).filter(|_| !repeated(params, index));
            if let Some(binding) = binding {
                if let Place::Slot(place) = self.an.bindings[binding as usize].place {
                    *slot = u16::try_from(place).unwrap_or(u16::MAX);
                }
            }
        }
        slots
    }
}

/// What a code block says of its parameters.
#[derive(Default)]
pub(super) struct Signature {
    positional: u8,
    length: u32,
    method: bool,
    needs_arguments: bool,
    mapped: Vec<u16>,
}

impl Signature {
    pub(super) fn method(positional: u8, length: u32) -> Signature {
        Signature { positional, length, method: true, needs_arguments: false, mapped: Vec::new() }
    }
}

fn plain_kind(function: &Function) -> FunctionKind {
    match (function.r#async, function.generator) {
        (false, false) => FunctionKind::Normal,
        (true, false) => FunctionKind::Async,
        (false, true) => FunctionKind::Generator,
        (true, true) => FunctionKind::AsyncGenerator,
    }
}

/// The function a statement declares, through labels and `export`.
pub(super) fn declared_function<'a>(statement: &'a Statement<'a>) -> Option<&'a Function<'a>> {
    let function = match statement {
        Statement::FunctionDeclaration(function) => function,
        Statement::LabeledStatement(labeled) => {
            let mut body = &labeled.body;
            while let Statement::LabeledStatement(inner) = body {
                body = &inner.body;
            }
            match body {
                Statement::FunctionDeclaration(function) => function,
                _ => return None,
            }
        }
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::FunctionDeclaration(function) => function,
            _ => return None,
        },
        Statement::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function,
            _ => return None,
        },
        _ => return None,
    };
    (function.body.is_some() && !function.declare).then_some(function)
}

/// Whether normal completion of the statement has a value (be it `undefined`).
fn produces_value(statement: &Statement) -> bool {
    match statement {
        Statement::ExpressionStatement(_)
        | Statement::IfStatement(_)
        | Statement::DoWhileStatement(_)
        | Statement::WhileStatement(_)
        | Statement::ForStatement(_)
        | Statement::ForInStatement(_)
        | Statement::ForOfStatement(_)
        | Statement::SwitchStatement(_)
        | Statement::TryStatement(_) => true,
        Statement::LabeledStatement(labeled) => produces_value(&labeled.body),
        Statement::BlockStatement(block) => block.body.iter().any(produces_value),
        Statement::ExportDefaultDeclaration(export) => export.declaration.as_expression().is_some(),
        _ => false,
    }
}

/// Whether a later parameter has the same name, which then wins.
fn repeated(params: &FormalParameters, index: usize) -> bool {
    let Some(FormalParameter { pattern: BindingPattern::BindingIdentifier(id), .. }) =
        params.items.get(index)
    else {
        return false;
    };
    params.items[index + 1..].iter().any(|later| {
        matches!(&later.pattern, BindingPattern::BindingIdentifier(other) if other.name == id.name)
    })
}

fn simple_params(params: &FormalParameters) -> bool {
    params.rest.is_none()
        && params.items.iter().all(|item| {
            item.initializer.is_none()
                && matches!(item.pattern, BindingPattern::BindingIdentifier(_))
        })
}

/// The name an anonymous function takes from the variable it is the default of.
pub(super) fn pattern_name<'n>(pattern: &'n BindingPattern) -> Name<'n> {
    match pattern {
        BindingPattern::BindingIdentifier(id) => Name::Text(id.name.as_str()),
        _ => Name::None,
    }
}

/// First position at or after `at` that is neither white space nor in a comment.
fn skip_trivia(text: &str, mut at: usize) -> usize {
    loop {
        let Some(rest) = text.get(at..) else { return at };
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        let comment = if trimmed.starts_with("/*") {
            trimmed.find("*/").map(|i| i + 2)
        } else if trimmed.starts_with("//") {
            trimmed.find('\n')
        } else {
            None
        };
        match comment {
            Some(length) => at += length,
            None => return at,
        }
    }
}
