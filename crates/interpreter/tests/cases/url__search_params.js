// URLSearchParams: making, reading, changing, the live link to a URL.
const text = (init) => String(new URLSearchParams(init));
equal([text(), text(undefined), text(""), text("?"), text("??a"), text("&&a&=b&c=d=e&"), text("a+b=c%20d&%zz=%E9"), text(new URLSearchParams("x=1&x=2")), text(5)], ["", "", "", "", "%3Fa=", "a=&=b&c=d%3De", "a+b=c+d&%25zz=%EF%BF%BD", "x=1&x=2", "5="]);
equal([text({ a: 1, b: null, c: undefined, d: [1, 2] }), text([["a", 1], ["a", 2]]), text(new Map([["k", "v"]])), text([new Set(["x", "y"])]), text({ "k&": "=ü~*-._ " }), text({})], ["a=1&b=null&c=undefined&d=1%2C2", "a=1&a=2", "k=v", "x=y", "k%26=%3D%C3%BC%7E*-._+", ""]);
throws("TypeError", () => new URLSearchParams([["a"]]));
throws("TypeError", () => new URLSearchParams([["a", "b", "c"]]));
throws("TypeError", () => new URLSearchParams([1]));
throws("TypeError", () => URLSearchParams("a=1"));
throws("TypeError", () => new URLSearchParams({ a: Symbol("s") }));
const made = [];
new URLSearchParams({ get a() { made.push("a"); return { toString() { made.push("text"); return "1"; } }; } });
equal(made, ["a", "text"]);
same(new URLSearchParams("a=\ud800").get("a"), "\ufffd");
// Reading and changing.
const params = new URLSearchParams("b=2&a=1&b=3&c=");
equal([params.get("b"), params.getAll("b"), params.get("x"), params.getAll("x"), params.has("c"), params.has("b", "3"), params.has("b", "4"), params.has("b", undefined), params.size], ["2", ["2", "3"], null, [], true, true, false, true, 4]);
params.append("d", "é");
params.set("b", 9);
params.set("new", "v");
same(String(params), "b=9&a=1&c=&d=%C3%A9&new=v");
params.append("b", "8");
params.delete("b", "9");
params.delete("none");
same(String(params), "a=1&c=&d=%C3%A9&new=v&b=8");
params.delete("c", undefined);
same(params.toString(), "a=1&d=%C3%A9&new=v&b=8");
const order = new URLSearchParams("z=1&a=1&ﬃ=2&🌈=3&a=0&é=4");
order.sort();
equal([...order].map((pair) => pair.join("=")), ["a=1", "a=0", "z=1", "é=4", "🌈=3", "ﬃ=2"]);
equal([[...params.keys()], [...params.values()], [...params.entries()], Object.fromEntries(params), new Map(params).get("b")], [["a", "d", "new", "b"], ["1", "é", "v", "8"], [["a", "1"], ["d", "é"], ["new", "v"], ["b", "8"]], { a: "1", d: "é", new: "v", b: "8" }, "8"]);
const calls = [];
params.forEach(function (value, key, all) { calls.push([key, value, all === params, this.tag]); }, { tag: "t" });
equal(calls[0], ["a", "1", true, "t"]);
throws("TypeError", () => params.forEach(1));
throws("TypeError", () => params.append("a"), 'The "name" and "value" arguments must be specified');
throws("TypeError", () => params.get(), 'The "name" argument must be specified');
// Iterators are live.
const live = new URLSearchParams("a=1&b=2&c=3");
const seen = [];
for (const [key] of live) {
  seen.push(key);
  if (key === "a") live.delete("a");
}
equal(seen, ["a", "c"]);
const iterator = params[Symbol.iterator]();
equal([Object.prototype.toString.call(iterator), typeof iterator.next, iterator[Symbol.iterator]() === iterator, Object.prototype.toString.call(params), URLSearchParams.prototype.entries === URLSearchParams.prototype[Symbol.iterator]], ["[object URLSearchParams Iterator]", "function", true, "[object URLSearchParams]", true]);
throws("TypeError", () => URLSearchParams.prototype.get.call({}, "a"));
throws("TypeError", () => iterator.next.call([].values()));
equal([Object.keys(URLSearchParams.prototype).sort(), Object.getOwnPropertyDescriptor(URLSearchParams.prototype, Symbol.iterator).enumerable, URLSearchParams.prototype.append.length, URLSearchParams.length], [["append", "delete", "entries", "forEach", "get", "getAll", "has", "keys", "set", "size", "sort", "toString", "values"], false, 2, 0]);
// The live link.
const url = new URL("https://h.test/?a=1&b=two%20words#end");
same(url.searchParams, url.searchParams);
url.searchParams.set("a", "x y");
url.searchParams.append("c", "&");
equal([url.href, url.search], ["https://h.test/?a=x+y&b=two+words&c=%26#end", "?a=x+y&b=two+words&c=%26"]);
const linked = url.searchParams;
url.search = "?z=1";
equal([linked.get("z"), linked.get("a"), linked.size], ["1", null, 1]);
url.href = "https://o.test/?k=v";
same(String(linked), "k=v");
linked.delete("k");
equal([url.href, url.search], ["https://o.test/", ""]);
for (const page of [1, 2]) {
  linked.set("page", String(page));
  same(url.href, "https://o.test/?page=" + page);
}
linked.append("b", "1");
linked.append("a", "1");
linked.sort();
same(url.search, "?a=1&b=1&page=2");
const untouched = new URL("https://h.test/?a=%20b");
same([untouched.searchParams.get("a"), untouched.href].join(), " b,https://h.test/?a=%20b");
