// Names, messages, causes, subclasses, text.
const kinds = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
for (const Kind of kinds) {
  const error = new Kind("m");
  equal([error.name, error.message, String(error), error instanceof Kind, error instanceof Error, Object.keys(error), Kind("x") instanceof Kind], [Kind.name, "m", Kind.name + ": m", true, true, [], true]);
}
const cause = new Error("root");
const wrapped = new Error("outer", { cause });
equal([wrapped.cause === cause, "cause" in new Error("x"), new Error("x", { cause: undefined }).hasOwnProperty("cause"), new Error().message, "message" in new Error(), new Error(undefined).hasOwnProperty("message")], [true, false, true, "", true, false]);
const aggregate = new AggregateError([1, new Error("e")], "several");
equal([aggregate.errors.length, aggregate.message, aggregate.name], [2, "several", "AggregateError"]);
class HttpError extends Error {
  constructor(status, message, options) { super(message, options); this.name = "HttpError"; this.status = status; }
  get retryable() { return this.status >= 500; }
}
const http = new HttpError(503, "down", { cause });
equal([String(http), http.status, http.retryable, http.cause.message, http instanceof HttpError, http instanceof TypeError, Object.keys(http)], ["HttpError: down", 503, true, "root", true, false, ["name", "status"]]);
const plain = Object.assign(new Error("with code"), { code: "ENOENT" });
equal([plain.code, JSON.stringify(plain), Object.prototype.toString.call(plain)], ["ENOENT", '{"code":"ENOENT"}', "[object Error]"]);
const renamed = new Error("m");
renamed.name = "Custom";
equal([String(renamed), `${new Error("")}`, String(Object.assign(new Error("m"), { name: "" })), Error.prototype.toString.call({ name: "N", message: "M" })], ["Custom: m", "Error", "m", "N: M"]);
equal([typeof new Error("x").stack, new Error("x").stack.split("\n")[0], new TypeError("y").stack.startsWith("TypeError: y")], ["string", "Error: x", true]);
equal([TypeError.prototype.name, Object.getPrototypeOf(TypeError) === Error, Error.length, Error.prototype.message, new Error(5).message], ["TypeError", true, 1, "", "5"]);

const messages = {
  "Cannot read properties of undefined (reading 'x')": () => undefined.x,
  "Cannot read properties of null (reading '0')": () => null[0],
  "Assignment to constant variable.": () => { const c = 1; c = 2; },
  "x is not a function": () => { const x = 5; x(); },
  "o.f is not a function": () => { const o = {}; o.f(); },
  "undefinedName is not defined": () => undefinedName,
  "Invalid array length": () => new Array(-5),
  "Cannot convert undefined or null to object": () => Object.entries(undefined),
  "Class constructor C cannot be invoked without 'new'": () => { class C {} C(); },
  "Cannot mix BigInt and other types, use explicit conversions": () => 1n + 1,
  "Invalid time value": () => new Date(NaN).toISOString(),
  "x is not a constructor": () => { const x = () => {}; new x(); },
  "Cannot destructure property 'a' of 'undefined' as it is undefined.": () => { const { a } = undefined; },
};
for (const [message, run] of Object.entries(messages)) same(thrown(run).message, message);
const deep = () => deep();
throws("RangeError", deep, "Maximum call stack size exceeded");
const chain = (error) => { const names = []; for (let e = error; e; e = e.cause) names.push(e.message); return names; };
equal(chain(new Error("a", { cause: new Error("b", { cause: new Error("c") }) })), ["a", "b", "c"]);
