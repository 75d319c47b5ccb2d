/**
 * The root entry: everything a host needs, nothing optional reachable.
 */

export * as CodeMode from "./codemode.js"
export * as Namespace from "./namespace.js"
export * as Tool from "./tool.js"
export * as Binding from "./binding-tool.js"
export * as RunTool from "./run-tool.js"
export * as OpenAPI from "./openapi.js"
export { searchSignature, toolExpression } from "./codemode.js"
export { RunAbortedError, RunToolError, ToolError, toolError } from "./errors.js"
export { lenientLimits, Limits, recommendedLimits, validateLimits } from "./limits.js"
export type { Logger } from "./hooks.js"
export type { DataObject, DataValue, Diagnostic, DiagnosticKind, FailureKind, Result } from "./result.js"
export type { JsonSchema, SchemaType } from "./schema.js"
