import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { ScrollRegion } from '../../../../ui/components/scroll-region.tsx'
import { stateAt } from './frame-board.ts'
import { FrameCell } from './frame-cell.tsx'
import styles from './frame-grid.module.css'
import type { FramesView } from './frame-store.ts'
import { cellAfter, gapPx } from './grid-layout.ts'
import { useSeenCells } from './use-seen-cells.ts'
import type { Selection } from './use-selection.ts'

interface FrameGridProps {
  view: FramesView
  /** Indexes on the board to show, in order. */
  places: Int32Array
  aspect: number
  selection: Selection
  /** The current cell of the keyboard, also the target of a jump. */
  active: number
  onActive: (cell: number) => void
  onOpen: (number: number) => void
  onSeen: (places: readonly number[]) => void
}

/** A virtualised grid of all frames: only visible ones are drawn and have their details fetched. */
export function FrameGrid(props: FrameGridProps) {
  const { view, places, selection, active, onSeen } = props
  const { ref, layout, seen, onScroll, reveal } = useSeenCells(places.length, props.aspect)
  const keyed = useRef(false)
  const inSight = places.subarray(seen.start, seen.end)
  const numberOf = (cell: number) => view.board.numbers[places[cell] ?? -1] ?? 0
  useEffect(
    () => onSeen([...places.subarray(seen.start, seen.end)]),
    [onSeen, places, seen.start, seen.end],
  )
  useActiveCell({ ref, active, reveal, keyed })

  function press(number: number, event: MouseEvent): void {
    if (event.shiftKey) {
      const shown = Array.from(places, (place) => view.board.numbers[place] ?? 0)
      selection.reach(number, shown)
    } else if (selection.chosen !== undefined || event.ctrlKey || event.metaKey) {
      selection.toggle(number)
    } else {
      props.onOpen(number)
    }
  }

  function move(event: KeyboardEvent): void {
    const next = cellAfter(event.key, active, layout.columns, places.length)
    if (next === undefined) return
    event.preventDefault()
    keyed.current = true
    props.onActive(next)
  }

  return (
    <ScrollRegion
      ref={ref}
      className={styles.scroll}
      aria-label="Grid of frames"
      tabIndex={-1}
      onScroll={onScroll}
      onKeyDown={move}
    >
      <div className={styles.all} style={{ height: layout.rows * layout.rowHeight }}>
        <div
          className={styles.seen}
          style={{
            top: Math.floor(seen.start / layout.columns) * layout.rowHeight,
            gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
            gap: gapPx,
          }}
        >
          {Array.from(inSight, (place, nth) => {
            const number = numberOf(seen.start + nth)
            return (
              <FrameCell
                key={number}
                number={number}
                state={stateAt(view.board, place)}
                frame={view.details.get(number)}
                active={seen.start + nth === active}
                chosen={selection.chosen?.has(number)}
                pictureHeight={layout.pictureHeight}
                onPress={press}
              />
            )
          })}
        </div>
      </div>
    </ScrollRegion>
  )
}

interface PageStorage {
  ref: RefObject<HTMLElement | null>
  active: number
  reveal: (cell: number) => void
  /** Whether the last move was made with the keyboard. */
  keyed: RefObject<boolean>
}

/** Scrolls the active cell into view, and focuses it once drawn if the keyboard moved there. */
function useActiveCell({ ref, active, reveal, keyed }: PageStorage): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another active cell is scrolled to
  useEffect(() => reveal(active), [active])
  useEffect(() => {
    if (!keyed.current) return
    const cell = ref.current?.querySelector<HTMLElement>('button[tabindex="0"]')
    if (!cell) return
    keyed.current = false
    cell.focus({ preventScroll: true })
  })
}
