/** The rows of a long list with equal heights to render; `end` is exclusive. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

interface Window {
  readonly scrollTop: number
  readonly viewHeight: number
  readonly rowHeight: number
  readonly rows: number
  /** Rows to render beyond each edge, so that quick scrolling shows no gap. */
  readonly beyond: number
}

/** Returns the visible rows and some beyond each edge, never outside the list. */
export function visibleRange({ scrollTop, viewHeight, rowHeight, rows, beyond }: Window): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - beyond
  const last = Math.ceil((scrollTop + viewHeight) / rowHeight) + beyond
  const end = Math.max(0, Math.min(rows, last))
  return { start: Math.min(end, Math.max(0, first)), end }
}

interface Scrolled {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

/** Whether the list is scrolled to its end; tolerates half a row for zoomed browsers. */
export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean {
  return scrollHeight - clientHeight - scrollTop <= 12
}
