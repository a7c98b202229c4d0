/** How to handle a line over the limit: throw, or keep only its start. */
export interface TextLineOptions {
  charsMax: number
  tooLong: 'throw' | 'cut'
}

/** Assembles lines from chunks of text. A line ends with LF or CRLF, which are removed. */
export class TextLines {
  readonly #options: TextLineOptions
  #rest = ''

  constructor(options: TextLineOptions) {
    this.#options = options
  }

  /** Returns the lines that end in this chunk. @throws RangeError for one that is too long, unless it is cut */
  add(piece: string): string[] {
    const lines = (this.#rest + piece).split('\n')
    this.#rest = this.#bounded(lines.pop() ?? '')
    return lines.map((line) => this.#bounded(line.endsWith('\r') ? line.slice(0, -1) : line))
  }

  /** The last line, if it has no end. */
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
