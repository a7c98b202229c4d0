/** How long a line may be, and the error for one that is longer. */
export interface ByteLineOptions {
  bytesMax: number
  fail: (problem: string) => Error
}

const newline = 0x0a

/** Puts lines together out of the pieces that bytes come in, however small these are. */
export class ByteLines {
  readonly #options: ByteLineOptions
  /** Pieces of one line, put together: its first `#pending` bytes are taken. */
  #held: Buffer = Buffer.alloc(0)
  #pending = 0

  constructor(options: ByteLineOptions) {
    this.#options = options
  }

  /** The lines that end in this piece. @throws the error of the options for one that is too long */
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

  /** Whether something came behind the last end of a line. */
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

  /** Room is doubled, so that each byte is copied twice at most and a line of single bytes holds no more than itself. */
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
