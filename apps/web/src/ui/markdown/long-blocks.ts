import type { Tokens } from 'marked'

/** A list or table of many items or rows, in pieces that can each be read by themselves. */
export interface LongBlock {
  readonly kind: 'ul' | 'ol' | 'table'
  /** The number of the first item of an ordered list. */
  readonly first: number
  readonly pieces: readonly Piece[]
}

export interface Piece {
  /** Where it begins among the items or rows: it stays the same while more are added. */
  readonly start: number
  /** Some of the items as they stand; rows with the head of their table. */
  readonly text: string
}

/** So many items or rows are read at once. */
const perPiece = 20
/** A list or table of fewer is read in no time. */
const longFrom = 2 * perPiece

/** The pieces of a list that is long; `undefined` where it is not, or cannot be cut without being read otherwise. */
export function longList({ raw, items, ordered, start }: Tokens.List): LongBlock | undefined {
  const texts = items.map((item) => item.raw)
  if (texts.length < longFrom || !raw.startsWith(texts.join(''))) return undefined
  // Where all stand equally deep, none can be within another.
  const depth = depthOf(raw)
  if (texts.some((text) => depthOf(text) !== depth)) return undefined
  const pieces = inPieces(texts, (some) => some.join(''))
  return { kind: ordered ? 'ol' : 'ul', first: Number(start), pieces }
}

/** The pieces of a table that is long; `undefined` where it is not. */
export function longTable({ raw, rows }: Tokens.Table): LongBlock | undefined {
  const [names, rule, ...lines] = raw.trimEnd().split('\n')
  if (lines.length < longFrom || lines.length !== rows.length) return undefined
  const pieces = inPieces(lines, (some) => [names, rule, ...some].join('\n'))
  return { kind: 'table', first: 1, pieces }
}

function inPieces(all: readonly string[], textOf: (some: readonly string[]) => string): Piece[] {
  return Array.from({ length: Math.ceil(all.length / perPiece) }, (_, index) => {
    const start = index * perPiece
    return { start, text: textOf(all.slice(start, start + perPiece)) }
  })
}

function depthOf(text: string): number {
  return text.search(/\S|$/)
}
