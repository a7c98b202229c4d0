/** A web address in a text, by characters (UTF-16) of the text. */
export interface LinkInText {
  readonly url: string
  readonly start: number
  readonly end: number
}

/** Finds the web addresses of a text. Punctuation after one, and a bracket that was not opened in it, do not belong to it. */
export function linksInText(text: string): LinkInText[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_/])https?:\/\/[^\s<>"']{1,2000}/giu)].flatMap(
    (match) => {
      const found = withoutTail(match[0])
      if (!URL.canParse(found) || new URL(found).hostname === '') return []
      return [{ url: found, start: match.index, end: match.index + found.length }]
    },
  )
}

function withoutTail(address: string): string {
  const shorter = address.replace(/[.,;:!?…]+$/u, '')
  const last = shorter.at(-1)
  const opening = last === ')' ? '(' : last === ']' ? '[' : undefined
  if (opening !== undefined && last !== undefined && count(shorter, last) > count(shorter, opening))
    return withoutTail(shorter.slice(0, -1))
  return shorter === address ? shorter : withoutTail(shorter)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
