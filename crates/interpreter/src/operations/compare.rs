//! ### [7.2 Testing and Comparison](https://tc39.es/ecma262/#sec-testing-and-comparison-operations)

use crate::value::{Unpacked, Value};
use crate::vm::{Completion, Vm};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use std::cmp::Ordering;

impl Vm {
    /// ### [7.2.14 IsStrictlyEqual](https://tc39.es/ecma262/#sec-isstrictlyequal)
    #[inline]
    pub fn strict_equals(&mut self, a: Value, b: Value) -> bool {
        if a.is_int() && b.is_int() {
            return a == b;
        }
        if a.is_number() && b.is_number() {
            return a.as_number() == b.as_number();
        }
        if a == b {
            return true;
        }
        match (a.unpack(), b.unpack()) {
            (Unpacked::String(x), Unpacked::String(y)) => self.heap.strings_equal(x, y),
            (Unpacked::BigInt(x), Unpacked::BigInt(y)) => {
                self.heap.bigint(x) == self.heap.bigint(y)
            }
            _ => false,
        }
    }
    /// ### [7.2.9 SameValue](https://tc39.es/ecma262/#sec-samevalue)
    pub fn same_value(&mut self, a: Value, b: Value) -> bool {
        if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
            return (x.is_nan() && y.is_nan())
                || (x == y && x.is_sign_negative() == y.is_sign_negative());
        }
        self.strict_equals(a, b)
    }
    /// ### [7.2.10 SameValueZero](https://tc39.es/ecma262/#sec-samevaluezero)
    pub fn same_value_zero(&mut self, a: Value, b: Value) -> bool {
        if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
            return (x.is_nan() && y.is_nan()) || x == y;
        }
        self.strict_equals(a, b)
    }
    /// ### [7.2.13 IsLooselyEqual](https://tc39.es/ecma262/#sec-islooselyequal) for operands of which no
    /// conversion of an object is needed; `None` when one is.
    pub fn loose_equals(&mut self, a: Value, b: Value) -> Completion<Option<bool>> {
        if (a.is_number() && b.is_number()) || (a.is_object() && b.is_object()) {
            return Ok(Some(self.strict_equals(a, b)));
        }
        if a.is_nullish() || b.is_nullish() {
            return Ok(Some(a.is_nullish() && b.is_nullish()));
        }
        let equal = match (a.unpack(), b.unpack()) {
            (Unpacked::Object(_), Unpacked::Internal)
            | (Unpacked::Internal, Unpacked::Object(_)) => false,
            (Unpacked::Object(_), _) | (_, Unpacked::Object(_)) => return Ok(None),
            (Unpacked::String(_), Unpacked::String(_))
            | (Unpacked::Symbol(_), _)
            | (_, Unpacked::Symbol(_))
            | (Unpacked::BigInt(_), Unpacked::BigInt(_)) => self.strict_equals(a, b),
            (Unpacked::Bool(x), Unpacked::Bool(y)) => x == y,
            (Unpacked::BigInt(x), Unpacked::String(s))
            | (Unpacked::String(s), Unpacked::BigInt(x)) => match self.string_to_bigint(s)? {
                Some(n) => *self.heap.bigint(x) == n,
                None => false,
            },
            (Unpacked::BigInt(x), _) => {
                let n = self.to_number(b)?;
                compare_bigint_number(self.heap.bigint(x), n) == Some(Ordering::Equal)
            }
            (_, Unpacked::BigInt(x)) => {
                let n = self.to_number(a)?;
                compare_bigint_number(self.heap.bigint(x), n) == Some(Ordering::Equal)
            }
            _ => self.to_number(a)? == self.to_number(b)?,
        };
        Ok(Some(equal))
    }
    /// ### [7.2.12 IsLessThan](https://tc39.es/ecma262/#sec-islessthan) of primitives: the order, `None` for undefined (NaN)
    pub fn compare_primitives(&mut self, a: Value, b: Value) -> Completion<Option<Ordering>> {
        if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
            return Ok(x.partial_cmp(&y));
        }
        match (a.unpack(), b.unpack()) {
            (Unpacked::String(x), Unpacked::String(y)) => Ok(Some(self.heap.compare_strings(x, y))),
            (Unpacked::BigInt(x), Unpacked::BigInt(y)) => {
                Ok(Some(self.heap.bigint(x).cmp(self.heap.bigint(y))))
            }
            (Unpacked::BigInt(x), Unpacked::String(s)) => {
                Ok(self.string_to_bigint(s)?.map(|n| self.heap.bigint(x).cmp(&n)))
            }
            (Unpacked::String(s), Unpacked::BigInt(x)) => {
                Ok(self.string_to_bigint(s)?.map(|n| n.cmp(self.heap.bigint(x))))
            }
            (Unpacked::BigInt(x), _) => {
                let n = self.to_number(b)?;
                Ok(compare_bigint_number(self.heap.bigint(x), n))
            }
            (_, Unpacked::BigInt(x)) => {
                let n = self.to_number(a)?;
                Ok(compare_bigint_number(self.heap.bigint(x), n).map(Ordering::reverse))
            }
            _ => Ok(self.to_number(a)?.partial_cmp(&self.to_number(b)?)),
        }
    }
    /// ### `typeof`
    pub fn type_name(&self, value: Value) -> &'static str {
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => "undefined",
            Unpacked::Null => "object",
            Unpacked::Bool(_) => "boolean",
            Unpacked::Number(_) => "number",
            Unpacked::String(_) => "string",
            Unpacked::Symbol(_) => "symbol",
            Unpacked::BigInt(_) => "bigint",
            Unpacked::Object(o) => {
                if self.heap.object(o).is_callable() {
                    "function"
                } else {
                    "object"
                }
            }
        }
    }
    /// Hash of a Map key (SameValueZero).
    pub fn hash_value(&mut self, value: Value) -> u32 {
        let bits = match value.unpack() {
            Unpacked::Number(n) => {
                if n == 0.0 {
                    0
                } else {
                    Value::number(n).bits()
                }
            }
            Unpacked::String(s) => return self.heap.string_hash(s),
            Unpacked::BigInt(b) => {
                let n = self.heap.bigint(b);
                n.iter_u64_digits().fold(n.bits(), |h, d| h.rotate_left(5) ^ d)
            }
            _ => value.bits(),
        };
        let h = (bits ^ self.heap.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (h >> 32) as u32 ^ h as u32
    }
}

/// Order of a BigInt and a number, exact.
pub fn compare_bigint_number(b: &BigInt, n: f64) -> Option<Ordering> {
    if n.is_nan() {
        return None;
    }
    if n == f64::INFINITY {
        return Some(Ordering::Less);
    }
    if n == f64::NEG_INFINITY {
        return Some(Ordering::Greater);
    }
    let floor = n.floor();
    let whole = BigInt::from_f64(floor)?;
    Some(match b.cmp(&whole) {
        Ordering::Equal if n > floor => Ordering::Less,
        other => other,
    })
}

/// Nearest number of a BigInt.
pub fn bigint_to_f64(b: &BigInt) -> f64 {
    b.to_f64().unwrap_or(f64::NAN)
}
