/** The addon under its hand-written contract. */

import loadBinding from "./binding.cjs"
import type { NativeBinding } from "./native.js"

export const addon: NativeBinding = loadBinding() as NativeBinding
