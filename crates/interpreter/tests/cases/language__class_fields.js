// Corners of fields, private members and accessors.
class Counter {
  static #instances = new WeakSet();
  static registry = new Map();
  #n = this.start();
  ["com" + "puted"] = this.#n * 2;
  static [Symbol.for("s")] = "symbol";
  self = () => this;
  constructor(name = "default") { Counter.#instances.add(this); Counter.registry.set(name, this); }
  start() { return 10; }
  get #secret() { return "s" + this.#n; }
  set #secret(v) { this.#n = v; }
  reveal() { this.#secret = 7; return this.#secret; }
  static is(value) { return Counter.#instances.has(value); }
  static #helper(x) { return x + 1; }
  static help(x) { return Counter.#helper(x); }
  bump() { return ++this.#n + this.#n++; }
  async later() { await null; return this.#n; }
  *each() { for (let i = 0; i < 2; i++) yield this.#n + i; }
  same(other) { return this.#n === other.#n; }
  has(other) { return #n in other; }
}
const c = new Counter("c");
equal([c.computed, c.self() === c, c.reveal(), Counter.is(c), Counter.is({}), Counter.help(1), Counter[Symbol.for("s")], Counter.registry.get("c") === c], [20, true, "s7", true, false, 2, "symbol", true]);
equal([c.bump(), await c.later(), [...c.each()], c.same(c), c.has({})], [16, 9, [9, 10], true, false]);
throws("TypeError", () => c.same({}));
class Base { kind = "base"; constructor() { this.seen = this.kind; } describe() { return "base " + this.kind; } }
class Derived extends Base { kind = "derived"; describe = () => "field " + super.describe(); static of(...args) { return new this(...args); } }
const d = Derived.of();
equal([d.seen, d.kind, d.describe(), Object.keys(d)], ["base", "derived", "field base derived", ["kind", "seen", "describe"]]);
class Temperature { static #abs = -273.15; #c = 0; static from(c) { const t = new Temperature(); t.celsius = c; return t; } set celsius(v) { if (v < Temperature.#abs) throw new RangeError("too cold"); this.#c = v; } get fahrenheit() { return this.#c * 1.8 + 32; } toJSON() { return { c: this.#c }; } }
equal([Temperature.from(100).fahrenheit, JSON.stringify(Temperature.from(5))], [212, '{"c":5}']);
throws("RangeError", () => Temperature.from(-300), "too cold");
class Stack { #items = []; push(...xs) { this.#items.push(...xs); return this; } get size() { return this.#items.length; } *[Symbol.iterator]() { yield* this.#items; } static { this.empty = new Stack(); } }
equal([[...new Stack().push(1, 2)], Stack.empty.size], [[1, 2], 0]);
class Chain { #v = 1; add(n) { this.#v += n; return this; } get v() { return this?.#v; } }
same(new Chain().add(2).add(3).v, 6);
