// Borrowing, binding, names and lengths.
function describe(greeting, mark = "!") { return greeting + " " + this.name + mark; }
equal([describe.call({ name: "A" }, "hi"), describe.apply({ name: "B" }, ["yo", "?"]), describe.bind({ name: "C" }, "hey")("."), describe.bind({ name: "C" }).name, describe.bind(null, 1).length], ["hi A!", "yo B?", "hey C.", "bound describe", 0]);
equal([Math.max.apply(null, [1, 5, 3]), [].slice.call({ length: 1, 0: "x" }), Array.prototype.concat.apply([], [[1], [2]])], [5, ["x"], [1, 2]]);
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.sum = function () { return this.x + this.y; };
const BoundPoint = Point.bind(null, 1);
equal([new Point(1, 2).sum(), new BoundPoint(5).sum(), new BoundPoint(1) instanceof Point, Point.prototype.constructor === Point], [3, 6, true, true]);
function Old() { if (!new.target) return new Old(); }
same(Old() instanceof Old, true);
throws("TypeError", () => new (() => {})());
throws("TypeError", () => new ({ m() {} }).m());
equal([typeof describe.toString(), (function named() {}).toString(), ((a, b) => a + b).toString(), Object.getOwnPropertyNames(() => {}).sort()], ["string", "function named() {}", "(a, b) => a + b", ["length", "name"]]);
describe.extra = 1;
equal([describe.extra, Object.keys(describe), describe instanceof Function, typeof Function.prototype], [1, ["extra"], true, "function"]);
const curry = (f) => (...args) => (args.length >= f.length ? f(...args) : curry(f.bind(null, ...args)));
same(curry((a, b, c) => a + b + c)(1)(2)(3), 6);
throws("TypeError", () => describe.call(undefined, "x"));
throws("TypeError", () => describe.apply(null, 5));
equal([Reflect.ownKeys(class { static s = 1; static m() {} }), (async () => {}).constructor.name, (function* () {}).constructor.name], [["length", "name", "prototype", "m", "s"], "AsyncFunction", "GeneratorFunction"]);
