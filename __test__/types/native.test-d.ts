/** The hand-written contract against the declarations that the addon's build generates; compiling this file is the test. */

import type * as generated from "../../native/index.js"
import type { NativeBinding, NativeRuntime } from "../../ts/native.js"

type Functions = Omit<NativeBinding, "NativeRuntime" | "NativeValidator">
type Missing<A, B> = Exclude<keyof A, keyof B>

/** Every function and method of the contract exists in the addon. */
export const functions: [Missing<Functions, typeof generated>] extends [never] ? true : Missing<Functions, typeof generated> = true
export const methods: [Missing<NativeRuntime, generated.NativeRuntime>] extends [never] ? true : Missing<NativeRuntime, generated.NativeRuntime> = true
