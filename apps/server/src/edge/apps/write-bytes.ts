import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Written = (error?: Error | null) => void

/**
 * Makes a stream write text as bytes, and no empty chunk. Where text and an empty chunk are written to an HTTP/2 stream
 * at once, Node.js 24.21 sends other memory of the process in place of the text; its own HTTP client does so with every
 * short body that waits for its stream.
 */
export function writingBytes(stream: Duplex): Duplex {
  if (stream instanceof Socket) return stream
  const write = stream.write.bind(stream)
  stream.write = (
    chunk: string | Uint8Array,
    ...rest: (BufferEncoding | Written | undefined)[]
  ) => {
    const [encoding] = rest.filter((one) => typeof one === 'string')
    const [written] = rest.filter((one) => typeof one === 'function')
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
    if (bytes.length > 0) return write(bytes, written)
    if (written !== undefined) process.nextTick(written)
    return !stream.writableNeedDrain
  }
  return stream
}
