#!/usr/bin/env node
// A program uses an API that is known only by its description:
//
//   npm run example:openapi
//
// A small server starts on the loopback interface, `library.yaml` becomes tools, and one program pages through them and
// lends a book. The token goes from the host to the server; neither the program nor the model sees it.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { CodeMode, OpenAPI } from "codemode-native"
import { start } from "./server.mjs"

const here = dirname(fileURLToPath(import.meta.url))
const token = "t-93b1c6"
const server = await start(token)

const api = await OpenAPI.load(join(here, "library.yaml"), {
  serverVariables: { host: server.host },
  auth: { resolve: ({ name }) => (name === "token" ? { type: "bearer", token } : undefined) },
})
const runtime = CodeMode.make({ tools: { library: api.tools }, limits: { timeoutMs: 10_000 } })

console.log("What the model reads:\n")
for (const { signature } of runtime.catalog()) console.log(`${signature}\n`)

const program = `
  const found = []
  let page = 1
  while (page !== undefined) {
    const answer = await tools.library.books.list({ tags: ["sea", "novel"], page })
    found.push(...answer.items)
    page = answer.nextPage
  }
  const refused = []
  for (const book of found) {
    try {
      const loan = await tools.library.loans.create({ isbn: book.isbn, member: "m-7" })
      if (book.title === "Harbour Lights") return { lent: book.title, due: loan.due, refused }
    } catch (error) {
      refused.push({ title: book.title, status: error.status, why: error.body.message })
    }
  }
`
console.log(`What it writes:\n${program}`)
const result = await runtime.execute(program)
console.log("What comes back:\n")
console.log(JSON.stringify(result, null, 2))
console.log("\nWhat the server saw:\n")
console.log(server.requests.join("\n"))
await server.stop()
process.exitCode = result.ok ? 0 : 1
