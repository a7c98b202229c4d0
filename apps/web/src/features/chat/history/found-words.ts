/** A stretch of text; what was searched for is marked. */
export interface FoundPart {
  readonly start: number
  readonly text: string
  readonly found: boolean
}

/** So much stands before what was found: it is in sight in a narrow line, too. */
const leadMax = 32

/** An excerpt without the marks of Markdown, begun so that the first of the words that were searched for is in sight. */
export function excerptOf(text: string, search: string): FoundPart[] {
  const plain = withoutMarks(text)
  const first = hitsIn(plain, search)[0]?.index ?? 0
  if (first <= leadMax) return foundParts(plain, search)
  const lead = plain.slice(first - leadMax, first).replace(/^\S*\s?/, '')
  return foundParts(`…${lead}${plain.slice(first)}`, search)
}

/** A text in stretches: what was searched for, and what stands between. */
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

/** As the server searches: whole words in any case, the last one also as the beginning of one. */
function hitsIn(text: string, search: string): RegExpExecArray[] {
  const words = wordsOf(search)
  const last = words.pop()
  if (last === undefined) return []
  const any = [...words.map((word) => `${word}(?![\\p{L}\\p{N}])`), last].join('|')
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})`, 'giu'))]
}

/** Letters and digits alone, so that they stand for themselves in an expression; what is to be left out is not looked for. */
function wordsOf(search: string): string[] {
  const wanted = search.replaceAll(/(?<!\S)-(?:"[^"]*"?|\S+)|(?<=\s)or(?=\s)/gi, ' ')
  return wanted.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of a piece of Markdown that may begin and end anywhere. */
function withoutMarks(text: string): string {
  return (
    text
      .replaceAll(/```\w*|~~~\w*/g, ' ')
      // Of a link its words stay.
      .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)?/g, '$1')
      // What a line begins with: headings, quotes, items, tasks; and what rules a table.
      .replaceAll(/^[ \t]*(?:(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t])?/gm, '')
      .replaceAll(/^[ \t|:-]*-[ \t|:-]*$/gm, ' ')
      .replaceAll('|', ' ')
      .replaceAll(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}
