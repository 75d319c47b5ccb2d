// Blocks, shadowing, hoisting corners.
let x = "outer";
{ let x = "inner"; { let x = "innermost"; same(x, "innermost"); } same(x, "inner"); }
same(x, "outer");
for (let x = 0; x < 1; x++) { let x = "body"; same(x, "body"); }
const f = (x) => { { let x = 2; } return x; };
same(f(1), 1);
const g = (x) => { var x; return x; };
same(g(1), 1);
const h = (a, b = a) => { let c = b; { const a = 9; c += a; } return c + a; };
same(h(1), 11);
same((() => { try { return typeof late; } catch (e) { return e.name; } let late; })(), "ReferenceError");
same((() => { switch (0) { default: let y = 1; { let y = 2; } return y; } })(), 1);
const order = [];
(function () { order.push(typeof inner, typeof value); function inner() {} var value = 1; order.push(typeof value); })();
equal(order, ["function", "undefined", "number"]);
same((function named() { return typeof named; })(), "function");
same((() => { const named = function other() { return typeof other; }; return named() + typeof other; })(), "functionundefined");
class A { static make() { return new A(); } }
const B = A;
same(B.make() instanceof A, true);
same((() => { const fs = {}; for (const k of ["a", "b"]) { const v = k + k; fs[k] = () => v + k; } return fs.a() + fs.b(); })(), "aaabbb");
const swap = ([a, b]) => { [a, b] = [b, a]; return [a, b]; };
equal(swap([1, 2]), [2, 1]);
let depth = 0;
const recurse = (n) => { let mine = n; if (n > 0) recurse(n - 1); depth += mine; return mine; };
equal([recurse(10), depth], [10, 55]);
same(typeof globalThis, "object");
same(globalThis.Math === Math, true);
