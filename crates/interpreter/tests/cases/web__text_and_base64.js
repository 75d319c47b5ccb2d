// TextEncoder, TextDecoder, atob, btoa.
equal([[...new TextEncoder().encode("aé世😀")], new TextDecoder().decode(new Uint8Array([226, 130, 172])), new TextDecoder().decode(new TextEncoder().encode("round 🚀"))], [[97, 195, 169, 228, 184, 150, 240, 159, 152, 128], "€", "round 🚀"]);
equal([btoa("Hello"), atob("SGVsbG8="), btoa(""), btoa("\xff\xfe"), atob("SGVsbG8"), atob(" SGVs bG8= ")], ["SGVsbG8=", "Hello", "", "//4=", "Hello", "Hello"]);
throws("InvalidCharacterError", () => btoa("世"));
throws("InvalidCharacterError", () => atob("*"));
equal([new TextDecoder().decode(new Uint8Array([0xff, 97])), new TextDecoder().encoding, new TextDecoder().decode()], ["\ufffda", "utf-8", ""]);
throws("TypeError", () => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xff])));
equal([encodeURIComponent("a b&c/é😀"), decodeURIComponent("a%20b%26c%2F%C3%A9"), encodeURI("http://x/a b?q=é&r=1#h"), decodeURI("%41%2F")], ["a%20b%26c%2F%C3%A9%F0%9F%98%80", "a b&c/é", "http://x/a%20b?q=%C3%A9&r=1#h", "A%2F"]);
throws("URIError", () => decodeURIComponent("%"), "URI malformed");
throws("URIError", () => encodeURIComponent("\ud800"));
equal([escape("a b+é世"), unescape("%u4E16%20")], ["a%20b+%E9%u4E16", "世 "]);
