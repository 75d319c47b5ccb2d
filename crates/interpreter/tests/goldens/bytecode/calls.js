function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
const list = [1, ...[2, 3]].map(x => x * 2).filter(Boolean);
const object = { a: 1, b: fib(5), m() { return this.a; }, get g() { return 2; }, ["c" + 1]: 3, ...list };
object.m(); object["m"](); object?.m?.(1); object.x?.y.z(...list);
new Map([[1, 2]]);
`a${object.a}b${list.length}`;
String.raw`x${1}\n`;
delete object.a, typeof missing, void 0, -"1", +"2", !object, 5 in list, list instanceof Array;
object.count ??= 1; object.count ||= fib(1); object["count"]++; --object.count; object.b **= 2;
