/** A small library behind HTTP: what `library.yaml` describes. Listens on the loopback interface. */

import { createServer } from "node:http"

const books = [
  ["978-1", "Deep Water", "Ada Holm", ["sea", "novel"]],
  ["978-2", "The Long Tide", "Ada Holm", ["sea", "novel"]],
  ["978-3", "Knots", "Per Lind", ["sea", "craft"]],
  ["978-4", "Bread at Home", "Per Lind", ["craft"]],
  ["978-5", "Harbour Lights", "Ada Holm", ["novel", "sea"]],
].map(([isbn, title, author, tags], index) => ({ isbn, title, author, tags, available: index !== 1 }))

const PAGE = 2

/** Starts the server; `token` is what callers must send. Resolves to its origin and a function that ends it. */
export function start(token) {
  const requests = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const url = new URL(request.url ?? "/", "http://local")
    const send = (status, value) => {
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify(value))
    }
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { message: "Who are you?" })
    if (url.pathname === "/books") {
      const author = url.searchParams.get("author")
      const tags = url.searchParams.get("tags")?.split("|") ?? []
      const page = Number(url.searchParams.get("page") ?? "1")
      const found = books.filter((book) => (author === null || book.author === author) && tags.every((tag) => book.tags.includes(tag)))
      const items = found.slice((page - 1) * PAGE, page * PAGE)
      return send(200, { items, ...(page * PAGE < found.length ? { nextPage: page + 1 } : {}) })
    }
    const loan = /^\/books\/([^/]+)\/loans$/.exec(url.pathname)
    const book = books.find(({ isbn }) => isbn === decodeURIComponent(loan?.[1] ?? ""))
    if (loan === null || book === undefined) return send(404, { message: "No such book" })
    if (!book.available) return send(409, { message: `${book.title} is lent already` })
    let text = ""
    for await (const chunk of request) text += chunk
    const { member, days = 21 } = JSON.parse(text)
    book.available = false
    send(201, { isbn: book.isbn, member, due: new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10) })
  })
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const stop = () => new Promise((done) => (server.closeAllConnections(), server.close(done)))
      resolve({ host: `127.0.0.1:${server.address().port}`, requests, stop })
    }),
  )
}
