import type { TextColumn } from './text-column.ts'

/** A condition on one column. Each loop reads typed arrays alone, as it runs over all offers of the market. */
export interface RowTest {
  /** Moves the rows that pass to the front of the first `count`, in their order. Returns how many pass. */
  keep(rows: Int32Array, count: number): number
  /** Writes 1 for each row that passes, and 0 for the others. */
  mark(passes: Uint8Array): void
}

/** Passes numbers from one limit to another. An unknown number, NaN, is not in any range. */
export function betweenTest(
  size: number,
  column: Float64Array,
  [least, most]: readonly [number, number],
): RowTest {
  return {
    keep(rows, count) {
      let kept = 0
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] ?? 0
        const value = column[row] ?? Number.NaN
        if (value >= least && value <= most) rows[kept++] = row
      }
      return kept
    },
    mark(passes) {
      for (let row = 0; row < size; row += 1) {
        const value = column[row] ?? Number.NaN
        passes[row] = value >= least && value <= most ? 1 : 0
      }
    },
  }
}

/**
 * Passes rows with a text that matches, or without one where it excludes. A row without any text passes neither, as the
 * text is unknown. Each distinct text is compared once, when a row first has it.
 */
export function textTest(
  size: number,
  { codes, many, texts }: TextColumn,
  { matches, excludes }: { matches: (code: number) => boolean; excludes: boolean },
): RowTest {
  const compared = new Uint8Array(texts.length)
  const isMatch = (code: number) => {
    if (compared[code] === 0) compared[code] = matches(code) ? 2 : 1
    return compared[code] === 2
  }
  const passesRow = (row: number) => {
    const code = codes[row] ?? -1
    if (code === -1) return false
    const matched = code >= 0 ? isMatch(code) : (many.get(row)?.some(isMatch) ?? false)
    return matched !== excludes
  }
  return {
    keep(rows, count) {
      let kept = 0
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] ?? 0
        if (passesRow(row)) rows[kept++] = row
      }
      return kept
    },
    mark(passes) {
      for (let row = 0; row < size; row += 1) passes[row] = passesRow(row) ? 1 : 0
    },
  }
}
