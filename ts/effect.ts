/**
 * The Effect flavour: Effect Schemas in, Effects out, the environment inferred.
 *
 * Needs the optional peer `effect`. The signatures are those of the first code mode for Effect, so that programs written
 * for it run with another import line.
 */

export * as CodeMode from "./effect-codemode.js"
export * as Namespace from "./effect-namespace.js"
export * as Tool from "./effect-tool.js"
export { searchSignature, toolExpression } from "./codemode.js"
export { ToolError, toolError } from "./errors.js"
