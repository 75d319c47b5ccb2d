//! Globals that are not ECMA-262: console, timers, URL, encoding, events, abort, clone.
//!
//! Classes of the web are objects with hidden slots (`Kind::Slots`); what calls back into the
//! program is self-hosted (`web.js`, `event.js`, `abort.js`), the rest is here.

pub(crate) mod abort;
pub(crate) mod blob;
pub(crate) mod clone;
pub(crate) mod console;
pub(crate) mod crypto;
pub(crate) mod dom_exception;
pub(crate) mod encoding;
pub(crate) mod event;
pub(crate) mod headers;
pub(crate) mod timer;
pub(crate) mod url;
pub(crate) mod url_search_params;

use crate::builtins::table::NativeFn;
use crate::builtins::{Intrinsic, tags};
use crate::heap::{ObjectId, StringBuilder};
use crate::object::Internal;
use crate::value::Value;
use crate::vm::{Abrupt, Args, Completion, Vm};

/// Natives behind the `$` names of the self-hosted sources of the web.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] = &[
    // $scalarText(value): ToString, lone surrogates replaced (USVString)
    ("scalarText", |vm, a| Ok(vm.scalar_text(a, 0)?.into())),
    // $toText(value): ToString
    ("toText", |vm, a| Ok(a.string(vm, 0)?.into())),
    ("newUrlSearchParams", url_search_params::create),
    ("urlSearchParamsList", url_search_params::list_of),
    ("newHeaders", headers::create),
    ("appendHeader", headers::append_intrinsic),
    ("headersPair", headers::pair_intrinsic),
    ("blobPart", blob::part),
    ("newBlob", blob::create),
    ("now", |vm, _| Ok(Value::number(vm.now.monotonic_ms - vm.started_at))),
    ("reportError", |vm, a| {
        let error = a.get(vm, 0);
        vm.reported.get_or_insert(error);
        Ok(Value::UNDEFINED)
    }),
    ("newDomException", |vm, a| {
        let name = a.get(vm, 0).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
        let message = a.get(vm, 1).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
        Ok(vm.new_dom_exception(&name, &message))
    }),
    // $startTimer(function, milliseconds)
    ("startTimer", |vm, a| {
        let (function, delay) = (a.get(vm, 0), a.number(vm, 1)?);
        vm.start_timer(delay, function, Vec::new(), None)?;
        Ok(Value::UNDEFINED)
    }),
    ("intrinsicEventPrototype", |vm, _| Ok(vm.intrinsic(Intrinsic::EventPrototype).into())),
    ("intrinsicCustomEventPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::CustomEventPrototype).into())
    }),
    ("intrinsicEventTargetPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::EventTargetPrototype).into())
    }),
    ("intrinsicAbortControllerPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::AbortControllerPrototype).into())
    }),
    ("intrinsicAbortSignalPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::AbortSignalPrototype).into())
    }),
];

/// Text under which `console` shows an object of ours with hidden slots.
pub(crate) fn display(vm: &mut Vm, id: ObjectId) -> Option<String> {
    match vm.slots_tag(id)? {
        tags::URL => vm.slot_text(id, 0),
        tags::URL_SEARCH_PARAMS => Some(url_search_params::serialized(vm, id)),
        tags::HEADERS => {
            let pairs = headers::combined(vm, id);
            let mut out = StringBuilder::new();
            out.push_str("{");
            for (i, (name, value)) in pairs.iter().enumerate() {
                if i > 0 {
                    out.push_str(",");
                }
                crate::json::write::quote_text(name, &mut out);
                out.push_str(":");
                crate::json::write::quote_text(value, &mut out);
            }
            out.push_str("}");
            Some(String::from_utf16_lossy(&out.units()))
        }
        tags::EVENT => {
            let kind = vm.slot_text(id, 0)?;
            Some(format!("[Event {kind}]"))
        }
        tags::ABORT_SIGNAL => {
            let aborted = vm.slot(id, 1) == Value::TRUE;
            Some(
                if aborted { "[AbortSignal (aborted)]" } else { "[AbortSignal (not aborted)]" }
                    .into(),
            )
        }
        tags::BLOB => {
            let size = blob::bytes(vm, id).len();
            Some(format!("Blob({size})"))
        }
        _ => None,
    }
}

/// What a class of the web is as data that leaves the machine, where that is not its own members.
pub(crate) fn as_data(vm: &mut Vm, id: ObjectId) -> Option<Value> {
    match vm.slots_tag(id)? {
        tags::URL => Some(vm.slot(id, 0)),
        tags::URL_SEARCH_PARAMS => {
            let text = url_search_params::serialized(vm, id);
            Some(vm.heap.new_string(&text).into())
        }
        tags::HEADERS => {
            let object = vm.new_object();
            for (name, value) in headers::combined(vm, id) {
                let value = vm.heap.new_string(&value);
                vm.put_fresh(object, &name, value.into());
            }
            Some(object.into())
        }
        _ => None,
    }
}

impl Vm {
    /// Tag of an object with hidden slots.
    pub(crate) fn slots_tag(&self, id: ObjectId) -> Option<u8> {
        match &self.heap.object(id).internal {
            Internal::Slots(s) => Some(s.tag),
            _ => None,
        }
    }
    /// Hidden slot `i`, `undefined` when there is none.
    pub(crate) fn slot(&self, id: ObjectId, i: usize) -> Value {
        match &self.heap.object(id).internal {
            Internal::Slots(s) => s.values.get(i).copied().unwrap_or_default(),
            _ => Value::UNDEFINED,
        }
    }
    /// Hidden slot `i` as text.
    pub(crate) fn slot_text(&mut self, id: ObjectId, i: usize) -> Option<String> {
        self.slot(id, i).as_string().map(|s| self.heap.text(s))
    }
    pub(crate) fn set_slot(&mut self, id: ObjectId, i: usize, value: Value) {
        if let Internal::Slots(s) = &mut self.heap.object_mut(id).internal {
            if let Some(slot) = s.values.get_mut(i) {
                *slot = value;
            }
        }
    }
    /// The receiver of a member of an interface, or the TypeError.
    pub(crate) fn this_interface(
        &mut self,
        args: Args,
        tag: u8,
        name: &str,
    ) -> Completion<ObjectId> {
        match args.this(self).as_object() {
            Some(id) if self.slots_tag(id) == Some(tag) => Ok(id),
            _ => Err(self.wrong_receiver(name)),
        }
    }
    #[cold]
    fn wrong_receiver(&mut self, name: &str) -> Abrupt {
        self.type_error(&format!("Value of \"this\" must be of type {name}"))
    }
    /// Argument `i` as text without lone surrogates (USVString).
    pub(crate) fn scalar_string(&mut self, args: Args, i: usize) -> Completion<String> {
        let s = args.string(self, i)?;
        let len = self.heap.string_len(s);
        self.charge(len as u64 / 8)?;
        self.charge_memory(len * 3)?;
        Ok(self.heap.text(s))
    }
    fn scalar_text(&mut self, args: Args, i: usize) -> Completion<crate::heap::StringId> {
        let s = args.string(self, i)?;
        let view = self.heap.view(s);
        if view.is_empty() || matches!(view, crate::heap::StrView::Latin1(_)) {
            return Ok(s);
        }
        let text = self.scalar_string(args, i)?;
        Ok(self.heap.new_string(&text))
    }
    /// TypeError when fewer arguments are passed than the operation needs.
    pub(crate) fn require_arguments(&mut self, args: Args, names: &[&str]) -> Completion<()> {
        if args.len() >= names.len() {
            return Ok(());
        }
        let list: Vec<String> = names.iter().map(|n| format!("\"{n}\"")).collect();
        let (list, noun) = match &list[..] {
            [one] => (one.clone(), "argument"),
            [rest @ .., last] => (format!("{} and {last}", rest.join(", ")), "arguments"),
            [] => return Ok(()),
        };
        Err(self.type_error(&format!("The {list} {noun} must be specified")))
    }
    /// Texts in turns (names and values) of the internal array in slot 0.
    pub(crate) fn pairs(&mut self, id: ObjectId) -> Vec<(String, String)> {
        let Some(list) = self.slot(id, 0).as_object() else { return Vec::new() };
        let values = self.heap.object(list).elements.clone();
        let text =
            |vm: &mut Vm, v: &Value| v.as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
        values
            .chunks_exact(2)
            .map(|pair| match pair {
                [name, value] => (text(self, name), text(self, value)),
                _ => Default::default(),
            })
            .collect()
    }
    /// Replaces the pairs of the internal array in slot 0.
    pub(crate) fn set_pairs(&mut self, id: ObjectId, pairs: &[(String, String)]) -> Completion<()> {
        let bytes: usize = pairs.iter().map(|p| p.0.len() + p.1.len() + 64).sum();
        self.charge(pairs.len() as u64)?;
        self.charge_memory(bytes)?;
        let mut values = Vec::with_capacity(pairs.len() * 2);
        for (name, value) in pairs {
            values.push(Value::string(self.heap.new_string(name)));
            values.push(Value::string(self.heap.new_string(value)));
        }
        let list = self.new_array(values);
        self.set_slot(id, 0, list.into());
        Ok(())
    }
}
