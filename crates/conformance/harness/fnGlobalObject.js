// Replaces the suite's file, which needs the Function constructor.
var __globalObject = globalThis;
function fnGlobalObject() {
  return __globalObject;
}
