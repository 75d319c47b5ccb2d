/** The part of the addon that reads API descriptions, stated by hand. */

import loadBinding from "../binding.cjs"

/** Text or bytes of one file. */
export type Text = string | Uint8Array

/** A document being put together. */
export interface NativeDocument {
  add(address: string, text: Text): void
  /** Addresses that references lead to and that are not here. */
  missing(): string[]
  /** JSON text of `OperationInfo[]`. */
  operations(): string
  /** Converts; the document is used up. */
  build(options: string): NativeApi
}

/** A converted API. */
export interface NativeApi {
  readonly id: number
  /** JSON text of `PlannedTool[]`. */
  tools(): string
  skipped(): string
  filtered(): string
  /** JSON text of `{ request: PlannedRequest }` or `{ error: string }`. */
  request(tool: number, input: string): string
  /** JSON text of `SchemeUse[][]`. */
  security(tool: number): string
  inputSchema(tool: number): string
  outputSchema(tool: number): string
}

/** A tool as the addon planned it. */
export interface PlannedTool {
  readonly tool: string[]
  readonly description: string
  readonly method: string
  readonly path: string
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: string[]
  readonly deprecated?: true
  readonly full?: true
}

/** What a body or a part holds. */
export type Content = { readonly text: string } | { readonly base64: string } | { readonly reference: unknown }

/** One part of a multipart body. */
export interface PlannedPart {
  readonly name: string
  readonly filename?: string
  readonly contentType?: string
  readonly headers?: Array<[string, string]>
  readonly content: Content
}

/** A body before its bytes are put together. */
export type PlannedBody =
  | { readonly kind: "single"; readonly contentType: string; readonly content: Content }
  | { readonly kind: "multipart"; readonly contentType: string; readonly parts: PlannedPart[] }

/** A request without credentials. */
export interface PlannedRequest {
  readonly method: string
  readonly url: string
  /** Plain name and escaped `name=value`. */
  readonly query: Array<[string, string]>
  readonly headers: Array<[string, string]>
  readonly cookies: Array<[string, string]>
  readonly accept: string
  readonly body?: PlannedBody
}

/** One scheme of one security alternative. */
export interface SchemeUse {
  readonly name: string
  readonly definition: SecurityScheme
  readonly scopes: string[]
}

/** A security scheme as the document declares it. */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly name: string; readonly in: "header" | "query" | "cookie" }
  | { readonly type: "http"; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: "oauth2"; readonly flows?: Readonly<Record<string, unknown>> }
  | { readonly type: "openIdConnect"; readonly openIdConnectUrl?: string }

interface Binding {
  readonly NativeDocument: new (main: Text, address?: string | null, maxBytes?: number | null) => NativeDocument
}

/** Reads the main document. Throws an `Error` that says where it is malformed. */
export function openDocument(main: Text, address: string | undefined, maxBytes: number | undefined): NativeDocument {
  const { NativeDocument } = loadBinding() as Binding
  return new NativeDocument(bytes(main), address, maxBytes)
}

/** Bytes as the addon takes them. */
export function bytes(text: Text): Text {
  return typeof text === "string" || Buffer.isBuffer(text) ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength)
}
