// Explicit resource management (ECMA-262 7.5 of the proposal text): lists of [value, method, isAwait].

function newDisposal() {
  return [];
}

function addDisposable(list, value, isAwait) {
  if (value === undefined || value === null) {
    if (isAwait) $push(list, [undefined, undefined, true]);
    return;
  }
  if (!$isObject(value)) $throwTypeError($describe(value) + " cannot be disposed of");
  let method;
  let sync = false;
  if (isAwait) {
    method = value[$symbolAsyncDispose()];
    if (method === undefined || method === null) {
      method = value[$symbolDispose()];
      sync = true;
    }
  } else method = value[$symbolDispose()];
  if (method === undefined || method === null) $throwTypeError("Symbol." + (isAwait ? "asyncDispose" : "dispose") + " is not a function");
  if (!$isCallable(method)) $throwTypeError($describe(method) + " is not a function");
  $push(list, [value, method, isAwait, sync]);
}

function dispose(list, kind, value) {
  let failed = kind === 1;
  let error = value;
  for (let i = list.length - 1; i >= 0; i--) {
    const entry = list[i];
    if (entry[1] === undefined) continue;
    try {
      $call(entry[1], entry[0]);
    } catch (e) {
      error = failed ? $suppressed(e, error) : e;
      failed = true;
    }
  }
  if (failed) throw error;
}

// The method of a resource that only has Symbol.dispose, as `await using` calls it.
async function disposeInPromise(method, value) {
  $call(method, value);
}

async function disposeAsync(list, kind, value) {
  let failed = kind === 1;
  let error = value;
  let needsAwait = false;
  let hasAwaited = false;
  for (let i = list.length - 1; i >= 0; i--) {
    const entry = list[i];
    const isAwait = entry[2];
    if (!isAwait && needsAwait && !hasAwaited) {
      await undefined;
      needsAwait = false;
    }
    if (entry[1] === undefined) {
      needsAwait = true;
      continue;
    }
    try {
      const result = entry[3] ? $disposeInPromise(entry[1], entry[0]) : $call(entry[1], entry[0]);
      if (isAwait) {
        hasAwaited = true;
        await result;
      }
    } catch (e) {
      error = failed ? $suppressed(e, error) : e;
      failed = true;
    }
  }
  if (needsAwait && !hasAwaited) await undefined;
  if (failed) throw error;
}

// DisposableStack (tag 50) and AsyncDisposableStack (tag 51): slots 0 list of resources, 1 disposed.
function disposableStackConstructor() {
  if (new.target === undefined) $throwTypeError("Constructor DisposableStack requires 'new'");
  return $newDisposableStack(50, $prototypeOfNewTarget(new.target, $intrinsicDisposableStackPrototype()), []);
}
function asyncDisposableStackConstructor() {
  if (new.target === undefined) $throwTypeError("Constructor AsyncDisposableStack requires 'new'");
  return $newDisposableStack(51, $prototypeOfNewTarget(new.target, $intrinsicAsyncDisposableStackPrototype()), []);
}
function newDisposableStack(tag, proto, list) {
  const stack = $newSlots(tag, proto, 2);
  $setSlot(stack, 0, list);
  $setSlot(stack, 1, false);
  return stack;
}
function checkDisposableStack(stack, tag, name) {
  if (!$hasTag(stack, tag)) $throwTypeError("Method " + (tag === 51 ? "AsyncDisposableStack" : "DisposableStack") + ".prototype." + name + " called on incompatible receiver " + $describe(stack));
}
function openDisposableStack(stack, tag, name) {
  $checkDisposableStack(stack, tag, name);
  if ($slot(stack, 1)) $throwReferenceError("Cannot add values to a disposed stack");
  return $slot(stack, 0);
}
function adoptDisposable(list, value, onDispose, isAwait) {
  if (!$isCallable(onDispose)) $throwTypeError($describe(onDispose) + " is not a function");
  $push(list, [undefined, () => $call(onDispose, undefined, value), isAwait, false]);
  return value;
}
function deferDisposable(list, onDispose, isAwait) {
  if (!$isCallable(onDispose)) $throwTypeError($describe(onDispose) + " is not a function");
  $push(list, [undefined, onDispose, isAwait, false]);
}

function disposableStackAdopt(value, onDispose) {
  return $adoptDisposable($openDisposableStack(this, 50, "adopt"), value, onDispose, false);
}
function disposableStackDefer(onDispose) {
  $deferDisposable($openDisposableStack(this, 50, "defer"), onDispose, false);
}
function disposableStackUse(value) {
  $addDisposable($openDisposableStack(this, 50, "use"), value, false);
  return value;
}
function disposableStackDispose() {
  $checkDisposableStack(this, 50, "dispose");
  if ($slot(this, 1)) return;
  $setSlot(this, 1, true);
  $dispose($slot(this, 0), 0, undefined);
}
function disposableStackDisposed() {
  $checkDisposableStack(this, 50, "disposed");
  return $slot(this, 1);
}
function disposableStackMove() {
  const list = $openDisposableStack(this, 50, "move");
  const stack = $newDisposableStack(50, $intrinsicDisposableStackPrototype(), list);
  $setSlot(this, 0, []);
  $setSlot(this, 1, true);
  return stack;
}

function asyncDisposableStackAdopt(value, onDispose) {
  return $adoptDisposable($openDisposableStack(this, 51, "adopt"), value, onDispose, true);
}
function asyncDisposableStackDefer(onDispose) {
  $deferDisposable($openDisposableStack(this, 51, "defer"), onDispose, true);
}
function asyncDisposableStackUse(value) {
  $addDisposable($openDisposableStack(this, 51, "use"), value, true);
  return value;
}
async function asyncNothingToDispose(stack) {
  $checkDisposableStack(stack, 51, "disposeAsync");
}
function asyncDisposableStackDisposeAsync() {
  if (!$hasTag(this, 51) || $slot(this, 1)) return $asyncNothingToDispose(this);
  $setSlot(this, 1, true);
  return $disposeAsync($slot(this, 0), 0, undefined);
}
function asyncDisposableStackDisposed() {
  $checkDisposableStack(this, 51, "disposed");
  return $slot(this, 1);
}
function asyncDisposableStackMove() {
  const list = $openDisposableStack(this, 51, "move");
  const stack = $newDisposableStack(51, $intrinsicAsyncDisposableStackPrototype(), list);
  $setSlot(this, 0, []);
  $setSlot(this, 1, true);
  return stack;
}
