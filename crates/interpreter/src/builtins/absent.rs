//! Names programs reach for that are deliberately absent, and what to use instead.

/// Name and hint, one sentence each.
pub(crate) const ABSENT: &[(&str, &str)] = &[
    ("fetch", "There is no network here: call one of the provided tools instead."),
    ("XMLHttpRequest", "There is no network here: call one of the provided tools instead."),
    ("WebSocket", "There is no network here: call one of the provided tools instead."),
    ("Request", "There is no network here: call one of the provided tools instead."),
    ("Response", "There is no network here: call one of the provided tools instead."),
    ("FormData", "Use URLSearchParams, or call one of the provided tools with an object."),
    ("ReadableStream", "Streams are not available: use arrays, iterators or async generators."),
    ("process", "There is no process object: pass what you need through a tool."),
    ("require", "Modules cannot be loaded: use the builtins and the provided tools."),
    ("module", "There are no modules: return the result instead of exporting it."),
    ("exports", "There are no modules: return the result instead of exporting it."),
    ("__dirname", "There is no file system here: use the provided tools."),
    ("__filename", "There is no file system here: use the provided tools."),
    ("Buffer", "Use TextEncoder, TextDecoder, atob, btoa or Uint8Array.fromBase64 instead."),
    ("eval", "Code cannot be made from text: write the code directly."),
    ("Function", "Code cannot be made from text: write a function expression."),
    ("setImmediate", "Use setTimeout(callback, 0) or queueMicrotask(callback) instead."),
    ("window", "Use globalThis instead; there is no browser here."),
    ("document", "There is no browser here."),
    ("self", "Use globalThis instead."),
    ("global", "Use globalThis instead."),
    ("navigator", "There is no browser here."),
    ("localStorage", "There is no storage here: keep values in variables."),
    ("WebAssembly", "WebAssembly is not available."),
    ("SharedArrayBuffer", "Shared memory is not available: use ArrayBuffer."),
    ("Atomics", "Shared memory is not available."),
    ("Temporal", "Use Date and Intl.DateTimeFormat instead."),
    ("Deno", "This is not Deno: use the builtins and the provided tools."),
    ("Bun", "This is not Bun: use the builtins and the provided tools."),
];

/// The hint for an absent name.
pub(crate) fn hint(name: &str) -> Option<&'static str> {
    ABSENT.iter().find(|a| a.0 == name).map(|a| a.1)
}
