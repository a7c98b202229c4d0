import { formatAgo } from '@gridloom/domain/format-ago'
import { IconClockPause } from '@tabler/icons-react'
import { useNow } from '../../browser/clock.ts'
import { formatExact } from '../format/times.ts'
import styles from './time-ago.module.css'

/** `12 s ago`, updated live; the exact time is in the tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const nowMs = useNow()
  return (
    <time dateTime={at} title={formatExact(at)} className="gl-num">
      {formatAgo(at, nowMs)}
    </time>
  )
}

interface StaleNoteProps {
  /** When the machine was last seen; `null` for never. */
  lastSeenAt: string | null
  /** A gap up to this long is normal and shows nothing. */
  staleAfterMs?: number
}

/** "last seen 12 s ago", shown only when data next to it may be stale. */
export function StaleNote({ lastSeenAt, staleAfterMs = 15_000 }: StaleNoteProps) {
  const nowMs = useNow()
  if (lastSeenAt === null) return <span className={styles.stale}>not connected yet</span>
  if (nowMs - Date.parse(lastSeenAt) < staleAfterMs) return null
  return (
    <span className={styles.stale}>
      <IconClockPause size={13} aria-hidden />
      last seen <TimeAgo at={lastSeenAt} />
    </span>
  )
}
