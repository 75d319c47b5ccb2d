// Branches.
const grade = (n) => { if (n > 90) return "A"; else if (n > 80) return "B"; else return "C"; };
equal([95, 85, 10].map(grade), ["A", "B", "C"]);
let reached = "";
if (0) reached += "no"; else reached += "else";
if ("") ; else if ([]) reached += " empty array is true";
same(reached, "else empty array is true");

const named = (value) => {
  switch (value) {
    case 1: return "one";
    case "1": return "text";
    case null: return "null";
    case NaN: return "never";
    default: return "other";
  }
};
equal([1, "1", null, NaN, undefined].map(named), ["one", "text", "null", "other", "other"]);

const through = (start) => {
  const log = [];
  switch (start) {
    case 0: log.push(0);
    case 1: log.push(1); break;
    default: log.push("default");
    case 2: log.push(2);
  }
  return log;
};
equal([through(0), through(1), through(2), through(9)], [[0, 1], [1], [2], ["default", 2]]);

const evaluated = [];
switch (2) { case (evaluated.push("a"), 1): case (evaluated.push("b"), 2): case (evaluated.push("c"), 3): }
equal(evaluated, ["a", "b"]);
switch (true) { case 1 > 2: same(1, 2); break; case 2 > 1: reached = "guard"; }
same(reached, "guard");
switch (1) { case 0: let scoped = 1; case 1: throws("ReferenceError", () => scoped); }
switch (3) {}
const fromLoop = [];
for (const n of [1, 2, 3, 4]) {
  switch (n % 2) { case 0: continue; }
  fromLoop.push(n);
}
equal(fromLoop, [1, 3]);
switch (1) { case 1: { const inner = 1; same(inner, 1); } function later() { return "hoisted"; } same(later(), "hoisted"); }
