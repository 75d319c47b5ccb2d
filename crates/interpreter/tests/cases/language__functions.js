// Declarations, expressions, hoisting, parameters, arguments, this.
same(before(2), 4);
function before(n) { return n * 2; }

const named = function factorial(n) { return n < 2 ? 1 : n * factorial(n - 1); };
same(named(5), 120);
same(named.name, "factorial");
throws("TypeError", () => { (function self() { self = 1; })(); });

function defaults(a, b = a + 1, { c = 3, d } = {}, [e = 5] = [], ...rest) { return [a, b, c, d, e, rest]; }
equal(defaults(1), [1, 2, 3, undefined, 5, []]);
equal(defaults(1, undefined, { d: 4 }, [6], 7, 8), [1, 2, 3, 4, 6, [7, 8]]);
equal(defaults(1, null), [1, null, 3, undefined, 5, []]);
same(defaults.length, 1);
same(((a, b) => {}).length, 2);
throws("ReferenceError", () => ((a = b, b) => {})());

function counted() { return arguments.length; }
same(counted(1, undefined, 3), 3);
function listed() { return [...arguments]; }
equal(listed("a", "b"), ["a", "b"]);
function unmapped(a) { arguments[0] = 9; return a; }
same(unmapped(1), 1);

const closesOver = (() => { let n = 0; return () => ++n; })();
closesOver();
same(closesOver(), 2);

same((function () { return this; })(), undefined);
const owner = { value: 1, method() { return this.value; }, arrow: () => typeof this, nested() { return (() => this.value)(); } };
same(owner.method(), 1);
same(owner.nested(), 1);
same(owner.arrow(), "undefined");
const loose = owner.method;
throws("TypeError", () => loose(), "Cannot read properties of undefined (reading 'value')");

function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
same(even(101), false);

same((() => {})(), undefined);
same((() => ({}))().constructor, Object);
const returnsEarly = (n) => { for (;;) { if (n > 3) return n; n++; } };
same(returnsEarly(0), 4);
same([1, 2, 3].map((n) => n * 2).join(), "2,4,6");
const assigned = () => {};
same(assigned.name, "assigned");
same({ key: () => {} }.key.name, "key");
same((() => {}).name, "");

{
  same(inBlock(), "block");
  function inBlock() { return "block"; }
}
throws("TypeError", () => { const x = 1; x(); }, "x is not a function");
throws("TypeError", () => ({}).nothing());
throws("TypeError", () => owner.nope(), "owner.nope is not a function");
