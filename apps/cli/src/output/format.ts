import { formatAgo } from '@gridloom/domain/format-ago'
import { formatDurationShort } from '@gridloom/domain/format-duration'

/** The time since a point in time: `3 min ago`, `just now`, or `never` for none. */
export function formatSince(at: string | null, nowMs: number): string {
  return at === null ? 'never' : formatAgo(at, nowMs)
}

/** An age in its largest unit alone: `12 min`. */
export function formatAge(at: string, nowMs: number): string {
  return formatDurationShort((nowMs - Date.parse(at)) / 1000)
}

/** MiB as GiB with at most one digit after the point: `0.5 GiB`, `24 GiB`. */
export function formatMemory(mib: number): string {
  return `${oneDigit(mib / 1024)} GiB`
}

/** At most one digit after the point, none where it would be zero. */
export function oneDigit(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A time to the second, in UTC: `2026-11-21 09:30:00`. */
export function formatTime(at: string | null): string {
  return at === null ? '—' : at.slice(0, 19).replace('T', ' ')
}

/** An id as tables show it: its last eight characters, which every command accepts as the whole. */
export function shortId(id: string): string {
  return id.slice(-8)
}
