// Blobs: parts, slices, reading.
const blob = new Blob(["a", new Uint8Array([98, 99]), new Blob(["é"]), new Uint16Array([0x4241]).buffer, 5, new DataView(new ArrayBuffer(1))], { type: "Text/Plain;Charset=UTF-8" });
equal([blob.size, blob.type, await blob.text(), String(blob), Object.keys(blob)], [9, "text/plain;charset=utf-8", "abcéAB5\0", "[object Blob]", []]);
equal([[...new Uint8Array(await blob.arrayBuffer())].slice(0, 3), (await blob.arrayBuffer()) instanceof ArrayBuffer], [[97, 98, 99], true]);
const part = blob.slice(1, 3, "X/Y");
equal([await part.text(), part.size, part.type, await blob.slice(-2, -1).text(), await blob.slice(5, 2).text(), await blob.slice().text(), blob.slice(0, 1).type, blob.slice(3, 100).size], ["bc", 2, "x/y", "5", "", "abcéAB5\0", "", 6]);
equal([new Blob().size, new Blob([]).type, new Blob(["x"], { type: "é" }).type, new Blob(["x"], {}).type, new Blob(new Set(["p", "q"])).size], [0, "", "", "", 2]);
same(await new Blob([new Uint8Array([0xff, 97])]).text(), "\ufffda");
const bytes = new Uint8Array([1, 2, 3]);
const kept = new Blob([bytes.subarray(1)]);
bytes[1] = 9;
equal([...new Uint8Array(await kept.arrayBuffer())], [2, 3]);
throws("TypeError", () => Blob());
throws("TypeError", () => new Blob("text"));
throws("TypeError", () => new Blob(5));
throws("TypeError", () => Object.getOwnPropertyDescriptor(Blob.prototype, "size").get.call({}));
await rejects("TypeError", Blob.prototype.text.call({}));
