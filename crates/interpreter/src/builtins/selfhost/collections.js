// Map, Set, WeakMap, WeakSet (ECMA-262 24): constructors, callbacks, set algebra. `$tableCursor` makes an iterator
// without prototype over a live table; the collector keeps its place.

function mapConstructor(iterable) {
  if (new.target === undefined) $throwTypeError("Constructor Map requires 'new'");
  const map = $newTable(0, new.target);
  if (iterable === undefined || iterable === null) return map;
  $fillMap(map, iterable, map.set);
  return map;
}
function weakMapConstructor(iterable) {
  if (new.target === undefined) $throwTypeError("Constructor WeakMap requires 'new'");
  const map = $newTable(2, new.target);
  if (iterable === undefined || iterable === null) return map;
  $fillMap(map, iterable, map.set);
  return map;
}
// AddEntriesFromIterable
function fillMap(map, iterable, adder) {
  if (!$isCallable(adder)) $throwTypeError("'" + $displayText(adder) + "' returned for property 'set' of object '" + $describe(map) + "' is not a function");
  for (const item of iterable) {
    if (!$isObject(item)) $throwTypeError("Iterator value " + $displayText(item) + " is not an entry object");
    $call(adder, map, item[0], item[1]);
  }
}
function setConstructor(iterable) {
  if (new.target === undefined) $throwTypeError("Constructor Set requires 'new'");
  const set = $newTable(1, new.target);
  if (iterable === undefined || iterable === null) return set;
  $fillSet(set, iterable, set.add);
  return set;
}
function weakSetConstructor(iterable) {
  if (new.target === undefined) $throwTypeError("Constructor WeakSet requires 'new'");
  const set = $newTable(3, new.target);
  if (iterable === undefined || iterable === null) return set;
  $fillSet(set, iterable, set.add);
  return set;
}
function fillSet(set, iterable, adder) {
  if (!$isCallable(adder)) $throwTypeError("'" + $displayText(adder) + "' returned for property 'add' of object '" + $describe(set) + "' is not a function");
  for (const value of iterable) $call(adder, set, value);
}

function mapForEach(callback, thisArg) {
  const map = $mapThis(this, "Map.prototype.forEach");
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const cursor = $tableCursor(map);
  while ($cursorStep(cursor)) $call(callback, thisArg, $cursorValue(cursor), $cursorKey(cursor), map);
}
function setForEach(callback, thisArg) {
  const set = $setThis(this, "Set.prototype.forEach");
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const cursor = $tableCursor(set);
  while ($cursorStep(cursor)) {
    const value = $cursorKey(cursor);
    $call(callback, thisArg, value, value, set);
  }
}

function mapGroupBy(items, callback) {
  if (items === undefined || items === null) $throwTypeError($displayText(items) + " is not iterable");
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  const map = $newTable(0, undefined);
  let counter = 0;
  for (const value of items) {
    const key = $call(callback, undefined, value, counter);
    const group = $tableGet(map, key);
    if (group === undefined) $tableSet(map, key, [value]);
    else $push(group, value);
    counter++;
  }
  return map;
}

function mapGetOrInsertComputed(key, callback) {
  const map = $mapThis(this, "Map.prototype.getOrInsertComputed");
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  if ($tableHas(map, key)) return $tableGet(map, key);
  if (key === 0) key = 0;
  const value = $call(callback, undefined, key);
  $tableSet(map, key, value);
  return value;
}
function weakMapGetOrInsertComputed(key, callback) {
  const map = $weakMapThis(this, "WeakMap.prototype.getOrInsertComputed");
  if (!$canBeHeldWeakly(key)) $throwTypeError("Invalid value used as weak map key");
  if (!$isCallable(callback)) $throwTypeError($displayText(callback) + " is not a function");
  if ($tableHas(map, key)) return $tableGet(map, key);
  const value = $call(callback, undefined, key);
  $tableSet(map, key, value);
  return value;
}

// ---- set algebra

// GetSetRecord: [object, size, has, keys]
function setRecord(other) {
  if (!$isObject(other)) $throwTypeError($displayText(other) + " is not an object");
  const size = +other.size;
  if (size !== size) $throwTypeError("The 'size' property must be a number");
  const whole = $toIntegerOrInfinity(size);
  if (whole < 0) $throwRangeError("'" + whole + "' is an invalid size");
  const has = other.has;
  if (!$isCallable(has)) $throwTypeError("The 'has' property must be a function");
  const keys = other.keys;
  if (!$isCallable(keys)) $throwTypeError("The 'keys' property must be a function");
  return [other, whole, has, keys];
}
function setRecordKeys(record) {
  const iterator = $call(record[3], record[0]);
  if (!$isObject(iterator)) $throwTypeError($displayText(iterator) + " is not an object");
  return iterator;
}

function setUnion(other) {
  const set = $setThis(this, "Set.prototype.union");
  const record = $setRecord(other);
  const iterator = $setRecordKeys(record);
  const next = iterator.next;
  const result = $setCopy(set);
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return result;
    $tableSet(result, step.value, undefined);
  }
}

function setIntersection(other) {
  const set = $setThis(this, "Set.prototype.intersection");
  const record = $setRecord(other);
  const result = $newTable(1, undefined);
  if ($tableSize(set) <= record[1]) {
    const cursor = $tableCursor(set);
    while ($cursorStep(cursor)) {
      const value = $cursorKey(cursor);
      if ($call(record[2], record[0], value)) $tableSet(result, value, undefined);
    }
    return result;
  }
  const iterator = $setRecordKeys(record);
  const next = iterator.next;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return result;
    const value = step.value;
    if ($tableHas(set, value)) $tableSet(result, value, undefined);
  }
}

function setDifference(other) {
  const set = $setThis(this, "Set.prototype.difference");
  const record = $setRecord(other);
  if ($tableSize(set) <= record[1]) {
    const result = $setCopy(set);
    const cursor = $tableCursor(set);
    while ($cursorStep(cursor)) {
      const value = $cursorKey(cursor);
      if ($call(record[2], record[0], value)) $tableDelete(result, value);
    }
    return result;
  }
  const iterator = $setRecordKeys(record);
  const next = iterator.next;
  const result = $setCopy(set);
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return result;
    $tableDelete(result, step.value);
  }
}

function setSymmetricDifference(other) {
  const set = $setThis(this, "Set.prototype.symmetricDifference");
  const record = $setRecord(other);
  const iterator = $setRecordKeys(record);
  const next = iterator.next;
  const result = $setCopy(set);
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return result;
    const value = step.value;
    if ($tableHas(set, value)) $tableDelete(result, value);
    else $tableSet(result, value, undefined);
  }
}

function setIsSubsetOf(other) {
  const set = $setThis(this, "Set.prototype.isSubsetOf");
  const record = $setRecord(other);
  if ($tableSize(set) > record[1]) return false;
  const cursor = $tableCursor(set);
  while ($cursorStep(cursor)) {
    if (!$call(record[2], record[0], $cursorKey(cursor))) return false;
  }
  return true;
}

function setIsSupersetOf(other) {
  const set = $setThis(this, "Set.prototype.isSupersetOf");
  const record = $setRecord(other);
  if ($tableSize(set) < record[1]) return false;
  const iterator = $setRecordKeys(record);
  const next = iterator.next;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return true;
    if (!$tableHas(set, step.value)) {
      $closeIterator(iterator);
      return false;
    }
  }
}

function setIsDisjointFrom(other) {
  const set = $setThis(this, "Set.prototype.isDisjointFrom");
  const record = $setRecord(other);
  if ($tableSize(set) <= record[1]) {
    const cursor = $tableCursor(set);
    while ($cursorStep(cursor)) {
      if ($call(record[2], record[0], $cursorKey(cursor))) return false;
    }
    return true;
  }
  const iterator = $setRecordKeys(record);
  const next = iterator.next;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return true;
    if ($tableHas(set, step.value)) {
      $closeIterator(iterator);
      return false;
    }
  }
}
