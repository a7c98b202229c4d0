/** A part of a text, marked as a search match or not. */
export interface FoundPart {
  readonly start: number
  readonly text: string
  readonly found: boolean
}

/** Characters shown before the first match, few enough to keep it visible in a narrow line. */
const leadMax = 32

/** Returns an excerpt without Markdown syntax that starts shortly before the first match. */
export function excerptOf(text: string, search: string): FoundPart[] {
  const plain = withoutMarks(text)
  const first = hitsIn(plain, search)[0]?.index ?? 0
  if (first <= leadMax) return foundParts(plain, search)
  const lead = plain.slice(first - leadMax, first).replace(/^\S*\s?/, '')
  return foundParts(`…${lead}${plain.slice(first)}`, search)
}

/** Splits a text into matches and the text between them. */
export function foundParts(text: string, search: string): FoundPart[] {
  const parts: FoundPart[] = []
  let at = 0
  for (const { index, 0: hit } of hitsIn(text, search)) {
    parts.push({ start: at, text: text.slice(at, index), found: false })
    parts.push({ start: index, text: hit, found: true })
    at = index + hit.length
  }
  parts.push({ start: at, text: text.slice(at), found: false })
  return parts.filter((part) => part.text !== '')
}

/** Finds matches as the server does: whole words in any case, the last word also as a prefix. */
function hitsIn(text: string, search: string): RegExpExecArray[] {
  const words = wordsOf(search)
  const last = words.pop()
  if (last === undefined) return []
  const any = [...words.map((word) => `${word}(?![\\p{L}\\p{N}])`), last].join('|')
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})`, 'giu'))]
}

/** Returns the words to find, without excluded ones; letters and digits alone, so that they are safe in a regex. */
function wordsOf(search: string): string[] {
  const wanted = search.replaceAll(/(?<!\S)-(?:"[^"]*"?|\S+)|(?<=\s)or(?=\s)/gi, ' ')
  return wanted.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Strips the syntax from a piece of Markdown that may start and end anywhere. */
function withoutMarks(text: string): string {
  return (
    text
      .replaceAll(/```\w*|~~~\w*/g, ' ')
      // Links: keeps the text.
      .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)?/g, '$1')
      // Line starts (headings, quotes, list items, tasks) and the rules of tables.
      .replaceAll(/^[ \t]*(?:(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t])?/gm, '')
      .replaceAll(/^[ \t|:-]*-[ \t|:-]*$/gm, ' ')
      .replaceAll('|', ' ')
      .replaceAll(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}
