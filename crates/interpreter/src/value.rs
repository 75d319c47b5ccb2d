//! Guest values: NaN-boxed, 8 bytes, `Copy`.
//!
//! Doubles are stored as they are (below `0xFFF9 << 48`); the top 16 bits tag everything else.
//! Integers that fit `i32` usually carry their own tag, but a double may hold an integral number
//! too, so numeric comparison never compares bits only.

use crate::heap::{BigIntId, EnvId, ObjectId, StringId, SymbolId};
use std::fmt;

const SHIFT: u32 = 48;
const TAG_SPECIAL: u64 = 0xFFF9;
const TAG_STRING: u64 = 0xFFFA;
const TAG_SYMBOL: u64 = 0xFFFB;
const TAG_BIGINT: u64 = 0xFFFC;
const TAG_OBJECT: u64 = 0xFFFD;
const TAG_ENV: u64 = 0xFFFE;
const TAG_INT: u64 = 0xFFFF;
const FIRST_TAGGED: u64 = TAG_SPECIAL << SHIFT;
const INT_BITS: u64 = TAG_INT << SHIFT;

/// A guest value, or one of the internal marks that never reach a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(u64);

/// A value taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unpacked {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    String(StringId),
    Symbol(SymbolId),
    BigInt(BigIntId),
    Object(ObjectId),
    /// Hole, environment or another internal mark.
    Internal,
}

impl Value {
    pub const UNDEFINED: Value = Value(FIRST_TAGGED);
    pub const NULL: Value = Value(FIRST_TAGGED | 1);
    pub const FALSE: Value = Value(FIRST_TAGGED | 2);
    pub const TRUE: Value = Value(FIRST_TAGGED | 3);
    /// No value: TDZ, array hole, absent.
    pub const HOLE: Value = Value(FIRST_TAGGED | 4);
    /// Stands in an iterator register pair while an array is iterated without an iterator object.
    pub const FAST_ITER: Value = Value(FIRST_TAGGED | 5);
    pub const NAN: Value = Value(0x7FF8 << SHIFT);

    /// Mark of a builtin function not made yet; `n` is its row.
    pub fn lazy(n: u32) -> Value {
        Value(FIRST_TAGGED | 1 << 32 | n as u64)
    }
    pub fn as_lazy(self) -> Option<u32> {
        if self.0 >> 32 == (FIRST_TAGGED | 1 << 32) >> 32 { Some(self.0 as u32) } else { None }
    }
    #[inline(always)]
    pub fn int(n: i32) -> Value {
        Value(INT_BITS | n as u32 as u64)
    }
    /// A double as it is (NaN canonicalised), without looking for an integer.
    #[inline(always)]
    pub fn double(n: f64) -> Value {
        if n.is_nan() { Value::NAN } else { Value(n.to_bits()) }
    }
    /// The usual constructor: integral values that fit become integers.
    #[inline(always)]
    pub fn number(n: f64) -> Value {
        let i = n as i32;
        if i as f64 == n && (i != 0 || n.is_sign_positive()) {
            Value::int(i)
        } else {
            Value::double(n)
        }
    }
    #[inline(always)]
    pub fn bool(b: bool) -> Value {
        if b { Value::TRUE } else { Value::FALSE }
    }
    #[inline(always)]
    pub fn string(id: StringId) -> Value {
        Value((TAG_STRING << SHIFT) | id.0 as u64)
    }
    pub fn symbol(id: SymbolId) -> Value {
        Value((TAG_SYMBOL << SHIFT) | id.0 as u64)
    }
    pub fn bigint(id: BigIntId) -> Value {
        Value((TAG_BIGINT << SHIFT) | id.0 as u64)
    }
    #[inline(always)]
    pub fn object(id: ObjectId) -> Value {
        Value((TAG_OBJECT << SHIFT) | id.0 as u64)
    }
    #[inline(always)]
    pub fn env(id: EnvId) -> Value {
        Value((TAG_ENV << SHIFT) | id.0 as u64)
    }

    #[inline(always)]
    pub fn bits(self) -> u64 {
        self.0
    }
    #[inline(always)]
    fn tag(self) -> u64 {
        self.0 >> SHIFT
    }
    #[inline(always)]
    pub fn is_int(self) -> bool {
        self.0 >= INT_BITS
    }
    #[inline(always)]
    pub fn is_double(self) -> bool {
        self.0 < FIRST_TAGGED
    }
    #[inline(always)]
    pub fn is_number(self) -> bool {
        self.is_int() || self.is_double()
    }
    /// Both operands are integers.
    #[inline(always)]
    pub fn both_int(a: Value, b: Value) -> bool {
        (a.0 & b.0) >= INT_BITS
    }
    /// The integer of a value known to be one.
    #[inline(always)]
    pub fn as_int_unchecked(self) -> i32 {
        self.0 as u32 as i32
    }
    #[inline(always)]
    pub fn as_int(self) -> Option<i32> {
        if self.is_int() { Some(self.0 as u32 as i32) } else { None }
    }
    #[inline(always)]
    pub fn as_number(self) -> Option<f64> {
        if self.is_int() {
            Some(self.0 as u32 as i32 as f64)
        } else if self.is_double() {
            Some(f64::from_bits(self.0))
        } else {
            None
        }
    }
    /// The array index this number stands for, if it is one (0 ..= 2^32 - 2).
    #[inline(always)]
    pub fn as_index(self) -> Option<u32> {
        if self.is_int() {
            let i = self.0 as u32 as i32;
            return if i >= 0 { Some(i as u32) } else { None };
        }
        if self.is_double() {
            let n = f64::from_bits(self.0);
            let i = n as u32;
            if i as f64 == n && i != u32::MAX {
                return Some(i);
            }
        }
        None
    }
    #[inline(always)]
    pub fn as_object(self) -> Option<ObjectId> {
        if self.tag() == TAG_OBJECT { Some(ObjectId(self.0 as u32)) } else { None }
    }
    #[inline(always)]
    pub fn as_string(self) -> Option<StringId> {
        if self.tag() == TAG_STRING { Some(StringId(self.0 as u32)) } else { None }
    }
    pub fn as_symbol(self) -> Option<SymbolId> {
        if self.tag() == TAG_SYMBOL { Some(SymbolId(self.0 as u32)) } else { None }
    }
    pub fn as_bigint(self) -> Option<BigIntId> {
        if self.tag() == TAG_BIGINT { Some(BigIntId(self.0 as u32)) } else { None }
    }
    #[inline(always)]
    pub fn as_env(self) -> Option<EnvId> {
        if self.tag() == TAG_ENV { Some(EnvId(self.0 as u32)) } else { None }
    }
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Value::TRUE => Some(true),
            Value::FALSE => Some(false),
            _ => None,
        }
    }
    #[inline(always)]
    pub fn is_object(self) -> bool {
        self.tag() == TAG_OBJECT
    }
    #[inline(always)]
    pub fn is_string(self) -> bool {
        self.tag() == TAG_STRING
    }
    pub fn is_symbol(self) -> bool {
        self.tag() == TAG_SYMBOL
    }
    pub fn is_bigint(self) -> bool {
        self.tag() == TAG_BIGINT
    }
    #[inline(always)]
    pub fn is_undefined(self) -> bool {
        self == Value::UNDEFINED
    }
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self == Value::NULL
    }
    #[inline(always)]
    pub fn is_nullish(self) -> bool {
        self == Value::UNDEFINED || self == Value::NULL
    }
    #[inline(always)]
    pub fn is_hole(self) -> bool {
        self == Value::HOLE
    }
    /// The hole read as `undefined`.
    pub fn or_undefined(self) -> Value {
        if self.is_hole() { Value::UNDEFINED } else { self }
    }
    #[inline]
    pub fn unpack(self) -> Unpacked {
        if let Some(n) = self.as_number() {
            return Unpacked::Number(n);
        }
        let low = self.0 as u32;
        match self.tag() {
            TAG_STRING => Unpacked::String(StringId(low)),
            TAG_SYMBOL => Unpacked::Symbol(SymbolId(low)),
            TAG_BIGINT => Unpacked::BigInt(BigIntId(low)),
            TAG_OBJECT => Unpacked::Object(ObjectId(low)),
            _ => match self {
                Value::UNDEFINED => Unpacked::Undefined,
                Value::NULL => Unpacked::Null,
                Value::TRUE => Unpacked::Bool(true),
                Value::FALSE => Unpacked::Bool(false),
                _ => Unpacked::Internal,
            },
        }
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::UNDEFINED
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.unpack())
    }
}

impl From<ObjectId> for Value {
    fn from(id: ObjectId) -> Value {
        Value::object(id)
    }
}
impl From<StringId> for Value {
    fn from(id: StringId) -> Value {
        Value::string(id)
    }
}
impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::bool(b)
    }
}
impl From<i32> for Value {
    fn from(n: i32) -> Value {
        Value::int(n)
    }
}
impl From<f64> for Value {
    fn from(n: f64) -> Value {
        Value::number(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_eight_bytes() {
        assert_eq!(std::mem::size_of::<Value>(), 8);
    }

    #[test]
    fn numbers_round_trip() {
        for n in [0.0, -0.0, 1.5, -1.0, f64::INFINITY, f64::NEG_INFINITY, 2147483648.0] {
            assert_eq!(Value::number(n).as_number().map(f64::to_bits), Some(n.to_bits()));
        }
        assert!(Value::number(f64::NAN).as_number().is_some_and(f64::is_nan));
        assert!(!Value::number(-0.0).is_int());
    }
}
