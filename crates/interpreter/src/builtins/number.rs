//! ### [21.1 Number Objects](https://tc39.es/ecma262/#sec-number-objects) and [21.2 BigInt Objects](https://tc39.es/ecma262/#sec-bigint-objects)

use super::Intrinsic;
use super::table::{Code, Item, Spec, Table, constant, method, tag};
use crate::heap::StringId;
use crate::object::{Attributes, Internal, Kind};
use crate::operations::compare::bigint_to_f64;
use crate::operations::number::{is_space, parse_radix, to_text};
use crate::value::{Unpacked, Value};
use crate::vm::{Args, Completion, Hint, Vm};
use num_bigint::{BigInt, Sign};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Number,
        spec: Spec::Constructor {
            name: "Number",
            length: 1,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::NumberPrototype),
        },
        items: &[
            constant("EPSILON", f64::EPSILON),
            constant("MAX_SAFE_INTEGER", 9_007_199_254_740_991.0),
            constant("MAX_VALUE", f64::MAX),
            constant("MIN_SAFE_INTEGER", -9_007_199_254_740_991.0),
            constant("MIN_VALUE", 5e-324),
            constant("NaN", f64::NAN),
            constant("NEGATIVE_INFINITY", f64::NEG_INFINITY),
            constant("POSITIVE_INFINITY", f64::INFINITY),
            method("isFinite", 1, |vm, a| {
                Ok(a.get(vm, 0).as_number().is_some_and(f64::is_finite).into())
            }),
            method("isInteger", 1, |vm, a| Ok(is_integral(a.get(vm, 0)).into())),
            method("isNaN", 1, |vm, a| {
                Ok(a.get(vm, 0).as_number().is_some_and(f64::is_nan).into())
            }),
            method("isSafeInteger", 1, |vm, a| {
                let v = a.get(vm, 0);
                Ok((is_integral(v)
                    && v.as_number().is_some_and(|n| n.abs() <= 9_007_199_254_740_991.0))
                .into())
            }),
            Item::Link {
                name: "parseFloat",
                to: Intrinsic::ParseFloat,
                attributes: Attributes::METHOD,
            },
            Item::Link {
                name: "parseInt",
                to: Intrinsic::ParseInt,
                attributes: Attributes::METHOD,
            },
        ],
    },
    Table {
        id: Intrinsic::NumberPrototype,
        spec: Spec::Special,
        items: &[
            method("toExponential", 1, to_exponential),
            method("toFixed", 1, to_fixed),
            method("toPrecision", 1, to_precision),
            method("toLocaleString", 0, super::intl::to_locale::number),
            method("toString", 1, to_string),
            method("valueOf", 0, |vm, a| Ok(Value::number(this_number(vm, a, "valueOf")?))),
        ],
    },
    Table {
        id: Intrinsic::ParseFloat,
        spec: Spec::Function { name: "parseFloat", length: 1, code: Code::Native(parse_float) },
        items: &[],
    },
    Table {
        id: Intrinsic::ParseInt,
        spec: Spec::Function { name: "parseInt", length: 2, code: Code::Native(parse_int) },
        items: &[],
    },
    Table {
        id: Intrinsic::BigInt,
        spec: Spec::Constructor {
            name: "BigInt",
            length: 1,
            code: Code::Native(bigint),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::BigIntPrototype),
        },
        items: &[method("asIntN", 2, as_int_n), method("asUintN", 2, as_uint_n)],
    },
    Table {
        id: Intrinsic::BigIntPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("toLocaleString", 0, super::intl::to_locale::bigint),
            method("toString", 0, bigint_to_string),
            method("valueOf", 0, |vm, a| {
                let n = this_bigint(vm, a, "valueOf")?;
                vm.bigint_value(n)
            }),
            tag("BigInt"),
        ],
    },
];

fn is_integral(v: Value) -> bool {
    v.as_number().is_some_and(|n| n.is_finite() && n.trunc() == n)
}

/// ### [21.1.1.1 Number](https://tc39.es/ecma262/#sec-number-constructor-number-value)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let mut n = 0.0;
    if !args.is_empty() {
        let p = args.primitive(vm, 0, Hint::Number)?;
        n = match p.unpack() {
            Unpacked::BigInt(b) => bigint_to_f64(vm.heap.bigint(b)),
            _ => vm.to_number(p)?,
        };
    }
    if !args.is_construct() {
        return Ok(Value::number(n));
    }
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::NumberPrototype)?;
    let internal = Internal::Primitive(Value::number(n));
    Ok(vm.heap.new_exotic(Some(proto), Kind::Number, internal).into())
}

pub(crate) fn this_number(vm: &mut Vm, args: Args, name: &str) -> Completion<f64> {
    let this = args.this(vm);
    if let Some(n) = this.as_number() {
        return Ok(n);
    }
    if let Some(o) = this.as_object() {
        let o = vm.heap.object(o);
        if let (Kind::Number, Internal::Primitive(v)) = (o.kind, &o.internal) {
            if let Some(n) = v.as_number() {
                return Ok(n);
            }
        }
    }
    Err(vm.type_error(&format!("Number.prototype.{name} requires that 'this' be a Number")))
}

/// Decimal digits of |n| rounded to `precision` significant digits (exact, ties up in magnitude) and the
/// exponent of the first digit.
fn significant(n: f64, precision: usize) -> (String, i32) {
    // The exact decimal expansion of a double has at most ~1075 digits; format it and round by hand.
    let text = format!("{:.1100e}", n.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    let mut kept: Vec<u8> = digits.iter().copied().take(precision).collect();
    kept.resize(precision, 0);
    if digits.get(precision).is_some_and(|&d| d >= 5) {
        let mut i = precision;
        loop {
            if i == 0 {
                kept.insert(0, 1);
                kept.pop();
                exponent += 1;
                break;
            }
            i -= 1;
            if kept[i] == 9 {
                kept[i] = 0;
            } else {
                kept[i] += 1;
                break;
            }
        }
    }
    (kept.iter().map(|d| (d + b'0') as char).collect(), exponent)
}

/// ### [21.1.3.2 Number.prototype.toExponential](https://tc39.es/ecma262/#sec-number.prototype.toexponential)
fn to_exponential(vm: &mut Vm, args: Args) -> Completion {
    let n = this_number(vm, args, "toExponential")?;
    let digits = args.integer(vm, 0)?;
    let automatic = args.get(vm, 0).is_undefined();
    if !n.is_finite() {
        return Ok(vm.heap.new_string(&to_text(n)).into());
    }
    if !(0.0..=100.0).contains(&digits) {
        return Err(vm.range_error("toExponential() argument must be between 0 and 100"));
    }
    let (mantissa, exponent) = if n == 0.0 {
        ("0".repeat(if automatic { 1 } else { digits as usize + 1 }), 0)
    } else if automatic {
        shortest(n)
    } else {
        significant(n, digits as usize + 1)
    };
    let mut out = String::new();
    if n < 0.0 {
        out.push('-');
    }
    out.push_str(&mantissa[..1]);
    if mantissa.len() > 1 {
        out.push('.');
        out.push_str(&mantissa[1..]);
    }
    out.push_str(&format!("e{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs()));
    Ok(vm.heap.new_string(&out).into())
}

/// Digits and exponent of the shortest text that reads back as `n`.
fn shortest(n: f64) -> (String, i32) {
    let text = format!("{:e}", n.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    (digits, exponent.parse().unwrap_or(0))
}

/// ### [21.1.3.3 Number.prototype.toFixed](https://tc39.es/ecma262/#sec-number.prototype.tofixed)
fn to_fixed(vm: &mut Vm, args: Args) -> Completion {
    let n = this_number(vm, args, "toFixed")?;
    let digits = args.integer(vm, 0)?;
    if !(0.0..=100.0).contains(&digits) {
        return Err(vm.range_error("toFixed() digits argument must be between 0 and 100"));
    }
    if !n.is_finite() || n.abs() >= 1e21 {
        return Ok(vm.heap.new_string(&to_text(n)).into());
    }
    let text = fixed(n, digits as usize);
    Ok(vm.heap.new_string(&text).into())
}

/// `n` with exactly `digits` decimals, ties away from zero on the exact value.
pub(crate) fn fixed(n: f64, digits: usize) -> String {
    // `{:.*}` is exact but rounds ties to even; only exact ties differ.
    let mut text = format!("{:.*}", digits, n.abs());
    let long = format!("{:.*}", digits + 1, n.abs());
    if long.ends_with('5') {
        let exact = format!("{:.1100}", n.abs());
        let tail = exact.split_once('.').map_or("", |p| p.1);
        let rest = tail.get(digits..).unwrap_or("");
        if rest.starts_with('5') && rest[1..].bytes().all(|b| b == b'0') {
            text = round_up(&exact, digits);
        }
    }
    if n < 0.0 {
        text.insert(0, '-');
    }
    text
}

/// Cuts a decimal text after `digits` decimals and adds one unit in the last place.
fn round_up(exact: &str, digits: usize) -> String {
    let (whole, tail) = exact.split_once('.').unwrap_or((exact, ""));
    let mut all: Vec<u8> = whole.bytes().chain(tail.bytes().take(digits)).collect();
    let mut i = all.len();
    loop {
        if i == 0 {
            all.insert(0, b'1');
            break;
        }
        i -= 1;
        if all[i] == b'9' {
            all[i] = b'0';
        } else {
            all[i] += 1;
            break;
        }
    }
    let point = all.len() - digits;
    let mut out = String::from_utf8(all).unwrap_or_default();
    if digits > 0 {
        out.insert(point, '.');
    }
    out
}

/// ### [21.1.3.5 Number.prototype.toPrecision](https://tc39.es/ecma262/#sec-number.prototype.toprecision)
fn to_precision(vm: &mut Vm, args: Args) -> Completion {
    let n = this_number(vm, args, "toPrecision")?;
    if args.get(vm, 0).is_undefined() {
        return Ok(vm.heap.new_string(&to_text(n)).into());
    }
    let p = args.integer(vm, 0)?;
    if !n.is_finite() {
        return Ok(vm.heap.new_string(&to_text(n)).into());
    }
    if !(1.0..=100.0).contains(&p) {
        return Err(vm.range_error("toPrecision() argument must be between 1 and 100"));
    }
    let p = p as usize;
    let mut out = String::new();
    if n < 0.0 {
        out.push('-');
    }
    let (digits, e) = if n == 0.0 { ("0".repeat(p), 0) } else { significant(n, p) };
    if e < -6 || e >= p as i32 {
        out.push_str(&digits[..1]);
        if p > 1 {
            out.push('.');
            out.push_str(&digits[1..]);
        }
        out.push_str(&format!("e{}{}", if e < 0 { '-' } else { '+' }, e.abs()));
    } else if e == p as i32 - 1 {
        out.push_str(&digits);
    } else if e >= 0 {
        out.push_str(&digits[..e as usize + 1]);
        out.push('.');
        out.push_str(&digits[e as usize + 1..]);
    } else {
        out.push_str("0.");
        out.push_str(&"0".repeat((-(e + 1)) as usize));
        out.push_str(&digits);
    }
    Ok(vm.heap.new_string(&out).into())
}

/// ### [21.1.3.6 Number.prototype.toString](https://tc39.es/ecma262/#sec-number.prototype.tostring)
fn to_string(vm: &mut Vm, args: Args) -> Completion {
    let n = this_number(vm, args, "toString")?;
    let radix = if args.get(vm, 0).is_undefined() { 10.0 } else { args.integer(vm, 0)? };
    if !(2.0..=36.0).contains(&radix) {
        return Err(vm.range_error("toString() radix argument must be between 2 and 36"));
    }
    if radix == 10.0 {
        return Ok(vm.to_string(Value::number(n))?.into());
    }
    let text = radix_text(n, radix as u32);
    Ok(vm.heap.new_string(&text).into())
}

/// Text of a number in another radix: as many digits as tell it from its neighbours.
fn radix_text(n: f64, radix: u32) -> String {
    if !n.is_finite() {
        return to_text(n);
    }
    let digit = |d: u32| char::from_digit(d, radix).unwrap_or('0');
    let value = n.abs();
    let mut whole = value.floor();
    let mut fraction = value - whole;
    let bits = value.to_bits();
    let next = f64::from_bits(bits + 1);
    let mut delta = (0.5 * (next - value)).max(f64::from_bits(1));
    let mut decimals: Vec<u32> = Vec::new();
    if fraction >= delta {
        loop {
            fraction *= radix as f64;
            delta *= radix as f64;
            let d = fraction.floor();
            decimals.push(d as u32);
            fraction -= d;
            if (fraction > 0.5 || (fraction == 0.5 && d as u32 & 1 == 1)) && fraction + delta > 1.0
            {
                // Round up, carrying.
                loop {
                    match decimals.pop() {
                        None => {
                            whole += 1.0;
                            break;
                        }
                        Some(d) if d + 1 < radix => {
                            decimals.push(d + 1);
                            break;
                        }
                        Some(_) => {}
                    }
                }
                break;
            }
            if fraction < delta {
                break;
            }
        }
    }
    let mut digits: Vec<char> = Vec::new();
    // Above 2^53 the low digits are zeros by convention.
    while whole >= 9_007_199_254_740_992.0 {
        let exponent = ((whole.to_bits() >> 52) & 0x7FF) as i32 - 1075;
        if exponent <= 0 {
            break;
        }
        whole = (whole / radix as f64).trunc();
        digits.push('0');
        if digits.len() > 1100 {
            break;
        }
    }
    loop {
        let d = whole % radix as f64;
        digits.push(digit(d as u32));
        whole = ((whole - d) / radix as f64).floor();
        if whole <= 0.0 {
            break;
        }
    }
    let mut out = String::new();
    if n < 0.0 {
        out.push('-');
    }
    out.extend(digits.iter().rev());
    if !decimals.is_empty() {
        out.push('.');
        out.extend(decimals.iter().map(|&d| digit(d)));
    }
    out
}

fn trimmed(vm: &mut Vm, s: StringId) -> String {
    let text = vm.heap.text(s);
    text.trim_start_matches(|c: char| (c as u32) < 0x10000 && is_space(c as u32 as u16)).to_string()
}

/// ### [19.2.4 parseFloat](https://tc39.es/ecma262/#sec-parsefloat-string)
fn parse_float(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    if value.is_int() {
        return Ok(value);
    }
    let s = args.string(vm, 0)?;
    let text = trimmed(vm, s);
    let b = text.as_bytes();
    let mut i = usize::from(matches!(b.first(), Some(b'+' | b'-')));
    if text[i..].starts_with("Infinity") {
        return Ok(Value::double(if b[0] == b'-' { f64::NEG_INFINITY } else { f64::INFINITY }));
    }
    let digits = |mut i: usize| {
        while b.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        i
    };
    let start = i;
    i = digits(i);
    let mut any = i > start;
    if b.get(i) == Some(&b'.') {
        let j = digits(i + 1);
        if j > i + 1 || any {
            any |= j > i + 1;
            i = j;
        }
    }
    if !any {
        return Ok(Value::NAN);
    }
    if matches!(b.get(i), Some(b'e' | b'E')) {
        let mut j = i + 1;
        if matches!(b.get(j), Some(b'+' | b'-')) {
            j += 1;
        }
        let k = digits(j);
        if k > j {
            i = k;
        }
    }
    Ok(Value::number(text[..i].trim_end_matches('.').parse().unwrap_or(f64::NAN)))
}

/// ### [19.2.5 parseInt](https://tc39.es/ecma262/#sec-parseint-string-radix)
fn parse_int(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let radix = crate::operations::number::to_int32(args.number(vm, 1)?);
    let text = trimmed(vm, s);
    let negative = text.starts_with('-');
    let mut t = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let mut radix = radix;
    let mut strip = true;
    if radix != 0 {
        if !(2..=36).contains(&radix) {
            return Ok(Value::NAN);
        }
        strip = radix == 16;
    } else {
        radix = 10;
    }
    if strip && (t.starts_with("0x") || t.starts_with("0X")) {
        t = &t[2..];
        radix = 16;
    }
    let end = t.bytes().position(|b| !(b as char).is_digit(radix as u32)).unwrap_or(t.len());
    if end == 0 {
        return Ok(Value::NAN);
    }
    let n = parse_radix(&t.as_bytes()[..end], radix as u32);
    Ok(Value::number(if negative { -n } else { n }))
}

/// ### [21.2.1.1 BigInt](https://tc39.es/ecma262/#sec-bigint-constructor-number-value)
fn bigint(vm: &mut Vm, args: Args) -> Completion {
    if args.is_construct() {
        return Err(vm.type_error("BigInt is not a constructor"));
    }
    let p = args.primitive(vm, 0, Hint::Number)?;
    if let Some(n) = p.as_number() {
        if !n.is_finite() || n.trunc() != n {
            return Err(vm.range_error(&format!(
                "The number {} cannot be converted to a BigInt because it is not an integer",
                to_text(n)
            )));
        }
        let b = <BigInt as num_traits::FromPrimitive>::from_f64(n).unwrap_or_default();
        return vm.bigint_value(b);
    }
    let b = vm.to_bigint(p)?;
    vm.bigint_value(b)
}

pub(crate) fn this_bigint(vm: &mut Vm, args: Args, name: &str) -> Completion<BigInt> {
    let this = args.this(vm);
    if let Some(b) = this.as_bigint() {
        return Ok(vm.heap.bigint(b).clone());
    }
    if let Some(o) = this.as_object() {
        let o = vm.heap.object(o);
        if let (Kind::BigInt, Internal::Primitive(v)) = (o.kind, &o.internal) {
            if let Some(b) = v.as_bigint() {
                return Ok(vm.heap.bigint(b).clone());
            }
        }
    }
    Err(vm.type_error(&format!("BigInt.prototype.{name} requires that 'this' be a BigInt")))
}

fn bigint_to_string(vm: &mut Vm, args: Args) -> Completion {
    let n = this_bigint(vm, args, "toString")?;
    let radix = if args.get(vm, 0).is_undefined() { 10.0 } else { args.integer(vm, 0)? };
    if !(2.0..=36.0).contains(&radix) {
        return Err(vm.range_error("toString() radix argument must be between 2 and 36"));
    }
    let bits = n.bits();
    vm.charge(bits / 16 + bits * bits / 4_000_000)?;
    vm.charge_memory(bits as usize)?;
    Ok(vm.heap.new_string(&n.to_str_radix(radix as u32)).into())
}

/// `value` modulo 2^bits.
fn wrap(vm: &mut Vm, args: Args) -> Completion<(BigInt, u64)> {
    let bits = args.integer(vm, 0)?;
    if !(0.0..=9_007_199_254_740_991.0).contains(&bits) {
        return Err(vm.range_error("Invalid value: not (convertible to) a safe integer"));
    }
    let p = args.primitive(vm, 1, Hint::Number)?;
    let n = vm.to_bigint(p)?;
    let bits = bits as u64;
    if bits > n.bits() + 1 {
        if n.sign() != Sign::Minus {
            return Ok((n, bits));
        }
        if bits > crate::operations::convert::MAX_BIGINT_BITS {
            return Err(vm.range_error("Maximum BigInt size exceeded"));
        }
    }
    vm.charge(bits / 64 + 1)?;
    vm.charge_memory(bits as usize / 4)?;
    let modulus = BigInt::from(1) << bits;
    let r = ((n % &modulus) + &modulus) % &modulus;
    Ok((r, bits))
}

fn as_uint_n(vm: &mut Vm, args: Args) -> Completion {
    let (n, _) = wrap(vm, args)?;
    vm.bigint_value(n)
}

fn as_int_n(vm: &mut Vm, args: Args) -> Completion {
    // Small negative numbers stay as they are in a wide field.
    let bits = args.integer(vm, 0)?;
    if (0.0..=9_007_199_254_740_991.0).contains(&bits) {
        let p = args.primitive(vm, 1, Hint::Number)?;
        let n = vm.to_bigint(p)?;
        if bits as u64 > n.bits() + 1 {
            return vm.bigint_value(n);
        }
    }
    let (n, bits) = wrap(vm, args)?;
    if bits > 0 && n.bit(bits - 1) {
        let modulus = BigInt::from(1) << bits;
        return vm.bigint_value(n - modulus);
    }
    vm.bigint_value(n)
}
