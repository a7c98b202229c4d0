import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type GridLayout, layGrid, seenCells } from './grid-layout.ts'

const usualWidth = 960
const usualHeight = 640

interface SeenCells {
  readonly ref: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly seen: { start: number; end: number }
  readonly onScroll: () => void
  /** Scrolls a cell into view. */
  readonly reveal: (cell: number) => void
}

/** Tracks which cells of a grid are visible as it scrolls and resizes. */
export function useSeenCells(cells: number, aspect: number): SeenCells {
  const ref = useRef<HTMLElement>(null)
  const [box, setBox] = useState({ width: usualWidth, viewHeight: usualHeight, scrollTop: 0 })
  const layout = layGrid({ cells, width: box.width, aspect })

  function measure(): void {
    const element = ref.current
    if (element !== null) setBox(boxOf(element))
  }

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    setBox(boxOf(element))
    const observer = new ResizeObserver(() => setBox(boxOf(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function reveal(cell: number): void {
    const element = ref.current
    if (element === null) return
    const top = Math.floor(cell / layout.columns) * layout.rowHeight
    const { scrollTop, viewHeight } = boxOf(element)
    if (top < scrollTop) element.scrollTop = top
    else if (top + layout.rowHeight > scrollTop + viewHeight)
      element.scrollTop = top + layout.rowHeight - viewHeight
    measure()
  }

  return { ref, layout, seen: seenCells(layout, box, cells), onScroll: measure, reveal }
}

/** Falls back to a usual size before layout. */
function boxOf(element: HTMLElement) {
  const { clientWidth, clientHeight, scrollTop } = element
  const style = getComputedStyle(element)
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
  return {
    width: clientWidth === 0 ? usualWidth : clientWidth - (Number.isNaN(padding) ? 0 : padding),
    viewHeight: clientHeight || usualHeight,
    scrollTop,
  }
}
