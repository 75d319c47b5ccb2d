// Programs are strict code.
same((function () { return typeof this; })(), "undefined");
throws("TypeError", () => { Object.freeze([1]).length = 0; });
throws("TypeError", () => { "s".x = 1; });
throws("TypeError", () => { delete Object.prototype; });
throws("TypeError", () => { delete [].length; });
throws("ReferenceError", () => { leaked = 1; });
same(typeof leaked, "undefined");
throws("TypeError", () => { (function () { return arguments.callee; })(); });
const boxed = (function () { return typeof this; }).call(5);
same(boxed, "number");
{ function scoped() { return 1; } same(scoped(), 1); }
same(typeof scoped, "undefined");
throws("TypeError", () => { undefined.x; });
throws("TypeError", () => { const o = { get g() { return 1; } }; o.g = 2; });
const args = (function (a) { a = 2; return arguments[0]; })(1);
same(args, 1);
