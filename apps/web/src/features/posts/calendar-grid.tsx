import type { Calendar, CalendarEvent } from '@gridloom/contract/posts/post'
import { type DragEvent, useState } from 'react'
import { EmptyState } from '../../ui/components/states.tsx'
import styles from './calendar.module.css'
import { CalendarEventButton, canMove, postType } from './calendar-event.tsx'
import { CalendarMarks } from './calendar-marks.tsx'
import { marksOf } from './calendar-periods.ts'
import {
  addDays,
  type CalendarView,
  dayOf,
  type LocalDay,
  movedTo,
  startOf,
} from './calendar-time.ts'

const dayName = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

interface GridProps {
  view: CalendarView
  days: readonly LocalDay[]
  /** The day that the page is around: of a month, the days of others are dimmed. */
  around: LocalDay
  today: LocalDay
  events: Calendar['events']
  periods: Calendar['periods']
  open: (event: CalendarEvent) => void
  reschedule: (event: CalendarEvent, at: Date) => void
}

/** The days of a view with their missions, announcements and posts. A post is dropped on another day at the same time of day. */
export function CalendarGrid(props: GridProps) {
  const { view, days, events, periods } = props
  const shown =
    view === 'agenda'
      ? days.filter(
          (day) =>
            events.some((event) => isOn(event, day)) || marksOf(periods, day, view).length > 0,
        )
      : days
  if (shown.length === 0)
    return (
      <EmptyState title="No posts in these days">
        Plan a post, and it is published to your accounts at its time.
      </EmptyState>
    )
  return (
    <div className={styles.grid} data-view={view}>
      {shown.map((day) => (
        <Day key={day} day={day} {...props} />
      ))}
    </div>
  )
}

function Day({ day, ...props }: GridProps & { day: LocalDay }) {
  const { view, around, today, events, periods, open, reschedule } = props
  const [isOver, setOver] = useState(false)
  const own = events.filter((event) => isOn(event, day))
  const isOutside = view === 'month' && day.slice(0, 7) !== around.slice(0, 7)

  function drop(event: DragEvent): void {
    setOver(false)
    const id = event.dataTransfer.getData(postType)
    const moved = events.find((one) => one.post_id === id && canMove(one))
    if (moved === undefined || isOn(moved, day)) return
    event.preventDefault()
    reschedule(moved, movedTo(new Date(moved.at), day))
  }

  return (
    <section
      className={styles.day}
      aria-label={dayName.format(startOf(day))}
      data-over={isOver || undefined}
      data-outside={isOutside || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(postType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 className={styles.date} data-today={day === today || undefined}>
        {dayName.format(startOf(day))}
      </h2>
      <CalendarMarks marks={marksOf(periods, day, view)} />
      <ul className={styles.list}>
        {own.map((event) => (
          <li key={`${event.post_id} ${event.connected_account_id}`}>
            <CalendarEventButton
              event={event}
              open={() => open(event)}
              move={(by) => reschedule(event, movedTo(new Date(event.at), addDays(day, by)))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isOn({ at }: CalendarEvent, day: LocalDay): boolean {
  return dayOf(new Date(at)) === day
}
