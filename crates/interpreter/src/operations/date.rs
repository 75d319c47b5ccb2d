//! Time values as text, without guest code.

/// Days from civil date (proleptic Gregorian), months from 1.
pub fn days_from_civil(y: i64, m: i64, d: i64) -> i64 {
    let y = if m <= 2 { y - 1 } else { y };
    let era = y.div_euclid(400);
    let yoe = y - era * 400;
    let doy = (153 * (m + if m > 2 { -3 } else { 9 }) + 2) / 5 + d - 1;
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    era * 146_097 + doe - 719_468
}

/// Year, month (1..=12), day of a day number since the epoch.
pub fn civil_from_days(z: i64) -> (i64, u32, u32) {
    let z = z + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z - era * 146_097;
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let y = yoe + era * 400;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let d = (doy - (153 * mp + 2) / 5 + 1) as u32;
    let m = if mp < 10 { mp + 3 } else { mp - 9 } as u32;
    (if m <= 2 { y + 1 } else { y }, m, d)
}

/// `toISOString` of a time value; `None` when it is not a time.
pub fn iso_text(t: f64) -> Option<String> {
    if !t.is_finite() || t.abs() > 8.64e15 {
        return None;
    }
    let t = t as i64;
    let days = t.div_euclid(86_400_000);
    let ms = t.rem_euclid(86_400_000);
    let (y, m, d) = civil_from_days(days);
    let year = if (0..=9999).contains(&y) {
        format!("{y:04}")
    } else {
        format!("{}{:06}", if y < 0 { '-' } else { '+' }, y.abs())
    };
    Some(format!(
        "{year}-{m:02}-{d:02}T{:02}:{:02}:{:02}.{:03}Z",
        ms / 3_600_000,
        ms / 60_000 % 60,
        ms / 1000 % 60,
        ms % 1000
    ))
}

/// A date text to a time value; true when it is in local time. ISO forms first, then what people write.
pub fn parse(text: &str) -> Option<(f64, bool)> {
    let text = text.trim();
    iso(text).or_else(|| loose(text))
}

/// Reads exactly `n` digits.
fn digits(b: &[u8], at: usize, n: usize) -> Option<f64> {
    let part = b.get(at..at + n)?;
    if !part.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(part.iter().fold(0.0, |v, d| v * 10.0 + (d - b'0') as f64))
}

/// ### [21.4.1.32 Date Time String Format](https://tc39.es/ecma262/#sec-date-time-string-format)
fn iso(text: &str) -> Option<(f64, bool)> {
    let b = text.as_bytes();
    let (year, mut at) = match b.first()? {
        sign @ (b'+' | b'-') => {
            let y = digits(b, 1, 6)?;
            if *sign == b'-' && y == 0.0 {
                return None;
            }
            (if *sign == b'-' { -y } else { y }, 7)
        }
        _ => (digits(b, 0, 4)?, 4),
    };
    let (mut month, mut day) = (1.0, 1.0);
    if b.get(at) == Some(&b'-') {
        month = digits(b, at + 1, 2)?;
        at += 3;
        if b.get(at) == Some(&b'-') {
            day = digits(b, at + 1, 2)?;
            at += 3;
        }
    }
    if !(1.0..=12.0).contains(&month) || !(1.0..=31.0).contains(&day) {
        return None;
    }
    // Day 31 of a short month is rejected.
    let days = days_from_civil(year as i64, month as i64, day as i64);
    if civil_from_days(days).1 != month as u32 {
        return None;
    }
    let mut time = 0.0;
    let mut local = false;
    let mut offset = 0.0;
    if matches!(b.get(at), Some(b'T' | b't' | b' ')) {
        let h = digits(b, at + 1, 2)?;
        if b.get(at + 3) != Some(&b':') {
            return None;
        }
        let m = digits(b, at + 4, 2)?;
        at += 6;
        let (mut s, mut ms) = (0.0, 0.0);
        if b.get(at) == Some(&b':') {
            s = digits(b, at + 1, 2)?;
            at += 3;
            if matches!(b.get(at), Some(b'.' | b',')) {
                let start = at + 1;
                at = start;
                while b.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                if at == start {
                    return None;
                }
                let mut scale = 100.0;
                for d in b.get(start..at.min(start + 3))? {
                    ms += (d - b'0') as f64 * scale;
                    scale /= 10.0;
                }
            }
        }
        if h > 24.0 || m > 59.0 || s > 59.0 || (h == 24.0 && (m > 0.0 || s > 0.0 || ms > 0.0)) {
            return None;
        }
        time = h * 3_600_000.0 + m * 60_000.0 + s * 1000.0 + ms;
        match b.get(at) {
            Some(b'Z' | b'z') => at += 1,
            Some(sign @ (b'+' | b'-')) => {
                let oh = digits(b, at + 1, 2)?;
                let colon = usize::from(b.get(at + 3) == Some(&b':'));
                let om = digits(b, at + 3 + colon, 2)?;
                if oh > 23.0 || om > 59.0 {
                    return None;
                }
                at += 5 + colon;
                offset = (oh * 60.0 + om) * 60_000.0;
                if *sign == b'-' {
                    offset = -offset;
                }
            }
            _ => local = true,
        }
    }
    if at != b.len() {
        return None;
    }
    Some((days as f64 * 86_400_000.0 + time - offset, local))
}

/// `Mar 1, 2024 10:00 PM`, `1 March 2024`, `2024/03/01`, `03/01/2024`, `Fri, 01 Mar 2024 10:00:00 GMT+0100 (CET)`.
fn loose(text: &str) -> Option<(f64, bool)> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    // Comments in parentheses do not count.
    let mut plain = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let mut numbers: Vec<f64> = Vec::new();
    let (mut month, mut time, mut offset): (Option<f64>, Option<[f64; 4]>, Option<f64>) =
        (None, None, None);
    let mut year_first = false;
    let b = plain.as_bytes();
    let mut i = 0;
    while i < b.len() {
        let c = b[i];
        if c.is_ascii_digit() {
            let start = i;
            while b.get(i).is_some_and(u8::is_ascii_digit) {
                i += 1;
            }
            let n: f64 = plain.get(start..i)?.parse().ok()?;
            if b.get(i) == Some(&b':') && time.is_none() {
                let mut parts = [n, 0.0, 0.0, 0.0];
                let mut k = 1;
                while b.get(i) == Some(&b':') && k < 3 {
                    let s = i + 1;
                    i = s;
                    while b.get(i).is_some_and(u8::is_ascii_digit) {
                        i += 1;
                    }
                    parts[k] = plain.get(s..i)?.parse().ok()?;
                    k += 1;
                }
                if b.get(i) == Some(&b'.') {
                    let s = i + 1;
                    i = s;
                    while b.get(i).is_some_and(u8::is_ascii_digit) {
                        i += 1;
                    }
                    let digits = plain.get(s..i.min(s + 3))?;
                    parts[3] = format!("0.{digits}").parse::<f64>().ok()? * 1000.0;
                }
                time = Some(parts);
            } else {
                if numbers.is_empty() && i - start >= 3 {
                    year_first = true;
                }
                numbers.push(n);
            }
        } else if c.is_ascii_alphabetic() {
            let start = i;
            while b.get(i).is_some_and(u8::is_ascii_alphabetic) {
                i += 1;
            }
            let word = plain.get(start..i)?.to_ascii_lowercase();
            match word.as_str() {
                "am" | "pm" => {
                    let t = time.as_mut()?;
                    if t[0] > 12.0 {
                        return None;
                    }
                    t[0] = t[0] % 12.0 + if word == "pm" { 12.0 } else { 0.0 };
                }
                "z" | "utc" | "gmt" | "ut" => offset = offset.or(Some(0.0)),
                "t" => {}
                _ if word.len() >= 3 => {
                    let key = word.get(..3)?;
                    if let Some(m) = MONTHS.iter().position(|m| *m == key) {
                        month = Some(m as f64);
                    } else if !["sun", "mon", "tue", "wed", "thu", "fri", "sat"].contains(&key) {
                        return None;
                    }
                }
                _ => return None,
            }
        } else if (c == b'+' || c == b'-')
            && time.is_some()
            && b.get(i + 1).is_some_and(u8::is_ascii_digit)
        {
            let start = i + 1;
            i = start;
            while b.get(i).is_some_and(|c| c.is_ascii_digit() || *c == b':') {
                i += 1;
            }
            let digits: String =
                plain.get(start..i)?.chars().filter(char::is_ascii_digit).collect();
            let n: f64 = digits.parse().ok()?;
            let (h, m) =
                if digits.len() <= 2 { (n, 0.0) } else { ((n / 100.0).floor(), n % 100.0) };
            let minutes = (h * 60.0 + m) * 60_000.0;
            offset = Some(if c == b'-' { -minutes } else { minutes });
        } else if matches!(c, b' ' | b',' | b'/' | b'-' | b'.') {
            i += 1;
        } else {
            return None;
        }
    }
    let (year, month, day) = match (month, numbers.as_slice()) {
        (Some(m), [d, y, ..]) if *d <= 31.0 && !year_first => (*y, m, *d),
        (Some(m), [y, d, ..]) => (*y, m, *d),
        (Some(m), [n]) if year_first => (*n, m, 1.0),
        (Some(m), [n]) => (2001.0, m, *n),
        (None, [y, m, d]) if year_first => (*y, m - 1.0, *d),
        (None, [m, d, y]) => (*y, m - 1.0, *d),
        (None, [y]) if year_first && time.is_none() => (*y, 0.0, 1.0),
        _ => return None,
    };
    let year = if year < 50.0 && !year_first {
        2000.0 + year
    } else if year < 100.0 && !year_first {
        1900.0 + year
    } else {
        year
    };
    if !(0.0..12.0).contains(&month) || !(1.0..=31.0).contains(&day) || year.abs() > 275_760.0 {
        return None;
    }
    let [h, m, s, ms] = time.unwrap_or([0.0; 4]);
    if h > 24.0 || m > 59.0 || s > 59.0 {
        return None;
    }
    let days = days_from_civil(year as i64, month as i64 + 1, 1) as f64 + day - 1.0;
    let t = days * 86_400_000.0 + h * 3_600_000.0 + m * 60_000.0 + s * 1000.0 + ms;
    match offset {
        Some(o) => Some((t - o, false)),
        None => Some((t, true)),
    }
}
