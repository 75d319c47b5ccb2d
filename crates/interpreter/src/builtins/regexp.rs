//! ### [22.2 RegExp Objects](https://tc39.es/ecma262/#sec-regexp-regular-expression-objects)
//!
//! Matching runs in the program's fuel: a match that outlasts its slice is put aside and goes on in
//! the next one.

use super::Intrinsic;
use super::table::{Code, Item, Spec, Table, getter, js, js_getter, method};
use crate::heap::{ObjectId, StrView, StringBuilder, StringId};
use crate::object::{Attributes, Internal, Kind, Object, PropertyKey, RegExpData, Slot, flags};
use crate::value::Value;
use crate::vm::{Abrupt, Args, Completion, Vm};
use codemode_protocol::Halt;
use codemode_regexp::{Budget, Flags, Input, Matcher, Progress, Regex};
use std::sync::Arc;

macro_rules! flag_getter {
    ($name:literal, $text:literal) => {
        getter($name, |vm, args| flag(vm, args, $text, $name))
    };
}

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::RegExp,
        spec: Spec::Constructor {
            name: "RegExp",
            length: 2,
            code: Code::Js("regexpConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::RegExpPrototype),
        },
        items: &[method("escape", 1, escape), js_getter("@@species", "returnThis")],
    },
    Table {
        id: Intrinsic::RegExpPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("exec", 1, exec),
            js_getter("flags", "regexpFlags"),
            flag_getter!("dotAll", "s"),
            flag_getter!("global", "g"),
            flag_getter!("hasIndices", "d"),
            flag_getter!("ignoreCase", "i"),
            flag_getter!("multiline", "m"),
            flag_getter!("sticky", "y"),
            flag_getter!("unicode", "u"),
            flag_getter!("unicodeSets", "v"),
            getter("source", source),
            js("test", 1, "regexpTest"),
            js("toString", 0, "regexpToString"),
            js("compile", 2, "regexpCompile"),
            js("@@match", 1, "regexpMatch"),
            js("@@matchAll", 1, "regexpMatchAll"),
            js("@@replace", 2, "regexpReplace"),
            js("@@search", 1, "regexpSearch"),
            js("@@split", 2, "regexpSplit"),
        ],
    },
    Table {
        id: Intrinsic::RegExpStringIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[
            js("next", 0, "regexpStringIteratorNext"),
            Item::Data {
                name: "@@toStringTag",
                value: super::table::Const::Text("RegExp String Iterator"),
                attributes: Attributes::CONFIGURABLE,
            },
        ],
    },
];

/// A match put aside when its slice ran out.
#[derive(Debug)]
pub(crate) struct PausedMatch {
    regexp: ObjectId,
    subject: StringId,
    start: usize,
    matcher: Matcher,
}

fn data(vm: &Vm, value: Value) -> Option<&RegExpData> {
    match value.as_object().map(|o| &vm.heap.object(o).internal) {
        Some(Internal::RegExp(r)) => Some(r),
        _ => None,
    }
}

fn flag(vm: &mut Vm, args: Args, letter: &str, name: &str) -> Completion {
    let this = args.this(vm);
    if let Some(r) = data(vm, this) {
        let flags = r.flags.as_string();
        let text = flags.map(|f| vm.heap.text(f)).unwrap_or_default();
        return Ok(text.contains(letter).into());
    }
    if this == Value::object(vm.intrinsic(Intrinsic::RegExpPrototype)) {
        return Ok(Value::UNDEFINED);
    }
    let what = vm.describe(this);
    Err(vm
        .type_error(&format!("RegExp.prototype.{name} getter called on non-RegExp object {what}")))
}

/// ### [22.2.6.13 get RegExp.prototype.source](https://tc39.es/ecma262/#sec-get-regexp.prototype.source)
fn source(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(r) = data(vm, this) else {
        if this == Value::object(vm.intrinsic(Intrinsic::RegExpPrototype)) {
            return Ok(vm.heap.new_string("(?:)").into());
        }
        let what = vm.describe(this);
        return Err(vm.type_error(&format!(
            "RegExp.prototype.source getter called on non-RegExp object {what}"
        )));
    };
    let Some(text) = r.source.as_string() else { return Ok(Value::UNDEFINED) };
    let view = vm.heap.view(text);
    if view.is_empty() {
        return Ok(vm.heap.new_string("(?:)").into());
    }
    // EscapeRegExpPattern: slashes outside classes and line terminators.
    let needs = view.iter().any(|u| matches!(u, 47 | 10 | 13 | 0x2028 | 0x2029));
    if !needs {
        return Ok(text.into());
    }
    let mut out = StringBuilder::with_capacity(view.len() + 4);
    let (mut class, mut escaped) = (false, false);
    for u in view.iter() {
        match u {
            10 => out.push_str(if escaped { "n" } else { "\\n" }),
            13 => out.push_str(if escaped { "r" } else { "\\r" }),
            0x2028 => out.push_str(if escaped { "u2028" } else { "\\u2028" }),
            0x2029 => out.push_str(if escaped { "u2029" } else { "\\u2029" }),
            47 if !escaped && !class => out.push_str("\\/"),
            _ => out.push(u),
        }
        if escaped {
            escaped = false;
        } else {
            match u {
                92 => escaped = true,
                91 => class = true,
                93 => class = false,
                _ => {}
            }
        }
    }
    Ok(vm.heap.build(out).into())
}

/// ### [22.2.5.1 RegExp.escape](https://tc39.es/ecma262/#sec-regexp.escape)
fn escape(vm: &mut Vm, args: Args) -> Completion {
    let Some(s) = args.get(vm, 0).as_string() else {
        return Err(vm.type_error("RegExp.escape requires a string"));
    };
    let len = vm.heap.string_len(s);
    vm.charge(len as u64)?;
    vm.charge_memory(len * 12)?;
    let units = vm.heap.view(s).to_units();
    let out = codemode_regexp::escape(&units);
    Ok(vm.heap.string_from_units(&out).into())
}

/// ### [22.2.6.2 RegExp.prototype.exec](https://tc39.es/ecma262/#sec-regexp.prototype.exec)
fn exec(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = this.as_object().filter(|_| data(vm, this).is_some()) else {
        let what = vm.describe(this);
        return Err(vm.type_error(&format!(
            "Method RegExp.prototype.exec called on incompatible receiver {what}"
        )));
    };
    let s = args.string(vm, 0)?;
    vm.regexp_exec(id, s, args.restartable)
}

/// `$builtinExec(regexp, string)`
pub(crate) fn builtin_exec(vm: &mut Vm, args: Args) -> Completion {
    let id = super::helpers::object(vm, args, 0)?;
    let s = args.string(vm, 1)?;
    vm.regexp_exec(id, s, args.restartable)
}

/// `$testPlain(regexp, string)`: as exec, without the result array.
pub(crate) fn test_plain(vm: &mut Vm, args: Args) -> Completion {
    let id = super::helpers::object(vm, args, 0)?;
    let s = args.string(vm, 1)?;
    Ok(vm.regexp_match(id, s, args.restartable)?.is_some().into())
}

/// `$isPlainRegExp(value)`: methods and flags are the builtin ones.
pub(crate) fn is_plain(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    Ok(vm.is_plain_regexp(value).into())
}

/// `$hasRegExpFlag(regexp, letter)` of a RegExp object.
pub(crate) fn has_flag(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    let letter = args.string(vm, 1)?;
    let letter = vm.heap.text(letter);
    let flags = data(vm, value).and_then(|r| r.flags.as_string());
    let text = flags.map(|f| vm.heap.text(f)).unwrap_or_default();
    Ok(text.contains(&letter).into())
}

/// `$regexpParts(regexp)`: `[source, flags]` as given.
pub(crate) fn parts(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    let (source, flags) = match data(vm, value) {
        Some(r) => (r.source, r.flags),
        None => (Value::UNDEFINED, Value::UNDEFINED),
    };
    Ok(vm.new_array(vec![source, flags]).into())
}

/// `$recompileRegExp(regexp, pattern, flags)` (Annex B `compile`).
pub(crate) fn recompile(vm: &mut Vm, args: Args) -> Completion {
    let id = super::helpers::object(vm, args, 0)?;
    let pattern = args.string(vm, 1)?;
    let flags = args.string(vm, 2)?;
    let regex = vm.compile_regexp(pattern, flags)?;
    let fresh = RegExpData { source: pattern.into(), flags: flags.into(), regex };
    vm.heap.object_mut(id).internal = Internal::RegExp(Box::new(fresh));
    vm.set_last_index(id, Value::int(0))?;
    Ok(id.into())
}

/// `$matchAllPlain(regexp, string)`: all matched texts of a plain global regexp, or null.
pub(crate) fn match_all_plain(vm: &mut Vm, args: Args) -> Completion {
    let id = super::helpers::object(vm, args, 0)?;
    let s = args.string(vm, 1)?;
    let Some((regex, unicode)) = data(vm, id.into()).map(|r| {
        let f = r.regex.flags();
        (Arc::clone(&r.regex), f.unicode || f.unicode_sets)
    }) else {
        return Ok(Value::NULL);
    };
    let sticky = regex.flags().sticky;
    let mut list = Vec::new();
    let mut at = 0;
    loop {
        let Some(captures) = vm.run_match(&regex, id, s, at, sticky, false)? else { break };
        let Some(range) = captures.first().cloned().flatten() else { break };
        vm.charge_memory(48)?;
        list.push(Value::string(vm.heap.substring(s, range.0, range.1)));
        at = if range.1 == range.0 { advance(vm, s, range.1, unicode) } else { range.1 };
        if at > vm.heap.string_len(s) {
            break;
        }
    }
    vm.set_last_index(id, Value::int(0))?;
    if list.is_empty() {
        return Ok(Value::NULL);
    }
    Ok(vm.new_array(list).into())
}

/// ### [22.2.7.3 AdvanceStringIndex](https://tc39.es/ecma262/#sec-advancestringindex)
fn advance(vm: &mut Vm, s: StringId, at: usize, unicode: bool) -> usize {
    if !unicode || at >= vm.heap.string_len(s) {
        return at + 1;
    }
    at + vm.heap.view(s).code_point_at(at).1
}

/// `$replacePlain(regexp, string, template)`: a plain regexp replaced by a text without `$`; undefined if it has one.
pub(crate) fn replace_plain(vm: &mut Vm, args: Args) -> Completion {
    let id = super::helpers::object(vm, args, 0)?;
    let s = args.string(vm, 1)?;
    let template = args.string(vm, 2)?;
    if vm.heap.view(template).iter().any(|u| u == b'$' as u16) {
        return Ok(Value::UNDEFINED);
    }
    let Some(regex) = data(vm, id.into()).map(|r| Arc::clone(&r.regex)) else {
        return Ok(Value::UNDEFINED);
    };
    let f = regex.flags();
    let (sticky, unicode, global) = (f.sticky, f.unicode || f.unicode_sets, f.global);
    let mut at = 0;
    if sticky && !global {
        return Ok(Value::UNDEFINED);
    }
    let mut out = StringBuilder::new();
    let mut end = 0;
    let len = vm.heap.string_len(s);
    while at <= len {
        let Some(captures) = vm.run_match(&regex, id, s, at, sticky, false)? else { break };
        let Some(range) = captures.first().cloned().flatten() else { break };
        vm.heap.flatten(s);
        out.push_view(&vm.heap.view_flat(s).slice(end, range.0));
        out.push_view(&vm.heap.view_flat(template));
        vm.charge_memory(out.len() * 2)?;
        if out.len() > crate::heap::MAX_STRING_LENGTH as usize {
            return Err(vm.string_too_long());
        }
        end = range.1;
        if !global {
            break;
        }
        at = if range.1 == range.0 { advance(vm, s, range.1, unicode) } else { range.1 };
    }
    if global {
        vm.set_last_index(id, Value::int(0))?;
    }
    if end == 0 && out.is_empty() {
        return Ok(s.into());
    }
    vm.heap.flatten(s);
    out.push_view(&vm.heap.view_flat(s).slice(end, len));
    Ok(vm.heap.build(out).into())
}

/// `$splitPlain(regexp, string, limit)`: parts of a plain regexp's split.
pub(crate) fn split_plain(vm: &mut Vm, args: Args) -> Completion {
    let id = super::helpers::object(vm, args, 0)?;
    let s = args.string(vm, 1)?;
    let limit = args.number(vm, 2)? as usize;
    let Some(regex) = data(vm, id.into()).map(|r| Arc::clone(&r.regex)) else {
        return Ok(Value::UNDEFINED);
    };
    let f = regex.flags();
    let unicode = f.unicode || f.unicode_sets;
    let len = vm.heap.string_len(s);
    let mut parts: Vec<Value> = Vec::new();
    if limit == 0 {
        return Ok(vm.new_array(parts).into());
    }
    if len == 0 {
        if vm.run_match(&regex, id, s, 0, true, false)?.is_none() {
            parts.push(s.into());
        }
        return Ok(vm.new_array(parts).into());
    }
    let (mut from, mut at) = (0, 0);
    while at < len {
        let Some(captures) = vm.run_match(&regex, id, s, at, false, false)? else { break };
        let Some((start, end)) = captures.first().cloned().flatten() else { break };
        if start >= len {
            break;
        }
        if end == from || (end == start && start < at) {
            at = advance(vm, s, at.max(start), unicode);
            continue;
        }
        if end == start && start == from {
            at = advance(vm, s, start, unicode);
            continue;
        }
        vm.charge_memory(48 * captures.len())?;
        parts.push(Value::string(vm.heap.substring(s, from, start)));
        if parts.len() >= limit {
            return Ok(vm.new_array(parts).into());
        }
        from = end;
        for c in captures.iter().skip(1) {
            parts.push(match c {
                Some((a, b)) => Value::string(vm.heap.substring(s, *a, *b)),
                None => Value::UNDEFINED,
            });
            if parts.len() >= limit {
                return Ok(vm.new_array(parts).into());
            }
        }
        at = if end == start { advance(vm, s, end, unicode) } else { end };
    }
    parts.push(Value::string(vm.heap.substring(s, from, len)));
    Ok(vm.new_array(parts).into())
}

/// Captured ranges, the whole match first.
type Ranges = Vec<Option<(usize, usize)>>;

impl Vm {
    /// ### [22.2.3.2 RegExpCreate](https://tc39.es/ecma262/#sec-regexpcreate) of a pattern and flags
    pub(crate) fn new_regexp(&mut self, source: StringId, flags: StringId) -> Completion {
        let proto = self.intrinsic(Intrinsic::RegExpPrototype);
        let regex = self.compile_regexp(source, flags)?;
        Ok(self.regexp_object(proto, source, flags, regex).into())
    }
    /// Compiled form of a pattern; a SyntaxError if it or the flags are wrong. Cached per run.
    pub(crate) fn compile_regexp(
        &mut self,
        source: StringId,
        flags: StringId,
    ) -> Completion<Arc<Regex>> {
        let text = self.heap.text(flags);
        let pattern = self.heap.view(source).to_units();
        if let Some(r) = self.regex_cache.iter().find(|c| c.1 == text && c.0 == pattern) {
            return Ok(Arc::clone(&r.2));
        }
        self.charge(pattern.len() as u64 * 4 + 16)?;
        let parsed = match Flags::parse(&text) {
            Ok(f) => f,
            Err(_) => {
                return Err(self.syntax_error(&format!(
                    "Invalid flags supplied to RegExp constructor '{text}'"
                )));
            }
        };
        match Regex::compile(&pattern, parsed) {
            Ok(r) => {
                self.charge_memory(r.memory_bytes())?;
                self.heap.bytes += r.memory_bytes();
                let r = Arc::new(r);
                if self.regex_cache.len() >= 64 {
                    self.regex_cache.remove(0);
                }
                self.regex_cache.push((pattern, text, Arc::clone(&r)));
                Ok(r)
            }
            Err(e) => {
                let message = e.message.to_string();
                Err(self.syntax_error(&message))
            }
        }
    }
    /// A RegExp object with `lastIndex` 0.
    pub(crate) fn regexp_object(
        &mut self,
        proto: ObjectId,
        source: StringId,
        flags: StringId,
        regex: Arc<Regex>,
    ) -> ObjectId {
        let shape = self.heap.root_shape(Some(proto));
        let key = self.heap.key("lastIndex");
        let shape = match key.name() {
            Some(name) => self.heap.add_to_shape(shape, name, Attributes::WRITABLE),
            None => shape,
        };
        let mut object = Object::new(shape, Kind::RegExp);
        object.inline[0] = Value::int(0);
        let fresh = RegExpData { source: source.into(), flags: flags.into(), regex };
        object.internal = Internal::RegExp(Box::new(fresh));
        self.heap.bytes += 64;
        self.heap.alloc(object)
    }
    /// Untouched prototype, own properties and methods.
    pub(crate) fn is_plain_regexp(&mut self, value: Value) -> bool {
        let Some(id) = value.as_object() else { return false };
        let object = self.heap.object(id);
        if object.kind != Kind::RegExp || object.has(flags::FROZEN) {
            return false;
        }
        let proto = self.intrinsic(Intrinsic::RegExpPrototype);
        let shape = object.shape;
        if self.heap.proto_of(id) != Some(proto)
            || self.heap.shape(shape).dictionary
            || self.heap.shape(shape).count != 1
        {
            return false;
        }
        self.realm.regexp_untouched(&self.heap)
    }
    fn last_index(&mut self, id: ObjectId) -> Completion<f64> {
        let key = self.heap.key("lastIndex");
        let v = self.get(id, key)?;
        self.to_length(v)
    }
    pub(crate) fn set_last_index(&mut self, id: ObjectId, value: Value) -> Completion<()> {
        let key = self.heap.key("lastIndex");
        if let Some(Slot::Data { attributes, .. }) = self.own(id, key) {
            if !attributes.writable() {
                return Err(self.cannot_assign(id.into(), key));
            }
        }
        self.set(id, key, value)
    }
    /// One attempt of a compiled pattern; suspendable when `restartable`.
    fn run_match(
        &mut self,
        regex: &Arc<Regex>,
        id: ObjectId,
        s: StringId,
        start: usize,
        sticky: bool,
        restartable: bool,
    ) -> Completion<Option<Ranges>> {
        self.heap.flatten(s);
        let mut matcher = match self.paused_match.take() {
            Some(p) if p.regexp == id && p.subject == s && p.start == start => p.matcher,
            _ => Matcher::new(regex, start, sticky),
        };
        loop {
            let slice = if self.native_depth == 0 && restartable {
                self.fuel.max(256) as u64
            } else {
                65_536
            };
            let memory = match self.options.memory_bytes {
                Some(limit) => (limit as usize).saturating_sub(self.heap.bytes),
                None => usize::MAX,
            };
            let mut budget =
                Budget { fuel: slice, memory, interrupt: self.options.interrupt.as_deref() };
            let progress = {
                let input = match self.heap.view_flat(s) {
                    StrView::Latin1(b) => Input::Latin1(b),
                    StrView::Utf16(u) => Input::Utf16(u),
                };
                matcher.run(regex, input, &mut budget)
            };
            let used = slice.saturating_sub(budget.fuel);
            // A regexp step is cheaper than a unit of fuel.
            self.fuel -= (used / 4) as i64 + 1;
            match progress {
                Progress::Match => {
                    let captures = matcher.captures();
                    let ranges = captures.iter().map(|r| r.map(|r| (r.start, r.end))).collect();
                    return Ok(Some(ranges));
                }
                Progress::NoMatch => return Ok(None),
                Progress::OutOfMemory => return Err(Abrupt::Halt(Halt::Memory)),
                Progress::Interrupted => return Err(Abrupt::Halt(Halt::Timeout)),
                Progress::OutOfFuel => {
                    self.check_interrupt()?;
                    if restartable && self.native_depth == 0 && self.fuel <= 0 {
                        self.paused_match =
                            Some(PausedMatch { regexp: id, subject: s, start, matcher });
                        return Err(Abrupt::Repeat);
                    }
                }
            }
        }
    }
    /// RegExpBuiltinExec up to the captured ranges; updates `lastIndex`.
    fn regexp_match(
        &mut self,
        id: ObjectId,
        s: StringId,
        restartable: bool,
    ) -> Completion<Option<Ranges>> {
        let Some(regex) = data(self, id.into()).map(|r| Arc::clone(&r.regex)) else {
            return Ok(None);
        };
        let f = regex.flags();
        let uses_last_index = f.global || f.sticky;
        let last = self.last_index(id)?;
        // ToLength may have recompiled the expression.
        let regex = data(self, id.into()).map_or(regex, |r| Arc::clone(&r.regex));
        let start = if uses_last_index { last } else { 0.0 };
        if start > self.heap.string_len(s) as f64 {
            if uses_last_index {
                self.set_last_index(id, Value::int(0))?;
            }
            return Ok(None);
        }
        match self.run_match(&regex, id, s, start as usize, f.sticky, restartable)? {
            Some(ranges) => {
                if uses_last_index {
                    let end = ranges.first().cloned().flatten().map_or(0, |r| r.1);
                    self.set_last_index(id, Value::number(end as f64))?;
                }
                Ok(Some(ranges))
            }
            None => {
                if uses_last_index {
                    self.set_last_index(id, Value::int(0))?;
                }
                Ok(None)
            }
        }
    }
    /// ### [22.2.7.2 RegExpBuiltinExec](https://tc39.es/ecma262/#sec-regexpbuiltinexec)
    pub(crate) fn regexp_exec(
        &mut self,
        id: ObjectId,
        s: StringId,
        restartable: bool,
    ) -> Completion {
        let Some(ranges) = self.regexp_match(id, s, restartable)? else { return Ok(Value::NULL) };
        let Some(regex) = data(self, id.into()).map(|r| Arc::clone(&r.regex)) else {
            return Ok(Value::NULL);
        };
        self.charge_memory(ranges.len() * 64)?;
        let mut list = Vec::with_capacity(ranges.len());
        for r in &ranges {
            list.push(match r {
                Some((a, b)) => Value::string(self.heap.substring(s, *a, *b)),
                None => Value::UNDEFINED,
            });
        }
        let names: Vec<(String, usize)> =
            regex.group_names().map(|(n, i)| (n.to_string(), i)).collect();
        let groups = self.groups_object(&names, &list);
        let index = ranges.first().cloned().flatten().map_or(0, |r| r.0);
        let array = self.new_array(list);
        let put = |vm: &mut Vm, name: &str, value: Value| {
            let key = vm.heap.key(name);
            vm.heap.put(array, key, value);
        };
        put(self, "index", Value::number(index as f64));
        put(self, "input", s.into());
        put(self, "groups", groups);
        if regex.flags().has_indices {
            let mut pairs = Vec::with_capacity(ranges.len());
            for r in &ranges {
                pairs.push(match r {
                    Some((a, b)) => {
                        let pair = vec![Value::number(*a as f64), Value::number(*b as f64)];
                        self.new_array(pair).into()
                    }
                    None => Value::UNDEFINED,
                });
            }
            let groups = self.groups_object(&names, &pairs);
            let indices = self.new_array(pairs);
            let key = self.heap.key("groups");
            self.heap.put(indices, key, groups);
            put(self, "indices", indices.into());
        }
        Ok(array.into())
    }
    /// Null-prototype object of named groups; of duplicates the one that took part.
    fn groups_object(&mut self, names: &[(String, usize)], values: &[Value]) -> Value {
        if names.is_empty() {
            return Value::UNDEFINED;
        }
        let groups = self.heap.new_object(None);
        for (name, index) in names {
            let key: PropertyKey = self.heap.key(name);
            let value = values.get(*index).copied().unwrap_or_default();
            let taken = matches!(self.heap.get_own(groups, key), Some(Slot::Data { value, .. }) if !value.is_undefined());
            if !taken {
                self.heap.put(groups, key, value);
            }
        }
        groups.into()
    }
}
