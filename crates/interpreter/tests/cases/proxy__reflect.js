// Traps, revocation, Reflect.
const log = [];
const target = { a: 1 };
const proxy = new Proxy(target, {
  get(t, key, receiver) { log.push("get " + String(key)); return Reflect.get(t, key, receiver); },
  set(t, key, value) { log.push("set " + key); t[key] = value; return true; },
  has(t, key) { log.push("has " + key); return key in t; },
  deleteProperty(t, key) { log.push("delete " + key); return delete t[key]; },
  ownKeys(t) { log.push("ownKeys"); return Reflect.ownKeys(t); },
});
proxy.b = proxy.a + 1;
"a" in proxy;
delete proxy.a;
equal([Object.keys(proxy), target, log], [["b"], { b: 2 }, ["get a", "set b", "has a", "delete a", "ownKeys"]]);
const defaults = new Proxy({}, { get: (t, key) => (key in t ? t[key] : `no ${String(key)}`) });
equal([defaults.x, defaults.constructor === Object], ["no x", true]);
const negative = new Proxy([1, 2, 3], { get: (t, key, r) => (typeof key === "string" && /^-\d+$/.test(key) ? t.at(Number(key)) : Reflect.get(t, key, r)) });
equal([negative[-1], negative.length, negative.map((n) => n * 2), Array.isArray(negative)], [3, 3, [2, 4, 6], true]);
throws("TypeError", () => { new Proxy({}, { set: () => false }).x = 1; }, "'set' on proxy: trap returned falsish for property 'x'");
throws("TypeError", () => new Proxy(Object.freeze({ a: 1 }), { get: () => 2 }).a);
const callable = new Proxy((a, b) => a + b, { apply: (f, self, args) => f(...args) * 10 });
same(callable(1, 2), 30);
const Constructed = new Proxy(class { constructor(n) { this.n = n; } }, { construct: (C, args) => new C(args[0] * 2) });
same(new Constructed(4).n, 8);
const { proxy: revocable, revoke } = Proxy.revocable({ x: 1 }, {});
same(revocable.x, 1);
revoke();
throws("TypeError", () => revocable.x, "Cannot perform 'get' on a proxy that has been revoked");
equal([Reflect.has({ x: 1 }, "x"), Reflect.ownKeys({ b: 1, 1: 1, [Symbol.iterator]: 1 }).length, Reflect.apply(Math.max, null, [1, 3]), Reflect.construct(Date, [0]).getTime(), Reflect.getPrototypeOf([]) === Array.prototype, Reflect.defineProperty({}, "x", { value: 1 }), Reflect.set(Object.freeze({ x: 1 }), "x", 2), Reflect.deleteProperty({ x: 1 }, "x")],
  [true, 3, 3, 0, true, true, false, true]);
const recursive = (value, path, seen) => (typeof value === "object" && value !== null ? new Proxy(value, { get: (t, key) => (seen.push([...path, key].join(".")), recursive(t[key], [...path, key], seen)) }) : value);
const paths = [];
same(recursive({ a: { b: { c: 7 } } }, [], paths).a.b.c, 7);
equal(paths, ["a", "a.b", "a.b.c"]);
