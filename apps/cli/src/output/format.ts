import { formatDuration } from '@gridloom/domain/format-duration'

/** The time since a point in time: `3 min 5 s ago`, `just now`, or `never` for none. */
export function formatAgo(at: string | null, nowMs: number): string {
  if (at === null) return 'never'
  const seconds = (nowMs - Date.parse(at)) / 1000
  return seconds < 1 ? 'just now' : `${formatDuration(seconds)} ago`
}

/** An age in its largest unit alone: `12 min`. */
export function formatAge(at: string, nowMs: number): string {
  const [count, unit] = formatDuration((nowMs - Date.parse(at)) / 1000).split(' ')
  return `${count} ${unit}`
}

/** MiB as GiB with at most one digit after the point: `0.5 GiB`, `24 GiB`. */
export function formatMemory(mib: number): string {
  return `${oneDigit(mib / 1024)} GiB`
}

/** Bytes in the largest unit of 1,000 that fits: `512 B`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${oneDigit(bytes / 1000 ** power)} ${units[power]}`
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
