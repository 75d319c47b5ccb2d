//! ### [10.4.5 TypedArray Exotic Objects](https://tc39.es/ecma262/#sec-typedarray-exotic-objects): element access

use crate::heap::ObjectId;
use crate::object::{
    Attributes, BufferData, Descriptor, ElementType, Internal, Kind, PropertyKey, Slot, ViewData,
};
use crate::operations::number;
use crate::value::Value;
use crate::vm::{Completion, Vm};

mod base64;
mod construct;
mod natives;
mod table;

pub(crate) use natives::INTRINSICS;
pub(crate) use table::TABLES;

/// Number in the bytes (little endian) of an element that is not a BigInt.
fn number_of(element: ElementType, bytes: &[u8]) -> f64 {
    let mut b = [0u8; 8];
    for (to, from) in b.iter_mut().zip(bytes) {
        *to = *from;
    }
    let u16_ = u16::from_le_bytes([b[0], b[1]]);
    let u32_ = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    match element {
        ElementType::Int8 => f64::from(b[0] as i8),
        ElementType::Uint8 | ElementType::Uint8Clamped => f64::from(b[0]),
        ElementType::Int16 => f64::from(u16_ as i16),
        ElementType::Uint16 => f64::from(u16_),
        ElementType::Int32 => f64::from(u32_ as i32),
        ElementType::Uint32 => f64::from(u32_),
        ElementType::Float16 => f16_to_f64(u16_),
        ElementType::Float32 => f64::from(f32::from_bits(u32_)),
        ElementType::Float64 | ElementType::BigInt64 | ElementType::BigUint64 => {
            f64::from_le_bytes(b)
        }
    }
}

impl ElementType {
    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            ElementType::Int8 | ElementType::Uint8 | ElementType::Uint8Clamped => 1,
            ElementType::Int16 | ElementType::Uint16 | ElementType::Float16 => 2,
            ElementType::Int32 | ElementType::Uint32 | ElementType::Float32 => 4,
            ElementType::BigInt64 | ElementType::BigUint64 | ElementType::Float64 => 8,
        }
    }
    pub fn is_bigint(self) -> bool {
        matches!(self, ElementType::BigInt64 | ElementType::BigUint64)
    }
}

/// Nearest binary16 of a number, ties to even.
pub fn f64_to_f16(n: f64) -> u16 {
    let bits = n.to_bits();
    let sign = ((bits >> 48) & 0x8000) as u16;
    if n.is_nan() {
        return 0x7E00;
    }
    let a = n.abs();
    if a >= 65520.0 {
        return sign | 0x7C00;
    }
    if a < 2f64.powi(-25) || a == 0.0 {
        return sign;
    }
    // Scale so that one unit in the last place is 1, then round to even.
    let exponent = ((a.to_bits() >> 52) as i32 - 1023).max(-14);
    let scaled = a * 2f64.powi(10 - exponent);
    let floor = scaled.floor();
    let rest = scaled - floor;
    let mut m = floor as u32;
    if rest > 0.5 || (rest == 0.5 && m & 1 == 1) {
        m += 1;
    }
    let biased = (exponent + 14) as u32;
    sign | ((biased << 10) + m) as u16
}

/// Value of a binary16.
pub fn f16_to_f64(h: u16) -> f64 {
    let sign = if h & 0x8000 != 0 { -1.0 } else { 1.0 };
    let exponent = ((h >> 10) & 0x1F) as i32;
    let mantissa = (h & 0x3FF) as f64;
    match exponent {
        0 => sign * mantissa * 2f64.powi(-24),
        31 => {
            if mantissa == 0.0 {
                sign * f64::INFINITY
            } else {
                f64::NAN
            }
        }
        e => sign * (1024.0 + mantissa) * 2f64.powi(e - 25),
    }
}

impl Vm {
    pub(crate) fn view(&self, id: ObjectId) -> Option<ViewData> {
        match &self.heap.object(id).internal {
            Internal::View(v) => Some(**v),
            _ => None,
        }
    }
    pub(crate) fn buffer(&self, id: ObjectId) -> Option<&BufferData> {
        match &self.heap.object(id).internal {
            Internal::Buffer(b) => Some(b),
            _ => None,
        }
    }
    pub(crate) fn buffer_mut(&mut self, id: ObjectId) -> Option<&mut BufferData> {
        match &mut self.heap.object_mut(id).internal {
            Internal::Buffer(b) => Some(b),
            _ => None,
        }
    }
    /// Elements in bounds now; `None` when detached or out of bounds.
    pub(crate) fn typed_array_length(&self, id: ObjectId) -> Option<usize> {
        let view = self.view(id)?;
        let buffer = self.buffer(view.buffer)?;
        if buffer.detached || view.offset > buffer.bytes.len() {
            return None;
        }
        let size = view.element.size();
        match view.length {
            Some(n) => (view.offset + n * size <= buffer.bytes.len()).then_some(n),
            None => Some((buffer.bytes.len() - view.offset) / size),
        }
    }
    /// May not change its length (PreventExtensions is allowed).
    pub(crate) fn typed_array_is_fixed_length(&self, id: ObjectId) -> bool {
        let Some(view) = self.view(id) else { return true };
        view.length.is_some() && self.buffer(view.buffer).is_some_and(|b| b.max_length.is_none())
    }
    /// Element `i`, `undefined` out of bounds.
    pub(crate) fn typed_array_get(&mut self, id: ObjectId, i: usize) -> Value {
        match self.typed_array_length(id) {
            Some(n) if i < n => {
                let Some(view) = self.view(id) else { return Value::UNDEFINED };
                self.read_element(
                    view.buffer,
                    view.element,
                    view.offset + i * view.element.size(),
                    true,
                )
            }
            _ => Value::UNDEFINED,
        }
    }
    /// Value of the bytes at `at` of a buffer.
    pub(crate) fn read_element(
        &mut self,
        buffer: ObjectId,
        element: ElementType,
        at: usize,
        little: bool,
    ) -> Value {
        let size = element.size();
        let mut b = [0u8; 8];
        match self.buffer(buffer).and_then(|d| d.bytes.get(at..at + size)) {
            Some(bytes) => b[..size].copy_from_slice(bytes),
            None => return Value::UNDEFINED,
        }
        if !little {
            b[..size].reverse();
        }
        let u16_ = u16::from_le_bytes([b[0], b[1]]);
        let u32_ = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        match element {
            ElementType::Int8 => Value::int(b[0] as i8 as i32),
            ElementType::Uint8 | ElementType::Uint8Clamped => Value::int(b[0] as i32),
            ElementType::Int16 => Value::int(u16_ as i16 as i32),
            ElementType::Uint16 => Value::int(u16_ as i32),
            ElementType::Int32 => Value::int(u32_ as i32),
            ElementType::Uint32 => Value::number(u32_ as f64),
            ElementType::Float16 => Value::number(f16_to_f64(u16_)),
            ElementType::Float32 => Value::number(f32::from_bits(u32_) as f64),
            ElementType::Float64 => Value::number(f64::from_le_bytes(b)),
            ElementType::BigInt64 => {
                Value::bigint(self.heap.new_bigint(i64::from_le_bytes(b).into()))
            }
            ElementType::BigUint64 => {
                Value::bigint(self.heap.new_bigint(u64::from_le_bytes(b).into()))
            }
        }
    }
    /// Bytes (little endian) of a value converted for an element type; the value is a number or BigInt.
    pub(crate) fn element_bytes(&mut self, element: ElementType, value: Value) -> [u8; 8] {
        let mut out = [0u8; 8];
        if element.is_bigint() {
            if let Some(b) = value.as_bigint() {
                let n = self.heap.bigint(b);
                let low = n.iter_u64_digits().next().unwrap_or(0);
                let low =
                    if n.sign() == num_bigint::Sign::Minus { low.wrapping_neg() } else { low };
                out = low.to_le_bytes();
            }
            return out;
        }
        let n = value.as_number().unwrap_or(f64::NAN);
        match element {
            ElementType::Int8 | ElementType::Uint8 => out[0] = number::to_int32(n) as u8,
            ElementType::Uint8Clamped => {
                let c = n.clamp(0.0, 255.0);
                let r = if c.is_nan() { 0.0 } else { c.round_ties_even() };
                out[0] = r as u8;
            }
            ElementType::Int16 | ElementType::Uint16 => {
                out[..2].copy_from_slice(&(number::to_int32(n) as u16).to_le_bytes());
            }
            ElementType::Int32 | ElementType::Uint32 => {
                out[..4].copy_from_slice(&number::to_int32(n).to_le_bytes());
            }
            ElementType::Float16 => out[..2].copy_from_slice(&f64_to_f16(n).to_le_bytes()),
            ElementType::Float32 => out[..4].copy_from_slice(&(n as f32).to_le_bytes()),
            _ => out = Value::double(n).as_number().unwrap_or(f64::NAN).to_le_bytes(),
        }
        out
    }
    /// ### [10.4.5.16 TypedArraySetElement](https://tc39.es/ecma262/#sec-typedarraysetelement)
    pub(crate) fn typed_array_put(
        &mut self,
        id: ObjectId,
        i: usize,
        value: Value,
    ) -> Completion<()> {
        let Some(view) = self.view(id) else { return Ok(()) };
        let converted = self.to_element(view.element, value)?;
        let bytes = self.element_bytes(view.element, converted);
        if self.typed_array_length(id).is_some_and(|n| i < n) {
            let size = view.element.size();
            let at = view.offset + i * size;
            if let Some(target) =
                self.buffer_mut(view.buffer).and_then(|b| b.bytes.get_mut(at..at + size))
            {
                target.copy_from_slice(&bytes[..size]);
            }
        }
        Ok(())
    }
    /// ToNumber or ToBigInt, as the element type wants.
    pub(crate) fn to_element(&mut self, element: ElementType, value: Value) -> Completion {
        if element.is_bigint() {
            let n = self.to_bigint(value)?;
            self.bigint_value(n)
        } else {
            Ok(Value::number(self.to_number(value)?))
        }
    }
    /// A key that typed arrays treat as an index although it need not be one in bounds
    /// ([CanonicalNumericIndexString](https://tc39.es/ecma262/#sec-canonicalnumericindexstring)).
    pub(crate) fn is_canonical_numeric(&mut self, key: PropertyKey) -> bool {
        match key {
            PropertyKey::Index(_) => true,
            PropertyKey::Symbol(_) => false,
            PropertyKey::String(s) => {
                let view = self.heap.view(s);
                let first = view.at(0);
                // "-0", "NaN", "Infinity" and numbers that print as themselves.
                if !matches!(first, 45 | 48..=57 | 73 | 78) {
                    return false;
                }
                let text = view.to_text();
                text == "-0" || number::to_text(number::parse(&text)) == text
            }
        }
    }
    /// `[[GetOwnProperty]]` for numeric keys; the outer `None`: not a numeric key.
    pub(crate) fn typed_array_own(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
    ) -> Option<Option<Slot>> {
        if let PropertyKey::Index(i) = key {
            let value = self.typed_array_get(id, i as usize);
            return Some(
                (!value.is_undefined())
                    .then_some(Slot::Data { value, attributes: Attributes::ALL }),
            );
        }
        if self.is_canonical_numeric(key) { Some(None) } else { None }
    }
    /// `[[DefineOwnProperty]]` for numeric keys.
    pub(crate) fn typed_array_define(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        d: &Descriptor,
    ) -> Completion<Option<bool>> {
        let i = match key {
            PropertyKey::Index(i) => i as usize,
            _ if self.is_canonical_numeric(key) => return Ok(Some(false)),
            _ => return Ok(None),
        };
        let valid = self.typed_array_length(id).is_some_and(|n| i < n);
        if !valid
            || d.configurable == Some(false)
            || d.enumerable == Some(false)
            || d.is_accessor()
            || d.writable == Some(false)
        {
            return Ok(Some(false));
        }
        if let Some(v) = d.value {
            self.typed_array_put(id, i, v)?;
        }
        Ok(Some(true))
    }
    /// `[[Set]]` for numeric keys; `None`: go on as an ordinary object.
    pub(crate) fn typed_array_set(
        &mut self,
        id: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<Option<bool>> {
        let index = match key {
            PropertyKey::Index(i) => Some(i as usize),
            _ if self.is_canonical_numeric(key) => None,
            _ => return Ok(None),
        };
        if receiver == Value::object(id) {
            match index {
                Some(i) => self.typed_array_put(id, i, value)?,
                None => {
                    if let Some(view) = self.view(id) {
                        self.to_element(view.element, value)?;
                    }
                }
            }
            return Ok(Some(true));
        }
        // Reached through a prototype chain: out of bounds swallows the write.
        match index {
            Some(i) if self.typed_array_length(id).is_some_and(|n| i < n) => Ok(None),
            _ => Ok(Some(true)),
        }
    }
    pub(crate) fn is_typed_array(&self, value: Value) -> bool {
        self.is_kind(value, Kind::TypedArray)
    }
}

impl Vm {
    /// Prototype object of the typed arrays with this element type.
    pub(crate) fn typed_array_prototype(&self, element: ElementType) -> ObjectId {
        use super::Intrinsic as I;
        self.intrinsic(match element {
            ElementType::Int8 => I::Int8ArrayPrototype,
            ElementType::Uint8 => I::Uint8ArrayPrototype,
            ElementType::Uint8Clamped => I::Uint8ClampedArrayPrototype,
            ElementType::Int16 => I::Int16ArrayPrototype,
            ElementType::Uint16 => I::Uint16ArrayPrototype,
            ElementType::Int32 => I::Int32ArrayPrototype,
            ElementType::Uint32 => I::Uint32ArrayPrototype,
            ElementType::BigInt64 => I::BigInt64ArrayPrototype,
            ElementType::BigUint64 => I::BigUint64ArrayPrototype,
            ElementType::Float16 => I::Float16ArrayPrototype,
            ElementType::Float32 => I::Float32ArrayPrototype,
            ElementType::Float64 => I::Float64ArrayPrototype,
        })
    }
}
