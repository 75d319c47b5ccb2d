// Throwing, catching, finishing.
const log = [];
try { log.push("try"); throw new Error("x"); } catch (error) { log.push(error.message); } finally { log.push("finally"); }
equal(log, ["try", "x", "finally"]);
try { throw 1; } catch { log.push("no binding"); }
same(log.pop(), "no binding");
try { throw { code: 5, nested: { why: "w" } }; } catch ({ code, nested: { why } }) { equal([code, why], [5, "w"]); }
for (const value of [null, undefined, 0, "text", Symbol.iterator]) { try { throw value; } catch (caught) { same(caught, value); } }

const returns = () => { try { return "try"; } finally { log.push("after return"); } };
same(returns(), "try");
same(log.pop(), "after return");
same((() => { try { return 1; } finally { return 2; } })(), 2);
same((() => { try { throw 1; } catch { return "catch"; } finally { log.length = 0; } })(), "catch");
same((() => { for (;;) { try { return 1; } finally { break; } } return "swallowed"; })(), "swallowed");
same((() => { let n = 0; for (const x of [1, 2, 3]) { try { continue; } finally { n++; } } return n; })(), 3);
throws("RangeError", () => { try { throw new TypeError("first"); } finally { throw new RangeError("second"); } }, "second");
throws("TypeError", () => { try { throw new Error("1"); } catch { throw new TypeError("2"); } finally { log.push("f"); } }, "2");
same((() => { let value = 1; try { return value; } finally { value = 2; } })(), 1);
same((() => { try { return (() => { throw 1; })(); } catch { return "caught from the return expression"; } })(), "caught from the return expression");

const order = [];
const nested = () => {
  try {
    try { order.push(1); throw new Error("inner"); } finally { order.push(2); }
  } catch (error) {
    order.push(error.message);
    try { throw new Error("again"); } catch (second) { order.push(second.message); }
    return "done";
  } finally { order.push(3); }
};
same(nested(), "done");
equal(order, [1, 2, "inner", "again", 3]);

const error = "outer";
try { throw "shadow"; } catch (error) { same(error, "shadow"); }
same(error, "outer");
const rethrown = thrown(() => { try { null.property; } catch (e) { e.extra = 1; throw e; } });
equal([rethrown.name, rethrown.message, rethrown.extra], ["TypeError", "Cannot read properties of null (reading 'property')", 1]);
let depth = 0;
const deep = (n) => { try { if (n === 0) throw new Error("bottom"); deep(n - 1); } finally { depth++; } };
throws("Error", () => deep(20), "bottom");
same(depth, 21);
