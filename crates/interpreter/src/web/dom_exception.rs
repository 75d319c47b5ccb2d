//! `DOMException`: an Error with `name` and the legacy `code`.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Spec, Table, attribute, interface, interface_constant, tag};
use crate::object::Kind;
use crate::value::Value;
use crate::vm::{Abrupt, Args, Completion, Vm};

/// Names with legacy codes.
const CODES: &[(&str, i32)] = &[
    ("IndexSizeError", 1),
    ("HierarchyRequestError", 3),
    ("WrongDocumentError", 4),
    ("InvalidCharacterError", 5),
    ("NotFoundError", 8),
    ("NotSupportedError", 9),
    ("InvalidStateError", 11),
    ("SyntaxError", 12),
    ("InvalidModificationError", 13),
    ("NamespaceError", 14),
    ("InvalidAccessError", 15),
    ("TypeMismatchError", 17),
    ("SecurityError", 18),
    ("NetworkError", 19),
    ("AbortError", 20),
    ("URLMismatchError", 21),
    ("QuotaExceededError", 22),
    ("TimeoutError", 23),
    ("InvalidNodeTypeError", 24),
    ("DataCloneError", 25),
    ("NoModificationAllowedError", 7),
    ("InUseAttributeError", 10),
];

/// The constants, which constructor and prototype both have.
macro_rules! with_constants {
    ($($item:expr),* $(,)?) => {
        &[
            $($item,)*
            interface_constant("INDEX_SIZE_ERR", 1.0),
            interface_constant("DOMSTRING_SIZE_ERR", 2.0),
            interface_constant("HIERARCHY_REQUEST_ERR", 3.0),
            interface_constant("WRONG_DOCUMENT_ERR", 4.0),
            interface_constant("INVALID_CHARACTER_ERR", 5.0),
            interface_constant("NO_DATA_ALLOWED_ERR", 6.0),
            interface_constant("NO_MODIFICATION_ALLOWED_ERR", 7.0),
            interface_constant("NOT_FOUND_ERR", 8.0),
            interface_constant("NOT_SUPPORTED_ERR", 9.0),
            interface_constant("INUSE_ATTRIBUTE_ERR", 10.0),
            interface_constant("INVALID_STATE_ERR", 11.0),
            interface_constant("SYNTAX_ERR", 12.0),
            interface_constant("INVALID_MODIFICATION_ERR", 13.0),
            interface_constant("NAMESPACE_ERR", 14.0),
            interface_constant("INVALID_ACCESS_ERR", 15.0),
            interface_constant("VALIDATION_ERR", 16.0),
            interface_constant("TYPE_MISMATCH_ERR", 17.0),
            interface_constant("SECURITY_ERR", 18.0),
            interface_constant("NETWORK_ERR", 19.0),
            interface_constant("ABORT_ERR", 20.0),
            interface_constant("URL_MISMATCH_ERR", 21.0),
            interface_constant("QUOTA_EXCEEDED_ERR", 22.0),
            interface_constant("TIMEOUT_ERR", 23.0),
            interface_constant("INVALID_NODE_TYPE_ERR", 24.0),
            interface_constant("DATA_CLONE_ERR", 25.0),
        ]
    };
}

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::DOMException,
        "DOMException",
        0,
        Code::Native(constructor),
        Intrinsic::DOMExceptionPrototype,
        with_constants![],
    ),
    Table {
        id: Intrinsic::DOMExceptionPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ErrorPrototype) },
        items: with_constants![attribute("code", code), tag("DOMException")],
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
    Ok(Value::int(CODES.iter().find(|c| c.0 == name).map_or(0, |c| c.1)))
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
