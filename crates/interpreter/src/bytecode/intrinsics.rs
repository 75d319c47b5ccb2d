//! Intrinsics that compiled code itself calls; further intrinsics are numbered after these.

/// `getAsyncIterator(value)`: GetIterator with hint async; the iterator object (async-from-sync where needed).
pub const GET_ASYNC_ITERATOR: u32 = 0;
/// `getIteratorObject(value)`: GetIterator with hint sync; always a real iterator object, never an internal mark.
pub const GET_ITERATOR_OBJECT: u32 = 1;
/// `newDisposal()`: an empty list of disposable resources.
pub const NEW_DISPOSAL: u32 = 2;
/// `addDisposable(list, value, isAwait)`: AddDisposableResource; throws if `value` cannot be disposed of.
pub const ADD_DISPOSABLE: u32 = 3;
/// `dispose(list, kind, value)`: DisposeResources, last first; `kind` 1 says that `value` was thrown. Throws the
/// error of disposal (a SuppressedError if there were several or `kind` is 1), returns otherwise.
pub const DISPOSE: u32 = 4;
/// The same for lists with `await using`: a promise that rejects where `dispose` throws.
pub const DISPOSE_ASYNC: u32 = 5;

/// Names in the order of their numbers.
pub const NAMES: &[&str] = &[
    "getAsyncIterator",
    "getIteratorObject",
    "newDisposal",
    "addDisposable",
    "dispose",
    "disposeAsync",
];
