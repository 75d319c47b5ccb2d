// Math functions that iterate (ECMA-262 21.3).

function mathSumPrecise(items) {
  if (items === undefined || items === null) $throwTypeError($describe(items) + " is not iterable");
  const numbers = [];
  for (const n of items) {
    if (typeof n !== "number") $throwTypeError($describe(n) + " is not a number");
    $push(numbers, n);
  }
  return $sumPrecise(numbers);
}
