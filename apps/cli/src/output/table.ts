import { harmlessLine } from './harmless.ts'
import type { Paint, Tone } from './tone.ts'

/** One column: its heading, and how it shrinks on a narrow terminal. */
export interface Column {
  title: string
  align?: 'right'
  /** Columns with a rank are dropped first, the highest first; a column without one always stays. */
  dropRank?: number
  /** The length in characters that its cells may be cut to. */
  cutTo?: number
}

export interface Cell {
  text: string
  tone?: Tone
}

const gap = '  '

/**
 * Formats rows as aligned text that fits `width` characters: long cells are cut, and if that is not enough, less
 * important columns are dropped. One heading line, then one line per row.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly (Cell | string)[])[],
  style: { width: number; paint: Paint },
): string {
  const cells = rows.map((row) =>
    row.map((cell) => harmlessCell(typeof cell === 'string' ? { text: cell } : cell)),
  )
  const natural = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((row) => row[index]?.text.length ?? 0)),
  )
  const widths = fit(columns, natural, style.width)
  const heading = columns.map((column) => ({ text: column.title, tone: 'dim' as const }))
  return [heading, ...cells]
    .map((row) => formatRow(columns, row, { widths, paint: style.paint }))
    .join('\n')
}

/** Cells may contain text of others. */
function harmlessCell(cell: Cell): Cell {
  return { ...cell, text: harmlessLine(cell.text) }
}

/** The width of each column; zero drops it. */
function fit(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural]
  const byRank = columns
    .map((column, index) => ({ index, rank: column.dropRank ?? 0 }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
  for (const { index } of byRank) {
    if (leastTotal(columns, widths) > width) widths[index] = 0
  }
  for (const [index, column] of columns.entries()) {
    const own = widths[index] ?? 0
    const over = total(widths) - width
    if (over > 0 && column.cutTo && own > 0) widths[index] = Math.max(column.cutTo, own - over)
  }
  return widths
}

function leastTotal(columns: readonly Column[], widths: readonly number[]): number {
  return total(widths.map((width, index) => Math.min(width, columns[index]?.cutTo ?? width)))
}

function total(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0)
  return shown.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, shown.length - 1)
}

function formatRow(
  columns: readonly Column[],
  row: readonly Cell[],
  style: { widths: readonly number[]; paint: Paint },
): string {
  const shown = columns.flatMap((column, index) => {
    const width = style.widths[index] ?? 0
    const cell = row[index] ?? { text: '' }
    if (width === 0) return []
    const text = cut(cell.text, width)
    const padding = ' '.repeat(width - text.length)
    const painted = style.paint(text, cell.tone ?? 'plain')
    return [column.align === 'right' ? padding + painted : painted + padding]
  })
  return shown.join(gap).trimEnd()
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}
