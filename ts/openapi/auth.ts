/**
 * Credentials: which alternative of a requirement applies, and where its values go.
 *
 * Invariants: an operation that requires credentials is never sent without; alternatives are tried in the document's
 * order; a resolver that fails ends the call; no value of a credential is part of a message.
 */

import { ToolError } from "../errors.js"
import type { SchemeUse } from "./native.js"
import type { AuthResolver, Credential, Operation } from "./options.js"

/** Where credentials are written. */
export interface Secrets {
  readonly headers: Map<string, string>
  readonly query: Map<string, string>
  readonly cookies: Map<string, string>
  /** Texts that must not reach a program, should the other side send them back. */
  readonly texts: string[]
}

/** Resolves the first alternative that is complete. */
export async function authorise(
  alternatives: ReadonlyArray<ReadonlyArray<SchemeUse>>,
  auth: AuthResolver | undefined,
  operation: Operation,
  origin: string,
  signal: AbortSignal,
  problem: (error: unknown) => void,
): Promise<Secrets> {
  const secrets: Secrets = { headers: new Map(), query: new Map(), cookies: new Map(), texts: [] }
  if (alternatives.length === 0) return secrets
  const missing = new Set<string>()
  const allowed = auth?.origins === undefined || auth.origins.includes(origin)
  for (const alternative of alternatives) {
    const found: Array<[SchemeUse, Credential]> = []
    for (const use of alternative) {
      const credential = auth === undefined || !allowed ? undefined : await ask(auth, use, operation, origin, signal, problem)
      if (credential === undefined || credential === null) missing.add(use.name)
      else found.push([use, credential])
    }
    if (found.length !== alternative.length) continue
    for (const [use, credential] of found) apply(secrets, use, credential)
    return secrets
  }
  throw new ToolError(
    `${operation.method} ${operation.path} requires authentication; no credential available for: ${[...missing].join(", ")}.`,
  )
}

async function ask(
  auth: AuthResolver,
  { name, definition, scopes }: SchemeUse,
  operation: Operation,
  origin: string,
  signal: AbortSignal,
  problem: (error: unknown) => void,
): Promise<Credential | undefined | null> {
  try {
    return await auth.resolve({ name, definition, scopes, operation, origin, signal })
  } catch (error) {
    problem(error)
    // A message that was made for programs may pass; anything else may hold secrets.
    if (ToolError.isInstance(error)) throw new ToolError(error.message)
    throw new ToolError(`${operation.method} ${operation.path}: authentication failed.`)
  }
}

function apply(secrets: Secrets, use: SchemeUse, credential: Credential): void {
  const { definition, name } = use
  switch (credential.type) {
    case "bearer":
      put(secrets, secrets.headers, "header", "authorization", `Bearer ${text(credential.token, name)}`)
      secrets.texts.push(credential.token)
      return
    case "basic": {
      const pair = Buffer.from(`${text(credential.username, name)}:${text(credential.password, name)}`, "utf8").toString("base64")
      put(secrets, secrets.headers, "header", "authorization", `Basic ${pair}`)
      secrets.texts.push(pair, credential.password)
      return
    }
    case "header":
      put(secrets, secrets.headers, "header", text(credential.name, name).toLowerCase(), text(credential.value, name))
      return
    case "apiKey": {
      if (definition.type !== "apiKey")
        throw new ToolError(`Security scheme '${name}' is not an apiKey scheme; resolve a bearer, basic, or header credential for it.`)
      const value = text(credential.value, name)
      if (definition.in === "header") put(secrets, secrets.headers, "header", definition.name.toLowerCase(), value)
      else if (definition.in === "query") put(secrets, secrets.query, "query", definition.name, value)
      else put(secrets, secrets.cookies, "cookie", definition.name, value)
      return
    }
    default:
      throw new ToolError(`Security scheme '${name}': the host supplied a credential of an unknown type.`)
  }
}

function text(value: unknown, scheme: string): string {
  if (typeof value === "string") return value
  throw new ToolError(`Security scheme '${scheme}': the host supplied an incomplete credential.`)
}

function put(secrets: Secrets, into: Map<string, string>, place: string, name: string, value: string): void {
  if (into.has(name)) throw new ToolError(`Authentication resolves multiple credentials for ${place} '${name}'.`)
  into.set(name, value)
  secrets.texts.push(value)
}
