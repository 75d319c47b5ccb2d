//! The row types of the builtin tables.
//!
//! Each global has a file that opens with its table; realm, support page and model text follow
//! from the rows. Functions are made lazily: a fresh realm holds marks, not function objects.

use crate::builtins::Intrinsic;
use crate::object::Attributes;
use crate::vm::{Args, Completion, Vm};

/// A builtin written in Rust.
pub type NativeFn = fn(&mut Vm, Args) -> Completion;

/// Builtins that change frames instead of returning a value; the loop carries them out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    FunctionCall,
    FunctionApply,
    ReflectApply,
    ReflectConstruct,
    GeneratorNext,
    GeneratorReturn,
    GeneratorThrow,
    AsyncGeneratorNext,
    AsyncGeneratorReturn,
    AsyncGeneratorThrow,
}

/// How a builtin function is carried out.
#[derive(Clone, Copy, Debug)]
pub enum Code {
    Native(NativeFn),
    /// Function of this name in the self-hosted sources.
    Js(&'static str),
    Special(Special),
}

/// A constant property value.
#[derive(Clone, Copy, Debug)]
pub enum Const {
    Undefined,
    Bool(bool),
    Number(f64),
    Text(&'static str),
    /// A self-hosted function made at once (for properties that are not writable).
    Function {
        name: &'static str,
        length: u8,
        js: &'static str,
    },
    /// Well-known symbol by its name, e.g. `iterator`.
    Symbol(&'static str),
}

/// One property of a builtin object. Names starting with `@@` are well-known symbols.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Writable, configurable, not enumerable.
    Method {
        name: &'static str,
        length: u8,
        code: Code,
    },
    /// As `Method`, not writable (`Symbol.prototype[@@toPrimitive]`, ...).
    ReadonlyMethod {
        name: &'static str,
        length: u8,
        code: Code,
    },
    /// Configurable accessor.
    Accessor {
        name: &'static str,
        get: Option<Code>,
        set: Option<Code>,
    },
    /// As `Method` and enumerable: an operation of a Web IDL interface.
    Operation {
        name: &'static str,
        length: u8,
        code: Code,
    },
    /// As `Accessor` and enumerable: an attribute of a Web IDL interface.
    Attribute {
        name: &'static str,
        get: Code,
        set: Option<Code>,
    },
    Data {
        name: &'static str,
        value: Const,
        attributes: Attributes,
    },
    /// Another intrinsic object.
    Link {
        name: &'static str,
        to: Intrinsic,
        attributes: Attributes,
    },
    /// The same function object as property `of` of this object, listed before; optionally also with other attributes.
    Alias {
        name: &'static str,
        of: &'static str,
    },
    /// The function object that property `name` of another intrinsic holds.
    Shared {
        name: &'static str,
        of: Intrinsic,
    },
}

/// What sort of object a table describes.
#[derive(Clone, Copy, Debug)]
pub enum Spec {
    /// Ordinary object inheriting from `proto` (`None`: null).
    Plain { proto: Option<Intrinsic> },
    /// Constructor function; `prototype` gets a `constructor` link back, not writable on the constructor.
    Constructor {
        name: &'static str,
        length: u8,
        code: Code,
        /// `[[Prototype]]`, usually `FunctionPrototype`.
        proto: Intrinsic,
        prototype: Option<Intrinsic>,
    },
    /// Function that is not a constructor.
    Function { name: &'static str, length: u8, code: Code },
    /// `Array.prototype` and the like: an exotic object made by `realm`.
    Special,
}

/// A builtin object.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub id: Intrinsic,
    pub spec: Spec,
    pub items: &'static [Item],
}

pub const fn method(name: &'static str, length: u8, f: NativeFn) -> Item {
    Item::Method { name, length, code: Code::Native(f) }
}
/// Method whose body is the self-hosted function `js`.
pub const fn js(name: &'static str, length: u8, js: &'static str) -> Item {
    Item::Method { name, length, code: Code::Js(js) }
}
pub const fn special(name: &'static str, length: u8, s: Special) -> Item {
    Item::Method { name, length, code: Code::Special(s) }
}
pub const fn getter(name: &'static str, f: NativeFn) -> Item {
    Item::Accessor { name, get: Some(Code::Native(f)), set: None }
}
pub const fn js_getter(name: &'static str, js: &'static str) -> Item {
    Item::Accessor { name, get: Some(Code::Js(js)), set: None }
}
/// Operation of a Web IDL interface.
pub const fn operation(name: &'static str, length: u8, f: NativeFn) -> Item {
    Item::Operation { name, length, code: Code::Native(f) }
}
/// Operation whose body is the self-hosted function `js`.
pub const fn js_operation(name: &'static str, length: u8, js: &'static str) -> Item {
    Item::Operation { name, length, code: Code::Js(js) }
}
/// Read-only attribute of a Web IDL interface.
pub const fn attribute(name: &'static str, f: NativeFn) -> Item {
    Item::Attribute { name, get: Code::Native(f), set: None }
}
/// Read-only attribute whose getter is the self-hosted function `js`.
pub const fn js_attribute(name: &'static str, js: &'static str) -> Item {
    Item::Attribute { name, get: Code::Js(js), set: None }
}
/// Attribute with a setter.
pub const fn attribute_with(name: &'static str, get: NativeFn, set: NativeFn) -> Item {
    Item::Attribute { name, get: Code::Native(get), set: Some(Code::Native(set)) }
}
/// Constant of a Web IDL interface: enumerable only.
pub const fn interface_constant(name: &'static str, value: f64) -> Item {
    Item::Data { name, value: Const::Number(value), attributes: Attributes::ENUMERABLE }
}
/// Interface object (a class of the web) with its prototype.
pub const fn interface(
    id: Intrinsic,
    name: &'static str,
    length: u8,
    code: Code,
    prototype: Intrinsic,
    items: &'static [Item],
) -> Table {
    let spec = Spec::Constructor {
        name,
        length,
        code,
        proto: Intrinsic::FunctionPrototype,
        prototype: Some(prototype),
    };
    Table { id, spec, items }
}
/// Not writable, not enumerable, not configurable.
pub const fn constant(name: &'static str, value: f64) -> Item {
    Item::Data { name, value: Const::Number(value), attributes: Attributes::NONE }
}
/// `@@toStringTag`: configurable only.
pub const fn tag(value: &'static str) -> Item {
    Item::Data {
        name: "@@toStringTag",
        value: Const::Text(value),
        attributes: Attributes::CONFIGURABLE,
    }
}
pub const fn link(name: &'static str, to: Intrinsic) -> Item {
    Item::Link { name, to, attributes: Attributes::METHOD }
}
pub const fn alias(name: &'static str, of: &'static str) -> Item {
    Item::Alias { name, of }
}
