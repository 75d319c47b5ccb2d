//! Array and object literals.

use super::function::Job;
use super::scope::static_key;
use super::{Compiler, Fault, Name, site};
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{Constant, FunctionKind, Op};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

/// Elements a literal keeps in registers before it is made.
const INLINE: usize = 30;

impl<'a> Compiler<'a> {
    pub(super) fn array(
        &mut self,
        array: &'a ArrayExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let plain = array.elements.iter().all(|element| element.as_expression().is_some());
        if plain
            && array.elements.len() <= INLINE
            && self.e.mark() + (array.elements.len() as u16) < 220
        {
            let start = self.e.mark().min(255) as u8;
            for element in &array.elements {
                if let Some(e) = element.as_expression() {
                    self.expr_temp(e)?;
                }
            }
            self.e.release(mark);
            let dst = self.target(dst)?;
            if array.elements.is_empty() {
                self.e.op(Op::NewArray { dst, capacity: 0 });
            } else {
                self.e.op(Op::NewArrayWith { dst, start, count: array.elements.len() as u8 });
            }
            return Ok(dst);
        }
        let target = self.e.temp()?;
        self.e.op(Op::NewArray { dst: target, capacity: array.elements.len() as u32 });
        for element in &array.elements {
            let inner = self.e.mark();
            match element {
                ArrayExpressionElement::SpreadElement(spread) => {
                    let src = self.expr(&spread.argument, None)?;
                    self.e.position(site(spread.argument.span()));
                    self.e.op(Op::ArraySpread { array: target, src });
                }
                ArrayExpressionElement::Elision(_) => {
                    self.e.op(Op::ArrayPushHole { array: target });
                }
                _ => {
                    if let Some(e) = element.as_expression() {
                        let src = self.expr(e, None)?;
                        self.e.op(Op::ArrayPush { array: target, src });
                    }
                }
            }
            self.e.release(inner);
        }
        self.settle(mark, target, dst)
    }

    /// Moves a result built in `from` (the lowest temporary) to where it is wanted.
    pub(super) fn settle(&mut self, mark: u16, from: Reg, dst: Option<Reg>) -> Result<Reg, Fault> {
        self.e.release(mark);
        match dst {
            Some(dst) => {
                self.e.move_to(dst, from);
                Ok(dst)
            }
            None => {
                let dst = self.e.temp()?;
                self.e.move_to(dst, from);
                Ok(dst)
            }
        }
    }

    pub(super) fn object(
        &mut self,
        object: &'a ObjectExpression<'a>,
        dst: Option<Reg>,
    ) -> Result<Reg, Fault> {
        let mark = self.e.mark();
        let target = self.e.temp()?;
        let mut first = 0;
        // The leading run of plain properties is made at once.
        let mut names: Vec<String> = Vec::new();
        for property in &object.properties {
            let Some(name) = self.plain_property(property) else { break };
            if names.len() == INLINE
                || self.e.mark() as usize + names.len() >= 220
                || names.contains(&name)
            {
                break;
            }
            names.push(name);
        }
        if names.is_empty() {
            self.e.op(Op::NewObject { dst: target });
        } else {
            // The values stand above the object's register; it is free until they are complete.
            let start = target;
            self.e.release(mark);
            for (property, name) in object.properties.iter().zip(&names) {
                if let ObjectPropertyKind::ObjectProperty(property) = property {
                    let value = self.e.temp()?;
                    self.property_value(property, value, name)?;
                }
            }
            let keys: Vec<u32> = names.iter().map(|name| self.e.string(name)).collect();
            let k = self.e.constant(Constant::Keys(keys.into()));
            let count = names.len() as u8;
            first = names.len();
            self.e.release(mark);
            if first == object.properties.len() {
                let dst = self.target(dst)?;
                self.e.op(Op::NewObjectWith { dst, start, count, k });
                return Ok(dst);
            }
            self.e.temp()?;
            self.e.op(Op::NewObjectWith { dst: target, start, count, k });
        }
        for property in &object.properties[first..] {
            let inner = self.e.mark();
            match property {
                ObjectPropertyKind::SpreadProperty(spread) => {
                    let src = self.expr(&spread.argument, None)?;
                    self.e.position(site(spread.argument.span()));
                    self.e.op(Op::SpreadObject { obj: target, src });
                }
                ObjectPropertyKind::ObjectProperty(property) => self.property(target, property)?,
            }
            self.e.release(inner);
        }
        self.settle(mark, target, dst)
    }

    /// Name of a property that `NewObjectWith` can make.
    fn plain_property(&self, property: &ObjectPropertyKind<'a>) -> Option<String> {
        let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
        if property.kind != PropertyKind::Init || property.computed {
            return None;
        }
        let name = static_key(&property.key)?;
        if is_index(&name) || (name == "__proto__") {
            return None;
        }
        if property.method && self.method_uses_home(&property.value) {
            return None;
        }
        Some(name)
    }

    fn method_uses_home(&self, value: &Expression<'a>) -> bool {
        match value {
            Expression::FunctionExpression(function) => {
                let func = self.an.function_of(&function.scope_id);
                self.an.functions.get(func as usize).is_some_and(|info| info.uses_home)
            }
            _ => false,
        }
    }

    fn property_value(
        &mut self,
        property: &'a ObjectProperty<'a>,
        dst: Reg,
        name: &str,
    ) -> Result<(), Fault> {
        match &property.value {
            Expression::FunctionExpression(function) if property.method => {
                self.method(function, dst, Name::Text(name))
            }
            value => self.expr_named(value, Some(dst), Name::Text(name)).map(|_| ()),
        }
    }

    /// Closure of a method, getter or setter; the home object is set by the caller.
    pub(super) fn method(
        &mut self,
        function: &'a Function<'a>,
        dst: Reg,
        name: Name<'_>,
    ) -> Result<(), Fault> {
        let kind = match (function.r#async, function.generator) {
            (false, false) => FunctionKind::Method,
            (true, false) => FunctionKind::AsyncMethod,
            (false, true) => FunctionKind::Generator,
            (true, true) => FunctionKind::AsyncGenerator,
        };
        self.closure(Job::Function { node: function, kind, method: true }, dst, name)
    }

    fn property(&mut self, obj: Reg, property: &'a ObjectProperty<'a>) -> Result<(), Fault> {
        let accessor = property.kind != PropertyKind::Init;
        let name = if property.computed { None } else { static_key(&property.key) };
        if let Some(name) = &name {
            if name == "__proto__" && !accessor && !property.method && !property.shorthand {
                let src = self.expr(&property.value, None)?;
                self.e.op(Op::SetLiteralProto { obj, src });
                return Ok(());
            }
            if !accessor && !is_index(name) {
                let value = self.e.temp()?;
                self.property_value(property, value, name)?;
                if property.method && self.method_uses_home(&property.value) {
                    self.e.op(Op::SetHome { func: value, home: obj });
                }
                let ic = self.e.ic(name);
                self.e.op(Op::DefineProp { obj, src: value, ic });
                return Ok(());
            }
        }
        let key = self.e.temp()?;
        self.property_key(&property.key, property.computed, key)?;
        let value = self.e.temp()?;
        let prefix = match property.kind {
            PropertyKind::Init => 0,
            PropertyKind::Get => 1,
            PropertyKind::Set => 2,
        };
        let text;
        let context = match &name {
            Some(name) => {
                text = accessor_name(name, prefix);
                Name::Text(&text)
            }
            None => Name::Key(key, prefix),
        };
        match &property.value {
            Expression::FunctionExpression(function) if property.method || accessor => {
                self.method(function, value, context)?;
                if self.method_uses_home(&property.value) {
                    self.e.op(Op::SetHome { func: value, home: obj });
                }
            }
            e => {
                self.expr_named(e, Some(value), context)?;
            }
        }
        self.e.position(site(property.span));
        self.e.op(match property.kind {
            PropertyKind::Init => Op::DefineElem { obj, key, src: value },
            PropertyKind::Get => Op::DefineGetter { obj, key, func: value, enumerable: 1 },
            PropertyKind::Set => Op::DefineSetter { obj, key, func: value, enumerable: 1 },
        });
        Ok(())
    }

    /// The property key in `dst`, already converted.
    pub(super) fn property_key(
        &mut self,
        key: &'a PropertyKey<'a>,
        computed: bool,
        dst: Reg,
    ) -> Result<(), Fault> {
        if let Some(name) = static_key(key) {
            self.e.load_string(dst, &name);
            return Ok(());
        }
        if let Some(e) = key.as_expression() {
            self.expr(e, Some(dst))?;
            if computed {
                self.e.position(site(e.span()));
                self.e.op(Op::ToPropertyKey { dst, src: dst });
            }
        }
        Ok(())
    }
}

/// Name of a getter or setter function.
pub(super) fn accessor_name(name: &str, prefix: u8) -> String {
    match prefix {
        1 => format!("get {name}"),
        2 => format!("set {name}"),
        _ => name.to_string(),
    }
}

/// Whether a property name is an array index (or longer integer), which objects store apart.
pub(super) fn is_index(name: &str) -> bool {
    name == "0"
        || (name.len() <= 10
            && !name.is_empty()
            && !name.starts_with('0')
            && name.bytes().all(|byte| byte.is_ascii_digit()))
}
