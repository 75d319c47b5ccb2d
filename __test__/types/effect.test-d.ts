/** The environment of an execution Effect is inferred; compiling this file is the test. */

import { CodeMode, Namespace, Tool } from "codemode-native/effect"
import { Context, Effect, Schema } from "effect"

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(..._proof: Equal<A, B> extends true ? [] : ["the types differ", A, B]): void => {}

class Db extends Context.Service<Db, { readonly get: (id: string) => string }>()("Db") {}
class Audit extends Context.Service<Audit, { readonly note: (text: string) => void }>()("Audit") {}

const plain = Tool.make({
  name: "plain",
  description: "",
  input: Schema.Struct({ n: Schema.NumberFromString }),
  output: Schema.NumberFromString,
  execute: (input) => {
    same<typeof input, { readonly n: number }>()
    return Effect.succeed(String(input.n))
  },
})
same<typeof plain, Tool.Tool<never>>()

const stored = Tool.make({
  name: "stored",
  description: "",
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.String,
  execute: ({ id }) => Effect.map(Db, (db) => db.get(id)),
})
same<typeof stored, Tool.Tool<Db>>()

const nested = Namespace.make({ name: "a", tools: [plain, Namespace.make({ name: "b", tools: [stored] })] })
same<typeof nested, Namespace.Namespace<Db>>()

const runtime = CodeMode.make({ tools: [plain, nested], onToolCallStart: ({ name }) => Effect.map(Audit, (audit) => audit.note(name)) })
const execution = runtime.execute("1")
same<typeof execution, Effect.Effect<CodeMode.Result, never, Db | Audit>>()

const alone = CodeMode.execute({ tools: [plain], code: "1" })
same<typeof alone, Effect.Effect<CodeMode.Result>>()

Tool.make({
  name: "wrong output",
  description: "",
  input: Schema.Struct({}),
  output: Schema.NumberFromString,
  // @ts-expect-error the encoded side is a string
  execute: () => Effect.succeed(5),
})

Tool.make({
  name: "no output",
  description: "",
  input: Schema.Struct({}),
  execute: () => Effect.void,
})

// @ts-expect-error the services are not provided
export const missing: Promise<CodeMode.Result> = Effect.runPromise(runtime.execute("1"))
