//! Tags of objects with hidden slots: who owns them.

/// Map and Set iterators: table object, position, kind (0 keys, 1 values, 2 entries).
pub(crate) const TABLE_ITERATOR: u8 = 1;
/// Record shared by a promise's resolving functions: promise, already resolved.
pub(crate) const RESOLVING: u8 = 2;
/// Result of `JSON.rawJSON`.
pub(crate) const RAW_JSON: u8 = 3;
/// Array iterators: object, next index, kind; see `array_iterator`.
pub(crate) const ARRAY_ITERATOR: u8 = 4;
pub(crate) const TEXT_ENCODER: u8 = 4;
/// Encoding, fatal, ignoreBOM, bytes of an unfinished character.
pub(crate) const TEXT_DECODER: u8 = 5;
/// First tag free for self-hosted code; see `selfhost/README.md`.
pub(crate) const FIRST_SELF_HOSTED: u8 = 32;
