// What of Intl iterates over the program's values (ECMA-402 14.5).

// StringListFromIterable
function listOfStrings(iterable) {
  const list = [];
  if (iterable === undefined) return list;
  for (const value of iterable) {
    if (typeof value !== "string") $throwTypeError("Iterable yielded " + $displayText(value) + " which is not a string");
    $push(list, value);
  }
  return list;
}

function listFormatFormat(list) {
  $listFormatThis(this, "format");
  return $listFormatJoin(this, $listOfStrings(list));
}

function listFormatToParts(list) {
  $listFormatThis(this, "formatToParts");
  return $listFormatParts(this, $listOfStrings(list));
}
