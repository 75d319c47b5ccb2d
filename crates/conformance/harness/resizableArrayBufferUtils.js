// Replaces the suite's file, which needs the Function constructor for three subclasses.
class MyUint8Array extends Uint8Array {}
class MyFloat32Array extends Float32Array {}
class MyBigInt64Array extends BigInt64Array {}

const builtinCtors = [
  Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array,
  Float32Array, Float64Array, Uint8ClampedArray, Float16Array, BigUint64Array, BigInt64Array,
];
const floatCtors = [Float32Array, Float64Array, MyFloat32Array, Float16Array];
const ctors = builtinCtors.concat([MyUint8Array, MyFloat32Array, MyBigInt64Array]);

function CreateResizableArrayBuffer(byteLength, maxByteLength) {
  return new ArrayBuffer(byteLength, { maxByteLength: maxByteLength });
}

function Convert(item) {
  return typeof item === "bigint" ? Number(item) : item;
}

function ToNumbers(array) {
  const numbers = [];
  for (let index = 0; index < array.length; index++) numbers.push(Convert(array[index]));
  return numbers;
}

function MayNeedBigInt(typedArray, number) {
  assert.sameValue(typeof number, "number");
  const big = typedArray instanceof BigInt64Array || typedArray instanceof BigUint64Array;
  return big ? BigInt(number) : number;
}

function CreateRabForTest(constructor) {
  const size = constructor.BYTES_PER_ELEMENT;
  const buffer = CreateResizableArrayBuffer(4 * size, 8 * size);
  const elements = new constructor(buffer);
  for (let index = 0; index < 4; ++index) elements[index] = MayNeedBigInt(elements, 2 * index);
  return buffer;
}

function CollectValuesAndResize(value, values, buffer, resizeAfter, resizeTo) {
  values.push(Convert(value));
  if (values.length == resizeAfter) buffer.resize(resizeTo);
  return true;
}

function TestIterationAndResize(iterable, expected, buffer, resizeAfter, newByteLength) {
  const values = [];
  let resized = false;
  let entries = false;
  for (const value of iterable) {
    if (Array.isArray(value)) {
      entries = true;
      values.push([value[0], Number(value[1])]);
    } else {
      values.push(Number(value));
    }
    if (!resized && values.length == resizeAfter) {
      buffer.resize(newByteLength);
      resized = true;
    }
  }
  if (entries) {
    for (let index = 0; index < expected.length; index++) {
      assert.compareArray(values[index], expected[index], "entry " + index + " of the iteration");
    }
  } else {
    assert.compareArray(values, expected, "values of the iteration");
  }
  assert(resized, "the buffer was resized during the iteration");
}
