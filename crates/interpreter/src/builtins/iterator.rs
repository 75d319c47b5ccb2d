//! ### [27.1 Iteration](https://tc39.es/ecma262/#sec-iteration): `Iterator`, its helpers, and the prototypes of
//! async iterators. All of it runs guest code, so all of it is self-hosted (`selfhost/iterator.js`).

use super::Intrinsic;
use super::table::{Code, Item, NativeFn, Spec, Table, js, method, tag};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Iterator,
        spec: Spec::Constructor {
            name: "Iterator",
            length: 0,
            code: Code::Js("iteratorConstructor"),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::IteratorPrototype),
        },
        items: &[
            js("concat", 0, "iteratorConcat"),
            js("from", 1, "iteratorFrom"),
            js("zip", 1, "iteratorZip"),
            js("zipKeyed", 1, "iteratorZipKeyed"),
        ],
    },
    Table {
        id: Intrinsic::IteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("@@iterator", 0, this),
            js("@@dispose", 0, "iteratorDispose"),
            js("drop", 1, "iteratorDrop"),
            js("every", 1, "iteratorEvery"),
            js("filter", 1, "iteratorFilter"),
            js("find", 1, "iteratorFind"),
            js("flatMap", 1, "iteratorFlatMap"),
            js("forEach", 1, "iteratorForEach"),
            js("map", 1, "iteratorMap"),
            js("reduce", 1, "iteratorReduce"),
            js("some", 1, "iteratorSome"),
            js("take", 1, "iteratorTake"),
            js("toArray", 0, "iteratorToArray"),
            Item::Accessor {
                name: "constructor",
                get: Some(Code::Js("getIteratorConstructor")),
                set: Some(Code::Js("setIteratorConstructor")),
            },
            Item::Accessor {
                name: "@@toStringTag",
                get: Some(Code::Js("getToStringTag")),
                set: Some(Code::Js("setToStringTag")),
            },
        ],
    },
    Table {
        id: Intrinsic::IteratorHelperPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[
            js("next", 0, "iteratorHelperNext"),
            js("return", 0, "iteratorHelperReturn"),
            tag("Iterator Helper"),
        ],
    },
    Table {
        id: Intrinsic::WrapForValidIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[js("next", 0, "wrapperNext"), js("return", 0, "wrapperReturn")],
    },
    Table {
        id: Intrinsic::AsyncIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("@@asyncIterator", 0, this),
            js("@@asyncDispose", 0, "asyncIteratorDispose"),
        ],
    },
    Table {
        id: Intrinsic::AsyncFromSyncIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::AsyncIteratorPrototype) },
        items: &[
            js("next", 1, "asyncFromSyncNext"),
            js("return", 1, "asyncFromSyncReturn"),
            js("throw", 1, "asyncFromSyncThrow"),
        ],
    },
];

/// Natives behind the `$` names of `selfhost/iterator.js`.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] = &[
    ("intrinsicIterator", |vm, _| Ok(vm.intrinsic(Intrinsic::Iterator).into())),
    ("intrinsicIteratorPrototype", |vm, _| Ok(vm.intrinsic(Intrinsic::IteratorPrototype).into())),
    ("intrinsicIteratorHelperPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::IteratorHelperPrototype).into())
    }),
    ("intrinsicWrapForValidIteratorPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::WrapForValidIteratorPrototype).into())
    }),
    // Ordinary object with this prototype (or null).
    ("newOrdinary", |vm, a| {
        let proto = a.get(vm, 0).as_object();
        Ok(vm.heap.new_object(proto).into())
    }),
];

/// ### [27.1.3.2.1 %IteratorPrototype%\[@@iterator\]](https://tc39.es/ecma262/#sec-%iteratorprototype%-@@iterator)
fn this(vm: &mut Vm, args: Args) -> Completion<Value> {
    Ok(args.this(vm))
}
