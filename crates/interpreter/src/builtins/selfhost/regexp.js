// RegExp (ECMA-262 22.2). Slots tag 41: RegExp string iterators [regexp, string, global, unicode, done].

function regexpConstructor(pattern, flags) {
  let isRegExp = false;
  if ($isObject(pattern)) {
    const matcher = pattern[$symbolMatch()];
    isRegExp = matcher !== undefined ? !!matcher : $isRegExpObject(pattern);
  }
  let target = new.target;
  if (target === undefined) {
    target = $intrinsicRegExp();
    if (isRegExp && flags === undefined) {
      const constructor = pattern.constructor;
      if (constructor === target) return pattern;
    }
  }
  let source, given;
  if ($isRegExpObject(pattern)) {
    const parts = $regexpParts(pattern);
    source = parts[0];
    given = flags === undefined ? parts[1] : flags;
  } else if (isRegExp) {
    source = pattern.source;
    given = flags === undefined ? pattern.flags : flags;
  } else {
    source = pattern;
    given = flags;
  }
  const object = $prototypeOfNewTarget(target, $intrinsicRegExpPrototype());
  const text = source === undefined ? "" : `${source}`;
  const letters = given === undefined ? "" : `${given}`;
  return $createRegExpWith(object, text, letters);
}

function regexpCompile(pattern, flags) {
  if (!$isRegExpObject(this)) $throwTypeError("RegExp.prototype.compile called on incompatible receiver " + $describe(this));
  let source = pattern;
  let letters = flags;
  if ($isRegExpObject(pattern)) {
    if (flags !== undefined) $throwTypeError("Invalid flags supplied to RegExp constructor");
    const parts = $regexpParts(pattern);
    source = parts[0];
    letters = parts[1];
  }
  return $recompileRegExp(this, source === undefined ? "" : `${source}`, letters === undefined ? "" : `${letters}`);
}

function regexpThis(value, name) {
  if (!$isObject(value)) $throwTypeError("RegExp.prototype." + name + " called on incompatible receiver " + $describe(value));
}

function regexpFlags() {
  $regexpThis(this, "flags");
  let result = "";
  if (this.hasIndices) result += "d";
  if (this.global) result += "g";
  if (this.ignoreCase) result += "i";
  if (this.multiline) result += "m";
  if (this.dotAll) result += "s";
  if (this.unicode) result += "u";
  if (this.unicodeSets) result += "v";
  if (this.sticky) result += "y";
  return result;
}

function regexpToString() {
  $regexpThis(this, "toString");
  const source = `${this.source}`;
  return "/" + source + "/" + `${this.flags}`;
}

// RegExpExec
function regexpExecute(regexp, text) {
  const exec = regexp.exec;
  if ($isCallable(exec)) {
    if ($isIntrinsicExec(exec) && $isRegExpObject(regexp)) return $builtinExec(regexp, text);
    const result = $call(exec, regexp, text);
    if (!$isObject(result) && result !== null) $throwTypeError($describe(result) + " is not an object or null");
    return result;
  }
  if (!$isRegExpObject(regexp)) $throwTypeError("RegExp.prototype.exec called on incompatible receiver " + $describe(regexp));
  return $builtinExec(regexp, text);
}

function regexpTest(string) {
  $regexpThis(this, "test");
  const text = `${string}`;
  if ($isPlainRegExp(this)) return $testPlain(this, text);
  return $regexpExecute(this, text) !== null;
}

function regexpSearch(string) {
  $regexpThis(this, "[Symbol.search]");
  const text = `${string}`;
  const previous = this.lastIndex;
  if (!$sameValue(previous, 0)) this.lastIndex = 0;
  const result = $regexpExecute(this, text);
  const current = this.lastIndex;
  if (!$sameValue(current, previous)) this.lastIndex = previous;
  return result === null ? -1 : result.index;
}

function regexpAdvance(text, index, unicode) {
  if (!unicode || index + 1 >= text.length) return index + 1;
  return index + $codePointWidth(text, index);
}

function regexpMatch(string) {
  $regexpThis(this, "[Symbol.match]");
  const text = `${string}`;
  if ($isPlainRegExp(this)) {
    if ($hasRegExpFlag(this, "g")) return $matchAllPlain(this, text);
    return $builtinExec(this, text);
  }
  const flags = `${this.flags}`;
  if ($stringIndexOf(flags, "g", 0) < 0) return $regexpExecute(this, text);
  const unicode = $stringIndexOf(flags, "u", 0) >= 0 || $stringIndexOf(flags, "v", 0) >= 0;
  this.lastIndex = 0;
  const matches = [];
  for (;;) {
    const result = $regexpExecute(this, text);
    if (result === null) return matches.length === 0 ? null : matches;
    const matched = `${result[0]}`;
    $push(matches, matched);
    if (matched === "") this.lastIndex = $regexpAdvance(text, $toLength(this.lastIndex), unicode);
  }
}

function regexpMatchAll(string) {
  $regexpThis(this, "[Symbol.matchAll]");
  const text = `${string}`;
  const C = $speciesConstructor(this, $intrinsicRegExp());
  const flags = `${this.flags}`;
  const matcher = $construct(C, C, [this, flags]);
  matcher.lastIndex = $toLength(this.lastIndex);
  const iterator = $newSlots(41, $intrinsicRegExpStringIteratorPrototype(), 5);
  $setSlot(iterator, 0, matcher);
  $setSlot(iterator, 1, text);
  $setSlot(iterator, 2, $stringIndexOf(flags, "g", 0) >= 0);
  $setSlot(iterator, 3, $stringIndexOf(flags, "u", 0) >= 0 || $stringIndexOf(flags, "v", 0) >= 0);
  $setSlot(iterator, 4, false);
  return iterator;
}

function regexpStringIteratorNext() {
  if (!$hasTag(this, 41)) $throwTypeError("next method called on incompatible receiver " + $describe(this));
  if ($slot(this, 4)) return { value: undefined, done: true };
  const regexp = $slot(this, 0);
  const text = $slot(this, 1);
  const match = $regexpExecute(regexp, text);
  if (match === null) {
    $setSlot(this, 4, true);
    return { value: undefined, done: true };
  }
  if (!$slot(this, 2)) {
    $setSlot(this, 4, true);
    return { value: match, done: false };
  }
  if (`${match[0]}` === "") regexp.lastIndex = $regexpAdvance(text, $toLength(regexp.lastIndex), $slot(this, 3));
  return { value: match, done: false };
}

function regexpReplace(string, replacement) {
  $regexpThis(this, "[Symbol.replace]");
  const text = `${string}`;
  const functional = $isCallable(replacement);
  const template = functional ? undefined : `${replacement}`;
  let global, unicode;
  if ($isPlainRegExp(this)) {
    if (!functional) {
      const replaced = $replacePlain(this, text, template);
      if (replaced !== undefined) return replaced;
    }
    global = $hasRegExpFlag(this, "g");
    unicode = $hasRegExpFlag(this, "u") || $hasRegExpFlag(this, "v");
  } else {
    const flags = `${this.flags}`;
    global = $stringIndexOf(flags, "g", 0) >= 0;
    unicode = $stringIndexOf(flags, "u", 0) >= 0 || $stringIndexOf(flags, "v", 0) >= 0;
  }
  if (global) this.lastIndex = 0;
  const results = [];
  for (;;) {
    const result = $regexpExecute(this, text);
    if (result === null) break;
    $push(results, result);
    if (!global) break;
    if (`${result[0]}` === "") this.lastIndex = $regexpAdvance(text, $toLength(this.lastIndex), unicode);
  }
  const parts = [];
  let next = 0;
  for (let i = 0; i < results.length; i++) {
    const result = results[i];
    const length = $toLength(result.length);
    const matched = `${result[0]}`;
    let position = $toIntegerOrInfinity(result.index);
    position = position < 0 ? 0 : position > text.length ? text.length : position;
    const captures = [];
    for (let n = 1; n < length; n++) {
      const capture = result[n];
      $push(captures, capture === undefined ? undefined : `${capture}`);
    }
    const groups = result.groups;
    let value;
    if (functional) {
      const args = [matched];
      for (let n = 0; n < captures.length; n++) $push(args, captures[n]);
      $push(args, position);
      $push(args, text);
      if (groups !== undefined) $push(args, groups);
      value = `${$apply(replacement, undefined, args)}`;
    } else value = $getSubstitution(matched, text, position, captures, groups === undefined ? undefined : $toObject(groups), template);
    if (position >= next) {
      $push(parts, $substring(text, next, position));
      $push(parts, value);
      next = position + matched.length;
    }
  }
  if (next < text.length) $push(parts, $substring(text, next));
  return $joinStrings(parts, "");
}

function regexpSplit(string, limit) {
  $regexpThis(this, "[Symbol.split]");
  const text = `${string}`;
  if ($isPlainRegExp(this) && $regexpSpeciesUntouched()) {
    const max = limit === undefined ? 4294967295 : limit >>> 0;
    if (!$hasRegExpFlag(this, "y")) return $splitPlain(this, text, max);
  }
  const C = $speciesConstructor(this, $intrinsicRegExp());
  const flags = `${this.flags}`;
  const unicode = $stringIndexOf(flags, "u", 0) >= 0 || $stringIndexOf(flags, "v", 0) >= 0;
  const splitter = $construct(C, C, [this, $stringIndexOf(flags, "y", 0) >= 0 ? flags : flags + "y"]);
  const max = limit === undefined ? 4294967295 : limit >>> 0;
  const parts = [];
  if (max === 0) return parts;
  if (text === "") {
    if ($regexpExecute(splitter, text) !== null) return parts;
    return [text];
  }
  const size = text.length;
  let p = 0;
  let q = 0;
  while (q < size) {
    splitter.lastIndex = q;
    const result = $regexpExecute(splitter, text);
    if (result === null) {
      q = $regexpAdvance(text, q, unicode);
      continue;
    }
    let e = $toLength(splitter.lastIndex);
    if (e > size) e = size;
    if (e === p) {
      q = $regexpAdvance(text, q, unicode);
      continue;
    }
    $push(parts, $substring(text, p, q));
    if (parts.length === max) return parts;
    p = e;
    let count = $toLength(result.length) - 1;
    if (count < 0) count = 0;
    for (let i = 1; i <= count; i++) {
      $push(parts, result[i]);
      if (parts.length === max) return parts;
    }
    q = p;
  }
  $push(parts, $substring(text, p));
  return parts;
}
