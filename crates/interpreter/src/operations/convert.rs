//! ### [7.1 Type Conversion](https://tc39.es/ecma262/#sec-type-conversion)

use super::number;
use crate::builtins::Intrinsic;
use crate::heap::{ObjectId, StringId};
use crate::object::{Internal, Kind, PropertyKey};
use crate::value::{Unpacked, Value};
use crate::vm::{Completion, Hint, Vm};
use num_bigint::BigInt;

impl Vm {
    /// ### [7.1.2 ToBoolean](https://tc39.es/ecma262/#sec-toboolean)
    #[inline]
    pub fn to_boolean(&self, value: Value) -> bool {
        match value {
            Value::TRUE => true,
            Value::FALSE | Value::UNDEFINED | Value::NULL => false,
            _ => {
                if let Some(i) = value.as_int() {
                    return i != 0;
                }
                match value.unpack() {
                    Unpacked::Number(n) => !(n == 0.0 || n.is_nan()),
                    Unpacked::String(s) => self.heap.string_len(s) > 0,
                    Unpacked::BigInt(b) => self.heap.bigint(b).sign() != num_bigint::Sign::NoSign,
                    Unpacked::Internal => false,
                    _ => true,
                }
            }
        }
    }
    /// ### [7.1.1 ToPrimitive](https://tc39.es/ecma262/#sec-toprimitive), nesting
    pub fn to_primitive(&mut self, value: Value, hint: Hint) -> Completion {
        if !value.is_object() {
            return Ok(value);
        }
        let hint = match hint {
            Hint::Default => "default",
            Hint::Number => "number",
            Hint::String => "string",
        };
        let hint = self.heap.new_string(hint);
        self.call_js("toPrimitive", &[value, Value::string(hint)])
    }
    /// ### [7.1.4 ToNumber](https://tc39.es/ecma262/#sec-tonumber)
    pub fn to_number(&mut self, value: Value) -> Completion<f64> {
        match value.unpack() {
            Unpacked::Number(n) => Ok(n),
            Unpacked::Undefined | Unpacked::Internal => Ok(f64::NAN),
            Unpacked::Null => Ok(0.0),
            Unpacked::Bool(b) => Ok(if b { 1.0 } else { 0.0 }),
            Unpacked::String(s) => Ok(self.string_to_number(s)),
            Unpacked::Symbol(_) => {
                Err(self.type_error("Cannot convert a Symbol value to a number"))
            }
            Unpacked::BigInt(_) => {
                Err(self.type_error("Cannot convert a BigInt value to a number"))
            }
            Unpacked::Object(_) => {
                let p = self.to_primitive(value, Hint::Number)?;
                self.to_number(p)
            }
        }
    }
    pub fn string_to_number(&mut self, s: StringId) -> f64 {
        let view = self.heap.view(s);
        // Short digit strings are the common case.
        if view.len() <= 9 && !view.is_empty() && view.iter().all(|u| (48..58).contains(&u)) {
            return view.iter().fold(0.0, |n, u| n * 10.0 + (u - 48) as f64);
        }
        number::parse(&view.to_text())
    }
    /// ### [7.1.3 ToNumeric](https://tc39.es/ecma262/#sec-tonumeric): a number or BigInt value
    pub fn to_numeric(&mut self, value: Value) -> Completion {
        if value.is_number() || value.is_bigint() {
            return Ok(value);
        }
        let p = self.to_primitive(value, Hint::Number)?;
        if p.is_bigint() {
            return Ok(p);
        }
        Ok(Value::number(self.to_number(p)?))
    }
    /// ### [7.1.5 ToIntegerOrInfinity](https://tc39.es/ecma262/#sec-tointegerorinfinity)
    pub fn to_integer(&mut self, value: Value) -> Completion<f64> {
        if let Some(i) = value.as_int() {
            return Ok(i as f64);
        }
        let n = self.to_number(value)?;
        Ok(if n.is_nan() { 0.0 } else { n.trunc() + 0.0 })
    }
    /// ### [7.1.20 ToLength](https://tc39.es/ecma262/#sec-tolength)
    pub fn to_length(&mut self, value: Value) -> Completion<f64> {
        Ok(self.to_integer(value)?.clamp(0.0, 9_007_199_254_740_991.0))
    }
    /// ### [7.1.22 ToIndex](https://tc39.es/ecma262/#sec-toindex)
    pub fn to_index(&mut self, value: Value, what: &str) -> Completion<u64> {
        let n = self.to_integer(value)?;
        if !(0.0..=9_007_199_254_740_991.0).contains(&n) {
            return Err(self.range_error(what));
        }
        Ok(n as u64)
    }
    /// ### [7.1.17 ToString](https://tc39.es/ecma262/#sec-tostring)
    pub fn to_string(&mut self, value: Value) -> Completion<StringId> {
        if let Some(s) = value.as_string() {
            return Ok(s);
        }
        if let Some(i) = value.as_int() {
            return Ok(self.int_to_string(i));
        }
        match value.unpack() {
            Unpacked::String(s) => Ok(s),
            Unpacked::Undefined | Unpacked::Internal => Ok(self.heap.new_string("undefined")),
            Unpacked::Null => Ok(self.heap.new_string("null")),
            Unpacked::Bool(b) => Ok(self.heap.new_string(if b { "true" } else { "false" })),
            Unpacked::Number(n) => {
                let text = number::to_text(n);
                Ok(self.heap.new_string(&text))
            }
            Unpacked::Symbol(_) => {
                Err(self.type_error("Cannot convert a Symbol value to a string"))
            }
            Unpacked::BigInt(b) => {
                let bits = self.heap.bigint(b).bits();
                self.charge(bits / 16 + bits * bits / 4_000_000)?;
                self.charge_memory(bits as usize / 3)?;
                let text = self.heap.bigint(b).to_string();
                Ok(self.heap.new_string(&text))
            }
            Unpacked::Object(_) => {
                let p = self.to_primitive(value, Hint::String)?;
                self.to_string(p)
            }
        }
    }
    pub fn int_to_string(&mut self, i: i32) -> StringId {
        if (0..10).contains(&i) {
            return self.heap.unit_string(b'0' + i as u8);
        }
        let mut buffer = [0u8; 11];
        let mut at = buffer.len();
        let mut n = i.unsigned_abs();
        loop {
            at -= 1;
            buffer[at] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        if i < 0 {
            at -= 1;
            buffer[at] = b'-';
        }
        self.heap.string_from_latin1(&buffer[at..])
    }
    /// ### [7.1.19 ToPropertyKey](https://tc39.es/ecma262/#sec-topropertykey)
    #[inline]
    pub fn to_property_key(&mut self, value: Value) -> Completion<PropertyKey> {
        if let Some(i) = value.as_index() {
            return Ok(PropertyKey::Index(i));
        }
        if let Some(s) = value.as_string() {
            return Ok(self.heap.key_of_string(s));
        }
        if let Some(s) = value.as_symbol() {
            return Ok(PropertyKey::Symbol(s));
        }
        let p = self.to_primitive(value, Hint::String)?;
        if let Some(s) = p.as_symbol() {
            return Ok(PropertyKey::Symbol(s));
        }
        let s = self.to_string(p)?;
        Ok(self.heap.key_of_string(s))
    }
    /// The value of a property key, as `Reflect.ownKeys` shows it.
    pub fn key_value(&mut self, key: PropertyKey) -> Value {
        match key {
            PropertyKey::Index(i) => match i32::try_from(i) {
                Ok(i) => Value::string(self.int_to_string(i)),
                Err(_) => Value::string(self.heap.new_string(&i.to_string())),
            },
            PropertyKey::String(s) => Value::string(s),
            PropertyKey::Symbol(s) => Value::symbol(s),
        }
    }
    /// ### [7.1.18 ToObject](https://tc39.es/ecma262/#sec-toobject)
    pub fn to_object(&mut self, value: Value) -> Completion<ObjectId> {
        let (proto, kind) = match value.unpack() {
            Unpacked::Object(o) => return Ok(o),
            Unpacked::Undefined | Unpacked::Null | Unpacked::Internal => {
                return Err(self.type_error("Cannot convert undefined or null to object"));
            }
            Unpacked::Bool(_) => (Intrinsic::BooleanPrototype, Kind::Boolean),
            Unpacked::Number(_) => (Intrinsic::NumberPrototype, Kind::Number),
            Unpacked::String(_) => (Intrinsic::StringPrototype, Kind::String),
            Unpacked::Symbol(_) => (Intrinsic::SymbolPrototype, Kind::Symbol),
            Unpacked::BigInt(_) => (Intrinsic::BigIntPrototype, Kind::BigInt),
        };
        let proto = self.intrinsic(proto);
        Ok(self.heap.new_exotic(Some(proto), kind, Internal::Primitive(value)))
    }
    /// The prototype that property lookups on a primitive start at.
    pub fn primitive_prototype(&mut self, value: Value) -> Option<ObjectId> {
        let id = match value.unpack() {
            Unpacked::String(_) => Intrinsic::StringPrototype,
            Unpacked::Number(_) => Intrinsic::NumberPrototype,
            Unpacked::Bool(_) => Intrinsic::BooleanPrototype,
            Unpacked::Symbol(_) => Intrinsic::SymbolPrototype,
            Unpacked::BigInt(_) => Intrinsic::BigIntPrototype,
            _ => return None,
        };
        Some(self.intrinsic(id))
    }
    /// ### [7.1.13 ToBigInt](https://tc39.es/ecma262/#sec-tobigint)
    pub fn to_bigint(&mut self, value: Value) -> Completion<BigInt> {
        let p = self.to_primitive(value, Hint::Number)?;
        match p.unpack() {
            Unpacked::BigInt(b) => Ok(self.heap.bigint(b).clone()),
            Unpacked::Bool(b) => Ok(BigInt::from(b as u8)),
            Unpacked::String(s) => match self.string_to_bigint(s)? {
                Some(n) => Ok(n),
                None => {
                    let text = self.heap.text(s);
                    Err(self.syntax_error(&format!("Cannot convert {text} to a BigInt")))
                }
            },
            _ => {
                let text = self.describe(p);
                Err(self.type_error(&format!("Cannot convert {text} to a BigInt")))
            }
        }
    }
    /// ### [7.1.14 StringToBigInt](https://tc39.es/ecma262/#sec-stringtobigint)
    pub fn string_to_bigint(&mut self, s: StringId) -> Completion<Option<BigInt>> {
        let len = self.heap.string_len(s) as u64;
        self.charge(len + len * len / 1_000_000)?;
        let text = self.heap.text(s);
        let t =
            text.trim_matches(|c: char| (c as u32) < 0x10000 && number::is_space(c as u32 as u16));
        if t.is_empty() {
            return Ok(Some(BigInt::ZERO));
        }
        let radix = match t.get(..2) {
            Some("0x" | "0X") => 16,
            Some("0o" | "0O") => 8,
            Some("0b" | "0B") => 2,
            _ => 10,
        };
        let (digits, negative) = if radix != 10 {
            (t.get(2..).unwrap_or(""), false)
        } else {
            match t.as_bytes()[0] {
                b'-' => (t.get(1..).unwrap_or(""), true),
                b'+' => (t.get(1..).unwrap_or(""), false),
                _ => (t, false),
            }
        };
        if digits.is_empty() || !digits.bytes().all(|b| (b as char).is_digit(radix)) {
            return Ok(None);
        }
        let n = BigInt::parse_bytes(digits.as_bytes(), radix);
        Ok(n.map(|n| if negative { -n } else { n }))
    }
    /// BigInt value; a RangeError beyond [`MAX_BIGINT_BITS`].
    pub fn bigint_value(&mut self, n: BigInt) -> Completion {
        if n.bits() > MAX_BIGINT_BITS {
            return Err(self.range_error("Maximum BigInt size exceeded"));
        }
        self.charge_memory((n.bits() / 8) as usize)?;
        Ok(Value::bigint(self.heap.new_bigint(n)))
    }
}

/// Bits of a BigInt at most.
pub const MAX_BIGINT_BITS: u64 = 1 << 22;
