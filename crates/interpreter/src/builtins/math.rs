//! ### [21.3 The Math Object](https://tc39.es/ecma262/#sec-math-object)

use super::Intrinsic;
use super::table::{Spec, Table, constant, js, method, tag};
use crate::operations::number;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

macro_rules! unary {
    ($name:literal, $f:expr) => {
        method($name, 1, |vm, args| {
            let n = args.number(vm, 0)?;
            let f: fn(f64) -> f64 = $f;
            Ok(Value::number(f(n)))
        })
    };
}

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::Math,
    spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
    items: &[
        constant("E", std::f64::consts::E),
        constant("LN10", std::f64::consts::LN_10),
        constant("LN2", std::f64::consts::LN_2),
        constant("LOG10E", std::f64::consts::LOG10_E),
        constant("LOG2E", std::f64::consts::LOG2_E),
        constant("PI", std::f64::consts::PI),
        constant("SQRT1_2", std::f64::consts::FRAC_1_SQRT_2),
        constant("SQRT2", std::f64::consts::SQRT_2),
        unary!("abs", f64::abs),
        unary!("acos", libm::acos),
        unary!("acosh", libm::acosh),
        unary!("asin", libm::asin),
        unary!("asinh", libm::asinh),
        unary!("atan", libm::atan),
        unary!("atanh", libm::atanh),
        method("atan2", 2, |vm, args| {
            let (y, x) = (args.number(vm, 0)?, args.number(vm, 1)?);
            Ok(Value::number(libm::atan2(y, x)))
        }),
        unary!("cbrt", libm::cbrt),
        unary!("ceil", f64::ceil),
        method("clz32", 1, |vm, args| {
            let n = args.number(vm, 0)?;
            Ok(Value::int((number::to_int32(n) as u32).leading_zeros() as i32))
        }),
        unary!("cos", libm::cos),
        unary!("cosh", libm::cosh),
        unary!("exp", libm::exp),
        unary!("expm1", libm::expm1),
        method("f16round", 1, |vm, args| {
            let n = args.number(vm, 0)?;
            Ok(Value::number(super::typed_array::f16_to_f64(super::typed_array::f64_to_f16(n))))
        }),
        unary!("floor", f64::floor),
        unary!("fround", |n| n as f32 as f64),
        method("hypot", 2, hypot),
        method("imul", 2, |vm, args| {
            let (a, b) = (args.number(vm, 0)?, args.number(vm, 1)?);
            Ok(Value::int(number::to_int32(a).wrapping_mul(number::to_int32(b))))
        }),
        unary!("log", libm::log),
        unary!("log10", libm::log10),
        unary!("log1p", libm::log1p),
        unary!("log2", libm::log2),
        method("max", 2, max),
        method("min", 2, min),
        method("pow", 2, |vm, args| {
            let (a, b) = (args.number(vm, 0)?, args.number(vm, 1)?);
            Ok(Value::number(number::power(a, b)))
        }),
        method("random", 0, |vm, _| {
            Ok(Value::double((vm.next_random() >> 11) as f64 / (1u64 << 53) as f64))
        }),
        unary!("round", round),
        unary!("sign", |n| if n.is_nan() || n == 0.0 { n } else { n.signum() }),
        unary!("sin", libm::sin),
        unary!("sinh", libm::sinh),
        unary!("sqrt", f64::sqrt),
        js("sumPrecise", 1, "mathSumPrecise"),
        unary!("tan", libm::tan),
        unary!("tanh", libm::tanh),
        unary!("trunc", f64::trunc),
        tag("Math"),
    ],
}];

/// ### [21.3.2.28 Math.round](https://tc39.es/ecma262/#sec-math.round)
fn round(n: f64) -> f64 {
    if !n.is_finite() || n.abs() >= 4_503_599_627_370_496.0 {
        return n;
    }
    if n < 0.0 && n >= -0.5 {
        return -0.0;
    }
    let floor = n.floor();
    if n - floor >= 0.5 { floor + 1.0 } else { floor }
}

fn numbers(vm: &mut Vm, args: Args) -> Completion<Vec<f64>> {
    let mut list = Vec::with_capacity(args.len());
    for i in 0..args.len() {
        list.push(args.number(vm, i)?);
    }
    Ok(list)
}

fn hypot(vm: &mut Vm, args: Args) -> Completion {
    let list = numbers(vm, args)?;
    if list.iter().any(|n| n.is_infinite()) {
        return Ok(Value::double(f64::INFINITY));
    }
    let largest = list
        .iter()
        .fold(0.0f64, |m, n| if n.is_nan() || m.is_nan() { f64::NAN } else { m.max(n.abs()) });
    if largest.is_nan() || largest == 0.0 {
        return Ok(Value::number(largest));
    }
    // Kahan summation of scaled squares.
    let (mut sum, mut rest) = (0.0f64, 0.0f64);
    for n in list {
        let s = n / largest;
        let y = s * s - rest;
        let t = sum + y;
        rest = (t - sum) - y;
        sum = t;
    }
    Ok(Value::number(sum.sqrt() * largest))
}

fn max(vm: &mut Vm, args: Args) -> Completion {
    if args.len() == 2 {
        if let (Some(a), Some(b)) = (args.get(vm, 0).as_int(), args.get(vm, 1).as_int()) {
            return Ok(Value::int(a.max(b)));
        }
    }
    let mut best = f64::NEG_INFINITY;
    for n in numbers(vm, args)? {
        if n.is_nan() || best.is_nan() {
            best = f64::NAN;
        } else if n > best || (n == 0.0 && best == 0.0 && !n.is_sign_negative()) {
            best = n;
        }
    }
    Ok(Value::number(best))
}

fn min(vm: &mut Vm, args: Args) -> Completion {
    if args.len() == 2 {
        if let (Some(a), Some(b)) = (args.get(vm, 0).as_int(), args.get(vm, 1).as_int()) {
            return Ok(Value::int(a.min(b)));
        }
    }
    let mut best = f64::INFINITY;
    for n in numbers(vm, args)? {
        if n.is_nan() || best.is_nan() {
            best = f64::NAN;
        } else if n < best || (n == 0.0 && best == 0.0 && n.is_sign_negative()) {
            best = n;
        }
    }
    Ok(Value::number(best))
}

/// Exact sum of doubles: `$sumPrecise(list)` of an internal array of numbers.
pub(crate) fn sum_precise(vm: &mut Vm, args: Args) -> Completion {
    let list =
        args.get(vm, 0).as_object().map(|l| vm.heap.object(l).elements.clone()).unwrap_or_default();
    vm.charge(list.len() as u64)?;
    let numbers: Vec<f64> = list.iter().filter_map(|v| v.as_number()).collect();
    if numbers.iter().any(|n| n.is_nan())
        || (numbers.contains(&f64::INFINITY) && numbers.contains(&f64::NEG_INFINITY))
    {
        return Ok(Value::NAN);
    }
    if let Some(n) = numbers.iter().find(|n| n.is_infinite()) {
        return Ok(Value::double(*n));
    }
    if numbers.iter().all(|n| *n == 0.0 && n.is_sign_negative()) {
        return Ok(Value::double(-0.0));
    }
    // Fixed point: every finite double is an integer multiple of 2^-1074.
    let mut total = num_bigint::BigInt::ZERO;
    for n in numbers {
        let bits = n.to_bits();
        let exponent = ((bits >> 52) & 0x7FF) as u32;
        let mantissa = bits & ((1 << 52) - 1);
        let (m, shift) =
            if exponent == 0 { (mantissa, 0) } else { (mantissa | 1 << 52, exponent - 1) };
        let term = num_bigint::BigInt::from(m) << shift;
        if n.is_sign_negative() {
            total -= term;
        } else {
            total += term;
        }
    }
    Ok(Value::number(scaled(&total)))
}

/// `total` × 2^-1074 rounded to nearest, ties to even.
fn scaled(total: &num_bigint::BigInt) -> f64 {
    let negative = total.sign() == num_bigint::Sign::Minus;
    let m = total.magnitude();
    let bits = m.bits();
    let n = if bits <= 53 {
        let low = m.iter_u64_digits().next().unwrap_or(0);
        // Exact: subnormal or small multiples.
        low as f64 * f64::from_bits(1)
    } else {
        let shift = bits - 53;
        let top = m >> shift;
        let mut low = top.iter_u64_digits().next().unwrap_or(0);
        let half = (m >> (shift - 1)).iter_u64_digits().next().unwrap_or(0) & 1 == 1;
        let sticky = m.trailing_zeros().is_some_and(|z| z < shift - 1);
        if half && (sticky || low & 1 == 1) {
            low += 1;
        }
        let mut exponent = shift as i64 - 1074;
        if low == 1 << 53 {
            low >>= 1;
            exponent += 1;
        }
        if exponent + 53 > 1024 {
            f64::INFINITY
        } else {
            f64::from_bits((((exponent + 1075) as u64) << 52) | (low & ((1 << 52) - 1)))
        }
    };
    if negative { -n } else { n }
}
