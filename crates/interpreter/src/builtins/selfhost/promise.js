// Promise (ECMA-262 27.2). Capabilities are arrays [promise, resolve, reject].

function returnThis() {
  return this;
}

function promiseConstructor(executor) {
  if (new.target === undefined) $throwTypeError("Promise constructor cannot be invoked without 'new'");
  if (!$isCallable(executor)) $throwTypeError("Promise resolver " + $describe(executor) + " is not a function");
  const promise = $newPromise(new.target);
  const functions = $resolvingFunctions(promise);
  try {
    $call(executor, undefined, functions[0], functions[1]);
  } catch (error) {
    $call(functions[1], undefined, error);
  }
  return promise;
}

function newPromiseCapability(C) {
  if (!$isConstructor(C)) $throwTypeError($describe(C) + " is not a constructor");
  if ($isIntrinsicPromise(C)) {
    const promise = $newPromise(C);
    const functions = $resolvingFunctions(promise);
    return [promise, functions[0], functions[1]];
  }
  let resolve, reject;
  const executor = $nameless((a, b) => {
    if (resolve !== undefined || reject !== undefined) $throwTypeError("Promise executor has already been invoked with non-undefined arguments");
    resolve = a;
    reject = b;
  });
  const promise = $construct(C, C, [executor]);
  if (!$isCallable(resolve)) $throwTypeError("Promise resolve or reject function is not callable");
  if (!$isCallable(reject)) $throwTypeError("Promise resolve or reject function is not callable");
  return [promise, resolve, reject];
}

function promiseResolveWith(C, value) {
  if ($isPromise(value)) {
    if (value.constructor === C) return value;
  }
  if ($isIntrinsicPromise(C)) {
    const promise = $newPromise(C);
    $resolvePromise(promise, value);
    return promise;
  }
  const capability = $newPromiseCapability(C);
  $call(capability[1], undefined, value);
  return capability[0];
}

function promiseResolveStatic(value) {
  if (!$isObject(this)) $throwTypeError("PromiseResolve called on non-object");
  return $promiseResolveWith(this, value);
}

function promiseRejectStatic(reason) {
  if (!$isObject(this)) $throwTypeError("PromiseReject called on non-object");
  const capability = $newPromiseCapability(this);
  $call(capability[2], undefined, reason);
  return capability[0];
}

function promiseWithResolvers() {
  const capability = $newPromiseCapability(this);
  return { promise: capability[0], resolve: capability[1], reject: capability[2] };
}

function promiseTry(callback, ...args) {
  if (!$isObject(this)) $throwTypeError("Promise.try called on non-object");
  const capability = $newPromiseCapability(this);
  try {
    const value = $apply(callback, undefined, args);
    $call(capability[1], undefined, value);
  } catch (error) {
    $call(capability[2], undefined, error);
  }
  return capability[0];
}

function promiseThen(onFulfilled, onRejected) {
  if (!$isPromise(this)) $throwTypeError("Method Promise.prototype.then called on incompatible receiver " + $describe(this));
  const fast = $thenPlain(this, onFulfilled, onRejected);
  if (fast !== undefined) return fast;
  const C = $speciesConstructor(this, $intrinsicPromise());
  const capability = $newPromiseCapability(C);
  $thenCapability(this, onFulfilled, onRejected, capability[1], capability[2]);
  return capability[0];
}

function promiseCatch(onRejected) {
  return this.then(undefined, onRejected);
}

function promiseFinally(onFinally) {
  if (!$isObject(this)) $throwTypeError("Promise.prototype.finally called on a non-object");
  const C = $speciesConstructor(this, $intrinsicPromise());
  if (!$isCallable(onFinally)) return this.then(onFinally, onFinally);
  const thenFinally = $nameless((value) => {
    const result = $call(onFinally, undefined);
    const promise = $promiseResolveWith(C, result);
    return promise.then($nameless(() => value));
  });
  const catchFinally = $nameless((reason) => {
    const result = $call(onFinally, undefined);
    const promise = $promiseResolveWith(C, result);
    return promise.then($nameless(() => { throw reason; }));
  });
  return this.then(thenFinally, catchFinally);
}

function promiseResolveMethod(C) {
  const resolve = C.resolve;
  if (!$isCallable(resolve)) $throwTypeError("Promise resolve or reject function is not callable");
  return resolve;
}

function promiseAll(iterable) {
  const C = this;
  if (!$isObject(C)) $throwTypeError("Promise.all called on non-object");
  const capability = $newPromiseCapability(C);
  try {
    const resolve = $promiseResolveMethod(C);
    const values = [];
    let remaining = 1;
    let index = 0;
    for (const item of iterable) {
      const i = index++;
      $push(values, undefined);
      const next = $call(resolve, C, item);
      let called = false;
      remaining++;
      next.then($nameless((value) => {
        if (called) return;
        called = true;
        values[i] = value;
        if (--remaining === 0) $call(capability[1], undefined, values);
      }), capability[2]);
    }
    if (--remaining === 0) $call(capability[1], undefined, values);
  } catch (error) {
    $call(capability[2], undefined, error);
  }
  return capability[0];
}

function promiseAllSettled(iterable) {
  const C = this;
  if (!$isObject(C)) $throwTypeError("Promise.allSettled called on non-object");
  const capability = $newPromiseCapability(C);
  try {
    const resolve = $promiseResolveMethod(C);
    const values = [];
    let remaining = 1;
    let index = 0;
    for (const item of iterable) {
      const i = index++;
      $push(values, undefined);
      const next = $call(resolve, C, item);
      let called = false;
      remaining++;
      next.then($nameless((value) => {
        if (called) return;
        called = true;
        values[i] = { status: "fulfilled", value };
        if (--remaining === 0) $call(capability[1], undefined, values);
      }), $nameless((reason) => {
        if (called) return;
        called = true;
        values[i] = { status: "rejected", reason };
        if (--remaining === 0) $call(capability[1], undefined, values);
      }));
    }
    if (--remaining === 0) $call(capability[1], undefined, values);
  } catch (error) {
    $call(capability[2], undefined, error);
  }
  return capability[0];
}

function promiseAny(iterable) {
  const C = this;
  if (!$isObject(C)) $throwTypeError("Promise.any called on non-object");
  const capability = $newPromiseCapability(C);
  try {
    const resolve = $promiseResolveMethod(C);
    const errors = [];
    let remaining = 1;
    let index = 0;
    for (const item of iterable) {
      const i = index++;
      $push(errors, undefined);
      const next = $call(resolve, C, item);
      let called = false;
      remaining++;
      next.then(capability[1], $nameless((error) => {
        if (called) return;
        called = true;
        errors[i] = error;
        if (--remaining === 0) $call(capability[2], undefined, $aggregateError(errors));
      }));
    }
    if (--remaining === 0) $call(capability[2], undefined, $aggregateError(errors));
  } catch (error) {
    $call(capability[2], undefined, error);
  }
  return capability[0];
}

function promiseRace(iterable) {
  const C = this;
  if (!$isObject(C)) $throwTypeError("Promise.race called on non-object");
  const capability = $newPromiseCapability(C);
  try {
    const resolve = $promiseResolveMethod(C);
    for (const item of iterable) {
      const next = $call(resolve, C, item);
      next.then(capability[1], capability[2]);
    }
  } catch (error) {
    $call(capability[2], undefined, error);
  }
  return capability[0];
}
