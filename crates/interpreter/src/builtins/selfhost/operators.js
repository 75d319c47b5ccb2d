// Operators and conversions whose operands are objects (ECMA-262 chapter 7 and 13).

function toPrimitive(input, hint) {
  if (!$isObject(input)) return input;
  const exotic = input[$symbolToPrimitive()];
  if (exotic !== undefined && exotic !== null) {
    if (!$isCallable(exotic)) $throwTypeError($describe(exotic) + " is not a function");
    const result = $call(exotic, input, hint);
    if (!$isObject(result)) return result;
    $throwTypeError("Cannot convert object to primitive value");
  }
  return $ordinaryToPrimitive(input, hint === "string" ? "string" : "number");
}

function opAdd(a, b) {
  const x = $toPrimitive(a, "default");
  return x + $toPrimitive(b, "default");
}
function opNumeric(value) {
  return $toNumericPrimitive($toPrimitive(value, "number"));
}
function opSub(a, b) { const x = $opNumeric(a); return x - $opNumeric(b); }
function opMul(a, b) { const x = $opNumeric(a); return x * $opNumeric(b); }
function opDiv(a, b) { const x = $opNumeric(a); return x / $opNumeric(b); }
function opMod(a, b) { const x = $opNumeric(a); return x % $opNumeric(b); }
function opExp(a, b) { const x = $opNumeric(a); return x ** $opNumeric(b); }
function opBitAnd(a, b) { const x = $opNumeric(a); return x & $opNumeric(b); }
function opBitOr(a, b) { const x = $opNumeric(a); return x | $opNumeric(b); }
function opBitXor(a, b) { const x = $opNumeric(a); return x ^ $opNumeric(b); }
function opShl(a, b) { const x = $opNumeric(a); return x << $opNumeric(b); }
function opShr(a, b) { const x = $opNumeric(a); return x >> $opNumeric(b); }
function opUShr(a, b) { const x = $opNumeric(a); return x >>> $opNumeric(b); }
function opInc(a) { let x = $opNumeric(a); x++; return x; }
function opDec(a) { let x = $opNumeric(a); x--; return x; }
function opNeg(a) { return -$opNumeric(a); }
function opBitNot(a) { return ~$opNumeric(a); }
function opToNumeric(a) { return $opNumeric(a); }
function opToNumber(a) { return +$toPrimitive(a, "number"); }
function opToString(a) { return `${$toPrimitive(a, "string")}`; }
function opToPropertyKey(a) {
  const key = $toPrimitive(a, "string");
  return typeof key === "symbol" ? key : `${key}`;
}
function opLt(a, b) {
  const x = $toPrimitive(a, "number");
  return x < $toPrimitive(b, "number");
}
function opLe(a, b) {
  const x = $toPrimitive(a, "number");
  return x <= $toPrimitive(b, "number");
}
function opGt(a, b) {
  const x = $toPrimitive(a, "number");
  return x > $toPrimitive(b, "number");
}
function opGe(a, b) {
  const x = $toPrimitive(a, "number");
  return x >= $toPrimitive(b, "number");
}
function opEq(a, b) {
  if ($isObject(a)) return $isObject(b) ? a === b : $toPrimitive(a, "default") == b;
  return a == $toPrimitive(b, "default");
}
function opNe(a, b) { return !$opEq(a, b); }
function opIn(a, b) { return $opToPropertyKey(a) in b; }
function opGetElem(object, key) { return object[$opToPropertyKey(key)]; }
function opSetElemStrict(object, key, value) { object[$opToPropertyKey(key)] = value; }
function opSetElem(object, key, value) {
  const name = $opToPropertyKey(key);
  $setSloppy(object, name, value);
}
function setArrayLengthStrict(array, value) {
  $setArrayLengthValue(array, $opToUint32(value), $opToNumber(value), true);
}
function setArrayLength(array, value) {
  $setArrayLengthValue(array, $opToUint32(value), $opToNumber(value), false);
}
function opToUint32(value) { return $opToNumber(value) >>> 0; }

function opInstanceOf(value, target) {
  const method = target[$symbolHasInstance()];
  if (method !== undefined && method !== null) {
    if (!$isCallable(method)) $throwTypeError($describe(method) + " is not a function");
    return !!$call(method, target, value);
  }
  if (!$isCallable(target)) $throwTypeError("Right-hand side of 'instanceof' is not callable");
  return $ordinaryHasInstance(target, value);
}
function ordinaryHasInstance(target, value) {
  if (!$isCallable(target)) return false;
  const bound = $boundTarget(target);
  if (bound !== undefined) return $opInstanceOf(value, bound);
  if (!$isObject(value)) return false;
  const proto = target.prototype;
  if (!$isObject(proto)) $throwTypeError("Function has non-object prototype '" + $describe(proto) + "' in instanceof check");
  let object = value;
  for (;;) {
    object = $getPrototypeOf(object);
    if (object === null) return false;
    if (object === proto) return true;
  }
}

// `...source` in array literals and arguments, where the iteration can be observed.
function spreadInto(target, source) {
  for (const value of source) $push(target, value);
}
// CopyDataProperties for sources that run guest code.
function copyDataProperties(target, source) {
  if (source === undefined || source === null) return target;
  const from = $toObject(source);
  const keys = $ownKeys(from);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if ($isOwnEnumerable(from, key)) $define(target, key, from[key]);
  }
  return target;
}
function objectRest(source, excluded) {
  const target = {};
  const from = $toObject(source);
  const keys = $ownKeys(from);
  outer: for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    for (let j = 0; j < excluded.length; j++) {
      if ($samePropertyKey(excluded[j], key)) continue outer;
    }
    if ($isOwnEnumerable(from, key)) $define(target, key, from[key]);
  }
  return target;
}

// GetIterator(obj, sync), always a real iterator object.
function getIteratorObject(source) {
  const method = source[$symbolIterator()];
  if (!$isCallable(method)) $throwNotIterable(source, false);
  const iterator = $call(method, source);
  if (!$isObject(iterator)) $throwTypeError("Result of the Symbol.iterator method is not an object");
  return iterator;
}

// GetIterator(obj, async), with the wrapper for sync iterators.
function getAsyncIterator(source) {
  const method = source[$symbolAsyncIterator()];
  if (method === undefined || method === null) {
    const sync = source[$symbolIterator()];
    if (!$isCallable(sync)) $throwNotIterable(source, true);
    const iterator = $call(sync, source);
    if (!$isObject(iterator)) $throwTypeError("Result of the Symbol.iterator method is not an object");
    return $asyncFromSyncIterator(iterator, iterator.next);
  }
  if (!$isCallable(method)) $throwTypeError($describe(method) + " is not a function");
  const iterator = $call(method, source);
  if (!$isObject(iterator)) $throwTypeError("Result of the Symbol.asyncIterator method is not an object");
  return iterator;
}
// CreateAsyncFromSyncIterator: slots 0 iterator, 1 next.
function asyncFromSyncIterator(iterator, next) {
  const object = $newSlots(33, $intrinsicAsyncFromSyncIteratorPrototype(), 2);
  $setSlot(object, 0, iterator);
  $setSlot(object, 1, next);
  return object;
}
