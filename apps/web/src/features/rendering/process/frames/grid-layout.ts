/** How a grid of equal cells lies in a box that scrolls. */
export interface GridLayout {
  readonly columns: number
  readonly rows: number
  /** Pixels of a row, its gap included. */
  readonly rowHeight: number
  /** Pixels of the picture in a cell. */
  readonly pictureHeight: number
}

interface GridBox {
  readonly cells: number
  /** Pixels within the box. */
  readonly width: number
  /** Width over height of the pictures. */
  readonly aspect: number
}

const cellWidth = 132
const narrowWidth = 480
const narrowCellWidth = 92
export const gapPx = 8
const captionPx = 26

/** As many columns as fit; very tall and very wide pictures are held to a sensible cell. */
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

/** The cells worth drawing, `end` not included: those in sight, with two rows beyond each edge. */
export function seenCells(
  { columns, rows, rowHeight }: GridLayout,
  { scrollTop, viewHeight }: SeenBox,
  cells: number,
): { start: number; end: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 2)
  const last = Math.min(rows, Math.ceil((scrollTop + viewHeight) / rowHeight) + 2)
  return { start: Math.min(cells, first * columns), end: Math.min(cells, last * columns) }
}

/** Where a key of the keyboard leads from a cell; `undefined` for other keys. */
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
