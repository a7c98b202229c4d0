import type { Vocabulary } from './vocabulary.ts'

/** The character for a space in a SentencePiece vocabulary. */
const spaceMark = '\u2581'

/**
 * Creates a counter of SentencePiece tokens that works as llama.cpp does: of all neighbours that form a token together,
 * the pair with the highest score is merged, the left one of equals, until none is left. A remaining piece that is no
 * token counts one per byte.
 */
export function sentencePieceCounter({
  tokens,
  scores,
}: Pick<Vocabulary, 'tokens' | 'scores'>): (text: string) => number {
  const scoreOf = new Map(tokens.map((token, at) => [token, scores[at] ?? 0]))
  return (text) => {
    const pieces = merged(text.replaceAll(' ', spaceMark), scoreOf)
    return pieces.reduce(
      (sum, piece) => sum + (scoreOf.has(piece) ? 1 : Buffer.byteLength(piece)),
      0,
    )
  }
}

interface Pair {
  left: number
  /** Both sides when the pair was found: a pair with a side that has grown since is stale. */
  text: string
  score: number
}

function merged(text: string, scoreOf: ReadonlyMap<string, number>): string[] {
  const pieces: string[] = [...text]
  const next = pieces.map((_, at) => at + 1)
  const before = pieces.map((_, at) => at - 1)
  const pairs = new PairHeap()
  const note = (left: number) => {
    const right = next[left] ?? pieces.length
    if (left < 0 || right >= pieces.length) return
    const both = `${pieces[left]}${pieces[right]}`
    const score = scoreOf.get(both)
    if (score !== undefined) pairs.push({ left, text: both, score })
  }
  for (let at = 0; at < pieces.length - 1; at += 1) note(at)
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const { left, text: both } = pair
    const right = next[left] ?? pieces.length
    const isStale = right >= pieces.length || pieces[left] === '' || pieces[right] === ''
    if (isStale || `${pieces[left]}${pieces[right]}` !== both) continue
    pieces[left] = both
    pieces[right] = ''
    const after = next[right] ?? pieces.length
    next[left] = after
    if (after < pieces.length) before[after] = left
    note(before[left] ?? -1)
    note(left)
  }
  return pieces.filter((piece) => piece !== '')
}

/** A heap with the highest-scoring pair on top, the left one of equals. */
class PairHeap {
  readonly #pairs: Pair[] = []

  push(pair: Pair): void {
    const pairs = this.#pairs
    let at = pairs.push(pair) - 1
    for (let parent = (at - 1) >> 1; at > 0; parent = (at - 1) >> 1) {
      const above = pairs[parent]
      if (above === undefined || !isFirst(pair, above)) break
      pairs[at] = above
      at = parent
    }
    pairs[at] = pair
  }

  pop(): Pair | undefined {
    const pairs = this.#pairs
    const [top] = pairs
    const last = pairs.pop()
    if (last === undefined || pairs.length === 0) return top
    let at = 0
    for (;;) {
      const child = this.#firstChild(at)
      const below = pairs[child]
      if (below === undefined || !isFirst(below, last)) break
      pairs[at] = below
      at = child
    }
    pairs[at] = last
    return top
  }

  #firstChild(at: number): number {
    const [left, right] = [this.#pairs[2 * at + 1], this.#pairs[2 * at + 2]]
    const isRight = left !== undefined && right !== undefined && isFirst(right, left)
    return isRight ? 2 * at + 2 : 2 * at + 1
  }
}

function isFirst(one: Pair, other: Pair): boolean {
  return one.score > other.score || (one.score === other.score && one.left < other.left)
}
