//! The tables of `%TypedArray%` and its subclasses.

use super::super::Intrinsic;
use super::super::table::{
    Code, Item, Spec, Table, alias, constant, getter, js, js_getter, method,
};
use super::{base64, construct, natives};

const ABSTRACT: [Table; 2] = [
    Table {
        id: Intrinsic::TypedArray,
        spec: Spec::Constructor {
            name: "TypedArray",
            length: 0,
            code: Code::Native(construct::abstract_constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::TypedArrayPrototype),
        },
        items: &[
            js("from", 1, "typedFrom"),
            js("of", 0, "typedOf"),
            js_getter("@@species", "speciesGetter"),
        ],
    },
    Table {
        id: Intrinsic::TypedArrayPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            getter("buffer", natives::buffer),
            getter("byteLength", natives::byte_length),
            getter("byteOffset", natives::byte_offset),
            getter("length", natives::length),
            js("at", 1, "typedAt"),
            js("copyWithin", 2, "typedCopyWithin"),
            method("entries", 0, natives::entries),
            js("every", 1, "typedEvery"),
            js("fill", 1, "typedFill"),
            js("filter", 1, "typedFilter"),
            js("find", 1, "typedFind"),
            js("findIndex", 1, "typedFindIndex"),
            js("findLast", 1, "typedFindLast"),
            js("findLastIndex", 1, "typedFindLastIndex"),
            js("forEach", 1, "typedForEach"),
            js("includes", 1, "typedIncludes"),
            js("indexOf", 1, "typedIndexOf"),
            js("join", 1, "typedJoin"),
            method("keys", 0, natives::keys),
            js("lastIndexOf", 1, "typedLastIndexOf"),
            js("map", 1, "typedMap"),
            js("reduce", 1, "typedReduce"),
            js("reduceRight", 1, "typedReduceRight"),
            js("reverse", 0, "typedReverse"),
            js("set", 1, "typedSet"),
            js("slice", 2, "typedSlice"),
            js("some", 1, "typedSome"),
            js("sort", 1, "typedSort"),
            js("subarray", 2, "typedSubarray"),
            js("toLocaleString", 0, "typedToLocaleString"),
            js("toReversed", 0, "typedToReversed"),
            js("toSorted", 1, "typedToSorted"),
            Item::Shared { name: "toString", of: Intrinsic::ArrayPrototype },
            method("values", 0, natives::values),
            js("with", 2, "typedWith"),
            alias("@@iterator", "values"),
            getter("@@toStringTag", natives::to_string_tag),
        ],
    },
];

macro_rules! class {
    ($name:literal, $id:ident, $prototype:ident, $construct:ident, $bytes:literal, [$($static:expr,)*], [$($item:expr,)*]) => {
        [
            Table {
                id: Intrinsic::$id,
                spec: Spec::Constructor {
                    name: $name,
                    length: 3,
                    code: Code::Native(construct::$construct),
                    proto: Intrinsic::TypedArray,
                    prototype: Some(Intrinsic::$prototype),
                },
                items: &[constant("BYTES_PER_ELEMENT", $bytes), $($static,)*],
            },
            Table {
                id: Intrinsic::$prototype,
                spec: Spec::Plain { proto: Some(Intrinsic::TypedArrayPrototype) },
                items: &[constant("BYTES_PER_ELEMENT", $bytes), $($item,)*],
            },
        ]
    };
}

const fn flat<const N: usize, const M: usize>(groups: [[Table; 2]; N]) -> [Table; M] {
    let mut out = [groups[0][0]; M];
    let mut i = 0;
    while i < M {
        out[i] = groups[i / 2][i % 2];
        i += 1;
    }
    out
}

pub(crate) const TABLES: &[Table] = &flat::<13, 26>([
    ABSTRACT,
    class!("Int8Array", Int8Array, Int8ArrayPrototype, int8, 1.0, [], []),
    class!(
        "Uint8Array",
        Uint8Array,
        Uint8ArrayPrototype,
        uint8,
        1.0,
        [method("fromBase64", 1, base64::from_base64), method("fromHex", 1, base64::from_hex),],
        [
            method("setFromBase64", 1, base64::set_from_base64),
            method("setFromHex", 1, base64::set_from_hex),
            method("toBase64", 0, base64::to_base64),
            method("toHex", 0, base64::to_hex),
        ]
    ),
    class!(
        "Uint8ClampedArray",
        Uint8ClampedArray,
        Uint8ClampedArrayPrototype,
        uint8_clamped,
        1.0,
        [],
        []
    ),
    class!("Int16Array", Int16Array, Int16ArrayPrototype, int16, 2.0, [], []),
    class!("Uint16Array", Uint16Array, Uint16ArrayPrototype, uint16, 2.0, [], []),
    class!("Int32Array", Int32Array, Int32ArrayPrototype, int32, 4.0, [], []),
    class!("Uint32Array", Uint32Array, Uint32ArrayPrototype, uint32, 4.0, [], []),
    class!("BigInt64Array", BigInt64Array, BigInt64ArrayPrototype, big_int64, 8.0, [], []),
    class!("BigUint64Array", BigUint64Array, BigUint64ArrayPrototype, big_uint64, 8.0, [], []),
    class!("Float16Array", Float16Array, Float16ArrayPrototype, float16, 2.0, [], []),
    class!("Float32Array", Float32Array, Float32ArrayPrototype, float32, 4.0, [], []),
    class!("Float64Array", Float64Array, Float64ArrayPrototype, float64, 8.0, [], []),
]);
