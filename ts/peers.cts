/**
 * Optional neighbours, loaded only when a tool needs them.
 *
 * CommonJS so that both builds can load lazily and synchronously.
 */

/** `toJsonSchema` of `@valibot/to-json-schema`, when it is installed. */
type ToJsonSchema = (schema: unknown, options: { typeMode: "input" | "output"; errorMode: "ignore" }) => Record<string, unknown>

let valibot: ToJsonSchema | undefined | null = null

const peers = {
  valibotToJsonSchema(): ToJsonSchema | undefined {
    if (valibot === null) {
      try {
        valibot = (require("@valibot/to-json-schema") as { toJsonSchema: ToJsonSchema }).toJsonSchema
      } catch {
        valibot = undefined
      }
    }
    return valibot
  },
}

export = peers
