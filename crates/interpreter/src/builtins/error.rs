//! ### [20.5 Error Objects](https://tc39.es/ecma262/#sec-error-objects), `ToolCallError` among them

use super::Intrinsic;
use super::table::{Code, Const, Item, Spec, Table, js, method};
use crate::heap::ObjectId;
use crate::object::{Attributes, Kind};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

macro_rules! error_tables {
    ($($class:ident $prototype:ident $text:literal $length:literal $code:expr, $parent:ident $parent_proto:ident;)*) => {
        pub(crate) const TABLES: &[Table] = &[
            Table {
                id: Intrinsic::Error,
                spec: Spec::Constructor {
                    name: "Error",
                    length: 1,
                    code: Code::Native(|vm, args| construct(vm, args, Intrinsic::ErrorPrototype)),
                    proto: Intrinsic::FunctionPrototype,
                    prototype: Some(Intrinsic::ErrorPrototype),
                },
                items: &[
                    method("captureStackTrace", 2, capture_stack_trace),
                    method("isError", 1, is_error),
                ],
            },
            Table {
                id: Intrinsic::ErrorPrototype,
                spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
                items: &[
                    text("name", "Error"),
                    text("message", ""),
                    js("toString", 0, "errorToString"),
                ],
            },
            $(Table {
                id: Intrinsic::$class,
                spec: Spec::Constructor {
                    name: $text,
                    length: $length,
                    code: $code,
                    proto: Intrinsic::$parent,
                    prototype: Some(Intrinsic::$prototype),
                },
                items: &[],
            },
            Table {
                id: Intrinsic::$prototype,
                spec: Spec::Plain { proto: Some(Intrinsic::$parent_proto) },
                items: &[text("name", $text), text("message", "")],
            },)*
        ];
    };
}

const fn text(name: &'static str, value: &'static str) -> Item {
    Item::Data { name, value: Const::Text(value), attributes: Attributes::METHOD }
}

error_tables! {
    EvalError EvalErrorPrototype "EvalError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::EvalErrorPrototype)), Error ErrorPrototype;
    RangeError RangeErrorPrototype "RangeError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::RangeErrorPrototype)), Error ErrorPrototype;
    ReferenceError ReferenceErrorPrototype "ReferenceError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::ReferenceErrorPrototype)), Error ErrorPrototype;
    SyntaxError SyntaxErrorPrototype "SyntaxError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::SyntaxErrorPrototype)), Error ErrorPrototype;
    TypeError TypeErrorPrototype "TypeError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::TypeErrorPrototype)), Error ErrorPrototype;
    URIError URIErrorPrototype "URIError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::URIErrorPrototype)), Error ErrorPrototype;
    AggregateError AggregateErrorPrototype "AggregateError" 2 Code::Js("aggregateErrorConstructor"), Error ErrorPrototype;
    SuppressedError SuppressedErrorPrototype "SuppressedError" 3 Code::Native(suppressed_error), Error ErrorPrototype;
    ToolCallError ToolCallErrorPrototype "ToolCallError" 1 Code::Native(|vm, args| construct(vm, args, Intrinsic::ToolCallErrorPrototype)), Error ErrorPrototype;
}

/// ### [20.5.1.1 Error](https://tc39.es/ecma262/#sec-error-message) and the native kinds
fn construct(vm: &mut Vm, args: Args, default: Intrinsic) -> Completion {
    let message = args.get(vm, 0);
    let message = if message.is_undefined() { None } else { Some(args.string(vm, 0)?) };
    let proto = vm.prototype_of_constructor(args.new_target, default)?;
    let options = args.get(vm, 1);
    let id = vm.make_error(proto, message.map(Value::string), options)?;
    Ok(id.into())
}

/// SuppressedError(error, suppressed, message)
fn suppressed_error(vm: &mut Vm, args: Args) -> Completion {
    let message = args.get(vm, 2);
    let message = if message.is_undefined() { None } else { Some(args.string(vm, 2)?) };
    let proto =
        vm.prototype_of_constructor(args.new_target, Intrinsic::SuppressedErrorPrototype)?;
    let id = vm.make_error(proto, message.map(Value::string), Value::UNDEFINED)?;
    let (error, suppressed) = (args.get(vm, 0), args.get(vm, 1));
    vm.define_hidden(id, "error", error);
    vm.define_hidden(id, "suppressed", suppressed);
    Ok(id.into())
}

/// V8's `Error.captureStackTrace(target)`: gives the target a `stack`.
fn capture_stack_trace(vm: &mut Vm, args: Args) -> Completion {
    let Some(id) = args.get(vm, 0).as_object() else {
        let what = args.get(vm, 0);
        let what = vm.describe(what);
        return Err(vm.type_error(&format!("Invalid argument: {what}")));
    };
    if vm.heap.object(id).kind == Kind::Error || matches!(vm.heap.object(id).kind, Kind::Ordinary) {
        let mut text = vm.error_headline(id);
        text.push_str(&vm.stack_text());
        let text = vm.heap.new_string(&text);
        vm.define_hidden(id, "stack", text.into());
    }
    Ok(Value::UNDEFINED)
}

fn is_error(vm: &mut Vm, args: Args) -> Completion {
    let value = args.get(vm, 0);
    Ok(vm.is_kind(value, Kind::Error).into())
}

impl Vm {
    /// An error object with message (a string value) and the `cause` of an options object.
    pub(crate) fn make_error(
        &mut self,
        proto: ObjectId,
        message: Option<Value>,
        options: Value,
    ) -> Completion<ObjectId> {
        let id = self.heap.new_exotic(Some(proto), Kind::Error, crate::object::Internal::None);
        if let Some(message) = message {
            self.define_hidden(id, "message", message);
        }
        if let Some(o) = options.as_object() {
            let key = self.heap.key("cause");
            if self.has_property(o, key)? {
                let cause = self.get(o, key)?;
                self.define_hidden(id, "cause", cause);
            }
        }
        self.attach_stack(id);
        Ok(id)
    }
}
