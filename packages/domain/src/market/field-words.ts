import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
} from '@gridloom/contract/market/offer-fields'

const byWord = new Map<string, OfferFieldName>(
  offerFieldNames.flatMap((name) =>
    [name, ...offerField(name).aliases].map((word) => [word, name] as const),
  ),
)

/** Every word that names a field, aliases included. */
export const fieldWords: readonly string[] = [...byWord.keys()]

/** Returns the field that a word names, without regard to case. */
export function fieldOfWord(word: string): OfferFieldName | undefined {
  return byWord.get(word.toLowerCase())
}

/** Returns the word nearest to a misspelled one; `undefined` where none is near. */
export function nearestWord(word: string, words = fieldWords): string | undefined {
  const typed = word.toLowerCase().slice(0, 30)
  const most = typed.length <= 3 ? 1 : 2
  let nearest: { word: string; edits: number } | undefined
  for (const each of words) {
    const edits = editsBetween(typed, each)
    if (edits <= most && edits < (nearest?.edits ?? Infinity)) nearest = { word: each, edits }
  }
  return nearest?.word
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row[other.length] ?? 0
}
