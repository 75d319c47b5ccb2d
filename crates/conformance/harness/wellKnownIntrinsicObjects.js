// Replaces the suite's file, which needs the Function constructor: the intrinsics that code can reach.
const WellKnownIntrinsicObjects = (function () {
  const list = [];
  const add = function (name, source, read) {
    let value;
    try {
      value = read();
    } catch (absent) {
      value = undefined;
    }
    list.push({ name: "%" + name + "%", source: source, value: value });
  };
  const globals = [
    "AggregateError", "Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date",
    "Error", "EvalError", "FinalizationRegistry", "Float16Array", "Float32Array", "Float64Array", "Int8Array", "Int16Array",
    "Int32Array", "Iterator", "JSON", "Map", "Math", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError",
    "Reflect", "RegExp", "Set", "String", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint8Array", "Uint8ClampedArray",
    "Uint16Array", "Uint32Array", "WeakMap", "WeakRef", "WeakSet", "decodeURI", "decodeURIComponent", "encodeURI",
    "encodeURIComponent", "escape", "isFinite", "isNaN", "parseFloat", "parseInt", "unescape",
  ];
  for (const name of globals) {
    add(name, name, function () { return globalThis[name]; });
  }
  const prototypeOf = Object.getPrototypeOf;
  const asyncGenerator = async function* () {};
  const generator = function* () {};
  add("ArrayIteratorPrototype", "[].values()", function () { return prototypeOf([].values()); });
  add("AsyncFunction", "async function", function () { return (async function () {}).constructor; });
  add("AsyncGeneratorFunction", "async function*", function () { return asyncGenerator.constructor; });
  add("AsyncGeneratorPrototype", "async function*", function () { return prototypeOf(asyncGenerator).prototype; });
  add("AsyncIteratorPrototype", "async function*", function () { return prototypeOf(prototypeOf(asyncGenerator).prototype); });
  add("GeneratorFunction", "function*", function () { return generator.constructor; });
  add("GeneratorPrototype", "function*", function () { return prototypeOf(generator).prototype; });
  add("IteratorHelperPrototype", "Iterator.from", function () { return prototypeOf(Iterator.from([]).drop(0)); });
  add("MapIteratorPrototype", "new Map().keys()", function () { return prototypeOf(new Map().keys()); });
  add("RegExpStringIteratorPrototype", "matchAll", function () { return prototypeOf(/./[Symbol.matchAll]("")); });
  add("SetIteratorPrototype", "new Set().keys()", function () { return prototypeOf(new Set().keys()); });
  add("StringIteratorPrototype", "string iterator", function () { return prototypeOf(""[Symbol.iterator]()); });
  add("ThrowTypeError", "arguments.callee", function () {
    return (function () { "use strict"; return Object.getOwnPropertyDescriptor(arguments, "callee").get; })();
  });
  add("TypedArray", "Uint8Array", function () { return prototypeOf(Uint8Array); });
  add("WrapForValidIteratorPrototype", "Iterator.from", function () {
    return prototypeOf(Iterator.from({ [Symbol.iterator]() { return {}; } }));
  });
  return list;
})();

function getWellKnownIntrinsicObject(key) {
  for (const entry of WellKnownIntrinsicObjects) {
    if (entry.name === key && entry.value !== undefined) return entry.value;
  }
  throw new Test262Error("no intrinsic object " + key);
}
