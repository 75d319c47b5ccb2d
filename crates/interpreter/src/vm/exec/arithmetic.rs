//! Operators beyond the number fast paths. Operands that are objects are converted by self-hosted
//! functions in frames, so nothing nests.

use crate::bytecode::Op;
use crate::heap::StringBuilder;
use crate::operations::convert::MAX_BIGINT_BITS;
use crate::operations::number;
use crate::value::{Unpacked, Value};
use crate::vm::call::Flow;
use crate::vm::frame::Deliver;
use crate::vm::{Abrupt, Completion, Vm};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// Name of the self-hosted function that carries out a binary operator on objects.
fn self_hosted_name(op: Op) -> &'static str {
    match op {
        Op::Sub { .. } | Op::SubI { .. } => "opSub",
        Op::Mul { .. } | Op::MulI { .. } => "opMul",
        Op::Div { .. } | Op::DivI { .. } => "opDiv",
        Op::Mod { .. } | Op::ModI { .. } => "opMod",
        Op::Exp { .. } => "opExp",
        Op::BitAnd { .. } | Op::BitAndI { .. } => "opBitAnd",
        Op::BitOr { .. } | Op::BitOrI { .. } => "opBitOr",
        Op::BitXor { .. } | Op::BitXorI { .. } => "opBitXor",
        Op::Shl { .. } | Op::ShlI { .. } => "opShl",
        Op::Shr { .. } | Op::ShrI { .. } => "opShr",
        Op::UShr { .. } | Op::UShrI { .. } => "opUShr",
        Op::Inc { .. } => "opInc",
        Op::Dec { .. } => "opDec",
        Op::Neg { .. } => "opNeg",
        Op::BitNot { .. } => "opBitNot",
        Op::ToNumeric { .. } => "opToNumeric",
        Op::ToNumber { .. } => "opToNumber",
        Op::ToString { .. } => "opToString",
        _ => "opToPropertyKey",
    }
}

impl Vm {
    #[cold]
    pub(crate) fn string_too_long(&mut self) -> Abrupt {
        self.range_error("Invalid string length")
    }
    /// `a + b` when not both numbers or both strings.
    pub(crate) fn add_slow(&mut self, a: Value, b: Value, deliver: Deliver) -> Completion<Flow> {
        if a.is_object() || b.is_object() {
            return self.call_self_hosted("opAdd", &[a, b], deliver);
        }
        self.add_primitives(a, b).map(Flow::Value)
    }
    /// `a + b` of primitives.
    pub(crate) fn add_primitives(&mut self, a: Value, b: Value) -> Completion {
        if a.is_string() || b.is_string() {
            let x = self.to_string(a)?;
            let y = self.to_string(b)?;
            return match self.heap.concat(x, y) {
                Ok(s) => Ok(Value::string(s)),
                Err(_) => Err(self.string_too_long()),
            };
        }
        if let (Some(x), Some(y)) = (a.as_bigint(), b.as_bigint()) {
            self.charge_bigint(&[a, b])?;
            let n = self.heap.bigint(x) + self.heap.bigint(y);
            return self.bigint_value(n);
        }
        if a.is_bigint() || b.is_bigint() {
            return self.mixed_bigint(a, b);
        }
        Ok(Value::number(self.to_number(a)? + self.to_number(b)?))
    }
    fn mixed_bigint(&mut self, a: Value, b: Value) -> Completion {
        // A Symbol operand is reported first, as conversion comes first.
        for v in [a, b] {
            if v.is_symbol() {
                self.to_number(v)?;
            }
        }
        Err(self.type_error("Cannot mix BigInt and other types, use explicit conversions"))
    }
    fn charge_bigint(&mut self, values: &[Value]) -> Completion<()> {
        let mut bits = 0;
        for v in values {
            if let Some(b) = v.as_bigint() {
                bits += self.heap.bigint(b).bits();
            }
        }
        self.charge(1 + bits / 512)
    }
    /// A binary operator other than `+`.
    pub(crate) fn binary_slow(
        &mut self,
        op: Op,
        a: Value,
        b: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        if a.is_object() || b.is_object() {
            return self.call_self_hosted(self_hosted_name(op), &[a, b], deliver);
        }
        self.binary_primitives(op, a, b).map(Flow::Value)
    }
    fn binary_primitives(&mut self, op: Op, a: Value, b: Value) -> Completion {
        let a = self.to_numeric(a)?;
        let b = self.to_numeric(b)?;
        if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
            let (i, j) = (number::to_int32(x), number::to_int32(y));
            return Ok(match op {
                Op::Sub { .. } | Op::SubI { .. } => Value::number(x - y),
                Op::Mul { .. } | Op::MulI { .. } => Value::number(x * y),
                Op::Div { .. } | Op::DivI { .. } => Value::number(x / y),
                Op::Mod { .. } | Op::ModI { .. } => Value::number(number::remainder(x, y)),
                Op::Exp { .. } => Value::number(number::power(x, y)),
                Op::BitAnd { .. } | Op::BitAndI { .. } => Value::int(i & j),
                Op::BitOr { .. } | Op::BitOrI { .. } => Value::int(i | j),
                Op::BitXor { .. } | Op::BitXorI { .. } => Value::int(i ^ j),
                Op::Shl { .. } | Op::ShlI { .. } => Value::int(i.wrapping_shl(j as u32 & 31)),
                Op::Shr { .. } | Op::ShrI { .. } => Value::int(i >> (j & 31)),
                _ => Value::number(((i as u32) >> (j as u32 & 31)) as f64),
            });
        }
        let (Some(x), Some(y)) = (a.as_bigint(), b.as_bigint()) else {
            return self.mixed_bigint(a, b);
        };
        let (bx, by) = (self.heap.bigint(x).bits(), self.heap.bigint(y).bits());
        let (small, large) = (bx.min(by) / 64 + 1, bx.max(by) / 64 + 1);
        let result = match op {
            Op::Sub { .. } | Op::SubI { .. } => {
                self.charge(large)?;
                self.heap.bigint(x) - self.heap.bigint(y)
            }
            Op::Mul { .. } | Op::MulI { .. } => {
                if bx + by > MAX_BIGINT_BITS + 64 {
                    return Err(self.range_error("Maximum BigInt size exceeded"));
                }
                self.charge(small.min(2_000) * large / 8 + 1)?;
                self.charge_memory((bx + by) as usize / 8)?;
                self.heap.bigint(x) * self.heap.bigint(y)
            }
            Op::Div { .. } | Op::DivI { .. } | Op::Mod { .. } | Op::ModI { .. } => {
                if self.heap.bigint(y).sign() == Sign::NoSign {
                    return Err(self.range_error("Division by zero"));
                }
                self.charge(small * (large - small + 1) / 4 + 1)?;
                if matches!(op, Op::Div { .. } | Op::DivI { .. }) {
                    self.heap.bigint(x) / self.heap.bigint(y)
                } else {
                    self.heap.bigint(x) % self.heap.bigint(y)
                }
            }
            Op::Exp { .. } => return self.bigint_power(x, y),
            Op::BitAnd { .. } | Op::BitAndI { .. } => {
                self.charge(large)?;
                self.heap.bigint(x) & self.heap.bigint(y)
            }
            Op::BitOr { .. } | Op::BitOrI { .. } => {
                self.charge(large)?;
                self.heap.bigint(x) | self.heap.bigint(y)
            }
            Op::BitXor { .. } | Op::BitXorI { .. } => {
                self.charge(large)?;
                self.heap.bigint(x) ^ self.heap.bigint(y)
            }
            Op::Shl { .. } | Op::ShlI { .. } => {
                let n = self.heap.bigint(y).to_i64();
                return self.bigint_shift(
                    x,
                    n,
                    by > 0 && self.heap.bigint(y).sign() == Sign::Minus,
                );
            }
            Op::Shr { .. } | Op::ShrI { .. } => {
                let n = self.heap.bigint(y).to_i64().and_then(i64::checked_neg);
                return self.bigint_shift(x, n, self.heap.bigint(y).sign() == Sign::Plus);
            }
            _ => {
                return Err(self.type_error("BigInts have no unsigned right shift, use >> instead"));
            }
        };
        self.bigint_value(result)
    }
    /// `x << n`; `n` is `None` when it does not fit, then `to_right` tells the direction.
    fn bigint_shift(
        &mut self,
        x: crate::heap::BigIntId,
        n: Option<i64>,
        to_right: bool,
    ) -> Completion {
        let value = self.heap.bigint(x);
        let bits = value.bits();
        if value.sign() == Sign::NoSign {
            return self.bigint_value(BigInt::ZERO);
        }
        self.charge(bits / 64 + 1)?;
        match n {
            Some(n) if n >= 0 => {
                if bits + n as u64 > MAX_BIGINT_BITS {
                    return Err(self.range_error("Maximum BigInt size exceeded"));
                }
                self.charge_memory((bits as usize + n as usize) / 8)?;
                self.charge(n as u64 / 64)?;
                let r = self.heap.bigint(x) << n as u64;
                self.bigint_value(r)
            }
            Some(n) if n.unsigned_abs() <= bits => {
                let r = self.heap.bigint(x) >> n.unsigned_abs();
                self.bigint_value(r)
            }
            None if !to_right => Err(self.range_error("Maximum BigInt size exceeded")),
            _ => {
                let negative = self.heap.bigint(x).sign() == Sign::Minus;
                self.bigint_value(if negative { BigInt::from(-1) } else { BigInt::ZERO })
            }
        }
    }
    fn bigint_power(&mut self, x: crate::heap::BigIntId, y: crate::heap::BigIntId) -> Completion {
        if self.heap.bigint(y).sign() == Sign::Minus {
            return Err(self.range_error("Exponent must be non-negative"));
        }
        let base = self.heap.bigint(x).clone();
        if base.magnitude().bits() <= 1 {
            // 0, 1, -1
            let odd = self.heap.bigint(y).is_odd();
            let zero = self.heap.bigint(y).sign() == Sign::NoSign;
            let r =
                if zero || (base.sign() == Sign::Minus && !odd) { BigInt::from(1) } else { base };
            return self.bigint_value(r);
        }
        let exponent = self.heap.bigint(y).to_u32().unwrap_or(u32::MAX);
        let bits = (base.bits() - 1).saturating_mul(exponent as u64);
        if bits > MAX_BIGINT_BITS {
            return Err(self.range_error("Maximum BigInt size exceeded"));
        }
        let limbs = bits / 64 + 1;
        self.charge_memory(bits as usize / 4)?;
        self.charge(limbs + limbs.min(4_000) * limbs / 8)?;
        let r = num_traits::pow::Pow::pow(&base, exponent);
        self.bigint_value(r)
    }
    /// A unary operator or conversion instruction on a non-number.
    pub(crate) fn unary_slow(
        &mut self,
        op: Op,
        value: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        if value.is_object() {
            return self.call_self_hosted(self_hosted_name(op), &[value], deliver);
        }
        let result = match op {
            Op::ToString { .. } => Value::string(self.to_string(value)?),
            Op::ToPropertyKey { .. } => {
                if value.is_symbol() {
                    value
                } else {
                    Value::string(self.to_string(value)?)
                }
            }
            Op::ToNumber { .. } => Value::number(self.to_number(value)?),
            _ => {
                let numeric = self.to_numeric(value)?;
                match numeric.unpack() {
                    Unpacked::BigInt(b) => {
                        self.charge_bigint(&[numeric])?;
                        let n = self.heap.bigint(b);
                        let r = match op {
                            Op::Inc { .. } => n + 1,
                            Op::Dec { .. } => n - 1,
                            Op::Neg { .. } => -n,
                            Op::BitNot { .. } => -n - 1,
                            _ => return Ok(Flow::Value(numeric)),
                        };
                        self.bigint_value(r)?
                    }
                    _ => {
                        let n = numeric.as_number().unwrap_or(f64::NAN);
                        match op {
                            Op::Inc { .. } => Value::number(n + 1.0),
                            Op::Dec { .. } => Value::number(n - 1.0),
                            Op::Neg { .. } => Value::number(-n),
                            Op::BitNot { .. } => Value::int(!number::to_int32(n)),
                            _ => numeric,
                        }
                    }
                }
            }
        };
        Ok(Flow::Value(result))
    }
    /// `<`, `<=`, `>`, `>=` beyond numbers.
    pub(crate) fn compare_slow(
        &mut self,
        op: Op,
        a: Value,
        b: Value,
        deliver: Deliver,
    ) -> Completion<Flow> {
        let name = match op {
            Op::Lt { .. }
            | Op::JmpLt { .. }
            | Op::JmpNotLt { .. }
            | Op::JmpLtI { .. }
            | Op::JmpNotLtI { .. }
            | Op::LoopLt { .. }
            | Op::LoopLtI { .. } => "opLt",
            Op::Le { .. }
            | Op::JmpLe { .. }
            | Op::JmpNotLe { .. }
            | Op::JmpLeI { .. }
            | Op::JmpNotLeI { .. }
            | Op::LoopLe { .. }
            | Op::LoopLeI { .. } => "opLe",
            Op::Gt { .. }
            | Op::JmpGt { .. }
            | Op::JmpNotGt { .. }
            | Op::JmpGtI { .. }
            | Op::JmpNotGtI { .. }
            | Op::LoopGt { .. }
            | Op::LoopGtI { .. } => "opGt",
            _ => "opGe",
        };
        if a.is_object() || b.is_object() {
            return self.call_self_hosted(name, &[a, b], deliver);
        }
        let order = self.compare_primitives(a, b)?;
        let holds = match name {
            "opLt" => order == Some(Ordering::Less),
            "opLe" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            "opGt" => order == Some(Ordering::Greater),
            _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        };
        Ok(Flow::Value(Value::bool(holds)))
    }
    /// `==` (or `!=`).
    pub(crate) fn equals_slow(
        &mut self,
        a: Value,
        b: Value,
        negate: bool,
        deliver: Deliver,
    ) -> Completion<Flow> {
        match self.loose_equals(a, b)? {
            Some(equal) => Ok(Flow::Value(Value::bool(equal != negate))),
            None => self.call_self_hosted(if negate { "opNe" } else { "opEq" }, &[a, b], deliver),
        }
    }
    /// `a in b`
    pub(crate) fn in_operator(&mut self, a: Value, b: Value, deliver: Deliver) -> Completion<Flow> {
        let Some(id) = b.as_object() else {
            let key = self.describe(a);
            let what = self.describe(b);
            return Err(self.type_error(&format!(
                "Cannot use 'in' operator to search for {} in {}",
                key.replace('"', "'"),
                what.trim_matches('"')
            )));
        };
        if a.is_object() {
            return self.call_self_hosted("opIn", &[a, b], deliver);
        }
        let key = self.to_property_key(a)?;
        let mut at = id;
        loop {
            if self.is_proxy(at) {
                let k = self.key_value(key);
                return self.call_self_hosted("proxyHas", &[Value::object(at), k], deliver);
            }
            if self.own(at, key).is_some() {
                return Ok(Flow::Value(Value::TRUE));
            }
            if self.heap.object(at).kind == crate::object::Kind::TypedArray
                && self.is_canonical_numeric(key)
            {
                return Ok(Flow::Value(Value::FALSE));
            }
            match self.heap.proto_of(at) {
                Some(p) => at = p,
                None => return Ok(Flow::Value(Value::FALSE)),
            }
        }
    }
    /// `a instanceof b`
    pub(crate) fn instance_of(&mut self, a: Value, b: Value, deliver: Deliver) -> Completion<Flow> {
        let Some(class) = b.as_object() else {
            return Err(self.type_error("Right-hand side of 'instanceof' is not callable"));
        };
        // Plain functions without their own @@hasInstance: walk the chain here.
        let object = self.heap.object(class);
        if matches!(object.kind, crate::object::Kind::Function | crate::object::Kind::Native) {
            let key = self.well_known("hasInstance");
            let mut at = Some(class);
            let mut plain = true;
            let function_prototype = self.intrinsic(crate::builtins::Intrinsic::FunctionPrototype);
            while let Some(o) = at {
                if o == function_prototype {
                    break;
                }
                if self.is_proxy(o) || self.own(o, key).is_some() {
                    plain = false;
                    break;
                }
                at = self.heap.proto_of(o);
            }
            if plain && at.is_some() {
                let name = self.realm.names.prototype;
                if let Some(crate::object::Slot::Data { value, .. }) = self.own(class, name) {
                    let Some(mut o) = a.as_object() else { return Ok(Flow::Value(Value::FALSE)) };
                    let Some(proto) = value.as_object() else {
                        let what = self.describe(value);
                        return Err(self.type_error(&format!(
                            "Function has non-object prototype '{what}' in instanceof check"
                        )));
                    };
                    while !self.is_proxy(o) {
                        match self.heap.proto_of(o) {
                            Some(p) if p == proto => return Ok(Flow::Value(Value::TRUE)),
                            Some(p) => o = p,
                            None => return Ok(Flow::Value(Value::FALSE)),
                        }
                    }
                }
            }
        }
        self.call_self_hosted("opInstanceOf", &[a, b], deliver)
    }
    /// Joins strings in consecutive stack positions.
    pub(crate) fn concat_registers(&mut self, from: usize, count: usize) -> Completion {
        let mut total = 0usize;
        for i in from..from + count {
            if let Some(s) = self.stack[i].as_string() {
                total += self.heap.string_len(s);
            }
        }
        if total > crate::heap::MAX_STRING_LENGTH as usize {
            return Err(self.string_too_long());
        }
        if total > 256 {
            // Long pieces are joined as ropes.
            let mut joined = self.heap.empty_string();
            for i in from..from + count {
                if let Some(s) = self.stack[i].as_string() {
                    joined = match self.heap.concat(joined, s) {
                        Ok(j) => j,
                        Err(_) => return Err(self.string_too_long()),
                    };
                }
            }
            return Ok(Value::string(joined));
        }
        let mut builder = StringBuilder::with_capacity(total);
        for i in from..from + count {
            if let Some(s) = self.stack[i].as_string() {
                let view = self.heap.view(s);
                builder.push_view(&view);
            }
        }
        Ok(Value::string(self.heap.build(builder)))
    }
}
