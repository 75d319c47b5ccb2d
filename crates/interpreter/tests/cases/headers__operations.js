// Headers: names without case, joined values, sorted iteration, refused names and values.
const headers = new Headers({ "Content-Type": "text/plain", accept: "a" });
headers.append("Accept", " b\t");
headers.set("X-Id", 5);
equal([headers.get("ACCEPT"), headers.get("content-type"), headers.get("x-id"), headers.get("none"), headers.has("Accept"), headers.has("b")], ["a, b", "text/plain", "5", null, true, false]);
equal([[...headers], [...headers.keys()], [...headers.values()], Object.fromEntries(headers.entries())], [[["accept", "a, b"], ["content-type", "text/plain"], ["x-id", "5"]], ["accept", "content-type", "x-id"], ["a, b", "text/plain", "5"], { accept: "a, b", "content-type": "text/plain", "x-id": "5" }]);
headers.set("accept", "c");
headers.delete("X-ID");
headers.delete("none");
equal([...headers].join("|"), "accept,c|content-type,text/plain");
const calls = [];
headers.forEach(function (value, key, all) { calls.push([key, value, all === headers, this.tag]); }, { tag: 1 });
equal(calls, [["accept", "c", true, 1], ["content-type", "text/plain", true, 1]]);
equal([[...new Headers([["b", "2"], ["a", "1"], ["B", "3"]])], [...new Headers(new Headers({ k: "v" }))], [...new Headers()], [...new Headers(undefined)]], [[["a", "1"], ["b", "2, 3"]], [["k", "v"]], [], []]);
// Cookies stay apart.
const cookies = new Headers();
cookies.append("Set-Cookie", "a=1");
cookies.append("set-cookie", "b=2; Path=/");
cookies.append("x", "y");
equal([cookies.getSetCookie(), cookies.get("set-cookie"), [...cookies]], [["a=1", "b=2; Path=/"], "a=1, b=2; Path=/", [["set-cookie", "a=1"], ["set-cookie", "b=2; Path=/"], ["x", "y"]]]);
equal(new Headers().getSetCookie(), []);
// Refused.
for (const name of ["", "a b", "a:", "é", "a\n", "(x)"]) throws("TypeError", () => new Headers().append(name, "v"));
for (const value of ["a\nb", "a\0b", "a\rb", "世"]) throws("TypeError", () => new Headers().set("k", value));
same(new Headers({ k: " \r\n v\xe9 \t" }).get("k"), "v\xe9");
for (const init of [[["a"]], [["a", "b", "c"]], 1, "x", null]) throws("TypeError", () => new Headers(init));
throws("TypeError", () => Headers());
throws("TypeError", () => new Headers().get());
throws("TypeError", () => new Headers().append("a"));
throws("TypeError", () => new Headers().get("a b"));
throws("TypeError", () => new Headers().forEach(null));
throws("TypeError", () => Headers.prototype.get.call(new Map(), "a"));
equal([Object.keys(headers), Object.prototype.toString.call(headers), String(headers), JSON.stringify(headers), headers instanceof Headers, Headers.prototype.entries === Headers.prototype[Symbol.iterator]], [[], "[object Headers]", "[object Headers]", "{}", true, true]);
equal(Object.keys(Headers.prototype).sort(), ["append", "delete", "entries", "forEach", "get", "getSetCookie", "has", "keys", "set", "values"]);
const iterator = headers.entries();
equal([iterator.next(), iterator.next(), iterator.next()], [{ value: ["accept", "c"], done: false }, { value: ["content-type", "text/plain"], done: false }, { value: undefined, done: true }]);
