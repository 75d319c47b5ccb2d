// const, let and var: scopes, hoisting, the time before initialisation.
const fixed = 1;
let changing = fixed + 1;
changing += 1;
same(changing, 3);
throws("TypeError", () => { fixed = 2; }, "Assignment to constant variable.");
same(fixed, 1);

{
  let changing = "inner";
  same(changing, "inner");
}
same(changing, 3);

throws("ReferenceError", () => { early; let early = 1; }, "Cannot access 'early' before initialization");
throws("ReferenceError", () => { typeof alsoEarly; const alsoEarly = 1; });
throws("ReferenceError", () => missing, "missing is not defined");
throws("ReferenceError", () => { missing = 1; }, "missing is not defined");
same(typeof missing, "undefined");

same(hoisted, undefined);
var hoisted = 5;
same(hoisted, 5);
if (true) {
  var escaping = "out of the block";
}
same(escaping, "out of the block");
for (var counter = 0; counter < 3; counter++);
same(counter, 3);

let unset;
same(unset, undefined);
let a = 1, b = a + 1, c = b + 1;
equal([a, b, c], [1, 2, 3]);
var again = 1;
var again;
same(again, 1);
