/**
 * What a run comes to: the result, its diagnostics and its call records.
 *
 * Every result survives `JSON.parse(JSON.stringify(result))` unchanged; optional members are absent, never `undefined`.
 */

/** Any JSON value. */
export type DataValue = null | boolean | number | string | ReadonlyArray<DataValue> | DataObject
/** A JSON object. */
export interface DataObject {
  readonly [key: string]: DataValue
}

/** The closed set of diagnostic kinds. */
export type DiagnosticKind =
  | "ParseError"
  | "UnsupportedSyntax"
  | "UnknownTool"
  | "InvalidToolInput"
  | "InvalidToolOutput"
  | "InvalidDataValue"
  | "ToolCallLimitExceeded"
  | "TimeoutExceeded"
  | "ToolFailure"
  | "ExecutionFailure"
  | "Truncated"
  | "ComputeLimitExceeded"
  | "MemoryLimitExceeded"
  | "ToolResultLimitExceeded"
  | "OutputLimitExceeded"
  | "CallDepthExceeded"
  | "Deadlock"
  | "Aborted"
  | "Internal"

/** The same, in the failure classes of the orchestration preset. */
export type FailureKind =
  | "exception"
  | "timeout"
  | "compute-limit"
  | "memory-limit"
  | "result-limit"
  | "output-limit"
  | "invalid-return"
  | "too-many-calls"
  | "aborted"

/** 1-based position in the program as it was sent; columns count UTF-16 units. */
export interface Location {
  readonly line: number
  readonly column: number
}

/** One problem, phrased for the model: cause first, then what to change. */
export interface Diagnostic {
  readonly kind: DiagnosticKind
  readonly message: string
  /** The failure class; present on the error of a failed run. */
  readonly failure?: FailureKind
  readonly location?: Location
  readonly suggestions?: ReadonlyArray<string>
  /** Frames of the program, when the problem is an uncaught error. */
  readonly stack?: string
}

/** An admitted call; `name` is the dotted path. */
export interface ToolCall {
  readonly name: string
}

/** A run that ended with a value. */
export interface Success {
  readonly ok: true
  /** The returned value; `null` when there is none. */
  readonly value: DataValue
  /** Whether the program returned anything; absent means it did. */
  readonly hasValue?: boolean
  readonly warnings?: ReadonlyArray<Diagnostic>
  readonly logs?: ReadonlyArray<string>
  readonly truncated?: boolean
  readonly toolCalls: ReadonlyArray<ToolCall>
}

/** A run that failed. */
export interface Failure {
  readonly ok: false
  readonly error: Diagnostic
  readonly logs?: ReadonlyArray<string>
  readonly truncated?: boolean
  readonly toolCalls: ReadonlyArray<ToolCall>
}

/** How a run ended. */
export type Result = Success | Failure
