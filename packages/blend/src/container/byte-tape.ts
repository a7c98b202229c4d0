/** Reads a stream of chunks by length, as if it were one. Buffers only the current chunk. */
export class ByteTape implements AsyncDisposable {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array(0)

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Returns `length` bytes together, fewer at the end of the stream. */
  async read(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    let filled = 0
    for await (const part of this.parts(length)) {
      bytes.set(part, filled)
      filled += part.length
    }
    return bytes.subarray(0, filled)
  }

  /** Yields `length` bytes chunk by chunk; fewer at the end of the stream. */
  async *parts(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      if (this.#held.length === 0) {
        const step = await this.#pieces.next()
        if (step.done) return
        this.#held = step.value
      }
      const part = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async skip(length: number): Promise<void> {
    for await (const _ of this.parts(length));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pieces.return?.()
  }
}
