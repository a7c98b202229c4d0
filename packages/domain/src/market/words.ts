/**
 * The words of a text in lower case, between spaces: ` rtx 4090 `. Letters and digits are words of their own, so that
 * `rtx4090` and `RTX 4090` are the same, and `A100` is not in `A1000`.
 */
export function wordsOf(text: string): string {
  const parts = text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  return ` ${parts.join(' ')} `
}

/** Whether words are in others, one after the other; both as {@link wordsOf} writes them. No words are in no text. */
export function hasWords(words: string, wanted: string): boolean {
  return wanted !== noWords && words.includes(wanted)
}

const noWords = wordsOf('')
