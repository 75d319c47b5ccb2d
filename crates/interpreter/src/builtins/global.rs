//! ### [19 The Global Object](https://tc39.es/ecma262/#sec-global-object): which objects and values it holds.

use super::Intrinsic;
use super::table::{Const, Item, Spec, Table, link};
use crate::object::Attributes;

pub(crate) const TABLES: &[Table] = &[Table {
    id: Intrinsic::Global,
    spec: Spec::Special,
    items: &[
        Item::Link { name: "globalThis", to: Intrinsic::Global, attributes: Attributes::METHOD },
        Item::Data { name: "undefined", value: Const::Undefined, attributes: Attributes::NONE },
        Item::Data { name: "NaN", value: Const::Number(f64::NAN), attributes: Attributes::NONE },
        Item::Data { name: "Infinity", value: Const::Number(f64::INFINITY), attributes: Attributes::NONE },
        link("Object", Intrinsic::Object),
        link("Function", Intrinsic::Function),
        link("Error", Intrinsic::Error),
        link("EvalError", Intrinsic::EvalError),
        link("RangeError", Intrinsic::RangeError),
        link("ReferenceError", Intrinsic::ReferenceError),
        link("SyntaxError", Intrinsic::SyntaxError),
        link("TypeError", Intrinsic::TypeError),
        link("URIError", Intrinsic::URIError),
        link("AggregateError", Intrinsic::AggregateError),
        link("SuppressedError", Intrinsic::SuppressedError),
        link("ToolCallError", Intrinsic::ToolCallError),
        link("Symbol", Intrinsic::Symbol),
        link("Boolean", Intrinsic::Boolean),
        link("Reflect", Intrinsic::Reflect),
        link("Proxy", Intrinsic::Proxy),
        link("JSON", Intrinsic::Json),
        link("Number", Intrinsic::Number),
        link("BigInt", Intrinsic::BigInt),
        link("Math", Intrinsic::Math),
        link("parseFloat", Intrinsic::ParseFloat),
        link("parseInt", Intrinsic::ParseInt),
        link("String", Intrinsic::String),
        link("console", Intrinsic::Console),
        link("setTimeout", Intrinsic::SetTimeout),
        link("setInterval", Intrinsic::SetInterval),
        link("clearTimeout", Intrinsic::ClearTimeout),
        link("clearInterval", Intrinsic::ClearInterval),
        link("queueMicrotask", Intrinsic::QueueMicrotask),
        link("performance", Intrinsic::Performance),
        link("RegExp", Intrinsic::RegExp),
        link("Promise", Intrinsic::Promise),
    ],
}];
