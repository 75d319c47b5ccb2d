// Object functions that run guest code (ECMA-262 20.1).

function objectAssign(target, ...sources) {
  const to = $toObject(target);
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i];
    if (source === undefined || source === null) continue;
    if ($assignPlain(to, source)) continue;
    const from = $toObject(source);
    const keys = $ownKeys(from);
    for (let j = 0; j < keys.length; j++) {
      const key = keys[j];
      if ($isOwnEnumerable(from, key)) to[key] = from[key];
    }
  }
  return to;
}

function objectFromEntries(iterable) {
  if (iterable === undefined || iterable === null) $throwTypeError($describe(iterable) + " is not iterable");
  const result = {};
  for (const entry of iterable) {
    if (!$isObject(entry)) $throwTypeError("Iterator value " + $displayText(entry) + " is not an entry object");
    const key = entry[0];
    const value = entry[1];
    $define(result, $opToPropertyKey(key), value);
  }
  return result;
}

function objectGroupBy(items, callback) {
  if (items === undefined || items === null) $throwTypeError($describe(items) + " is not iterable");
  if (!$isCallable(callback)) $throwTypeError($describe(callback) + " is not a function");
  const groups = $createNull();
  let k = 0;
  for (const value of items) {
    const key = $opToPropertyKey($call(callback, undefined, value, k));
    if ($hasOwn(groups, key)) $push(groups[key], value);
    else $define(groups, key, [value]);
    k++;
  }
  return groups;
}

function objectToLocaleString() {
  return this.toString();
}

// Function.prototype[Symbol.hasInstance]
function functionHasInstance(value) {
  return $ordinaryHasInstance(this, value);
}

// Error.prototype.toString
function errorToString() {
  if (!$isObject(this)) $throwTypeError("Error.prototype.toString requires that 'this' be a JSReceiver");
  let name = this.name;
  name = name === undefined ? "Error" : $opToStringValue(name);
  let message = this.message;
  message = message === undefined ? "" : $opToStringValue(message);
  if (name === "") return message;
  if (message === "") return name;
  return name + ": " + message;
}
function opToStringValue(value) {
  return typeof value === "string" ? value : `${value}`;
}

// AggregateError(errors, message, options)
function aggregateErrorConstructor(errors, message, options) {
  const error = $newErrorObject(new.target, "AggregateError", message, options);
  const list = [];
  for (const item of errors) $push(list, item);
  $defineHidden(error, "errors", list);
  return error;
}
