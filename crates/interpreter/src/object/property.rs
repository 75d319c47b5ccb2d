//! Property keys, attributes and descriptors.

use crate::heap::{StringId, SymbolId};
use crate::value::Value;

/// A property key. Strings that are array indices are always `Index`; other strings are interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKey {
    Index(u32),
    String(StringId),
    Symbol(SymbolId),
}

/// A string or symbol key packed into 32 bits, as shapes store it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NameKey(pub u32);

impl NameKey {
    /// Tombstone of a deleted entry.
    pub const DELETED: NameKey = NameKey(u32::MAX);
    const SYMBOL: u32 = 1 << 31;

    pub fn string(id: StringId) -> NameKey {
        NameKey(id.0)
    }
    pub fn symbol(id: SymbolId) -> NameKey {
        NameKey(id.0 | Self::SYMBOL)
    }
    pub fn key(self) -> PropertyKey {
        if self.0 & Self::SYMBOL != 0 {
            PropertyKey::Symbol(SymbolId(self.0 & !Self::SYMBOL))
        } else {
            PropertyKey::String(StringId(self.0))
        }
    }
    pub fn is_symbol(self) -> bool {
        self.0 & Self::SYMBOL != 0
    }
}

impl PropertyKey {
    /// The packed form of a non-index key.
    #[inline]
    pub fn name(self) -> Option<NameKey> {
        match self {
            PropertyKey::Index(_) => None,
            PropertyKey::String(s) => Some(NameKey::string(s)),
            PropertyKey::Symbol(s) => Some(NameKey::symbol(s)),
        }
    }
    pub fn is_symbol(self) -> bool {
        matches!(self, PropertyKey::Symbol(_))
    }
}

/// Attribute bits of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attributes(pub u8);

impl Attributes {
    pub const NONE: Attributes = Attributes(0);
    pub const WRITABLE: Attributes = Attributes(1);
    pub const ENUMERABLE: Attributes = Attributes(2);
    pub const CONFIGURABLE: Attributes = Attributes(4);
    /// The slot holds a handle to an accessor pair.
    pub const ACCESSOR: Attributes = Attributes(8);
    /// The slot may hold a mark that is turned into a value on first use; never cached inline.
    pub const LAZY: Attributes = Attributes(16);
    /// Writable, enumerable, configurable: what assignment creates.
    pub const ALL: Attributes = Attributes(7);
    /// Writable and configurable: what builtin methods have.
    pub const METHOD: Attributes = Attributes(5);

    #[inline(always)]
    pub fn has(self, other: Attributes) -> bool {
        self.0 & other.0 != 0
    }
    pub fn writable(self) -> bool {
        self.has(Self::WRITABLE)
    }
    pub fn enumerable(self) -> bool {
        self.has(Self::ENUMERABLE)
    }
    pub fn configurable(self) -> bool {
        self.has(Self::CONFIGURABLE)
    }
    pub fn is_accessor(self) -> bool {
        self.has(Self::ACCESSOR)
    }
    pub fn without(self, other: Attributes) -> Attributes {
        Attributes(self.0 & !other.0)
    }
    pub fn from_bits(writable: bool, enumerable: bool, configurable: bool) -> Attributes {
        Attributes(writable as u8 | (enumerable as u8) << 1 | (configurable as u8) << 2)
    }
}

impl std::ops::BitOr for Attributes {
    type Output = Attributes;
    fn bitor(self, other: Attributes) -> Attributes {
        Attributes(self.0 | other.0)
    }
}

/// An own property as found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slot {
    Data {
        value: Value,
        attributes: Attributes,
    },
    /// `get`/`set` are functions or undefined.
    Accessor {
        get: Value,
        set: Value,
        attributes: Attributes,
    },
}

impl Slot {
    pub fn attributes(&self) -> Attributes {
        match self {
            Slot::Data { attributes, .. } | Slot::Accessor { attributes, .. } => *attributes,
        }
    }
    pub fn enumerable(&self) -> bool {
        self.attributes().enumerable()
    }
}

/// ### [6.2.6 Property Descriptor](https://tc39.es/ecma262/#sec-property-descriptor-specification-type)
/// A possibly partial descriptor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Descriptor {
    pub value: Option<Value>,
    pub get: Option<Value>,
    pub set: Option<Value>,
    pub writable: Option<bool>,
    pub enumerable: Option<bool>,
    pub configurable: Option<bool>,
}

impl Descriptor {
    /// Complete data descriptor.
    pub fn data(value: Value, attributes: Attributes) -> Descriptor {
        Descriptor {
            value: Some(value),
            writable: Some(attributes.writable()),
            enumerable: Some(attributes.enumerable()),
            configurable: Some(attributes.configurable()),
            ..Descriptor::default()
        }
    }
    pub fn from_slot(slot: &Slot) -> Descriptor {
        match *slot {
            Slot::Data { value, attributes } => Descriptor::data(value, attributes),
            Slot::Accessor { get, set, attributes } => Descriptor {
                get: Some(get),
                set: Some(set),
                enumerable: Some(attributes.enumerable()),
                configurable: Some(attributes.configurable()),
                ..Descriptor::default()
            },
        }
    }
    pub fn is_accessor(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }
    pub fn is_data(&self) -> bool {
        self.value.is_some() || self.writable.is_some()
    }
}
