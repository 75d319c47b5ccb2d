// Digests, random values, their limits.
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const data = new TextEncoder().encode("abc");
equal([hex(await crypto.subtle.digest("SHA-256", data)), hex(await crypto.subtle.digest({ name: "sha-1" }, data.buffer)), hex(await crypto.subtle.digest("SHA-512", new Uint8Array())).slice(0, 16), (await crypto.subtle.digest("SHA-384", data)).byteLength], ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "a9993e364706816aba3e25717850c26c9cd0d89d", "cf83e1357eefb8bd", 48]);
await rejects("NotSupportedError", crypto.subtle.digest("MD5", data));
await rejects("TypeError", crypto.subtle.digest("SHA-256", "text"));
throws("QuotaExceededError", () => crypto.getRandomValues(new Uint8Array(65_537)));
throws("TypeMismatchError", () => crypto.getRandomValues(new Float64Array(1)));
const target = new Uint32Array(8);
equal([crypto.getRandomValues(target) === target, target.some((n) => n > 0xffff), String(crypto), crypto.randomUUID().length], [true, true, "[object Crypto]", 36]);
