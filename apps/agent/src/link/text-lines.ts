/** Puts lines together out of the pieces that text comes in. */
export class TextLines {
  readonly #charsMax: number
  #rest = ''

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  /** The lines that end in this piece. @throws RangeError for one that is too long */
  add(piece: string): string[] {
    const lines = (this.#rest + piece).split('\n')
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > this.#charsMax)
      throw new RangeError(`a line is longer than ${this.#charsMax} characters`)
    return lines
  }
}
