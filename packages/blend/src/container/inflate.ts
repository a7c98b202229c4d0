import { limits } from '../limits.ts'

/**
 * Unpacks with the platform's own decoder. Data after the end of the compressed data may make it throw; a caller that
 * has enough simply stops, and the decoder is cancelled.
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
    // @NOTE cancelling: the decoder may have failed already, and read() has thrown that error.
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
    // Small chunks: the whole output of a chunk is in memory at once, up to a thousand times its size.
    for await (const piece of packed)
      for (let at = 0; at < piece.length; at += limits.feedBytes)
        await writer.write(new Uint8Array(piece.subarray(at, at + limits.feedBytes)))
    await writer.close()
  } catch (error) {
    // @NOTE the reader of the decoder receives this error, or has cancelled it.
    await writer.abort(error).catch(() => undefined)
  }
}
