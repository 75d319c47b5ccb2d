//! `DOMException`: an Error with `name` and the legacy `code`.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Spec, Table, constant, getter, tag};
use crate::object::Kind;
use crate::value::Value;
use crate::vm::{Abrupt, Args, Completion, Vm};

/// Names with legacy codes.
const CODES: &[(&str, &str, i32)] = &[
    ("IndexSizeError", "INDEX_SIZE_ERR", 1),
    ("HierarchyRequestError", "HIERARCHY_REQUEST_ERR", 3),
    ("WrongDocumentError", "WRONG_DOCUMENT_ERR", 4),
    ("InvalidCharacterError", "INVALID_CHARACTER_ERR", 5),
    ("NotFoundError", "NOT_FOUND_ERR", 8),
    ("NotSupportedError", "NOT_SUPPORTED_ERR", 9),
    ("InvalidStateError", "INVALID_STATE_ERR", 11),
    ("SyntaxError", "SYNTAX_ERR", 12),
    ("InvalidModificationError", "INVALID_MODIFICATION_ERR", 13),
    ("NamespaceError", "NAMESPACE_ERR", 14),
    ("InvalidAccessError", "INVALID_ACCESS_ERR", 15),
    ("TypeMismatchError", "TYPE_MISMATCH_ERR", 17),
    ("SecurityError", "SECURITY_ERR", 18),
    ("NetworkError", "NETWORK_ERR", 19),
    ("AbortError", "ABORT_ERR", 20),
    ("URLMismatchError", "URL_MISMATCH_ERR", 21),
    ("QuotaExceededError", "QUOTA_EXCEEDED_ERR", 22),
    ("TimeoutError", "TIMEOUT_ERR", 23),
    ("InvalidNodeTypeError", "INVALID_NODE_TYPE_ERR", 24),
    ("DataCloneError", "DATA_CLONE_ERR", 25),
];

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::DOMException,
        spec: Spec::Constructor {
            name: "DOMException",
            length: 0,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::DOMExceptionPrototype),
        },
        items: &[
            constant("INVALID_CHARACTER_ERR", 5.0),
            constant("NOT_FOUND_ERR", 8.0),
            constant("NOT_SUPPORTED_ERR", 9.0),
            constant("INVALID_STATE_ERR", 11.0),
            constant("SYNTAX_ERR", 12.0),
            constant("ABORT_ERR", 20.0),
            constant("QUOTA_EXCEEDED_ERR", 22.0),
            constant("TIMEOUT_ERR", 23.0),
            constant("DATA_CLONE_ERR", 25.0),
        ],
    },
    Table {
        id: Intrinsic::DOMExceptionPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ErrorPrototype) },
        items: &[getter("code", code), tag("DOMException")],
    },
];

fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Class constructor DOMException cannot be invoked without 'new'"));
    }
    let message =
        if args.get(vm, 0).is_undefined() { vm.heap.empty_string() } else { args.string(vm, 0)? };
    let second = args.get(vm, 1);
    let (name, options) = match second.as_object() {
        Some(o) => (vm.get_named(o, "name")?, second),
        None => (second, Value::UNDEFINED),
    };
    let name = if name.is_undefined() { vm.heap.new_string("Error") } else { vm.to_string(name)? };
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::DOMExceptionPrototype)?;
    let id = vm.make_error(proto, Some(message.into()), options)?;
    vm.define_hidden(id, "name", name.into());
    vm.attach_stack(id);
    Ok(id.into())
}

fn code(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let Some(id) = this.as_object().filter(|&o| vm.heap.object(o).kind == Kind::Error) else {
        return Err(vm.type_error("Illegal invocation"));
    };
    let name = vm.data_text(id, "name").unwrap_or_default();
    Ok(Value::int(CODES.iter().find(|c| c.0 == name).map_or(0, |c| c.2)))
}

impl Vm {
    /// Throws a new DOMException.
    #[cold]
    pub(crate) fn dom_exception(&mut self, name: &str, message: &str) -> Abrupt {
        Abrupt::Throw(self.new_dom_exception(name, message))
    }
    pub(crate) fn new_dom_exception(&mut self, name: &str, message: &str) -> Value {
        let proto = self.intrinsic(Intrinsic::DOMExceptionPrototype);
        let id = self.new_error(proto, Some(message));
        let name = self.heap.new_string(name);
        self.define_hidden(id, "name", name.into());
        self.attach_stack(id);
        id.into()
    }
}
