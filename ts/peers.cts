/**
 * Optional neighbours, loaded only when a tool needs them.
 *
 * CommonJS so that both builds can load lazily and synchronously.
 */

/** `toJsonSchema` of `@valibot/to-json-schema`, when it is installed. */
type ToJsonSchema = (schema: unknown, options: { typeMode: "input" | "output"; errorMode: "ignore" }) => Record<string, unknown>

/** Validator of plain JSON Schema, see `@cfworker/json-schema`. */
interface JsonSchemaModule {
  readonly Validator: new (
    schema: unknown,
    draft: string,
    shortCircuit: boolean,
  ) => {
    validate(value: unknown): {
      readonly valid: boolean
      readonly errors: ReadonlyArray<{ readonly keyword: string; readonly instanceLocation: string; readonly error: string }>
    }
  }
}

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
  jsonSchemaValidator(): JsonSchemaModule {
    return require("@cfworker/json-schema") as JsonSchemaModule
  },
}

export = peers
