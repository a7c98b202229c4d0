import { useEffect, useState } from 'react'
import type { ThreadRow } from './shown-rows.ts'

/** Rows of the first render, enough for a tall window; `perFrame` rows more fit into each frame. */
const atFirst = 12
const perFrame = 4

/**
 * Returns the rows to render: at first those at the end, then a few more above them with each frame, so that a long
 * chat opens immediately and blocks no frame.
 */
export function useRowsFromEnd(rows: readonly ThreadRow[]): readonly ThreadRow[] {
  const [left, setLeft] = useState(Math.max(0, rows.length - atFirst))
  useEffect(() => {
    if (left === 0) return
    const frame = requestAnimationFrame(() => setLeft(Math.max(0, left - perFrame)))
    return () => cancelAnimationFrame(frame)
  }, [left])
  return left === 0 ? rows : rows.slice(left)
}
