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
      const result = $call(entry[1], entry[0]);
      if (isAwait) {
        hasAwaited = true;
        await (entry[3] ? undefined : result);
      }
    } catch (e) {
      error = failed ? $suppressed(e, error) : e;
      failed = true;
    }
  }
  if (needsAwait && !hasAwaited) await undefined;
  if (failed) throw error;
}
