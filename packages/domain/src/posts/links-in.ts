/** A web address in a text, by characters (UTF-16) of the text. */
export interface LinkInText {
  readonly url: string
  readonly start: number
  readonly end: number
}

const address = /(?<![\p{L}\p{N}_/])https?:\/\/[^\s<>"']{1,2000}/giu
const punctuation = /[.,;:!?…]+$/u
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * Returns the web addresses in a text, in order, as channels recognise them. Punctuation after one, and a bracket that was
 * not opened in it, do not belong to it. Takes time in proportion to the text.
 */
export function linksIn(text: string): LinkInText[] {
  return [...text.matchAll(address)].flatMap(({ 0: found, index: start }) => {
    const url = withoutTail(found)
    if (!URL.canParse(url) || new URL(url).hostname === '') return []
    return [{ url, start, end: start + url.length }]
  })
}

function withoutTail(found: string): string {
  const shorter = found.replace(punctuation, '')
  const last = shorter.at(-1) ?? ''
  const opening = openings[last]
  if (opening !== undefined && count(shorter, last) > count(shorter, opening))
    return withoutTail(shorter.slice(0, -1))
  return shorter
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
