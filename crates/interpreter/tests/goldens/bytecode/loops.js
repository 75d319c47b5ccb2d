let total = 0;
for (let i = 0; i < 10; i++) total += i * 3;
const makers = [];
for (let i = 0; i < 3; i++) makers.push(() => i);
outer: for (const x of makers) {
  for (const key in x) {
    if (key === "stop") break outer;
    if (key == null) continue outer;
  }
}
while (total > 5 && total !== 7) total--;
do { total >>= 1; } while (!(total < 2));
total;
