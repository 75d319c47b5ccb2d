// Put in front of every case. A case passes when it ends without throwing.
const show = (value) => {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return String(value) + "n";
  if (typeof value === "symbol") return String(value);
  if (typeof value === "function") return "[function " + value.name + "]";
  if (Object.is(value, -0)) return "-0";
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) {
    let text = "";
    for (let index = 0; index < value.length; index++) {
      text += (index > 0 ? ", " : "") + (index in value ? show(value[index]) : "hole");
    }
    return "[" + text + "]";
  }
  if (value instanceof Error) return value.name + "(" + show(value.message) + ")";
  if (value instanceof Date) return "Date(" + value.getTime() + ")";
  if (value instanceof RegExp) return String(value);
  if (value instanceof Map) return "Map" + show([...value]);
  if (value instanceof Set) return "Set" + show([...value]);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return value.constructor.name + show([...value]);
  let text = "";
  for (const key of Object.keys(value)) text += (text === "" ? "" : ", ") + key + ": " + show(value[key]);
  return "{" + text + "}";
};
const same = (actual, expected, what) => {
  if (!Object.is(actual, expected)) {
    throw new Error((what ?? "value") + ": expected " + show(expected) + ", got " + show(actual));
  }
};
const equal = (actual, expected, what) => {
  const [got, wanted] = [show(actual), show(expected)];
  if (got !== wanted) throw new Error((what ?? "value") + ": expected " + wanted + ", got " + got);
};
const thrown = (run) => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};
const throws = (name, run, message) => {
  const error = thrown(run);
  same(error?.name, name, "name of the thrown value");
  if (message !== undefined) same(error.message, message, "message of the thrown value");
};
const rejects = async (name, promise, message) => {
  let error;
  try {
    await promise;
  } catch (reason) {
    error = reason;
  }
  same(error?.name, name, "name of the rejection");
  if (message !== undefined) same(error.message, message, "message of the rejection");
};
