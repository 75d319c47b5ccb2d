//! Reading and writing variables: registers, environment slots, globals, dead zones.

use super::emit::Site;
use super::scope::{BindIdx, BindingKind, FunctionRole, GLOBAL, NONE, Place, ScopeIdx};
use super::{Compiler, Fault, Target, site};
use crate::bytecode::Op;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::IdentifierReference;
use oxc_span::Span;

/// Locals above this register go to an environment, so that temporaries always find room.
const LOCALS: u16 = 190;

/// What to restore when a scope is left.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    mark: u16,
    env: Option<Reg>,
    scope: ScopeIdx,
}

impl<'a> Compiler<'a> {
    /// Opens `scope`: places its bindings, makes its environment, marks dead zones. Registers that already have a
    /// place (positional parameters) keep it. `clean`: fresh registers are known to be `undefined`.
    pub(super) fn enter(&mut self, scope: ScopeIdx, clean: bool) -> Result<Entered, Fault> {
        let entered = Entered { mark: self.e.mark(), env: self.f.env, scope: self.f.scope };
        if scope == NONE {
            return Ok(entered);
        }
        self.f.scope = scope;
        let mut slots = 0;
        for index in 0..self.an.scopes[scope as usize].bindings.len() {
            let binding = self.an.scopes[scope as usize].bindings[index];
            let row = &self.an.bindings[binding as usize];
            if row.kind == BindingKind::EnumMember || row.place != Place::Unplaced {
                continue;
            }
            let captured = row.captured || self.e.mark() >= LOCALS;
            let place = if captured {
                slots += 1;
                Place::Slot(slots - 1)
            } else {
                Place::Register(self.e.temp()?)
            };
            self.an.bindings[binding as usize].place = place;
        }
        if slots > 0 {
            let env = self.e.temp()?;
            self.an.scopes[scope as usize].has_env = true;
            self.an.scopes[scope as usize].env_register = env;
            self.new_env(env, slots);
            self.f.env = Some(env);
        }
        self.initialise(scope, clean)?;
        Ok(entered)
    }

    fn new_env(&mut self, env: Reg, size: u32) {
        let parent = match self.f.env {
            Some(parent) => parent,
            None => {
                self.e.op(Op::LoadUndefined { dst: env });
                env
            }
        };
        self.e.op(Op::NewEnv { dst: env, parent, size });
    }

    /// Dead-zone marks and initial values of a scope's bindings.
    fn initialise(&mut self, scope: ScopeIdx, clean: bool) -> Result<(), Fault> {
        let mut undefined = None;
        let mark = self.e.mark();
        for index in 0..self.an.scopes[scope as usize].bindings.len() {
            let binding = self.an.scopes[scope as usize].bindings[index];
            let row = &self.an.bindings[binding as usize];
            let starts_undefined = matches!(row.kind, BindingKind::Var | BindingKind::Function);
            match row.place {
                Place::Register(register) => {
                    if row.needs_hole {
                        self.e.op(Op::LoadHole { dst: register });
                    } else if starts_undefined && !clean {
                        self.e.op(Op::LoadUndefined { dst: register });
                    }
                }
                Place::Slot(slot) if starts_undefined => {
                    let src = match undefined {
                        Some(register) => register,
                        None => {
                            let register = self.e.temp()?;
                            self.e.op(Op::LoadUndefined { dst: register });
                            undefined = Some(register);
                            register
                        }
                    };
                    let env = self.an.scopes[scope as usize].env_register;
                    self.e.op(Op::StoreEnv { src, env, hops: 0, slot });
                }
                _ => {}
            }
        }
        self.e.release(mark);
        Ok(())
    }

    /// Marks the dead zones of a loop head anew for the next iteration.
    pub(super) fn mark_dead(&mut self, scope: ScopeIdx) {
        if scope == NONE {
            return;
        }
        for index in 0..self.an.scopes[scope as usize].bindings.len() {
            let binding = self.an.scopes[scope as usize].bindings[index];
            let row = &self.an.bindings[binding as usize];
            if let (Place::Register(dst), true) = (row.place, row.needs_hole) {
                self.e.op(Op::LoadHole { dst });
            }
        }
    }

    pub(super) fn leave(&mut self, entered: Entered) {
        self.f.env = entered.env;
        self.f.scope = entered.scope;
        self.e.release(entered.mark);
    }

    /// A fresh environment for the next iteration of a loop whose head bindings are captured.
    pub(super) fn renew_env(&mut self, scope: ScopeIdx, copy: bool) {
        if scope == NONE || !self.an.scopes[scope as usize].has_env {
            return;
        }
        let env = self.an.scopes[scope as usize].env_register;
        if copy {
            self.e.op(Op::CopyEnv { dst: env, src: env });
            return;
        }
        let size = self.an.scopes[scope as usize]
            .bindings
            .iter()
            .filter(|row| matches!(self.an.bindings[**row as usize].place, Place::Slot(_)))
            .count() as u32;
        let saved = self.f.env;
        self.f.env = self.enclosing_env(scope);
        self.new_env(env, size);
        self.f.env = saved;
    }

    /// Environment around `scope` within the running function.
    fn enclosing_env(&self, scope: ScopeIdx) -> Option<Reg> {
        let func = self.f.func;
        let mut outer = self.an.scopes[scope as usize].parent;
        while outer != NONE && self.an.scopes[outer as usize].func == func {
            if self.an.scopes[outer as usize].has_env {
                return Some(self.an.scopes[outer as usize].env_register);
            }
            outer = self.an.scopes[outer as usize].parent;
        }
        self.f.outer_env
    }

    /// Register and distance of the environment of `scope`.
    fn env_of(&self, scope: ScopeIdx) -> Result<(Reg, u8), Fault> {
        if self.an.scopes[scope as usize].func == self.f.func {
            return Ok((self.an.scopes[scope as usize].env_register, 0));
        }
        let mut hops = 0u32;
        let mut outer = self.an.functions[self.f.func as usize].outer_scope;
        while outer != scope && outer != NONE {
            if self.an.scopes[outer as usize].has_env {
                hops += 1;
            }
            outer = self.an.scopes[outer as usize].parent;
        }
        let env = self.f.outer_env.ok_or_else(Fault::too_complex)?;
        let hops = u8::try_from(hops).map_err(|_| Fault::too_complex())?;
        Ok((env, hops))
    }

    /// The register a reference can be read from without any instruction.
    pub(super) fn in_register(&self, id: &IdentifierReference<'a>) -> Option<Reg> {
        let (binding, checked) = self.an.resolution(id);
        if binding == GLOBAL || checked {
            return None;
        }
        match self.an.bindings[binding as usize].place {
            Place::Register(register) => Some(register),
            _ => None,
        }
    }

    pub(super) fn read_reference(
        &mut self,
        id: &IdentifierReference<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let (binding, checked) = self.an.resolution(id);
        if binding == GLOBAL {
            return self.read_global(id.name.as_str(), id.span, dst, false);
        }
        self.read_binding(binding, checked, id.span, dst)
    }

    pub(super) fn read_global(
        &mut self,
        name: &str,
        span: Span,
        dst: Option<Reg>,
        or_undefined: bool,
    ) -> Result<Reg, Fault> {
        let dst = self.target(dst)?;
        match name {
            "undefined" => {
                self.e.op(Op::LoadUndefined { dst });
                return Ok(dst);
            }
            "NaN" => {
                self.e.load_number(dst, f64::NAN);
                return Ok(dst);
            }
            "Infinity" => {
                self.e.load_number(dst, f64::INFINITY);
                return Ok(dst);
            }
            _ => {}
        }
        if let Target::SelfHosted(resolver) = self.target {
            let id = name
                .strip_prefix('$')
                .and_then(resolver)
                .ok_or_else(|| Fault::syntax(format!("{name} is no intrinsic"), span))?;
            self.e.op(Op::LoadIntrinsic { dst, id });
            return Ok(dst);
        }
        let ic = self.e.ic(name);
        self.e.position(site(span));
        self.e.op(if or_undefined {
            Op::LoadGlobalOrUndefined { dst, ic }
        } else {
            Op::LoadGlobal { dst, ic }
        });
        Ok(dst)
    }

    pub(super) fn read_binding(
        &mut self,
        binding: BindIdx,
        checked: bool,
        span: Span,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let row = &self.an.bindings[binding as usize];
        let (scope, name) = (row.scope, row.name);
        if row.kind == BindingKind::EnumMember {
            let object = self.an.scopes[scope as usize].bindings[0];
            let mark = self.e.mark();
            let obj = self.read_binding(object, false, span, None)?;
            self.e.release(mark);
            let dst = self.target(dst)?;
            let ic = self.e.ic(name);
            self.e.op(Op::GetProp { dst, obj, ic });
            return Ok(dst);
        }
        match row.place {
            Place::Register(register) => {
                if checked {
                    let k = self.e.string(name);
                    self.e.position(site(span));
                    self.e.op(Op::CheckTdz { src: register, k });
                }
                match dst {
                    Some(dst) => {
                        self.e.move_to(dst, register);
                        Ok(dst)
                    }
                    None => Ok(register),
                }
            }
            Place::Slot(slot) => {
                let dst = self.target(dst)?;
                let (env, hops) = self.env_of(scope)?;
                if checked {
                    let k = self.e.string(name);
                    self.e.position(site(span));
                    match (u16::try_from(slot), u16::try_from(k)) {
                        (Ok(slot), Ok(k)) => {
                            self.e.op(Op::LoadEnvChecked { dst, env, hops, slot, k });
                        }
                        _ => {
                            self.e.op(Op::LoadEnv { dst, env, hops, slot });
                            self.e.op(Op::CheckTdz { src: dst, k });
                        }
                    }
                } else {
                    self.e.op(Op::LoadEnv { dst, env, hops, slot });
                }
                Ok(dst)
            }
            Place::Unplaced => Err(Fault::syntax(format!("'{name}' cannot be used here"), span)),
        }
    }

    /// The register an initialisation may write to at once: nothing can see it half done.
    pub(super) fn direct(&self, binding: BindIdx) -> Option<Reg> {
        let row = &self.an.bindings[binding as usize];
        match row.place {
            Place::Register(register) if !row.needs_hole => Some(register),
            _ => None,
        }
    }

    /// InitializeBinding.
    pub(super) fn initialise_binding(&mut self, binding: BindIdx, src: Reg) -> Result<(), Fault> {
        let row = &self.an.bindings[binding as usize];
        match row.place {
            Place::Register(register) => self.e.move_to(register, src),
            Place::Slot(slot) => {
                let (env, hops) = self.env_of(row.scope)?;
                self.e.op(Op::StoreEnv { src, env, hops, slot });
            }
            Place::Unplaced => return Err(Fault::too_complex()),
        }
        Ok(())
    }

    /// PutValue to a resolved binding.
    pub(super) fn write_binding(
        &mut self,
        binding: BindIdx,
        checked: bool,
        src: Reg,
        span: Span,
    ) -> Result<(), Fault> {
        let row = &self.an.bindings[binding as usize];
        let (name, scope, kind, place) = (row.name, row.scope, row.kind, row.place);
        match kind {
            BindingKind::Const | BindingKind::ClassInner => {
                let mark = self.e.mark();
                if checked {
                    self.read_binding(binding, true, span, None)?;
                }
                self.e.release(mark);
                return self.throw_const(name, span);
            }
            BindingKind::FunctionName => {
                if self.f.strict {
                    return self.throw_const(name, span);
                }
                return Ok(());
            }
            BindingKind::EnumMember => return Ok(()),
            _ => {}
        }
        match place {
            Place::Register(register) => {
                if checked {
                    let k = self.e.string(name);
                    self.e.position(site(span));
                    self.e.op(Op::CheckTdz { src: register, k });
                }
                self.e.move_to(register, src);
            }
            Place::Slot(slot) => {
                let (env, hops) = self.env_of(scope)?;
                if checked {
                    let k = self.e.string(name);
                    self.e.position(site(span));
                    match (u16::try_from(slot), u16::try_from(k)) {
                        (Ok(slot), Ok(k)) => {
                            self.e.op(Op::StoreEnvChecked { src, env, hops, slot, k });
                        }
                        _ => {
                            let mark = self.e.mark();
                            let old = self.e.temp()?;
                            self.e.op(Op::LoadEnv { dst: old, env, hops, slot });
                            self.e.op(Op::CheckTdz { src: old, k });
                            self.e.release(mark);
                            self.e.op(Op::StoreEnv { src, env, hops, slot });
                        }
                    }
                } else {
                    self.e.op(Op::StoreEnv { src, env, hops, slot });
                }
            }
            Place::Unplaced => {
                return Err(Fault::syntax(format!("'{name}' cannot be used here"), span));
            }
        }
        Ok(())
    }

    pub(super) fn throw_const(&mut self, name: &str, span: Span) -> Result<(), Fault> {
        let k = self.e.string(name);
        self.e.position(site(span));
        self.e.op(Op::ThrowConstAssign { k });
        Ok(())
    }

    pub(super) fn write_reference(
        &mut self,
        id: &IdentifierReference<'a>,
        src: Reg,
    ) -> Result<(), Fault> {
        let (binding, checked) = self.an.resolution(id);
        if binding == GLOBAL {
            return self.write_global(id.name.as_str(), src, id.span);
        }
        self.write_binding(binding, checked, src, id.span)
    }

    pub(super) fn write_global(&mut self, name: &str, src: Reg, span: Span) -> Result<(), Fault> {
        if self.self_hosted() {
            return Err(Fault::syntax(format!("{name} is not declared"), span));
        }
        let ic = self.e.ic(name);
        self.e.position(site(span));
        self.e.op(Op::StoreGlobal { src, strict: u8::from(self.f.strict), ic });
        Ok(())
    }

    /// Writes a `var` of the running function by name (its initialiser, or a hoisted block function).
    pub(super) fn write_var(&mut self, name: &str, src: Reg, span: Span) -> Result<(), Fault> {
        match self.an.lookup(self.f.scope, name) {
            Some(binding) => self.write_binding(binding, false, src, span),
            None => self.write_global(name, src, span),
        }
    }

    pub(super) fn target(&mut self, dst: Option<Reg>) -> Result<Reg, Fault> {
        match dst {
            Some(dst) => Ok(dst),
            None => self.e.temp(),
        }
    }

    // ---- what functions have without a name: this, new.target, home object, the function itself

    /// Register holding `this`, checked where `super()` may not have run.
    pub(super) fn read_this(&mut self, span: Span, dst: Option<Reg>) -> Result<Reg, Fault> {
        let register = self.raw_this(dst)?;
        let owner = self.an.this_owner(self.f.func);
        if self.an.functions[owner as usize].derived {
            self.e.position(site(span));
            self.e.op(Op::CheckThis { src: register });
        }
        Ok(register)
    }

    /// `this` as it stands, possibly the hole in a derived constructor.
    pub(super) fn raw_this(&mut self, dst: Option<Reg>) -> Result<Reg, Fault> {
        let owner = self.an.this_owner(self.f.func);
        let info = &self.an.functions[owner as usize];
        let (role, derived, binding) = (info.role, info.derived, info.this);
        if role == FunctionRole::Top {
            let dst = self.target(dst)?;
            self.e.op(match self.target {
                Target::Script => Op::LoadGlobalThis { dst },
                _ => Op::LoadUndefined { dst },
            });
            return Ok(dst);
        }
        if owner == self.f.func && (!derived || binding == NONE) {
            return Ok(match dst {
                Some(dst) => {
                    self.e.move_to(dst, 0);
                    dst
                }
                None => 0,
            });
        }
        self.read_binding(binding, false, Span::default(), dst)
    }

    pub(super) fn read_home(&mut self, dst: Reg) -> Result<(), Fault> {
        let owner = self.an.this_owner(self.f.func);
        if owner == self.f.func {
            self.e.op(Op::LoadHome { dst });
        } else {
            let binding = self.an.functions[owner as usize].home;
            self.read_binding(binding, false, Span::default(), Some(dst))?;
        }
        Ok(())
    }

    pub(super) fn read_new_target(&mut self, dst: Option<Reg>) -> Result<Reg, Fault> {
        let owner = self.an.this_owner(self.f.func);
        let dst = self.target(dst)?;
        if self.an.functions[owner as usize].role == FunctionRole::Top {
            self.e.op(Op::LoadUndefined { dst });
        } else if owner == self.f.func {
            self.e.op(Op::LoadNewTarget { dst });
        } else {
            let binding = self.an.functions[owner as usize].new_target;
            self.read_binding(binding, false, Span::default(), Some(dst))?;
        }
        Ok(dst)
    }

    pub(super) fn read_callee(&mut self, dst: Reg) -> Result<(), Fault> {
        let owner = self.an.this_owner(self.f.func);
        if owner == self.f.func {
            self.e.op(Op::LoadCallee { dst });
        } else {
            let binding = self.an.functions[owner as usize].callee;
            self.read_binding(binding, false, Span::default(), Some(dst))?;
        }
        Ok(())
    }

    /// Where an error about a member is reported: at the property, quoting the object.
    pub(super) fn member_site(property: Span, object: Span) -> Site {
        Site { at: property.start, span: object }
    }
}
