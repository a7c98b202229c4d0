import { IconClockPause } from '@tabler/icons-react'
import { useNow } from '../../browser/clock.ts'
import { formatAgo, formatExact } from '../format/times.ts'
import styles from './time-ago.module.css'

/** `12 s ago`, moving by itself; the exact time stands in its title. */
export function TimeAgo({ at }: { at: string }) {
  const nowMs = useNow()
  return (
    <time dateTime={at} title={formatExact(at)} className="gl-num">
      {formatAgo(at, nowMs)}
    </time>
  )
}

interface StaleNoteProps {
  /** When the machine last spoke; `null` when it never did. */
  lastSeenAt: string | null
  /** Silence up to this long is normal and shows nothing. */
  staleAfterMs?: number
}

/** "last seen 12 s ago", only where what stands beside it may be out of date. */
export function StaleNote({ lastSeenAt, staleAfterMs = 15_000 }: StaleNoteProps) {
  const nowMs = useNow()
  if (lastSeenAt === null) return <span className={styles.stale}>never seen</span>
  if (nowMs - Date.parse(lastSeenAt) < staleAfterMs) return null
  return (
    <span className={styles.stale}>
      <IconClockPause size={13} aria-hidden />
      last seen <TimeAgo at={lastSeenAt} />
    </span>
  )
}
