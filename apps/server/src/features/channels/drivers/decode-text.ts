import type { IncomingHttpHeaders } from 'node:http'

/** Returns a document as text, by the character set of its header where that is known, else as UTF-8. */
export function decodeText(body: Uint8Array, headers: IncomingHttpHeaders): string {
  const [, label = 'utf-8'] = /charset="?([\w-]{1,40})/i.exec(headers['content-type'] ?? '') ?? []
  try {
    return new TextDecoder(label).decode(body)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // An unknown character set: what is ASCII in it is read all the same.
    return new TextDecoder().decode(body)
  }
}
