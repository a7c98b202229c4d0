/** What becomes of a line that is longer than the limit: an error, or its beginning alone. */
export interface TextLineOptions {
  charsMax: number
  tooLong: 'throw' | 'cut'
}

/** Puts lines together out of the pieces that text comes in. A line ends with LF or CRLF, which it does not hold. */
export class TextLines {
  readonly #options: TextLineOptions
  #rest = ''

  constructor(options: TextLineOptions) {
    this.#options = options
  }

  /** The lines that end in this piece. @throws RangeError for one that is too long, where that is an error */
  add(piece: string): string[] {
    const lines = (this.#rest + piece).split('\n')
    this.#rest = this.#bounded(lines.pop() ?? '')
    return lines.map((line) => this.#bounded(line.endsWith('\r') ? line.slice(0, -1) : line))
  }

  /** The last line, where it has no end. */
  rest(): string {
    return this.#rest
  }

  #bounded(line: string): string {
    const { charsMax, tooLong } = this.#options
    if (line.length <= charsMax) return line
    if (tooLong === 'cut') return line.slice(0, charsMax)
    throw new RangeError(`a line is longer than ${charsMax} characters`)
  }
}
