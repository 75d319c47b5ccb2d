//! ### [22.1 String Objects](https://tc39.es/ecma262/#sec-string-objects)

use super::Intrinsic;
use super::table::{Code, Spec, Table, alias, js, method, tag};
use crate::heap::{MAX_STRING_LENGTH, StrView, StringBuilder, StringId};
use crate::object::{Internal, Kind};
use crate::operations::number::is_space;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::String,
        spec: Spec::Constructor {
            name: "String",
            length: 1,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::StringPrototype),
        },
        items: &[
            method("fromCharCode", 1, from_char_code),
            method("fromCodePoint", 1, from_code_point),
            js("raw", 1, "stringRaw"),
        ],
    },
    Table {
        id: Intrinsic::StringPrototype,
        spec: Spec::Special,
        items: &[
            method("at", 1, at),
            method("charAt", 1, char_at),
            method("charCodeAt", 1, char_code_at),
            method("codePointAt", 1, code_point_at),
            method("concat", 1, concat),
            js("endsWith", 1, "stringEndsWith"),
            js("includes", 1, "stringIncludes"),
            method("indexOf", 1, index_of),
            method("isWellFormed", 0, is_well_formed),
            method("lastIndexOf", 1, last_index_of),
            method("localeCompare", 1, super::intl::to_locale::locale_compare),
            js("match", 1, "stringMatch"),
            js("matchAll", 1, "stringMatchAll"),
            method("normalize", 0, normalize),
            method("padEnd", 1, |vm, a| pad(vm, a, false)),
            method("padStart", 1, |vm, a| pad(vm, a, true)),
            method("repeat", 1, repeat),
            js("replace", 2, "stringReplace"),
            js("replaceAll", 2, "stringReplaceAll"),
            js("search", 1, "stringSearch"),
            method("slice", 2, slice),
            js("split", 2, "stringSplit"),
            js("startsWith", 1, "stringStartsWith"),
            method("substr", 2, substr),
            method("substring", 2, substring),
            method("toLocaleLowerCase", 0, |vm, a| {
                super::intl::to_locale::change_case(vm, a, false, "toLocaleLowerCase")
            }),
            method("toLocaleUpperCase", 0, |vm, a| {
                super::intl::to_locale::change_case(vm, a, true, "toLocaleUpperCase")
            }),
            method("toLowerCase", 0, |vm, a| change_case(vm, a, false, "toLowerCase")),
            method("toString", 0, |vm, a| this_value(vm, a, "toString")),
            method("toUpperCase", 0, |vm, a| change_case(vm, a, true, "toUpperCase")),
            method("toWellFormed", 0, to_well_formed),
            method("trim", 0, |vm, a| trim(vm, a, true, true, "trim")),
            method("trimEnd", 0, |vm, a| trim(vm, a, false, true, "trimEnd")),
            method("trimStart", 0, |vm, a| trim(vm, a, true, false, "trimStart")),
            alias("trimLeft", "trimStart"),
            alias("trimRight", "trimEnd"),
            method("valueOf", 0, |vm, a| this_value(vm, a, "valueOf")),
            js("@@iterator", 0, "stringIterator"),
            js("anchor", 1, "stringAnchor"),
            js("big", 0, "stringBig"),
            js("blink", 0, "stringBlink"),
            js("bold", 0, "stringBold"),
            js("fixed", 0, "stringFixed"),
            js("fontcolor", 1, "stringFontcolor"),
            js("fontsize", 1, "stringFontsize"),
            js("italics", 0, "stringItalics"),
            js("link", 1, "stringLink"),
            js("small", 0, "stringSmall"),
            js("strike", 0, "stringStrike"),
            js("sub", 0, "stringSub"),
            js("sup", 0, "stringSup"),
        ],
    },
    Table {
        id: Intrinsic::StringIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[js("next", 0, "stringIteratorNext"), tag("String Iterator")],
    },
];

/// ### [22.1.1.1 String](https://tc39.es/ecma262/#sec-string-constructor-string-value)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let s = if args.is_empty() {
        vm.heap.empty_string()
    } else {
        let value = args.get(vm, 0);
        if value.is_symbol() && !args.is_construct() {
            let text = vm.describe(value);
            return Ok(vm.heap.new_string(&text).into());
        }
        args.string(vm, 0)?
    };
    if !args.is_construct() {
        return Ok(s.into());
    }
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::StringPrototype)?;
    Ok(vm.heap.new_exotic(Some(proto), Kind::String, Internal::Primitive(s.into())).into())
}

fn from_char_code(vm: &mut Vm, args: Args) -> Completion {
    if args.len() == 1 {
        if let Some(i) = args.get(vm, 0).as_int() {
            if (0..256).contains(&i) {
                return Ok(vm.heap.unit_string(i as u8).into());
            }
        }
    }
    let mut out = StringBuilder::with_capacity(args.len());
    for i in 0..args.len() {
        let n = args.number(vm, i)?;
        out.push(crate::operations::number::to_int32(n) as u16);
    }
    Ok(vm.heap.build(out).into())
}

fn from_code_point(vm: &mut Vm, args: Args) -> Completion {
    let mut out = StringBuilder::with_capacity(args.len());
    for i in 0..args.len() {
        let n = args.number(vm, i)?;
        if n.trunc() != n || !(0.0..=1_114_111.0).contains(&n) {
            let text = crate::operations::number::to_text(n);
            return Err(vm.range_error(&format!("Invalid code point {text}")));
        }
        out.push_code_point(n as u32);
    }
    Ok(vm.heap.build(out).into())
}

fn this_value(vm: &mut Vm, args: Args, name: &str) -> Completion {
    let this = args.this(vm);
    if this.is_string() {
        return Ok(this);
    }
    if let Some(o) = this.as_object() {
        if let Some(s) = vm.heap.wrapped_string(o) {
            return Ok(s.into());
        }
    }
    Err(vm.type_error(&format!("String.prototype.{name} requires that 'this' be a String")))
}

/// One unit as a string.
fn unit(vm: &mut Vm, u: u16) -> Value {
    if u < 256 {
        vm.heap.unit_string(u as u8).into()
    } else {
        vm.heap.string_from_units(&[u]).into()
    }
}

fn at(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.at")?;
    let i = args.integer(vm, 0)?;
    let len = vm.heap.string_len(s) as f64;
    let i = if i < 0.0 { len + i } else { i };
    if i < 0.0 || i >= len {
        return Ok(Value::UNDEFINED);
    }
    let u = vm.heap.view(s).at(i as usize);
    Ok(unit(vm, u))
}

fn char_at(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.charAt")?;
    let i = args.integer(vm, 0)?;
    if i < 0.0 || i >= vm.heap.string_len(s) as f64 {
        return Ok(vm.heap.empty_string().into());
    }
    let u = vm.heap.view(s).at(i as usize);
    Ok(unit(vm, u))
}

fn char_code_at(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.charCodeAt")?;
    let i = args.integer(vm, 0)?;
    if i < 0.0 || i >= vm.heap.string_len(s) as f64 {
        return Ok(Value::NAN);
    }
    Ok(Value::int(vm.heap.view(s).at(i as usize) as i32))
}

fn code_point_at(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.codePointAt")?;
    let i = args.integer(vm, 0)?;
    if i < 0.0 || i >= vm.heap.string_len(s) as f64 {
        return Ok(Value::UNDEFINED);
    }
    Ok(Value::int(vm.heap.view(s).code_point_at(i as usize).0 as i32))
}

fn concat(vm: &mut Vm, args: Args) -> Completion {
    let mut s = args.this_string(vm, "String.prototype.concat")?;
    for i in 0..args.len() {
        args.string(vm, i)?;
    }
    for i in 0..args.len() {
        let t = args.string(vm, i)?;
        s = match vm.heap.concat(s, t) {
            Ok(s) => s,
            Err(_) => return Err(vm.string_too_long()),
        };
    }
    Ok(s.into())
}

fn index_of(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.indexOf")?;
    let needle = args.string(vm, 0)?;
    let from = args.integer(vm, 1)?;
    find(vm, s, needle, from)
}

/// `$stringIndexOf(s, needle, from)`
pub(crate) fn find_intrinsic(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let needle = args.string(vm, 1)?;
    let from = args.integer(vm, 2)?;
    find(vm, s, needle, from)
}

fn find(vm: &mut Vm, s: StringId, needle: StringId, from: f64) -> Completion {
    let len = vm.heap.string_len(s);
    vm.charge(len as u64 / 32)?;
    vm.heap.flatten(s);
    vm.heap.flatten(needle);
    let from = from.clamp(0.0, len as f64) as usize;
    let found = vm.heap.view_flat(s).find(&vm.heap.view_flat(needle), from);
    Ok(Value::int(found.map_or(-1, |i| i as i32)))
}

fn last_index_of(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.lastIndexOf")?;
    let needle = args.string(vm, 0)?;
    let n = args.number(vm, 1)?;
    let from = if n.is_nan() { f64::INFINITY } else { n.trunc() };
    let len = vm.heap.string_len(s);
    vm.charge(len as u64 / 4)?;
    vm.heap.flatten(s);
    vm.heap.flatten(needle);
    let from = from.clamp(0.0, len as f64) as usize;
    let found = vm.heap.view_flat(s).rfind(&vm.heap.view_flat(needle), from);
    Ok(Value::int(found.map_or(-1, |i| i as i32)))
}

/// `$stringMatchesAt(s, needle, position)`
pub(crate) fn matches_at(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let needle = args.string(vm, 1)?;
    let at = args.integer(vm, 2)?;
    let (len, n) = (vm.heap.string_len(s), vm.heap.string_len(needle));
    if at < 0.0 || at + n as f64 > len as f64 {
        return Ok(Value::FALSE);
    }
    vm.charge(n as u64 / 32)?;
    vm.heap.flatten(s);
    vm.heap.flatten(needle);
    let part = vm.heap.view_flat(s).slice(at as usize, at as usize + n);
    Ok(part.equals(&vm.heap.view_flat(needle)).into())
}

fn is_well_formed(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.isWellFormed")?;
    vm.charge(vm.heap.string_len(s) as u64 / 8)?;
    Ok(first_lone(&vm.heap.view(s)).is_none().into())
}

/// Index of the first lone surrogate.
fn first_lone(view: &StrView<'_>) -> Option<usize> {
    let StrView::Utf16(_) = view else { return None };
    let mut i = 0;
    while i < view.len() {
        let (cp, width) = view.code_point_at(i);
        if (0xD800..0xE000).contains(&cp) {
            return Some(i);
        }
        i += width;
    }
    None
}

fn to_well_formed(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.toWellFormed")?;
    vm.charge(vm.heap.string_len(s) as u64 / 8)?;
    let view = vm.heap.view(s);
    if first_lone(&view).is_none() {
        return Ok(s.into());
    }
    let mut out = StringBuilder::with_capacity(view.len());
    let mut i = 0;
    while i < view.len() {
        let (cp, width) = view.code_point_at(i);
        out.push_code_point(if (0xD800..0xE000).contains(&cp) { 0xFFFD } else { cp });
        i += width;
    }
    Ok(vm.heap.build(out).into())
}

/// ### [22.1.3.15 String.prototype.normalize](https://tc39.es/ecma262/#sec-string.prototype.normalize)
fn normalize(vm: &mut Vm, args: Args) -> Completion {
    use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
    let s = args.this_string(vm, "String.prototype.normalize")?;
    let form = if args.get(vm, 0).is_undefined() {
        "NFC".to_string()
    } else {
        let f = args.string(vm, 0)?;
        vm.heap.text(f)
    };
    let len = vm.heap.string_len(s);
    vm.charge(len as u64)?;
    vm.charge_memory(len * 8)?;
    if let StrView::Latin1(b) = vm.heap.view(s) {
        if b.is_ascii() && matches!(form.as_str(), "NFC" | "NFD" | "NFKC" | "NFKD") {
            return Ok(s.into());
        }
    }
    let units = vm.heap.view(s).to_units();
    let out: Vec<u16> = match form.as_str() {
        "NFC" => ComposingNormalizerBorrowed::new_nfc().normalize_utf16(&units).into_owned(),
        "NFKC" => ComposingNormalizerBorrowed::new_nfkc().normalize_utf16(&units).into_owned(),
        "NFD" => DecomposingNormalizerBorrowed::new_nfd().normalize_utf16(&units).into_owned(),
        "NFKD" => DecomposingNormalizerBorrowed::new_nfkd().normalize_utf16(&units).into_owned(),
        _ => {
            return Err(
                vm.range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD.")
            );
        }
    };
    Ok(vm.heap.string_from_units(&out).into())
}

fn pad(vm: &mut Vm, args: Args, start: bool) -> Completion {
    let name = if start { "String.prototype.padStart" } else { "String.prototype.padEnd" };
    let s = args.this_string(vm, name)?;
    let n = args.number(vm, 0)?;
    let target = if n.is_nan() { 0.0 } else { n.trunc().clamp(0.0, 9_007_199_254_740_991.0) };
    let len = vm.heap.string_len(s);
    if target <= len as f64 {
        return Ok(s.into());
    }
    let filler = if args.get(vm, 1).is_undefined() {
        vm.heap.unit_string(b' ')
    } else {
        args.string(vm, 1)?
    };
    let filler_len = vm.heap.string_len(filler);
    if filler_len == 0 {
        return Ok(s.into());
    }
    if target > MAX_STRING_LENGTH as f64 {
        return Err(vm.string_too_long());
    }
    let fill = target as usize - len;
    vm.charge_ahead(&args, fill as u64 / 8)?;
    vm.charge_memory(target as usize * 2)?;
    let mut out = StringBuilder::with_capacity(target as usize);
    vm.heap.flatten(s);
    vm.heap.flatten(filler);
    let text = vm.heap.view_flat(s);
    let f = vm.heap.view_flat(filler);
    if !start {
        out.push_view(&text);
    }
    for _ in 0..fill / filler_len {
        out.push_view(&f);
    }
    out.push_view(&f.slice(0, fill % filler_len));
    if start {
        out.push_view(&text);
    }
    Ok(vm.heap.build(out).into())
}

fn repeat(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.repeat")?;
    let n = args.integer(vm, 0)?;
    if n < 0.0 || n.is_infinite() {
        let text = crate::operations::number::to_text(n);
        return Err(vm.range_error(&format!("Invalid count value: {text}")));
    }
    let len = vm.heap.string_len(s);
    if len == 0 || n == 0.0 {
        return Ok(vm.heap.empty_string().into());
    }
    let total = len as f64 * n;
    if total > MAX_STRING_LENGTH as f64 {
        return Err(vm.string_too_long());
    }
    vm.charge_ahead(&args, total as u64 / 16)?;
    vm.charge_memory(total as usize * 2)?;
    let mut out = StringBuilder::with_capacity(total as usize);
    let view = vm.heap.view(s);
    for _ in 0..n as usize {
        out.push_view(&view);
    }
    Ok(vm.heap.build(out).into())
}

fn slice(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.slice")?;
    let len = vm.heap.string_len(s) as f64;
    let from = args.relative_index(vm, 0, len, 0.0)?;
    let to = args.relative_index(vm, 1, len, len)?;
    if from >= to {
        return Ok(vm.heap.empty_string().into());
    }
    cut(vm, s, from as usize, to as usize)
}

/// Part of a string, its copy charged.
fn cut(vm: &mut Vm, s: StringId, from: usize, to: usize) -> Completion {
    vm.charge((to - from) as u64 / 64)?;
    vm.charge_memory((to - from) * 2)?;
    Ok(vm.heap.substring(s, from, to).into())
}

fn substring(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.substring")?;
    let len = vm.heap.string_len(s) as f64;
    let a = args.integer(vm, 0)?.clamp(0.0, len);
    let b = if args.get(vm, 1).is_undefined() { len } else { args.integer(vm, 1)?.clamp(0.0, len) };
    cut(vm, s, a.min(b) as usize, a.max(b) as usize)
}

/// `$substring(s, from, to)` with indices in range.
pub(crate) fn substring_intrinsic(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let from = args.integer(vm, 1)?.max(0.0) as usize;
    let to = if args.get(vm, 2).is_undefined() {
        vm.heap.string_len(s)
    } else {
        args.integer(vm, 2)?.max(0.0) as usize
    };
    cut(vm, s, from.min(to), to)
}

/// ### [B.2.2.1 String.prototype.substr](https://tc39.es/ecma262/#sec-string.prototype.substr)
fn substr(vm: &mut Vm, args: Args) -> Completion {
    let s = args.this_string(vm, "String.prototype.substr")?;
    let len = vm.heap.string_len(s) as f64;
    let from = args.relative_index(vm, 0, len, 0.0)?;
    let count = if args.get(vm, 1).is_undefined() { len } else { args.integer(vm, 1)? };
    let to = (from + count.max(0.0)).min(len);
    if from >= to {
        return Ok(vm.heap.empty_string().into());
    }
    cut(vm, s, from as usize, to as usize)
}

fn change_case(vm: &mut Vm, args: Args, upper: bool, name: &str) -> Completion {
    let s = args.this_string(vm, &format!("String.prototype.{name}"))?;
    change_case_of(vm, s, upper)
}

/// The string in upper or lower case, by the rules of no language.
pub(crate) fn change_case_of(vm: &mut Vm, s: StringId, upper: bool) -> Completion {
    let len = vm.heap.string_len(s);
    vm.charge(len as u64 / 8)?;
    vm.charge_memory(len * 4)?;
    if let StrView::Latin1(b) = vm.heap.view(s) {
        if b.is_ascii() {
            let changed = if upper { b.to_ascii_uppercase() } else { b.to_ascii_lowercase() };
            if changed == b {
                return Ok(s.into());
            }
            return Ok(vm.heap.string_from_latin1_vec(changed).into());
        }
    }
    let units = map_case(&vm.heap.view(s), upper);
    Ok(vm.heap.string_from_units(&units).into())
}

/// Case mapping of UTF-16 text; lone surrogates stay.
pub(crate) fn map_case(view: &StrView<'_>, upper: bool) -> Vec<u16> {
    let mut out: Vec<u16> = Vec::with_capacity(view.len());
    let mut run = String::new();
    let flush = |run: &mut String, out: &mut Vec<u16>| {
        if !run.is_empty() {
            let mapped = if upper { run.to_uppercase() } else { run.to_lowercase() };
            out.extend(mapped.encode_utf16());
            run.clear();
        }
    };
    let mut i = 0;
    while i < view.len() {
        let (cp, width) = view.code_point_at(i);
        match char::from_u32(cp) {
            Some(c) => run.push(c),
            None => {
                flush(&mut run, &mut out);
                out.push(cp as u16);
            }
        }
        i += width;
    }
    flush(&mut run, &mut out);
    out
}

fn trim(vm: &mut Vm, args: Args, start: bool, end: bool, name: &str) -> Completion {
    let s = args.this_string(vm, &format!("String.prototype.{name}"))?;
    let view = vm.heap.view(s);
    let (mut from, mut to) = (0, view.len());
    if start {
        while from < to && is_space(view.at(from)) {
            from += 1;
        }
    }
    if end {
        while to > from && is_space(view.at(to - 1)) {
            to -= 1;
        }
    }
    vm.charge((from + (vm.heap.string_len(s) - to)) as u64 / 8)?;
    cut(vm, s, from, to)
}

/// `$splitString(s, separator, limit)`: an array of the parts.
pub(crate) fn split(vm: &mut Vm, args: Args) -> Completion {
    let s = args.string(vm, 0)?;
    let separator = args.string(vm, 1)?;
    let limit = args.number(vm, 2)? as usize;
    let len = vm.heap.string_len(s);
    vm.charge_ahead(&args, len as u64 / 4)?;
    vm.heap.flatten(s);
    vm.heap.flatten(separator);
    let n = vm.heap.string_len(separator);
    // Bounds first, so that the copying can be announced.
    let mut bounds: Vec<(usize, usize)> = Vec::new();
    {
        let (text, sep) = (vm.heap.view_flat(s), vm.heap.view_flat(separator));
        if n == 0 {
            bounds.extend((0..len.min(limit)).map(|i| (i, i + 1)));
        } else {
            let mut from = 0;
            while bounds.len() < limit {
                match text.find(&sep, from) {
                    Some(i) => {
                        bounds.push((from, i));
                        from = i + n;
                    }
                    None => {
                        bounds.push((from, len));
                        break;
                    }
                }
            }
        }
    }
    vm.charge_memory(bounds.len() * 48 + len)?;
    vm.charge(bounds.len() as u64)?;
    let mut parts = Vec::with_capacity(bounds.len());
    for (from, to) in bounds {
        parts.push(Value::string(vm.heap.substring(s, from, to)));
    }
    Ok(vm.new_array(parts).into())
}

/// `$joinStrings(list, separator)` of an internal array of strings.
pub(crate) fn join(vm: &mut Vm, args: Args) -> Completion {
    let list =
        args.get(vm, 0).as_object().map(|l| vm.heap.object(l).elements.clone()).unwrap_or_default();
    let separator = args.string(vm, 1)?;
    vm.join_strings(&list, separator)
}

impl Vm {
    /// Concatenation of strings with a separator between them.
    pub(crate) fn join_strings(&mut self, list: &[Value], separator: StringId) -> Completion {
        let n = self.heap.string_len(separator);
        let mut total = n * list.len().saturating_sub(1);
        for v in list {
            if let Some(s) = v.as_string() {
                total += self.heap.string_len(s);
                self.heap.flatten(s);
            }
        }
        if total > MAX_STRING_LENGTH as usize {
            return Err(self.string_too_long());
        }
        self.charge(total as u64 / 16 + list.len() as u64)?;
        self.charge_memory(total * 2)?;
        self.heap.flatten(separator);
        let mut out = StringBuilder::with_capacity(total);
        for (i, v) in list.iter().enumerate() {
            if i > 0 && n > 0 {
                out.push_view(&self.heap.view_flat(separator));
            }
            if let Some(s) = v.as_string() {
                out.push_view(&self.heap.view_flat(s));
            }
        }
        Ok(self.heap.build(out).into())
    }
}

/// ### [22.1.3.19.1 GetSubstitution](https://tc39.es/ecma262/#sec-getsubstitution)
/// `$getSubstitution(matched, text, position, captures, namedCaptures, template)`; captures are strings or undefined.
/// Named captures are an internal null-prototype object of strings or undefined.
pub(crate) fn get_substitution(vm: &mut Vm, args: Args) -> Completion {
    let matched = args.string(vm, 0)?;
    let text = args.string(vm, 1)?;
    let position = args.integer(vm, 2)? as usize;
    let captures =
        args.get(vm, 3).as_object().map(|l| vm.heap.object(l).elements.clone()).unwrap_or_default();
    let named = args.get(vm, 4).as_object();
    let template = args.string(vm, 5)?;
    let tail = (position + vm.heap.string_len(matched)).min(vm.heap.string_len(text));
    vm.heap.flatten(text);
    let units = vm.heap.view(template).to_units();
    let mut out = StringBuilder::new();
    let mut i = 0;
    let digit =
        |i: usize| units.get(i).filter(|u| (48..58).contains(*u)).map(|u| (*u - 48) as usize);
    let m = captures.len();
    while i < units.len() {
        let u = units[i];
        if u != b'$' as u16 || i + 1 >= units.len() {
            out.push(u);
            i += 1;
            continue;
        }
        match units[i + 1] as u8 as char {
            '$' => {
                out.push(b'$' as u16);
                i += 2;
            }
            '&' => {
                out.push_view(&vm.heap.view(matched));
                i += 2;
            }
            '`' => {
                out.push_view(&vm.heap.view_flat(text).slice(0, position));
                i += 2;
            }
            '\'' => {
                let end = vm.heap.string_len(text);
                out.push_view(&vm.heap.view_flat(text).slice(tail, end));
                i += 2;
            }
            '0'..='9' => {
                let one = digit(i + 1).unwrap_or(0);
                let two = digit(i + 2).map(|d| one * 10 + d);
                let (index, used) = match two {
                    Some(t) if t >= 1 && t <= m => (t, 3),
                    _ => (one, 2),
                };
                if index >= 1 && index <= m {
                    if let Some(s) = captures.get(index - 1).and_then(|v| v.as_string()) {
                        out.push_view(&vm.heap.view(s));
                    }
                } else {
                    for u in &units[i..i + used] {
                        out.push(*u);
                    }
                }
                i += used;
            }
            '<' if named.is_some() => {
                let end = units[i + 2..].iter().position(|u| *u == b'>' as u16);
                match (end, named) {
                    (Some(n), Some(groups)) => {
                        let name = vm.heap.string_from_units(&units[i + 2..i + 2 + n]);
                        let key = vm.heap.key_of_string(name);
                        let value = vm.get(groups, key)?;
                        if !value.is_undefined() {
                            let s = vm.to_string(value)?;
                            out.push_view(&vm.heap.view(s));
                        }
                        i += n + 3;
                    }
                    _ => {
                        out.push(u);
                        i += 1;
                    }
                }
            }
            _ => {
                out.push(u);
                i += 1;
            }
        }
        vm.charge_memory(out.len() * 2)?;
        if out.len() > MAX_STRING_LENGTH as usize {
            return Err(vm.string_too_long());
        }
    }
    Ok(vm.heap.build(out).into())
}
