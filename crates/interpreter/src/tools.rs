//! The guest's `tools` object: path in, call and promise out.
//!
//! References are made lazily and live as long as the run: reading a path never fails, calling an
//! unknown one rejects. The tree of names has no schemas.

use crate::builtins::Intrinsic;
use crate::heap::ObjectId;
use crate::heap::collect::Marker;
use crate::object::{Attributes, Internal, Kind, PropertyKey, Slot, flags};
use crate::value::Value;
use crate::vm::{Abrupt, Completion, Vm};
use codemode_protocol::{
    CallId, DiagnosticKind, Payload, ToolCall, ToolFailure, ToolNames, ToolReply,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A reference below `tools`.
#[derive(Debug)]
struct Node {
    path: Vec<String>,
    /// Index of the tool, if the path names one.
    tool: Option<u32>,
    /// Is a namespace (has tools below it, or was declared).
    namespace: bool,
    object: ObjectId,
    children: FxHashMap<String, u32>,
}

/// Tool references, calls made and calls in flight.
#[derive(Debug)]
pub struct ToolState {
    names: Arc<ToolNames>,
    nodes: Vec<Node>,
    /// Calls not yet taken by the driver.
    pub(crate) made: Vec<ToolCall>,
    /// Promise of each call in flight.
    /// The promise and the tool of each call in flight.
    pub(crate) pending: FxHashMap<CallId, (ObjectId, u32)>,
    next_call: u32,
}

impl ToolState {
    pub(crate) fn new(names: &Arc<ToolNames>) -> ToolState {
        ToolState {
            names: Arc::clone(names),
            nodes: Vec::new(),
            made: Vec::new(),
            pending: FxHashMap::default(),
            next_call: 0,
        }
    }
    pub(crate) fn trace(&self, marker: &mut Marker) {
        for n in &self.nodes {
            marker.object(n.object);
        }
        for &(p, _) in self.pending.values() {
            marker.object(p);
        }
    }
    fn tool_at(&self, path: &[String]) -> Option<u32> {
        self.names.tools.iter().position(|t| t.path == path).map(|i| i as u32)
    }
    fn is_namespace(&self, path: &[String]) -> bool {
        let below = |p: &[String]| p.len() > path.len() && p.starts_with(path);
        self.names.tools.iter().any(|t| below(&t.path))
            || self.names.namespaces.iter().any(|n| n == path || below(n))
    }
    /// Names directly below a path, in declaration order.
    fn children(&self, path: &[String]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let all = self.names.tools.iter().map(|t| &t.path).chain(&self.names.namespaces);
        for p in all {
            if p.len() > path.len() && p.starts_with(path) {
                if let Some(name) = p.get(path.len()) {
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
            }
        }
        names
    }
}

/// Mounts `tools` on the global object.
pub(crate) fn install(vm: &mut Vm) {
    let root = vm.tool_node(Vec::new());
    let object = vm.tools.nodes.get(root as usize).map_or(ObjectId::NONE, |n| n.object);
    let global = vm.realm.global;
    vm.define_hidden(global, "tools", Value::object(object));
    if vm.options.sleep {
        let sleep = vm.new_data_function("sleep", Value::UNDEFINED);
        vm.define_hidden(global, "sleep", sleep);
    }
    if vm.options.search {
        let search = vm.new_data_function("search", Value::UNDEFINED);
        vm.define_hidden(global, "search", search);
    }
}

/// `search(query)`: answered by the driver, synchronously for the program.
pub(crate) fn search(vm: &mut Vm, args: crate::vm::Args) -> Completion {
    if vm.native_depth > 0 || !args.restartable {
        return Err(vm.type_error("search cannot be called from here; call it directly"));
    }
    let value = args.get(vm, 0);
    let query = vm.export(value)?;
    vm.search_query = Some(query);
    Err(Abrupt::Search)
}

impl Vm {
    fn tool_node(&mut self, path: Vec<String>) -> u32 {
        let tool = self.tools.tool_at(&path);
        let namespace = path.is_empty() || self.tools.is_namespace(&path);
        let index = self.tools.nodes.len() as u32;
        let proto =
            if path.is_empty() { Intrinsic::ObjectPrototype } else { Intrinsic::FunctionPrototype };
        let proto = self.intrinsic(proto);
        let object = self.heap.new_exotic(Some(proto), Kind::Tool, Internal::Tool(index));
        if !path.is_empty() {
            self.heap.object_mut(object).flags |= flags::CALLABLE;
        }
        self.heap.object_mut(object).flags &= !flags::EXTENSIBLE;
        self.tools.nodes.push(Node {
            path,
            tool,
            namespace,
            object,
            children: FxHashMap::default(),
        });
        index
    }
    fn tool_index(&self, id: ObjectId) -> Option<u32> {
        match self.heap.object(id).internal {
            Internal::Tool(n) => Some(n),
            _ => None,
        }
    }
    fn tool_child(&mut self, node: u32, name: &str) -> Option<ObjectId> {
        let parent = self.tools.nodes.get(node as usize)?;
        if let Some(&c) = parent.children.get(name) {
            return self.tools.nodes.get(c as usize).map(|n| n.object);
        }
        let mut path = parent.path.clone();
        path.push(name.to_string());
        self.heap.bytes += 256 + name.len() * 2;
        let child = self.tool_node(path);
        if let Some(parent) = self.tools.nodes.get_mut(node as usize) {
            parent.children.insert(name.to_string(), child);
        }
        self.tools.nodes.get(child as usize).map(|n| n.object)
    }
    /// Own property of a tool reference: only known children.
    pub(crate) fn tool_own(&mut self, id: ObjectId, key: PropertyKey) -> Option<Slot> {
        if key.is_symbol() {
            return None;
        }
        let node = self.tool_index(id)?;
        let name = self.key_text(key);
        let mut path = self.tools.nodes.get(node as usize)?.path.clone();
        path.push(name.clone());
        if self.tools.tool_at(&path).is_none() && !self.tools.is_namespace(&path) {
            return None;
        }
        let child = self.tool_child(node, &name)?;
        Some(Slot::Data { value: Value::object(child), attributes: Attributes::ENUMERABLE })
    }
    /// Own keys: child names in declaration order.
    pub(crate) fn tool_keys(&mut self, id: ObjectId) -> Completion<Vec<PropertyKey>> {
        let Some(node) = self.tool_index(id).and_then(|n| self.tools.nodes.get(n as usize)) else {
            return Ok(Vec::new());
        };
        let path = node.path.clone();
        if node.tool.is_none() && !node.namespace {
            let path = path.join(".");
            return Err(self.data_failure(
                DiagnosticKind::UnknownTool,
                &format!("Unknown tool namespace '{path}'."),
            ));
        }
        Ok(self.tools.children(&path).iter().map(|n| self.heap.key(n)).collect())
    }
    /// Throws an error that is reported under `kind` when nobody catches it.
    pub(crate) fn data_failure(&mut self, kind: DiagnosticKind, message: &str) -> Abrupt {
        let failure = ToolFailure {
            kind,
            message: message.into(),
            name: None,
            data: None,
            suggestions: Vec::new(),
        };
        Abrupt::Throw(self.failure_error(&failure, ""))
    }
    /// A property no prototype has: a reference to an unknown path.
    pub(crate) fn unknown_tool_member(&mut self, id: ObjectId, key: PropertyKey) -> Completion {
        let Some(node) = self.tool_index(id) else { return Ok(Value::UNDEFINED) };
        if key.is_symbol() {
            return Ok(Value::UNDEFINED);
        }
        let name = self.key_text(key);
        if matches!(name.as_str(), "then" | "toJSON") {
            return Ok(Value::UNDEFINED);
        }
        Ok(self.tool_child(node, &name).map_or(Value::UNDEFINED, Value::object))
    }
    /// A call of a tool reference: a promise, always.
    pub(crate) fn call_tool(&mut self, node: u32, base: usize, argc: u32) -> Completion {
        let promise = self.new_promise();
        let result = Value::object(promise);
        self.heap.native_log.push(result);
        let path = match self.tools.nodes.get(node as usize) {
            Some(n) => n.path.join("."),
            None => return Ok(result),
        };
        let input = if argc == 0 {
            Ok(Payload::Json("{}".into()))
        } else {
            // Every argument is copied out, also those that make the call invalid.
            let mut first = Ok(Payload::Undefined);
            for i in (0..argc as usize).rev() {
                let value = self.stack[base + 1 + i];
                let copied = self.export_argument(value, &path);
                if copied.is_err() || i == 0 {
                    first = if first.is_err() { first } else { copied };
                }
            }
            first
        };
        let input = match input {
            Ok(input) => input,
            Err(crate::boundary::Refused::Failure(failure)) => {
                self.reject_with_failure(promise, *failure, &path);
                return Ok(result);
            }
            Err(crate::boundary::Refused::Pending(_)) => return Ok(result),
            Err(crate::boundary::Refused::Abrupt(Abrupt::Throw(error))) => {
                self.reject_promise(promise, error);
                return Ok(result);
            }
            Err(crate::boundary::Refused::Abrupt(other)) => return Err(other),
        };
        let (tool, namespace) =
            self.tools.nodes.get(node as usize).map_or((None, false), |n| (n.tool, n.namespace));
        let fail = |kind, message: String, suggestions: Vec<String>| ToolFailure {
            kind,
            message,
            name: None,
            data: None,
            suggestions,
        };
        let Some(tool) = tool else {
            let failure = if namespace {
                fail(
                    DiagnosticKind::UnknownTool,
                    format!("Tool '{path}' is not callable."),
                    Vec::new(),
                )
            } else {
                let near = nearest(&self.tools.names, &path);
                let suggestion = match near.first() {
                    Some(best) => format!(
                        "Did you mean {best}? Use search({{ query: ... }}) to find available tools."
                    ),
                    None => "The tool may have been removed or renamed. Use search({ query: ... }) to find available tools."
                        .to_string(),
                };
                fail(
                    DiagnosticKind::UnknownTool,
                    format!("Unknown tool '{path}'."),
                    vec![suggestion],
                )
            };
            self.reject_with_failure(promise, failure, &path);
            return Ok(result);
        };
        if let Some(reason) =
            self.tools.names.tools.get(tool as usize).and_then(|t| t.blocked.clone())
        {
            let failure = fail(DiagnosticKind::UnknownTool, reason, Vec::new());
            self.reject_with_failure(promise, failure, &path);
            return Ok(result);
        }
        if argc > 1 || (argc == 0 && !self.options.missing_args_as_object) {
            let failure = fail(
                DiagnosticKind::InvalidToolInput,
                format!("Tool '{path}' expects exactly one input object."),
                Vec::new(),
            );
            self.reject_with_failure(promise, failure, &path);
            return Ok(result);
        }
        let id = CallId(self.tools.next_call);
        self.tools.next_call += 1;
        let location = self.current_offset().map(|o| self.program.location(o));
        self.tools.made.push(ToolCall { id, tool, input, location });
        self.tools.pending.insert(id, (promise, tool));
        Ok(result)
    }
    /// Rejects a call's promise with the error a program sees.
    pub(crate) fn reject_with_failure(
        &mut self,
        promise: ObjectId,
        failure: ToolFailure,
        tool: &str,
    ) {
        let error = self.failure_error(&failure, tool);
        self.reject_promise(promise, error);
    }
    /// The `ToolCallError` of a failure: its public data become own members, but never replace what every error
    /// of a call has. `tool` is empty when no call is concerned.
    pub(crate) fn failure_error(&mut self, failure: &ToolFailure, tool: &str) -> Value {
        let proto = self.intrinsic(Intrinsic::ToolCallErrorPrototype);
        let id = self.new_error(proto, Some(&failure.message));
        // The first preset promises a plain `Error`.
        let plain = if self.options.plain_results { Some("Error") } else { None };
        if let Some(name) = failure.name.as_deref().or(plain) {
            let name = self.heap.new_string(name);
            self.define_hidden(id, "name", Value::string(name));
        }
        for (key, text) in [("toolName", tool), ("kind", failure.kind.name())] {
            if text.is_empty() {
                continue;
            }
            let text = self.heap.new_string(text);
            self.define_hidden(id, key, Value::string(text));
        }
        if let Some(data) = &failure.data {
            if let Ok(value) = self.import(&Payload::Json(data.clone())) {
                if let Some(o) = value.as_object() {
                    let fixed = ["name", "message", "stack", "toolName", "kind"]
                        .map(|key| self.heap.key(key));
                    let _ = self.copy_plain(id, o, &fixed);
                }
            }
        }
        self.tool_failures.insert(id, failure.clone());
        Value::object(id)
    }
    /// Delivers the answer of a `search` call to the instruction that made it.
    pub(crate) fn answer_search(&mut self, reply: ToolReply) {
        let Some(&frame) = self.frames.last() else { return };
        let value = match reply {
            Ok(payload) => self.import_result(&payload),
            Err(failure) => Err(Abrupt::Throw(self.failure_error(&failure, "search"))),
        };
        match value {
            Ok(value) => {
                if let Some(&crate::bytecode::Op::Call { dst, .. }) =
                    self.block(frame.code).ops.get(frame.pc as usize - 1)
                {
                    self.stack[frame.base as usize + dst as usize] = value;
                }
            }
            Err(abrupt) => self.resume_with = Some(abrupt),
        }
    }
    /// Delivers a reply.
    pub(crate) fn settle_call(&mut self, id: CallId, reply: ToolReply) -> bool {
        let Some((promise, tool)) = self.tools.pending.remove(&id) else { return false };
        self.top = 0;
        match reply {
            Ok(payload) => match self.import_result(&payload) {
                Ok(value) => {
                    if self.resolve_promise(promise, value).is_err() {
                        self.fulfill_promise(promise, value);
                    }
                }
                Err(Abrupt::Throw(error)) => self.reject_promise(promise, error),
                Err(_) => self.pending_halt = Some(codemode_protocol::Halt::Memory),
            },
            Err(failure) => {
                let path = self.tools.names.tools.get(tool as usize).map(|t| t.path.join("."));
                self.reject_with_failure(promise, failure, &path.unwrap_or_default());
            }
        }
        true
    }
}

/// Known paths near a wrong one, as expressions, best first.
fn nearest(names: &ToolNames, path: &str) -> Vec<String> {
    let mut scored: Vec<(usize, String)> = names
        .tools
        .iter()
        .take(5_000)
        .map(|t| {
            let joined = t.path.join(".");
            (distance(&joined, path), joined)
        })
        .filter(|(d, joined)| *d <= (path.len().max(joined.len()) / 2).min(8))
        .collect();
    scored.sort();
    scored.into_iter().take(3).map(|(_, p)| format!("tools.{p}")).collect()
}

/// Edit distance, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().take(100).collect();
    let b: Vec<char> = b.to_lowercase().chars().take(100).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut last = i;
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let next = (last + usize::from(ca != cb)).min(row[j] + 1).min(row[j + 1] + 1);
            last = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}
