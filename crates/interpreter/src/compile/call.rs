//! Calls, construction, `super(...)`, tagged templates, intrinsics of self-hosted code.

use super::access::{Key, Member, chain_member};
use super::emit::Site;
use super::expression::cooked;
use super::scope::GLOBAL;
use super::{Compiler, Fault, Target, site};
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{Constant, Op, TemplateParts};
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};
use std::sync::Arc;

/// Arguments passed in registers; longer lists go through an array.
const DIRECT: usize = 24;

/// How the arguments of a call stand in its area.
#[derive(Clone, Copy)]
enum Arguments {
    Count(u8),
    Array,
}

impl<'a> Compiler<'a> {
    pub(super) fn call(
        &mut self,
        call: &'a CallExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        if matches!(call.callee, Expression::Super(_)) {
            return self.super_call(call, dst);
        }
        if let Some(result) = self.intrinsic_call(call, dst)? {
            return Ok(result);
        }
        let mark = self.e.mark();
        let f = self.e.temps(2)?;
        let at = self.callee(&call.callee, f)?;
        if call.optional {
            self.short_circuit(f);
        }
        let arguments = self.arguments(&call.arguments)?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(at);
        self.emit_call(dst, f, arguments);
        Ok(dst)
    }

    fn emit_call(&mut self, dst: Reg, f: Reg, arguments: Arguments) {
        self.e.op(match arguments {
            Arguments::Count(argc) => Op::Call { dst, f, argc },
            Arguments::Array => Op::CallSpread { dst, f },
        });
    }

    /// Callee into `f`, receiver into `f + 1`; answers where the call is reported.
    fn callee(&mut self, callee: &'a Expression<'a>, f: Reg) -> Result<Site, Fault> {
        let inner = callee.get_inner_expression().without_parentheses().get_inner_expression();
        if let Some(member) = Self::as_member(inner) {
            return self.method_callee(&member, f);
        }
        if let Expression::ChainExpression(chain) = inner {
            if let Some(member) = chain_member(&chain.expression) {
                let exit = self.e.label();
                let end = self.e.label();
                self.f.chains.push(exit);
                let at = self.method_callee(&member, f)?;
                self.f.chains.pop();
                self.e.jump(Op::Jmp { off: 0 }, end);
                self.e.place(exit);
                self.e.op(Op::LoadUndefined { dst: f });
                self.e.place(end);
                return Ok(at);
            }
        }
        self.expr(callee, Some(f))?;
        self.e.op(Op::LoadUndefined { dst: f + 1 });
        Ok(site(callee.span()))
    }

    fn method_callee(&mut self, member: &Member<'a>, f: Reg) -> Result<Site, Fault> {
        let mark = self.e.mark();
        if matches!(member.object, Expression::Super(_)) {
            let place = self.place(member, &[])?;
            self.get(place, f);
            if let super::access::Place::Super { this, site, .. } = place {
                self.e.move_to(f + 1, this);
                self.e.release(mark);
                return Ok(Site { at: site.at, span: member.span });
            }
        }
        // A local is read in place, everything else is evaluated where the receiver belongs.
        let object = member.object;
        let later: &[&Expression<'a>] = match &member.key {
            Key::Computed(key) => &[*key],
            _ => &[],
        };
        let obj = match object.get_inner_expression() {
            Expression::Identifier(id) if self.in_register(id).is_some() => {
                let register = self.expr(object, None)?;
                self.keep(register, mark, later)?
            }
            Expression::ThisExpression(_) => self.expr(object, None)?,
            _ => self.expr(object, Some(f + 1))?,
        };
        if member.optional {
            self.short_circuit(obj);
        }
        let (at, op) = match &member.key {
            Key::Name(name, span) => {
                let ic = self.e.ic(name);
                (span.start, Op::GetMethod { dst: f, obj, ic })
            }
            Key::Computed(e) => {
                let key = self.expr(e, None)?;
                (e.span().start, Op::GetElemMethod { dst: f, obj, key })
            }
            Key::Private(id) => {
                let name = self.private_name(id.name.as_str(), id.span)?;
                self.e.position(Self::member_site(id.span, object.span()));
                self.e.op(Op::GetPrivate { dst: f, obj, name });
                self.e.move_to(f + 1, obj);
                self.e.release(mark);
                return Ok(Site { at: id.span.start, span: member.span });
            }
        };
        self.e.position(Site { at, span: object.span() });
        self.e.op(op);
        self.e.release(mark);
        Ok(Site { at, span: member.span })
    }

    /// Evaluates arguments onto the register stack (or into one array there).
    fn arguments(&mut self, arguments: &'a [Argument<'a>]) -> Result<Arguments, Fault> {
        let plain = arguments.iter().all(|argument| argument.as_expression().is_some());
        if plain && arguments.len() <= DIRECT {
            for argument in arguments {
                if let Some(e) = argument.as_expression() {
                    self.expr_temp(e)?;
                }
            }
            return Ok(Arguments::Count(arguments.len() as u8));
        }
        let array = self.e.temp()?;
        self.e.op(Op::NewArray { dst: array, capacity: arguments.len() as u32 });
        for argument in arguments {
            let mark = self.e.mark();
            if let Argument::SpreadElement(spread) = argument {
                let src = self.expr(&spread.argument, None)?;
                self.e.position(site(spread.argument.span()));
                self.e.op(Op::ArraySpread { array, src });
            } else if let Some(e) = argument.as_expression() {
                let src = self.expr(e, None)?;
                self.e.op(Op::ArrayPush { array, src });
            }
            self.e.release(mark);
        }
        Ok(Arguments::Array)
    }

    pub(super) fn new_expression(
        &mut self,
        new: &'a NewExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let f = self.e.temps(2)?;
        self.expr(&new.callee, Some(f))?;
        let arguments = self.arguments(&new.arguments)?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(Site { at: new.span.start, span: new.callee.span() });
        self.e.op(match arguments {
            Arguments::Count(argc) => Op::New { dst, f, argc },
            Arguments::Array => Op::NewSpread { dst, f },
        });
        Ok(dst)
    }

    fn super_call(&mut self, call: &'a CallExpression<'a>, dst: Option<Reg>) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let f = self.e.temps(2)?;
        self.read_callee(f)?;
        self.e.op(Op::GetPrototype { dst: f, src: f });
        self.read_new_target(Some(f + 1))?;
        let arguments = self.arguments(&call.arguments)?;
        self.e.position(Site { at: call.span.start, span: call.callee.span() });
        self.e.op(match arguments {
            Arguments::Count(argc) => Op::SuperCall { dst: f, f, argc },
            Arguments::Array => Op::SuperCallSpread { dst: f, f },
        });
        self.e.release(u16::from(f) + 1);
        self.bind_this(f, call.span)?;
        self.settle(mark, f, dst)
    }

    /// After `super()`: `this` becomes `value`, then the fields of the class are made.
    pub(super) fn bind_this(&mut self, value: Reg, span: Span) -> Result<(), Fault> {
        let owner = self.an.this_owner(self.f.func);
        let binding = self.an.functions[owner as usize].this;
        let mark = self.e.mark();
        let old = self.raw_this(None)?;
        self.e.position(site(span));
        self.e.op(Op::CheckThisUninitialized { src: old });
        self.e.release(mark);
        if owner == self.f.func && binding == super::scope::NONE {
            self.e.move_to(0, value);
        } else {
            self.initialise_binding(binding, value)?;
        }
        let class = self.an.functions[owner as usize].class;
        let fields = self
            .an
            .classes
            .get(class as usize)
            .is_some_and(|class| class.instance_init != super::scope::NONE);
        if fields {
            self.make_fields(value, span)?;
        }
        self.parameter_properties(owner, value)
    }

    /// Runs the field initialiser of the class being constructed on `this`.
    pub(super) fn make_fields(&mut self, this: Reg, span: Span) -> Result<(), Fault> {
        let mark = self.e.mark();
        let f = self.e.temps(2)?;
        self.read_callee(f)?;
        self.e.op(Op::LoadClassFields { dst: f, func: f });
        self.e.move_to(f + 1, this);
        self.e.position(site(span));
        self.e.op(Op::Call { dst: f, f, argc: 0 });
        self.e.release(mark);
        Ok(())
    }

    pub(super) fn tagged_template(
        &mut self,
        tagged: &'a TaggedTemplateExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let f = self.e.temps(2)?;
        let at = self.callee(&tagged.tag, f)?;
        let spread = tagged.quasi.expressions.len() >= DIRECT;
        let object = self.e.temp()?;
        let parts = TemplateParts {
            cooked: tagged.quasi.quasis.iter().map(cooked).collect(),
            raw: tagged
                .quasi
                .quasis
                .iter()
                .map(|quasi| quasi.value.raw.encode_utf16().collect())
                .collect(),
        };
        let k = self.e.constant(Constant::Template(Arc::new(parts)));
        let arguments = if spread {
            self.e.op(Op::NewArray { dst: object, capacity: 0 });
            let inner = self.e.mark();
            let template = self.e.temp()?;
            self.e.op(Op::TemplateObject { dst: template, k });
            self.e.op(Op::ArrayPush { array: object, src: template });
            self.e.release(inner);
            for e in &tagged.quasi.expressions {
                let src = self.expr(e, None)?;
                self.e.op(Op::ArrayPush { array: object, src });
                self.e.release(inner);
            }
            Arguments::Array
        } else {
            self.e.op(Op::TemplateObject { dst: object, k });
            for e in &tagged.quasi.expressions {
                self.expr_temp(e)?;
            }
            Arguments::Count(tagged.quasi.expressions.len() as u8 + 1)
        };
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(at);
        self.emit_call(dst, f, arguments);
        Ok(dst)
    }

    // ---- intrinsics

    /// Calls intrinsic `id` with the arguments standing in `f + 2..`.
    pub(super) fn intrinsic(&mut self, dst: Reg, f: Reg, argc: u8, id: u32) {
        self.e.op(Op::Intrinsic { dst, f, argc, id });
    }

    /// `$name(...)`, `$call`, `$apply`, `$construct` of self-hosted code.
    fn intrinsic_call(
        &mut self,
        call: &'a CallExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Option<Reg>, Fault> {
        let Target::SelfHosted(resolver) = self.target else { return Ok(None) };
        let Expression::Identifier(id) = &call.callee else { return Ok(None) };
        let Some(name) = id.name.strip_prefix('$') else { return Ok(None) };
        if self.an.resolution(id).0 != GLOBAL {
            return Ok(None);
        }
        let mark = self.e.mark();
        let count = call.arguments.len();
        let argument = |index: usize| {
            call.arguments
                .get(index)
                .and_then(Argument::as_expression)
                .ok_or_else(|| Fault::syntax(format!("${name} lacks an argument"), call.span))
        };
        let f = self.e.temps(2)?;
        let form = match name {
            "call" => {
                self.expr(argument(0)?, Some(f))?;
                self.expr(argument(1)?, Some(f + 1))?;
                Some(self.arguments(call.arguments.get(2..).unwrap_or_default())?)
            }
            "apply" => {
                self.expr(argument(0)?, Some(f))?;
                self.expr(argument(1)?, Some(f + 1))?;
                self.expr_temp(argument(2)?)?;
                Some(Arguments::Array)
            }
            "construct" => {
                self.expr(argument(0)?, Some(f))?;
                self.expr(argument(1)?, Some(f + 1))?;
                self.expr_temp(argument(2)?)?;
                self.e.release(mark);
                let dst = self.target(dst)?;
                self.e.position(site(call.span));
                self.e.op(Op::SuperCallSpread { dst, f });
                return Ok(Some(dst));
            }
            _ => None,
        };
        if let Some(form) = form {
            self.e.release(mark);
            let dst = self.target(dst)?;
            self.e.position(site(call.span));
            self.emit_call(dst, f, form);
            return Ok(Some(dst));
        }
        let id = resolver(name)
            .ok_or_else(|| Fault::syntax(format!("${name} is no intrinsic"), call.span))?;
        for index in 0..count {
            self.expr_temp(argument(index)?)?;
        }
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.e.position(site(call.span));
        self.intrinsic(dst, f, u8::try_from(count).unwrap_or(u8::MAX), id);
        Ok(Some(dst))
    }
}
