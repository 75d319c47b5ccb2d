const tools = {};
for (const name of ["echo", "add", "big"]) {
  tools[name] = async (input) => JSON.parse(__call(name, JSON.stringify(input)));
}
const __waiting = new Map();
tools.slow = (input) => new Promise((resolve) => __waiting.set(__slow(JSON.stringify(input)), resolve));
tools.never = () => new Promise(() => {});
globalThis.__settle = (id, text) => __waiting.get(id)(JSON.parse(text));
globalThis.__main = (main) => main().then(
  (value) => __done(JSON.stringify(value) ?? "null"),
  (error) => __fail(String(error)),
);
