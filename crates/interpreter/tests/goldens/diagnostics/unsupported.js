import fs from "fs";
import { a } from "b";
const c = await import("c");
import.meta.url;
=====
export * from "x";
=====
with (a) {}
=====
const x = <div>hi</div>;
=====
@dec class A {}
=====
import type { T } from "x";
=====
import fs = require("fs");
=====
