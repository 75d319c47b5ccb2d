//! Equality and order of JSON values as JSON Schema has them: numbers by value, objects without
//! regard to the order of members.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Number, Value};

/// Whether two values are the same.
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => compare(left, right) == Ordering::Equal,
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other)))
        }
        (left, right) => left == right,
    }
}

/// Equal values have equal hashes.
pub(super) fn hash_of(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    std::mem::discriminant(value).hash(&mut hasher);
    match value {
        Value::Null => {}
        Value::Bool(flag) => flag.hash(&mut hasher),
        // Adding zero turns -0 into 0.
        Value::Number(number) => {
            (number.as_f64().unwrap_or_default() + 0.0).to_bits().hash(&mut hasher);
        }
        Value::String(text) => text.hash(&mut hasher),
        Value::Array(items) => items.iter().for_each(|item| hash_of(item).hash(&mut hasher)),
        Value::Object(members) => {
            let sum = members.iter().fold(0u64, |sum, (key, member)| {
                let mut hasher = DefaultHasher::new();
                key.hash(&mut hasher);
                hash_of(member).hash(&mut hasher);
                sum.wrapping_add(hasher.finish())
            });
            sum.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// The order of two numbers, exact for integers.
pub(super) fn compare(left: &Number, right: &Number) -> Ordering {
    if let (Some(left), Some(right)) = (integer(left), integer(right)) {
        return left.cmp(&right);
    }
    let (left, right) = (left.as_f64().unwrap_or_default(), right.as_f64().unwrap_or_default());
    left.partial_cmp(&right).unwrap_or(Ordering::Equal)
}

/// Whether one number is a whole multiple of another, up to the rounding of decimal fractions.
pub(super) fn is_multiple(number: &Number, step: &Number) -> bool {
    if let (Some(number), Some(step)) = (integer(number), integer(step)) {
        return step == 0 || number % step == 0;
    }
    let (number, step) = (number.as_f64().unwrap_or_default(), step.as_f64().unwrap_or_default());
    if step == 0.0 {
        return true;
    }
    let ratio = number / step;
    if !ratio.is_finite() {
        return number % step == 0.0;
    }
    let whole = ratio.round();
    (ratio - whole).abs() <= f64::EPSILON * ratio.abs().max(1.0) * 4.0
}

fn integer(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}
