import { wordsOf } from '@gridloom/domain/market/words'

/** Texts of offers, each stored once and named by a code: a row has one, several (images, models) or none. */
export interface TextColumn {
  /** Every text that a row ever had, by code. */
  readonly texts: readonly string[]
  /** Their words, as `wordsOf` writes them. */
  readonly words: readonly string[]
  /** The one code of each row; −1: none, −2: several, see `many`. */
  readonly codes: Int32Array
  /** The codes of rows with several texts. */
  readonly many: ReadonlyMap<number, Int32Array>
  codeOf(text: string): number | undefined
  put(row: number, texts: readonly string[]): void
  grow(length: number): void
}

export function createTextColumn(length: number): TextColumn {
  const texts: string[] = []
  const words: string[] = []
  const codeOfText = new Map<string, number>()
  const many = new Map<number, Int32Array>()
  let codes = new Int32Array(length).fill(-1)

  function intern(text: string): number {
    const known = codeOfText.get(text)
    if (known !== undefined) return known
    const code = texts.push(text) - 1
    words.push(wordsOf(text))
    codeOfText.set(text, code)
    return code
  }

  return {
    texts,
    words,
    get codes() {
      return codes
    },
    many,
    codeOf: (text) => codeOfText.get(text),
    put(row, values) {
      const [first, second] = values
      if (second === undefined) {
        many.delete(row)
        codes[row] = first === undefined ? -1 : intern(first)
        return
      }
      many.set(row, Int32Array.from(values, intern))
      codes[row] = -2
    },
    grow(wider) {
      const next = new Int32Array(wider).fill(-1)
      next.set(codes)
      codes = next
    },
  }
}
