import { useLayoutEffect, useRef, useState } from 'react'
import type { LogView } from './log-buffer.ts'
import { isAtEnd, visibleRange } from './visible-range.ts'

/** The height of one row, the same as in the style sheet. */
export const rowHeightPx = 20
const beyond = 30
const usualHeightPx = 600

/** Keeps a list of rows scrolled to its end, or where the reader has scrolled to. */
export function useFollowedScroll(view: LogView) {
  const ref = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState({ scrollTop: 0, viewHeight: usualHeightPx })
  const [pausedAt, setPausedAt] = useState<number>()
  const dropped = useRef(view.dropped)
  const following = pausedAt === undefined
  const newest = view.lines.at(-1)?.number ?? 0

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const gone = view.dropped - dropped.current
    dropped.current = view.dropped
    if (following) element.scrollTop = element.scrollHeight
    else if (gone > 0) element.scrollTop -= gone * rowHeightPx
    setScrolled(windowOf(element))
  }, [view, following])

  function onScroll(): void {
    const element = ref.current
    if (element === null) return
    setScrolled(windowOf(element))
    if (isAtEnd(element)) setPausedAt(undefined)
    else setPausedAt((at) => at ?? newest)
  }

  return {
    ref,
    range: visibleRange({ ...scrolled, rowHeight: rowHeightPx, rows: view.lines.length, beyond }),
    following,
    /** Lines that arrived since the reader scrolled up. */
    unseen: pausedAt === undefined ? 0 : Math.max(0, newest - pausedAt),
    onScroll,
    jumpToLatest: () => setPausedAt(undefined),
  }
}

/** The visible part of the list; a usual height is assumed before there is a layout. */
function windowOf({ scrollTop, clientHeight }: HTMLElement) {
  return { scrollTop, viewHeight: clientHeight || usualHeightPx }
}
