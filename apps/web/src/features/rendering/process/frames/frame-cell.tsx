import type { FrameState, RenderFrame } from '@gridloom/contract/rendering/frame'
import { IconCheck, IconThumbUpFilled } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { StatusBadge } from '../../../../ui/components/status-badge.tsx'
import { FramePicture } from '../../parts/frame-picture.tsx'
import { frameStatus } from '../../parts/frame-words.ts'
import styles from './frame-grid.module.css'

export interface FrameCellProps {
  number: number
  state: FrameState
  frame: RenderFrame | undefined
  /** Whether it is the keyboard's current cell. */
  active: boolean
  /** `undefined` outside of selection mode. */
  chosen: boolean | undefined
  pictureHeight: number
  onPress: (number: number, event: MouseEvent) => void
}

/** One frame of the grid: its picture once available, its number, and its state as a word. */
export function FrameCell(props: FrameCellProps) {
  const { number, state, frame, active, chosen, pictureHeight, onPress } = props
  const { tone, word } = frameStatus(state)
  const approved = frame?.approval === 'approved'
  const percent = frame?.percent
  return (
    <button
      type="button"
      className={styles.cell}
      data-state={state}
      data-frame={number}
      tabIndex={active ? 0 : -1}
      aria-pressed={chosen}
      onClick={(event) => onPress(number, event)}
    >
      <span className={styles.unseen}>
        Frame {number}, {word.toLowerCase()}
        {approved && ', approved'}
      </span>
      <span className={styles.picture} style={{ height: pictureHeight }}>
        {frame?.sha256 && (
          <FramePicture picture={{ frame: number, size: 'small', sha256: frame.sha256 }} alt="" />
        )}
        {state === 'rendering' && typeof percent === 'number' && (
          <span className={styles.percent} style={{ width: `${percent}%` }} />
        )}
        {chosen && (
          <span className={styles.tick}>
            <IconCheck size={13} stroke={3} aria-hidden />
          </span>
        )}
      </span>
      <span className={styles.caption} aria-hidden>
        <span className="gl-num">{number}</span>
        {approved && <IconThumbUpFilled size={12} className={styles.approved} aria-hidden />}
        <StatusBadge tone={tone} word={captionOf(word, percent ?? null, state)} look="plain" />
      </span>
    </button>
  )
}

function captionOf(word: string, percent: number | null, state: FrameState): string {
  if (state !== 'rendering') return word
  return percent === null ? 'Assigned' : `${Math.floor(percent)} %`
}
