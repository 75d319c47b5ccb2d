//! Guest objects: a header with a shape, property slots, dense elements and internal data.
//!
//! Integer-keyed properties with default attributes live in `elements` (the hole means absent);
//! everything else that is integer-keyed lives in the heap's sparse side table (`HAS_SPARSE`).

pub mod property;
pub mod shape;

use crate::heap::{ObjectId, ShapeId};
use crate::value::Value;
pub use property::{Attributes, Descriptor, PropertyKey, Slot};

/// Property slots stored in the object itself.
pub const INLINE_SLOTS: usize = 6;

/// What an object is beyond its properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Kind {
    Free,
    Ordinary,
    Array,
    /// Closure over compiled code.
    Function,
    /// Builtin function (native or self-hosted row of a table).
    Native,
    Bound,
    Error,
    Boolean,
    Number,
    String,
    Symbol,
    BigInt,
    Date,
    RegExp,
    Map,
    Set,
    WeakMap,
    WeakSet,
    WeakRef,
    FinalizationRegistry,
    Promise,
    /// Sync generator, async generator or the state of an async function.
    Generator,
    AsyncGenerator,
    Proxy,
    ArrayBuffer,
    TypedArray,
    DataView,
    Arguments,
    MappedArguments,
    /// Pair of getter and setter behind an accessor property; never visible to a program.
    Accessor,
    /// Object with hidden numbered slots, `Internal::Slots`; its tag says what it is.
    Slots,
    /// `tools` and everything below it.
    Tool,
    /// Key enumerator of `for in`; never visible to a program.
    Enumerator,
}

pub mod flags {
    //! Bits of [`super::Object::flags`].
    pub const EXTENSIBLE: u8 = 1;
    /// Dense elements are neither writable nor configurable.
    pub const FROZEN: u8 = 2;
    /// Dense elements are not configurable.
    pub const SEALED: u8 = 4;
    /// `length` of an array is not writable.
    pub const LENGTH_READONLY: u8 = 8;
    /// Is the prototype of some shape: changes of its layout bump the prototype epoch.
    pub const IS_PROTO: u8 = 16;
    pub const HAS_SPARSE: u8 = 32;
    pub const CALLABLE: u8 = 64;
    pub const CONSTRUCTOR: u8 = 128;
}

/// Code and scope of a closure.
#[derive(Clone, Copy, Debug)]
pub struct FunctionData {
    /// Flat function index, see `vm::code`.
    pub code: u32,
    /// Environment handle, `u32::MAX` for none.
    pub env: u32,
    /// Home object.
    pub home: ObjectId,
    /// Field initialiser of a class constructor.
    pub fields: ObjectId,
}

/// Hidden numbered slots with a tag that names their owner.
#[derive(Clone, Debug)]
pub struct HiddenSlots {
    pub tag: u8,
    pub values: Vec<Value>,
}

/// Per-kind data.
#[derive(Clone, Debug, Default)]
pub enum Internal {
    #[default]
    None,
    Function(FunctionData),
    /// Row of the builtin function table.
    Native(u32),
    Bound(Box<BoundData>),
    /// Wrapped primitive; time value of a Date; target of a WeakRef.
    Primitive(Value),
    Proxy {
        target: Value,
        handler: Value,
    },
    Table(Box<crate::object::collection::OrderedTable>),
    Promise(Box<crate::jobs::PromiseData>),
    Generator(Box<crate::vm::frame::GeneratorData>),
    RegExp(Box<RegExpData>),
    Buffer(Box<BufferData>),
    View(Box<ViewData>),
    Slots(Box<HiddenSlots>),
    /// Mapped arguments: environment and the slot of each parameter (`u16::MAX` unmapped).
    Mapped {
        env: u32,
        slots: Vec<u16>,
    },
    /// Node of the tool tree.
    Tool(u32),
    Enumerator(Box<EnumeratorData>),
}

#[derive(Clone, Debug)]
pub struct BoundData {
    pub target: Value,
    pub this: Value,
    pub args: Vec<Value>,
}

/// A regular expression object.
#[derive(Clone, Debug)]
pub struct RegExpData {
    pub source: Value,
    pub flags: Value,
    pub regex: std::sync::Arc<codemode_regexp::Regex>,
}

/// An ArrayBuffer.
#[derive(Clone, Debug, Default)]
pub struct BufferData {
    pub bytes: Vec<u8>,
    pub detached: bool,
    /// `Some` for resizable buffers.
    pub max_length: Option<usize>,
}

/// Element type of a typed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum ElementType {
    Int8,
    Uint8,
    Uint8Clamped,
    Int16,
    Uint16,
    Int32,
    Uint32,
    BigInt64,
    BigUint64,
    Float16,
    Float32,
    Float64,
}

/// A typed array or DataView.
#[derive(Clone, Copy, Debug)]
pub struct ViewData {
    pub buffer: ObjectId,
    pub element: ElementType,
    pub offset: usize,
    /// Elements (typed arrays) or bytes (DataView); `None` tracks the length of a resizable buffer.
    pub length: Option<usize>,
}

/// State of a `for in`.
#[derive(Clone, Debug)]
pub struct EnumeratorData {
    pub object: Value,
    pub keys: Vec<Value>,
    pub next: usize,
}

/// A heap object.
#[derive(Clone, Debug)]
pub struct Object {
    pub shape: ShapeId,
    pub kind: Kind,
    pub flags: u8,
    pub mark: bool,
    /// `length` of an array.
    pub length: u32,
    pub inline: [Value; INLINE_SLOTS],
    /// Slots from [`INLINE_SLOTS`] on.
    #[expect(clippy::box_collection, reason = "8 bytes instead of 24 in every object")]
    pub more: Option<Box<Vec<Value>>>,
    pub elements: Vec<Value>,
    pub internal: Internal,
}

impl Object {
    pub fn new(shape: ShapeId, kind: Kind) -> Object {
        Object {
            shape,
            kind,
            flags: flags::EXTENSIBLE,
            mark: false,
            length: 0,
            inline: [Value::UNDEFINED; INLINE_SLOTS],
            more: None,
            elements: Vec::new(),
            internal: Internal::None,
        }
    }
    #[inline(always)]
    pub fn slot(&self, index: usize) -> Value {
        if index < INLINE_SLOTS {
            self.inline[index]
        } else {
            self.more
                .as_ref()
                .and_then(|m| m.get(index - INLINE_SLOTS).copied())
                .unwrap_or(Value::UNDEFINED)
        }
    }
    /// Writes a slot; returns the bytes by which the object grew.
    #[inline(always)]
    pub fn set_slot(&mut self, index: usize, value: Value) -> usize {
        if index < INLINE_SLOTS {
            self.inline[index] = value;
            0
        } else {
            self.set_more(index - INLINE_SLOTS, value)
        }
    }
    fn set_more(&mut self, index: usize, value: Value) -> usize {
        let more = self.more.get_or_insert_with(Default::default);
        let before = more.capacity();
        if index >= more.len() {
            more.resize(index + 1, Value::UNDEFINED);
        }
        if let Some(slot) = more.get_mut(index) {
            *slot = value;
        }
        (more.capacity() - before) * 8
    }
    #[inline(always)]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    pub fn set(&mut self, flag: u8, on: bool) {
        if on {
            self.flags |= flag;
        } else {
            self.flags &= !flag;
        }
    }
    #[inline(always)]
    pub fn is_callable(&self) -> bool {
        self.has(flags::CALLABLE)
    }
    #[inline(always)]
    pub fn is_constructor(&self) -> bool {
        self.has(flags::CONSTRUCTOR)
    }
    /// Attributes of a dense element.
    pub fn element_attributes(&self) -> Attributes {
        if self.has(flags::FROZEN) {
            Attributes::ENUMERABLE
        } else if self.has(flags::SEALED) {
            Attributes::ENUMERABLE | Attributes::WRITABLE
        } else {
            Attributes::ALL
        }
    }
    /// Approximate bytes beyond the cell itself.
    pub fn extra_bytes(&self) -> usize {
        let mut n = self.elements.capacity() * 8;
        if let Some(m) = &self.more {
            n += m.capacity() * 8 + 24;
        }
        n + match &self.internal {
            Internal::Table(t) => t.bytes(),
            Internal::Buffer(b) => b.bytes.capacity(),
            Internal::Generator(g) => g.registers.capacity() * 8 + 96,
            Internal::Promise(p) => 64 + p.reactions.capacity() * 40,
            Internal::Slots(s) => 32 + s.values.capacity() * 8,
            Internal::Bound(b) => 48 + b.args.capacity() * 8,
            Internal::Enumerator(e) => 48 + e.keys.capacity() * 8,
            Internal::RegExp(_) => 64,
            Internal::View(_) => 48,
            _ => 0,
        }
    }
}

pub mod collection;
