// Identity, registry, well-known symbols.
const s = Symbol("desc");
equal([s.description, String(s), typeof s, Symbol("a") === Symbol("a"), Symbol.for("k") === Symbol.for("k"), Symbol.keyFor(Symbol.for("k")), Symbol.keyFor(s), Symbol().description], ["desc", "Symbol(desc)", "symbol", false, true, "k", undefined, undefined]);
throws("TypeError", () => s + "");
throws("TypeError", () => new Symbol(), "Symbol is not a constructor");
const o = { [s]: 1, plain: 2 };
equal([o[s], Object.keys(o), JSON.stringify(o), Object.getOwnPropertySymbols(o).length, s in o, Reflect.ownKeys(o).length], [1, ["plain"], '{"plain":2}', 1, true, 2]);
const money = { [Symbol.toPrimitive](hint) { return { number: 5, string: "five", default: "dflt" }[hint]; } };
equal([+money, `${money}`, money + "", money * 2, money == "dflt", [1][money] ?? "none"], [5, "five", "dflt", 10, true, "none"]);
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } }
equal([2 instanceof Even, 1 instanceof Even], [true, false]);
class Tagged { get [Symbol.toStringTag]() { return "Tagged"; } }
equal([String(new Tagged()), Object.prototype.toString.call(new Tagged())], ["[object Tagged]", "[object Tagged]"]);
const spreadable = { length: 2, 0: "a", 1: "b", [Symbol.isConcatSpreadable]: true };
equal([].concat(spreadable, "c"), ["a", "b", "c"]);
const splitter = { [Symbol.split]: (text) => ["custom", text] };
equal("x".split(splitter), ["custom", "x"]);
const replacer = { [Symbol.replace]: (text, by) => text + by };
same("x".replace(replacer, "y"), "xy");
class Special extends Array { static get [Symbol.species]() { return Array; } }
equal([new Special(1, 2).map((n) => n) instanceof Special, new Special(1, 2) instanceof Special], [false, true]);
const order = { valueOf: () => 10, toString: () => "text" };
equal([order + 1, `${order}`, order > 9, [order] + "", order + ""], [11, "text", true, "text", "10"]);
throws("TypeError", () => ({ valueOf: () => ({}), toString: () => ({}) }) + 1, "Cannot convert object to primitive value");
