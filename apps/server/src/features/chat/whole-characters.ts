/** Splits a streamed text at whole characters. */
export interface WholeCharacters {
  /** Returns the text that can be shown; the first half of a surrogate pair waits for its second. */
  take(delta: string): string
  /** Returns the rest, once no more text arrives. */
  rest(): string
}

/**
 * Creates the splitter. Engines cut where tokens end, even in the middle of a surrogate pair. Lone surrogates and NUL
 * become U+FFFD, as the database rejects them.
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

/** Returns a text that the database accepts. */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
