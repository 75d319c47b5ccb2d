// Promise jobs (ECMA-262 27.2.2).

function promiseReaction(handler, argument, derived) {
  let result;
  try {
    result = $call(handler, undefined, argument);
  } catch (error) {
    if (derived !== undefined) $rejectPromise(derived, error);
    return;
  }
  if (derived !== undefined) $resolvePromise(derived, result);
}

function promiseCapabilityReaction(handler, argument, rejected, resolve, reject) {
  let result = argument;
  if ($isCallable(handler)) {
    try {
      result = $call(handler, undefined, argument);
    } catch (error) {
      if (reject !== undefined) $call(reject, undefined, error);
      return;
    }
    if (resolve !== undefined) $call(resolve, undefined, result);
    return;
  }
  if (rejected) {
    if (reject !== undefined) $call(reject, undefined, argument);
  } else if (resolve !== undefined) $call(resolve, undefined, argument);
}

function promiseThenableJob(thenable, then, resolve, reject) {
  try {
    $call(then, thenable, resolve, reject);
  } catch (error) {
    $call(reject, undefined, error);
  }
}
