//! Destructuring: binding patterns and assignment patterns.

use super::access::Place;
use super::assign::Goal;
use super::control::Control;
use super::function::pattern_name;
use super::literal::is_index;
use super::scope::static_key;
use super::{Compiler, Fault, Name, site};
use crate::bytecode::Op;
use crate::bytecode::opcodes::Reg;
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

/// How a binding pattern's names take their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// InitializeBinding in the current scope.
    Initialise,
    /// PutValue: `var` declarations.
    Var,
}

/// One array element: what to do with its value.
enum Element<'a> {
    Hole,
    Pattern(&'a BindingPattern<'a>, Mode),
    Target(&'a AssignmentTargetMaybeDefault<'a>),
}

/// The element after `...`.
enum Rest<'a> {
    Pattern(&'a BindingPattern<'a>, Mode),
    Target(&'a AssignmentTarget<'a>),
}

/// A target whose operands were evaluated before its value is fetched.
enum Prepared<'a> {
    None,
    Place(Place<'a>),
}

impl<'a> Compiler<'a> {
    pub(super) fn bind_pattern(
        &mut self,
        pattern: &'a BindingPattern<'a>,
        value: Reg,
        span: Span,
        mode: Mode,
    ) -> Result<(), Fault> {
        match pattern {
            BindingPattern::BindingIdentifier(id) => self.bind_name(id, value, mode),
            BindingPattern::AssignmentPattern(node) => {
                let mark = self.e.mark();
                let copy = self.e.temp()?;
                self.e.move_to(copy, value);
                self.default_value(&node.right, copy, pattern_name(&node.left))?;
                self.bind_pattern(&node.left, copy, span, mode)?;
                self.e.release(mark);
                Ok(())
            }
            BindingPattern::ObjectPattern(node) => self.object_pattern(node, value, span, mode),
            BindingPattern::ArrayPattern(node) => {
                let elements = node.elements.iter().map(|element| match element {
                    None => Element::Hole,
                    Some(pattern) => Element::Pattern(pattern, mode),
                });
                let rest = node.rest.as_ref().map(|rest| Rest::Pattern(&rest.argument, mode));
                self.array_elements(elements.collect(), rest, value, span)
            }
        }
    }

    fn bind_name(
        &mut self,
        id: &'a BindingIdentifier<'a>,
        value: Reg,
        mode: Mode,
    ) -> Result<(), Fault> {
        let name = id.name.as_str();
        match mode {
            Mode::Var => self.write_var(name, value, id.span),
            Mode::Initialise => match self.an.own(self.f.scope, name) {
                Some(binding) => self.initialise_binding(binding, value),
                None => self.write_var(name, value, id.span),
            },
        }
    }

    /// `value` becomes the default if it is `undefined`.
    fn default_value(
        &mut self,
        e: &'a Expression<'a>,
        value: Reg,
        name: Name<'_>,
    ) -> Result<(), Fault> {
        let skip = self.e.label();
        self.e.jump(Op::JmpNotUndefined { src: value, off: 0 }, skip);
        let mark = self.e.mark();
        self.expr_named(e, Some(value), name)?;
        self.e.release(mark);
        self.e.place(skip);
        Ok(())
    }

    /// Register a name may be read into directly.
    fn direct_name(&self, pattern: &BindingPattern<'a>, mode: Mode) -> Option<Reg> {
        let BindingPattern::BindingIdentifier(id) = pattern else { return None };
        let binding = match mode {
            Mode::Initialise => self.an.own(self.f.scope, id.name.as_str())?,
            Mode::Var => return None,
        };
        self.direct(binding)
    }

    fn object_pattern(
        &mut self,
        node: &'a ObjectPattern<'a>,
        value: Reg,
        span: Span,
        mode: Mode,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let first = node.properties.first().filter(|property| !property.computed);
        self.check_coercible(
            value,
            first.and_then(|property| static_key(&property.key)),
            span,
            node.span,
        );
        let excluded = self.excluded(node.rest.is_some())?;
        for property in &node.properties {
            let inner = self.e.mark();
            let (pattern, default) = match &property.value {
                BindingPattern::AssignmentPattern(node) => (&node.left, Some(&node.right)),
                pattern => (pattern, None),
            };
            // A default may read the variable, so it must not hold the raw value yet.
            let direct = self.direct_name(pattern, mode);
            let key = self.pattern_key(&property.key, property.computed, excluded)?;
            let dst = match direct {
                Some(register) => register,
                None => self.e.temp()?,
            };
            self.read_pattern_key(key, value, dst, property.key.span(), span);
            if let Some(default) = default {
                self.default_value(default, dst, pattern_name(pattern))?;
            }
            if direct.is_none() {
                self.bind_pattern(pattern, dst, unnamed(property.value.span()), mode)?;
            }
            self.e.release(inner);
        }
        if let (Some(rest), Some(excluded)) = (&node.rest, excluded) {
            let dst = self.e.temp()?;
            self.e.position(site(span));
            self.e.op(Op::ObjectRest { dst, src: value, excluded });
            self.bind_pattern(&rest.argument, dst, unnamed(rest.span), mode)?;
        }
        self.e.release(mark);
        Ok(())
    }

    fn check_coercible(&mut self, src: Reg, first: Option<String>, value: Span, pattern: Span) {
        let k = match first {
            Some(name) => self.e.string(&name),
            None => u32::MAX,
        };
        self.e.position(super::emit::Site { at: pattern.start, span: value });
        self.e.op(Op::CheckObjectCoercible { src, k });
    }

    fn excluded(&mut self, rest: bool) -> Result<Option<Reg>, Fault> {
        if !rest {
            return Ok(None);
        }
        let dst = self.e.temp()?;
        self.e.op(Op::NewArray { dst, capacity: 0 });
        Ok(Some(dst))
    }

    /// Evaluates a property key and notes it for a rest element.
    fn pattern_key(
        &mut self,
        key: &'a PropertyKey<'a>,
        computed: bool,
        excluded: Option<Reg>,
    ) -> Result<PatternKey, Fault> {
        let name = static_key(key).filter(|name| !is_index(name));
        if let Some(name) = name {
            if let Some(array) = excluded {
                let mark = self.e.mark();
                let src = self.e.temp()?;
                self.e.load_string(src, &name);
                self.e.op(Op::ArrayPush { array, src });
                self.e.release(mark);
            }
            return Ok(PatternKey::Name(name));
        }
        let register = self.e.temp()?;
        self.property_key(key, computed, register)?;
        if let Some(array) = excluded {
            self.e.op(Op::ArrayPush { array, src: register });
        }
        Ok(PatternKey::Register(register))
    }

    fn read_pattern_key(&mut self, key: PatternKey, obj: Reg, dst: Reg, at: Span, object: Span) {
        self.e.position(Self::member_site(at, object));
        match key {
            PatternKey::Name(name) => {
                let ic = self.e.ic(&name);
                self.e.op(Op::GetProp { dst, obj, ic });
            }
            PatternKey::Register(key) => {
                self.e.op(Op::GetElem { dst, obj, key });
            }
        }
    }

    // ---- arrays

    fn array_elements(
        &mut self,
        elements: Vec<Element<'a>>,
        rest: Option<Rest<'a>>,
        value: Reg,
        span: Span,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let iter = self.e.temps(2)?;
        self.e.position(site(span));
        self.e.op(Op::GetIterator { dst: iter, src: value });
        let guarded = elements.iter().any(|element| self.may_throw(element))
            || rest.as_ref().is_some_and(|rest| match rest {
                Rest::Pattern(pattern, mode) => self.direct_name(pattern, *mode).is_none(),
                Rest::Target(_) => true,
            });
        let guard = self.guard();
        self.f.controls.push(Control::Iterator { guard, iter, is_async: false });
        for (index, element) in elements.iter().enumerate() {
            let inner = self.e.mark();
            let prepared = match element {
                Element::Target(target) => self.prepare(target)?,
                _ => Prepared::None,
            };
            let direct = match element {
                Element::Pattern(pattern, mode) => match pattern {
                    BindingPattern::AssignmentPattern(node) => self.direct_name(&node.left, *mode),
                    pattern => self.direct_name(pattern, *mode),
                },
                _ => None,
            };
            let dst = match direct {
                Some(register) => register,
                None => self.e.temp()?,
            };
            self.pause_guard();
            self.element_step(iter, dst, index > 0)?;
            self.resume_guard();
            match element {
                Element::Hole => {}
                Element::Pattern(pattern, mode) => {
                    let (pattern, default) = match pattern {
                        BindingPattern::AssignmentPattern(node) => (&node.left, Some(&node.right)),
                        pattern => (*pattern, None),
                    };
                    if let Some(default) = default {
                        self.default_value(default, dst, pattern_name(pattern))?;
                    }
                    if direct.is_none() {
                        self.bind_pattern(pattern, dst, unnamed(pattern.span()), *mode)?;
                    }
                }
                Element::Target(target) => self.finish_target(target, prepared, dst)?,
            }
            self.e.release(inner);
        }
        let exhausts = rest.is_some();
        if let Some(rest) = rest {
            self.rest_elements(iter, rest, !elements.is_empty())?;
        }
        let Some(Control::Iterator { guard, .. }) = self.f.controls.pop() else {
            return Err(Fault::too_complex());
        };
        let range_end = self.e.pc();
        let end = self.e.label();
        if !exhausts {
            if !elements.is_empty() {
                self.e.jump(Op::JmpUndefined { src: iter, off: 0 }, end);
            }
            self.close_iterator(iter, false)?;
        }
        if guarded {
            self.e.jump(Op::Jmp { off: 0 }, end);
            let target = self.e.pc();
            let thrown = self.e.temp()?;
            self.end_guard(guard, range_end, target, thrown);
            let open = self.e.label();
            self.e.here();
            self.e.jump(Op::JmpNotUndefined { src: iter, off: 0 }, open);
            self.e.op(Op::Throw { src: thrown });
            self.e.place(open);
            self.close_and_rethrow(iter, false, thrown)?;
        }
        self.e.place(end);
        self.e.release(mark);
        Ok(())
    }

    fn may_throw(&self, element: &Element<'a>) -> bool {
        match element {
            Element::Hole => false,
            Element::Pattern(pattern, mode) => match pattern {
                BindingPattern::AssignmentPattern(node) => {
                    !node.right.is_literal() || self.direct_name(&node.left, *mode).is_none()
                }
                pattern => self.direct_name(pattern, *mode).is_none(),
            },
            Element::Target(_) => true,
        }
    }

    fn pause_guard(&mut self) {
        let pc = self.e.pc();
        if let Some(Control::Iterator { guard, .. }) = self.f.controls.last_mut() {
            guard.pause(pc);
        }
    }

    fn resume_guard(&mut self) {
        let pc = self.e.pc();
        if let Some(Control::Iterator { guard, .. }) = self.f.controls.last_mut() {
            guard.resume(pc);
        }
    }

    /// Value of the next element in `dst`; once the iterator is exhausted (or failed) `iter` is `undefined`.
    fn element_step(&mut self, iter: Reg, dst: Reg, may_be_done: bool) -> Result<(), Fault> {
        let done = self.e.label();
        let missing = self.e.label();
        let have = self.e.label();
        if may_be_done {
            self.e.jump(Op::JmpUndefined { src: iter, off: 0 }, missing);
        }
        let step = self.step(iter, dst, done)?;
        self.e.jump(Op::Jmp { off: 0 }, have);
        self.e.place(done);
        self.e.op(Op::LoadUndefined { dst: iter });
        self.e.place(missing);
        self.e.op(Op::LoadUndefined { dst });
        self.e.place(have);
        self.e.patch_skip(step)
    }

    fn rest_elements(&mut self, iter: Reg, rest: Rest<'a>, may_be_done: bool) -> Result<(), Fault> {
        let mark = self.e.mark();
        let prepared = match &rest {
            Rest::Target(target) => self.prepare_target(target)?,
            Rest::Pattern(..) => Prepared::None,
        };
        let array = self.e.temp()?;
        let value = self.e.temp()?;
        self.pause_guard();
        self.e.op(Op::NewArray { dst: array, capacity: 0 });
        let end = self.e.label();
        let done = self.e.label();
        let next = self.e.label();
        if may_be_done {
            self.e.jump(Op::JmpUndefined { src: iter, off: 0 }, end);
        }
        self.e.jump(Op::Jmp { off: 0 }, next);
        let top = self.e.here();
        self.e.op(Op::ArrayPush { array, src: value });
        self.e.place(next);
        let step = self.step(iter, value, done)?;
        self.e.patch_skip(step)?;
        self.e.jump(Op::Loop { off: 0 }, top);
        self.e.place(done);
        self.e.op(Op::LoadUndefined { dst: iter });
        self.e.place(end);
        self.resume_guard();
        match rest {
            Rest::Pattern(pattern, mode) => {
                self.bind_pattern(pattern, array, unnamed(pattern.span()), mode)?
            }
            Rest::Target(target) => match prepared {
                Prepared::Place(place) => self.set(place, array),
                Prepared::None => self.assign_target(target, array, unnamed(target.span()))?,
            },
        }
        self.e.release(mark);
        Ok(())
    }

    // ---- assignment patterns

    pub(super) fn assign_pattern(
        &mut self,
        pattern: &'a AssignmentTargetPattern<'a>,
        value: Reg,
        span: Span,
    ) -> Result<(), Fault> {
        match pattern {
            AssignmentTargetPattern::ArrayAssignmentTarget(node) => {
                let elements = node.elements.iter().map(|element| match element {
                    None => Element::Hole,
                    Some(target) => Element::Target(target),
                });
                let rest = node.rest.as_ref().map(|rest| Rest::Target(&rest.target));
                self.array_elements(elements.collect(), rest, value, span)
            }
            AssignmentTargetPattern::ObjectAssignmentTarget(node) => {
                self.object_target(node, value, span)
            }
        }
    }

    pub(super) fn assign_target(
        &mut self,
        target: &'a AssignmentTarget<'a>,
        value: Reg,
        span: Span,
    ) -> Result<(), Fault> {
        if let Some(pattern) = target.as_assignment_target_pattern() {
            return self.assign_pattern(pattern, value, span);
        }
        let Some(simple) = target.as_simple_assignment_target() else { return Ok(()) };
        let mark = self.e.mark();
        match Self::goal(simple) {
            Some(Goal::Variable(id)) => self.write_reference(id, value)?,
            Some(Goal::Member(member)) => {
                let place = self.place(&member, &[])?;
                self.set(place, value);
            }
            Some(Goal::Invalid(e)) => {
                self.discard(e)?;
                let k = self.e.string("Invalid left-hand side in assignment");
                self.e.position(site(e.span()));
                self.e.op(Op::ThrowError { kind: 1, k });
            }
            None => return Err(Fault::syntax("Invalid destructuring assignment target", span)),
        }
        self.e.release(mark);
        Ok(())
    }

    fn object_target(
        &mut self,
        node: &'a ObjectAssignmentTarget<'a>,
        value: Reg,
        span: Span,
    ) -> Result<(), Fault> {
        let mark = self.e.mark();
        let first = node.properties.first().and_then(|property| match property {
            AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(node) => {
                Some(node.binding.name.to_string())
            }
            AssignmentTargetProperty::AssignmentTargetPropertyProperty(node) if !node.computed => {
                static_key(&node.name)
            }
            _ => None,
        });
        self.check_coercible(value, first, span, node.span);
        let excluded = self.excluded(node.rest.is_some())?;
        for property in &node.properties {
            let inner = self.e.mark();
            match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(node) => {
                    let name = node.binding.name.as_str();
                    if let Some(array) = excluded {
                        let src = self.e.temp()?;
                        self.e.load_string(src, name);
                        self.e.op(Op::ArrayPush { array, src });
                        self.e.release(inner);
                    }
                    let dst = self.e.temp()?;
                    let key = PatternKey::Name(name.to_string());
                    self.read_pattern_key(key, value, dst, node.binding.span, span);
                    if let Some(init) = &node.init {
                        self.default_value(init, dst, Name::Text(name))?;
                    }
                    self.write_reference(&node.binding, dst)?;
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(node) => {
                    let key = self.pattern_key(&node.name, node.computed, excluded)?;
                    let prepared = self.prepare(&node.binding)?;
                    let dst = self.e.temp()?;
                    self.read_pattern_key(key, value, dst, node.name.span(), span);
                    self.finish_target(&node.binding, prepared, dst)?;
                }
            }
            self.e.release(inner);
        }
        if let (Some(rest), Some(excluded)) = (&node.rest, excluded) {
            let prepared = self.prepare_target(&rest.target)?;
            let dst = self.e.temp()?;
            self.e.position(site(span));
            self.e.op(Op::ObjectRest { dst, src: value, excluded });
            match prepared {
                Prepared::Place(place) => self.set(place, dst),
                Prepared::None => self.assign_target(&rest.target, dst, unnamed(rest.span))?,
            }
        }
        self.e.release(mark);
        Ok(())
    }

    /// Evaluates the operands of a member target, which comes before its value is fetched.
    fn prepare(
        &mut self,
        target: &'a AssignmentTargetMaybeDefault<'a>,
    ) -> Result<Prepared<'a>, Fault> {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(node) => {
                self.prepare_member(&node.binding, Some(&node.init))
            }
            _ => match target.as_assignment_target() {
                Some(target) => self.prepare_member(target, None),
                None => Ok(Prepared::None),
            },
        }
    }

    fn prepare_target(&mut self, target: &'a AssignmentTarget<'a>) -> Result<Prepared<'a>, Fault> {
        self.prepare_member(target, None)
    }

    fn prepare_member(
        &mut self,
        target: &'a AssignmentTarget<'a>,
        default: Option<&'a Expression<'a>>,
    ) -> Result<Prepared<'a>, Fault> {
        let Some(simple) = target.as_simple_assignment_target() else { return Ok(Prepared::None) };
        match Self::goal(simple) {
            Some(Goal::Member(member)) => {
                let later: Vec<&Expression<'a>> = default.into_iter().collect();
                let place = self.place(&member, &later)?;
                Ok(Prepared::Place(place))
            }
            _ => Ok(Prepared::None),
        }
    }

    fn finish_target(
        &mut self,
        target: &'a AssignmentTargetMaybeDefault<'a>,
        prepared: Prepared<'a>,
        value: Reg,
    ) -> Result<(), Fault> {
        let (target, default) = match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(node) => {
                (&node.binding, Some(&node.init))
            }
            _ => match target.as_assignment_target() {
                Some(target) => (target, None),
                None => return Ok(()),
            },
        };
        if let Some(default) = default {
            let name = match target {
                AssignmentTarget::AssignmentTargetIdentifier(id) => Name::Text(id.name.as_str()),
                _ => Name::None,
            };
            self.default_value(default, value, name)?;
        }
        match prepared {
            Prepared::Place(place) => {
                self.set(place, value);
                Ok(())
            }
            Prepared::None => self.assign_target(target, value, unnamed(target.span())),
        }
    }
}

/// Span of a value that no expression of the program stands for: errors describe the value instead.
pub(super) fn unnamed(span: Span) -> Span {
    Span::new(span.start, span.start)
}

/// A property key of a pattern once evaluated.
enum PatternKey {
    Name(String),
    Register(Reg),
}
