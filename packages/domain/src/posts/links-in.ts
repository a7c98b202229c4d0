/** A link in a text: where it begins, and what it is. */
export interface TextLink {
  readonly at: number
  readonly text: string
}

const link = /https?:\/\/[^\s<>"']+/giu
/** Punctuation that ends a sentence, and no link. */
const ending = /[.,;:!?…)\]}]+$/u

/** Returns the links in a text, in order, as channels recognise them: `https://` up to a space, without a final full stop. */
export function linksIn(text: string): TextLink[] {
  return [...text.matchAll(link)].map(({ 0: found, index }) => ({
    at: index,
    text: found.replace(ending, ''),
  }))
}
