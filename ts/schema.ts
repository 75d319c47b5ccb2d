/**
 * Schemas of tools: what they validate and which JSON Schema they show the model.
 *
 * A Standard Schema (Zod, Valibot, ArkType, Effect through its own converter) validates and transforms. A plain JSON
 * Schema only shapes the signature; checking it is opt-in (`validate: true` on the tool).
 */

import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec"
import { addon } from "./addon.js"
import peers from "./peers.cjs"

/** A JSON Schema document (draft-07, 2019-09 or 2020-12), or `true`/`false`. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** What `input` and `output` of a tool accept. */
export type SchemaType = StandardSchemaV1 | JsonSchema

/** What a tool body sees for input schema `S`: the decoded side. */
export type Decoded<S> = S extends StandardSchemaV1<infer _I, infer O> ? O : unknown

/** What a tool body returns for output schema `S`: the encoded side. */
export type Encoded<S> = [S] extends [undefined] ? void : S extends StandardSchemaV1<infer I, infer _O> ? I : unknown

/** The outcome of validation: the transformed value, or the text that names path, rule and type. */
export type Validation = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string }

/** Checks a value; schemas may do so asynchronously. */
export type Validator = (value: unknown) => Validation | Promise<Validation>

const MAX_ISSUES = 5
const MAX_ISSUE_CHARS = 300

type AnySchema = StandardSchemaV1 & Partial<Pick<StandardJSONSchemaV1, "~standard">>

/** Whether `schema` implements Standard Schema, as an object or (ArkType, Effect) a function. */
export function isStandardSchema(schema: unknown): schema is AnySchema {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return false
  const standard = (schema as Partial<AnySchema>)["~standard"]
  return typeof standard === "object" && standard !== null && typeof standard.validate === "function"
}

/** Throws a `TypeError` naming `owner` when `schema` is neither kind of schema. */
export function assertSchema(schema: unknown, owner: string): asserts schema is SchemaType | undefined {
  if (schema === undefined || typeof schema === "boolean" || isStandardSchema(schema)) return
  if (typeof schema === "object" && schema !== null && !Array.isArray(schema) && !("ast" in schema)) return
  if ((typeof schema === "object" || typeof schema === "function") && schema !== null && "ast" in schema)
    throw new TypeError(
      `${owner} is an Effect Schema. Wrap it with Schema.toStandardSchemaV1, or use Tool.make of "codemode-native/effect".`,
    )
  throw new TypeError(`${owner} must be a Standard Schema or a JSON Schema object.`)
}

/** The validator of a Standard Schema, of a plain JSON Schema when `checkJson`, else none. */
export function validatorOf(schema: SchemaType | undefined, checkJson: boolean): Validator | undefined {
  if (schema === undefined) return undefined
  if (isStandardSchema(schema)) {
    const standard = schema["~standard"]
    return (value) => {
      const outcome = standard.validate(value)
      return outcome instanceof Promise ? outcome.then((settled) => fromStandard(settled, value)) : fromStandard(outcome, value)
    }
  }
  return checkJson ? jsonValidator(schema as JsonSchema) : undefined
}

function fromStandard(outcome: StandardSchemaV1.Result<unknown>, value: unknown): Validation {
  if (outcome.issues === undefined) return { ok: true, value: outcome.value }
  return { ok: false, error: issuesText(outcome.issues.map((issue) => ({ path: keysOf(issue), message: issue.message })), value) }
}

interface Issue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

function keysOf(issue: StandardSchemaV1.Issue): PropertyKey[] {
  return (issue.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))
}

function issuesText(issues: ReadonlyArray<Issue>, value: unknown): string {
  const shown = issues.slice(0, MAX_ISSUES).map((issue) => {
    const at = pathText(issue.path)
    const received = /\b(received|got|was|undefined|missing)\b/i.test(issue.message) ? "" : ` (received ${typeAt(value, issue.path)})`
    return cut(`${at === "" ? "" : `${at}: `}${issue.message}${received}`)
  })
  if (issues.length > MAX_ISSUES) shown.push(`and ${issues.length - MAX_ISSUES} more`)
  return shown.join("; ")
}

function cut(text: string): string {
  return text.length <= MAX_ISSUE_CHARS ? text : `${text.slice(0, MAX_ISSUE_CHARS)}…`
}

function pathText(path: ReadonlyArray<PropertyKey>): string {
  let text = ""
  for (const key of path) {
    if (typeof key === "number" || (typeof key === "string" && /^\d+$/.test(key))) text += `[${key}]`
    else if (typeof key === "string" && /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key)) text += text === "" ? key : `.${key}`
    else text += `[${JSON.stringify(String(key))}]`
  }
  return text
}

function typeAt(value: unknown, path: ReadonlyArray<PropertyKey>): string {
  let at: unknown = value
  for (const key of path) {
    if ((typeof at !== "object" && typeof at !== "function") || at === null || !Object.hasOwn(at, key)) return "nothing"
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  if (at === null) return "null"
  return Array.isArray(at) ? "array" : typeof at
}

/** A validator of plain JSON Schema; the check runs in Rust, compiled when first needed. */
function jsonValidator(schema: JsonSchema): Validator {
  let validator: { check(data: string): string | null | undefined } | undefined
  return (value) => {
    const text = JSON.stringify(value)
    if (text === undefined) return { ok: false, error: `must be data, got ${typeof value}` }
    validator ??= new addon.NativeValidator(JSON.stringify(schema))
    const error = validator.check(text)
    return error === null || error === undefined ? { ok: true, value } : { ok: false, error }
  }
}

/**
 * The JSON Schema that a signature is made from: the encoded side of an input, the decoded side of an output.
 * What a library cannot express is shown as anything (`true`) instead of failing.
 */
export function jsonSchemaOf(schema: SchemaType | undefined, side: "input" | "output"): JsonSchema | undefined {
  if (schema === undefined || !isStandardSchema(schema)) return schema as JsonSchema | undefined
  const standard = schema["~standard"] as AnySchema["~standard"] & Partial<StandardJSONSchemaV1.Props>
  const target = "draft-2020-12"
  if (standard.jsonSchema !== undefined) {
    for (const libraryOptions of [undefined, LENIENT[standard.vendor]]) {
      try {
        return standard.jsonSchema[side](libraryOptions === undefined ? { target } : { target, libraryOptions })
      } catch {
        // The library cannot express this schema that way; the next attempt is more lenient.
      }
    }
    return true
  }
  if (standard.vendor === "valibot") {
    const convert = peers.valibotToJsonSchema()
    if (convert !== undefined) {
      try {
        return convert(schema, { typeMode: side, errorMode: "ignore" })
      } catch {
        return true
      }
    }
  }
  return true
}

/** What makes a library render the parts it cannot express as anything. */
const LENIENT: Readonly<Record<string, Record<string, unknown>>> = {
  zod: { unrepresentable: "any" },
  arktype: { fallback: (context: { readonly base: unknown }) => context.base },
  valibot: { errorMode: "ignore" },
}
