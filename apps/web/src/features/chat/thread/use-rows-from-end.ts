import { useEffect, useState } from 'react'
import type { ThreadRow } from './shown-rows.ts'

/** As many as fill a tall window, and as many more as a frame has room for. */
const atFirst = 12
const perFrame = 4

/**
 * The rows that are drawn: at first those at the end, then those above them, a few with each frame, so that a long chat
 * opens at once and holds up no frame.
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
