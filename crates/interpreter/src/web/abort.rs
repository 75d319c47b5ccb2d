//! `AbortController`, `AbortSignal` ([DOM](https://dom.spec.whatwg.org/#aborting-ongoing-activities)):
//! their tables; the functions are in `abort.js`.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Item, Spec, Table, interface, js_attribute, js_operation, tag};

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::AbortController,
        "AbortController",
        0,
        Code::Js("abortControllerConstructor"),
        Intrinsic::AbortControllerPrototype,
        &[],
    ),
    Table {
        id: Intrinsic::AbortControllerPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            js_attribute("signal", "abortControllerSignal"),
            js_operation("abort", 0, "abortControllerAbort"),
            tag("AbortController"),
        ],
    },
    Table {
        id: Intrinsic::AbortSignal,
        spec: Spec::Constructor {
            name: "AbortSignal",
            length: 0,
            code: Code::Js("abortSignalConstructor"),
            proto: Intrinsic::EventTarget,
            prototype: Some(Intrinsic::AbortSignalPrototype),
        },
        items: &[
            js_operation("abort", 0, "abortSignalAbort"),
            js_operation("timeout", 1, "abortSignalTimeout"),
            js_operation("any", 1, "abortSignalAny"),
        ],
    },
    Table {
        id: Intrinsic::AbortSignalPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::EventTargetPrototype) },
        items: &[
            js_attribute("aborted", "abortSignalAborted"),
            js_attribute("reason", "abortSignalReason"),
            js_operation("throwIfAborted", 0, "abortSignalThrowIfAborted"),
            Item::Attribute {
                name: "onabort",
                get: Code::Js("abortSignalOnabort"),
                set: Some(Code::Js("abortSignalSetOnabort")),
            },
            tag("AbortSignal"),
        ],
    },
];
