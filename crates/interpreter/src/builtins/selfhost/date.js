// Date methods that run guest code (ECMA-262 21.4).

function dateToJSON() {
  const object = $toObject(this);
  const value = $toPrimitive(object, "number");
  if (typeof value === "number" && value - value !== 0) return null;
  return object.toISOString();
}

function dateToPrimitive(hint) {
  if (!$isObject(this)) $throwTypeError("Date.prototype[Symbol.toPrimitive] called on non-object");
  if (hint !== "string" && hint !== "default" && hint !== "number") $throwTypeError("Invalid hint: " + $displayText(hint));
  return $ordinaryToPrimitive(this, hint === "number" ? "number" : "string");
}

function ordinaryToPrimitive(object, hint) {
  const first = hint === "string" ? object.toString : object.valueOf;
  if ($isCallable(first)) {
    const result = $call(first, object);
    if (!$isObject(result)) return result;
  }
  const second = hint === "string" ? object.valueOf : object.toString;
  if ($isCallable(second)) {
    const result = $call(second, object);
    if (!$isObject(result)) return result;
  }
  $throwTypeError("Cannot convert object to primitive value");
}
