//! ### [27.3 GeneratorFunction](https://tc39.es/ecma262/#sec-generatorfunction-objects), [27.5 Generator](https://tc39.es/ecma262/#sec-generator-objects)
//! and their async relatives, [27.7 AsyncFunction](https://tc39.es/ecma262/#sec-async-function-objects). Resuming is the loop's work (`vm/suspend.rs`).

use super::Intrinsic;
use super::table::{Code, Item, Spec, Special, Table, special, tag};
use crate::object::Attributes;

pub(crate) const TABLES: &[Table] = &[
    constructor(
        Intrinsic::GeneratorFunction,
        "GeneratorFunction",
        Intrinsic::GeneratorFunctionPrototype,
    ),
    Table {
        id: Intrinsic::GeneratorFunctionPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::FunctionPrototype) },
        items: &[
            fixed("constructor", Intrinsic::GeneratorFunction),
            fixed("prototype", Intrinsic::GeneratorPrototype),
            tag("GeneratorFunction"),
        ],
    },
    Table {
        id: Intrinsic::GeneratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[
            fixed("constructor", Intrinsic::GeneratorFunctionPrototype),
            special("next", 1, Special::GeneratorNext),
            special("return", 1, Special::GeneratorReturn),
            special("throw", 1, Special::GeneratorThrow),
            tag("Generator"),
        ],
    },
    constructor(Intrinsic::AsyncFunction, "AsyncFunction", Intrinsic::AsyncFunctionPrototype),
    Table {
        id: Intrinsic::AsyncFunctionPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::FunctionPrototype) },
        items: &[fixed("constructor", Intrinsic::AsyncFunction), tag("AsyncFunction")],
    },
    constructor(
        Intrinsic::AsyncGeneratorFunction,
        "AsyncGeneratorFunction",
        Intrinsic::AsyncGeneratorFunctionPrototype,
    ),
    Table {
        id: Intrinsic::AsyncGeneratorFunctionPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::FunctionPrototype) },
        items: &[
            fixed("constructor", Intrinsic::AsyncGeneratorFunction),
            fixed("prototype", Intrinsic::AsyncGeneratorPrototype),
            tag("AsyncGeneratorFunction"),
        ],
    },
    Table {
        id: Intrinsic::AsyncGeneratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::AsyncIteratorPrototype) },
        items: &[
            fixed("constructor", Intrinsic::AsyncGeneratorFunctionPrototype),
            special("next", 1, Special::AsyncGeneratorNext),
            special("return", 1, Special::AsyncGeneratorReturn),
            special("throw", 1, Special::AsyncGeneratorThrow),
            tag("AsyncGenerator"),
        ],
    },
];

const fn constructor(id: Intrinsic, name: &'static str, prototype: Intrinsic) -> Table {
    Table {
        id,
        spec: Spec::Constructor {
            name,
            length: 1,
            code: Code::Native(super::function::no_code_from_text),
            proto: Intrinsic::Function,
            prototype: Some(prototype),
        },
        items: &[],
    }
}

/// Link that is configurable only.
const fn fixed(name: &'static str, to: Intrinsic) -> Item {
    Item::Link { name, to, attributes: Attributes::CONFIGURABLE }
}
