// AbortController, AbortSignal (DOM 3). Tags: 38 AbortSignal (slots: 0 listeners, see event.js; 1 aborted, 2 reason, 3
// array of internal functions to run on abort, 4 value of `onabort`, 5 its listener, 6 array of signals that depend on this
// one, 7 array of signals this one depends on), 39 AbortController (0 signal).

function makeAbortSignal() {
  const signal = $newSlots(38, $intrinsicAbortSignalPrototype(), 8);
  $setSlot(signal, 0, []);
  $setSlot(signal, 1, false);
  $setSlot(signal, 3, []);
  $setSlot(signal, 4, null);
  $setSlot(signal, 6, []);
  return signal;
}
function abortControllerConstructor() {
  $constructorThis(new.target, "AbortController");
  const controller = $newSlots(39, $prototypeOfNewTarget(new.target, $intrinsicAbortControllerPrototype()), 1);
  $setSlot(controller, 0, $makeAbortSignal());
  return controller;
}
function abortControllerThis(value) {
  if (!$hasTag(value, 39)) $throwTypeError("Value of \"this\" must be of type AbortController");
  return $slot(value, 0);
}
function abortControllerSignal() {
  return $abortControllerThis(this);
}
function abortControllerAbort(reason) {
  $signalAbort($abortControllerThis(this), $abortReason(reason));
}
function abortReason(reason) {
  if (reason !== undefined) return reason;
  return $newDomException("AbortError", "This operation was aborted");
}

function abortSignalConstructor() {
  $throwTypeError("Illegal constructor");
}
function abortSignalThis(value) {
  if (!$hasTag(value, 38)) $throwTypeError("Value of \"this\" must be of type AbortSignal");
  return value;
}
function abortSignalAborted() {
  return $slot($abortSignalThis(this), 1);
}
function abortSignalReason() {
  return $slot($abortSignalThis(this), 2);
}
function abortSignalThrowIfAborted() {
  const signal = $abortSignalThis(this);
  if ($slot(signal, 1)) throw $slot(signal, 2);
}
function abortSignalOnabort() {
  return $slot($abortSignalThis(this), 4);
}
// The handler keeps its place among the listeners while its value changes.
function abortSignalSetOnabort(value) {
  const signal = $abortSignalThis(this);
  const handler = $isCallable(value) ? value : null;
  $setSlot(signal, 4, handler);
  const listener = $slot(signal, 5);
  if (handler === null) {
    if (listener !== undefined) $dropListener(signal, listener);
    $setSlot(signal, 5, undefined);
  } else if (listener === undefined) {
    const added = { type: "abort", callback: undefined, capture: false, once: false, passive: false, removed: false };
    $addListener(signal, added);
    $setSlot(signal, 5, added);
  }
}
function abortSignalAbort(reason) {
  const signal = $makeAbortSignal();
  $setSlot(signal, 1, true);
  $setSlot(signal, 2, $abortReason(reason));
  return signal;
}
function abortSignalTimeout(...args) {
  if (args.length === 0) $throwTypeError("The \"delay\" argument must be specified");
  const delay = +args[0];
  if (!(delay >= 0 && delay <= 9007199254740991)) $throwRangeError("The value of \"delay\" is out of range. It must be >= 0 && <= 9007199254740991. Received " + $displayText(args[0]));
  const signal = $makeAbortSignal();
  $startTimer(() => {
    $signalAbort(signal, $newDomException("TimeoutError", "The operation was aborted due to timeout"));
  }, delay);
  return signal;
}
function abortSignalAny(...args) {
  if (args.length === 0) $throwTypeError("The \"signals\" argument must be specified");
  const list = [];
  for (const signal of args[0]) {
    if (!$hasTag(signal, 38)) $throwTypeError("The \"signals[" + $toText(list.length) + "]\" argument must be an instance of AbortSignal. Received " + $describe(signal));
    $push(list, signal);
  }
  const result = $makeAbortSignal();
  for (let i = 0; i < list.length; i++) {
    if ($slot(list[i], 1)) {
      $setSlot(result, 1, true);
      $setSlot(result, 2, $slot(list[i], 2));
      return result;
    }
  }
  // Only signals that depend on nothing are sources.
  const sources = [];
  for (let i = 0; i < list.length; i++) {
    const own = $slot(list[i], 7);
    if (own === undefined) $addSource(sources, list[i], result);
    else for (let k = 0; k < own.length; k++) $addSource(sources, own[k], result);
  }
  $setSlot(result, 7, sources);
  return result;
}
function addSource(sources, source, dependent) {
  if ($listHas(sources, source)) return;
  $push(sources, source);
  $push($slot(source, 6), dependent);
}
function addAbortStep(signal, step) {
  $push($slot(signal, 3), step);
}
// Every signal is aborted before the first listener runs.
function signalAbort(signal, reason) {
  if ($slot(signal, 1)) return;
  const aborted = [signal];
  $setSlot(signal, 1, true);
  $setSlot(signal, 2, reason);
  const dependents = $slot(signal, 6);
  $setSlot(signal, 6, []);
  for (let i = 0; i < dependents.length; i++) {
    const dependent = dependents[i];
    if ($slot(dependent, 1)) continue;
    $setSlot(dependent, 1, true);
    $setSlot(dependent, 2, reason);
    $push(aborted, dependent);
  }
  for (let i = 0; i < aborted.length; i++) {
    const steps = $slot(aborted[i], 3);
    $setSlot(aborted[i], 3, []);
    for (let k = 0; k < steps.length; k++) $call(steps[k], undefined);
    $dispatchEvent(aborted[i], $makeEvent($intrinsicEventPrototype(), "abort", true));
  }
}
