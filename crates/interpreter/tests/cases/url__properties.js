// Every part of a URL: reading, setting, resolving, refusing.
const parts = (url) => [url.href, url.origin, url.protocol, url.username, url.password, url.host, url.hostname, url.port, url.pathname, url.search, url.hash];
equal(parts(new URL("HTTPS://u%20s:p%40w@EXAMPLE.test:8443/a/./b/../c%20d/é?q=1&r=ü#f g")), ["https://u%20s:p%40w@example.test:8443/a/c%20d/%C3%A9?q=1&r=%C3%BC#f%20g", "https://example.test:8443", "https:", "u%20s", "p%40w", "example.test:8443", "example.test", "8443", "/a/c%20d/%C3%A9", "?q=1&r=%C3%BC", "#f%20g"]);
equal(parts(new URL("mailto:someone@example.test?subject=hi")), ["mailto:someone@example.test?subject=hi", "null", "mailto:", "", "", "", "", "", "someone@example.test", "?subject=hi", ""]);
equal(parts(new URL("file:///C:/docs/../x.txt")), ["file:///C:/x.txt", "null", "file:", "", "", "", "", "", "/C:/x.txt", "", ""]);
equal([new URL("http://h.test:80").href, new URL("http://h.test:0080/").port, new URL("http://[::1]:3000/").host, new URL("http://0x7f.1/").hostname, new URL("http://münchen.test/").hostname, new URL("  http://h.test/a\tb\n ").href], ["http://h.test/", "", "[::1]:3000", "127.0.0.1", "xn--mnchen-3ya.test", "http://h.test/ab"]);
equal([new URL("?x#y", "https://h.test/a/b?c#d").href, new URL("", "https://h.test/a/b?c#d").href, new URL("../../..", "https://h.test/a/b/").href, new URL("/abs", new URL("https://h.test/x/y")).href, new URL("//o.test", "http://h.test").href, new URL("data:text/plain,hi", "https://h.test").href], ["https://h.test/a/b?x#y", "https://h.test/a/b?c", "https://h.test/", "https://h.test/abs", "http://o.test/", "data:text/plain,hi"]);
for (const bad of ["", "nope", "http://", "http://h.test:99999", "http://a b/", "http://[::1", "/relative", undefined, null, {}]) throws("TypeError", () => new URL(bad), "Invalid URL");
throws("TypeError", () => new URL("x", "not a base"), "Invalid URL");
throws("TypeError", () => new URL());
throws("TypeError", () => URL("http://h.test"));
throws("TypeError", () => new URL(Symbol("s")));
equal([URL.canParse("/a"), URL.canParse("/a", "http://h.test"), URL.canParse({ toString: () => "http://h.test" })], [false, true, true]);
// Setters.
const set = (from, name, value) => {
  const url = new URL(from);
  url[name] = value;
  return url.href;
};
const at = "https://u:p@h.test:8443/a?b#c";
equal([
  set(at, "protocol", "http"), set(at, "protocol", "mailto"), set(at, "protocol", "ws:rest"),
  set(at, "username", "a b"), set(at, "password", ""), set(at, "host", "o.test:1"), set(at, "host", "o.test"), set(at, "hostname", "o.test:1"), set(at, "hostname", "x y"), set(at, "hostname", ""),
  set(at, "port", ""), set(at, "port", "443"), set(at, "port", 81), set(at, "port", "12ab"), set(at, "port", "ab"), set(at, "port", "99999"),
  set(at, "pathname", "x y/../z?"), set(at, "pathname", ""), set(at, "search", "q=é"), set(at, "search", "?"), set(at, "search", ""), set(at, "hash", "x y"), set(at, "hash", "#"), set(at, "hash", ""),
  set(at, "href", "http://z.test"), set(at, "origin2", "x"),
], [
  "http://u:p@h.test:8443/a?b#c", "https://u:p@h.test:8443/a?b#c", "ws://u:p@h.test:8443/a?b#c",
  "https://a%20b:p@h.test:8443/a?b#c", "https://u@h.test:8443/a?b#c", "https://u:p@o.test:1/a?b#c", "https://u:p@o.test:8443/a?b#c", "https://u:p@h.test:8443/a?b#c", "https://u:p@h.test:8443/a?b#c", "https://u:p@h.test:8443/a?b#c",
  "https://u:p@h.test/a?b#c", "https://u:p@h.test/a?b#c", "https://u:p@h.test:81/a?b#c", "https://u:p@h.test:12/a?b#c", "https://u:p@h.test:8443/a?b#c", "https://u:p@h.test:8443/a?b#c",
  "https://u:p@h.test:8443/z%3F?b#c", "https://u:p@h.test:8443/?b#c", "https://u:p@h.test:8443/a?q=%C3%A9#c", "https://u:p@h.test:8443/a?#c", "https://u:p@h.test:8443/a#c", "https://u:p@h.test:8443/a?b#x%20y", "https://u:p@h.test:8443/a?b#", "https://u:p@h.test:8443/a?b",
  "http://z.test/", at,
]);
throws("TypeError", () => set(at, "href", "nope"), "Invalid URL");
throws("TypeError", () => { "use strict"; new URL(at).origin = "x"; });
equal([set("mailto:a", "host", "h.test"), set("mailto:a", "pathname", "b"), set("data:x", "search", "q")], ["mailto:a", "mailto:a", "data:x?q"]);
// As text and as a class.
const url = new URL("https://h.test/p?q");
equal([String(url), `${url}`, url + "", JSON.stringify({ url }), url.toJSON(), Object.prototype.toString.call(url), Object.keys(url), url instanceof URL], ["https://h.test/p?q", "https://h.test/p?q", "https://h.test/p?q", '{"url":"https://h.test/p?q"}', "https://h.test/p?q", "[object URL]", [], true]);
class Api extends URL {
  get base() { return this.origin + "/v1"; }
}
equal([new Api("https://h.test/x").base, new Api("https://h.test/x") instanceof URL], ["https://h.test/v1", true]);
const enumerable = Object.keys(URL.prototype).sort();
equal(enumerable, ["hash", "host", "hostname", "href", "origin", "password", "pathname", "port", "protocol", "search", "searchParams", "toJSON", "toString", "username"]);
const descriptor = Object.getOwnPropertyDescriptor(URL.prototype, "href");
equal([typeof descriptor.get, typeof descriptor.set, descriptor.enumerable, descriptor.configurable, Object.getOwnPropertyDescriptor(URL.prototype, "origin").set, URL.length, URL.name], ["function", "function", true, true, undefined, 1, "URL"]);
throws("TypeError", () => descriptor.get.call({}));
throws("TypeError", () => URL.prototype.toString.call(Object.create(url)));
