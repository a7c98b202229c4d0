/** Layout of a grid of equal cells in a scrolling box. */
export interface GridLayout {
  readonly columns: number
  readonly rows: number
  /** Height of a row in pixels, including the gap. */
  readonly rowHeight: number
  /** Height of a cell's picture in pixels. */
  readonly pictureHeight: number
}

interface GridBox {
  readonly cells: number
  /** Inner width in pixels. */
  readonly width: number
  /** Width divided by height of the pictures. */
  readonly aspect: number
}

const cellWidth = 132
const narrowWidth = 480
const narrowCellWidth = 92
export const gapPx = 8
const captionPx = 26

/** Computes the layout with as many columns as fit; extreme aspect ratios are clamped. */
export function layGrid({ cells, width, aspect }: GridBox): GridLayout {
  const least = width < narrowWidth ? narrowCellWidth : cellWidth
  const columns = Math.max(1, Math.floor((width + gapPx) / (least + gapPx)))
  const cell = (width - gapPx * (columns - 1)) / columns
  const pictureHeight = Math.round(cell / Math.min(2.4, Math.max(0.8, aspect)))
  return {
    columns,
    rows: Math.ceil(cells / columns),
    rowHeight: pictureHeight + captionPx + gapPx,
    pictureHeight,
  }
}

interface SeenBox {
  readonly scrollTop: number
  readonly viewHeight: number
}

/** Returns the range of cells to draw, `end` exclusive: the visible ones and two rows beyond each edge. */
export function seenCells(
  { columns, rows, rowHeight }: GridLayout,
  { scrollTop, viewHeight }: SeenBox,
  cells: number,
): { start: number; end: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 2)
  const last = Math.min(rows, Math.ceil((scrollTop + viewHeight) / rowHeight) + 2)
  return { start: Math.min(cells, first * columns), end: Math.min(cells, last * columns) }
}

/** Returns the cell that a key moves to; `undefined` for other keys. */
export function cellAfter(
  key: string,
  from: number,
  columns: number,
  cells: number,
): number | undefined {
  const step = stepsOf(columns)[key]
  if (step !== undefined) return Math.min(cells - 1, Math.max(0, from + step))
  if (key === 'Home') return 0
  return key === 'End' ? cells - 1 : undefined
}

function stepsOf(columns: number): Readonly<Record<string, number>> {
  return {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * 4,
    PageDown: columns * 4,
  }
}
