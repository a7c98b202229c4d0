import { channelNames } from '@gridloom/contract/channels/channel'
import type { CalendarEvent } from '@gridloom/contract/posts/post'
import type { KeyboardEvent } from 'react'
import styles from './calendar.module.css'
import { stateWords } from './post-words.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** The type of what is dragged. */
export const postType = 'application/x-gridloom-post'

interface EventProps {
  event: CalendarEvent
  open: () => void
  /** Moves it by days; absent for posts that stay where they are. */
  move: (days: number) => void
}

/** A post in a calendar: opened by a click, moved by dragging or with Alt and an arrow key. */
export function CalendarEventButton({ event, open, move }: EventProps) {
  const { word, tone } = stateWords[event.state]
  const isMovable = canMove(event)

  function onKeyDown(pressed: KeyboardEvent): void {
    if (!isMovable || !pressed.altKey) return
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[pressed.key]
    if (days === undefined) return
    pressed.preventDefault()
    move(days)
  }

  return (
    <button
      type="button"
      className={styles.event}
      data-tone={tone}
      draggable={isMovable}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(postType, event.post_id)}
      onClick={open}
      onKeyDown={onKeyDown}
    >
      <span className={styles.line}>
        {time.format(new Date(event.at))} · {channelNames[event.channel]}
      </span>
      <span className={styles.line}>{event.text}</span>
      <span className={`${styles.line} ${styles.meta}`}>
        {word} · {event.handle}
      </span>
    </button>
  )
}

/** Whether a post can be moved: it waits for its time. */
export function canMove({ state }: Pick<CalendarEvent, 'state'>): boolean {
  return state === 'planned'
}
