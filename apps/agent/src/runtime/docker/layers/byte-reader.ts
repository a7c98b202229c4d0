/** Bytes of a stream in portions of the reader's choosing. */
export interface ByteReader {
  /** Takes exactly so many bytes; `undefined` where the stream ended before the first. @throws TypeError if it is cut */
  take(bytes: number): Promise<Buffer | undefined>
  /** Takes so many bytes in portions as they arrive. @throws TypeError if the stream is cut */
  pass(bytes: number): AsyncGenerator<Buffer, void>
}

/** Reads a stream; what it has is at most one portion of the stream and what is being taken. */
export function byteReader(stream: AsyncIterable<Uint8Array>): ByteReader {
  const source = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const next = await source.next()
    if (next.done === true) return false
    const { buffer, byteOffset, byteLength } = next.value
    rest = Buffer.from(buffer, byteOffset, byteLength)
    return true
  }

  async function* pass(bytes: number): AsyncGenerator<Buffer, void> {
    let left = bytes
    while (left > 0) {
      if (rest.length === 0 && !(await more())) throw new TypeError('the stream is cut')
      const portion = rest.subarray(0, left)
      rest = rest.subarray(portion.length)
      left -= portion.length
      if (portion.length > 0) yield portion
    }
  }

  return {
    pass,
    take: async (bytes) => {
      if (rest.length >= bytes) {
        const taken = rest.subarray(0, bytes)
        rest = rest.subarray(bytes)
        return taken
      }
      while (rest.length === 0) if (!(await more())) return undefined
      return Buffer.concat(await Array.fromAsync(pass(bytes)))
    },
  }
}
