/** The maximum length of a line, and the error for a longer one. */
export interface ByteLineOptions {
  bytesMax: number
  fail: (problem: string) => Error
}

const newline = 0x0a

/** Assembles lines from chunks of bytes, however small these are. */
export class ByteLines {
  readonly #options: ByteLineOptions
  /** The start of an unfinished line, in its first `#pending` bytes. */
  #held: Buffer = Buffer.alloc(0)
  #pending = 0

  constructor(options: ByteLineOptions) {
    this.#options = options
  }

  /** Returns the lines that end in this chunk. @throws the error of the options for a line that is too long */
  add(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      lines.push(this.#lineWith(chunk.subarray(from, at)))
      from = at + 1
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
    return lines
  }

  /** Whether bytes follow the last line end. */
  isCutOff(): boolean {
    return this.#pending > 0
  }

  #lineWith(end: Buffer): Buffer {
    if (this.#pending === 0) {
      this.#check(end.length)
      return end
    }
    this.#hold(end)
    const line = this.#held.subarray(0, this.#pending)
    this.#held = Buffer.alloc(0)
    this.#pending = 0
    return line
  }

  /**
   * The buffer doubles, so that each byte is copied at most twice and a line of single bytes takes no more memory than
   * itself.
   */
  #hold(piece: Buffer): void {
    const bytes = this.#pending + piece.length
    this.#check(bytes)
    if (bytes > this.#held.length) {
      const roomier = Buffer.allocUnsafe(Math.max(256, 2 * bytes))
      this.#held.copy(roomier, 0, 0, this.#pending)
      this.#held = roomier
    }
    piece.copy(this.#held, this.#pending)
    this.#pending = bytes
  }

  #check(bytes: number): void {
    const { bytesMax, fail } = this.#options
    if (bytes > bytesMax) throw fail(`a line is longer than ${bytesMax} bytes`)
  }
}
