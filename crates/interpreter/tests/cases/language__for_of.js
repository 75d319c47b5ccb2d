// for-of over every kind of iterable; closing of iterators.
const seen = [];
for (const item of [1, , 3]) seen.push(item);
for (const character of "a😀") seen.push(character);
for (const item of new Set([4, 4])) seen.push(item);
for (const [key, value] of new Map([["k", "v"]])) seen.push(key, value);
for (const pair of [9].entries()) seen.push(pair);
for (const value of (function* () { yield "g"; })()) seen.push(value);
equal(seen, [1, undefined, 3, "a", "😀", 4, "k", "v", [0, 9], "g"]);

let last;
for (last of [1, 2]);
same(last, 2);
const holder = {};
for (holder.value of [5]);
for ([holder.a, holder.b] of [[1, 2]]);
equal(holder, { value: 5, a: 1, b: 2 });

const growing = [1, 2];
for (const n of growing) if (growing.length < 5) growing.push(n * 10);
equal(growing, [1, 2, 10, 20, 100]);

const closing = () => {
  const log = [];
  const iterable = {
    log,
    [Symbol.iterator]() {
      let n = 0;
      return {
        next: () => (log.push("next"), { value: n, done: n++ > 3 }),
        return: () => (log.push("return"), {}),
      };
    },
  };
  return iterable;
};
const broken = closing();
for (const n of broken) if (n === 1) break;
equal(broken.log, ["next", "next", "return"]);
const finished = closing();
for (const n of finished);
equal(finished.log, ["next", "next", "next", "next", "next"]);
const threw = closing();
throws("RangeError", () => { for (const n of threw) throw new RangeError("body"); }, "body");
equal(threw.log, ["next", "return"]);
const returned = closing();
same((() => { for (const n of returned) return "value"; })(), "value");
equal(returned.log, ["next", "return"]);
const outer = closing();
label: for (const x of [1]) { for (const n of outer) continue label; }
equal(outer.log, ["next", "return"]);
const pattern = closing();
const [p, q] = pattern;
equal([p, q, pattern.log], [0, 1, ["next", "next", "return"]]);

throws("TypeError", () => { for (const n of 5); });
throws("TypeError", () => { for (const n of {}); });
throws("TypeError", () => { for (const n of undefined); });
throws("TypeError", () => { for (const n of { [Symbol.iterator]: () => 1 }); });
