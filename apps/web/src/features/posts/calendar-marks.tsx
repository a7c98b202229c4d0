import { Link } from '@tanstack/react-router'
import styles from './calendar.module.css'
import type { PeriodMark } from './calendar-periods.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

const words: Record<PeriodMark['what'], string> = {
  starts: 'Starts',
  ends: 'Ends',
  claim: 'Claim until',
  runs: '',
}

/** The missions and announcements of a day. */
export function CalendarMarks({ marks }: { marks: readonly PeriodMark[] }) {
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks}>
      {marks.map(({ period, what, at }) => (
        <li
          key={`${period.id} ${what}`}
          className={styles.mark}
          data-kind={period.kind}
          data-what={what}
          title={period.title}
        >
          {period.kind === 'mission' ? (
            <Link to="/mission-rewards">{period.title}</Link>
          ) : (
            period.title
          )}
          {at !== null && (
            <span className={`${styles.line} ${styles.meta}`}>
              {words[what]} {timeText(at)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function timeText(at: Date): string {
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0
  return isMidnight ? 'midnight' : time.format(at)
}
