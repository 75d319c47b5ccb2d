//! [DisposableStack and AsyncDisposableStack](https://tc39.es/proposal-explicit-resource-management/): the tables; bodies are self-hosted

use super::Intrinsic;
use super::table::{Code, Spec, Table, alias, js, js_getter, tag};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::DisposableStack,
        spec: Spec::Constructor {
            name: "DisposableStack",
            length: 0,
            code: Code::Js("disposableStackConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::DisposableStackPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::DisposableStackPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            js("adopt", 2, "disposableStackAdopt"),
            js("defer", 1, "disposableStackDefer"),
            js("dispose", 0, "disposableStackDispose"),
            js_getter("disposed", "disposableStackDisposed"),
            js("move", 0, "disposableStackMove"),
            js("use", 1, "disposableStackUse"),
            alias("@@dispose", "dispose"),
            tag("DisposableStack"),
        ],
    },
    Table {
        id: Intrinsic::AsyncDisposableStack,
        spec: Spec::Constructor {
            name: "AsyncDisposableStack",
            length: 0,
            code: Code::Js("asyncDisposableStackConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::AsyncDisposableStackPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::AsyncDisposableStackPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            js("adopt", 2, "asyncDisposableStackAdopt"),
            js("defer", 1, "asyncDisposableStackDefer"),
            js("disposeAsync", 0, "asyncDisposableStackDisposeAsync"),
            js_getter("disposed", "asyncDisposableStackDisposed"),
            js("move", 0, "asyncDisposableStackMove"),
            js("use", 1, "asyncDisposableStackUse"),
            alias("@@asyncDispose", "disposeAsync"),
            tag("AsyncDisposableStack"),
        ],
    },
];
