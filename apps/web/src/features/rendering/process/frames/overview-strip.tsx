import type { FrameState } from '@gridloom/contract/rendering/frame'
import { useComputedColorScheme } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { formatCount } from '../../../../ui/format/numbers.ts'
import { frameStates, frameStatus } from '../../parts/frame-words.ts'
import { type FrameBoard, stateAt } from './frame-board.ts'
import styles from './frames-panel.module.css'

interface OverviewStripProps {
  board: FrameBoard
  counts: Record<FrameState, number>
  /** Scrolls to an index of the board. */
  onJump: (place: number) => void
}

/** A bar of all frames; a click scrolls to that part. The counts next to it say the same as text. */
export function OverviewStrip({ board, counts, onJump }: OverviewStripProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('light')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colours it was drawn with
  useEffect(() => {
    const canvas = ref.current
    if (canvas !== null) drawStrip(canvas, board)
  }, [board, scheme])

  function jump(event: MouseEvent<HTMLCanvasElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) onJump(Math.floor(((event.clientX - left) / width) * board.states.length))
  }

  return (
    <canvas
      ref={ref}
      className={styles.strip}
      role="img"
      aria-label={`All frames: ${countWords(counts)}`}
      onClick={jump}
    />
  )
}

function countWords(counts: Record<FrameState, number>): string {
  const words = frameStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${frameStatus(state).word.toLowerCase()}`)
  return words.length === 0 ? 'none yet' : words.join(', ')
}

const tones = {
  pending: '--gl-line-strong',
  rendering: '--gl-busy',
  assembling: '--gl-busy',
  checking: '--gl-accent-text',
  held: '--gl-warn',
  done: '--gl-good',
  failed: '--gl-bad',
  cancelled: '--gl-faint',
} as const satisfies Record<FrameState, string>

/** Priority when several frames share a pixel: rarer states win, so that one failed frame in a thousand is visible. */
const weight = {
  failed: 7,
  held: 6,
  rendering: 5,
  assembling: 4,
  checking: 3,
  pending: 2,
  done: 1,
  cancelled: 0,
}

function drawStrip(canvas: HTMLCanvasElement, board: FrameBoard): void {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio))
  canvas.width = width
  canvas.height = 1
  const style = getComputedStyle(canvas)
  const total = board.states.length
  for (let x = 0; x < width; x += 1) {
    const state = heaviest(board, (x * total) / width, ((x + 1) * total) / width)
    if (state === undefined) continue
    pen.fillStyle = style.getPropertyValue(tones[state])
    pen.fillRect(x, 0, 1, 1)
  }
}

function heaviest(board: FrameBoard, from: number, to: number): FrameState | undefined {
  let found: FrameState | undefined
  for (
    let place = Math.floor(from);
    place < Math.min(board.states.length, Math.max(to, Math.floor(from) + 1));
    place += 1
  ) {
    const state = stateAt(board, place)
    if (found === undefined || weight[state] > weight[found]) found = state
  }
  return found
}
