//! `Event`, `CustomEvent`, `EventTarget` ([DOM](https://dom.spec.whatwg.org/#events)): their tables;
//! the functions are in `event.js`, since dispatch runs listeners.

use crate::builtins::Intrinsic;
use crate::builtins::table::{
    Code, Item, Spec, Table, interface, interface_constant, js_attribute, js_operation, tag,
};

/// Attribute with a self-hosted getter and setter.
const fn js_attribute_with(name: &'static str, get: &'static str, set: &'static str) -> Item {
    Item::Attribute { name, get: Code::Js(get), set: Some(Code::Js(set)) }
}

pub(crate) const TABLES: &[Table] = &[
    interface(
        Intrinsic::Event,
        "Event",
        1,
        Code::Js("eventConstructor"),
        Intrinsic::EventPrototype,
        &[
            interface_constant("NONE", 0.0),
            interface_constant("CAPTURING_PHASE", 1.0),
            interface_constant("AT_TARGET", 2.0),
            interface_constant("BUBBLING_PHASE", 3.0),
        ],
    ),
    Table {
        id: Intrinsic::EventPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            js_attribute("type", "eventType"),
            js_attribute("target", "eventTarget"),
            js_attribute("srcElement", "eventTarget"),
            js_attribute("currentTarget", "eventCurrentTarget"),
            js_operation("composedPath", 0, "eventComposedPath"),
            interface_constant("NONE", 0.0),
            interface_constant("CAPTURING_PHASE", 1.0),
            interface_constant("AT_TARGET", 2.0),
            interface_constant("BUBBLING_PHASE", 3.0),
            js_attribute("eventPhase", "eventPhase"),
            js_operation("stopPropagation", 0, "eventStopPropagation"),
            js_attribute_with("cancelBubble", "eventCancelBubble", "eventSetCancelBubble"),
            js_operation("stopImmediatePropagation", 0, "eventStopImmediatePropagation"),
            js_attribute("bubbles", "eventBubbles"),
            js_attribute("cancelable", "eventCancelable"),
            js_attribute_with("returnValue", "eventReturnValue", "eventSetReturnValue"),
            js_operation("preventDefault", 0, "eventPreventDefault"),
            js_attribute("defaultPrevented", "eventDefaultPrevented"),
            js_attribute("composed", "eventComposed"),
            js_attribute("isTrusted", "eventIsTrusted"),
            js_attribute("timeStamp", "eventTimeStamp"),
            tag("Event"),
        ],
    },
    Table {
        id: Intrinsic::CustomEvent,
        spec: Spec::Constructor {
            name: "CustomEvent",
            length: 1,
            code: Code::Js("customEventConstructor"),
            proto: Intrinsic::Event,
            prototype: Some(Intrinsic::CustomEventPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::CustomEventPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::EventPrototype) },
        items: &[js_attribute("detail", "customEventDetail"), tag("CustomEvent")],
    },
    interface(
        Intrinsic::EventTarget,
        "EventTarget",
        0,
        Code::Js("eventTargetConstructor"),
        Intrinsic::EventTargetPrototype,
        &[],
    ),
    Table {
        id: Intrinsic::EventTargetPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            js_operation("addEventListener", 2, "addEventListener"),
            js_operation("removeEventListener", 2, "removeEventListener"),
            js_operation("dispatchEvent", 1, "dispatchEventMethod"),
            tag("EventTarget"),
        ],
    },
];
