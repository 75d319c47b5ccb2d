//! `console`: captured lines, formatted for a model to read. Never runs guest code, never fails.
//!
//! Strings are bare at the top and quoted inside; objects print as compact JSON-like text with
//! Map, Set, Date, RegExp, bytes and errors readable.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, operation, tag};
use crate::heap::{ObjectId, StringBuilder};
use crate::object::{Internal, Kind, PropertyKey, Slot};
use crate::operations::number;
use crate::value::{Unpacked, Value};
use crate::vm::{Args, Completion, Vm};
use codemode_protocol::{LogEntry, LogLevel};

/// Levels printed before `...`.
const MAX_DEPTH: usize = 33;
/// Bytes of one line at most; the rest is cut.
const MAX_LINE: usize = 1 << 20;

/// Counters, labels and indentation of one run's console.
#[derive(Clone, Debug, Default)]
pub struct ConsoleState {
    counters: Vec<(String, u32)>,
    timers: Vec<(String, f64)>,
    indent: usize,
}

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::Console,
    spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
    items: &[
        operation("log", 0, |vm, a| log(vm, a, LogLevel::Log)),
        operation("info", 0, |vm, a| log(vm, a, LogLevel::Info)),
        operation("debug", 0, |vm, a| log(vm, a, LogLevel::Debug)),
        operation("warn", 0, |vm, a| log(vm, a, LogLevel::Warn)),
        operation("error", 0, |vm, a| log(vm, a, LogLevel::Error)),
        operation("trace", 0, trace),
        operation("dir", 0, dir),
        operation("dirxml", 0, |vm, a| log(vm, a, LogLevel::Log)),
        operation("table", 1, table),
        operation("assert", 0, assert),
        operation("count", 0, count),
        operation("countReset", 0, count_reset),
        operation("group", 0, group),
        operation("groupCollapsed", 0, group),
        operation("groupEnd", 0, group_end),
        operation("time", 0, time),
        operation("timeLog", 0, |vm, a| time_end(vm, a, false)),
        operation("timeEnd", 0, |vm, a| time_end(vm, a, true)),
        operation("clear", 0, |_, _| Ok(Value::UNDEFINED)),
        tag("console"),
    ],
}];

fn emit(vm: &mut Vm, level: LogLevel, text: String) -> Completion {
    vm.charge(1 + text.len() as u64 / 16)?;
    vm.charge_memory(text.len())?;
    vm.heap.bytes += text.len();
    let text = if vm.console.indent > 0 {
        let pad = "  ".repeat(vm.console.indent.min(20));
        let lines: Vec<String> = text.split('\n').map(|l| format!("{pad}{l}")).collect();
        lines.join("\n")
    } else {
        text
    };
    vm.logs.push(LogEntry { level, text });
    Ok(Value::UNDEFINED)
}

fn joined(vm: &mut Vm, args: Args, from: usize) -> String {
    let parts: Vec<String> = (from..args.len())
        .map(|i| {
            let v = args.get(vm, i);
            vm.inspect(v)
        })
        .collect();
    parts.join(" ")
}

fn log(vm: &mut Vm, args: Args, level: LogLevel) -> Completion {
    let text = joined(vm, args, 0);
    emit(vm, level, text)
}

fn trace(vm: &mut Vm, args: Args) -> Completion {
    let mut text = format!("Trace: {}", joined(vm, args, 0));
    text.push_str(&vm.stack_text());
    emit(vm, LogLevel::Log, text)
}

fn dir(vm: &mut Vm, args: Args) -> Completion {
    let v = args.get(vm, 0);
    let text = vm.inspect(v);
    emit(vm, LogLevel::Log, text)
}

fn assert(vm: &mut Vm, args: Args) -> Completion {
    if vm.to_boolean(args.get(vm, 0)) {
        return Ok(Value::UNDEFINED);
    }
    let rest = joined(vm, args, 1);
    let text = if rest.is_empty() {
        "Assertion failed".into()
    } else {
        format!("Assertion failed: {rest}")
    };
    emit(vm, LogLevel::Error, text)
}

fn label(vm: &mut Vm, args: Args) -> String {
    let v = args.get(vm, 0);
    if v.is_undefined() { "default".into() } else { vm.inspect(v) }
}

fn count(vm: &mut Vm, args: Args) -> Completion {
    let label = label(vm, args);
    let n = match vm.console.counters.iter_mut().find(|c| c.0 == label) {
        Some(c) => {
            c.1 += 1;
            c.1
        }
        None => {
            vm.charge_memory(label.len() + 32)?;
            vm.console.counters.push((label.clone(), 1));
            1
        }
    };
    emit(vm, LogLevel::Log, format!("{label}: {n}"))
}

fn count_reset(vm: &mut Vm, args: Args) -> Completion {
    let label = label(vm, args);
    vm.console.counters.retain(|c| c.0 != label);
    Ok(Value::UNDEFINED)
}

fn group(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_empty() {
        let text = joined(vm, args, 0);
        emit(vm, LogLevel::Log, text)?;
    }
    vm.console.indent += 1;
    Ok(Value::UNDEFINED)
}

fn group_end(vm: &mut Vm, _args: Args) -> Completion {
    vm.console.indent = vm.console.indent.saturating_sub(1);
    Ok(Value::UNDEFINED)
}

fn time(vm: &mut Vm, args: Args) -> Completion {
    let label = label(vm, args);
    let now = vm.now.monotonic_ms;
    if !vm.console.timers.iter().any(|t| t.0 == label) {
        vm.charge_memory(label.len() + 32)?;
        vm.console.timers.push((label, now));
    }
    Ok(Value::UNDEFINED)
}

fn time_end(vm: &mut Vm, args: Args, end: bool) -> Completion {
    let label = label(vm, args);
    let Some(start) = vm.console.timers.iter().find(|t| t.0 == label).map(|t| t.1) else {
        return emit(vm, LogLevel::Warn, format!("Timer '{label}' does not exist"));
    };
    let mut text = format!("{label}: {:.3}ms", vm.now.monotonic_ms - start);
    if end {
        vm.console.timers.retain(|t| t.0 != label);
    } else {
        let rest = joined(vm, args, 1);
        if !rest.is_empty() {
            text.push(' ');
            text.push_str(&rest);
        }
    }
    emit(vm, LogLevel::Log, text)
}

/// Rows of a table: index and value.
fn rows(vm: &mut Vm, data: Value) -> Option<Vec<(String, Value)>> {
    let id = data.as_object()?;
    let object = vm.heap.object(id);
    match object.kind {
        Kind::Array => {
            let list: Vec<Value> = object.elements.iter().map(|v| v.or_undefined()).collect();
            Some(list.into_iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect())
        }
        Kind::Ordinary => {
            let keys = vm.heap.own_keys(id);
            let mut list = Vec::new();
            for key in keys {
                if let Some(Slot::Data { value, attributes }) = vm.own(id, key) {
                    if attributes.enumerable() && !key.is_symbol() {
                        let name = vm.key_text(key);
                        list.push((name, value));
                    }
                }
            }
            Some(list)
        }
        _ => None,
    }
}

fn table(vm: &mut Vm, args: Args) -> Completion {
    let data = args.get(vm, 0);
    if args.is_empty() {
        return emit(vm, LogLevel::Log, "undefined".into());
    }
    let list = match rows(vm, data) {
        Some(list) => list,
        None => vec![("0".to_string(), data)],
    };
    vm.charge(list.len() as u64 * 4)?;
    let mut columns: Vec<String> = Vec::new();
    let chosen = args.get(vm, 1).as_object().and_then(|c| vm.dense_elements(c));
    if let Some(chosen) = &chosen {
        for c in chosen {
            columns.push(vm.inspect(*c));
        }
    }
    let mut cells: Vec<(String, Vec<(String, Value)>, Option<Value>)> = Vec::new();
    let mut plain_value = false;
    for (index, row) in list {
        let plain = row.as_object().is_some_and(|o| vm.heap.object(o).kind == Kind::Ordinary);
        if plain {
            let members = rows(vm, row).unwrap_or_default();
            if chosen.is_none() {
                for (name, _) in &members {
                    if !columns.contains(name) {
                        columns.push(name.clone());
                    }
                }
            }
            cells.push((index, members, None));
        } else {
            plain_value = true;
            cells.push((index, Vec::new(), Some(row)));
        }
    }
    let mut text = String::from("(index)");
    for c in &columns {
        text.push('\t');
        text.push_str(c);
    }
    if plain_value {
        text.push_str("\tValue");
    }
    for (index, members, value) in cells {
        text.push('\n');
        text.push_str(&index);
        for c in &columns {
            text.push('\t');
            if let Some((_, v)) = members.iter().find(|m| m.0 == *c) {
                if !v.is_undefined() {
                    text.push_str(&vm.inspect(*v));
                }
            }
        }
        if plain_value {
            text.push('\t');
            if let Some(v) = value {
                text.push_str(&vm.inspect(v));
            }
        }
        if text.len() > MAX_LINE {
            break;
        }
    }
    emit(vm, LogLevel::Log, text)
}

impl Vm {
    /// A value as `console.log` shows it.
    pub(crate) fn inspect(&mut self, value: Value) -> String {
        match value.unpack() {
            Unpacked::String(s) => self.heap.text(s),
            Unpacked::Undefined | Unpacked::Internal => "undefined".into(),
            _ => {
                let mut out = String::new();
                let mut stack = Vec::new();
                self.inspect_into(value, &mut out, &mut stack);
                out
            }
        }
    }
    fn inspect_into(&mut self, value: Value, out: &mut String, stack: &mut Vec<ObjectId>) {
        if out.len() > MAX_LINE {
            if !out.ends_with("...") {
                out.push_str("...");
            }
            return;
        }
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => {
                out.push_str(if stack.is_empty() { "undefined" } else { "null" });
            }
            Unpacked::Null => out.push_str("null"),
            Unpacked::Bool(b) => out.push_str(if b { "true" } else { "false" }),
            Unpacked::Number(n) => out.push_str(&number::to_text(n)),
            Unpacked::String(s) => {
                let mut quoted = StringBuilder::new();
                crate::json::write::quote(&self.heap.view(s), &mut quoted);
                out.push_str(&String::from_utf16_lossy(&quoted.units()));
            }
            Unpacked::BigInt(b) => {
                let n = self.heap.bigint(b);
                if n.bits() > 1 << 16 {
                    out.push_str("[large BigInt]");
                } else {
                    out.push_str(&n.to_string());
                    out.push('n');
                }
            }
            Unpacked::Symbol(_) => out.push_str(&self.describe(value)),
            Unpacked::Object(id) => self.inspect_object(id, out, stack),
        }
    }
    fn inspect_object(&mut self, id: ObjectId, out: &mut String, stack: &mut Vec<ObjectId>) {
        if stack.contains(&id) {
            out.push_str("[Circular]");
            return;
        }
        if stack.len() >= MAX_DEPTH {
            out.push_str("...");
            return;
        }
        let object = self.heap.object(id);
        match object.kind {
            Kind::Proxy => {
                out.push_str(if object.is_callable() { "[opaque reference]" } else { "[Proxy]" })
            }
            Kind::Tool => out.push_str("[opaque reference]"),
            Kind::Promise => out.push_str("[Promise (await it to get its value)]"),
            Kind::Date => match self.date_text(id) {
                Some(text) => out.push_str(&text),
                None => out.push_str("Invalid Date"),
            },
            Kind::RegExp => {
                if let Internal::RegExp(r) = &object.internal {
                    let (source, flags) = (r.source, r.flags);
                    let source = source.as_string().map(|s| self.heap.text(s)).unwrap_or_default();
                    let flags = flags.as_string().map(|s| self.heap.text(s)).unwrap_or_default();
                    out.push_str(&format!("/{source}/{flags}"));
                }
            }
            Kind::Number | Kind::Boolean | Kind::String | Kind::BigInt | Kind::Symbol => {
                if let Internal::Primitive(v) = object.internal {
                    self.inspect_into(v, out, stack);
                }
            }
            Kind::Map | Kind::Set => {
                let entries: Vec<(Value, Value)> = match &object.internal {
                    Internal::Table(t) => t
                        .entries
                        .iter()
                        .filter(|e| !e.key.is_hole())
                        .map(|e| (e.key, e.value))
                        .collect(),
                    _ => Vec::new(),
                };
                let map = object.kind == Kind::Map;
                out.push_str(&format!("{}({}) [", if map { "Map" } else { "Set" }, entries.len()));
                stack.push(id);
                for (i, (k, v)) in entries.into_iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    if map {
                        out.push('[');
                        self.inspect_into(k, out, stack);
                        out.push(',');
                        self.inspect_into(v, out, stack);
                        out.push(']');
                    } else {
                        self.inspect_into(k, out, stack);
                    }
                    if out.len() > MAX_LINE {
                        break;
                    }
                }
                stack.pop();
                out.push(']');
            }
            Kind::WeakMap | Kind::WeakSet | Kind::WeakRef => {
                let name = self.class_name(id);
                out.push_str(&format!("[{name}]"));
            }
            Kind::TypedArray => {
                let len = self.typed_array_length(id).unwrap_or(0);
                let name = self.class_name(id);
                out.push_str(&format!("{name}({len}) ["));
                for i in 0..len {
                    if i > 0 {
                        out.push(',');
                    }
                    let v = self.typed_array_get(id, i);
                    self.inspect_into(v, out, stack);
                    if out.len() > MAX_LINE {
                        break;
                    }
                }
                out.push(']');
            }
            Kind::ArrayBuffer => {
                let n = self.buffer(id).map_or(0, |b| b.bytes.len());
                out.push_str(&format!("ArrayBuffer({n})"));
            }
            Kind::Array => {
                stack.push(id);
                out.push('[');
                for i in 0..object.length.min(1 << 20) {
                    if i > 0 {
                        out.push(',');
                    }
                    let v = match self.heap.get_own_index(id, i) {
                        Some(Slot::Data { value, .. }) => value,
                        _ => Value::UNDEFINED,
                    };
                    self.inspect_into(v, out, stack);
                    if out.len() > MAX_LINE {
                        break;
                    }
                }
                out.push(']');
                stack.pop();
            }
            Kind::Slots => match self.slots_text(id) {
                Some(text) => out.push_str(&text),
                None => self.inspect_members(id, Vec::new(), out, stack),
            },
            Kind::Error => {
                let mut first = Vec::new();
                for name in ["name", "message"] {
                    let value = self.peek(id, name).unwrap_or_default();
                    let key = self.heap.key(name);
                    first.push((key, value));
                }
                for name in ["cause", "errors"] {
                    let key = self.heap.key(name);
                    if let Some(Slot::Data { value, .. }) = self.own(id, key) {
                        first.push((key, value));
                    }
                }
                self.inspect_members(id, first, out, stack);
            }
            _ if object.is_callable() => out.push_str("[opaque reference]"),
            _ => self.inspect_members(id, Vec::new(), out, stack),
        }
    }
    fn inspect_members(
        &mut self,
        id: ObjectId,
        known: Vec<(PropertyKey, Value)>,
        out: &mut String,
        stack: &mut Vec<ObjectId>,
    ) {
        stack.push(id);
        out.push('{');
        let mut members: Vec<(PropertyKey, Option<Value>)> =
            known.into_iter().map(|(k, v)| (k, Some(v))).collect();
        for key in self.heap.own_keys(id) {
            if key.is_symbol() || members.iter().any(|m| m.0 == key) {
                continue;
            }
            match self.own(id, key) {
                Some(Slot::Data { value, attributes }) if attributes.enumerable() => {
                    members.push((key, Some(value)));
                }
                Some(Slot::Accessor { attributes, .. }) if attributes.enumerable() => {
                    members.push((key, None));
                }
                _ => {}
            }
        }
        for (i, (key, value)) in members.into_iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            let text = self.key_text(key);
            let text = self.heap.new_string(&text);
            self.inspect_into(Value::string(text), out, stack);
            out.push(':');
            match value {
                Some(v) => self.inspect_into(v, out, stack),
                None => out.push_str("[Getter]"),
            }
            if out.len() > MAX_LINE {
                break;
            }
        }
        out.push('}');
        stack.pop();
    }
    /// ISO text of a Date, `None` if invalid.
    pub(crate) fn date_text(&self, id: ObjectId) -> Option<String> {
        match self.heap.object(id).internal {
            Internal::Primitive(v) => v.as_number().and_then(crate::operations::date::iso_text),
            _ => None,
        }
    }
    /// Short text of objects with hidden slots that have one (URL and the like).
    pub(crate) fn slots_text(&mut self, id: ObjectId) -> Option<String> {
        crate::web::display(self, id)
    }
}
