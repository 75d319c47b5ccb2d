/** The addon in Worker threads: loaded and unloaded again and again, also while programs are running. */

import { Worker } from "node:worker_threads"
import { expect, test } from "vitest"

const DIST = new URL("../../dist/index.js", import.meta.url).href

const SOURCE = `
  const { parentPort, workerData } = require("node:worker_threads")
  import(${JSON.stringify(DIST)}).then(async ({ CodeMode }) => {
    const runtime = CodeMode.make()
    const short = await runtime.execute("return 1")
    const long = await runtime.execute("let n = 0; while (n < 300000) n++; return n")
    if (workerData.busy) void runtime.execute("for (;;) {}")
    parentPort.postMessage([short.value, long.value])
    if (workerData.busy) setTimeout(() => process.exit(0), 5)
  })
`

async function once(busy: boolean, stackSizeMb?: number): Promise<unknown> {
  const worker = new Worker(SOURCE, { eval: true, workerData: { busy }, ...(stackSizeMb === undefined ? {} : { resourceLimits: { stackSizeMb } }) })
  const exit = new Promise<number>((resolve) => worker.on("exit", resolve))
  const message = new Promise<unknown>((resolve, reject) => worker.on("message", resolve).on("error", reject))
  const got = await Promise.race([message, exit.then((code) => `exit ${code} without a message`)])
  expect(await exit).toBe(0)
  return got
}

test("twenty workers one after the other, every other one left with a busy program", async () => {
  for (let i = 0; i < 20; i++) expect(await once(i % 2 === 1)).toEqual([1, 300_000])
}, 60_000)

test("workers side by side", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, (_, i) => once(i % 2 === 1)))
  expect(all).toEqual(Array.from({ length: 6 }, () => [1, 300_000]))
}, 60_000)

test("a worker with a small stack", async () => {
  expect(await once(false, 0.5)).toEqual([1, 300_000])
})

