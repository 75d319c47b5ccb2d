// Events and targets: order, once, signal, objects as listeners, cancelling, stopping.
const target = new EventTarget();
const log = [];
const listener = (event) => log.push(event.type);
target.addEventListener("x", listener);
target.addEventListener("x", listener);
target.addEventListener("x", listener, { capture: true });
target.addEventListener("x", null);
target.addEventListener("x", undefined);
same(target.dispatchEvent(new Event("x")), true);
equal(log.splice(0), ["x", "x"]);
target.removeEventListener("x", listener);
target.dispatchEvent(new Event("x"));
target.dispatchEvent(new Event("X"));
equal(log.splice(0), ["x"]);
target.removeEventListener("x", listener, { capture: true });
target.dispatchEvent(new Event("x"));
equal(log, []);
// once, signal, handleEvent, changes during dispatch.
target.addEventListener("y", () => { log.push("once"); target.dispatchEvent(new Event("y")); }, { once: true });
const stop = new AbortController();
target.addEventListener("y", () => log.push("until abort"), { signal: stop.signal });
target.addEventListener("y", { name: "object", handleEvent() { log.push(this.name); } });
target.dispatchEvent(new Event("y"));
equal(log.splice(0), ["once", "until abort", "object", "until abort", "object"]);
stop.abort();
target.addEventListener("y", () => log.push("never"), { signal: stop.signal });
target.dispatchEvent(new Event("y"));
equal(log.splice(0), ["object"]);
const second = () => log.push("second");
target.addEventListener("z", () => { log.push("first"); target.removeEventListener("z", second); });
target.addEventListener("z", second);
target.dispatchEvent(new Event("z"));
equal(log.splice(0), ["first"]);
// Cancelling and stopping.
const button = new EventTarget();
button.addEventListener("click", (event) => { event.preventDefault(); log.push(event.defaultPrevented); });
button.addEventListener("click", (event) => { event.stopImmediatePropagation(); log.push("stopped"); });
button.addEventListener("click", () => log.push("unreached"));
equal([button.dispatchEvent(new Event("click", { cancelable: true })), button.dispatchEvent(new Event("click")), log.splice(0)], [false, true, [true, "stopped", false, "stopped"]]);
// Properties of events.
const event = new Event("t", { bubbles: true, cancelable: 1, composed: "" });
equal([event.type, event.bubbles, event.cancelable, event.composed, event.target, event.currentTarget, event.eventPhase, event.defaultPrevented, event.isTrusted, event.returnValue, event.cancelBubble, event.composedPath(), typeof event.timeStamp], ["t", true, true, false, null, null, 0, false, false, true, false, [], "number"]);
const during = [];
target.addEventListener("t", (seen) => during.push(seen === event, seen.target === target, seen.currentTarget === target, seen.srcElement === target, seen.eventPhase, seen.composedPath()[0] === target));
target.dispatchEvent(event);
equal([during, event.target === target, event.currentTarget, event.eventPhase, event.composedPath()], [[true, true, true, true, 2, true], true, null, 0, []]);
equal([Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE, String(event), Event.length], [0, 1, 2, 3, "[object Event]", 1]);
const custom = new CustomEvent("c", { detail: { n: 1 } });
equal([custom.detail, new CustomEvent("c").detail, custom instanceof Event, String(custom), custom.type], [{ n: 1 }, null, true, "[object CustomEvent]", "c"]);
same(new Event(null).type, "null");
throws("TypeError", () => new Event());
throws("TypeError", () => new Event("a", 1));
throws("TypeError", () => Event("a"));
throws("TypeError", () => target.dispatchEvent({ type: "x" }));
throws("TypeError", () => target.addEventListener("x", "no function"));
throws("TypeError", () => target.addEventListener("x"));
throws("TypeError", () => target.addEventListener("x", listener, { signal: {} }));
throws("TypeError", () => EventTarget.prototype.addEventListener.call({}, "x", listener));
throws("TypeError", () => Object.getOwnPropertyDescriptor(Event.prototype, "type").get.call({}));
let again;
target.addEventListener("again", (seen) => { again = thrown(() => target.dispatchEvent(seen)); });
target.dispatchEvent(new Event("again"));
same(again instanceof Error, true);
// Subclasses.
class Store extends EventTarget {
  #value = 0;
  set value(next) {
    const old = this.#value;
    this.#value = next;
    this.dispatchEvent(new CustomEvent("change", { detail: { old, next } }));
  }
}
class Renamed extends Event {
  constructor(name) { super("renamed"); this.name = name; }
}
const store = new Store();
const changes = [];
store.addEventListener("change", ({ detail }) => changes.push(detail));
store.addEventListener("renamed", (seen) => changes.push(seen.name));
store.value = 1;
store.value = 2;
store.dispatchEvent(new Renamed("n"));
equal(changes, [{ old: 0, next: 1 }, { old: 1, next: 2 }, "n"]);
equal([Object.keys(EventTarget.prototype).sort(), Object.prototype.toString.call(store), Store.name], [["addEventListener", "dispatchEvent", "removeEventListener"], "[object EventTarget]", "Store"]);
