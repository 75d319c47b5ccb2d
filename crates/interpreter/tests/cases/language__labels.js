// Labelled loops and blocks.
const pairs = [];
outer: for (let i = 0; i < 4; i++) {
  for (let j = 0; j < 4; j++) {
    if (j === 2) continue outer;
    if (i === 2) break outer;
    pairs.push(`${i}${j}`);
  }
}
equal(pairs, ["00", "01", "10", "11"]);
let steps = 0;
block: { steps++; if (steps) break block; steps = 100; }
same(steps, 1);
search: while (true) { do { steps++; if (steps > 5) break search; continue; } while (true); }
same(steps, 6);
chosen: switch (1) { case 1: for (;;) break chosen; }
const log = [];
a: for (const x of [1, 2]) b: for (const y of [1, 2]) { try { if (y === 1) continue a; } finally { log.push(x); } }
equal(log, [1, 2]);
found: if (true) { if (steps === 6) break found; same(1, 2); }
one: two: for (;;) { break one; }
