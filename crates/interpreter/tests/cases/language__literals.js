// Numbers, strings, regular expressions, separators.
equal([0xff, 0b1010, 0o17, 1e3, .5, 5., 1_000_000, 0xF_F], [255, 10, 15, 1000, 0.5, 5, 1000000, 255]);
equal(["\x41\u0042\u{1F600}", "\n\t\0".length, "a\
b", 'it\'s "fine"'], ["AB😀", 3, "ab", "it's \"fine\""]);
same("\u{1F600}".length, 2);
equal([/a+/gi.source, /a+/gi.flags, /[/]\//.source], ["a+", "gi", "[/]\\/"]);
same(/x/ === /x/, false);
equal([[1, , 2].length, [, ].length, [1, 2, ].length], [3, 1, 2]);
equal([9007199254740993, 0.1, 1e400, -1e400, 5e-324], [9007199254740992, 0.1, Infinity, -Infinity, 5e-324]);
equal([10n, 0xffn, 1_000n], [10n, 255n, 1000n]);
const π = 3.14, $dollar = 1, _under = 2, été = 3;
equal([π, $dollar, _under, été], [3.14, 1, 2, 3]);
const a = 1
const b = 2
;[a, b].forEach((n) => n)
const c = a
  + b
same(c, 3)
const noValue = (() => { return
  5 })()
same(noValue, undefined)
let d = 1
d
++
d
same(d, 2)
const { if: keyword, class: other } = { if: 1, class: 2 }
equal([keyword, other, { new: 3 }.new], [1, 2, 3])
const async = 1, of = 2, get = 3, set = 4, from = 5
same(async + of + get + set + from, 15)
/* comment */ same(1, 1) // trailing
