// Array (ECMA-262 23.1): what calls back into the program, and the general forms of what natives do for plain arrays.

function arraySpeciesCreate(original, length) {
  const fast = $plainSpecies(original, length);
  if (fast !== undefined) return fast;
  if (!$isArray(original)) return $arrayCreate(length);
  let C = original.constructor;
  if ($isObject(C)) {
    C = C[$symbolSpecies()];
    if (C === null) C = undefined;
  }
  if (C === undefined) return $arrayCreate(length);
  if (!$isConstructor(C)) $throwTypeError("object.constructor[Symbol.species] is not a constructor");
  return $construct(C, C, [length]);
}

// get [Symbol.species]
function speciesGetter() {
  return this;
}

// Relative index (`slice`, `at`, ...) as an absolute one in 0..length.
function relativeIndex(value, length, absent) {
  if (value === undefined) return absent;
  const n = $toIntegerOrInfinity(value);
  if (n < 0) return length + n > 0 ? length + n : 0;
  return n < length ? n : length;
}

function arrayForEach(callback, thisArg) {
  const object = $thisObject(this, "Array.prototype.forEach");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  for (let i = 0; i < length; i++) {
    if (i in object) $call(callback, thisArg, object[i], i, object);
  }
}

function arrayMap(callback, thisArg) {
  const object = $thisObject(this, "Array.prototype.map");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const result = $arraySpeciesCreate(object, length);
  for (let i = 0; i < length; i++) {
    if (i in object) $define(result, i, $call(callback, thisArg, object[i], i, object));
  }
  return result;
}

function arrayFilter(callback, thisArg) {
  const object = $thisObject(this, "Array.prototype.filter");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const result = $arraySpeciesCreate(object, 0);
  let to = 0;
  for (let i = 0; i < length; i++) {
    if (i in object) {
      const value = object[i];
      if ($call(callback, thisArg, value, i, object)) $define(result, to++, value);
    }
  }
  return result;
}

function arraySome(callback, thisArg) {
  const object = $thisObject(this, "Array.prototype.some");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  for (let i = 0; i < length; i++) {
    if (i in object && $call(callback, thisArg, object[i], i, object)) return true;
  }
  return false;
}

function arrayEvery(callback, thisArg) {
  const object = $thisObject(this, "Array.prototype.every");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  for (let i = 0; i < length; i++) {
    if (i in object && !$call(callback, thisArg, object[i], i, object)) return false;
  }
  return true;
}

function arrayFind(predicate, thisArg) {
  const object = $thisObject(this, "Array.prototype.find");
  const length = $toLength(object.length);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = 0; i < length; i++) {
    const value = object[i];
    if ($call(predicate, thisArg, value, i, object)) return value;
  }
}

function arrayFindIndex(predicate, thisArg) {
  const object = $thisObject(this, "Array.prototype.findIndex");
  const length = $toLength(object.length);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = 0; i < length; i++) {
    if ($call(predicate, thisArg, object[i], i, object)) return i;
  }
  return -1;
}

function arrayFindLast(predicate, thisArg) {
  const object = $thisObject(this, "Array.prototype.findLast");
  const length = $toLength(object.length);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = length - 1; i >= 0; i--) {
    const value = object[i];
    if ($call(predicate, thisArg, value, i, object)) return value;
  }
}

function arrayFindLastIndex(predicate, thisArg) {
  const object = $thisObject(this, "Array.prototype.findLastIndex");
  const length = $toLength(object.length);
  if (!$isCallable(predicate)) $throwTypeError($displayText(predicate) + " is not a function");
  for (let i = length - 1; i >= 0; i--) {
    if ($call(predicate, thisArg, object[i], i, object)) return i;
  }
  return -1;
}

function arrayReduce(callback, ...initial) {
  const object = $thisObject(this, "Array.prototype.reduce");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  let i = 0;
  let accumulator;
  if (initial.length > 0) accumulator = initial[0];
  else {
    while (i < length && !(i in object)) i++;
    if (i >= length) $throwTypeError("Reduce of empty array with no initial value");
    accumulator = object[i++];
  }
  for (; i < length; i++) {
    if (i in object) accumulator = $call(callback, undefined, accumulator, object[i], i, object);
  }
  return accumulator;
}

function arrayReduceRight(callback, ...initial) {
  const object = $thisObject(this, "Array.prototype.reduceRight");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  let i = length - 1;
  let accumulator;
  if (initial.length > 0) accumulator = initial[0];
  else {
    while (i >= 0 && !(i in object)) i--;
    if (i < 0) $throwTypeError("Reduce of empty array with no initial value");
    accumulator = object[i--];
  }
  for (; i >= 0; i--) {
    if (i in object) accumulator = $call(callback, undefined, accumulator, object[i], i, object);
  }
  return accumulator;
}

function flattenInto(target, source, length, start, depth) {
  let to = start;
  for (let i = 0; i < length; i++) {
    if (i in source) {
      const element = source[i];
      if (depth > 0 && $isArray(element)) to = $flattenInto(target, element, $toLength(element.length), to, depth - 1);
      else {
        if (to >= 9007199254740991) $throwTypeError("Invalid array length");
        $define(target, to++, element);
      }
    }
  }
  return to;
}

function arrayFlat(depth) {
  const object = $thisObject(this, "Array.prototype.flat");
  const length = $toLength(object.length);
  let levels = 1;
  if (depth !== undefined) {
    levels = $toIntegerOrInfinity(depth);
    if (levels < 0) levels = 0;
  }
  const result = $arraySpeciesCreate(object, 0);
  $flattenInto(result, object, length, 0, levels);
  return result;
}

function arrayFlatMap(callback, thisArg) {
  const object = $thisObject(this, "Array.prototype.flatMap");
  const length = $toLength(object.length);
  if (!$isCallable(callback)) $throwTypeError("flatMap mapper function is not callable");
  const result = $arraySpeciesCreate(object, 0);
  let to = 0;
  for (let i = 0; i < length; i++) {
    if (i in object) {
      const element = $call(callback, thisArg, object[i], i, object);
      if ($isArray(element)) {
        const count = $toLength(element.length);
        for (let j = 0; j < count; j++) {
          if (j in element) {
            if (to >= 9007199254740991) $throwTypeError("Invalid array length");
            $define(result, to++, element[j]);
          }
        }
      } else $define(result, to++, element);
    }
  }
  return result;
}

function arrayPush(...items) {
  const object = $thisObject(this, "Array.prototype.push");
  let length = $toLength(object.length);
  const count = items.length;
  if (length + count > 9007199254740991) $throwTypeError("Pushing " + count + " elements on an array-like of length " + length + " is disallowed by ECMA-262");
  for (let i = 0; i < count; i++) object[length++] = items[i];
  object.length = length;
  return length;
}

function arrayPop() {
  const object = $thisObject(this, "Array.prototype.pop");
  const length = $toLength(object.length);
  if (length === 0) {
    object.length = 0;
    return undefined;
  }
  const value = object[length - 1];
  delete object[length - 1];
  object.length = length - 1;
  return value;
}

function arrayShift() {
  const object = $thisObject(this, "Array.prototype.shift");
  const length = $toLength(object.length);
  if (length === 0) {
    object.length = 0;
    return undefined;
  }
  const first = object[0];
  for (let i = 1; i < length; i++) {
    if (i in object) object[i - 1] = object[i];
    else delete object[i - 1];
  }
  delete object[length - 1];
  object.length = length - 1;
  return first;
}

function arrayUnshift(...items) {
  const object = $thisObject(this, "Array.prototype.unshift");
  const length = $toLength(object.length);
  const count = items.length;
  if (count > 0) {
    if (length + count > 9007199254740991) $throwTypeError("Invalid array length");
    for (let i = length; i > 0; i--) {
      if (i - 1 in object) object[i + count - 1] = object[i - 1];
      else delete object[i + count - 1];
    }
    for (let i = 0; i < count; i++) object[i] = items[i];
  }
  object.length = length + count;
  return length + count;
}

function arraySplice(...list) {
  const object = $thisObject(this, "Array.prototype.splice");
  const length = $toLength(object.length);
  const start = list.length > 0 ? $relativeIndex(list[0], length, 0) : 0;
  const items = list.length > 2 ? list.length - 2 : 0;
  let count;
  if (list.length === 0) count = 0;
  else if (list.length === 1) count = length - start;
  else {
    const n = $toIntegerOrInfinity(list[1]);
    count = n < 0 ? 0 : n > length - start ? length - start : n;
  }
  if (length + items - count > 9007199254740991) $throwTypeError("Invalid array length");
  const removed = $arraySpeciesCreate(object, count);
  for (let i = 0; i < count; i++) {
    if (start + i in object) $define(removed, i, object[start + i]);
  }
  removed.length = count;
  if (items < count) {
    for (let i = start; i < length - count; i++) {
      if (i + count in object) object[i + items] = object[i + count];
      else delete object[i + items];
    }
    for (let i = length; i > length - count + items; i--) delete object[i - 1];
  } else if (items > count) {
    for (let i = length - count; i > start; i--) {
      if (i + count - 1 in object) object[i + items - 1] = object[i + count - 1];
      else delete object[i + items - 1];
    }
  }
  for (let i = 0; i < items; i++) object[start + i] = list[i + 2];
  object.length = length - count + items;
  return removed;
}

function arraySlice(start, end) {
  const object = $thisObject(this, "Array.prototype.slice");
  const length = $toLength(object.length);
  let from = $relativeIndex(start, length, 0);
  const final = $relativeIndex(end, length, length);
  const result = $arraySpeciesCreate(object, final > from ? final - from : 0);
  let to = 0;
  for (; from < final; from++) {
    if (from in object) $define(result, to, object[from]);
    to++;
  }
  result.length = to;
  return result;
}

function isConcatSpreadable(value) {
  if (!$isObject(value)) return false;
  const spreadable = value[$symbolIsConcatSpreadable()];
  if (spreadable !== undefined) return !!spreadable;
  return $isArray(value);
}

function arrayConcat(...list) {
  const object = $thisObject(this, "Array.prototype.concat");
  const result = $arraySpeciesCreate(object, 0);
  let to = 0;
  for (let k = -1; k < list.length; k++) {
    const item = k < 0 ? object : list[k];
    if ($isConcatSpreadable(item)) {
      const length = $toLength(item.length);
      if (to + length > 9007199254740991) $throwTypeError("Invalid array length");
      for (let i = 0; i < length; i++) {
        if (i in item) $define(result, to, item[i]);
        to++;
      }
    } else {
      if (to >= 9007199254740991) $throwTypeError("Invalid array length");
      $define(result, to++, item);
    }
  }
  result.length = to;
  return result;
}

function arrayIndexOf(target, from) {
  const object = $thisObject(this, "Array.prototype.indexOf");
  const length = $toLength(object.length);
  if (length === 0) return -1;
  const n = $toIntegerOrInfinity(from);
  let i = n >= 0 ? n : length + n > 0 ? length + n : 0;
  for (; i < length; i++) {
    if (i in object && object[i] === target) return i;
  }
  return -1;
}

function arrayLastIndexOf(target, ...rest) {
  const object = $thisObject(this, "Array.prototype.lastIndexOf");
  const length = $toLength(object.length);
  if (length === 0) return -1;
  const n = rest.length > 0 ? $toIntegerOrInfinity(rest[0]) : length - 1;
  let i = n >= 0 ? (n < length - 1 ? n : length - 1) : length + n;
  for (; i >= 0; i--) {
    if (i in object && object[i] === target) return i;
  }
  return -1;
}

function arrayIncludes(target, from) {
  const object = $thisObject(this, "Array.prototype.includes");
  const length = $toLength(object.length);
  if (length === 0) return false;
  const n = $toIntegerOrInfinity(from);
  let i = n >= 0 ? n : length + n > 0 ? length + n : 0;
  for (; i < length; i++) {
    if ($sameValueZero(object[i], target)) return true;
  }
  return false;
}

// Arrays being joined further out print as nothing.
function arrayJoin(separator) {
  const object = $thisObject(this, "Array.prototype.join");
  const length = $toLength(object.length);
  const between = separator === undefined ? "," : `${separator}`;
  if (!$joinEnter(object)) return "";
  try {
    const parts = [];
    for (let i = 0; i < length; i++) {
      const element = object[i];
      $push(parts, element === undefined || element === null ? "" : `${element}`);
    }
    return $joinTexts(parts, between);
  } finally {
    $joinLeave();
  }
}

function arrayToString() {
  const object = $thisObject(this, "Array.prototype.toString");
  const join = object.join;
  if ($isCallable(join)) return $call(join, object);
  const builtin = $builtinTag(object);
  const tag = object[$symbolToStringTag()];
  return "[object " + (typeof tag === "string" ? tag : builtin) + "]";
}

function arrayToLocaleString(locales, options) {
  const object = $thisObject(this, "Array.prototype.toLocaleString");
  const length = $toLength(object.length);
  if (!$joinEnter(object)) return "";
  try {
    const parts = [];
    for (let i = 0; i < length; i++) {
      const element = object[i];
      $push(parts, element === undefined || element === null ? "" : `${$call(element.toLocaleString, element, locales, options)}`);
    }
    return $joinTexts(parts, ",");
  } finally {
    $joinLeave();
  }
}

function arrayReverse() {
  const object = $thisObject(this, "Array.prototype.reverse");
  const length = $toLength(object.length);
  const middle = (length - length % 2) / 2;
  for (let lower = 0; lower < middle; lower++) {
    const upper = length - 1 - lower;
    const hasLower = lower in object;
    let low, high;
    if (hasLower) low = object[lower];
    const hasUpper = upper in object;
    if (hasUpper) high = object[upper];
    if (hasUpper) {
      object[lower] = high;
      if (hasLower) object[upper] = low;
      else delete object[upper];
    } else if (hasLower) {
      delete object[lower];
      object[upper] = low;
    }
  }
  return object;
}

function arrayFill(value, start, end) {
  const object = $thisObject(this, "Array.prototype.fill");
  const length = $toLength(object.length);
  const from = $relativeIndex(start, length, 0);
  const final = $relativeIndex(end, length, length);
  for (let i = from; i < final; i++) object[i] = value;
  return object;
}

function arrayCopyWithin(target, start, end) {
  const object = $thisObject(this, "Array.prototype.copyWithin");
  const length = $toLength(object.length);
  let to = $relativeIndex(target, length, 0);
  let from = $relativeIndex(start, length, 0);
  const final = $relativeIndex(end, length, length);
  let count = final - from < length - to ? final - from : length - to;
  let step = 1;
  if (from < to && to < from + count) {
    step = -1;
    from += count - 1;
    to += count - 1;
  }
  for (; count > 0; count--) {
    if (from in object) object[to] = object[from];
    else delete object[to];
    from += step;
    to += step;
  }
  return object;
}

function arrayAt(index) {
  const object = $thisObject(this, "Array.prototype.at");
  const length = $toLength(object.length);
  const n = $toIntegerOrInfinity(index);
  const i = n >= 0 ? n : length + n;
  if (i < 0 || i >= length) return undefined;
  return object[i];
}

function arrayToReversed() {
  const object = $thisObject(this, "Array.prototype.toReversed");
  const length = $toLength(object.length);
  const result = $arrayCreate(length);
  for (let i = 0; i < length; i++) $define(result, i, object[length - 1 - i]);
  return result;
}

function arrayToSpliced(...list) {
  const object = $thisObject(this, "Array.prototype.toSpliced");
  const length = $toLength(object.length);
  const start = list.length > 0 ? $relativeIndex(list[0], length, 0) : 0;
  const items = list.length > 2 ? list.length - 2 : 0;
  let count;
  if (list.length === 0) count = 0;
  else if (list.length === 1) count = length - start;
  else {
    const n = $toIntegerOrInfinity(list[1]);
    count = n < 0 ? 0 : n > length - start ? length - start : n;
  }
  const size = length + items - count;
  if (size > 9007199254740991) $throwTypeError("Invalid array length");
  const result = $arrayCreate(size);
  let to = 0;
  for (; to < start; to++) $define(result, to, object[to]);
  for (let i = 0; i < items; i++) $define(result, to++, list[i + 2]);
  for (let from = start + count; to < size; from++) $define(result, to++, object[from]);
  return result;
}

function arrayWith(index, value) {
  const object = $thisObject(this, "Array.prototype.with");
  const length = $toLength(object.length);
  const n = $toIntegerOrInfinity(index);
  const at = n >= 0 ? n : length + n;
  if (at >= length || at < 0) $throwRangeError("Invalid index : " + n);
  const result = $arrayCreate(length);
  for (let i = 0; i < length; i++) $define(result, i, i === at ? value : object[i]);
  return result;
}

// Sorts an internal list; gives the list that holds the result. Stable merge sort above insertion sort; the later
// element comes first in each comparison, as in V8, which comparators that return booleans notice.
function sortList(list, compare) {
  const total = list.length;
  // undefined sorts last without a call of the comparator.
  const values = $withoutUndefined(list);
  const n = values.length;
  if (compare === undefined) {
    if (!$sortPrimitives(values)) {
      const texts = [];
      for (let i = 0; i < n; i++) $push(texts, `${values[i]}`);
      $sortByTexts(values, texts);
    }
  }
  let from = values;
  if (compare !== undefined && n > 1 && !$sortByDifference(from, compare)) {
    for (let low = 0; low < n; low += 8) {
      const high = low + 8 < n ? low + 8 : n;
      for (let i = low + 1; i < high; i++) {
        const value = from[i];
        let j = i - 1;
        while (j >= low) {
          const other = from[j];
          if (!(+$call(compare, undefined, value, other) < 0)) break;
          from[j + 1] = other;
          j--;
        }
        from[j + 1] = value;
      }
    }
    if (n > 8) {
      let to = $copyList(from);
      for (let width = 8; width < n; width *= 2) {
        for (let low = 0; low < n; low += 2 * width) {
          const middle = low + width;
          const high = middle + width < n ? middle + width : n;
          if (middle >= high || !(+$call(compare, undefined, from[middle], from[middle - 1]) < 0)) {
            $copyRange(to, from, low, high);
            continue;
          }
          let i = low, j = middle, k = low;
          let left = from[i], right = from[j];
          for (;;) {
            if (+$call(compare, undefined, right, left) < 0) {
              to[k++] = right;
              if (++j === high) {
                for (; i < middle; i++) to[k++] = from[i];
                break;
              }
              right = from[j];
            } else {
              to[k++] = left;
              if (++i === middle) {
                for (; j < high; j++) to[k++] = from[j];
                break;
              }
              left = from[i];
            }
          }
        }
        const swap = from;
        from = to;
        to = swap;
      }
    }
  }
  for (let i = n; i < total; i++) $push(from, undefined);
  return from;
}

function arraySort(comparator) {
  if (comparator !== undefined && !$isCallable(comparator)) $throwTypeError("The comparison function must be either a function or undefined: " + $displayText(comparator));
  const object = $thisObject(this, "Array.prototype.sort");
  const length = $toLength(object.length);
  let list = $denseCopy(object);
  if (list === undefined) {
    list = [];
    for (let i = 0; i < length; i++) {
      if (i in object) $push(list, object[i]);
    }
  }
  const sorted = $sortList(list, comparator);
  const count = sorted.length;
  if (count === length && $writeBack(object, sorted)) return object;
  for (let i = 0; i < count; i++) object[i] = sorted[i];
  for (let i = count; i < length; i++) {
    if (i in object) delete object[i];
  }
  return object;
}

function arrayToSorted(comparator) {
  if (comparator !== undefined && !$isCallable(comparator)) $throwTypeError("The comparison function must be either a function or undefined: " + $displayText(comparator));
  const object = $thisObject(this, "Array.prototype.toSorted");
  const length = $toLength(object.length);
  const result = $arrayCreate(length);
  let list = $denseCopy(object);
  if (list === undefined) {
    list = [];
    for (let i = 0; i < length; i++) $push(list, object[i]);
  }
  const sorted = $sortList(list, comparator);
  for (let i = 0; i < length; i++) $define(result, i, sorted[i]);
  return result;
}

// Array.from of an iterable or array-like.
function arrayFrom(items, mapper, thisArg) {
  const C = this;
  const mapping = mapper !== undefined;
  if (mapping && !$isCallable(mapper)) $throwTypeError($displayText(mapper) + " is not a function");
  if (items === undefined || items === null) $throwTypeError($displayText(items) + " is not iterable");
  if ($iteratesFast(items)) {
    const result = $isConstructor(C) ? $construct(C, C, []) : [];
    let i = 0;
    for (const value of items) {
      $define(result, i, mapping ? $call(mapper, thisArg, value, i) : value);
      i++;
    }
    result.length = i;
    return result;
  }
  const method = items[$symbolIterator()];
  if (method !== undefined && method !== null) {
    if (!$isCallable(method)) $throwTypeError($displayText(method) + " is not a function");
    const result = $isConstructor(C) ? $construct(C, C, []) : [];
    const iterator = $call(method, items);
    if (!$isObject(iterator)) $throwTypeError("Result of the Symbol.iterator method is not an object");
    const next = iterator.next;
    let i = 0;
    for (;;) {
      const step = $call(next, iterator);
      if (!$isObject(step)) $throwTypeError("Iterator result " + $displayText(step) + " is not an object");
      if (step.done) break;
      const value = step.value;
      try {
        if (i >= 9007199254740991) $throwTypeError("Invalid array length");
        $define(result, i, mapping ? $call(mapper, thisArg, value, i) : value);
      } catch (error) {
        $closeQuietly(iterator);
        throw error;
      }
      i++;
    }
    result.length = i;
    return result;
  }
  const source = $toObject(items);
  const length = $toLength(source.length);
  const result = $isConstructor(C) ? $construct(C, C, [length]) : $arrayCreate(length);
  for (let i = 0; i < length; i++) {
    const value = source[i];
    $define(result, i, mapping ? $call(mapper, thisArg, value, i) : value);
  }
  result.length = length;
  return result;
}

function arrayOf(...items) {
  const length = items.length;
  const C = this;
  const result = $isConstructor(C) ? $construct(C, C, [length]) : $arrayCreate(length);
  for (let i = 0; i < length; i++) $define(result, i, items[i]);
  result.length = length;
  return result;
}

function arrayFromAsync(items, mapper, thisArg) {
  return $arrayFromAsyncBody(this, items, mapper, thisArg);
}

async function arrayFromAsyncBody(C, items, mapper, thisArg) {
  const mapping = mapper !== undefined;
  if (mapping && !$isCallable(mapper)) $throwTypeError($displayText(mapper) + " is not a function");
  if (items === undefined || items === null) $throwTypeError($displayText(items) + " is not iterable");
  let method = items[$symbolAsyncIterator()];
  let sync;
  if (method === undefined || method === null) {
    method = undefined;
    sync = items[$symbolIterator()];
    if (sync === undefined || sync === null) sync = undefined;
    else if (!$isCallable(sync)) $throwTypeError($displayText(sync) + " is not a function");
  } else if (!$isCallable(method)) $throwTypeError($displayText(method) + " is not a function");
  if (method !== undefined || sync !== undefined) {
    const result = $isConstructor(C) ? $construct(C, C, []) : [];
    let iterator = $call(method !== undefined ? method : sync, items);
    if (!$isObject(iterator)) $throwTypeError("Result of the Symbol.asyncIterator method is not an object");
    let next = iterator.next;
    if (method === undefined) {
      iterator = $asyncFromSyncIterator(iterator, next);
      next = iterator.next;
    }
    let i = 0;
    for (;;) {
      const step = await $call(next, iterator);
      if (!$isObject(step)) $throwTypeError("Iterator result " + $displayText(step) + " is not an object");
      if (step.done) break;
      let value = step.value;
      let failed = false, problem;
      try {
        if (i >= 9007199254740991) $throwTypeError("Invalid array length");
        if (mapping) {
          value = await $call(mapper, thisArg, value, i);
        }
        $define(result, i, value);
      } catch (error) {
        failed = true;
        problem = error;
      }
      if (failed) {
        try {
          const close = iterator.return;
          if (close !== undefined && close !== null) await $call(close, iterator);
        } catch (ignored) {
        }
        throw problem;
      }
      i++;
    }
    result.length = i;
    return result;
  }
  const source = $toObject(items);
  const length = $toLength(source.length);
  const result = $isConstructor(C) ? $construct(C, C, [length]) : $arrayCreate(length);
  for (let i = 0; i < length; i++) {
    let value = await source[i];
    if (mapping) value = await $call(mapper, thisArg, value, i);
    $define(result, i, value);
  }
  result.length = length;
  return result;
}

// One step of an array iterator over something other than a plain array: slots 0 object, 1 index, 2 kind.
function arrayIteratorNext() {
  const object = $arrayIteratorObject(this);
  if (object === undefined) return { value: undefined, done: true };
  const i = $slot(this, 1);
  const length = $arrayIteratorLength(object);
  if (i >= (length === undefined ? $toLength(object.length) : length)) {
    $setSlot(this, 0, undefined);
    return { value: undefined, done: true };
  }
  $setSlot(this, 1, i + 1);
  const kind = $slot(this, 2);
  if (kind === 0) return { value: i, done: false };
  const value = object[i];
  return { value: kind === 1 ? value : [i, value], done: false };
}

// IteratorClose for a throw completion: what closing throws is dropped.
function closeQuietly(iterator) {
  try {
    const close = iterator.return;
    if (close !== undefined && close !== null) $call(close, iterator);
  } catch (ignored) {
  }
}
// IteratorClose for other completions.
function closeIterator(iterator) {
  const close = iterator.return;
  if (close === undefined || close === null) return;
  const result = $call(close, iterator);
  if (!$isObject(result)) $throwTypeError($displayText(result) + " is not an object");
}
