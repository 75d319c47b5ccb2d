// TypedArray (ECMA-262 23.2): constructors from objects, callbacks, species. Element kinds are numbered as
// `ElementType` in Rust.

function newInt8Array(object) {
  return $typedFromObject(0, new.target, object);
}
function newUint8Array(object) {
  return $typedFromObject(1, new.target, object);
}
function newUint8ClampedArray(object) {
  return $typedFromObject(2, new.target, object);
}
function newInt16Array(object) {
  return $typedFromObject(3, new.target, object);
}
function newUint16Array(object) {
  return $typedFromObject(4, new.target, object);
}
function newInt32Array(object) {
  return $typedFromObject(5, new.target, object);
}
function newUint32Array(object) {
  return $typedFromObject(6, new.target, object);
}
function newBigInt64Array(object) {
  return $typedFromObject(7, new.target, object);
}
function newBigUint64Array(object) {
  return $typedFromObject(8, new.target, object);
}
function newFloat16Array(object) {
  return $typedFromObject(9, new.target, object);
}
function newFloat32Array(object) {
  return $typedFromObject(10, new.target, object);
}
function newFloat64Array(object) {
  return $typedFromObject(11, new.target, object);
}

// Typed array of the elements of an iterable or array-like.
function typedFromObject(kind, newTarget, object) {
  const proto = $typedPrototype(kind, newTarget);
  const method = object[$symbolIterator()];
  if (method !== undefined && method !== null) {
    if (!$isCallable(method)) $throwTypeError($displayText(method) + " is not a function");
    const list = $listFromIterator(object, method);
    const length = list.length;
    const result = $typedNew(kind, proto, length);
    for (let i = 0; i < length; i++) result[i] = list[i];
    return result;
  }
  const length = $toLength(object.length);
  const result = $typedNew(kind, proto, length);
  for (let i = 0; i < length; i++) result[i] = object[i];
  return result;
}

// IteratorToList of GetIteratorFromMethod
function listFromIterator(object, method) {
  const list = [];
  if ($iteratesFast(object)) {
    for (const value of object) $push(list, value);
    return list;
  }
  const iterator = $call(method, object);
  if (!$isObject(iterator)) $throwTypeError("Result of the Symbol.iterator method is not an object");
  const next = iterator.next;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return list;
    $push(list, step.value);
  }
}

// TypedArrayCreateFromCtor
function typedCreate(C, list) {
  const result = $construct(C, C, list);
  $typedThis(result, "%TypedArray%");
  if (list.length === 1 && typeof list[0] === "number" && $typedLength(result) < list[0]) $throwTypeError("Derived TypedArray constructor created an array which was too small");
  return result;
}
function typedSpeciesCreate(exemplar, list) {
  let C = exemplar.constructor;
  if (C === undefined) C = $typedConstructor(exemplar);
  else {
    if (!$isObject(C)) $throwTypeError("The .constructor property is not an object");
    C = C[$symbolSpecies()];
    if (C === undefined || C === null) C = $typedConstructor(exemplar);
    else if (!$isConstructor(C)) $throwTypeError("object.constructor[Symbol.species] is not a constructor");
  }
  const result = $typedCreate(C, list);
  if ($typedIsBigInt(result) !== $typedIsBigInt(exemplar)) $throwTypeError("Content type of source and derived typed arrays differ");
  return result;
}

function typedFrom(source, mapper, thisArg) {
  const C = this;
  if (!$isConstructor(C)) $throwTypeError($displayText(C) + " is not a constructor");
  const mapping = mapper !== undefined;
  if (mapping && !$isCallable(mapper)) $throwTypeError($displayText(mapper) + " is not a function");
  const method = source[$symbolIterator()];
  if (method !== undefined && method !== null) {
    if (!$isCallable(method)) $throwTypeError($displayText(method) + " is not a function");
    const list = $listFromIterator(source, method);
    const length = list.length;
    const result = $typedCreate(C, [length]);
    for (let i = 0; i < length; i++) {
      const value = list[i];
      result[i] = mapping ? $call(mapper, thisArg, value, i) : value;
    }
    return result;
  }
  const object = $toObject(source);
  const length = $toLength(object.length);
  const result = $typedCreate(C, [length]);
  for (let i = 0; i < length; i++) {
    const value = object[i];
    result[i] = mapping ? $call(mapper, thisArg, value, i) : value;
  }
  return result;
}
function typedOf(...items) {
  const C = this;
  if (!$isConstructor(C)) $throwTypeError($displayText(C) + " is not a constructor");
  const length = items.length;
  const result = $typedCreate(C, [length]);
  for (let i = 0; i < length; i++) result[i] = items[i];
  return result;
}

function typedForEach(callback, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.forEach");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  for (let i = 0; i < length; i++) $call(callback, thisArg, array[i], i, array);
}
function typedMap(callback, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.map");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const result = $typedSpeciesCreate(array, [length]);
  for (let i = 0; i < length; i++) result[i] = $call(callback, thisArg, array[i], i, array);
  return result;
}
function typedFilter(callback, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.filter");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const kept = [];
  for (let i = 0; i < length; i++) {
    const value = array[i];
    if ($call(callback, thisArg, value, i, array)) $push(kept, value);
  }
  const count = kept.length;
  const result = $typedSpeciesCreate(array, [count]);
  for (let i = 0; i < count; i++) result[i] = kept[i];
  return result;
}
function typedSome(callback, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.some");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  for (let i = 0; i < length; i++) {
    if ($call(callback, thisArg, array[i], i, array)) return true;
  }
  return false;
}
function typedEvery(callback, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.every");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  for (let i = 0; i < length; i++) {
    if (!$call(callback, thisArg, array[i], i, array)) return false;
  }
  return true;
}
function typedFind(predicate, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.find");
  const length = $typedLength(array);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = 0; i < length; i++) {
    const value = array[i];
    if ($call(predicate, thisArg, value, i, array)) return value;
  }
}
function typedFindIndex(predicate, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.findIndex");
  const length = $typedLength(array);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = 0; i < length; i++) {
    if ($call(predicate, thisArg, array[i], i, array)) return i;
  }
  return -1;
}
function typedFindLast(predicate, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.findLast");
  const length = $typedLength(array);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = length - 1; i >= 0; i--) {
    const value = array[i];
    if ($call(predicate, thisArg, value, i, array)) return value;
  }
}
function typedFindLastIndex(predicate, thisArg) {
  const array = $typedThis(this, "%TypedArray%.prototype.findLastIndex");
  const length = $typedLength(array);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = length - 1; i >= 0; i--) {
    if ($call(predicate, thisArg, array[i], i, array)) return i;
  }
  return -1;
}
function typedReduce(callback, ...initial) {
  const array = $typedThis(this, "%TypedArray%.prototype.reduce");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  let i = 0;
  let accumulator;
  if (initial.length > 0) accumulator = initial[0];
  else {
    if (length === 0) $throwTypeError("Reduce of empty array with no initial value");
    accumulator = array[i++];
  }
  for (; i < length; i++) accumulator = $call(callback, undefined, accumulator, array[i], i, array);
  return accumulator;
}
function typedReduceRight(callback, ...initial) {
  const array = $typedThis(this, "%TypedArray%.prototype.reduceRight");
  const length = $typedLength(array);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  let i = length - 1;
  let accumulator;
  if (initial.length > 0) accumulator = initial[0];
  else {
    if (length === 0) $throwTypeError("Reduce of empty array with no initial value");
    accumulator = array[i--];
  }
  for (; i >= 0; i--) accumulator = $call(callback, undefined, accumulator, array[i], i, array);
  return accumulator;
}

function typedAt(index) {
  const array = $typedThis(this, "%TypedArray%.prototype.at");
  const length = $typedLength(array);
  const n = $toIntegerOrInfinity(index);
  const i = n >= 0 ? n : length + n;
  if (i < 0 || i >= length) return undefined;
  return array[i];
}
function typedIncludes(target, from) {
  const array = $typedThis(this, "%TypedArray%.prototype.includes");
  const length = $typedLength(array);
  if (length === 0) return false;
  const n = $toIntegerOrInfinity(from);
  let i = n >= 0 ? n : length + n > 0 ? length + n : 0;
  for (; i < length; i++) {
    if ($sameValueZero(array[i], target)) return true;
  }
  return false;
}
function typedIndexOf(target, from) {
  const array = $typedThis(this, "%TypedArray%.prototype.indexOf");
  const length = $typedLength(array);
  if (length === 0) return -1;
  const n = $toIntegerOrInfinity(from);
  let i = n >= 0 ? n : length + n > 0 ? length + n : 0;
  for (; i < length; i++) {
    if (i in array && array[i] === target) return i;
  }
  return -1;
}
function typedLastIndexOf(target, ...rest) {
  const array = $typedThis(this, "%TypedArray%.prototype.lastIndexOf");
  const length = $typedLength(array);
  if (length === 0) return -1;
  const n = rest.length > 0 ? $toIntegerOrInfinity(rest[0]) : length - 1;
  let i = n >= 0 ? (n < length - 1 ? n : length - 1) : length + n;
  for (; i >= 0; i--) {
    if (i in array && array[i] === target) return i;
  }
  return -1;
}
function typedJoin(separator) {
  const array = $typedThis(this, "%TypedArray%.prototype.join");
  const length = $typedLength(array);
  const between = separator === undefined ? "," : `${separator}`;
  const parts = [];
  for (let i = 0; i < length; i++) {
    const element = array[i];
    $push(parts, element === undefined ? "" : `${element}`);
  }
  return $joinTexts(parts, between);
}
function typedToLocaleString(locales, options) {
  const array = $typedThis(this, "%TypedArray%.prototype.toLocaleString");
  const length = $typedLength(array);
  const parts = [];
  for (let i = 0; i < length; i++) {
    const element = array[i];
    $push(parts, element === undefined || element === null ? "" : `${$call(element.toLocaleString, element, locales, options)}`);
  }
  return $joinTexts(parts, ",");
}
function typedFill(value, start, end) {
  const array = $typedThis(this, "%TypedArray%.prototype.fill");
  const length = $typedLength(array);
  const element = $typedElement(array, value);
  const from = $relativeIndex(start, length, 0);
  let final = $relativeIndex(end, length, length);
  $typedThis(array, "%TypedArray%.prototype.fill");
  const now = $typedLength(array);
  if (final > now) final = now;
  if (from < final) $typedFillRange(array, element, from, final);
  return array;
}
function typedCopyWithin(target, start, end) {
  const array = $typedThis(this, "%TypedArray%.prototype.copyWithin");
  const length = $typedLength(array);
  const to = $relativeIndex(target, length, 0);
  const from = $relativeIndex(start, length, 0);
  const final = $relativeIndex(end, length, length);
  let count = final - from < length - to ? final - from : length - to;
  if (count > 0) {
    $typedThis(array, "%TypedArray%.prototype.copyWithin");
    const now = $typedLength(array);
    if (from + count > now) count = now - from;
    if (to + count > now) count = now - to;
    if (count > 0) $typedMove(array, to, from, count);
  }
  return array;
}
function typedReverse() {
  const array = $typedThis(this, "%TypedArray%.prototype.reverse");
  const length = $typedLength(array);
  $typedReverseAll(array);
  return array;
}
function typedToReversed() {
  const array = $typedThis(this, "%TypedArray%.prototype.toReversed");
  const length = $typedLength(array);
  const result = $typedSame(array, length);
  for (let i = 0; i < length; i++) result[i] = array[length - 1 - i];
  return result;
}
function typedWith(index, value) {
  const array = $typedThis(this, "%TypedArray%.prototype.with");
  const length = $typedLength(array);
  const n = $toIntegerOrInfinity(index);
  const at = n >= 0 ? n : length + n;
  const element = $typedElement(array, value);
  if (!(at >= 0 && at < $typedLength(array))) $throwRangeError("Invalid typed array index");
  const result = $typedSame(array, length);
  for (let i = 0; i < length; i++) result[i] = i === at ? element : array[i];
  return result;
}
function typedSort(comparator) {
  if (comparator !== undefined && !$isCallable(comparator)) $throwTypeError("The comparison function must be either a function or undefined");
  const array = $typedThis(this, "%TypedArray%.prototype.sort");
  const length = $typedLength(array);
  if (comparator === undefined) {
    $typedSortAll(array);
    return array;
  }
  const sorted = $sortList($typedList(array), comparator);
  const now = $typedLength(array);
  for (let i = 0; i < length && i < now; i++) array[i] = sorted[i];
  return array;
}
function typedToSorted(comparator) {
  if (comparator !== undefined && !$isCallable(comparator)) $throwTypeError("The comparison function must be either a function or undefined");
  const array = $typedThis(this, "%TypedArray%.prototype.toSorted");
  const length = $typedLength(array);
  const result = $typedSame(array, length);
  const list = $typedList(array);
  if (comparator === undefined) {
    for (let i = 0; i < length; i++) result[i] = list[i];
    $typedSortAll(result);
    return result;
  }
  const sorted = $sortList(list, comparator);
  for (let i = 0; i < length; i++) result[i] = sorted[i];
  return result;
}
function typedSet(source, offset) {
  const target = this;
  if (!$isTyped(target)) $throwTypeError("this is not a typed array.");
  const start = $toIntegerOrInfinity(offset);
  if (start < 0) $throwRangeError("offset is out of bounds");
  if ($isTyped(source)) {
    $typedThis(target, "%TypedArray%.prototype.set");
    $typedThis(source, "%TypedArray%.prototype.set");
    if ($typedIsBigInt(source) !== $typedIsBigInt(target)) $throwTypeError("Cannot mix BigInt and other types, use explicit conversions");
    if (start + $typedLength(source) > $typedLength(target)) $throwRangeError("offset is out of bounds");
    $typedSetTyped(target, source, start);
    return;
  }
  $typedThis(target, "%TypedArray%.prototype.set");
  const length = $typedLength(target);
  const object = $toObject(source);
  const count = $toLength(object.length);
  if (start + count > length) $throwRangeError("offset is out of bounds");
  for (let i = 0; i < count; i++) target[start + i] = object[i];
}
function typedSlice(start, end) {
  const array = $typedThis(this, "%TypedArray%.prototype.slice");
  const length = $typedLength(array);
  const from = $relativeIndex(start, length, 0);
  let final = $relativeIndex(end, length, length);
  const count = final > from ? final - from : 0;
  const result = $typedSpeciesCreate(array, [count]);
  if (count > 0) {
    $typedThis(array, "%TypedArray%.prototype.slice");
    const now = $typedLength(array);
    if (final > now) final = now;
    if (!$typedCopySame(result, array, from, final)) {
      let to = 0;
      for (let i = from; i < final; i++) result[to++] = array[i];
    }
  }
  return result;
}
function typedSubarray(start, end) {
  const array = this;
  if (!$isTyped(array)) $throwTypeError("this is not a typed array.");
  const buffer = $typedBuffer(array);
  const length = $typedLength(array);
  const from = $relativeIndex(start, length, 0);
  const tracks = $typedTracks(array) && end === undefined;
  const final = tracks ? 0 : $relativeIndex(end, length, length);
  const offset = $typedOffset(array, from);
  if (tracks) return $typedSpeciesCreate(array, [buffer, offset]);
  return $typedSpeciesCreate(array, [buffer, offset, final > from ? final - from : 0]);
}
