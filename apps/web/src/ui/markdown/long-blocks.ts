import type { Tokens } from 'marked'

/** A long list or table, split into parts that can be parsed separately. */
export interface LongBlock {
  readonly kind: 'ul' | 'ol' | 'table'
  /** The number of the first item of an ordered list. */
  readonly first: number
  readonly pieces: readonly Piece[]
}

export interface Piece {
  /** Index of its first item or row; stays the same while more are added. */
  readonly start: number
  /** The source of some items; for rows, with the head of their table. */
  readonly text: string
}

/** Items or rows per part. */
const perPiece = 20
/** Shorter lists and tables parse fast enough as a whole. */
const longFrom = 2 * perPiece

/** Splits a long list; `undefined` if it is short, or if its parts would parse differently. */
export function longList({ raw, items, ordered, start }: Tokens.List): LongBlock | undefined {
  const texts = items.map((item) => item.raw)
  if (texts.length < longFrom || !raw.startsWith(texts.join(''))) return undefined
  // With equal indentation, no item can be nested in another.
  const depth = depthOf(raw)
  if (texts.some((text) => depthOf(text) !== depth)) return undefined
  const pieces = inPieces(texts, (some) => some.join(''))
  return { kind: ordered ? 'ol' : 'ul', first: Number(start), pieces }
}

/** Splits a long table; `undefined` if it is short. */
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
