/** What a host may choose about a generated API. */

import type { DataValue } from "../result.js"
import type { SecurityScheme } from "./native.js"

export type { SecurityScheme }

/** A parsed document, its JSON or YAML text, or its bytes. */
export type Document = object | string | Uint8Array

/** An operation as callbacks see it. */
export interface Operation {
  /** Upper-case method. */
  readonly method: string
  /** Path as written in the document. */
  readonly path: string
  readonly operationId: string | undefined
  readonly summary: string | undefined
  readonly description: string | undefined
}

/** An operation as `select` and the like see it. */
export interface OperationInfo {
  readonly method: string
  readonly path: string
  readonly operationId?: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly deprecated: boolean
}

/** What the credential of a scheme is. */
export type Credential =
  | { readonly type: "bearer"; readonly token: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  /** Goes where the `apiKey` scheme says. */
  | { readonly type: "apiKey"; readonly value: string }
  | { readonly type: "header"; readonly name: string; readonly value: string }

/** What a resolver is asked. */
export interface CredentialRequest {
  /** Name of the scheme in the document. */
  readonly name: string
  readonly definition: SecurityScheme
  readonly scopes: ReadonlyArray<string>
  readonly operation: Operation
  /** Origin that the credential will be sent to. */
  readonly origin: string
  /** Fires when the call is over. */
  readonly signal: AbortSignal
}

/** Supplies credentials; programs and models never see them. */
export interface AuthResolver {
  /** A credential, or nothing when there is none for that scheme: the next alternative is tried then. */
  readonly resolve: (request: CredentialRequest) => Credential | undefined | null | PromiseLike<Credential | undefined | null>
  /** Origins that credentials may be sent to. @defaultValue the origin of each operation's server */
  readonly origins?: ReadonlyArray<string>
}

/** Tests on an operation; those given must all hold, each by one of its values. */
export interface Filter {
  readonly tags?: ReadonlyArray<string>
  readonly methods?: ReadonlyArray<string>
  /** `*` within a path segment, `**` across segments. */
  readonly paths?: ReadonlyArray<string>
  /** Patterns of operation ids. */
  readonly operations?: ReadonlyArray<string>
  readonly deprecated?: boolean
}

/** Retries of calls that failed for a passing reason. */
export interface Retry {
  /** Attempts in all. @defaultValue 3 */
  readonly attempts?: number
  /** Wait before the second attempt; doubles from there. `Retry-After` wins. @defaultValue 500 */
  readonly delayMs?: number
  /** A longer `Retry-After` ends the call instead. @defaultValue 30000 */
  readonly maxDelayMs?: number
}

/** A file that a program wants to send by reference. */
export interface FileContent {
  readonly data: Uint8Array | string
  readonly filename?: string
  readonly contentType?: string
}

/** A file that arrived. */
export interface ReceivedFile {
  readonly data: Uint8Array
  readonly contentType: string
  readonly filename: string | undefined
}

/** Where things go wrong on the host's side; never shown to programs. */
export interface Problem {
  readonly operation: Operation
  readonly stage: "auth" | "transport" | "body" | "file"
  readonly error: unknown
}

/** Response as `mapResponse` sees it. */
export interface DecodedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly data: DataValue
}

/** Options that concern sending. */
export interface TransportOptions {
  /** Credentials for the schemes that the document names. */
  readonly auth?: AuthResolver
  /** Sent with every request; not visible to the model. */
  readonly headers?: Readonly<Record<string, string>>
  /** Does the requests. @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch
  /** Time for one call, retries included. @defaultValue unlimited */
  readonly timeoutMs?: number
  /** Largest response body. @defaultValue 52428800 */
  readonly maxResponseBytes?: number
  /** Bounds of a stream (server-sent events, JSON lines) that is collected. */
  readonly stream?: { readonly maxItems?: number; readonly maxMs?: number }
  /** Off unless given. */
  readonly retry?: Retry | boolean
  /**
   * Redirects to follow. Across origins only requests without a body go on, and without any credential, cookie or header of
   * the host.
   * @defaultValue "follow"
   */
  readonly redirects?: "follow" | "same-origin" | "none"
  /** Turns the `ref` of a file value into its bytes. Without it such values are refused. */
  readonly readFile?: (reference: DataValue, operation: Operation) => FileContent | PromiseLike<FileContent>
  /** Keeps a received file on the host's side; what it returns is the file's `ref` instead of `base64`. */
  readonly storeFile?: (file: ReceivedFile, operation: Operation) => DataValue | undefined | PromiseLike<DataValue | undefined>
  /** Replaces the data of successful responses. */
  readonly mapResponse?: (response: DecodedResponse, operation: Operation) => DataValue
  /** Told what programs are not. */
  readonly onProblem?: (problem: Problem) => void
}

/** Options of `fromSpec`. */
export interface Options extends TransportOptions {
  readonly spec: Document
  /** Further files, by address relative to the main one. */
  readonly documents?: Readonly<Record<string, Document>>
  /** Where the document came from: resolves relative servers and references. */
  readonly documentUrl?: string
  /** Replaces every server of the document. */
  readonly baseUrl?: string
  /** Which server of a list: position, URL, name or description. @defaultValue 0 */
  readonly server?: number | string
  readonly serverVariables?: Readonly<Record<string, string>>
  readonly include?: Filter
  /** Wins over `include`. */
  readonly exclude?: Filter
  /** Keeps operations for which it returns true. */
  readonly select?: (operation: OperationInfo) => boolean
  /** Only operations whose method changes nothing. */
  readonly readOnly?: boolean
  /** How names become namespaces. @defaultValue "dots" */
  readonly namespace?: "dots" | "slashes" | "tags" | "path" | "none"
  /** Path segments (or a dotted path) of a tool; undefined keeps the default. */
  readonly rename?: (operation: OperationInfo) => string | ReadonlyArray<string> | undefined
  /** Description of a tool; undefined keeps the default. */
  readonly describe?: (operation: OperationInfo) => string | undefined
  /** The decoded body, or `{ status, headers, data }`. @defaultValue "body" */
  readonly response?: "body" | "full" | ((operation: OperationInfo) => "body" | "full")
  /** Parameters the host fixes: hidden from the model and always sent. */
  readonly bind?: {
    readonly path?: Readonly<Record<string, DataValue>>
    readonly query?: Readonly<Record<string, DataValue>>
    readonly header?: Readonly<Record<string, DataValue>>
    readonly cookie?: Readonly<Record<string, DataValue>>
  }
  /** Path parameters whose value may contain slashes. */
  readonly multiSegment?: ReadonlyArray<string>
  /** Arrays inside nested objects: `a[k]=1&a[k]=2`, `a[k][]=1`, `a[k][0]=1`. */
  readonly nestedArrays?: "repeat" | "brackets" | "indices"
  /** Longest description of a tool. @defaultValue 4000 */
  readonly maxDescription?: number
  /** Largest document, in bytes. @defaultValue 268435456 */
  readonly maxDocumentBytes?: number
}

/** An operation that is not a tool, and why. */
export interface Skipped {
  readonly method: string
  readonly path: string
  readonly operationId?: string
  readonly reason: string
}
