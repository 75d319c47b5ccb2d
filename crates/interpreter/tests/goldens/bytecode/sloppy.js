// script
var total = 1;
function add(a, b) { arguments[0] = 2; return a + b + this.total; }
{ function inner() { return inner; } }
if (total) function conditional() {}
delete total;
undeclared = add(1);
let lexical = (function named() { named = 1; return named; })();
