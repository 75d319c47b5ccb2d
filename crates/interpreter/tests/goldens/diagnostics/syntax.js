const x = ;
=====
foo(1, 2
=====
let a = 1;
let a = 2;
=====
const s = "abc
=====
const t = `abc
=====
if (x { }
=====
return [1, 2, 3
=====
function f() { await g(); }
=====
const a;
=====
const { b };
=====
var x = 08;
=====
a ?? b || c
=====
class A { constructor() {} constructor() {} }
=====
for (let i = 0; i < 3; i++ { }
=====
const obj = { a: 1 b: 2 };
=====
console.log("it's " + 'it's');
=====
break;
=====
foo: for (;;) { continue bar; }
=====
let let = 1;
=====
new.target
=====
return 1 +
=====
const y = 3 4;
=====
if (a) const b = 1;
=====
super.x
=====
delete x;
=====
this.#p
=====
/abc
=====
/(/
=====
var 1a;
=====
"\x1"
=====
}
=====
a => { ]
=====
eval = 1
=====
const list = items.map(item => {
  return item.id
};
=====
try { f() }
=====
f() = 1
=====
async function f(a, a) { "use strict" }
=====
class A extends B { constructor() { super() } m() { super() } }
=====
