import { formatDurationShort } from './format-duration.ts'

const dayS = 86_400

/** Formats a time relative to now: `12 s ago`, `just now`, `in 9 min`. Older than 30 days returns the date. */
export function formatAgo(at: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(at)) / 1000
  if (Math.abs(seconds) < 2) return 'just now'
  if (Math.abs(seconds) > 30 * dayS) return at.slice(0, 10)
  const span = formatDurationShort(Math.abs(seconds))
  return seconds < 0 ? `in ${span}` : `${span} ago`
}
