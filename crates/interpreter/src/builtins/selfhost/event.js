// Event, CustomEvent, EventTarget (DOM 2). Tags: 36 Event (slots: 0 type, 1 bubbles, 2 cancelable, 3 composed, 4 target,
// 5 current target, 6 phase, 7 default prevented, 8 propagation stopped, 9 stopped at once, 10 being dispatched, 11 time
// stamp, 12 detail, 13 in a passive listener, 14 is a CustomEvent, 15 trusted), 37 EventTarget, 38 AbortSignal (see
// abort.js). Slot 0 of targets: array of listeners { type, callback, capture, once, passive, removed }; the callback
// of an event handler attribute is undefined and its value is in slot 4.

function makeEvent(proto, type, trusted) {
  const event = $newSlots(36, proto, 16);
  $setSlot(event, 0, type);
  for (let i = 1; i < 4; i++) $setSlot(event, i, false);
  $setSlot(event, 4, null);
  $setSlot(event, 5, null);
  $setSlot(event, 6, 0);
  for (let i = 7; i < 11; i++) $setSlot(event, i, false);
  $setSlot(event, 11, $now());
  $setSlot(event, 12, null);
  $setSlot(event, 13, false);
  $setSlot(event, 14, false);
  $setSlot(event, 15, trusted);
  return event;
}
function readEventInit(event, init) {
  if (init === undefined || init === null) return;
  if (!$isObject(init)) $throwTypeError("The \"options\" argument must be of type object. Received " + $displayText(init));
  $setSlot(event, 1, !!init.bubbles);
  $setSlot(event, 2, !!init.cancelable);
  $setSlot(event, 3, !!init.composed);
}
function eventConstructor(...args) {
  $constructorThis(new.target, "Event");
  if (args.length === 0) $throwTypeError("The \"type\" argument must be specified");
  const type = $toText(args[0]);
  const event = $makeEvent($prototypeOfNewTarget(new.target, $intrinsicEventPrototype()), type, false);
  $readEventInit(event, args[1]);
  return event;
}
function customEventConstructor(...args) {
  $constructorThis(new.target, "CustomEvent");
  if (args.length === 0) $throwTypeError("The \"type\" argument must be specified");
  const type = $toText(args[0]);
  const event = $makeEvent($prototypeOfNewTarget(new.target, $intrinsicCustomEventPrototype()), type, false);
  const init = args[1];
  $readEventInit(event, init);
  $setSlot(event, 14, true);
  if (init !== undefined && init !== null) {
    const detail = init.detail;
    if (detail !== undefined) $setSlot(event, 12, detail);
  }
  return event;
}

function eventSlot(event, i) {
  if (!$hasTag(event, 36)) $throwTypeError("Value of \"this\" must be of type Event");
  return $slot(event, i);
}
function eventType() {
  return $eventSlot(this, 0);
}
function eventBubbles() {
  return $eventSlot(this, 1);
}
function eventCancelable() {
  return $eventSlot(this, 2);
}
function eventComposed() {
  return $eventSlot(this, 3);
}
function eventTarget() {
  return $eventSlot(this, 4);
}
function eventCurrentTarget() {
  return $eventSlot(this, 5);
}
function eventPhase() {
  return $eventSlot(this, 6);
}
function eventDefaultPrevented() {
  return $eventSlot(this, 7);
}
function eventReturnValue() {
  return !$eventSlot(this, 7);
}
function eventSetReturnValue(value) {
  const canceled = !$eventSlot(this, 7);
  if (canceled && !value) $cancelEvent(this);
}
function eventCancelBubble() {
  return $eventSlot(this, 8);
}
function eventSetCancelBubble(value) {
  $eventSlot(this, 8);
  if (value) $setSlot(this, 8, true);
}
function eventTimeStamp() {
  return $eventSlot(this, 11);
}
function eventIsTrusted() {
  return $eventSlot(this, 15);
}
function customEventDetail() {
  if (!$hasTag(this, 36) || !$slot(this, 14)) $throwTypeError("Value of \"this\" must be of type CustomEvent");
  return $slot(this, 12);
}
function eventStopPropagation() {
  $eventSlot(this, 8);
  $setSlot(this, 8, true);
}
function eventStopImmediatePropagation() {
  $eventSlot(this, 9);
  $setSlot(this, 8, true);
  $setSlot(this, 9, true);
}
function cancelEvent(event) {
  if ($slot(event, 2) && !$slot(event, 13)) $setSlot(event, 7, true);
}
function eventPreventDefault() {
  $eventSlot(this, 7);
  $cancelEvent(this);
}
function eventComposedPath() {
  const path = [];
  if ($eventSlot(this, 10)) $push(path, $slot(this, 5));
  return path;
}

function eventTargetConstructor() {
  $constructorThis(new.target, "EventTarget");
  const target = $newSlots(37, $prototypeOfNewTarget(new.target, $intrinsicEventTargetPrototype()), 1);
  $setSlot(target, 0, []);
  return target;
}
function eventTargetThis(value) {
  if (!$hasTag(value, 37) && !$hasTag(value, 38)) $throwTypeError("Value of \"this\" must be of type EventTarget");
  return value;
}
// Is `callback` a listener? null and undefined are none.
function isListener(callback) {
  if (callback === undefined || callback === null) return false;
  if (!$isObject(callback)) $throwTypeError("The \"listener\" argument must be an instance of EventListener. Received " + $describe(callback));
  return true;
}
function findListener(list, type, callback, capture) {
  for (let i = 0; i < list.length; i++) {
    const listener = list[i];
    if (listener.type === type && listener.callback === callback && listener.capture === capture) return listener;
  }
  return undefined;
}
// The list is replaced, since a dispatch may be going through it.
function dropListener(target, dropped) {
  const list = $slot(target, 0);
  const rest = [];
  for (let i = 0; i < list.length; i++) if (list[i] !== dropped) $push(rest, list[i]);
  dropped.removed = true;
  $setSlot(target, 0, rest);
}
function addEventListener(...args) {
  const target = $eventTargetThis(this);
  if (args.length < 2) $throwTypeError("The \"type\" and \"listener\" arguments must be specified");
  const type = $toText(args[0]);
  const callback = args[1];
  const options = args[2];
  let capture = false, once = false, passive = false, signal;
  if ($isObject(options)) {
    capture = !!options.capture;
    once = !!options.once;
    passive = !!options.passive;
    signal = options.signal;
    if (signal !== undefined && !$hasTag(signal, 38)) $throwTypeError("The \"options.signal\" property must be an instance of AbortSignal. Received " + $describe(signal));
  } else {
    capture = !!options;
  }
  if (!$isListener(callback)) return;
  if (signal !== undefined && $slot(signal, 1)) return;
  if ($findListener($slot(target, 0), type, callback, capture) !== undefined) return;
  const listener = { type, callback, capture, once, passive, removed: false };
  $addListener(target, listener);
  if (signal !== undefined) $addAbortStep(signal, () => {
    if (!listener.removed) $dropListener(target, listener);
  });
}
function addListener(target, listener) {
  const list = $slot(target, 0);
  const longer = [];
  for (let i = 0; i < list.length; i++) $push(longer, list[i]);
  $push(longer, listener);
  $setSlot(target, 0, longer);
}
function removeEventListener(...args) {
  const target = $eventTargetThis(this);
  if (args.length < 2) $throwTypeError("The \"type\" and \"listener\" arguments must be specified");
  const type = $toText(args[0]);
  const callback = args[1];
  const options = args[2];
  const capture = $isObject(options) ? !!options.capture : !!options;
  if (!$isListener(callback)) return;
  const listener = $findListener($slot(target, 0), type, callback, capture);
  if (listener !== undefined) $dropListener(target, listener);
}
function dispatchEventMethod(...args) {
  const target = $eventTargetThis(this);
  if (args.length === 0) $throwTypeError("The \"event\" argument must be specified");
  const event = args[0];
  if (!$hasTag(event, 36)) $throwTypeError("The \"event\" argument must be an instance of Event. Received " + $describe(event));
  if ($slot(event, 10)) throw $newDomException("InvalidStateError", "The event \"" + $slot(event, 0) + "\" is already being dispatched");
  $setSlot(event, 15, false);
  return $dispatchEvent(target, event);
}
// An exception of a listener does not stop the others: it is reported when the program is idle.
function dispatchEvent(target, event) {
  $setSlot(event, 10, true);
  $setSlot(event, 4, target);
  $setSlot(event, 5, target);
  $setSlot(event, 6, 2);
  const type = $slot(event, 0);
  const list = $slot(target, 0);
  for (let i = 0; i < list.length && !$slot(event, 9); i++) {
    const listener = list[i];
    if (listener.removed || listener.type !== type) continue;
    if (listener.once) $dropListener(target, listener);
    $setSlot(event, 13, listener.passive);
    try {
      let callback = listener.callback;
      if (callback === undefined) callback = $slot(target, 4);
      if ($isCallable(callback)) {
        $call(callback, target, event);
      } else {
        const method = callback.handleEvent;
        if (!$isCallable(method)) $throwTypeError("The \"handleEvent\" property of a listener must be of type function. Received " + $displayText(method));
        $call(method, callback, event);
      }
    } catch (error) {
      $reportError(error);
    }
    $setSlot(event, 13, false);
  }
  $setSlot(event, 10, false);
  $setSlot(event, 5, null);
  $setSlot(event, 6, 0);
  $setSlot(event, 8, false);
  $setSlot(event, 9, false);
  return !$slot(event, 7);
}
