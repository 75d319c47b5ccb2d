//! Handles: `Copy` 32-bit indices into the arenas of one heap. They never leave this crate.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            #[inline(always)]
            pub fn index(self) -> usize { self.0 as usize }
        })*
    };
}

ids! {
    /// An object.
    ObjectId,
    /// A string.
    StringId,
    /// A symbol or private name.
    SymbolId,
    /// A BigInt.
    BigIntId,
    /// An environment.
    EnvId,
    /// A shape.
    ShapeId,
}

impl ObjectId {
    /// "No object" where an `Option` would cost space.
    pub const NONE: ObjectId = ObjectId(u32::MAX);
    pub fn some(self) -> Option<ObjectId> {
        if self == ObjectId::NONE { None } else { Some(self) }
    }
}
