// Rounding, extremes, powers, and their edges.
equal([Math.round(2.5), Math.round(-2.5), Math.round(-0.4), Math.round(0.49999999999999994), Math.floor(-1.5), Math.ceil(-1.5), Math.trunc(-1.9), Math.sign(-3)], [3, -2, -0, 0, -2, -1, -1, -1]);
equal([Math.max(), Math.min(), Math.max(1, "3", 2), Math.min(1, NaN), Math.max(-0, 0), Math.max(...[5, 9, 2])], [-Infinity, Infinity, 3, NaN, 0, 9]);
equal([Math.abs(-5), Math.pow(2, 8), Math.sqrt(144), Math.cbrt(27), Math.hypot(3, 4), Math.log2(8), Math.log10(1000), Math.exp(0), Math.log(1), Math.log1p(0), Math.expm1(0)], [5, 256, 12, 3, 5, 3, 3, 1, 0, 0, 0]);
equal([Math.sin(0), Math.cos(0), Math.atan2(1, 1), Math.tan(0), Math.PI, Math.E], [0, 1, 0.7853981633974483, 0, 3.141592653589793, 2.718281828459045]);
equal([Math.clz32(1), Math.imul(0xffffffff, 5), Math.fround(5.5), Math.fround(5.05), Math.sinh(0), Math.acosh(1)], [31, -5, 5.5, 5.050000190734863, 0, 0]);
equal([NaN ** 0, 1 ** Infinity, (-8) ** (1 / 3), Math.pow(0, -1), Math.sqrt(-1)], [1, NaN, NaN, Infinity, NaN]);
const r = Math.random();
equal([r >= 0, r < 1, Math.random() === r], [true, true, false]);
const dice = Array.from({ length: 200 }, () => Math.floor(Math.random() * 6) + 1);
same(dice.every((n) => n >= 1 && n <= 6 && Number.isInteger(n)), true);
same(String(Math), "[object Math]");
const round = (n, digits) => Math.round(n * 10 ** digits) / 10 ** digits;
equal([round(1.2345, 2), round(2.345, 2), round(-1.005, 1)], [1.23, 2.35, -1]);
