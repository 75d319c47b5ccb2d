// structuredClone: errors, buffers, transfer, what it refuses.
const copy = structuredClone(new TypeError("t", { cause: [1] }));
equal([copy instanceof TypeError, copy.name, copy.message, copy.cause], [true, "TypeError", "t", [1]]);
class Own extends Error {
  constructor(message) { super(message); this.name = "Own"; this.extra = 1; }
}
const own = structuredClone(new Own("o"));
equal([own instanceof Own, own instanceof Error, own.name, own.message, own.extra], [false, true, "Error", "o", undefined]);
const buffer = new ArrayBuffer(8);
const view = new Uint16Array(buffer, 2, 2);
view[0] = 7;
const both = structuredClone({ view, buffer });
equal([both.view.buffer === both.buffer, both.view[0], both.view.byteOffset, both.view.length, both.buffer !== buffer], [true, 7, 2, 2, true]);
const moved = structuredClone(buffer, { transfer: [buffer] });
equal([moved.byteLength, buffer.byteLength, view.length], [8, 0, 0]);
equal([structuredClone(new Set([[1]])).size, structuredClone(Object(5n)) instanceof BigInt, structuredClone(new Date(NaN)).getTime(), Object.getPrototypeOf(structuredClone(Object.create(null))) === Object.prototype], [1, true, NaN, true]);
for (const bad of [() => 1, Symbol("s"), new WeakMap(), new WeakRef({}), Promise.resolve(), { deep: [new WeakSet()] }]) throws("DataCloneError", () => structuredClone(bad));
throws("RangeError", () => structuredClone({ get a() { throw new RangeError("g"); } }), "g");
throws("TypeError", () => structuredClone());
const list = [1, 2];
list.extra = "x";
const copied = structuredClone(list);
equal([copied.length, copied.extra, Object.keys(copied)], [2, "x", ["0", "1", "extra"]]);
