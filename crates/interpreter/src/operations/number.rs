//! Numbers and text.

/// ### [6.1.6.1.20 Number::toString](https://tc39.es/ecma262/#sec-numeric-types-number-tostring), radix 10
pub fn to_text(n: f64) -> String {
    if n == 0.0 {
        return "0".into();
    }
    if n.is_nan() {
        return "NaN".into();
    }
    if n.is_infinite() {
        return if n > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    ryu_js::Buffer::new().format_finite(n).to_string()
}

/// WhiteSpace or LineTerminator.
pub fn is_space(unit: u16) -> bool {
    matches!(
        unit,
        9..=13 | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF
    )
}

/// ### [7.1.4.1.1 StringToNumber](https://tc39.es/ecma262/#sec-stringtonumber)
pub fn parse(text: &str) -> f64 {
    let t = text.trim_matches(|c: char| (c as u32) < 0x10000 && is_space(c as u32 as u16));
    if t.is_empty() {
        return 0.0;
    }
    let bytes = t.as_bytes();
    if bytes.len() > 2 && bytes[0] == b'0' {
        let radix = match bytes[1] {
            b'x' | b'X' => 16,
            b'o' | b'O' => 8,
            b'b' | b'B' => 2,
            _ => 10,
        };
        if radix != 10 {
            let digits = t.get(2..).unwrap_or("");
            if digits.bytes().all(|b| (b as char).is_digit(radix)) {
                return parse_radix(digits.as_bytes(), radix);
            }
            return f64::NAN;
        }
    }
    let unsigned = t.strip_prefix(['+', '-']).unwrap_or(t);
    if unsigned == "Infinity" {
        return if t.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if is_decimal_literal(unsigned.as_bytes()) { t.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// StrUnsignedDecimalLiteral without `Infinity`.
fn is_decimal_literal(b: &[u8]) -> bool {
    let digits = |mut i: usize| {
        while b.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        i
    };
    let mut i = digits(0);
    let mut any = i > 0;
    if b.get(i) == Some(&b'.') {
        let j = digits(i + 1);
        any |= j > i + 1;
        i = j;
    }
    if !any {
        return false;
    }
    if matches!(b.get(i), Some(b'e' | b'E')) {
        i += 1;
        if matches!(b.get(i), Some(b'+' | b'-')) {
            i += 1;
        }
        let j = digits(i);
        if j == i {
            return false;
        }
        i = j;
    }
    i == b.len()
}

/// Value of digits in a radix, correctly rounded for powers of two and decimal.
pub fn parse_radix(digits: &[u8], radix: u32) -> f64 {
    let value = |b: u8| (b as char).to_digit(radix).unwrap_or(0) as u64;
    let mut n: u64 = 0;
    let mut exact = true;
    for &d in digits {
        match n.checked_mul(radix as u64).and_then(|m| m.checked_add(value(d))) {
            Some(m) if m <= 1 << 53 => n = m,
            _ => {
                exact = false;
                break;
            }
        }
    }
    if exact {
        return n as f64;
    }
    if radix == 10 {
        return std::str::from_utf8(digits).ok().and_then(|t| t.parse().ok()).unwrap_or(f64::NAN);
    }
    if digits.len() > 1200 {
        return f64::INFINITY;
    }
    num_bigint::BigInt::parse_bytes(digits, radix)
        .and_then(|n| num_traits::ToPrimitive::to_f64(&n))
        .unwrap_or(f64::INFINITY)
}

/// ### [7.1.6 ToInt32](https://tc39.es/ecma262/#sec-toint32)
#[inline]
pub fn to_int32(n: f64) -> i32 {
    let i = n as i64;
    if i as f64 == n && i.unsigned_abs() < 1 << 62 {
        return i as i32;
    }
    if !n.is_finite() {
        return 0;
    }
    let m = n.trunc() % 4_294_967_296.0;
    let m = if m < 0.0 { m + 4_294_967_296.0 } else { m };
    m as u32 as i32
}

/// ### [6.1.6.1.3 Number::exponentiate](https://tc39.es/ecma262/#sec-numeric-types-number-exponentiate)
pub fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() {
        return f64::NAN;
    }
    if exponent == 0.0 {
        return 1.0;
    }
    if base.abs() == 1.0 && exponent.is_infinite() {
        return f64::NAN;
    }
    if exponent == 0.5 && base.is_finite() {
        // pow(x, 0.5) is exact as a square root, also for -0.
        return if base == 0.0 { 0.0 } else { base.sqrt() };
    }
    base.powf(exponent)
}

/// ### [6.1.6.1.6 Number::remainder](https://tc39.es/ecma262/#sec-numeric-types-number-remainder)
#[inline]
pub fn remainder(a: f64, b: f64) -> f64 {
    a % b
}
