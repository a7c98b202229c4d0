import { formatDuration } from '@gridloom/domain/format-duration'

const dayS = 86_400

/** Formats a duration in its largest unit, for narrow places: `3 d`, `12 min`. */
export function formatDurationShort(seconds: number): string {
  return formatDuration(seconds).split(' ').slice(0, 2).join(' ')
}

/** Formats a time relative to now: `12 s ago`, `just now`, `in 9 min`. Older than 30 days returns the date. */
export function formatAgo(at: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(at)) / 1000
  if (Math.abs(seconds) < 2) return 'just now'
  if (Math.abs(seconds) > 30 * dayS) return at.slice(0, 10)
  const span = formatDurationShort(Math.abs(seconds))
  return seconds < 0 ? `in ${span}` : `${span} ago`
}

const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
})

/** Formats the exact time in the user's time zone, for tooltips. */
export function formatExact(at: string): string {
  return exact.format(new Date(at))
}
