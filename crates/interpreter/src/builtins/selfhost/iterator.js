// Iterators (ECMA-262 27.1). Tags of hidden slots here: 33 async-from-sync iterator (see operators.js), 34 iterator
// helper (0 state: 0 fresh, 1 suspended, 2 running, 3 finished; 1 kind; 2 iterator; 3 next; 4 function, limit or list;
// 5 counter; 6 inner iterator; 7 inner next), 35 wrapper of Iterator.from (0 iterator, 1 next).

function iteratorConstructor() {
  if (new.target === undefined) $throwTypeError("Constructor Iterator requires 'new'");
  if (new.target === $intrinsicIterator()) $throwTypeError("Abstract class Iterator not directly constructable");
  return $newOrdinary($prototypeOfNewTarget(new.target, $intrinsicIteratorPrototype()));
}

function iteratorThis(value, name) {
  if (!$isObject(value)) $throwTypeError(name + " called on non-object");
  return value;
}

function iteratorStepObject(iterator, next) {
  const step = $call(next, iterator);
  if (!$isObject(step)) $throwTypeError("Iterator result " + $displayText(step) + " is not an object");
  return step;
}

function getToStringTag() {
  return "Iterator";
}
function setToStringTag(value) {
  $setIgnoringPrototype(this, $symbolToStringTag(), value);
}
function getIteratorConstructor() {
  return $intrinsicIterator();
}
function setIteratorConstructor(value) {
  $setIgnoringPrototype(this, "constructor", value);
}
// SetterThatIgnoresPrototypeProperties
function setIgnoringPrototype(target, key, value) {
  if (!$isObject(target)) $throwTypeError("Iterator.prototype setter called on non-object");
  if (target === $intrinsicIteratorPrototype()) $throwTypeError("Cannot assign to this property");
  if ($hasOwn(target, key)) target[key] = value;
  else $define(target, key, value);
}

function iteratorDispose() {
  const close = this.return;
  if (close !== undefined && close !== null) $call(close, this);
}

async function asyncIteratorDispose() {
  const close = this.return;
  if (close !== undefined && close !== null) await $call(close, this, undefined);
}

// ---- consumers

function iteratorForEach(callback) {
  const iterator = $iteratorThis(this, "Iterator.prototype.forEach");
  if (!$isCallable(callback)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(callback) + " is not a function");
  }
  const next = iterator.next;
  let counter = 0;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return;
    const value = step.value;
    try {
      $call(callback, undefined, value, counter);
    } catch (error) {
      $closeQuietly(iterator);
      throw error;
    }
    counter++;
  }
}

function iteratorSome(predicate) {
  const iterator = $iteratorThis(this, "Iterator.prototype.some");
  if (!$isCallable(predicate)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(predicate) + " is not a function");
  }
  const next = iterator.next;
  let counter = 0;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return false;
    const value = step.value;
    let found;
    try {
      found = $call(predicate, undefined, value, counter);
    } catch (error) {
      $closeQuietly(iterator);
      throw error;
    }
    if (found) {
      $closeIterator(iterator);
      return true;
    }
    counter++;
  }
}

function iteratorEvery(predicate) {
  const iterator = $iteratorThis(this, "Iterator.prototype.every");
  if (!$isCallable(predicate)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(predicate) + " is not a function");
  }
  const next = iterator.next;
  let counter = 0;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return true;
    const value = step.value;
    let holds;
    try {
      holds = $call(predicate, undefined, value, counter);
    } catch (error) {
      $closeQuietly(iterator);
      throw error;
    }
    if (!holds) {
      $closeIterator(iterator);
      return false;
    }
    counter++;
  }
}

function iteratorFind(predicate) {
  const iterator = $iteratorThis(this, "Iterator.prototype.find");
  if (!$isCallable(predicate)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(predicate) + " is not a function");
  }
  const next = iterator.next;
  let counter = 0;
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return undefined;
    const value = step.value;
    let found;
    try {
      found = $call(predicate, undefined, value, counter);
    } catch (error) {
      $closeQuietly(iterator);
      throw error;
    }
    if (found) {
      $closeIterator(iterator);
      return value;
    }
    counter++;
  }
}

function iteratorReduce(reducer, ...initial) {
  const iterator = $iteratorThis(this, "Iterator.prototype.reduce");
  if (!$isCallable(reducer)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(reducer) + " is not a function");
  }
  const next = iterator.next;
  let accumulator, counter;
  if (initial.length > 0) {
    accumulator = initial[0];
    counter = 0;
  } else {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) $throwTypeError("Reduce of a done iterator with no initial value");
    accumulator = step.value;
    counter = 1;
  }
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return accumulator;
    const value = step.value;
    try {
      accumulator = $call(reducer, undefined, accumulator, value, counter);
    } catch (error) {
      $closeQuietly(iterator);
      throw error;
    }
    counter++;
  }
}

function iteratorToArray() {
  const iterator = $iteratorThis(this, "Iterator.prototype.toArray");
  const next = iterator.next;
  const list = [];
  for (;;) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return list;
    $push(list, step.value);
  }
}

// ---- helpers: objects whose `next` drives another iterator

function newIteratorHelper(kind, iterator, next, data) {
  const helper = $newSlots(34, $intrinsicIteratorHelperPrototype(), 8);
  $setSlot(helper, 0, 0);
  $setSlot(helper, 1, kind);
  $setSlot(helper, 2, iterator);
  $setSlot(helper, 3, next);
  $setSlot(helper, 4, data);
  $setSlot(helper, 5, 0);
  return helper;
}

function iteratorMap(mapper) {
  const iterator = $iteratorThis(this, "Iterator.prototype.map");
  if (!$isCallable(mapper)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(mapper) + " is not a function");
  }
  return $newIteratorHelper(1, iterator, iterator.next, mapper);
}
function iteratorFilter(predicate) {
  const iterator = $iteratorThis(this, "Iterator.prototype.filter");
  if (!$isCallable(predicate)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(predicate) + " is not a function");
  }
  return $newIteratorHelper(2, iterator, iterator.next, predicate);
}
function iteratorLimit(iterator, limit) {
  let number;
  try {
    number = +limit;
  } catch (error) {
    $closeQuietly(iterator);
    throw error;
  }
  if (number !== number || (number > 9007199254740991 && number !== Infinity)) {
    $closeQuietly(iterator);
    $throwRangeError($displayText(limit) + " must be positive");
  }
  const whole = $toIntegerOrInfinity(number);
  if (whole < 0) {
    $closeQuietly(iterator);
    $throwRangeError($displayText(limit) + " must be positive");
  }
  return whole;
}
function iteratorTake(limit) {
  const iterator = $iteratorThis(this, "Iterator.prototype.take");
  const whole = $iteratorLimit(iterator, limit);
  return $newIteratorHelper(3, iterator, iterator.next, whole);
}
function iteratorDrop(limit) {
  const iterator = $iteratorThis(this, "Iterator.prototype.drop");
  const whole = $iteratorLimit(iterator, limit);
  return $newIteratorHelper(4, iterator, iterator.next, whole);
}
function iteratorFlatMap(mapper) {
  const iterator = $iteratorThis(this, "Iterator.prototype.flatMap");
  if (!$isCallable(mapper)) {
    $closeQuietly(iterator);
    $throwTypeError($displayText(mapper) + " is not a function");
  }
  return $newIteratorHelper(5, iterator, iterator.next, mapper);
}
function iteratorConcat(...items) {
  const list = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (!$isObject(item)) $throwTypeError($displayText(item) + " is not an object");
    const method = item[$symbolIterator()];
    if (!$isCallable(method)) $throwTypeError($displayText(item) + " is not iterable");
    $push(list, item);
    $push(list, method);
  }
  return $newIteratorHelper(6, undefined, undefined, list);
}

// Steps: the value, or state 3 when there is none.
function iteratorHelperStep(helper, kind) {
  const iterator = $slot(helper, 2);
  const next = $slot(helper, 3);
  if (kind === 1) {
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return $setSlot(helper, 0, 3);
    const value = step.value;
    const counter = $slot(helper, 5);
    let mapped;
    try {
      mapped = $call($slot(helper, 4), undefined, value, counter);
    } catch (error) {
      $closeQuietly(iterator);
      throw error;
    }
    $setSlot(helper, 5, counter + 1);
    return mapped;
  }
  if (kind === 2) {
    const predicate = $slot(helper, 4);
    for (;;) {
      const step = $iteratorStepObject(iterator, next);
      if (step.done) return $setSlot(helper, 0, 3);
      const value = step.value;
      const counter = $slot(helper, 5);
      let selected;
      try {
        selected = $call(predicate, undefined, value, counter);
      } catch (error) {
        $closeQuietly(iterator);
        throw error;
      }
      $setSlot(helper, 5, counter + 1);
      if (selected) return value;
    }
  }
  if (kind === 3) {
    const remaining = $slot(helper, 4);
    if (remaining === 0) {
      $setSlot(helper, 0, 3);
      return $closeIterator(iterator);
    }
    $setSlot(helper, 4, remaining - 1);
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return $setSlot(helper, 0, 3);
    return step.value;
  }
  if (kind === 4) {
    for (let remaining = $slot(helper, 4); remaining > 0; remaining--) {
      $setSlot(helper, 4, remaining - 1);
      const step = $iteratorStepObject(iterator, next);
      if (step.done) return $setSlot(helper, 0, 3);
    }
    const step = $iteratorStepObject(iterator, next);
    if (step.done) return $setSlot(helper, 0, 3);
    return step.value;
  }
  if (kind === 5) {
    for (;;) {
      let inner = $slot(helper, 6);
      if (inner === undefined) {
        const step = $iteratorStepObject(iterator, next);
        if (step.done) return $setSlot(helper, 0, 3);
        const value = step.value;
        const counter = $slot(helper, 5);
        try {
          inner = $flattenable($call($slot(helper, 4), undefined, value, counter), false);
          $setSlot(helper, 7, inner.next);
        } catch (error) {
          $closeQuietly(iterator);
          throw error;
        }
        $setSlot(helper, 6, inner);
        $setSlot(helper, 5, counter + 1);
      }
      let step, done, value;
      try {
        step = $iteratorStepObject(inner, $slot(helper, 7));
        done = step.done;
        if (!done) value = step.value;
      } catch (error) {
        $closeQuietly(iterator);
        throw error;
      }
      if (!done) return value;
      $setSlot(helper, 6, undefined);
    }
  }
  if (kind === 6) {
    const list = $slot(helper, 4);
    for (;;) {
      let inner = $slot(helper, 6);
      if (inner === undefined) {
        const at = $slot(helper, 5);
        if (at >= list.length) return $setSlot(helper, 0, 3);
        inner = $call(list[at + 1], list[at]);
        if (!$isObject(inner)) $throwTypeError($displayText(inner) + " is not an object");
        $setSlot(helper, 7, inner.next);
        $setSlot(helper, 6, inner);
        $setSlot(helper, 5, at + 2);
      }
      const step = $iteratorStepObject(inner, $slot(helper, 7));
      if (!step.done) return step.value;
      $setSlot(helper, 6, undefined);
    }
  }
  return $zipStep(helper);
}

function iteratorHelperNext() {
  if (!$hasTag(this, 34)) $throwTypeError("Iterator Helper.prototype.next called on incompatible receiver " + $describe(this));
  const state = $slot(this, 0);
  if (state === 2) $throwTypeError("Generator is already running");
  if (state === 3) return { value: undefined, done: true };
  $setSlot(this, 0, 2);
  let value;
  try {
    value = $iteratorHelperStep(this, $slot(this, 1));
  } catch (error) {
    $setSlot(this, 0, 3);
    throw error;
  }
  if ($slot(this, 0) === 3) return { value: undefined, done: true };
  $setSlot(this, 0, 1);
  return { value, done: false };
}

function iteratorHelperReturn() {
  if (!$hasTag(this, 34)) $throwTypeError("Iterator Helper.prototype.return called on incompatible receiver " + $describe(this));
  const state = $slot(this, 0);
  if (state === 2) $throwTypeError("Generator is already running");
  if (state === 3) return { value: undefined, done: true };
  const kind = $slot(this, 1);
  if (state === 0) {
    $setSlot(this, 0, 3);
    if (kind === 7) $closeAll($slot(this, 4), undefined, false);
    else if (kind !== 6) $closeIterator($slot(this, 2));
    return { value: undefined, done: true };
  }
  $setSlot(this, 0, 2);
  try {
    if (kind === 7) $closeAll($slot(this, 4), undefined, false);
    else {
      const inner = $slot(this, 6);
      if (inner !== undefined) {
        if (kind === 6) $closeIterator(inner);
        else {
          try {
            $closeIterator(inner);
          } catch (error) {
            $closeQuietly($slot(this, 2));
            throw error;
          }
        }
      }
      if (kind !== 6) $closeIterator($slot(this, 2));
    }
  } finally {
    $setSlot(this, 0, 3);
  }
  return { value: undefined, done: true };
}

// GetIteratorFlattenable: the iterator; its `next` is for the caller to read.
function flattenable(value, strings) {
  if (!$isObject(value) && !(strings && typeof value === "string")) $throwTypeError($displayText(value) + " is not an object");
  const method = value[$symbolIterator()];
  if (method === undefined || method === null) {
    if (!$isObject(value)) $throwTypeError($displayText(value) + " is not an object");
    return value;
  }
  const iterator = $call(method, value);
  if (!$isObject(iterator)) $throwTypeError($displayText(iterator) + " is not an object");
  return iterator;
}

function iteratorFrom(value) {
  const iterator = $flattenable(value, true);
  const next = iterator.next;
  if ($ordinaryHasInstance($intrinsicIterator(), iterator)) return iterator;
  const wrapper = $newSlots(35, $intrinsicWrapForValidIteratorPrototype(), 2);
  $setSlot(wrapper, 0, iterator);
  $setSlot(wrapper, 1, next);
  return wrapper;
}
function wrapperNext() {
  if (!$hasTag(this, 35)) $throwTypeError("next method called on incompatible receiver " + $describe(this));
  return $call($slot(this, 1), $slot(this, 0));
}
function wrapperReturn() {
  if (!$hasTag(this, 35)) $throwTypeError("return method called on incompatible receiver " + $describe(this));
  const iterator = $slot(this, 0);
  const close = iterator.return;
  if (close === undefined || close === null) return { value: undefined, done: true };
  return $call(close, iterator);
}

// ---- Iterator.zip and Iterator.zipKeyed. Slot 4 of the helper: open iterators as [iterator, next, ...] with undefined
// for exhausted ones; 5 mode; 6 padding values; 7 keys or undefined.

// IteratorCloseAll, last first; rethrows `error` if `failed`, else the first that closing throws.
function closeAll(list, error, failed) {
  for (let i = list.length - 2; i >= 0; i -= 2) {
    const iterator = list[i];
    if (iterator === undefined) continue;
    if (failed) $closeQuietly(iterator);
    else {
      try {
        $closeIterator(iterator);
      } catch (problem) {
        failed = true;
        error = problem;
      }
    }
  }
  if (failed) throw error;
}

function zipMode(options) {
  if (options !== undefined && !$isObject(options)) $throwTypeError($displayText(options) + " is not an object");
  if (options === undefined) return "shortest";
  const mode = options.mode;
  if (mode === undefined) return "shortest";
  if (mode !== "shortest" && mode !== "longest" && mode !== "strict") $throwTypeError($displayText(mode) + " is not a valid mode");
  return mode;
}
function zipPadding(options, mode) {
  if (mode !== "longest" || options === undefined) return undefined;
  const padding = options.padding;
  if (padding !== undefined && !$isObject(padding)) $throwTypeError($displayText(padding) + " is not an object");
  return padding;
}

function iteratorZip(iterables, options) {
  if (!$isObject(iterables)) $throwTypeError($displayText(iterables) + " is not an object");
  const mode = $zipMode(options);
  const padding = $zipPadding(options, mode);
  const list = [];
  const input = $getIteratorObject(iterables);
  const inputNext = input.next;
  for (;;) {
    let value;
    try {
      const step = $iteratorStepObject(input, inputNext);
      if (step.done) break;
      value = step.value;
    } catch (error) {
      $closeAll(list, error, true);
    }
    try {
      const iterator = $flattenable(value, false);
      const next = iterator.next;
      $push(list, iterator);
      $push(list, next);
    } catch (error) {
      const all = [input, inputNext];
      for (let i = 0; i < list.length; i++) $push(all, list[i]);
      $closeAll(all, error, true);
    }
  }
  const count = list.length / 2;
  const pads = [];
  if (mode === "longest") {
    if (padding === undefined) {
      for (let i = 0; i < count; i++) $push(pads, undefined);
    } else {
      let iterator, next;
      try {
        iterator = $getIteratorObject(padding);
        next = iterator.next;
      } catch (error) {
        $closeAll(list, error, true);
      }
      let using = true;
      for (let i = 0; i < count; i++) {
        if (using) {
          try {
            const step = $iteratorStepObject(iterator, next);
            if (step.done) using = false;
            else $push(pads, step.value);
          } catch (error) {
            $closeAll(list, error, true);
          }
        }
        if (!using) $push(pads, undefined);
      }
      if (using) {
        try {
          $closeIterator(iterator);
        } catch (error) {
          $closeAll(list, error, true);
        }
      }
    }
  }
  return $newZip(list, mode, pads, undefined);
}

function iteratorZipKeyed(iterables, options) {
  if (!$isObject(iterables)) $throwTypeError($displayText(iterables) + " is not an object");
  const mode = $zipMode(options);
  const padding = $zipPadding(options, mode);
  const list = [];
  const all = $ownKeys(iterables);
  const keys = [];
  for (let i = 0; i < all.length; i++) {
    const key = all[i];
    try {
      if (!$isOwnEnumerable(iterables, key)) continue;
      const value = iterables[key];
      if (value === undefined) continue;
      $push(keys, key);
      const iterator = $flattenable(value, false);
      const next = iterator.next;
      $push(list, iterator);
      $push(list, next);
    } catch (error) {
      $closeAll(list, error, true);
    }
  }
  const pads = [];
  if (mode === "longest") {
    for (let i = 0; i < keys.length; i++) {
      if (padding === undefined) $push(pads, undefined);
      else {
        try {
          $push(pads, padding[keys[i]]);
        } catch (error) {
          $closeAll(list, error, true);
        }
      }
    }
  }
  return $newZip(list, mode, pads, keys);
}

function newZip(list, mode, pads, keys) {
  const helper = $newIteratorHelper(7, undefined, undefined, list);
  $setSlot(helper, 5, mode);
  $setSlot(helper, 6, pads);
  $setSlot(helper, 7, keys);
  return helper;
}

function zipStep(helper) {
  const list = $slot(helper, 4);
  const mode = $slot(helper, 5);
  const pads = $slot(helper, 6);
  const keys = $slot(helper, 7);
  const count = list.length / 2;
  if (count === 0) return $setSlot(helper, 0, 3);
  const results = [];
  for (let i = 0; i < count; i++) {
    const iterator = list[2 * i];
    let result;
    if (iterator === undefined) result = pads[i];
    else {
      let done;
      try {
        const step = $iteratorStepObject(iterator, list[2 * i + 1]);
        done = !!step.done;
        if (!done) result = step.value;
      } catch (error) {
        list[2 * i] = undefined;
        $closeAll(list, error, true);
      }
      if (done) {
        list[2 * i] = undefined;
        if (mode === "shortest") {
          $closeAll(list, undefined, false);
          return $setSlot(helper, 0, 3);
        }
        if (mode === "strict") {
          if (i !== 0) $zipUneven(list);
          for (let k = 1; k < count; k++) {
            let over;
            try {
              over = !!$iteratorStepObject(list[2 * k], list[2 * k + 1]).done;
            } catch (error) {
              list[2 * k] = undefined;
              $closeAll(list, error, true);
            }
            if (!over) $zipUneven(list);
            list[2 * k] = undefined;
          }
          return $setSlot(helper, 0, 3);
        }
        let open = false;
        for (let k = 0; k < count; k++) if (list[2 * k] !== undefined) open = true;
        if (!open) return $setSlot(helper, 0, 3);
        result = pads[i];
      }
    }
    $push(results, result);
  }
  if (keys === undefined) return results;
  const object = $newOrdinary(null);
  for (let i = 0; i < count; i++) $define(object, keys[i], results[i]);
  return object;
}
function zipUneven(list) {
  let problem;
  try {
    $throwTypeError("Iterators passed to Iterator.zip in strict mode have different lengths");
  } catch (error) {
    problem = error;
  }
  $closeAll(list, problem, true);
}

// ---- %AsyncFromSyncIteratorPrototype%

async function asyncFromSyncNext(...list) {
  const iterator = $slot(this, 0), next = $slot(this, 1);
  const result = list.length > 0 ? $call(next, iterator, list[0]) : $call(next, iterator);
  if (!$isObject(result)) $throwTypeError("Iterator result " + $displayText(result) + " is not an object");
  const done = !!result.done;
  let value = result.value;
  try {
    value = await value;
  } catch (error) {
    if (!done) $closeQuietly(iterator);
    throw error;
  }
  return { value, done };
}
async function asyncFromSyncReturn(...list) {
  const iterator = $slot(this, 0);
  const close = iterator.return;
  if (close === undefined || close === null) return { value: list.length > 0 ? list[0] : undefined, done: true };
  const result = list.length > 0 ? $call(close, iterator, list[0]) : $call(close, iterator);
  if (!$isObject(result)) $throwTypeError("Iterator result " + $displayText(result) + " is not an object");
  const done = !!result.done;
  return { value: await result.value, done };
}
async function asyncFromSyncThrow(...list) {
  const iterator = $slot(this, 0);
  const thrower = iterator.throw;
  if (thrower === undefined || thrower === null) {
    $closeIterator(iterator);
    $throwTypeError("The iterator does not provide a 'throw' method");
  }
  const result = list.length > 0 ? $call(thrower, iterator, list[0]) : $call(thrower, iterator);
  if (!$isObject(result)) $throwTypeError("Iterator result " + $displayText(result) + " is not an object");
  const done = !!result.done;
  let value = result.value;
  try {
    value = await value;
  } catch (error) {
    if (!done) $closeQuietly(iterator);
    throw error;
  }
  return { value, done };
}
