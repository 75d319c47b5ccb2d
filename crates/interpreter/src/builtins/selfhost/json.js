// JSON with revivers, replacers and toJSON (ECMA-262 25.5).

function jsonParse(text, reviver) {
  const source = typeof text === "string" ? text : `${text}`;
  if (!$isCallable(reviver)) return $parseJson(source);
  const parsed = $parseJsonRecords(source);
  const root = {};
  $define(root, "", parsed[0]);
  return $jsonInternalize(root, "", reviver, parsed[1]);
}

// `record` is [value, source] for primitives, [value, records] for arrays and objects.
function jsonInternalize(holder, name, reviver, record) {
  const value = holder[name];
  const context = {};
  const known = record !== undefined && $sameValue(record[0], value);
  if ($isObject(value)) {
    if ($isArray(value)) {
      const length = $toLength(value.length);
      for (let i = 0; i < length; i++) {
        const key = `${i}`;
        const element = $jsonInternalize(value, key, reviver, known && i < record[1].length ? record[1][i] : undefined);
        if (element === undefined) $deleteProperty(value, key);
        else $tryDefine(value, key, element);
      }
    } else {
      const keys = $ownKeys(value);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (typeof key === "symbol" || !$isOwnEnumerable(value, key)) continue;
        const member = $jsonInternalize(value, key, reviver, known && $hasOwn(record[1], key) ? record[1][key] : undefined);
        if (member === undefined) $deleteProperty(value, key);
        else $tryDefine(value, key, member);
      }
    }
  } else if (known) $define(context, "source", record[1]);
  return $call(reviver, holder, name, value, context);
}

function jsonStringify(value, replacer, space) {
  let list, replace;
  if ($isObject(replacer)) {
    if ($isCallable(replacer)) replace = replacer;
    else if ($isArray(replacer)) {
      list = [];
      const length = $toLength(replacer.length);
      for (let i = 0; i < length; i++) {
        const v = replacer[i];
        let key;
        if (typeof v === "string") key = v;
        else if (typeof v === "number") key = `${v}`;
        else if ($isObject(v)) {
          const kind = $primitiveKind(v);
          if (kind === "String" || kind === "Number") key = `${v}`;
        }
        if (key !== undefined && !$listHas(list, key)) $push(list, key);
      }
    }
  }
  if ($isObject(space)) {
    const kind = $primitiveKind(space);
    if (kind === "Number") space = $opToNumber(space);
    else if (kind === "String") space = `${space}`;
  }
  const gap = $jsonGap(space);
  if (replace === undefined) {
    const text = $stringifyPlain(value, list, gap);
    if (text !== null) return text;
  }
  const holder = {};
  $define(holder, "", value);
  return $jsonProperty({ replace, list, gap, stack: [] }, "", holder, "");
}

function jsonProperty(state, key, holder, indent) {
  let value = holder[key];
  if ($isObject(value) || typeof value === "bigint") {
    const toJSON = value.toJSON;
    if ($isCallable(toJSON)) value = $call(toJSON, value, key);
  }
  if (state.replace !== undefined) value = $call(state.replace, holder, key, value);
  if ($isObject(value)) {
    if ($isRawJson(value)) return value.rawJSON;
    const kind = $primitiveKind(value);
    if (kind === "Number") value = $opToNumber(value);
    else if (kind === "String") value = `${value}`;
    else if (kind === "Boolean" || kind === "BigInt") value = $primitiveValue(value);
  }
  if (value === null) return "null";
  if (value === true) return "true";
  if (value === false) return "false";
  if (typeof value === "string") return $quoteJson(value);
  if (typeof value === "number") return value - value === 0 ? `${value}` : "null";
  if (typeof value === "bigint") $throwTypeError("Do not know how to serialize a BigInt");
  if ($isObject(value) && !$isCallable(value)) {
    for (let i = 0; i < state.stack.length; i++) {
      if (state.stack[i] === value) $throwTypeError("Converting circular structure to JSON");
    }
    $push(state.stack, value);
    const inner = indent + state.gap;
    const text = $isArray(value) ? $jsonArray(state, value, indent, inner) : $jsonObject(state, value, indent, inner);
    $pop(state.stack);
    return text;
  }
  return undefined;
}

function jsonObject(state, value, indent, inner) {
  const keys = state.list === undefined ? $ownKeys(value) : state.list;
  const listed = state.list !== undefined;
  let text = "";
  let first = true;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (!listed && (typeof key === "symbol" || !$isOwnEnumerable(value, key))) continue;
    const member = $jsonProperty(state, key, value, inner);
    if (member === undefined) continue;
    text += (first ? "" : ",") + (state.gap === "" ? "" : "\n" + inner) + $quoteJson(key) + (state.gap === "" ? ":" : ": ") + member;
    first = false;
  }
  if (first) return "{}";
  return "{" + text + (state.gap === "" ? "" : "\n" + indent) + "}";
}

function jsonArray(state, value, indent, inner) {
  const length = $toLength(value.length);
  let text = "";
  for (let i = 0; i < length; i++) {
    const element = $jsonProperty(state, `${i}`, value, inner);
    text += (i === 0 ? "" : ",") + (state.gap === "" ? "" : "\n" + inner) + (element === undefined ? "null" : element);
  }
  if (length === 0) return "[]";
  return "[" + text + (state.gap === "" ? "" : "\n" + indent) + "]";
}
