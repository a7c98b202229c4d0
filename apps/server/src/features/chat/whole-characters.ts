/** Gives a text that comes in pieces in whole characters. */
export interface WholeCharacters {
  /** The text that can be shown; the first half of a surrogate pair waits for its second. */
  take(delta: string): string
  /** The rest, when no more text arrives. */
  rest(): string
}

/**
 * Engines cut where tokens end, be it in the middle of a surrogate pair. Halves that never find each other and NUL become
 * U+FFFD: the database takes neither.
 */
export function wholeCharacters(): WholeCharacters {
  let half = ''
  return {
    take(delta) {
      const text = half + delta
      half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
      return keepable(half === '' ? text : text.slice(0, -1))
    },
    rest() {
      const left = keepable(half)
      half = ''
      return left
    },
  }
}

/** A text that the database takes. */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
