//! Making guest errors: messages in V8's wording, positions, guest stacks.

use super::{Abrupt, Vm};
use crate::builtins::Intrinsic;
use crate::heap::ObjectId;
use crate::object::{Attributes, Internal, Kind, Slot};
use crate::value::{Unpacked, Value};
use codemode_protocol::Location;

/// Frames shown in `error.stack`.
const STACK_FRAMES: usize = 10;

impl Vm {
    pub fn type_error(&mut self, message: &str) -> Abrupt {
        self.error(Intrinsic::TypeErrorPrototype, message)
    }
    pub fn range_error(&mut self, message: &str) -> Abrupt {
        self.error(Intrinsic::RangeErrorPrototype, message)
    }
    pub fn reference_error(&mut self, message: &str) -> Abrupt {
        self.error(Intrinsic::ReferenceErrorPrototype, message)
    }
    pub fn syntax_error(&mut self, message: &str) -> Abrupt {
        self.error(Intrinsic::SyntaxErrorPrototype, message)
    }
    /// Throws a new error of the class whose prototype this is.
    #[cold]
    pub fn error(&mut self, proto: Intrinsic, message: &str) -> Abrupt {
        let proto = self.intrinsic(proto);
        let error = self.new_error(proto, Some(message));
        Abrupt::Throw(Value::object(error))
    }
    /// An error object with `message` and `stack`.
    pub fn new_error(&mut self, proto: ObjectId, message: Option<&str>) -> ObjectId {
        let id = self.heap.new_exotic(Some(proto), Kind::Error, Internal::None);
        if let Some(message) = message {
            let text = self.heap.new_string(message);
            self.define_hidden(id, "message", Value::string(text));
        }
        self.attach_stack(id);
        id
    }
    /// Writable, configurable, not enumerable.
    pub fn define_hidden(&mut self, id: ObjectId, name: &str, value: Value) {
        let key = self.heap.key(name);
        self.heap.put_own(id, key, Slot::Data { value, attributes: Attributes::METHOD });
    }
    /// Remembers where the error was made and gives it its `stack`.
    pub fn attach_stack(&mut self, id: ObjectId) {
        let offset = self.current_offset();
        self.heap.object_mut(id).internal =
            Internal::Primitive(offset.map_or(Value::HOLE, |o| Value::number(o as f64)));
        let mut text = self.error_headline(id);
        let frames = self.stack_text();
        text.push_str(&frames);
        let text = self.heap.new_string(&text);
        self.define_hidden(id, "stack", Value::string(text));
    }
    /// `Name: message` read without running guest code.
    pub(crate) fn error_headline(&mut self, id: ObjectId) -> String {
        let name = self.data_text(id, "name").unwrap_or_else(|| "Error".into());
        let message = self.data_text(id, "message").unwrap_or_default();
        match (name.is_empty(), message.is_empty()) {
            (_, true) => name,
            (true, _) => message,
            _ => format!("{name}: {message}"),
        }
    }
    /// Text of a string-valued data property on the object or its prototypes, without guest code.
    pub(crate) fn data_text(&mut self, id: ObjectId, name: &str) -> Option<String> {
        let value = self.peek(id, name)?;
        value.as_string().map(|s| self.heap.text(s))
    }
    /// Data property on the object or its prototypes, read without guest code.
    pub(crate) fn peek(&mut self, id: ObjectId, name: &str) -> Option<Value> {
        let key = self.heap.key(name);
        let mut at = Some(id);
        let mut steps = 0;
        while let Some(object) = at {
            if self.heap.object(object).kind == Kind::Proxy || steps > 1_000 {
                return None;
            }
            match self.own(object, key) {
                Some(Slot::Data { value, .. }) => return Some(value),
                Some(Slot::Accessor { .. }) => return None,
                None => at = self.heap.proto_of(object),
            }
            steps += 1;
        }
        None
    }
    /// Guest frames as text, one line each.
    pub(crate) fn stack_text(&mut self) -> String {
        let mut text = String::new();
        let mut shown = 0;
        for i in (0..self.frames.len()).rev() {
            let frame = self.frames[i];
            let block = self.block(frame.code);
            if block.flags.self_hosted {
                continue;
            }
            if shown == STACK_FRAMES {
                break;
            }
            shown += 1;
            let name = String::from_utf16_lossy(&block.name);
            let at = self.frame_location(&frame).unwrap_or(Location { line: 1, column: 1 });
            if name.is_empty() {
                text.push_str(&format!("\n    at program.js:{}:{}", at.line, at.column));
            } else {
                text.push_str(&format!("\n    at {name} (program.js:{}:{})", at.line, at.column));
            }
        }
        text
    }
    /// Byte offset (in the parsed text) of the innermost guest instruction.
    pub(crate) fn current_offset(&self) -> Option<u32> {
        self.frames.iter().rev().find_map(|f| {
            let block = self.block(f.code);
            if block.flags.self_hosted {
                return None;
            }
            let pc = f.pc.saturating_sub(1);
            let i = block.positions.partition_point(|p| p.pc <= pc);
            block.positions.get(i.checked_sub(1)?).map(|p| p.at)
        })
    }
    pub(crate) fn frame_location(&self, frame: &super::frame::Frame) -> Option<Location> {
        let block = self.block(frame.code);
        let pc = frame.pc.saturating_sub(1);
        let i = block.positions.partition_point(|p| p.pc <= pc);
        let at = block.positions.get(i.checked_sub(1)?)?.at;
        Some(self.program.location(at))
    }
    /// Source text of the expression that the current instruction's messages quote.
    pub(crate) fn quoted_expression(&self) -> Option<String> {
        let f = self.frames.last()?;
        let block = self.block(f.code);
        if block.flags.self_hosted {
            return None;
        }
        let pc = f.pc.saturating_sub(1);
        let i = block.positions.partition_point(|p| p.pc <= pc);
        let p = block.positions.get(i.checked_sub(1)?)?;
        let text = self.program.text.get(p.start as usize..p.end as usize)?;
        if text.is_empty() || text.len() > 120 || text.contains('\n') {
            return if text.is_empty() { None } else { Some("(intermediate value)".into()) };
        }
        Some(text.to_string())
    }
    /// `x is not a function`.
    #[cold]
    pub(crate) fn not_a_function(&mut self, value: Value) -> Abrupt {
        let what = self.quoted_expression().unwrap_or_else(|| self.describe(value));
        self.type_error(&format!("{what} is not a function"))
    }
    #[cold]
    pub(crate) fn not_a_constructor(&mut self, value: Value) -> Abrupt {
        let what = self.quoted_expression().unwrap_or_else(|| self.describe(value));
        self.type_error(&format!("{what} is not a constructor"))
    }
    #[cold]
    pub(crate) fn not_iterable(&mut self, value: Value) -> Abrupt {
        if self.is_promise(value) {
            return self.type_error("Promise is not iterable; did you forget to await it?");
        }
        let what = self.quoted_expression().unwrap_or_else(|| self.describe(value));
        self.type_error(&format!("{what} is not iterable"))
    }
    pub(crate) fn is_promise(&self, value: Value) -> bool {
        value.as_object().is_some_and(|o| self.heap.object(o).kind == Kind::Promise)
    }
    /// Short text of a value for error messages, without guest code.
    pub fn describe(&mut self, value: Value) -> String {
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => "undefined".into(),
            Unpacked::Null => "null".into(),
            Unpacked::Bool(b) => b.to_string(),
            Unpacked::Number(n) => crate::operations::number::to_text(n),
            Unpacked::String(s) => {
                let text = self.heap.text(s);
                let cut: String = text.chars().take(60).collect();
                format!("\"{cut}\"")
            }
            Unpacked::Symbol(s) => {
                let d = self.heap.symbol(s).description;
                format!("Symbol({})", d.map(|d| self.heap.text(d)).unwrap_or_default())
            }
            Unpacked::BigInt(b) => self.heap.bigint(b).to_string(),
            Unpacked::Object(o) => match self.heap.object(o).kind {
                Kind::Array => "[object Array]".into(),
                _ if self.heap.object(o).is_callable() => {
                    let name = self.data_text(o, "name").unwrap_or_default();
                    if name.is_empty() { "function".into() } else { format!("function {name}") }
                }
                _ => {
                    let name = self.class_name(o);
                    format!("#<{name}>")
                }
            },
        }
    }
    /// Name of the constructor of an object, without guest code.
    pub(crate) fn class_name(&mut self, id: ObjectId) -> String {
        let constructor = self.peek(id, "constructor").and_then(|c| c.as_object());
        constructor.and_then(|c| self.data_text(c, "name")).unwrap_or_else(|| "Object".into())
    }
    /// Property key as text for messages.
    pub fn key_text(&mut self, key: crate::object::PropertyKey) -> String {
        use crate::object::PropertyKey;
        match key {
            PropertyKey::Index(i) => i.to_string(),
            PropertyKey::String(s) => self.heap.text(s),
            PropertyKey::Symbol(s) => self.describe(Value::symbol(s)),
        }
    }
}

impl crate::bytecode::Unit {
    /// Line and column, in the text as it was sent, of a byte offset of the parsed text.
    pub fn location(&self, offset: u32) -> Location {
        let line = self.line_starts.partition_point(|&s| s <= offset).max(1);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0) as usize;
        let column = self.text.get(start..offset as usize).map_or(0, |t| t.encode_utf16().count());
        let first = line == 1;
        Location {
            line: self.origin.line + line as u32,
            column: column as u32 + 1 + if first { self.origin.column } else { 0 },
        }
    }
}
