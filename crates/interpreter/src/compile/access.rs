//! Property access: members, private names, `super`, optional chains, `delete`.

use super::emit::Site;
use super::literal::is_index;
use super::{Compiler, Fault, site};
use crate::bytecode::Op;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

/// What follows the object of a member expression.
pub(super) enum Key<'a> {
    Name(&'a str, Span),
    Computed(&'a Expression<'a>),
    Private(&'a PrivateIdentifier<'a>),
}

/// A member expression taken apart.
pub(super) struct Member<'a> {
    pub(super) object: &'a Expression<'a>,
    pub(super) key: Key<'a>,
    pub(super) optional: bool,
    pub(super) span: Span,
}

/// A member whose operands have been evaluated.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    Named {
        obj: Reg,
        name: &'a str,
        site: Site,
    },
    Keyed {
        obj: Reg,
        key: Reg,
        site: Site,
    },
    Private {
        obj: Reg,
        name: Reg,
        site: Site,
    },
    /// Super property: base object, key and `this`.
    Super {
        base: Reg,
        key: Reg,
        this: Reg,
        site: Site,
    },
}

impl<'a> Compiler<'a> {
    /// The member expression `e` is, without parentheses and type syntax.
    pub(super) fn as_member(e: &'a Expression<'a>) -> Option<Member<'a>> {
        Some(match e {
            Expression::StaticMemberExpression(node) => Self::static_member(node),
            Expression::ComputedMemberExpression(node) => Self::computed_member(node),
            Expression::PrivateFieldExpression(node) => Self::private_member(node),
            _ => return None,
        })
    }

    pub(super) fn static_member(node: &'a StaticMemberExpression<'a>) -> Member<'a> {
        Member {
            object: &node.object,
            key: Key::Name(node.property.name.as_str(), node.property.span),
            optional: node.optional,
            span: node.span,
        }
    }

    pub(super) fn computed_member(node: &'a ComputedMemberExpression<'a>) -> Member<'a> {
        let key = match &node.expression {
            Expression::StringLiteral(literal)
                if !literal.lone_surrogates && !is_index(literal.value.as_str()) =>
            {
                Key::Name(literal.value.as_str(), literal.span)
            }
            e => Key::Computed(e),
        };
        Member { object: &node.object, key, optional: node.optional, span: node.span }
    }

    pub(super) fn private_member(node: &'a PrivateFieldExpression<'a>) -> Member<'a> {
        Member {
            object: &node.object,
            key: Key::Private(&node.field),
            optional: node.optional,
            span: node.span,
        }
    }

    pub(super) fn member(&mut self, e: &'a Expression<'a>, dst: Option<Reg>) -> Result<Reg, Fault> {
        let Some(member) = Self::as_member(e) else { return Err(Fault::too_complex()) };
        let mark = self.e.mark();
        let place = self.place(&member, &[])?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        self.get(place, dst);
        Ok(dst)
    }

    /// Evaluates object and key, safe from what `later` assigns before the access happens.
    pub(super) fn place(
        &mut self,
        member: &Member<'a>,
        later: &[&Expression<'a>],
    ) -> Result<Place<'a>, Fault> {
        if let Expression::Super(node) = member.object {
            return self.super_place(member, node.span);
        }
        let mark = self.e.mark();
        let mut obj = self.expr(member.object, None)?;
        if let Key::Computed(key) = &member.key {
            obj = self.keep(obj, mark, &[key])?;
        }
        obj = self.keep(obj, mark, later)?;
        if member.optional {
            self.exit_chain(obj);
        }
        let object = member.object.span();
        Ok(match &member.key {
            Key::Name(name, span) => {
                Place::Named { obj, name, site: Self::member_site(*span, object) }
            }
            Key::Computed(e) => {
                let inner = self.e.mark();
                let key = self.expr(e, None)?;
                let key = self.keep(key, inner, later)?;
                Place::Keyed { obj, key, site: Self::member_site(e.span(), object) }
            }
            Key::Private(id) => {
                let name = self.private_name(id.name.as_str(), id.span)?;
                Place::Private { obj, name, site: Self::member_site(id.span, object) }
            }
        })
    }

    fn super_place(&mut self, member: &Member<'a>, span: Span) -> Result<Place<'a>, Fault> {
        let this = self.e.temp()?;
        self.read_this(span, Some(this))?;
        let key = self.e.temp()?;
        let at = match &member.key {
            Key::Name(name, span) => {
                self.e.load_string(key, name);
                *span
            }
            Key::Computed(e) => {
                self.expr(e, Some(key))?;
                e.span()
            }
            Key::Private(id) => return Err(Fault::syntax("Unexpected private field", id.span)),
        };
        let base = self.e.temp()?;
        self.read_home(base)?;
        self.e.op(Op::GetPrototype { dst: base, src: base });
        Ok(Place::Super { base, key, this, site: Self::member_site(at, span) })
    }

    pub(super) fn get(&mut self, place: Place<'a>, dst: Reg) {
        match place {
            Place::Named { obj, name, site } => {
                let ic = self.e.ic(name);
                self.e.position(site);
                self.e.op(if name == "length" {
                    Op::GetLength { dst, obj, ic }
                } else {
                    Op::GetProp { dst, obj, ic }
                });
            }
            Place::Keyed { obj, key, site } => {
                self.e.position(site);
                self.e.op(Op::GetElem { dst, obj, key });
            }
            Place::Private { obj, name, site } => {
                self.e.position(site);
                self.e.op(Op::GetPrivate { dst, obj, name });
            }
            Place::Super { base, key, this, site } => {
                self.e.position(site);
                self.e.op(Op::GetWithReceiver { dst, obj: base, key, receiver: u32::from(this) });
            }
        }
    }

    pub(super) fn set(&mut self, place: Place<'a>, src: Reg) {
        let strict = self.f.strict;
        match place {
            Place::Named { obj, name, site } => {
                let ic = self.e.ic(name);
                self.e.position(site);
                self.e.op(Op::SetProp { obj, src, strict: u8::from(strict), ic });
            }
            Place::Keyed { obj, key, site } => {
                self.e.position(site);
                self.e.op(Op::SetElem { obj, key, src, strict: u32::from(strict) });
            }
            Place::Private { obj, name, site } => {
                self.e.position(site);
                self.e.op(Op::SetPrivate { obj, name, src });
            }
            Place::Super { base, key, this, site } => {
                self.e.position(site);
                self.e.op(Op::SetWithReceiver {
                    obj: base,
                    key,
                    src,
                    receiver: this,
                    strict: u8::from(strict),
                });
            }
        }
    }

    /// Register with the private name `name` of an enclosing class.
    pub(super) fn private_name(&mut self, name: &str, span: Span) -> Result<Reg, Fault> {
        let binding = self.an.find_private(self.f.scope, name).ok_or_else(|| {
            Fault::syntax(
                format!("Private field '#{name}' must be declared in an enclosing class"),
                span,
            )
        })?;
        self.read_binding(binding, false, span, None)
    }

    // ---- optional chains

    fn exit_chain(&mut self, src: Reg) {
        if let Some(label) = self.f.chains.last().copied() {
            self.e.jump(Op::JmpNullish { src, off: 0 }, label);
        }
    }

    pub(super) fn short_circuit(&mut self, src: Reg) {
        self.exit_chain(src);
    }

    pub(super) fn chain(
        &mut self,
        chain: &'a ChainExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let dst = self.target(dst)?;
        let exit = self.e.label();
        let end = self.e.label();
        self.f.chains.push(exit);
        let mark = self.e.mark();
        match &chain.expression {
            ChainElement::CallExpression(call) => {
                self.call(call, Some(dst))?;
            }
            ChainElement::TSNonNullExpression(inner) => {
                self.expr(&inner.expression, Some(dst))?;
            }
            element => {
                if let Some(member) = chain_member(element) {
                    let place = self.place(&member, &[])?;
                    self.e.release(mark);
                    self.get(place, dst);
                }
            }
        }
        self.f.chains.pop();
        self.e.release(mark);
        self.e.jump(Op::Jmp { off: 0 }, end);
        self.e.place(exit);
        self.e.op(Op::LoadUndefined { dst });
        self.e.place(end);
        Ok(dst)
    }

    pub(super) fn delete(
        &mut self,
        e: &'a Expression<'a>,
        span: Span,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        match e.get_inner_expression().without_parentheses() {
            Expression::ChainExpression(chain) => {
                let Some(member) = chain_member(&chain.expression) else {
                    self.discard(e)?;
                    let dst = self.target(dst)?;
                    self.e.op(Op::LoadTrue { dst });
                    return Ok(dst);
                };
                let dst = self.target(dst)?;
                let exit = self.e.label();
                let end = self.e.label();
                self.f.chains.push(exit);
                self.delete_member(&member, span, Some(dst))?;
                self.f.chains.pop();
                self.e.jump(Op::Jmp { off: 0 }, end);
                self.e.place(exit);
                self.e.op(Op::LoadTrue { dst });
                self.e.place(end);
                Ok(dst)
            }
            Expression::Identifier(id) => {
                let (binding, _) = self.an.resolution(id);
                let dst = self.target(dst)?;
                if binding == super::scope::GLOBAL {
                    let k = self.e.string(id.name.as_str());
                    self.e.op(Op::DeleteGlobal { dst, k });
                } else {
                    self.e.op(Op::LoadFalse { dst });
                }
                Ok(dst)
            }
            inner => {
                if let Some(member) = Self::as_member(inner) {
                    return self.delete_member(&member, span, dst);
                }
                self.discard(e)?;
                self.e.release(mark);
                let dst = self.target(dst)?;
                self.e.op(Op::LoadTrue { dst });
                Ok(dst)
            }
        }
    }

    fn delete_member(
        &mut self,
        member: &Member<'a>,
        span: Span,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let place = self.place(member, &[])?;
        self.e.release(mark);
        let dst = self.target(dst)?;
        let strict = self.f.strict;
        match place {
            Place::Named { obj, name, site } => {
                let k = self.e.string(name);
                self.e.position(site);
                self.e.op(Op::DeleteProp { dst, obj, strict: u8::from(strict), k });
            }
            Place::Keyed { obj, key, site } => {
                self.e.position(site);
                self.e.op(Op::DeleteElem { dst, obj, key, strict: u32::from(strict) });
            }
            Place::Super { .. } => {
                let k = self.e.string("Unsupported reference to 'super'");
                self.e.position(site(span));
                self.e.op(Op::ThrowError { kind: 1, k });
            }
            Place::Private { .. } => {
                return Err(Fault::syntax("Private fields can not be deleted", span));
            }
        }
        Ok(dst)
    }
}

/// The member at the end of an optional chain.
pub(super) fn chain_member<'a>(element: &'a ChainElement<'a>) -> Option<Member<'a>> {
    Some(match element {
        ChainElement::StaticMemberExpression(node) => Compiler::static_member(node),
        ChainElement::ComputedMemberExpression(node) => Compiler::computed_member(node),
        ChainElement::PrivateFieldExpression(node) => Compiler::private_member(node),
        ChainElement::TSNonNullExpression(node) => {
            return Compiler::as_member(node.expression.get_inner_expression());
        }
        ChainElement::CallExpression(_) => return None,
    })
}
