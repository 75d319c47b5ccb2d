//! Classes: constructor, methods, accessors, fields, private names, static blocks.
//!
//! Instance fields and private methods become one initialiser function, static fields and blocks another that
//! runs once. What they need from class evaluation (computed keys, private methods) stands in hidden bindings of
//! the class scope.

use super::emit::Emitter;
use super::function::{Job, Signature};
use super::literal::{accessor_name, is_index};
use super::scope::{BindIdx, ElementInfo, NONE, static_key};
use super::{Compiler, Fault, Frame, Name, site};
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{FunctionKind, Op};
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};
use std::sync::Arc;

impl<'a> Compiler<'a> {
    pub(super) fn class(
        &mut self,
        node: &'a Class<'a>,
        dst: Option<Reg>,
        name: Name<'_>,
    ) -> Result<Reg, Fault> {
        if let Some(decorator) = node.decorators.first() {
            return Err(decorators(decorator.span));
        }
        let index = self.an.class_of(&node.scope_id);
        let Some(info) = self.an.classes.get(index as usize) else {
            return Err(Fault::too_complex());
        };
        let (scope, inner_name, instance_init, static_init) =
            (info.scope, info.inner_name, info.instance_init, info.static_init);
        let elements = info.elements.clone();
        self.class_spans.insert(index, node.span);
        let strict = std::mem::replace(&mut self.f.strict, true);
        let mark = self.e.mark();
        let class = self.e.temps(2)?;
        let proto = class + 1;
        let entered = self.enter(scope, false)?;
        for binding in self.an.privates_of(scope) {
            self.new_private(binding)?;
        }
        for element in &elements {
            if element.storage != NONE {
                self.new_private(element.storage)?;
            }
        }
        match &node.heritage {
            Some(heritage) => {
                self.expr(&heritage.expression, Some(proto))?;
            }
            None => {
                self.e.op(Op::LoadHole { dst: proto });
            }
        }
        self.define_class(node, class, name)?;
        for (element, info) in node.body.body.iter().zip(&elements) {
            let inner = self.e.mark();
            self.class_element(element, info, class)?;
            self.e.release(inner);
        }
        if inner_name != NONE {
            self.initialise_binding(inner_name, class)?;
        }
        let inner = self.e.mark();
        if instance_init != NONE {
            let init = self.e.temp()?;
            self.closure(Job::Fields { class: node, is_static: false }, init, Name::None)?;
            self.e.op(Op::SetHome { func: init, home: proto });
            self.e.op(Op::SetClassFields { class, init });
        }
        self.e.release(inner);
        for (element, info) in node.body.body.iter().zip(&elements) {
            self.static_private(element, info, class)?;
            self.e.release(inner);
        }
        if static_init != NONE {
            let f = self.e.temps(2)?;
            let job = Job::Fields { class: node, is_static: true };
            self.closure(job, f, Name::Text("<static_initializer>"))?;
            self.e.op(Op::SetHome { func: f, home: class });
            self.e.move_to(f + 1, class);
            self.e.position(site(node.span));
            self.e.op(Op::Call { dst: f, f, argc: 0 });
        }
        self.leave(entered);
        self.f.strict = strict;
        self.settle(mark, class, dst)
    }

    fn new_private(&mut self, binding: BindIdx) -> Result<(), Fault> {
        let mark = self.e.mark();
        let text = format!("#{}", self.an.bindings[binding as usize].name);
        let k = self.e.string(&text);
        let dst = self.e.temp()?;
        self.e.op(Op::NewPrivateName { dst, k });
        self.initialise_binding(binding, dst)?;
        self.e.release(mark);
        Ok(())
    }

    fn define_class(
        &mut self,
        node: &'a Class<'a>,
        class: Reg,
        name: Name<'_>,
    ) -> Result<(), Fault> {
        let own = node.id.as_ref().map(|id| id.name.as_str());
        let text = match (own, name) {
            (Some(own), _) => own,
            (None, Name::Text(text)) => text,
            _ => "",
        };
        let kind = if node.heritage.is_some() {
            FunctionKind::DerivedConstructor
        } else {
            FunctionKind::BaseConstructor
        };
        let constructor = node.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(method)
                if method.kind == MethodDefinitionKind::Constructor
                    && method.value.body.is_some() =>
            {
                Some(method)
            }
            _ => None,
        });
        let mut uses_home = false;
        let job = match constructor {
            Some(method) => {
                let func = self.an.function_of(&method.value.scope_id);
                if let Some(info) = self.an.functions.get(func as usize) {
                    uses_home = info.uses_home;
                }
                self.constructor_params.insert(func, &method.value.params);
                Job::Function { node: &method.value, kind, method: false }
            }
            None => Job::DefaultConstructor(node),
        };
        let func = self.enqueue(job, text);
        let env = match self.f.env {
            Some(env) => env,
            None => {
                self.e.op(Op::LoadUndefined { dst: class });
                class
            }
        };
        let span = node.heritage.as_ref().map_or(node.span, |heritage| heritage.expression.span());
        self.e.position(site(span));
        self.e.op(Op::DefineClass { dst: class, env, func });
        if let (None, Name::Key(key, prefix)) = (own, name) {
            self.e.op(Op::SetFunctionName { func: class, key, prefix });
        }
        if uses_home {
            self.e.op(Op::SetHome { func: class, home: class + 1 });
        }
        Ok(())
    }

    fn uses_home(&self, function: &Function<'a>) -> bool {
        let func = self.an.function_of(&function.scope_id);
        self.an.functions.get(func as usize).is_some_and(|info| info.uses_home)
    }

    fn class_element(
        &mut self,
        element: &'a ClassElement<'a>,
        info: &ElementInfo,
        class: Reg,
    ) -> Result<(), Fault> {
        match element {
            ClassElement::MethodDefinition(method) => self.class_method(method, info, class),
            ClassElement::PropertyDefinition(property) => {
                if let Some(decorator) = property.decorators.first() {
                    return Err(decorators(decorator.span));
                }
                if info.key != NONE {
                    let key = self.e.temp()?;
                    self.property_key(&property.key, true, key)?;
                    self.initialise_binding(info.key, key)?;
                } else if property.computed
                    && property.r#type == PropertyDefinitionType::PropertyDefinition
                    && !property.declare
                {
                    if let Some(e) = property.key.as_expression() {
                        self.discard(e)?;
                    }
                }
                Ok(())
            }
            ClassElement::AccessorProperty(property)
                if property.r#type == AccessorPropertyType::AccessorProperty =>
            {
                self.accessor_field(property, info, class)
            }
            _ => Ok(()),
        }
    }

    fn class_method(
        &mut self,
        method: &'a MethodDefinition<'a>,
        info: &ElementInfo,
        class: Reg,
    ) -> Result<(), Fault> {
        if method.kind == MethodDefinitionKind::Constructor || method.value.body.is_none() {
            return Ok(());
        }
        if let Some(decorator) = method.decorators.first() {
            return Err(decorators(decorator.span));
        }
        let home = if method.r#static { class } else { class + 1 };
        let prefix = match method.kind {
            MethodDefinitionKind::Get => 1,
            MethodDefinitionKind::Set => 2,
            _ => 0,
        };
        if let PropertyKey::PrivateIdentifier(id) = &method.key {
            // Static private methods are made and added after the class is complete.
            if !method.r#static {
                let func = self.e.temp()?;
                let text = accessor_name(&format!("#{}", id.name), prefix);
                self.method(&method.value, func, Name::Text(&text))?;
                if self.uses_home(&method.value) {
                    self.e.op(Op::SetHome { func, home });
                }
                self.initialise_binding(info.function, func)?;
            }
            return Ok(());
        }
        let key = self.e.temp()?;
        self.property_key(&method.key, method.computed, key)?;
        let func = self.e.temp()?;
        let text;
        let name = match static_key(&method.key) {
            Some(key) => {
                text = accessor_name(&key, prefix);
                Name::Text(&text)
            }
            None => Name::Key(key, prefix),
        };
        self.method(&method.value, func, name)?;
        if self.uses_home(&method.value) {
            self.e.op(Op::SetHome { func, home });
        }
        self.e.position(site(method.key.span()));
        self.e.op(match method.kind {
            MethodDefinitionKind::Get => Op::DefineGetter { obj: home, key, func, enumerable: 0 },
            MethodDefinitionKind::Set => Op::DefineSetter { obj: home, key, func, enumerable: 0 },
            _ => Op::DefineMethod { obj: home, key, func, enumerable: 0 },
        });
        Ok(())
    }

    /// Getter and setter of an `accessor` field over its hidden private name.
    fn accessor_field(
        &mut self,
        property: &'a AccessorProperty<'a>,
        info: &ElementInfo,
        class: Reg,
    ) -> Result<(), Fault> {
        if let Some(decorator) = property.decorators.first() {
            return Err(decorators(decorator.span));
        }
        let home = if property.r#static { class } else { class + 1 };
        let key = self.e.temp()?;
        let private = matches!(property.key, PropertyKey::PrivateIdentifier(_));
        if private {
            if property.r#static {
                return Ok(());
            }
        } else {
            self.property_key(&property.key, property.computed, key)?;
        }
        let getter = self.e.temp()?;
        let setter = self.e.temp()?;
        self.accessor_pair(property, info.storage, key, getter, setter)?;
        if private {
            self.initialise_binding(info.function, getter)?;
            self.initialise_binding(info.key, setter)?;
        } else {
            self.e.op(Op::DefineGetter { obj: home, key, func: getter, enumerable: 0 });
            self.e.op(Op::DefineSetter { obj: home, key, func: setter, enumerable: 0 });
        }
        Ok(())
    }

    fn accessor_pair(
        &mut self,
        property: &'a AccessorProperty<'a>,
        storage: BindIdx,
        key: Reg,
        getter: Reg,
        setter: Reg,
    ) -> Result<(), Fault> {
        let scope = self.f.scope;
        let class = self.an.classes.iter().position(|info| info.scope == scope);
        let class = class.ok_or_else(Fault::too_complex)? as u32;
        for (register, is_setter) in [(getter, false), (setter, true)] {
            let prefix = if is_setter { 2 } else { 1 };
            let text;
            let name = match (&property.key, static_key(&property.key)) {
                (PropertyKey::PrivateIdentifier(id), _) => {
                    text = accessor_name(&format!("#{}", id.name), prefix);
                    Name::Text(&text)
                }
                (_, Some(key)) => {
                    text = accessor_name(&key, prefix);
                    Name::Text(&text)
                }
                _ => Name::Key(key, prefix),
            };
            self.closure(Job::Accessor { class, storage, setter: is_setter }, register, name)?;
        }
        Ok(())
    }

    /// Adds a static private method, getter or setter to the class.
    fn static_private(
        &mut self,
        element: &'a ClassElement<'a>,
        info: &ElementInfo,
        class: Reg,
    ) -> Result<(), Fault> {
        match element {
            ClassElement::MethodDefinition(method) if method.r#static => {
                let PropertyKey::PrivateIdentifier(id) = &method.key else { return Ok(()) };
                if method.value.body.is_none() {
                    return Ok(());
                }
                let prefix = match method.kind {
                    MethodDefinitionKind::Get => 1,
                    MethodDefinitionKind::Set => 2,
                    _ => 0,
                };
                let func = self.e.temp()?;
                let text = accessor_name(&format!("#{}", id.name), prefix);
                self.method(&method.value, func, Name::Text(&text))?;
                if self.uses_home(&method.value) {
                    self.e.op(Op::SetHome { func, home: class });
                }
                let name = self.private_name(id.name.as_str(), id.span)?;
                self.add_private(class, name, func, prefix)
            }
            ClassElement::AccessorProperty(property) if property.r#static => {
                let PropertyKey::PrivateIdentifier(id) = &property.key else { return Ok(()) };
                let getter = self.e.temp()?;
                let setter = self.e.temp()?;
                self.accessor_pair(property, info.storage, getter, getter, setter)?;
                let name = self.private_name(id.name.as_str(), id.span)?;
                self.e.op(Op::DefinePrivateAccessor {
                    obj: class,
                    name,
                    getter,
                    setter: u32::from(setter),
                });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn add_private(&mut self, obj: Reg, name: Reg, func: Reg, prefix: u8) -> Result<(), Fault> {
        if prefix == 0 {
            self.e.op(Op::DefinePrivateMethod { obj, name, func });
            return Ok(());
        }
        let other = self.e.temp()?;
        self.e.op(Op::LoadUndefined { dst: other });
        let (getter, setter) = if prefix == 1 { (func, other) } else { (other, func) };
        self.e.op(Op::DefinePrivateAccessor { obj, name, getter, setter: u32::from(setter) });
        Ok(())
    }

    // ---- the functions classes make themselves

    pub(super) fn class_fields_code(
        &mut self,
        class: &'a Class<'a>,
        is_static: bool,
        index: u32,
        name: Arc<[u16]>,
    ) -> Result<(), Fault> {
        let class_index = self.an.class_of(&class.scope_id);
        let info = &self.an.classes[class_index as usize];
        let func = if is_static { info.static_init } else { info.instance_init };
        let elements = info.elements.clone();
        self.e = Emitter::new(0);
        self.f = Frame::new(func, FunctionKind::Method, true);
        self.enter_initialiser(func)?;
        if !is_static {
            for (element, info) in class.body.body.iter().zip(&elements) {
                let mark = self.e.mark();
                self.instance_private(element, info)?;
                self.e.release(mark);
            }
        }
        for (element, info) in class.body.body.iter().zip(&elements) {
            let mark = self.e.mark();
            self.at = element.span();
            match element {
                ClassElement::PropertyDefinition(property)
                    if property.r#static == is_static
                        && property.r#type == PropertyDefinitionType::PropertyDefinition
                        && !property.declare =>
                {
                    self.field(&property.key, property.value.as_ref(), info.key, property.span)?;
                }
                ClassElement::AccessorProperty(property)
                    if property.r#static == is_static
                        && property.r#type == AccessorPropertyType::AccessorProperty =>
                {
                    let value = self.e.temp()?;
                    let text = static_key(&property.key).unwrap_or_default();
                    self.field_value(property.value.as_ref(), value, Name::Text(&text))?;
                    let name = self.read_binding(info.storage, false, property.span, None)?;
                    self.e.position(site(property.span));
                    self.e.op(Op::DefinePrivate { obj: 0, name, src: value });
                }
                ClassElement::StaticBlock(block) if is_static => {
                    let scope = self.an.scope_of(&block.scope_id);
                    let entered = self.enter(scope, false)?;
                    self.hoist(&block.body)?;
                    self.dispose_scope(&block.body, |this| this.statements(&block.body))?;
                    self.leave(entered);
                }
                _ => {}
            }
            self.e.release(mark);
        }
        self.e.op(Op::ReturnUndefined);
        self.finish_block(index, name, Signature::method(0, 0), class.span);
        Ok(())
    }

    fn enter_initialiser(&mut self, func: super::scope::FuncIdx) -> Result<(), Fault> {
        let info = &self.an.functions[func as usize];
        let (needs_env, scope) = (info.needs_env, info.param_scope);
        if needs_env {
            let env = self.e.temp()?;
            self.e.op(Op::LoadFunctionEnv { dst: env });
            self.f.outer_env = Some(env);
            self.f.env = Some(env);
        }
        self.enter(scope, true)?;
        self.hidden_values(func)
    }

    fn instance_private(
        &mut self,
        element: &'a ClassElement<'a>,
        info: &ElementInfo,
    ) -> Result<(), Fault> {
        if info.function == NONE {
            return Ok(());
        }
        match element {
            ClassElement::MethodDefinition(method) => {
                let PropertyKey::PrivateIdentifier(id) = &method.key else { return Ok(()) };
                let prefix = match method.kind {
                    MethodDefinitionKind::Get => 1,
                    MethodDefinitionKind::Set => 2,
                    _ => 0,
                };
                let name = self.private_name(id.name.as_str(), id.span)?;
                let func = self.read_binding(info.function, false, id.span, None)?;
                self.e.position(site(id.span));
                self.add_private(0, name, func, prefix)
            }
            ClassElement::AccessorProperty(property) => {
                let PropertyKey::PrivateIdentifier(id) = &property.key else { return Ok(()) };
                let name = self.private_name(id.name.as_str(), id.span)?;
                let getter = self.read_binding(info.function, false, id.span, None)?;
                let setter = self.read_binding(info.key, false, id.span, None)?;
                self.e.position(site(id.span));
                self.e.op(Op::DefinePrivateAccessor {
                    obj: 0,
                    name,
                    getter,
                    setter: u32::from(setter),
                });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn field_value(
        &mut self,
        value: Option<&'a Expression<'a>>,
        dst: Reg,
        name: Name<'_>,
    ) -> Result<(), Fault> {
        match value {
            Some(e) => {
                self.expr_named(e, Some(dst), name)?;
            }
            None => {
                self.e.op(Op::LoadUndefined { dst });
            }
        }
        Ok(())
    }

    fn field(
        &mut self,
        key: &'a PropertyKey<'a>,
        value: Option<&'a Expression<'a>>,
        computed: BindIdx,
        span: Span,
    ) -> Result<(), Fault> {
        let src = self.e.temp()?;
        if let PropertyKey::PrivateIdentifier(id) = key {
            let text = format!("#{}", id.name);
            self.field_value(value, src, Name::Text(&text))?;
            let name = self.private_name(id.name.as_str(), id.span)?;
            self.e.position(site(span));
            self.e.op(Op::DefinePrivate { obj: 0, name, src });
            return Ok(());
        }
        if computed != NONE {
            let key = self.read_binding(computed, false, span, None)?;
            self.field_value(value, src, Name::Key(key, 0))?;
            self.e.position(site(span));
            self.e.op(Op::DefineElem { obj: 0, key, src });
            return Ok(());
        }
        let Some(name) = static_key(key) else { return Err(Fault::too_complex()) };
        self.field_value(value, src, Name::Text(&name))?;
        if is_index(&name) {
            let key = self.e.temp()?;
            self.e.load_string(key, &name);
            self.e.position(site(span));
            self.e.op(Op::DefineElem { obj: 0, key, src });
        } else {
            let ic = self.e.ic(&name);
            self.e.position(site(span));
            self.e.op(Op::DefineProp { obj: 0, src, ic });
        }
        Ok(())
    }

    pub(super) fn default_constructor_code(
        &mut self,
        class: &'a Class<'a>,
        index: u32,
        name: Arc<[u16]>,
    ) -> Result<(), Fault> {
        let derived = class.heritage.is_some();
        let class_index = self.an.class_of(&class.scope_id);
        let fields = self.an.classes[class_index as usize].instance_init != NONE;
        let kind =
            if derived { FunctionKind::DerivedConstructor } else { FunctionKind::BaseConstructor };
        self.e = Emitter::new(0);
        self.f = Frame::new(0, kind, true);
        let f = self.e.temps(3)?;
        if derived {
            self.e.op(Op::LoadCallee { dst: f });
            self.e.op(Op::GetPrototype { dst: f, src: f });
            self.e.op(Op::LoadNewTarget { dst: f + 1 });
            self.e.op(Op::CreateRest { dst: f + 2, start: 0 });
            self.e.position(site(class.span));
            self.e.op(Op::SuperCallSpread { dst: f, f });
            self.e.op(Op::Move { dst: 0, src: f });
        }
        if fields {
            self.e.op(Op::LoadCallee { dst: f });
            self.e.op(Op::LoadClassFields { dst: f, func: f });
            self.e.op(Op::Move { dst: f + 1, src: 0 });
            self.e.position(site(class.span));
            self.e.op(Op::Call { dst: f, f, argc: 0 });
        }
        if derived {
            self.e.op(Op::ReturnDerived { src: 0, this: 0 });
        } else {
            self.e.op(Op::ReturnUndefined);
        }
        self.finish_block(index, name, Signature::default(), class.span);
        Ok(())
    }

    /// Getter or setter behind an `accessor` field: the storage is read through the class scope.
    pub(super) fn accessor_code(
        &mut self,
        class: u32,
        storage: BindIdx,
        setter: bool,
        index: u32,
        name: Arc<[u16]>,
    ) -> Result<(), Fault> {
        let info = &self.an.classes[class as usize];
        let func = if info.instance_init != NONE { info.instance_init } else { info.static_init };
        self.e = Emitter::new(u16::from(setter));
        self.f = Frame::new(func, FunctionKind::Method, true);
        let env = self.e.temp()?;
        self.e.op(Op::LoadFunctionEnv { dst: env });
        self.f.outer_env = Some(env);
        let name_register = self.read_binding(storage, false, Span::default(), None)?;
        if setter {
            self.e.op(Op::SetPrivate { obj: 0, name: name_register, src: 1 });
            self.e.op(Op::ReturnUndefined);
        } else {
            let dst = self.e.temp()?;
            self.e.op(Op::GetPrivate { dst, obj: 0, name: name_register });
            self.e.op(Op::Return { src: dst });
        }
        let count = u8::from(setter);
        self.finish_block(index, name, Signature::method(count, u32::from(count)), Span::default());
        Ok(())
    }
}

fn decorators(span: Span) -> Fault {
    Fault::unsupported("Decorators are not supported", span, "Call the wrapping function yourself.")
}
