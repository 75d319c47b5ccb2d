/** Bodies: the addon's plan of one as bytes. */

import { randomBytes } from "node:crypto"
import { ToolError } from "../errors.js"
import type { DataValue } from "../result.js"
import type { Content, PlannedBody } from "./native.js"
import type { FileContent } from "./options.js"

/** Reads a file by the reference a program gave. */
export type FileReader = (reference: DataValue) => Promise<FileContent>

/** A body ready to send, any number of times. */
export interface Body {
  readonly contentType: string
  readonly data: string | Uint8Array
}

/** Puts a body together. */
export async function assemble(planned: PlannedBody, read: FileReader | undefined): Promise<Body> {
  if (planned.kind === "single") {
    const content = await resolve(planned.content, read)
    const own = planned.contentType === "application/octet-stream" ? content.contentType : undefined
    return { contentType: own ?? planned.contentType, data: content.data }
  }
  const boundary = `codemode-${randomBytes(18).toString("hex")}`
  const chunks: Uint8Array[] = []
  const write = (text: string): void => void chunks.push(Buffer.from(text, "utf8"))
  const form = planned.contentType.split(";", 1)[0]?.trim().toLowerCase() === "multipart/form-data"
  for (const part of planned.parts) {
    const content = await resolve(part.content, read)
    const filename = content.filename ?? part.filename
    const contentType = content.contentType ?? part.contentType
    write(`--${boundary}\r\n`)
    if (form) write(`Content-Disposition: form-data; name="${quoted(part.name)}"${filename === undefined ? "" : `; filename="${quoted(filename)}"`}\r\n`)
    else if (filename !== undefined) write(`Content-Disposition: attachment; filename="${quoted(filename)}"\r\n`)
    if (contentType !== undefined) write(`Content-Type: ${line(contentType)}\r\n`)
    for (const [name, value] of part.headers ?? []) write(`${line(name)}: ${line(value)}\r\n`)
    write("\r\n")
    chunks.push(typeof content.data === "string" ? Buffer.from(content.data, "utf8") : content.data)
    write("\r\n")
  }
  write(`--${boundary}--\r\n`)
  const plain = planned.contentType.replace(/;\s*boundary=[^;]*/i, "")
  return { contentType: `${plain}; boundary=${boundary}`, data: Buffer.concat(chunks) }
}

async function resolve(content: Content, read: FileReader | undefined): Promise<FileContent> {
  if ("text" in content) return { data: content.text }
  if ("base64" in content) return { data: Buffer.from(content.base64, "base64") }
  if (read === undefined) throw new ToolError("Files by reference are not available; send base64 or text.")
  return read(content.reference as DataValue)
}

/** A name inside quotation marks, as forms write it. */
function quoted(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
}

/** One header line, whatever a host's file says about itself. */
function line(text: string): string {
  return text.replaceAll(/[\r\n]/g, " ")
}
