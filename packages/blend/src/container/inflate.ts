import { limits } from '../limits.ts'

/**
 * Unpacks by the platform's own decoder. What follows the end of the compressed data may make it throw; whoever has
 * what they wanted by then simply stops, and the decoder is let go.
 */
export async function* inflate(
  packed: AsyncIterable<Uint8Array>,
  format: 'gzip' | 'deflate-raw',
): AsyncGenerator<Uint8Array> {
  const decoder = new DecompressionStream(format)
  const feeding = pump(packed, decoder.writable.getWriter())
  const reader = decoder.readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
  } finally {
    // @NOTE letting go: the decoder may have failed already, and that was thrown by read().
    await reader.cancel().catch(() => undefined)
    await feeding
  }
}

/** Never rejects: a decoder that fails errors its reader, and an input that fails aborts the decoder. */
async function pump(
  packed: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    // Little at once: what comes out of a piece is in memory together, up to a thousand times as much.
    for await (const piece of packed)
      for (let at = 0; at < piece.length; at += limits.feedBytes)
        await writer.write(new Uint8Array(piece.subarray(at, at + limits.feedBytes)))
    await writer.close()
  } catch (error) {
    // @NOTE the reader of the decoder gets this error, or is the one who let go.
    await writer.abort(error).catch(() => undefined)
  }
}
