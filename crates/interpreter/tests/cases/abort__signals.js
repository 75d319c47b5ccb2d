// Signals: reasons, order of events, timeouts, any, the handler attribute.
const events = [];
const controller = new AbortController();
const { signal } = controller;
equal([signal.aborted, signal.reason, signal.onabort, controller.signal === signal, signal instanceof EventTarget, Object.prototype.toString.call(signal), Object.prototype.toString.call(controller)], [false, undefined, null, true, true, "[object AbortSignal]", "[object AbortController]"]);
same(signal.throwIfAborted(), undefined);
signal.addEventListener("abort", function (event) { events.push(["first", event.type, event.target === signal, this === signal, event.isTrusted, signal.aborted, event instanceof Event]); });
signal.onabort = () => events.push("old handler");
signal.addEventListener("abort", { handleEvent(event) { events.push(["object", event.target === signal]); } });
signal.onabort = function () { events.push(["handler", this === signal]); };
signal.addEventListener("abort", () => events.push("once"), { once: true });
same(controller.abort({ code: 1 }), undefined);
controller.abort("again");
signal.dispatchEvent(new Event("abort"));
equal(events, [["first", "abort", true, true, true, true, true], ["handler", true], ["object", true], "once", ["first", "abort", true, true, false, true, true], ["handler", true], ["object", true]]);
equal([signal.aborted, signal.reason], [true, { code: 1 }]);
equal(thrown(() => signal.throwIfAborted()), { code: 1 });
signal.onabort = null;
same(signal.onabort, null);
// Default reasons.
const plain = new AbortController();
plain.abort(undefined);
equal([plain.signal.reason.name, plain.signal.reason.message, plain.signal.reason.code, plain.signal.reason instanceof DOMException, plain.signal.reason instanceof Error], ["AbortError", "This operation was aborted", 20, true, true]);
const falsy = new AbortController();
falsy.abort(null);
same(falsy.signal.reason, null);
equal([AbortSignal.abort().reason.name, AbortSignal.abort(7).reason, AbortSignal.abort().aborted], ["AbortError", 7, true]);
// Timeouts.
const timed = AbortSignal.timeout(5);
same(timed.aborted, false);
await new Promise((resolve) => setTimeout(resolve, 30));
equal([timed.aborted, timed.reason.name, timed.reason.message, timed.reason.code], [true, "TimeoutError", "The operation was aborted due to timeout", 23]);
throws("RangeError", () => AbortSignal.timeout(-1));
// Any.
const [a, b] = [new AbortController(), new AbortController()];
const either = AbortSignal.any([a.signal, b.signal]);
const nested = AbortSignal.any([either, new AbortController().signal]);
const order = [];
a.signal.addEventListener("abort", () => order.push("a " + either.aborted + nested.aborted));
either.addEventListener("abort", () => order.push("either"));
nested.addEventListener("abort", () => order.push("nested"));
b.abort("from b");
a.abort("from a");
equal([either.reason, nested.reason, order], ["from b", "from b", ["either", "nested", "a truetrue"]]);
equal([AbortSignal.any([]).aborted, AbortSignal.any([AbortSignal.abort(3)]).reason, AbortSignal.any([either]).reason], [false, 3, "from b"]);
throws("TypeError", () => AbortSignal.any([{}]));
throws("TypeError", () => AbortSignal.any());
throws("TypeError", () => new AbortSignal());
throws("TypeError", () => AbortController());
throws("TypeError", () => Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted").get.call({}));
throws("TypeError", () => AbortController.prototype.abort.call({}));
equal(Object.keys(AbortController.prototype).sort(), ["abort", "signal"]);
// As programs use it.
const work = async (limit, abort) => {
  const done = [];
  for (let i = 0; i < limit; i++) {
    abort.throwIfAborted();
    await new Promise((resolve, reject) => {
      const id = setTimeout(resolve, 1);
      abort.addEventListener("abort", () => { clearTimeout(id); reject(abort.reason); }, { once: true });
    });
    done.push(i);
  }
  return done;
};
equal(await work(3, new AbortController().signal), [0, 1, 2]);
await rejects("TimeoutError", work(1e6, AbortSignal.timeout(20)));
const late = new AbortController();
const running = work(1e6, late.signal);
late.abort(new RangeError("enough"));
await rejects("RangeError", running, "enough");
