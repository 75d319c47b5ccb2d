// Classes of the web that read values of the program: URLSearchParams, Headers, Blob. Their slots are made and read by
// natives (tags 8 to 13).

function constructorThis(target, name) {
  if (target === undefined) $throwTypeError("Class constructor " + name + " cannot be invoked without 'new'");
}

function urlSearchParamsConstructor(init) {
  $constructorThis(new.target, "URLSearchParams");
  if (init === undefined || init === null) return $newUrlSearchParams(new.target, "");
  if (!$isObject(init)) return $newUrlSearchParams(new.target, $scalarText(init));
  const list = [];
  const method = init[$symbolIterator()];
  if (method !== undefined && method !== null) {
    if (!$isCallable(method)) $throwTypeError("Query pairs must be iterable");
    for (const pair of init) {
      const entry = $isObject(pair) ? $shortList(pair, 3) : undefined;
      if (entry === undefined || entry.length !== 2) $throwTypeError("Each query pair must be an iterable [name, value] tuple");
      $push(list, $scalarText(entry[0]));
      $push(list, $scalarText(entry[1]));
    }
    return $newUrlSearchParams(new.target, list);
  }
  const keys = $ownKeys(init);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (!$isOwnEnumerable(init, key)) continue;
    const name = $scalarText(key);
    $push(list, name);
    $push(list, $scalarText(init[key]));
  }
  return $newUrlSearchParams(new.target, list);
}
// Values of an iterable, `limit` at most; undefined when it is none.
function shortList(iterable, limit) {
  const method = iterable[$symbolIterator()];
  if (!$isCallable(method)) return undefined;
  const list = [];
  for (const value of iterable) {
    $push(list, value);
    if (list.length >= limit) break;
  }
  return list;
}
function urlSearchParamsForEach(callback, thisArg) {
  $urlSearchParamsList(this);
  if (!$isCallable(callback)) $throwTypeError("The \"callback\" argument must be of type function. Received " + $displayText(callback));
  for (let i = 0; ; i += 2) {
    // The list may be another one after each call.
    const list = $urlSearchParamsList(this);
    if (i >= list.length) return;
    $call(callback, thisArg, list[i + 1], list[i], this);
  }
}

function headersConstructor(init) {
  $constructorThis(new.target, "Headers");
  const headers = $newHeaders(new.target);
  if (init === undefined) return headers;
  if (!$isObject(init)) $throwTypeError("Headers constructor: init must be a record<ByteString, ByteString> or a sequence of pairs");
  const method = init[$symbolIterator()];
  if (method !== undefined && method !== null) {
    for (const pair of init) {
      const entry = $isObject(pair) ? $shortList(pair, 3) : undefined;
      if (entry === undefined || entry.length !== 2) $throwTypeError("Headers constructor: expected name/value pair to be length 2");
      $appendHeader(headers, entry[0], entry[1]);
    }
    return headers;
  }
  const keys = $ownKeys(init);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if ($isOwnEnumerable(init, key)) $appendHeader(headers, key, init[key]);
  }
  return headers;
}
function headersForEach(callback, thisArg) {
  $headersPair(this, 0);
  if (!$isCallable(callback)) $throwTypeError("Headers.forEach: the callback is not a function");
  for (let i = 0; ; i++) {
    const pair = $headersPair(this, i);
    if (pair === undefined) return;
    $call(callback, thisArg, pair[1], pair[0], this);
  }
}

function blobConstructor(parts, options) {
  $constructorThis(new.target, "Blob");
  const list = [];
  if (parts !== undefined) {
    if (!$isObject(parts) || !$isCallable(parts[$symbolIterator()])) $throwTypeError("The \"sources\" argument must be an instance of a sequence");
    for (const part of parts) $push(list, $blobPart(part));
  }
  let type = "";
  if (options !== undefined && options !== null) {
    if (!$isObject(options)) $throwTypeError("The \"options\" argument must be of type object");
    const given = options.type;
    if (given !== undefined) type = $toText(given);
  }
  return $newBlob(new.target, list, type);
}
