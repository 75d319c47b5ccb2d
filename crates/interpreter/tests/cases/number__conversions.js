// Number(), parsing, formatting, constants.
equal([Number("42"), Number("  42\n"), Number(""), Number("4x"), Number(null), Number(undefined), Number(true), Number([7]), Number([1, 2]), Number({}), Number("0x1F"), Number("-"), Number("1e3"), Number("Infinity"), Number(new Date(5)), Number(12n)],
  [42, 42, 0, NaN, 0, NaN, 1, 7, NaN, NaN, 31, NaN, 1000, Infinity, 5, 12]);
equal([parseInt("42px"), parseInt("0x1f"), parseInt("101", 2), parseInt("z", 36), parseInt(""), parseInt("-7.9"), parseInt("08"), parseInt("9", 8), parseInt(1e21)], [42, 31, 5, 35, NaN, -7, 8, NaN, 1]);
equal([parseFloat("3.14abc"), parseFloat(".5"), parseFloat("-.5e-2x"), parseFloat("x"), parseFloat("1_0"), parseFloat("Infinityx")], [3.14, 0.5, -0.005, NaN, 1, Infinity]);
equal([(1.005).toFixed(2), (1.45).toFixed(1), (0).toFixed(2), (-1.5).toFixed(0), (1e21).toFixed(2), (123.456).toFixed(), (0.000001).toFixed(7), (10.235).toFixed(2)], ["1.00", "1.4", "0.00", "-2", "1e+21", "123", "0.0000010", "10.23"]);
equal([(255).toString(16), (0.5).toString(2), (-255).toString(36), (1e21).toString(), (0.1).toString(3).slice(0, 10), (35).toString(36)], ["ff", "0.1", "-73", "1e+21", "0.00220022", "z"]);
equal([(1234.5678).toPrecision(6), (0.00001).toPrecision(1), (1234).toPrecision(2), (12345).toExponential(2), (0).toExponential()], ["1234.57", "0.00001", "1.2e+3", "1.23e+4", "0e+0"]);
throws("RangeError", () => (1).toFixed(101), "toFixed() digits argument must be between 0 and 100");
throws("RangeError", () => (1).toString(1), "toString() radix argument must be between 2 and 36");
throws("TypeError", () => Number.prototype.toFixed.call("1"));
throws("TypeError", () => +1n);
throws("TypeError", () => Number(Symbol()));
equal([Number.isInteger(5.0), Number.isInteger("5"), Number.isFinite(Infinity), Number.isFinite("1"), Number.isNaN("x"), Number.isSafeInteger(2 ** 53), isNaN("x"), isFinite("1")], [true, false, false, false, false, false, true, true]);
equal([Number.MAX_SAFE_INTEGER, Number.EPSILON > 0, Number.MIN_VALUE, Number.MAX_VALUE, Number.parseFloat === parseFloat], [9007199254740991, true, 5e-324, 1.7976931348623157e308, true]);
equal([0.1 + 0.7, 1 / 3, 100 / 3, 1e300 * 1e10, 123456789.123456789, 0.1 * 3, 4.35 * 100, 1.1 + 2.2], [0.7999999999999999, 0.3333333333333333, 33.333333333333336, Infinity, 123456789.12345679, 0.30000000000000004, 434.99999999999994, 3.3000000000000003]);
equal([String(1e-7), String(0.000001), String(123e-20), String(2 ** 53), String(-1e21), `${1 / 3}`], ["1e-7", "0.000001", "1.23e-18", "9007199254740992", "-1e+21", "0.3333333333333333"]);
equal([new Number(5) + 1, typeof new Number(5), new Number(5) == 5, Object(1) instanceof Number], [6, "object", true, true]);
equal([(1234567.891).toLocaleString("en-US"), (0.256).toLocaleString("en-US", { style: "percent" }), (5).toLocaleString("en-US", { minimumFractionDigits: 2 })], ["1,234,567.891", "26%", "5.00"]);
