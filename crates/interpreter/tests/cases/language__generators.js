// Generators: protocol, delegation, early end.
function* count(from, to) { for (let i = from; i <= to; i++) yield i; return "end"; }
equal([...count(1, 3)], [1, 2, 3]);
const g = count(1, 2);
equal([g.next(), g.next(), g.next(), g.next()], [{ value: 1, done: false }, { value: 2, done: false }, { value: "end", done: true }, { value: undefined, done: true }]);
function* echo() { let got = yield "ready"; while (true) got = yield got * 2; }
const e = echo();
equal([e.next().value, e.next(2).value, e.next(5).value, e.return("r"), e.next()], ["ready", 4, 10, { value: "r", done: true }, { value: undefined, done: true }]);
function* delegating() { const result = yield* count(1, 2); yield result; yield* [7]; yield* "ab"; }
equal([...delegating()], [1, 2, "end", 7, "a", "b"]);

const log = [];
function* cleaning() { try { yield 1; yield 2; } catch (error) { log.push(error); yield "recovered"; } finally { log.push("finally"); } }
for (const value of cleaning()) break;
equal(log.splice(0), ["finally"]);
const c = cleaning();
c.next();
equal([c.throw("injected"), c.next(), log.splice(0)], [{ value: "recovered", done: false }, { value: undefined, done: true }, ["injected", "finally"]]);
const stubborn = (function* () { try { yield 1; } finally { yield "during"; } })();
stubborn.next();
equal([stubborn.return(9), stubborn.next(), stubborn.next()], [{ value: "during", done: false }, { value: 9, done: true }, { value: undefined, done: true }]);
const unstarted = count(1, 3);
equal([unstarted.return(5), unstarted.next()], [{ value: 5, done: true }, { value: undefined, done: true }]);
throws("Error", () => { const t = count(1, 3); t.throw(new Error("early")); }, "early");

function* naturals() { let n = 0; while (true) yield n++; }
const [zero, one, two] = naturals();
equal([zero, one, two], [0, 1, 2]);
const tree = { value: 1, children: [{ value: 2, children: [] }, { value: 3, children: [{ value: 4, children: [] }] }] };
function* walk(node) { yield node.value; for (const child of node.children) yield* walk(child); }
equal([...walk(tree)], [1, 2, 3, 4]);
const object = { *[Symbol.iterator]() { yield* [1, 2]; } };
equal([...object, Math.max(...object)], [1, 2, 2]);
throws("TypeError", () => { const self = (function* () { self.next(); })(); self.next(); }, "Generator is already running");
throws("TypeError", () => new count());
equal([g[Symbol.iterator]() === g, String(g), typeof g.next], [true, "[object Generator]", "function"]);
function* parameters(a, b = a + 1) { yield a + b; }
same(parameters(1).next().value, 3);
function* inExpressions() { const object = { a: yield 1, b: [yield 2, yield 3] }; return `${yield 4}${JSON.stringify(object)}`; }
const ie = inExpressions();
ie.next(); ie.next("A"); ie.next("B"); ie.next("C");
same(ie.next("D").value, 'D{"a":"A","b":["B","C"]}');
const forwarded = [];
const inner = { [Symbol.iterator]: () => ({ next: (v) => (forwarded.push(["next", v]), { value: 1, done: false }), return: (v) => (forwarded.push(["return", v]), { value: "closed", done: true }) }) };
function* forwards() { yield* inner; }
const f = forwards();
f.next("ignored"); f.next("sent");
equal([f.return("stop"), forwarded], [{ value: "closed", done: true }, [["next", undefined], ["next", "sent"], ["return", "stop"]]]);
