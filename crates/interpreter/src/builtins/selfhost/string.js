// String methods that run guest code (ECMA-262 22.1). Slots tag 40: string iterators [string, position].

function stringThis(value, name) {
  if (value === undefined || value === null) $throwTypeError("String.prototype." + name + " called on null or undefined");
  return typeof value === "string" ? value : `${value}`;
}

function stringRaw(strings, ...substitutions) {
  const cooked = $toObject(strings);
  const literals = $toObject(cooked.raw);
  const length = $toLength(literals.length);
  let result = "";
  for (let i = 0; i < length; i++) {
    result += `${literals[i]}`;
    if (i + 1 < length && i < substitutions.length) result += `${substitutions[i]}`;
  }
  return result;
}

function stringNotRegExp(search, name) {
  if ($isObject(search)) {
    const matcher = search[$symbolMatch()];
    if (matcher !== undefined ? !!matcher : $isRegExpObject(search)) $throwTypeError("First argument to String.prototype." + name + " must not be a regular expression");
  }
}
function stringIncludes(search, position) {
  const text = $stringThis(this, "includes");
  $stringNotRegExp(search, "includes");
  const needle = `${search}`;
  return $stringIndexOf(text, needle, $toIntegerOrInfinity(position)) !== -1;
}
function stringStartsWith(search, position) {
  const text = $stringThis(this, "startsWith");
  $stringNotRegExp(search, "startsWith");
  const needle = `${search}`;
  const at = position === undefined ? 0 : $toIntegerOrInfinity(position);
  return $stringMatchesAt(text, needle, at < 0 ? 0 : at > text.length ? text.length : at);
}
function stringEndsWith(search, end) {
  const text = $stringThis(this, "endsWith");
  $stringNotRegExp(search, "endsWith");
  const needle = `${search}`;
  const at = end === undefined ? text.length : $toIntegerOrInfinity(end);
  return $stringMatchesAt(text, needle, (at < 0 ? 0 : at > text.length ? text.length : at) - needle.length);
}

function stringMethodOf(value, symbol) {
  const method = value[symbol];
  if (method === undefined || method === null) return undefined;
  if (!$isCallable(method)) $throwTypeError($describe(method) + " is not a function");
  return method;
}

function stringMatch(pattern) {
  if (this === undefined || this === null) $throwTypeError("String.prototype.match called on null or undefined");
  if ($isObject(pattern)) {
    const method = $stringMethodOf(pattern, $symbolMatch());
    if (method !== undefined) return $call(method, pattern, this);
  }
  const text = `${this}`;
  const regexp = $newRegExp(pattern, undefined);
  const method = $stringMethodOf(regexp, $symbolMatch());
  return $call(method, regexp, text);
}

function stringMatchAll(pattern) {
  if (this === undefined || this === null) $throwTypeError("String.prototype.matchAll called on null or undefined");
  if ($isObject(pattern)) {
    const matcher = pattern[$symbolMatch()];
    if (matcher !== undefined ? !!matcher : $isRegExpObject(pattern)) {
      const flags = pattern.flags;
      if (flags === undefined || flags === null) $throwTypeError("String.prototype.matchAll called with a non-global RegExp argument");
      if ($stringIndexOf(`${flags}`, "g", 0) < 0) $throwTypeError("String.prototype.matchAll called with a non-global RegExp argument");
    }
    const method = $stringMethodOf(pattern, $symbolMatchAll());
    if (method !== undefined) return $call(method, pattern, this);
  }
  const text = `${this}`;
  const regexp = $newRegExp(pattern, "g");
  const method = $stringMethodOf(regexp, $symbolMatchAll());
  return $call(method, regexp, text);
}

function stringSearch(pattern) {
  if (this === undefined || this === null) $throwTypeError("String.prototype.search called on null or undefined");
  if ($isObject(pattern)) {
    const method = $stringMethodOf(pattern, $symbolSearch());
    if (method !== undefined) return $call(method, pattern, this);
  }
  const text = `${this}`;
  const regexp = $newRegExp(pattern, undefined);
  const method = $stringMethodOf(regexp, $symbolSearch());
  return $call(method, regexp, text);
}

function stringReplace(search, replacement) {
  if (this === undefined || this === null) $throwTypeError("String.prototype.replace called on null or undefined");
  if ($isObject(search)) {
    const method = $stringMethodOf(search, $symbolReplace());
    if (method !== undefined) return $call(method, search, this, replacement);
  }
  const text = `${this}`;
  const needle = `${search}`;
  const functional = $isCallable(replacement);
  const template = functional ? undefined : `${replacement}`;
  const at = $stringIndexOf(text, needle, 0);
  if (at < 0) return text;
  const value = functional ? `${$call(replacement, undefined, needle, at, text)}` : $getSubstitution(needle, text, at, [], undefined, template);
  return $substring(text, 0, at) + value + $substring(text, at + needle.length);
}

function stringReplaceAll(search, replacement) {
  if (this === undefined || this === null) $throwTypeError("String.prototype.replaceAll called on null or undefined");
  if ($isObject(search)) {
    const matcher = search[$symbolMatch()];
    if (matcher !== undefined ? !!matcher : $isRegExpObject(search)) {
      const flags = search.flags;
      if (flags === undefined || flags === null) $throwTypeError("replaceAll must be called with a global RegExp");
      if ($stringIndexOf(`${flags}`, "g", 0) < 0) $throwTypeError("replaceAll must be called with a global RegExp");
    }
    const method = $stringMethodOf(search, $symbolReplace());
    if (method !== undefined) return $call(method, search, this, replacement);
  }
  const text = `${this}`;
  const needle = `${search}`;
  const functional = $isCallable(replacement);
  const template = functional ? undefined : `${replacement}`;
  const step = needle.length > 1 ? needle.length : 1;
  const parts = [];
  let end = 0;
  let at = $stringIndexOf(text, needle, 0);
  while (at !== -1) {
    const value = functional ? `${$call(replacement, undefined, needle, at, text)}` : $getSubstitution(needle, text, at, [], undefined, template);
    $push(parts, $substring(text, end, at));
    $push(parts, value);
    end = at + needle.length;
    if (at + step > text.length) break;
    at = $stringIndexOf(text, needle, at + step);
  }
  if (end < text.length) $push(parts, $substring(text, end));
  return $joinStrings(parts, "");
}

function stringSplit(separator, limit) {
  if (this === undefined || this === null) $throwTypeError("String.prototype.split called on null or undefined");
  if ($isObject(separator)) {
    const method = $stringMethodOf(separator, $symbolSplit());
    if (method !== undefined) return $call(method, separator, this, limit);
  }
  const text = `${this}`;
  const max = limit === undefined ? 4294967295 : limit >>> 0;
  const by = separator === undefined ? undefined : `${separator}`;
  if (max === 0) return [];
  if (separator === undefined) return [text];
  if (text === "") return by === "" ? [] : [text];
  return $splitString(text, by, max);
}

function stringIterator() {
  const text = $stringThis(this, "[Symbol.iterator]");
  const iterator = $newSlots(40, $intrinsicStringIteratorPrototype(), 2);
  $setSlot(iterator, 0, text);
  $setSlot(iterator, 1, 0);
  return iterator;
}
function stringIteratorNext() {
  if (!$hasTag(this, 40)) $throwTypeError("next method called on incompatible receiver " + $describe(this));
  const text = $slot(this, 0);
  const at = $slot(this, 1);
  if (text === undefined || at >= text.length) {
    $setSlot(this, 0, undefined);
    return { value: undefined, done: true };
  }
  const width = $codePointWidth(text, at);
  $setSlot(this, 1, at + width);
  return { value: $substring(text, at, at + width), done: false };
}

function stringHtml(value, tag, name, attribute) {
  const text = $stringThis(value, name);
  let open = "<" + tag;
  if (attribute !== undefined) open += " " + attribute[0] + '="' + $joinStrings($splitString(`${attribute[1]}`, '"', 4294967295), "&quot;") + '"';
  return open + ">" + text + "</" + tag + ">";
}
function stringAnchor(name) { return $stringHtml(this, "a", "anchor", ["name", name]); }
function stringBig() { return $stringHtml(this, "big", "big", undefined); }
function stringBlink() { return $stringHtml(this, "blink", "blink", undefined); }
function stringBold() { return $stringHtml(this, "b", "bold", undefined); }
function stringFixed() { return $stringHtml(this, "tt", "fixed", undefined); }
function stringFontcolor(color) { return $stringHtml(this, "font", "fontcolor", ["color", color]); }
function stringFontsize(size) { return $stringHtml(this, "font", "fontsize", ["size", size]); }
function stringItalics() { return $stringHtml(this, "i", "italics", undefined); }
function stringLink(url) { return $stringHtml(this, "a", "link", ["href", url]); }
function stringSmall() { return $stringHtml(this, "small", "small", undefined); }
function stringStrike() { return $stringHtml(this, "strike", "strike", undefined); }
function stringSub() { return $stringHtml(this, "sub", "sub", undefined); }
function stringSup() { return $stringHtml(this, "sup", "sup", undefined); }
