// Each iteration and each call has variables of its own.
const readers = [];
for (let i = 0; i < 3; i++) readers.push(() => i);
equal(readers.map((read) => read()), [0, 1, 2]);

const shared = [];
for (var j = 0; j < 3; j++) shared.push(() => j);
equal(shared.map((read) => read()), [3, 3, 3]);

const fromOf = [];
for (const item of ["a", "b"]) fromOf.push(() => item);
equal(fromOf.map((read) => read()), ["a", "b"]);

const changedInBody = [];
for (let i = 0; i < 3; i++) { changedInBody.push(() => i); i += 0; }
equal(changedInBody.map((read) => read()), [0, 1, 2]);

const updated = [];
for (let i = 0; i < 3; updated.push(() => i), i++);
equal(updated.map((read) => read()), [1, 2, 3]);

function counter() {
  let count = 0;
  return { up: () => ++count, down: () => --count, get value() { return count; } };
}
const first = counter();
const second = counter();
first.up();
first.up();
second.down();
equal([first.value, second.value], [2, -1]);

const compose = (...steps) => (input) => steps.reduce((value, step) => step(value), input);
same(compose((n) => n + 1, (n) => n * 10, String)(4), "50");

const memo = (compute) => {
  const known = new Map();
  return (key) => { if (!known.has(key)) known.set(key, compute(key)); return known.get(key); };
};
let computed = 0;
const square = memo((n) => { computed++; return n * n; });
equal([square(4), square(4), square(5), computed], [16, 16, 25, 2]);

const outer = 1;
const deep = () => () => () => outer;
same(deep()()(), 1);

const inCatch = [];
for (const n of [1, 2]) { try { throw n; } catch (caught) { inCatch.push(() => caught); } }
equal(inCatch.map((read) => read()), [1, 2]);

const parameters = ((a, read = () => a) => { a = 2; return read(); })(1);
same(parameters, 2);
const separate = ((a, read = () => a) => { var a = 2; return read(); })(1);
same(separate, 1);
