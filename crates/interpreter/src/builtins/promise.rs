//! ### [27.2 Promise Objects](https://tc39.es/ecma262/#sec-promise-objects): the tables; bodies are self-hosted

use super::Intrinsic;
use super::table::{Code, Spec, Table, js, js_getter, tag};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Promise,
        spec: Spec::Constructor {
            name: "Promise",
            length: 1,
            code: Code::Js("promiseConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::PromisePrototype),
        },
        items: &[
            js("all", 1, "promiseAll"),
            js("allSettled", 1, "promiseAllSettled"),
            js("any", 1, "promiseAny"),
            js("race", 1, "promiseRace"),
            js("reject", 1, "promiseRejectStatic"),
            js("resolve", 1, "promiseResolveStatic"),
            js("try", 1, "promiseTry"),
            js("withResolvers", 0, "promiseWithResolvers"),
            js_getter("@@species", "returnThis"),
        ],
    },
    Table {
        id: Intrinsic::PromisePrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            js("catch", 1, "promiseCatch"),
            js("finally", 1, "promiseFinally"),
            js("then", 2, "promiseThen"),
            tag("Promise"),
        ],
    },
];
