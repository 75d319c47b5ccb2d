/**
 * Documents of several files.
 *
 * Invariants: a file document reads only below its own folder (or `root`); a URL document asks only its own origin, and
 * others where `allow` says so; the number of files and their sizes are bounded.
 */

import { readFile, realpath, stat } from "node:fs/promises"
import { dirname, resolve, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bytes, type NativeDocument } from "./native.js"
import type { Options } from "./options.js"
import { readBytes } from "./response.js"

/** Options of `load`. */
export interface LoadOptions extends Omit<Options, "spec"> {
  /** Folder that file references may not leave. @defaultValue the folder of the document */
  readonly root?: string
  /** Whether a URL of another origin (or any URL, for a file document) may be fetched. @defaultValue none */
  readonly allow?: (url: URL) => boolean
  /** Headers of the requests for documents; sent to the origin of the main document only. */
  readonly documentHeaders?: Readonly<Record<string, string>>
  /** @defaultValue 10000 */
  readonly maxDocuments?: number
}

const DEFAULT_BYTES = 256 * 1024 * 1024
const DEFAULT_DOCUMENTS = 10_000

/** The main document and its absolute address. */
export async function readMain(pathOrUrl: string | URL, options: LoadOptions): Promise<{ text: Uint8Array; address: string }> {
  const given = String(pathOrUrl)
  if (/^https?:/i.test(given)) {
    const url = new URL(given)
    return { text: await fetched(url, url.origin, options), address: url.href }
  }
  const path = resolve(given.startsWith("file:") ? fileURLToPath(given) : given)
  return { text: await sized(path, options), address: pathToFileURL(path).href }
}

/** Adds the files that references lead to, as far as they may be read. The others stay unresolved. */
export async function addFiles(document: NativeDocument, address: string, options: LoadOptions): Promise<void> {
  const main = new URL(address)
  const asked = new Set<string>()
  const limit = options.maxDocuments ?? DEFAULT_DOCUMENTS
  const root = main.protocol === "file:" ? await realpath(resolve(options.root ?? dirname(fileURLToPath(main)))) : undefined
  for (;;) {
    const missing = document.missing().filter((url) => !asked.has(url))
    if (missing.length === 0) return
    for (const href of missing) {
      if (asked.size >= limit) throw new Error(`The document refers to more than ${limit} files.`)
      asked.add(href)
      const text = await one(new URL(href), main, root, options)
      if (text !== undefined) document.add(href, bytes(text))
    }
  }
}

async function one(url: URL, main: URL, root: string | undefined, options: LoadOptions): Promise<Uint8Array | undefined> {
  if (url.protocol === "file:") {
    if (root === undefined) return undefined
    let path: string
    try {
      path = await realpath(fileURLToPath(url))
    } catch {
      return undefined
    }
    return path.startsWith(root.endsWith(sep) ? root : root + sep) ? sized(path, options) : undefined
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined
  if (url.origin !== main.origin && options.allow?.(url) !== true) return undefined
  return fetched(url, main.origin, options)
}

async function sized(path: string, options: LoadOptions): Promise<Uint8Array> {
  const limit = options.maxDocumentBytes ?? DEFAULT_BYTES
  const { size } = await stat(path)
  if (size > limit) throw new Error(`The document ${path} exceeds ${limit} bytes.`)
  return readFile(path)
}

async function fetched(url: URL, own: string, options: LoadOptions): Promise<Uint8Array> {
  const response = await (options.fetch ?? globalThis.fetch)(url.href, {
    redirect: "error",
    headers: url.origin === own ? { ...options.documentHeaders } : {},
  })
  if (!response.ok) throw new Error(`The document ${url.href} could not be read: HTTP ${response.status}.`)
  return readBytes(response, options.maxDocumentBytes ?? DEFAULT_BYTES)
}
