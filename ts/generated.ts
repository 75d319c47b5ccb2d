/**
 * JSON Schemas that exist on the native side and become objects only when somebody looks at them.
 *
 * A generated API has thousands of tools over one set of definitions. Reading such a schema works like reading any
 * object; describing a tool to the addon sends two numbers instead.
 */

import type { JsonSchema } from "./schema.js"

/** API and tool of a generated schema. */
export type Generated = readonly [api: number, tool: number]

const known = new WeakMap<object, Generated>()

/** A schema that is read by `load` on first use. */
export function lazySchema(from: Generated, load: () => string): JsonSchema {
  let loaded: Record<string, unknown> | undefined
  const read = (): Record<string, unknown> => {
    if (loaded === undefined) {
      const value: unknown = JSON.parse(load())
      loaded = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
      Object.assign(target, loaded)
    }
    return target
  }
  const target: Record<string, unknown> = {}
  const schema = new Proxy(target, {
    // The questions that tell kinds of schemas apart are answered without reading it.
    has: (_, key) => (key === "ast" || key === "~standard" ? false : key in read()),
    get: (_, key) => (key === "~standard" || key === "ast" ? undefined : (read() as Record<PropertyKey, unknown>)[key]),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(read(), key),
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  })
  known.set(schema, from)
  return schema
}

/** Where a schema comes from, if it is a generated one. */
export function generatedBy(schema: unknown): Generated | undefined {
  return typeof schema === "object" && schema !== null ? known.get(schema) : undefined
}
