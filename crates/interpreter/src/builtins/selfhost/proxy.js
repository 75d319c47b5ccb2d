// Proxy internal methods (ECMA-262 10.5). `$proxyTarget` and `$proxyHandler` throw for revoked proxies.

function proxyTrap(proxy, handler, name) {
  const trap = handler[name];
  if (trap === undefined || trap === null) return undefined;
  if (!$isCallable(trap)) $throwTypeError($describe(trap) + " returned for property '" + name + "' of object '#<Object>' is not a function");
  return trap;
}

function proxyGetPrototypeOf(proxy) {
  const handler = $proxyHandler(proxy, "getPrototypeOf"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "getPrototypeOf");
  if (trap === undefined) return $getPrototypeOf(target);
  const proto = $call(trap, handler, target);
  if (!$isObject(proto) && proto !== null) $throwTypeError("'getPrototypeOf' on proxy: trap returned neither object nor null");
  if ($isExtensible(target)) return proto;
  if (proto !== $getPrototypeOf(target)) $throwTypeError("'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual prototype");
  return proto;
}

function proxySetPrototypeOf(proxy, proto) {
  const handler = $proxyHandler(proxy, "setPrototypeOf"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "setPrototypeOf");
  if (trap === undefined) return $setPrototypeOf(target, proto);
  if (!$call(trap, handler, target, proto)) return false;
  if ($isExtensible(target)) return true;
  if (proto !== $getPrototypeOf(target)) $throwTypeError("'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible proxy target");
  return true;
}

function proxyIsExtensible(proxy) {
  const handler = $proxyHandler(proxy, "isExtensible"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "isExtensible");
  if (trap === undefined) return $isExtensible(target);
  const result = !!$call(trap, handler, target);
  if (result !== $isExtensible(target)) $throwTypeError("'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is '" + !result + "')");
  return result;
}

function proxyPreventExtensions(proxy) {
  const handler = $proxyHandler(proxy, "preventExtensions"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "preventExtensions");
  if (trap === undefined) return $preventExtensions(target);
  const result = !!$call(trap, handler, target);
  if (result && $isExtensible(target)) $throwTypeError("'preventExtensions' on proxy: the proxy target is extensible");
  return result;
}

function proxyGetOwnProperty(proxy, key) {
  const handler = $proxyHandler(proxy, "getOwnPropertyDescriptor"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "getOwnPropertyDescriptor");
  if (trap === undefined) return $getOwnPropertyDescriptor(target, key);
  const result = $call(trap, handler, target, key);
  if (!$isObject(result) && result !== undefined) $throwTypeError("'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property '" + $keyText(key) + "'");
  const own = $getOwnPropertyDescriptor(target, key);
  if (result === undefined) {
    if (own === undefined) return undefined;
    if (!own.configurable) $throwTypeError("'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '" + $keyText(key) + "' which is non-configurable in the proxy target");
    if (!$isExtensible(target)) $throwTypeError("'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '" + $keyText(key) + "' which exists in the non-extensible proxy target");
    return undefined;
  }
  const extensible = $isExtensible(target);
  const complete = $completeDescriptor(result);
  if (!$isCompatibleDescriptor(extensible, complete, own)) $throwTypeError("'getOwnPropertyDescriptor' on proxy: trap returned descriptor for property '" + $keyText(key) + "' that is incompatible with the existing property in the proxy target");
  if (!complete.configurable) {
    if (own === undefined || own.configurable) $throwTypeError("'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property '" + $keyText(key) + "' which is either non-existent or configurable in the proxy target");
    if ($hasOwn(complete, "writable") && !complete.writable && own.writable) $throwTypeError("'getOwnPropertyDescriptor' on proxy: trap reported non-configurable and writable for property '" + $keyText(key) + "' which is non-configurable, non-writable in the proxy target");
  }
  return complete;
}

function proxyDefineProperty(proxy, key, descriptor) {
  const handler = $proxyHandler(proxy, "defineProperty"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "defineProperty");
  if (trap === undefined) return $defineOwnProperty(target, key, descriptor);
  if (!$call(trap, handler, target, key, descriptor)) return false;
  const own = $getOwnPropertyDescriptor(target, key);
  const extensible = $isExtensible(target);
  const settingFixed = $hasOwn(descriptor, "configurable") && !descriptor.configurable;
  if (own === undefined) {
    if (!extensible) $throwTypeError("'defineProperty' on proxy: trap returned truish for adding property '" + $keyText(key) + "' to the non-extensible proxy target");
    if (settingFixed) $throwTypeError("'defineProperty' on proxy: trap returned truish for defining non-configurable property '" + $keyText(key) + "' which is either non-existent or configurable in the proxy target");
    return true;
  }
  if (!$isCompatibleDescriptor(extensible, descriptor, own)) $throwTypeError("'defineProperty' on proxy: trap returned truish for adding property '" + $keyText(key) + "'  that is incompatible with the existing property in the proxy target");
  if (settingFixed && own.configurable) $throwTypeError("'defineProperty' on proxy: trap returned truish for defining non-configurable property '" + $keyText(key) + "' which is either non-existent or configurable in the proxy target");
  if ($hasOwn(own, "writable") && !own.configurable && own.writable && $hasOwn(descriptor, "writable") && !descriptor.writable) $throwTypeError("'defineProperty' on proxy: trap returned truish for defining non-configurable property '" + $keyText(key) + "' which cannot be non-writable");
  return true;
}

function proxyHas(proxy, key) {
  const handler = $proxyHandler(proxy, "has"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "has");
  if (trap === undefined) return key in target;
  const result = !!$call(trap, handler, target, key);
  if (!result) {
    const own = $getOwnPropertyDescriptor(target, key);
    if (own !== undefined) {
      if (!own.configurable) $throwTypeError("'has' on proxy: trap returned falsish for property '" + $keyText(key) + "' which exists in the proxy target as non-configurable");
      if (!$isExtensible(target)) $throwTypeError("'has' on proxy: trap returned falsish for property '" + $keyText(key) + "' but the proxy target is not extensible");
    }
  }
  return result;
}

function proxyGet(proxy, key, receiver) {
  const handler = $proxyHandler(proxy, "get"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "get");
  if (trap === undefined) return $getWithReceiver(target, key, receiver);
  const value = $call(trap, handler, target, key, receiver);
  const own = $getFixedProperty(target, key);
  if (own !== undefined) {
    if ($hasOwn(own, "value")) {
      if (!own.writable && !$sameValue(value, own.value)) $throwTypeError("'get' on proxy: property '" + $keyText(key) + "' is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value (expected '" + $displayText(own.value) + "' but got '" + $displayText(value) + "')");
    } else if (own.get === undefined && value !== undefined) $throwTypeError("'get' on proxy: property '" + $keyText(key) + "' is a non-configurable accessor property on the proxy target and does not have a getter function, but the trap did not return 'undefined' (got '" + $displayText(value) + "')");
  }
  return value;
}

function proxySet(proxy, key, value, receiver) {
  const handler = $proxyHandler(proxy, "set"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "set");
  if (trap === undefined) return $setWithReceiver(target, key, value, receiver);
  if (!$call(trap, handler, target, key, value, receiver)) return false;
  const own = $getFixedProperty(target, key);
  if (own !== undefined) {
    if ($hasOwn(own, "value")) {
      if (!own.writable && !$sameValue(value, own.value)) $throwTypeError("'set' on proxy: trap returned truish for property '" + $keyText(key) + "' which exists in the proxy target as a non-configurable and non-writable data property with a different value");
    } else if (own.set === undefined) $throwTypeError("'set' on proxy: trap returned truish for property '" + $keyText(key) + "' which exists in the proxy target as a non-configurable and non-writable accessor property without a setter");
  }
  return true;
}
function proxySetStrict(proxy, key, value, receiver) {
  if (!$proxySet(proxy, key, value, receiver)) $throwTypeError("'set' on proxy: trap returned falsish for property '" + $keyText(key) + "'");
}

function proxyDelete(proxy, key) {
  const handler = $proxyHandler(proxy, "deleteProperty"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "deleteProperty");
  if (trap === undefined) return $deleteProperty(target, key);
  if (!$call(trap, handler, target, key)) return false;
  const own = $getOwnPropertyDescriptor(target, key);
  if (own === undefined) return true;
  if (!own.configurable) $throwTypeError("'deleteProperty' on proxy: trap returned truish for property '" + $keyText(key) + "' which is non-configurable in the proxy target");
  if (!$isExtensible(target)) $throwTypeError("'deleteProperty' on proxy: trap returned truish for property '" + $keyText(key) + "' but the proxy target is non-extensible");
  return true;
}

function proxyOwnKeys(proxy) {
  const handler = $proxyHandler(proxy, "ownKeys"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "ownKeys");
  if (trap === undefined) return $ownKeys(target);
  const result = $call(trap, handler, target);
  if (!$isObject(result)) $throwTypeError("CreateListFromArrayLike called on non-object");
  const keys = [];
  const length = $toLength(result.length);
  for (let i = 0; i < length; i++) {
    const key = result[i];
    if (typeof key !== "string" && typeof key !== "symbol") $throwTypeError($describe(key) + " is not a valid property name");
    $push(keys, key);
  }
  const duplicate = $firstDuplicate(keys);
  if (duplicate !== undefined) $throwTypeError("'ownKeys' on proxy: trap returned duplicate entries");
  const extensible = $isExtensible(target);
  const own = $ownKeys(target);
  const fixed = [], loose = [];
  for (let i = 0; i < own.length; i++) {
    const d = $getOwnPropertyDescriptor(target, own[i]);
    if (d !== undefined && !d.configurable) $push(fixed, own[i]);
    else $push(loose, own[i]);
  }
  if (extensible && fixed.length === 0) return keys;
  const missing = $missingKey(fixed, keys);
  if (missing !== undefined) $throwTypeError("'ownKeys' on proxy: trap result did not include '" + $keyText(missing) + "'");
  if (extensible) return keys;
  const absent = $missingKey(loose, keys);
  if (absent !== undefined) $throwTypeError("'ownKeys' on proxy: trap result did not include '" + $keyText(absent) + "'");
  if (keys.length !== own.length) $throwTypeError("'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible");
  return keys;
}

function proxyCall(proxy, receiver, list) {
  const handler = $proxyHandler(proxy, "apply"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "apply");
  if (trap === undefined) return $apply(target, receiver, list);
  return $call(trap, handler, target, receiver, list);
}

function proxyConstruct(proxy, list, newTarget) {
  const handler = $proxyHandler(proxy, "construct"), target = $proxyTarget(proxy);
  const trap = $proxyTrap(proxy, handler, "construct");
  if (trap === undefined) return $construct(target, newTarget, list);
  const result = $call(trap, handler, target, list, newTarget);
  if (!$isObject(result)) $throwTypeError("proxy [[Construct]] must return an object");
  return result;
}
