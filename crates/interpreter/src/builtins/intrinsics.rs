//! Names of the intrinsic objects ([6.1.7.4](https://tc39.es/ecma262/#sec-well-known-intrinsic-objects)).

macro_rules! intrinsics {
    ($($name:ident,)*) => {
        /// An intrinsic object of a realm.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Intrinsic { $($name,)* }
        impl Intrinsic {
            pub(crate) const COUNT: usize = [$(stringify!($name),)*].len();
        }
    };
}

intrinsics! {
    Object, ObjectPrototype, Function, FunctionPrototype, ThrowTypeError,
    Array, ArrayPrototype, ArrayUnscopables, ArrayIteratorPrototype,
    Iterator, IteratorPrototype, IteratorHelperPrototype, WrapForValidIteratorPrototype,
    AsyncIteratorPrototype, AsyncFromSyncIteratorPrototype,
    GeneratorFunction, GeneratorFunctionPrototype, GeneratorPrototype,
    AsyncFunction, AsyncFunctionPrototype,
    AsyncGeneratorFunction, AsyncGeneratorFunctionPrototype, AsyncGeneratorPrototype,
    Boolean, BooleanPrototype, Number, NumberPrototype, ParseFloat, ParseInt, DecodeUri, DecodeUriComponent, EncodeUri, EncodeUriComponent, Escape, Unescape, IsFinite, IsNan,
    Atob, Btoa, StructuredClone, BigInt, BigIntPrototype,
    String, StringPrototype, StringIteratorPrototype, Symbol, SymbolPrototype,
    Error, ErrorPrototype, EvalError, EvalErrorPrototype, RangeError, RangeErrorPrototype,
    ReferenceError, ReferenceErrorPrototype, SyntaxError, SyntaxErrorPrototype,
    TypeError, TypeErrorPrototype, URIError, URIErrorPrototype,
    AggregateError, AggregateErrorPrototype, SuppressedError, SuppressedErrorPrototype,
    ToolCallError, ToolCallErrorPrototype, DOMException, DOMExceptionPrototype,
    Math, Json, Reflect, Intl, Console, SetTimeout, SetInterval, ClearTimeout, ClearInterval, QueueMicrotask, Crypto, CryptoPrototype, SubtleCrypto, SubtleCryptoPrototype, Performance, PerformancePrototype,
    Date, DatePrototype, RegExp, RegExpPrototype, RegExpStringIteratorPrototype,
    Map, MapPrototype, MapIteratorPrototype, Set, SetPrototype, SetIteratorPrototype,
    WeakMap, WeakMapPrototype, WeakSet, WeakSetPrototype, WeakRef, WeakRefPrototype,
    FinalizationRegistry, FinalizationRegistryPrototype,
    Promise, PromisePrototype, Proxy,
    ArrayBuffer, ArrayBufferPrototype, DataView, DataViewPrototype,
    TypedArray, TypedArrayPrototype,
    Int8Array, Int8ArrayPrototype, Uint8Array, Uint8ArrayPrototype,
    Uint8ClampedArray, Uint8ClampedArrayPrototype, Int16Array, Int16ArrayPrototype,
    Uint16Array, Uint16ArrayPrototype, Int32Array, Int32ArrayPrototype,
    Uint32Array, Uint32ArrayPrototype, BigInt64Array, BigInt64ArrayPrototype,
    BigUint64Array, BigUint64ArrayPrototype, Float16Array, Float16ArrayPrototype,
    Float32Array, Float32ArrayPrototype, Float64Array, Float64ArrayPrototype,
    DisposableStack, DisposableStackPrototype, AsyncDisposableStack, AsyncDisposableStackPrototype,
    Url, UrlPrototype, UrlSearchParams, UrlSearchParamsPrototype, UrlSearchParamsIteratorPrototype,
    Headers, HeadersPrototype, HeadersIteratorPrototype, TextEncoder, TextEncoderPrototype, TextDecoder, TextDecoderPrototype,
    Event, EventPrototype, CustomEvent, CustomEventPrototype, EventTarget, EventTargetPrototype, AbortController, AbortControllerPrototype, AbortSignal, AbortSignalPrototype,
    Blob, BlobPrototype,
    IntlLocale, IntlLocalePrototype, IntlNumberFormat, IntlNumberFormatPrototype,
    IntlDateTimeFormat, IntlDateTimeFormatPrototype, IntlPluralRules, IntlPluralRulesPrototype,
    IntlRelativeTimeFormat, IntlRelativeTimeFormatPrototype, IntlListFormat, IntlListFormatPrototype,
    IntlCollator, IntlCollatorPrototype, IntlSegmenter, IntlSegmenterPrototype,
    IntlSegmentsPrototype, IntlSegmentIteratorPrototype,
    IntlDisplayNames, IntlDisplayNamesPrototype, IntlDurationFormat, IntlDurationFormatPrototype,
    Global,
}
