//! Tags of objects with hidden slots: who owns them.

/// Map and Set iterators: table object, position, kind (0 keys, 1 values, 2 entries).
pub(crate) const TABLE_ITERATOR: u8 = 1;
/// Record shared by a promise's resolving functions: promise, already resolved.
pub(crate) const RESOLVING: u8 = 2;
/// Result of `JSON.rawJSON`.
pub(crate) const RAW_JSON: u8 = 3;
/// Array iterators: object, next index, kind; see `array_iterator`.
pub(crate) const ARRAY_ITERATOR: u8 = 6;
pub(crate) const TEXT_ENCODER: u8 = 4;
/// Encoding, fatal, ignoreBOM, bytes of an unfinished character, whether a stream has begun.
pub(crate) const TEXT_DECODER: u8 = 5;
/// Href, the URLSearchParams of `searchParams` once it was asked for.
pub(crate) const URL: u8 = 8;
/// Names and values in turns (an internal array), the URL whose query they are.
pub(crate) const URL_SEARCH_PARAMS: u8 = 9;
/// Parameters, position, kind.
pub(crate) const URL_SEARCH_PARAMS_ITERATOR: u8 = 10;
/// Names in lower case and values in turns (an internal array).
pub(crate) const HEADERS: u8 = 11;
/// Headers, position, kind.
pub(crate) const HEADERS_ITERATOR: u8 = 12;
/// ArrayBuffer that programs never see, type.
pub(crate) const BLOB: u8 = 13;
/// Objects of Intl services: number of the formatter, bound function.
pub(crate) const INTL: u8 = 20;
/// What `Intl.Segmenter.prototype.segment` gives: segmenter, text.
pub(crate) const SEGMENTS: u8 = 21;
/// Iterators over segments; see `intl/segmenter.rs`.
pub(crate) const SEGMENT_ITERATOR: u8 = 22;
/// Self-hosted code has the tags from 32 on, see `selfhost/README.md`; these two `console` knows.
pub(crate) const EVENT: u8 = 36;
pub(crate) const ABORT_SIGNAL: u8 = 38;
