import type { UptimeHours } from '@gridloom/contract/machines/machine'

/** Milliseconds that a machine was online since it enrolled, as of a time. */
export interface HourRecord {
  /** ISO 8601. */
  at: string
  online_ms: number
}

const hourMs = 3_600_000
const hoursShown = 24

/**
 * Returns the share of each of the last 24 hours that a machine was online, oldest first: what was added between two
 * records, over the time between them. The last one is the current hour so far. `records` are oldest first.
 */
export function uptimeHours(
  records: readonly HourRecord[],
  now: { at: Date; online_ms: number },
): UptimeHours {
  const all = [...records, { at: now.at.toISOString(), online_ms: now.online_ms }]
  const shares = new Map<number, number>()
  for (const [index, record] of all.entries()) {
    const before = all[index - 1]
    if (before !== undefined) shares.set(endOf(record), shareBetween(before, record))
  }
  const last = Math.ceil(now.at.getTime() / hourMs)
  return Array.from({ length: hoursShown }, (_, index) => {
    return shares.get(last - hoursShown + 1 + index) ?? null
  })
}

/** Returns the hour, counted since 1970, at whose end or within which a record was made. */
function endOf({ at }: HourRecord): number {
  return Math.ceil(Date.parse(at) / hourMs)
}

function shareBetween(before: HourRecord, after: HourRecord): number {
  const spanMs = Date.parse(after.at) - Date.parse(before.at)
  if (spanMs <= 0) return 100
  const percent = ((after.online_ms - before.online_ms) / spanMs) * 100
  return Math.min(100, Math.max(0, Math.round(percent * 10) / 10))
}
