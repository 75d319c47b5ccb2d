const { a, b: { c = 1 } = {}, ...rest } = await tools.get({ id: 1 });
const [first, , second = a, ...others] = c;
let x, y;
[x, y] = [y, x];
({ x, y: rest.z } = others);
function f({ p = 1, q } = {}, [r], ...s) { return [p, q, r, s]; }
for (const [key, value] of Object.entries(rest)) f(key, value);
